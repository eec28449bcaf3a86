"""Progress bars, of opening and of exploring: on a terminal alone, and only where it takes long enough to wonder."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from talewright.cli.output.streams import below

if TYPE_CHECKING:
    from talewright.project import Progress

DELAY = 0.3
"""Seconds before a bar appears."""

PAUSE = 0.05
"""Seconds between two looks of a bar at what is done: more often nobody sees."""


@contextmanager
def shown(clock: Callable[[], float] = time.monotonic) -> Iterator[Progress | None]:
    """Return a callback that shows a bar on standard error, or None where nobody looks."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console  # only who looks waits for it
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

    begun = clock()
    # The stream below, and no other put in front: what moves the cursor here is no stranger's.
    console = Console(file=below(sys.stderr))
    with Bar(console=console, transient=True, redirect_stdout=False, redirect_stderr=False) as bar:
        tasks: dict[str, TaskID] = {}
        shown_at = begun

        def progress(what: str, done: int, total: int) -> None:
            nonlocal shown_at
            now = clock()
            if now - begun < DELAY or (0 < done < total and now - shown_at < PAUSE):
                return
            shown_at = now
            if what not in tasks:
                tasks[what] = bar.add_task(what, total=total)
            bar.update(tasks[what], completed=done, total=total)

        yield progress


@contextmanager
def exploring(seconds: float | None) -> Iterator[Callable[[int, int], bool]]:
    """Return a progress function: a bar on a terminal once it takes a while, and the end of the time."""
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    console = Console(file=below(sys.stderr))
    begun = time.monotonic()
    bar = Bar(
        TextColumn("exploring"), BarColumn(), TextColumn("{task.completed} states, {task.fields[waiting]} wait"),
        TimeElapsedColumn(), console=console, transient=True, redirect_stdout=False, redirect_stderr=False,
    )  # fmt: skip
    task = bar.add_task("explore", total=None, waiting=0)
    visible = False

    def tell(seen: int, waiting: int) -> bool:
        nonlocal visible
        spent = time.monotonic() - begun
        if console.is_terminal and spent > DELAY:
            if not visible:
                bar.start()
                visible = True
            bar.update(task, completed=seen, total=seen + waiting, waiting=waiting)
        return seconds is None or spent < seconds

    try:
        yield tell
    finally:
        if visible:
            bar.stop()
