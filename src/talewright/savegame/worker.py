"""Saving in the background: one writer, the last request of each slot, nothing left undone at the end.

An edge helper: a snapshot is a copy that nobody else holds, so a thread may write it while the game goes on. A thread
lives only as long as there is something to write, and the interpreter waits for it at its end: no hook, no daemon.
A request cannot be cancelled: who stops waiting (a timeout of asyncio) does not take the save of the others with them.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from concurrent.futures import Future
from typing import Self

from talewright.names import FoldedDict, fold
from talewright.savegame.document import SaveDocument
from talewright.savegame.slots import check_slot
from talewright.savegame.store import KeepsAttachments, Store


class LastRequest:
    """Writes slots in a thread of its own; where requests for a slot come faster than the disk, the last one counts.

    Args:
        store: where slots lie.

    Attributes:
        failed: slot -> the error of its last write, until one succeeds; what nobody waited for is not lost.
        unattached: slot -> the error of what was to be attached to its last write, likewise.

    >>> from talewright.savegame import MemoryStore, SaveHeader
    >>> saves = LastRequest(MemoryStore())
    >>> saves.write("slot1", SaveDocument(SaveHeader(revision="1", run="a"), {})).result()
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.failed: FoldedDict[BaseException] = FoldedDict()
        self.unattached: FoldedDict[Exception] = FoldedDict()
        self._waiting: dict[str, tuple[str, SaveDocument, Mapping[str, bytes], Future[str | None]]] = {}
        self._changed = threading.Condition()
        self._running = False

    def write(
        self, slot: str, document: SaveDocument, attachments: Mapping[str, bytes] | None = None
    ) -> Future[str | None]:
        """Have a slot written soon, and what is attached to it then; give what `Store.write` will give.

        An attachment that cannot be kept makes the save that was written no failure: its error is in `unattached`. A
        store that keeps none keeps none.

        A request for a slot that nobody has begun to write takes the place of the one before it; who waits for that one
        is told how this one went.

        Raises:
            InvalidName: no slot can be called so.
        """
        check_slot(slot)
        with self._changed:
            before = self._waiting.pop(fold(slot), None)
            future = _unstoppable() if before is None else before[-1]
            self._waiting[fold(slot)] = slot, document, attachments or {}, future
            idle, self._running = not self._running, True
        if idle:
            try:
                threading.Thread(target=self._work, name="talewright-saves", daemon=False).start()
            except RuntimeError:  # no thread any more, or no room for one: a save that is late is better than none
                self._work()
        return future

    def drain(self, timeout: float | None = None) -> bool:
        """Wait until everything is written; say whether it is."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._running, timeout)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.drain()

    def _work(self) -> None:
        while True:
            with self._changed:
                if not self._waiting:
                    self._running = False
                    self._changed.notify_all()
                    return
                slot, document, attachments, future = self._waiting.pop(next(iter(self._waiting)))
            try:
                kept = self.store.write(slot, document)
            except BaseException as error:
                self.failed[slot] = error
                future.set_exception(error)
            else:
                self.failed.pop(slot, None)
                self._attach(slot, document, attachments)
                future.set_result(kept)

    def _attach(self, slot: str, document: SaveDocument, attachments: Mapping[str, bytes]) -> None:
        self.unattached.pop(slot, None)
        try:
            for name, data in attachments.items():
                if isinstance(self.store, KeepsAttachments):
                    self.store.attach(slot, name, data, document.header.revision)
        except Exception as error:
            self.unattached[slot] = error


def _unstoppable() -> Future[str | None]:
    made: Future[str | None] = Future()
    made.set_running_or_notify_cancel()
    return made
