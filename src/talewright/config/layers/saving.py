"""Saving objects into the highest layer: what lines a save writes, and whether it may (config-savegame.md 2.4 and 4.2).

Decides which lines are written (``full``: all; ``diff``: what differs from the files below, the rest is taken out).
Files are written under a lock, whole or not at all, after they were read again.

``[SectionsToSave]`` says which sections a game of Unreal Engine 5 may save. Without a word from the files below the
saved one, the engine of 5.5 and later drops what a module's or plugin's class saves, in silence. Here the caller gets
the reason and the lines to add.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import Any, Literal, TypeAlias

from talewright.config.layers.chain import read_place
from talewright.config.layers.merge import ConfigMap
from talewright.config.layers.objects import INDEXED, ObjectReader
from talewright.config.layers.plan import LayerPlan, Place
from talewright.config.layers.spelling import Lines, Spelling
from talewright.config.text import IniDocument
from talewright.config.typed import ConfigClass, describe, field_lines
from talewright.diagnostics import SaveReport
from talewright.errors import FieldError, Misuse
from talewright.fields import check_savable, declared, decode
from talewright.files import atomic
from talewright.names import fold

Mode: TypeAlias = Literal["full", "diff"]

SECTION = "SectionsToSave"


def save_object(
    reader: ObjectReader, plan: LayerPlan, below: Callable[[], ConfigMap], obj: object, name: str, mode: Mode
) -> SaveReport:
    """Write an object's fields into the saved file; see `ConfigTree.save_config`."""
    described = describe(type(obj))
    place = _saved_place(plan, described)
    check_savable(described.cls, reader.references)
    section = described.section(name)
    values = {key: getattr(obj, key) for key in _written(described, name)}
    wanted = _lines(reader, plan, described, values, section)
    report = SaveReport(skipped=_undeclared(obj))
    layers = below()
    if plan.asks_permission and not may_save(layers, section):
        report.skipped[section] = refusal(section, f"Default{described.category}.ini")
        return report
    defaults: dict[tuple[str, str], list[str]] = {}
    found: dict[str, Any] = {}
    if mode == "diff":
        found, _ = reader.read(described, layers, name)
        for key, entry in described.fields.items():
            if key not in found and not entry.required:
                found[key] = entry.make()
        defaults = _merged(_lines(reader, plan, described, {k: v for k, v in found.items() if k in values}, section))
    current = SimpleNamespace(**found)

    def change(document: IniDocument) -> None:
        _forget_old_names(reader, described, document, name)
        spelling = Spelling(document, reader.references, plan.style)
        for (part, field), lines in wanted.items():
            entry = described.fields[field]
            kept = spelling.kept(part, described.cls, entry, lines, current, whole=mode == "full")
            for key, raws in lines.items():
                default = mode == "diff" and raws == defaults.get((part, key))
                for old in spelling.numbered(part, key) if default or key in kept else ():
                    _set(document, part, old, None, report)
                if default:
                    _set(document, part, key, None, report)
                elif key in kept:
                    for message in spelling.lost(part, key, kept[key]):
                        report.skipped[f"[{part}] {key}"] = f"{message}; it is not there any more"
                    _set(document, part, key, kept[key], report)

    _rewrite(plan, place, change, report)
    return report


def reset_object(reader: ObjectReader, plan: LayerPlan, cls: type, name: str, *, whole: bool) -> SaveReport:
    """Take an object's own lines, or its whole section, out of the saved file."""
    described = describe(cls)
    place = _saved_place(plan, described)
    report = SaveReport()

    def change(document: IniDocument) -> None:
        for section in reader.sections(described, name):
            if section not in document:
                continue
            if whole:
                document.remove_section(section)
                report.written.append(section)
                continue
            keys = {fold(key) for key in _written(described, name)}
            keys |= {fold(old) for key in described.fields for old in reader.renames.old_fields(described.name, key)}
            for entry in document.entries(section):
                match = INDEXED.fullmatch(entry.key)
                base = match[1] if match else entry.key
                if fold(base) in keys and document.remove(section, entry.key) and section not in report.written:
                    report.written.append(section)

    _rewrite(plan, place, change, report)
    return report


