"""The section ``[talewright Game]``: what belongs to no part of a game."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import ClassVar

from talewright.errors import FieldError
from talewright.fields import References, Sections, decode_fields, encode_fields, within
from talewright.game.parts import Load, Prepared, Swap

GAME = ("talewright", "Game")


@dataclass
class GameState:
    """The section ``[talewright Game]``: what belongs to no part.

    Attributes:
        seed: of the random streams.
        time: game time in seconds.
        started: whether the bootstrap collection was built.
        place: where the player is, for the list of slots.
    """

    CLASSES: ClassVar[tuple[str, ...]] = (GAME[1],)

    seed: int = 0
    time: float = 0.0
    started: bool = False
    place: str = ""

    def sections(self, references: References) -> Sections:
        """Return the one section."""
        return {GAME: encode_fields(self, references, "game")}

    def prepare(self, load: Load) -> Prepared:
        """Check the section; what comes back puts its values in place of those here.

        Raises:
            SaveError: a value does not fit, or the place is longer than a header has room for.
        """
        with within(*GAME):
            made = GameState(**decode_fields(GameState, load.sections.get(GAME, {}), path="[talewright Game]"))
            if not made.time >= 0:
                raise FieldError("[talewright Game].time", f"is {made.time}, and game time is never below zero")
        # A place that no header has room for would keep the game from ever saving.
        dataclasses.replace(load.header, place=made.place).check()
        load.seed = made.seed
        return Swap(lambda: vars(self).update(vars(made)))
