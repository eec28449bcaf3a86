"""`--watch`: what an author changes on the disk, put under the game between two inputs.

A host asks for a look whenever it is between two inputs, and prints what comes back. A change that is just happening is
waited for, so that a line of a script meets the project as its author left it. A reload that failed is tried again when
something changes again, and not before; the files that it was about are named again with it.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from talewright.cli.output import Said, said
from talewright.cli.play.player import Player
from talewright.project import FolderChanges, Watcher

PATIENCE = 5.0
"""Seconds that a folder which goes on changing is waited for."""

PAUSE = 0.25
"""Seconds between two looks while nobody types: an edit is seen at once, and looking costs nothing to speak of."""

_SHARE = 20
"""In a folder so large that a look takes long, the pause is so many times as long as a look."""

_TICK = 0.02


class Watch:
    """Looks at a project's folder for a player.

    Args:
        player: whose game gets what changed.
        watcher: made before the project was opened.
        clock: gives seconds that never go back.
        sleep: waits for some seconds.
    """

    def __init__(
        self,
        player: Player,
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
