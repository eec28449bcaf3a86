"""All sections of a document at once, by patterns that are learned from its first sections.

The sections of a class are mostly alike: the same keys in the same order. So the keys of a few sections make a pattern,
and the regex engine reads all others by it in one pass (performance.md section B). A section that no pattern fits
exactly, to the last character, is left to the careful reader; so is every line with an operator, a comment, blanks
around its value or a backslash at its end. Only quick, never different: what comes out is what reading line by line
gives.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import ItemsView, Iterator, Mapping, Sequence

from talewright.names import fold

_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_PATTERNS = 8  # each is one pass over the text
_LEAST = 8  # so many sections must be alike before a pass is worth it
_TRIES = 2_000  # so many sections are looked at for the next pattern

Row = tuple[str, ...]
Keys = tuple[tuple[str, bool], ...]


class Shape:
    """The sections of one class that have the same keys in the same order.

    Attributes:
        cls: the class in their headers.
        keys: their keys; a key that repeats its line is there once.
        index: where a key is, by its folded and its own spelling.
        again: where the keys are whose lines repeat.
        repeated: for every key whether its lines repeat.
        newline: the line end.
        numbers: the pieces of the document that are such sections, in order.
        rows: the object's name, then its values, one text a key; the lines of a repeated key are one text.
    """

    __slots__ = ("again", "cls", "index", "keys", "newline", "numbers", "repeated", "rows")

    def __init__(self, cls: str, lines: Keys, newline: str) -> None:
        self.cls = cls
        self.keys = tuple(key for key, _ in lines)
        self.repeated = tuple(again for _, again in lines)
        self.again = tuple(n for n, again in enumerate(self.repeated) if again)
        self.index = {fold(key): n for n, key in enumerate(self.keys)} | {key: n for n, key in enumerate(self.keys)}
        self.newline = newline
        self.numbers: Sequence[int] = ()
        self.rows: list[Row] = []

    def pattern(self) -> re.Pattern[str]:
        """Give the regex of such a section; its first group is the object's name."""
        end = re.escape(self.newline)
        text = ".*+" if self.newline == "\n" else r"[^\r\n]*+"
        value = rf"(?![ \t]){text}(?<![ \t\\]){end}"
        parts = [rf"(?:\A|(?<=\n))\[([^\]\r\n]*) {re.escape(self.cls)}\]{end}"]
        for key, again in zip(self.keys, self.repeated, strict=True):
            parts.append(rf"((?:{key}={value})++)" if again else rf"{key}=(?![ \t])({text})(?<![ \t\\]){end}")
        parts.append(rf"(?:{end})*+(?=\[|\Z)")
        return re.compile("".join(parts))

    def split(self, index: int, text: str) -> list[str]:
        """Give the texts of a repeated key."""
        key, end = self.keys[index], self.newline
        return text[len(key) + 1 : -len(end)].split(f"{end}{key}=")

    def view(self, row: Row) -> RawSection:
        """Give the texts of a section by key."""
        return RawSection(self, row)


class RawSection(Mapping[str, list[str]]):
    """The keys of a section with their texts behind ``=``, quotes kept; a list a key, made when it is asked for.

    Names ignore case. Read only; what it gives belongs to the caller.
    """

    __slots__ = ("_row", "_shape")

    def __init__(self, shape: Shape, row: Row) -> None:
        self._shape = shape
        self._row = row

    def __getitem__(self, key: str) -> list[str]:
        shape = self._shape
        index = shape.index.get(key)
        if index is None:
            index = shape.index.get(fold(key))
            if index is None:
                raise KeyError(key)
        text = self._row[index + 1]
        return shape.split(index, text) if shape.repeated[index] else [text]

    def __iter__(self) -> Iterator[str]:
        return iter(self._shape.keys)

    def __len__(self) -> int:
        return len(self._shape.keys)

    def items(self) -> ItemsView[str, list[str]]:
        """Give all keys with their texts."""
        return self.copy().items()

    def copy(self) -> dict[str, list[str]]:
        """Give the same as a dict of one's own."""
        shape = self._shape
        found = dict(zip(shape.keys, [[text] for text in self._row[1:]], strict=True))
        for index in shape.again:
            key = shape.keys[index]
            found[key] = shape.split(index, found[key][0])
        return found

    def __repr__(self) -> str:
        return repr(self.copy())


class Sweep:
    """What a pass over a document found.

    Args:
        text: the document; every line that begins with a bracket is a header.
        names: the section name of every piece; the first piece stands in front of the first header.
        each_once: whether no section has a second header.

    Attributes:
        shapes: the patterns that fitted, with what they read.
        odd: the pieces that none fits.
    """

    __slots__ = ("_starts", "_text", "odd", "shapes")

    def __init__(self, text: str, names: list[str], *, each_once: bool = False) -> None:
        self.shapes: list[Shape] = []
        self._text = text
        self._starts = [0, 0 if text.startswith("[") else text.find("\n[") + 1 or len(text)]
        left: Sequence[int] = range(1, len(names))
        if len(names) > _LEAST:
            left = self._learn(names, each_once)
        self.odd = [0, *left] if self._starts[1] else list(left)

    def _learn(self, names: list[str], each_once: bool) -> Sequence[int]:
        """Find the patterns; give the pieces that none fits."""
        text = self._text
        newline = "\r\n" if "\r\n" in text else "\n"
        left: Sequence[int] = range(1, len(names))
        seen: dict[tuple[str, Keys], int] = {}
        number_of: dict[str, int] = {}
        at = 0
        while at < min(len(left), _TRIES) and len(self.shapes) < _PATTERNS:
            number = left[at]
            at += 1
            name, _, cls = names[number].rpartition(" ")
            keys = _keys(self._piece(number), newline) if name else None
            if keys is None:
                continue
            seen[cls, keys] = seen.get((cls, keys), 0) + 1
            if seen[cls, keys] != _LEAST:
                continue
            shape = Shape(cls, keys, newline)
            shape.rows = shape.pattern().findall(text)
            if not shape.rows:
                continue
            if each_once and len(shape.rows) == len(names) - 1:
                shape.numbers = range(1, len(names))
                self.shapes.append(shape)
                return ()
            suffix = f" {cls}"
            if not number_of:
                number_of = dict(zip(names, range(len(names)), strict=True))
            if len(number_of) != len(names):  # a header that comes twice is one section
                twice = {name for name, count in Counter(names).items() if count > 1}
                shape.rows = [row for row in shape.rows if row[0] + suffix not in twice]
            shape.numbers = [number_of[row[0] + suffix] for row in shape.rows]
            self.shapes.append(shape)
            if len(shape.rows) == len(left):
                return ()
            covered = set(shape.numbers)
            left = [n for n in left if n not in covered]
            at = 0
        return left

    def _piece(self, number: int) -> str:
        starts, text = self._starts, self._text
        while len(starts) <= number + 1:
            starts.append(text.find("\n[", starts[-1]) + 1 or len(text))
        return text[starts[number] : starts[number + 1]]


def _keys(piece: str, newline: str) -> Keys | None:
    """Give the keys of a section and whether their lines repeat; None where a pattern could be wrong."""
    found: list[tuple[str, bool]] = []
    folded: set[str] = set()
    for line in piece.split(newline)[1:]:
        if not line:
            continue
        key, equals, _ = line.partition("=")
        if not equals or not _KEY.fullmatch(key):
            return None
        if found and found[-1][0] == key:
            found[-1] = (key, True)
        elif fold(key) in folded:
            return None
        else:
            found.append((key, False))
            folded.add(fold(key))
    return tuple(found) or None
