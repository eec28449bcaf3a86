"""Objects and their sections: loading, saving, resetting, clearing, naming (config-savegame.md sections 4.1 and 4.2).

The engine's operations on plain dataclasses. Decides which sections an object is read from (its own, then those of the
classes it inherits from; one that every subclass shares for `globalconfig`), which lines a save writes (``full``: all;
``diff``: what differs from the files below, the rest is taken out), and what an old name is called now. Files are
written under a lock, whole or not at all, after they were read again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from talewright.config.layers.chain import read_place
from talewright.config.layers.expansion import expand
from talewright.config.layers.merge import ConfigMap
from talewright.config.layers.permission import may_save, refusal
from talewright.config.layers.plan import Place
from talewright.config.layers.spelling import Lines, Spelling
from talewright.config.text import Entry, IniDocument
from talewright.config.typed import ConfigClass, Lookup, describe, export, read_fields
from talewright.diagnostics import Report, SaveReport, Span
from talewright.errors import Misuse
from talewright.fields import MISSING, check_savable, declared
from talewright.files import atomic
from talewright.names import FoldedDict, did_you_mean, fold

if TYPE_CHECKING:
    from talewright.config.layers.tree import ConfigTree

Mode: TypeAlias = Literal["full", "diff"]

_NAME = "_config_name"
_INDEXED = re.compile(r"(.*?)([\[(][0-9]+[\])])?", re.DOTALL)


def name_of(obj: object, name: str | None) -> str:
    """Give the object's name in its section; empty for a class that is not per-object.

    Raises:
        Misuse: the class is per-object and nothing says the name, or the name cannot stand in a header.
    """
    described = describe(type(obj))
    if name is None and "name" not in described.fields:
        name = getattr(obj, _NAME, None)
    if name is None and described.per_object:
        name = getattr(obj, "name", None)
        if not isinstance(name, str) or not name:
            raise Misuse(
                f"a {described.name} is saved under its own name, and this one has none",
                hint="give name=..., or the class a field called name",
            )
    name = name or ""
    if any(c == "]" or ord(c) < 32 for c in name) or name != name.strip():
        raise Misuse(f"the object name {name!r} cannot stand in a [header]", hint="letters and digits are always safe")
    return name


def remember_name(obj: object, name: str) -> None:
    """Let an object know its name in its section, where its class has no field for it and the object has room."""
    try:
        object.__setattr__(obj, _NAME, name)
    except (AttributeError, TypeError):  # a class with slots
        pass


def read_object(
    tree: ConfigTree, described: ConfigClass, values: ConfigMap, name: str = "", current: object = MISSING
) -> tuple[dict[str, Any], Report]:
    """Read what lines give of a class (or of one of its objects), and the findings."""
    sections = own_sections(tree, described, name)
    report = Report()
    keys = [key for section in sections for key in values.keys(section)]
    fields = described.fields
    given: tuple[str, ...] = ()
    if name and "name" in fields:
        fields = {key: entry for key, entry in fields.items() if key != "name"}
        given = ("name",)
    olds = [old for key in fields for old in tree.renames.old_fields(described.name, key)]
    if olds:
        hidden = {fold(old) for old in olds}
        keys = [key for key in keys if fold(key) not in hidden]
    found = read_fields(
        described.cls,
        _lookup(tree, described, values, sections),
        keys,
        report,
        f"[{sections[0]}]",
        tree.references,
        given,
        renames=tree.renames,
        current=current,
        fields=fields,
    )
    if given:
        found["name"] = name
    return found, report


def own_sections(tree: ConfigTree, described: ConfigClass, name: str) -> list[str]:
    """Give the sections of a class or object: the present name first, then former ones."""
    classes = [described.name, *tree.renames.old_classes(described.name)]
    names = [name, *tree.renames.old_ids(name)] if name else [""]
    return [f"{n} {cls}" if n else cls for cls in classes for n in names]


def _lookup(tree: ConfigTree, described: ConfigClass, values: ConfigMap, sections: list[str]) -> Lookup:
    inherited: dict[str, list[str]] = {}
    fields = FoldedDict((name, name) for name in described.fields)

    def places(field: str | None) -> list[str]:
        if field is None:
            return sections
        known = inherited.get(field)
        if known is None:
            owner = described.shared.get(field)
            if owner is not None:
                known = own_sections(tree, describe(owner), "")
            else:
                bases = [base for base in described.family[1:] if field in declared(base)]
                lower = [part for base in bases for part in own_sections(tree, describe(base), "")]
                known = [*sections, *lower] if not described.per_object else sections
            inherited[field] = known
        return known

    def find(key: str) -> list[Entry] | None:
        match = _INDEXED.fullmatch(key)
        base, index = (match[1], match[2] or "") if match else (key, "")
        field = fields.get(base)
        spellings = [base, *(tree.renames.old_fields(described.name, field) if field else ())]
        for section in places(field):
            for spelling in spellings:
                entries = values.entries(section, spelling + index)
                if entries is not None:
                    return [_expanded(entry, tree) for entry in entries] if tree.expansions else entries
        return None

    return find


def _expanded(entry: Entry, tree: ConfigTree) -> Entry:
    raw = expand(entry.raw, tree.expansions)
    return entry if raw == entry.raw else entry.with_raw(raw)


def save_object(tree: ConfigTree, obj: object, name: str, mode: Mode) -> SaveReport:
    """Write an object's fields into the saved file; see `ConfigTree.save_config`."""
    described = describe(type(obj))
    place = _saved_place(tree, described)
    check_savable(described.cls, tree.references)
    section = described.section(name)
    values = {key: getattr(obj, key) for key in _written(described, name)}
    wanted = _lines(tree, described, values, section)
    below = tree.below(described.category)
    report = SaveReport(skipped=_undeclared(obj))
    if tree.plan.asks_permission and not may_save(below, section):
        report.skipped[section] = refusal(section, f"Default{described.category}.ini")
        return report
    defaults: dict[tuple[str, str], list[str]] = {}
    found: dict[str, Any] = {}
    if mode == "diff":
        found, _ = read_object(tree, described, below, name)
        for key, entry in described.fields.items():
            if key not in found and not entry.required:
                found[key] = entry.make()
        defaults = _merged(_lines(tree, described, {k: v for k, v in found.items() if k in values}, section))
    current = SimpleNamespace(**found)

    def change(document: IniDocument) -> None:
        _forget_old_names(tree, described, document, name)
        spelling = Spelling(document, tree.references, tree.plan.style)
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

    _rewrite(tree, place, described.category, change, report)
    return report


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


