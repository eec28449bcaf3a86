"""Passes, points, policies, and what happens when something goes wrong in them."""

from __future__ import annotations

import logging
import math
from typing import Any

import pytest

from talewright.errors import Misuse
from talewright.messaging import DEFOLD, DEFOLD_2013, DRAIN, DispatchPolicy, Message, Script, Url, World, Worlds, on
from talewright.messaging.life import reports as worlds_module


class Echo(Script):
    """Answers "ping" for ever, or a number of times."""

    left: int = -1
    count: int = 0

    @on("ping")
    def ping(self, message: Message, sender: Url) -> None:
        self.count += 1
        if self.left != 0:
            self.left -= 1
            self.post("#", "ping")


class Bad(Script):
    heard: list[str] = []

    def on_message(self, message_id: str, message: Any, sender: Url) -> None:
        if message_id == "fail":
            raise KeyError("power")
        if message_id == "stop":
            raise KeyboardInterrupt
        self.heard.append(message_id)


def made(policy: DispatchPolicy = DEFOLD, **scripts: Script) -> tuple[Worlds, World]:
    worlds = Worlds()
    world = worlds.create("main", policy=policy)
    for name, script in scripts.items():
        world.spawn(name, c=script)
    worlds.step()
    return worlds, world


@pytest.mark.parametrize(("policy", "frame"), [(DEFOLD, 330), (DEFOLD_2013, 75)])
def test_passes_in_a_frame(policy: DispatchPolicy, frame: int) -> None:
    echo = Echo()
    worlds, world = made(policy, echo=echo)
    world.post("/echo", "ping")
    worlds.step()
    assert echo.count == frame
    worlds.step()
    assert echo.count == 2 * frame
    assert worlds.faults == []


def test_a_policy_of_ones_own() -> None:
    echo = Echo()
    mine = DispatchPolicy("one", 1, ("collectionproxy", "script", "gui"))
    worlds, world = made(mine, echo=echo)
    world.post("/echo", "ping")
    worlds.step()
    assert echo.count == mine.points == 4


@pytest.mark.parametrize(
    "bad",
    [
        {"passes": -1, "types": ("collectionproxy", "script", "gui")},
        {"passes": 1, "types": ("script", "gui")},
        {"passes": 1, "types": ("collectionproxy", "script", "gui"), "late_types": ("script",)},
        {"passes": 1, "types": ("collectionproxy", "script", "gui"), "guard": 0},
    ],
)
def test_policies_that_would_forget_somebody(bad: Any) -> None:
    with pytest.raises(ValueError, match="the policy 'bad'"):
        DispatchPolicy("bad", **bad)


def test_drain_goes_on_until_nothing_waits() -> None:
    echo = Echo(left=500)
    worlds, world = made(DRAIN, echo=echo)
    world.post("/echo", "ping")
    worlds.step()
    assert echo.count == 501
    assert worlds.faults == []


def test_drain_has_a_guard_that_shows_the_chain() -> None:
    class Ping(Script):
        other: str = ""

        def on_message(self, message_id: str, message: Any, sender: Url) -> None:
            self.post(self.other, message_id)

    worlds, world = made(DRAIN, a=Ping("/b#c"), b=Ping("/a#c"))
    world.post("/a", "ball")
    worlds.step()
    [fault, *_] = worlds.faults
    assert fault.code == "TW-MSG-07"
    assert "main:/a#c -ball-> main:/b#c, main:/b#c -ball-> main:/a#c" in str(fault)
    assert "after 1000 passes" in str(fault)
    assert len(world._life.socket.pending) == 1


def test_an_exception_stops_nothing_else(caplog: pytest.LogCaptureFixture) -> None:
    bad = Bad()
    worlds, world = made(bad=bad)
    for message_id in ("one", "fail", "two", "fail", "three"):
        world.post("/bad#c", message_id)
    with caplog.at_level(logging.ERROR, "talewright.messaging"):
        worlds.step()
    assert bad.heard == ["one", "two", "three"]
    assert len(worlds.faults) == 2
    fault = worlds.faults[0]
    assert (fault.code, fault.world, fault.object, fault.component) == ("TW-MSG-03", "main", "/bad", "c")
    assert (fault.callback, fault.message_id) == ("on_message", "fail")
    assert isinstance(fault.error, KeyError)
    assert fault.error.__traceback__ is not None
    assert str(fault).startswith(
        "ERROR:SCRIPT: main:/bad#c Bad.on_message('fail'): KeyError: 'power' (test_dispatch.py:"
    )
    assert "\n" not in str(fault)
    assert len(caplog.records) == 2
    assert caplog.records[0].exc_info is not None


