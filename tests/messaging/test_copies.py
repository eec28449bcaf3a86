"""What is copied of the living parts of a game and what is not: worlds, objects, scripts, and values in messages."""

from __future__ import annotations

import copy
import functools
import pickle
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from typing import Any, NamedTuple

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


class Pair(NamedTuple):
    name: str
    items: list[Any]


class Bag(list[Any]):
    """A list of the game's own."""

    label: list[str]


class Members(set[Any]):
    """A set of the game's own."""


class Frozen(frozenset[Any]):
    """A frozenset of the game's own."""


class Row(tuple[Any, ...]):
    """A tuple of the game's own."""


def sent(ear: Ear, value: Any) -> Any:
    ear.post("#ear", "take", value=value)
    ear.world.worlds.step()
    return ear.heard[-1][1]["value"]


CONTAINERS: list[Callable[[Any], Any]] = [
    lambda v: [v],
    lambda v: (v,),
    lambda v: {"k": v},
    lambda v: OrderedDict(k=v),
    lambda v: defaultdict(list, k=v),
    lambda v: Counter(k=v),
    lambda v: Bag([v]),
    lambda v: Row([v]),
    lambda v: Pair("pair", [v]),
    lambda v: deque([v], 3),
]


def inside(value: Any) -> Any:
    if isinstance(value, Pair):
        return value.items[0]
    return value["k"] if isinstance(value, dict) else next(iter(value))


@pytest.mark.parametrize("wrap", CONTAINERS)
def test_containers_of_any_class_are_copied_and_what_lives_is_handed_over(wrap: Callable[[Any], Any]) -> None:
    _, world, ear = made()
    mine = [1]
    value = wrap(mine)
    got = sent(ear, value)
    assert type(got) is type(value)
    assert got == value
    mine.append(2)
    assert inside(got) == [1]
    for one in (world["hero"], ear, ear.url()):
        assert inside(sent(ear, wrap(one))) is one


def test_keys_and_members_that_live_are_handed_over() -> None:
    _, world, ear = made()
    hero = world["hero"]
    for value in (Counter({hero: 1}), defaultdict(int, {hero: 1}), {hero}, frozenset({hero}), Members({hero})):
        got = sent(ear, value)
        assert type(got) is type(value)
        assert next(iter(got)) is hero
        assert (got is value) == isinstance(value, frozenset)
    assert sent(ear, defaultdict(int))["new"] == 0
    assert sent(ear, deque([1, 2], 2)).maxlen == 2


def test_attributes_of_a_container_are_owned_too() -> None:
    _, _, ear = made()
    bag = Bag([1])
    bag.label = ["a"]
    got = sent(ear, bag)
    bag.label.append("b")
    assert got.label == ["a"]


@pytest.mark.parametrize("function", [print, lambda: 0, functools.partial(print)])
@pytest.mark.parametrize(
    "wrap",
    [
        *CONTAINERS,
        lambda v: v,
        lambda v: {v},
        lambda v: frozenset({v}),
        lambda v: {v: 1},
        lambda v: Counter({v: 1}),
        lambda v: Members({v}),
        lambda v: Frozen({v}),
        lambda v: [(1, {v})],
    ],
)
def test_functions_are_refused_wherever_they_are(wrap: Callable[[Any], Any], function: Any) -> None:
    _, _, ear = made()
    with pytest.raises(TypeError, match="a message cannot carry a function"):
        ear.post("#ear", "take", value=wrap(function))


def test_a_container_that_holds_itself_is_refused() -> None:
    _, _, ear = made()
    bag = Bag()
    bag.append(bag)
    with pytest.raises(ValueError, match="holds itself"):
        ear.post("#ear", "take", value=bag)
