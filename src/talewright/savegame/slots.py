"""Names of slots.

A slot's name becomes a file name, so it is checked against what is allowed, not against what is forbidden: no path, no
device name of Windows, nothing that a file system might strip.
"""

from __future__ import annotations

import hashlib
import re

from talewright.errors import InvalidName, NotFound
from talewright.names import did_you_mean

_SLOT = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*")
_SHORT = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]{0,100}")
_MAX = 120
_RESERVED = {"con", "prn", "aux", "nul"} | {f"{port}{n}" for port in ("com", "lpt") for n in range(10)}
_BACKUP = re.compile(r"(.+)\.bak([1-9][0-9]?)", re.IGNORECASE)
_ASIDE = re.compile(r".+\.(?:conflict|damaged)-[0-9a-f]+", re.IGNORECASE)
_REVISION = re.compile(r"[0-9a-f]{1,32}")  # longer, and what is set aside would have a name too long for a slot
_MAX_STEM = 64


def is_slot(name: str) -> bool:
    """Say whether a slot may have this name."""
    if _SHORT.fullmatch(name):
        return len(name) > 4 or name.lower() not in _RESERVED
    stem = name.partition(".")[0].lower()
    if not _SLOT.fullmatch(name) or len(name) > _MAX or stem in _RESERVED:
        return False
    return "." not in name or _BACKUP.fullmatch(name) is None


def backup_of(name: object) -> tuple[str, int] | None:
    """Return the slot and the number of a backup's name, or None for any other.

    >>> backup_of("slot1.bak2")
    ('slot1', 2)
    """
    found = _BACKUP.fullmatch(name) if isinstance(name, str) else None
    return (found[1], int(found[2])) if found is not None and is_slot(found[1]) else None


def is_aside(slot: str) -> bool:
    """Say whether a slot holds what was set aside: another game's save, or a damaged one."""
    return _ASIDE.fullmatch(slot) is not None


def check_slot(name: object) -> str:
    """Return the name of a slot, or raise.

    Raises:
        InvalidName: it has other characters than letters, digits, ``_``, ``-`` and single dots inside, is too long, or
            is a device name of Windows, or the name of a backup.

    >>> check_slot("slot1")
    'slot1'
    >>> check_slot("../slot1")
    Traceback (most recent call last):
    talewright.errors.InvalidName: '../slot1' cannot be the name of a slot
      hint: letters, digits, _ and -, with single dots inside: slot1, user42, chapter-2.final
    """
    if isinstance(name, str) and is_slot(name):
        return name
    if not isinstance(name, str):
        raise InvalidName(f"a slot is named by text, not {name!r}", hint="slot1, user42, chapter-2.final")
    if name.partition(".")[0].lower() in _RESERVED:
        raise InvalidName(
            f"{name!r} cannot be the name of a slot: Windows keeps it for a device", hint="choose another name"
        )
    if _BACKUP.fullmatch(name):
        raise InvalidName(
            f"{name!r} cannot be the name of a slot: it is that of a backup", hint="read it, and write another slot"
        )
    hint = "letters, digits, _ and -, with single dots inside: slot1, user42, chapter-2.final"
    if len(name) > _MAX:
        hint = f"{_MAX} characters at the most"
    raise InvalidName(f"{name!r} cannot be the name of a slot", hint=hint)


def check_readable(name: object) -> tuple[str, int]:
    """Return the slot and the number of what may be read: a slot (number 0), or a backup of one.

    Raises:
        InvalidName: as `check_slot`; the name of a backup is one here.

    >>> check_readable("slot1.bak2"), check_readable("slot1")
    (('slot1', 2), ('slot1', 0))
    """
    return backup_of(name) or (check_slot(name), 0)


def conflict_slot(slot: str, revision: str) -> str:
    """Return the slot under which another game's save is set aside.

    >>> conflict_slot("slot1", "0f3a")
    'slot1.conflict-0f3a'
    """
    return f"{slot[:_MAX_STEM].rstrip('.')}.conflict-{revision}"


def damaged_slot(slot: str, data: bytes) -> str:
    """Return the slot under which a damaged save is set aside."""
    return f"{slot[:_MAX_STEM].rstrip('.')}.damaged-{hashlib.sha256(data).hexdigest()[:16]}"


def is_revision(text: str) -> bool:
    """Say whether a revision may become part of a file name; a header is not to be trusted with that."""
    return bool(_REVISION.fullmatch(text))


def no_such_slot(slot: str, slots: list[str]) -> NotFound:
    """Make the error for a slot that is not there."""
    known = f"there are {', '.join(slots[:8])}{', ...' if len(slots) > 8 else ''}" if slots else "nothing is saved yet"
    return NotFound(f"there is no save {slot!r}", hint=did_you_mean(slot, slots) or known)
