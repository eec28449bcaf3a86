"""Addresses and objects of another `Worlds` are refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from talewright.errors import BadAddress
from talewright.messaging import GameObject, Script, Url, World, Worlds


class Ear(Script):
    health: float = 1.0


def made() -> World:
    world = Worlds().create("main")
    world.spawn("hero", ear=Ear())
    world.spawn("rat")
    return world


CALLS: list[Callable[[World, Url, GameObject], Any]] = [
    lambda world, url, thing: world[url],
    lambda world, url, thing: world.url(url),
    lambda world, url, thing: world.component(url),
    lambda world, url, thing: world.get(url, "health"),
    lambda world, url, thing: world.get(thing, "position"),
    lambda world, url, thing: world.set(url, "health", 2.0),
    lambda world, url, thing: world.set(thing, "position.x", 7),
    lambda world, url, thing: world.animate(thing, "position.x", 7, 1),
    lambda world, url, thing: world.animate("/hero", "position.x", 7, 1, notify=url),
    lambda world, url, thing: world.cancel_animations(thing),
    lambda world, url, thing: world.cancel_animations(url),
    lambda world, url, thing: world.spawn("x", parent=thing),
    lambda world, url, thing: world.spawn("x", parent=url),
    lambda world, url, thing: setattr(world["/rat"], "parent", thing),
    lambda world, url, thing: world.post("/rat", "set_parent", parent_id=url),
    lambda world, url, thing: world.post(url, "hi"),
    lambda world, url, thing: world["/hero"]["ear"].post(url, "hi"),
    lambda world, url, thing: world["/hero"]["ear"].post(url, "acquire_input_focus"),
]


@pytest.mark.parametrize("call", CALLS)
def test_what_belongs_to_another_worlds_is_refused(call: Callable[[World, Url, GameObject], Any]) -> None:
    world, other = made(), made()
    one: Any = other.url("/hero#ear")
    assert [one in world, one in other] == [False, True]
    url, thing = other.url("/hero#ear"), other["/hero"]
    with pytest.raises(BadAddress, match="belongs to another Worlds"):
        call(world, url, thing)
    assert list(thing.position) == [0.0] * 3
    assert len(world) == 2
