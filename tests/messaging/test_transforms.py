"""Places, turns and sizes, each operation against matrices that numpy works out on its own."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest
from tests.matrices import Array, about, composed, in_world, local, of, of_euler, of_quaternion, same

from talewright.errors import MessageError, NotFound, SaveError
from talewright.messaging import (
    CollectionFactory,
    CollectionProxy,
    Factory,
    GameObject,
    Message,
    Script,
    Url,
    World,
    Worlds,
    on,
)

# The forms of the table

FORMS: dict[str, dict[str, Any]] = {
    "position": {"position": (3, -2, 5)},
    "rotation": {"rotation": (0.1, -0.7, 0.3, 0.5)},
    "about x": {"euler": (100, 0, 0)},
    "about y": {"euler": (0, -170, 0)},
    "about z": {"euler": (0, 0, 250)},
    "about all": {"euler": (20, 130, -70)},
    "uniform": {"scale": 3},
    "unequal": {"scale": (2, 0.5, 4)},
    "mirrored": {"scale": (-2, 2, 2)},
    "all": {"position": (1, 2, 3), "euler": (0, 0, 90), "scale": (2, 3, 4)},
}
ABOVE: dict[str, list[dict[str, Any]]] = {
    "a root": [],
    "turned": [{"position": (4, 5, 6), "euler": (10, 20, 30)}],
    "larger": [{"position": (4, 5, 6), "scale": 2}, {"euler": (0, 0, 40), "scale": 0.5}],
    "larger and turned": [{"position": (1, 0, 2), "scale": 2, "euler": (30, 0, 200)}],
    "unequal": [{"position": (1, 1, 1), "scale": (2, 3, 4)}],
    "unequal below a turn": [{"euler": (0, 90, 0)}, {"scale": (2, 3, 4), "position": (0, 1, 0)}],
    "mirrored": [{"scale": (-1, 1, 1), "position": (1, 2, 3)}, {"euler": (0, 0, 25)}],
    "askew": [{"scale": (3, 1, 2)}, {"euler": (10, 0, 30), "scale": (1, 2, 1), "position": (2, 1, 1)}],
}
RIGID = ("a root", "turned", "larger", "larger and turned", "mirrored")
"""Below these nothing is ever askew."""

FLAGS = pytest.mark.parametrize("along_z", [True, False])


def angles_of(thing: GameObject) -> tuple[float, ...]:
    return thing.euler


def put(thing: GameObject, form: dict[str, Any]) -> None:
    for name, value in form.items():
        setattr(thing, name, value)


def made(along_z: bool = True) -> tuple[Worlds, World]:
    worlds = Worlds()
    world = worlds.create("main")
    world.scale_along_z = along_z
    return worlds, world


def below(world: World, above: str, name: str = "thing") -> GameObject:
    parent = None
    for number, form in enumerate(ABOVE[above]):
        parent = world.spawn(f"{name}_above{number}", parent=parent)
        put(parent, form)
    return world.spawn(name, parent=parent)


@pytest.mark.parametrize("form", FORMS)
def test_what_is_set_is_the_matrix_and_is_got_again(form: str) -> None:
    _, world = made()
    thing, other = world.spawn("thing"), world.spawn("other")
    put(thing, FORMS[form])
    for name, value in FORMS[form].items():
        world.set("/other", name, value)
        assert world.get("/other", name) == getattr(thing, name)
        if name not in ("rotation", "scale"):
            assert getattr(thing, name) == value
    expected = FORMS[form]
    turn = of_quaternion(expected["rotation"]) if "rotation" in expected else of_euler(expected.get("euler", (0, 0, 0)))
    size = expected.get("scale", 1)
    matrix = of(expected.get("position", (0, 0, 0)), turn, (size,) * 3 if isinstance(size, int) else size)
    same(thing.world_transform, matrix)
    same(other.world_transform, matrix)
    same(composed(thing), matrix)
    assert thing.world_scale == thing.scale


@FLAGS
@pytest.mark.parametrize(("form", "above"), list(itertools.product(FORMS, ABOVE)))
def test_a_chain_of_parents_is_a_product_of_matrices(form: str, above: str, along_z: bool) -> None:
    _, world = made(along_z)
    thing = below(world, above)
    put(thing, FORMS[form])
    expected = in_world(thing)
    same(thing.world_transform, expected)
    same(thing.world_position, expected[:3, 3])
    same(np.abs(thing.world_scale), np.linalg.norm(expected[:3, :3], axis=0))
    if above in RIGID or (form in ("position", "uniform") and above != "askew"):
        same(composed(thing), expected)
    assert thing.world_scale_uniform == min(thing.world_scale)
    for name in ("world_position", "world_rotation", "world_scale", "world_scale_uniform", "world_transform"):
        assert world.get("/thing", name) == getattr(thing, name)
    assert world.get("/thing", "world_scale.yx") == thing.world_scale[1::-1]


@FLAGS
@pytest.mark.parametrize("verb", ["method", "message"])
@pytest.mark.parametrize(("start", "end"), list(itertools.product(ABOVE, repeat=2)))
def test_a_new_parent_keeps_the_world_transform(start: str, end: str, verb: str, along_z: bool) -> None:
    worlds, world = made(along_z)
    thing, other = below(world, start), below(world, end, "other")
    put(thing, FORMS["all"])
    child = world.spawn("child", parent=thing, position=(1, 2, 3), scale=2)
    whole = [thing.world_position, thing.world_rotation, thing.world_scale]
    before, inside = in_world(thing), in_world(child)
    parent = other.parent
    if verb == "method":
        thing.reparent(parent)
    else:
        world.post("/thing", "set_parent", parent_id=None if parent is None else parent.id)
        worlds.step()
    assert thing.parent is parent
    for a, b in zip([thing.world_position, thing.world_rotation, thing.world_scale], whole, strict=True):
        same(a, b)
    if start in RIGID and end in RIGID:
        same(thing.world_transform, before)
        if along_z:  # else z is not drawn out, and that is along another axis now
            same(child.world_transform, inside)
    same(thing.world_transform, in_world(thing))


@FLAGS
@pytest.mark.parametrize("verb", ["property", "message"])
@pytest.mark.parametrize("end", ABOVE)
def test_a_new_parent_may_take_it_along(end: str, verb: str, along_z: bool) -> None:
    worlds, world = made(along_z)
    thing, other = below(world, "turned"), below(world, end, "other")
    put(thing, FORMS["all"])
    before, parent = local(thing), other.parent
    if verb == "property":
        thing.parent = parent
    else:
        path = None if parent is None else parent.id
        world.post("/thing", "set_parent", parent_id=path, keep_world_transform=0)
        worlds.step()
    same(local(thing), before)
    assert angles_of(thing) == (0, 0, 90)
    same(thing.world_transform, in_world(thing))


def test_the_scale_is_kept_under_a_larger_parent_and_without_one() -> None:
    """Faults §5 A2."""
    _, world = made()
    p, k, c = world.spawn("p", scale=2), world.spawn("k"), world.spawn("c", position=(1, 0))
    c.parent = k
    k.reparent(p)
    assert (c.world_position, c.world_scale, k.scale) == ((1, 0, 0), (1, 1, 1), (0.5, 0.5, 0.5))
    k.reparent(None)
    assert (c.world_position, c.world_scale, k.scale, k.rotation) == ((1, 0, 0), (1, 1, 1), (1, 1, 1), (0, 0, 0, 1))


def test_nothing_is_kept_along_an_axis_without_a_size() -> None:
    _, world = made()
    flat, thing = world.spawn("flat", scale=(2, 0, 1)), world.spawn("thing", position=(4, 4, 4), scale=3)
    thing.reparent(flat)
    assert (thing.world_position, thing.scale) == ((4, 0, 4), (1.5, 3, 3))
    thing.reparent(None)
    assert (thing.position, thing.scale) == ((4, 0, 4), (3, 0, 3))


def test_no_parent_makes_a_ring_or_lies_elsewhere() -> None:
    worlds, world = made()
    a = world.spawn("a", scale=2, position=(1, 1))
    b = world.spawn("b", parent=a)
    far = worlds.create("far").spawn("far")
    for wrong in (a, b, far):
        with pytest.raises(MessageError, match=r"Unable to set parent|same collection"):
            a.reparent(wrong)
    gone = world.spawn("gone")
    gone.delete()
    worlds.step()
    with pytest.raises(MessageError, match="Could not find parent"):
        a.reparent(gone)
    assert (a.parent, a.position, a.scale) == (None, (1, 1, 0), (2, 2, 2))


def test_children_of_a_deleted_parent_go_to_the_grandparent_as_they_are() -> None:
    worlds, world = made()
    top = world.spawn("top", position=(10, 0), scale=2)
    middle = world.spawn("middle", position=(5, 0), scale=3, parent=top)
    leaf = world.spawn("leaf", position=(1, 0), scale=(1, 2, 1), parent=middle)
    middle.delete()
    worlds.step()
    assert (leaf.parent, leaf.position, leaf.scale) == (top, (1, 0, 0), (1, 2, 1))
    assert (leaf.world_position, leaf.world_scale) == ((12, 0, 0), (2, 4, 2))


def test_what_is_worked_out_cannot_be_set() -> None:
    _, world = made()
    world.spawn("thing")
    with pytest.raises(NotFound, match="that can be set") as caught:
        world.set("/thing", "world_scale", (1, 1, 1))
    assert "set position, rotation, euler or scale" in caught.value.hint
    with pytest.raises(NotFound, match="world_transform"):
        world.get("/thing", "world_transform.x")


# Angles


@pytest.mark.parametrize("axis", "xyz")
@pytest.mark.parametrize("angle", [0, 1, 89.9, 90, 91, 100, 180, 181, 270, 359, 360, -90, -100, -180, -270, -359])
def test_an_angle_about_one_axis_alone_comes_back(axis: str, angle: float) -> None:
    """Faults §5 A1."""
    _, world = made()
    thing = world.spawn("t")
    world.set("/t", f"euler.{axis}", angle)
    assert world.get("/t", f"euler.{axis}") == angle
    assert sum(thing.euler) == angle
    same(of_quaternion(thing.rotation), about(axis, angle))
    other = world.spawn("other", rotation=thing.rotation)
    assert world.get("/other", f"euler.{axis}") % 360 == pytest.approx(angle % 360, abs=1e-9)
    part = "xyz".index(axis)
    expected = math.degrees(2 * math.atan2(other.rotation[part], other.rotation[3]))
    assert other.euler[part] % 360 == pytest.approx(expected % 360, abs=1e-9)


@pytest.mark.parametrize(("angle", "expected"), [(450, -270), (-450, 270), (720, 0), (400, -320), (1e6, -80)])
def test_an_angle_beyond_a_turn_is_what_its_quaternion_says(angle: float, expected: float) -> None:
    _, world = made()
    thing = world.spawn("t")
    thing.euler = (0, 0, angle)
    assert angles_of(thing) == (0, 0, expected)
    same(of_quaternion(thing.rotation), about("z", angle))


@pytest.mark.parametrize("tilt", [0, 30])
def test_turning_gets_round(tilt: float) -> None:
    _, world = made()
    thing = world.spawn("t")
    thing.euler = (tilt, 0, 0)
    for number in range(1, 30):
        world.set("/t", "euler.z", world.get("/t", "euler.z") + 30)
        same(of_quaternion(thing.rotation), of_euler((tilt, 0, 30 * number)))


ANGLES = (-170, -90, -89, -10, 0, 45, 90, 100)


def test_several_angles_come_back_and_mean_y_z_x() -> None:
    _, world = made()
    thing, other = world.spawn("t"), world.spawn("other")
    for angles in itertools.product(ANGLES, repeat=3):
        thing.euler = angles
        assert angles_of(thing) == angles
        same(of_quaternion(thing.rotation), of_euler(angles))
        other.rotation = thing.rotation
        same(of_euler(other.euler), of_euler(angles))
        if abs(angles[2]) < 90:
            same(of_euler(other.euler), of_euler(angles))
    thing.rotation = (0, 0, 0, 1)
    assert angles_of(thing) == (0, 0, 0)


def test_a_quaternion_is_brought_to_length_1_and_its_sign_is_no_other_rotation() -> None:
    _, world = made()
    thing = world.spawn("t", rotation=(0, 0, -3, -4))
    assert list(thing.rotation) == [0, 0, -0.6, -0.8]
    same(of_quaternion(thing.rotation), of_quaternion((0, 0, 0.6, 0.8)))
    wrong: Any
    for wrong in [(0, 0, 0, 0), (math.nan, 0, 0, 1), (0, math.inf, 0, 1), ("0", 0, 0, 1)]:
        with pytest.raises((ValueError, TypeError), match="rotation"):
            thing.rotation = wrong
    for name in ("position", "euler", "scale"):
        for value in (math.nan, math.inf, "1"):
            with pytest.raises((ValueError, TypeError)):
                world.set("/t", name, (value, 0, 0))
            with pytest.raises((ValueError, TypeError)):
                world.set("/t", f"{name}.y", value)
    assert thing.rotation == (0, 0, -0.6, -0.8)


@pytest.mark.parametrize("size", [3.4e38, 1e30, 1e-30, 1e-200, 5e-324])
def test_a_quaternion_of_any_length_is_brought_to_length_1(size: float) -> None:
    """The square of 1e-200 is 0: it was refused, as if it were (0, 0, 0, 0)."""
    _, world = made()
    thing = world.spawn("t", rotation=(size, 0, 0, -size))
    assert thing.rotation == pytest.approx((0.5**0.5, 0, 0, -(0.5**0.5)))
    thing.rotation = (size,) * 4
    assert thing.rotation == pytest.approx((0.5,) * 4)


@pytest.mark.parametrize("name", ["position", "scale", "euler", "rotation"])
@pytest.mark.parametrize("number", [3.5e38, -1e200, 1e308])
def test_what_single_precision_cannot_say_is_refused(name: str, number: float) -> None:
    """The products of such numbers are endless: the world transform had no place any more, and nobody said so."""
    worlds, world = made()
    thing = world.spawn("t")
    value = (number, 1, 1, 1) if name == "rotation" else (number, 1, 1)
    with pytest.raises(ValueError, match=r"3\.4e38"):
        setattr(thing, name, value)
    thing.scale, thing.position = (3e38, 1, 1), (3e38, 1, 1)
    inner = world.spawn("u", parent="t", scale=(3e38, 1, 1), position=(3e38, 1, 1))
    assert all(math.isfinite(part) for part in (*inner.world_scale, *inner.world_position))
    sections = worlds.sections()
    sections["main:/t", "GameObject"][name] = list(value)
    with pytest.raises(SaveError, match=r"main:/t: .* 3\.4e38"):
        worlds.prepare(sections)


# Animations


def halfway(name: str, to: Any, *, start: dict[str, Any] | None = None) -> tuple[GameObject, Worlds]:
    worlds, world = made()
    thing = world.spawn("t")
    put(thing, start or {})
    worlds.step()
    world.animate("/t", name, to, 2.0)
    worlds.step(1.0)
    return thing, worlds


def test_an_animation_goes_through_130_and_ends_at_160() -> None:
    """Faults §5 A1."""
    thing, worlds = halfway("euler.z", 160, start={"euler": (0, 0, 100)})
    assert angles_of(thing) == (0, 0, 130)
    worlds.step(1.0)
    assert angles_of(thing) == (0, 0, 160)
    assert worlds["main"].get("/t", "euler.z") == 160


@pytest.mark.parametrize(
    ("name", "to", "start", "half", "end"),
    [
        ("position", (2, 4, 6), {}, of((1, 2, 3)), of((2, 4, 6))),
        ("position.y", 4, {"position": (1, 0, 1)}, of((1, 2, 1)), of((1, 4, 1))),
        ("euler.x", 200, {}, of(turn=about("x", 100)), of(turn=about("x", 200))),
        ("euler.y", -300, {}, of(turn=about("y", -150)), of(turn=about("y", -300))),
        ("euler.z", 720, {}, of(), of()),
        ("euler.z", 160, {"euler": (30, 0, 40)}, of(turn=of_euler((30, 0, 100))), of(turn=of_euler((30, 0, 160)))),
        ("euler", (90, 180, 270), {}, of(turn=of_euler((45, 90, 135))), of(turn=of_euler((90, 180, 270)))),
        ("rotation", (0, 0, 2, 0), {}, of(turn=about("z", 90)), of(turn=about("z", 180))),
        ("rotation", (0, 0, 0, -1), {}, of(), of()),
        ("rotation", (0, 0, -0.6, -0.8), {}, of(turn=about("z", math.degrees(math.atan2(0.6, 0.8)))),
         of(turn=of_quaternion((0, 0, 0.6, 0.8)))),
        ("scale", 3, {}, of(size=(2, 2, 2)), of(size=(3, 3, 3))),
        ("scale", (3, 5, 7), {}, of(size=(2, 3, 4)), of(size=(3, 5, 7))),
        ("scale.x", -1, {}, of(size=(0, 1, 1)), of(size=(-1, 1, 1))),
    ],
)  # fmt: skip
def test_animations_are_half_of_the_way_and_then_there(
    name: str, to: Any, start: dict[str, Any], half: Array, end: Array
) -> None:
    thing, worlds = halfway(name, to, start=start)
    same(local(thing), half)
    worlds.step(1.0)
    same(local(thing), end)
    assert not worlds.faults


def test_two_angles_move_at_once() -> None:
    worlds, world = made()
    thing = world.spawn("t")
    world.animate("/t", "euler.x", 60, 2.0)
    world.animate("/t", "euler.z", 240, 2.0)
    for number in range(1, 9):
        worlds.step(0.25)
        same(of_quaternion(thing.rotation), of_euler((7.5 * number, 0, 30 * number)))
    assert angles_of(thing) == (60, 0, 240)


# Factories


def team(name: str, world: World) -> None:
    if name == "team":
        root = world.spawn("root", position=(1, 2, 3), scale=(1, 2, 1))
        root.euler = (0, 0, 90)
        world.spawn("leaf", parent="root", position=(1, 0, 1))
    else:
        world.spawn("inner", position=(1, 1, 1), scale=2)


class Maker(Script):
    made: list[str] = []
    how: dict[str, Any] = {}

    def create(self) -> None:
        for name in ("one", "many"):
            new = self.world.component(f"/hole#{name}").create(**self.how)  # type: ignore[attr-defined]
            self.made += [new.id] if name == "one" else [thing.id for thing in new.values()]

    @on("make")
    def make(self, message: Message, sender: Url) -> None:
        self.create()


class InInit(Maker):
    def init(self) -> None:
        self.create()


class InUpdate(Maker):
    def update(self, dt: float) -> None:
        if not self.made:
            self.create()


class InTimer(Maker):
    def init(self) -> None:
        self.after(0, self.ring)

    def ring(self, elapsed: float, handle: int) -> None:
        self.create()


class InMessageOfATimer(Maker):
    def init(self) -> None:
        self.delay(0, "make")


class InFinal(Maker):
    def final(self) -> None:
        self.create()


class InInput(Maker):
    def init(self) -> None:
        self.post(".", "acquire_input_focus")

    def on_input(self, action_id: str | None, action: Message) -> bool | None:
        self.create()
        return True


def factories(caller: Script, above: str, *, along_z: bool = True) -> tuple[Worlds, GameObject]:
    worlds = Worlds(team, prototypes={"bean": lambda: {"c": Script()}})
    world = worlds.create("main")
    world.scale_along_z = along_z
    world.spawn("hole", position=(100, 100), scale=7, one=Factory("bean"), many=CollectionFactory("team"))
    return worlds, below(world, above).world.spawn("caller", caller=caller, parent="/thing", position=(0, 1, 2))


@FLAGS
@pytest.mark.parametrize("above", ABOVE)
@pytest.mark.parametrize("cls", [Maker, InInit, InUpdate, InTimer, InMessageOfATimer, InFinal, InInput])
def test_a_factory_makes_things_where_its_caller_is(cls: type[Maker], above: str, along_z: bool) -> None:
    """Faults §5 B3."""
    script = cls()
    worlds, caller = factories(script, above, along_z=along_z)
    put(caller, {"euler": (0, 0, 90), "scale": (2, 3, 2)})
    expected, shape = composed(caller), caller.world_scale
    if cls is InFinal:
        caller.delete()
    if cls is Maker:
        worlds["main"].post("/caller", "make")
    if cls is InInput:
        worlds.step()
        worlds.input("jump", pressed=True)
    worlds.step()
    assert not worlds.faults
    one, root, leaf = (worlds["main"][path] for path in script.made)
    same(in_world(one), expected)
    assert one.world_scale == pytest.approx(shape)
    inside = of((1, 2, 3), about("z", 90), (1, 2, 1))
    whole = expected @ inside
    if not along_z:
        flat = of(caller_place := expected[:3, 3], of_quaternion(one.rotation), (*one.scale[:2], 1))
        whole[:3, 3] = (flat @ (1, 2, 3, 1))[:3]
        same(caller_place, one.position)
    same(in_world(root), whole)
    same(leaf.world_transform, in_world(leaf))
    assert (leaf.position, leaf.scale) == ((1, 0, 1), (1, 1, 1))


def test_what_is_said_goes_before_the_caller() -> None:
    script = Maker(how={"position": (1, 1, 1), "rotation": (0, 0, 1, 0), "scale": 5})
    worlds, caller = factories(script, "unequal")
    worlds["main"].post("/caller", "make")
    worlds.step()
    one, root, _ = (worlds["main"][path] for path in script.made)
    same(in_world(one), of((1, 1, 1), about("z", 180), (5, 5, 5)))
    same(in_world(root), of((1, 1, 1), about("z", 180), (5, 5, 5)) @ of((1, 2, 3), about("z", 90), (1, 2, 1)))
    script.how, script.made = {"scale": (1, 2, 3)}, []
    worlds["main"].post("/caller", "make")
    worlds.step()
    one = worlds["main"][script.made[0]]
    assert list(one.scale) == [1, 2, 3]
    assert one.position == caller.world_position


def test_the_host_and_other_worlds_get_the_place_of_the_factory() -> None:
    worlds, _ = factories(Maker(), "a root")
    hole = worlds["main"]["/hole"]
    assert hole["one"].create().position == (100, 100, 0)  # type: ignore[attr-defined]
    many = hole["many"].create()  # type: ignore[attr-defined]
    assert many["/root"].scale == (7, 14, 7)

    class Far(Script):
        place: tuple[float, ...] = ()

        def init(self) -> None:
            self.place = hole["one"].create().position  # type: ignore[attr-defined]

    far = worlds.create("far").spawn("far", position=(5, 5), c=Far())
    worlds.step()
    assert far["c"].place == (100, 100, 0)  # type: ignore[attr-defined]


def test_the_one_who_spawned_calls_again_after_an_init_that_called() -> None:
    class Outer(Script):
        places: list[tuple[float, ...]] = []

        def update(self, dt: float) -> None:
            if not self.places:
                factory = self.world.component("/hole#one", Factory)
                self.places.append(factory.create().position)
                self.world.spawn("inner", position=(9, 9), c=InInit())
                self.places.append(factory.create().position)

    worlds, _ = factories(Maker(), "a root")
    outer = Outer()
    worlds["main"].spawn("outer", position=(3, 3), c=outer)
    worlds.step()
    assert outer.places == [(3, 3, 0), (3, 3, 0)]
    assert worlds["main"]["/instance1"].position == (9, 9, 0)


# Worlds of proxies


@FLAGS
def test_a_world_behind_a_proxy_stands_at_its_own_origin(along_z: bool) -> None:
    worlds = Worlds(team)
    world = worlds.create("main")
    world.spawn("door", position=(50, 50), scale=9, proxy=CollectionProxy("level"))
    world.post("/door#proxy", "enable")
    world.post("/door#proxy", "load")
    world.post("/door#proxy", "enable")
    worlds.step()
    level = worlds["level"]
    level.scale_along_z = along_z
    child = level.spawn("child", parent="/inner", position=(1, 1, 1))
    same(child.world_transform, in_world(child))
    assert list(child.world_position) == [3, 3, 3 if along_z else 2]
    with pytest.raises(MessageError, match="same collection"):
        child.reparent(world["/door"])


# Saves


@FLAGS
def test_saves_keep_every_transform_and_what_is_under_way(along_z: bool) -> None:
    worlds, world = made(along_z)
    for number, (above, form) in enumerate(itertools.product(ABOVE, FORMS)):
        put(below(world, above, f"thing{number}"), FORMS[form])
    thing = world.spawn("t")
    thing.euler = (30, 0, 0)
    world.animate("/t", "euler.z", 300, 2.0)
    world.animate("/t", "scale", 5, 2.0, playback="loop_pingpong")
    other = world.spawn("other", rotation=(0, 0, 0.6, 0.8))
    world.animate("/other", "rotation", (0, 1, 0, 1), 2.0, easing="inoutquad")
    worlds.step(0.7)
    saved = worlds.sections()
    fresh = Worlds()
    fresh.prepare(saved).commit()
    assert fresh.sections() == saved
    assert fresh["main"].scale_along_z is along_z
    for _ in range(4):
        for a, b in zip(world, fresh["main"], strict=True):
            assert a.world_transform == b.world_transform
            assert (a.euler, a.world_rotation, a.world_scale) == (b.euler, b.world_rotation, b.world_scale)
        worlds.step(0.4)
        fresh.step(0.4)
    assert angles_of(fresh["main"]["/t"]) == (30, 0, 300)
    assert other.rotation == pytest.approx((0, math.sqrt(0.5), 0, math.sqrt(0.5)))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("rotation", [0, 0, 0, 0]),
        ("rotation", [0, 0, math.nan, 1]),
        ("position", [math.nan, 0, 0]),
        ("scale", [math.inf, 1, 1]),
        ("euler", [0, 0, math.nan]),
    ],
)
def test_a_save_that_says_no_place_is_refused_whole(name: str, value: Any) -> None:
    worlds, world = made()
    world.spawn("thing", position=(1, 1))
    saved = worlds.sections()
    saved["main:/thing", "GameObject"] = {**saved["main:/thing", "GameObject"], name: value}
    with pytest.raises(SaveError, match="main:/thing"):
        worlds.prepare(saved)
    assert world["/thing"].position == (1, 1, 0)
