"""Plain output: for scripts, pipes and files. The same inputs give the same bytes on every machine.

UTF-8 and one newline a line, whatever the machine prefers; no colour. Each input's output is flushed, so that another
program can play along.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable

from talewright.cli.errors import FINDINGS, OK
from talewright.cli.player import Player
from talewright.cli.said import Said
from talewright.cli.watching import Watch
from talewright.diagnostics import Report


def settle_output() -> None:
    """Make standard output the same on every machine, and standard error able to print anything."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    if isinstance(sys.stderr, io.TextIOWrapper):
        sys.stderr.reconfigure(errors="backslashreplace")


def run_script(player: Player, lines: Iterable[str], watch: Watch | None = None) -> int:
    """Play a script to its end and give the exit code; `watch` looks before each line."""
    settle_output()
    _print(player.begin())
    if not player.game.state.started:  # the game itself could not begin: there is nothing to play
        return FINDINGS
    for line in lines:
        if watch is not None:
            _print(watch.look())
        if not player.done:
            _print(player.feed(line))
        if player.done:
            break
    return FINDINGS if player.failed else OK


def _print(pieces: list[Said]) -> None:
    for piece in pieces:
        (sys.stderr if piece.kind == "aside" else sys.stdout).write(f"{piece.text}\n")
    sys.stdout.flush()


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
