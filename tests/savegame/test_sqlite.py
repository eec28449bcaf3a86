"""What stands in a file of SQLite is looked at like any other file: another program may have put it there."""

from __future__ import annotations

import contextlib
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from talewright.errors import DamagedSave, NotFound, SaveError, TalewrightError
from talewright.savegame import SaveDocument, SaveHeader, SqliteStore


def save(revision: str = "1", run: str = "r") -> SaveDocument:
    return SaveDocument(SaveHeader(run=run, revision=revision), {("main", "World"): {"n": 1}})


def execute(path: Path, text: str) -> None:
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(text)


@pytest.mark.parametrize("table", ["accounts (a)", "slot (a)"])
def test_the_database_of_another_program_is_not_touched(tmp_path: Path, table: str) -> None:
    path = tmp_path / "bot.db"
    execute(path, f"create table {table}")
    before = path.read_bytes()
    with SqliteStore(path) as store:
        for act in (store.slots, store.names, lambda: store.read("a"), lambda: store.write("a", save())):
            with pytest.raises(SaveError, match="another program"):
                act()
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["bot.db"]


@pytest.mark.parametrize("value", ["'text'", "5", "1.5", "zeroblob(0)", "x'ff'", "''"])
def test_a_slot_that_holds_something_else_is_a_damaged_slot(tmp_path: Path, value: str) -> None:
    path = tmp_path / "saves.db"
    with SqliteStore(path) as store:
        for revision in ("1", "2"):
            store.write("slot1", save(revision))
    execute(path, f"update slot set data = {value}")
    execute(path, f"update backup set data = {value}")
    with SqliteStore(path) as store:
        assert store.slots() == store.backups("slot1") == {}
        assert list(store.damaged()) == ["slot1"]
        for name in ("slot1", "slot1.bak1"):
            with pytest.raises(DamagedSave):
                store.read(name)
        kept = store.write("slot1", save("3"))
        assert kept is not None
        assert kept in store.names()
        assert store.read("slot1").header.revision == "3"


@pytest.mark.parametrize("name", ["'../../evil'", "x'ff00'", "'slot2'", "7"])
def test_a_name_that_no_slot_can_have_is_none(tmp_path: Path, name: str) -> None:
    path = tmp_path / "saves.db"
    with SqliteStore(path) as store:
        store.write("slot1", save("1"))
        store.write("slot1", save("2"))
    execute(path, f"update slot set name = {name}, serial = 'many'")
    with SqliteStore(path) as store:
        assert store.names() == []
        assert store.slots() == {}
        assert list(store.backups("slot1")) == ["slot1.bak1"]
        assert store.write("slot1", save("3")) is None


def test_flipped_and_cut_files_end_in_errors_of_the_library(tmp_path: Path) -> None:
    path = tmp_path / "saves.db"
    with SqliteStore(path) as store:
        for n in range(40):
            store.write(f"s{n}", save(str(n)))
    data, dice, errors = path.read_bytes(), random.Random(1), 0
    for round_ in range(120):
        bad = bytearray(data[: dice.randrange(len(data))] if round_ % 2 else data)
        for _ in range(20 if bad else 0):
            bad[dice.randrange(len(bad))] ^= 1 << dice.randrange(8)
        for end in ("", "-wal", "-shm"):
            Path(f"{path}{end}").unlink(missing_ok=True)
        path.write_bytes(bad)
        with SqliteStore(path) as store:
            for act in (
                store.slots,
                store.damaged,
                lambda s=store: s.read("s5"),
                lambda s=store: s.backups("s5"),
                lambda s=store: s.write("s5", save("x")),
                lambda s=store: s.delete("s6"),
            ):
                try:
                    act()
                except TalewrightError:
                    errors += 1
    assert errors


def test_a_damaged_schema_is_named_even_where_its_text_is_none(tmp_path: Path) -> None:
    path = tmp_path / "saves.db"
    with SqliteStore(path) as store:
        store.write("s", save())
    path.write_bytes(path.read_bytes().replace(b"CREATE TABLE backup", b"CREATE TABL\xee backup"))
    with SqliteStore(path) as store, pytest.raises(DamagedSave):
        store.slots()
    with SqliteStore(path) as store, pytest.raises(SaveError):
        store.write("s", save("2"))


def test_a_slot_that_is_not_there_is_guessed_among_some_of_many(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "saves.db") as store:
        store.write("slot1", save())
        for act in (store.read, store.delete):
            with pytest.raises(NotFound) as caught:
                act("slto1")
            assert "slot1" in caught.value.hint


_READ_ONLY = """
import encodings.utf_8_sig, os, sys, urllib.parse
from talewright.errors import SaveError
from talewright.savegame import MemoryStore, SaveDocument, SaveHeader, SqliteStore
store = MemoryStore()  # imports everything while this user still may
store.write("slot1", SaveDocument(SaveHeader(run="r", revision="2"), {}))
store.read("slot1")
if os.getuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
with SqliteStore(sys.argv[1]) as store:
    print(list(store.slots()), store.read("slot1").header.revision)
    try:
        store.write("slot1", SaveDocument(SaveHeader(run="r", revision="2"), {}))
    except SaveError as error:
        print("read-only" in str(error))
"""


@pytest.mark.skipif(os.name == "nt", reason="rights are different there")
def test_a_store_that_may_not_be_written_can_be_read() -> None:
    with tempfile.TemporaryDirectory() as name:  # not tmp_path: no other user may enter that
        folder = Path(name)
        with SqliteStore(folder / "saves.db") as store:
            store.write("slot1", save())
        (folder / "saves.db").chmod(0o444)
        folder.chmod(0o555)
        try:
            run = subprocess.run(
                [sys.executable, "-c", _READ_ONLY, str(folder / "saves.db")],
                capture_output=True,
                text=True,
                check=False,
            )
        finally:
            folder.chmod(0o755)
    assert run.stdout.splitlines() == ["['slot1'] 1", "True"], run.stderr


@pytest.mark.skipif(os.name != "posix", reason="rights are others here")
def test_a_read_only_file_is_not_written_by_the_superuser_either(tmp_path: Path) -> None:
    """Faults §2 A3, the stores: `FolderStore` refused, and this one wrote."""
    path = tmp_path / "saves.db"
    with SqliteStore(path) as store:
        store.write("slot1", save())
    path.chmod(0o444)
    for fresh in (False, True):
        with SqliteStore(path) as store:
            if not fresh:
                assert list(store.slots()) == ["slot1"]
            with pytest.raises(SaveError, match="the file is read-only"):
                store.write("slot1", save("2"))
            with pytest.raises(SaveError, match="the file is read-only"):
                store.retitle("slot1", "Other")
            with pytest.raises(SaveError, match="the file is read-only"):
                store.delete("slot1")
            with pytest.raises(SaveError, match="the file is read-only"):
                store.put("slot2", b"x")
            assert store.read("slot1").header.revision == "1"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a system without pipes")
def test_a_pipe_and_a_folder_are_no_stores_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.db")
    (tmp_path / "folder.db").mkdir()
    for name in ("pipe.db", "folder.db"):
        store = SqliteStore(tmp_path / name)
        for verb in (store.slots, store.names, store.damaged, lambda store=store: store.read("a")):
            with pytest.raises(DamagedSave, match=name):
                verb()
        with pytest.raises(SaveError, match="is no file"):
            store.write("a", save())
