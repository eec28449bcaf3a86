"""The streams of a command: all that is printed goes through `Printable`, so no command has to think of escaping.

Colours are put on behind it, by `paint` and by rich, which gets the stream below.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO, cast

from talewright.escaping import printable

_COLOURS = {"red": 31, "green": 32, "yellow": 33, "cyan": 36}


class Printable:
    """A text stream in front of another, which escapes what is written.

    Args:
        stream: receives the text.

    Attributes:
        rich_proxied_file: the stream below, by the name under which rich looks for it.
    """

    def __init__(self, stream: TextIO) -> None:
        self.rich_proxied_file = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rich_proxied_file, name)

    def write(self, text: str) -> int:
        """Write a text."""
        if not isinstance(text, str):
            raise TypeError(f"text is wanted, not {type(text).__name__}")
        return self.rich_proxied_file.write(printable(text))

    def writelines(self, lines: Iterable[str]) -> None:
        """Write several texts."""
        for line in lines:
            self.write(line)


@contextmanager
def escaped_output() -> Iterator[None]:
    """Have everything that is printed inside escaped."""
    before = sys.stdout, sys.stderr
    wrapped = [one if one is None or isinstance(one, Printable) else cast("TextIO", Printable(one)) for one in before]
    sys.stdout, sys.stderr = wrapped
    try:
        yield
    finally:
        for name, old, new in zip(("stdout", "stderr"), before, wrapped, strict=True):
            if getattr(sys, name) is new:  # nobody has put another in its place meanwhile
                setattr(sys, name, old)


def below(stream: TextIO) -> TextIO:
    """Return the stream that writes what it gets: the one behind a `Printable`."""
    return stream.rich_proxied_file if isinstance(stream, Printable) else stream


def paint(text: str, colour: str, *, part: str = "", err: bool = False) -> None:
    """Print a line, in colour at a terminal, unless the variable NO_COLOR is set.

    Args:
        text: the line; its control characters are escaped.
        colour: red, green, yellow or cyan.
        part: what of it has the colour, where it stands first; "" is all.
        err: print it on standard error.
    """
    stream = below(sys.stderr if err else sys.stdout)
    line, part = printable(text), printable(part or text)
    if part in line and stream.isatty() and not os.environ.get("NO_COLOR"):
        line = line.replace(part, f"\x1b[{_COLOURS[colour]}m{part}\x1b[0m", 1)
    stream.write(f"{line}\n")
