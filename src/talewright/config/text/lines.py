"""The lines of a section: comments, headers, keys, and what joins them (config-savegame.md section 1.2).

Decides what each line of a file is. A `Line` holds its text exactly, line end included, so that joining all lines gives
the file back; what it means is kept beside the text. A line that ends in two backslashes is joined with the next one
before anything else is looked at; both are then one `Line`. Never fails: a line that means nothing is `JUNK`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Final

OPERATORS: Final = "+-.!@*^"
"""What may stand in front of a key (config-savegame.md section 2.1).""" ""

BLANK: Final = "blank"
COMMENT: Final = "comment"
HEADER: Final = "header"
ENTRY: Final = "entry"
JUNK: Final = "junk"

_BLANKS = " \t"
_PHYSICAL = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


class Line:
    """One line, or several joined by ``\\\\``.

    Attributes:
        text: the characters in the file, line ends included.
        kind: BLANK, COMMENT, HEADER, ENTRY or JUNK.
        operator: the operator in front of the key, or an empty text.
        key: the key of an entry; the name of a header.
        raw: the text behind ``=``, without blanks around it, quotes kept.
        joined: the text without line ends and joining backslashes.
        start: where the first character that is no blank stands in `joined`.
        value_start: where `raw` stands in `joined`.
        breaks: where in `joined` each further line of the file begins.
        offset: how many lines of the file stand before it in its section.
        followers: lines added behind it since the file was read.
        root: the line of the file that it follows, if it was added behind one.
        removed: whether it was taken out since the file was read.
    """

    __slots__ = (
        "breaks",
        "followers",
        "joined",
        "key",
        "kind",
        "offset",
        "operator",
        "raw",
        "removed",
        "root",
        "start",
        "text",
        "value_start",
    )

    def __init__(self, text: str, joined: str, breaks: tuple[int, ...], offset: int) -> None:
        self.text = text
        self.joined = joined
        self.breaks = breaks
        self.offset = offset
        self.followers: list[Line] = []
        self.root: Line | None = None
        self.removed = False
        self.operator = self.key = self.raw = ""
        self.value_start = 0
        self._read()

    def _read(self) -> None:
        joined = self.joined
        stripped = joined.strip(_BLANKS)
        self.start = len(joined) - len(joined.lstrip(_BLANKS))
        if not stripped:
            self.kind = BLANK
            return
        first = stripped[0]
        if first == ";":
            self.kind = COMMENT
            return
        if first == "[" and stripped[-1] == "]" and len(stripped) > 1:
            self.kind = HEADER
            self.key = stripped[1:-1]
            return
        key, equals, _ = stripped.partition("=")
        key = key.rstrip(_BLANKS)
        if not equals and (first not in "!^" or not stripped[1:].replace("_", "").isalnum()):  # a bare !Key empties
            self.kind = JUNK
            return
        if first in OPERATORS and len(key) > 1:
            self.operator = first
            key = key[1:].lstrip(_BLANKS)
        if not key:
            self.kind = JUNK
            self.operator = ""
            return
        self.kind = ENTRY
        self.key = key
        if equals:
            behind = joined.index("=", self.start) + 1
            raw = joined[behind:]
            self.raw = raw.strip(_BLANKS)
            self.value_start = behind + len(raw) - len(raw.lstrip(_BLANKS))
        else:
            self.value_start = self.start + len(stripped)

    @property
    def newline(self) -> str:
        """The line end of its last line in the file, empty at the end of a file."""
        text = self.text
        if text.endswith("\r\n"):
            return "\r\n"
        return text[-1] if text and text[-1] in "\r\n" else ""

    def position(self, index: int) -> tuple[int, int]:
        """Return the line (counted from 0 in this section) and the column (from 1) of an offset into `joined`."""
        row = bisect_right(self.breaks, index)
        return self.offset + row, index - (self.breaks[row - 1] if row else 0) + 1

    def rewrite(self, raw: str) -> None:
        """Put another value behind the ``=``; blanks around it, key and line end stay."""
        behind = self.joined.index("=", self.start) + 1 if "=" in self.joined else 0
        head = self.joined[: self.value_start] if behind else f"{self.joined.rstrip(_BLANKS)}="
        self._become(head + raw)

    def retitle(self, name: str) -> None:
        """Put another name between the brackets of a header."""
        self._become(f"{self.joined[: self.start]}[{name}]")

    def reoperate(self, operator: str) -> None:
        """Put another operator in front of the key."""
        at = self.start
        self._become(self.joined[:at] + operator + self.joined[at + len(self.operator) :])

    def _become(self, joined: str) -> None:
        self.text = joined + self.newline
        self.joined = joined
        self.breaks = ()
        self.operator = self.key = self.raw = ""
        self._read()


def new_line(text: str, newline: str, offset: int) -> Line:
    """Make a line that stands in no file yet."""
    return Line(text + newline, text, (), offset)


def scan(text: str) -> list[Line]:
    """Cut a text into lines.

    >>> [(line.kind, line.operator, line.key, line.raw) for line in scan("[A]\\n+Key = 1 \\n; remark\\n")]
    [('header', '', 'A', ''), ('entry', '+', 'Key', '1'), ('comment', '', '', '')]
    """
    lines = []
    pending: list[str] = []
    first = 0
    joins = "\\\\" in text
    for number, physical in enumerate(physical_lines(text)):
        body = physical.rstrip("\r\n")
        if joins and body.endswith("\\\\"):
            if not pending:
                first = number
            pending.append(physical)
        elif pending:
            pending.append(physical)
            lines.append(_join(pending, first))
            pending = []
        else:
            lines.append(Line(physical, body, (), number))
    if pending:
        lines.append(_join(pending, first))
    return lines


def physical_lines(text: str) -> list[str]:
    """Cut a text at its line ends (CRLF, LF or a lone CR), which stay."""
    return _PHYSICAL.findall(text)


def _join(pieces: list[str], first: int) -> Line:
    bodies, breaks, length = [], [], 0
    for index, piece in enumerate(pieces):
        if index:
            breaks.append(length)
        body = piece.rstrip("\r\n")
        bodies.append(body.removesuffix("\\\\"))
        length += len(bodies[-1])
    return Line("".join(pieces), "".join(bodies), tuple(breaks), first)
