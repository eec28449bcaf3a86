"""One section of a text, found without looking at the others.

Opening a save of 20,000 sections for one of them need not find them all: names ignore case, so a lower-case copy of the
text is searched for the header, in C. Gives up (None) wherever that could differ from reading line by line: a name that
is not ASCII, a lone CR, blanks around a header, joined lines.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_KELVIN = "\u212a"  # the one letter beyond ASCII whose lower case is within
_MAYBE = re.compile(r"\n[ \t]*\[")


class Part(NamedTuple):
    """A part of a section: a header and what stands below it.

    Attributes:
        text: its text.
        whole: the whole text, as it was searched.
        begin: where in that it begins.
    """

    text: str
    whole: str
    begin: int

    def line(self) -> int:
        """Give the line of the file, counted from 1, at which it begins."""
        return self.whole.count("\n", 0, self.begin) + 1


def find_section(text: str, name: str) -> list[Part] | None:
    """Find the parts of a section, in order; None where only a closer look can tell.

    >>> [part.text for part in find_section("[A]\\nk=1\\n[B]\\nk=2\\n[a]\\nk=3\\n", "A") or ()]
    ['[A]\\nk=1\\n', '[a]\\nk=3\\n']
    """
    if not isinstance(name, str) or not name.isascii() or not name or "]" in name or "\n" in name:
        return None
    if text.isascii():
        found = _find(text, text.lower(), name)
        return None if found is None else [Part(text[b:e], text, b) for b, e in found]
    if _KELVIN in text:
        return None
    # As bytes, each as a character: lower case then means ASCII alone, and is quick.
    data = text.encode("utf-8", "surrogatepass")
    whole = data.decode("latin-1")
    found = _find(whole, data.lower().decode("latin-1"), name)
    return None if found is None else [Part(data[b:e].decode("utf-8", "surrogatepass"), whole, b) for b, e in found]


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
    """Give where the next header begins; None where a line before it is joined with the next."""
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
