"""Where saves are kept: what every store does, and whose a slot is.

Decides the four verbs and the rule of conflicts: a slot that another game wrote is set aside under another name, never
overwritten. Where the bytes go, a store decides.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Protocol, TypeAlias

from talewright.errors import NewerSave, SaveError
from talewright.savegame.document import SaveDocument
from talewright.savegame.header import SaveHeader
from talewright.savegame.reading import check_digest, read_head
from talewright.savegame.slots import conflict_slot, damaged_slot, is_revision

Clock: TypeAlias = Callable[[], datetime]


class Store(Protocol):
    """Keeps saves under the names of slots; names ignore case."""

    def slots(self) -> dict[str, SaveHeader]:
        """Give the headers of all slots by name, sorted by name; damaged ones are left out."""
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


def utc_now() -> datetime:
    """Read the machine's clock."""
    return datetime.now(UTC)


def new_revision() -> str:
    """Draw a revision, or the id of a run: 128 bits in hexadecimal, from the system, so it repeats nowhere."""
    return secrets.token_hex(16)


def stamp(document: SaveDocument, clock: Clock) -> SaveDocument:
    """Give a document with the present date in its header."""
    return document.stamped(clock().astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"))


def checked_bytes(document: SaveDocument) -> bytes:
    """Write a document and read it back before anything else sees the bytes.

    Raises:
        SaveError: what would be written would not be read back as it is.
    """
    data = document.to_bytes()
    try:
        same = SaveDocument.parse(data).to_bytes() == data
    except NewerSave:
        raise
    except SaveError as error:
        raise SaveError("the save could not be read back, so it was not written", report=error.report) from error
    if not same:
        raise SaveError("the save would be read back as something else, so it was not written")
    return data


def set_aside_as(slot: str, old: bytes, document: SaveDocument) -> str | None:
    """Say under which slot the bytes that are there must be kept before a document takes their place.

    A slot is another's unless the run that wrote it is the document's, or its revision is the one that the document's
    game was loaded from. One that cannot be read is nobody's to overwrite.

    Returns:
        The name of a slot, or None where the old bytes may go.
    """
    try:
        head = read_head(old)
        check_digest(old, head, "")
    except SaveError:
        return damaged_slot(slot, old)
    header = head.header
    if document.header.run and header.run == document.header.run:
        return None
    if header.revision and header.revision in (document.header.parent, document.header.revision):
        return None
    return conflict_slot(slot, header.revision) if is_revision(header.revision) else damaged_slot(slot, old)
