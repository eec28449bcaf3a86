"""What the player carries, as rows."""

from __future__ import annotations

from talewright.game import Game
from talewright.rpg import display_name
from talewright.stage.scene import BagRow


def bag_of(game: Game) -> tuple[BagRow, ...]:
    """Return what the player's character carries, in the order in which it was picked up.

    >>> bag_of(Game())
    ()
    """
    player = game.player
    if not player or player not in game.characters:
        return ()
    return tuple(
        BagRow(item.id, display_name(item.base), item.count, item.worn_in) for item in game.characters[player].inventory
    )
