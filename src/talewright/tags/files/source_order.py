"""Which files of a project declare tags, in which order, and reading them into a registry.

Decides the order of sources (tags.md section 4): what a program registered before, restricted lists,
Config/DefaultGameplayTags.ini, the loose files under Config/Tags by path, search paths, tables. The first declaration
of a tag counts, so the order is the same on every machine. Generated lists come last; whoever has them passes them to
`load_tag_files` by name. A file that cannot be read is a finding; the others are read. Of a registry this file knows
only what it asks of it (`Registering`).
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Protocol, TypeAlias

from talewright.config import IniDocument
from talewright.diagnostics import Report, Span
from talewright.errors import ConfigError, MissingFolder
from talewright.names import fold
from talewright.tags.files.strays import holds_rows, strays_elsewhere
from talewright.tags.files.tag_lists import Names, read_old_redirects, read_tag_list
from talewright.tags.files.tag_sections import ENGINE_SECTION, LIST_SECTION, RESTRICTED_SECTION, SETTINGS_SECTION
from talewright.tags.files.tag_tables import is_table, read_tag_table
from talewright.tags.values import GeneratedRows, TagList, TagRow

DEFAULT_FILE = "DefaultGameplayTags.ini"
"""The one file in Config/ that holds tags among settings."""

OLD_FILE = "DefaultEngine.ini"
"""The file in Config/ in which old engines keep redirects of tags."""

_GENERATED = ("dynamictags", "lbrdynamictags.ini")
_HINTS = (b"taglist", b"tagslist", b"tagredirect")  # what a file with rows holds, in any encoding
_BIGGEST = 4_000_000

_ODD = frozenset({"TW-INI-05", "TW-INI-12"})
"""What a document says of itself that bears on its tags: it was read by a guess, or a header is broken."""

Source: TypeAlias = IniDocument | Path | str
"""A tag file: a document that was read already, or its path."""


class Registering(Protocol):
    """What tags are read into: a `TagRegistry` that is still open."""

    @property
    def invalid(self) -> str:
        """What no name may hold here, beyond what none may ever."""

    def forbid(self, characters: str, /) -> None:
        """Say what names may not hold from here on."""

    def register_rows(self, rows: Iterable[TagRow], /) -> None:
        """Declare the tags of a list."""

    def redirect(self, old: str, new: str, /, *, source: Span | None = None) -> None:
        """Say that a name has become another."""


def tag_files(config: Path | str) -> list[Path]:
    """Return the tag files of a project's Config folder, in the order in which they count.

    Args:
        config: the folder; what is not there is left out.
    """
    default = Path(config, DEFAULT_FILE)
    folder = Path(config, "Tags")
    return ([default] if default.is_file() else []) + _inis(folder)


def old_redirect_files(config: Path | str) -> list[Path]:
    """Return the file in which old engines keep redirects of tags, if it has any; no tag is declared there."""
    path = Path(config, OLD_FILE)
    if not _may_hold_rows(path):
        return []
    try:
        return [path] if IniDocument.read(path).entries(ENGINE_SECTION, "GameplayTagRedirects") else []
    except ConfigError:
        return []


def _inis(folder: Path) -> list[Path]:
    found = [path for path in folder.rglob("*") if fold(path.suffix) == ".ini" and path.is_file()]
    return sorted(found, key=lambda path: (fold(path.relative_to(folder).as_posix()), path.as_posix()))


def load_tag_folder(
    registry: Registering, config: Path | str, *, shown: str = "Config", names: Names = "reject"
) -> Report:
    """Register what the tag files of a project's Config folder declare.

    Args:
        registry: still open.
        config: the folder.
        shown: its name in findings.
        names: what becomes of invalid names.

    Returns:
        The findings of reading; those of registering are in the registry's report.

    Raises:
        RegistryClosed: the registration window has closed.
    """
    report = Report()
    lists = _lists(registry, tag_files(config), Path(config), shown, names, report)
    default = lists[0] if lists and _is_default(lists[0].file) else None
    if default is not None and not default.loose_files and len(lists) > 1:
        message = f"ImportTagsFromConfig=False: the {len(lists) - 1} files under {shown}/Tags were not read"
        report.add("TW-TAG-26", "information", message, "", Span(default.file))
        del lists[1:]
    _check_restricted_files(default, lists, report)
    # Restricted lists enter first, so that the tree they agree on is there before anybody adds to it.
    lists.sort(key=lambda found: not _has_restricted(found))
    lists += _elsewhere(Path(config), shown, report)
    _register(registry, lists, report)
    return report


def add_search_path(
    registry: Registering, folder: Path | str, *, shown: str | None = None, names: Names = "reject"
) -> Report:
    """Register what the tag files below a folder declare: what Unreal's AddTagIniSearchPath does for plugins.

    Args:
        registry: still open.
        folder: searched at any depth, in the order of the paths.
        shown: its name in findings, if it is not the path.
        names: what becomes of invalid names.

    Returns:
        The findings of reading; those of registering are in the registry's report.

    Raises:
        MissingFolder: there is no such folder.
        RegistryClosed: the registration window has closed.
    """
    folder = Path(folder)
    if not folder.is_dir():
        hint = "name the folder that holds the tag files, such as Plugins/Loot/Config/Tags"
        raise MissingFolder(f"there is no folder {folder.as_posix()!r} to search for tags", hint=hint)
    report = Report()
    shown = folder.as_posix() if shown is None else shown
    _register(registry, _lists(registry, _inis(folder), folder, shown, names, report), report)
    return report


def _lists(
    registry: Registering, paths: list[Path], folder: Path, shown: str, names: Names, report: Report
) -> list[TagList]:
    lists = []
    for path in paths:
        found = _read(path, _place(path, folder, shown), names, report, registry.invalid)
        if found is not None:
            lists.append(found)
            if _is_default(found.file):
                registry.forbid(found.invalid)
    return lists


def _place(path: Path, folder: Path, shown: str) -> str:
    return "/".join(part for part in (shown, path.relative_to(folder).as_posix()) if part)


def _elsewhere(config: Path, shown: str, report: Report) -> list[TagList]:
    """Read the redirects of old engines, and report the rows in files that nothing reads for tags."""
    found = []
    for path in sorted(config.rglob("*")):
        inside = path.relative_to(config)
        among = fold(inside.parts[0]) == "tags" and len(inside.parts) > 1
        if among is (fold(path.suffix) == ".ini") or fold(inside.as_posix()) == fold(DEFAULT_FILE):
            continue  # it is read for tags, or it is no ini file and has no business with them, as the lock has none
        if fold(inside.parts[0]) in _GENERATED or not _may_hold_rows(path):
            continue
        place = _place(path, config, shown)
        if among:
            if is_table(path) or holds_rows(_text(path)):
                message = "the file holds tags and is not read: of what lies here only files in .ini are"
                report.add("TW-TAG-38", "warning", message, "call it .ini, or move it elsewhere", Span(place))
            continue
        try:
            document = IniDocument.read(path, file=place)
        except ConfigError:  # whoever reads the file for what it is says so
            continue
        is_old = fold(inside.as_posix()) == fold(OLD_FILE)
        report += strays_elsewhere(document, f"{shown}/{DEFAULT_FILE}", old=is_old)
        if is_old:
            old = read_old_redirects(document)
            report += old.report
            found.append(old)
    return found


def _may_hold_rows(path: Path) -> bool:
    try:
        if not path.is_file() or path.stat().st_size > _BIGGEST:
            return False
        data = path.read_bytes().lower().replace(b"\0", b"")
    except OSError:
        return False
    if is_table(path):
        return b"tag" in data.partition(b"\n")[0] or b'"tag"' in data
    return any(hint in data for hint in _HINTS)


def _text(path: Path) -> str:
    return path.read_bytes().replace(b"\0", b"").decode("utf-8", "replace")


def load_tag_files(registry: Registering, sources: Iterable[Source], *, names: Names = "reject") -> Report:
    """Register what tag files declare, in the given order.

    Args:
        registry: still open.
        sources: documents, or paths; those in .csv and .json are tables (`read_tag_table`).
        names: what becomes of invalid names.

    Returns:
        The findings of reading; those of registering are in the registry's report.

    Raises:
        FileNotFoundError: there is no such file.
        RegistryClosed: the registration window has closed.

    >>> from talewright.tags import TagRegistry
    >>> tags = TagRegistry()
    >>> text = f'[{LIST_SECTION}]\\nGameplayTagList=(Tag="Npc.Smith",DevComment="rude")\\n'
    >>> load_tag_files(tags, [IniDocument.from_text(text, "Npc.ini")])
    []
    >>> tags.tag("npc.smith").comment, str(tags.tag("npc.smith").source)
    ('rude', 'Npc.ini:2:1')
    """
    report = Report()
    lists = []
    for source in sources:
        lists.append(found := _read(source, None, names, report, registry.invalid))
        if found is not None:
            registry.forbid(found.invalid)
    _register(registry, [found for found in lists if found is not None], report)
    return report


def _read(source: Source, shown: str | None, names: Names, report: Report, invalid: str) -> TagList | None:
    if not isinstance(source, IniDocument) and is_table(source):
        table = read_tag_table(Path(source).read_bytes(), shown or os.fspath(source), names=names, invalid=invalid)
        report += table.report
        return table
    try:
        document = source if isinstance(source, IniDocument) else IniDocument.read(source, file=shown)
        found = read_tag_list(document, names=names, invalid=invalid)
    except ConfigError as error:
        if error.report:
            report += error.report
        else:
            place = Span(source.file if isinstance(source, IniDocument) else shown or os.fspath(source))
            report.add("TW-TAG-10", "error", error.message, error.hint, place)
        return None
    if not isinstance(found.rows, GeneratedRows):  # which is all rows and nothing else
        report += Report(finding for finding in document.report if finding.code in _ODD)
    report += found.report
    _check_sections(document, found, report)
    return found


def _has_restricted(found: TagList) -> bool:
    return any(fold(section) == fold(RESTRICTED_SECTION) for section in found.sections)


def _check_restricted_files(default: TagList | None, lists: list[TagList], report: Report) -> None:
    """Say which lists of restricted tags nobody owns."""
    named = {fold(name) for name in default.restricted_files} if default is not None else set()
    for found in lists:
        first = next((row for row in found.rows if row.restricted), None) if _has_restricted(found) else None
        if first is not None and fold(_base_name(found.file)) not in named:
            message = "RestrictedConfigFiles does not name this file, so Unreal takes no restricted tag from it"
            hint = f'write +RestrictedConfigFiles=(RestrictedConfigName="{_base_name(found.file)}") in {DEFAULT_FILE}'
            report.add("TW-TAG-32", "warning", message, hint, first.span)


def _check_sections(document: IniDocument, found: TagList, report: Report) -> None:
    wrong, right = (LIST_SECTION, SETTINGS_SECTION) if _is_default(found.file) else (SETTINGS_SECTION, LIST_SECTION)
    for section in found.sections:
        if fold(section) == fold(wrong):
            message = f"rows in [{wrong}] of this file are nothing to Unreal"
            hint = f"head them [{right}]" + ("" if _is_default(found.file) else ", and take the + away")
            report.add("TW-TAG-14", "warning", message, hint, document.section_span(section))


def _register(registry: Registering, lists: list[TagList], report: Report) -> None:
    _name_declarers(lists, report)
    seen: dict[str, str] = {}
    for found in lists:
        first = seen.setdefault(fold(_base_name(found.file)), found.file)
        if first is not found.file and found.file:
            message = f"{first} has the same file name; to Unreal both are one source"
            report.add("TW-TAG-19", "warning", message, "rename one of them", Span(found.file))
        registry.register_rows(found.rows)
        for redirect in found.redirects:
            registry.redirect(redirect.old, redirect.new, source=redirect.span)


def _name_declarers(lists: list[TagList], report: Report) -> None:
    """Say of lines that remove nothing which other file declares the tag: they take nothing out of that one."""
    removals = {span: name for found in lists for name, span in found.removals}
    if not removals:
        return
    wanted = set(map(fold, removals.values()))
    declared = {fold(row.name): row.span for found in lists for row in found.rows if fold(row.name) in wanted}
    for at, finding in enumerate(report):
        name = removals.get(finding.span) if finding.code == "TW-TAG-16" else None
        if name and (place := declared.get(fold(name))) is not None:
            message = f"the line removes nothing: {place} declares {name}, and no line takes rows out of another file"
            hint = "delete the line (`talewright tags tidy` does); to delete the tag, delete that row"
            report[at] = replace(finding, message=message, hint=hint)


def _is_default(file: str) -> bool:
    return fold(_base_name(file)) == fold(DEFAULT_FILE)


def _base_name(file: str) -> str:
    return PurePosixPath(PureWindowsPath(file).as_posix()).name
