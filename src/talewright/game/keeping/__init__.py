"""What a game keeps beside its state: the moments that it can go back to, and what outlives every state."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.game.keeping.keeping_game import KeepingGame
    from talewright.game.keeping.marks import Marks, RollbackReport
    from talewright.game.keeping.persistent import Persistent

__all__ = [
    "KeepingGame",
    "Marks",
    "Persistent",
    "RollbackReport",
]

_HOMES = {
    "talewright.game.keeping.keeping_game": "KeepingGame",
    "talewright.game.keeping.marks": "Marks RollbackReport",
    "talewright.game.keeping.persistent": "Persistent",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
