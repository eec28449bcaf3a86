"""What type checkers find out of worlds, objects and scripts: the types that people hold, nothing from below them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import assert_type

import pytest

from talewright.messaging import (
    CollectionFactory,
    CollectionProxy,
    Factory,
    GameObject,
    Script,
    World,
    Worlds,
)


class Enemy(Script):
    health: int = 200


def build(name: str, world: World) -> GameObject:
    return world.spawn(name)


def test_the_types_that_name_one_another_are_those_that_people_hold() -> None:
    worlds = Worlds(build=build, prototypes={"rat": lambda: {"c": Enemy(health=5)}})
    world = worlds.create("main")
    rats, kits, door = Factory("rat"), CollectionFactory("kit"), CollectionProxy("level")
    hero = world.spawn("hero", c=Enemy(50), rats=rats, kits=kits, door=door)

    assert_type(world, World)
    assert_type(worlds["main"], World)
    assert_type(list(worlds), list[World])
    assert_type(hero, GameObject)
    assert_type(world["/hero"], GameObject)
    assert_type(list(world), list[GameObject])
    assert_type(hero["c"], Script)
    assert_type(hero.components, Mapping[str, Script])
    assert_type(world.component("/hero#c"), Script)
    assert_type(world.component("/hero#c", Enemy), Enemy)
    assert_type(hero["c"].owner, GameObject)
    assert_type(hero["c"].world.worlds, Worlds)
    assert_type(hero.world, World)
    assert_type(hero.parent, GameObject | None)
    assert_type(hero.children, tuple[GameObject, ...])
    assert_type(door.loaded, World | None)
    assert_type(rats.create(), GameObject)
    assert_type(kits.create(), dict[str, GameObject])

    for held, kind in ((world, World), (hero, GameObject), (hero["c"].owner, GameObject), (rats.create(), GameObject)):
        assert type(held) is kind
    assert hero["c"].world is world
    assert world.worlds is worlds


def test_python_s_own_errors_name_what_people_hold() -> None:
    world = Worlds().create("main")
    hero = world.spawn("hero", c=Script())

    calls: list[tuple[Callable[..., object], str]] = [
        (hero["c"].post, r"^Script\.post\(\) missing"),
        (hero["c"].after, r"^Script\.after\(\) missing"),
        (hero.reparent, r"^GameObject\.reparent\(\) missing"),
        (world.post, r"^World\.post\(\) missing"),
        (world.worlds.press, r"^Worlds\.press\(\) missing"),
    ]
    for call, said in calls:
        with pytest.raises(TypeError, match=said):
            call()