def reset_object(tree: ConfigTree, cls: type, name: str, *, whole: bool) -> SaveReport:
    """Take an object's own lines, or its whole section, out of the saved file."""
    described = describe(cls)
    place = _saved_place(tree, described)
    report = SaveReport()

    def change(document: IniDocument) -> None:
        for section in own_sections(tree, described, name):
            if section not in document:
                continue
            if whole:
                document.remove_section(section)
                report.written.append(section)
                continue
            keys = {fold(key) for key in _written(described, name)}
            keys |= {fold(old) for key in described.fields for old in tree.renames.old_fields(described.name, key)}
            for entry in document.entries(section):
                match = _INDEXED.fullmatch(entry.key)
                base = match[1] if match else entry.key
                if fold(base) in keys and document.remove(section, entry.key) and section not in report.written:
                    report.written.append(section)

    _rewrite(tree, place, described.category, change, report)
    return report


def object_names(tree: ConfigTree, cls: type, limit: int = 1024) -> list[str]:
    """Give the names of a class's objects, in the order of the files; see `ConfigTree.per_object_names`."""
    described = describe(cls)
    classes = {fold(described.name), *map(fold, tree.renames.old_classes(described.name))}
    found: FoldedDict[None] = FoldedDict()
    for section in tree.map(described.category).section_names():
        name, _, kind = section.rpartition(" ")
        if name.strip() and fold(kind) in classes:
            found[tree.renames.id(name.strip())] = None
            if len(found) >= limit:
                break
    return list(found)


