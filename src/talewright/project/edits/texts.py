"""The texts of files of a project while a change is planned: what is replaced and inserted where.

Spans and rows are those of the files as they are; nothing moves until `Texts.edits` gives the new texts, in the
encoding and with the line ends of the old ones. Nothing is written here.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from talewright.config.text import Encoding, decode
from talewright.diagnostics import Report, Span
from talewright.errors import AlreadyExists, TagError
from talewright.files import read_file
from talewright.project.edits.edit_plan import FileEdit, is_taken
from talewright.project.uses import Region, regions

NONE: Mapping[str, str] = MappingProxyType({})

_ROWS = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)?")


def unchanged(folder: Path, path: str, digest: str | None) -> bytes:
    """Read a file that was searched.

    Args:
        folder: of the project.
        path: of the file, relative to the project.
        digest: of what was searched; None: it is not known.

    Raises:
        TagError: it is gone, cannot be read, or is another now: what was found in it may stand elsewhere.
    """
    report = Report()
    try:
        data = read_file(folder / path)
    except OSError as error:
        why = error.strerror or type(error).__name__
        report.add("TW-REF-04", "error", f"was searched, and cannot be read now: {why}", "look again", Span(path))
    else:
        if digest is None or hashlib.sha256(data).hexdigest() == digest:
            return data
        report.add("TW-REF-04", "error", "was changed since it was searched", "look again", Span(path))
    raise TagError("nothing is renamed", report=report)


class Texts:
    """The texts of files, and what is to be changed in each.

    Args:
        folder: of the project.
        digests: what the files were when they were searched.
    """

    def __init__(self, folder: Path, digests: Mapping[str, str] = NONE) -> None:
        self._folder = folder
        self._digests = digests
        self._bytes: dict[str, bytes] = {}
        self._rows: dict[str, list[str]] = {}
        self._encodings: dict[str, Encoding] = {}
        self._changes: dict[str, dict[tuple[int, int, int], str]] = {}
        self._inserted: dict[str, dict[int, str]] = {}

    def rows(self, path: str) -> list[str]:
        """Return the rows of a file, each with its end.

        Raises:
            TagError: it is not the file any more that was searched.
        """
        if path not in self._rows:
            data = unchanged(self._folder, path, self._digests.get(path))
            text, encoding, _ = decode(data, path)
            self._bytes[path] = data
            self._rows[path] = [row for row in _ROWS.findall(text) if row]
            self._encodings[path] = encoding
        return self._rows[path]

    def regions(self, path: str) -> Iterator[tuple[int, Region, str]]:
        """Return the number of each row of a script, where it stands, and the row without its end."""
        return regions(self.rows(path))

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
        """Return the lines of the headers of a node, one of which is given."""
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
        """Yield what is to be written.

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
                if is_taken(self._folder / moves[path], self._folder / path):
                    raise AlreadyExists(f"{moves[path]} is a file already", hint="choose another name")
                yield FileEdit(moves[path], None, after, "", new, like=path)
                yield FileEdit(path, self._bytes[path], None, old, "")
            elif new != old:  # a jump keeps its title when the dialogue is renamed
                yield FileEdit(path, self._bytes[path], after, old, new)
