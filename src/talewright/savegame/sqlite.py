"""A store that keeps saves in one SQLite file: for bots and MUDs, with more slots than a folder holds well.

An edge, as `folder` is: SQLite's own transactions are the promise here (write-ahead log, ``synchronous=FULL``: what
`write` has returned from survives a power failure). One connection, one statement at a time: usable from every thread,
and from several processes. The file may have two more beside it (``-wal``, ``-shm``) while it is in use: to copy it,
use ``talewright save export``, or close it first.
"""

from __future__ import annotations

import contextlib
import errno
import sqlite3
import threading
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Self

from talewright.diagnostics import Report, Span
from talewright.errors import DamagedSave, SaveError
from talewright.files import READ_ONLY, is_read_only
from talewright.names import fold
from talewright.savegame.document import SaveDocument
from talewright.savegame.header import MAX_HEADER
from talewright.savegame.reading import check_size, is_damaged
from talewright.savegame.slots import check_readable, check_slot, damaged_slot, is_slot, no_such_slot
from talewright.savegame.store import BACKUPS, ByteStore, Clock, room_for, set_aside_as, utc_now

_MAGIC = b"SQLite format 3\x00"
_LAYOUT = 1
_WAIT = 10.0
_RING = 128
"""How many backups a slot may have room for: where a backup lies is its slot's number and its place in the ring."""
_FAULTS = (sqlite3.Error, UnicodeError)
"""What SQLite raises; the second where its own message quotes a damaged file."""
_GUESSES = 1000
"""Slots that are looked through for a name like the one that is not there: a bot asks for new ones all the time."""
_TABLES = """
create table if not exists slot (
    id integer primary key, folded text not null unique, name text not null, serial integer not null, data blob not null
);
create table if not exists backup (place integer primary key, serial integer not null, data blob not null);
"""
_BESIDE = """
create table if not exists attachment (
    slot integer not null, folded text not null, mark text not null, name text not null, data blob not null,
    primary key (slot, folded, mark)
)
"""  # made by the first attachment: no part of the layout, which earlier versions go on reading


