"""A progress bar for opening large projects: on a terminal alone, and only where it takes long enough to wonder."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from talewright.cli.output.escaping import below

if TYPE_CHECKING:
    from talewright.project import Progress

DELAY = 0.3
"""Seconds before a bar appears."""

PAUSE = 0.05
"""Seconds between two looks of a bar at what is done: more often nobody sees."""


@contextmanager
def shown(clock: Callable[[], float] = time.monotonic) -> Iterator[Progress | None]:
    """Give a callback that shows a bar on standard error, or None where nobody looks."""
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
