"""Many tags at once: generated lists, and names in any order.

Decides by counting, without a look at single rows, whether a text is a list as `render_tag_list` writes it: remarks,
one header, then nothing but whole rows of valid names in their order, each once. Only such a list goes the quick way;
any other text goes the general one, and both give the same. Rows are read out of the text when they are asked for.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, islice, repeat
from operator import eq, lt
from typing import Any, overload

from talewright.config import NATIVE, IniDocument
from talewright.config.values import unescape
from talewright.diagnostics import Span
from talewright.names import fold
from talewright.tags.values.names import MAX_LENGTH, NONE
from talewright.tags.values.rows import NOWHERE, TagRow

_REMARKS = re.compile(r"(?:;.*(?<!\\\\)\n)*")  # two backslashes at the end would join the next line
_HEAD, _MIDDLE, _TAIL = 'GameplayTagList=(Tag="', '",DevComment="', '")\n'
_LOW_HEAD, _LOW_MIDDLE = _HEAD.lower(), _MIDDLE.lower()
_BETWEEN = _TAIL + _LOW_HEAD
_UNCOMMENTED = _LOW_MIDDLE + _BETWEEN
_TO_KEYS = "".join(map(chr, range(128))).lower().replace(".", "\0")
_ALLOWED = bytes(c for c in range(256) if c >= 32 and c != 127 and chr(c) not in "\"',")
_BLANK_AT_END = re.compile(r"\s\n|\n\s")


class Rows(Sequence[TagRow]):
    """Rows that are made when they are asked for."""

    __slots__ = ()

    def _make(self, index: int) -> TagRow:
        raise NotImplementedError

    @overload
    def __getitem__(self, index: int) -> TagRow: ...
    @overload
    def __getitem__(self, index: slice) -> list[TagRow]: ...
    def __getitem__(self, index: int | slice) -> TagRow | list[TagRow]:
        if isinstance(index, slice):
            return [self._make(i) for i in range(*index.indices(len(self)))]
        if index < 0:
            index += len(self)
        if not 0 <= index < len(self):
            raise IndexError("there is no such row")
        return self._make(index)

    def __iter__(self) -> Iterator[TagRow]:
        return map(self._make, range(len(self)))

    def __eq__(self, other: object) -> bool:
        return list(self) == list(other) if isinstance(other, (list, Rows)) else NotImplemented

    __hash__ = None  # type: ignore[assignment]


class GeneratedRows(Rows):
    """The rows of a generated list, in its own text.

    Attributes:
        keys: their sorting keys, sorted, each once.
        late: whether the keys are made when they are first asked for, so that a registry takes them over only then.
    """

    late = False

    __slots__ = ("_ends", "_file", "_first", "_gap", "_line", "_text", "keys")

    def __init__(self, text: str, keys: list[str], ends: Sequence[int], first: int, gap: int) -> None:
        self._text = text
        self._ends = ends  # of the rows, with nothing counted that stands between two of them
        self._first = first  # where the first name begins
        self._gap = gap  # what stands between two of them
        self._file, self._line = "", 1
        self.keys = keys

    def placed(self, file: str, line: int) -> GeneratedRows:
        """Say where the first row stands, and give the rows."""
        self._file, self._line = file, line
        return self

    def __len__(self) -> int:
        return len(self.keys)

    def _make(self, index: int) -> TagRow:
        gaps = self._first + index * self._gap
        at = gaps + (self._ends[index - 1] if index else 0)
        end = at + len(self.keys[index])
        closing = gaps + self._ends[index]
        if self._gap == len(_BETWEEN):
            comment = unescape(self._text[end + len(_MIDDLE) : closing])
        else:
            comment, closing = "", closing + len(_MIDDLE)
        line = self._line + index
        return TagRow(
            self._text[at:end], comment, Span(self._file, line, 1, line, closing - at + len(_HEAD) + len(_TAIL))
        )


class NamedRows(Rows):
    """Rows of names that a program declares, all in one text."""

    __slots__ = ("_ends", "_place", "_text")

    def __init__(self, text: str, ends: Sequence[int], place: Span = NOWHERE) -> None:
        self._text = text
        self._ends = ends
        self._place = place

    def __len__(self) -> int:
        return len(self._ends)

    def _make(self, index: int) -> TagRow:
        begin = self._ends[index - 1] + index if index else 0
        return TagRow(self._text[begin : self._ends[index] + index], "", self._place)


def generated_rows(document: IniDocument, header: str) -> GeneratedRows | None:
    """Read a list as `render_tag_list` writes it; None for any other file.

    Args:
        document: the file.
        header: the name of the only section.
    """
    if document.style is not NATIVE:
        return None
    text = document.to_text()
    head = f"[{header}]\n"
    at = text.find(head)
    if at < 0 or "\r" in text or "\0" in text or not _REMARKS.fullmatch(text, 0, at):
        return None
    line = text.count("\n", 0, at) + 2
    start = at + len(head)
    found = _rows(text, start) if start < len(text) else GeneratedRows("", [], (), 0, 0)
    return None if found is None else found.placed(document.file, line)


def _rows(text: str, start: int) -> GeneratedRows | None:
    if not text.startswith(_HEAD, start) or not text.endswith(_TAIL):
        return None
    folded = keyed(text)
    if folded is None:
        return None
    first, last = start + len(_HEAD), len(text) - len(_TAIL)
    keys: list[str]
    if folded.endswith(_LOW_MIDDLE, first, last) and folded.find(
        _UNCOMMENTED, first, first + 2 * MAX_LENGTH
    ) == folded.find('"', first):
        keys = _cut(folded.split(_UNCOMMENTED), first, len(_LOW_MIDDLE) + len(_TAIL))
        if _are_sorted(keys) and _are_valid(keys):  # so no quote is left in any of them
            return GeneratedRows(text, keys, array("I", accumulate(map(len, keys))), first, len(_UNCOMMENTED))
    parts = _cut(folded.split(_BETWEEN), first, len(_TAIL))
    if "\\" in folded:  # what is escaped is neither a quote nor the end of a row
        folded = folded[first:last].replace("\\\\", "").replace('\\"', "")
        if folded.count(_BETWEEN) != len(parts) - 1 or folded.endswith("\\"):
            return None
        start, last = 0, len(folded)
    else:
        start = first
    if (
        folded.count('"', start, last) != 4 * len(parts) - 2
        or folded.count(_LOW_MIDDLE, start, last) != len(parts)
        or folded.count("\n", start, last) != len(parts) - 1
    ):
        return None
    del folded  # as big as the file
    keys = [part.partition('"')[0] for part in parts]
    # Every part has a quote, all have two on average, and there are as many middles: so each has its own.
    if any(map(eq, map(len, keys), map(len, parts))) or not _are_sorted(keys) or not _are_valid(keys):
        return None
    return GeneratedRows(text, keys, array("I", accumulate(map(len, parts))), first, len(_BETWEEN))


def _cut(parts: list[str], front: int, end: int) -> list[str]:
    """Take off what stands in front of the first row and behind the last one."""
    parts[0] = parts[0][front:]
    parts[-1] = parts[-1][: len(parts[-1]) - end]
    return parts


def rows_of_names(names: Sequence[str], place: Span = NOWHERE) -> tuple[list[str], NamedRows, array[int]] | None:
    """Sort names; None where one of them is invalid or comes twice.

    Args:
        names: in any order.
        place: the place of each.

    Returns:
        The sorted keys, the rows in the order of the names, and the row of each key.
    """
    if not names:
        return [], NamedRows("", ()), array("I")
    text = "\n".join(names)
    folded = keyed(text)
    if folded is None or "\0" in text:
        return None
    keys = folded.split("\n")
    if len(keys) != len(names):
        return None
    order = sorted(range(len(keys)), key=keys.__getitem__)
    ordered = list(map(keys.__getitem__, order))
    if not _are_sorted(ordered) or not _are_valid(ordered):
        return None
    return ordered, NamedRows(text, array("I", accumulate(map(len, names))), place), array("I", order)


def keyed(text: str) -> str | None:
    """Return a long text with all names in it as sorting keys, or None where only one after the other can be folded.

    Python's own lower case differs from the simple one in two capital letters alone.
    """
    if text.isascii():
        return text.translate(_TO_KEYS)
    if "\u03a3" in text or "\u0130" in text:
        return None
    return text.lower().replace(".", "\0")


def _are_sorted(keys: list[str]) -> bool:
    """Say whether keys are in order, none twice."""
    return all(map(lt, keys, islice(keys, 1, None)))


def _are_valid(keys: list[str]) -> bool:
    """Say whether sorted keys are those of valid names. Names with a backslash are left to the general way."""
    text = "\n".join(keys)
    try:
        left = text.encode().translate(None, _ALLOWED)
    except UnicodeEncodeError:
        return False
    none = bisect_left(keys, NONE)
    return (
        "\\" not in text
        and len(left) == len(keys) - 1 + text.count("\0")  # nothing else is left
        and keys[0][:1] > " "  # sorted: no other one begins with a dot or blank either
        and "\0\0" not in text
        and not any(map(str.endswith, keys, repeat(("\0", " "))))
        and max(map(len, keys)) <= MAX_LENGTH
        and (none == len(keys) or keys[none] != NONE)
        and (text.isascii() or not _BLANK_AT_END.search(f"\n{text}\n"))
    )


def spellings(rows: Rows, differs: Callable[[str, str, TagRow], Any]) -> None:
    """Find tags that rows in their order write in several ways, their ancestors included.

    Args:
        rows: sorted, or not.
        differs: is told the first spelling, the other one, and its row.
    """
    first: dict[str, str] = {}
    for row in rows:
        name = row.name
        while name and first.get(low := fold(name)) != name:
            if low in first:
                differs(first[low], name, row)
                break
            first[low] = name
            name = name.rpartition(".")[0]
