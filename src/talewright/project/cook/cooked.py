"""Starting from an export: the generated files read again, and what keeps them from being used.

An export that is missing, was edited or belongs to another list is an error when a cooked project is opened, never an
empty answer. What few starts ask for is read when the first asks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import unquote

from talewright.config import IniDocument
from talewright.diagnostics import Report, Span
from talewright.dialogue import Outline
from talewright.errors import ProjectError, TalewrightError
from talewright.names import FoldedDict
from talewright.project.cook.digests import classes_digest, digest_of, hint_for, own_tags_digest, short_digest
from talewright.project.cook.export import (
    COOK_AGAIN,
    COOK_SECTION,
    DIGESTS_SECTION,
    FILES_SECTION,
    FORMAT,
    INDEX,
    INDEX_SECTION,
    MARK,
    OUTLINE,
    TAG_LIST,
    unreadable,
)
from talewright.project.cook.late import Keys, Known, LateRows
from talewright.project.identity import LOCK, Locked, parse_lock
from talewright.project.scan import DialogueClass, DialogueFile, GeneratedTag
from talewright.tags import (
    LIST_SECTION,
    RedirectRow,
    TagList,
    TagRow,
    read_tag_list,
    sort_key,
)
from talewright.tags.values import keyed

_HEADER = f"[{LIST_SECTION}]\n"
_REDIRECT = "GameplayTagRedirects="
_NAME = re.compile(r'\(Tag="([^"]+)"')
_GENERATED = re.compile(
    rb"; " + re.escape(MARK.encode()) + rb"\n\[TagsToDialogues\]\n((?:[A-Za-z0-9_.\-]++=[A-Za-z0-9_./\-]++\n)*+)\n"
    rb"\[DialogueDigests\]\n((?:[A-Za-z0-9_./\-]++=sha256:[0-9a-f]{16}\n)*+)\n"
    rb"\[Cook\]\n((?:[A-Za-z]++=[A-Za-z0-9:]++\n)*+)"
)


def read_export(folder: Path) -> Known:
    """Read the files of a cooked project.

    Raises:
        ProjectError: a file is missing or damaged, or they do not belong together.
    """
    report = Report()
    for name in (TAG_LIST, OUTLINE, INDEX, LOCK):
        if not (folder / name).is_file():
            report.add("TW-COOK-01", "error", "is missing: the project was not cooked", COOK_AGAIN, Span(name))
    if report:
        raise ProjectError(report=report)
    try:
        tag_list, known, lock = ((folder / name).read_bytes() for name in (TAG_LIST, OUTLINE, LOCK))
        index = _read_index((folder / INDEX).read_bytes(), report)
        given = index.cooked.get("Format")
        if given != str(FORMAT):
            message = f"has the format {given}; this version reads {FORMAT}" if given else "has no [Cook] section"
            report.add("TW-COOK-06", "error", message, COOK_AGAIN, Span(INDEX))
        else:
            for key, data, name in (("Tags", tag_list, TAG_LIST), ("Dialogues", known, OUTLINE), ("Lock", lock, LOCK)):
                if index.cooked.get(key) != digest_of(data):
                    message = f"belongs to another {name}: one of the two is stale or was edited"
                    hint = hint_for(data, index.cooked.get(key), COOK_AGAIN)
                    report.add("TW-COOK-07", "error", message, hint, Span(INDEX))
            if index.cooked.get("Index") != digest_of(index.above):
                hint = hint_for(index.above, index.cooked.get("Index"), COOK_AGAIN)
                report.add("TW-COOK-07", "error", "was edited after the project was cooked", hint, Span(INDEX))
        if report.errors:
            raise ProjectError(report=report)
        found = _as_cooked(tag_list, report)
    except TalewrightError as error:
        raise ProjectError(report=error.report or unreadable(error, INDEX)) from error
    report += found.report.errors
    if report.errors:
        raise ProjectError(report=report)

    def elements() -> list[Locked]:
        return parse_lock(lock, Report())

    def keys() -> FoldedDict[str]:
        return FoldedDict((entry.tag, entry.key) for entry in elements() if not entry.gone)

    return Known(
        found.rows,
        tuple(found.redirects),
        index.rows,
        Keys(keys),
        index.digests,
        lambda: _outline(known),
        elements,
        cooked=index.cooked,
    )


def _outline(data: bytes) -> Outline:
    try:
        return Outline.from_bytes(data)
    except ValueError as error:
        report = Report()
        report.add("TW-COOK-08", "error", f"cannot be read: {error}", COOK_AGAIN, Span(OUTLINE))
        raise ProjectError(report=report) from error


def _as_cooked(data: bytes, report: Report) -> TagList:
    """Read a list whose digest says that it is as `render` wrote it: its rows are valid, distinct and in order.

    The names are read when the first tag is asked for, and what a row says when somebody asks for that.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:  # another tool's export, which took our digests over
        report.add("TW-COOK-08", "error", "is no UTF-8 text", COOK_AGAIN, Span(TAG_LIST))
        return TagList(TAG_LIST)
    start, end = max(text.find(_HEADER, 0, 4096), 0), len(text)
    if text.startswith(_REDIRECT, text.rfind("\n", 0, end - 1) + 1):  # they are the last rows, if there are any
        end = text.find(f"\n{_REDIRECT}") + 1
    full: list[Sequence[TagRow]] = []

    def keys() -> list[str]:
        # Quotes in comments are escaped, so none of these is in one.
        names = "\n".join(_NAME.findall(text, start, end))
        quick = None if "\\" in names else keyed(names)
        if quick is not None:
            return quick.split("\n") if quick else []
        found = read_tag_list(IniDocument.parse(data, TAG_LIST))
        if found.report.errors:
            raise ProjectError(report=found.report)
        full.append(sorted(found.rows, key=lambda one: sort_key(one.name)))
        return [sort_key(one.name) for one in full[0]]

    def row(index: int) -> TagRow:
        if not full:
            full.append(read_tag_list(IniDocument.parse(data, TAG_LIST)).rows)
        return full[0][index]

    return TagList(TAG_LIST, LateRows(keys, row), _redirects(text, end))