def test_an_exception_in_a_broadcast_keeps_nobody_else_from_it() -> None:
    worlds = Worlds()
    world = worlds.create("main")

    class Good(Bad):
        def on_message(self, message_id: str, message: Any, sender: Url) -> None:
            self.heard.append(message_id)

    first, second = Good(), Good()
    world.spawn("x", a=first, b=Bad(), c=second)
    world.post("/x", "fail")
    worlds.step()
    assert (first.heard, second.heard) == (["fail"], ["fail"])
    assert [f.component for f in worlds.faults] == ["b"]


@pytest.mark.parametrize("callback", ["init", "update", "late_update", "final"])
def test_an_exception_in_any_callback(callback: str) -> None:
    def fail(self: Any, *args: Any) -> None:
        self.owner["log"].calls += 1
        raise ValueError("no\nway")

    class Log(Script):
        calls: int = 0

    failing = type("Failing", (Script,), {callback: fail})
    worlds = Worlds()
    world = worlds.create("main")
    log = Log()
    things = [world.spawn("a", c=failing(), log=log), world.spawn("b", c=failing(), log=Log())]
    for thing in things:
        thing.delete()
    worlds.step()
    assert log.calls == 1
    assert [(f.object, f.callback) for f in worlds.faults] == [("/a", callback), ("/b", callback)]
    assert str(worlds.faults[0]).startswith(f"ERROR:SCRIPT: main:/a#c Failing.{callback}: ValueError: no way (")


def test_a_script_whose_init_failed_gets_no_updates() -> None:
    class Half(Script):
        updates: int = 0
        heard: int = 0

        def init(self) -> None:
            raise RuntimeError

        def update(self, dt: float) -> None:
            self.updates += 1

        @on("hello")
        def hello(self, message: Message, sender: Url) -> None:
            self.heard += 1

    early, late = Half(), Half()
    worlds, world = made(early=early)
    world.spawn("late", c=late)
    for name in ("early", "late"):
        world.post(f"/{name}", "hello")
    worlds.step()
    worlds.step()
    assert (early.updates, late.updates, early.heard, late.heard) == (0, 0, 1, 1)


def test_stopping_the_program_loses_no_message() -> None:
    bad = Bad()
    worlds, world = made(bad=bad)
    for message_id in ("one", "stop", "two", "three"):
        world.post("/bad#c", message_id)
    with pytest.raises(KeyboardInterrupt):
        worlds.step()
    assert bad.heard == ["one"]
    worlds.step()
    assert bad.heard == ["one", "two", "three"]


def test_stopping_the_program_in_a_broadcast() -> None:
    worlds = Worlds()
    world = worlds.create("main")
    a, b, c = Bad(), Bad(), Bad()
    world.spawn("x", a=a, b=b, c=c)
    world.init()
    b.heard.append("-")
    world.post("/x", "stop")
    world.post("/x", "next")
    with pytest.raises(KeyboardInterrupt):
        worlds.step()
    assert [str(url) for url, *_ in world._life.socket.pending] == ["main:/x#b", "main:/x#c", "main:/x"]
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            worlds.step()
    worlds.step()
    assert (a.heard, b.heard, c.heard) == (["next"], ["-", "next"], ["next"])


def test_a_fault_hook_may_stop_the_step_and_loses_nothing() -> None:
    bad = Bad()
    worlds, world = made(bad=bad)

    def strict(fault: Any) -> None:
        raise AssertionError(str(fault))

    worlds.on_fault = strict
    for receiver, message_id in (("/bad#c", "fail"), ("/nobody", "x"), ("/bad#c", "two")):
        world.post(receiver, message_id)
    with pytest.raises(AssertionError, match="KeyError"):
        worlds.step()
    with pytest.raises(AssertionError, match="/nobody"):
        worlds.step()
    worlds.step()
    assert bad.heard == ["two"]


