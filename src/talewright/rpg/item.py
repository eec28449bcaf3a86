"""Item types: the read-only records of the item database, and how an item of a type is rolled.

Decides what ``[sword1 SapituItem]`` holds and how level, weight and value of a new item come from it. A record is never
saved and never changes while the game runs; where records come from (any ini of the project), `config.Records` decides.
Field names keep the spelling of the document they come from.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import ClassVar, NamedTuple, TypeAlias

from talewright.errors import FieldError


@dataclass(frozen=True)
class Range:
    """Whole numbers from min to max, both included: ``level=(min=1,max=10)``.

    Raises:
        FieldError: there is no number between them.

    >>> Range(10, 1)
    Traceback (most recent call last):
    talewright.errors.FieldError: the range (min=10,max=1) holds no number
      hint: write the smaller number as min
    """

    min: int = 1
    max: int = 1

    def __post_init__(self) -> None:
        if self.min > self.max:
            raise FieldError(
                "", f"the range (min={self.min},max={self.max}) holds no number", hint="write the smaller number as min"
            )


@dataclass(frozen=True)
class Scaling:
    """A number that grows with the level: ``weight=(base=10,levelMult=0.5)``.

    >>> Scaling(base=10, levelMult=0.5).at(4)
    12.0
    """

    base: float = 0.0
    levelMult: float = 0.0

    def at(self, level: int) -> float:
        """Return the number for a level: base + levelMult * level."""
        return float(self.base + self.levelMult * level)


@dataclass(frozen=True)
class Item:
    """An item type: one for each ``[name SapituItem]`` section of any ini file of a project.

    Subclass it, as a frozen dataclass, for more fields: the sections are then ``[name Subclass]`` (Unreal's document on
    savegames through the config system, "SapituItem").

    Attributes:
        name: the record's own name, not meant for players.
        DisplayName: what players read; empty: the name (`display_name`).
        level: levels that an item of this type may have.
        weight: its weight by level, in the game's own unit.
        value: its value by level, in the game's own currency.
        stack: how many pieces the largest pile of them has; 1: each is a pile of its own.
        slot: where it is worn, "hand"; empty: nowhere.
        Description: what players read who look at it.
        Aliases: other names that players may type: ``Aliases=blade,short sword``.

    Raises:
        FieldError: a pile of less than one piece.
    """

    class_name: ClassVar[str] = "SapituItem"

    name: str
    DisplayName: str = ""
    level: Range = Range()
    weight: Scaling = Scaling()
    value: Scaling = Scaling()
    # By keyword alone: the fields of a game's own item types stand where they stood.
    stack: int = field(default=1, kw_only=True)
    slot: str = field(default="", kw_only=True)
    Description: str = field(default="", kw_only=True)
    Aliases: tuple[str, ...] = field(default=(), kw_only=True)

    def __post_init__(self) -> None:
        if self.stack < 1:
            raise FieldError("stack", f"a pile has at least one piece, not {self.stack}", hint="write stack=1 or more")


def display_name(item: Item) -> str:
    """Return what players read of an item type: its own name where nobody says another.

    >>> display_name(Item("sword1", "Short sword")), display_name(Item("sword1"))
    ('Short sword', 'sword1')
    """
    return item.DisplayName or item.name


@dataclass(frozen=True)
class UnknownItem(Item):
    """Stands for the type of an item whose ``baseItem`` the database does not have (any more).

    The item keeps its name, level, weight and value, and is saved as it was; when the database has the type again, the
    next load finds it.
    """

    class_name: ClassVar[str] = "UnknownItem"


class Rolled(NamedTuple):
    """What a new item got."""

    level: int
    weight: float
    value: float


Roll: TypeAlias = Callable[[Item, Random], Rolled]
"""How a new item gets its level, weight and value; a game may hand its own to `Characters`."""


def roll(item: Item, random: Random) -> Rolled:
    """Roll an item: a level between min and max, each as likely as the others; weight and value follow from it.

    The document says only that they are "roughly defined" by the record; this is the plain reading of its fields. The
    result is stored with the item, so a later change of the record does not change items that exist.

    >>> sword = Item("sword1", level=Range(1, 10), weight=Scaling(10, 0.5), value=Scaling(5, 1))
    >>> roll(sword, Random(0))
    Rolled(level=7, weight=13.5, value=12.0)
    """
    level = random.randint(item.level.min, item.level.max)
    return Rolled(level, item.weight.at(level), item.value.at(level))
