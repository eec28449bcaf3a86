"""How a game on the stage is saved: by the player, and by itself, with the line on show and a picture."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from talewright.errors import Misuse, TalewrightError
from talewright.game import QUICK, Autosave, Game
from talewright.savegame import KeepsAttachments, LastRequest

MOST: Final = 65_536
"""Bytes that a picture may have."""


class Saver:
    """Saves one game.

    Args:
        game: the game.

    Attributes:
        failed: the error of the last autosave that nobody has been told of; None: there is none.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._writer: LastRequest | None = None
        self._autosave: Autosave | None = None

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
        self._attach(slot, picture)

    def quick_save(self, preview: str, picture: bytes = b"") -> None:
        """Save into the slot of the quick save, likewise."""
        self.save(QUICK, preview, picture)

    def save_by_itself(self, preview: str, picture: Callable[[], bytes] | None = None) -> bool:
        """Save into a slot of its own, in a thread; say whether the game has somewhere to save to.

        Args:
            preview: the last line shown.
            picture: gives what is on show; with it, this waits for the thread.

        Raises:
            SaveError: nothing was written.
        """
        if self._autosave is None:
            try:
                self._writer = LastRequest(self._game.saves)
            except Misuse:  # it has nowhere to save to
                return False
            self._autosave = Autosave(self._game, background=self._writer)
        slot = self._autosave.now(preview=preview)
        if picture is not None:
            self.drain()
            self._attach(slot, picture())
        return True

    def drain(self) -> None:
        """Wait until everything is written."""
        if self._writer is not None:
            self._writer.drain()

    def _attach(self, slot: str, picture: bytes) -> None:
        """Keep a picture with a save that is written; without one, a save is as good."""
        store = self._game.saves
        if not 0 < len(picture) <= MOST or not isinstance(store, KeepsAttachments):
            return
        header = store.slots().get(slot)
        if header is not None:
            name = "thumb.png" if picture.startswith(b"\x89PNG") else "thumb.jpg"
            store.attach(slot, name, picture, header.revision)
