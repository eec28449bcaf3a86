"""What somebody writes by another engine's habit, or by mistake: it works, or the message says what to write.

faults §5 C, and the statements 138 and 167 of the documents.
"""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Any

import pytest

from talewright.config.values.grammar import dump, parse
from talewright.errors import InvalidName
from talewright.messaging import (
    CollectionProxy,
    GuiScript,
    Message,
    Recorder,
    Script,
    Url,
    World,
    Worlds,
    hash64,
    on,
)


class Ear(Script):
    heard: list[Any] = []

    @on("hit")
    def hit(self, message: Message, sender: Url) -> None:
        self.heard.append({n: v for n, v in message.items() if n not in ("elapsed", "handle")})


class Listener(Script):
    heard: list[str] = []

    def on_message(self, message_id: str, message: Message, sender: Url) -> None:
        self.heard.append(message_id)


def made(**more: Any) -> tuple[Worlds, World, Ear]:
    worlds = Worlds(lambda name, world: None, **more)
    world = worlds.create("main")
    ear = Ear()
    world.spawn("ear", c=ear)
    worlds.step()
    return worlds, world, ear


Give = Callable[[World, Ear, Any], object]
VERBS: dict[str, Give] = {
    "Script.post": lambda world, ear, table: ear.post("#", "hit", table),
    "World.post": lambda world, ear, table: world.post("/ear#c", "hit", table),
    "Script.publish": lambda world, ear, table: ear.publish("news", "hit", table),
    "World.publish": lambda world, ear, table: world.publish("news", "hit", table),
    "Worlds.publish": lambda world, ear, table: world.worlds.publish("news", "hit", table),
    "Script.delay": lambda world, ear, table: ear.delay(0, "hit", table),
    "Script.repeat": lambda world, ear, table: ear.repeat(0, "hit", table),
}


@pytest.mark.parametrize("verb", VERBS)
def test_a_table_as_third_argument(verb: str) -> None:
    """The document's own form: msg.post(receiver, message_id, [message])."""
    worlds, world, ear = made()
    ear.subscribe("news")
    table = {"score": 1, "list": [1, 2]}
    VERBS[verb](world, ear, table)
    table["list"].append(3)  # type: ignore[attr-defined]
    table["score"] = 2
    worlds.step()
    assert ear.heard == [{"score": 1, "list": [1, 2]}]
    ear.heard.clear()
    ear.cancel(1)
    VERBS[verb](world, ear, MappingProxyType({}))
    VERBS[verb](world, ear, None)
    worlds.step()
    assert ear.heard == [{}, {}]


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize(
    ("table", "said"),
    [
        (5, 'not 5: write self.post.receiver, "hit", {"power": 5}., or power=5'),
        ([1, 2], "a table of fields, not"),
        ({1: "a"}, "a message's fields have names, and 1 is none"),
        ({"call": print}, "cannot carry a function"),
    ],
)
def test_what_is_no_table_says_what_to_write(verb: str, table: Any, said: str) -> None:
    worlds, world, ear = made()
    ear.subscribe("news")
    with pytest.raises(TypeError, match=said):
        VERBS[verb](world, ear, table)
    worlds.step()
    assert ear.heard == []


def test_a_table_and_keywords_together_are_refused() -> None:
    _, world, ear = made()
    posts: list[Callable[[], object]] = [
        lambda: ear.post("#", "hit", {"a": 1}, b=2),
        lambda: world.post("/ear#c", "hit", {}, b=2),
    ]
    for post in posts:
        with pytest.raises(TypeError, match="in a table or as keywords, not both"):
            post()


@pytest.mark.parametrize(
    "use",
    [
        lambda world, ear: ear.post("#", hash64("hit")),
        lambda world, ear: world.post("/ear#c", hash64("hit")),
        lambda world, ear: ear.publish("news", hash64("hit")),
        lambda world, ear: ear.delay(1, hash64("hit")),
        lambda world, ear: ear.post(hash64("/ear"), "hit"),
        lambda world, ear: world[hash64("/ear")],
        lambda world, ear: on(hash64("hit")),  # type: ignore[arg-type]
    ],
)
def test_a_number_in_place_of_a_name_says_what_to_write(use: Callable[[World, Ear], Any]) -> None:
    _, world, ear = made()
    with pytest.raises(TypeError, match=r"here a name is its text, 'punch': the number of hash64\(\)"):
        use(world, ear)


