"""A save of before a rename: what it knows by titles follows the elements, as its counts do (tags.md 5.3, 5.4; T60)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from talewright.errors import ProjectError
from talewright.game import Conversation, Game
from talewright.project import Project
from talewright.savegame import MemoryStore

CODE = """from talewright import *

@collection("main")
def new(game, world):
    world.spawn("smith", talk=Conversation("Smith"))
    world.spawn("ann", talk=Conversation("Ann"))
"""
SMITH = """#uid:d1
title: Forge
uid: n1
---
<<detour Yard>>
Smith: Forge {visited_count("Forge")}, Yard {visited_count("Yard")}. #line:f
Smith: Bye.
===
title: Yard
uid: n2
---
Smith: The yard. #line:y
===
title: Rumour
subtitle: War
uid: n3
when: once
---
Smith: War! #line:w
===
"""
ANN = "#uid:d2\ntitle: Market\nuid: n4\n---\nAnn: Hi. #line:a\n<<jump Rumour>>\n===\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    made = tmp_path / "project"
    (made / "Dialogues").mkdir(parents=True)
    (made / "scripts.py").write_text(CODE, encoding="utf-8")
    (made / "Dialogues/D_Smith.yarn").write_text(SMITH, encoding="utf-8")
    (made / "Dialogues/D_Ann.yarn").write_text(ANN, encoding="utf-8")
    Project.open(made).cook()
    return made


def rewrite(root: Path, name: str, *pairs: tuple[str, str]) -> None:
    path = root / f"Dialogues/D_{name}.yarn"
    text = path.read_text(encoding="utf-8")
    for n, (old, _) in enumerate(pairs):
        assert old in text
        text = text.replace(old, f"<{n}>")
    for n, (_, new) in enumerate(pairs):
        text = text.replace(f"<{n}>", new)
    path.write_text(text, encoding="utf-8")


def talk_of(game: Game, who: str = "smith") -> Conversation:
    return game.world.component(f"/{who}#talk", Conversation)


def played(root: Path, saves: MemoryStore, *steps: Callable[[Game], object]) -> Game:
    game = Game.open(root, seed=0, saves=saves)
    game.start()
    for step in steps:
        step(game)
    game.save("old")
    return game


def whole(game: Game) -> None:
    """Play the smith's dialogue to its end."""
    talk = talk_of(game)
    talk.start()
    while talk.playing:
        talk.advance()


RENAMES: dict[str, list[tuple[str, str]]] = {
    "one": [("title: Yard", "title: Court"), ("detour Yard", "detour Court"), ('"Yard"', '"Court"')],
    "swap": [
        *(("title: Yard", "title: Forge"), ("title: Forge", "title: Yard"), ("detour Yard", "detour Forge")),
        *(('"Yard"', '"Forge"'), ('"Forge"', '"Yard"')),
    ],
}


@pytest.mark.parametrize("way", ["one", "swap"])
@pytest.mark.parametrize("cooked", [False, True])
def test_visits_follow_renamed_and_swapped_nodes(root: Path, way: str, cooked: bool) -> None:
    saves = MemoryStore()
    played(root, saves, whole, whole)
    rewrite(root, "Smith", *RENAMES[way])
    Project.open(root).cook()
    game = Game(Project.open(root, cooked=cooked), seed=0, saves=saves)
    report = game.load("old")
    forge, yard = ("Yard", "Forge") if way == "swap" else ("Forge", "Court")
    assert game.variables[f"$Yarn.Internal.Visiting.{forge}"] == 2
    assert game.variables[f"$Yarn.Internal.Visiting.{yard}"] == 2
    assert game.variables.gpvar(f"Smith.{yard}").started == 2
    assert f"$Yarn.Internal.Visiting.Yard is $Yarn.Internal.Visiting.{yard} now" in report.moved
    talk = talk_of(game)
    talk.start()
    talk.advance()
    assert talk.line is not None
    assert talk.line.text == "Forge 2, Yard 3."


