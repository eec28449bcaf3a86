"""Writing several files: all of them, or none.

Each file alone is whole or untouched (`atomic`); here the first that cannot be written takes those before it back. What
was really changed is seen from the disk, not from how far the work came: a fault may come behind the change. A file
that cannot be put back is named, and the others are put back all the same. What is read-only is seen before the first
is written. Knows no texts and no meaning.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from talewright.files import atomic


class NotPutBack(OSError):
    """A file cannot be written, and another, which was changed before, cannot be put back; the message names both."""


@dataclass(frozen=True)
class Change:
    """What becomes of one file.

    Attributes:
        path: of the file.
        before: its bytes as they are; None: there is none.
        after: its bytes from now on; None: it is taken away.
        like: a file whose rights a new one gets.
        name: what the file is called from now on, where that differs in letter case alone and the system minds none.
    """

    path: Path
    before: bytes | None
    after: bytes | None
    like: Path | None = None
    name: Path | None = None


def write_all(changes: Sequence[Change], *, force: bool = False) -> None:
    """Write every file, or none: what is new first, then what is taken away.

    Args:
        changes: what becomes of each file.
        force: also write over, and take away, what is read-only.

    Raises:
        PermissionError: a file or its folder is read-only; nothing was written.
        OSError: a file cannot be written, and the error names it; what was changed before has its old content again,
            or it is a `NotPutBack`.
    """
    for change in changes if not force else ():
        atomic.check_writable(change.path)
    begun: list[Change] = []
    try:
        for change in sorted(changes, key=lambda change: change.after is None):
            begun.append(change)
            _put(change.path, change.after, change.like)
            if change.name is not None:
                os.rename(change.path, change.name)
    except BaseException as error:
        lost = [change.path for change in reversed(begun) if not _put_back(change)]
        if not isinstance(error, OSError):
            raise
        raise (NotPutBack if lost else OSError)(
            error.errno or errno.EIO, _described(error, lost), str(begun[-1].path)
        ) from error


def _put(path: Path, data: bytes | None, like: Path | None = None) -> None:
    if data is None:
        path.unlink(missing_ok=True)
        return
    # Looked at before; and what was there must come back. A link stays one: what it leads to gets the content.
    atomic.write_bytes(Path(os.path.realpath(path)), data, force=True)
    if like is not None:
        os.chmod(path, stat.S_IMODE(os.stat(like).st_mode))


def _put_back(change: Change) -> bool:
    try:
        if change.name is not None and change.name.name in os.listdir(change.name.parent):
            os.rename(change.name, change.path)
        if (change.path.read_bytes() if change.path.is_file() else None) != change.before:
            _put(change.path, change.before)
    except OSError:
        return False
    return True


def _described(error: OSError, lost: list[Path]) -> str:
    """Say what the system refused, and which files are not as they were."""
    what = error.strerror or str(error) or type(error).__name__
    if lost:
        names = ", ".join(map(str, lost))
        what += f"; {names} could not be put back either: look at {'it' if len(lost) == 1 else 'them'}"
    return what
