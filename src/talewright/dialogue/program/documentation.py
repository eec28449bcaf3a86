"""What ``///`` says of a variable: in the rows above its declaration, or behind it (dialogue.md section 6.2)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from talewright.dialogue.program.program import VariableInfo
from talewright.dialogue.syntax import Source, split_rows

_BEHIND = re.compile(r">>\s*///(.*)\Z")


def documented(variables: Mapping[str, VariableInfo], sources: Iterable[Source]) -> dict[str, VariableInfo]:
    """Give variables with their documentation."""
    rows = {source.path: split_rows(source.text) for source in sources if "///" in source.text}
    return {
        name: replace(info, documentation=_told(info, rows[info.span.file]))
        if info.declared and info.span.file in rows
        else info
        for name, info in variables.items()
    }


def _told(info: VariableInfo, rows: Sequence[str]) -> str:
    above: list[str] = []
    number = info.span.line - 2
    while 0 <= number < len(rows) and rows[number].lstrip().startswith("///"):
        above.insert(0, rows[number].strip().removeprefix("///").strip())
        number -= 1
    behind = _BEHIND.search(rows[info.span.line - 1]) if info.span.line <= len(rows) else None
    return " ".join(filter(None, above)) or (behind[1].strip() if behind else "")
