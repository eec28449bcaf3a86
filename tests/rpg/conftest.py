from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from talewright.names import FoldedDict
from talewright.rpg import Characters, Item, Range, Scaling


@dataclass(frozen=True)
class Weapon(Item):
    damage: int = 1


ITEMS: FoldedDict[Item] = FoldedDict(
    {
        "sword1": Weapon("sword1", "Short sword", Range(1, 10), Scaling(10, 0.5), Scaling(5, 1), 3),
        "bread": Item("bread", "Bread"),
    }
)

Party = Callable[..., Characters]


@pytest.fixture
def party(tmp_path: Path) -> Party:
    """Make a game's characters; all of them share one file."""

    def make(seed: int = 0) -> Characters:
        return Characters(ITEMS, shared=tmp_path / "Config" / "UTSapitu.ini", rolls=Random(seed), ids=Random(seed + 1))

    return make


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Give the shared file of `party`."""
    (tmp_path / "Config").mkdir()
    return tmp_path / "Config" / "UTSapitu.ini"
