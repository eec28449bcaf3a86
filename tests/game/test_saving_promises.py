"""The ten promises of saving, a test each; `docs/saving.md` has a sentence for each. Details are proved elsewhere:
`tests/savegame/` (killed at every call, every byte), `tests/property/test_saves_*.py` (random games, every step).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from talewright.errors import DamagedSave, NewerSave
from talewright.game import Game
from talewright.savegame import (
    ByteStore,
    FolderStore,
    MemoryStore,
    SaveDocument,
    SqliteStore,
    Store,
    migrate,
    migration,
)
from talewright.savegame.disk import Disk
from talewright.savegame.header import MAX_HEADER

Fresh = Callable[[], Game]


class Killed(BaseException):
    pass


class Dying(Disk):
    """Dies right before the new save would take the place of the old one."""

    def replace(self, source: Path, target: Path) -> None:
        if target.suffix == ".ini":
            raise Killed
        super().replace(source, target)

    def remove(self, path: Path) -> None:
        raise Killed


def test_promise_01_after_a_kill_the_last_save_or_the_one_before_is_loaded_and_it_says_which(smith: Path) -> None:
    folder = smith / "Saved" / "SaveGames"
    game = Game.open(smith, seed=0, saves=FolderStore(folder))
    game.start()
    game.save("slot1", title="first")
    game.step(1.0)
    game._saves = FolderStore(folder, system=Dying())
    with pytest.raises(Killed):
        game.save("slot1", title="second")
    again = Game.open(smith, saves=FolderStore(folder))
    assert (again.load("slot1").source, again.time) == ("slot1", 0.0)
    (folder / "slot1.ini").unlink()
    (folder / "slot1.ini").write_bytes(b"")  # a disk that lost what it had confirmed
    assert (again.recover("slot1").source, again.time) == ("slot1.bak1", 0.0)


def test_promise_02_a_save_is_one_flush_and_one_rename(game: Game, tmp_path: Path) -> None:
    calls: list[str] = []

    class Watched(Disk):
        def sync(self, descriptor: int) -> None:
            calls.append("flush")
            super().sync(descriptor)

        def replace(self, source: Path, target: Path) -> None:
            if target.suffix == ".ini":
                calls.append("rename")
            super().replace(source, target)

    store = FolderStore(tmp_path, system=Watched())
    for _ in range(3):
        calls.clear()
        store.write("slot1", game.snapshot())
        assert calls == ["flush", "rename"]


@pytest.mark.parametrize("kind", [FolderStore, SqliteStore, MemoryStore])
def test_promise_03_older_saves_are_kept_and_rotate(game: Game, tmp_path: Path, kind: type) -> None:
    store: ByteStore = MemoryStore() if kind is MemoryStore else kind(tmp_path / "saves")
    for n in range(6):
        store.write("slot1", game.snapshot(title=f"save {n}"))
    assert {name: h.title for name, h in store.backups("slot1").items()} == {
        "slot1.bak1": "save 4",
        "slot1.bak2": "save 3",
        "slot1.bak3": "save 2",
    }
    if isinstance(store, SqliteStore):
        store.close()


def test_promise_04_any_changed_byte_is_noticed(game: Game) -> None:
    data = game.snapshot(title="At the smithy").to_bytes()
    for at in range(0, len(data), 1 if os.environ.get("TALEWRIGHT_SLOW") else 7):
        with pytest.raises((DamagedSave, NewerSave)):
            SaveDocument.parse(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])


def test_promise_05_old_saves_are_migrated_and_newer_ones_refused_untouched(game: Game) -> None:
    @migration(to=2)
    def two(save: SaveDocument) -> None:
        save.section("main:/smith#controller", "Smith")["angry"] = True

    @migration(to=3)
    def three(save: SaveDocument) -> None:
        save.section("talewright", "Game")["place"] = "the forge"

    old = game.snapshot()
    for steps in ([two], [two, three]):
        migrated, ran = migrate(old, steps)
        assert (len(ran), migrated.header.schema) == (len(steps), len(steps) + 1)
    one_by_one = migrate(migrate(old, [two]).document, [two, three]).document
    assert one_by_one == migrate(old, [two, three]).document
    game.saves.write("late", one_by_one)
    before, state = game.saves.read("late").to_bytes(), game.snapshot()
    with pytest.raises(NewerSave, match="version 3"):
        game.load("late")
    assert game.saves.read("late").to_bytes() == before
    assert game.snapshot() == state


def test_promise_06_what_the_game_does_not_know_survives(game: Game, fresh: Fresh) -> None:
    document = game.snapshot()
    document.add_section("quest", "QuestLog").update(step=3, names=["a", "b"])
    document.section("main:/smith#controller", "Smith")["beard"] = {"length": 3}
    document.section("main", "World")["weather"] = "rain"
    document.header = replace(document.header, extras={"Thumbnail": "slot1.png"})
    other = fresh()
    report = other.restore(SaveDocument.parse(document.to_bytes()))
    assert other.snapshot() == document
    assert [line.split(":")[0] for line in report.unknown] == ["[quest QuestLog]", "[SaveHeader].Thumbnail", "main"]
    assert SaveDocument.parse(document.to_bytes()).header.extras == {"Thumbnail": "slot1.png"}


def test_promise_07_loading_runs_no_code_and_imports_nothing(game: Game, fresh: Fresh) -> None:
    document = game.snapshot()
    document.add_section("antigravity", "os.system").update(
        {"__class__": "os.system", "x": {"$os.system": ["ls"]}, "__reduce__": ["eval", "1"]}
    )
    document.section("main:/smith#controller", "Smith")["__class__"] = "antigravity"
    before = set(sys.modules)
    fresh().restore(SaveDocument.parse(document.to_bytes()))
    assert set(sys.modules) == before


def test_promise_08_a_list_of_slots_reads_small_headers_only(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = FolderStore(tmp_path)
    document = game.snapshot(title="At the smithy")
    document.add_section("big", "Thing")["text"] = "x" * 1_000_000
    store.write("slot1", document)
    asked: list[int] = []
    real = os.read

    def read(descriptor: int, size: int) -> bytes:
        asked.append(size)
        return real(descriptor, size)

    monkeypatch.setattr(os, "read", read)
    header = store.slots()["slot1"]
    assert sum(asked) == MAX_HEADER
    assert (header.title, header.schema, header.play_time) == ("At the smithy", 1, 0.0)


def test_promise_09_a_signature_makes_edits_evident_and_can_be_switched_off(game: Game, tmp_path: Path) -> None:
    signed, unsigned = FolderStore(tmp_path, key=b"of the game"), FolderStore(tmp_path)
    signed.write("slot1", game.snapshot())
    assert signed.read("slot1") == unsigned.read("slot1")
    edited = unsigned.read("slot1")
    edited.section("ann", "SapituCharacter")["Health"] = 999
    unsigned.write("slot1", edited)
    with pytest.raises(DamagedSave, match="has no Mac"):
        signed.read("slot1")
    signed.write("slot1", unsigned.read("slot1"))  # the way to accept it
    assert signed.read("slot1") == edited


@pytest.mark.parametrize("kind", [FolderStore, SqliteStore, MemoryStore])
def test_promise_10_of_two_games_on_one_slot_both_saves_stay(smith: Path, tmp_path: Path, kind: type) -> None:
    store: Store = MemoryStore() if kind is MemoryStore else kind(tmp_path / "saves")
    one, two = (Game.open(smith, saves=store, seed=n) for n in range(2))
    one.start()
    one.save("slot1", title="one")
    two.load("slot1")
    one.step(1.0)
    two.step(2.0)
    assert two.save("slot1", title="two").kept is None  # it descends from what was there
    kept = one.save("slot1", title="one again").kept
    assert kept is not None
    assert {slot: h.title for slot, h in store.slots().items()} == {"slot1": "one again", kept: "two"}
    assert store.slots()[kept].parent == store.read("slot1.bak1").header.revision
    if isinstance(store, SqliteStore):
        store.close()
