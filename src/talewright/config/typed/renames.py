"""Old names and what they are called now: classes, fields, enum members, ids.

A section header carries the class's name and a line the field's, so a rename in the code would orphan what players have
on disk (config-savegame.md section 8, trap 17). Old names are understood on reading; only new ones are written.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from talewright.names import fold


@dataclass(frozen=True)
class Renames:
    """Tables of renames, old to new; names ignore case.

    Attributes:
        classes: section names of settings, and class names of ``[Name Class]``.
        fields: (class name, old field) to the new field.
        enums: (enum's name, old member) to the new member.
        ids: old object names to new ones.

    >>> renames = Renames(classes={"Smith": "Blacksmith"})
    >>> renames.old_classes("Blacksmith"), renames.section("ann Smith")
    (['Smith'], 'ann Blacksmith')
    """

    classes: Mapping[str, str] = field(default_factory=dict)
    fields: Mapping[tuple[str, str], str] = field(default_factory=dict)
    enums: Mapping[tuple[str, str], str] = field(default_factory=dict)
    ids: Mapping[str, str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.classes or self.fields or self.enums or self.ids)

    def old_classes(self, name: str) -> list[str]:
        """Give the former names of a class, latest first; a chain of renames is followed."""
        found: list[str] = []
        pending = [name]
        while pending:
            now = fold(pending.pop(0))
            for old, new in reversed(list(self.classes.items())):
                if fold(new) == now and old not in found and fold(old) != fold(name):
                    found.append(old)
                    pending.append(old)
        return found

    def old_fields(self, cls: str, name: str) -> list[str]:
        """Give the former names of a field, latest first."""
        return [
            old
            for (owner, old), new in reversed(list(self.fields.items()))
            if fold(owner) == fold(cls) and fold(new) == fold(name)
        ]

    def member(self, enum: str, text: str) -> str:
        """Give the present name of an enum's member."""
        for (owner, old), new in self.enums.items():
            if fold(owner) == fold(enum) and fold(old) == fold(text.strip()):
                return new
        return text

    def id(self, name: str) -> str:
        """Give the present name of an object."""
        return next((new for old, new in self.ids.items() if fold(old) == fold(name)), name)

    def old_ids(self, name: str) -> list[str]:
        """Give the former names of an object."""
        return [old for old, new in reversed(list(self.ids.items())) if fold(new) == fold(name)]

    def section(self, section: str) -> str:
        """Give the present name of a section."""
        name, blank, cls = section.rpartition(" ")
        new = next((new for old, new in self.classes.items() if fold(old) == fold(cls)), cls)
        return f"{self.id(name)}{blank}{new}"


NO_RENAMES = Renames()
