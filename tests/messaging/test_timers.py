"""Messages that a component sends to itself later."""

from __future__ import annotations

import math
from typing import Any

import pytest

from talewright.config.values.grammar import dump, parse
from talewright.messaging import CollectionProxy, GuiScript, Script, Url, World, Worlds


class Bell(Script):
    rung: list[Any] = []
    frames: int = 0

    def update(self, dt: float) -> None:
        self.frames += 1

    def on_message(self, message_id: str, message: Any, sender: Url) -> None:
        own = {name: value for name, value in message.items() if name not in ("elapsed", "handle")}
        self.rung.append((message_id, own, self.frames) if own else (message_id, self.frames))


class GuiBell(GuiScript):
    rung: list[str] = []

    def on_message(self, message_id: str, message: Any, sender: Url) -> None:
        self.rung.append(message_id)


def made() -> tuple[Worlds, World, Bell]:
    worlds = Worlds()
    world = worlds.create("main")
    bell = Bell()
    world.spawn("bell", c=bell)
    worlds.step()
    bell.frames = 0
    return worlds, world, bell


def run(worlds: Worlds, *frames: float) -> None:
    for dt in frames:
        worlds.step(dt)


def test_once_and_again() -> None:
    """Case 60 of the engine's tests: a one-shot of 2 s with frames of 1 s, then a repeating one."""
    worlds, _, bell = made()
    once = bell.delay(2, "once", power=3)
    run(worlds, 1, 1, 1, 1)
    assert bell.rung == [("once", {"power": 3}, 1)]
    assert bell.cancel(once) is False
    bell.rung.clear()
    again = bell.repeat(2, "again")
    run(worlds, 1, 1, 1, 1)
    assert bell.rung == [("again", 5), ("again", 7)]
    assert bell.cancel(again) is True
    run(worlds, 1, 1, 1)
    assert len(bell.rung) == 2
    assert once != again


def test_a_timer_of_no_time_comes_at_the_next_update_also_in_a_frame_of_no_time() -> None:
    worlds, _, bell = made()
    bell.delay(0, "now")
    bell.repeat(0, "always")
    run(worlds, 0, 0, 1)
    assert bell.rung == [("now", 0), ("always", 0), ("always", 1), ("always", 2)]


def test_at_most_once_an_update_and_the_phase_is_kept() -> None:
    worlds, _, bell = made()
    bell.repeat(2, "tick")
    run(worlds, 7, 0.5, 0.5, 2)
    assert bell.rung == [("tick", 0), ("tick", 2), ("tick", 3)]


def test_what_is_due_in_one_update_comes_in_the_order_in_which_it_was_made() -> None:
    """Defold goes through a type's timers once an update, in creation order."""
    worlds, _, bell = made()
    bell.delay(3, "three")
    bell.delay(1, "one")
    bell.delay(2, "two")
    run(worlds, 5)
    assert [name for name, _ in bell.rung] == ["three", "one", "two"]


def test_the_message_comes_from_the_component_and_can_be_the_object_s_own() -> None:
    worlds, world, bell = made()
    seen: list[str] = []
    worlds.on_delivery = lambda url, message_id, message, sender: seen.append(f"{sender} {message_id}")
    bell.delay(1, "x")
    bell.delay(1, "acquire_input_focus")
    run(worlds, 1)
    assert seen == ["main:/bell#c x", "main:/bell#c acquire_input_focus"]
    assert list(world._life.focus) == [world["/bell"]]


def test_each_repetition_has_its_own_fields() -> None:
    class Eater(Script):
        sizes: list[int] = []

        def on_message(self, message_id: str, message: Any, sender: Url) -> None:
            self.sizes.append(len(message["food"]))
            message["food"].clear()

    worlds, world, _ = made()
    eater = Eater()
    world.spawn("eater", c=eater)
    eater.repeat(1, "eat", food=["bread"])
    run(worlds, 1, 1)
    assert eater.sizes == [1, 1]


