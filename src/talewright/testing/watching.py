"""Hears what the dialogues of a game show, as `Game.listen` tells it."""

from __future__ import annotations

from collections.abc import Callable

from talewright.calls import ran, runs
from talewright.dialogue import Event
from talewright.game import Game, Heard


def watch(game: Game, tell: Callable[[Event], object]) -> None:
    """Tell every event of the dialogues of a game, from now on.

    An older name of `Game.listen`, which tells whose event it is, too; it goes in 0.3.0.
    """
    runs(tell, "who hears the events of a game")

    def hear(heard: Heard) -> None:
        if isinstance(heard.event, Event):
            ran(tell(heard.event), "who hears the events of a game")

    game.listen(hear)
