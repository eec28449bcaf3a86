"""The section ``[Project]``: what a front end reads of it, and what is wrong in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from talewright.project import Project


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "Config").mkdir()
    return tmp_path


def write(folder: Path, text: str) -> None:
    (folder / "Config" / "DefaultGame.ini").write_text(text, "utf-8")


def test_what_a_first_screen_says(folder: Path) -> None:
    write(
        folder,
        "[Project]\nName=smithy\nTitle=Tale of a smith\nPremise=He is angry.\nGoal=Calm him, at last.\n"
        "DevConsole=False\n",
    )
    settings = Project.open(folder).settings
    assert settings.title(folder) == "Tale of a smith"
    assert (settings.Premise, settings.Goal) == ("He is angry.", "Calm him, at last.")
    assert settings.DevConsole is False
    assert Project.check(folder) == []


def test_everything_has_a_default(folder: Path) -> None:
    settings = Project.open(folder).settings
    assert settings.title(folder) == folder.name
    assert (settings.Title, settings.Premise, settings.Goal, settings.DevConsole) == ("", "", "", True)
    write(folder, "[Project]\nName=smithy\n")
    assert Project.open(folder).settings.title(folder) == "smithy"


def test_unknown_keys_and_values_that_do_not_fit_are_findings(folder: Path) -> None:
    write(folder, "[Project]\nGoall=Calm him\nDevConsole=maybe\n")
    found = {(one.code, one.span.line) for one in Project.check(folder) if one.span is not None}
    assert ("TW-INI-22", 2) in found
    assert any(line == 3 for _, line in found)
