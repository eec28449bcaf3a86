"""Where saves are kept: what every store does, and whose a slot is.

Decides the four verbs and the rule of conflicts: a slot that another game wrote is set aside under another name, never
overwritten. Where the bytes go, a store decides. `ByteStore` is what the library's own stores share.
"""

from __future__ import annotations

import re
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Protocol, TypeAlias, runtime_checkable

from talewright.diagnostics import Report
from talewright.errors import Misuse, NotFound, SaveError
from talewright.names import fold
from talewright.savegame.attachments import check_attached, check_attachment, mark_of
from talewright.savegame.document import SaveDocument
from talewright.savegame.header import MAX_HEADER, SaveHeader
from talewright.savegame.reading import check_mac, check_seals, is_signed, read_head
from talewright.savegame.sealing import sealed
from talewright.savegame.slots import check_readable, check_slot, conflict_slot, damaged_slot, is_aside, is_revision
from talewright.savegame.text import Writer

Clock: TypeAlias = Callable[[], datetime]
"""Tells the time that the header of a save bears."""
BACKUPS = 3
"""How many older saves of a slot a store keeps, unless it is told otherwise."""


class Store(Protocol):
    """Keeps saves under the names of slots; names ignore case."""

    def slots(self) -> dict[str, SaveHeader]:
        """Return the headers of all slots by name, sorted by name; damaged ones are left out."""
        ...

    def read(self, slot: str) -> SaveDocument:
        """Read a slot.

        Raises:
            NotFound: there is no such slot.
            DamagedSave: it cannot be read.
        """
        ...

    def write(self, slot: str, document: SaveDocument) -> str | None:
        """Write a slot, whole or not at all; give the slot under which another's save was set aside, or None."""
        ...

    def delete(self, slot: str) -> None:
        """Delete a slot.

        Raises:
            NotFound: there is no such slot.
        """
        ...


@runtime_checkable
class KeepsBackups(Protocol):
    """A store that can give older saves of a slot; those of the library all can."""

    def backups(self, slot: str) -> dict[str, SaveHeader]:
        """Return the headers of a slot's backups by name (``slot1.bak1``), the newest first, without damaged ones."""
        ...


@runtime_checkable
class KeepsAttachments(Protocol):
    """A store that keeps small files with a slot; those of the library all do."""

    def attach(self, slot: str, name: str, data: bytes, revision: str) -> None:
        """Keep a small file with the save of this revision, in the place of one of the same name."""
        ...

    def attachment(self, slot: str, name: str) -> bytes | None:
        """Return a file that was kept with the save that the slot holds now, or None."""
        ...


