"""The text of one script: its name, its path and its physical lines.

Decides what a line is (LF, CR LF or CR ends it, and nothing else does) and that a byte-order mark is no text
(dialogue.md section 6.1). Columns count code points from 1, the byte-order mark left out. It knows nothing of the
language but the hashtags at the head of a file, which tools read without compiling anything.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from talewright.diagnostics import Span
from talewright.dialogue.codes import failure

_BREAK = re.compile(r"\r\n|\n|\r")
_HASHTAG = re.compile(r"#([^\s#$<]+)")
_BOM = "\ufeff"


@dataclass(frozen=True, slots=True)
class Source:
    """One script: the name of the dialogue in it, the path that findings show, and its text.

    The caller chooses the name: the stem of the file without the prefix of its class, or its hashtag ``#dialogue:``.
    """

    name: str
    path: str
    text: str

    @classmethod
    def from_bytes(cls, name: str, path: str, data: bytes) -> Source:
        """Decode the bytes of a file.

        Raises:
            DialogueError: the bytes are no UTF-8; the finding has the line and column.

        >>> Source.from_bytes("Smith", "D_Smith.yarn", b"title: Forge").text
        'title: Forge'
        """
        try:
            return cls(name, path, data.decode("utf-8"))
        except UnicodeDecodeError as error:
            rows = split_rows(data[: error.start].decode("utf-8"))
            place = Span(path, len(rows), len(rows[-1]) + 1)
            message = f"the byte 0x{data[error.start]:02x} is no UTF-8"
            raise failure("TW-YARN-03", message, place, "save the file as UTF-8") from None


def split_rows(text: str) -> list[str]:
    r"""Split a text into physical lines, without their ends and without a byte-order mark.

    >>> split_rows("title: A\r\n---\rHi\n===")
    ['title: A', '---', 'Hi', '===']
    """
    return _BREAK.split(text.removeprefix(_BOM))


def row_starts(text: str) -> list[int]:
    r"""Return the offset of every physical line in the text, the byte-order mark before the first, and of the end.

    >>> row_starts("a\r\n\nb")
    [0, 3, 4, 5]
    """
    first = len(text) - len(text.removeprefix(_BOM))
    return [first, *(found.end() for found in _BREAK.finditer(text)), len(text)]


def file_tags(text: str) -> tuple[str, ...]:
    """Return the hashtags at the head of a file, without their ``#``; the rest is not read.

    >>> file_tags("#class:Bark #dialogue:Guard\\n// by Ann\\n#slow\\ntitle: Start\\n---\\n===")
    ('class:Bark', 'dialogue:Guard', 'slow')
    """
    found: list[str] = []
    for row in split_rows(text):
        content = row.strip()
        if not content or content.startswith("//"):
            continue
        if not content.startswith("#"):
            break
        found += (tag for tag, _ in row_hashtags(row))
    return tuple(found)


def row_hashtags(row: str) -> list[tuple[str, int]]:
    """Return the hashtags of a row that holds nothing else, each with its column counted from 0.

    >>> row_hashtags("#a #b:c // why")
    [('a', 0), ('b:c', 3)]
    """
    found: list[tuple[str, int]] = []
    at = 0
    while at < len(row):
        if row[at].isspace():
            at += 1
        elif match := _HASHTAG.match(row, at):
            found.append((match[1], at))
            at = match.end()
        else:
            break
    return found
