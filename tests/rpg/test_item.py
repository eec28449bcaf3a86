from __future__ import annotations

from dataclasses import dataclass
from random import Random

import pytest

from talewright.errors import FieldError
from talewright.fields import class_name
from talewright.rpg import Item, Range, Scaling, UnknownItem, roll

SWORD = Item("sword1", "Short sword", Range(1, 10), Scaling(10, 0.5), Scaling(5, 1))


@dataclass(frozen=True)
class Weapon(Item):
    damage: int = 1


def test_every_level_between_min_and_max_comes_up() -> None:
    random = Random(1)
    levels = [roll(SWORD, random).level for _ in range(300)]
    assert set(levels) == set(range(1, 11))


def test_weight_and_value_follow_from_the_level() -> None:
    random = Random(2)
    for _ in range(30):
        level, weight, value = roll(SWORD, random)
        assert weight == 10 + 0.5 * level
        assert value == 5 + level


def test_an_item_that_says_nothing_has_level_one_and_no_weight() -> None:
    assert roll(Item("stone"), Random(0)) == (1, 0.0, 0.0)


def test_a_range_without_a_number_is_refused() -> None:
    with pytest.raises(FieldError, match="min=3,max=2"):
        Range(3, 2)


def test_a_subclass_has_a_class_name_of_its_own() -> None:
    assert [class_name(c) for c in (Item, Weapon, UnknownItem)] == ["SapituItem", "Weapon", "UnknownItem"]
    assert Weapon("axe", damage=3) == Weapon("axe", "", Range(), Scaling(), Scaling(), 3)


def test_a_record_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        SWORD.level = Range(2, 2)  # type: ignore[misc]
