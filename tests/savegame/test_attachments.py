"""What is attached to a save: a picture is that of its save, or there is none."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.savegame.test_dying import Killed, Watched, dies_after, dies_before

from talewright.errors import InvalidName, Misuse, NotFound, SaveError
from talewright.savegame import (
    MAX_ATTACHMENT,
    ByteStore,
    FolderStore,
    KeepsAttachments,
    LastRequest,
    MemoryStore,
    SaveDocument,
    SaveHeader,
    SqliteStore,
)

ROUNDS = 3
THUMB = "thumb.jpg"


@pytest.fixture(params=["memory", "folder", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ByteStore]:
    kinds: dict[str, Callable[[], ByteStore]] = {
        "memory": MemoryStore,
        "folder": lambda: FolderStore(tmp_path / "SaveGames"),
        "sqlite": lambda: SqliteStore(tmp_path / "saves.db"),
    }
    made = kinds[request.param]()
    yield made
    if isinstance(made, SqliteStore):
        made.close()


def save(revision: str, run: str = "r") -> SaveDocument:
    return SaveDocument(SaveHeader(run=run, revision=revision, title=revision), {("main", "World"): {"n": 1}})


def picture(revision: str, name: str = THUMB) -> bytes:
    return b"\xff\xd8\x00\n" + f"{name} of {revision}".encode()


def saved(store: ByteStore, slot: str, *revisions: str, run: str = "r") -> None:
    for revision in revisions:
        store.write(slot, save(revision, run))
        store.attach(slot, THUMB, picture(revision), revision)


def pictures(store: ByteStore) -> dict[str, bytes | None]:
    """The picture of every save, backups too."""
    names = [name for slot in store.names() for name in (slot, *store.backup_names(slot))]
    return {name: store.attachment(name, THUMB) for name in names}


def right(store: ByteStore) -> None:
    """Every picture is that of its save, or there is none."""
    for name, found in pictures(store).items():
        assert found in (None, picture(store.read(name).header.revision)), name


def test_a_picture_is_read_as_it_was_given(store: ByteStore) -> None:
    saved(store, "Slot1", "a")
    assert isinstance(store, KeepsAttachments)
    assert store.attachment("slot1", "THUMB.jpg") == picture("a")
    assert store.attachments("slot1") == {THUMB: len(picture("a"))}
    assert store.attachment("slot1", "other.png") is None
    assert store.attachment("nowhere", THUMB) is None
    assert store.attachments("nowhere") == {}


@pytest.mark.parametrize("data", [b"", b"\n", bytes(range(256)) * 256])
def test_any_bytes_up_to_64_kib_come_back(store: ByteStore, data: bytes) -> None:
    store.write("s", save("a"))
    store.attach("s", "any.bin", data, "a")
    assert store.attachment("s", "any.bin") == data


def test_people_slots_more_than_64_kib_are_refused_and_the_old_picture_stays(store: ByteStore) -> None:
    saved(store, "s", "a")
    with pytest.raises(SaveError, match="65,537 bytes; 65,536 at the most"):
        store.attach("s", THUMB, bytes(MAX_ATTACHMENT + 1), "a")
    assert store.attachment("s", THUMB) == picture("a")


def test_people_slots_a_picture_is_rotated_with_its_save(store: ByteStore) -> None:
    saved(store, "s", "a", "b", "c", "d")
    assert pictures(store) == {
        "s": picture("d"),
        "s.bak1": picture("c"),
        "s.bak2": picture("b"),
        "s.bak3": picture("a"),
    }
    saved(store, "s", "e")
    assert pictures(store)["s.bak3"] == picture("b")


def test_people_slots_a_picture_of_another_save_is_ignored_and_not_deleted(store: ByteStore) -> None:
    saved(store, "s", "a")
    store.write("s", save("b"))
    assert store.attachment("s", THUMB) is None
    assert store.attachment("s.bak1", THUMB) == picture("a")
    store.attach("s", THUMB, picture("later"), "later")
    assert store.attachment("s", THUMB) is None
    store.write("s", save("later"))
    assert store.attachment("s", THUMB) == picture("later")
    assert store.attachment("s.bak2", THUMB) == picture("a")


def test_people_slots_a_picture_goes_with_its_save(store: ByteStore) -> None:
    saved(store, "s", "a")
    for revision in "bcde":  # nobody gives these one
        store.write("s", save(revision))
    store.write("s", save("a"))
    assert store.attachment("s", THUMB) is None


def test_people_slots_deleting_a_slot_deletes_what_is_attached(store: ByteStore) -> None:
    saved(store, "s", "a", "b")
    saved(store, "other", "a")
    store.delete("s")
    store.write("s", save("a"))
    assert store.attachment("s", THUMB) is None
    assert store.attachment("other", THUMB) == picture("a")


def test_a_save_that_is_set_aside_keeps_its_picture(store: ByteStore) -> None:
    saved(store, "s", "a1", run="one")
    kept = store.write("s", save("b2", run="two"))
    assert kept == "s.conflict-a1"
    store.attach("s", THUMB, picture("b2"), "b2")
    assert pictures(store) == {"s": picture("b2"), kept: picture("a1")}
    store.delete("s")
    assert pictures(store) == {kept: picture("a1")}


def test_a_backup_that_comes_back_brings_its_picture(store: ByteStore) -> None:
    saved(store, "s", "a", "b")
    store.write("s", store.read("s.bak1"))
    assert store.attachment("s", THUMB) == picture("a")
    assert store.attachment("s.bak1", THUMB) == picture("b")


def test_a_new_title_changes_no_picture(store: ByteStore) -> None:
    saved(store, "s", "a", "b")
    store.retitle("s", "Before the quarrel")
    assert pictures(store) == {"s": picture("b"), "s.bak1": picture("b"), "s.bak2": picture("a")}


def test_a_picture_may_be_given_again_and_others_beside_it(store: ByteStore) -> None:
    saved(store, "s", "a")
    store.attach("s", THUMB, b"better", "a")
    store.attach("s", "notes.txt", b"n", "a")
    assert store.attachment("s", THUMB) == b"better"
    assert store.attachments("s") == {"notes.txt": 1, THUMB: 6}


def test_pictures_of_no_save_never_pile_up(store: ByteStore) -> None:
    saved(store, "s", "a", "b")
    for n in range(30):
        store.attach("s", THUMB, picture(str(n)), f"no-{n}")
    assert pictures(store) == {"s": picture("b"), "s.bak1": picture("a")}
    if isinstance(store, FolderStore):
        assert len([path for path in store.folder.iterdir() if ".thumb." in path.name]) == 4


def test_a_store_without_backups_keeps_one_picture(tmp_path: Path) -> None:
    for store in (FolderStore(tmp_path, backups=0), MemoryStore(backups=0), SqliteStore(tmp_path / "db", backups=0)):
        saved(store, "s", "a", "b")
        assert pictures(store) == {"s": picture("b")}
        if isinstance(store, SqliteStore):
            store.close()
    assert sorted(path.name for path in tmp_path.iterdir() if path.name[0] == "s") == ["s.ini", "s.thumb.jpg"]


@pytest.mark.parametrize(
    "name", ["thumb", "a/b.jpg", "../s.jpg", "x.ini", "x.INI", "x.bak1", "x.tmp", "a.b.jpg", ".jpg", "x.", "日.jpg", 1]
)
def test_names_of_attachments_are_checked(store: ByteStore, name: str) -> None:
    store.write("s", save("a"))
    with pytest.raises(InvalidName, match="cannot be the name of an attachment"):
        store.attach("s", name, b"", "a")
    with pytest.raises(InvalidName, match="cannot be the name of an attachment"):
        store.attachment("s", name)


def test_slots_are_checked_and_must_be_there(store: ByteStore) -> None:
    for slot in ("../s", "s.bak1", "con"):
        with pytest.raises(InvalidName):
            store.attach(slot, THUMB, b"", "a")
    with pytest.raises(InvalidName):
        store.attachment("../s", THUMB)
    with pytest.raises(NotFound):
        store.attach("s", THUMB, b"", "a")
    store.write("s", save("a"))
    for data, revision in (("text", "a"), (b"", "")):
        with pytest.raises(Misuse):
            store.attach("s", THUMB, data, revision)  # type: ignore[arg-type]


def test_a_slot_may_be_called_like_the_attachment_of_another(store: ByteStore) -> None:
    saved(store, "s", "a")
    saved(store, "s.thumb", "a")
    store.attach("s.thumb", THUMB, b"its own", "a")
    store.delete("s")
    assert store.attachment("s.thumb", THUMB) == b"its own"
    assert list(store.slots()) == ["s.thumb"]


def test_a_damaged_slot_shows_no_picture(tmp_path: Path) -> None:
    store = FolderStore(tmp_path)
    saved(store, "s", "a", "b")
    (tmp_path / "s.ini").write_bytes(b"rubbish")
    assert store.attachment("s", THUMB) is None
    kept = store.write("s", store.read("s.bak1"))
    assert store.attachment("s", THUMB) == picture("a")
    assert kept is not None


def test_a_listing_takes_no_side_file_for_a_slot(tmp_path: Path) -> None:
    store = FolderStore(tmp_path)
    saved(store, "s", "a", "b")
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        ".lock",
        "s.ini",
        "s.ini.bak1",
        "s.thumb.jpg",
        "s.thumb.jpg.bak1",
    ]
    assert store.names() == list(store.slots()) == ["s"]
    assert store.damaged() == {}
    assert (tmp_path / "s.thumb.jpg").read_bytes().startswith(picture("b"))  # a picture that any program opens


def test_files_of_others_beside_slots_are_never_touched(tmp_path: Path) -> None:
    store = FolderStore(tmp_path)
    mine = {"s.thumb.jpg": b"my own", "s.notes.txt": b"n", "s.thumb.jpg.bak1": b"too", "t.x.tmp-1-0123456789ab": b"t"}
    for name, data in mine.items():
        (tmp_path / name).write_bytes(data)
    store.write("s", save("a"))
    with pytest.raises(SaveError, match=r"s\.thumb\.jpg is in the way \(it is no attachment of a save\)"):
        store.attach("s", THUMB, picture("a"), "a")
    assert store.attachment("s", THUMB) is None
    store.write("s", save("b"))
    store.write("s", save("c", run="other"))
    store.delete("s")
    assert {name: (tmp_path / name).read_bytes() for name in mine} == mine


def test_a_link_is_no_attachment(tmp_path: Path) -> None:
    store = FolderStore(tmp_path / "saves")
    saved(store, "s", "a")
    outside = tmp_path / "outside.jpg"
    (store.folder / "s.thumb.jpg").rename(outside)
    (store.folder / "s.thumb.jpg").symlink_to(outside)
    assert store.attachment("s", THUMB) is None
    with pytest.raises(SaveError, match="in the way"):
        store.attach("s", THUMB, b"", "a")
    store.delete("s")
    assert outside.exists()


def test_a_picture_that_was_changed_or_cut_is_none(tmp_path: Path) -> None:
    store = FolderStore(tmp_path)
    saved(store, "s", "a")
    path = tmp_path / "s.thumb.jpg"
    whole = path.read_bytes()
    for at in range(0, len(whole), 3):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        assert store.attachment("s", THUMB) is None
        path.write_bytes(whole[:at])
        assert store.attachment("s", THUMB) is None


@pytest.mark.parametrize("how", [dies_before, dies_after])
@pytest.mark.parametrize("act", ["attach", "write", "set aside", "delete"])
def test_killed_at_every_call_a_picture_is_right_or_absent(
    tmp_path: Path, act: str, how: Callable[..., object]
) -> None:
    def acted(store: FolderStore) -> None:
        if act == "attach":
            store.attach("s", THUMB, picture("5"), "5")
        elif act == "delete":
            store.delete("s")
        else:
            store.write("s", save("5", "r" if act == "write" else "other"))

    def prepared(folder: Path) -> None:
        store = FolderStore(folder, backups=2)
        saved(store, "s", "1", "2", "3", "4")
        if act == "attach":
            store.write("s", save("5"))

    prepared(tmp_path / "dry")
    disk = Watched()
    acted(FolderStore(tmp_path / "dry", backups=2, system=disk))
    for at in range(len(disk.made)):
        folder = tmp_path / f"at{at}"
        prepared(folder)
        with pytest.raises(Killed):
            acted(FolderStore(folder, backups=2, system=Watched(at, how)))
        store = FolderStore(folder, backups=2)
        right(store)
        assert store.damaged() == {}
        if "s" in store.names():
            saved(store, "s", "6", run=store.slots()["s"].run)
        else:
            saved(store, "s", "6")
        right(store)
        assert store.attachment("s", THUMB) == picture("6")
        store.delete("s")
        left = [path.name for path in folder.iterdir() if path.name != ".lock" and "conflict" not in path.name]
        assert left == [], (at, disk.made[at])


SAVER = """
import sys
from talewright.savegame import FolderStore, SaveDocument, SaveHeader, SqliteStore
kind, place, begin = sys.argv[1:]
store = FolderStore(place) if kind == "folder" else SqliteStore(place)
n = int(begin)
while True:
    n += 1
    header = SaveHeader(run="r", revision=f"{n}", title=f"save {n}")
    store.write("s", SaveDocument(header, {("main", "World"): {"n": n}}))
    store.attach("s", "thumb.jpg", b"\\xff\\xd8\\x00\\n" + f"thumb.jpg of {n}".encode(), header.revision)
    print(n, flush=True)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
