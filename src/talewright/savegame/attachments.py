"""What hangs on a save: small files beside it, a picture of the scene above all.

Decides what an attachment may be called (``thumb.jpg``: one stem, one ending), how large it may be, and how it knows
its save: by the save's revision, never by where it lies. So a picture is never another save's: one whose revision is
not that of the slot is passed over, and found again when that save comes back as a backup. In a file the revision
stands behind the bytes, in a line that readers of pictures pass over; a file without that line is somebody else's
(people.md section 4).
"""

from __future__ import annotations

import hashlib
import re
from typing import NamedTuple

from talewright.errors import InvalidName, Misuse, SaveError
from talewright.savegame.slots import is_slot

MAX_ATTACHMENT = 64 * 1024
"""Bytes of an attachment at the most."""
_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]{0,30}\.(?!ini$|lock$|tmp|bak)[A-Za-z0-9]{1,8}", re.IGNORECASE)
_FILE = re.compile(r"(.+)\.([^.]+\.(?!bak[0-9])[^.]+)(?:\.bak([1-9][0-9]?))?")
_TAIL = re.compile(rb"\nTalewright attachment 1 ([0-9a-f]{32}) ([0-9a-f]{32})\n")
_TAIL_SIZE = 91
MAX_FILE = MAX_ATTACHMENT + _TAIL_SIZE
"""Bytes of a file that holds an attachment at the most."""


class Attached(NamedTuple):
    """An attachment as it lies in a file.

    Attributes:
        mark: of the revision of its save.
        data: its bytes; None where they are not those that were written.
    """

    mark: str
    data: bytes | None


def is_attachment(name: str) -> bool:
    """Say whether an attachment may have this name.

    >>> is_attachment("thumb.jpg"), is_attachment("thumb"), is_attachment("slot.ini"), is_attachment("thumb.bak1")
    (True, False, False, False)
    """
    return _NAME.fullmatch(name) is not None


def check_attachment(name: object) -> str:
    """Return the name of an attachment, or raise.

    Raises:
        InvalidName: it is no stem of letters, digits, ``_`` and ``-`` with one ending, or ends as saves do.
    """
    if isinstance(name, str) and is_attachment(name):
        return name
    hint = "letters, digits, _ and -, one dot and an ending: thumb.jpg; not .ini, .lock, .tmp, .bak"
    raise InvalidName(f"{name!r} cannot be the name of an attachment", hint=hint)


def check_attached(data: object, revision: object) -> bytes:
    """Return the bytes of an attachment, or raise.

    Raises:
        Misuse: they are no bytes, or the save has no revision to know it by.
        SaveError: they are too many.
    """
    if not isinstance(data, (bytes, bytearray)):
        raise Misuse(f"an attachment is bytes, not {type(data).__name__}", hint="encode the picture: JPEG, PNG")
    if not isinstance(revision, str) or not revision:
        raise Misuse("an attachment needs the revision of its save", hint="document.header.revision")
    if len(data) > MAX_ATTACHMENT:
        raise SaveError(
            f"the attachment has {len(data):,} bytes; {MAX_ATTACHMENT:,} at the most",
            hint="a picture of 256x144 as JPEG has 5,000; the save itself is written without it",
        )
    return bytes(data)


def mark_of(revision: str) -> str:
    """Return what an attachment knows its save by: any text may be a revision, and a file holds hexadecimal."""
    return hashlib.sha256(revision.encode(errors="replace")).hexdigest()[:32]


def as_file(data: bytes, mark: str) -> bytes:
    """Return the bytes of a file that holds an attachment."""
    return data + f"\nTalewright attachment 1 {mark} {_digest(data, mark)}\n".encode()


def from_file(raw: bytes) -> Attached | None:
    """Read a file that may hold an attachment; None: it is somebody else's.

    >>> from_file(as_file(b"a picture", mark_of("0f3a"))).data
    b'a picture'
    >>> from_file(b"a picture") is None
    True
    """
    found = _TAIL.fullmatch(raw[-_TAIL_SIZE:])
    if found is None or len(raw) > MAX_FILE:
        return None
    data, mark = raw[:-_TAIL_SIZE], found[1].decode()
    return Attached(mark, data if _digest(data, mark) == found[2].decode() else None)


def slot_of_file(file: str) -> tuple[str, str, int] | None:
    """Return the slot, the name and the number of the file of an attachment; None for any other file.

    >>> slot_of_file("slot1.thumb.jpg"), slot_of_file("slot1.thumb.jpg.bak2"), slot_of_file("slot1.ini.bak1")
    (('slot1', 'thumb.jpg', 0), ('slot1', 'thumb.jpg', 2), None)
    """
    found = _FILE.fullmatch(file)
    if found is None or not is_slot(found[1]) or not is_attachment(found[2]):
        return None
    return found[1], found[2], int(found[3] or 0)


def _digest(data: bytes, mark: str) -> str:
    return hashlib.sha256(mark.encode() + data).hexdigest()[:32]
