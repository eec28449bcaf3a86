"""Where the sections of a text are: all of them, or one alone.

Decides only that, and quickly: in a save of 20,000 sections the headers are found by one pass of the C library, and a
section that nobody asks for is never looked at. A text in which that pass could be wrong (headers behind blanks, lone
CR, joined lines around a header) is read by a pattern or line by line instead, in time in proportion too. The pieces of
an `Outline` joined are the text, always.

Who opens such a save for one section need not find them all (`find_section`): names ignore case, so a lower-case copy
of the text is searched for the header, in C. That gives up (None) wherever it could differ from reading line by line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import accumulate, pairwise
from typing import NamedTuple

from talewright.config.text.lines import HEADER, physical_lines, scan
from talewright.names import fold

_HEADS = re.compile(r"\n\[([^\n]*)")
_HEADERS = re.compile(r"^[ \t]*+\[([^\n]*)\][ \t]*\r?$", re.MULTILINE)
_KELVIN = "\u212a"  # the one letter beyond ASCII whose lower case is within
_MAYBE = re.compile(r"\n[ \t]*\[")


class Outline:
    """The pieces of a text, one a header, the first one being what stands in front of the first header.

    Attributes:
        names: the section name of every piece; "" for the first.
        plain: whether every line that begins with a bracket is a header, and no header begins otherwise.
    """

    __slots__ = ("_repeated", "_single", "_starts", "_text", "names", "plain")

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts: list[int] | None = None
        names = self._quick()
        self.plain = names is not None
        if names is None:
            names, self._starts = _by_pattern(text) or _careful(text)
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
        return names

    def _repeat(self, folded: list[str]) -> None:
        numbers: dict[str, list[int]] = {}
        for number, name in enumerate(folded, 1):
            numbers.setdefault(name, []).append(number)
        self._single = {name: found[0] for name, found in numbers.items()}  # in the order of the first headers
        self._repeated = {name: found for name, found in numbers.items() if len(found) > 1}

    def numbers(self, section: str) -> list[int]:
        """Return the numbers of a section's pieces, in order; none where there is no such section."""
        folded = fold(section)
        number = self._single.get(folded)
        if number is None:
            return []
        return self._repeated.get(folded) or [number]

    def sections(self) -> list[str]:
        """Return the section names in the order of their first headers, each once, in its first spelling."""
        names = self.names
        return [names[number] for number in self._single.values()]

    @property
    def each_once(self) -> bool:
        """Whether no header comes twice and no section was taken out or added."""
        return len(self._single) == len(self.names) - 1

    @property
    def again(self) -> set[int]:
        """The pieces of sections that have several headers."""
        return {number for numbers in self._repeated.values() for number in numbers}

    def parts(self) -> Iterator[tuple[str, list[int]]]:
        """Return every section with the numbers of its pieces, in the order of the first headers."""
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
        """Return the text of a piece, header and line ends included."""
        starts = self.begins()
        return self._text[starts[number] : starts[number + 1]]

    def pieces(self) -> list[str]:
        """Return the texts of all pieces, in a list of the caller's own."""
        starts, text = self.begins(), self._text
        return [text[begin:end] for begin, end in pairwise(starts)]

    def line_counts(self) -> list[int]:
        """Return how many lines each piece has."""
        if "\r" in self._text:
            return [len(physical_lines(text)) for text in self.pieces()]
        return [text.count("\n") for text in self.pieces()]

    def begins(self) -> list[int]:
        """Return where the pieces begin, and at last where the text ends."""
        if self._starts is None:
            text = self._text
            lengths = [len(piece) + 2 for piece in text.split("\n[")]
            lengths[0] -= 1  # the line end; its bracket is the next one's
            starts = [0, 0] if text.startswith("[") else [0]
            self._starts = [*starts, *accumulate(lengths)]
            self._starts[-1] = len(text)
        return self._starts


def _by_pattern(text: str) -> tuple[list[str], list[int]] | None:
    """Find headers that may have blanks around them; None for a text with lone CRs or joined lines."""
    if "\\\\\n" in text or "\\\\\r" in text or text.endswith("\\\\") or text.count("\r") != text.count("\r\n"):
        return None
    names, starts = [""], [0]
    for head in _HEADERS.finditer(text):
        names.append(head[1])
        starts.append(head.start())
    starts.append(len(text))
    return names, starts


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


class Piece(NamedTuple):
    """A piece of a section: a header and what stands below it.

    Attributes:
        text: its text.
        whole: the whole text, as it was searched.
        begin: where in that it begins.
    """

    text: str
    whole: str
    begin: int

    def line(self) -> int:
        """Return the line of the file, counted from 1, at which it begins."""
        return self.whole.count("\n", 0, self.begin) + 1


def find_section(text: str, name: str) -> list[Piece] | None:
    """Find the pieces of a section, in order; None where only a closer look can tell.

    >>> [piece.text for piece in find_section("[A]\\nk=1\\n[B]\\nk=2\\n[a]\\nk=3\\n", "A") or ()]
    ['[A]\\nk=1\\n', '[a]\\nk=3\\n']
    """
    if not isinstance(name, str) or not name.isascii() or not name or "]" in name or "\n" in name:
        return None
    if text.isascii():
        found = _find(text, text.lower(), name)
        return None if found is None else [Piece(text[b:e], text, b) for b, e in found]
    if _KELVIN in text:
        return None
    # As bytes, each as a character: lower case then means ASCII alone, and is quick.
    data = text.encode("utf-8", "surrogatepass")
    whole = data.decode("latin-1")
    found = _find(whole, data.lower().decode("latin-1"), name)
    return None if found is None else [Piece(data[b:e].decode("utf-8", "surrogatepass"), whole, b) for b, e in found]


def _find(text: str, low: str, name: str) -> list[tuple[int, int]] | None:
    if "\r" in text and text.count("\r") != text.count("\r\n"):
        return None
    wanted = f"[{name.lower()}]"
    found = []
    at = low.find(wanted)
    while at >= 0:
        behind = at + len(wanted)
        before = text[at - 1] if at else "\n"
        if before in " \t":
            return None
        if before == "\n":
            line_end = text.find("\n", behind)
            rest = text[behind : line_end if line_end >= 0 else len(text)].removesuffix("\r")
            if rest.strip(" \t") == "":
                if rest or text[max(0, at - 4) : at].rstrip("\r\n").endswith("\\\\"):
                    return None
                end = _end(text, behind)
                if end is None:
                    return None
                found.append((at, end))
                behind = end
            elif rest.rstrip(" \t").endswith("]") or rest.endswith("\\\\"):  # joined with what comes next
                return None
        at = low.find(wanted, behind)
    return found


def _end(text: str, at: int) -> int | None:
    """Return where the next header begins; None where a line before it is joined with the next."""
    while True:
        match = _MAYBE.search(text, at)
        stop = match.start() + 1 if match else len(text)
        if "\\\\" in text[at:stop]:
            return None
        if match is None:
            return stop
        line_end = text.find("\n", match.end())
        line_end = line_end if line_end >= 0 else len(text)
        line = text[match.end() : line_end]
        if line.rstrip(" \t\r").endswith("]"):
            return stop
        if "\\\\" in line:
            return None
        at = line_end
