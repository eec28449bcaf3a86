"""Keys and raw values of whole sections, without a `Line` for each.

The quick way for a reader of all of a big document (a save). It takes a section line by line where nothing unusual is
in it; otherwise the same lines that everybody else reads decide.
"""

from __future__ import annotations

from collections.abc import Iterable

from talewright.config.lines import ENTRY, OPERATORS, scan
from talewright.config.operators import ValueList
from talewright.config.quoting import unquote
from talewright.config.style import Style
from talewright.names import fold

_UNUSUAL = OPERATORS + ";[ \t"


def raws(texts: Iterable[str], style: Style) -> dict[str, list[str]]:
    """Give every key, in its first spelling, with its texts behind ``=``; operators applied, quotes kept."""
    pieces = list(texts)
    if len(pieces) == 1:
        found = _quick(pieces[0])
        if found is not None:
            return found
    return _careful(pieces, style)


def _quick(text: str) -> dict[str, list[str]] | None:
    if "\r" in text:
        text = text.replace("\r\n", "\n")
    if "\\\\" in text or "\r" in text:
        return None
    found: dict[str, list[str]] = {}
    spellings = 0
    for line in text.split("\n")[1:]:
        if not line:
            continue
        key, equals, raw = line.partition("=")
        if not equals or not key or key[0] in _UNUSUAL or key[-1] in " \t":
            return None
        if raw and (raw[0] in " \t" or raw[-1] in " \t"):
            raw = raw.strip(" \t")
        known = found.get(key)
        if known is None:
            found[key] = [raw]
            spellings += 1
        else:
            known.append(raw)
    if spellings > 1 and len({fold(key) for key in found}) != spellings:
        return None
    return found


def _careful(texts: list[str], style: Style) -> dict[str, list[str]]:
    found: dict[str, tuple[str, ValueList[str]]] = {}
    for text in texts:
        for line in scan(text):
            if line.kind == ENTRY:
                _, values = found.setdefault(fold(line.key), (line.key, ValueList()))
                values.apply(line.operator, unquote(line.raw, style), line.raw)
    return {key: list(values) for key, values in found.values() if values or values.explicit}
