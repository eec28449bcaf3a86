"""One section of a document: reading and editing its lines.

A header and what stands below it, up to the next header. Edits change the lines they must and no others: a value that
is the same stays, a changed one keeps its line, key spelling, operator and place, new lines go behind the last one of
their key or behind the last key (see `editing`). Every edit costs what the key has lines, never what the section has.
Knows nothing of other sections, of files and of what values mean.
"""

from __future__ import annotations

from collections.abc import Iterator

from talewright.config.text.lines import BLANK, COMMENT, ENTRY, HEADER, Line, new_line, scan
from talewright.names import fold


class Section:
    """The lines below one header, the header included.

    Args:
        text: the section as it stands in the file.
        newline: the line end for new lines.
    """

    __slots__ = ("_index", "_lines", "_newline", "_tail")

    def __init__(self, text: str, newline: str) -> None:
        self._newline = newline
        lines = scan(text)
        cut = _behind_last_key(lines)
        self._lines = lines[:cut]
        self._tail = lines[cut:]
        self._index: dict[str, list[Line]] | None = None

    def lines(self) -> Iterator[Line]:
        """The lines there are now, in order."""
        for part in (self._lines, self._tail):
            for line in part:
                if not line.removed:
                    yield line
                for follower in line.followers:
                    if not follower.removed:
                        yield follower

    def text(self) -> str:
        """The section as it stands in the file now."""
        return "".join(line.text for line in self.lines())

    def entries(self, key: str | None = None) -> list[Line]:
        """The lines with a key; only those of one key, letter case ignored, where it is given."""
        if key is None:
            return [line for line in self.lines() if line.kind == ENTRY]
        return [line for line in self._keys().get(fold(key), ()) if not line.removed]

    def remove(self, key: str) -> bool:
        """Take out every line of a key; say whether there was one."""
        lines = self.entries(key)
        for line in lines:
            line.removed = True
        if lines:
            self._keys().pop(fold(key), None)
        return bool(lines)

    def add(self, key: str, texts: list[str], behind: Line | None = None) -> list[Line]:
        """Add lines of a key: behind this line of the key, or behind the last key; give them."""
        known = self._keys().setdefault(fold(key), [])
        before = behind or (self._lines[-1] if self._lines else None)
        lines = [new_line(text, self._newline, before.offset if before else 0) for text in texts]
        last = None if self._tail else self._last()
        if last is not None and (behind is None or behind is last):
            ended = bool(last.newline)
            self.end_line()
            if not ended:  # the file ended without a line end, and goes on doing so
                lines[-1].text = lines[-1].joined
        if behind is None:
            known.extend(lines)
            self._lines.extend(lines)
            return lines
        at = known.index(behind) + 1
        known[at:at] = lines
        root = behind.root or behind
        at = root.followers.index(behind) + 1 if behind.root else 0
        root.followers[at:at] = lines
        for line in lines:
            line.root = root
        return lines

    def rename(self, name: str) -> None:
        """Put another name into the header."""
        next(line for line in self._lines if line.kind == HEADER).retitle(name)

    def strip(self) -> None:
        """Take out the header and all keys; comments behind a blank line stay: they introduce the next section."""
        for line in self._lines:
            line.removed = True
            line.followers.clear()
        blank = next((i for i, line in enumerate(self._tail) if line.kind == BLANK), len(self._tail))
        rest = self._tail[blank + 1 :]
        self._tail = rest if any(line.kind == COMMENT for line in rest) else []
        self._index = {}

    def end_line(self) -> None:
        """See to it that whatever comes next begins a line of its own."""
        last = self._last()
        if last is None:
            return
        if not last.newline:
            last.text += self._newline
        if last.text.rstrip("\r\n").endswith("\\\\"):  # would be joined with the next line
            last.text += self._newline

    def ends_blank(self) -> bool:
        """Whether a blank line stands at the end."""
        last = self._last()
        return last is not None and last.kind == BLANK

    def is_empty(self) -> bool:
        """Whether no line is left."""
        return self._last() is None

    def _last(self) -> Line | None:
        for part in (self._tail, self._lines):
            for line in reversed(part):
                for candidate in (*reversed(line.followers), line):
                    if not candidate.removed:
                        return candidate
        return None

    def _keys(self) -> dict[str, list[Line]]:
        if self._index is None:
            self._index = {}
            for line in self.lines():
                if line.kind == ENTRY:
                    self._index.setdefault(fold(line.key), []).append(line)
        return self._index


def _behind_last_key(lines: list[Line]) -> int:
    for number in range(len(lines), 0, -1):
        if lines[number - 1].kind not in (BLANK, COMMENT):
            if lines[number - 1].kind != HEADER:
                return number
            break
    # No key at all: comments right below the header belong to it.
    number = 1
    while number < len(lines) and lines[number].kind == COMMENT:
        number += 1
    return min(number, len(lines))
