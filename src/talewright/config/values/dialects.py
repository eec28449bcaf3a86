"""The dialects of Unreal's config text, and the kinds of its files.

`NATIVE` is what Unreal Engine 4 and 5 read, written shortest: backslash escapes inside quotes, UTF-8, shortest numbers.
`UE4` is what they write themselves: six decimals, every text inside a struct in quotes, CRLF. `UE3` is what Unreal
Engine 3 and UDK read: quotes without escapes, fixed six decimals, CRLF, and UTF-16 as soon as a character is not ASCII.
A document is read and written in one of them; the lines that nobody changes stay as they are in all.

The kind of a file is what its lines without an operator do to what lies below (config-savegame.md 2.2). It decides how
a list is written, too: in an overlay, plain lines replace each other. Guesses by the name of a file and by one line;
where a plan names the files, the plan says it.
"""

from __future__ import annotations

from enum import Enum
from pathlib import PurePath


class Style(Enum):
    """A dialect of config text."""

    NATIVE = "native"
    UE3 = "ue3"
    UE4 = "ue4"

    @property
    def newline(self) -> str:
        """The line end of a new document."""
        return "\n" if self is Style.NATIVE else "\r\n"


NATIVE = Style.NATIVE
"""Talewright's own dialect of config text."""
UE3 = Style.UE3
"""The dialect of Unreal Engine 3."""
UE4 = Style.UE4
"""The dialect of Unreal Engine 4 and 5."""


class PlainRule(Enum):
    """What lines without an operator do in a layer.

    Attributes:
        ROOT: append; the first file of a chain.
        OVERLAY: replace the whole list, every line anew, so that only the last one of a file survives.
        WRITTEN: the first line of a key replaces, the others append; a file that a program wrote.
    """

    ROOT = "root"
    OVERLAY = "overlay"
    WRITTEN = "written"


def kind_by_name(file: str, *, based_on: bool = False) -> PlainRule:
    """Guess the kind of a file.

    Args:
        file: its name, with or without folders.
        based_on: whether it says what it is based on.

    >>> kind_by_name("Config/DefaultGame.ini"), kind_by_name("Saved/Config/Windows/Game.ini")
    (<PlainRule.OVERLAY: 'overlay'>, <PlainRule.WRITTEN: 'written'>)
    """
    name = PurePath(file.replace("\\", "/")).name.lower()
    if name.endswith(".ini") and name.startswith("base"):
        return PlainRule.ROOT
    if based_on or (name.endswith(".ini") and name.startswith("default")):
        return PlainRule.OVERLAY
    return PlainRule.WRITTEN
