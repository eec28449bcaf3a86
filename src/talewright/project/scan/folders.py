"""The folder of a project: as functions take it that look at one without opening it, and how a file finds its own."""

from __future__ import annotations

import os
from pathlib import Path

from talewright.errors import MissingFolder
from talewright.project.code import SCRIPTS
from talewright.project.scan import FOLDER


def as_folder(folder: Path | str) -> Path:
    """Return the path of a folder that is there.

    Raises:
        MissingFolder: it is not: a search of it would find nothing, and seem to say that there is nothing.

    >>> as_folder(".").name
    ''
    """
    path = Path(folder)
    if not path.is_dir():
        raise MissingFolder(f"there is no folder {str(folder)!r}", hint="name the project's folder")
    return path


def project_of(path: Path) -> Path | None:
    """Return the project that a path belongs to: the folder itself, or the one in whose ``Dialogues/`` the path lies.

    A folder with a ``.yarnproject`` and without ``Config/`` and ``scripts.py`` belongs to other tools. A link belongs
    to the project around it, or else to the one around what it leads to.

    Args:
        path: a script or a folder.

    Returns:
        The folder, relative where the path is; None where the path is in no project.
    """
    for place in (Path(os.path.abspath(path)), path.resolve()):
        for folder in (place, *place.parents):
            inside = place == folder or place.relative_to(folder).parts[0] == FOLDER
            if inside and is_project(folder):
                return folder if path.is_absolute() else Path(os.path.relpath(folder))
    return None


def is_project(folder: Path) -> bool:
    """Whether a folder is one whose dialogues lie in its ``Dialogues/``."""
    if not (folder / FOLDER).is_dir():
        return False
    if (folder / "Config").is_dir() or (folder / SCRIPTS).is_file():
        return True
    return not any(folder.glob("*.yarnproject")) and not any((folder / FOLDER).glob("*.yarnproject"))


def code_around(path: Path) -> Path | None:
    """Return the nearest folder with code, from a folder or a script upwards; no further than the repository goes."""
    place = Path(os.path.abspath(path))
    for folder in (place, *place.parents):
        if (folder / SCRIPTS).is_file():
            return folder if path.is_absolute() else Path(os.path.relpath(folder))
        if (folder / ".git").exists():
            break
    return None
