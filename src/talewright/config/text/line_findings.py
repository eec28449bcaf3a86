"""Findings about lines: what a reader ignores or may have meant otherwise (config-savegame.md sections 1.2 and 1.3).

Judges lines by themselves; what a value must be, only the class that receives it knows (`typed`).
"""

from __future__ import annotations

from collections.abc import Iterable

from talewright.config.text.lines import ENTRY, JUNK, Line, physical_lines
from talewright.config.values import Style, closing_quote
from talewright.diagnostics import Report, Span


def judge(lines: Iterable[Line], preamble: bool, file: str, first: int, report: Report, style: Style) -> None:
    """Add the findings about the lines of a section.

    Args:
        lines: of one section.
        preamble: whether it is what stands in front of the first header.
        file: the name for findings.
        first: the line of the file at which they begin.
        report: where findings go.
        style: how quotes are read.
    """
    for line in lines:
        if line.kind not in (ENTRY, JUNK) and "\\\\" not in line.text:
            continue

        def place(begin: int, end: int, line: Line = line) -> Span:
            row, column = line.position(begin)
            end_row, end_column = line.position(end)
            return Span(file, first + row, column, first + end_row, end_column)

        whole = place(line.start, len(line.joined.rstrip()))
        shown = line.joined.strip()
        if "\\\\" in line.text:
            _broken_joins(line, file, first, report)
        if line.kind not in (ENTRY, JUNK):
            continue
        bare = shown.lstrip("\ufeff").lstrip(" \t")
        if bare != shown and shown.startswith("\ufeff"):
            _inner_mark(bare, whole, report)
        elif shown.startswith("["):
            hint = "write nothing behind the ]" if "]" in shown else "close the header with ]"
            message = (
                f"{_short(shown)} begins like a section header but is none: what follows belongs to the section above"
            )
            report.add("TW-INI-12", "error", message, hint, whole)
        elif preamble:
            message = f"{_short(shown)} stands in front of the first section and is ignored"
            hint = "put it below a [section]" if line.kind == ENTRY else _meant(shown)
            report.add("TW-INI-10", "warning", message, hint, whole)
        elif line.kind == JUNK:
            message = f"{_short(shown)} is no header, no comment and no key=value, and is ignored"
            report.add("TW-INI-11", "warning", message, _meant(shown), whole)
        elif line.raw.startswith('"'):
            end = closing_quote(line.raw, 0, style)
            at = line.value_start
            if end < 0:
                message = f"the quote in the value of {line.key} is not closed; it runs to the end of the line"
                report.add("TW-INI-13", "warning", message, 'end the value with "', place(at, at + 1))
            elif line.raw[end:].strip(" \t;"):
                message = f"{_short(line.raw[end:].strip())} behind the closing quote of {line.key} is ignored"
                hint = 'inside quotes write \\" for a quote; a remark needs a line of its own'
                report.add("TW-INI-15", "warning", message, hint, place(at + end, at + len(line.raw)))


def _inner_mark(bare: str, place: Span, report: Report) -> None:
    """Tell of a byte-order mark in front of a line, as files that were put behind each other have it."""
    told = "a byte-order mark stands in front of"
    hint = "take the mark out: it belongs at the very start of a file, once"
    if bare.startswith("["):
        message = f"{told} {_short(bare)}, which is no header with it: what follows belongs to the section above"
        report.add("TW-INI-17", "error", message, hint, place)
    else:
        report.add("TW-INI-17", "warning", f"{told} {_short(bare)} and is a part of that line", hint, place)


def _broken_joins(line: Line, file: str, first: int, report: Report) -> None:
    for row, text in enumerate(physical_lines(line.text)):
        body = text.rstrip("\r\n")
        stripped = body.rstrip(" \t")
        if stripped != body and stripped.endswith("\\\\") and not stripped.lstrip().startswith(";"):
            number = first + line.offset + row
            span = Span(file, number, len(stripped) - 1, number, len(body) + 1)
            message = "blanks stand behind the two backslashes, so the next line is not joined"
            report.add("TW-INI-14", "warning", message, "end the line with the backslashes", span)


def _meant(text: str) -> str:
    """Say how a line that is read as nothing is written: a remark of another language, or a key of one."""
    remark = next((mark for mark in ("#", "//", "--", "'") if text.startswith(mark)), "")
    if remark:
        return f"a remark begins with ; here: ; {_cut(text.removeprefix(remark).strip())}"
    key, colon, value = text.partition(":")
    if colon and key.strip().replace("_", "").isalnum():
        return f"write {key.strip()}={_cut(value.strip())}: = stands between a key and its value"
    return "begin a remark with ;"


def _cut(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."


def _short(text: str) -> str:
    return repr(text if len(text) <= 50 else text[:47] + "...")
