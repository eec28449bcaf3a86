"""A progress bar for opening large projects: on a terminal alone, and only where it takes long enough to wonder."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import Progress as Bar
from rich.progress import TaskID

from talewright.project import Progress

DELAY = 0.3
"""Seconds before a bar appears."""


@contextmanager
def shown(clock: Callable[[], float] = time.monotonic) -> Iterator[Progress | None]:
    """Give a callback that shows a bar on standard error, or None where nobody looks."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    begun = clock()
    with Bar(console=Console(stderr=True), transient=True) as bar:
        tasks: dict[str, TaskID] = {}

        def progress(what: str, done: int, total: int) -> None:
            if clock() - begun < DELAY and what not in tasks:
                return
            if what not in tasks:
                tasks[what] = bar.add_task(what, total=total)
            bar.update(tasks[what], completed=done, total=total)

        yield progress