@pytest.mark.parametrize("way", ["one", "swap"])
def test_a_place_without_ids_is_found_under_the_new_name(root: Path, way: str) -> None:
    saves = MemoryStore()
    played(root, saves, lambda g: talk_of(g).start(), lambda g: talk_of(g).advance(), lambda g: talk_of(g).advance())
    rewrite(root, "Smith", *RENAMES[way])
    game = Game.open(root, seed=0, saves=saves)
    game.load("old")
    talk = talk_of(game)
    assert talk.line is not None
    assert talk.line.text == "Bye."
    assert talk.position is not None
    assert talk.position.node == ("Yard" if way == "swap" else "Forge")


def test_a_node_that_waits_for_a_detour_is_found_under_the_new_name(root: Path) -> None:
    saves = MemoryStore()
    played(root, saves, lambda g: talk_of(g).start())
    rewrite(root, "Smith", *RENAMES["swap"])
    game = Game.open(root, seed=0, saves=saves)
    game.load("old")
    talk = talk_of(game)
    assert talk.line is not None
    assert talk.line.text == "The yard."
    talk.advance()
    assert talk.line is not None
    assert talk.line.text == "Forge 0, Yard 1."


def test_a_member_of_a_group_keeps_that_it_was_played_once(root: Path) -> None:
    saves = MemoryStore()
    played(root, saves, lambda g: talk_of(g, "ann").start(), lambda g: talk_of(g, "ann").advance())
    rewrite(root, "Smith", ("subtitle: War", "subtitle: Peace"))
    game = Game.open(root, seed=0, saves=saves)
    game.load("old")
    assert game.variables["$Yarn.Internal.Once.Rumour.Peace"] is True
    assert "$Yarn.Internal.Once.Rumour.War" not in game.snapshot().body_bytes().decode()


@pytest.mark.parametrize("playing", [False, True])
def test_a_conversation_plays_the_dialogue_by_its_new_name(root: Path, playing: bool) -> None:
    saves = MemoryStore()

    def into_another_dialogue(game: Game) -> None:
        talk_of(game, "ann").start()
        talk_of(game, "ann").advance()  # it stands in a node of the smith's file now

    played(root, saves, *([into_another_dialogue] if playing else []))
    (root / "Dialogues/D_Ann.yarn").rename(root / "Dialogues/D_Anna.yarn")
    game = Game.open(root, seed=0, saves=saves)
    assert "main:/ann#talk: Ann: the dialogue is called Anna now" in game.load("old").moved
    talk = talk_of(game, "ann")
    assert (talk.dialogue, talk.playing) == ("Anna", playing)
    if playing:
        talk.advance()
        assert game.variables.gpvar("Anna").completed == 1
    talk.start()
    assert talk.line is not None
    assert talk.line.text == "Hi."


def test_a_conversation_whose_dialogue_is_gone_is_named(root: Path) -> None:
    saves = MemoryStore()
    played(root, saves)
    (root / "Dialogues/D_Ann.yarn").unlink()
    game = Game.open(root, seed=0, saves=saves)
    assert "main:/ann#talk: Ann: the dialogue is gone, so it cannot be started" in game.load("old").moved


def test_nothing_is_renamed_where_another_node_took_the_name_by_itself(root: Path) -> None:
    """Without a key, and with a name that lives on, the count says whose it is."""
    saves = MemoryStore()
    played(root, saves, whole)
    rewrite(root, "Ann", ("title: Market", "title: Yard2"))
    game = Game.open(root, seed=0, saves=saves)
    game.load("old")
    assert game.variables["$Yarn.Internal.Visiting.Yard"] == 1


