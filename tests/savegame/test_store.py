"""What every store promises, proved for each."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from talewright.errors import DamagedSave, InvalidName, Misuse, NotFound, SaveError
from talewright.savegame import (
    ByteStore,
    FolderStore,
    KeepsBackups,
    LastRequest,
    MemoryStore,
    SaveDocument,
    SaveHeader,
    SqliteStore,
    newest,
)

Put = Callable[[str, bytes], None]
Get = Callable[[str], bytes]
Make = Callable[..., ByteStore]


def noon() -> datetime:
    return datetime(2026, 1, 2, 13, 4, 5, 999, tzinfo=timezone(timedelta(hours=1)))


@pytest.fixture(params=["memory", "folder", "sqlite"])
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Make]:
    """Make a store of the kind under test; always the same place, so a second one sees what the first wrote."""
    memory: dict[str, Any] = {}
    opened: list[SqliteStore] = []

    def of(**options: Any) -> ByteStore:
        options = {"clock": noon, **options}
        if request.param == "folder":
            return FolderStore(tmp_path / "SaveGames", **options)
        if request.param == "sqlite":
            opened.append(SqliteStore(tmp_path / "saves.db", **options))
            return opened[-1]
        store = MemoryStore(**options)
        store._files, store._backups = memory.setdefault("kept", (store._files, store._backups))
        return store

    yield of
    for store in opened:
        store.close()


@pytest.fixture
def kept(make: Make, tmp_path: Path) -> tuple[ByteStore, Put, Get]:
    store = make()
    folder = tmp_path / "SaveGames"

    def put(slot: str, data: bytes) -> None:
        folder.mkdir(exist_ok=True)
        (folder / f"{slot}.ini").write_bytes(data)

    if isinstance(store, (MemoryStore, SqliteStore)):
        return store, store.put, store.data
    return store, put, lambda slot: (folder / f"{slot}.ini").read_bytes()


@pytest.fixture
def store(kept: tuple[ByteStore, Put, Get]) -> ByteStore:
    return kept[0]


def save(run: str = "r1", revision: str = "01", parent: str = "", title: str = "t", n: int = 1) -> SaveDocument:
    header = SaveHeader(title=title, run=run, revision=revision, parent=parent)
    return SaveDocument(header, {("main", "World"): {"n": n}})


def test_what_was_written_is_read(store: ByteStore) -> None:
    assert store.slots() == {}
    assert store.write("slot1", save()) is None
    again = store.read("SLOT1")
    assert again == save()
    assert again is not save()
    assert again.header.created == "2026-01-02T12:04:05Z"


def test_writing_does_not_change_the_document(store: ByteStore) -> None:
    document = save()
    store.write("slot1", document)
    assert document.header.created == ""


def test_the_listing_gives_headers_by_name(store: ByteStore) -> None:
    for slot in ("b", "A", "c"):
        store.write(slot, save(title=f"title {slot}"))
    assert {slot: header.title for slot, header in store.slots().items()} == {
        "A": "title A",
        "b": "title b",
        "c": "title c",
    }
    assert list(store.slots()) == ["A", "b", "c"]


def test_a_damaged_slot_hides_no_other(kept: tuple[ByteStore, Put, Get]) -> None:
    store, put, _ = kept
    store.write("good", save())
    put("bad", b"nonsense")
    assert list(store.slots()) == ["good"]
    with pytest.raises(DamagedSave, match=r"bad(\.ini)?:1:1: error TW-SAVE-01"):
        store.read("bad")


def test_the_same_game_overwrites_its_slot(store: ByteStore) -> None:
    assert store.write("s", save(run="r1", revision="01", n=1)) is None
    assert store.write("s", save(run="r1", revision="02", n=2)) is None
    assert list(store.slots()) == ["s"]
    assert store.read("s") == save(n=2)


def test_a_game_overwrites_the_slot_it_was_loaded_from(store: ByteStore) -> None:
    store.write("s", save(run="r1", revision="01"))
    assert store.write("s", save(run="r2", revision="02", parent="01", n=2)) is None
    assert list(store.slots()) == ["s"]


def test_anothers_slot_is_set_aside(store: ByteStore) -> None:
    store.write("s", save(run="r1", revision="0a", n=1))
    assert store.write("s", save(run="r2", revision="0b", n=2)) == "s.conflict-0a"
    assert store.read("s") == save(n=2)
    assert store.read("s.conflict-0a") == save(n=1)
    assert list(store.slots()) == ["s", "s.conflict-0a"]
    assert store.write("S", save(run="r3", revision="0c", parent="0a", n=3)) == "s.conflict-0b".replace("s.", "S.", 1)
    assert len(store.slots()) == 3


def test_games_without_a_run_are_nobodys(store: ByteStore) -> None:
    store.write("s", save(run="", revision="01"))
    assert store.write("s", save(run="", revision="02")) == "s.conflict-01"


@pytest.mark.parametrize("damage", [b"", b"nonsense", b"[SaveHeader]\nFormat=9\n\n", save().to_bytes() + b"x"])
def test_a_damaged_slot_is_set_aside_too(kept: tuple[ByteStore, Put, Get], damage: bytes) -> None:
    store, put, get = kept
    put("s", damage)
    aside = store.write("s", save())
    assert aside is not None
    assert aside.startswith("s.damaged-")
    assert get(aside) == damage
    assert store.read("s") == save()


def test_a_revision_that_is_no_file_name_cannot_leave_the_folder(kept: tuple[ByteStore, Put, Get]) -> None:
    store, put, get = kept
    old = save(run="r9", revision="../../evil").to_bytes()
    put("s", old)
    aside = store.write("s", save())
    assert aside is not None
    assert aside.startswith("s.damaged-")
    assert get(aside) == old


def test_deleting(store: ByteStore) -> None:
    store.write("slot1", save())
    store.delete("Slot1")
    assert store.slots() == {}
    for act in (store.delete, store.read):
        with pytest.raises(NotFound) as error:
            act("slot1")
        assert error.value.hint == "nothing is saved yet"


def test_a_missing_slot_is_guessed(store: ByteStore) -> None:
    store.write("slot1", save())
    with pytest.raises(NotFound, match="no save 'slott1'") as error:
        store.read("slott1")
    assert error.value.hint == "did you mean slot1?"
    with pytest.raises(NotFound) as error:
        store.read("zzz")
    assert error.value.hint == "there are slot1"


def test_names_of_slots_are_checked(store: ByteStore) -> None:
    with pytest.raises(InvalidName):
        store.write("../x", save())


def test_what_cannot_be_written_leaves_the_slot_as_it_was(store: ByteStore) -> None:
    store.write("s", save())
    bad = save()
    bad.section("main", "World")["n"] = float("nan")
    with pytest.raises(SaveError, match=r"\[main World\]\.n"):
        store.write("s", bad)
    assert store.read("s") == save()


def test_several_threads_may_write(store: ByteStore) -> None:
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


# Backups


def numbers(store: ByteStore, slot: str = "s") -> dict[str, str]:
    return {name: store.read(name).sections["main", "World"]["n"] for name in store.backups(slot)}


def test_what_is_written_over_becomes_a_backup(make: Make) -> None:
    store = make(backups=3)
    assert isinstance(store, KeepsBackups)
    for n in range(6):
        store.write("s", save(n=n, title=f"title {n}"))
    assert numbers(store) == {"s.bak1": "4", "s.bak2": "3", "s.bak3": "2"}
    assert [h.title for h in store.backups("S").values()] == ["title 4", "title 3", "title 2"]
    assert list(store.slots()) == ["s"]
    assert store.read("s").sections["main", "World"]["n"] == "5"


@pytest.mark.parametrize("most", [0, 1])
def test_a_store_keeps_as_many_backups_as_it_is_told(make: Make, most: int) -> None:
    store = make(backups=most)
    for n in range(3):
        store.write("s", save(n=n))
    assert list(numbers(store).values()) == ["1"][:most]


def test_what_was_set_aside_is_no_backup(make: Make) -> None:
    store = make()
    store.write("s", save(run="r1", revision="0a", n=1))
    store.write("s", save(run="r2", revision="0b", n=2))
    store.write("s", save(run="r2", revision="0c", n=3))
    assert list(numbers(store).values()) == ["2"]


def test_deleting_takes_the_backups_along(make: Make) -> None:
    store = make()
    for n in range(3):
        store.write("s", save(n=n))
    store.write("s2", save())
    store.delete("s")
    assert list(store.backups("s")) == []
    assert list(store.slots()) == ["s2"]
    store.write("s", save(n=9))
    assert list(store.backups("s")) == []


def test_a_backup_that_is_not_there_is_named(make: Make) -> None:
    store = make()
    store.write("s", save())
    store.write("s", save(n=2))
    with pytest.raises(NotFound, match=r"no save 's\.bak2'") as error:
        store.read("s.bak2")
    assert "s.bak1" in error.value.hint
    with pytest.raises(InvalidName, match="backup"):
        store.write("s.bak1", save())
    with pytest.raises(InvalidName, match="backup"):
        store.delete("s.bak1")


def test_a_conflict_is_never_lost_even_where_the_revision_is_a_lie(make: Make) -> None:
    store = make()
    for n in range(3):
        store.write("s", save(run=f"r{n}", revision="0a" if n < 2 else "0b", n=n))
        store.write("s", save(run=f"x{n}", revision=f"{n}c", n=10 + n))
    found = {store.read(slot).sections["main", "World"]["n"] for slot in store.slots()}
    assert found >= {"0", "1", "2", "12"}


# Signing


def test_a_signed_save_is_read_with_and_without_the_key(make: Make) -> None:
    make(key=b"secret").write("s", save())
    assert make(key=b"secret").read("s") == save()
    assert make().read("s") == save()
    assert b"secret" not in make().data("s")


def test_with_a_key_edits_are_evident(make: Make) -> None:
    store = make(key=b"secret")
    make().write("unsigned", save())
    make(key=b"other").write("foreign", save())
    for slot, says in (("unsigned", "has no Mac"), ("foreign", "was edited")):
        with pytest.raises(DamagedSave, match=says) as error:
            store.read(slot)
        assert error.value.report[0].code == "TW-SAVE-10"
        assert "no key" in error.value.report[0].hint
    assert list(store.damaged()) == ["foreign", "unsigned"]
    assert store.slots() == {}  # whoever has no key could write any title
    assert list(make().slots()) == ["foreign", "unsigned"]


def test_an_edited_save_is_taken_over_by_reading_without_and_writing_with_the_key(make: Make) -> None:
    make().write("s", save())
    make(key=b"secret").write("s", make().read("s"))
    assert make(key=b"secret").read("s") == save()


def test_a_key_is_not_empty_and_backups_not_negative(make: Make) -> None:
    with pytest.raises(Misuse):
        make(key=b"")
    with pytest.raises(Misuse, match="a key is bytes, not str"):
        make(key="secret")
    with pytest.raises(Misuse):
        make(backups=-1)


# Which is the newest


def header(revision: str, parent: str = "", created: str = "", play_time: float = 0.0) -> SaveHeader:
    return SaveHeader(revision=revision, parent=parent, created=created, play_time=play_time)


def test_of_saves_of_one_moment_the_higher_number_is_the_newest() -> None:
    headers = {
        name: SaveHeader(revision=name, created="2026-01-02T03:04:05Z") for name in ("auto-9", "auto-10", "auto-1")
    }
    assert newest(headers) == "auto-10"


def test_the_newest_is_found_by_descent_before_any_date() -> None:
    slots = {"old": header("a", created="2030-01-01T00:00:00Z"), "new": header("b", "a", "2026-01-01T00:00:00Z")}
    assert newest(slots) == "new"
    assert newest({**slots, "newest": header("c", "b", "2025-01-01T00:00:00Z")}) == "newest"


def test_the_newest_is_found_by_date_where_none_descends_from_the_other() -> None:
    slots = {"a": header("a", created="2026-01-01T00:00:00Z"), "b": header("b", created="2026-01-01T00:00:01Z")}
    assert newest(slots) == "b"
    slots = {"a": header("a", play_time=2.0), "b": header("b", play_time=1.0)}
    assert newest(slots) == "a"


def test_what_was_set_aside_is_never_the_newest() -> None:
    assert newest({"s": header("a"), "s.conflict-0f": header("b", "a"), "s.damaged-0f": header("c")}) == "s"
    assert newest({"s.conflict-0f": header("b")}) is None
    assert newest({}) is None


def test_a_ring_of_parents_is_no_trap() -> None:
    assert newest({"a": header("a", "b"), "b": header("b", "a"), "c": header("a", "a")}) in {"a", "b", "c"}


def test_the_time_of_a_save_is_in_its_header_not_in_the_file(make: Make) -> None:
    now = [datetime(2026, 1, 1, tzinfo=UTC)]
    store = make(clock=lambda: now[0])
    store.write("first", save(revision="a1"))
    now[0] += timedelta(seconds=1)
    store.write("second", save(revision="a2"))
    store.write("first.copy", store.read("first"))
    assert newest({k: v for k, v in store.slots().items() if k != "first.copy"}) == "second"


# Many at once


def test_two_stores_on_one_place_take_turns(make: Make) -> None:
    stores = [make() for _ in range(2)]

    def work(n: int) -> None:
        for step in range(8):
            stores[n].write("s", save(run=f"r{n}", revision=f"{n}{step}", n=n))

    threads = [threading.Thread(target=work, args=(n,)) for n in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert stores[0].read("s") == stores[1].read("s")
    assert stores[0].damaged() == {}


def test_a_save_is_written_by_a_thread_while_the_maker_goes_on(make: Make) -> None:
    store = make()
    with LastRequest(store) as saves:
        futures = [saves.write("s", save(n=n)) for n in range(50)]
        futures += [saves.write(f"own{n}", save(n=n)) for n in range(5)]
    assert all(future.done() for future in futures)
    assert store.read("s") == save(n=49)
    assert sorted(store.slots()) == ["own0", "own1", "own2", "own3", "own4", "s"]
