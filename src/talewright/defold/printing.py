"""Plain data to protobuf's text format, laid out as Defold's editor writes it.

One field a line, two blanks a level, a text with line breaks as one string a line; a text inside a text is broken
where its own lines end, in the outermost text alone. Decides nothing about which fields
there are.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from typing import Any

from talewright.defold.strings import escape
from talewright.fields import Bare

_LINES = re.compile(r"(?<=\n)|(?<=\\n)")


class Raw(list[tuple[str, Any]]):
    """The fields of a message as pairs, for messages in which a name comes again between others."""


def write_text(fields: Mapping[str, Any] | Iterable[tuple[str, Any]], *, inside: bool = False) -> str:
    """Write fields: a dict is a message, a list a field that comes again, `Bare` text a name.

    Args:
        fields: by name, or as pairs in order.
        inside: whether the result will stand in a text of another file, whose writing breaks the lines.

    >>> print(write_text({"id": "a", "type": Bare("BOX"), "size": {"x": 1.5}, "mask": ["p", "q"], "on": True}), end="")
    id: "a"
    type: BOX
    size {
      x: 1.5
    }
    mask: "p"
    mask: "q"
    on: true
    """
    lines: list[str] = []
    _write(fields, "", lines, inside)
    return "".join(lines)


def _write(fields: Mapping[str, Any] | Iterable[tuple[str, Any]], indent: str, lines: list[str], inside: bool) -> None:
    for name, value in fields.items() if isinstance(fields, Mapping) else fields:
        for one in value if isinstance(value, (list, tuple)) and not isinstance(value, Raw) else (value,):
            if isinstance(one, (Mapping, Raw)):
                lines.append(f"{indent}{name} {{\n")
                _write(one, indent + "  ", lines, inside)
                lines.append(f"{indent}}}\n")
            else:
                lines.append(f"{indent}{name}: {_scalar(one, indent, inside)}\n")


def _scalar(value: Any, indent: str, inside: bool) -> str:
    if isinstance(value, Bare):
        return str(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return escape(value) if inside else f"\n{indent}".join(map(escape, _LINES.split(value)))
    if isinstance(value, float) and not math.isfinite(value):
        return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"
    return repr(value)