def may_save(below: ConfigMap, section: str) -> bool:
    """Whether the files below the saved one allow a section to be saved.

    >>> from talewright.config import IniDocument, PlainRule
    >>> files = ConfigMap([(IniDocument.parse(b"[SectionsToSave]\\n+Section=Tavern\\n"), PlainRule.OVERLAY)])
    >>> may_save(files, "tavern"), may_save(files, "Cellar")
    (True, False)
    """
    said = below.values(SECTION, "bCanSaveAllSections")
    try:
        if said and decode(said[-1], bool):
            return True
    except FieldError:
        pass
    return any(fold(name) == fold(section) for name in below.values(SECTION, "Section"))


def refusal(section: str, file: str) -> str:
    """Say why a section was not saved, and the lines that change it."""
    return f"[{SECTION}] does not name it: write in {file}: [{SECTION}] and below it +Section={section}"


# -- inside


def _set(document: IniDocument, part: str, key: str, raws: list[str] | None, report: SaveReport) -> None:
    """Give a key its texts, or take it out; note the section if that changed something."""
    before = [entry.line_text for entry in document.entries(part, key)]
    if raws is None:
        document.remove(part, key)
    elif raws:
        document.set_raw(part, key, raws)
    else:
        document.set_empty(part, key)
    after = [entry.line_text for entry in document.entries(part, key)]
    if after != before and part not in report.written:
        report.written.append(part)


def _saved_place(plan: LayerPlan, described: ConfigClass) -> Place:
    place = plan.saved_place(described.category)
    if place is None:
        raise Misuse("there is no folder to save settings in", hint="open a project, or give saved=")
    return place


def _written(described: ConfigClass, name: str) -> list[str]:
    return [key for key in described.fields if not (name and key == "name")]


def _lines(
    reader: ObjectReader, plan: LayerPlan, described: ConfigClass, values: dict[str, Any], section: str
) -> dict[tuple[str, str], Lines]:
    """Return what is to stand behind ``=``, by section and field."""
    found = {}
    for name, value in values.items():
        owner = described.shared.get(name)
        part = section if owner is None else describe(owner).name
        hint = described.fields[name].hint
        path = f"{section}.{name}"
        found[part, name] = field_lines(name, value, hint, reader.references, plan.style, path)
    return found


def _merged(lines: dict[tuple[str, str], Lines]) -> dict[tuple[str, str], list[str]]:
    """Return the texts by section and key."""
    return {(part, key): raws for (part, _), of_field in lines.items() for key, raws in of_field.items()}


def _forget_old_names(reader: ObjectReader, described: ConfigClass, document: IniDocument, name: str) -> None:
    """Give old sections and keys their present names before anything is written into them."""
    if not reader.renames:
        return
    present, *old = reader.sections(described, name)
    for section in old:
        if section in document and present not in document:
            document.rename_section(section, present)
    for key in described.fields:
        for former in reader.renames.old_fields(described.name, key):
            document.remove(present, former)


def _rewrite(plan: LayerPlan, place: Place, change: Callable[[IniDocument], None], report: SaveReport) -> None:
    """Change the saved file as it is on the disk now; write it only if something changed."""
    folder = place.path.parent
    with atomic.lock(folder):
        document = read_place(place, plan)
        before = document.to_text()
        change(document)
        if document.to_text() != before:
            data = document.to_bytes()  # first of all: it refuses what no encoding can hold
            report.findings += document.form_report()
            atomic.write_bytes(place.path, data, root=folder)


def _undeclared(obj: object) -> dict[str, str]:
    known = declared(type(obj))
    name = type(obj).__name__
    return {
        key: f"not declared: write `{key}: {type(value).__name__}` in class {name}"
        for key, value in _attributes(obj)
        if key not in known and not key.startswith("_")
    }


def _attributes(obj: object) -> Iterable[tuple[str, Any]]:
    return getattr(obj, "__dict__", {}).items()
