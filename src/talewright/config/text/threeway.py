"""Putting one's own changes onto a file that somebody else has changed meanwhile.

Three texts: what was read, what it became here, and what the file holds now (config-savegame.md section 8, trap 20). A
section that only one side changed is that side's; where both changed one, its keys are looked at alone. Of a key that
both changed, and not alike, the change made here wins, and a finding says what was there. Nothing is lost in silence.
Says what it needs of a document (`_Mergeable`); `IniDocument.write` uses it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, Self, TypeVar

from talewright.config.text.entry import Entry
from talewright.config.values import Style
from talewright.diagnostics import Report, Span
from talewright.names import fold

Said = list[tuple[str, str]]


class _Mergeable(Protocol):
    """What is asked of a document here; see `IniDocument`."""

    style: Style

    def copy(self, *, style: Style) -> Self: ...
    def section_names(self) -> list[str]: ...
    def section_text(self, section: str) -> str: ...
    def section_span(self, section: str) -> Span: ...
    def entries(self, section: str, key: str | None = None) -> list[Entry]: ...
    def replace_section(self, section: str, text: str) -> None: ...
    def remove_section(self, name: str) -> bool: ...
    def set_lines(self, section: str, key: str, lines: Iterable[tuple[str, str]]) -> None: ...


Document = TypeVar("Document", bound=_Mergeable)


def merge(base: Document, mine: Document, theirs: Document) -> tuple[Document, Report]:
    """Merge by section.

    Args:
        base: as it was read.
        mine: with the changes made here.
        theirs: as the file is now.

    Returns:
        The merged document, in the order of `theirs`, and a finding for every conflict.

    >>> from talewright.config import IniDocument
    >>> base, theirs = IniDocument.parse(b"[A]\\nk=1\\n"), IniDocument.parse(b"[A]\\nk=1\\n[Foreign]\\nx=1\\n")
    >>> mine = IniDocument.parse(b"[A]\\nk=2\\n")
    >>> merge(base, mine, theirs)[0].to_text()
    '[A]\\nk=2\\n[Foreign]\\nx=1\\n'
    """
    merged = theirs.copy(style=mine.style)
    report = Report()
    sections = {fold(name): name for document in (base, mine) for name in document.section_names()}
    for name in sections.values():
        before, now, other = (document.section_text(name) for document in (base, mine, theirs))
        if now in (before, other):
            continue
        if other == before:
            if now:
                merged.replace_section(name, now)
            else:
                merged.remove_section(name)
        elif not now:
            _conflict(report, theirs.section_span(name), f"[{name}] was taken out here and changed by another program",
                      "what the other one wrote stays")  # fmt: skip
        elif not other:
            merged.replace_section(name, now)
            _conflict(report, mine.section_span(name), f"[{name}] was changed here and taken out by another program",
                      "it was written again")  # fmt: skip
        else:
            _merge_keys(name, base, mine, theirs, merged, report)
    return merged, report


def _merge_keys(
    section: str, base: _Mergeable, mine: _Mergeable, theirs: _Mergeable, merged: _Mergeable, report: Report
) -> None:
    keys = {fold(entry.key): entry.key for document in (base, mine) for entry in document.entries(section)}
    for key in keys.values():
        before, now, other = (_said(document, section, key) for document in (base, mine, theirs))
        if now in (before, other):
            continue
        if other != before:
            entries = theirs.entries(section, key)
            place = entries[0].span if entries else theirs.section_span(section)
            told = ", ".join(f"{op}{key}={raw}" for op, raw in other) or "took it out"
            _conflict(report, place, f"[{section}] {key} was changed here and by another program ({told})",
                      "the value from here was written")  # fmt: skip
        merged.set_lines(section, key, now)


def _said(document: _Mergeable, section: str, key: str) -> Said:
    return [(entry.operator, entry.raw) for entry in document.entries(section, key)]


def _conflict(report: Report, span: Span, message: str, hint: str) -> None:
    report.add("TW-INI-45", "warning", message, hint, span)
