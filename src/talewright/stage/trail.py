"""The way back: when the stage marks the game, and what a mark remembers of what was on show."""

from __future__ import annotations

from talewright.game import Game
from talewright.stage.backlog import LogRow, Rows


class Trail:
    """The marks of a game, as far as the stage needs them.

    Args:
        game: the game.
    """

    def __init__(self, game: Game) -> None:
        self._game = game

    @property
    def can_back(self) -> bool:
        """Whether there is a way back."""
        return False

    @property
    def can_forward(self) -> bool:
        """Whether there is a way forward again."""
        return False

    def mark(self, rows: Rows, *, choice: bool) -> None:
        """Mark the game before an act of the player."""

    def withdraw(self) -> None:
        """The act was refused: there is no mark of it."""

    def back(self, steps: int = 1) -> Rows | None:
        """Go back; give the backlog as it was there, or None where there is no way."""
        return None

    def forward(self) -> Rows | None:
        """Go forward again, likewise."""
        return None

    def steps_to(self, row: LogRow) -> int:
        """Return how many steps it is back to where a row was the last one; 0: it is not to be reached."""
        return 0