def _redirects(text: str, start: int) -> list[RedirectRow]:
    """Read the redirects at the end of a list."""
    if start == len(text):
        return []
    tail = read_tag_list(IniDocument.parse(f"{_HEADER}{text[start:]}".encode(), TAG_LIST))
    above = text.count("\n", 0, start) - 1
    return [
        replace(r, span=replace(r.span, line=r.span.line + above, end_line=r.span.end_line + above))
        for r in tail.redirects
    ]


@dataclass(frozen=True)
class _Index:
    """The index: its section ``[Cook]``, the bytes above that, and what gives its rows."""

    cooked: Mapping[str, str]
    above: bytes
    rows: Callable[[], Mapping[str, str]]
    digests: Callable[[], Mapping[str, str]]


def _read_index(data: bytes, report: Report) -> _Index:
    """Read the index: one that is as `render` writes it at a glance, any other line by line."""
    above = data[: data.rfind(f"[{COOK_SECTION}]".encode())]
    quick = _GENERATED.fullmatch(data)
    if quick is not None:
        rows, digests, cooked = quick.groups()
        return _Index(_pairs(cooked), above, lambda: _pairs(rows), lambda: _pairs(digests))
    document = IniDocument.parse(data, INDEX)
    report += document.report.errors
    names = (INDEX_SECTION, FILES_SECTION, DIGESTS_SECTION, COOK_SECTION)
    of = {name: {e.key: e.value for e in document.entries(name)} for name in names}

    def by_path() -> dict[str, str]:
        return {unquote(key): value for key, value in of[DIGESTS_SECTION].items()}

    return _Index(of[COOK_SECTION], above, lambda: of[FILES_SECTION] or of[INDEX_SECTION], by_path)


def _pairs(lines: bytes) -> dict[str, str]:
    return dict(line.split("=", 1) for line in lines.decode().split("\n")[:-1])


def check_unchanged(digests: Mapping[str, str], dialogue: DialogueFile, report: Report) -> None:
    """Report a dialogue of a cooked project that is not the one which was cooked."""
    if digests.get(dialogue.path) != short_digest(dialogue):
        message = "was edited after the project was cooked, so the export's tags may not be its own"
        hint = hint_for(dialogue.source.text.encode(), digests.get(dialogue.path), COOK_AGAIN)
        report.add("TW-COOK-09", "error", message, hint, Span(dialogue.path))


def check_settings(cooked: Mapping[str, str], classes: Mapping[str, DialogueClass], report: Report) -> None:
    """Report dialogue classes that are not those which the project was cooked with."""
    if cooked.get("Classes") != classes_digest(classes):
        message = "the dialogue classes have other settings than when the project was cooked"
        report.add("TW-COOK-11", "error", message, COOK_AGAIN, Span(INDEX))


def check_own_tags(cooked: Mapping[str, str], tags: Iterable[GeneratedTag], report: Report) -> None:
    """Report own tag sources that give other tags than when the project was cooked."""
    if cooked.get("Sources") != own_tags_digest(tags):
        message = "the project's own tag sources give other tags than when it was cooked"
        report.add("TW-COOK-11", "error", message, COOK_AGAIN, Span(INDEX))
