"""Options whose bodies are not indented: the commonest mistake of all, and legal.

Decides what looks like it: an option without a body, rows in its column that no empty row parts from it, and then
another option. What was meant as one choice is then a choice of one option, text, and the next choice. Real scripts do
that on purpose (options that only go on), so it is a note, but where a jump or a stop keeps the next option from ever
being offered.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, TypeAlias

from talewright.diagnostics import Severity
from talewright.dialogue.syntax import nodes as syntax
from talewright.dialogue.syntax.notes import Notes

_Group: TypeAlias = syntax.OptionGroup | syntax.LineGroup
_ENDS: Final = (syntax.JumpStatement, syntax.StopStatement, syntax.ReturnStatement)


def look_for_bodies(notes: Notes, rows: list[str], body: Sequence[syntax.Statement]) -> None:
    """Note the options of a block whose bodies seem to stand below them without indentation: each run of them once."""
    groups = [index for index, one in enumerate(body) if isinstance(one, (syntax.OptionGroup, syntax.LineGroup))]
    told = -1
    for first, second in pairwise(groups):
        if not _follow(rows, body, first, second):
            continue
        if told != first:
            _note(notes, body, first, second)
        told = second


def _parts(group: syntax.Statement) -> tuple[syntax.OptionStatement, ...]:
    if isinstance(group, syntax.OptionGroup):
        return group.options
    return group.items if isinstance(group, syntax.LineGroup) else ()


def _follow(rows: list[str], body: Sequence[syntax.Statement], first: int, second: int) -> bool:
    """Tell whether a group ends without a body, and rows part it from the next that no empty row parts from either."""
    above, below = _parts(body[first]), _parts(body[second])
    last = above[-1]
    if type(body[first]) is not type(body[second]) or last.body or second == first + 1:
        return False
    if below[0].span.column != last.span.column or body[first + 1].span.column < last.span.column:
        return False
    return all(rows[line].strip() for line in range(last.span.line, below[0].span.line - 1))


def _note(notes: Notes, body: Sequence[syntax.Statement], first: int, second: int) -> None:
    below = _parts(body[second])
    arrow = "->" if isinstance(body[first], syntax.OptionGroup) else "=>"
    option = _parts(body[first])[-1]
    sure = isinstance(body[second - 1], _ENDS)  # the next option would never be offered
    severity: Severity | None = None if sure else "information"
    named = f"{arrow} {option.text.source}"
    message = f"this is no part of {named!r}, and parts it from {arrow} {below[0].text.source!r}"
    hint = f"indent it, to be the body of the option; else write an empty row behind {named!r}"
    notes.add("TW-YARN-45", message, body[first + 1].span, hint, severity=severity)
