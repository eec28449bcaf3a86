"""A store that keeps the bytes of saves in memory: for tests, and for hosts that put them elsewhere.

It keeps text, not objects: what comes back went through writing and reading, as with a file. Usable from several
threads.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable

from talewright.names import FoldedDict, fold
from talewright.savegame.document import SaveDocument
from talewright.savegame.reading import is_damaged
from talewright.savegame.slots import check_readable, check_slot, damaged_slot, no_such_slot
from talewright.savegame.store import BACKUPS, ByteStore, Clock, room_for, set_aside_as, utc_now


class MemoryStore(ByteStore):
    """Keeps saves until the process ends.

    Args:
        clock: the date of saves.
        key: sign saves with it, and refuse those that are not signed with it; None: neither.
        backups: how many older saves of a slot are kept.

    >>> from talewright.savegame import SaveHeader
    >>> store = MemoryStore()
    >>> store.write("slot1", SaveDocument(SaveHeader(title="At the smithy", run="a", revision="1"), {}))
    >>> store.slots()["slot1"].title
    'At the smithy'
    >>> store.write("slot1", SaveDocument(SaveHeader(title="Elsewhere", run="b", revision="2"), {}))
    'slot1.conflict-1'
    """

    def __init__(self, *, clock: Clock = utc_now, key: bytes | None = None, backups: int = BACKUPS) -> None:
        super().__init__(clock=clock, key=key, backups=backups)
        self._lock = threading.Lock()
        self._files: FoldedDict[bytes] = FoldedDict()
        self._backups: FoldedDict[list[bytes]] = FoldedDict()
        self._beside: FoldedDict[FoldedDict[dict[str, bytes]]] = FoldedDict()

    def names(self) -> list[str]:
        """Return the names of all slots, damaged ones included, sorted."""
        with self._lock:
            return sorted(self._files, key=fold)

    def _write(self, slot: str, document: SaveDocument, data: bytes) -> str | None:
        with self._lock:
            old = self._files.get(slot)
            before = self._live(slot)
            kept = None if old is None else set_aside_as(slot, old, document, self._key)
            if kept is not None and old is not None:
                if self._files.get(kept, old) != old:
                    kept = damaged_slot(slot, old)
                self._files[kept] = old
                for name, found in self._beside.get(slot, FoldedDict()).items():
                    for mark in self._marks([old]) & found.keys():
                        self._beside.setdefault(kept, FoldedDict()).setdefault(name, {})[mark] = found[mark]
            elif old is not None:
                backups = [old, *self._backups.get(slot, [])]
                while len(backups) > self._most_backups:  # a damaged one goes before the last sound one does
                    del backups[next((n for n in range(len(backups) - 1, 0, -1) if is_damaged(backups[n])), -1)]
                self._backups[slot] = backups
            self._files[slot] = data
            for gone in before - self._live(slot):
                for found in self._beside[slot].values():
                    found.pop(gone, None)
        return kept

    def _live(self, slot: str) -> set[str]:
        """Return the marks of what is there, where anything is attached to it."""
        if slot not in self._beside:
            return set()
        there = [self._files[slot]] if slot in self._files else []
        return self._marks([*there, *self._backups.get(slot, [])])

    def _attach(self, slot: str, name: str, data: bytes, mark: str) -> None:
        with self._lock:
            if slot not in self._files:
                raise no_such_slot(slot, sorted(self._files))
            found = self._beside.setdefault(slot, FoldedDict()).setdefault(name, {})
            gone = room_for(mark, found, self._live(slot), self._most_backups + 1)
            if gone is not None:
                del found[gone]
            found[mark] = data

    def _attached(self, slot: str, name: str = "") -> Iterable[tuple[str, str, bytes | None]]:
        with self._lock:
            beside = self._beside.get(slot, FoldedDict())
            names = [name] if name else list(beside)
            return [(one, mark, data) for one in names for mark, data in beside.get(one, {}).items()]

    def delete(self, slot: str) -> None:
        """Delete a slot and its backups.

        Raises:
            NotFound: there is no such slot.
        """
        check_slot(slot)
        with self._lock:
            if slot not in self._files:
                raise no_such_slot(slot, sorted(self._files))
            del self._files[slot]
            self._backups.pop(slot, None)
            self._beside.pop(slot, None)

    def data(self, slot: str) -> bytes:
        """Return the bytes of a slot, or of a backup, as they are.

        Raises:
            InvalidName: a slot cannot have this name.
            NotFound: there is no such slot.
        """
        name, number = check_readable(slot)
        with self._lock:
            if number:
                backups = self._backups.get(name, [])
                if number > len(backups):
                    raise no_such_slot(slot, [f"{name}.bak{n}" for n in range(1, len(backups) + 1)])
                return backups[number - 1]
            if slot not in self._files:
                raise no_such_slot(slot, sorted(self._files))
            return self._files[slot]

    def put(self, slot: str, data: bytes) -> None:
        """Put bytes into a slot as they are: a save from elsewhere, or a damaged one for a test."""
        with self._lock:
            self._files[check_slot(slot)] = data

    def _heads(self) -> Iterable[tuple[str, bytes]]:
        with self._lock:
            return sorted(self._files.items(), key=lambda item: fold(item[0]))

    def _backup_heads(self, slot: str) -> Iterable[tuple[str, bytes]]:
        check_slot(slot)
        with self._lock:
            name = self._files.spelling(slot) or slot
            return [(f"{name}.bak{n}", data) for n, data in enumerate(self._backups.get(slot, []), 1)]
