"""Where old names stand in the sections of a save.

A migration step hands `OldNames` to `SaveDocument.rename`, which goes through the sections. Decides where each kind of
name stands in the fields of one; text alone is looked at, never a class. What stands in untyped data (a message that
waits) is found by its mark, ``($Mood=ANGRY)``; a typed field says nothing of its type, so members of enums are renamed
by the field that holds them.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from typing import Any

from talewright.errors import AlreadyExists
from talewright.fields import Bare, Plain, Repeated
from talewright.names import OldNames, fold

ITEM_CLASS, ITEM_FIELD = "SapituInventory", "baseItem"
COUNT_CLASS, TAG_MARK = "GPVar", "$Tag"


def values_of(names: OldNames) -> dict[tuple[str, str], dict[str, str]]:
    """Return what values of which field of a class are called now, by their old names, folded."""
    values = {**names.values, (ITEM_CLASS, ITEM_FIELD): names.items} if names.items else names.values
    return {field: {fold(old): new for old, new in table.items()} for field, table in values.items()}


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


def rename_marks(section: MutableMapping[str, Plain], names: OldNames) -> None:
    """Rename the classes and tags that untyped data in a section holds by their marks."""

    def renamed(value: Any) -> Any:
        if isinstance(value, list):
            made = [renamed(v) for v in value]
            return Repeated(made) if isinstance(value, Repeated) else made
        if not isinstance(value, dict):
            return value
        if len(value) == 1:
            ((key, inner),) = value.items()
            if key == TAG_MARK and isinstance(inner, str):
                return {key: names.tag(inner)}
            if key.startswith("$"):
                return {f"${names.renamed_class(key[1:])}": renamed(inner)}
        return {key: renamed(inner) for key, inner in value.items()}

    for name, value in section.items():
        if isinstance(value, (list, dict)):
            section[name] = renamed(value)
