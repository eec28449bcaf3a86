"""Scripts of inputs: where the lines come from.

A file is read whole before anything runs, so that one that cannot be read stops before the first input. A pipe is read
line by line, so that another program can play along. Bytes are UTF-8, with or without a byte-order mark.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from talewright.diagnostics import Report, Span
from talewright.errors import Misuse

STDIN = "-"


def lines_of(script: str) -> Iterator[str]:
    """Return the lines of a script: the name of a file, or "-" for standard input.

    Raises:
        Misuse: the file cannot be read, or is no UTF-8 text.
    """
    if script == STDIN:
        return standard_input()
    path = Path(script)
    try:
        data = path.read_bytes()
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise Misuse(
            f"the script {script} cannot be read: {why}", hint="--script takes a file, or - for standard input"
        ) from error
    return iter([_decode(line, path.name, n) for n, line in enumerate(_split(data), 1)])


def standard_input() -> Iterator[str]:
    """Yield the lines of standard input as they come; nothing where there is none."""
    if sys.stdin is None or sys.stdin.closed:
        return
    stream: BinaryIO = sys.stdin.buffer
    number = 0
    for chunk in iter(stream.readline, b""):
        for line in _split(chunk):
            number += 1
            yield _decode(line, "(standard input)", number)


def _split(data: bytes) -> list[bytes]:
    lines = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
    return lines[:-1] if lines[-1] == b"" else lines


def _decode(line: bytes, file: str, number: int) -> str:
    try:
        return line.removeprefix(b"\xef\xbb\xbf" if number == 1 else b"").decode("utf-8")
    except UnicodeDecodeError as error:
        report = Report()
        hint = "save the script as UTF-8"
        report.add("TW-CLI-01", "error", "the script is no UTF-8 text", hint, Span(file, number, error.start + 1))
        raise Misuse(report=report) from error
