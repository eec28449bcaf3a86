"""Timers that call: ``after``, ``trigger``, ``timer_info``; and what they share with timers of messages."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from talewright.config.values.grammar import dump, parse
from talewright.errors import MessageError, SaveError
from talewright.messaging import (
    CollectionProxy,
    GuiScript,
    Message,
    Recorder,
    Script,
    TimerInfo,
    Url,
    World,
    Worlds,
    on,
)


@dataclass
class Wake:
    power: int = 1
    elapsed: float = 0.0


class Clock(Script):
    log: list[Any] = []
    handles: dict[str, int] = {}
    stop: int = 0

    def update(self, dt: float) -> None:
        self.log.append("update")

    def ring(self, elapsed: float, handle: int) -> None:
        self.log.append((round(elapsed, 9), handle))

    def ring_and_stop(self, elapsed: float, handle: int) -> None:
        self.log.append((elapsed, handle, self.cancel(handle), self.cancel(handle)))

    def stop_other(self, elapsed: float, handle: int) -> None:
        self.log.append(("stopped", self.cancel(self.stop), self.cancel(self.stop)))

    def begin(self, elapsed: float, handle: int) -> None:
        self.log.append(("began", self.after(0, self.ring)))

    def fail(self, elapsed: float, handle: int) -> None:
        raise ValueError("broken bell")

    def go(self, elapsed: float, handle: int) -> None:
        self.delete()

    @on("bell")
    def bell(self, message: Message, sender: Url) -> None:
        self.log.append(("bell", dict(message), sender is self.url()))

    @on("stop")
    def stop_it(self, message: Message, sender: Url) -> None:
        self.log.append(("stopped", self.cancel(self.stop)))

    @on(Wake)
    def wake(self, message: Wake, sender: Url) -> None:
        self.log.append(message)

    def __whisper(self, elapsed: float, handle: int) -> None:
        self.log.append("whisper")

    def whisper_later(self) -> int:
        return self.after(1, self.__whisper)

    async def later(self, elapsed: float, handle: int) -> None: ...

    def values(self, elapsed: float, handle: int) -> Any:
        yield 1

    def alone(self) -> None: ...

    def swapped(self, handle: int, elapsed: float) -> None: ...

    @staticmethod
    def static(elapsed: float, handle: int) -> None: ...

    @classmethod
    def of_class(cls, elapsed: float, handle: int) -> None: ...


class Loud(Clock):
    def ring(self, elapsed: float, handle: int) -> None:
        super().ring(elapsed, handle)
        self.log.append("loud")

    def base(self) -> Callable[[float, int], None]:
        return super().ring


def made(cls: type[Clock] = Clock) -> tuple[Worlds, World, Clock]:
    worlds = Worlds(lambda name, world: None)
    world = worlds.create("main")
    clock = cls()
    world.spawn("clock", c=clock)
    worlds.step()
    clock.log.clear()
    return worlds, world, clock


def run(worlds: Worlds, *frames: float) -> None:
    for dt in frames:
        worlds.step(dt)


def test_a_cancelled_timer_never_comes() -> None:
    """faults §5 B1: cancelled by a handler in the same update, before `update`, with elapsed and handle."""
    worlds, _, clock = made()
    clock.after(1, clock.stop_other)
    clock.stop = clock.delay(1, "bell")
    run(worlds, 1, 1)
    assert clock.log == [("stopped", True, False), "update", "update"]
    clock.log.clear()
    clock.delay(1, "stop")
    clock.stop = clock.after(1, clock.ring, repeat=True)
    run(worlds, 1, 1)
    assert clock.log == [("stopped", True), "update", "update"]
    assert worlds.faults == []


def test_both_kinds_come_before_update_in_the_order_in_which_they_were_made() -> None:
    worlds, _, clock = made()
    clock.delay(1, "bell", n=[1])
    clock.after(0.5, clock.ring)
    clock.delay(0.75, "Wake", power=5)
    run(worlds, 1.25)
    assert clock.log == [
        ("bell", {"elapsed": 1.25, "handle": 1, "n": [1]}, True),
        (1.25, 2),
        Wake(5, 1.25),
        "update",
    ]


def test_a_message_s_own_fields_are_kept() -> None:
    worlds, _, clock = made()
    clock.delay(1, "bell", handle="door", elapsed=7)
    run(worlds, 1)
    assert clock.log[0] == ("bell", {"elapsed": 7, "handle": "door"}, True)


def test_elapsed_is_the_time_since_the_last_call_and_the_phase_is_kept() -> None:
    """Defold: at most once an update; the remainder is carried, whole missed periods are skipped."""
    worlds, _, clock = made()
    clock.after(2, clock.ring, repeat=True)
    run(worlds, 1, 1.5, 1.5, 7, 0.5, 0.5)
    assert [entry for entry in clock.log if entry != "update"] == [(2.5, 1), (1.5, 1), (7, 1), (1, 1)]


@pytest.mark.parametrize(
    ("delay", "frames", "elapsed"),
    [
        (0, (0, 0, 1), [0, 0, 1]),
        (1, (1, 1, 1), [1, 1, 1]),
        (1, (0.5, 0.25, 0.25, 1), [1, 1]),
        (1, (3.5, 0.25, 0.25, 1), [3.5, 0.5, 1]),
        (0.25, (1, 1, 0, 0.25), [1, 1, 0.25]),
        (2, (2, 4, 1, 1), [2, 4, 2]),
    ],
)
def test_repetitions_as_in_defold(delay: float, frames: tuple[float, ...], elapsed: list[float]) -> None:
    worlds, _, clock = made()
    clock.after(delay, clock.ring, repeat=True)
    run(worlds, *frames)
    assert [entry[0] for entry in clock.log if entry != "update"] == elapsed


def test_a_one_shot_is_alive_inside_its_own_call_and_dead_behind_it() -> None:
    worlds, _, clock = made()
    handle = clock.after(1, clock.ring_and_stop)
    other = clock.after(1, clock.ring)
    run(worlds, 1)
    assert clock.log[:2] == [(1, handle, True, False), (1, other)]
    assert (clock.cancel(handle), clock.cancel(other), clock.timer_info(other)) == (False, False, None)
    again = clock.after(1, clock.ring_and_stop, repeat=True)
    clock.log.clear()
    run(worlds, 1, 1, 1)
    assert clock.log == [(1, again, True, False), "update", "update", "update"]


def test_a_timer_made_in_a_timer_waits_for_the_next_update() -> None:
    worlds, _, clock = made()
    clock.after(1, clock.begin)
    run(worlds, 1, 0)
    assert clock.log == [("began", 2), "update", (0, 2), "update"]


def test_trigger_calls_now_and_changes_nothing() -> None:
    worlds, _, clock = made()
    once, again, told = clock.after(2, clock.ring), clock.after(2, clock.ring, repeat=True), clock.repeat(2, "bell")
    run(worlds, 0.5)
    clock.log.clear()
    assert [clock.trigger(handle) for handle in (once, again, told, 99)] == [True, True, True, False]
    assert clock.log == [(0.5, once), (0.5, again), ("bell", {"elapsed": 0.5, "handle": told}, True)]
    assert [clock.timer_info(handle) for handle in (once, again, told)] == [
        TimerInfo(1.5, 2, repeating=False),
        TimerInfo(1.5, 2, repeating=True),
        TimerInfo(1.5, 2, repeating=True),
    ]
    clock.log.clear()
    run(worlds, 1.5)
    assert [entry[:2] for entry in clock.log[:2]] == [(2, once), (2, again)]
    assert clock.trigger(once) is False
    assert clock.timer_info(again) == TimerInfo(2, 2, repeating=True)


def test_an_error_in_a_timer_is_a_fault_and_stops_nothing() -> None:
    worlds, _, clock = made()
    handle = clock.after(1, clock.fail, repeat=True)
    clock.after(1, clock.ring)
    run(worlds, 1)
    assert clock.trigger(handle) is True
    assert [(f.code, f.callback, f.component) for f in worlds.faults] == [("TW-MSG-03", "fail", "c")] * 2
    assert (1, 2) in clock.log


@pytest.mark.parametrize("seconds", [-1, math.inf, math.nan, True])
def test_a_time_that_is_none_is_refused(seconds: float) -> None:
    _, world, clock = made()
    with pytest.raises(ValueError, match="0 or more seconds"):
        clock.after(seconds, clock.ring)
    assert not world._life.timers.alive


@pytest.mark.parametrize(
    ("pick", "said"),
    [
        (lambda c: lambda elapsed, handle: None, "a lambda: write a method"),
        (lambda c: run, "the function 'run'"),
        (lambda c: functools.partial(c.ring, 1), "a partial"),
        (lambda c: "ring", "not 'ring'"),
        (lambda c: Clock().ring, "a method of Clock"),
        (lambda c: c.log.append, "the function 'append'"),
        (lambda c: c.static, "the function 'static'"),
        (lambda c: c.of_class, "a method of type"),
        (lambda c: None, "a NoneType"),
        (lambda c: c.later, "Clock.later is an async function, which would never run .test_after.py:"),
        (lambda c: c.values, "is a generator"),
        (lambda c: c.alone, "with elapsed, then the handle"),
        (lambda c: c.swapped, "with elapsed, then the handle"),
    ],
)
def test_what_cannot_be_saved_or_called_is_refused_at_once(pick: Callable[[Clock], Any], said: str) -> None:
    _, world, clock = made()
    with pytest.raises(TypeError, match=said):
        clock.after(1, pick(clock))
    assert not world._life.timers.alive
    assert clock.after(1, clock.ring) == 1


def test_a_method_is_found_by_its_name() -> None:
    worlds, _, clock = made(Loud)
    assert isinstance(clock, Loud)
    clock.after(1, clock.ring)
    with pytest.raises(TypeError, match="another one"):
        clock.after(1, clock.base())
    clock.whisper_later()
    run(worlds, 1)
    assert clock.log == [(1, 1), "loud", "whisper", "update"]


def test_timers_end_with_their_component_and_are_refused_behind_it() -> None:
    worlds, world, clock = made()
    clock.after(1, clock.ring, repeat=True)
    clock.after(2, clock.go)
    run(worlds, 1, 1, 1)
    assert [entry for entry in clock.log if entry != "update"] == [(1, 1), (1, 1)]
    assert not world._life.timers.alive
    with pytest.raises(MessageError, match="is gone"):
        clock.after(1, clock.ring)
    assert (clock.cancel(1), clock.trigger(1), clock.timer_info(1)) == (False, False, None)


def test_they_run_in_the_time_of_their_world_and_stand_still_with_it() -> None:
    worlds, world, _ = made()
    world.spawn("door", proxy=CollectionProxy("level"))
    world.post("/door#proxy", "load")
    world.post("/door#proxy", "enable")
    world.post("/door#proxy", "set_time_step", factor=0.5)
    worlds.step()
    inner = Clock()
    worlds["level"].spawn("clock", c=inner)
    handle = inner.after(1, inner.ring)
    run(worlds, 1)
    assert inner.timer_info(handle) == TimerInfo(0.5, 1, repeating=False)
    world.post("/door#proxy", "disable")
    run(worlds, 0, 5, 5)
    assert inner.timer_info(handle) == TimerInfo(0.5, 1, repeating=False)
    world.post("/door#proxy", "enable")
    run(worlds, 0, 1)
    assert (1, handle) in inner.log


def test_guis_have_theirs_in_their_turn() -> None:
    order: list[str] = []

    class Panel(GuiScript):
        def show(self, elapsed: float, handle: int) -> None:
            order.append("gui timer")

        def update(self, dt: float) -> None:
            order.append("gui update")

    class Body(Script):
        def move(self, elapsed: float, handle: int) -> None:
            order.append("script timer")

        def update(self, dt: float) -> None:
            order.append("script update")

    worlds = Worlds()
    panel, body = Panel(), Body()
    worlds.create("main").spawn("x", panel=panel, body=body)
    worlds.step()
    order.clear()
    panel.after(1, panel.show)
    body.after(1, body.move)
    run(worlds, 1)
    assert order == ["script timer", "script update", "gui timer", "gui update"]


def saved(worlds: Worlds) -> dict[tuple[str, str], dict[str, Any]]:
    return {k: {n: parse(dump(v)) for n, v in f.items()} for k, f in worlds.sections().items()}


def again(sections: dict[tuple[str, str], dict[str, Any]], cls: type[Clock] = Clock) -> tuple[Worlds, Clock]:
    fresh = Worlds()
    fresh.prepare(sections, {cls.__name__: cls}).commit()
    return fresh, fresh["main"].component("/clock#c", cls)


def test_a_restored_timer_goes_on_exactly() -> None:
    worlds, _, clock = made()
    clock.after(0.3, clock.ring, repeat=True)
    clock.after(0.7, clock.ring)
    clock.delay(0.65, "bell", n=[1])
    clock.whisper_later()
    run(worlds, 0.1, 0.1, 0.15)
    fresh, twin = again(saved(worlds))
    assert fresh.sections() == worlds.sections()
    assert [twin.timer_info(n) for n in (1, 2, 3, 4)] == [clock.timer_info(n) for n in (1, 2, 3, 4)]
    for one in (worlds, fresh):
        run(one, 0.2, 0.2, 0.1, 0.3, 0.3)
    assert twin.log == clock.log
    assert {"whisper", (0.75, 2)} <= {entry for entry in clock.log if not isinstance(entry, tuple) or len(entry) == 2}
    assert fresh.sections() == worlds.sections()


def test_a_method_that_is_gone_is_an_error_that_names_near_ones() -> None:
    worlds, _, clock = made()
    clock.after(1, clock.ring)
    sections = saved(worlds)
    rows: Any = sections["main", "World"]["timers"]
    row = rows[0] if isinstance(rows, list) else rows
    row["call"] = "rung"
    with pytest.raises(SaveError, match="Clock has no method 'rung' to call") as error:
        again(sections)
    assert "ring" in error.value.hint


def test_saves_of_before_still_load() -> None:
    """What was written when timers were messages alone: no delay, no beginning."""
    worlds, _, clock = made()
    clock.repeat(2, "bell")
    clock.delay(1.5, "bell")
    run(worlds, 0.5)
    sections = saved(worlds)
    rows: Any = sections["main", "World"]["timers"]
    for row in rows:
        row.pop("since", None)
        row.pop("delay", None)
    assert set(rows[0]) == {"handle", "to", "due", "every", "id"}
    fresh, twin = again(sections)
    assert twin.timer_info(1) == TimerInfo(1.5, 2, repeating=True)
    assert twin.timer_info(2) == TimerInfo(1, 1, repeating=False)
    twin.log.clear()
    run(fresh, 1, 0.5)
    assert [entry[1] for entry in twin.log if entry != "update"] == [
        {"elapsed": 1, "handle": 2},
        {"elapsed": 2, "handle": 1},
    ]


def test_a_trace_tells_of_a_timer_s_message() -> None:
    worlds, _, clock = made()
    recorder = worlds.trace = Recorder(ids=["bell"])
    clock.delay(1, "bell")
    run(worlds, 1)
    assert [(e.kind, e.phase, e.sender, e.receiver) for e in recorder.events] == [
        (kind, "update script", "main:/clock#c", "main:/clock#c") for kind in ("post", "delivery")
    ]


def test_what_was_not_called_when_the_program_stops_comes_when_it_goes_on() -> None:
    class Stop(BaseException):
        pass

    class Breaker(Clock):
        def snap(self, elapsed: float, handle: int) -> None:
            raise Stop

    worlds, world, clock = made(Breaker)
    assert isinstance(clock, Breaker)
    clock.after(1, clock.snap)
    clock.after(1, clock.ring)
    with pytest.raises(Stop):
        worlds.step(1)
    assert clock.log == []
    worlds.step(0)
    assert clock.log == [(1, 2), "update"]
    assert not world._life.timers.alive


def test_timers_that_are_begun_and_cancelled_again_and_again_leave_nothing() -> None:
    _, world, clock = made()
    clock.after(1e9, clock.ring)
    for _ in range(1_000):
        clock.cancel(clock.after(1e6, clock.ring))
    assert len(world._life.timers.alive) == 1
    assert sum(map(len, world._life.timers._heaps.values())) < 100


@pytest.mark.parametrize("kind", ["a method", "a message", "each other"])
def test_a_timer_is_not_triggered_in_its_own_call(kind: str) -> None:
    """It would never end: one fault says so, and the timer goes on as it was."""

    class Ring(Script):
        calls: int = 0
        other: int = 0

        def ring(self, elapsed: float, handle: int) -> None:
            self.calls += 1
            self.trigger(self.other or handle)

        @on("wake_up")
        def woken(self, message: Message, sender: Url) -> None:
            self.calls += 1
            self.trigger(message["handle"])

    worlds = Worlds()
    ring = Ring()
    worlds.create("main").spawn("ring", c=ring)
    if kind == "a message":
        ring.repeat(1, "wake_up")
    else:
        first = ring.after(1, ring.ring, repeat=True)
        ring.other = ring.after(9, ring.ring) if kind == "each other" else 0
        assert first
    worlds.step(1)
    assert [str(fault.error).splitlines()[0] for fault in worlds.faults] == [
        f"the timer {2 if kind == 'each other' else 1} was triggered in its own call, which would never end"
    ]
    assert ring.calls == (2 if kind == "each other" else 1)
    worlds.step(1)
    assert len(worlds.faults) == 2


class Greedy(Script):
    """Its methods take two arguments, so that a timer could call them; the library calls them, or they are its own."""

    def init(self, elapsed: float = 0, handle: int = 0) -> None: ...

    def final(self, elapsed: float = 0, handle: int = 0) -> None: ...

    def update(self, dt: float, more: int = 0) -> None: ...

    def on_input(self, action_id: Any, action: Any) -> bool:
        return True

    def on_reload(self, elapsed: float = 0, handle: int = 0) -> None: ...

    @on("punch")
    def punched(self, message: Message, sender: Url) -> None: ...

    def ring(self, elapsed: float, handle: int) -> None: ...

    @staticmethod
    def static(elapsed: float, handle: int) -> None: ...

    def alone(self) -> None: ...

    def keyed(self, *, elapsed: float, handle: int) -> None: ...


NOT_A_TIMER_S = (
    *("init", "final", "update", "on_input", "on_reload", "punched", "post", "delay", "after", "delete", "cancel"),
    *("on_message", "_tw_receive", "__init__", "static", "alone", "keyed", "nobody", "world", "__class__"),
)


@pytest.mark.parametrize("name", NOT_A_TIMER_S)
def test_a_timer_calls_methods_of_the_game_s_own_alone(name: str) -> None:
    """A save's timer could call any method by its name: what `after` refuses, a load refuses."""
    worlds = Worlds()
    greedy = Greedy()
    worlds.create("main").spawn("greedy", c=greedy)
    worlds.step()
    if hasattr(greedy, name):
        with pytest.raises(TypeError):
            greedy.after(1, getattr(greedy, name))
    greedy.after(1, greedy.ring)
    sections = worlds.sections()
    assert "call" in str(sections["main", "World"]["timers"])
    sections["main", "World"]["timers"][0]["call"] = name
    with pytest.raises(SaveError, match=r"main\.timers\[0\]: "):
        Worlds().prepare(sections, {"Greedy": Greedy})
