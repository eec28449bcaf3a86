"""The settings of a dialogue class: what cannot be used is one finding where it is written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from talewright.diagnostics import Report
from talewright.errors import ProjectError
from talewright.project import DialogueClass, Project
from talewright.project.scan.dialogue_class import usable

Write = Callable[[dict[str, str]], Path]

SCRIPT = "#class:Bark\ntitle: Roof\nselectors: Intro\n---\nMeow #line:a\n-> Hm? #choice:c #line:r\n===\n"


def check(folder: Write, *settings: str) -> Report:
    ini = "\n".join(("[Bark DialogueClass]", *settings, ""))
    files = {f"Dialogues/D_{name}.yarn": SCRIPT.replace("Roof", name) for name in ("Cat", "Dog")}
    ids = {p: t.replace("line:", f"line:{p[-8:-5]}").replace("choice:", f"choice:{p[-8:-5]}") for p, t in files.items()}
    return Project.check(folder({"Config/Game.ini": ini, **ids}))


@pytest.mark.parametrize(
    ("setting", "message", "hint"),
    [
        ("TagRoot=", "is empty", "TagRoot=Libretto.Barks"),
        ("TagRoot=Bad..Root", "can be no tag", "TagRoot=Bad.Root"),
        ("TagRoot=None", "can be no tag", "TagRoot=Libretto.Barks"),
        ("TagRoot=None.Live", "its first segment is None", "TagRoot=Libretto.Barks"),
        ('TagRoot=" A.B "', "begins or ends with a blank", "TagRoot=A.B"),
        ("TagRoot=A .B", "a blank stands next to a dot", "TagRoot=Libretto.Barks"),
        ("TagRoot=A=B", "can be no tag", "TagRoot=Libretto.Barks"),
        ("TagRoot=-A", "can be no tag", "TagRoot=Libretto.Barks"),
        ("ChoiceTagPrefix=a.b", "holds a dot", "ChoiceTagPrefix=Choice_"),
        ("ChoiceTagPrefix=C'", "holds what no tag can hold", "ChoiceTagPrefix=Choice_"),
        ("ReplyTagPrefix=r.", "holds a dot", "ReplyTagPrefix=Reply_"),
        ('ReplyTagPrefix=" r"', "begins or ends with a blank", "ReplyTagPrefix=Reply_"),
        ("SelectorsTagRoot=a.b", "holds a dot", "SelectorsTagRoot=Selectors"),
        ("SelectorsTagRoot=", "is empty", "SelectorsTagRoot=Selectors"),
        ("SelectorsTagRoot=choice_s", "apart from the choices", "SelectorsTagRoot=SubdialogueSelectors"),
        ("ChoiceTagPrefix=Sub", "apart from the choices", "ChoiceTagPrefix=Choice_"),
        ("AssetPrefix=Barks/", "begins no file's name", "AssetPrefix=B_"),
    ],
)
def test_a_setting_that_cannot_be_used_is_one_error_at_its_line(
    folder: Write, setting: str, message: str, hint: str
) -> None:
    (finding,) = check(folder, "; why not", setting)
    assert (finding.code, finding.severity) == ("TW-PROJ-20", "error")
    assert str(finding.span) == "Config/Game.ini:3:1"
    assert message in finding.message
    assert hint in finding.hint


def test_all_of_them_are_told_and_the_rest_is_checked(folder: Write) -> None:
    root = folder(
        {
            "Config/A.ini": "[Bark DialogueClass]\nTagRoot=A..B\nReplyTagPrefix=r.\n",
            "Config/B.ini": "[bark dialogueclass]\nTagRoot=A,B\n",
            "Dialogues/D_Cat.yarn": SCRIPT.replace("===", "<<jump Nowhere>>\n==="),
        }
    )
    with pytest.raises(ProjectError) as caught:
        Project.open(root)
    assert [(d.code, str(d.span)) for d in caught.value.report.errors] == [
        ("TW-PROJ-20", "Config/A.ini:3:1"),
        ("TW-PROJ-20", "Config/B.ini:2:1"),
        ("YS0012", "Dialogues/D_Cat.yarn:7:8"),
    ]
    tags = {tag.name for tag in Project.scan(root).tags()}
    assert "Libretto.Dialogues.Cat.Choice_c.Reply_r" in tags


@pytest.mark.parametrize("setting", ["Folder=Barks", "Folder=Dialogues\\Barks", "Folder=/Dialogues"])
def test_a_folder_without_dialogues_is_a_warning(folder: Write, setting: str) -> None:
    (finding,) = check(folder, setting)
    assert (finding.code, finding.severity, str(finding.span)) == ("TW-PROJ-20", "warning", "Config/Game.ini:2:1")
    assert "Folder=Dialogues/Barks" in finding.hint


@pytest.mark.parametrize(
    "setting", ["TagRoot=Barks", "TagRoot=Été.Inner", "ChoiceTagPrefix=", "ReplyTagPrefix=-", "Folder=Dialogues"]
)
def test_what_can_be_used_is_no_finding(folder: Write, setting: str) -> None:
    assert check(folder, setting) == []


def test_a_class_without_a_fault_is_used_as_it_is() -> None:
    fine = DialogueClass("Bark", "Barks", "B_", "C_", "R_", "S", "Dialogues/Barks")
    assert usable(fine) is fine
    assert usable(DialogueClass(SelectorsTagRoot="", ChoiceTagPrefix="Sub")) == DialogueClass()