def test_another_element_with_the_same_name_does_not_get_the_counts(root: Path) -> None:
    """tags.md section 5.4: the uid first; what belongs to nobody is kept unread, and found again when it comes back."""
    saves = MemoryStore()
    played(root, saves, whole)
    text = (root / "Dialogues/D_Smith.yarn").read_text(encoding="utf-8")
    rewrite(root, "Smith", ("uid: n2", "uid: n9"))
    game = Game.open(root, seed=0, saves=saves)
    report = game.load("old")
    yard = "Libretto.Dialogues.Smith.Yard"
    assert f"[{yard} GPVar]: another element has this tag now; its counts are kept as uid:n2" in report.unknown
    assert game.variables.gpvar(yard).started == 0
    assert game.variables.total("Smith") == 2  # itself and Forge
    assert "$Yarn.Internal.Visiting.Yard" not in game.variables.memory
    game.variables.count(yard, "started")
    game.save("new")
    (root / "Dialogues/D_Smith.yarn").write_text(text.replace("title: Yard", "title: Court"), encoding="utf-8")
    rewrite(
        root,
        "Smith",
        ("detour Yard", "detour Court"),
        ("===\ntitle: Rumour", "===\ntitle: Yard\nuid: n9\n---\n===\ntitle: Rumour"),
    )
    back = Game.open(root, seed=0, saves=saves)
    assert f"the counts of uid:n2 are those of {yard.replace('Yard', 'Court')} now" in back.load("new").moved
    assert back.variables.gpvar("Smith.Court").started == 1
    assert back.variables.gpvar("Smith.Yard").started == 1
    assert back.variables["$Yarn.Internal.Visiting.Court"] == 1


def test_counts_that_belong_to_nobody_keep_their_key(root: Path) -> None:
    saves = MemoryStore()
    played(root, saves, whole)
    text = (root / "Dialogues/D_Smith.yarn").read_text(encoding="utf-8")
    (root / "Dialogues/D_Smith.yarn").write_text(
        "title: Else\n---\n<<jump Else2>>\n===\ntitle: Else2\n---\n===\ntitle: Rumour\n---\n===\n", encoding="utf-8"
    )
    game = Game.open(root, seed=0, saves=saves)
    game.load("old")
    game.save("new")
    (root / "Dialogues/D_Smith.yarn").write_text(text.replace("Yard", "Court"), encoding="utf-8")
    back = Game.open(root, seed=0, saves=saves)
    back.load("new")
    assert back.variables.gpvar("Smith.Court").started == 1


def test_a_short_former_name_leads_on_like_a_whole_one(root: Path) -> None:
    """plays("Smith.Yard") in a script, gpvar("Smith") in code: after a rename of the node, of the file, of the root."""
    saves = MemoryStore()
    played(root, saves, whole)
    rewrite(root, "Smith", ("title: Yard", "title: Court"), ("detour Yard", "detour Court"), ('"Yard"', '"Court"'))
    rewrite(root, "Smith", ("Smith: Bye.", 'Smith: Bye {plays("Smith.Yard")}, {plays("Smith")}.'))
    (root / "Dialogues/D_Smith.yarn").rename(root / "Dialogues/D_Farrier.yarn")
    (root / "Config").mkdir(exist_ok=True)
    for settings in ("", "[Any DialogueClass]\nTagRoot=Story\nFolder=Dialogues\n"):
        (root / "Config/DefaultGame.ini").write_text(settings, encoding="utf-8")
        game = Game.open(root, seed=0, saves=saves)
        game.load("old")
        for name in ("Smith.Yard", "Farrier.Court", "Libretto.Dialogues.Smith.Yard"):
            assert game.variables.gpvar(name).started == 1
        assert game.project.dialogue_path("Smith.Yard") == "Dialogues/D_Farrier.yarn"
        talk = talk_of(game)
        assert talk.dialogue == "Farrier"
        talk.start()
        talk.advance()
        talk.advance()
        assert talk.line is not None
        assert talk.line.text == "Bye 2, 2."


