"""Properties: read, written, moving by themselves."""

from __future__ import annotations

from typing import Any

import pytest

from talewright.config.values.grammar import dump, parse
from talewright.errors import FieldError, NotFound
from talewright.messaging import EASINGS, PLAYBACKS, Script, Url, World, Worlds


class Lamp(Script):
    level: float = 0.0
    tint: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 1.0)
    count: int = 3
    label: str = "lamp"
    done: list[Any] = []

    def on_message(self, message_id: str, message: Any, sender: Url) -> None:
        self.done.append((message_id, dict(message), str(sender)))


def made() -> tuple[Worlds, World, Lamp]:
    worlds = Worlds()
    world = worlds.create("main")
    lamp = Lamp()
    world.spawn("lamp", position=(1, 2, 3), c=lamp)
    worlds.step()
    return worlds, world, lamp


def test_properties_of_an_object() -> None:
    _, world, _ = made()
    assert world.get("/lamp", "position") == (1, 2, 3)
    assert world.get("/lamp", "position.y") == 2
    assert world.get("/lamp", "position.zx") == (3, 1)
    world.set("/lamp", "position.xy", (7, 8))
    world.set("/lamp", "scale", 2)
    world.set("/lamp", "euler.z", 90)
    thing = world["/lamp"]
    assert (thing.position, thing.scale) == ((7, 8, 3), (2, 2, 2))
    assert thing.euler == pytest.approx((0, 0, 90))
    assert world.get(thing, "rotation.w") == pytest.approx(0.70710678)
    child = world.spawn("child", position=(1, 0), parent=thing)
    assert child.world_position == pytest.approx((7, 10, 3))
    assert world.get("/child", "world_position") == child.world_position
    with pytest.raises(NotFound, match="'main:/lamp' does not have any property called 'world_position'"):
        world.set("/lamp", "world_position", (0, 0, 0))


def test_properties_of_a_component() -> None:
    _, world, lamp = made()
    world.set("/lamp#c", "level", 0.5)
    world.set(lamp.url(), "tint.x", 1.0)
    assert (world.get("/lamp#c", "level"), lamp.tint) == (0.5, (1.0, 0.0, 0.0, 1.0))
    with pytest.raises(FieldError, match=r"main:/lamp#c\.level: holds 'high', but float is declared"):
        world.set("/lamp#c", "level", "high")


@pytest.mark.parametrize("name", ["levl", "level.x", "tint.q", "tint.", "label.x", "on_message", "_tw_id"])
def test_a_property_that_is_not_there_is_named(name: str) -> None:
    _, world, _ = made()
    with pytest.raises(NotFound, match="'main:/lamp#c' does not have any property called"):
        world.get("/lamp#c", name)


def test_only_within_one_world() -> None:
    worlds, world, _ = made()
    other = worlds.create("other").spawn("x")
    with pytest.raises(NotFound, match="can only access instances within the same collection"):
        world.get("other:/x", "position")
    with pytest.raises(NotFound, match="can only access instances within the same collection"):
        world.set(other, "position", (1, 2))
    with pytest.raises(NotFound, match="Instance /lmap not found"):
        world.get("/lmap", "position")


def test_a_curve_is_played_to_its_exact_end_and_tells() -> None:
    worlds, world, lamp = made()
    world.animate("/lamp#c", "level", 0.3, 1.0, easing="inquad", notify="/lamp#c")
    worlds.step(0.5)
    assert lamp.level == pytest.approx(0.075)
    assert lamp.done == []
    worlds.step(0.75)
    assert lamp.level == 0.3
    assert lamp.done == [("animation_done", {"property": "level"}, "main:/lamp#c")]
    worlds.step(1)
    assert len(lamp.done) == 1


