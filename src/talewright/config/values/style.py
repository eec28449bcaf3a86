"""The dialects of Unreal's config text that are written here.

`NATIVE` is what Unreal Engine 4 and 5 read, written shortest: backslash escapes inside quotes, UTF-8, shortest numbers.
`UE4` is what they write themselves: six decimals, every text inside a struct in quotes, CRLF. `UE3` is what Unreal
Engine 3 and UDK read: quotes without escapes, fixed six decimals, CRLF, and UTF-16 as soon as a character is not ASCII.
A document is read and written in one of them; the lines that nobody changes stay as they are in all.
"""

from __future__ import annotations

from enum import Enum


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
UE3 = Style.UE3
UE4 = Style.UE4
