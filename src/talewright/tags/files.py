"""Which files of a project declare tags, and reading them into a registry.

Decides the order of sources (tags.md section 4): what a program registered before, restricted lists,
Config/DefaultGameplayTags.ini, the loose files under Config/Tags by path, search paths, tables. The first declaration
of a tag counts, so the order is the same on every machine. Generated lists come last; whoever has them passes them to
`load_tag_files` by name. A file that cannot be read is a finding; the others are read.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import TypeAlias

from talewright.config import IniDocument
from talewright.diagnostics import Report, Span
from talewright.errors import ConfigError, MissingFolder
from talewright.names import fold
from talewright.tags.bulk import GeneratedRows
from talewright.tags.reading import LIST_SECTION, RESTRICTED_SECTION, SETTINGS_SECTION, Names, read_tag_list
from talewright.tags.registry import TagRegistry
from talewright.tags.rows import TagList
from talewright.tags.tables import is_table, read_tag_table

DEFAULT_FILE = "DefaultGameplayTags.ini"
"""The one file in Config/ that holds tags among settings."""

_ODD = frozenset({"TW-INI-05", "TW-INI-12"})
"""What a document says of itself that bears on its tags: it was read by a guess, or a header is broken."""

Source: TypeAlias = IniDocument | Path | str
"""A tag file: a document that was read already, or its path."""


def tag_files(config: Path | str) -> list[Path]:
    """Give the tag files of a project's Config folder, in the order in which they count.

    Args:
        config: the folder; what is not there is left out.
    """
    default = Path(config, DEFAULT_FILE)
    folder = Path(config, "Tags")
    return ([default] if default.is_file() else []) + _inis(folder)


def _inis(folder: Path) -> list[Path]:
    found = [path for path in folder.rglob("*") if fold(path.suffix) == ".ini" and path.is_file()]
    return sorted(found, key=lambda path: (fold(path.relative_to(folder).as_posix()), path.as_posix()))


def load_tag_folder(
    registry: TagRegistry, config: Path | str, *, shown: str = "Config", names: Names = "reject"
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
    lists = _lists(tag_files(config), Path(config), shown, names, report)
    default = lists[0] if lists and _is_default(lists[0].file) else None
    if default is not None and not default.loose_files and len(lists) > 1:
        message = f"ImportTagsFromConfig=False: the {len(lists) - 1} files under {shown}/Tags were not read"
        report.add("TW-TAG-26", "information", message, "", Span(default.file))
        del lists[1:]
    _check_restricted_files(default, lists, report)
    # Restricted lists enter first, so that the tree they agree on is there before anybody adds to it.
    lists.sort(key=lambda found: not _has_restricted(found))
    _register(registry, lists, report)
    return report


def add_search_path(
    registry: TagRegistry, folder: Path | str, *, shown: str | None = None, names: Names = "reject"
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
    _register(registry, _lists(_inis(folder), folder, shown, names, report), report)
    return report


def _lists(paths: list[Path], folder: Path, shown: str, names: Names, report: Report) -> list[TagList]:
    lists = []
    for path in paths:
        place = "/".join(part for part in (shown, path.relative_to(folder).as_posix()) if part)
        found = _read(path, place, names, report)
        if found is not None:
            lists.append(found)
    return lists


def load_tag_files(registry: TagRegistry, sources: Iterable[Source], *, names: Names = "reject") -> Report:
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

    >>> tags = TagRegistry()
    >>> text = f'[{LIST_SECTION}]\\nGameplayTagList=(Tag="Npc.Smith",DevComment="rude")\\n'
    >>> load_tag_files(tags, [IniDocument.from_text(text, "Npc.ini")])
    []
    >>> tags.tag("npc.smith").comment, str(tags.tag("npc.smith").source)
    ('rude', 'Npc.ini:2:1')
    """
    report = Report()
    lists = [_read(source, None, names, report) for source in sources]
    _register(registry, [found for found in lists if found is not None], report)
    return report


def _read(source: Source, shown: str | None, names: Names, report: Report) -> TagList | None:
    if not isinstance(source, IniDocument) and is_table(source):
        table = read_tag_table(Path(source).read_bytes(), shown or os.fspath(source), names=names)
        report += table.report
        return table
    try:
        document = source if isinstance(source, IniDocument) else IniDocument.read(source, file=shown)
        found = read_tag_list(document, names=names)
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


def _register(registry: TagRegistry, lists: list[TagList], report: Report) -> None:
    seen: dict[str, str] = {}
    for found in lists:
        first = seen.setdefault(fold(_base_name(found.file)), found.file)
        if first is not found.file and found.file:
            message = f"{first} has the same file name; to Unreal both are one source"
            report.add("TW-TAG-19", "warning", message, "rename one of them", Span(found.file))
        registry.register_rows(found.rows)
        for redirect in found.redirects:
            registry.redirect(redirect.old, redirect.new, source=redirect.span)


def _is_default(file: str) -> bool:
    return fold(_base_name(file)) == fold(DEFAULT_FILE)


def _base_name(file: str) -> str:
    return PurePosixPath(PureWindowsPath(file).as_posix()).name