def near_misses(tree: ConfigTree, cls: type, name: str = "") -> Report:
    """Find sections that were meant for a per-object class but are not called ``[Name Class]``.

    The engine reads none of them and says nothing (report 13 of section 9).
    """
    described = describe(cls)
    wanted = fold(described.name)
    report = Report()
    known = {fold(n) for n in object_names(tree, cls)}
    for document in tree.map(described.category).documents:
        for section in document.section_names():
            head, _, kind = section.rpartition(" ")
            expected = _meant(head.strip(), kind, wanted, fold(name))
            if expected is None:
                continue
            expected = expected or name or "Name"
            if name and fold(expected) != fold(name):
                continue
            message = f"found [{section}], expected [{expected} {described.name}]"
            hint = "the header is the object's own name, one blank, and the class's short name"
            report.add("TW-INI-60", "warning", message, hint, document.section_span(section))
    if name and not report and fold(name) not in known:
        near = did_you_mean(name, object_names(tree, cls))
        if near:
            place = Span(tree.map(described.category).documents[-1].file)
            report.add("TW-INI-60", "warning", f"there is no [{name} {described.name}]", near, place)
    return report


def _meant(head: str, kind: str, wanted: str, name: str) -> str | None:
    """Give the object name that a misnamed section means; empty where nothing says it, None where none is meant."""
    short = re.split(r"[./:]", kind)[-1]
    if fold(kind) == wanted and head and ("/" in head or "." in head):
        last = re.split(r"[./:]", head)[-1]
        return last if fold(last) != wanted else ""
    if head and kind != short and fold(short) == wanted:  # [Hero1 Module.Hero]
        return re.split(r"[./:]", head)[-1]
    if head and fold(head) == wanted:  # [Hero Hero1]
        return kind
    if not head and name and fold(short) == name:  # [Hero1]
        return short
    return None


# -- inside


def _saved_place(tree: ConfigTree, described: ConfigClass) -> Place:
    place = tree.plan.saved_place(described.category)
    if place is None:
        raise Misuse("there is no folder to save settings in", hint="open a project, or give saved=")
    return place


def _written(described: ConfigClass, name: str) -> list[str]:
    return [key for key in described.fields if not (name and key == "name")]


def _lines(
    tree: ConfigTree, described: ConfigClass, values: dict[str, Any], section: str
) -> dict[tuple[str, str], Lines]:
    """Give what is to stand behind ``=``, by section and field."""
    found = {}
    for name, value in values.items():
        owner = described.shared.get(name)
        part = section if owner is None else describe(owner).name
        hint = described.fields[name].hint
        path = f"{section}.{name}"
        found[part, name] = export.lines(name, value, hint, tree.references, tree.plan.style, path)
    return found


def _merged(lines: dict[tuple[str, str], Lines]) -> dict[tuple[str, str], list[str]]:
    """Give the texts by section and key."""
    return {(part, key): raws for (part, _), of_field in lines.items() for key, raws in of_field.items()}


def _forget_old_names(tree: ConfigTree, described: ConfigClass, document: IniDocument, name: str) -> None:
    """Give old sections and keys their present names before anything is written into them."""
    if not tree.renames:
        return
    present, *old = own_sections(tree, described, name)
    for section in old:
        if section in document and present not in document:
            document.rename_section(section, present)
    for key in described.fields:
        for former in tree.renames.old_fields(described.name, key):
            document.remove(present, former)


def _rewrite(
    tree: ConfigTree, place: Place, category: str, change: Callable[[IniDocument], None], report: SaveReport
) -> None:
    """Change the saved file as it is on the disk now; write it only if something changed."""
    folder = place.path.parent
    with atomic.lock(folder):
        document = read_place(place, tree.plan)
        before = document.to_text()
        change(document)
        if document.to_text() != before:
            report.findings += document.form_report()
            atomic.write_bytes(place.path, document.to_bytes(), root=folder)
    tree.forget(category)


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
