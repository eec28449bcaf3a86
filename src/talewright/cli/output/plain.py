"""Plain output: for scripts, pipes and files. The same inputs give the same bytes on every machine.

UTF-8 and one newline a line, whatever the machine prefers; no colour. Each input's output is flushed, so that another
program can play along. A command that prints for programs keeps standard output for its data: whatever else is printed
meanwhile, by the code of a game or a package that it imports, goes to standard error.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, TextIO, cast

import click

from talewright.cli.output.streams import below

if TYPE_CHECKING:
    from talewright.diagnostics import Report


_DATA: Final = "talewright.data"


@contextmanager
def data_alone(context: click.Context) -> Iterator[None]:
    """Keep standard output for what `print_data` prints, while a command runs."""
    before = cast(TextIO, sys.stdout)
    context.meta[_DATA] = before
    sys.stdout = sys.stderr
    try:
        yield
    finally:
        sys.stdout = before
        del context.meta[_DATA]


def _data_stream() -> TextIO:
    context = click.get_current_context(silent=True)
    return cast(TextIO, sys.stdout if context is None else context.meta.get(_DATA, sys.stdout))


def settle_output() -> None:
    """Make standard output the same on every machine, and standard error able to print anything."""
    if isinstance(out := below(_data_stream()), io.TextIOWrapper):
        out.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    if isinstance(err := below(sys.stderr), io.TextIOWrapper):
        err.reconfigure(errors="backslashreplace")


def print_json(data: object) -> None:
    """Print data for programs, the same bytes for the same data."""
    import json

    print_data(json.dumps(data, ensure_ascii=False, indent=2) + "\n")


def print_data(text: str) -> None:
    """Print what a program reads, as it is."""
    _data_stream().write(text)


def counted(number: int, what: str) -> str:
    """Return a number with its noun.

    >>> counted(1, "error"), counted(0, "reply")
    ('1 error', '0 replies')
    """
    plural = "replies" if what == "reply" else f"{what}s"
    return f"{number} {what if number == 1 else plural}"


def totals(report: Report) -> str:
    """Return how many errors and warnings a report has, as every check ends."""
    return f"{counted(len(report.errors), 'error')}, {counted(len(report.warnings), 'warning')}"
