"""Who may run which command (people.md section 4, rights)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from talewright import CommandRan, Conversation, Game
from talewright.errors import Misuse
from talewright.game import Heard, Right, command, commands_of
from talewright.game.console import complete
from talewright.game.sapitu import SAPITU
from talewright.project import Project

CODE = """
from talewright import Right, command

@command(right=Right.PLAYER)
def look(game, what: str = "") -> str:
    "Look at something."
    return f"You look at {what or 'everything'}."

@command(right=Right.BUILDER)
def dig(game) -> str:
    return "A hole."

@command
def lookup(game) -> str:
    return "All secrets."
"""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    (tmp_path / "Dialogues").mkdir()
    (tmp_path / "scripts.py").write_text(CODE, "utf-8")
    return Game.open(tmp_path)


def _said(act: Callable[[], Any]) -> tuple[str, str]:
    with pytest.raises(Misuse) as caught:
        act()
    return caught.value.message, caught.value.hint


class TestPeopleR1:
    """As a player, none of the eleven and no bare command is listed, completed, hinted at or run."""

    def test_only_verbs_of_the_game_are_listed(self, game: Game) -> None:
        assert sorted(commands_of(game, Right.PLAYER)) == ["help", "look"]
        assert sorted(commands_of(game, Right.BUILDER)) == ["dig", "help", "look"]
        assert sorted(commands_of(game)) == sorted([*SAPITU, "dig", "help", "look", "lookup"])
        assert [row.split()[0] for row in game.run("help", right=Right.PLAYER).splitlines()] == ["help", "look"]

    def test_only_they_are_completed(self, game: Game) -> None:
        assert complete(game, "", Right.PLAYER) == ["help", "look"]
        assert complete(game, "help ", Right.PLAYER) == ["help", "look"]
        assert complete(game, "createItem ", Right.PLAYER) == []
        assert complete(game, "look") == ["look", "lookup"]

    @pytest.mark.parametrize("name", [*SAPITU, "dig", "lookup", "CREATEITEM"])
    def test_another_is_refused_as_one_that_is_none(self, game: Game, name: str) -> None:
        unknown = _said(lambda: game.run("xyzzy", right=Right.PLAYER))
        told = _said(lambda: game.run(name, right=Right.PLAYER))
        assert told[0] == unknown[0].replace("xyzzy", name)
        assert told == _said(lambda: game.run(f"help {name}", right=Right.PLAYER))

    def test_a_hint_names_nothing_that_may_not_be_run(self, game: Game) -> None:
        assert "lookup" in _said(lambda: game.run("lokup"))[1]
        assert "lookup" not in _said(lambda: game.run("lokup", right=Right.PLAYER))[1]
        assert "create" not in _said(lambda: game.run("creatItem", right=Right.PLAYER))[1]

    def test_what_may_be_run_is_run(self, game: Game) -> None:
        assert game.run("look cat", right=Right.PLAYER) == "You look at cat."
        assert game.run("help look", right=Right.PLAYER).splitlines()[0] == "look [WHAT]"
        assert game.run("dig", right=Right.BUILDER) == "A hole."


def test_a_dialogue_asks_for_no_right(tmp_path: Path) -> None:
    (tmp_path / "Dialogues").mkdir()
    (tmp_path / "Dialogues" / "D_A.yarn").write_text("title: A\n---\n<<lookup>>\nA: Hi\n===\n", "utf-8")
    code = (
        CODE
        + """
from talewright import Conversation, collection

@collection("main")
def new_game(game, world):
    world.spawn("a", talk=Conversation("A"))
"""
    )
    (tmp_path / "scripts.py").write_text(code, "utf-8")
    game = Game.open(tmp_path)
    game.start()
    talk = game.world.component("/a#talk")
    assert isinstance(talk, Conversation)
    heard: list[Heard] = []
    game.listen(heard.append)
    talk.start()
    assert [one.event for one in heard if isinstance(one.event, CommandRan)] == [CommandRan("lookup", "All secrets.")]


@pytest.mark.parametrize("right", ["player", 1, None])
def test_a_right_is_a_right(game: Game, right: Any) -> None:
    with pytest.raises(Misuse, match="Right"):
        command(right=right)
    with pytest.raises(Misuse, match="Right"):
        game.run("look", right=right)


def test_a_project_may_hand_an_own_command_of_a_built_in_name_to_players(tmp_path: Path) -> None:
    (tmp_path / "Dialogues").mkdir()
    text = CODE + "\n@command(right=Right.PLAYER)\ndef showChar(game) -> str:\n    return 'You.'\n"
    (tmp_path / "scripts.py").write_text(text, "utf-8")
    assert Game.open(tmp_path).run("showChar", right=Right.PLAYER) == "You."


def test_marked_commands_are_known_without_running_them(tmp_path: Path) -> None:
    (tmp_path / "Dialogues").mkdir()
    (tmp_path / "Dialogues" / "D_A.yarn").write_text("title: A\n---\n<<look sky>>\n<<dig>>\n<<lookup>>\n===\n", "utf-8")
    (tmp_path / "scripts.py").write_text(CODE, "utf-8")
    assert [one.code for one in Project.check(tmp_path) if "look" in one.message or "dig" in one.message] == []
