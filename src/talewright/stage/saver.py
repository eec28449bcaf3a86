"""How a game on the stage is saved: by the player, and by itself, with the line on show and a picture."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import Final

from talewright.errors import Misuse, NotFound, SaveError, TalewrightError
from talewright.game import QUICK, Autosave, Game, attach
from talewright.savegame import LastRequest

JPEG, PNG = PICTURES = ("thumb.jpg", "thumb.png")
"""What the picture of a save is called."""
PATIENCE: Final = 2.0
"""Seconds that an autosave waits for the one before it."""


class Saver:
    """Saves one game.

    Args:
        game: the game.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._writer: LastRequest | None = None
        self._autosave: Autosave | None = None
        self._last = ""  # the slot of the last autosave

    @property
    def failed(self) -> TalewrightError | None:
        """The error of the last autosave, or None where it went well."""
        return None if self._autosave is None else self._autosave.failed

    def save(self, slot: str, preview: str, picture: bytes = b"") -> None:
        """Save into a slot.

        Raises:
            Misuse: there is nowhere to save to.
            InvalidName: no slot can be called so.
            SaveError: nothing was written.
        """
        self._game.save(slot, preview=preview)
        with contextlib.suppress(SaveError):  # a save without a picture is as good
            attach(self._game.saves, slot, _named(picture))

    def quick_save(self, preview: str, picture: bytes = b"") -> None:
        """Save into the slot of the quick save, likewise."""
        self.save(QUICK, preview, picture)

    def save_by_itself(self, preview: str, picture: bytes = b"") -> bool:
        """Save into a slot of its own, in a thread; say whether the game has somewhere to save to.

        The save before it is waited for, a moment at most: whenever a process is killed, one of the last two is there.

        Args:
            preview: the last line shown.
            picture: of what is on show.

        Raises:
            SaveError: nothing was written.
        """
        if self._autosave is None:
            try:
                self._writer = LastRequest(self._game.saves)
            except Misuse:  # it has nowhere to save to
                return False
            self._autosave = Autosave(self._game, background=self._writer)
        elif self._writer is not None:
            self._writer.drain(PATIENCE)
        self._last = self._autosave.now(preview=preview, attachments=_named(picture))
        return True

    def picture_last(self, picture: bytes) -> None:
        """Give the last autosave a picture, where nothing has changed since."""
        self.drain()
        with contextlib.suppress(SaveError, NotFound):  # it was deleted
            if self._last:
                attach(self._game.saves, self._last, _named(picture))

    def drain(self) -> None:
        """Wait until everything is written."""
        if self._writer is not None:
            self._writer.drain()


def _named(picture: bytes) -> Mapping[str, bytes]:
    """Return a picture under the name that a save has it by."""
    return {PNG if picture.startswith(b"\x89PNG") else JPEG: picture} if picture else {}
