"""What changed in the folder of a project while it is played: the `Watcher`.

It looks when it is asked to, at the stamps alone: it opens no file, and has no thread and no dependency. Editors save
by deleting and renaming, and tools write many files one after another; so a change is only concluded when the folder
has been the same for a little while, and then once, whole, for all files (tags.md, trap 40). It knows what an author
can change about a running game: dialogues, ini files and Python code. What a generator, the game or an editor leaves
beside them is none of it. A folder that cannot be looked into is told once, and meanwhile its files count as unchanged.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from talewright.project.scan.inis import GENERATED
from talewright.project.scan.listing import FOLDER, SUFFIX, Stamp
from talewright.walking import is_foreign

SETTLED = 0.2
"""Seconds without a change after which a folder is quiet: more than an editor needs to save, less than one notices."""

CODE = ".py"
_ROOMS = ((FOLDER, SUFFIX), ("Config", ".ini"))
_OTHERS = ("Saved", "__pycache__", *(room for room, _ in _ROOMS))
"""Folders of a project that hold no code."""

_LISTED = 5
"""So many files are named; of a whole branch of a version control the rest is a number."""


@dataclass(frozen=True)
class FolderChanges:
    """What changed between two moments at which a folder was quiet; paths relative to it, with slashes, in order.

    >>> print(FolderChanges(added=("Dialogues/D_Cat.yarn",), edited=("scripts.py",)))
    scripts.py, Dialogues/D_Cat.yarn (new)

    Attributes:
        added: files that are new.
        edited: files that were written again.
        removed: files that are gone.
        unreadable: what cannot be looked into, and why.
    """

    added: tuple[str, ...] = ()
    edited: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    unreadable: tuple[str, ...] = ()

    @property
    def files(self) -> tuple[str, ...]:
        """All files that changed, in order."""
        return tuple(sorted((*self.added, *self.edited, *self.removed)))

    def then(self, later: FolderChanges) -> FolderChanges:
        """Return these changes and later ones as one: what was new and is gone again is none.

        >>> print(FolderChanges(added=("a.py", "b.py")).then(FolderChanges(edited=("a.py",), removed=("b.py",))))
        a.py (new)
        """
        added, removed = set(self.added), set(self.removed)
        return FolderChanges(
            added=tuple(sorted((added - set(later.removed)) | (set(later.added) - removed))),
            edited=tuple(sorted({*self.edited, *later.edited, *removed & set(later.added)} - added - {*later.removed})),
            removed=tuple(sorted((removed - set(later.added)) | (set(later.removed) - added))),
            unreadable=later.unreadable,
        )

    def __bool__(self) -> bool:
        """Whether there is anything to tell."""
        return bool(self.files or self.unreadable)

    def __str__(self) -> str:
        named = [*self.edited, *(f"{path} (new)" for path in self.added), *(f"{path} (gone)" for path in self.removed)]
        rest = [f"{len(named) - _LISTED} more"] if len(named) > _LISTED else []
        return ", ".join([*named[:_LISTED], *rest])


@dataclass(frozen=True)
class _Look:
    """The stamps of all files, and what could not be looked into, with the reason; by path, "" is the folder itself."""

    stamps: dict[str, Stamp]
    blind: dict[str, str]


class Watcher:
    """Watches the folder of a project: ``Dialogues/**.yarn``, ``Config/**.ini``, and the Python files beside them.

    What is there when it is made counts as known; so make it before the project is opened, and nothing is missed.

    Args:
        folder: of the project; it may be missing, now or later.
        settled: seconds without a change after which a change is concluded.
        clock: gives seconds that never go back.
    """

    def __init__(
        self, folder: Path | str, *, settled: float = SETTLED, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._folder = Path(folder)
        self._settled = settled
        self._clock = clock
        self._seen = _look(self._folder, {})
        self._known = _Look(self._seen.stamps, {})  # what is unreadable from the start is told, too
        self._since = clock()

    @property
    def waiting(self) -> bool:
        """Whether the last look saw a change that is not concluded yet."""
        return self._seen != self._known

    def look(self) -> FolderChanges | None:
        """Look at the folder, and give what changed, all at once, when it has been quiet for long enough; else None."""
        now = self._clock()
        seen = _look(self._folder, self._seen.stamps)
        if seen != self._seen:
            self._seen, self._since = seen, now
        if not self.waiting or now - self._since < self._settled:
            return None
        before, self._known = self._known, seen
        return _between(before, seen) or None


def _between(before: _Look, after: _Look) -> FolderChanges:
    old, new = before.stamps, after.stamps
    return FolderChanges(
        added=tuple(sorted(new.keys() - old.keys())),
        edited=tuple(sorted(path for path in new.keys() & old.keys() if new[path] != old[path])),
        removed=tuple(sorted(old.keys() - new.keys())),
        unreadable=tuple(
            f"{path or 'the folder'}: {why}" for path, why in after.blind.items() if path not in before.blind
        ),
    )


def _look(folder: Path, before: dict[str, Stamp]) -> _Look:
    """List the folder; what cannot be looked into is as it was before."""
    stamps: dict[str, Stamp] = {}
    blind: dict[str, str] = {}
    for entry in _entries(folder, "", blind):
        if _is_code(entry):
            _list(folder, entry.name, CODE, stamps, blind)
        elif entry.name.endswith(CODE):
            _stamp(entry, entry.name, stamps, blind)
    if "" not in blind:
        for room, suffix in _ROOMS:
            _list(folder, room, suffix, stamps, blind)
    for path, stamp in before.items() if blind else ():
        if any(path == hidden or not hidden or path.startswith(f"{hidden}/") for hidden in blind):
            stamps.setdefault(path, stamp)
    return _Look(stamps, blind)


def _list(folder: Path, room: str, suffix: str, stamps: dict[str, Stamp], blind: dict[str, str]) -> None:
    waiting = [room]
    while waiting:
        inside = waiting.pop()
        for entry in _entries(folder, inside, blind):
            path = f"{inside}/{entry.name}"
            if _is_folder(entry):
                if not is_foreign(f"{folder}/{inside}", entry.name):
                    waiting.append(path)
            elif entry.name.endswith(suffix) and not path.startswith(GENERATED):
                _stamp(entry, path, stamps, blind)


def _entries(folder: Path, inside: str, blind: dict[str, str]) -> list[os.DirEntry[str]]:
    """Return what lies in a folder, without what editors and the interpreter leave there."""
    try:
        with os.scandir(folder / inside) as entries:
            return [e for e in entries if not e.name.startswith((".", "~", "#")) and e.name != "__pycache__"]
    except (FileNotFoundError, NotADirectoryError) as error:
        if not inside:  # a folder within is simply gone
            blind[""] = error.strerror or type(error).__name__
    except OSError as error:
        blind[inside] = error.strerror or type(error).__name__
    return []


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:  # gone meanwhile
        return False


def _is_code(entry: os.DirEntry[str]) -> bool:
    """Whether it is a package: a project's folder may hold pictures and sounds by the thousand besides."""
    return entry.name not in _OTHERS and _is_folder(entry) and os.path.isfile(f"{entry.path}/__init__.py")


def _stamp(entry: os.DirEntry[str], path: str, stamps: dict[str, Stamp], blind: dict[str, str]) -> None:
    try:
        if entry.is_file():
            stat = entry.stat()
            stamps[path] = (stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns, stat.st_ino)
    except FileNotFoundError:  # gone meanwhile
        pass
    except OSError as error:
        blind[path] = error.strerror or type(error).__name__
