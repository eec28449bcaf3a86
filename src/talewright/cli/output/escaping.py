r"""What strangers wrote, as a terminal may have it: no text of a file moves the cursor, sets a title or hides a line.

Everything that a command prints goes through `Printable`, so no command has to think of it. Control characters (C0,
DEL, C1, a carriage return alone), the marks that turn the direction of text, and the two separators of lines become
``\u001b``: the spelling of JSON, so that JSON stays what it says. Line ends and tabs stay. Colours are put on behind
it, by `paint` and by rich, which gets the stream below.

A name that a file gives so can be typed so: `matching` finds it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO, cast

_HIDDEN = (*range(0x20), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x2028, 0x2029)
_KEPT = "\t\n\r"
_ESCAPES = {code: f"\\u{code:04x}" for code in _HIDDEN if chr(code) not in _KEPT}
_COLOURS = {"red": 31, "green": 32, "yellow": 33, "cyan": 36}


def printable(text: str) -> str:
    r"""Return a text with its control characters spelled out.

    >>> printable("At the \x1b[2Jsmithy\r\n")
    'At the \\u001b[2Jsmithy\r\n'
    """
    if text.isprintable() or (text[-1:] == "\n" and text[:-1].isprintable()):
        return text
    text = text.translate(_ESCAPES)
    if "\r" in text:
        text = "\r\n".join(part.replace("\r", "\\u000d") for part in text.split("\r\n"))
    return text


def on_one_line(text: str) -> str:
    r"""Return a text with line ends spelled out, too: a value of a file, which begins no line of its own.

    >>> on_one_line("two\nlines")
    'two\\u000alines'
    """
    return printable(text.replace("\r", "\\u000d").replace("\n", "\\u000a"))


def typed(name: str) -> str:
    r"""Return a name that was typed as `printable` spells it, or with ``\x1b``, as it is.

    >>> typed(r"Evil\u001b[2J"), typed(r"C:\users")
    ('Evil\x1b[2J', 'C:\\users')
    """
    head, *others = name.split("\\")
    parts = [head]
    for other in others:
        length = {"u": 4, "x": 2}.get(other[:1], 0)
        digits = other[1 : 1 + length]
        code = int(digits, 16) if len(digits) == length and length and digits.isalnum() and _is_hex(digits) else -1
        parts.append(chr(code) + other[1 + length :] if code in _HIDDEN else f"\\{other}")
    return "".join(parts)


def matching(name: str, names: Iterable[str]) -> str:
    r"""Return the name that is meant: the one that was typed, if it is there, else the one that is printed so.

    >>> matching(r"A\u001bB", ["A\x1bB"]), matching("other", ["A\x1bB"])
    ('A\x1bB', 'other')
    """
    if "\\" not in name or name in names:
        return name
    meant = typed(name)
    return meant if meant in names else name


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


def _is_hex(digits: str) -> bool:
    return all(digit in "0123456789abcdefABCDEF" for digit in digits)
