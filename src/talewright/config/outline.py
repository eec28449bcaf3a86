"""Where the sections of a text are.

Decides only that, and quickly: a save of 20,000 sections is cut by two passes of the C library, and a section that
nobody asks for is never looked at. A text in which those passes could be wrong (headers behind blanks, lone CR, joined
lines around a header) is read line by line instead, in linear time too.

The pieces joined are the text, always.
"""

from __future__ import annotations

from talewright.config.lines import HEADER, scan
from talewright.names import fold

_SPLIT = "\n["


class Outline:
    """The pieces of a text, one a header, the first one being what stands in front of the first header.

    Attributes:
        names: the section name of every piece; "" for the first.
        index: folded name -> the numbers of its pieces, in order.
    """

    __slots__ = ("_cut", "_pieces", "index", "names")

    def __init__(self, text: str) -> None:
        self._cut = True
        found = _quick(text)
        if found is None:
            found = _careful(text)
            self._cut = False
        self._pieces, self.names = found
        self.index: dict[str, list[int]] = {}
        for number, name in enumerate(_fold_all(self.names[1:]), 1):
            known = self.index.get(name)
            if known is None:
                self.index[name] = [number]
            else:
                known.append(number)

    def __len__(self) -> int:
        return len(self._pieces)

    def piece(self, number: int) -> str:
        """Give the text of a piece, header and line ends included."""
        text = self._pieces[number]
        if not self._cut:
            return text
        text = text[1:] if number == 0 else "[" + text
        return text + "\n" if number + 1 < len(self._pieces) and (number or self._pieces[0]) else text

    def pieces(self) -> list[str]:
        """Give the texts of all pieces, in a list of the caller's own."""
        if not self._cut:
            return self._pieces.copy()
        texts = [f"[{piece}\n" for piece in self._pieces]
        texts[0] = self.piece(0)
        texts[-1] = self.piece(len(texts) - 1)
        return texts

    def line_counts(self) -> list[int]:
        """Give how many lines each piece has."""
        if not self._cut:
            return [text.count("\n") + text.count("\r") - text.count("\r\n") for text in self._pieces]
        counts = [text.count("\n") + 1 for text in self._pieces]
        counts[0] -= 1
        return counts


def _quick(text: str) -> tuple[list[str], list[str]] | None:
    if "\r" in text and text.count("\r") != text.count("\r\n"):
        return None
    if "\\\\\n[" in text or "\\\\\r\n[" in text:
        return None
    pieces = ("\n" + text).split(_SPLIT)
    heads = [piece.partition("\n")[0] for piece in pieces]
    heads[0] = "]"
    if "\r" in text:
        heads = [head.rstrip("\r") for head in heads]
    # Any other bracket could be a header behind blanks; then only a closer look tells.
    if text.count("[") != len(pieces) - 1 and _indented(text):
        return None
    names = ("\n".join(heads) + "\n").split("]\n")
    if len(names) != len(pieces) + 1:  # a head without its bracket
        return None
    del names[-1]
    return pieces, names


def _indented(text: str) -> bool:
    return "\n " in text or "\n\t" in text or text[:1] in (" ", "\t")


def _careful(text: str) -> tuple[list[str], list[str]]:
    names, pieces = [""], []
    current: list[str] = []
    for line in scan(text):
        if line.kind == HEADER:
            pieces.append("".join(current))
            names.append(line.key)
            current = []
        current.append(line.text)
    pieces.append("".join(current))
    return pieces, names


def _fold_all(names: list[str]) -> list[str]:
    joined = "\n".join(names)
    if not names or not joined.isascii():
        return [fold(name) for name in names]
    return joined.lower().split("\n")