def test_it_begins_with_the_value_that_it_has_then() -> None:
    worlds, world, _ = made()
    thing = world["/lamp"]
    world.animate("/lamp", "position.x", 11, 1.0, delay=1.0)
    worlds.step(0.5)
    assert thing.position[0] == 1
    thing.position = (3, 0)
    worlds.step(1.0)
    assert thing.position[0] == 7  # 3 + 8 * 0.5


@pytest.mark.parametrize(
    ("playback", "values", "told"),
    [
        ("once_forward", [2, 4, 8, 8], True),
        ("once_backward", [6, 4, 0, 0], True),
        ("once_pingpong", [4, 8, 0, 0], True),
        ("loop_forward", [2, 4, 1, 3], False),
        ("loop_backward", [6, 4, 7, 5], False),
        ("loop_pingpong", [4, 8, 2, 6], False),
    ],
)
def test_playbacks(playback: str, values: list[float], told: bool) -> None:
    worlds, world, lamp = made()
    assert playback in PLAYBACKS
    world.animate("/lamp#c", "level", 8, 4.0, playback=playback, notify="/lamp#c")
    seen = []
    for dt in (1, 1, 2.5, 1):
        worlds.step(dt)
        seen.append(lamp.level)
    assert seen == pytest.approx(values)
    assert bool(lamp.done) is told


def test_a_new_one_takes_the_place_of_the_old_and_a_cancelled_one_tells_nobody() -> None:
    worlds, world, lamp = made()
    world.animate("/lamp#c", "tint", (1, 1, 1, 0), 1.0, notify="/lamp#c")
    world.animate("/lamp#c", "tint.w", 0.5, 1.0, notify="/lamp#c")
    world.animate("/lamp#c", "level", 1, 1.0, notify="/lamp#c")
    world.animate("/lamp", "position.x", 5, 1.0)
    world.animate("/lamp", "position.y", 5, 1.0)
    assert world.cancel_animations("/lamp#c", "level") == 1
    worlds.step(1)
    assert list(lamp.tint) == [0, 0, 0, 0.5]
    assert [m["property"] for _, m, _ in lamp.done] == ["tint.w"]
    world.animate("/lamp", "position", (0, 0, 0), 1.0)
    world.animate("/lamp#c", "level", 1, 1.0)
    assert world.cancel_animations("/lamp#c") == 1
    assert world.cancel_animations(world["/lamp"]) == 1
    assert world["/lamp"].position == (5, 5, 3)


def test_deleting_the_object_cancels() -> None:
    worlds, world, _ = made()
    world.spawn("ear", c=Lamp())
    world.animate("/lamp#c", "level", 1, 1.0, notify="/ear#c")
    world["/lamp"].delete()
    worlds.step(0)
    worlds.step(1)
    assert world.component("/ear#c", Lamp).done == []
    assert worlds.faults == []


@pytest.mark.parametrize(
    ("name", "to", "more", "error", "said"),
    [
        ("level", 1, {"easing": "inquat"}, ValueError, "did you mean"),
        ("level", 1, {"playback": "twice"}, ValueError, "no playback is called 'twice'"),
        ("level", 1, {"delay": -1}, ValueError, "0 or more seconds"),
        ("level", (1, 2), {}, ValueError, "cannot become"),
        ("level", float("nan"), {}, ValueError, "cannot become"),
        ("count", 1, {}, TypeError, "declare it as float"),
        ("label", 1, {}, TypeError, "only numbers and tuples of numbers"),
    ],
)
def test_what_cannot_be_played_is_refused(
    name: str, to: Any, more: dict[str, Any], error: type[Exception], said: str
) -> None:
    _, world, _ = made()
    with pytest.raises(error, match=said):
        world.animate("/lamp#c", name, to, 1.0, **more)
    assert world._life.animations.running == []


def test_a_value_that_became_something_else_is_a_fault_and_ends_it() -> None:
    worlds, world, lamp = made()
    world.animate("/lamp#c", "level", 1, 1.0)
    lamp.level = "broken"  # type: ignore[assignment]
    worlds.step(0.5)
    assert [f.code for f in worlds.faults] == ["TW-MSG-12"]
    assert world._life.animations.running == []


