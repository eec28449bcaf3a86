"""The layout of an older draft, one tag file a dialogue: recognised, and taken out on request."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from talewright.errors import MissingFolder, TagError
from talewright.project import Project
from talewright.project.edits.migration import plan_migration

Write = Callable[[dict[str, str]], Path]

HEAD = "[/Script/GameplayTags.GameplayTagsList]\n"
SMITH = "title: Forge\n---\nSmith: Yes? #line:yes\n===\n"


def row(name: str) -> str:
    return f'GameplayTagList=(Tag="{name}",DevComment="")\n'


@pytest.fixture
def root(folder: Write) -> Path:
    mine = HEAD + row("Quest.Smith") + "; gone\n" + row("Libretto.Dialogues.Cat.Old")
    mine += 'GameplayTagRedirects=(OldTagName="Quest.Forge",NewTagName="Quest.Smith")\n'
    return folder(
        {
            "Dialogues/D_Smith.yarn": SMITH,
            "Config/Tags/Dialogues/Smith.ini": HEAD
            + row("Libretto.Dialogues.Smith")
            + row("Libretto.Dialogues.Smith.Forge"),
            "Config/Tags/Dialogues/Mine.ini": mine,
            "Config/Tags/Dialogues/Other.ini": HEAD + row("Quest.Other"),
        }
    )


def test_it_is_recognised_and_migration_is_offered(root: Path) -> None:
    found = [d for d in Project.check(root) if d.code == "TW-PROJ-18"]
    files = ["Config/Tags/Dialogues/Mine.ini", "Config/Tags/Dialogues/Smith.ini"]
    assert [d.span.file for d in found] == files
    assert "talewright cook --migrate" in found[0].hint
    assert [d.span.file for d in Project.open(root).report if d.code == "TW-PROJ-18"] == files


def test_a_project_without_it_has_no_such_finding(folder: Write) -> None:
    root = folder({"Dialogues/D_Smith.yarn": SMITH, "Config/Tags/Dialogues/Other.ini": HEAD + row("Quest.Other")})
    assert [d for d in Project.check(root) if d.code == "TW-PROJ-18"] == []
    assert plan_migration(root).files == []


def test_a_plan_writes_nothing_and_names_what_nothing_generates(root: Path) -> None:
    plan = plan_migration(root)
    assert (root / "Config/Tags/Dialogues/Smith.ini").is_file()
    assert [(f.path, f.after is None) for f in plan.files] == [
        ("Config/Tags/Dialogues/Mine.ini", False),
        ("Config/Tags/Dialogues/Smith.ini", True),
    ]
    assert "-" + row("Libretto.Dialogues.Smith.Forge") in plan.diff()
    assert [(d.code, str(d.span)) for d in plan.notes] == [("TW-PROJ-19", "Config/Tags/Dialogues/Mine.ini:4:1")]


def test_tags_of_other_kinds_and_redirects_stay(root: Path) -> None:
    before = {tag.name for tag in Project.open(root).tags}
    plan_migration(root).write()
    project = Project.open(root)
    assert {tag.name for tag in project.tags} == before - {"Libretto.Dialogues.Cat.Old"}
    assert project.tags.tag("Quest.Forge").name == "Quest.Smith"
    assert project.report == []
    assert not (root / "Config/Tags/Dialogues/Smith.ini").exists()


def test_a_dialogue_that_does_not_parse_is_none_that_was_deleted(root: Path, folder: Write) -> None:
    folder({"Dialogues/D_Smith.yarn": SMITH.replace("Smith: Yes?", "<<if>>")})
    plan = plan_migration(root)
    assert "Dialogues/D_Smith.yarn" in [d.span.file for d in plan.notes.errors]
    with pytest.raises(TagError, match="nothing was written"):
        plan.write()
    assert (root / "Config/Tags/Dialogues/Smith.ini").is_file()


def test_the_folder_is_a_path_or_a_text_and_must_be_there(root: Path) -> None:
    assert plan_migration(str(root)).diff() == plan_migration(root).diff()
    with pytest.raises(MissingFolder, match="there is no folder"):
        plan_migration(root / "Nowhere")


def test_a_dialogue_that_does_not_parse_matters_to_the_old_layout_alone(folder: Write) -> None:
    root = folder({"Dialogues/D_Smith.yarn": SMITH.replace("Smith: Yes?", "<<if>>")})
    assert plan_migration(root).notes == []
