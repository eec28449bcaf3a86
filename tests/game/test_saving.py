"""Snapshot, restore, slots: one form for everything a game owns (API, sections 1 and 3)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from talewright.errors import DamagedSave, Misuse, NewerSave, NotFound, SaveError, TalewrightError, UnknownClass
from talewright.game import Conversation, Game
from talewright.messaging import Script
from talewright.project import Project
from talewright.rpg import Item
from talewright.savegame import FolderStore, MemoryStore, SaveDocument

Fresh = Callable[[], Game]


def talk_of(game: Game) -> Conversation:
    return game.world.component("/smith#talk", Conversation)


def play_into_the_middle(game: Game) -> None:
    """A conversation half way, a second world, a message under way, items owned and loose, streams drawn."""
    game.world.post("/cellar#proxy", "load")
    game.step()
    game.world.post("/cellar#proxy", "enable")
    game.step(0.25)
    game.worlds["cellar"].post("/rat#controller", "punch", power=50)
    game.characters.create_inventory(game.records[Item]["bread"])
    talk_of(game).start()
    talk_of(game).choose("sword")
    game.random("loot").random()


def text(game: Game) -> str:
    """What a save holds below its header."""
    return game.snapshot().body_bytes().decode()


def through_text(game: Game) -> SaveDocument:
    return SaveDocument.parse(game.snapshot().to_bytes(), "slot")


def test_everything_is_a_section_of_the_one_form(game: Game) -> None:
    play_into_the_middle(game)
    body = text(game)
    for header in (
        "[ann SapituCharacter]",
        "[main World]",
        "[main:/smith GameObject]",
        "[main:/smith#controller Smith]",
        "[main:/smith#talk Conversation]",
        "[cellar World]",
        "[cellar:/rat#controller Rat]",
        "[Libretto.Dialogues.Smith GPVar]",
        "[$gold Variable]",
        "[loot RandomStream]",
    ):
        assert f"\n{header}\n" in f"\n{body}"
    assert "position=(3,4,0)\ncomponents=(controller,talk)\n" in body
    assert "CharacterName=Ann of the Hill\n" in body


def test_saving_changes_nothing(game: Game) -> None:
    play_into_the_middle(game)
    before = text(game)
    game.save("slot1", title="Before")
    game.snapshot()
    assert text(game) == before


def test_a_load_into_a_fresh_game_gives_the_same_bytes(game: Game, fresh: Fresh) -> None:
    play_into_the_middle(game)
    other = fresh()
    other.restore(through_text(game))
    assert text(other) == text(game)


def test_a_load_over_a_dirty_game_equals_a_load_into_a_fresh_one(game: Game, fresh: Fresh) -> None:
    saved = through_text(game)
    play_into_the_middle(game)
    game.world.spawn("extra", controller=game.project.code.scripts["Rat"]())
    vars(game.world["/smith"]["controller"])["undeclared"] = 1
    game.world.post("/smith", "insulted")
    game.restore(saved)
    clean = fresh()
    clean.restore(saved)
    assert text(game) == text(clean)
    for one in (game, clean):
        play_into_the_middle(one)
        one.step(0.5)
    assert text(game) == text(clean)


def test_a_save_in_the_middle_of_a_conversation_resumes_there(game: Game, fresh: Fresh) -> None:
    play_into_the_middle(game)
    other = fresh()
    other.restore(through_text(game))
    talk, again = talk_of(game), talk_of(other)
    assert (again.line, again.options) == (talk.line, talk.options)
    assert other.conversation is again
    assert [i.id for i in other.characters["ann"].inventory] == [i.id for i in game.characters["ann"].inventory]
    assert other.variables.gpvars() == game.variables.gpvars()
    assert talk.advance() == again.advance()


def test_options_come_back_as_they_were_offered(game: Game, fresh: Fresh) -> None:
    talk_of(game).start()
    before = talk_of(game).options
    document = through_text(game)
    other = fresh()
    other.restore(document)
    assert talk_of(other).options == before
    assert talk_of(other).line == talk_of(game).line


def test_the_pause_behind_a_message_is_saved(game: Game, fresh: Fresh) -> None:
    talk_of(game).start()
    talk_of(game).choose("soot")
    other = fresh()
    other.restore(through_text(game))
    for one in (game, other):
        one.step()
        line = talk_of(one).line
        assert line is not None
        assert line.text == "Out!"
    assert text(game) == text(other)


def test_who_lives_at_the_same_address_keeps_identity_and_gets_its_whole_state(game: Game) -> None:
    controller = game.world["/smith"]["controller"]
    saved = through_text(game)
    vars(controller).update(angry=True, wrong=1, _face="old")
    controller_list = vars(controller)["heard"]
    controller_list.append("x")
    game.restore(saved)
    assert game.world["/smith"]["controller"] is controller
    assert (getattr(controller, "angry"), getattr(controller, "heard")) == (False, [])  # noqa: B009
    assert "wrong" not in vars(controller)
    assert vars(controller)["_face"] == "made again"


def test_surplus_objects_are_gone_and_missing_ones_are_spawned(game: Game) -> None:
    saved = through_text(game)
    extra = game.world.spawn("extra", controller=game.project.code.scripts["Rat"]())
    smith = game.world["/smith"]
    smith.delete()
    game.step()
    game.restore(saved)
    assert not extra.alive
    assert not smith.alive
    assert game.world["/smith"].alive


def test_what_was_set_but_not_declared_is_in_the_report(game: Game) -> None:
    controller = game.world["/smith"]["controller"]
    controller.helth = 5  # type: ignore[attr-defined]
    report = game.save("slot1")
    assert list(report.skipped) == ["main:/smith#controller.helth"]
    assert "not declared" in report.skipped["main:/smith#controller.helth"]
    assert "[main:/smith#controller Smith]" in report.written


def test_a_value_that_does_not_fit_its_field_is_named_and_nothing_is_written(game: Game) -> None:
    vars(game.world["/smith"]["controller"])["angry"] = "very"
    with pytest.raises(SaveError, match=r"main:/smith#controller\.angry"):
        game.save("slot1")
    assert game.saves.slots() == {}


def unknown_class(document: SaveDocument) -> None:
    document.rename_class("Smith", "Swordsmith")


def wrong_value(document: SaveDocument) -> None:
    document.section("main:/smith#controller", "Smith")["angry"] = "perhaps"


def missing_component(document: SaveDocument) -> None:
    document.section("main:/smith", "GameObject")["components"] = ["controller", "talk", "hat"]


def wrong_count(document: SaveDocument) -> None:
    document.section("$gold", "Variable")["number"] = "many"


def lost_item(document: SaveDocument) -> None:
    document.section("ann", "SapituCharacter")["inventoryRecords"] = "nothing"


@pytest.mark.parametrize("damage", [unknown_class, wrong_value, missing_component, wrong_count, lost_item])
def test_a_load_that_fails_changes_nothing(game: Game, damage: Callable[[SaveDocument], None]) -> None:
    play_into_the_middle(game)
    document = through_text(game)
    damage(document)
    game.step(0.1)
    before = text(game)
    with pytest.raises(TalewrightError):
        game.restore(document)
    assert text(game) == before


def test_an_unknown_script_class_is_refused_by_name(game: Game) -> None:
    document = through_text(game)
    document.rename_class("Smith", "Swordsmith")
    with pytest.raises(
        UnknownClass, match=r"(?s)main:/smith#controller.*Swordsmith|Swordsmith.*main:/smith#controller"
    ):
        game.restore(document)


def test_other_unknown_sections_are_kept_and_reported(game: Game, fresh: Fresh) -> None:
    body = through_text(game)
    document = SaveDocument(body.header, {**body.sections, ("quest", "QuestLog"): {"step": 3, "names": ["a", "b"]}})
    other = fresh()
    report = other.restore(SaveDocument.parse(document.to_bytes(), "slot"))
    assert any("quest QuestLog" in line for line in report.unknown)
    assert "[quest QuestLog]\nstep=3\nnames=(a,b)\n" in text(other)


def test_a_count_whose_tag_is_gone_is_kept(game: Game, fresh: Fresh) -> None:
    body = through_text(game)
    gone = "Libretto.Dialogues.Nobody"
    document = SaveDocument(body.header, {**body.sections, (gone, "GPVar"): {"started": 2}})
    other = fresh()
    report = other.restore(document)
    assert any(gone in line for line in report.unknown)
    assert other.variables.gpvar(gone).started == 2
    assert f"[{gone} GPVar]\nstarted=2\n" in text(other)


def test_slots_are_files_in_the_project_s_saved_folder(smith: Path) -> None:
    game = Game.open(smith, seed=1)
    game.start()
    game.place = "the forge"
    game.step(1.5)
    game.save("slot1", title="At the smithy")
    assert (smith / "Saved" / "SaveGames" / "slot1.ini").is_file()
    header = game.saves.slots()["slot1"]
    assert (header.title, header.place, header.play_time) == ("At the smithy", "the forge", 1.5)
    again = Game.open(smith)
    report = again.load("slot1")
    assert report.source == "slot1"
    assert text(again) == text(game)
    assert again.time == 1.5


def test_a_game_without_a_folder_refuses_to_save_into_nowhere() -> None:
    game = Game()
    game.world.spawn("thing", controller=Script())
    with pytest.raises(Misuse, match="nowhere to save") as error:
        game.save("slot1")
    assert "saves=" in error.value.hint


def test_save_and_load_work_before_start(fresh: Fresh) -> None:
    game = fresh()
    game.save("slot1")
    game.load("slot1")
    assert not game.state.started


def test_a_missing_slot_is_named_with_a_near_one(game: Game) -> None:
    game.save("slot1")
    with pytest.raises(NotFound, match="slot2") as error:
        game.load("slot2")
    assert "slot1" in error.value.hint


def test_a_damaged_slot_is_refused_with_its_place(smith: Path) -> None:
    game = Game.open(smith)
    game.start()
    game.save("slot1")
    path = smith / "Saved" / "SaveGames" / "slot1.ini"
    path.write_bytes(path.read_bytes().replace(b"angry=False", b"angry=True "))
    before = text(game)
    with pytest.raises(DamagedSave) as error:
        game.load("slot1")
    (found,) = error.value.report.errors
    assert found.span.file.endswith("slot1.ini")
    assert found.hint
    assert text(game) == before


def test_a_save_of_a_later_version_is_refused_untouched(game: Game) -> None:
    from dataclasses import replace

    document = through_text(game)
    document.header = replace(document.header, schema=9)
    with pytest.raises(NewerSave):
        game.restore(document)


def test_a_slot_of_another_run_is_set_aside_and_not_lost(smith: Path) -> None:
    """API, rule 7."""
    one, two = Game.open(smith, seed=1), Game.open(smith, seed=2)
    for game in (one, two):
        game.start()
    assert one.save("slot1", title="one").kept is None
    assert one.save("slot1", title="one again").kept is None
    kept = two.save("slot1", title="two").kept
    assert kept is not None
    titles = {slot: header.title for slot, header in two.saves.slots().items()}
    assert titles == {"slot1": "two", kept: "one again"}


def test_a_loaded_slot_is_one_s_own(smith: Path) -> None:
    one = Game.open(smith)
    one.start()
    one.save("slot1", title="one")
    two = Game.open(smith)
    two.load("slot1")
    assert two.save("slot1", title="two").kept is None
    assert list(two.saves.slots()) == ["slot1"]


def test_a_renamed_tag_keeps_its_counts_through_a_redirect(smith: Path, game: Game) -> None:
    talk_of(game).start()
    document = through_text(game)
    (smith / "Dialogues" / "D_Smith.yarn").rename(smith / "Dialogues" / "D_Blacksmith.yarn")
    rows = "".join(
        f'GameplayTagRedirects=(OldTagName="Libretto.Dialogues.Smith{rest}",'
        f'NewTagName="Libretto.Dialogues.Blacksmith{rest}")\n'
        for rest in ("", ".Forge")
    )
    scripts = smith / "scripts.py"
    scripts.write_text(
        scripts.read_text(encoding="utf-8").replace('Conversation("Smith")', 'Conversation("Blacksmith")'),
        encoding="utf-8",
    )
    tags = smith / "Config" / "Tags" / "Renamed.ini"
    tags.parent.mkdir()
    tags.write_text(f"[/Script/GameplayTags.GameplayTagsList]\n{rows}", encoding="utf-8")
    other = Game(Project.open(smith), saves=MemoryStore())
    for section in document.of_class("Conversation").values():
        section["dialogue"] = "Blacksmith"
        section["position"] = None
    report = other.restore(document)
    assert other.variables.gpvar("Blacksmith.Forge").started == 1
    assert any("Blacksmith" in line for line in report.moved)


def test_a_store_may_be_a_folder_or_any_store(project: Project, tmp_path: Path) -> None:
    game = Game(project, saves=tmp_path / "mine")
    game.start()
    game.save("a")
    assert isinstance(game.saves, FolderStore)
    assert (tmp_path / "mine" / "a.ini").is_file()


def test_what_does_not_fit_is_named_with_its_line_in_the_slot(smith: Path) -> None:
    """A save naming an unknown script class ends in one message with file, line and column."""
    game = Game.open(smith)
    game.start()
    game.save("slot1")
    text = (smith / "Saved" / "SaveGames" / "slot1.ini").read_text(encoding="utf-8")
    line = text.split("[main:/smith#controller Smith]")[0].count("\n") + 1
    scripts = smith / "scripts.py"
    scripts.write_text(
        scripts.read_text(encoding="utf-8").replace("class Smith(", "class Smyth(").replace("=Smith()", "=Smyth()"),
        encoding="utf-8",
    )
    with pytest.raises(UnknownClass, match="Smith") as error:
        Game.open(smith).load("slot1")
    (found,) = error.value.report.errors
    assert (found.span.file, found.span.line, found.span.column) == ("SaveGames/slot1.ini", line, 1)
    assert "did you mean" in found.hint


@pytest.mark.parametrize(
    ("section", "field", "value"),
    [(("talewright", "Game"), "time", -5), (("Libretto.Dialogues.Smith", "GPVar"), "started", -1)],
)
def test_a_number_that_no_game_has_is_refused(game: Game, section: tuple[str, str], field: str, value: int) -> None:
    game.variables.gpvar("Smith").started = 1
    document = through_text(game)
    document.section(*section)[field] = value
    before = text(game)
    with pytest.raises(SaveError, match="below zero"):
        game.restore(document)
    assert text(game) == before


def test_a_count_under_a_name_that_is_no_tag_is_kept(game: Game, fresh: Fresh) -> None:
    body = through_text(game)
    other = fresh()
    report = other.restore(SaveDocument(body.header, {**body.sections, ("a\x07b", "GPVar"): {"started": 1}}))
    assert any("a\x07b" in line for line in report.unknown)


@pytest.mark.parametrize("wrong", [{"title": None}, {"title": 3}, {"preview": 3}])
def test_a_title_that_is_no_text_is_said(wrong: dict[str, Any]) -> None:
    game = Game(saves=MemoryStore())
    with pytest.raises(Misuse, match="of a save is text"):
        game.save("slot1", **wrong)
    assert not game.saves.slots()
