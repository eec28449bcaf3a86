"""What a folder of saves does to the disk: every call that can fail, and what a failure means to a player.

`Disk` adds to the calls of `config.atomic` the one that backups need; a test replaces it to make each of them fail, or
to stop there for ever. Decides how a save that is there is kept under a second name: never with a moment in which there
is no current one.
"""

from __future__ import annotations

import contextlib
import errno
import functools
import operator
import os
import secrets
import stat
from collections.abc import Callable
from pathlib import Path

from talewright.errors import SaveError
from talewright.files import atomic
from talewright.savegame.reading import is_damaged

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_FORBIDDEN = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})
_IN_THE_WAY = frozenset({errno.EISDIR, errno.ENOTDIR, errno.ENOTEMPTY, errno.EEXIST, errno.ELOOP})
_BUSY = frozenset({errno.EBUSY, errno.ETXTBSY, errno.EAGAIN})
_SHARING = (32, 33)  # of Windows: another program holds the file, or a part of it


class Disk(atomic.FileSystem):
    """The calls that a folder of saves needs; replace them to inject failures."""

    def link(self, source: Path, target: Path) -> None:
        """Give a file a second name; fails where the name is taken, or where the disk knows no links."""
        os.link(source, target)


DISK = Disk()
"""The machine's own."""


class Rotating(atomic.FileSystem):
    """A file system that does something right before the new file takes the place of the old one.

    By then the new file is written and flushed, so a full disk has shown itself, and what was there is still there.

    Args:
        system: makes the calls.
        before: what to do, once.

    Attributes:
        replaced: whether the new file is in its place.
    """

    def __init__(self, system: Disk, before: Callable[[], None]) -> None:
        self._system = system
        self._before: Callable[[], None] | None = before
        self.replaced = False

    def create(self, path: Path, mode: int) -> int:
        """Make a new file."""
        return self._system.create(path, mode)

    def write(self, descriptor: int, data: memoryview) -> int:
        """Write some of the bytes."""
        return self._system.write(descriptor, data)

    def chmod(self, path: Path, mode: int) -> None:
        """Set the rights of a file."""
        self._system.chmod(path, mode)

    def sync(self, descriptor: int) -> None:
        """Have the disk keep what was written."""
        self._system.sync(descriptor)

    def close(self, descriptor: int) -> None:
        """Close a file."""
        self._system.close(descriptor)

    def remove(self, path: Path) -> None:
        """Delete a file."""
        self._system.remove(path)

    def sync_folder(self, folder: Path) -> None:
        """Have the disk keep the folder's new entry."""
        self._system.sync_folder(folder)

    def sleep(self, seconds: float) -> None:
        """Wait."""
        self._system.sleep(seconds)

    def replace(self, source: Path, target: Path) -> None:
        """Do what comes before, then put the new file in its place."""
        if self._before is not None:
            self._before()
            self._before = None
        self._system.replace(source, target)
        self.replaced = True


def backup_path(path: Path, number: int) -> Path:
    """Return where a backup of a file lies; 1 is the newest."""
    return path.with_name(f"{path.name}.bak{number}")


def rotate(path: Path, most: int, system: Disk) -> None:
    """Keep a file as its newest backup, and move the older ones on; it stays where it is all the time.

    Done twice for the same file (a save that failed after it) it changes nothing more.

    Raises:
        SaveError: a folder stands where a backup must go.
    """
    if most < 1 or not path.exists():
        return
    backups = {number: backup_path(path, number) for number in range(1, most + 1)}
    for backup in backups.values():
        if backup.is_dir() and not backup.is_symlink():
            raise in_the_way(path.stem, backup, os.strerror(errno.EISDIR))
    newest = backups[1]
    if is_regular(newest) and (newest.samefile(path) or read_file(newest) == read_file(path)):
        return
    temporary = second_name(path, newest, system)
    try:
        # Where every place is taken, a damaged one goes before the last sound one does.
        free = next((n for n in range(1, most + 1) if not os.path.lexists(backups[n])), 0)
        free = free or next((n for n in range(most, 0, -1) if _holds_damage(backups[n])), most)
        for number in range(free, 1, -1):
            system.replace(backups[number - 1], backups[number])
        system.replace(temporary, newest)
    except BaseException:
        with contextlib.suppress(OSError):
            system.remove(temporary)
        raise


