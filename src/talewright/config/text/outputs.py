"""Writing where a person said: what `-o FILE` of a command means, on the command line and for whoever makes one.

Beyond `atomic`: a link is followed, a device or a pipe (``/dev/null``, ``/dev/stdout``) is written into and never
replaced, and what becomes of the form of a file that was there (its encoding, its line ends) can be said.
"""

from __future__ import annotations

import codecs
import os
from pathlib import Path

from talewright.config.text.encoding import decode
from talewright.config.text.reader import most_used
from talewright.errors import TalewrightError
from talewright.files import atomic, is_other

_ENDS = {"\n": "LF", "\r\n": "CRLF", "\r": "CR"}


def write_output(path: Path | str, data: bytes, *, force: bool = False) -> list[str]:
    """Write a file where a person said.

    Args:
        path: the file; a link is followed.
        data: all of its new content.
        force: write over a file that is read-only, too.

    Returns:
        What changed in the form of the file that was there: ``encoding: cp1252 -> utf-8``, ``line ends: CRLF -> LF``.

    Raises:
        PermissionError: the file or its folder is read-only; nothing was written.
        OSError: it cannot be written.

    >>> write_output(os.devnull, b"nothing")
    []
    """
    if is_other(Path(path)):
        with open(path, "wb") as device:
            device.write(data)
        return []
    place = Path(os.path.realpath(path))
    before = place.read_bytes() if place.is_file() else None
    if before == data:
        return []
    atomic.write_bytes(place, data, force=force)
    return [] if before is None else changed_form(before, data)


def like(before: bytes, text: str) -> bytes:
    r"""Return a text as UTF-8 in the form of the UTF-8 file that it replaces: its byte-order mark, its line ends.

    >>> like(b"\xef\xbb\xbfa\r\n", "b\nc\n")
    b'\xef\xbb\xbfb\r\nc\r\n'
    """
    if not before:
        return text.encode()
    mark = codecs.BOM_UTF8 if before.startswith(codecs.BOM_UTF8) else b""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    if most_used(before.decode("utf-8", "replace")) == "\r\n":
        text = text.replace("\n", "\r\n")
    return mark + text.encode()


def changed_form(before: bytes, after: bytes) -> list[str]:
    r"""Say how the form of a text file changes: its encoding and line ends; nothing where either is no text.

    >>> changed_form(b"caf\xe9\r\n", "caf\xe9\n".encode())
    ['encoding: cp1252 -> utf-8', 'line ends: CRLF -> LF']
    """
    try:
        (old, old_encoding, _), (new, new_encoding, _) = decode(before), decode(after)
    except TalewrightError:
        return []
    said = []
    encodings = (old_encoding, new_encoding)
    wide = any(one.bom or one.codec == "utf-16-le" for one in encodings)
    same = not wide and any(one.codec == "ascii" for one in encodings)  # the bytes that stay are the same in both
    if old and str(old_encoding) != str(new_encoding) and not same:
        said.append(f"encoding: {old_encoding} -> {new_encoding}")
    ends = [name for text in (old, new) if (name := _line_ends(text))]
    if len(ends) == 2 and ends[0] != ends[1]:
        said.append(f"line ends: {ends[0]} -> {ends[1]}")
    return said


def _line_ends(text: str) -> str:
    many = text.replace("\r\n", "")
    mixed = ("\r\n" in text) + ("\n" in many) + ("\r" in many) > 1
    return "mixed" if mixed else _ENDS.get(most_used(text), "")
