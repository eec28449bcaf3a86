"""Old names in a save and what they are called now: classes, fields, enum members, items, tags.

A section's header names a class and a line names a field, so a rename in the code would orphan what players have on
disk (config-savegame.md section 8, trap 17). A migration step hands a `RenameTable` to `SaveDocument.rename`, which
goes through the sections. Decides where each kind of name stands in the fields of one; text alone is looked at, never a
class. What stands in untyped data (a message that waits) is found by its mark, ``($Mood=ANGRY)``; a typed field says
nothing of its type, so members of enums are renamed by the field that holds them.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass, field
from typing import Any

from talewright.errors import AlreadyExists
from talewright.fields import Bare, Plain, Repeated
from talewright.names import fold

ITEM_CLASS, ITEM_FIELD = "SapituInventory", "baseItem"
COUNT_CLASS, TAG_MARK = "GPVar", "$Tag"


@dataclass(frozen=True)
class RenameTable:
    """Tables of renames, old to new; names ignore case. Classes are renamed first, so the rest names new classes.

    Attributes:
        classes: class names.
        fields: (class, old field) to the new field.
        values: (class, field) to a table of its values: members of an enum, names of records.
        items: names of item types, where inventory items say what they were made from.
        tags: tags of counts, with all tags below them; also where untyped data holds one.

    >>> table = RenameTable(
    ...     classes={"Smith": "Blacksmith"},
    ...     fields={("Blacksmith", "anger"): "mood"},
    ...     values={("Blacksmith", "mood"): {"CROSS": "ANGRY"}},
    ... )
    >>> from talewright.savegame import SaveDocument, SaveHeader
    >>> save = SaveDocument(SaveHeader(), {("main:/smith#controller", "Smith"): {"anger": "CROSS"}})
    >>> save.rename(table)
    >>> print(save.body_bytes().decode(), end="")
    [main:/smith#controller Blacksmith]
    mood=ANGRY
    """

    classes: Mapping[str, str] = field(default_factory=dict)
    fields: Mapping[tuple[str, str], str] = field(default_factory=dict)
    values: Mapping[tuple[str, str], Mapping[str, str]] = field(default_factory=dict)
    items: Mapping[str, str] = field(default_factory=dict)
    tags: Mapping[str, str] = field(default_factory=dict)

    @property
    def tables(self) -> dict[tuple[str, str], dict[str, str]]:
        """What values of which field of a class are called now, by their old names, folded."""
        values = {**self.values, (ITEM_CLASS, ITEM_FIELD): self.items} if self.items else self.values
        return {field: {fold(old): new for old, new in table.items()} for field, table in values.items()}

    def tag(self, name: str) -> str:
        """Return what a tag is called now."""
        for old, new in self.tags.items():
            name = moved_tag(name, old, new)
        return name

    def rename_marks(self, section: MutableMapping[str, Plain]) -> None:
        """Rename the classes and tags that untyped data in a section holds by their marks."""
        marks = {fold(f"${old}"): f"${new}" for old, new in self.classes.items()}
        for name, value in section.items():
            if isinstance(value, (list, dict)):
                section[name] = self._marked(value, marks)

    def _marked(self, value: Any, marks: Mapping[str, str]) -> Any:
        if isinstance(value, list):
            made = [self._marked(v, marks) for v in value]
            return Repeated(made) if isinstance(value, Repeated) else made
        if not isinstance(value, dict):
            return value
        if len(value) == 1:
            ((key, inner),) = value.items()
            if key == TAG_MARK and isinstance(inner, str):
                return {key: self.tag(inner)}
            if fold(key) in marks:
                return {marks[fold(key)]: self._marked(inner, marks)}
        return {key: self._marked(inner, marks) for key, inner in value.items()}


def moved_tag(tag: str, old: str, new: str) -> str:
    """Return what a tag is called once `old` and everything below it is `new`."""
    if fold(tag) == fold(old):
        return new
    return new + tag[len(old) :] if fold(tag).startswith(f"{fold(old)}.") else tag


def rename_field(section: MutableMapping[str, Plain], old: str, new: str, where: str) -> None:
    """Rename a field where it is; its place among the others stays.

    Raises:
        AlreadyExists: the section has a field of the new name.
    """
    if old not in section:
        return
    if new in section and fold(old) != fold(new):
        raise AlreadyExists(
            f"{where}.{old} cannot become {new}: the section has both", hint="take one of the two out in the migration"
        )
    pairs = [(new if fold(name) == fold(old) else name, value) for name, value in section.items()]
    section.clear()
    section.update(pairs)


def rename_values(value: Plain, table: Mapping[str, str]) -> Plain:
    """Return a value with the names in it as a table, of folded old names, calls them now."""
    if isinstance(value, str):
        new = table.get(fold(value))
        return value if new is None else (Bare(new) if isinstance(value, Bare) else new)
    if isinstance(value, list):
        renamed = [rename_values(v, table) for v in value]
        return Repeated(renamed) if isinstance(value, Repeated) else renamed
    if isinstance(value, dict):  # keys too: a mapping from an enum
        return {table.get(fold(k), k): rename_values(v, table) for k, v in value.items()}
    return value
