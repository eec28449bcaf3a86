"""The file that Unreal Engine 3 makes from a chain of layers (config-savegame.md sections 2.2 and 2.3).

All sections and keys in the order in which the layers bring them, one plain line a value, without operators, comments
and quotes that nothing needs; at the end the stamps of the files. Of ``[Configuration]`` the header alone is left. Also
what `talewright ini merge` prints.

The stamps, ``[IniVersion]``, say from which files it was made, and so whether they have changed since: the keys 0, 1, 2
..., one a file of the chain from root to leaf; the value is the time of the file's last change in seconds with six
decimals. If one differs, the engine makes the file anew, and what a user changed in it is lost. Decides nothing about
that: it tells.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence

from talewright.config.layers.chain import CONFIGURATION
from talewright.config.layers.expansion import expand
from talewright.config.layers.merge import ConfigMap
from talewright.config.text import IniDocument
from talewright.config.values import NATIVE, Style, as_raw
from talewright.diagnostics import Report, Span
from talewright.errors import FieldError
from talewright.fields import decode
from talewright.names import fold

SECTION = "IniVersion"


def generate(
    values: ConfigMap, style: Style = NATIVE, words: Mapping[str, str] | None = None, times: Iterable[float] = ()
) -> IniDocument:
    """Put layers into one file.

    Args:
        values: the layers.
        style: the dialect to write.
        words: what is put between percent signs.
        times: when the files were changed, for ``[IniVersion]``; without any there is no such section.

    >>> base = IniDocument.parse(b"[A]\\nk=1\\nk=2\\n+k=2\\n-k=1\\n")
    >>> from talewright.config.values.dialects import PlainRule
    >>> generate(ConfigMap([(base, PlainRule.ROOT)])).to_text()
    '[A]\\nk=2\\n\\n'
    """
    newline = style.newline
    lines: list[str] = []
    known = words or {}
    for section in values.section_names():
        if fold(section) == fold(SECTION):
            continue
        lines.append(f"[{section}]")
        for key in () if fold(section) == fold(CONFIGURATION) else values.keys(section):
            entries = values.entries(section, key) or ()
            lines += [f"{key}={as_raw(expand(entry.value, known), style)}" for entry in entries]
        lines.append("")
    stamps = [f"{number}={time:.6f}" for number, time in enumerate(times)]
    if stamps:
        lines += [f"[{SECTION}]", *stamps, ""]
    return IniDocument.from_text("".join(line + newline for line in lines), style=style)


def read_stamps(document: IniDocument) -> list[float]:
    """Return the times that a generated file was made from, root first; none where it has no stamps.

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
    """Return the times of the last change of files, in seconds."""
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
