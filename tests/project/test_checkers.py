"""Checkers that packages above hand in: the same findings in check and in open, and again when it is opened again."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from talewright import Game, Project, ProjectError
from talewright.diagnostics import Report
from talewright.project import Authored

ROOMS = "[hall Room]\nDoors=2\n[cell Room]\nDoors=0\n"


@dataclass(frozen=True)
class Room:
    name: str
    Doors: int = 1


def shut_in(authored: Authored) -> Report:
    authored.records.add_class(Room)
    report = Report()
    for name, room in authored.records[Room].items():
        if not room.Doors:
            place = authored.records.origin(Room, name)
            report.add("TW-TEST-01", "warning", f"nobody leaves {name}", "give it a door", place)
    return report


def strict(authored: Authored) -> Report:
    report = Report()
    for one in shut_in(authored):
        report.add("TW-TEST-02", "error", one.message, one.hint, one.span)
    return report


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "Config").mkdir()
    (tmp_path / "Config" / "Rooms.ini").write_text(ROOMS, "utf-8")
    return tmp_path


def test_without_checkers_nobody_looks(folder: Path) -> None:
    assert Project.check(folder) == []
    assert Project.open(folder).report == []


def test_one_checker_gives_the_same_findings_in_check_and_in_open(folder: Path) -> None:
    checked = Project.check(folder, checkers=[shut_in])
    assert [str(one) for one in checked] == [
        "Config/Rooms.ini:3:1: warning TW-TEST-01: nobody leaves cell\n  hint: give it a door"
    ]
    assert Project.open(folder, checkers=[shut_in]).report == checked
    assert Game.open(folder, checkers=[shut_in]).project.report == checked


def test_errors_of_a_checker_keep_a_project_from_being_opened(folder: Path) -> None:
    assert [one.code for one in Project.check(folder, checkers=[strict])] == ["TW-TEST-02"]
    with pytest.raises(ProjectError, match="nobody leaves cell"):
        Project.open(folder, checkers=[strict])


def test_a_project_that_is_opened_again_is_looked_at_again(folder: Path) -> None:
    game = Game.open(folder, checkers=[shut_in])
    (folder / "Config" / "Rooms.ini").write_text("[hall Room]\n", "utf-8")
    game.reload()
    assert game.project.report == []


def test_findings_of_a_checker_stand_beside_the_projects_own(folder: Path) -> None:
    (folder / "Config" / "DefaultGame.ini").write_text("[Project]\nPolicy=SOMETIMES\n", "utf-8")
    assert {one.code for one in Project.check(folder, checkers=[strict])} == {"TW-PROJ-23", "TW-TEST-02"}
