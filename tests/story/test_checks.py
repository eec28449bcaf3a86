"""What a check says of places and containers, with whose codes, where and why (people.md P3)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from talewright import Project, ProjectError
from talewright.errors import MissingFolder
from talewright.story import CHECKERS

SOUND = "[hall Place]\nExits=((to=yard))\n[yard Place]\nExits=((to=hall))\n"


def found(folder: Path, ini: str, settings: str = "") -> list[str]:
    (folder / "Config").mkdir(exist_ok=True)
    (folder / "Config" / "Places.ini").write_text(ini, "utf-8")
    if settings:
        (folder / "Config" / "DefaultGame.ini").write_text(f"[Project]\n{settings}\n", "utf-8")
    return [
        f"{one.span} {one.severity} {one.code}: {one.message}; {one.hint}"
        for one in Project.check(folder, checkers=CHECKERS)
    ]


def test_what_is_sound_has_no_findings(tmp_path: Path) -> None:
    assert found(tmp_path, SOUND) == []


NOTHING = "and there is no item type and no thing of this name"


@pytest.mark.parametrize(
    ("ini", "line", "head", "message"),
    [
        (
            SOUND.replace("(to=yard)", "(to=yard),(to=yrad)"),
            1,
            "error TW-STORY-01",
            "an exit of hall leads to 'yrad', and there is no place of this name; did you mean yard?",
        ),
        (
            SOUND.replace("(to=yard)", "(to=yard),(to=pit)") + "[pit Place]\n",
            1,
            "information TW-STORY-02",
            "from hall one comes to pit, and from there not back; if that is not meant: Exits=((to=hall))",
        ),
        (
            SOUND + "[gate Door]\nKey=kye1\n[key1 SapituItem]\n",
            5,
            "warning TW-STORY-03",
            f"gate needs the key 'kye1', {NOTHING}; did you mean key1?",
        ),
        (
            SOUND + "[chest Container]\nKey=gone\n",
            5,
            "warning TW-STORY-03",
            f"chest needs the key 'gone', {NOTHING}; declare [gone SapituItem] or [gone Thing]",
        ),
        (
            SOUND + "[attic Place]\n",
            5,
            "warning TW-STORY-04",
            "no way leads to attic from hall, from where most places can be reached; give some place an exit to it",
        ),
        (
            SOUND + "[chest Container]\nHolds=lmap\n[lamp Thing]\n",
            5,
            "warning TW-STORY-05",
            f"chest is to hold 'lmap', {NOTHING}; did you mean lamp?",
        ),
        (
            SOUND + "[chest Container]\nCapacity=-1\n",
            5,
            "error TW-INI-41",
            "[chest Container]: Capacity: nobody can put -1 things into it; 0 means any number",
        ),
    ],
)
def test_people_p3_a_check_finds(tmp_path: Path, ini: str, line: int, head: str, message: str) -> None:
    assert found(tmp_path, ini) == [f"Config/Places.ini:{line}:1 {head}: {message}"]


def test_people_p3_a_limbo_is_a_place_and_need_not_be_reached(tmp_path: Path) -> None:
    assert found(tmp_path, SOUND + "[limbo Place]\n", "Limbo=limbo") == []
    message = "Limbo=lmbo: there is no place of this name; declare [lmbo Place]"
    assert found(tmp_path, SOUND, "Limbo=lmbo") == [f"Config/DefaultGame.ini:2:1 warning TW-STORY-06: {message}"]


def test_opening_with_the_checkers_refuses_an_exit_to_nowhere(tmp_path: Path) -> None:
    found(tmp_path, SOUND.replace("to=yard", "to=yrad"))
    Project.open(tmp_path)
    with pytest.raises(ProjectError, match="TW-STORY-01"):
        Project.open(tmp_path, checkers=CHECKERS)


OWN = """
from dataclasses import dataclass

@dataclass(frozen=True)
class Place:
    name: str
    Exits: str = ""
"""


def test_a_game_with_a_class_of_its_own_of_that_name_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "scripts.py").write_text(OWN, "utf-8")
    assert found(tmp_path, "[hall Place]\nExits=north\n[gate Door]\nKey=gone\n") == []
    assert Project.open(tmp_path, checkers=CHECKERS).report == []


CHECK = """
import sys
from talewright.cli.main import main
sys.argv = ["talewright", "check", "."]
try:
    main()
except SystemExit:
    pass
print("talewright.story" in sys.modules)
"""
PLAY = "import sys, talewright; talewright.Game().start(); print('talewright.story' in sys.modules)"


def run(folder: Path, code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False).stdout


def test_people_p2_what_has_no_places_imports_no_story(tmp_path: Path) -> None:
    found(tmp_path, "[sword1 SapituItem]\n")
    assert run(tmp_path, CHECK).splitlines()[-1] == "False"
    assert run(tmp_path, PLAY) == "False\n"


def test_people_p3_the_command_tells_it(tmp_path: Path) -> None:
    found(tmp_path, SOUND + "[attic Place]\n")
    printed = run(tmp_path, CHECK)
    assert "Config/Places.ini:5:1: warning TW-STORY-04" in printed
    assert printed.splitlines()[-1] == "True"


def test_a_folder_that_is_no_project_is_none(tmp_path: Path) -> None:
    with pytest.raises(MissingFolder):
        Project.check(tmp_path / "none", checkers=CHECKERS)
