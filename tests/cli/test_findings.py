"""Each bad input ends in one clear message with its place and a hint, and an exit code; never a traceback."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from talewright import Project, SaveDocument

Folder = Callable[[dict[str, str]], Path]
SMITH = "title: Forge\n---\nSmith: What do you need? #line:need\n===\n"


@pytest.mark.parametrize("command", ["play", "check", "cook"])
def test_a_missing_folder_is_misuse(command: str, talewright: Any, tmp_path: Path) -> None:
    result = talewright(command, tmp_path / "nowhere")

    assert result.code == 2
    assert "there is no folder" in result.err
    assert "hint:" in result.err


@pytest.mark.parametrize("command", ["play", "check", "cook"])
def test_a_folder_that_is_no_project_is_misuse(command: str, talewright: Any, tmp_path: Path) -> None:
    result = talewright(command, tmp_path)

    assert result.code == 2
    assert "a project has Config/ or Dialogues/" in result.err


@pytest.mark.parametrize("command", ["play", "check", "cook"])
@pytest.mark.parametrize(
    ("files", "place", "hint"),
    [
        (
            {"Config/Items.ini": "[sword1 SapituItem]\nDisplayName=Short sword\nlevel=(min=1,max=\n"},
            "Config/Items.ini:3:7: error ",
            "hint: end the value with )",
        ),
        (
            {"Dialogues/D_Smith.yarn": SMITH.replace("===", "<<jump Forgr>>\n===")},
            "Dialogues/D_Smith.yarn:4:8: error YS0012",
            "hint: did you mean Forge?",
        ),
        (
            {"Dialogues/D_Smith.yarn": SMITH, "Dialogues/Old/D_Smith.yarn": SMITH.replace("Forge", "Old")},
            "Dialogues/Old/D_Smith.yarn:1:1: error ",
            "hint: dialogue names are unique",
        ),
    ],
    ids=["a broken struct", "an unknown jump target", "two dialogues that generate the same tag"],
)
def test_a_project_with_errors_is_a_finding(
    command: str, files: dict[str, str], place: str, hint: str, talewright: Any, folder: Folder
) -> None:
    root = folder(files)

    result = talewright(command, root)

    assert result.code == 1
    said = result.out if command == "check" else result.err
    assert said.startswith(place)
    assert hint in said
    assert str(root) not in result.out + result.err


def test_warnings_alone_exit_with_0(talewright: Any, folder: Folder) -> None:
    root = folder({"Dialogues/Smith.yarn": SMITH})

    checked, played = talewright("check", root), talewright("play", root, piped="/talk Smith\n")

    assert checked.code == played.code == 0
    assert "1 warning" in checked.out
    assert "warning" in played.err
    assert played.out == "Smith: What do you need?\n"


def test_check_runs_nothing_of_the_project(talewright: Any, folder: Folder) -> None:
    root = folder({"Dialogues/D_Smith.yarn": SMITH, "scripts.py": "raise RuntimeError('run')\n"})

    assert talewright("check", root).code == 0
    played = talewright("play", root)
    assert played.code == 1
    assert played.err.startswith("scripts.py:1:1: error TW-CODE-01")


@pytest.mark.parametrize(
    ("line", "message", "hint"),
    [
        ('/createChar "ann of the hill"', "the character id 'ann of the hill' holds a blank", "hint: put the name"),
        ("/loadChar nobody", "there is no character 'nobody' in Config/TavernSapitu.ini", "hint: "),
        ("/load nothing", "there is no save 'nothing'", "hint: nothing is saved yet"),
    ],
)
def test_a_line_that_cannot_be_done_is_a_finding(
    line: str, message: str, hint: str, talewright: Any, tmp_path: Path
) -> None:
    result = talewright("demo", "--saved", tmp_path, piped=f"{line}\n/score\n")

    assert result.code == 1
    assert result.out.startswith(f"error: {message}")
    assert hint in result.out
    assert result.out.endswith("SCORE: 0\n")  # the script went on


def saved(talewright: Any, tmp_path: Path) -> Path:
    made = talewright("demo", "--saved", tmp_path, piped="/go cellar\n/punch\n/save one\n")
    assert made.code == 0, made.out
    return tmp_path / "SaveGames" / "one.ini"


def load(talewright: Any, tmp_path: Path) -> tuple[int, str]:
    """Load over a game that has begun: whatever is refused, it is as before."""
    result = talewright("demo", "--saved", tmp_path, piped="/go forge\n/load one\n/map\n")
    before = talewright("demo", "--saved", tmp_path, piped="/go forge\n/map\n")
    here, board = before.out.split("+", 1)
    assert result.out.startswith(here)
    assert result.out.endswith("+" + board)
    assert str(tmp_path) not in result.out
    return result.code, result.out.removeprefix(here).removesuffix("+" + board)


def test_a_damaged_save_is_refused(talewright: Any, tmp_path: Path) -> None:
    slot = saved(talewright, tmp_path)
    slot.write_bytes(slot.read_bytes().replace(b"health=200", b"health=1"))

    code, message = load(talewright, tmp_path)

    assert code == 1
    assert message.startswith("error: ")
    assert "one.ini" in message


def test_a_save_from_a_newer_version_is_refused(talewright: Any, tmp_path: Path) -> None:
    slot = saved(talewright, tmp_path)
    save = SaveDocument.parse(slot.read_bytes())
    save.header = replace(save.header, schema=99)
    slot.write_bytes(save.to_bytes())

    code, message = load(talewright, tmp_path)

    assert code == 1
    assert message.startswith("error: ")
    assert "99" in message
    assert "hint:" in message


def test_a_save_with_an_unknown_script_class_is_refused(talewright: Any, tmp_path: Path) -> None:
    slot = saved(talewright, tmp_path)
    document = SaveDocument.parse(slot.read_bytes())
    document.rename_class("Rat", "Badger")
    slot.write_bytes(document.to_bytes())

    code, message = load(talewright, tmp_path)

    assert code == 1
    assert message.startswith("SaveGames/one.ini:")
    assert "Badger" in message
    assert "hint:" in message


def test_check_knows_what_a_broken_dialogue_keeps(talewright: Any, folder: Folder) -> None:
    script = "title: Roof\n---\nMeow #line:a\n===\n"
    root = folder({"Dialogues/D_Cat.yarn": script})
    Project.open(root, saved_dir=root / "Saved")
    folder({"Dialogues/D_Cat.yarn": script.replace("Meow", "<<if>>")})
    before = sorted(root.rglob("*"))
    result = talewright("check", root)
    assert "error TW-PROJ-16: does not parse, and keeps the 2 elements that it had" in result.out
    assert result.code == 1
    assert sorted(root.rglob("*")) == before
    shutil.rmtree(root / "Saved")
    assert "TW-PROJ-16" not in talewright("check", root).out
    assert not (root / "Saved").exists()
