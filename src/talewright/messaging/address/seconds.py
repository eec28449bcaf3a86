"""How long something takes: one check for frames, timers and animations.

A frame is bounded, so that clocks that add frames up stay finite and can be saved.
"""

from __future__ import annotations

import math

MAX_FRAME = 1e9
"""Seconds of a frame at the most, some thirty years; also what a proxy's time step hands out."""


def checked_seconds(value: object, what: str) -> float:
    """Return a time as a number.

    Args:
        value: seconds.
        what: who takes them, "a frame".

    Raises:
        TypeError: it is no number.
        ValueError: it is negative, infinite or not a number.

    >>> checked_seconds(2, "a frame")
    2.0
    """
    if not isinstance(value, (int, float)):
        raise TypeError(f"{what} takes seconds as a number, not {value!r}")
    try:
        seconds = float(value)
    except OverflowError:
        seconds = math.inf
    if isinstance(value, bool) or not (math.isfinite(seconds) and seconds >= 0):
        raise ValueError(f"{what} takes 0 or more seconds, not {value!r}")
    return seconds