@pytest.mark.parametrize("components", [{5: Ear()}, {hash64("c"): Ear()}])
def test_a_number_as_an_id_is_an_invalid_name(components: Any) -> None:
    _, world, _ = made()
    with pytest.raises(InvalidName, match="a component id is text"):
        world.spawn("x", components)
    with pytest.raises(InvalidName, match="an object id is text"):
        world.spawn(hash64("x"))  # type: ignore[arg-type]


def test_a_subscription_that_ends_with_the_first_message() -> None:
    worlds, world, ear = made()
    other = Ear()
    world.spawn("other", c=other)
    ear.subscribe_once("news")
    other.subscribe("news")
    other.subscribe_once("news")  # it stays
    assert [world.publish("news", "hit", n=n) for n in range(3)] == [2, 1, 1]
    worlds.step()
    assert (ear.heard, len(other.heard)) == ([{"n": 0}], 3)
    ear.subscribe_once("news")
    ear.subscribe("news")  # now for good
    assert [world.publish("news", "hit") for _ in range(2)] == [2, 2]
    ear.unsubscribe("news")
    ear.subscribe_once("news")
    assert (ear.unsubscribe("news"), ear.unsubscribe("news")) == (True, False)
    with pytest.raises(TypeError, match="a topic is a name as text"):
        ear.subscribe_once(5)  # type: ignore[arg-type]


def test_a_subscription_for_one_message_is_saved() -> None:
    worlds, _, ear = made()
    ear.subscribe_once("news")
    ear.subscribe("weather")
    sections = {k: {n: parse(dump(v)) for n, v in f.items()} for k, f in worlds.sections().items()}
    fresh = Worlds()
    fresh.prepare(sections, {"Ear": Ear}).commit()
    assert fresh.sections() == worlds.sections()
    assert [fresh.publish(topic, "hit") for topic in ("news", "news", "weather", "weather")] == [1, 0, 1, 1]
    assert "news" not in fresh.topics


def test_a_message_that_nobody_knows_leaves_a_trace() -> None:
    worlds, world, _ = made()
    recorder = worlds.trace = Recorder(kinds=["drop"])
    world.post("/ear#c", "hitt", n=1)
    world.post("/ear", "sing")
    world.post("/ear", "hit")
    worlds.step()
    assert [(e.id, e.receiver, e.content) for e in recorder.events] == [
        ("hitt", "main:/ear#c", "nobody there knows this message; did you mean hit?"),
        ("sing", "main:/ear", "nobody there knows this message; they handle hit"),
    ]
    assert worlds.faults == []


def test_in_a_strict_world_it_is_a_fault_with_a_near_name() -> None:
    worlds, world, ear = made(strict=True)
    world.post("/ear#c", "hitt")
    world.post("/ear#c", "hit")
    ear.delay(0, "hitt")
    worlds.step()
    assert [(f.code, f.message_id, f.hint) for f in worlds.faults] == [
        ("TW-MSG-15", "hitt", "did you mean hit?"),
        ("TW-MSG-15", "hitt", "did you mean hit?"),
    ]
    assert "sent from (null):# means nothing to 'main:/ear#c'" in worlds.faults[0].text
    assert len(ear.heard) == 1


def test_no_noise_where_somebody_may_know_it() -> None:
    class Panel(GuiScript):
        pass

    worlds, world, ear = made(strict=True)
    worlds.trace = recorder = Recorder(kinds=["drop"])
    world.spawn("all", c=Listener(), other=Ear())
    world.spawn("door", p=CollectionProxy("level"))
    world.spawn("gui", c=Panel())
    for receiver, message_id in (
        ("/all#c", "anything"),  # its on_message looks at all messages
        ("/all", "anything"),  # one of the object's components may know it
        ("/ear#c", "acquire_input_focus"),  # the object's own
        ("/door#p", "load"),
        ("/door#p", "enable"),
        ("/gui#c", "disable"),
    ):
        world.post(receiver, message_id)
    ear.post("/door#p", "load")  # the answer (an error) need not be heard
    world.animate("/ear", "position.x", 1, 0.1, notify="/ear#c")
    worlds.step(1)
    worlds.step(1)
    assert [fault.code for fault in worlds.faults] == ["TW-MSG-04"]
    assert recorder.events == []
    world.post("/door#p", "lode")
    world.post("/gui#c", "enable_all")
    worlds.step()
    assert [fault.message_id for fault in worlds.faults[1:]] == ["lode", "enable_all"]
