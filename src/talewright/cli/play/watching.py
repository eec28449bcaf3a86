"""`--watch`: what an author changes on the disk, put under the game between two inputs.

A host asks for a look whenever it is between two inputs, and prints what comes back. A change that is just happening is
waited for, so that a line of a script meets the project as its author left it. A reload that failed is tried again when
something changes again, and not before; the files that it was about are named again with it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from talewright.cli.output import Said, said
from talewright.cli.play.player import collected, reloaded
from talewright.game import Game
from talewright.project import FolderChanges, Watcher
from talewright.stage import Stage
from talewright.views.plain import Printed

PATIENCE = 5.0
"""Seconds that a folder which goes on changing is waited for."""

PAUSE = 0.25
"""Seconds between two looks while nobody types: an edit is seen at once, and looking costs nothing to speak of."""

_SHARE = 20
"""In a folder so large that a look takes long, the pause is so many times as long as a look."""

_TICK = 0.02


class Played(Protocol):
    """What a change is put under.

    Attributes:
        game: the game, as it is now.
    """

    @property
    def game(self) -> Game:
        """The game."""
        ...

    def reload(self, what: str) -> list[Said]:
        """Put the project as it is on the disk now under the game, and return what that prints."""
        ...


class Watch:
    """Looks at a project's folder for who plays it.

    Args:
        player: whose game gets what changed.
        watcher: made before the project was opened.
        clock: gives seconds that never go back.
        sleep: waits for some seconds.
    """

    def __init__(
        self,
        player: Played,
        watcher: Watcher,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._player = player
        self._watcher = watcher
        self._clock = clock
        self._sleep = sleep
        self._failed = FolderChanges()
        self.pause = PAUSE

    def look(self) -> list[Said]:
        """Look, wait until the folder is quiet if it is not, and give what is to be printed."""
        until = self._clock() + PATIENCE
        while True:
            printed = self.glance()
            if printed or not self._watcher.waiting or self._clock() >= until:
                return printed
            self._sleep(_TICK)

    def glance(self) -> list[Said]:
        """Look without waiting: what is not quiet yet is for a later look."""
        begun = self._clock()
        changes = self._watcher.look()
        self.pause = max(PAUSE, _SHARE * (self._clock() - begun))
        return [] if changes is None else self._take(changes)

    def _take(self, changes: FolderChanges) -> list[Said]:
        printed = [said.marker(f"cannot be read: {what}") for what in changes.unreadable]
        if changes.files:
            what, project = self._failed.then(changes), self._player.game.project
            printed += self._player.reload(str(what) or str(changes))
            self._failed = what if self._player.game.project is project else FolderChanges()
        return printed


class OnStage:
    """A game on a stage, which shows by itself what a change does to it."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage

    @property
    def game(self) -> Game:
        """The game on the stage now."""
        return self._stage.game

    def reload(self, what: str) -> list[Said]:
        """Put the project as it is on the disk now under the game, and return what that prints."""
        return collected(reloaded(self.game, what))


class AtTheKeyboard:
    """Looks for the plain view: whenever a line was typed, and now and then while nobody types."""

    def __init__(self, watch: Watch) -> None:
        self._watch = watch
        self._next = 0.0

    def __call__(self, *, typed: bool) -> list[Printed]:
        """Return what is to be printed."""
        if typed:
            return _printed(self._watch.look())
        now = time.monotonic()
        if now < self._next:
            return []
        news = self._watch.glance()
        self._next = now + self._watch.pause
        return _printed(news)


def _printed(pieces: list[Said]) -> list[Printed]:
    return [Printed("fault" if piece.failed else "note", piece.text) for piece in pieces]
