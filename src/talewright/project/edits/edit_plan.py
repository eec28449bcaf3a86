"""Changes to several files of a project, looked at first, then written whole or not at all."""

from __future__ import annotations

import difflib
import os
from dataclasses import dataclass, field
from pathlib import Path

from talewright.diagnostics import Report, Span
from talewright.errors import TagError
from talewright.files import READ_ONLY_HINT, Change, is_read_only, write_all


@dataclass
class FileEdit:
    """One file of a plan.

    Attributes:
        path: relative to the project.
        before: its bytes when the plan was made; None for a file that a move makes.
        after: its new bytes; None for a file that a move takes away.
        old: its text.
        new: its new text.
        like: the file whose rights a new one gets.
    """

    path: str
    before: bytes | None
    after: bytes | None
    old: str
    new: str
    like: str = ""


@dataclass
class EditPlan:
    """What is to be changed in which file; nothing is written before `write`.

    Attributes:
        folder: of the project.
        files: the changes.
        notes: what deserves a look; with an error among them nothing is written.
    """

    folder: Path
    files: list[FileEdit] = field(default_factory=list)
    notes: Report = field(default_factory=Report)

    @property
    def paths(self) -> list[str]:
        """The files that it writes or takes away."""
        return [file.path for file in self.files]

    def diff(self) -> str:
        """Return all changes as one unified diff."""
        parts: list[str] = []
        for file in self.files:
            rows = difflib.unified_diff(
                file.old.splitlines(keepends=True),
                file.new.splitlines(keepends=True),
                "/dev/null" if file.before is None else file.path,
                "/dev/null" if file.after is None else file.path,
            )
            parts += (row if row.endswith("\n") else f"{row}\n\\ No newline at end of file\n" for row in rows)
        return "".join(parts)

    def write(self, *, force: bool = False) -> list[str]:
        """Write every file, or none.

        Args:
            force: write over files that are read-only, too.

        Returns:
            The paths that were written or taken away.

        Raises:
            TagError: an error is among the notes, a file was changed since the plan was made, or is read-only; nothing
                was written.
            OSError: a file cannot be written; those written before have their old content again, or are named.
        """
        report = Report(self.notes.errors)
        for file in self.files:
            self._look_at(file, report, force=force)
        if report:
            raise TagError("nothing was written", report=report)
        write_all([self._change(file) for file in self.files if not self._is_renamed_in_place(file)], force=force)
        return self.paths

    def _change(self, file: FileEdit) -> Change:
        path = self.folder / file.path
        like = self.folder / file.like if file.like else None
        if like is not None and is_same(path, like):
            before = next(other.before for other in self.files if other.path == file.like)
            return Change(like, before, file.after, name=path)
        return Change(path, file.before, file.after, like)

    def _is_renamed_in_place(self, file: FileEdit) -> bool:
        """Whether a file that is taken away is one that another edit gives a name with other letter case."""
        own = self.folder / file.path
        return any(new.like == file.path and is_same(self.folder / new.path, own) for new in self.files)

    def _look_at(self, file: FileEdit, report: Report, *, force: bool) -> None:
        """Report why a file cannot be written, if it cannot."""
        path, place = self.folder / file.path, Span(file.path)
        if file.like and is_same(path, self.folder / file.like):
            return
        try:
            there = path.read_bytes() if path.is_file() else None
        except OSError as error:
            why = f"cannot be read: {error.strerror or error}"
            report.add("TW-REF-04", "error", why, "check the file's rights", place)
            return
        if there != file.before or (there is None and os.path.lexists(path)):
            what = "is there meanwhile" if file.before is None else "was changed since the plan was made"
            report.add("TW-REF-04", "error", what, "plan again", place)
        elif there is not None and not force and is_read_only(path):
            report.add("TW-TAG-61", "error", "the file is read-only", READ_ONLY_HINT, place)


def is_same(path: Path, other: Path) -> bool:
    """Whether two names are one file: where the system minds no letter case."""
    return os.path.lexists(path) and os.path.lexists(other) and os.path.samefile(path, other)


def is_taken(path: Path, own: Path) -> bool:
    """Whether a file that is to be called so is there, and is not the one that gets the name."""
    return os.path.lexists(path) and not is_same(path, own)