@pytest.mark.parametrize("kind", ["folder", "sqlite"])
def test_a_killed_process_leaves_the_picture_of_its_save_or_none(tmp_path: Path, kind: str) -> None:
    dice, done = random.Random(0), 0
    place = tmp_path / kind
    for _ in range(ROUNDS):
        command = [sys.executable, "-c", SAVER, kind, str(place), str(done)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(dice.uniform(0.0, 0.1))
            process.send_signal(signal.SIGKILL)
        store: ByteStore = FolderStore(place) if kind == "folder" else SqliteStore(place)
        right(store)
        assert pictures(store)["s.bak1"] is not None
        done = int(store.read("s").header.revision)
        if isinstance(store, SqliteStore):
            store.close()


def test_a_store_of_before_takes_attachments(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "db") as store:
        store.write("s", save("a"))
        assert store.attachments("s") == {}
        tables = "select name from sqlite_master where type = 'table' order by name"
        assert [name for (name,) in store._opened().execute(tables)] == ["backup", "slot"]
        saved(store, "s", "b")
    with SqliteStore(tmp_path / "db") as store:
        assert store.attachment("s", THUMB) == picture("b")


def test_with_a_key_only_what_was_signed_has_a_picture(tmp_path: Path) -> None:
    saved(FolderStore(tmp_path), "s", "a")
    assert FolderStore(tmp_path, key=b"k").attachment("s", THUMB) is None
    saved(FolderStore(tmp_path, key=b"k"), "t", "b")
    assert FolderStore(tmp_path, key=b"k").attachment("t", THUMB) == picture("b")
    assert FolderStore(tmp_path).attachment("t", THUMB) == picture("b")


def test_a_save_in_the_background_takes_its_picture_along(store: ByteStore) -> None:
    saves = LastRequest(store)
    assert saves.write("s", save("a"), {THUMB: picture("a")}).result() is None
    assert store.attachment("s", THUMB) == picture("a")
    assert saves.write("s", save("b"), {THUMB: bytes(MAX_ATTACHMENT + 1)}).result() is None
    saves.drain()
    assert store.read("s").header.revision == "b"
    assert isinstance(saves.unattached["s"], SaveError)
    assert not saves.failed
    saves.write("s", save("c"), {THUMB: picture("c")}).result()
    assert not saves.unattached


@pytest.mark.parametrize("seed", range(4))
def test_all_stores_keep_the_same_pictures_whatever_happens(tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    now = datetime(2026, 1, 2, tzinfo=UTC)

    def clock() -> datetime:
        return now

    stores: list[ByteStore] = [
        MemoryStore(clock=clock, backups=2),
        FolderStore(tmp_path / "folder", clock=clock, backups=2),
        SqliteStore(tmp_path / "db", clock=clock, backups=2),
    ]
    revisions = [f"{n:02x}" for n in range(12)]
    for number in range(60):
        now += timedelta(seconds=1)  # a folder keeps equal bytes once
        slot, revision, run = dice.choice("ab"), dice.choice(revisions), dice.choice("xxy")
        name, act = (
            dice.choice([THUMB, "notes.txt"]),
            dice.choice(["write", "write", "attach", "attach", "delete", "title"]),
        )
        for store in stores:
            try:
                if act == "write":
                    store.write(slot, save(revision, run))
                elif act == "attach":
                    of = store.slots()[slot].revision if slot in store.slots() else revision
                    store.attach(slot, name, picture(of, name), of)
                elif act == "delete":
                    store.delete(slot)
                else:
                    store.retitle(slot, f"title {number}")
            except NotFound:
                pass
        found = []
        for store in stores:
            names = [one for kept in store.names() for one in (kept, *store.backup_names(kept))]
            found.append({one: store.attachments(one) for one in names})
            for one in names:
                of = store.read(one).header.revision
                for file in store.attachments(one):
                    assert store.attachment(one, file) == picture(of, file)
        assert found[0] == found[1] == found[2], act
    stores[-1].close()  # type: ignore[attr-defined]
