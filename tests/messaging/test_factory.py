"""Objects made by factories, one or a whole collection."""

from __future__ import annotations

from typing import Any

import pytest

from talewright.errors import AlreadyExists, MessageError, NotFound
from talewright.messaging import (
    CollectionFactory,
    CollectionProxy,
    Factory,
    Script,
    Url,
    World,
    Worlds,
    prototype,
)

LOG: list[str] = []


class Bean(Script):
    color: str = "green"
    weight: float = 1.0
    updates: int = 0
    heard: list[str] = []

    def init(self) -> None:
        LOG.append(
            f"init {self.owner.id} {self.color} {self.owner.position} below {getattr(self.owner.parent, 'id', '')}"
        )

    def update(self, dt: float) -> None:
        self.updates += 1

    def on_message(self, message_id: str, message: Any, sender: Url) -> None:
        self.heard.append(f"{message_id} {sender}")


class Other(Script):
    color: str = "grey"
    size: int = 1


@prototype("bean")
def bean() -> dict[str, Script]:
    return {"script": Bean(), "other": Other()}


def build(name: str, world: World) -> None:
    if name == "broken":
        world.spawn("first", script=Bean())
        raise ValueError("no beans")
    world.spawn("bean", position=(1, 0), script=Bean())
    world.spawn("sub/bean", position=(2, 0), script=Bean())
    world.spawn("pod", parent="bean", position=(0, 1), script=Bean())
    world.post("bean#script", "hello")
    assert world["bean"].position == (1, 0, 0)


@pytest.fixture(autouse=True)
def _fresh_log() -> None:
    LOG.clear()


def made(**settings: Any) -> tuple[Worlds, World, Factory, CollectionFactory]:
    worlds = Worlds(build, prototypes={"bean": bean})
    world = worlds.create("main", **settings)
    one, many = Factory("bean"), CollectionFactory("team")
    world.spawn("hole", position=(3, 4), one=one, many=many)
    worlds.step()
    return worlds, world, one, many


def test_an_object_is_made_inside_the_call_and_updated_from_the_next_frame_on() -> None:
    worlds, world, one, _ = made()
    thing = one.create()
    assert (thing.id, thing.position, LOG) == (
        "/instance0",
        (3, 4, 0),
        ["init /instance0 green (3.0, 4.0, 0.0) below "],
    )
    script = world.component(thing.id + "#script", Bean)
    assert script.updates == 0
    worlds.step()
    assert script.updates == 1
    assert list(thing.components) == ["script", "other"]


def test_properties_go_to_every_component_that_declares_them() -> None:
    _, _, one, _ = made()
    thing = one.create(properties={"color": "red", "size": 3, "unknown": 1}, position=(1, 1), rotation=(0, 0, 1, 0))
    assert (thing["script"].color, thing["other"].color, thing["other"].size) == ("red", "red", 3)  # type: ignore[attr-defined]
    assert (thing.position, thing.rotation) == ((1, 1, 0), (0, 0, 1, 0))


def test_a_property_of_another_type_makes_nothing() -> None:
    _, world, one, _ = made()
    with pytest.raises(MessageError, match=r"Could not load properties when spawning 'bean': weight: holds 'much'"):
        one.create(properties={"weight": "much"})
    assert len(world) == 1
    assert LOG == []


def test_an_unknown_prototype_is_named_with_a_near_one() -> None:
    _, world, one, _ = made()
    one.prototype = "been"
    with pytest.raises(NotFound, match="no prototype is called 'been'") as caught:
        one.create()
    assert "bean" in caught.value.hint
    assert len(world) == 1


def test_place_turn_and_size_are_the_factory_s_object_s() -> None:
    worlds, world, one, _ = made()
    world["/hole"].scale = 2
    world["/hole"].euler = (0, 0, 90)
    above = world.spawn("above", position=(10, 0))
    world["/hole"].parent = above
    thing = one.create()
    assert list(thing.position) == [13, 4, 0]
    assert thing.euler == pytest.approx((0, 0, 90))
    assert list(thing.scale) == [2, 2, 2]
    assert worlds.faults == []


def test_ids_are_never_used_again_and_counted_for_all_worlds() -> None:
    worlds, world, one, _ = made()
    other = worlds.create("other")
    factory = Factory("bean")
    other.spawn("hole", f=factory)
    ids = [one.create().id]
    world["/instance0"].delete()
    worlds.step()
    ids += [factory.create().id, one.create().id]
    assert ids == ["/instance0", "/instance1", "/instance2"]


