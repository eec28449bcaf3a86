"""Rows as they stand in a file's text: where each of their values is, and how new ones are written like them.

For editing by the letter: every place is an offset into the text of the document, so that a change touches the
characters it must and no others. What the rows mean, `talewright.tags.files` decides.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from talewright.config import Entry, IniDocument
from talewright.config.values import parse_prefix, quote, unescape
from talewright.errors import ValueFormatError
from talewright.names import fold
from talewright.tags.files import KEYS

_FIELD = re.compile(
    r"""[\s,]*(?P<name>[A-Za-z_]\w*)\s*=\s*(?P<value>"(?:[^"\\]|\\.)*"|\((?:[^()"]|"(?:[^"\\]|\\.)*")*\)|[^,()"]*)"""
)
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")


@dataclass(frozen=True)
class Value:
    """The text of one field: its place without the quotes around it, and whether it has quotes."""

    start: int
    end: int
    quoted: bool
    text: str


@dataclass(frozen=True)
class RowText:
    """One row.

    Attributes:
        section: its section.
        key: folded, such as "gameplaytaglist".
        entry: the line as a reader sees it.
        start: where its first line begins in the text of the document.
        end: where the next line begins.
        values: its fields by folded name.
    """

    section: str
    key: str
    entry: Entry
    start: int
    end: int
    values: dict[str, Value]

    def text(self, name: str) -> str:
        """Return the text of a field, empty where it has none."""
        value = self.values.get(name)
        return value.text if value else ""


class Lines:
    """Where the lines of a text begin."""

    def __init__(self, text: str) -> None:
        self.starts = [0]
        for match in _LINE.finditer(text):
            self.starts.append(match.end())

    def start(self, line: int) -> int:
        """Return where a line begins, counted from 1; the end of the text for all behind the last one."""
        return self.starts[min(line - 1, len(self.starts) - 1)]

    def line(self, offset: int) -> int:
        """Return the line of an offset, counted from 1."""
        return bisect_right(self.starts, offset)


def row_texts(document: IniDocument) -> Iterator[RowText]:
    """Return every row of tags, redirects and their settings that adds something, in the order of the sections.

    Rows that do not parse say nothing, and are not touched.
    """
    lines = Lines(document.to_text())
    for section in document.section_names():
        keys = KEYS.get(fold(section), ())
        for entry in document.entries(section):
            key = fold(entry.key)
            if key in keys and entry.operator in ("", "+", ".") and _reads(entry, key):
                span = entry.span
                yield RowText(
                    section, key, entry, lines.start(span.line), lines.start(span.end_line + 1), _values(entry, lines)
                )


def _reads(entry: Entry, key: str) -> bool:
    if not entry.raw.startswith("("):
        return key == "gameplaytags"
    try:
        parse_prefix(entry.raw, style=entry.style)
    except ValueFormatError:
        return False
    return True


def _values(entry: Entry, lines: Lines) -> dict[str, Value]:
    raw = entry.raw
    found: dict[str, Value] = {}
    if not raw.startswith("("):
        place = entry.span_at(0)
        start = lines.start(place.line) + place.column - 1
        return {"tag": Value(start, start + len(raw), False, entry.value)}
    at = 1
    while match := _FIELD.match(raw, at):
        text = match["value"].rstrip()
        quoted = text.startswith('"')
        place = entry.span_at(match.start("value") + quoted)
        start = lines.start(place.line) + place.column - 1
        inner = text[1:-1] if quoted else text
        found.setdefault(
            fold(match["name"]), Value(start, start + len(inner), quoted, unescape(inner) if quoted else inner)
        )
        at = match.end()
    return found


@dataclass(frozen=True)
class Manner:
    """How the rows of a file are written.

    Attributes:
        indent: what stands in front of a row.
        operator: ``+`` or nothing.
        comma: what stands between two fields.
        escapes_apostrophes: whether ``'`` is written ``\\\\'``.
    """

    indent: str = ""
    operator: str = ""
    comma: str = ","
    escapes_apostrophes: bool = True

    def quoted(self, text: str) -> str:
        """Write a text between quotes."""
        written = quote(_UNWRITABLE.sub(" ", text))
        return written.replace("'", "\\'") if self.escapes_apostrophes else written

    def row(self, key: str, *fields: tuple[str, str]) -> str:
        """Write a row, without a line end."""
        return f"{self.indent}{self.operator}{key}=({self.comma.join(f'{name}={value}' for name, value in fields)})"


def escapes_apostrophes(rows: list[RowText]) -> bool:
    """See whether these rows write ``'`` as ``\\'``; so does Unreal, and so do rows that hold none."""
    escaped = any("\\'" in row.entry.raw for row in rows)
    return escaped or not any("'" in row.entry.raw.replace("\\'", "") for row in rows)


def manner_of(text: str, escapes: bool, like: RowText | None, operator: str) -> Manner:
    """See how rows are written.

    Args:
        text: of the document.
        escapes: whether its rows escape apostrophes.
        like: the row to resemble.
        operator: where there is no row to resemble.
    """
    if like is None:
        return Manner(operator=operator, escapes_apostrophes=escapes)
    line = text[like.start : like.end]
    indent = line[: len(line) - len(line.lstrip(" \t"))]
    comma = ", " if re.search(r'"\s*, +\w+=', like.entry.raw) else ","
    return Manner(indent, like.entry.operator, comma, escapes)