def test_timers_run_in_the_time_of_their_world() -> None:
    worlds = Worlds(lambda name, world: None)
    world = worlds.create("main")
    world.spawn("door", proxy=CollectionProxy("level"))
    for message_id in ("load", "enable"):
        world.post("/door#proxy", message_id)
    world.post("/door#proxy", "set_time_step", factor=0.5)
    worlds.step()
    bell = Bell()
    worlds["level"].spawn("bell", c=bell)
    bell.delay(1, "ding")
    run(worlds, 1)
    assert bell.rung == []
    world.post("/door#proxy", "disable")
    run(worlds, 1, 1, 1, 1)
    assert bell.rung == [("ding", 1)]  # it was still enabled in the frame that read the message


def test_they_end_with_their_component_alone() -> None:
    worlds, world, bell = made()
    other = Bell()
    thing = world.spawn("other", c=other)
    for one in (bell, other):
        one.repeat(1, "tick")
    thing.delete()
    run(worlds, 1, 1, 1)
    assert [name for name, _ in bell.rung] == ["tick"] * 3
    assert other.rung == [("tick", 0)]  # alive to the end of the frame in which it was deleted
    assert list(world._life.timers.alive) == [1]


def test_a_gui_s_timers_run_in_the_gui_s_turn() -> None:
    worlds, world, bell = made()
    gui = GuiBell()
    world.spawn("gui", c=gui)
    order: list[str] = []
    worlds.on_delivery = lambda url, message_id, message, sender: order.append(message_id)
    gui.delay(1, "gui")
    bell.delay(1, "script")
    run(worlds, 1)
    assert order == ["script", "gui"]


@pytest.mark.parametrize("seconds", [-1, math.inf, math.nan, True])
def test_a_time_that_is_none_is_refused(seconds: float) -> None:
    _, _, bell = made()
    with pytest.raises(ValueError, match="0 or more seconds"):
        bell.delay(seconds, "x")


def test_what_cannot_be_posted_is_refused_at_once() -> None:
    _, world, bell = made()
    with pytest.raises(TypeError, match="cannot carry a function"):
        bell.delay(1, "x", call=print)
    with pytest.raises(TypeError, match="by its name"):
        bell.delay(1, bell)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="no field"):
        bell.delay(1, "acquire_input_focus", x=1)
    assert not world._life.timers.alive
    assert bell.delay(1, "x") == 1


def test_a_restored_timer_goes_on_exactly() -> None:
    worlds, _, bell = made()
    bell.repeat(0.3, "tick", n=[1, 2])
    bell.delay(0.7, "once")
    bell.cancel(bell.delay(5, "never"))
    run(worlds, 0.1, 0.1, 0.1, 0.25)
    saved = {k: {n: parse(dump(v)) for n, v in f.items()} for k, f in worlds.sections().items()}
    fresh = Worlds()
    fresh.prepare(saved, {"Bell": Bell}).commit()
    assert fresh.sections() == worlds.sections()
    for one in (worlds, fresh):
        run(one, 0.1, 0.1, 0.1, 0.1, 0.3, 0.3)
    again = fresh["main"].component("/bell#c", Bell)
    assert again.rung == bell.rung
    assert fresh.sections() == worlds.sections()
    assert again.delay(1, "x") == bell.delay(1, "x") == 4


@pytest.mark.parametrize("every", [5e-324, 1e-300, 1e-12])
def test_a_tiny_period_comes_once_an_update(every: float) -> None:
    worlds, _, bell = made()
    bell.repeat(every, "tick")
    run(worlds, 1, 1e6, 0, 1)
    assert len(bell.rung) in (3, 4)
    assert worlds.faults == []


def test_a_timer_whose_message_is_refused_later_is_a_fault() -> None:
    worlds, _, bell = made()
    bell.delay(1, "x", what=object())
    bell.delay(1, "y")
    worlds.strict = True
    run(worlds, 1)
    assert [(f.callback, f.message_id) for f in worlds.faults] == [("delay", "x")]
    assert bell.rung == [("y", 0)]


def test_a_world_without_timers_keeps_no_clock() -> None:
    worlds, world, bell = made()
    handle = bell.delay(5, "x")
    bell.delay(1, "y")
    run(worlds, 1.5)
    assert worlds.sections()["main", "World"]["clocks"] == {"script": 1.5}
    bell.cancel(handle)
    assert "clocks" not in worlds.sections()["main", "World"]
    assert world._life.timers.clocks == {}