def test_what_is_put_in_place_by_a_load_is_what_the_next_save_holds(root: Path) -> None:
    """Fields that one element had are no unknown fields of another that has its name now."""
    saves = MemoryStore()
    played(root, saves, whole, lambda g: talk_of(g).start(), lambda g: g.variables.gpvar("Smith.Yard").meta.update(a=1))
    rewrite(root, "Smith", *RENAMES["swap"])
    game = Game.open(root, seed=0, saves=saves)
    game.load("old")
    for _ in range(2):
        before = {name: vars(var) for name, var in game.variables.gpvars().items()}
        assert before["Libretto.Dialogues.Smith.Forge"]["meta"] == {"a": 1}
        assert before["Libretto.Dialogues.Smith.Yard"]["completed"] == 1
        game.save("again")
        game = Game.open(root, seed=0, saves=saves)
        assert game.load("again").moved == []
        assert {name: vars(var) for name, var in game.variables.gpvars().items()} == before


def test_unknown_fields_of_a_count_go_with_its_tag(root: Path) -> None:
    saves = MemoryStore()
    game = played(root, saves, whole)
    document = game.snapshot()
    document.of_class("GPVar")["Libretto.Dialogues.Smith.Yard"]["later"] = "kept"
    rewrite(root, "Smith", *RENAMES["one"])
    after = Game.open(root, seed=0)
    after.restore(document)
    assert after.snapshot().of_class("GPVar")["Libretto.Dialogues.Smith.Court"]["later"] == "kept"


def test_a_group_with_another_title_keeps_what_its_members_remember(root: Path) -> None:
    saves = MemoryStore()
    rewrite(root, "Ann", ("<<jump Rumour>>", "<<detour Rumour>>"))

    def told(game: Game) -> None:
        talk_of(game, "ann").start()
        for _ in range(3):
            talk_of(game, "ann").advance()

    played(root, saves, told)
    rewrite(root, "Ann", ("detour Rumour", "detour Gossip"))
    rewrite(root, "Smith", ("title: Rumour", "title: Gossip"))
    game = Game.open(root, seed=0, saves=saves)
    game.load("old")
    assert game.variables["$Yarn.Internal.Once.Gossip.War"] is True
    assert game.variables["$Yarn.Internal.Visiting.Gossip"] == 1
    talk = talk_of(game, "ann")
    talk.start()
    talk.advance()
    assert not talk.playing  # it was told once


def test_a_title_that_changes_in_case_alone_keeps_its_visits(root: Path) -> None:
    saves = MemoryStore()
    played(root, saves, whole)
    rewrite(root, "Smith", ("title: Yard", "title: YARD"), ("detour Yard", "detour YARD"), ('"Yard"', '"YARD"'))
    game = Game.open(root, seed=0, saves=saves)
    game.load("old")
    assert game.variables["$Yarn.Internal.Visiting.YARD"] == 1


def test_a_node_of_another_dialogue_does_not_get_the_visits_of_a_deleted_one(root: Path) -> None:
    saves = MemoryStore()
    played(root, saves, whole)
    text = (root / "Dialogues/D_Smith.yarn").read_text(encoding="utf-8")
    rewrite(root, "Smith", ("title: Yard\nuid: n2", "title: Hall\nuid: n7"), ("detour Yard", "detour Hall"))
    rewrite(root, "Ann", ("title: Market", "title: Yard"))
    game = Game.open(root, seed=0, saves=saves)
    report = game.load("old")
    kept = "[Libretto.Dialogues.Smith.Yard GPVar]: nothing declares this tag; its counts are kept as uid:n2"
    assert kept in report.unknown
    assert "$Yarn.Internal.Visiting.Yard" not in game.variables.memory
    game.save("new")
    (root / "Dialogues/D_Smith.yarn").write_text(text, encoding="utf-8")
    rewrite(root, "Ann", ("title: Yard", "title: Market"))
    back = Game.open(root, seed=0, saves=saves)
    back.load("new")
    assert back.variables["$Yarn.Internal.Visiting.Yard"] == 1
    assert back.variables.gpvar("Smith.Yard").started == 1