def test_faults_are_kept_up_to_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worlds_module, "MAX_FAULTS", 10)
    worlds, world = made()
    for n in range(25):
        world.post("/nobody", f"m{n}")
    worlds.step()
    assert worlds.fault_count == 25
    assert [f.message_id for f in worlds.faults] == [f"m{n}" for n in range(15, 25)]


def test_a_missing_component_and_its_hint() -> None:
    worlds, world = made(smith=Echo())
    world.post("/smith#conroller", "x")
    world.post("/smiht", "x")
    world.post("main:smith", "x")
    world.post("main:", "x")
    worlds.step()
    texts = [str(f) for f in worlds.faults]
    assert texts[0] == (
        "ERROR:GAMEOBJECT: Component '/smith#conroller' could not be found when dispatching message 'x' "
        "sent from (null):#"
    )
    assert texts[2].startswith("ERROR:GAMEOBJECT: Instance 'smith' could not be found")
    hints = [f.hint for f in worlds.faults]
    assert hints == [
        "its components: c",
        "did you mean /smith?",
        "behind a world's name the id is written whole: main:/smith",
        "the address names a world and no object",
    ]
    assert [f.code for f in worlds.faults] == ["TW-MSG-02", "TW-MSG-01", "TW-MSG-01", "TW-MSG-01"]


def test_the_trace_and_an_error_in_it() -> None:
    bad = Bad()
    worlds, _ = made(bad=bad)
    seen = []

    def trace(url: Url, message_id: str, message: Any, sender: Url) -> None:
        seen.append((url, message_id, message, sender))
        if message_id == "two":
            raise ValueError("in the trace")

    worlds.on_delivery = trace
    for message_id in ("one", "two", "three"):
        bad.post("#", message_id, n=1)
    worlds.step()
    assert [entry[1] for entry in seen] == ["one", "two", "three"]
    assert seen[0] == (bad.url(), "one", {"n": 1}, bad.url())
    assert bad.heard == ["one", "two", "three"]
    assert [f.callback for f in worlds.faults] == ["on_delivery"]


@pytest.mark.parametrize("dt", [-0.1, math.nan, math.inf])
def test_a_frame_takes_some_time(dt: float) -> None:
    worlds, _ = made()
    with pytest.raises(ValueError, match="a frame takes 0 or more seconds"):
        worlds.step(dt)


def test_dt_reaches_the_scripts() -> None:
    class Timed(Script):
        total: float = 0.0
        frames: int = 0

        def update(self, dt: float) -> None:
            self.total += dt
            self.frames += 1

    timed = Timed()
    worlds, _ = made(a=timed)
    worlds.step(0.5)
    worlds.step()
    assert (timed.total, timed.frames, worlds.frame) == (0.5, 3, 3)


def test_no_step_and_no_snapshot_inside_a_callback() -> None:
    class Meddler(Script):
        @on("step")
        def step(self, message: Message, sender: Url) -> None:
            self.world.worlds.step()

        @on("save")
        def save(self, message: Message, sender: Url) -> None:
            self.world.worlds.sections()

        @on("load")
        def load(self, message: Message, sender: Url) -> None:
            self.world.worlds.prepare({})

    worlds, world = made(a=Meddler())
    for message_id in ("step", "save", "load"):
        world.post("/a", message_id)
    worlds.step()
    assert [type(f.error) for f in worlds.faults] == [Misuse] * 3


def test_several_worlds_without_a_proxy() -> None:
    class Hop(Script):
        to: str = ""
        count: int = 0

        @on("hop")
        def hop(self, message: Message, sender: Url) -> None:
            self.count += 1
            self.post(self.to, "hop")

    worlds = Worlds()
    first, second = worlds.create("first"), worlds.create("second")
    a, b = Hop("second:/b#c"), Hop("first:/a#c")
    first.spawn("a", c=a)
    second.spawn("b", c=b)
    first.post("/a", "hop")
    worlds.step()
    assert a.count >= 1
    assert b.count >= 1
    assert worlds.faults == []
