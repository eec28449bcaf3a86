"""Parents, children, and deleting whole trees."""

from __future__ import annotations

from typing import Any

import pytest

from talewright.errors import MessageError, NotFound
from talewright.messaging import GameObject, Script, World, Worlds
from talewright.messaging.objects.hierarchy import MAX_DEPTH

LOG: list[str] = []


class Node(Script):
    def final(self) -> None:
        LOG.append(self.owner.id)


@pytest.fixture
def world() -> World:
    LOG.clear()
    return Worlds().create("main")


def tree(world: World, *edges: str) -> dict[str, GameObject]:
    """Each edge is "child" or "child<parent"."""
    found = {}
    for edge in edges:
        name, _, parent = edge.partition("<")
        found[name] = world.spawn(name, parent=parent or None, c=Node())
    return found


def test_a_parent_that_goes_hands_its_children_to_the_grandparent(world: World) -> None:
    t = tree(world, "a", "b<a", "c<b", "d<b")
    t["b"].delete()
    world.worlds.step()
    assert [c.id for c in t["a"].children] == ["/c", "/d"]
    t["a"].delete()
    world.worlds.step()
    assert t["c"].parent is None


def test_set_parent_is_a_message_that_the_object_does_itself(world: World) -> None:
    t = tree(world, "a", "level/b", "level/c")
    world.worlds.step()
    world.post("/a", "set_parent", parent_id="/level/b")
    t["level/b"]["c"].post("c#anything", "set_parent", parent_id="b")
    assert t["a"].parent is None
    world.worlds.step()
    assert [c.id for c in t["level/b"].children] == ["/a", "/level/c"]
    world.post("/a", "set_parent")
    world.post("/level/c", "set_parent", parent_id=world.url("/a#c"))
    world.worlds.step()
    assert t["a"].parent is None
    assert t["level/c"].parent is t["a"]
    assert world.worlds.faults == []


def test_what_it_cannot_do_is_a_warning(world: World) -> None:
    t = tree(world, "a", "b<a")
    for object_id, parent in (("/a", "/b"), ("/b", "/nobody")):
        world.post(object_id, "set_parent", parent_id=parent)
    world.worlds.step()
    assert [f.text for f in world.worlds.faults] == [
        "WARNING:GAMEOBJECT: Unable to set parent to child. Child is present in tree above parent. Unsupported",
        "WARNING:GAMEOBJECT: Could not find parent instance with id '/nobody'.",
    ]
    assert t["b"].parent is None


def test_the_depth_is_limited(world: World) -> None:
    above: Any = None
    for n in range(MAX_DEPTH + 1):
        above = world.spawn(f"n{n}", parent=above)
    said = rf"Unable to set parent to child\. Parent at maximum depth {MAX_DEPTH}"
    with pytest.raises(MessageError, match=said):
        world.spawn("deeper", parent=above)
    assert "/deeper" not in world
    top = world.spawn("top")
    with pytest.raises(MessageError, match=said):
        world["/n0"].parent = top
    world["/n1"].parent = top
    assert world["/n1"].parent is top


def test_a_tree_is_deleted_children_first(world: World) -> None:
    """Case 56: recursive with two branches."""
    t = tree(world, "root", "left<root", "right<root", "leaf<left", "stranger")
    world.worlds.step()
    t["root"].delete_tree()
    assert all(t[n].dying for n in ("root", "left", "right", "leaf"))
    assert t["root"].alive
    world.worlds.step()
    assert LOG.index("/leaf") < LOG.index("/left") < LOG.index("/root")
    assert LOG.index("/right") < LOG.index("/root")
    assert [thing.id for thing in world] == ["/stranger"]


def test_a_reparented_subtree_keeps_its_own(world: World) -> None:
    """Case 59."""
    t = tree(world, "a", "b<a", "c<b", "d")
    t["b"].parent = t["d"]
    assert t["c"].parent is t["b"]
    assert t["d"].children == (t["b"],)
    assert t["a"].children == ()
    t["b"].parent = None
    assert t["b"].parent is None


def test_world_places_are_worked_out_when_asked(world: World) -> None:
    t = tree(world, "a", "b<a", "c<b")
    t["a"].position, t["b"].position, t["c"].position = (1, 0), (2, 0), (3, 0)
    assert list(t["c"].world_position) == [6, 0, 0]
    world.set("/b", "euler.z", 90)
    assert t["c"].world_position == pytest.approx((3, 3, 0))
    assert t["c"].world_rotation == pytest.approx(t["b"].rotation)
    world.set("/a", "scale.x", 2)
    assert t["c"].world_position == pytest.approx((5, 3, 0))