def is_sqlite(path: Path) -> bool:
    """Return whether a file is a database of SQLite, by how it begins; False where it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(len(_MAGIC)) == _MAGIC
    except OSError:
        return False


class SqliteStore(ByteStore):
    """Keeps saves in a file of SQLite.

    Args:
        path: the file; made by the first write.
        clock: the date of saves.
        key: sign saves with it, and refuse those that are not signed with it; None: neither.
        backups: how many older saves of a slot are kept.
    """

    def __init__(
        self, path: Path | str, *, clock: Clock = utc_now, key: bytes | None = None, backups: int = BACKUPS
    ) -> None:
        super().__init__(clock=clock, key=key, backups=min(backups, _RING))
        self.path = Path(path)
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None

    def close(self) -> None:
        """Close the file; the next use opens it again."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_connection", None) is not None:
            self.close()

    def names(self) -> list[str]:
        """Return the names of all slots, damaged ones included, sorted."""
        with self._reading() as connection:
            if connection is None:
                return []
            rows = connection.execute("select folded, name from slot order by folded")
            return [name for folded, name in rows if _is_named(folded, name)]

    def _some(self) -> list[str]:
        with self._reading() as connection:
            rows = (
                [] if connection is None else connection.execute(f"select name from slot limit {_GUESSES}").fetchall()
            )
        return sorted((name for (name,) in rows if isinstance(name, str)), key=fold)

    def data(self, slot: str) -> bytes:
        """Return the bytes of a slot, or of a backup, as they are.

        Raises:
            InvalidName: a slot cannot have this name.
            NotFound: there is no such slot.
            DamagedSave: the file is no store of saves, or they are too many.
        """
        name, backup = check_readable(slot)
        with self._reading() as connection:
            row = None
            if connection is not None and not backup:
                row = connection.execute("select data from slot where folded = ?", (fold(name),)).fetchone()
            elif connection is not None:
                rows = self._backup_rows(connection, name, "backup.data")
                row = rows[backup - 1] if backup <= len(rows) else None
        if row is None:
            raise no_such_slot(slot, self.backup_names(name) if backup else self._some())
        data = _blob(row[0])
        check_size(len(data), self._shown(slot))
        return data

    def _write(self, slot: str, document: SaveDocument, data: bytes) -> str | None:
        folded = fold(slot)
        kept = None
        with self._writing(slot) as connection:
            row = connection.execute("select id, serial, data from slot where folded = ?", (folded,)).fetchone()
            if row is None:
                connection.execute("insert into slot values (null, ?, ?, 0, ?)", (folded, slot, data))
            else:
                number, serial, old = _id(row[0]), _serial(row[1]), _blob(row[2])
                before = self._live(connection, slot, number)
                kept = set_aside_as(slot, old, document, self._key)
                if kept is not None:
                    kept = self._keep(connection, slot, kept, old)
                    for mark in self._marks([old]) if before else ():
                        connection.execute(
                            "insert or replace into attachment select ?, folded, mark, name, data from attachment"
                            " where slot = ? and mark = ?",
                            (_number(connection, kept), number, mark),
                        )
                elif self._most_backups:
                    place = self._place(connection, number * _RING)
                    connection.execute("insert or replace into backup values (?, ?, ?)", (place, serial, old))
                connection.execute("update slot set data = ?, serial = ? where id = ?", (data, serial + 1, number))
                for gone in before - self._live(connection, slot, number) if before else ():
                    connection.execute("delete from attachment where slot = ? and mark = ?", (number, gone))
        return kept

    def _live(self, connection: sqlite3.Connection, slot: str, number: int) -> set[str]:
        """Return the marks of a slot and its backups, where anything is attached to it."""
        if not (_has_beside(connection) and _beside(connection, number, "mark")):
            return set()
        rows = connection.execute("select data from slot where id = ?", (number,)).fetchall()
        return self._marks(_blob(data) for (data,) in (*rows, *self._backup_rows(connection, slot, "backup.data")))

    def _attach(self, slot: str, name: str, data: bytes, mark: str) -> None:
        self._beginning(slot)
        with self._writing(slot) as connection:
            number = _number(connection, slot)
            if number is None:
                return  # somebody deleted it this moment, and its attachments with it
            connection.execute(_BESIDE)
            marks = [str(of) for _, of in _beside(connection, number, "mark", name)]
            gone = room_for(mark, marks, self._live(connection, slot, number), self._most_backups + 1)
            connection.execute(
                "delete from attachment where slot = ? and folded = ? and mark = ?", (number, fold(name), gone)
            )
            connection.execute(
                "insert or replace into attachment values (?, ?, ?, ?, ?)", (number, fold(name), mark, name, data)
            )

    def _attached(self, slot: str, name: str = "") -> Iterable[tuple[str, str, bytes | None]]:
        with self._reading() as connection:
            number = None if connection is None else _number(connection, slot)
            if connection is None or number is None or not _has_beside(connection):
                return []
            rows = _beside(connection, number, "mark, data", name)
        return [(str(of), str(mark), _blob(data)) for of, mark, data in rows]

    def _beginning(self, slot: str) -> bytes:
        _, backup = check_readable(slot)
        if backup:
            return super()._beginning(slot)
        with self._reading() as connection:
            row = None
            if connection is not None:
                row = connection.execute(
                    "select cast(substr(data, 1, ?) as blob) from slot where folded = ?", (MAX_HEADER, fold(slot))
                ).fetchone()
        if row is None:
            raise no_such_slot(slot, self._some())
        return _blob(row[0])

    def put(self, slot: str, data: bytes) -> None:
        """Put bytes into a slot as they are: a save from elsewhere, or a damaged one for a test."""
        check_slot(slot)
        with self._writing(slot) as connection:
            self._insert(connection, slot, data)

    def delete(self, slot: str) -> None:
        """Delete a slot and its backups.

        Raises:
            InvalidName: a slot cannot have this name.
            NotFound: there is no such slot.
        """
        check_slot(slot)
        with self._reading() as connection:
            found = connection is not None and _number(connection, slot) is not None
        if not found:
            raise no_such_slot(slot, self._some())
        with self._writing(slot) as connection:
            number = _number(connection, slot)
            if number is None:
                return  # somebody else was quicker
            first = number * _RING
            connection.execute("delete from backup where place between ? and ?", (first, first + _RING - 1))
            if _has_beside(connection):
                connection.execute("delete from attachment where slot = ?", (number,))
            connection.execute("delete from slot where id = ?", (number,))

    def _place(self, connection: sqlite3.Connection, first: int) -> int:
        """Return where the next backup goes: a free place, else that of a damaged one, else that of the oldest."""
        rows = connection.execute(
            "select place, data from backup where place between ? and ? order by serial", (first, first + _RING - 1)
        ).fetchall()
        if len(rows) < self._most_backups:
            taken = {place for place, _ in rows}
            return next(place for place in range(first, first + self._most_backups) if place not in taken)
        return _id(next((place for place, data in rows if is_damaged(_blob(data))), rows[0][0]))

    def _keep(self, connection: sqlite3.Connection, slot: str, kept: str, old: bytes) -> str:
        there = connection.execute("select data from slot where folded = ?", (fold(kept),)).fetchone()
        if there is not None and _blob(there[0]) != old:
            kept = damaged_slot(slot, old)
        self._insert(connection, kept, old)
        return kept

    def _insert(self, connection: sqlite3.Connection, slot: str, data: bytes) -> None:
        connection.execute(
            "insert into slot values (null, ?, ?, 0, ?) on conflict (folded) do update set data = excluded.data",
            (fold(slot), slot, data),
        )

    def _backup_rows(self, connection: sqlite3.Connection, slot: str, what: str) -> list[tuple[bytes]]:
        rows: list[tuple[bytes]] = connection.execute(
            f"select {what} from backup, slot where slot.folded = ? and place between slot.id * {_RING}"
            f" and slot.id * {_RING} + {_RING - 1} order by backup.serial desc limit ?",
            (fold(slot), self._most_backups),
        ).fetchall()
        return rows

    def _heads(self) -> Iterable[tuple[str, bytes]]:
        with self._reading() as connection:
            if connection is None:
                return []
            rows = connection.execute(
                "select folded, name, cast(substr(data, 1, ?) as blob) from slot order by folded", (MAX_HEADER,)
            ).fetchall()
        return [(name, _blob(data)) for folded, name, data in rows if _is_named(folded, name)]

    def _backup_heads(self, slot: str) -> Iterable[tuple[str, bytes]]:
        check_slot(slot)
        with self._reading() as connection:
            if connection is None:
                return []
            row = connection.execute("select name from slot where folded = ?", (fold(slot),)).fetchone()
            rows = self._backup_rows(connection, slot, f"cast(substr(backup.data, 1, {MAX_HEADER}) as blob)")
        name = row[0] if row is not None and _is_named(fold(slot), row[0]) else slot
        return [(f"{name}.bak{n}", _blob(data)) for n, (data,) in enumerate(rows, 1)]

    def _shown(self, slot: str) -> str:
        return f"{self.path.name}/{slot}"

    # The file

    @contextlib.contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection | None]:
        """Return the connection, or None where there is no file yet."""
        with self._lock, contextlib.ExitStack() as stack:
            try:
                if self._connection is None and not self.path.exists():
                    yield None
                    return
                try:
                    connection = self._opened()
                    connection.execute("select 1 from slot").fetchone()
                except sqlite3.OperationalError:
                    if not self.path.is_file():
                        raise
                    connection = stack.enter_context(contextlib.closing(self._unchangeable()))
                yield connection
            except _FAULTS as error:
                report, hint = Report(), "restore a copy of it"
                report.add("TW-SAVE-07", "error", f"the file cannot be read: {_why(error)}", hint, Span(self.path.name))
                raise DamagedSave(f"the store {self.path.name} cannot be read", report=report) from error
            except OSError as error:
                raise SaveError(
                    f"the store {self.path.name} cannot be read: {error.strerror or error}",
                    hint="ask for the right to read its folder, or save elsewhere",
                ) from error

    def _unchangeable(self) -> sqlite3.Connection:
        """Open the file to read alone, where this user may write neither it nor beside it.

        SQLite then looks at no log; where another program has left one, the newest saves may stand in it alone.
        """
        if Path(f"{self.path}-wal").exists():
            raise sqlite3.OperationalError("it is read-only for this user, and another program is using it")
        connection = sqlite3.connect(f"{self.path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
        connection.text_factory = _text
        return connection

    @contextlib.contextmanager
    def _writing(self, slot: str) -> Iterator[sqlite3.Connection]:
        """Yield the connection inside a transaction: all of it, or nothing."""
        with self._lock:
            try:
                if self._connection is None:
                    self.path.parent.mkdir(parents=True, exist_ok=True)
                if is_read_only(self.path):  # the superuser's writes would go through
                    raise PermissionError(errno.EACCES, READ_ONLY, str(self.path))
                connection = self._opened()
                connection.execute("begin immediate")
                try:
                    yield connection
                    connection.execute("commit")
                except BaseException:
                    if connection.in_transaction:
                        connection.execute("rollback")
                    raise
            except (*_FAULTS, OSError) as error:
                raise SaveError(
                    f"the slot {slot!r} cannot be written: {_why(error)}; what was there is untouched",
                    hint="make room, or the right to write; wait for other programs; then save again",
                ) from error

    def _opened(self) -> sqlite3.Connection:
        if self._connection is not None:
            return self._connection
        if self.path.exists() and not self.path.is_file():  # SQLite would wait for a pipe
            raise sqlite3.OperationalError(f"{self.path.name} is no file")
        connection = sqlite3.connect(self.path, timeout=_WAIT, isolation_level=None, check_same_thread=False)
        connection.text_factory = _text
        try:
            # Tables first: a store that is made this moment gets tables and layout in one step.
            filled = connection.execute("select 1 from sqlite_master").fetchone() is not None
            (layout,) = connection.execute("pragma user_version").fetchone()
            if layout > _LAYOUT:
                raise SaveError(
                    f"the store {self.path.name} has layout {layout}; this version knows up to {_LAYOUT}",
                    hint="update the game; the store was left as it is",
                )
            if layout < _LAYOUT and filled:
                raise SaveError(
                    f"{self.path.name} is the database of another program, no store of saves",
                    hint="choose another file; this one was left as it is",
                )
            connection.execute("pragma synchronous = full")
            if layout < _LAYOUT:
                _use_wal(connection)
                connection.executescript(f"begin immediate; {_TABLES} pragma user_version = {_LAYOUT}; commit;")
        except BaseException:
            connection.close()
            raise
        self._connection = connection
        return connection


def _has_beside(connection: sqlite3.Connection) -> bool:
    found = connection.execute("select 1 from sqlite_master where type = 'table' and name = 'attachment'").fetchone()
    return found is not None


def _beside(connection: sqlite3.Connection, number: int, what: str, name: str = "") -> list[tuple[object, ...]]:
    rows: list[tuple[object, ...]] = connection.execute(
        f"select name, {what} from attachment where slot = :slot and (:name = '' or folded = :name) order by rowid",
        {"slot": number, "name": fold(name)},
    ).fetchall()
    return rows


def _number(connection: sqlite3.Connection, slot: str) -> int | None:
    row = connection.execute("select id from slot where folded = ?", (fold(slot),)).fetchone()
    return None if row is None else _id(row[0])


# A column of SQLite holds whatever somebody puts there, so what comes out of the file is looked at like any other file.


def _text(data: bytes) -> str:
    return data.decode(errors="replace")


def _blob(value: object) -> bytes:
    return value if isinstance(value, bytes) else b"" if value is None else str(value).encode(errors="replace")


def _id(value: object) -> int:
    if not isinstance(value, int):
        raise sqlite3.DatabaseError("the table of slots is damaged")
    return value


def _serial(value: object) -> int:
    return value if isinstance(value, int) and 0 <= value < 1 << 62 else 0


def _is_named(folded: object, name: object) -> bool:
    return isinstance(name, str) and is_slot(name) and fold(name) == folded


_MEANT = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_READONLY: "the file is read-only for this user",
    sqlite3.SQLITE_CANTOPEN: "the folder is not there, or may not be written",
    sqlite3.SQLITE_BUSY: "another program has been writing in it for too long",
    sqlite3.SQLITE_LOCKED: "another program has been writing in it for too long",
    sqlite3.SQLITE_NOTADB: "the file is no store of saves",
}


def _code(error: Exception) -> int:
    """Return what SQLite calls the error, without what it adds to it; -1 where it did not come from SQLite."""
    code: int = getattr(error, "sqlite_errorcode", -1)
    return code & 0xFF if code >= 0 else code


def _why(error: Exception) -> str:
    text = str(error.strerror or error if isinstance(error, OSError) else error)
    meant = _MEANT.get(_code(error))
    return text if meant is None else f"{meant} ({text})"


def _use_wal(connection: sqlite3.Connection) -> None:
    """Switch to a log; SQLite itself waits for no other program that makes the same file at the same moment."""
    end = time.monotonic() + _WAIT
    while True:
        try:
            connection.execute("pragma journal_mode = wal")
            return
        except sqlite3.OperationalError as error:
            if _code(error) not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) or time.monotonic() > end:
                raise
            time.sleep(0.005)
