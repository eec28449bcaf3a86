"""A store that keeps saves as files: ``<slot>.ini`` in one folder.

An edge: it touches the disk and reads the clock that it was given. Files are written whole or not at all, by one writer
at a time, through `config.atomic`; the folder is made by the first write. A link is never followed out of the folder.
Dates of files mean nothing here: what is newer, the headers say.
"""

from __future__ import annotations

from pathlib import Path

from talewright.config import atomic
from talewright.diagnostics import Report, Span
from talewright.errors import DamagedSave, SaveError
from talewright.names import FoldedDict, fold
from talewright.savegame.document import SaveDocument
from talewright.savegame.header import MAX_HEADER, SaveHeader
from talewright.savegame.reading import MAX_SAVE, check_size, read_head
from talewright.savegame.slots import check_slot, is_slot, no_such_slot
from talewright.savegame.store import Clock, checked_bytes, set_aside_as, stamp, utc_now

_SUFFIX = ".ini"


class FolderStore:
    """Keeps saves in a folder.

    Args:
        folder: need not be there yet.
        clock: the date of saves.
    """

    def __init__(self, folder: Path | str, *, clock: Clock = utc_now) -> None:
        self.folder = Path(folder)
        self._clock = clock

    def slots(self) -> dict[str, SaveHeader]:
        """Give the headers of all slots by name, sorted by name; reads 4 kB of each file.

        A slot whose header cannot be read is left out; `damaged` names it.
        """
        found = {}
        for slot, path in self._paths().items():
            try:
                found[slot] = read_head(_read(path, MAX_HEADER), self._shown(path)).header
            except (SaveError, OSError):
                continue
        return found

    def damaged(self) -> dict[str, Report]:
        """Give the findings about every slot that cannot be read; reads all files whole."""
        found = {}
        for slot in self._paths():
            try:
                self.read(slot)
            except SaveError as error:
                found[slot] = error.report
        return found

    def read(self, slot: str) -> SaveDocument:
        """Read a slot.

        Raises:
            InvalidName: a slot cannot have this name.
            NotFound: there is no such slot.
            DamagedSave: its bytes are not those that were written.
            NewerSave: a later version wrote it.
        """
        path = self._path(slot)
        shown = self._shown(path)
        try:
            check_size(path.stat().st_size, shown)
            data = _read(path, MAX_SAVE)
        except OSError as error:
            raise _unreadable(shown, error) from error
        return SaveDocument.parse(data, shown)

    def write(self, slot: str, document: SaveDocument) -> str | None:
        """Write a slot, whole or not at all; give the slot under which another's save was set aside, or None.

        Raises:
            InvalidName: a slot cannot have this name.
            SaveError: the document or the file cannot be written; the old file is untouched.
            ConfigError: another program has been writing in the folder for too long.
        """
        check_slot(slot)
        data = checked_bytes(stamp(document, self._clock))
        try:
            with atomic.lock(self.folder):
                path = self._paths().get(slot) or self.folder / f"{slot}{_SUFFIX}"
                kept = self._set_aside(slot, path, document)
                atomic.write_bytes(path, data, root=self.folder)
        except OSError as error:
            raise SaveError(
                f"the slot {slot!r} cannot be written: {error.strerror or error}; what was there is untouched",
                hint="is the disk full, or the folder read-only?",
            ) from error
        return kept

    def delete(self, slot: str) -> None:
        """Delete a slot.

        Raises:
            InvalidName: a slot cannot have this name.
            NotFound: there is no such slot.
        """
        self._path(slot)
        with atomic.lock(self.folder):
            self._path(slot).unlink()

    def _set_aside(self, slot: str, path: Path, document: SaveDocument) -> str | None:
        """Copy what is there to another slot, if it is another's; the slot itself stays whole all the time."""
        if path.is_symlink():
            raise SaveError(
                f"the slot {slot!r} is a link, which is not followed",
                hint=f"remove {self._shown(path)}, or choose another",
            )
        if not path.exists():
            return None
        old = path.read_bytes()
        kept = set_aside_as(slot, old, document)
        if kept is not None:
            atomic.write_bytes(self.folder / f"{kept}{_SUFFIX}", old, root=self.folder)
        return kept

    def _path(self, slot: str) -> Path:
        check_slot(slot)
        paths = self._paths()
        if slot not in paths:
            raise no_such_slot(slot, list(paths))
        return paths[slot]

    def _paths(self) -> FoldedDict[Path]:
        try:
            files = [p for p in self.folder.iterdir() if p.suffix == _SUFFIX and is_slot(p.stem)]
        except OSError:
            files = []
        files = [p for p in files if p.is_file() and not p.is_symlink()]
        return FoldedDict((p.stem, p) for p in sorted(files, key=lambda p: fold(p.stem)))

    def _shown(self, path: Path) -> str:
        return f"{self.folder.name}/{path.name}"


def _read(path: Path, most: int) -> bytes:
    with path.open("rb") as file:
        return file.read(most)


def _unreadable(file: str, error: OSError) -> DamagedSave:
    report = Report()
    report.add("TW-SAVE-07", "error", f"the file cannot be read: {error.strerror or error}", "", Span(file))
    return DamagedSave(f"the save {file} cannot be read", report=report)
