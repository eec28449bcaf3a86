"""The lines of the shared file of characters: how Unreal Engine 3 spells sections, lists and values there.

Knows texts and documents, and nothing of who owns what or when something is written: that is `shared_file`'s.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from talewright.config import UE3, IniDocument
from talewright.config.text import physical_lines
from talewright.config.values import dump, parse
from talewright.diagnostics import Report, Span
from talewright.errors import ValueFormatError
from talewright.fields import Bare, Plain, References, Repeated, declared, encode
from talewright.names import FoldedDict, fold, misspelt
from talewright.rpg.own_fields import read_own
from talewright.rpg.sections import StoredCharacter, StoredItem, read_section

LISTS = ("inventoryRecords", "inventoryRecord")
"""The names of the list of an inventory; the document spells it both ways, and the first is written."""

_FLOATS = frozenset(name for name, entry in declared(StoredItem).items() if entry.hint is float)


def object_name(section: str) -> str:
    """Return the name in front of a section's class."""
    return section.rpartition(" ")[0]


def write_fields(document: IniDocument, section: str, fields: dict[str, Plain]) -> None:
    """Write fields into a section, as Unreal Engine 3 does: lists as repeated keys, six decimals."""
    document.add_section(section)
    for key, value in fields.items():
        if isinstance(value, Repeated):
            document.set_all(section, key, [str(v) for v in value])
        elif isinstance(value, str):
            document.set_all(section, key, [value])
        else:
            document.set_raw(section, key, [dump(float(value) if key in _FLOATS else value, style=UE3)])


def changed_fields(
    document: IniDocument,
    section: str | None,
    cls: type,
    fields: dict[str, Plain],
    kind: type,
    references: References,
) -> dict[str, Plain]:
    """Return those fields that the lines of a section do not say already; a section that is not there says nothing.

    So a line keeps its spelling, and one that cannot be read stays until its field is changed.
    """
    if section is None:
        return fields
    stands, known = _standing(document, section, cls)
    rest = fields_of(document, section, cls, Report(), kind)
    read = read_own(kind, rest, references, "", Report(), lambda key: Span(""), lenient=True)
    for name, entry in declared(kind).items():
        if any(fold(key) == fold(name) for key in stands):
            known[name] = encode(read.get(name, entry.make()), entry.hint, references, name)
    return {key: value for key, value in fields.items() if known.get(key, stands.get(key)) != value}


def remove_defaults(document: IniDocument, section: str, cls: type, fields: dict[str, Plain]) -> None:
    """Take out the lines of declared fields that say something else than their default, where `fields` has them not.

    What has its default is not written: the line of a pile goes when one piece is left.
    """
    stands, known = _standing(document, section, cls)
    for name, entry in declared(cls).items():
        if name not in fields and known[name] != entry.make():
            for key in [key for key in stands if fold(key) == fold(name)]:
                document.remove(section, key)


def _standing(document: IniDocument, section: str, cls: type) -> tuple[dict[str, Plain], dict[str, Any]]:
    """Return the fields that a section has, and what it comes to as a class reads it."""
    stands = fields_of(document, section, cls, Report())
    read: object = read_section(
        cls, section, "", stands, Report(), lambda name, class_name, key: Span(""), lenient=True
    )
    return stands, {name: getattr(read, name) for name in declared(cls)}


def insert(document: IniDocument, block: str, behind: str | None) -> str:
    """Put new sections behind the last line of a section, or at the end; give the whole text."""
    text = document.to_text()
    if not block:
        return text
    if not text.strip("\r\n"):
        return block
    lines = physical_lines(text)
    at = len(lines)
    if behind is not None:
        # Places are those of the text as it is now, with what was changed and taken out.
        now = IniDocument.from_text(text, style=UE3)
        at = max([now.section_span(behind).line, *(entry.span.end_line for entry in now.entries(behind))])
    above, below = "".join(lines[:at]), "".join(lines[at:])
    if not above.endswith(("\n", "\r")):
        above += document.newline
    if lines[at - 1].strip():
        above += document.newline
    if below and below[0] not in "\r\n":
        below = document.newline + below
    return above + block + below


def of_class(document: IniDocument, class_name: str) -> Iterator[tuple[str, str]]:
    """Return (object name, section) of every section of a class, whatever package stands in front of its name."""
    wanted = fold(class_name)
    for section in document.section_names():
        name, _, its_class = section.rpartition(" ")
        if name and wanted in (fold(its_class), fold(its_class.rpartition(".")[2])):
            yield name, section


def list_key(key: str) -> tuple[int, int] | None:
    """Return the place of a key of the inventory's list: which spelling, which element; None for any other key.

    A list is a dynamic array (``inventoryRecords=k`` again and again) or a static one (``inventoryRecords[0]=k``).
    """
    name, _, rest = key.strip().replace("(", "[").partition("[")
    folded = fold(name.strip())
    for number, known in enumerate(LISTS):
        if folded == fold(known):
            index = rest.strip().rstrip(")]").strip()
            if not rest:
                return number, -1
            return (number, int(index)) if index.isascii() and index.isdigit() else (number, 1 << 30)
    return None


