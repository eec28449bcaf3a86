"""Hears what the dialogues of a game show, as `Game.listen` tells it."""

from __future__ import annotations

from collections.abc import Callable

from talewright.calls import ran, runs
from talewright.dialogue import Event
from talewright.game import CommandRan, Game, Heard, Loaded, RolledBack


def watch(game: Game, tell: Callable[[Event], object]) -> None:
    """Tell every event of every conversation of a game, from now on.

    An older name of `Game.listen`, which tells whose event it is, too; it goes in 0.3.0.
    """
    runs(tell, "who hears the events of a game")

    def hear(heard: Heard) -> None:
        if not isinstance(heard.event, (CommandRan, Loaded, RolledBack)):
            ran(tell(heard.event), "who hears the events of a game")

    game.listen(hear)
