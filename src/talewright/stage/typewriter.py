"""`Typewriter`: how much of a line is written by now.

Decides when each grapheme of a text is due: at so many a second, slower or faster inside of ``[speed=2]``, later behind
``[wait=0.5/]``. Knows time by what it is told.
"""

from __future__ import annotations

import math
from bisect import bisect_right, insort
from collections import deque
from collections.abc import Sequence

from talewright.dialogue import Attribute
from talewright.stage.graphemes import cluster_ends

MAX_WAIT = 60.0
"""Seconds of one wait; a longer one is this long."""


class Typewriter:
    """Writes one text.

    Args:
        text: without markup.
        attributes: of its markup; ``wait`` and ``speed`` count here.
        rate: graphemes a second; 0: the whole text at once.

    Attributes:
        rest: seconds that the text asks to be left alone behind its end.

    >>> writer = Typewriter("Hello.", rate=10)
    >>> writer.advance(0.25)
    True
    >>> writer.visible, writer.upto, writer.complete
    (2, 2, False)
    >>> writer.finish()
    >>> writer.visible, writer.complete
    (6, True)
    """

    def __init__(self, text: str, attributes: Sequence[Attribute] = (), *, rate: float = 0.0) -> None:
        self._ends = cluster_ends(text)
        self._elapsed = 0.0
        self.visible = 0
        self.rest = 0.0
        self._due: list[float] = []
        if rate > 0:
            self._plan(attributes, rate)
        else:
            self.visible = len(self._ends)

    def _plan(self, attributes: Sequence[Attribute], rate: float) -> None:
        waits = sorted((a.position, _number(a, "wait")) for a in attributes if a.name == "wait")
        speeds = [a for a in attributes if a.name == "speed" and _number(a, "speed") > 0]
        coming = deque(sorted((a.position, number) for number, a in enumerate(speeds)))
        inside: list[int] = []  # the last of them counts, once what has ended is taken away
        due, start, now = 0.0, 0, 0
        for end in self._ends:
            while now < len(waits) and waits[now][0] < end:
                due += min(waits[now][1], MAX_WAIT)
                now += 1
            while coming and coming[0][0] <= start:
                insort(inside, coming.popleft()[1])
            while inside and start >= speeds[inside[-1]].position + speeds[inside[-1]].length:
                inside.pop()
            due += 1 / (rate * (_number(speeds[inside[-1]], "speed") if inside else 1.0))
            self._due.append(due)
            start = end
        self.rest = sum(min(wait, MAX_WAIT) for _, wait in waits[now:])

    @property
    def length(self) -> int:
        """How many graphemes the text has."""
        return len(self._ends)

    @property
    def upto(self) -> int:
        """The code point behind what is written."""
        return self._ends[self.visible - 1] if self.visible else 0

    @property
    def complete(self) -> bool:
        """Whether all is written."""
        return self.visible == len(self._ends)

    def advance(self, dt: float) -> bool:
        """Let seconds pass, and say whether more is written now."""
        if self.complete:
            return False
        self._elapsed += dt
        # A hair: ten tenths of a second are a second.
        visible = max(self.visible, bisect_right(self._due, self._elapsed + 1e-9))
        changed, self.visible = visible != self.visible, visible
        return changed

    def finish(self) -> None:
        """Write the rest at once."""
        self.visible = len(self._ends)


def _number(attribute: Attribute, name: str) -> float:
    value = attribute.get(name)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return 0.0
    try:
        number = float(value)
    except OverflowError:
        return 0.0
    return number if math.isfinite(number) and number > 0 else 0.0
