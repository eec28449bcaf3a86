"""Classes of dialogues derive from each other; a project has a default class, and an index that Unreal reads."""

from __future__ import annotations

from pathlib import Path

import pytest

from talewright.errors import ProjectError
from talewright.project import Project
from talewright.project.scan.dialogue_class import DialogueClass, dialogue_classes


def made(folder: Path, ini: str, **dialogues: str) -> Path:
    (folder / "Config").mkdir(exist_ok=True)
    (folder / "Config/DefaultGame.ini").write_text(ini)
    for name, head in (dialogues or {"D_Smith": ""}).items():
        (folder / "Dialogues").mkdir(exist_ok=True)
        (folder / f"Dialogues/{name}.yarn").write_text(
            f"{head}title: {name[2:]}Forge\n---\n-> Hi #line:{name} #choice:need\n===\n"
        )
    return folder


def classes(folder: Path, ini: str) -> dict[str, DialogueClass]:
    return dict(dialogue_classes(Project.open(made(folder, ini)).records))


def test_a_class_has_what_its_base_says(tmp_path: Path) -> None:
    found = classes(
        tmp_path,
        "[Talk DialogueClass]\nTagRoot=Talks\nChoiceTagPrefix=C_\nFolder=Dialogues/T\n"
        "[Bark DialogueClass]\nbase=talk\nTagRoot=Barks\n"
        "[Cat DialogueClass]\nBase=Bark\nReplyTagPrefix=R_\nChoiceTagPrefix=Choice_\n",
    )
    assert (found["Bark"].TagRoot, found["Bark"].ChoiceTagPrefix, found["Bark"].Folder) == ("Barks", "C_", "")
    cat = found["Cat"]
    # A setting that is written counts, also where it is what Libretto's class has.
    assert (cat.TagRoot, cat.ChoiceTagPrefix, cat.ReplyTagPrefix) == ("Barks", "Choice_", "R_")


def test_tags_and_cook_follow_the_base(tmp_path: Path) -> None:
    ini = "[Talk DialogueClass]\nTagRoot=Talks\nChoiceTagPrefix=C_\n[Bark DialogueClass]\nBase=Talk\n"
    made(tmp_path, ini, D_Smith="#class:Bark\n")
    project = Project.open(tmp_path)
    assert "Talks.Smith.C_need" in project.tags
    project.cook()
    assert Project.open(tmp_path, cooked=True).dialogue_path("Talks.Smith") == "Dialogues/D_Smith.yarn"
    (tmp_path / "Config/DefaultGame.ini").write_text(ini.replace("=C_", "=D_"))
    with pytest.raises(ProjectError, match="other settings"):
        Project.open(tmp_path, cooked=True)


@pytest.mark.parametrize(
    ("ini", "line", "said"),
    [
        (
            "[A DialogueClass]\nBase=Bark\n[Barks DialogueClass]\n",
            2,
            "Base=Bark of the dialogue class A is declared by no",
        ),
        ("[A DialogueClass]\nBase=A\n", 2, "leads back to it: A, A"),
        ("[A DialogueClass]\nBase=B\n[B DialogueClass]\nBase=A\n", 2, "leads back to it: A, B, A"),
        ("[A DialogueClass]\nDefault=True\n[B DialogueClass]\nDefault=True\n", 4, "A is the default class already"),
        ("[A DialogueClass]\nAssetRoot=Game\n", 2, "begins no asset's path"),
        (
            "[A DialogueClass]\nTagRoot=Bad..Root\n[B DialogueClass]\nBase=A\n",
            2,
            "TagRoot=Bad..Root of the dialogue class A",
        ),
    ],
)
def test_what_cannot_be_is_found_at_its_line(tmp_path: Path, ini: str, line: int, said: str) -> None:
    found = [one for one in Project.check(made(tmp_path, ini)) if one.code == "TW-PROJ-20"]
    assert any(said in one.message for one in found)
    assert found[0].span.line == line
    assert found[0].hint
    if "Root" in said:
        assert len(found) == 1  # what is inherited is told once


def test_a_project_has_a_default_class(tmp_path: Path) -> None:
    ini = "[Story DialogueClass]\nDefault=True\nTagRoot=Stories\n[Bark DialogueClass]\nTagRoot=Barks\n"
    project = Project.open(made(tmp_path, ini, D_Smith="", D_Cat="#class:Bark\n"))
    assert "Stories.Smith" in project.tags
    assert "Barks.Cat" in project.tags
    assert "Stories.Cat" not in project.tags


def test_the_index_has_the_paths_of_assets(tmp_path: Path) -> None:
    ini = "[Story DialogueClass]\nDefault=True\nAssetRoot=/Game\n"
    Project.open(made(tmp_path, ini)).cook()
    index = (tmp_path / "Config/LBRDynamicTags.ini").read_text()
    assert "[TagsToDialogues]\nLibretto.Dialogues.Smith=/Game/Dialogues/D_Smith.D_Smith\n" in index
    project = Project.open(tmp_path, cooked=True)
    assert project.dialogue_path("Libretto.Dialogues.Smith.SmithForge") == "Dialogues/D_Smith.yarn"
    assert project.program.nodes["SmithForge"]
    assert not Project.open(tmp_path).drift()
