"""Writing a file whole or not at all, and one writer at a time.

The old file or the new one, never half of either, whatever is killed or fails in between: the bytes go into a new file
in the same folder, are flushed to the disk, and take the place of the old one in a single step (config-savegame.md
section 6.1). This is the only place of the library that writes files, and so the one gate before those that a person
owns: what somebody has locked is not written over. It knows nothing of what the bytes mean.

`FileSystem` is every call that can fail, so that tests can make each of them fail.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from talewright.errors import ConfigError, Misuse

_RETRY_SECONDS = 1.0
_LOCK_SECONDS = 10.0
_LOCK_NAME = ".lock"


class FileSystem:
    """The calls that writing needs, one method each; replace them to inject failures."""

    def create(self, path: Path, mode: int) -> int:
        """Make a new file and give its descriptor; fails where there is one."""
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)
        return os.open(path, flags, mode)

    def write(self, descriptor: int, data: memoryview) -> int:
        """Write some of the bytes and say how many."""
        return os.write(descriptor, data)

    def chmod(self, path: Path, mode: int) -> None:
        """Set the rights of a file."""
        os.chmod(path, mode)

    def sync(self, descriptor: int) -> None:
        """Have the disk keep what was written."""
        if sys.platform == "darwin":
            import fcntl

            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
        else:
            os.fsync(descriptor)

    def close(self, descriptor: int) -> None:
        """Close a file."""
        os.close(descriptor)

    def replace(self, source: Path, target: Path) -> None:
        """Put a file in the place of another in one step."""
        os.replace(source, target)

    def remove(self, path: Path) -> None:
        """Delete a file."""
        os.unlink(path)

    def sync_folder(self, folder: Path) -> None:
        """Have the disk keep the folder's new entry, where the system can."""
        if os.name != "posix":
            return
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

    def sleep(self, seconds: float) -> None:
        """Wait."""
        time.sleep(seconds)


DISK = FileSystem()
"""The machine's own."""


READ_ONLY = "the file is read-only"
READ_ONLY_FOLDER = "its folder is read-only"
READ_ONLY_HINT = "check it out, or make it writable; --force of a command, force=True in code, writes over it"


def is_read_only(path: Path | str) -> bool:
    """Say whether somebody has locked a file: no write bit in its mode, whoever asks, or none for this user.

    The superuser may write everything, and replacing a file needs no right to the file itself; a lock holds all the
    same.
    """
    try:
        return not os.stat(path).st_mode & 0o222 or not os.access(path, os.W_OK)
    except (OSError, ValueError):
        return False


def check_writable(path: Path | str) -> None:
    """Refuse a file that somebody has locked, or a new one in a folder that somebody has.

    Raises:
        PermissionError: it is read-only; the error names it.

    >>> check_writable("no such file")
    """
    path = Path(path)
    if is_read_only(path):
        raise PermissionError(errno.EACCES, READ_ONLY, str(path))
    if os.name == "posix" and is_read_only(path.parent):  # Windows marks folders so that are not locked
        raise PermissionError(errno.EACCES, READ_ONLY_FOLDER, str(path))


def write_bytes(
    path: Path | str, data: bytes, *, root: Path | None = None, system: FileSystem = DISK, force: bool = False
) -> None:
    """Write a file whole or not at all.

    The file keeps its rights; a new one gets the usual rights of this user. A folder that is missing is made. A link is
    replaced by the file, not followed. On Windows a file that somebody holds open is tried again for about a second.

    Args:
        path: the file.
        data: all of its new content.
        root: a folder that the file must lie in, links resolved.
        system: the calls to make.
        force: write over a file that is read-only, too; it stays read-only.

    Raises:
        PermissionError: the file or its folder is read-only (`check_writable`); nothing was written.
        OSError: it cannot be written; the old file is untouched and no other file is left. If only the folder cannot be
            flushed at the end, the new file is there already.
        Misuse: the file lies outside `root`.
    """
    path = Path(path)
    if root is not None:
        check_inside(path, root)
    if not force:
        check_writable(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    mode = _mode_of(path)
    temporary = path.with_name(f"{path.name}.tmp-{os.getpid()}-{os.urandom(6).hex()}")
    try:
        descriptor = system.create(temporary, 0o666 if mode is None else 0o600)
    except OSError as error:
        _name(error, path)
        raise
    try:
        try:
            view = memoryview(data)
            while view:
                view = view[system.write(descriptor, view) :]
            system.sync(descriptor)
        finally:
            system.close(descriptor)
        if mode is not None:
            system.chmod(temporary, mode)
        _patiently(lambda: system.replace(temporary, path), system)
    except BaseException as error:
        with contextlib.suppress(OSError):
            system.remove(temporary)
        _name(error, path)
        raise
    system.sync_folder(path.parent)


def check_inside(path: Path, root: Path) -> None:
    """Refuse a path that leads out of a folder, by ``..`` or by a link.

    Raises:
        Misuse: it does.
    """
    inside = root.resolve()
    parent = path.parent.resolve()
    if not parent.is_relative_to(inside):
        raise Misuse(
            f"{path} lies outside {root}", hint="files are written below the folder that was given, and nowhere else"
        )


@contextlib.contextmanager
def lock(folder: Path | str, *, seconds: float = _LOCK_SECONDS, name: str = _LOCK_NAME) -> Iterator[None]:
    """Hold a folder against other writers, processes and threads alike, for the length of a ``with`` block.

    Advisory: it keeps out only those who ask for it too. The file ``.lock`` stays behind; the system lets go of it when
    a process dies, so it never has to be deleted.

    Args:
        folder: made where it is missing.
        seconds: how long to wait for another writer.
        name: of the file, where something in the folder is held that takes several writes.

    Raises:
        ConfigError: another writer did not let go in time.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
    descriptor = os.open(folder / name, flags, 0o666)
    try:
        until = time.monotonic() + seconds
        while not _try_lock(descriptor):
            if time.monotonic() >= until:
                raise ConfigError(
                    f"another program has been writing in {folder} for {seconds:g} seconds",
                    hint="wait for it, or end it; nothing was written",
                )
            time.sleep(0.02)
        try:
            yield
        finally:
            _unlock(descriptor)
    finally:
        os.close(descriptor)


if sys.platform == "win32":  # pragma: no cover
    import msvcrt

    def _try_lock(descriptor: int) -> bool:
        os.lseek(descriptor, 0, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _unlock(descriptor: int) -> None:
        os.lseek(descriptor, 0, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _try_lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _unlock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_UN)


def _mode_of(path: Path) -> int | None:
    try:
        found = os.lstat(path)
    except FileNotFoundError:
        return None
    return stat.S_IMODE(found.st_mode) if stat.S_ISREG(found.st_mode) else None


def _name(error: BaseException, path: Path) -> None:
    """Have a fault name the file that was wanted, not the temporary one, which nobody knows."""
    if isinstance(error, OSError) and error.filename is not None:
        error.filename = str(path)
        error.filename2 = None


def _retries() -> bool:
    return os.name == "nt"


def _patiently(act: Callable[[], None], system: FileSystem) -> None:
    """Do it; where somebody holds the file open (Windows: a virus scanner, a reader) try again for a second."""
    waited, pause = 0.0, 0.01
    while True:
        try:
            act()
            return
        except PermissionError:
            if not _retries() or waited >= _RETRY_SECONDS:
                raise
        system.sleep(pause)
        waited += pause
        pause = min(pause * 2, 0.2)
