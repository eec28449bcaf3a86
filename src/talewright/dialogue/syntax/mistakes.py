"""Mistakes of writers: how they are noted while a file is read, and what was meant.

Decides how a place in a row becomes a span; which slips are known inside of ``<<...>>`` and ``{...}``: signs of other
languages (``=``, ``=<``, ``<>``), quotes that are not straight, full-width signs, a comma for a point, titles that are
no identifiers. A hint holds the text to write, so that whoever types it has a script that can be read, or comes to the
next mistake in it. What looks like markup or an option in plain text is decided in :mod:`.lookalikes`.

The commonest mistake of all is legal: options whose bodies are not indented. What looks like it: an option without a
body, rows in its column that no empty row parts from it, and then another option. What was meant as one choice is then
a choice of one option, text, and the next choice. Real scripts do that on purpose (options that only go on), so it is a
note, but where a jump or a stop keeps the next option from ever being offered.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, TypeAlias

from talewright.diagnostics import Report, Severity, Span
from talewright.dialogue.codes import finding
from talewright.dialogue.syntax import nodes as syntax

_QUOTES: Final = {
    "“": "”", "”": "”", "„": "“", "‟": "”", "«": "»", "‘": "’", "’": "’", "‚": "‘", "'": "'", "`": "`", "´": "´",
    "「": "」", "＂": "＂",
}  # fmt: skip
#: Operators of other languages: what stands at or before the sign that does not fit, and what it is here.
_OPERATORS: Final = (
    ("! =", "!="), ("= =", "=="), ("< =", "<="), ("> =", ">="), ("=+", "+="),
    ("===", "=="), ("!==", "!="), ("=<", "<="), ("=>", ">="), ("=!", "!="), ("<>", "!="), ("=", "=="), ("&", "and"),
    ("|", "or"), ("≤", "<="), ("≥", ">="), ("≠", "!="), ("×", "*"), ("÷", "/"), ("−", "-"), ("–", "-"), ("—", "-"),
)  # fmt: skip
_NO_WORD = re.compile(r"\W+")
_Group: TypeAlias = syntax.OptionGroup | syntax.LineGroup
_ENDS: Final = (syntax.JumpStatement, syntax.StopStatement, syntax.ReturnStatement)


class Mistake(Exception):
    """A piece of a row that does not follow the syntax: what and where; columns count from 0."""

    def __init__(self, code: str, message: str, start: int, end: int, hint: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.start = start
        self.end = end
        self.hint = hint


class Notes:
    """The findings of one file; lines count from 1, columns of rows from 0."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.report = Report()

    def span(self, line: int, start: int, end: int) -> Span:
        """Return the place of a part of a row."""
        return Span(self.file, line, start + 1, line, max(start, end) + 1)

    def add(self, code: str, message: str, span: Span, hint: str = "", *, severity: Severity | None = None) -> None:
        """Note a finding."""
        self.report.append(finding(code, message, span, hint, severity=severity))

    def mistake(self, line: int, mistake: Mistake) -> None:
        """Note a mistake in a row."""
        span = self.span(line, mistake.start, mistake.end)
        self.add(mistake.code, mistake.message, span, mistake.hint)