def test_swapped_files_are_the_dialogues_that_they_were(root: Path) -> None:
    saves = MemoryStore()
    played(root, saves, whole, lambda g: talk_of(g, "ann").start())
    (root / "Dialogues/D_Ann.yarn").rename(root / "aside")
    (root / "Dialogues/D_Smith.yarn").rename(root / "Dialogues/D_Ann.yarn")
    (root / "aside").rename(root / "Dialogues/D_Smith.yarn")
    game = Game.open(root, seed=0, saves=saves)
    moved = game.load("old").moved
    assert "main:/smith#talk: Smith: the dialogue is called Ann now" in moved
    assert "main:/ann#talk: Ann: the dialogue is called Smith now" in moved
    assert game.variables.gpvar("Ann").started == 1
    line = talk_of(game, "ann").line
    assert line is not None
    assert line.text == "Hi."


def test_a_deleted_one_of_two_that_changed_names_leaves_its_counts_to_nobody(root: Path) -> None:
    """A tag that two have had leads nowhere: only the uid says whose the counts are."""
    saves = MemoryStore()
    rewrite(root, "Smith", *RENAMES["swap"])  # Forge is n2 now, Yard is n1
    Project.open(root).cook()
    played(root, saves, whole, lambda g: g.variables.count("Smith.Forge", "started"))
    text = (root / "Dialogues/D_Smith.yarn").read_text(encoding="utf-8")
    rewrite(root, "Smith", ("title: Forge\nuid: n2", "title: Hall\nuid: n8"), ("detour Forge", "detour Hall"))
    Project.open(root).cook()
    for cooked in (False, True):
        game = Game(Project.open(root, cooked=cooked), seed=0, saves=saves)
        report = game.load("old")
        assert any("Smith.Forge GPVar]" in note and "kept as uid:n2" in note for note in report.unknown)
        assert game.variables.gpvar("Smith.Yard").started == 1
        assert game.variables["$Yarn.Internal.Visiting.Yard"] == 1
        game.save("new")
    (root / "Dialogues/D_Smith.yarn").write_text(text.replace("Forge", "Court"), encoding="utf-8")
    back = Game.open(root, seed=0, saves=saves)
    back.load("new")
    assert back.variables.gpvar("Smith.Court").started == 2
    assert back.variables.gpvar("Smith.Yard").started == 1
    assert back.variables["$Yarn.Internal.Visiting.Court"] == 1


GROUPS = "#uid:d3\ntitle: Song\nsubtitle: Old\nuid: n5\nwhen: always\n---\nBard: La. #line:la\n===\n"


def test_groups_of_two_dialogues_may_change_titles(root: Path) -> None:
    """The tag of a member does not hold its group's title, and what is remembered does."""
    saves = MemoryStore()
    (root / "Dialogues/D_Bard.yarn").write_text(GROUPS, encoding="utf-8")
    rewrite(root, "Ann", ("<<jump Rumour>>", "<<detour Rumour>>\n<<detour Song>>\n<<detour Song>>"))
    rewrite(root, "Smith", ("subtitle: War", "subtitle: Old"))

    def told(game: Game) -> None:
        talk_of(game, "ann").start()
        for _ in range(4):
            talk_of(game, "ann").advance()

    played(root, saves, told)
    rewrite(root, "Smith", ("title: Rumour", "title: Song"))
    rewrite(root, "Bard", ("title: Song", "title: Rumour"))
    rewrite(root, "Ann", ("Rumour", "Song"), ("Song", "Rumour"))
    game = Game.open(root, seed=0, saves=saves)
    game.load("old")
    visits = {name: value for name, value in game.variables.memory.items() if "Visiting" in name}
    assert visits["$Yarn.Internal.Visiting.Song.Old"] == 1
    assert visits["$Yarn.Internal.Visiting.Rumour.Old"] == 2
    assert visits["$Yarn.Internal.Visiting.Song"] == 1
    assert visits["$Yarn.Internal.Visiting.Rumour"] == 2
    game.save("new")
    rewrite(root, "Bard", ("title: Rumour\nsubtitle: Old", "title: Rumour\nsubtitle: New"))
    again = Game.open(root, seed=0, saves=saves)
    again.load("new")
    assert again.variables["$Yarn.Internal.Visiting.Rumour.New"] == 2
    assert again.variables["$Yarn.Internal.Visiting.Song.Old"] == 1


