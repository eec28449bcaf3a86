"""The raw strings of sections, many at once: the quick road from text to values, beside `Line` and `Entry`.

What is wanted of a save, or of a file of records, is every key with its texts behind ``=``, and no places. The sections
of a class are mostly alike, the same keys in the same order: the keys of a few sections make a pattern, and the regex
engine reads all others by it in one pass (performance.md section B). Where comments and blanks around lines are in the
way, they are taken out first, in a few passes of the C library. What no pattern fits is split line by line (`split`),
with blanks around ``=`` and the operators ``+`` and ``.``, and put beside what has the same keys.

Only quick, never different: what comes out is what reading by lines gives, and a section in which that could be
otherwise (joined lines, other operators, odd keys, quotes where texts are compared) is left to it. About all others
there are no findings, but for quotes.
"""

from __future__ import annotations

import re
from collections.abc import Collection, ItemsView, Iterator, Mapping, Sequence

from talewright.config.text.lines import ENTRY, scan
from talewright.config.values import Style, ValueList, unquote
from talewright.names import fold

_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_KEYS = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:\n[A-Za-z_][A-Za-z0-9_]*)*")
_LEADING = re.compile(r"\n[ \t]+")
_TRAILING = re.compile(r"(?<![ \t\\])[ \t]++(?=\n|\Z)")
_COMMENT = re.compile(r"\n;[^\n]*+(?<!\\)(?=\n|\Z)")
_EMPTY = re.compile(r"\n\n(?<!\\\n\n)\n*+(?!\[|\Z)")  # in this form the engine looks for two line ends first
_NO_HEADER = re.compile(r"(?:\A|(?<=\n))\[(?=[^\n]*+(?<!\])(?:\n|\Z))")
_JOINED = re.compile(r"\\\\[ \t]*(?:\n|\Z)")
_PATTERNS = 8  # each is one pass over the text
_LEAST = 8  # so many sections must be alike before a pass is worth it, and this part of those looked at
_TRIES = 256  # about so many sections are looked at for the next pattern, all over the text

Row = tuple[str, ...]
Keys = tuple[tuple[str, bool], ...]


def raws(texts: list[str], style: Style) -> dict[str, list[str]]:
    """Return the keys of a section, in their first spelling, with their texts behind ``=``.

    Operators are applied, quotes kept.

    Args:
        texts: the pieces of the section.
        style: how quotes are read.
    """
    parted = split(texts[0]) if len(texts) == 1 else None
    found = None if parted is None else _merged(*parted)
    return raws_by_lines(texts, style) if found is None else found[0]


def raws_by_lines(texts: list[str], style: Style) -> dict[str, list[str]]:
    """Return the same by the lines of the pieces: what all quick means must give."""
    found: dict[str, tuple[str, ValueList[str]]] = {}
    for text in texts:
        for line in scan(text):
            if line.kind == ENTRY:
                _, values = found.setdefault(fold(line.key), (line.key, ValueList()))
                values.apply(line.operator, unquote(line.raw, style), line.raw)
    return {key: list(values) for key, values in found.values() if values or values.explicit}


def split(piece: str) -> tuple[tuple[str, ...], Sequence[str]] | None:
    """Split the lines of a piece below its header at their first ``=``; None where only reading by lines can tell."""
    if "\r" in piece:
        piece = piece.replace("\r\n", "\n")
        if "\r" in piece:
            return None
    if "\\\\" in piece and _JOINED.search(piece):
        return None
    blanks = " " in piece or "\t" in piece
    lines = piece.split("\n")
    del lines[0]
    if blanks and ("\n " in piece or "\n\t" in piece):
        lines = [line.lstrip(" \t") for line in lines]
    pairs = [line.split("=", 1) for line in lines if line and line[0] != ";"]
    if not pairs:
        return (), ()
    try:
        keys, values = zip(*pairs, strict=True)
    except ValueError:  # a line without =
        return None
    return keys, [value.strip(" \t") for value in values] if blanks else values


def _merged(keys: Sequence[str], values: Sequence[str]) -> tuple[dict[str, list[str]], bool] | None:
    """Put the texts of each key together, and say whether one had a ``+``; None where reading by lines must tell."""
    found: dict[str, list[str]] = {}
    unique = False
    for key, raw in zip(keys, values, strict=True):
        known = found.get(key)
        if known is None:
            key, operator = _named(key)
            known = found.setdefault(key, [])
        else:
            operator = ""
        if operator == "+":
            unique = True
            if known and (raw[:1] == '"' or any(text[:1] == '"' for text in known)):  # what they mean is compared
                return None
            if raw in known:
                continue
        known.append(raw)
    return (found, unique) if _all_plain(found) else None


def _named(key: str) -> tuple[str, str]:
    """Part an operator that adds from the name of a key."""
    key = key.rstrip(" \t")
    return (key[1:].lstrip(" \t"), key[0]) if key[:1] in ("+", ".") else (key, "")


