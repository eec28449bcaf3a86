"""Which saves a command means: the store behind a path, and the save behind a name.

A place is a project (its ``Saved/SaveGames``), what ``--saved`` names (its ``SaveGames``), a folder of saves, or a file
of `SqliteStore`. A save is the name of a slot, of a backup (``slot1.bak1``), or a file: an ini or JSON.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path

import click

from talewright.errors import MissingFolder, Misuse, NotFound, SaveError
from talewright.savegame import (
    ByteStore,
    Clock,
    FolderStore,
    SaveDocument,
    SqliteStore,
    is_signed,
    is_sqlite,
    read_document,
    utc_now,
)

FILES = (".ini", ".json")
key_option = click.option(
    "--key-file", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="The key that signs saves."
)


def is_project(folder: Path) -> bool:
    """Whether a folder is a project, and its saves lie in its ``Saved/SaveGames``."""
    return (folder / "Config").is_dir() or (folder / "Dialogues").is_dir()


@contextmanager
def store_at(place: Path, *, key: bytes | None = None, clock: Clock = utc_now) -> Iterator[ByteStore]:
    """Open the store at a place.

    Raises:
        MissingFolder: there is nothing.
        Misuse: the file is no store of saves.
    """
    try:
        is_file, is_folder = place.is_file(), place.is_dir()
    except OSError as error:
        raise Misuse(f"{place.name} cannot be read: {error.strerror}", hint="ask for the right to read it") from error
    if is_file:
        if not is_sqlite(place):
            raise Misuse(
                f"{place.name} is no store of saves", hint="name a project, a folder of saves, or a SQLite store"
            )
        with SqliteStore(place, key=key, clock=clock) as store:
            yield store
        return
    if not is_folder:
        raise MissingFolder(f"there is no folder {place.name!r}", hint="name a project, or a folder of saves")
    folder = place / "Saved" / "SaveGames" if is_project(place) else _saves_in(place)
    yield FolderStore(folder, key=key, clock=clock)


def _saves_in(folder: Path) -> Path:
    """Return where the saves lie: in the folder, or, of what ``--saved`` names, in its ``SaveGames``."""
    inside = folder / "SaveGames"
    if not inside.is_dir():
        return folder
    if not FolderStore(folder).names():
        return inside
    if FolderStore(inside).names():
        click.echo(f"note: {folder.name}/SaveGames holds saves, too: name it to see them", err=True)
    return folder


def check_unsigned(name: str, data: bytes, key: bytes | None) -> None:
    """Refuse what would take a save's signature from it in silence.

    Raises:
        SaveError: the save is signed, and there is no key to sign what is written.
    """
    if key is None and is_signed(data):
        raise SaveError(
            f"{name} is signed, and would be written without its signature",
            hint="give --key-file; to leave it unsigned, export it as JSON and import that into another slot",
        )


def check_slot_unsigned(store: ByteStore, slot: str, key: bytes | None) -> None:
    """Refuse to write over a slot that is signed, where there is no key; see `check_unsigned`."""
    with suppress(NotFound):
        check_unsigned(slot, store.data(slot), key)


def read_save(store: ByteStore, name: str, key: bytes | None) -> SaveDocument:
    """Read the save that a command names: a file, where it looks like one, else a slot or a backup.

    Raises:
        NotFound: there is no such slot.
        SaveError: it cannot be read.
    """
    return read_file(Path(name), key) if _is_file(name) else store.read(name)


def bears_signature(store: ByteStore, name: str) -> bool:
    """Return whether the save that a command names is signed, with whatever key."""
    return is_signed(Path(name).read_bytes() if _is_file(name) else store.data(name))


def attachments_of(store: ByteStore, name: str) -> dict[str, int]:
    """Return the names and sizes of what is attached to the save that a command names; a file has nothing."""
    return {} if _is_file(name) else store.attachments(name)


def _is_file(name: str) -> bool:
    return Path(name).suffix.lower() in FILES and Path(name).is_file()


def read_file(path: Path, key: bytes | None = None) -> SaveDocument:
    """Read a save from a file, an ini or JSON; with a key, one that was signed with it.

    Raises:
        Misuse: there is a key, and JSON, which is never signed.
        SaveError: it is no save.
    """
    if path.suffix.lower() == ".json" and key is not None:
        raise Misuse(f"{path.name} is JSON, which holds no signature to look at", hint="leave out --key-file")
    return read_document(path, key=key)


def read_key(file: Path | None) -> bytes | None:
    """Read the key of a game from a file; blanks and line ends at its edges are none of it.

    Raises:
        Misuse: there is no key in it; saves would go unsigned, and edits unseen.
    """
    if file is None:
        return None
    key = file.read_bytes().strip()
    if not key:
        raise Misuse(f"the key file {file.name} is empty", hint="leave out --key-file to work without a key")
    return key


def as_dated(document: SaveDocument) -> Clock:
    """Return a clock that stands where a save was written, so that copying it makes it no newer."""

    def clock() -> datetime:
        return document.header.created_at or utc_now()

    return clock