def test_what_was_kept_aside_stays_there_whoever_gets_the_name(root: Path) -> None:
    saves = MemoryStore()
    played(root, saves, whole, lambda g: talk_of(g, "ann").start(), lambda g: talk_of(g, "ann").advance())
    rewrite(root, "Smith", ("title: Yard\nuid: n2", "title: Hall\nuid: n7"), ("detour Yard", "detour Hall"))
    rewrite(root, "Ann", ("title: Market", "title: Yard"))
    game = Game.open(root, seed=0, saves=saves)
    game.load("old")
    game.save("new")
    rewrite(root, "Ann", ("title: Yard", "title: Place"))
    after = Game.open(root, seed=0, saves=saves)
    after.load("new")
    assert after.variables["$Yarn.Internal.Visiting.Place"] == 1
    assert after.variables["$Yarn.Internal.Visiting.uid:n2"] == 1


def test_choices_do_not_change_ids(root: Path) -> None:
    """A choice has no uid of its own: an id that another had says nothing of whom a save means."""
    options = "-> a #choice:c1 #line:ca\n-> b #line:cb\nSmith: and #line:cz\n-> c #choice:c2 #line:cc\n===\n"
    rewrite(root, "Ann", ("<<jump Rumour>>\n===\n", options))
    Project.open(root).cook()
    rewrite(root, "Ann", ("#choice:c1", "#choice:c2"), ("#choice:c2", "#choice:c1"))
    with pytest.raises(ProjectError, match="which was another choice's id") as error:
        Project.open(root).cook()
    assert "give it an id that nothing had" in error.value.report.errors[0].hint


def test_a_save_from_before_the_uids_is_not_guessed_at(root: Path) -> None:
    text = (root / "Dialogues/D_Smith.yarn").read_text(encoding="utf-8")
    bare = "".join(line for line in text.splitlines(True) if "uid:" not in line)
    (root / "Dialogues/D_Smith.yarn").write_text(bare, encoding="utf-8")
    (root / "Config/tags.lock").unlink()
    Project.open(root).cook()
    saves = MemoryStore()
    played(root, saves, whole, lambda g: g.variables.count("Smith.Forge", "started"))
    (root / "Dialogues/D_Smith.yarn").write_text(text, encoding="utf-8")
    Project.open(root).cook()
    early = Game.open(root, seed=0, saves=saves)
    early.load("old")
    assert early.variables.gpvar("Smith.Forge").started == 2
    rewrite(root, "Smith", *RENAMES["swap"])
    Project.open(root).cook()
    game = Game.open(root, seed=0, saves=saves)
    report = game.load("old")
    assert game.variables.gpvar("Smith.Forge").started == game.variables.gpvar("Smith.Yard").started == 0
    assert sum("kept as was:Libretto.Dialogues.Smith." in note for note in report.unknown) == 2


def test_without_uids_and_lock_a_title_says_who_a_node_is(root: Path) -> None:
    text = (root / "Dialogues/D_Ann.yarn").read_text(encoding="utf-8").replace("#uid:d2\n", "").replace("uid: n4\n", "")
    (root / "Dialogues/D_Ann.yarn").write_text(text.replace(" #line:a", ""), encoding="utf-8")
    (root / "Config/tags.lock").unlink()
    saves = MemoryStore()

    def visited_twice(game: Game) -> None:
        talk_of(game, "ann").start()
        game.variables["$Yarn.Internal.Visiting.Market"] = 2

    played(root, saves, visited_twice)
    (root / "Dialogues/D_Ann.yarn").rename(root / "Dialogues/D_Anna.yarn")
    game = Game.open(root, seed=0, saves=saves)
    game.load("old")
    line = talk_of(game, "ann").line
    assert line is not None
    assert line.text == "Hi."
    assert game.variables["$Yarn.Internal.Visiting.Market"] == 2
