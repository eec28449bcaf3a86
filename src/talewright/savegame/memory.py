"""A store that keeps the bytes of saves in memory: for tests, and for hosts that put them elsewhere.

It keeps text, not objects: what comes back went through writing and reading, as with a file. Usable from several
threads.
"""

from __future__ import annotations

import threading

from talewright.errors import SaveError
from talewright.names import FoldedDict, fold
from talewright.savegame.document import SaveDocument
from talewright.savegame.header import SaveHeader
from talewright.savegame.reading import read_head
from talewright.savegame.slots import check_slot, no_such_slot
from talewright.savegame.store import Clock, checked_bytes, set_aside_as, stamp, utc_now


class MemoryStore:
    """Keeps saves until the process ends.

    Args:
        clock: the date of saves.

    >>> store = MemoryStore()
    >>> store.write("slot1", SaveDocument(SaveHeader(title="At the smithy", run="a", revision="1"), {}))
    >>> store.slots()["slot1"].title
    'At the smithy'
    >>> store.write("slot1", SaveDocument(SaveHeader(title="Elsewhere", run="b", revision="2"), {}))
    'slot1.conflict-1'
    """

    def __init__(self, *, clock: Clock = utc_now) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._files: FoldedDict[bytes] = FoldedDict()

    def slots(self) -> dict[str, SaveHeader]:
        """Give the headers of all slots by name, sorted by name; damaged ones are left out."""
        found = {}
        with self._lock:
            files = sorted(self._files.items(), key=lambda item: fold(item[0]))
        for slot, data in files:
            try:
                found[slot] = read_head(data, f"{slot}.ini").header
            except SaveError:
                continue
        return found

    def read(self, slot: str) -> SaveDocument:
        """Read a slot.

        Raises:
            NotFound: there is no such slot.
            DamagedSave: its bytes are not those that were written.
        """
        return SaveDocument.parse(self.data(slot), f"{slot}.ini")

    def write(self, slot: str, document: SaveDocument) -> str | None:
        """Write a slot, whole or not at all; give the slot under which another's save was set aside, or None.

        Raises:
            InvalidName: a slot cannot have this name.
            SaveError: the document cannot be written.
        """
        check_slot(slot)
        data = checked_bytes(stamp(document, self._clock))
        with self._lock:
            old = self._files.get(slot)
            kept = None if old is None else set_aside_as(slot, old, document)
            if kept is not None and old is not None:
                self._files[kept] = old
            self._files[slot] = data
        return kept

    def delete(self, slot: str) -> None:
        """Delete a slot.

        Raises:
            NotFound: there is no such slot.
        """
        with self._lock:
            if slot not in self._files:
                raise no_such_slot(slot, sorted(self._files))
            del self._files[slot]

    def data(self, slot: str) -> bytes:
        """Give the bytes of a slot.

        Raises:
            NotFound: there is no such slot.
        """
        with self._lock:
            if slot not in self._files:
                raise no_such_slot(slot, sorted(self._files))
            return self._files[slot]

    def put(self, slot: str, data: bytes) -> None:
        """Put bytes into a slot as they are: a save from elsewhere, or a damaged one for a test."""
        with self._lock:
            self._files[check_slot(slot)] = data
