"""Going through a folder: which folders below it are entered, for everything that searches one.

Decides what is never an author's: hidden folders, other people's packages, environments of Python, and what a build
made. A folder that somebody names is entered, whatever it is called; links to folders are not, so no way is endless.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

PACKAGES = frozenset({"__pycache__", "dist-packages", "node_modules", "site-packages"})
"""Folders that hold what tools and other people made."""

MADE = frozenset({"build", "dist", "venv"})
"""The same by custom alone: among the dialogues of a project a folder may well be called so."""

DIALOGUES = "Dialogues"
"""The folder of a project's dialogues."""

ENVIRONMENT = "pyvenv.cfg"
"""A folder with this file holds other people's Python, whatever it is called."""


def is_foreign(inside: str, name: str) -> bool:
    """Whether a folder is surely none of an author's.

    Args:
        inside: where it lies.
        name: of it.

    >>> is_foreign(".", ".git"), is_foreign(".", "node_modules"), is_foreign(".", "Act 1")
    (True, True, False)
    """
    return name.startswith(".") or name in PACKAGES or os.path.isfile(os.path.join(inside, name, ENVIRONMENT))


def walk(
    folder: Path | str,
    *,
    skipped: frozenset[str] = MADE,
    onerror: Callable[[OSError], object] | None = None,
) -> Iterator[tuple[str, list[str]]]:
    """Yield each folder that is an author's, from this one down, with the names of its files, in a fixed order.

    Args:
        folder: where to begin; it is entered, whatever it is called.
        skipped: names of folders that are left out besides, but for those within the dialogues of a project.
        onerror: is told of folders that cannot be looked into.
    """
    for root, folders, files in os.walk(folder, onerror=onerror):
        left_out = frozenset[str]() if DIALOGUES in Path(os.path.abspath(root)).parts else skipped
        folders[:] = sorted(name for name in folders if name not in left_out and not is_foreign(root, name))
        yield root, sorted(files)


def is_entered(folder: Path, inside: Path, named: Collection[str]) -> bool:
    """Whether a walk from one folder down comes into another, or would if it were told these names of folders.

    >>> here, there = Path("Story"), Path("Story/venv/Act 1")
    >>> is_entered(here, there, ()), is_entered(here, there, ["venv"])
    (False, True)
    """
    at = folder
    for name in inside.relative_to(folder).parts:
        made = name in MADE and DIALOGUES not in Path(os.path.abspath(at)).parts
        if name not in named and name != ".." and (made or is_foreign(str(at), name)):
            return False
        at /= name
    return True


def files_below(folder: Path, suffix: str) -> list[Path]:
    """Return the files with an ending that are an author's, by their paths; a folder called so is none.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as made:
    ...     for name in ("A.yarn", "venv/B.yarn"):
    ...         Path(made, name).parent.mkdir(exist_ok=True)
    ...         _ = Path(made, name).write_text("")
    ...     [path.name for path in files_below(Path(made), ".yarn")]
    ['A.yarn']
    """
    found = (Path(root, name) for root, names in walk(folder) for name in names if name.endswith(suffix))
    return sorted(path for path in found if path.is_file())
