"""Waiting for a key without reading it, so that something else can be done until somebody types.

Only where a terminal can do it, and where the line that follows is read by `readline`, which takes the key over. There
is no thread, and what is typed meanwhile is not lost.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress


@contextmanager
def keys() -> Iterator[Callable[[float], bool] | None]:
    """Give what waits so many seconds for a key and says whether one was pressed; or None where that is not possible.

    Inside, keys are not shown: whoever reads them shows them.
    """
    try:
        import readline  # noqa: F401
        import select
        import termios
    except ImportError:  # not on Windows
        yield None
        return
    if not (sys.stdin.isatty() and sys.stdout.isatty()):  # elsewhere `readline` reads no line
        yield None
        return
    try:
        terminal = sys.stdin.fileno()
        before = termios.tcgetattr(terminal)
        silent = termios.tcgetattr(terminal)
        silent[3] &= ~(termios.ECHO | termios.ICANON)
        termios.tcsetattr(terminal, termios.TCSANOW, silent)
    except (OSError, ValueError, AttributeError, termios.error):  # no terminal at all
        yield None
        return
    try:
        yield lambda seconds: bool(select.select([terminal], [], [], seconds)[0])
    finally:
        with suppress(OSError, termios.error):  # the terminal may be gone
            termios.tcsetattr(terminal, termios.TCSANOW, before)
