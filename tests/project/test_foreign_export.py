"""An Unreal game's own export is read, and what it cannot tell is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from talewright.errors import ProjectError
from talewright.project import Project

LIST = """\
[/Script/GameplayTags.GameplayTagsList]
GameplayTagRedirects=(OldTagName="Libretto.Dialogues.Smith.Yard",NewTagName="Libretto.Dialogues.Smith.Forge")
GameplayTagList=(Tag="Libretto.Dialogues.Smith",DevComment="/Game/Dialogues/D_Smith")
GameplayTagList=(Tag="Libretto.Dialogues.Smith.Forge",DevComment="")
"""
INDEX = "[TagsToDialogues]\nLibretto.Dialogues.Smith=/Game/Dialogues/D_Smith.D_Smith\n"


def exported(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        place = folder / ("Config/DynamicTags/DynamicTags.ini" if name == "tags" else "Config/LBRDynamicTags.ini")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    return folder


def test_its_tags_redirects_and_index_are_read(tmp_path: Path) -> None:
    before = {path: path.read_bytes() for path in exported(tmp_path, tags=LIST, index=INDEX).rglob("*.ini")}
    project = Project.open(tmp_path, cooked=True)
    assert "Libretto.Dialogues.Smith.Forge" in project.tags
    assert project.full_tag("Smith.Yard") == "Libretto.Dialogues.Smith.Forge"
    assert project.dialogue_path("Libretto.Dialogues.Smith.Forge") == "/Game/Dialogues/D_Smith.D_Smith"
    assert dict(project.dialogues) == {}
    (told,) = [one for one in project.report if one.code == "TW-COOK-12"]
    assert "whether it is stale" in told.message
    assert "none can be played" in told.message
    assert {path: path.read_bytes() for path in before} == before


def test_a_list_alone_says_that_there_is_no_index(tmp_path: Path) -> None:
    project = Project.open(exported(tmp_path, tags=LIST), cooked=True)
    assert project.dialogue_path("Libretto.Dialogues.Smith") is None
    assert any("there is no index" in one.message for one in project.report if one.code == "TW-COOK-12")


def test_a_broken_row_of_it_is_told(tmp_path: Path) -> None:
    try:
        report = Project.open(exported(tmp_path, tags=LIST + "GameplayTagList=(Tag=\n"), cooked=True).report
    except ProjectError as error:
        report = error.report
    assert any(one.span.line == 5 and "DynamicTags.ini" in one.span.file for one in report)


def test_scripts_beside_it_ask_for_a_cook(tmp_path: Path) -> None:
    exported(tmp_path, tags=LIST, index=INDEX)
    (tmp_path / "Dialogues").mkdir()
    (tmp_path / "Dialogues/D_Smith.yarn").write_text("title: Forge\n---\nHi. #line:hi\n===\n")
    with pytest.raises(ProjectError, match="the project was not cooked"):
        Project.open(tmp_path, cooked=True)


def test_a_check_of_the_cook_says_what_the_cook_would_refuse(tmp_path: Path) -> None:
    """Faults §6 B8: `run talewright cook` would not help here."""
    exported(tmp_path, tags=LIST, index=INDEX)
    (tmp_path / "Dialogues").mkdir()
    (tmp_path / "Dialogues/D_Smith.yarn").write_text("title: Forge\n---\nHi. #line:hi\n===\n")
    report = Project.open(tmp_path).drift()
    refused = [one for one in report if one.code == "TW-COOK-05"]
    assert [one.span.file for one in refused] == ["Config/DynamicTags/DynamicTags.ini", "Config/LBRDynamicTags.ini"]
    assert {one.code for one in report} - {"TW-COOK-05"} == {"TW-COOK-01"}
