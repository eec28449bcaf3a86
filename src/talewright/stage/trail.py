"""The way back: when the stage marks the game, and what a mark remembers of what was on show.

Marks are the game's (`Marks`, by ``[Rollback]``); each has the backlog of its moment as its note. Where a mark takes
long, the stage marks less often: at choices, then only where somebody is talked to or something is done.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from enum import IntEnum
from typing import Final

from talewright.errors import ConfigError, SaveError
from talewright.game import Game, Marks
from talewright.stage.backlog import Rows

SLOW: Final = 0.008
"""Seconds of a mark above which lines have none of their own."""
VERY_SLOW: Final = 0.05
"""Seconds of a mark above which choices have none, either."""

RUN: Final = 3
"""How many marks in a row have to be slow: one alone may be the machine's."""


class Weight(IntEnum):
    """How much hangs on an act of the player."""

    LINE = 0
    CHOICE = 1
    DEED = 2


class Trail:
    """The marks of a game, as far as the stage needs them.

    Args:
        game: the game; it gets marks where it has none, unless ``[Rollback] On=False``.
        clock: what they are timed by, in seconds.

    Attributes:
        failed: why there are fewer marks than acts, to be said once; empty: there are not.
    """

    def __init__(self, game: Game, clock: Callable[[], float]) -> None:
        self._game = game
        self._tip: Rows = ()
        self._least = Weight.LINE
        self._costs: deque[float] = deque(maxlen=RUN)
        self.failed = ""
        if game.marks is None:
            try:
                game.marks = Marks.of(game.config, clock=clock)
            except ConfigError:  # `check` says which setting it is
                game.marks = Marks(clock=clock)

    @property
    def can_back(self) -> bool:
        """Whether there is a way back."""
        marks = self._game.marks
        return marks is not None and marks.can_back

    @property
    def can_forward(self) -> bool:
        """Whether there is a way forward again."""
        marks = self._game.marks
        return marks is not None and marks.can_forward

    @property
    def rows(self) -> Rows:
        """The backlog as it was where the game stands, after it went back or forward."""
        marks = self._game.marks
        note = None if marks is None else marks.note
        return note if isinstance(note, tuple) else self._tip

    def mark(self, rows: Rows, weight: Weight) -> bool:
        """Mark the game before an act of the player, and say whether there is a mark of it."""
        marks = self._game.marks
        if marks is None or weight < self._least:
            return False
        try:
            marks.add(note=rows)
        except SaveError as error:
            self.failed = self.failed or str(error)
            return False
        self._costs.append(marks.cost)
        cost = min(self._costs) if len(self._costs) == RUN else 0.0
        least = Weight.DEED if cost > VERY_SLOW else Weight.CHOICE if cost > SLOW else Weight.LINE
        if least > self._least:
            self._least = least
            self.failed = f"a mark takes {cost * 1000:.0f} ms: there are fewer of them from now on"
        return True

    def withdraw(self) -> None:
        """The act was refused: there is no mark of it."""
        if self._game.marks is not None:
            self._game.marks.withdraw()

    def back(self, rows: Rows, steps: int = 1) -> tuple[str, ...] | None:
        """Go back, and give what a person should know of it; None where there is no way.

        Args:
            rows: the backlog as it is now.
            steps: how many marks.
        """
        if not self.can_back:
            return None
        if not self.can_forward:
            self._tip = rows
        report = self._game.rollback(steps)
        return report.notices if report.steps else None

    def forward(self) -> tuple[str, ...] | None:
        """Go forward again, likewise."""
        if not self.can_forward:
            return None
        report = self._game.roll_forward()
        return report.notices if report.steps else None

    def ways(self) -> dict[int, int]:
        """Return the lines that can be gone back to: their numbers in the backlog, and how many steps it is."""
        notes = () if self._game.marks is None else self._game.marks.notes
        found: dict[int, int] = {}
        for steps, note in enumerate(reversed(notes), 1):
            rows: Rows = note if isinstance(note, tuple) else ()
            line = next((one for one in reversed(rows) if one.kind == "line"), None)
            if line is not None:
                found.setdefault(line.number, steps)
        return found
