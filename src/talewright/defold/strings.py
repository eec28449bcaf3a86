"""Strings of protobuf's text format: C escapes, and strings side by side that are one.

Decides what an escape stands for and keeps, for every character, where it came from. Bytes given by number (``\\343``,
``\\xe3``) are UTF-8, as Defold's editor writes letters beyond ASCII. Knows nothing of what a string is for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

_ESCAPE = re.compile(
    r"\\(?:([0-7]{1,3})|[xX]([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))", re.DOTALL | re.ASCII
)
_SIMPLE = dict(zip("nrtabfv\\'\"?", "\n\r\t\a\b\f\v\\'\"?", strict=True))
_WRITTEN = {"\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\", '"': '\\"'}
_MUST = re.compile(r'[\x00-\x1f\x7f-\x9f\\"\u2028\u2029\ud800-\udfff]')


class Unescaped(NamedTuple):
    """A string without its escapes.

    Attributes:
        text: the characters.
        breaks: offsets into ``text``, and
        origins: into the file, from which on both run along side by side.
        wrong: places and texts of escapes that are none.
    """

    text: str
    breaks: list[int]
    origins: list[int]
    wrong: list[tuple[int, int, str]]


def unescape(text: str, segments: Iterable[tuple[int, int]]) -> Unescaped:
    """Read the strings that stand between these offsets (quotes outside) as one.

    >>> unescape(r"one\\ttwo", [(0, 8)]).text
    'one\\ttwo'
    >>> unescape(r"\\343\\202\\271", [(0, 12)]).text
    'ス'
    """
    pieces: list[str] = []
    breaks: list[int] = [0]
    origins: list[int] = []
    wrong: list[tuple[int, int, str]] = []
    length = 0
    data = bytearray()
    began = ended = 0

    def add(piece: str, origin: int) -> None:
        nonlocal length
        if origins:
            breaks.append(length)
        origins.append(origin)
        pieces.append(piece)
        length += len(piece)

    def flush() -> None:
        if data:
            try:
                piece = data.decode()
            except UnicodeDecodeError:
                piece = data.decode(errors="replace")
                wrong.append((began, ended, "these bytes are no UTF-8"))
            data.clear()
            add(piece, began)

    last = 0
    for start, end in segments:
        last, at = end, start
        for match in _ESCAPE.finditer(text, start, end):
            if match.start() > at:
                flush()
                add(text[at : match.start()], at)
            at = match.end()
            octal, hexadecimal, short, long, simple = match.groups()
            code = int(octal, 8) if octal else int(hexadecimal, 16) if hexadecimal else -1
            if code >= 0:
                began = began if data else match.start()
                ended = at
                data.append(code & 0xFF)
                continue
            flush()
            if simple is not None:
                if simple not in _SIMPLE:
                    wrong.append(
                        (match.start(), at, f"\\{simple} is no escape" if simple.isprintable() else "no escape")
                    )
                add(_SIMPLE.get(simple, simple), match.start())
                continue
            point = int(short or long, 16)
            if point > 0x10FFFF or 0xD800 <= point < 0xE000:
                wrong.append((match.start(), at, f"{match[0]} is no character"))
                point = 0xFFFD
            add(chr(point), match.start())
        if at < end:
            flush()
            add(text[at:end], at)
    flush()
    breaks.append(length)
    origins.append(last)
    if len(breaks) > len(origins):
        del breaks[0]
    return Unescaped("".join(pieces), breaks, origins, wrong)


def escape(text: str) -> str:
    """Write a string between double quotes; letters beyond ASCII stay as they are.

    >>> print(escape('say "hi"\\n'))
    "say \\"hi\\"\\n"
    """
    return '"' + _MUST.sub(_escaped, text) + '"'


def _escaped(match: re.Match[str]) -> str:
    char = match[0]
    known = _WRITTEN.get(char)
    if known is not None:
        return known
    return "".join(f"\\{byte:03o}" for byte in char.encode(errors="replace"))
