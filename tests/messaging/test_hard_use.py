"""What games do by mistake, at the wrong moment, or a thousand times over."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import pytest

from talewright.errors import AlreadyExists, MessageError, Misuse, NotFound, SaveError
from talewright.messaging import (
    DEFOLD,
    DEFOLD_2013,
    DRAIN,
    CollectionFactory,
    CollectionProxy,
    DispatchPolicy,
    Message,
    Script,
    Url,
    World,
    Worlds,
    on,
)
from talewright.messaging.life.life import MAX_FIXED_STEPS


class Counter(Script):
    n: int = 0
    fixed: int = 0

    @on("hit")
    def hit(self, message: Message, sender: Url) -> None:
        self.n += 1


class Stepper(Script):
    n: int = 0

    def fixed_update(self, dt: float) -> None:
        self.n += 1


def made() -> tuple[Worlds, World, Counter]:
    worlds = Worlds()
    world = worlds.create("main")
    counter = Counter()
    world.spawn("a", c=counter)
    worlds.step()
    return worlds, world, counter


def again(worlds: Worlds, *classes: type[Script]) -> Worlds:
    fresh = Worlds(build=worlds.build)
    known: tuple[type[Script], ...] = (Counter, *classes)
    fresh.prepare(worlds.sections(), {cls.__name__: cls for cls in known}).commit()
    return fresh


def test_the_policies_are_named_by_their_class() -> None:
    assert (DispatchPolicy.DEFOLD, DispatchPolicy.DEFOLD_2013, DispatchPolicy.DRAIN) == (DEFOLD, DEFOLD_2013, DRAIN)


def test_an_exception_whose_text_fails_is_a_fault_like_any_other() -> None:
    class Mute(Exception):
        def __str__(self) -> str:
            raise RuntimeError("no text")

    class Breaks(Script):
        def update(self, dt: float) -> None:
            raise Mute

        def on_message(self, message_id: str, message: Any, sender: Url) -> None:
            raise Mute

    worlds, world, counter = made()
    world.spawn("b", b=Breaks(), c=Counter())
    world.post("/b", "hit")
    world.post("/a#c", "hit")
    worlds.step()
    assert counter.n == 1
    assert world.component("/b#c", Counter).n == 1
    assert [f.callback for f in worlds.faults] == ["on_message", "update"]
    assert "Mute: (its text cannot be made: RuntimeError)" in worlds.faults[0].text


# Handles and components that are gone


def test_a_handle_is_never_taken_for_a_later_object_of_its_id() -> None:
    worlds, world, _ = made()
    old = world["/a"]
    old.delete()
    worlds.step()
    world.spawn("a", position=(9, 9), c=Counter())
    for use in (
        lambda: world.get(old, "position.x"),
        lambda: world.set(old, "position.x", 1),
        lambda: world.animate(old, "position.x", 1, 1),
        lambda: world.cancel_animations(old, "position.x"),
        lambda: world.spawn("b", parent=old),
    ):
        with pytest.raises(NotFound):
            use()
    assert world["/a"].position[:2] == (9.0, 9.0)
    assert len(world) == 1


@pytest.mark.parametrize("restored", [False, True])
def test_a_component_that_is_gone_begins_nothing_that_a_save_would_hold(restored: bool) -> None:
    worlds, world, counter = made()
    if restored:  # replaced by a component of another class at the same address
        sections = {
            key if key[1] != "Counter" else (key[0], "Stepper"): ({} if key[1] == "Counter" else value)
            for key, value in worlds.sections().items()
        }
        worlds.prepare(sections, {"Stepper": Stepper}).commit()
    else:
        world["/a"].delete()
        worlds.step()
    for use in (
        lambda: counter.delay(1, "hit"),
        lambda: counter.repeat(1, "hit"),
        lambda: counter.subscribe("news"),
    ):
        with pytest.raises(MessageError, match="is gone"):
            use()
    assert len(again(worlds, Stepper)["main"]) == len(world)


def test_what_was_deleted_in_a_collection_that_fails_leaves_nothing_behind() -> None:
    def build(name: str, world: World) -> None:
        world.spawn("half", c=Counter()).delete()
        raise RuntimeError("half way")

    worlds = Worlds(build=build)
    world = worlds.create("main")
    factory = CollectionFactory("any")
    world.spawn("f", f=factory)
    worlds.step()
    with pytest.raises(RuntimeError):
        factory.create()
    worlds.step()
    worlds.step()
    assert [thing.id for thing in world] == ["/f"]
    assert not worlds.faults


# Values that no save could hold


def test_an_empty_message_id_is_refused_at_the_sender() -> None:
    _, world, counter = made()
    for use in (lambda: counter.post("#", ""), lambda: world.post("/a#c", ""), lambda: counter.delay(1, "")):
        with pytest.raises(ValueError, match="at least one character"):
            use()


@dataclass
class Ring:
    inside: Any = None


def test_what_holds_itself_is_refused_at_the_sender() -> None:
    _, _, counter = made()
    ring = Ring()
    ring.inside = ring
    items: list[Any] = []
    items.append(items)
    with pytest.raises(ValueError, match="holds itself"):
        counter.post("#", ring)
    with pytest.raises(ValueError, match="holds itself"):
        counter.post("#", "hit", items=items)


@pytest.mark.parametrize("seconds", ["1", None, [1]])
def test_times_are_numbers(seconds: Any) -> None:
    worlds, world, counter = made()
    for use in (
        lambda: worlds.step(seconds),
        lambda: counter.delay(seconds, "hit"),
        lambda: world.animate("/a", "position.x", 1, seconds),
    ):
        with pytest.raises(TypeError, match="seconds as a number"):
            use()


def test_a_frame_is_bounded_so_that_clocks_stay_finite() -> None:
    worlds, world, counter = made()
    counter.repeat(1, "hit")
    world.animate("/a", "position.x", 5, 2, playback="loop_pingpong")
    for _ in range(3):
        worlds.step(1e308)
    assert counter.n == 3
    assert not worlds.faults
    assert again(worlds)["main"].component("/a#c", Counter).n == 3
    with pytest.raises(ValueError, match="a frame takes"):
        worlds.step(10**400)
    assert worlds.frame == 4


@pytest.mark.parametrize(
    "field", [{"factor": math.nan}, {"factor": math.inf}, {"factor": 10**400}, {"factor": 1, "mode": 2}]
)
def test_a_time_step_that_makes_no_sense_is_refused_at_the_sender(field: dict[str, Any]) -> None:
    _, world, _ = made()
    world.spawn("p", p=CollectionProxy("level"))
    with pytest.raises(TypeError, match="set_time_step"):
        world.post("/p#p", "set_time_step", **field)


@pytest.mark.parametrize("mode", [0, 1])
def test_the_largest_time_step_still_makes_frames_that_a_save_can_hold(mode: int) -> None:
    def build(name: str, world: World) -> None:
        world.spawn("x", c=Counter())

    worlds = Worlds(build=build)
    world = worlds.create("main")
    world.spawn("p", p=CollectionProxy("level"))
    world.post("/p#p", "load")
    world.post("/p#p", "set_time_step", factor=1e308, mode=mode)
    world.post("/p#p", "enable")
    worlds.step()
    inner = worlds["level"].component("/x#c", Counter)
    inner.repeat(1, "hit")
    worlds["level"].animate("/x", "position.x", 5, 2, playback="loop_pingpong")
    for _ in range(3):
        worlds.step(1e9)
    assert inner.n >= 1
    assert not worlds.faults
    assert again(worlds)["level"].component("/x#c", Counter).n == inner.n


def test_a_long_frame_makes_a_bounded_number_of_fixed_updates_and_says_so() -> None:
    worlds = Worlds(fixed_frequency=50)
    world = worlds.create("main")
    stepper = Stepper()
    world.spawn("s", s=stepper)
    worlds.step(1e9)
    assert stepper.n == MAX_FIXED_STEPS
    assert [f.code for f in worlds.faults] == ["TW-MSG-13"]
    worlds.step(0.02)
    assert stepper.n == MAX_FIXED_STEPS + 1


def test_wrong_types_are_named() -> None:
    worlds, world, _ = made()
    for error, said, use in (
        (TypeError, "a policy", lambda: worlds.create("b", policy="defold")),  # type: ignore[arg-type]
        (TypeError, "whole number", lambda: worlds.create("b", max_instances="9")),  # type: ignore[arg-type]
        (NotFound, "no world", lambda: worlds[5]),  # type: ignore[index]
        (TypeError, "named by text", lambda: world.get("/a", 5)),  # type: ignore[arg-type]
        (TypeError, "named by text", lambda: world.animate("/a", "position.x", 1, 1, easing=None)),  # type: ignore[arg-type]
        (TypeError, "moves to a number", lambda: world.animate("/a", "position.x", "5", 1)),  # type: ignore[arg-type]
        (TypeError, "moves to a number", lambda: world.animate("/a", "position.x", None, 1)),  # type: ignore[arg-type]
        (TypeError, "GameObject or None", lambda: setattr(world["/a"], "parent", "/b")),
        (SaveError, "no topic", lambda: worlds.prepare({("talewright", "Worlds"): {"topics": [5]}})),
    ):
        with pytest.raises(error, match=said):
            use()
    assert [w.name for w in worlds] == ["main"]


def test_strict_worlds_name_the_field_whatever_is_wrong_with_it() -> None:
    worlds = Worlds(strict=True)
    world = worlds.create("main")
    world.spawn("a", c=Counter())
    with pytest.raises(MessageError, match=r"the message 'hit'.*never spawned"):
        world.post("/a#c", "hit", who=Counter())
    world.post("/a#c", "hit", text="\ud800")
    with pytest.raises(MessageError, match="exceeded at 'text'"):
        world.post("/a#c", "hit", text="\ud800" * 1000)


# The program is being stopped


class Stops(Script):
    n: int = 0
    seen: list[str | None] = []
    stops: bool = True

    def on_input(self, action_id: str | None, action: Message) -> bool | None:
        self.seen.append(action_id)
        self.stop(action_id == "b")
        return None

    def final(self) -> None:
        self.n += 1
        self.stop(True)

    def stop(self, really: bool) -> None:
        if really and self.stops:
            self.stops = False
            raise KeyboardInterrupt


def test_input_that_was_cut_short_goes_on() -> None:
    worlds = Worlds()
    world = worlds.create("main")
    script = Stops()
    world.spawn("s", s=script)
    world.post("/s", "acquire_input_focus")
    worlds.step()
    for action in "abcd":
        worlds.input(action)
    with pytest.raises(KeyboardInterrupt):
        worlds.step()
    assert len(worlds.sections()["talewright", "Worlds"]["input"]) == 2
    worlds.step()
    assert script.seen == ["a", "b", "c", "d"]


def test_deletions_that_were_cut_short_are_part_of_a_save() -> None:
    worlds = Worlds()
    world = worlds.create("main")
    things = [world.spawn(name, s=Stops(stops=name == "b")) for name in "abc"]
    worlds.step()
    for thing in things:
        thing.delete()
    with pytest.raises(KeyboardInterrupt):
        worlds.step()
    other = again(worlds, Stops)
    for one in (worlds, other):
        one.step()
        assert len(one["main"]) == 0


def test_a_world_whose_end_was_cut_short_is_part_of_a_save() -> None:
    def build(name: str, world: World) -> None:
        world.spawn("x", s=Stops())

    worlds = Worlds(build=build)
    world = worlds.create("main")
    world.spawn("p", p=CollectionProxy("level"))
    world.post("/p#p", "load")
    world.post("/p#p", "enable")
    worlds.step()
    worlds.step()
    world.post("/p#p", "unload")
    with pytest.raises(KeyboardInterrupt):
        worlds.step()
    other = again(worlds, Stops)
    for one in (worlds, other):
        one.step()
        assert [w.name for w in one] == ["main"]
        one["main"].post("/p#p", "load")
        one.step()
        one.step()
        assert "level" in one
        assert not one.faults


# Made together


def test_components_may_have_the_ids_of_parameters() -> None:
    worlds, world, _ = made()
    more = {"position": Counter(), "self": Counter(), "parent": Counter(), "more": Counter()}
    thing = world.spawn("b", more, position=(1, 2), object_id=Counter())
    assert list(thing.components) == [*more, "object_id"]
    assert thing.position[:2] == (1.0, 2.0)
    world.post("/b#self", "hit")
    worlds.step()
    assert world.component("/b#self", Counter).n == 1
    again(worlds)
    with pytest.raises(AlreadyExists, match="given twice"):
        world.spawn("c", {"x": Counter()}, x=Counter())
    with pytest.raises(TypeError, match="in a mapping"):
        world.spawn("c", Counter())  # type: ignore[arg-type]


class Looks(Script):
    saw: int = -1

    def init(self) -> None:
        self.saw = len(self.world)


@pytest.mark.parametrize("running", [False, True])
def test_what_is_made_together_is_initialised_together(running: bool) -> None:
    worlds = Worlds()
    world = worlds.create("main")
    if running:
        worlds.step()
    with world.together():
        a = world.spawn("a", c=Looks())
        with world.together():
            b = world.spawn("b", c=Looks())
        with pytest.raises(Misuse):
            worlds.sections()
        with pytest.raises(Misuse):
            worlds.step()
    worlds.step()
    assert [world.component(f"{thing.id}#c", Looks).saw for thing in (a, b)] == [2, 2]


@pytest.mark.parametrize("running", [False, True])
def test_what_fails_together_was_never_there(running: bool) -> None:
    def build(name: str, world: World) -> None:
        world.spawn("in", c=Looks())

    worlds = Worlds(build=build)
    world = worlds.create("main")
    factory = CollectionFactory("any")
    world.spawn("stays", c=Looks(), f=factory)
    if running:
        worlds.step()

    def fail() -> None:
        with world.together():
            world.spawn("a", c=Looks(), parent="/stays")
            factory.create()
            with world.together():
                world.spawn("b", c=Looks()).delete()
            world.spawn("stays")

    with pytest.raises(AlreadyExists):
        fail()
    worlds.step()
    worlds.step()
    assert [thing.id for thing in world] == ["/stays"]
    assert not world["/stays"].children
    assert not worlds.faults
    world.spawn("a", c=Looks())
    again(worlds, Looks)


# Many


def test_thousands_of_animations_worlds_and_trees_are_no_matter() -> None:
    def build(name: str, world: World) -> None:
        world.spawn("x", c=Counter())

    worlds = Worlds(build=build)
    world = worlds.create("main")
    root = world.spawn("root")
    for number in range(2_000):
        world.spawn(f"o{number}", c=Counter(), parent=root)
        world.animate(f"/o{number}", "position.x", 1, 1, notify=f"/o{number}#c")
        world.animate(f"/o{number}", "position.x", 2, 1)
    for number in range(300):
        world.spawn(f"p{number}", p=CollectionProxy(f"level{number}"))
        world.post(f"/p{number}#p", "load")
        world.post(f"/p{number}#p", "enable")
    worlds.step()
    assert len(worlds) == 301
    assert worlds["level299"].initialised
    worlds.step(2)
    assert not world._life.animations.running
    assert world["/o1999"].position[0] == 2
    for thing in root.children:
        thing.delete_tree()
    worlds.step()
    assert len(world) == 301


def test_a_property_that_ends_its_own_animation() -> None:
    class Ends(Script):
        @property
        def level(self) -> float:
            return 0.0

        value: float = 0.0

        def __setattr__(self, name: str, value: object) -> None:
            object.__setattr__(self, name, value)
            if name == "value":
                self.world.cancel_animations("/e#c")

    worlds = Worlds()
    world = worlds.create("main")
    world.spawn("e", c=Ends())
    world.animate("/e#c", "value", 5, 1)
    worlds.step(2)
    assert not world._life.animations.running
    assert world.get("/e#c", "value") == 5
    assert not worlds.faults


def test_a_flood_of_lost_messages_is_reported_whole_and_searched_for_near_names_a_while() -> None:
    worlds, world, _ = made()
    world.spawn("lantern")
    for _frame in range(2):
        for number in range(500):
            world.post(f"/lantern{number}#c", "hit")
        before = worlds.fault_count
        worlds.step()
        lost = worlds.faults[-500:]
        assert worlds.fault_count == before + 500
        assert [fault.object for fault in lost] == [f"/lantern{number}" for number in range(500)]
        assert lost[0].hint
        assert sum(bool(fault.hint) for fault in lost) < 100
        world.post("/lanter#c", "hit")
        worlds.step()
        assert worlds.faults[-1].hint  # a search a frame is always there
