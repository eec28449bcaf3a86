"""The folder of a project, as the functions take it that look at one without opening it."""

from __future__ import annotations

from pathlib import Path

from talewright.errors import MissingFolder


def as_folder(folder: Path | str) -> Path:
    """Give the path of a folder that is there.

    Raises:
        MissingFolder: it is not: a search of it would find nothing, and seem to say that there is nothing.

    >>> as_folder(".").name
    ''
    """
    path = Path(folder)
    if not path.is_dir():
        raise MissingFolder(f"there is no folder {str(folder)!r}", hint="name the project's folder")
    return path
