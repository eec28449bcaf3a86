"""One rule for the names of slots, an unreadable store, and damaged backups: in every verb of every store."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.game.conftest import FILES

from talewright.errors import DamagedSave, InvalidName, NotFound, SaveError
from talewright.game import Game
from talewright.project import Project
from talewright.savegame import ByteStore, FolderStore, MemoryStore, SaveDocument, SaveHeader, SqliteStore

Make = Callable[..., ByteStore]
BAD: list[Any] = [
    "../other/x", "..", ".", "/etc/passwd", "a/b", "a\\b", "C:x", "", " ", "a ", " a", "a.", ".a", "a..b", "a\x00b",
    "a\nb", "\x7f", "con", "NUL", "aux.x", "com1", "LPT9.final", "s" * 121, "é", "a:b", "*", "~", "x.bak1x/y", None, 5,
    b"slot1", Path("slot1"), ["slot1"],
]  # fmt: skip


def save(n: int, run: str = "r", revision: str = "") -> SaveDocument:
    return SaveDocument(
        SaveHeader(title=f"n{n}", run=run, revision=revision or f"{n:02x}"), {("main", "World"): {"n": n}}
    )


@pytest.fixture
def smith(folder: Callable[[dict[str, str]], Path]) -> Path:
    return folder(FILES)


@pytest.fixture(params=["folder", "memory", "sqlite"])
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Make:
    memory: dict[str, MemoryStore] = {}

    def of(**more: Any) -> ByteStore:
        if request.param == "folder":
            return FolderStore(tmp_path / "saves", **more)
        if request.param == "sqlite":
            return SqliteStore(tmp_path / "saves.db", **more)
        return memory.setdefault("one", MemoryStore(**more))

    return of


VERBS: dict[str, Callable[[ByteStore, Any], object]] = {
    "read": lambda store, name: store.read(name),
    "data": lambda store, name: store.data(name),
    "write": lambda store, name: store.write(name, save(1)),
    "delete": lambda store, name: store.delete(name),
    "backups": lambda store, name: store.backups(name),
    "backup_names": lambda store, name: store.backup_names(name),
    "retitle": lambda store, name: store.retitle(name, "x"),
}


@pytest.mark.parametrize("verb", VERBS)
def test_b1_no_verb_of_any_store_takes_a_name_that_is_none(make: Make, tmp_path: Path, verb: str) -> None:
    """Faults §4 B1: `backups("../other/x")` gave `{}`."""
    store = make()
    store.write("s", save(0))
    before = sorted(path for path in tmp_path.rglob("*") if path.suffix not in (".db-wal", ".db-shm"))
    for name in BAD:
        with pytest.raises(InvalidName):
            VERBS[verb](store, name)
    assert sorted(path for path in tmp_path.rglob("*") if path.suffix not in (".db-wal", ".db-shm")) == before


@pytest.mark.parametrize("verb", ["load", "recover", "save"])
def test_b1_no_verb_of_a_game_does_either(smith: Path, make: Make, verb: str) -> None:
    game = Game(Project.open(smith), seed=0, saves=make())
    for name in BAD:
        with pytest.raises(InvalidName):
            getattr(game, verb)(name)


def test_two_files_that_differ_in_case_are_two_slots(tmp_path: Path) -> None:
    """Put there by somebody: each is read as what the list shows, and nothing of one is taken for the other."""
    store = FolderStore(tmp_path)
    store.write("slot1", save(1))
    (tmp_path / "SLOT1.ini").write_bytes(save(2).to_bytes())
    if len(store.names()) != 2:
        pytest.skip("a file system that ignores case")
    for name in store.slots():
        assert store.read(name).header.title == store.slots()[name].title
    assert store.write("SLOT1", save(3)) is None
    assert (store.read("slot1").header.title, store.read("SLOT1").header.title) == ("n1", "n3")


def test_what_is_set_aside_is_a_slot_however_long_the_revision_is(make: Make) -> None:
    store = make()
    for length in (1, 32, 33, 64, 65):
        slot = "s" * 100 + str(length)
        store.write(slot, save(1, revision="a" * length))
        kept = store.write(slot, save(2, run="other", revision="b"))
        assert kept in store.names()


UNREADABLE = """
    import os, sys
    from pathlib import Path
    from talewright.errors import SaveError
    from talewright.savegame import FolderStore, SqliteStore
    place, mode, kind = Path(sys.argv[1]), int(sys.argv[2], 8), sys.argv[3]
    store = FolderStore(place) if kind == "folder" else SqliteStore(place / "saves.db")
    os.chmod(place, mode)
    if os.geteuid() == 0:
        os.setegid(65534)
        os.seteuid(65534)
    for verb in ("slots", "names", "damaged", "read", "data", "backups", "backup_names", "retitle", "delete"):
        given = () if verb in ("slots", "names", "damaged") else ("s", "t") if verb == "retitle" else ("s",)
        try:
            found = getattr(store, verb)(*given)
        except SaveError as error:
            assert "cannot be" in str(error), error
        else:
            if not (verb == "names" and mode == 0o444 and kind == "folder" and "s" in found):
                print(verb, found)
                if verb != "damaged" or not found:
                    sys.exit(f"{verb} gave {found!r}")
