"""`Script`: the one base class of a game's objects, with the game at hand.

`messaging.Script` works alone, for those who want only worlds; this one, exported at the top, adds `game`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast, dataclass_transform

from talewright import messaging

if TYPE_CHECKING:
    from talewright.game.game import Game


@dataclass_transform(eq_default=False)
class Script(messaging.Script):
    """What an object does and holds: annotated fields are its properties and are saved.

    See `talewright.messaging.Script` for the hooks; here `game` is the running game.
    """

    __slots__ = ()
    __declares__ = False

    @property
    def game(self) -> Game:
        """The game whose worlds this script lives in."""
        return cast("Game", self.world.worlds.host)


class GuiScript(Script, messaging.GuiScript):
    """A script in its turn after all others: their updates and messages come first (Defold's gui scripts)."""

    __slots__ = ()
    __declares__ = False
