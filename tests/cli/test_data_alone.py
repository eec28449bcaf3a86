"""Standard output is for data alone where a program reads it (faults §8 B4), and odd words get one message (§8 A1)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

CODE = """from talewright import World, collection
print("hello from the game's code")

@collection("main")
def new_game(game, world: World) -> None:
    print("a new game")
    world.spawn("smith")
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, talewright: Any) -> Path:
    (tmp_path / "Dialogues").mkdir()
    (tmp_path / "Dialogues/D_A.yarn").write_text("title: A\n---\nHi. #line:a\n===\n")
    (tmp_path / "scripts.py").write_text(CODE)
    (tmp_path / "inputs").write_text("/save quick\n/save other\n")
    monkeypatch.chdir(tmp_path)
    assert talewright("play", ".", "--script", "inputs").code == 0
    return tmp_path


@pytest.mark.parametrize(
    "words",
    [
        "cook --json --dry-run",
        "dialogue explore . --own-functions --json",
        "dialogue explore . --own-functions --format sarif",
        "save migrate --dry-run --json",
        "trace . --script inputs --json",
        "trace . --script inputs --format chrome",
    ],
)
def test_what_the_code_of_a_game_prints_is_no_part_of_the_data(words: str, place: Path, talewright: Any) -> None:
    result = talewright(*words.split())
    json.loads(result.out)
    assert "hello from the game's code" in result.err


def test_the_output_of_a_process_is_data_alone(place: Path) -> None:
    words = [sys.executable, "-m", "talewright.cli", "cook", "--json", "--dry-run"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert json.loads(done.stdout)["written"] == []
    assert "hello" in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        "check --json --format sarif",
        "check --format text --json",
        "dialogue check --format junit --json",
        "dialogue explore --format github --json",
        "ini lint --json --format sarif",
        "tags lint --json --format sarif",
        "trace . --script inputs --json --format chrome",
    ],
)
def test_two_forms_for_one_output_are_misuse(words: str, place: Path, talewright: Any) -> None:
    result = talewright(*words.split())
    assert result.code == 2
    assert not result.out
    assert "two forms" in result.err


@pytest.mark.parametrize("words", ["", "ini", "dialogue strings"])
def test_a_group_alone_says_its_help_and_no_error(words: str, talewright: Any) -> None:
    result = talewright(*words.split())
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("Usage: talewright")
    assert result.err.count("Usage:") == 1
    assert "error:" not in result.err


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
@pytest.mark.parametrize("said", [{}, {"COMP_CWORD": "1"}, {"COMP_WORDS": "talewright", "COMP_CWORD": "x"}])
def test_a_shell_that_asks_for_nothing_gets_one_message(
    shell: str, said: dict[str, str], talewright: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("COMP_WORDS", "COMP_CWORD"):
        monkeypatch.delenv(name, raising=False)
    for name, text in {"_TALEWRIGHT_COMPLETE": f"{shell}_complete", **said}.items():
        monkeypatch.setenv(name, text)
    result = talewright()
    if shell == "fish" and "COMP_WORDS" in said:  # there the word itself is said, which may be any
        assert result.code == 0
    else:
        assert result.code == 2
        assert "COMP_WORDS" in result.err
    assert "fault in the code" not in result.err


@pytest.mark.parametrize("command", ["show", "verify", "repair", "retitle"])
def test_a_misspelt_slot_is_told_its_near_name(command: str, place: Path, talewright: Any) -> None:
    result = talewright("save", command, ".", "quik", *(["T"] if command == "retitle" else []))
    assert (result.code, result.out) == (1, "")
    assert "did you mean quick?" in result.err


@pytest.mark.parametrize("words", ["check", "check --json", "tag --dry-run", "graph", "explore", "strings lint"])
def test_a_folder_without_dialogues_is_no_clean_story(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, talewright: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    result = talewright("dialogue", *words.split())
    assert (result.code, result.out) == (2, "")
    assert "there is no dialogue in ." in result.err
