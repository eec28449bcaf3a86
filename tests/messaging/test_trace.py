"""What a sink is told."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import Enum
from typing import Any

import pytest

from talewright.errors import UnknownWorld
from talewright.messaging import CollectionProxy, Message, Recorder, Script, TraceEvent, Url, World, Worlds, on
from talewright.messaging.trace.events import shown


class Color(Enum):
    RED = 1


@dataclass
class Punch:
    power: int = 1


class Enemy(Script):
    health: int = 3

    @on("punch")
    def punched(self, message: Message, sender: Url) -> None:
        self.health -= 1
        if self.health <= 0:
            self.post(sender, "defeated", by=self)
        elif self.health == 1:
            raise ValueError("ouch")


class Hero(Script):
    def init(self) -> None:
        self.post("enemy#c", "punch", power=50, at=(1, 2))

    @on("defeated")
    def won(self, message: Message, sender: Url) -> None:
        self.post("nobody", "hello")
        self.owner.delete()


def made(sink: Any = None) -> tuple[Worlds, World]:
    worlds = Worlds(lambda name, world: None)
    world = worlds.create("main")
    worlds.trace = sink
    world.spawn("hero", c=Hero())
    world.spawn("enemy", c=Enemy())
    return worlds, world


def played(sink: Any = None) -> Worlds:
    worlds, world = made(sink)
    worlds.step()
    for _ in range(2):
        world.component("/hero#c").post("enemy#c", "punch")
    worlds.step(0.5)
    return worlds


def test_every_post_delivery_drop_and_error() -> None:
    recorder = Recorder()
    played(recorder)
    first = "     1     1 init                     -  post      main:/hero#c -> main:/enemy#c  punch power=50 at=(1, 2)"
    assert recorder.text().splitlines()[0] == first
    assert [e.kind for e in recorder.events] == [
        "post",
        "delivery",
        "post",
        "post",
        "delivery",
        "error",
        "delivery",
        "post",
        "delivery",
        "post",
        "drop",
        "error",
    ]
    by_number = {e.number: e for e in recorder.events}
    assert list(by_number) == list(range(1, 13))
    defeated = by_number[8]
    assert (defeated.id, defeated.content, defeated.cause) == ("defeated", "by=main:/enemy#c", 7)
    assert by_number[7].cause == 4
    assert by_number[9].round == 2
    assert by_number[11].content == "there is no such object"
    assert by_number[12].content.startswith("TW-MSG-01 ERROR:GAMEOBJECT: Instance '/nobody' could not be found")
    assert {e.phase for e in recorder.events} == {"init", "host", "update collectionproxy"}


def test_the_same_inputs_give_the_same_bytes() -> None:
    texts, charts = set(), set()
    for _ in range(2):
        recorder = Recorder()
        played(recorder)
        texts.add(recorder.text())
        charts.add(recorder.chrome())
    assert len(texts) == len(charts) == 1


def test_nothing_is_different_without_a_sink() -> None:
    assert played(Recorder()).sections() == played().sections()


def test_a_sink_can_be_taken_away() -> None:
    recorder = Recorder()
    worlds, world = made(recorder)
    world.post("/enemy#c", "punch")
    assert worlds.trace is recorder
    worlds.trace = None
    worlds.step()
    assert (len(recorder.events), worlds.trace) == (1, None)
    assert world._life.root.backlog is world._life.socket.pending


def test_filters() -> None:
    def count(**filters: Any) -> int:
        recorder = Recorder(**filters)
        played(recorder)
        return len(recorder.events)

    assert count(addresses=["/nobody"]) == 3
    assert count(addresses=["main:/nobody"]) == 3
    assert count(addresses=["level:*"]) == 0
    assert count(ids=["defeated", "hel*"]) == 5
    assert count(kinds=["error"]) == 2
    assert count(addresses=["*:/hero#c"], ids=["defeated"], kinds=["post"]) == 1


def test_chrome_s_format() -> None:
    recorder = Recorder()
    played(recorder)
    events = json.loads(recorder.chrome())["traceEvents"]
    names = {e["args"]["name"] for e in events if e["ph"] == "M"}
    assert {"main", "main:/hero#c", "main:/enemy#c", "main:/nobody"} <= names
    starts = {e["id"] for e in events if e["ph"] == "s"}
    ends = {e["id"] for e in events if e["ph"] == "f"}
    assert ends < starts
    assert all({"pid", "ts", "tid"} <= set(e) for e in events if e["ph"] != "M")


def test_what_an_ending_world_and_unheard_input_drop() -> None:
    recorder = Recorder(kinds=["drop"])
    worlds, world = made(recorder)
    world.spawn("door", proxy=CollectionProxy("level"))
    world.post("/door#proxy", "load")
    worlds.step()
    worlds["level"].post("/x", "wait")
    world.post("/door#proxy", "unload")
    worlds.input("jump")
    worlds.step()
    with pytest.raises(UnknownWorld):
        world.post("level:/x", "late")
    assert [(e.id, e.content.splitlines()[0]) for e in recorder.events] == [
        ("jump", "input: nobody consumed it"),
        ("wait", "the world 'level' has ended"),
        ("late", "UnknownWorld: Could not send message 'late' from '' to 'level:/x'."),
    ]


def test_a_sink_that_fails_is_a_fault_and_stops_nothing() -> None:
    def broken(event: TraceEvent) -> None:
        raise ValueError(event.id)

    worlds, world = made(broken)
    world.post("/enemy#c", "punch")
    worlds.step()
    assert world.component("/enemy#c", Enemy).health == 1
    assert {f.callback for f in worlds.faults} == {"trace", "on_message"}


def test_on_delivery_goes_on_working_beside_it() -> None:
    recorder = Recorder(kinds=["delivery"])
    worlds, world = made(recorder)
    seen: list[str] = []
    worlds.on_delivery = lambda url, message_id, message, sender: seen.append(message_id)
    world.post("/enemy#c", "punch")
    worlds.step()
    assert seen == [e.id for e in recorder.events] == ["punch", "punch"]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Punch(3), "Punch(power=3)"),
        ({"a": [1, {"b": {3, 2}}], "c": Color.RED}, "a=[1, {'b': {2, 3}}] c=Color.RED"),
        ({"o": object(), "t": (1,), "n": None}, "o=<object> t=(1,) n=None"),
        ({"s": Script()}, "s=<Script>"),
    ],
)
def test_content_is_the_same_in_every_run(value: Any, text: str) -> None:
    assert shown(value) == text
