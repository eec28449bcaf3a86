"""Hot reload: a changed project under a running game (API, rule 6; tags.md section 9.7)."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from talewright.errors import Misuse
from talewright.game import Conversation, Game
from talewright.rpg import Item
from talewright.savegame import MemoryStore


@pytest.fixture
def live(smith: Path) -> Game:
    game = Game.open(smith, seed=0, saves=MemoryStore())
    game.start()
    return game


def rewrite(folder: Path, name: str, old: str, new: str) -> None:
    path = folder / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def talk_of(game: Game) -> Conversation:
    return game.world.component("/smith#talk", Conversation)


def test_a_changed_line_is_shown_and_the_place_is_kept(live: Game, smith: Path) -> None:
    talk = talk_of(live)
    talk.start()
    talk.choose("sword")
    rewrite(smith, "Dialogues/D_Smith.yarn", "That is the last one.", "That was the very last one.")
    assert live.reload().errors == []
    assert talk_of(live) is talk
    assert talk.line is not None
    assert talk.line.text == "That was the very last one."


def test_a_changed_method_and_a_new_property_arrive_in_the_same_object(live: Game, smith: Path) -> None:
    controller = live.world["/smith"]["controller"]
    live.world.post("/smith", "insulted")
    live.step()
    rewrite(smith, "scripts.py", "    ended: int = 0\n", "    ended: int = 0\n    patience: int = 3\n")
    rewrite(smith, "scripts.py", "self.angry = True", "self.angry = True; self.patience -= 1")
    assert live.reload().errors == []
    assert live.world["/smith"]["controller"] is controller
    assert vars(controller)["angry"] is True
    assert getattr(controller, "patience") == 3  # noqa: B009
    live.world.post("/smith", "insulted")
    live.step()
    assert getattr(controller, "patience") == 2  # noqa: B009
    assert vars(controller)["_face"] == "made again"


def test_changed_records_are_those_of_the_next_item_and_of_existing_ones(live: Game, smith: Path) -> None:
    live.run("give sword1")
    rewrite(smith, "Config/SapituItemDB.ini", "Short sword", "Long sword")
    assert live.reload().errors == []
    assert live.records[Item]["sword1"].DisplayName == "Long sword"
    assert live.characters["ann"].inventory[0].base.DisplayName == "Long sword"
    assert live.run("createItem sword1").split("  ")[1] == "Long sword"


def test_what_a_reload_spawns_later_is_of_the_new_class(live: Game, smith: Path) -> None:
    rewrite(smith, "scripts.py", "health: int = 200", "health: int = 300")
    assert live.reload().errors == []
    live.world.post("/cellar#proxy", "load")
    live.step()
    assert getattr(live.worlds["cellar"]["/rat"]["controller"], "health") == 300  # noqa: B009
    assert live.faults == []


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("Dialogues/D_Smith.yarn", "<<jump Street>>", "<<jump Stret>>"),
        ("scripts.py", "class Rat(Script):", "class Rat(Script:"),
        ("Config/SapituItemDB.ini", "level=(min=1,max=10)", "level=(min=1,max="),
        ("scripts.py", "class Smith(Script):", "class Blacksmith(Script):"),
        ("scripts.py", "angry: bool = False", "angry: list[int] = []"),
    ],
)
def test_a_change_that_does_not_fit_changes_nothing(live: Game, smith: Path, name: str, old: str, new: str) -> None:
    talk_of(live).start()
    vars(live.world["/smith"]["controller"])["angry"] = True
    before, project = live.snapshot(), live.project
    controller, cls = live.world["/smith"]["controller"], type(live.world["/smith"]["controller"])
    rewrite(smith, name, old, new)
    report = live.reload()
    assert report.errors
    assert live.project is project
    assert live.snapshot() == before
    assert type(controller) is cls
    live.world.post("/smith", "insulted")
    live.step()
    assert live.faults == []


def test_a_renamed_node_is_followed_and_its_counts_come_along(live: Game, smith: Path) -> None:
    live.project.cook()
    talk_of(live).start("Street")
    rewrite(smith, "Dialogues/D_Smith.yarn", "title: Street", "title: Alley")
    rewrite(smith, "Dialogues/D_Smith.yarn", "<<jump Street>>", "<<jump Alley>>")
    report = live.reload()
    assert report.errors == []
    position = talk_of(live).position
    assert position is not None
    assert position.node == "Alley"
    assert live.variables.gpvar("Smith.Alley").started == 1
    assert [d.severity for d in report if d.code == "TW-GAME-02"] == ["information"]


def test_reload_is_no_load_of_another_slot(live: Game, smith: Path) -> None:
    live.save("slot1")
    live.reload()
    assert live.save("slot1").kept is None


def test_it_is_no_matter_of_a_callback(smith: Path) -> None:
    rewrite(smith, "scripts.py", "self.angry = True", "self.game.reload()")
    live = Game.open(smith, seed=0, saves=MemoryStore())
    live.start()
    project = live.project
    live.world.post("/smith", "insulted")
    live.step()
    assert [type(fault.error).__name__ for fault in live.faults] == ["Misuse"]
    assert live.project is project


def test_it_needs_a_folder() -> None:
    with pytest.raises(Misuse, match="without a project folder"):
        Game().reload()


STREET, ALLEY = "Libretto.Dialogues.Smith.Street", "Libretto.Dialogues.Smith.Alley"


def rename_street(folder: Path, header: str = "") -> None:
    rewrite(folder, "Dialogues/D_Smith.yarn", "title: Street\n", f"title: Alley\n{header}")
    rewrite(folder, "Dialogues/D_Smith.yarn", "<<jump Street>>", "<<jump Alley>>")


def test_the_report_tells_the_changed_tags_once_and_whole(live: Game, smith: Path) -> None:
    assert not live.reload().tags
    rename_street(smith, "formerly: Street\n")
    rewrite(smith, "Dialogues/D_Smith.yarn", "#line:soot", "#line:ash")
    changes = live.reload().tags
    reply = "Libretto.Dialogues.Smith.Choice_need.Reply_{}".format
    assert (changes.added, changes.removed) == ((reply("ash"),), (reply("soot"),))
    assert dict(changes.renamed) == {STREET: ALLEY}
    assert not live.reload().tags


def test_a_file_with_another_name_is_renamed_and_nothing_else(smith: Path) -> None:
    rewrite(smith, "Dialogues/D_Smith.yarn", "title: Street\n", "title: Street\nselectors: Gossip Bye\n")
    code = (smith / "scripts.py").read_text(encoding="utf-8")
    live = Game.open(smith, seed=0, saves=MemoryStore())
    count = sum(1 for tag in live.tags if tag.name.startswith("Libretto.Dialogues.Smith"))
    (smith / "Dialogues/D_Smith.yarn").rename(smith / "Dialogues/D_Ferrick.yarn")
    (smith / "scripts.py").write_text(
        code.replace('Conversation("Smith")', 'Conversation("Ferrick")'), encoding="utf-8"
    )
    report = live.reload()
    assert report.errors == []
    assert (report.tags.added, report.tags.removed) == ((), ())
    assert len(report.tags.renamed) == count  # and the implicit SubdialogueSelectors moved along
    assert str(report.tags) == f"0 added, 0 removed, {count} renamed"


@pytest.mark.parametrize("how", ["uid", "formerly", "lines", "lock"])
def test_counts_follow_a_renamed_sub_dialogue(smith: Path, how: str) -> None:
    if how == "uid":
        rewrite(smith, "Dialogues/D_Smith.yarn", "title: Street\n", "title: Street\nuid: n1\n")
    forge = '<<if visited("Street")>>\n    Smith: Back so soon? #line:soon\n<<endif>>\n<<if visited("Forge")>>\n'
    rewrite(smith, "Dialogues/D_Smith.yarn", '<<if visited("Forge")>>\n', forge)
    live = Game.open(smith, seed=0, saves=MemoryStore())
    if how == "lock":
        live.project.cook()
        live = Game.open(smith, seed=0, saves=MemoryStore())
    live.start()
    talk_of(live).start("Street")
    talk_of(live).advance()
    live.variables["gold"] = 3
    rename_street(smith, "formerly: Street\n" if how == "formerly" else "")
    rewrite(smith, "Dialogues/D_Smith.yarn", 'visited("Street")', 'visited("Alley")')
    if how in ("uid", "formerly"):
        rewrite(smith, "Dialogues/D_Smith.yarn", "And stay out. #line:stay", "Away. #line:away")
    report = live.reload()
    assert report.errors == []
    assert sorted(report.moved) == [
        "$Yarn.Internal.Visiting.Street is $Yarn.Internal.Visiting.Alley now",
        f"the counts of {STREET} are those of {ALLEY} now",
    ]
    assert live.variables.gpvar("Smith.Alley").started == 1
    assert live.variables.gpvar("Smith").completed == 1
    assert live.variables["gold"] == 3
    talk_of(live).start()
    line = talk_of(live).line
    assert line is not None
    assert line.text == "Back so soon?"


def test_swapped_names_keep_their_counts_by_uids(smith: Path) -> None:
    rewrite(smith, "Dialogues/D_Smith.yarn", "title: Street\n", "title: Street\nuid: n1\n")
    rewrite(smith, "Dialogues/D_Smith.yarn", "title: Forge\n", "title: Forge\nuid: n2\n")
    live = Game.open(smith, seed=0, saves=MemoryStore())
    live.start()
    talk_of(live).start("Street")
    talk_of(live).advance()
    for old, new in (
        ("title: Street", "title: F"),
        ("title: Forge", "title: Street"),
        ("title: F\n", "title: Forge\n"),
    ):
        rewrite(smith, "Dialogues/D_Smith.yarn", old, new)
    rewrite(smith, "Dialogues/D_Smith.yarn", "<<jump Street>>", "<<jump Forge>>")
    assert live.reload().errors == []
    assert (live.variables.gpvar("Smith.Forge").started, live.variables.gpvar("Smith.Street").started) == (1, 0)


def test_a_slot_from_before_several_renames_is_healed(live: Game, smith: Path) -> None:
    talk_of(live).start("Street")
    live.save("before")
    rename_street(smith)
    assert live.reload().errors == []
    rewrite(smith, "Dialogues/D_Smith.yarn", "Alley", "Lane")
    assert live.reload().errors == []
    assert live.variables.gpvar("Smith.Lane").started == 1
    assert f"the counts of {STREET} are those of Libretto.Dialogues.Smith.Lane now" in live.load("before").moved
    assert live.variables.gpvar("Smith.Lane").started == 1


def test_a_failed_reload_between_keeps_what_the_elements_were_called(live: Game, smith: Path) -> None:
    talk_of(live).start("Street")
    rewrite(smith, "Dialogues/D_Smith.yarn", "title: Street\n", "title: Alley\n")
    assert live.reload().errors  # the jump still leads to Street
    rewrite(smith, "Dialogues/D_Smith.yarn", "<<jump Street>>", "<<jump Alley>>")
    assert live.reload().errors == []
    assert live.variables.gpvar("Smith.Alley").started == 1


def test_a_redirect_that_people_wrote_comes_first(live: Game, smith: Path) -> None:
    talk_of(live).start("Street")
    talk_of(live).advance()
    rename_street(smith)
    (smith / "Config/Tags").mkdir()
    (smith / "Config/Tags/Old.ini").write_text(
        "[/Script/GameplayTags.GameplayTagsList]\n"
        f'GameplayTagRedirects=(OldTagName="{STREET}",NewTagName="Libretto.Dialogues.Smith.Forge")\n',
        encoding="utf-8",
    )
    assert live.reload().errors == []
    assert live.variables.gpvar("Smith.Forge").started == 1


def test_what_is_remembered_for_the_next_start_knows_nothing_of_the_session(smith: Path) -> None:
    (smith / "Saved").mkdir()
    live = Game.open(smith, seed=0)
    live.start()
    rename_street(smith)
    assert live.reload().errors == []
    assert live.tags.status(STREET) == "redirected"
    clean = Game.open(smith, seed=0)
    assert clean.tags.status(STREET) == "unknown"


def test_a_project_that_started_from_what_was_remembered_follows_renames_too(smith: Path) -> None:
    (smith / "Saved").mkdir()
    Game.open(smith, seed=0)
    live = Game.open(smith, seed=0)  # nothing changed: no dialogue is read before one is played
    live.start()
    talk_of(live).start("Street")
    talk_of(live).advance()
    rename_street(smith)
    assert live.reload().errors == []
    assert live.tags.status(STREET) == "redirected"
    assert live.variables.gpvar("Smith.Alley").started == 1


def test_a_renamed_dialogue_is_followed_in_play_and_out_of_play(live: Game, smith: Path) -> None:
    for in_play, name in ((False, "Blacksmith"), (True, "Armourer")):
        talk = talk_of(live)
        if in_play:
            talk.start()
        (smith / f"Dialogues/D_{talk.dialogue}.yarn").rename(smith / f"Dialogues/D_{name}.yarn")
        before = talk.dialogue
        report = live.reload()
        assert report.errors == []
        assert f"main:/smith#talk: {before}: the dialogue is called {name} now" in report.moved
        assert (talk.dialogue, talk.playing) == (name, in_play)
    assert talk.line is not None
    assert live.variables.gpvar("Armourer").started == 1


def test_a_dialogue_that_is_deleted_in_play_keeps_the_old_project(live: Game, smith: Path) -> None:
    talk = talk_of(live)
    talk.start()
    path = smith / "Dialogues/D_Smith.yarn"
    text = path.read_bytes()
    path.unlink()
    (error,) = live.reload().errors
    assert str(error.span) == "Dialogues/D_Smith.yarn:1:8"
    assert error.message.startswith("main:/smith#talk is in the middle of what is gone")
    assert "bring the file back" in error.hint
    talk.choose("sword")
    assert talk.line is not None
    assert talk.line.text == "That is the last one."
    talk.advance()
    report = live.reload()
    assert report.errors == []
    assert "main:/smith#talk: Smith: the dialogue is gone, so it cannot be started" in report.moved
    assert live.tags.status(STREET) == "unknown"
    path.write_bytes(text)
    assert live.reload().errors == []
    assert live.variables.gpvar("Smith").started == 1
    talk.start()
    assert talk.playing


def test_a_deleted_node_in_play_names_its_place(live: Game, smith: Path) -> None:
    talk_of(live).start("Street")
    rewrite(smith, "Dialogues/D_Smith.yarn", "    <<jump Street>>\n", "")
    rewrite(smith, "Dialogues/D_Smith.yarn", "title: Street\n---\nSmith: And stay out. #line:stay\n===\n", "")
    (error,) = live.reload().errors
    assert error.span.file == "Dialogues/D_Smith.yarn"
    assert "#fallback:" in error.hint


def test_a_new_dialogue_can_be_played_at_once(live: Game, smith: Path) -> None:
    (smith / "Dialogues/D_Bard.yarn").write_text("title: Stage\n---\nBard: La. #line:la\n===\n", encoding="utf-8")
    assert live.reload().tags.added == (
        "Libretto.Dialogues.Bard",
        "Libretto.Dialogues.Bard.Stage",
    )
    talk = Conversation("Bard")
    live.world.spawn("bard", talk=talk)
    talk.start()
    assert talk.line is not None
    assert talk.line.text == "La."


def test_changed_settings_arrive_and_saved_ones_stay(live: Game, smith: Path) -> None:
    rewrite(smith, "Config/DefaultGame.ini", "Name=The smith", "Name=The forge")
    assert live.reload().errors == []
    assert live.project.name == "The forge"


@pytest.mark.parametrize("text", ["raise SystemExit(3)\n", "import sys\nsys.exit()\n"])
def test_code_that_ends_the_program_is_a_finding(live: Game, smith: Path, text: str) -> None:
    project = live.project
    (smith / "scripts.py").write_text(text, encoding="utf-8")
    assert [d.code for d in live.reload().errors] == ["TW-CODE-01"]
    assert live.project is project


def test_a_neighbour_of_the_code_is_read_again(smith: Path) -> None:
    (smith / "smith_prices.py").write_text("PRICE = 1\n", encoding="utf-8")
    rewrite(
        smith,
        "scripts.py",
        "@function\n",
        "@function\ndef price(game: Game) -> float:\n    return PRICE\n\n\n@function\n",
    )
    rewrite(smith, "scripts.py", "\nfrom talewright.game", "\nfrom smith_prices import PRICE\nfrom talewright.game")
    live = Game.open(smith, seed=0, saves=MemoryStore())
    live.start()
    (smith / "smith_prices.py").write_text("PRICE = 2\n", encoding="utf-8")
    assert live.reload().errors == []
    assert live.project.code.functions["price"](live) == 2


def test_a_folder_that_is_gone_keeps_the_old_project(live: Game, smith: Path) -> None:
    smith.rename(smith.with_name("aside"))
    assert [d.code for d in live.reload().errors] == ["TW-GAME-01"]
    talk_of(live).start()
    assert talk_of(live).line is not None


@pytest.mark.parametrize("inside", ["Dialogues", "Config/Items"])
def test_a_folder_without_rights_does_not_look_as_if_its_files_were_deleted(
    smith: Path, monkeypatch: pytest.MonkeyPatch, inside: str
) -> None:
    (smith / "Config/Items").mkdir()
    (smith / "Config/SapituItemDB.ini").rename(smith / "Config/Items/SapituItemDB.ini")
    live = Game.open(smith, seed=0, saves=MemoryStore())
    real = os.scandir

    def scandir(path: Any) -> Any:
        if Path(path) == smith / inside:
            raise PermissionError(13, "Permission denied", str(path))
        return real(path)

    monkeypatch.setattr(os, "scandir", scandir)
    assert f"{inside}:1:1" in [str(d.span) for d in live.reload().errors]
    assert live.tags.status(STREET) == "explicit"
    assert "sword1" in live.records[Item]


def test_a_failed_reload_keeps_a_translation(live: Game, smith: Path) -> None:
    other = Game.open(smith, seed=0, saves=MemoryStore())
    live.program = other.program
    rewrite(smith, "scripts.py", "class Smith(Script):", "class Blacksmith(Script):")
    assert live.reload().errors
    assert live.program is other.program


def test_a_tag_that_a_script_holds_follows_too(smith: Path) -> None:
    rewrite(smith, "scripts.py", "class Smith(Script):", "from talewright.tags import Tag\n\n\nclass Smith(Script):")
    rewrite(smith, "scripts.py", "    angry: bool = False\n", "    angry: bool = False\n    where: Tag | None = None\n")
    live = Game.open(smith, seed=0, saves=MemoryStore())
    live.start()
    controller = live.world["/smith"]["controller"]
    setattr(controller, "where", live.tags.require(STREET))  # noqa: B010
    rename_street(smith)
    assert live.reload().errors == []
    assert str(vars(controller)["where"]) == ALLEY
