"""At the keyboard: a greeting, colour, a prompt that says what is possible, and a clean way out."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from talewright.cli.output.said import Said, marker
from talewright.cli.play import terminal
from talewright.cli.play.player import Player
from talewright.demo import TAVERN
from talewright.game import Game
from talewright.project import Project
from talewright.savegame import MemoryStore


class Keyboard:
    """Types lines, then does what ends the session."""

    def __init__(self, *lines: str, end: type[BaseException] = EOFError) -> None:
        self.lines: Iterator[str] = iter(lines)
        self.end = end
        self.prompts: list[str] = []

    def __call__(self, prompt: str) -> str:
        self.prompts.append(prompt)
        for line in self.lines:
            return line
        raise self.end


@pytest.fixture
def player() -> Player:
    return Player(Game(Project.open(TAVERN), seed=0, saves=MemoryStore()))


def session(player: Player, keyboard: Keyboard, **options: Any) -> tuple[int, str]:
    screen = io.StringIO()
    code = terminal.talk(player, Console(file=screen, width=100, **options), keyboard)
    return code, screen.getvalue()


def test_the_greeting_says_in_three_lines_what_one_can_do(player: Player) -> None:
    _, screen = session(player, Keyboard())

    assert screen.rstrip("\n").splitlines() == [
        "The Unpaid Bill",
        "/talk landlady|smith|bard|cat to talk; Enter to go on, a number to choose; /help shows everything.",
        "/save SLOT and /load SLOT keep the game; /quit leaves.",
    ]


def test_the_prompt_says_what_is_possible(player: Player) -> None:
    keyboard = Keyboard("/talk smith", "2", "")

    session(player, keyboard)

    assert keyboard.prompts == ["[/talk WHO, /help] > ", "[choose 2, 3, 5] > ", "[Enter] > ", "[choose 3, 5] > "]


@pytest.mark.parametrize("end", [EOFError, KeyboardInterrupt])
def test_ctrl_d_and_ctrl_c_leave_cleanly(end: type[BaseException], player: Player) -> None:
    code, _ = session(player, Keyboard("/talk nobody", end=end))

    assert code == 0


def test_quit_leaves(player: Player) -> None:
    keyboard = Keyboard("/quit", "/never")

    code, _ = session(player, keyboard)

    assert (code, len(keyboard.prompts)) == (0, 1)


def test_a_line_that_is_no_text_is_said_and_stops_nothing(player: Player) -> None:
    code, screen = session(player, Keyboard("/createChar \udcff", "/score"))

    assert code == 0
    assert "error: that was no UTF-8 text" in screen
    assert "SCORE: 0" in screen


def test_the_speaker_and_the_numbers_stand_out(player: Player) -> None:
    _, screen = session(
        player, Keyboard("/talk cat"), force_terminal=True, color_system="standard", legacy_windows=False
    )

    assert "\x1b[1;36mCat:\x1b[0m" in screen
    assert "\x1b[1;33m1.\x1b[0m" in screen


def test_brackets_in_a_line_are_text(player: Player) -> None:
    assert terminal.coloured(Said("line", "Cat: [bold]Woof[/bold]", "Cat")).plain == "Cat: [bold]Woof[/bold]"
    assert terminal.coloured(marker("x")).plain == "-- x --"


@pytest.mark.parametrize("command", ["/createItem sword1", "/give sword1", "/help showChar"])
def test_people_R1_at_the_keyboard_one_is_a_player_unless_dev_is_said(
    command: str, talewright: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def at_the_keyboard(line: str, *words: str) -> str:
        monkeypatch.setattr("talewright.cli.play.terminal.talk.__defaults__", (Keyboard(line),))
        return str(talewright("demo", "--saved", tmp_path, *words, typed="").out)

    said = at_the_keyboard(command)
    name = command.split()[1 if command.startswith("/help") else 0].removeprefix("/")
    assert said.replace(name, "xyzzy") == at_the_keyboard(command.replace(name, "xyzzy"))
    assert "no command" in said
    assert "no command" not in at_the_keyboard(command, "--dev")
    assert "no command" not in talewright("demo", "--saved", tmp_path, piped=command).out


def test_a_keyboard_gets_the_terminal(talewright: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.input", Keyboard("/score"))
    monkeypatch.setattr("talewright.cli.play.terminal.talk.__defaults__", (Keyboard("/score"),))

    result = talewright("demo", "--saved", tmp_path, typed="")

    assert result.code == 0
    assert result.out.startswith("The Unpaid Bill\n")
    assert "SCORE: 0" in result.out