def _all_plain(keys: Collection[str]) -> bool:
    """Whether keys are words of ASCII that differ in more than letter case."""
    joined = "\n".join(keys)
    if not keys or _KEYS.fullmatch(joined) is None:
        return not keys
    return len(set(joined.lower().split("\n"))) == len(keys)


def _tidied(text: str) -> str:
    """Take out comments, empty lines in sections, and the blanks around lines; none where a backslash ends a line."""
    tabs = "\t" in text  # each look for two characters costs as much as a pattern
    if "\n " in text or (tabs and "\n\t" in text):
        text = _LEADING.sub("\n", text)
    text = text.lstrip(" \t")
    if " \n" in text or (tabs and "\t\n" in text) or text[-1:] in (" ", "\t"):
        text = _TRAILING.sub("", text)
    if ";" in text:
        text = _COMMENT.sub("", text)
    return _EMPTY.sub("\n", text)


class Shape:
    """The sections of one class that have the same keys in the same order.

    Attributes:
        cls: the class in their headers.
        keys: their keys; a key that repeats its line is there once.
        index: where a key is, by its folded and its own spelling.
        again: where the keys are whose lines repeat.
        repeated: for every key whether its lines repeat.
        unique: whether a ``+`` stood in front of some key: a struct key of the class would have a say.
        numbers: the pieces of the document that are such sections, in order.
        rows: the object's name, then its values, one text a key; the lines of a repeated key are one text.
    """

    __slots__ = ("again", "cls", "index", "keys", "numbers", "repeated", "rows", "unique")

    def __init__(self, cls: str, lines: Keys, *, unique: bool = False) -> None:
        self.cls = cls
        self.keys = tuple(key for key, _ in lines)
        self.repeated = tuple(again for _, again in lines)
        self.again = tuple(n for n, again in enumerate(self.repeated) if again)
        self.index = {fold(key): n for n, key in enumerate(self.keys)} | {key: n for n, key in enumerate(self.keys)}
        self.unique = unique
        self.numbers: Sequence[int] = ()
        self.rows: list[Row] = []

    def split(self, index: int, text: str) -> list[str]:
        """Return the texts of a repeated key."""
        key = self.keys[index]
        return text[len(key) + 1 : -1].split(f"\n{key}=")


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
        """Return all keys with their texts."""
        return self.copy().items()

    def copy(self) -> dict[str, list[str]]:
        """Return the same as a dict of one's own."""
        shape = self._shape
        found = dict(zip(shape.keys, [[text] for text in self._row[1:]], strict=True))
        for index in shape.again:
            key = shape.keys[index]
            found[key] = shape.split(index, found[key][0])
        return found

    def __repr__(self) -> str:
        return repr(self.copy())


