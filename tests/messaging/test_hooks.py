"""What the host's hooks get, and what an exception of theirs does."""

from __future__ import annotations

from typing import Any

import pytest

from talewright.messaging import DispatchPolicy, Recorder, Script, Url, World, Worlds


class Ear(Script):
    heard: list[Any] = []

    def on_message(self, message_id: str, message: Any, sender: Url) -> None:
        self.heard.append(message_id)


def made(**components: Script) -> tuple[Worlds, World, Ear]:
    worlds = Worlds()
    world = worlds.create("main")
    ear = Ear()
    world.spawn("hero", {**components, "ear": ear})
    return worlds, world, ear


def test_the_hook_gets_the_one_url_of_an_address() -> None:
    worlds, world, ear = made()
    got: list[Url] = []
    worlds.on_delivery = lambda url, message_id, message, sender: got.append(url)
    for message_id in ("hi", "acquire_input_focus", "release_input_focus"):
        world.post("/hero#ear", message_id)
    worlds.step()
    assert [url is world.url("/hero#ear") for url in got] == [True] * 3
    worlds.on_delivery = None
    world.post(got[1], "hello")
    worlds.step()
    assert ear.heard == ["hi", "hello"]


def test_the_hook_gets_it_also_of_messages_that_a_save_held() -> None:
    worlds, world, _ = made()
    world.post("/hero#ear", "acquire_input_focus")
    worlds.prepare(worlds.sections()).commit()
    got: list[Url] = []
    worlds.on_delivery = lambda url, message_id, message, sender: got.append(url)
    worlds.step()
    assert got == [worlds["main"].url("/hero#ear")]


class Bad(Script):
    def on_message(self, message_id: str, message: Any, sender: Url) -> None:
        raise ValueError("bad")


class Once:
    """Raises at the first call."""

    def __init__(self, error: BaseException) -> None:
        self.error: BaseException | None = error

    def __call__(self, *args: Any) -> None:
        error, self.error = self.error, None
        if error is not None:
            raise error


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit])
@pytest.mark.parametrize("hook", ["on_delivery", "trace"])
def test_a_message_before_whose_delivery_the_program_was_stopped_waits_on(
    hook: str, error: type[BaseException]
) -> None:
    worlds, world, ear = made()
    for number in range(3):
        world.post("/hero#ear", f"m{number}")
    setattr(worlds, hook, Once(error()))
    with pytest.raises(error):
        worlds.step()
    assert ear.heard == []
    worlds.step()
    assert ear.heard == ["m0", "m1", "m2"]


def test_an_exception_of_on_fault_stops_the_step_and_is_no_handlers_error() -> None:
    worlds, world, ear = made(bad=Bad())
    world.post("/nobody", "lost")
    world.post("/hero#bad", "hey")
    world.post("/hero", "both")
    world.post("/hero#ear", "after")
    for codes in (["TW-MSG-01"], ["TW-MSG-03"], ["TW-MSG-03"]):
        before = worlds.fault_count
        worlds.on_fault = Once(RuntimeError("stop"))
        with pytest.raises(RuntimeError, match="stop"):
            worlds.step()
        assert [fault.code for fault in worlds.faults[before:]] == codes
        assert ear.heard == []
    worlds.step()
    assert ear.heard == ["both", "after"]


def test_a_fault_of_the_sink_leaves_the_trace_as_the_host_wants_it() -> None:
    worlds, world, _ = made()
    sink = Once(ValueError("sink"))
    worlds.trace = sink
    worlds.on_fault = Once(RuntimeError("stop"))
    with pytest.raises(RuntimeError, match="stop"):
        world.post("/hero#ear", "x")
    assert worlds.trace is sink
    sink.error = ValueError("sink")
    worlds.on_fault = lambda fault: setattr(worlds, "trace", None)
    world.post("/hero#ear", "y")
    assert worlds.trace is None


class Loop(Script):
    def on_message(self, message_id: str, message: Any, sender: Url) -> None:
        self.post("#", "go")


def test_the_round_of_an_event_counts_all_passes_of_its_point() -> None:
    worlds = Worlds()
    world = worlds.create("main", policy=DispatchPolicy.DRAIN)
    world.spawn("hero", loop=Loop())
    worlds.trace = recorder = Recorder(kinds=["delivery"])
    world.post("/hero#loop", "go")
    world.init()
    assert [event.round for event in recorder.events] == list(range(1, world.policy.guard + 1))