"""


@pytest.mark.skipif(not hasattr(os, "seteuid"), reason="a system without such rights")
@pytest.mark.parametrize("mode", ["0444", "0000", "0111"])
@pytest.mark.parametrize("kind", ["folder", "sqlite"])
def test_b2_a_folder_that_may_not_be_read_is_said_and_no_empty_one(tmp_path: Path, mode: str, kind: str) -> None:
    """Faults §4 B2: of another user, with mode 0444, it was taken for an empty one."""
    if mode == "0111" and kind == "sqlite":
        pytest.skip("a file whose name one knows can be read there")
    place = tmp_path / "saves"
    place.mkdir()
    store: ByteStore = FolderStore(place) if kind == "folder" else SqliteStore(place / "saves.db")
    for n in range(2):
        store.write("s", save(n))
    if isinstance(store, SqliteStore):
        store.close()
    above = tmp_path
    while above != above.parent:  # the other user comes as far as the folder
        if not above.stat().st_mode & 0o001:
            above.chmod(above.stat().st_mode | 0o001)
        above = above.parent
    try:
        done = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(UNREADABLE), str(place), mode, kind],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
    finally:
        place.chmod(0o755)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_file_where_the_folder_should_be_is_said_and_no_empty_one(tmp_path: Path, smith: Path) -> None:
    """Faults §4 B2, the kind: `slots` gave nothing, and `resume` said that nothing was saved yet."""
    (tmp_path / "saves").write_text("x", encoding="utf-8")
    for place in (tmp_path / "saves", tmp_path / "saves" / "inside"):
        store = FolderStore(place)
        for verb in (
            store.slots, store.names, store.damaged, lambda store=store: store.read("s"),
            lambda store=store: store.backups("s"), Game(Project.open(smith), seed=0, saves=store).resume,
        ):  # fmt: skip
            with pytest.raises(SaveError, match="cannot be read: Not a directory"):
                verb()


def test_resume_takes_the_newest_that_can_be_read_and_never_says_that_there_is_nothing(smith: Path, make: Make) -> None:
    """Faults §4 B2, the kind: where all slots were damaged, it said "nothing is saved yet: start a new game"."""
    store = make()
    game = Game(Project.open(smith), seed=0, saves=store)
    game.start()
    with pytest.raises(NotFound, match="nothing is saved yet"):
        game.resume()
    for slot in ("a", "b", "c"):
        game.save(slot)
    spoil(store, "c", store.data("c")[:-3])  # the header is whole
    report = game.resume()
    assert (report.source, report.moved) == ("b", ["c cannot be read, so it was passed over"])
    spoil(store, "b", b"x")
    report = game.resume()
    assert (report.source, len(report.moved)) == ("a", 2)
    spoil(store, "a", b"")
    with pytest.raises(DamagedSave, match="no slot can be read: a, b, c"):
        game.resume()


def test_resume_does_not_look_at_what_was_set_aside(smith: Path, make: Make) -> None:
    store = make()
    game = Game(Project.open(smith), seed=0, saves=store)
    game.start()
    game.save("a")
    spoil(store, "a", b"x")
    kept = game.save("a").kept
    assert kept is not None
    assert (game.resume().moved, kept in store.names()) == ([], True)


def spoil(store: ByteStore, slot: str, data: bytes) -> None:
    if isinstance(store, FolderStore):
        (store.folder / f"{slot}.ini").write_bytes(data)
    elif isinstance(store, (MemoryStore, SqliteStore)):
        store.put(slot, data)


def damage(store: ByteStore, slot: str, number: int) -> None:
    """Spoil a backup where it lies."""
    if isinstance(store, FolderStore):
        path = store.folder / f"{slot}.ini.bak{number}"
        path.write_bytes(path.read_bytes()[:-3])
    elif isinstance(store, MemoryStore):
        store._backups[slot][number - 1] = store._backups[slot][number - 1][:-3]
    elif isinstance(store, SqliteStore):
        with store._writing(slot) as connection:
            rows = connection.execute("select place, data from backup order by serial desc").fetchall()
            place, data = rows[number - 1]
            connection.execute("update backup set data = ? where place = ?", (data[:-3], place))


@pytest.mark.parametrize("number", [1, 2, 3])
def test_b4_a_damaged_backup_goes_before_the_last_sound_one(make: Make, number: int) -> None:
    """Faults §4 B4: it stayed in the rotation and pushed a sound one out."""
    store = make()
    for n in range(4):
        store.write("s", save(n))
    assert [header.title for header in store.backups("s").values()] == ["n2", "n1", "n0"]
    damage(store, "s", number)
    sound = [name for name in ("n2", "n1", "n0") if name != f"n{3 - number}"]
    assert len(store.backup_names("s")) == 3
    store.write("s", save(4))
    assert [store.read(name).header.title for name in store.backup_names("s")] == ["n3", *sound]
    store.write("s", save(5))
    assert [store.read(name).header.title for name in store.backup_names("s")] == ["n4", "n3", sound[0]]


def test_b4_recover_says_why_it_passed_one_over(smith: Path, make: Make) -> None:
    game = Game(Project.open(smith), seed=0, saves=make())
    game.start()
    for _ in range(4):
        game.save("s")
    store = game.saves
    assert isinstance(store, ByteStore)
    damage(store, "s", 1)
    if isinstance(store, FolderStore):
        (store.folder / "s.ini").write_bytes(b"")
    elif isinstance(store, (MemoryStore, SqliteStore)):
        store.put("s", b"")
    report = game.recover("s")
    assert report.source == "s.bak2"
    assert any(line.startswith("s was passed over: ") and "TW-SAVE-01" in line for line in report.moved)
    assert any(line.startswith("s.bak1 was passed over: ") and "TW-SAVE-02" in line for line in report.moved)


def test_resume_names_the_slots_that_it_could_not_look_at(smith: Path, make: Make) -> None:
    store = make()
    game = Game(Project.open(smith), seed=0, saves=store)
    game.start()
    game.save("a")
    game.save("b")
    if isinstance(store, FolderStore):
        (store.folder / "b.ini").write_bytes(b"x")
    elif isinstance(store, (MemoryStore, SqliteStore)):
        store.put("b", b"x")
    report = game.resume()
    assert (report.source, report.moved) == ("a", ["b cannot be read, so it was passed over"])


def test_a_slot_gets_another_title_and_keeps_its_date(make: Make) -> None:
    """Faults §4 C: there was no way to."""
    store = make()
    store.write("s", save(1))
    before = store.slots()["s"]
    store.retitle("s", "Before the quarrel")
    after = store.slots()["s"]
    assert (after.title, after.created, after.revision) == ("Before the quarrel", before.created, before.revision)
    assert [header.title for header in store.backups("s").values()] == ["n1"]
    assert store.read("s") == save(1)
    with pytest.raises(NotFound):
        store.retitle("nobody", "x")
    with pytest.raises(SaveError, match="shorter title"):
        store.retitle("s", "x" * 5000)
    assert store.slots()["s"].title == "Before the quarrel"


def test_a_title_of_a_signed_slot_needs_the_key(tmp_path: Path) -> None:
    signed = FolderStore(tmp_path, key=b"secret")
    signed.write("s", save(1))
    with pytest.raises(SaveError, match="is signed: a new title needs the key"):
        FolderStore(tmp_path).retitle("s", "Forged")
    with pytest.raises(DamagedSave):
        FolderStore(tmp_path, key=b"other").retitle("s", "Forged")
    signed.retitle("s", "Mine")
    assert signed.read("s").header.title == "Mine"