def listed(document: IniDocument, section: str) -> list[str]:
    """Return the ids that the list of a section holds, in its order."""
    places = [(place, key) for key in document.raws(section) if (place := list_key(key)) is not None]
    values = (value for _, key in sorted(places) for value in document.get_all(section, key))
    return [item for value in values for item in _ids(value) if item]


def _ids(value: str) -> list[str]:
    if not value.startswith("("):
        return [value.strip()]
    try:
        found = parse(value)
    except ValueFormatError:
        return [value]
    return [str(item) for item in found] if isinstance(found, list) else [value]


def in_order(before: list[str], carried: list[str], missing: list[str]) -> list[str]:
    """Return the list to write: what stands there keeps its place, also what cannot be read, or is there twice.

    Where the inventory has another order than the file, it is the inventory's that counts.

    >>> in_order(["a", "lost", "b"], ["a", "b", "c"], ["lost"])
    ['a', 'lost', 'b', 'c']
    >>> in_order(["a", "lost", "b"], ["b", "a"], ["lost"])
    ['b', 'a', 'lost']
    """
    wanted = FoldedDict((id, id) for id in (*carried, *missing))
    stays = FoldedDict((id, id) for id in before if id in wanted)
    if [id for id in map(fold, stays) if id not in set(map(fold, missing))] != [
        fold(id) for id in carried if id in stays
    ]:
        return [*carried, *missing]
    return [id for id in before if id in wanted] + [id for id in wanted if id not in stays]


def write_list(document: IniDocument, section: str, records: list[str]) -> None:
    """Write the list of an inventory, as the section spells it; one that is the same already stays."""
    if listed(document, section) == records:
        return
    keys = [key for key in document.raws(section) if list_key(key) is not None]
    static = next((key for key in keys if "[" in key), None)
    if static is not None and records:
        name = static.partition("[")[0]
        wanted = {f"{name}[{number}]": [record] for number, record in enumerate(records)}
    else:
        wanted = {LISTS[0]: records} if records else {}
    for key in keys:
        if fold(key) not in {fold(each) for each in wanted}:
            document.remove(section, key)
    for key, values in wanted.items():
        document.set_all(section, key, values)


def words_of(text: str) -> set[str]:
    """Return the words of a value, folded: an id in any form, quoted, in a struct or behind a class."""
    return {fold(word) for word in re.findall(r"[^\s,()=\"\';:|]+", text)} | {
        fold(word) for word in re.findall(r"\w+", text)
    }


def naming(document: IniDocument) -> dict[str, set[str]]:
    """Return for each word of the values of a file, folded, the sections that name it."""
    found: dict[str, set[str]] = {}
    for section in document.section_names():
        for raws in document.raws(section).values():
            for raw in raws:
                for word in words_of(raw):
                    found.setdefault(word, set()).add(section)
    return found


def fields_of(document: IniDocument, section: str, cls: type, report: Report, kind: type = object) -> dict[str, Plain]:
    """Return the fields of a section: declared ones as the text they are, others parsed, so that a save can hold them.

    Where a key that has one value stands there several times, the last counts, as everywhere in config.
    """
    texts = {fold(name) for name, entry in declared(kind).items() if entry.hint is str} if kind is not object else set()
    known = {fold(name) for name in declared(cls)} | texts
    fields: dict[str, Plain] = {}
    for key, raws in document.raws(section).items():
        if list_key(key) is not None and cls is StoredCharacter:
            continue
        if fold(key) in known:
            values: list[Plain] = [Bare(value) for value in document.get_all(section, key)]
            if len(values) > 1:
                report.add(
                    "TW-RPG-06",
                    "warning",
                    f"[{section}] has {key} {len(values)} times; the last, {values[-1]}, counts",
                    "remove the other lines",
                    document.entries(section, key)[0].span,
                )
                del values[:-1]
        else:
            values = [_parsed(raw) for raw in raws]
            if kind is object or fold(key) not in map(fold, declared(kind)):
                _tell_misspelt(document, section, key, cls, report)
        fields[key] = values[0] if len(values) == 1 else Repeated(values)
    return fields


def _tell_misspelt(document: IniDocument, section: str, key: str, cls: type, report: Report) -> None:
    near = misspelt(key.partition("[")[0], declared(cls))
    if near:
        what = f"[{section}] has {key}, which is no field of it; it is kept"
        report.add("TW-RPG-09", "warning", what, f"did you mean {near[0]}?", document.entries(section, key)[0].span)


def _parsed(raw: str) -> Plain:
    try:
        return parse(raw)
    except ValueFormatError:
        return Bare(raw)
