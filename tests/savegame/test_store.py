"""What every store promises, proved for each."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from talewright.errors import DamagedSave, InvalidName, NotFound, SaveError
from talewright.savegame import FolderStore, MemoryStore, SaveDocument, SaveHeader, Store

Put = Callable[[str, bytes], None]
Get = Callable[[str], bytes]


def noon() -> datetime:
    return datetime(2026, 1, 2, 13, 4, 5, 999, tzinfo=timezone(timedelta(hours=1)))


@pytest.fixture(params=["memory", "folder"])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Store, Put, Get]:
    if request.param == "memory":
        memory = MemoryStore(clock=noon)
        return memory, memory.put, memory.data
    folder = tmp_path / "SaveGames"

    def put(slot: str, data: bytes) -> None:
        folder.mkdir(exist_ok=True)
        (folder / f"{slot}.ini").write_bytes(data)

    return FolderStore(folder, clock=noon), put, lambda slot: (folder / f"{slot}.ini").read_bytes()


@pytest.fixture
def store(kept: tuple[Store, Put, Get]) -> Store:
    return kept[0]


def save(run: str = "r1", revision: str = "01", parent: str = "", title: str = "t", n: int = 1) -> SaveDocument:
    header = SaveHeader(title=title, run=run, revision=revision, parent=parent)
    return SaveDocument(header, {("main", "World"): {"n": n}})


def test_what_was_written_is_read(store: Store) -> None:
    assert store.slots() == {}
    assert store.write("slot1", save()) is None
    again = store.read("SLOT1")
    assert again == save()
    assert again is not save()
    assert again.header.created == "2026-01-02T12:04:05Z"


def test_writing_does_not_change_the_document(store: Store) -> None:
    document = save()
    store.write("slot1", document)
    assert document.header.created == ""


def test_the_listing_gives_headers_by_name(store: Store) -> None:
    for slot in ("b", "A", "c"):
        store.write(slot, save(title=f"title {slot}"))
    assert {slot: header.title for slot, header in store.slots().items()} == {
        "A": "title A",
        "b": "title b",
        "c": "title c",
    }
    assert list(store.slots()) == ["A", "b", "c"]


def test_a_damaged_slot_hides_no_other(kept: tuple[Store, Put, Get]) -> None:
    store, put, _ = kept
    store.write("good", save())
    put("bad", b"nonsense")
    assert list(store.slots()) == ["good"]
    with pytest.raises(DamagedSave, match=r"bad\.ini:1:1: error TW-SAVE-01"):
        store.read("bad")


def test_the_same_game_overwrites_its_slot(store: Store) -> None:
    assert store.write("s", save(run="r1", revision="01", n=1)) is None
    assert store.write("s", save(run="r1", revision="02", n=2)) is None
    assert list(store.slots()) == ["s"]
    assert store.read("s") == save(n=2)


def test_a_game_overwrites_the_slot_it_was_loaded_from(store: Store) -> None:
    store.write("s", save(run="r1", revision="01"))
    assert store.write("s", save(run="r2", revision="02", parent="01", n=2)) is None
    assert list(store.slots()) == ["s"]


def test_anothers_slot_is_set_aside(store: Store) -> None:
    store.write("s", save(run="r1", revision="0a", n=1))
    assert store.write("s", save(run="r2", revision="0b", n=2)) == "s.conflict-0a"
    assert store.read("s") == save(n=2)
    assert store.read("s.conflict-0a") == save(n=1)
    assert list(store.slots()) == ["s", "s.conflict-0a"]
    assert store.write("S", save(run="r3", revision="0c", parent="0a", n=3)) == "s.conflict-0b".replace("s.", "S.", 1)
    assert len(store.slots()) == 3


def test_games_without_a_run_are_nobodys(store: Store) -> None:
    store.write("s", save(run="", revision="01"))
    assert store.write("s", save(run="", revision="02")) == "s.conflict-01"


@pytest.mark.parametrize("damage", [b"", b"nonsense", b"[SaveHeader]\nFormat=9\n\n", save().to_bytes() + b"x"])
def test_a_damaged_slot_is_set_aside_too(kept: tuple[Store, Put, Get], damage: bytes) -> None:
    store, put, get = kept
    put("s", damage)
    aside = store.write("s", save())
    assert aside is not None
    assert aside.startswith("s.damaged-")
    assert get(aside) == damage
    assert store.read("s") == save()


def test_a_revision_that_is_no_file_name_cannot_leave_the_folder(kept: tuple[Store, Put, Get]) -> None:
    store, put, get = kept
    old = save(run="r9", revision="../../evil").to_bytes()
    put("s", old)
    aside = store.write("s", save())
    assert aside is not None
    assert aside.startswith("s.damaged-")
    assert get(aside) == old


def test_deleting(store: Store) -> None:
    store.write("slot1", save())
    store.delete("Slot1")
    assert store.slots() == {}
    for act in (store.delete, store.read):
        with pytest.raises(NotFound) as error:
            act("slot1")
        assert error.value.hint == "nothing is saved yet"


def test_a_missing_slot_is_guessed(store: Store) -> None:
    store.write("slot1", save())
    with pytest.raises(NotFound, match="no save 'slott1'") as error:
        store.read("slott1")
    assert error.value.hint == "did you mean slot1?"
    with pytest.raises(NotFound) as error:
        store.read("zzz")
    assert error.value.hint == "there are slot1"


def test_names_of_slots_are_checked(store: Store) -> None:
    with pytest.raises(InvalidName):
        store.write("../x", save())


def test_what_cannot_be_written_leaves_the_slot_as_it_was(store: Store) -> None:
    store.write("s", save())
    bad = save()
    bad.section("main", "World")["n"] = float("nan")
    with pytest.raises(SaveError, match=r"\[main World\]\.n"):
        store.write("s", bad)
    assert store.read("s") == save()


def test_several_threads_may_write(store: Store) -> None:
    def work(n: int) -> None:
        for revision in range(5):
            store.write("s", save(revision=f"{n}{revision}", n=n))
            store.write(f"own{n}", save(n=n))

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(store.slots()) == ["own0", "own1", "own2", "own3", "s"]
    assert store.read("s").sections["main", "World"]["n"] in {"0", "1", "2", "3"}


def test_the_default_clock_is_utc() -> None:
    store = MemoryStore()
    store.write("s", save())
    created = datetime.strptime(store.slots()["s"].created, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
    assert abs(datetime.now(UTC) - created) < timedelta(minutes=5)
