"""What is copied of the living parts of a game and what is not: worlds, objects, scripts, and values in messages."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from talewright.messaging import Script, Url, World, Worlds


class Ear(Script):
    health: int = 3
    bag: list[Any] = []
    heard: list[Any] = []

    def on_message(self, message_id: str, message: Any, sender: Url) -> None:
        self.heard.append((message_id, message))


def made() -> tuple[Worlds, World, Ear]:
    worlds = Worlds()
    world = worlds.create("main")
    ear = Ear()
    world.spawn("hero", ear=ear)
    return worlds, world, ear


@pytest.mark.parametrize("twice", [copy.copy, copy.deepcopy, pickle.dumps])
def test_worlds_and_a_world_cannot_be_copied(twice: Any) -> None:
    worlds, world, _ = made()
    for one in (worlds, world):
        with pytest.raises(TypeError, match=r"^a Worlds? cannot be (copied|pickled); worlds\.sections\(\) holds"):
            twice(one)
    with pytest.raises(TypeError, match="cannot be"):
        twice({"game": [worlds]} if twice is not copy.copy else worlds)


@pytest.mark.parametrize("twice", [copy.copy, copy.deepcopy])
def test_a_copy_of_what_lives_is_itself(twice: Any) -> None:
    _, world, ear = made()
    assert twice(world["hero"]) is world["hero"]
    assert twice(ear) is ear
    world["hero"].delete()
    world.worlds.step()
    assert twice(ear) is ear


def test_what_lives_cannot_be_pickled() -> None:
    _, world, ear = made()
    for one in (world["hero"], ear):
        with pytest.raises(TypeError, match="belongs to its world and cannot be pickled"):
            pickle.dumps(one)


def test_a_script_that_is_not_spawned_is_copied() -> None:
    _, world, ear = made()
    first = Ear(health=7)
    first.bag.append([ear])
    shallow, deep = copy.copy(first), copy.deepcopy(first)
    assert shallow.bag is first.bag
    assert deep.bag == first.bag
    assert deep.bag[0] is not first.bag[0]
    assert deep.bag[0][0] is ear
    assert (shallow.health, deep.health) == (7, 7)
    assert pickle.loads(pickle.dumps(Ear(5))).health == 5
    for name, one in (("a", first), ("b", shallow), ("c", deep)):
        assert world.spawn(name, ear=one)["ear"] is one


def test_a_deep_copy_of_a_script_that_holds_itself_ends() -> None:
    one = Ear()
    one.bag.append(one)
    two = copy.deepcopy(one)
    assert two is not one
    assert two.bag[0] is two