def test_set_parent_keeps_the_place_in_the_world_unless_told_otherwise(world: World) -> None:
    t = tree(world, "far", "above<far", "a", "b")
    t["far"].position, t["above"].position = (10, 0), (0, 5)
    world.set("/far", "scale", 2)
    world.set("/above", "euler.z", 90)
    t["a"].position = t["b"].position = (1, 1)
    world.worlds.step()
    world.post("/a", "set_parent", parent_id="/above")
    world.post("/b", "set_parent", parent_id="/above", keep_world_transform=0)
    world.worlds.step()
    assert t["a"].world_position == pytest.approx((1, 1, 0))
    assert t["a"].world_rotation == pytest.approx((0, 0, 0, 1))
    assert list(t["b"].position) == [1, 1, 0]
    world.post("/a", "set_parent")
    world.worlds.step()
    assert t["a"].position == pytest.approx((1, 1, 0))


@pytest.mark.parametrize(
    ("name", "value"),
    [("rotation", (0, 0, 0, 0)), ("rotation", (1, 0)), ("scale", (1, 2)), ("euler", (float("inf"), 0, 0))],
)
def test_what_is_no_place_is_refused(world: World, name: str, value: Any) -> None:
    thing = world.spawn("a")
    with pytest.raises(ValueError, match=r"finite numbers|cannot be"):
        setattr(thing, name, value)


def test_turn_and_size_are_saved_where_they_are_not_the_usual(world: World) -> None:
    world.spawn("a", rotation=(0, 0, 3, 4), scale=2)
    world.spawn("b")
    saved = world.worlds.sections()
    assert saved["main:/a", "GameObject"]["scale"] == [2, 2, 2]
    assert "scale" not in saved["main:/b", "GameObject"]
    fresh = Worlds()
    fresh.prepare(saved).commit()
    assert fresh.sections() == saved
    assert fresh["main"]["/a"].rotation == (0, 0, 0.6, 0.8)


@pytest.mark.parametrize("text", [True, False])
def test_a_parent_in_another_world_is_refused_and_never_its_namesake_here(world: World, text: bool) -> None:
    """Faults §5 A2, its kind: the address of another world's object meant the one of the same id in this world."""
    worlds = world.worlds
    other = worlds.create("other").spawn("cart")
    cart, load = world.spawn("cart"), world.spawn("load")
    world.post("/load", "set_parent", parent_id="other:/cart" if text else worlds["other"].url("/cart"))
    worlds.step()
    assert load.parent is None
    assert worlds.faults[-1].text.endswith("can only access instances within the same collection.")
    assert "'other:/cart' lies in another world than main:/load" in worlds.faults[-1].hint
    world.post("/load", "set_parent", {"parent_id": "a#b#c"})
    worlds.step()
    assert "the URL is invalid" in worlds.faults[-1].text
    world.post("/load", "set_parent", {"parent_id": world.url("/cart")})
    worlds.step()
    parent: GameObject | None = load.parent
    assert (parent, other.children) == (cart, ())


def test_a_new_parent_under_which_no_number_says_the_place_changes_nothing(world: World) -> None:
    point, thing = world.spawn("point", scale=1e-320), world.spawn("thing", position=(1, 2))
    with pytest.raises(ValueError, match=r"finite numbers, not \(inf"):
        thing.reparent(point)
    assert (thing.parent, thing.position, thing.scale) == (None, (1, 2, 0), (1, 1, 1))


def test_who_is_gone_is_named_and_ids_elsewhere_are_hinted_at(world: World) -> None:
    cart, load = world.spawn("cart"), world.spawn("load")
    load.delete()
    world.worlds.step()
    with pytest.raises(MessageError, match="main:/load is gone"):
        load.parent = cart
    world.spawn("/yard/barrow")
    with pytest.raises(NotFound, match=r"did you mean /yard/barrow\?"):
        world.spawn("hay", parent="/barrow")


@pytest.mark.parametrize("name", ["scale.xy", "position.xyz", "euler.xy", "rotation.xyzw"])
@pytest.mark.parametrize("value", [5, None, (1,), "x"])
def test_several_elements_take_as_many_numbers(world: World, name: str, value: Any) -> None:
    world.spawn("thing")
    with pytest.raises(ValueError, match=rf"main:/thing\.{name} takes \d numbers, not"):
        world.set("/thing", name, value)
