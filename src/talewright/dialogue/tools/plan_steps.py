"""The steps of test plans, read.

Decides the official grammar (dialogue.md section 6.16). Runs are parted by ``---``. A ``#`` begins a comment, so the
hashtags that official plans write are not compared, unless ``hashtags`` asks for it. What a step does is decided in
:mod:`.plan_runner`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from talewright.errors import DialogueError

_STEP = re.compile(r"(\w+)\s*:\s*(.*)|(stop)$")
_TEXT = re.compile(r"(?:`([^`]*)`|(\*))\s*+(\[disabled\])?\s*+((?:#[^\s#]+\s*)*)")


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a plan; ``text`` is None where any will do."""

    verb: str
    row: int
    text: str | None = None
    disabled: bool = False
    hashtags: tuple[str, ...] = ()


class NoStep(DialogueError):
    """A row of a plan is no step.

    Attributes:
        row: its number, from 1.
    """

    def __init__(self, row: int, message: str, *, hint: str = "") -> None:
        super().__init__(f"row {row} of the plan {message}", hint=hint)
        self.row = row


def read_plan(text: str, *, hashtags: bool = False) -> list[list[Step]]:
    """Read the steps of each run.

    Raises:
        NoStep: a row is no step.

    >>> [[step.verb for step in run] for run in read_plan("line: `Hi`\\nstop\\n---\\nselect: 1 # why")]
    [['line', 'stop'], ['select']]
    """
    runs: list[list[Step]] = [[]]
    for number, row in enumerate(text.splitlines(), 1):
        content = row.strip() if hashtags and "`" in row else _without_comment(row).strip()
        if not content or content.startswith("#"):
            continue
        if content == "---":
            runs.append([])
            continue
        found = _STEP.fullmatch(content)
        if found is None:
            raise NoStep(number, f"is no step: {row.strip()!r}", hint="such as line: `text`")
        verb, rest = (found[3], "") if found[3] else (found[1], found[2].strip())
        if verb not in ("line", "option", "command"):
            runs[-1].append(Step(verb, number, rest))
            continue
        said = _TEXT.fullmatch(rest)
        if said is None:
            raise NoStep(number, "has no text", hint=f"{verb}: `text`, or {verb}: *")
        tags = tuple(tag.strip() for tag in said[4].split("#") if tag.strip())
        runs[-1].append(Step(verb, number, None if said[2] else said[1], bool(said[3]), tags))
    return runs


def _without_comment(row: str) -> str:
    """Take off what begins at the first ``#`` behind which all backticks are in pairs: it stands in no text."""
    parts = row.split("`")
    for number in range((len(parts) - 1) % 2, len(parts), 2):
        if "#" in parts[number]:
            return "`".join([*parts[:number], parts[number].partition("#")[0]])
    return row