@pytest.mark.parametrize("nobody", ["level:/nobody", "/nobody#c", "/lamp#d", "/nobody"])
def test_who_is_to_be_told_is_there_when_it_begins(nobody: str) -> None:
    _, world, _ = made()
    with pytest.raises(NotFound):
        world.animate("/lamp#c", "level", 1, 1.0, notify=nobody)
    assert world._life.animations.running == []


@pytest.mark.parametrize("told", ["/ear#c", "/ear"])
@pytest.mark.parametrize("saved", [False, True])
def test_a_successor_is_not_told(told: str, saved: bool) -> None:
    """faults §5 B2: the end of an animation is told to the component that it was bound to, and to no other."""
    worlds, world, _ = made()
    world.spawn("ear", c=Lamp())
    world.animate("/lamp#c", "level", 1, 1.0, notify=told)
    world["/ear"].delete()
    worlds.step(0.1)
    world.spawn("ear", c=Lamp())
    if saved:
        sections = worlds.sections()
        worlds = Worlds()
        worlds.prepare(sections, {"Lamp": Lamp}).commit()
        world = worlds["main"]
    worlds.step(2)
    assert world.component("/lamp#c", Lamp).level == 1
    assert world.component("/ear#c", Lamp).done == []
    assert worlds.faults == []


def test_the_one_who_was_bound_is_told_after_a_load() -> None:
    worlds, world, _ = made()
    world.spawn("ear", c=Lamp())
    world.animate("/lamp#c", "level", 1, 1.0, notify="/ear#c")
    worlds.step(0.1)
    fresh = Worlds()
    fresh.prepare(worlds.sections(), {"Lamp": Lamp}).commit()
    assert fresh.sections() == worlds.sections()
    fresh.step(2)
    assert len(fresh["main"].component("/ear#c", Lamp).done) == 1


@pytest.mark.parametrize("name", EASINGS)
def test_every_curve_goes_from_0_to_1(name: str) -> None:
    curve = EASINGS[name]
    assert (curve(0), curve(1)) == (0, 1)
    if not any(family in name for family in ("elastic", "back", "bounce")):
        points = [curve(n / 50) for n in range(51)]
        assert points == sorted(points)
    half = curve(0.5)
    if name.startswith(("inout", "outin")):
        assert half == pytest.approx(0.5)
    elif name.startswith("in"):
        assert half == pytest.approx(1 - EASINGS["out" + name[2:]](0.5))


def test_all_of_defold_s_curves_are_there() -> None:
    assert len(EASINGS) == 41
    assert EASINGS["outbounce"](0.5) == pytest.approx(0.765625)
    assert EASINGS["incubic"](0.5) == pytest.approx(0.125)
    assert EASINGS["insine"](0.5) == pytest.approx(0.292893)


def test_restored_animations_go_on_exactly() -> None:
    worlds, world, lamp = made()
    world.animate("/lamp#c", "level", 0.7, 1.3, easing="inoutsine", notify="/lamp#c")
    world.animate("/lamp", "position.x", 5.5, 2.1, playback="loop_pingpong", delay=0.35)
    world.animate("/lamp", "rotation", (0, 0, 1, 0), 1, delay=2)
    for _ in range(5):
        worlds.step(0.1)
    saved = {k: {n: parse(dump(v)) for n, v in f.items()} for k, f in worlds.sections().items()}
    fresh = Worlds()
    fresh.prepare(saved, {"Lamp": Lamp}).commit()
    assert fresh.sections() == worlds.sections()
    for _ in range(30):
        for one in (worlds, fresh):
            one.step(0.1)
        assert fresh.sections() == worlds.sections()
    assert fresh["main"].component("/lamp#c", Lamp).done == lamp.done != []
