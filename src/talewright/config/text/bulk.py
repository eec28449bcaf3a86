"""Keys and raw values of whole sections, without a `Line` for each.

The quick way for a reader of all of a big document (a save). It takes a section line by line where nothing unusual is
in it; otherwise the same lines that everybody else reads decide.
"""

from __future__ import annotations

from talewright.config.text.lines import ENTRY, scan
from talewright.config.values import Style, ValueList, unquote
from talewright.names import fold

Shapes = set[tuple[str, ...]]
"""Lists of plain keys that differ in more than letter case: the sections of a class are mostly alike."""


def raws(texts: list[str], style: Style, shapes: Shapes) -> dict[str, list[str]]:
    """Give every key, in its first spelling, with its texts behind ``=``; operators applied, quotes kept.

    Args:
        texts: the pieces of the section.
        style: how quotes are read.
        shapes: kept by the caller from one section to the next.
    """
    if len(texts) == 1:
        found = _quick(texts[0], shapes)
        if found is not None:
            return found
    return _careful(texts, style)


def _quick(text: str, shapes: Shapes) -> dict[str, list[str]] | None:
    if "\r" in text:
        text = text.replace("\r\n", "\n")
    if "\t" in text or "= " in text or " \n" in text or "\\\\" in text or "\r" in text or text[-1:] == " ":
        return None
    found: dict[str, list[str]] = {}
    lines = text.split("\n")
    del lines[0]
    if ";" in text:
        lines = [line for line in lines if line[:1] != ";"]
    for line in lines:
        if not line:
            continue
        key, equals, raw = line.partition("=")
        if not raw and not equals:
            return None
        if key in found:
            found[key].append(raw)
        else:
            found[key] = [raw]
    shape = tuple(found)
    if shape not in shapes:
        if len({fold(key) for key in shape}) != len(shape) or not all(key.isidentifier() for key in shape):
            return None
        shapes.add(shape)
    return found


def _careful(texts: list[str], style: Style) -> dict[str, list[str]]:
    found: dict[str, tuple[str, ValueList[str]]] = {}
    for text in texts:
        for line in scan(text):
            if line.kind == ENTRY:
                _, values = found.setdefault(fold(line.key), (line.key, ValueList()))
                values.apply(line.operator, unquote(line.raw, style), line.raw)
    return {key: list(values) for key, values in found.values() if values or values.explicit}
