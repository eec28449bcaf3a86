"""One `key=value` line of a document, as a reader sees it, with its place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from talewright.config.text.lines import Line
from talewright.config.values import Style, unquote
from talewright.diagnostics import Span


class Entry:
    """A key and its value as one line gives them; read only. Unpacks into ``(op, key, value, span)``.

    >>> from talewright.config import IniDocument
    >>> for op, key, value, span in IniDocument.parse(b"[A]\\n+Paths=a\\n", "x.ini").entries("A"):
    ...     print(op, key, value, span)
    + Paths a x.ini:2:1

    Attributes:
        operator: "" or one of ``+ - . ! @ * ^``.
        key: in its own spelling.
        raw: the text behind ``=``, without blanks around it, quotes kept: what `values.parse` takes.
        file: the name of the document.
    """

    __slots__ = ("_first", "_line", "_style", "file", "key", "operator", "raw")

    def __init__(self, line: Line, file: str, first_line: int, style: Style) -> None:
        self.operator = line.operator
        self.key = line.key
        self.raw = line.raw
        self.file = file
        self._line = line
        self._first = first_line
        self._style = style

    @property
    def op(self) -> str:
        """The operator, "" for a plain line: another name of `operator`."""
        return self.operator

    def __iter__(self) -> Iterator[Any]:
        yield self.operator
        yield self.key
        yield self.value
        yield self.span

    @property
    def value(self) -> str:
        """The string that the line gives: `raw` without its quotes (config-savegame.md section 1.3)."""
        return unquote(self.raw, self._style)

    def with_raw(self, raw: str) -> Entry:
        """Return the same line with another text behind ``=``, at the same place."""
        made = Entry(self._line, self.file, self._first, self._style)
        made.raw = raw
        return made

    @property
    def style(self) -> Style:
        """The dialect that the line is read in."""
        return self._style

    @property
    def line_text(self) -> str:
        """The line as it stands in the file, joined lines and line end included."""
        return self._line.text

    @property
    def span(self) -> Span:
        """From the operator or key to the end of the value."""
        line = self._line
        end = line.value_start + len(self.raw)
        return self._span(line.start, end)

    def span_at(self, offset: int, length: int = 1) -> Span:
        """Return the place of a part of `raw`: what `ValueFormatError.offset` counts from.

        >>> from talewright.config import IniDocument
        >>> entry = IniDocument.parse(b"[A]\\nlevel = (min=1", "x.ini").entries("A")[0]
        >>> str(entry.span_at(0))
        'x.ini:2:9'
        """
        begin = self._line.value_start + min(offset, len(self.raw))
        return self._span(begin, begin + length)

    def _span(self, begin: int, end: int) -> Span:
        row, column = self._line.position(begin)
        end_row, end_column = self._line.position(end)
        return Span(self.file, self._first + row, column, self._first + end_row, end_column)

    def __repr__(self) -> str:
        return f"Entry({self.operator}{self.key}={self.raw})"