def test_relative_text_of_a_made_object_begins_at_the_root() -> None:
    _, world, one, many = made()
    made_object = one.create()["script"]
    assert made_object.url("buddy") is world.url("/buddy")
    team = many.create()
    assert team["/bean"]["script"].url("pod") is world.url("/collection0/pod")
    assert team["/sub/bean"]["script"].url("pod") is world.url("/collection0/sub/pod")


def test_a_collection_is_made_whole_linked_and_then_initialised() -> None:
    worlds, world, _, many = made()
    found = many.create(properties={"/bean": {"color": "blue"}, "pod": {"color": "red"}})
    assert {name: thing.id for name, thing in found.items()} == {
        "/bean": "/collection0/bean",
        "/sub/bean": "/collection0/sub/bean",
        "/pod": "/collection0/pod",
    }
    assert LOG == [
        "init /collection0/bean blue (4.0, 4.0, 0.0) below ",
        "init /collection0/sub/bean green (5.0, 4.0, 0.0) below ",
        "init /collection0/pod red (0.0, 1.0, 0.0) below /collection0/bean",
    ]
    worlds.step()
    assert world.component("/collection0/bean#script", Bean).heard == ["hello "]
    again = many.create(position=(0, 0), scale=2, rotation=(0, 0, 0, 1))
    assert again["/bean"].id == "/collection1/bean"
    assert again["/bean"].position == (2, 0, 0)


@pytest.mark.parametrize(
    ("collection", "settings", "properties", "error"),
    [
        ("broken", {}, {}, ValueError),
        ("team", {"max_instances": 3}, {}, MessageError),
        ("team", {}, {"/been": {}}, NotFound),
        ("team", {}, {"/bean": {"color": 3}}, MessageError),
    ],
)
def test_a_collection_that_fails_leaves_nothing(
    collection: str, settings: dict[str, Any], properties: Any, error: type[Exception]
) -> None:
    worlds, world, _, many = made(**settings)
    many.collection = collection
    with pytest.raises(error):
        many.create(properties=properties)
    assert [thing.id for thing in world] == ["/hole"]
    assert LOG == []
    assert world.url("x") is world.url("/x")
    worlds.step()
    many.collection = "team"
    if not settings:
        assert "/collection1/bean" in [t.id for t in many.create().values()]


def test_in_a_world_that_is_not_initialised_init_waits() -> None:
    worlds = Worlds(build, prototypes={"bean": bean})
    world = worlds.create("main")
    many = CollectionFactory("team")
    world.spawn("hole", many=many)
    many.create()
    assert LOG == []
    worlds.step()
    assert len(LOG) == 3


def test_the_count_of_collections_is_saved() -> None:
    worlds, _, one, many = made()
    one.create()
    many.create()
    saved = worlds.sections()
    fresh = Worlds(build, prototypes={"bean": bean})
    fresh.prepare(saved, {"Bean": Bean, "Other": Other}).commit()
    assert fresh.sections() == saved
    assert "/collection1/pod" in [
        t.id for t in fresh["main"].component("/hole#many", CollectionFactory).create().values()
    ]
    assert fresh["main"].component("/hole#one", Factory).create().id == "/instance1"


def test_an_id_of_a_collection_that_is_taken_is_refused_whole() -> None:
    _, world, _, many = made()
    world.spawn("collection0/pod")
    with pytest.raises(AlreadyExists, match="'/collection0/pod' is already in use"):
        many.create()
    assert len(world) == 2


def test_capacity_of_a_world() -> None:
    worlds, world, one, _ = made(max_instances=2)
    one.create()
    text = (
        r"The game object instance could not be created since the buffer is full \(2\)\. "
        r"Increase the capacity with collection\.max_instances"
    )
    with pytest.raises(MessageError, match=text):
        one.create()
    world["/instance0"].delete()
    worlds.step()
    assert one.create().id == "/instance1"
    assert worlds.sections()["main", "World"]["max_instances"] == 2


def test_a_collection_too_large_for_its_world_is_not_loaded() -> None:
    worlds, world, _, _ = made(max_instances=2)
    world.spawn("door", proxy=CollectionProxy("team"))
    world.post("/door#proxy", "load")
    worlds.step()
    assert "The collection team could not be loaded." in worlds.faults[0].text
    assert "team" not in worlds


def test_a_prototype_has_a_name() -> None:
    with pytest.raises(TypeError, match="prototype"):
        prototype("")
