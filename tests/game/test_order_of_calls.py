"""Calls at the wrong time: refused with one clear error, and nothing half changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from talewright.errors import DialogueError, InvalidName, Misuse, NotFound, ProjectError
from talewright.game import Conversation, Game
from talewright.project import Project
from talewright.savegame import MemoryStore

Write = Callable[[dict[str, str]], Path]

CODE = """
from talewright import Conversation, Game, Script, command, collection, function

@command
def nothing(game: Game) -> str:
    return ""

@command
def load(game: Game) -> None:
    game.load("s")

@command
def remove(game: Game) -> None:
    game.world["/npc"].delete()

@command
def give(game: Game) -> None:
    game.characters.create("given")

@function
def set_x(game: Game) -> bool:
    game.variables["x"] = 7
    return True

@function
def load_s(game: Game) -> bool:
    game.load("s")
    return True

@function
def start_other(game: Game) -> bool:
    game.world.component("/npc#talk", Conversation).advance()
    return True

@collection("main")
def new_game(game: Game, world) -> None:
    world.spawn("npc", talk=Conversation("T"))
"""


def game_of(folder: Write, text: str, code: str = CODE) -> Game:
    root = folder({"Dialogues/D_T.yarn": f"title: A\n---\n<<declare $x = 1>>\n{text}\n===\n", "scripts.py": code})
    return Game(Project.open(root), saves=MemoryStore(), seed=1)


def talk_of(game: Game) -> Conversation:
    return game.world.component("/npc#talk", Conversation)


def test_a_circle_of_commands_ends_in_an_error_with_its_place(folder: Write) -> None:
    game = game_of(folder, "<<nothing>>\n<<jump A>>")
    game.start()
    with pytest.raises(DialogueError, match=r"10000 commands without anything to read.*Dialogues/D_T\.yarn"):
        talk_of(game).start()


@pytest.mark.parametrize(
    ("condition", "says"), [("set_x()", "make it a @command"), ("load_s()", r"restore\(\) was called by a function")]
)
def test_a_function_that_changes_the_game_is_an_error_at_its_place(folder: Write, condition: str, says: str) -> None:
    game = game_of(folder, f"X: pre #line:pre\n<<if {condition}>>\nX: in #line:in\n<<endif>>")
    game.save("s")
    game.start()
    talk_of(game).start()
    before = game.snapshot()
    with pytest.raises(DialogueError, match=rf"(?s)D_T\.yarn:5:\d+.*{says}"):
        talk_of(game).advance()
    assert game.snapshot() == before


def test_a_function_that_drives_its_own_conversation_is_an_error(folder: Write) -> None:
    game = game_of(folder, "X: pre #line:pre\n<<if start_other()>>\nX: in #line:in\n<<endif>>")
    game.start()
    talk_of(game).start()
    with pytest.raises(DialogueError):
        talk_of(game).advance()
    line = talk_of(game).line
    assert line is not None
    assert line.text == "pre"


@pytest.mark.parametrize("driver", ["by a call", "by a message"])
def test_a_command_of_a_dialogue_cannot_load_whoever_drives_it(folder: Write, driver: str) -> None:
    game = game_of(folder, "X: pre #line:pre\n<<load>>\nX: after #line:after")
    game.start()
    game.save("s")
    talk_of(game).start()
    if driver == "by a call":
        talk_of(game).advance()
    else:
        game.world.post("/npc#talk", "advance")
        game.step()
    assert ["load" in str(fault) for fault in game.faults] == [True]
    line = talk_of(game).line
    assert line is not None
    assert line.text == "after"


def test_a_command_may_remove_its_own_object_and_the_text_ends_with_it(folder: Write) -> None:
    game = game_of(folder, "<<remove>>\nX: still here until the end of the frame #line:here\nX: gone #line:gone")
    game.start()
    talk = talk_of(game)
    talk.start()
    game.step()
    assert game.conversation is None
    assert (talk.line, talk.options) == (None, ())
    for act in (talk.start, talk.advance, lambda: talk.choose(0)):
        with pytest.raises(DialogueError, match="in no world any more"):
            act()


def test_a_conversation_that_a_load_took_away_does_nothing_any_more(folder: Write) -> None:
    game = game_of(folder, "X: pre #line:pre\n<<give>>\nX: after #line:after")
    game.save("s")
    game.start()
    talk = talk_of(game)
    talk.start()
    game.load("s")
    with pytest.raises(DialogueError, match="in no world any more"):
        talk.advance()
    assert "given" not in game.characters
    assert len(list(game.world)) == 0


def test_a_start_that_fails_leaves_the_game_as_it_was(folder: Write) -> None:
    broken = CODE + "    game.characters.create('ann')\n    raise ValueError('no rooms left')\n"
    game = game_of(folder, "X: pre #line:pre", broken)
    before = game.snapshot()
    with pytest.raises(ProjectError, match="the collection 'main' cannot be built: ValueError: no rooms left"):
        game.start()
    assert game.snapshot() == before
    assert not game.state.started


@pytest.mark.parametrize("name", ["a]b", "a\nb", "a\0b", "", " ", "\ud800"])
def test_a_name_that_no_save_could_hold_is_refused_at_once(name: str) -> None:
    game = Game(seed=1)
    with pytest.raises(InvalidName):
        game.random(name)


@pytest.mark.parametrize("name", ["a]b", "a b", "", "1a", "a\n"])
def test_so_is_the_name_of_a_variable(name: str) -> None:
    with pytest.raises(InvalidName):
        Game(seed=1).variables[name] = 1


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 1e300, 10**400])
def test_a_number_that_no_dialogue_has_is_refused(value: float) -> None:
    with pytest.raises(Misuse, match="finite"):
        Game(seed=1).variables["x"] = value


def test_what_was_never_set_cannot_be_unset() -> None:
    with pytest.raises(NotFound, match=r"\$nope"):
        del Game(seed=1).variables["nope"]


@pytest.mark.parametrize("seed", ["x", 1.5, True])
def test_a_seed_is_a_whole_number(seed: int) -> None:
    with pytest.raises(Misuse, match="seed"):
        Game(seed=seed)


def test_a_place_is_a_text() -> None:
    game = Game(seed=1)
    with pytest.raises(Misuse, match="place"):
        game.place = None  # type: ignore[assignment]


def test_time_stays_finite() -> None:
    game = Game(seed=1)
    game.step(1e308)
    with pytest.raises(ValueError, match="game time"):
        game.step(1e308)
    assert game.time == 1e308


def test_saves_may_be_given_as_a_path_in_text(tmp_path: Path) -> None:
    game = Game(seed=1, saves=str(tmp_path / "mine"))
    game.save("a")
    assert (tmp_path / "mine" / "a.ini").is_file()


def test_the_saved_folder_may_be_given_as_text(tmp_path: Path) -> None:
    (tmp_path / "Project" / "Dialogues").mkdir(parents=True)
    game = Game.open(tmp_path / "Project", saved=str(tmp_path / "Elsewhere"))
    assert game.saved == tmp_path / "Elsewhere"
    game.start()
    game.save("slot")
    assert any((tmp_path / "Elsewhere").rglob("slot*"))
