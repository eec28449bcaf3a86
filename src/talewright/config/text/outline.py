"""Where the sections of a text are.

Decides only that, and quickly: in a save of 20,000 sections the headers are found by one pass of the C library, and a
section that nobody asks for is never looked at. A text in which that pass could be wrong (headers behind blanks, lone
CR, joined lines around a header) is read line by line instead, in time in proportion too.

The pieces joined are the text, always.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from talewright.config.text.lines import HEADER, physical_lines, scan
from talewright.names import fold

_HEADS = re.compile(r"\n\[([^\n]*)")
_FEW = 8


class Outline:
    """The pieces of a text, one a header, the first one being what stands in front of the first header.

    Attributes:
        names: the section name of every piece; "" for the first.
        plain: whether every line that begins with a bracket is a header, and no header begins otherwise.
    """

    __slots__ = ("_heads", "_repeated", "_searched", "_single", "_starts", "_text", "names", "plain")

    def __init__(self, text: str) -> None:
        self._text = text
        self._heads: list[str] = []
        self._searched = 0
        self._starts: list[int] | None = None
        names = self._quick()
        self.plain = names is not None
        if names is None:
            names, self._starts = _careful(text)
        self.names = names
        folded = fold_all(names[1:])
        self._single = dict(zip(folded, range(1, len(folded) + 1), strict=True))
        self._repeated: dict[str, list[int]] = {}
        if len(self._single) != len(folded):
            self._repeat(folded)

    def _quick(self) -> list[str] | None:
        text = self._text
        if "\r" in text and text.count("\r") != text.count("\r\n"):
            return None
        if "\\" in text and ("\\\\\n[" in text or "\\\\\r\n[" in text):
            return None
        heads = _HEADS.findall(text)
        if text.startswith("["):
            end = text.find("\n")
            heads.insert(0, text[1 : end if end >= 0 else len(text)])
        # Any other bracket could be a header behind blanks; then only a closer look tells.
        if text.count("[") != len(heads) and ("\n " in text or "\n\t" in text or text[:1] in (" ", "\t")):
            return None
        joined = "".join(["]\n", "\n".join(heads), "\n"] if heads else ["]\n"])
        names = (joined.replace("\r", "") if "\r" in text else joined).split("]\n")
        if len(names) != len(heads) + 2:  # a head without its bracket
            return None
        del names[-1]
        self._heads = heads
        return names

    def _repeat(self, folded: list[str]) -> None:
        numbers: dict[str, list[int]] = {}
        for number, name in enumerate(folded, 1):
            numbers.setdefault(name, []).append(number)
        self._single = {name: found[0] for name, found in numbers.items()}  # in the order of the first headers
        self._repeated = {name: found for name, found in numbers.items() if len(found) > 1}

    def numbers(self, section: str) -> list[int]:
        """Give the numbers of a section's pieces, in order; none where there is no such section."""
        folded = fold(section)
        number = self._single.get(folded)
        if number is None:
            return []
        return self._repeated.get(folded) or [number]

    def sections(self) -> list[str]:
        """Give the section names in the order of their first headers, each once, in its first spelling."""
        names = self.names
        return [names[number] for number in self._single.values()]

    @property
    def each_once(self) -> bool:
        """Whether no header comes twice and no section was taken out or added."""
        return len(self._single) == len(self.names) - 1

    def parts(self) -> Iterator[tuple[str, list[int]]]:
        """Give every section with the numbers of its pieces, in the order of the first headers."""
        names, repeated = self.names, self._repeated
        for folded, number in self._single.items():
            yield names[number], repeated.get(folded) or [number]

    def add(self, name: str, number: int) -> None:
        """Note a new section, whose piece is added behind all others."""
        self._single[fold(name)] = number

    def drop(self, section: str) -> None:
        """Forget a section."""
        folded = fold(section)
        del self._single[folded]
        self._repeated.pop(folded, None)

    def keep_first(self, section: str) -> None:
        """Note that all of a section stands in its first piece now."""
        self._repeated.pop(fold(section), None)

    def rename(self, old: str, new: str, numbers: list[int]) -> None:
        """Note that a section is called otherwise; its place stays."""
        before, now = fold(old), fold(new)
        self._single = {now if name == before else name: number for name, number in self._single.items()}
        self._repeated.pop(before, None)
        if len(numbers) > 1:
            self._repeated[now] = numbers
        for number in numbers:
            self.names[number] = new

    def piece(self, number: int) -> str:
        """Give the text of a piece, header and line ends included."""
        if self._starts is None:
            found = self._search(number)
            if found is not None:
                return found
        starts = self.begins()
        return self._text[starts[number] : starts[number + 1]]

    def pieces(self) -> list[str]:
        """Give the texts of all pieces, in a list of the caller's own."""
        starts, text = self.begins(), self._text
        return [text[begin:end] for begin, end in pairwise(starts)]

    def line_counts(self) -> list[int]:
        """Give how many lines each piece has."""
        if "\r" in self._text:
            return [len(physical_lines(text)) for text in self.pieces()]
        return [text.count("\n") for text in self.pieces()]

    def _search(self, number: int) -> str | None:
        """Find one piece by its header: the first few readers do not need to know where all the others are."""
        if self._searched >= _FEW or not number or fold(self.names[number]) in self._repeated:
            return None
        self._searched += 1
        text = self._text
        begin = text.find(f"\n[{self._heads[number - 1]}\n") + 1
        if not begin:
            return None  # at the very start or end of the text
        end = text.find("\n[", begin) + 1
        return text[begin : end or len(text)]

    def begins(self) -> list[int]:
        """Give where the pieces begin, and at last where the text ends."""
        if self._starts is None:
            text, starts = self._text, [0]
            if text.startswith("["):
                starts.append(0)
            at = text.find("\n[") + 1
            while at:
                starts.append(at)
                at = text.find("\n[", at) + 1
            starts.append(len(text))
            self._starts = starts
        return self._starts


def _careful(text: str) -> tuple[list[str], list[int]]:
    names, starts, at = [""], [0], 0
    for line in scan(text):
        if line.kind == HEADER:
            names.append(line.key)
            starts.append(at)
        at += len(line.text)
    starts.append(len(text))
    return names, starts


def fold_all(names: list[str]) -> list[str]:
    """Fold names that hold no line end, many at once."""
    joined = "\n".join(names)
    if not names or not joined.isascii():
        return [fold(name) for name in names]
    return joined.lower().split("\n")
