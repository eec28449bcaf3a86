"""What a game does not know survives it; where a load came from; what Continue means; saving by itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from talewright.errors import DamagedSave, Misuse, NotFound, SaveError
from talewright.game import Game
from talewright.game.autosave import Autosave, quick_load, quick_save
from talewright.game.console import complete
from talewright.savegame import FolderStore, LastRequest, MemoryStore, SaveDocument

Fresh = Callable[[], Game]


def through_text(game: Game) -> SaveDocument:
    return SaveDocument.parse(game.snapshot().to_bytes(), "slot")


def with_unknown(game: Game) -> SaveDocument:
    document = through_text(game)
    document.section("main:/smith#controller", "Smith")["Beard"] = {"length": 3, "colour": "red"}
    document.section("main:/smith", "GameObject")["scale"] = [2, 2, 2]
    document.section("main", "World")["weather"] = "rain"
    document.section("talewright", "Game")["difficulty"] = "hard"
    document.section("talewright", "Worlds")["later"] = 1
    document.section("ann", "SapituCharacter")["Gold"] = 12
    document.section("sapitu", "Characters")["leader"] = "ann"
    return document


def test_unknown_fields_of_what_is_known_survive_load_and_save(game: Game, fresh: Fresh) -> None:
    document = with_unknown(game)
    other = fresh()
    report = other.restore(SaveDocument.parse(document.to_bytes(), "slot"))
    assert "main:/smith#controller.Beard: no class declares it any more; it is kept" in report.unknown
    other.step(0.5)
    again = through_text(other)
    for name, cls, field in (
        ("main:/smith#controller", "Smith", "Beard"),
        ("main:/smith", "GameObject", "scale"),
        ("main", "World", "weather"),
        ("talewright", "Game", "difficulty"),
        ("talewright", "Worlds", "later"),
        ("ann", "SapituCharacter", "Gold"),
        ("sapitu", "Characters", "leader"),
    ):
        assert str(again.section(name, cls)[field]) == str(
            SaveDocument.parse(document.to_bytes()).section(name, cls)[field]
        )
    third = fresh()
    third.restore(again)
    assert third.snapshot() == again


def test_unknown_fields_of_the_header_survive_load_and_save(game: Game, fresh: Fresh) -> None:
    document = through_text(game)
    document.header = replace(document.header, extras={"Thumbnail": "slot1.png", "Chapter": 2})
    for _ in range(3):
        other = fresh()
        report = other.restore(SaveDocument.parse(document.to_bytes(), "slot"))
        assert "[SaveHeader].Thumbnail: nothing here knows it; it is kept" in report.unknown
        other.step(0.5)
        document = through_text(other)
        assert {k: str(v) for k, v in document.header.extras.items()} == {"Thumbnail": "slot1.png", "Chapter": "2"}
    other.restore(through_text(game))
    assert not other.snapshot().header.extras


def test_unknown_fields_go_with_their_owner(game: Game) -> None:
    game.restore(with_unknown(game))
    smith = game.world["/smith"]
    smith.delete()
    game.step()
    assert b"Beard" not in game.snapshot().body_bytes()
    game.world.spawn("smith", controller=game.project.code.scripts["Smith"]())
    assert b"Beard" not in game.snapshot().body_bytes()
    assert b"scale" not in game.snapshot().body_bytes()


def test_a_load_forgets_the_unknown_fields_of_the_load_before(game: Game) -> None:
    plain = through_text(game)
    game.restore(with_unknown(game))
    game.restore(plain)
    assert game.snapshot() == plain


def test_a_field_that_became_known_is_no_longer_carried_along(game: Game) -> None:
    document = through_text(game)
    document.section("main:/smith#controller", "Smith")["Heard"] = ["x"]
    del document.section("main:/smith#controller", "Smith")["angry"]
    game.restore(document)
    assert game.extras == {}


@pytest.fixture
def played(smith: Path) -> Game:
    game = Game.open(smith, seed=0)
    game.start()
    for n in range(3):
        game.step(1.0)
        game.save("slot1", title=f"save {n}")
    return game


def damage(game: Game, name: str) -> None:
    assert isinstance(game.saves, FolderStore)
    path = game.saves.folder / name
    path.write_bytes(path.read_bytes()[:-20])


def test_a_load_names_its_slot_and_never_takes_a_backup_by_itself(played: Game) -> None:
    assert played.load("slot1").source == "slot1"
    damage(played, "slot1.ini")
    before = played.snapshot()
    with pytest.raises(DamagedSave) as error:
        played.load("slot1")
    assert "recover('slot1')" in error.value.hint
    assert "slot1.bak1, slot1.bak2" in error.value.hint
    assert played.snapshot() == before


def test_a_backup_is_loaded_when_asked_for_and_the_report_says_so(played: Game) -> None:
    assert played.recover("slot1").source == "slot1"
    assert played.recover("slot1").moved == []
    damage(played, "slot1.ini")
    report = played.recover("slot1")
    assert (report.source, played.time) == ("slot1.bak1", 2.0)
    assert "slot1.bak1 was loaded, because: the save SaveGames/slot1.ini is damaged" in report.moved[0]
    damage(played, "slot1.ini.bak1")
    assert (played.recover("slot1").source, played.time) == ("slot1.bak2", 1.0)
    damage(played, "slot1.ini.bak2")
    with pytest.raises(DamagedSave) as error:
        played.recover("slot1")
    assert [finding.span.file.rpartition("/")[2] for finding in error.value.report] == [
        "slot1.ini", "slot1.ini.bak1", "slot1.ini.bak2",
    ]  # fmt: skip
    with pytest.raises(NotFound):
        played.recover("slot2")


def test_a_backup_is_loaded_by_its_name(played: Game) -> None:
    report = played.load("slot1.bak2")
    assert (report.source, played.time) == ("slot1.bak2", 1.0)


def test_a_damaged_slot_is_set_aside_by_the_next_save(played: Game) -> None:
    damage(played, "slot1.ini")
    played.recover("slot1")
    kept = played.save("slot1").kept
    assert kept is not None
    assert kept.startswith("slot1.damaged-")


def test_a_slot_that_is_gone_is_recovered_from_its_backup(played: Game) -> None:
    assert isinstance(played.saves, FolderStore)
    (played.saves.folder / "slot1.ini").unlink()
    assert played.recover("slot1").source == "slot1.bak1"


def test_continue_is_the_newest_by_descent_and_date(smith: Path) -> None:
    now = [datetime(2026, 1, 1, tzinfo=UTC)]
    store = MemoryStore(clock=lambda: now[0])
    game = Game.open(smith, saves=store)
    with pytest.raises(NotFound, match="nothing to continue"):
        game.resume()
    game.start()
    for slot in ("a", "b", "c"):
        game.save(slot)
        now[0] += timedelta(seconds=-10 if slot == "b" else 10)
    assert game.resume().source == "b"
    now[0] -= timedelta(days=1)  # a machine whose clock is wrong
    game.save("d")
    assert game.resume().source == "d"


# Autosave and quick save


def test_autosaves_are_a_ring_that_overwrites_nothing(game: Game) -> None:
    autosave = Autosave(game, every=10.0, keep=3)
    written = []
    for _ in range(12):
        game.step(5.0)
        written.append(autosave.step())
    assert written == [None, "auto-1", None, "auto-2", None, "auto-3", None, "auto-4", None, "auto-5", None, "auto-6"]
    assert list(game.saves.slots()) == ["auto-4", "auto-5", "auto-6"]
    assert game.load("auto-5").source == "auto-5"


def test_the_ring_of_another_run_is_gone_on_with(game: Game, fresh: Fresh) -> None:
    first = Autosave(game, keep=2)
    first.now()
    first.now()
    other = Game(game.project, saves=game.saves, seed=0)
    other.load("auto-2")
    assert Autosave(other, keep=2).now(title="checkpoint") == "auto-3"
    assert {slot: h.title for slot, h in game.saves.slots().items()} == {"auto-2": "", "auto-3": "checkpoint"}


def test_after_a_load_the_time_is_counted_from_there(game: Game) -> None:
    autosave = Autosave(game, every=10.0)
    game.save("slot1")
    game.step(10.0)
    assert autosave.step() == "auto-1"
    game.load("slot1")
    assert autosave.step() is None
    game.step(9.0)
    assert autosave.step() is None
    game.step(1.0)
    assert autosave.step() == "auto-2"


def test_an_autosave_that_fails_stops_no_game(game: Game) -> None:
    autosave = Autosave(game, every=1.0)
    controller = game.world["/smith"]["controller"]
    vars(controller)["angry"] = "very"
    game.step(1.0)
    assert autosave.step() is None
    assert isinstance(autosave.failed, SaveError)
    with pytest.raises(SaveError):
        autosave.now()
    vars(controller)["angry"] = False
    game.step(0.5)
    assert autosave.step() is None
    game.step(0.5)
    assert autosave.step() == "auto-1"
    assert autosave.failed is None


def test_an_old_autosave_that_cannot_be_deleted_makes_the_new_one_no_failure(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(slot: str) -> None:
        raise SaveError(f"{slot} cannot be deleted")

    autosave = Autosave(game, keep=1)
    autosave.now()
    monkeypatch.setattr(game.saves, "delete", refuse)
    assert autosave.now() == "auto-2"
    assert str(autosave.failed) == "auto-1 cannot be deleted"
    with LastRequest(game.saves) as background:
        autosave = Autosave(game, keep=1, background=background)
        autosave.now()
    assert isinstance(autosave.failed, SaveError)
    monkeypatch.undo()
    assert autosave.now() == "auto-4"


def test_autosaves_in_the_background(game: Game) -> None:
    with LastRequest(game.saves) as background:
        autosave = Autosave(game, keep=2, background=background)
        for _ in range(5):
            autosave.now()
            assert background.drain(10)
    assert list(game.saves.slots()) == ["auto-4", "auto-5"]


def test_an_autosave_needs_time_and_something_to_keep(game: Game) -> None:
    for options in ({"every": 0.0}, {"keep": 0}):
        with pytest.raises(Misuse):
            Autosave(game, **options)


def test_the_quick_save_is_one_slot(game: Game) -> None:
    with pytest.raises(NotFound):
        quick_load(game)
    quick_save(game, title="one")
    quick_save(game, title="two")
    assert quick_load(game).source == "quick"
    assert [h.title for h in game.saves.slots().values()] == ["two"]


def test_a_snapshot_of_a_loaded_game_names_its_parent(game: Game) -> None:
    document = through_text(game)
    game.restore(replace_revision(document, "0f"))
    assert game.snapshot().header.parent == "0f"


def replace_revision(document: SaveDocument, revision: str) -> SaveDocument:
    document.header = replace(document.header, revision=revision)
    return document


# Completion


@pytest.mark.parametrize(
    ("text", "gives"),
    [
        ("cre", ["createChar", "createItem", "createRandomItem"]),
        ("CREATEI", ["createItem"]),
        ("createItem ", ["bread", "sword1"]),
        ("createItem s", ["sword1"]),
        ("createItem sword1 ", []),
        ("help li", ["listItemTypes"]),
        ("give b", ["bread"]),
        ("loadChar ", ["ann"]),
        ("nonsense x", []),
        ("showChar ", []),
        ("createChar ", []),
        ('createItem "sw', ["sword1"]),
        ('createItem "sw" "', []),
    ],
)
def test_the_console_completes_words(played: Game, text: str, gives: list[str]) -> None:
    played.characters.save("ann")
    assert complete(played, text) == gives


def test_the_console_completes_what_lies_about(played: Game) -> None:
    item = played.run("createItem bread").split()[0]
    assert complete(played, "pickupItem ") == [item]
    assert "help" in complete(played, "")
