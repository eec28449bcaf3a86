"""A store that keeps saves as files: ``<slot>.ini`` in one folder, older ones beside it as ``<slot>.ini.bak1`` ....

What is attached to a save lies beside it, too: ``<slot>.thumb.jpg``, those of older saves as ``<slot>.thumb.jpg.bak1``
.... Each says itself which save it belongs to (`attachments`): its number means nothing.

An edge: it touches the disk and reads the clock that it was given. Files are written whole or not at all, by one writer
at a time, through `config.atomic`; the folder is made by the first write. A link is never followed out of the folder.
Dates of files mean nothing here: what is newer, the headers say.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from talewright.diagnostics import Report, Span
from talewright.errors import ConfigError, DamagedSave, SaveError, path_of
from talewright.files import atomic
from talewright.names import fold
from talewright.savegame.attachments import MAX_FILE, as_file, from_file, slot_of_file
from talewright.savegame.disk import (
    DISK,
    Disk,
    Rotating,
    backup_path,
    in_the_way,
    is_regular,
    keep_as,
    read_file,
    refused,
    rotate,
)
from talewright.savegame.document import SaveDocument
from talewright.savegame.header import MAX_HEADER
from talewright.savegame.reading import MAX_SAVE, check_size
from talewright.savegame.slots import check_readable, check_slot, damaged_slot, is_slot, no_such_slot
from talewright.savegame.store import BACKUPS, ByteStore, Clock, room_for, set_aside_as, utc_now

_SUFFIX = ".ini"
_TEMPORARY = re.compile(r"(.+?)(?:\.bak\d+)?\.tmp-\d+-[0-9a-f]{12}")
_MOST_BESIDE = 99
"""The highest number of the file of an attachment."""


class _Beside(NamedTuple):
    """The file of an attachment: where it lies, its number, what it is called, the mark of its save, its bytes."""

    path: Path
    number: int
    name: str
    mark: str
    data: bytes | None


class FolderStore(ByteStore):
    """Keeps saves in a folder.

    Args:
        folder: need not be there yet.
        clock: the date of saves.
        key: sign saves with it, and refuse those that are not signed with it; None: neither.
        backups: how many older saves of a slot stay beside it.
        system: the calls to make, for tests.
    """

    def __init__(
        self,
        folder: Path | str,
        *,
        clock: Clock = utc_now,
        key: bytes | None = None,
        backups: int = BACKUPS,
        system: Disk = DISK,
    ) -> None:
        super().__init__(clock=clock, key=key, backups=backups)
        self.folder = path_of(folder, "a store of saves")
        self._system = system

    def names(self) -> list[str]:
        """Return the names of all slots, damaged ones included, sorted.

        Raises:
            SaveError: the folder is there, and cannot be read.
        """
        try:
            with self._reading(), os.scandir(self.folder) as entries:
                files = [e.name for e in entries if e.name.endswith(_SUFFIX) and e.is_file(follow_symlinks=False)]
        except FileNotFoundError:
            return []
        return sorted(filter(is_slot, (name[: -len(_SUFFIX)] for name in files)), key=lambda name: (fold(name), name))

    def data(self, slot: str) -> bytes:
        """Return the bytes of a slot, or of a backup, as they are.

        Raises:
            InvalidName: a slot cannot have this name.
            NotFound: there is no such slot.
            DamagedSave: they cannot be read, or are too many.
        """
        path = self._path(slot)
        shown = f"{self.folder.name}/{path.name}"
        try:
            check_size(path.stat().st_size, shown)
            return read_file(path, MAX_SAVE)
        except OSError as error:
            raise _unreadable(shown, error) from error

    def _write(self, slot: str, document: SaveDocument, data: bytes) -> str | None:
        with self._writing(slot) as files:
            path = self._file(slot)
            beside = self._beside(path.stem, files)
            before = self._live(path) if beside else set()
            kept = self._set_aside(slot, path, document)
            if kept and beside:
                self._keep_beside(path, beside, kept)
            self._put(slot, path, data, backups=0 if kept else self._most_backups)
            gone = before - self._live(path) if before else before
            for file in beside:
                if file.mark in gone:
                    with contextlib.suppress(OSError):  # the save is written
                        self._system.remove(file.path)
        return kept

    def _attach(self, slot: str, name: str, data: bytes, mark: str) -> None:
        self._path(slot)
        with self._writing(slot) as files:
            path = self._path(slot)
            beside = self._beside(path.stem, files, name)
            target = next((file.path for file in beside if file.mark == mark), None)
            target = target or self._make_room(slot, path, name, beside, mark)
            atomic.write_bytes(target, as_file(data, mark), root=self.folder, system=self._system)

    def _make_room(self, slot: str, path: Path, name: str, beside: list[_Beside], mark: str) -> Path:
        """Return where a new attachment goes; what was there has another number."""
        newest = next((file for file in beside if not file.number), None)
        target = path.with_name(f"{path.stem}.{name}") if newest is None else newest.path
        if newest is None and os.path.lexists(target):
            raise in_the_way(slot, target, "it is no attachment of a save")
        mark_gone = room_for(mark, [file.mark for file in beside], self._live(path), self._most_backups + 1)
        gone = next((file for file in beside if file.mark == mark_gone), None)
        if newest is not None and newest is not gone:
            free = (backup_path(target, number) for number in range(1, _MOST_BESIDE + 1))
            place = next((one for one in free if not os.path.lexists(one)), None) if gone is None else gone.path
            if place is None:
                raise in_the_way(slot, backup_path(target, 1), "every number is taken")
            self._system.replace(newest.path, place)
        elif gone is not None and gone is not newest:
            self._system.remove(gone.path)
        return target

    def _beside(self, slot: str, files: Iterable[str], name: str = "") -> list[_Beside]:
        """Read the attachments of a slot among the files of the folder; what is somebody else's is none."""
        start, found = f"{fold(slot)}.", []
        for file in files:
            if not fold(file).startswith(start) or (meant := slot_of_file(file)) is None:
                continue
            of, called, number = meant
            path = self.folder / file
            if fold(of) != fold(slot) or (name and fold(called) != fold(name)) or not is_regular(path):
                continue
            attached = from_file(read_file(path, MAX_FILE + 1))
            if attached is not None:
                found.append(_Beside(path, number, called, *attached))
        return sorted(found, key=lambda file: file.number)

    def _attached(self, slot: str, name: str = "") -> Iterable[tuple[str, str, bytes | None]]:
        try:
            with self._reading(), os.scandir(self.folder) as entries:
                files = [entry.name for entry in entries]
        except FileNotFoundError:
            return []
        with self._reading():
            return [(one.name, one.mark, one.data) for one in self._beside(self._file(slot).stem, files, name)]
        raise AssertionError  # for the type checker

    def _live(self, path: Path) -> set[str]:
        """Return the marks of a slot and its backups."""
        return self._marks(self._head(str(one)) for one in (path, *self._backup_paths(path).values()))

    def _keep_beside(self, path: Path, beside: list[_Beside], kept: str) -> None:
        """Keep what is attached to a slot under another name, too; the file of somebody else stays."""
        marks = self._marks([self._head(str(path))])
        for file in beside:
            target = self.folder / f"{kept}.{file.name}"
            if file.mark in marks and not os.path.lexists(target):
                keep_as(file.path, target, self._system)

    def delete(self, slot: str) -> None:
        """Delete a slot, its backups, and what is attached to them.

        Raises:
            InvalidName: a slot cannot have this name.
            NotFound: there is no such slot.
            SaveError: the system does not let us.
        """
        check_slot(slot)
        self._path(slot)
        with self._writing(slot) as files:
            path = self._path(slot)
            atomic.check_writable(path)
            # The slot last: a slot without backups is a slot, backups without a slot are litter.
            for file in self._beside(path.stem, files):
                self._system.remove(file.path)
            for backup in self._backup_paths(path).values():
                self._system.remove(backup)
            self._system.remove(path)

    @contextlib.contextmanager
    def _writing(self, slot: str) -> Iterator[list[str]]:
        """Hold the folder, yield its files, and say in plain words what went wrong."""
        try:
            with atomic.lock(self.folder):
                yield self._sweep()
        except OSError as error:
            raise refused(slot, error) from error
        except ConfigError as error:
            raise SaveError(f"the slot {slot!r} cannot be written: {error.message}", hint=error.hint) from error

    def _sweep(self) -> list[str]:
        """Remove what a writer that was killed left behind: whoever holds the folder is the only writer.

        Returns:
            The names of the other files.
        """
        with os.scandir(self.folder) as entries:
            files = [entry.name for entry in entries]
        left = [name for name in files if ".tmp-" in name and _is_left(name, files)]
        for name in left:
            with contextlib.suppress(OSError):
                self._system.remove(self.folder / name)
        return [name for name in files if name not in left] if left else files

    def _put(self, slot: str, path: Path, data: bytes, *, backups: int) -> None:
        system = Rotating(self._system, lambda: rotate(path, backups, self._system))
        try:
            atomic.write_bytes(path, data, root=self.folder, system=system)
        except OSError as error:
            raise refused(slot, error, written=system.replaced) from error

    def _set_aside(self, slot: str, path: Path, document: SaveDocument) -> str | None:
        """Keep what is there under another name, if it is another's; the slot itself stays whole all the time."""
        if path.is_symlink():
            raise SaveError(
                f"the slot {slot!r} is a link, which is not followed",
                hint=f"remove {self.folder.name}/{path.name}, or choose another",
            )
        if not path.exists():
            return None
        if not path.is_file():
            raise SaveError(
                f"the slot {slot!r} is no file", hint=f"remove {self.folder.name}/{path.name}, or choose another"
            )
        old = read_file(path, MAX_SAVE + 1)
        kept = set_aside_as(slot, old, document, self._key)
        if kept is None:
            return None
        target = self.folder / f"{kept}{_SUFFIX}"
        if os.path.lexists(target) and not (is_regular(target) and read_file(target, MAX_SAVE + 1) == old):
            kept = damaged_slot(slot, old)
            target = self.folder / f"{kept}{_SUFFIX}"
        keep_as(path, target, self._system)
        return kept

    @contextlib.contextmanager
    def _reading(self) -> Iterator[None]:
        """Say that the folder cannot be read, where it is there: it is never taken for an empty one."""
        try:
            yield
        except FileNotFoundError:
            raise
        except OSError as error:
            raise SaveError(
                f"the folder of saves {self.folder.name} cannot be read: {error.strerror or error}",
                hint="ask for the right to read it, or save elsewhere",
            ) from error

    def _head(self, path: str) -> bytes:
        """Return the beginning of a file; nothing where this file alone cannot be read."""
        try:
            return read_file(path, MAX_HEADER)
        except OSError:
            with self._reading(), contextlib.suppress(FileNotFoundError):
                os.lstat(path)  # it fails where the folder may be listed and not entered
            return b""

    def _heads(self) -> Iterable[tuple[str, bytes]]:
        folder = f"{self.folder}{os.sep}"
        for slot in self.names():
            yield slot, self._head(f"{folder}{slot}{_SUFFIX}")

    def _beginning(self, slot: str) -> bytes:
        return self._head(str(self._path(slot)))

    def _backup_heads(self, slot: str) -> Iterable[tuple[str, bytes]]:
        check_slot(slot)
        path = self._file(slot)
        for number, backup in self._backup_paths(path).items():
            yield f"{path.stem}.bak{number}", self._head(str(backup))

    def _backup_paths(self, path: Path) -> dict[int, Path]:
        paths = {number: backup_path(path, number) for number in range(1, 100)}
        with self._reading():
            return {n: p for n, p in paths.items() if is_regular(p)}
        raise AssertionError  # for the type checker

    def _path(self, slot: str) -> Path:
        name, number = check_readable(slot)
        if number:
            path = self._file(name)
            backups = self._backup_paths(path)
            if number not in backups:
                raise no_such_slot(slot, [f"{path.stem}.bak{n}" for n in backups])
            return backups[number]
        names = self.names()
        if _spelled(name, names) is None:
            raise no_such_slot(slot, names)
        return self._file(name, names)

    def _file(self, slot: str, names: list[str] | None = None) -> Path:
        """Return where a slot lies, or would lie."""
        names = self.names() if names is None else names
        return self.folder / f"{_spelled(slot, names) or slot}{_SUFFIX}"

    def _shown(self, slot: str) -> str:
        return f"{self.folder.name}/{self._path(slot).name}"


def _is_left(name: str, files: list[str]) -> bool:
    """Say whether a file is what a writer of saves, or of attachments of one that is there, had not yet renamed."""
    found = _TEMPORARY.fullmatch(name)
    if found is None or found[1].endswith(_SUFFIX):
        return found is not None
    attached = slot_of_file(found[1])
    return attached is not None and f"{attached[0]}{_SUFFIX}" in files


def _spelled(slot: str, names: list[str]) -> str | None:
    """Return a slot as its file is spelled; of two that differ in case alone the one that is asked for."""
    if slot in names:
        return slot
    return next((name for name in names if fold(name) == fold(slot)), None)


def _unreadable(file: str, error: OSError) -> DamagedSave:
    report = Report()
    report.add("TW-SAVE-07", "error", f"the file cannot be read: {error.strerror or error}", "", Span(file))
    return DamagedSave(f"the save {file} cannot be read", report=report)
