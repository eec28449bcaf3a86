"""What sections say about characters and items, read and checked, with nothing made of it yet.

The one reader for both places where characters are stored: the sections of a save and those of the shared file. Decides
how the fields are spelled and which mistakes are findings. Collects every finding and raises nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

from talewright.diagnostics import Report, Severity, Span
from talewright.errors import FieldError
from talewright.fields import Note, Plain, declared, decode
from talewright.names import FoldedDict, fold

CHARACTER = "SapituCharacter"
INVENTORY = "SapituInventory"
STATE = "Characters"
"""The class of the one section about all of them: who is current, what of the shared file is known."""
MISSING = "missingRecords"
"""The field for ids of items that the shared file lists and does not have: kept, so that they are written back."""

COUNT = "Count"
"""The field for how many pieces an item is: written where it is more than one."""

Locate: TypeAlias = Callable[[str, str, str], Span]
"""Returns the place of (object name, class name, field) for findings."""

T = TypeVar("T")


@dataclass
class StoredCharacter:
    """A ``[id SapituCharacter]`` section, in its own spelling.

    The document spells the list both ``inventoryRecords`` and ``inventoryRecord``: both are read, the first is written.
    """

    CharacterName: str = ""
    Health: int = 100
    inventoryRecords: list[str] = field(default_factory=list)
    inventoryRecord: list[str] = field(default_factory=list)
    missingRecords: list[str] = field(default_factory=list)
    _extras: dict[str, Plain] = field(default_factory=dict)

    @property
    def items(self) -> list[str]:
        """Ids of what it carries."""
        return [id for id in (*self.inventoryRecords, *self.inventoryRecord) if id]

    @property
    def extras(self) -> dict[str, Plain]:
        """Fields of the section that nothing here knows."""
        return self._extras


@dataclass
class StoredItem:
    """A ``[id SapituInventory]`` section, in its own spelling."""

    baseItem: str = ""
    Level: int = 1
    Weight: float = 0.0
    Value: float = 0.0
    Count: int = 1
    wornIn: str = ""
    _extras: dict[str, Plain] = field(default_factory=dict)

    @property
    def extras(self) -> dict[str, Plain]:
        """Fields of the section that nothing here knows."""
        return self._extras


@dataclass
class SavedItem(StoredItem):
    """An item as a save has it, where it may also lie in a place or a container: the shared file has bags alone."""

    heldBy: str = ""


def read_section(
    cls: type[T],
    name: str,
    class_name: str,
    plain: Mapping[str, Plain],
    report: Report,
    locate: Locate,
    *,
    lenient: bool = False,
) -> T:
    """Read one section; a field that does not fit is a finding and keeps its default.

    Args:
        cls: what is read.
        name: of the object.
        class_name: of the section.
        plain: its fields.
        report: gets the findings.
        locate: gives their places.
        lenient: read what people may have written (``Level=4;``): what does not fit is a warning. In a save, which a
            program has written and sealed, it is an error.
    """
    values: dict[str, Any] = {}
    by_folded = {fold(key): (key, value) for key, value in plain.items()}
    for entry in declared(cls).values():
        if (given := by_folded.pop(fold(entry.name), None)) is None:
            continue
        notes: list[Note] | None = [] if lenient else None
        try:
            where = f"[{name} {class_name}].{entry.name}"
            value = decode(given[1], entry.hint, path=where, notes=notes)
            if entry.name == COUNT and value < 1:
                raise FieldError(where, f"a pile has at least one piece, not {value}", hint="write 1 or more")
            values[entry.name] = value
        except FieldError as error:
            severity: Severity = "warning" if lenient else "error"
            report.add("TW-RPG-04", severity, error.message, error.hint, locate(name, class_name, given[0]))
        for note in notes or ():
            place = locate(name, class_name, given[0])
            report.add("TW-RPG-04", "warning", f"{note.path}: {note.message}", note.hint, place)
    values["_extras"] = dict(by_folded.values())
    return cls(**values)


def collect(
    cls: type[T],
    class_name: str,
    sections: Mapping[tuple[str, str], Mapping[str, Plain]],
    report: Report,
    locate: Locate,
) -> FoldedDict[T]:
    """Read all sections of a class, in their order."""
    found: FoldedDict[T] = FoldedDict()
    wanted = fold(class_name)
    for (name, its_class), plain in sections.items():
        if fold(its_class) != wanted:
            continue
        if name in found:
            report.add(
                "TW-RPG-05",
                "error",
                f"[{name} {its_class}] is there twice; the case of names does not count",
                "give one of them another id",
                locate(name, its_class, ""),
            )
            continue
        found[name] = read_section(cls, name, its_class, plain, report, locate)
    return found


def check_owners(
    characters: Mapping[str, StoredCharacter],
    known: Callable[[str], bool],
    report: Report,
    locate: Locate,
) -> None:
    """Find items that are listed twice, and items that are listed but have no section."""
    owners: FoldedDict[str] = FoldedDict()
    for id, character in characters.items():
        for item in character.items:
            place = locate(id, CHARACTER, "inventoryRecords")
            if item in owners:
                report.add(
                    "TW-RPG-03",
                    "error",
                    f"[{id} {CHARACTER}].inventoryRecords lists {item}, which {owners[item]} has already",
                    "an item is in one inventory, once: remove one of the two lines",
                    place,
                )
                continue
            owners[item] = id
            if not known(item):
                report.add(
                    "TW-RPG-02",
                    "error",
                    f"[{id} {CHARACTER}].inventoryRecords lists {item}, but there is no section [{item} {INVENTORY}]",
                    "put the section back, or remove the line",
                    place,
                )


def check_worn(
    characters: Mapping[str, StoredCharacter], items: Mapping[str, StoredItem], report: Report, locate: Locate
) -> None:
    """Find items that are worn by nobody, or in a slot where another is; they are taken off."""
    worn: dict[str, str] = {}
    for owner, character in characters.items():
        slots: FoldedDict[str] = FoldedDict()
        for id in character.items:
            stored = items.get(id)
            if stored is not None and stored.wornIn and slots.setdefault(stored.wornIn, id) == id:
                worn[fold(id)] = owner
    for id, stored in items.items():
        if stored.wornIn and fold(id) not in worn:
            report.add(
                "TW-RPG-10",
                "warning",
                f"[{id} {INVENTORY}].wornIn is {stored.wornIn!r}, but nobody has the item, or another is worn there; "
                "it is taken off",
                "clear the field",
                locate(id, INVENTORY, "wornIn"),
            )
            stored.wornIn = ""
