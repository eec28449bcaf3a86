"""What differs between two saves, field by field.

Decides what counts as a difference: another text of a value, as a save would write it. The order of sections and fields
is none.
Plain data out: who prints it, or asks a migration what it would do, decides what to show.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Literal

from talewright.names import fold
from talewright.savegame.document import SaveDocument
from talewright.savegame.header import SECTION, SaveHeader
from talewright.savegame.text import as_text


@dataclass(frozen=True, slots=True)
class Change:
    """One field that two saves have differently.

    Attributes:
        section: "ann SapituCharacter"; the header's is "SaveHeader".
        field: its name; an empty text for a section without fields that only one of them has.
        before: the text of the value in the first save; None: it is not there.
        after: the same in the second save.
    """

    section: str
    field: str
    before: str | None
    after: str | None

    @property
    def kind(self) -> Literal["added", "removed", "changed"]:
        """What happened on the way from the first save to the second."""
        if self.before is None:
            return "added"
        return "removed" if self.after is None else "changed"

    def __str__(self) -> str:
        name = f"[{self.section}]{'.' if self.field else ''}{self.field}"
        if self.before is None:
            return f"+ {name} = {self.after}" if self.field else f"+ {name}"
        if self.after is None:
            return f"- {name} = {self.before}" if self.field else f"- {name}"
        return f"~ {name}: {self.before} -> {self.after}"


def compare(before: SaveDocument, after: SaveDocument) -> list[Change]:
    """Return what differs below the headers: sections of the first save in its order, then new ones.

    >>> one = SaveDocument(SaveHeader(), {("ann", "SapituCharacter"): {"Health": 100}})
    >>> two = SaveDocument(SaveHeader(), {("ann", "SapituCharacter"): {"Health": 87, "Gold": 5}})
    >>> print(*compare(one, two), sep="\\n")
    ~ [ann SapituCharacter].Health: 100 -> 87
    + [ann SapituCharacter].Gold = 5
    """
    first, second = _texts(before), _texts(after)
    found: list[Change] = []
    for key in dict.fromkeys((*first, *second)):
        name, mine = first.get(key) or (second[key][0], None)
        _, theirs = second.get(key) or ("", None)
        if mine is None or theirs is None:
            one, other = mine or {}, theirs or {}
            if not one and not other:
                found.append(Change(name, "", None if mine is None else "", None if theirs is None else ""))
            found += [Change(name, field, value, None) for field, value in one.values()]
            found += [Change(name, field, None, value) for field, value in other.values()]
            continue
        for field in dict.fromkeys((*mine, *theirs)):
            spelling = (mine.get(field) or theirs[field])[0]
            old, new = mine.get(field, ("", None))[1], theirs.get(field, ("", None))[1]
            if old != new:
                found.append(Change(name, spelling, old, new))
    return found


def compare_headers(before: SaveHeader, after: SaveHeader) -> list[Change]:
    """Return what differs between two headers."""
    one, two = header_fields(before), header_fields(after)
    return [Change(SECTION, k, one.get(k), two.get(k)) for k in dict.fromkeys((*one, *two)) if one.get(k) != two.get(k)]


def header_fields(header: SaveHeader) -> dict[str, str]:
    """Return the fields of a header as text, for people."""
    found = {field.name: str(getattr(header, field.name)) for field in fields(header) if field.name != "extras"}
    return {**found, **as_text(header.extras)}


def _texts(save: SaveDocument) -> dict[tuple[str, str], tuple[str, Mapping[str, tuple[str, str]]]]:
    return {
        (fold(name), fold(cls)): (f"{name} {cls}", {fold(field): (field, text) for field, text in as_text(f).items()})
        for (name, cls), f in save.sections.items()
    }
