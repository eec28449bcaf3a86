"""What authors write of places and things: records of any ini, read when something asks for them first.

``[hall Place]``, ``[trapdoor Door]``, ``[chest Container]`` and ``[lamp Thing]`` say what players read, by which other
names they may be called, and how things are in a new game; how they are now, `Places` holds. All of them are things, so
that ids are unique among them. Items have records of their own (`talewright.rpg.Item`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from talewright.config import Records
from talewright.errors import FieldError
from talewright.fields import class_name
from talewright.names import fold


@dataclass(frozen=True)
class Exit:
    """A way out of a place: ``(to=cellar,by=down,door=trapdoor)``.

    Attributes:
        to: the place that it leads to.
        by: how it is called: "down", "north", "through the gate"; may be empty.
        door: the id of what shuts it; empty: it is always open.
    """

    to: str
    by: str = ""
    door: str = ""


@dataclass(frozen=True)
class Thing:
    """Something that can be looked at, and carried away unless it is fixed: ``[lamp Thing]``.

    Attributes:
        name: its id.
        DisplayName: what players read; empty: its id.
        Description: what players read who look at it.
        Aliases: other names that players may type.
        OldNames: ids that it had in saves of earlier versions.
        Fixed: whether nobody can take it.
    """

    name: str
    DisplayName: str = ""
    Description: str = ""
    Aliases: tuple[str, ...] = ()
    OldNames: tuple[str, ...] = ()
    Fixed: bool = False


@dataclass(frozen=True)
class Place(Thing):
    """Where somebody can be: ``[hall Place]``.

    Attributes:
        Exits: the ways out of it.
        Picture: a file, relative to the project; for front ends.
        World: the address of a collection proxy, as in ``/trapdoor#cellar``: who enters as the player has it loaded.
        Holds: the things, and the item types of the items, that are there in a new game.
    """

    Exits: tuple[Exit, ...] = ()
    Picture: str = ""
    World: str = ""
    Holds: tuple[str, ...] = ()
    Fixed: bool = True


@dataclass(frozen=True)
class DoorRecord(Thing):
    """What shuts an exit: ``[trapdoor Door]``.

    Attributes:
        Shut: whether it is shut in a new game.
        Key: the id of the thing, or the item type, that unlocks it; empty: it has no lock.
    """

    class_name: ClassVar[str] = "Door"

    Shut: bool = True
    Key: str = ""
    Fixed: bool = True


@dataclass(frozen=True)
class Container(Thing):
    """What holds things: ``[chest Container]``; one of the name of an item type says it of every such item.

    Attributes:
        Capacity: how many things fit in, those in bags inside not counted; 0: any number.
        Open: whether it is open in a new game.
        Key: the id of the thing, or the item type, that unlocks it; empty: it has no lock.
        Fixed: whether nobody can take it: a chest is, a sack says ``Fixed=False``.
        Holds: the things, and the item types of the items, that are in it in a new game.

    Raises:
        FieldError: less than nothing fits in.
    """

    Capacity: int = 0
    Open: bool = False
    Key: str = ""
    Fixed: bool = True
    Holds: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.Capacity < 0:
            raise FieldError("Capacity", f"nobody can put {self.Capacity} things into it", hint="0 means any number")


CLASSES = (Place, DoorRecord, Container)
"""All of them; `Thing` becomes known with them."""

R = TypeVar("R")


def known(records: Records, cls: type[R]) -> Mapping[str, R]:
    """Return the records of one of the classes above, which become known to a project when they are first needed."""
    for one in CLASSES:
        if one not in records:
            records.add_class(one)
    return records[cls]


def has_namesakes(records: Records) -> bool:
    """Whether a game has classes of its own that are called like one of these: then its sections are theirs."""
    ours = {fold(class_name(one)) for one in (*CLASSES, Thing)}
    return any(fold(class_name(one)) in ours for one in records.classes if not issubclass(one, Thing))


def listed(rows: tuple[str, ...]) -> tuple[str, ...]:
    """Return what a field lists: ``Aliases=blade,short sword``, or one a line.

    >>> listed(("blade,short sword", "steel"))
    ('blade', 'short sword', 'steel')
    """
    return tuple(word for row in rows for one in row.split(",") if (word := one.strip()))


def today(records: Records, former: str) -> str:
    """Return the id of the thing that had another id once; empty where there is none."""
    for name, thing in known(records, Thing).items():
        if fold(former) in map(fold, listed(thing.OldNames)):
            return name
    return ""