class ByteStore(ABC):
    """What the stores of the library have in common: they keep bytes, and read and write documents.

    Args:
        clock: the date of saves.
        key: sign saves with it, and refuse those that are not signed with it; None: neither. A save that was signed is
            read without a key, too.
        backups: how many older saves of a slot are kept.

    Raises:
        Misuse: the key is empty or no bytes, or the number of backups negative.
    """

    def __init__(self, *, clock: Clock, key: bytes | None, backups: int) -> None:
        if key is not None and not isinstance(key, (bytes, bytearray)):
            raise Misuse(f"a key is bytes, not {type(key).__name__}", hint='key=b"..."')
        if key is not None and not key:
            raise Misuse("an empty key signs nothing", hint="key=None leaves saves unsigned")
        if backups < 0:
            raise Misuse(f"backups={backups}: a store cannot keep fewer than none", hint="backups=0 keeps none")
        self._clock = clock
        self._key = key
        self._most_backups = backups
        self._writer = Writer()

    def slots(self) -> dict[str, SaveHeader]:
        """Return the headers of all slots by name, sorted by name; reads 4 kB of each.

        A slot whose header cannot be read, or (with a key) was not signed, is left out; `damaged` names it.

        Raises:
            SaveError: the store is there and cannot be read: it is never taken for an empty one.
        """
        return self._headers(self._heads())

    def backups(self, slot: str) -> dict[str, SaveHeader]:
        """Return the headers of a slot's backups by name (``slot1.bak1``), the newest first, without damaged ones.

        `read` takes such a name, too.

        Raises:
            InvalidName: a slot cannot have this name.
            SaveError: the store cannot be read.
        """
        return self._headers(self._backup_heads(slot))

    def backup_names(self, slot: str) -> list[str]:
        """Return the names of a slot's backups, damaged ones included, the newest first.

        Raises:
            InvalidName: a slot cannot have this name.
        """
        return [name for name, _ in self._backup_heads(slot)]

    def signed(self) -> list[str]:
        """Return the names of the slots that bear a signature, of whatever key; reads 4 kB of each.

        Without a key nobody has looked whether it is right.

        Raises:
            SaveError: the store is there and cannot be read.
        """
        return [slot for slot, data in self._heads() if is_signed(data)]

    def damaged(self) -> dict[str, Report]:
        """Return the findings about every slot that cannot be read; reads all of them whole."""
        found = {}
        for slot in self.names():
            try:
                self.read(slot)
            except SaveError as error:
                found[slot] = error.report
        return found

    def read(self, slot: str) -> SaveDocument:
        """Read a slot, or a backup of one (``slot1.bak1``).

        Raises:
            InvalidName: a slot cannot have this name.
            NotFound: there is no such slot.
            DamagedSave: its bytes are not those that were written, or (with a key) were edited.
            NewerSave: a later version wrote it.
        """
        return SaveDocument.parse(self.data(slot), self._shown(slot), key=self._key)

    @abstractmethod
    def names(self) -> list[str]:
        """Return the names of all slots, damaged ones included, sorted."""

    @abstractmethod
    def data(self, slot: str) -> bytes:
        """Return the bytes of a slot, or of a backup, as they are.

        Raises:
            InvalidName: a slot cannot have this name.
            NotFound: there is no such slot.
            DamagedSave: they cannot be read, or are too many.
        """

    def write(self, slot: str, document: SaveDocument) -> str | None:
        """Write a slot, whole or not at all; give the slot under which another's save was set aside, or None.

        What was there becomes the newest backup, unless it was set aside. Where there are as many as are kept, a
        damaged one goes before the last sound one does.

        Raises:
            InvalidName: a slot cannot have this name.
            SaveError: the document or the place cannot be written; what was there is untouched.
        """
        check_slot(slot)
        return self._write(slot, document, sealed(self._stamped(document), self._key, self._writer))

    def retitle(self, slot: str, title: str) -> None:
        """Give a slot another title; its date stays, and what was there becomes the newest backup.

        Raises:
            InvalidName: a slot cannot have this name.
            NotFound: there is no such slot.
            DamagedSave: it cannot be read.
            SaveError: it is signed, and the store has no key; or it cannot be written.

        >>> from talewright.savegame import MemoryStore
        >>> store = MemoryStore()
        >>> store.write("slot1", SaveDocument(SaveHeader(title="At the smithy", run="a", revision="1"), {}))
        >>> store.retitle("slot1", "Before the quarrel")
        >>> store.slots()["slot1"].title
        'Before the quarrel'
        """
        data = self.data(check_slot(slot))
        document = SaveDocument.parse(data, self._shown(slot), key=self._key)
        if self._key is None and is_signed(data):
            raise SaveError(
                f"the slot {slot!r} is signed: a new title needs the key",
                hint="give it: --key-file, or key= of the store",
            )
        document.header = replace(document.header, title=title)
        self._write(slot, document, sealed(document, self._key, self._writer))

    def attach(self, slot: str, name: str, data: bytes, revision: str) -> None:
        """Keep a small file with a save, whole or not at all, in the place of one of the same name.

        It is the save's, not the slot's: it goes into the backups with its save, is set aside with it, and deleted with
        it. One whose revision is not that of the slot waits for its save and shows nothing; where there are more than
        the slot and its backups can have, it goes first. Attachments are not signed.

        Args:
            slot: a slot that is there.
            name: one stem and one ending, ``thumb.jpg``.
            data: 64 KiB at the most.
            revision: of the save that it belongs to, ``document.header.revision``.

        Raises:
            InvalidName: no slot, or no attachment, can be called so.
            Misuse: the data are no bytes, or there is no revision.
            NotFound: there is no such slot.
            SaveError: they are too many bytes, or cannot be written, or somebody else's file is in the way; nothing was
                written.

        >>> from talewright.savegame import MemoryStore
        >>> store = MemoryStore()
        >>> store.write("slot1", SaveDocument(SaveHeader(run="a", revision="1"), {}))
        >>> store.attach("slot1", "thumb.jpg", b"a picture", "1")
        >>> store.attachment("slot1", "thumb.jpg")
        b'a picture'
        >>> store.write("slot1", SaveDocument(SaveHeader(run="a", revision="2"), {}))
        >>> store.attachment("slot1", "thumb.jpg") is None, store.attachment("slot1.bak1", "thumb.jpg")
        (True, b'a picture')
        """
        check_slot(slot)
        check_attachment(name)
        self._attach(slot, name, check_attached(data, revision), mark_of(revision))

    def attachment(self, slot: str, name: str) -> bytes | None:
        """Return what was attached to the save that a slot, or a backup, holds now.

        None where there is nothing of that name, or what is there belongs to another save or was damaged; also where
        there is no such slot.

        Raises:
            InvalidName: no slot, or no attachment, can be called so.
            SaveError: the store cannot be read.
        """
        check_attachment(name)
        return next((data for _, data in self._own_attachments(slot, name)), None)

    def attachments(self, slot: str) -> dict[str, int]:
        """Return the names and sizes of what is attached to the save that a slot, or a backup, holds now.

        Raises:
            InvalidName: no slot can be called so.
            SaveError: the store cannot be read.
        """
        return dict(sorted((name, len(data)) for name, data in self._own_attachments(slot)))

    def _own_attachments(self, slot: str, name: str = "") -> Iterable[tuple[str, bytes]]:
        base, _ = check_readable(slot)
        try:
            (mark,) = self._marks([self._beginning(slot)]) or [""]
        except NotFound:
            return []
        found = self._attached(base, name)
        return [(n, data) for n, of, data in found if of == mark and data is not None]

    def _marks(self, heads: Iterable[bytes]) -> set[str]:
        """Return the marks of saves; not of those that cannot be read, or have no revision."""
        headers = self._headers((str(n), head) for n, head in enumerate(heads))
        return {mark_of(header.revision) for header in headers.values() if header.revision}

    def _beginning(self, slot: str) -> bytes:
        return self.data(slot)[:MAX_HEADER]

    @abstractmethod
    def _attach(self, slot: str, name: str, data: bytes, mark: str) -> None:
        """Keep an attachment whose names are checked."""

    @abstractmethod
    def _attached(self, slot: str, name: str = "") -> Iterable[tuple[str, str, bytes | None]]:
        """Return the names, marks and bytes of all that is attached to a slot and its backups; of one name alone."""

    @abstractmethod
    def _write(self, slot: str, document: SaveDocument, data: bytes) -> str | None:
        """Write the bytes of a document into a slot whose name is checked."""

    @abstractmethod
    def delete(self, slot: str) -> None:
        """Delete a slot and its backups."""

    @abstractmethod
    def _heads(self) -> Iterable[tuple[str, bytes]]: ...

    @abstractmethod
    def _backup_heads(self, slot: str) -> Iterable[tuple[str, bytes]]: ...

    def _shown(self, slot: str) -> str:
        return f"{slot}.ini"

    def _stamped(self, document: SaveDocument) -> SaveDocument:
        return document.stamped(self._clock().astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"))

    def _headers(self, heads: Iterable[tuple[str, bytes]]) -> dict[str, SaveHeader]:
        found = {}
        for slot, data in heads:
            try:
                head = read_head(data)
                if self._key is not None:
                    check_mac(data, head, "", self._key)
            except SaveError:
                continue
            found[slot] = head.header
        return found


def room_for(mark: str, kept: Iterable[str], live: set[str], most: int) -> str | None:
    """Return which attachment of a name must go, so that there is room for one more; None: none.

    Args:
        mark: of the new one; its own is replaced.
        kept: the marks of those that are there, the oldest first.
        live: the marks of the saves that are there.
        most: how many may be there.

    >>> room_for("c", ["a", "b"], live={"a"}, most=2), room_for("c", ["a", "b"], live={"a", "b"}, most=3)
    ('b', None)
    """
    others = [one for one in kept if one != mark]
    if len(others) < most:
        return None
    return next((one for one in others if one not in live), others[0])


def utc_now() -> datetime:
    """Read the machine's clock."""
    return datetime.now(UTC)


def new_revision() -> str:
    """Draw a revision, or the id of a run: 128 bits in hexadecimal, from the system, so it repeats nowhere."""
    return secrets.token_hex(16)


def set_aside_as(slot: str, old: bytes, document: SaveDocument, key: bytes | None) -> str | None:
    """Say under which slot the bytes that are there must be kept before a document takes their place.

    A slot is another's unless the run that wrote it is the document's, or its revision is the one that the document's
    game was loaded from. One that is signed is not that of a store without a key, whose save would take the signature
    from it. One that cannot be read is nobody's to overwrite.

    Returns:
        The name of a slot, or None where the old bytes may go.
    """
    try:
        head = read_head(old)
        check_seals(old, head, "")
    except SaveError:
        return damaged_slot(slot, old)
    header = head.header
    if is_own(header, document.header) and not (key is None and head.seals.mac):
        return None
    return conflict_slot(slot, header.revision) if is_revision(header.revision) else damaged_slot(slot, old)


def is_own(old: SaveHeader, new: SaveHeader) -> bool:
    """Say whether a save may take the place of another: it is of the same run, or of a game loaded from that one."""
    if new.run and old.run == new.run:
        return True
    return bool(old.revision) and old.revision in (new.parent, new.revision)


def newest(headers: Mapping[str, SaveHeader]) -> str | None:
    """Return the slot to continue with: the newest save (`by_age`), not what was set aside.

    >>> old, new = SaveHeader(revision="a", created="2026-02-01T00:00:00Z"), SaveHeader(revision="b", parent="a")
    >>> newest({"slot1": old, "slot2": new})
    'slot2'
    """
    return next(iter(by_age({slot: header for slot, header in headers.items() if not is_aside(slot)})), None)


def by_age(headers: Mapping[str, SaveHeader]) -> list[str]:
    """Return slots, the newest save first, by descent and by date, never by the dates of files.

    A save that was made from another one is newer than that one, whatever the clocks of their machines said, and as new
    as it to all others. Then the date decides, then the time played, then the name, numbers in it by their value.

    >>> same = SaveHeader(created="2026-02-01T00:00:00Z")
    >>> by_age({"auto-9": same, "auto-10": same})
    ['auto-10', 'auto-9']
    """
    by_revision = {header.revision: header for header in headers.values() if header.revision}

    def age(slot: str) -> tuple[str, int, float, list[tuple[int, str]]]:
        header, seen = headers[slot], set()
        created = header.created
        while header.revision not in seen and header.parent in by_revision:
            seen.add(header.revision)
            header = by_revision[header.parent]
            created = max(created, header.created)
        return created, len(seen), headers[slot].play_time, _by_numbers(slot)

    return sorted(headers, key=age, reverse=True)


def _by_numbers(slot: str) -> list[tuple[int, str]]:
    """Return what a slot is sorted by: numbers in its name by their value."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"([0-9]+)", fold(slot))]