def _holds_damage(path: Path) -> bool:
    try:
        return not is_regular(path) or is_damaged(read_file(path))
    except OSError:  # nobody can say
        return False


def keep_as(path: Path, target: Path, system: Disk) -> None:
    """Keep a file under a second name, which may be taken."""
    temporary = second_name(path, target, system)
    try:
        system.replace(temporary, target)
    finally:
        # Of two names of one file the system may keep both: then this one is still there.
        if temporary.exists():
            with contextlib.suppress(OSError):
                system.remove(temporary)


def second_name(path: Path, target: Path, system: Disk) -> Path:
    """Give a file a temporary second name beside a target: a link, or a copy where the disk knows no links."""
    temporary = target.with_name(f"{target.name}.tmp-{os.getpid()}-{secrets.token_hex(6)}")
    try:
        system.link(path, temporary)
    except OSError as error:
        if error.errno in _FULL:
            raise
        atomic.write_bytes(temporary, read_file(path), system=system)
    return temporary


def is_regular(path: Path) -> bool:
    """Say whether there is a file: no link, no folder, no pipe.

    Raises:
        OSError: the folder does not say.
    """
    try:
        return stat.S_ISREG(os.lstat(path).st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return False


def read_file(path: Path | str, most: int | None = None) -> bytes:
    """Read a file, or its beginning; a link is not followed, and a pipe is not waited for.

    Raises:
        OSError: it is no file, or cannot be read.
    """
    # Without O_NONBLOCK, opening a pipe that somebody put there would wait for a writer for ever.
    flags = (getattr(os, name, 0) for name in ("O_BINARY", "O_NOFOLLOW", "O_NONBLOCK"))
    descriptor = os.open(path, functools.reduce(operator.or_, flags, os.O_RDONLY))
    try:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode):
            raise OSError(errno.EINVAL, "it is no file", str(path))
        most = found.st_size if most is None else most
        pieces = []
        while most > 0 and (piece := os.read(descriptor, most)):
            pieces.append(piece)
            most -= len(piece)
    finally:
        os.close(descriptor)
    return b"".join(pieces)


def in_the_way(slot: str, path: Path, why: str) -> SaveError:
    """Make the error for something that is no file, and stands where one must go."""
    return SaveError(
        f"the slot {slot!r} cannot be written: what is called {path.name} is in the way ({why}); what was there is "
        "untouched",
        hint=f"move {path.name} elsewhere, or remove it, then save again",
    )


def refused(slot: str, error: OSError, *, written: bool = False) -> SaveError:
    """Make the error for a slot that the system did not let us write: what happened, and what to do."""
    what, hint = "the system said no", "look at the folder of saves"
    if error.errno in _FULL:
        what, hint = "the disk is full", "make room, then save again"
    elif getattr(error, "winerror", None) in _SHARING or error.errno in _BUSY:
        what, hint = (
            "another program holds the file",
            "close it (a virus scanner, a cloud folder, an editor), then save again",
        )
    elif error.strerror == atomic.READ_ONLY:
        return SaveError(
            f"the slot {slot!r} cannot be written: its file is read-only; what was there is untouched",
            hint="somebody protects it: save in another slot, or make the file writable",
        )
    elif error.errno in _FORBIDDEN:
        what, hint = "the folder is read-only for this user", "save elsewhere, or ask for the right to write there"
    elif error.errno in _IN_THE_WAY:
        return in_the_way(slot, Path(str(error.filename2 or error.filename or "folder of saves")), error.strerror or "")
    said = f" ({error.strerror})" if error.strerror else ""
    if written:
        return SaveError(f"the slot {slot!r} was written, but the disk did not confirm it: {what}{said}", hint=hint)
    return SaveError(f"the slot {slot!r} cannot be written: {what}{said}; what was there is untouched", hint=hint)
