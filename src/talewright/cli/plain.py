"""Plain output: for scripts, pipes and files. The same inputs give the same bytes on every machine.

UTF-8 and one newline a line, whatever the machine prefers; no colour. Each input's output is flushed, so that another
program can play along.
"""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

from talewright.cli.escaping import below

if TYPE_CHECKING:
    from talewright.diagnostics import Report


def settle_output() -> None:
    """Make standard output the same on every machine, and standard error able to print anything."""
    if isinstance(out := below(sys.stdout), io.TextIOWrapper):
        out.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    if isinstance(err := below(sys.stderr), io.TextIOWrapper):
        err.reconfigure(errors="backslashreplace")


def print_json(data: object) -> None:
    """Print data for programs."""
    import json

    print(json.dumps(data, ensure_ascii=False, indent=2))


def counted(number: int, what: str) -> str:
    """Give a number with its noun.

    >>> counted(1, "error"), counted(0, "reply")
    ('1 error', '0 replies')
    """
    plural = "replies" if what == "reply" else f"{what}s"
    return f"{number} {what if number == 1 else plural}"


def totals(report: Report) -> str:
    """Give how many errors and warnings a report has, as every check ends."""
    return f"{counted(len(report.errors), 'error')}, {counted(len(report.warnings), 'warning')}"
