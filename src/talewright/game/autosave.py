"""When a game saves by itself, and where to: the rules of autosaves and of the quick save.

Autosaves are a ring: each goes into a slot of its own, ``auto-1``, ``auto-2``, ..., and when it is written the oldest
ones beyond the number to keep are deleted. So an autosave never takes the place of another, whoever wrote that, and a
moment without any does not exist. Time is the game's own: what passes in `Game.step`. An autosave that fails stops no
game: it is kept in `failed`, and tried again when the time has passed once more. The quick save is one slot, ``quick``,
whose older saves are its backups. Only between steps, as every save.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from concurrent.futures import Future
from typing import TYPE_CHECKING

from talewright.diagnostics import LoadReport, SaveReport
from talewright.errors import Misuse, NotFound, SaveError
from talewright.savegame import KeepsAttachments, LastRequest, Store

if TYPE_CHECKING:
    from talewright.game.game import Game

QUICK = "quick"
"""The slot of the quick save."""
EVERY = 300.0
"""Seconds of game time between two autosaves, unless a game says otherwise."""


def quick_save(game: Game, *, title: str = "") -> SaveReport:
    """Save into the slot of the quick save.

    Raises:
        SaveError: nothing was written; what was there is untouched.
    """
    return game.save(QUICK, title=title)


def quick_load(game: Game) -> LoadReport:
    """Load the quick save.

    Raises:
        NotFound: there is none.
        SaveError: it cannot be read, or does not fit; the game is as before.
    """
    return game.load(QUICK)


def attach(store: Store, slot: str, attachments: Mapping[str, bytes]) -> None:
    """Keep files with the save that a slot holds, where the store can.

    Raises:
        SaveError: one of them cannot be kept; the save is there.
    """
    header = store.slots().get(slot) if attachments else None
    if header is not None and isinstance(store, KeepsAttachments):
        for name, data in attachments.items():
            store.attach(slot, name, data, header.revision)


class Autosave:
    """Saves a game now and then.

    Args:
        game: the game.
        every: seconds of game time between two autosaves.
        keep: how many autosaves stay.
        name: what their slots begin with.
        background: writes them in a thread; None: `step` does, and takes as long as the disk does.

    Attributes:
        failed: the error of the last autosave (of the deletion of an older one, too), or None where it went well.

    Raises:
        Misuse: no time, or nothing to keep.

    >>> from talewright.game import Game
    >>> from talewright.savegame import MemoryStore
    >>> game = Game(saves=MemoryStore(), seed=0)
    >>> autosave = Autosave(game, every=60.0, keep=2)
    >>> for _ in range(5):
    ...     game.step(60.0)
    ...     slot = autosave.step()
    >>> list(game.saves.slots())
    ['auto-4', 'auto-5']
    """

    def __init__(
        self,
        game: Game,
        *,
        every: float = EVERY,
        keep: int = 3,
        name: str = "auto",
        background: LastRequest | None = None,
    ) -> None:
        if every <= 0 or keep < 1:
            raise Misuse(f"an autosave every {every:g} s, {keep} kept, is none", hint="every=300.0, keep=3")
        self.game = game
        self.every = every
        self.keep = keep
        self.failed: SaveError | None = None
        self._background = background
        self._slot = re.compile(rf"{re.escape(name)}-([1-9][0-9]{{0,8}})", re.IGNORECASE)
        self._name = name
        self._last = game.time
        self._loaded = game.loaded

    def step(self) -> str | None:
        """Save if it is time to; call it after `Game.step`. Returns the slot, or None where it was not time, or failed.

        After a load the time is counted from the first call behind it.
        """
        if self.game.loaded != self._loaded:
            self._loaded, self._last = self.game.loaded, self.game.time
        self._last = min(self._last, self.game.time)  # a rollback took time back
        if self.game.time - self._last < self.every:
            return None
        try:
            return self.now()
        except SaveError:
            return None

    def now(self, *, title: str = "", preview: str = "", attachments: Mapping[str, bytes] | None = None) -> str:
        """Save, whatever the time is (a checkpoint), and give the slot.

        Args:
            title: as for `Game.save`.
            preview: likewise.
            attachments: kept with the save, where the store can: name -> bytes.

        Raises:
            SaveError: nothing was written; it is in `failed`, too.
        """
        self._last = self.game.time
        slot = f"{self._name}-{max(self.numbers(), default=0) + 1}"
        try:
            if self._background is None:
                self.game.save(slot, title=title, preview=preview)
                attach(self.game.saves, slot, attachments or {})
                self.failed = self._pruned()
            else:
                document = self.game.snapshot(title=title, preview=preview)
                future = self._background.write(slot, document, attachments)
                self.game.write_persistent()
                future.add_done_callback(self._done)
        except SaveError as error:
            self.failed = error
            raise
        return slot

    def numbers(self) -> list[int]:
        """Return the numbers of the autosaves that are there, oldest first."""
        return sorted(int(match[1]) for slot in self.game.saves.slots() if (match := self._slot.fullmatch(slot)))

    def _done(self, future: Future[str | None]) -> None:
        error = future.exception()
        self.failed = self._pruned() if error is None else error if isinstance(error, SaveError) else None

    def _pruned(self) -> SaveError | None:
        """Delete the oldest; what cannot be deleted makes the autosave that was written no failure to raise."""
        failed = None
        for number in self.numbers()[: -self.keep]:
            try:
                self.game.saves.delete(f"{self._name}-{number}")
            except NotFound:  # another thread, or another process, was quicker
                continue
            except SaveError as error:
                failed = error
        return failed
