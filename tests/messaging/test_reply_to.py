"""Answers go to the very component that asked: faults §5 B2 as a kind, and what a proxy says when it cannot."""

from __future__ import annotations

from typing import Any

import pytest

from talewright.config.values.grammar import dump, parse
from talewright.errors import UnknownWorld
from talewright.messaging import CollectionProxy, DispatchPolicy, Message, Recorder, Script, Url, World, Worlds, on


class Asker(Script):
    heard: list[str] = []
    said: list[str] = []

    @on("ask")
    def ask(self, message: Message, sender: Url) -> None:
        if message["hops"]:
            self.post("#", "ask", hops=message["hops"] - 1)
        else:
            self.post("/door#p", "load")

    @on("proxy_loaded")
    def loaded(self, message: Message, sender: Url) -> None:
        self.heard.append("loaded")

    @on("proxy_unloaded")
    def unloaded(self, message: Message, sender: Url) -> None:
        self.heard.append("unloaded")

    @on("proxy_error")
    def failed(self, message: Message, sender: Url) -> None:
        self.heard.append(f"{message['request']} failed")
        self.said.append(message["text"])


def build(name: str, world: World) -> None:
    if name == "broken":
        raise ValueError("no such level")


def made(collection: str = "level", **more: Any) -> tuple[Worlds, World, Asker]:
    worlds = Worlds(build)
    world = worlds.create("main", **more)
    asker = Asker()
    world.spawn("asker", c=asker)
    world.spawn("door", p=CollectionProxy(collection))
    worlds.step()
    return worlds, world, asker


def anew(worlds: Worlds) -> Worlds:
    saved = {k: {n: parse(dump(v)) for n, v in f.items()} for k, f in worlds.sections().items()}
    fresh = Worlds(build)
    fresh.prepare(saved, {"Asker": Asker}).commit()
    assert fresh.sections() == worlds.sections()
    return fresh


@pytest.mark.parametrize("saved", [False, True])
@pytest.mark.parametrize("request_id", ["async_load", "unload"])
def test_a_proxy_answers_no_successor(request_id: str, saved: bool) -> None:
    worlds, world, asker = made()
    if request_id == "unload":
        world.post("/door#p", "load")
        worlds.step()
    asker.post("/door#p", request_id)
    world["/asker"].delete()
    worlds.step()
    world.spawn("asker", c=Asker())
    if saved:
        worlds = anew(worlds)
        world = worlds["main"]
    worlds.step()
    worlds.step()
    assert world.component("/asker#c", Asker).heard == []
    assert ("level" in worlds) == (request_id == "async_load")
    assert worlds.faults == []


@pytest.mark.parametrize("saved", [False, True])
def test_a_proxy_answers_the_one_who_asked_after_a_load(saved: bool) -> None:
    worlds, world, asker = made()
    asker.post("/door#p", "async_load")
    worlds.step()
    if saved:
        worlds = anew(worlds)
        world = worlds["main"]
    worlds.step()
    assert world.component("/asker#c", Asker).heard == ["loaded"]


ONE_PASS = DispatchPolicy("one", 1, ("collectionproxy", "script", "gui"))


@pytest.mark.parametrize("saved", [False, True])
def test_an_answer_in_the_queue_belongs_to_the_one_who_asked(saved: bool) -> None:
    """The answer is posted in the last pass of the frame in which the component goes."""
    worlds, world, asker = made(policy=ONE_PASS)
    asker.post("#", "ask", hops=2)
    world["/asker"].delete()
    recorder = worlds.trace = Recorder(ids=["proxy_loaded"])
    worlds.step()
    assert "level" in worlds
    assert [event.kind for event in recorder.events] == ["post"]
    world.spawn("asker", c=Asker())
    if saved:
        worlds.trace = None
        fresh = anew_without_answer(worlds)
        worlds, world = fresh, fresh["main"]
    worlds.step()
    assert world.component("/asker#c", Asker).heard == []
    assert worlds.faults == []
    if not saved:
        assert [event.kind for event in recorder.events] == ["post", "drop"]


def anew_without_answer(worlds: Worlds) -> Worlds:
    fresh = Worlds(build)
    fresh.prepare(worlds.sections(), {"Asker": Asker}).commit()
    assert not any("proxy_loaded" in str(fields) for fields in fresh.sections().values())
    return fresh


def test_an_answer_in_the_queue_is_saved_with_its_binding() -> None:
    worlds, _world, asker = made(policy=ONE_PASS)
    asker.post("#", "ask", hops=2)
    worlds.step()
    assert asker.heard == []
    fresh = anew(worlds)
    twin = fresh["main"].component("/asker#c", Asker)
    fresh["main"]["/asker"].delete()
    fresh.step()
    assert twin.heard == ["loaded"]


@pytest.mark.parametrize("request_id", ["load", "async_load"])
def test_a_failed_load_tells_the_asker(request_id: str) -> None:
    """faults §5 C: in Defold the script hears nothing."""
    worlds, _, asker = made("broken")
    asker.post("/door#p", request_id)
    worlds.step()
    worlds.step()
    assert asker.heard == ["load failed"]
    assert asker.said == ["The collection broken could not be loaded. ValueError: no such level"]
    assert [fault.code for fault in worlds.faults] == ["TW-MSG-05"]


def test_every_request_that_is_refused_tells_the_asker() -> None:
    worlds, _world, asker = made()
    requests = ["init", "enable", "disable", "final", "unload", "load", "load"]
    for request_id in requests:
        asker.post("/door#p", request_id)
    worlds.step()
    assert asker.heard == [f"{r} failed" for r in requests[:5]] + ["loaded", "load failed"]
    assert len(worlds.faults) == 6


def test_a_taken_name_and_a_load_that_is_called_off_are_told() -> None:
    worlds, _world, asker = made()
    asker.post("/door#p", "async_load")
    asker.post("/door#p", "unload")
    worlds.step()
    worlds.step()
    assert asker.heard == ["load failed", "unload failed"]
    worlds.create("level")
    asker.post("/door#p", "load")
    worlds.step()
    assert asker.heard[2:] == ["load failed"]
    assert "already a socket with the same name" in asker.said[2]


def test_the_host_hears_by_its_hook_that_a_load_failed() -> None:
    worlds, world, _ = made("broken")
    heard: list[str] = []
    worlds.on_delivery = lambda url, message_id, message, sender: heard.append(f"{url} {message_id}")
    world.post("/door#p", "load")
    worlds.step()
    assert heard == ["main:/door#p load", " proxy_error"]
    with pytest.raises(UnknownWorld):
        world.post("broken:/x", "hello")


def test_a_save_of_a_time_at_which_answers_went_to_addresses_still_loads() -> None:
    worlds, _world, asker = made()
    asker.post("/door#p", "async_load")
    worlds.step()
    sections = worlds.sections()
    assert sections["main:/door#p", "CollectionProxy"]["loader"] == "main:/asker#c"  # as before
    for text, heard in (("main:/asker#c", ["loaded"]), ("", []), ("main:/nobody#c", [])):
        sections["main:/door#p", "CollectionProxy"]["loader"] = text
        fresh = Worlds(build)
        fresh.prepare(sections, {"Asker": Asker}).commit()
        fresh.step()
        assert fresh["main"].component("/asker#c", Asker).heard == heard
        assert fresh.faults == []
