"""The plain data of a whole document at once.

What `values.parse` gives for the texts of every key, and what unquoted text means where no class says so; by columns
where sections are alike (`sweep`), many times faster than text by text. A key with several lines is a `Repeated` list,
one that a line empties is an empty one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from talewright.config.text import IniDocument, Shape
from talewright.config.values import Style, parse
from talewright.fields import Bare, Plain, Repeated, decode_any, spelled
from talewright.files import paused_gc
from talewright.names import fold

_FLAT = re.compile(r"\(((?:[A-Za-z_]\w*=[^,()\"=\\ \t\[\]]*,)*[A-Za-z_]\w*=[^,()\"=\\ \t\[\]]*)\)", re.ASCII)
_VALUE = r'([^,()"=\\ \t\[\]\n]*)'

Values = dict[str, dict[str, Plain]]


def plain_sections(document: IniDocument) -> Values:
    """Give the plain data of every section: section name to key to value; unquoted text is `Bare`.

    Raises:
        ValueFormatError: a value does not parse; `IniDocument.entries` tells where.

    >>> plain_sections(IniDocument.parse(b"[a Item]\\nlevel=(min=1)\\nk=1\\nk=2\\n"))
    {'a Item': {'level': {'min': '1'}, 'k': ['1', '2']}}
    """
    return _sections(document, Bare, lambda plain: plain)


def spelled_sections(document: IniDocument) -> Values:
    """Give the same with numbers, truth values and None as their spelling says.

    Raises:
        ValueFormatError: a value does not parse.
        FieldError: a value claims to be what it is not (``($Url=...)``).

    >>> spelled_sections(IniDocument.parse(b'[a Item]\\nlevel=(min=1)\\nk=True\\nk="2"\\n'))
    {'a Item': {'level': {'min': 1}, 'k': [True, '2']}}
    """
    return _sections(document, spelled, decode_any)


def _sections(document: IniDocument, bare: Callable[[str], Any], whole: Callable[[Plain], Any]) -> Values:
    reader = _Reader(document.style, bare, whole)
    with paused_gc():
        sweep = document.sweep()
        found: dict[str, dict[str, Plain]] = {}
        for shape in sweep.shapes if sweep is not None else ():
            columns = reader.columns(shape)
            suffix = f" {shape.cls}"
            for row, values in zip(shape.rows, zip(*columns, strict=True), strict=True):
                found[row[0] + suffix] = dict(zip(shape.keys, values, strict=True))
        if sweep is not None and len(sweep.shapes) == 1 and not sweep.odd and document.each_once:
            return found
        folded = Counter(fold(name) for name in document.headers())
        result = {}
        for name in document.section_names():
            known = found.get(name)
            if known is None or folded[fold(name)] > 1:
                known = {key: reader.value(raws) for key, raws in document.raws(name).items()}
            result[name] = known
        return result


class _Reader:
    def __init__(self, style: Style, bare: Callable[[str], Any], whole: Callable[[Plain], Any]) -> None:
        self._style = style
        self._bare = bare
        self._whole = whole

    def value(self, raws: list[str]) -> Plain:
        """Give the value of one key."""
        if len(raws) == 1:
            return self._whole(parse(raws[0], style=self._style))
        return Repeated(self._whole(parse(raw, style=self._style)) for raw in raws)

    def columns(self, shape: Shape) -> list[list[Plain]]:
        """Give the values of all sections of a shape, key by key."""
        found = []
        columns = list(zip(*shape.rows, strict=True))[1:]
        for index, column in enumerate(columns):
            if shape.repeated[index]:
                found.append([self.value(shape.split(index, text)) for text in column])
            else:
                found.append(self._column(list(column)))
        return found

    def _column(self, raws: list[str]) -> list[Plain]:
        joined = "\n".join(raws)
        flat = _FLAT.fullmatch(raws[0])
        if flat is not None and joined.isascii():
            keys = [item.partition("=")[0] for item in flat[1].split(",")]
            body = ",".join(f"{key}={_VALUE}" for key in keys)
            rows: list[Any] = re.findall(rf"^\({body}\)$", joined, re.MULTILINE)
            if len(rows) == len(raws) and len(set(keys)) == len(keys):
                columns = [rows] if len(keys) == 1 else list(zip(*rows, strict=True))
                values = zip(*map(self._words, columns), strict=True)
                return [dict(zip(keys, row, strict=True)) for row in values]
        elif '"' not in joined and "(" not in joined:
            return self._words(raws)
        return [self.value([raw]) for raw in raws]

    def _words(self, raws: Sequence[str]) -> list[Any]:
        bare = self._bare
        memo = {raw: bare(raw) for raw in set(raws)}
        return list(map(memo.__getitem__, raws))