class Sweep:
    """What reading a whole document at once has found.

    Attributes:
        shapes: the sections that could be read, by their keys.
        odd: the pieces that were not: only reading by lines can tell what they say.
    """

    __slots__ = ("_first", "_names", "_pieces", "_text", "odd", "shapes")

    def __init__(self, text: str, names: list[str], again: set[int], *, tidy: bool) -> None:
        self._names = names
        self._take(text)
        self.shapes: list[Shape] = []
        left: Sequence[int] = [n for n in range(1, len(names)) if n not in again] if again else range(1, len(names))
        if len(names) > _LEAST:
            left = self._learn(left, _TRIES if tidy else _LEAST * 4)
            if left and not tidy:
                self._take(_tidied(text))
                left = self._learn(left, _TRIES)
        preamble = bool(text) and not text.startswith("[")
        self.odd = sorted([*([0] if preamble else ()), *again, *(self._split(left) if left else ())])

    @classmethod
    def of(cls, text: str, names: list[str], again: set[int], *, plain: bool) -> Sweep | None:
        """Read a document; None where reading by lines alone can tell what its sections are.

        Args:
            text: the document.
            names: the section name of every piece; the first piece stands in front of the first header.
            again: the pieces of sections that have several headers.
            plain: whether every line that begins with a bracket is a header, and no header begins otherwise.
        """
        if "\r" in text:
            text = text.replace("\r\n", "\n")
            if "\r" in text:
                return None
        if not plain:
            text = _tidied(text)
            if _heads(text) != len(names) - 1:
                text = _NO_HEADER.sub("=[", text)  # a line that only begins like a header
            if _heads(text) != len(names) - 1 or "\\\\\n[" in text:
                return None
        return cls(text, names, again, tidy=not plain)

    def _take(self, text: str) -> None:
        self._text = text
        self._pieces: list[str] | None = None
        self._first = 1 if text.startswith("[") else 0

    def _learn(self, left: Sequence[int], looks: int) -> Sequence[int]:
        """Find the patterns; return the pieces that none fits."""
        names, text = self._names, self._text
        seen: dict[tuple[str, Keys], int] = {}
        number_of: dict[str, int] = {}
        tries = iter(left[:: len(left) // looks + 1])
        looked = 0
        while len(self.shapes) < _PATTERNS and (number := next(tries, 0)):
            looked += 1
            name, _, cls = names[number].rpartition(" ")
            keys = _keys(self._piece(number)) if name else None
            if keys is None:
                continue
            seen[cls, keys] = alike = seen.get((cls, keys), 0) + 1
            if alike < _LEAST or alike * _LEAST < looked:
                continue
            named = [(*_named(key), again) for key, again in keys]
            unique = any(operator == "+" for _, operator, _ in named)
            shape = Shape(cls, tuple((key, again) for key, _, again in named), unique=unique)
            shape.rows = _pattern(cls, keys).findall(text)
            if not shape.rows:
                seen[cls, keys] = -len(left)  # what is in its way is no key
                continue
            if len(shape.rows) == len(names) - 1 == len(left):
                shape.numbers = left
                self.shapes.append(shape)
                return ()
            suffix = f" {cls}"
            if not number_of:
                number_of = {names[n]: n for n in left}  # without those of sections with several headers
            shape.rows = [row for row in shape.rows if row[0] + suffix in number_of]
            shape.numbers = [number_of[row[0] + suffix] for row in shape.rows]
            self.shapes.append(shape)
            if len(shape.rows) == len(left):
                return ()
            covered = set(shape.numbers)
            left = [n for n in left if n not in covered]
            tries, looked, seen = iter(left[:: len(left) // looks + 1]), 0, {}
        return left

    def _split(self, left: Sequence[int]) -> list[int]:
        """Split the sections that no pattern fits; return those that need a closer look."""
        found: dict[tuple[str, bool, Keys], tuple[Shape, list[int]]] = {}
        simple: dict[tuple[str, tuple[str, ...]], tuple[Shape, list[int]] | None] = {}  # by keys as they stand there
        odd: list[int] = []
        for number in left:
            name, _, cls = self._names[number].rpartition(" ")
            parted = split(self._piece(number)) if name else None
            if parted is None:
                odd.append(number)
                continue
            keys, values = parted
            kind = (cls, keys)
            if kind not in simple:
                named = [_named(key) for key in keys]
                lines = tuple((key, False) for key, _ in named)
                once = _all_plain([key for key, _ in named])
                unique = any(operator == "+" for _, operator in named)
                simple[kind] = _kept(found, cls, lines, unique) if once else None
            kept = simple[kind]
            if kept is None:
                merged = _merged(keys, values)
                if merged is None:
                    odd.append(number)
                    continue
                texts, unique = merged
                kept = _kept(found, cls, tuple((key, len(raws) > 1) for key, raws in texts.items()), unique)
                values = [
                    raws[0] if len(raws) == 1 else f"{key}=" + f"\n{key}=".join(raws) + "\n"
                    for key, raws in texts.items()
                ]
            kept[0].rows.append((name, *values))
            kept[1].append(number)
        for shape, numbers in found.values():
            shape.numbers = numbers
            self.shapes.append(shape)
        return odd

    def _piece(self, number: int) -> str:
        """Return a piece, but for the bracket in front and the line end behind it."""
        if self._pieces is None:
            self._pieces = self._text.split("\n[")
        return self._pieces[number - self._first]


def _kept(
    found: dict[tuple[str, bool, Keys], tuple[Shape, list[int]]], cls: str, lines: Keys, unique: bool
) -> tuple[Shape, list[int]]:
    kind = (cls, unique, lines)
    if kind not in found:
        found[kind] = Shape(cls, lines, unique=unique), []
    return found[kind]


def _heads(text: str) -> int:
    return text.count("\n[") + text.startswith("[")


def _keys(piece: str) -> Keys | None:
    """Return the keys of a section, as they stand there, and whether their lines repeat.

    None where a pattern could be wrong. A key that is there once may have an operator that adds.
    """
    found: list[tuple[str, bool]] = []
    folded: set[str] = set()
    for line in piece.split("\n")[1:]:
        if not line:
            continue
        key, equals, _ = line.partition("=")
        name = key[1:] if key[:1] in ("+", ".") else key
        if not equals or not _KEY.fullmatch(name):
            return None
        if found and found[-1][0] == key == name:
            found[-1] = (key, True)
        elif fold(name) in folded:
            return None
        else:
            found.append((key, False))
            folded.add(fold(name))
    return tuple(found) or None


def _pattern(cls: str, keys: Keys) -> re.Pattern[str]:
    """Return the regex of a section of a class with these keys; its first group is the object's name."""
    parts = [rf"^\[([^\]\n]*) {re.escape(cls)}\]\n"]
    for key, again in keys:
        if again:
            parts.append(rf"((?:{key}=(?![ \t]).*+(?<![ \t\\])\n)++)")
        else:
            parts.append(rf"{re.escape(key)}=(?![ \t])(.*+)(?<![ \t\\])\n")
    parts.append(r"\n*+(?=\[|\Z)")
    return re.compile("".join(parts), re.MULTILINE)