def slip_at(row: str, at: int) -> tuple[str, int, int, str] | None:
    """Say what a sign in an expression was meant to be: a message, from where to where, and what to write; or None.

    >>> slip_at("<<if $a = 1>>", 8)
    ('= gives a value, and compares none', 8, 9, 'write ==')
    >>> slip_at("<<set $a to “many”>>", 12)[3]
    'write "many"'
    """
    sign = row[at : at + 1]
    if not sign:
        return None
    if sign in _QUOTES:
        end = row.find(_QUOTES[sign], at + 1)
        close = row.find(">>", at)
        inner = row[at + 1 : end] if end > 0 else row[at + 1 : close if close > 0 else len(row)].rstrip("”’\"'` ")
        behind = end + 1 if end > 0 else at + 1
        return "a text stands in straight double quotes", at, behind, f'write "{inner}"'
    for written, meant in _OPERATORS:
        start = at if row.startswith(written, at) else at - len(written) + 1
        if written == "=+" and row[max(start - 1, 0)] in "=!<>":
            continue  # the end of a comparison, and a sign that numbers do not have
        if start >= 0 and start <= at and row.startswith(written, start):
            message = "= gives a value, and compares none" if written == "=" else f"{written} is no operator"
            return message, start, start + len(written), f"write {meant}"
    if sign == "." and row[at + 1 : at + 2].isdigit():
        digits = re.match(r"\.\d+", row[at:])
        return "a number begins with a digit", at, at + 1, f"write 0{digits[0] if digits else '.'}"
    found = re.search(r"(?<!\d)\d+,$", row[: at + 1]) if sign == "," else None
    if found and (behind_it := re.match(r"\d+", row[at + 1 :])):
        number = f"{found[0][:-1]}.{behind_it[0]}"
        return "a number has a point, and no comma", at, at + 1, f"write {number}"
    plain = unicodedata.normalize("NFKC", sign)
    if not sign.isascii() and len(plain) == 1 and plain.isascii() and plain.isprintable():
        return f"{sign} is a full-width sign", at, at + 1, f"write {plain}"
    return None


def title_like(text: str) -> str:
    """Return a title, such as a node may have, that is near a text; empty where none is.

    >>> title_like("Start Two"), title_like("A.B"), title_like("1st")
    ('Start_Two', 'A_B', '_1st')
    """
    cleaned = _NO_WORD.sub("_", text.strip().strip("\"'“”‘’")).strip("_")
    return f"_{cleaned}" if cleaned[:1].isdigit() else cleaned


def unquoted(text: str) -> str:
    """Return a text without the quotes around it; empty where it has none."""
    return text[1:-1].strip() if len(text) > 2 and text[0] in {'"', *_QUOTES} else ""


def look_for_bodies(notes: Notes, rows: list[str], body: Sequence[syntax.Statement]) -> None:
    """Note the options of a block whose bodies seem to stand below them without indentation: each run of them once."""
    groups = [index for index, one in enumerate(body) if isinstance(one, (syntax.OptionGroup, syntax.LineGroup))]
    told = -1
    for first, second in pairwise(groups):
        if not _follow(rows, body, first, second):
            continue
        if told != first:
            _note(notes, body, first, second)
        told = second


def _parts(group: syntax.Statement) -> tuple[syntax.OptionStatement, ...]:
    if isinstance(group, syntax.OptionGroup):
        return group.options
    return group.items if isinstance(group, syntax.LineGroup) else ()


def _follow(rows: list[str], body: Sequence[syntax.Statement], first: int, second: int) -> bool:
    """Tell whether a group ends without a body, and rows part it from the next that no empty row parts from either."""
    above, below = _parts(body[first]), _parts(body[second])
    last = above[-1]
    if type(body[first]) is not type(body[second]) or last.body or second == first + 1:
        return False
    if below[0].span.column != last.span.column or body[first + 1].span.column < last.span.column:
        return False
    return all(rows[line].strip() for line in range(last.span.line, below[0].span.line - 1))


def _note(notes: Notes, body: Sequence[syntax.Statement], first: int, second: int) -> None:
    below = _parts(body[second])
    arrow = "->" if isinstance(body[first], syntax.OptionGroup) else "=>"
    option = _parts(body[first])[-1]
    sure = isinstance(body[second - 1], _ENDS)  # the next option would never be offered
    severity: Severity | None = None if sure else "information"
    named = f"{arrow} {option.text.source}"
    message = f"this is no part of {named!r}, and parts it from {arrow} {below[0].text.source!r}"
    hint = f"indent it, to be the body of the option; else write an empty row behind {named!r}"
    notes.add("TW-YARN-45", message, body[first + 1].span, hint, severity=severity)
