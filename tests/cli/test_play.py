"""`talewright play`: any project folder, with or without code, scanned or cooked."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from talewright.demo import TAVERN

Folder = Callable[[dict[str, str]], Path]

SMITH = """\
title: Forge
---
<<if visited("Forge")>>
    Smith: You again. #line:again
<<else>>
    Smith: What do you need? #line:need
<<endif>>
-> A sword. #choice:need #line:sword
    Smith: That is the last one. #line:last
-> Your face is soot. <<if false>> #line:soot
    Smith: Out! #line:out
===
"""
BARD = "title: Stage\n---\nIt is quiet.\n===\n"


@pytest.fixture
def village(folder: Folder) -> Path:
    return folder({"Dialogues/D_Smith.yarn": SMITH, "Dialogues/D_Bard.yarn": BARD.replace("quiet.", "quiet. #line:q")})


def test_every_dialogue_of_a_folder_without_code_can_be_talked_to(talewright: Any, village: Path) -> None:
    result = talewright("play", village, piped="/talk Smith\n1\n\n/talk bard\n\n/talk smith\n")

    assert (result.code, result.err) == (0, "")
    assert result.out == (
        "Smith: What do you need?\n1. A sword.\n2. Your face is soot. (false)\n"
        "Smith: That is the last one.\n-- end of the conversation --\n"
        "It is quiet.\n-- end of the conversation --\n"
        "Smith: You again.\n1. A sword.\n2. Your face is soot. (false)\n"
    )


def test_nothing_is_written_without_a_save(talewright: Any, village: Path) -> None:
    talewright("play", village, piped="/talk Smith\n1\n")

    assert sorted(p.name for p in village.iterdir()) == ["Dialogues"]


def test_saves_lie_in_the_saved_folder_of_the_project(talewright: Any, village: Path) -> None:
    first = talewright("play", village, piped="/talk Smith\n/save one\n")
    again = talewright("play", village, piped="/load one\nsword\n")

    assert first.code == again.code == 0
    assert (village / "Saved" / "SaveGames" / "one.ini").is_file()
    assert again.out == (
        "loaded one\nSmith: What do you need?\n1. A sword.\n2. Your face is soot. (false)\n"
        "Smith: That is the last one.\n"
    )


def test_a_copy_of_the_demo_plays_the_demo(talewright: Any, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(TAVERN, copy, ignore=shutil.ignore_patterns("__pycache__"))
    typed = "/help\n/look\n/talk smith\n2\n\n/save one\n/load one\n"

    played = talewright("play", copy, piped=typed)
    demo = talewright("demo", "--saved", tmp_path / "Saved", piped=typed)

    assert played == demo
    assert played.code == 0


def test_cooked_play_scans_no_dialogue_for_tags(talewright: Any, village: Path) -> None:
    uncooked = talewright("play", village, "--cooked", piped="/talk Smith\n")
    assert uncooked.code == 1
    assert "run `talewright cook`" in uncooked.err

    talewright("cook", village)
    (village / "Dialogues" / "D_Late.yarn").write_text(BARD.replace("Stage", "Late"), encoding="utf-8")
    cooked = talewright("play", village, "--cooked", piped="/talk Late\n/talk Smith\n1\n")

    assert "error: nobody here is called 'Late'" in cooked.out
    assert cooked.out.endswith("Smith: That is the last one.\n")


def test_a_fault_in_the_code_of_a_game_is_a_line_and_a_finding(talewright: Any, folder: Folder) -> None:
    code = (
        "from talewright import Script, World, Game, collection, command, on\n"
        "class Lamp(Script):\n"
        "    @on('light')\n"
        "    def light(self, message, sender): self.nowhere.burn()\n"
        "@collection('main')\n"
        "def build(game: Game, world: World) -> None: world.spawn('lamp', flame=Lamp())\n"
        "@command\n"
        "def light(game: Game) -> str: game.world.post('/lamp', 'light'); return 'You strike a match.'\n"
        "@command\n"
        "def shout(game: Game) -> None: game.world.post('/echo#mouth', 'hello')\n"
        "@command\n"
        "def slip(game: Game) -> str: return {}['foot']\n"
    )
    root = folder({"Config/DefaultGame.ini": "[Project]\nName=Lamp\n", "scripts.py": code})

    result = talewright("play", root, piped="/light\n/shout\n/slip\n/light\n")

    assert result.code == 1
    assert result.err == ""
    lines = [line for line in result.out.splitlines() if not line.startswith("  hint:")]
    assert lines[0] == lines[4] == "You strike a match."
    assert lines[1].startswith("fault: ERROR:SCRIPT: main:/lamp#flame Lamp.on_message('light'): AttributeError")
    assert "Instance '/echo' could not be found when dispatching message 'hello'" in lines[2]
    assert lines[3].startswith("error: KeyError: 'foot' (scripts.py:12)")
    assert str(root) not in result.out


HEARS = """
from talewright import *

class Purse(Script):
    def init(self):
        self.subscribe("$gold")
        self.subscribe(self.game.variables.topic("Shop"))

    @on("variable_changed")
    def paid(self, message, sender):
        self.game.place += f"[{message['before']:g} -> {message['value']:g}]"

    @on("gpvar_changed")
    def counted(self, message, sender):
        if message["new"]:
            self.game.place += f"[{message['what']}]"

@command
def news(game):
    return game.place

@collection("main")
def new(game, world):
    world.spawn("shop", talk=Conversation("Shop"))
    world.spawn("purse", purse=Purse())
"""


def test_scripts_hear_of_what_is_played(talewright: Any, folder: Folder) -> None:
    """The issue of dynamic tags, point 6: change events by message."""
    yarn = "title: Counter\n---\n<<declare $gold = 5>>\n-> Buy. #choice:need #line:buy\n    <<set $gold -= 2>>\n===\n"
    game = folder({"Dialogues/D_Shop.yarn": yarn, "scripts.py": HEARS})
    result = talewright("play", game, piped="/talk Shop\n1\n/news\n")
    assert "[started][offered][5 -> 3][selected][completed]" in result.out
    assert (result.code, result.err) == (0, "")


def test_a_project_in_another_language(talewright: Any, village: Path) -> None:
    """Faults §6 B7."""
    (village / "Strings").mkdir()
    (village / "Strings" / "de.csv").write_text("id,text,original\nline:need,Schmied: Was?,\n", "utf-8")
    result = talewright("play", village, "--language", "de", piped="/talk Smith\n")
    assert (result.code, result.out.splitlines()[0]) == (0, "Schmied: Was?")
    assert "missing" in result.err
    refused = talewright("play", village, "--language", "fr", piped="")
    assert refused.code == 2
    assert "Strings/fr.csv" in refused.err


def test_a_text_that_lacks_a_case_is_a_fault_of_the_game_with_its_place(talewright: Any, folder: Folder) -> None:
    """Faults §6 A2."""
    text = 'title: A\n---\n<<declare $who = "">>\nAnn: Ask [select value={$who} ann="me"/]now. #line:a\n===\n'
    result = talewright("play", folder({"Dialogues/D_A.yarn": text}), piped="/talk A\n")
    assert result.out.splitlines()[0] == "Ann: Ask now."
    assert "Dialogues/D_A.yarn:4:1: [select] has no case ''" in result.out + result.err
    assert result.code == 1
