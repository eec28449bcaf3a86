"""Hears what the dialogues of a game show, event by event, as it happens.

Decides nothing; it stands between a game and the dialogues that it hosts. Whoever watches changes nothing, and several
may watch one game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from talewright.calls import ran, runs
from talewright.dialogue import Event, Host
from talewright.game import Game


def watch(game: Game, tell: Callable[[Event], object]) -> None:
    """Tell every event of every conversation of a game, from now on."""
    runs(tell, "who hears the events of a game")
    hosting = game.dialogue_host

    def hosted(*arguments: Any) -> Host:
        host = hosting(*arguments)
        before = host.observe

        def observe(event: Event) -> None:
            if before is not None:
                before(event)
            ran(tell(event), "who hears the events of a game")

        return replace(host, observe=observe)

    setattr(game, "dialogue_host", hosted)  # noqa: B010 - on this one game
