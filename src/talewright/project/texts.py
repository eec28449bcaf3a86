"""The texts of files of a project while a change is planned: what is replaced and inserted where.

Spans and rows are those of the files as they are; nothing moves until `Texts.edits` gives the new texts, in the
encoding and with the line ends of the old ones. Nothing is written here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from talewright.config.encoding import Encoding, decode
from talewright.diagnostics import Span
from talewright.errors import AlreadyExists
from talewright.names import fold
from talewright.project.edits import FileEdit

_ROWS = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)?")


class Texts:
    """The texts of files, and what is to be changed in each."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._bytes: dict[str, bytes] = {}
        self._rows: dict[str, list[str]] = {}
        self._encodings: dict[str, Encoding] = {}
        self._changes: dict[str, dict[tuple[int, int, int], str]] = {}
        self._inserted: dict[str, dict[int, str]] = {}

    def rows(self, path: str) -> list[str]:
        """Give the rows of a file, each with its end."""
        if path not in self._rows:
            data = (self._folder / path).read_bytes()
            text, encoding, _ = decode(data, path)
            self._bytes[path] = data
            self._rows[path] = [row for row in _ROWS.findall(text) if row]
            self._encodings[path] = encoding
        return self._rows[path]

    def replace(self, span: Span, text: str) -> None:
        """Put a text in the place of another, within one row."""
        self.rows(span.file)
        self._changes.setdefault(span.file, {})[span.line, span.column - 1, span.end_column - 1] = text

    def substitute(self, path: str, line: int, pattern: str, text: str) -> bool:
        """Put a text in the place of every match of a pattern in a row; say whether there was one."""
        row = self.rows(path)[line - 1]
        found = False
        for match in re.finditer(pattern, row):
            found = True
            self._changes.setdefault(path, {})[line, *match.span()] = match.expand(text)
        return found

    def headers(self, path: str, line: int) -> range:
        """Give the lines of the headers of a node, one of which is given."""
        rows = self.rows(path)
        first = last = line
        while first > 1 and rows[first - 2].strip() != "===":
            first -= 1
        while last < len(rows) and rows[last].strip() != "---":
            last += 1
        return range(first, last + 1)

    def insert(self, path: str, line: int, text: str) -> None:
        """Put a row in front of another."""
        self.rows(path)
        self._inserted.setdefault(path, {})[line] = text

    def edits(self, moves: dict[str, str]) -> Iterator[FileEdit]:
        """Give what is to be written.

        Args:
            moves: new paths of files, by the old ones.

        Raises:
            AlreadyExists: a file has the new path.
        """
        for path in sorted({*self._changes, *self._inserted, *moves}):
            rows = list(self.rows(path))
            old = "".join(rows)
            for (line, start, end), text in sorted(self._changes.get(path, {}).items(), reverse=True):
                row = rows[line - 1]
                rows[line - 1] = row[:start] + text + row[end:]
            for line, text in sorted(self._inserted.get(path, {}).items(), reverse=True):
                end_of_row = re.search(r"[\r\n]+\Z", rows[0] if rows else "")
                rows.insert(line - 1, text + (end_of_row[0] if end_of_row else "\n"))
            new = "".join(rows)
            after = self._encodings[path].encode(new)
            if path in moves:
                if (self._folder / moves[path]).exists() and fold(moves[path]) != fold(path):
                    raise AlreadyExists(f"{moves[path]} is a file already", hint="choose another name")
                yield FileEdit(moves[path], None, after, "", new, like=path)
                yield FileEdit(path, self._bytes[path], None, old, "")
            elif new != old:  # a jump keeps its title when the dialogue is renamed
                yield FileEdit(path, self._bytes[path], after, old, new)
