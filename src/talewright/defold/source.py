"""Texts that know where they stand, also text that stood inside a string of another text.

Defold writes whole files as strings into other files (``data: "components {\\n" ...``), twice over. A `Source` of such
a string maps each of its characters to the character of the outer text that gave it, so that every finding points into
the file that a person has open. Positions are worked out when asked for: readers carry offsets alone.
"""

from __future__ import annotations

from bisect import bisect_right

from talewright.diagnostics import Span


class Source:
    """The text of a file, or of a string inside one.

    Attributes:
        file: the name of the file, for findings.
        text: what is read.
    """

    __slots__ = ("_breaks", "_lines", "_origins", "_outer", "file", "text")

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text
        self._lines: list[int] | None = None
        self._outer: Source | None = None
        self._breaks: list[int] = []
        self._origins: list[int] = []

    def inside(self, text: str, breaks: list[int], origins: list[int]) -> Source:
        """Return the source for a text that stands, escaped, inside this one.

        Args:
            text: the unescaped text.
            breaks: offsets in it, rising, the first 0, from each of which on it runs along with this source.
            origins: for each of them, the offset in this source.
        """
        found = Source(self.file, text)
        found._outer, found._breaks, found._origins = self, breaks, origins
        return found

    def locate(self, offset: int) -> tuple[int, int]:
        """Return line and column, from 1, in the outermost text."""
        source = self
        while source._outer is not None:
            at = max(bisect_right(source._breaks, offset) - 1, 0)
            offset = source._origins[at] + offset - source._breaks[at]
            source = source._outer
        if source._lines is None:
            lines = [0]
            at = source.text.find("\n")
            while at >= 0:
                lines.append(at + 1)
                at = source.text.find("\n", at + 1)
            source._lines = lines
        line = bisect_right(source._lines, offset)
        return line, offset - source._lines[line - 1] + 1

    def span(self, start: int, end: int) -> Span:
        """Return the place from one offset to another; at least one character, except at the end of the text.

        >>> str(Source("a.go", "components {\\n  id: 1\\n}").span(15, 17))
        'a.go:2:3'
        """
        line, column = self.locate(start)
        end_line, end_column = self.locate(max(start, end - 1))
        return Span(self.file, line, column, end_line, end_column + (end > start))
