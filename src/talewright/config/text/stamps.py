"""``[IniVersion]``: from which files a generated config was made, and whether they have changed since.

Unreal Engine 3 writes the keys 0, 1, 2 ..., one a file of the chain from root to leaf; the value is the time of the
file's last change in seconds with six decimals (config-savegame.md section 2.3). If one differs, the engine makes the
file anew, and what a user changed in it is lost. Decides nothing about that: it tells.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

from talewright.config.text.document import IniDocument
from talewright.diagnostics import Report, Span
from talewright.errors import FieldError
from talewright.fields import decode

SECTION = "IniVersion"


def read_stamps(document: IniDocument) -> list[float]:
    """Give the times that a generated file was made from, root first; none where it has no stamps.

    >>> read_stamps(IniDocument.parse(b"[IniVersion]\\n0=1335392975.000000\\n1=1331260433.000000\\n"))
    [1335392975.0, 1331260433.0]
    """
    found: list[float] = []
    while (text := document.get(SECTION, str(len(found)))) is not None:
        try:
            found.append(float(decode(text, float)))
        except FieldError:
            break
    return found


def write_stamps(document: IniDocument, times: Iterable[float]) -> None:
    """Note the times of the files that a document was made from."""
    listed = list(times)
    for number, time in enumerate(listed):
        document.set_all(SECTION, str(number), [f"{time:.6f}"])
    for entry in document.entries(SECTION):
        if entry.key.isascii() and entry.key.isdigit() and int(entry.key[:9]) >= len(listed):
            document.remove(SECTION, entry.key)


def times_of(paths: Iterable[os.PathLike[str]]) -> list[float]:
    """Give the times of the last change of files, in seconds."""
    return [os.stat(path).st_mtime for path in paths]


def check_stamps(document: IniDocument, times: Sequence[float], names: Sequence[str]) -> Report:
    """Say which files have changed since a generated file was made from them.

    Args:
        document: the generated file.
        times: of the files it should be made from now, root first.
        names: their names.
    """
    report = Report()
    known = read_stamps(document)
    place = document.section_span(SECTION) if SECTION in document else Span(document.file)
    hint = "the engine makes this file anew from the files below it, and what was changed by hand here is lost"
    if not known:
        message = "the file does not say what it was made from: it has no [IniVersion]"
        report.add("TW-INI-53", "information", message, hint, place)
        return report
    if len(known) != len(times):
        message = f"the file was made from {len(known)} files; there are {len(times)} now"
        report.add("TW-INI-53", "warning", message, hint, place)
        return report
    for number, (then, now, name) in enumerate(zip(known, times, names, strict=True)):
        if abs(then - now) >= 1:  # not every disk keeps parts of a second
            entry = document.entries(SECTION, str(number))[-1]
            report.add("TW-INI-53", "warning", f"{name} has changed since this file was made", hint, entry.span)
    return report
