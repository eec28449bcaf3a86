"""How the time of a reader grows with its text: CPU time of this process, never that of the clock on the wall."""

from __future__ import annotations

import gc
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from talewright.errors import TalewrightError

FACTOR = 3.0
"""How much dearer a byte of the long text may be."""
FLOOR = 0.002
"""Seconds: a shorter time is taken as this long, so that noise is no growth."""
HANG = 20.0
"""Seconds of CPU time after which a reader is stopped."""


class Grows(AssertionError):
    """A reader that takes more time for a byte of a long text than of a short one."""


@contextmanager
def _guard(hang: float) -> Iterator[None]:
    """Stop the work inside, a pattern too, after so many seconds of CPU time."""

    def stop(number: int, frame: object) -> None:
        raise Grows(f"not done after {hang} s")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, hang)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def seconds(read: Callable[[str], Any], text: str) -> float:
    """Give the CPU time of one reading; an error of this library is an answer like any other."""
    begun = time.process_time()
    try:
        read(text)
    except TalewrightError:
        pass
    return time.process_time() - begun


def growth(
    read: Callable[[str], Any],
    made: Callable[[int], str],
    sizes: tuple[int, int],
    *,
    floor: float = FLOOR,
    hang: float = HANG,
    tries: int = 12,
) -> None:
    """Raise `Grows` where a byte of the long text costs more than `FACTOR` times one of the short text.

    Args:
        read: the reader.
        made: gives a text of about a number of characters.
        sizes: of the short and the long text.
        floor: seconds that the short text takes at least, so that noise is no growth.
        hang: seconds of CPU time after which the reader is stopped.
        tries: how often a text that took too long is read again; the shortest time counts.
    """
    short, long = map(made, sizes)
    collecting = gc.isenabled()
    gc.disable()
    try:
        with _guard(hang):
            least = max(floor, min(seconds(read, short) for _ in range(2)))
            allowed = FACTOR * least * len(long) / len(short)
            taken = seconds(read, long)
            while taken > allowed and tries > 1:
                tries -= 1
                taken = min(taken, seconds(read, long))
    finally:
        if collecting:
            gc.enable()
    if taken > allowed:
        raise Grows(f"{len(long)} characters take {taken:.3f} s, {len(short)} take {least:.4f} s")
