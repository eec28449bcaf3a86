"""What lies among the dialogues and is none: names that are no text, links that lead nowhere, pipes."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from talewright.errors import ProjectError
from talewright.project import Project, Watcher, find_others, find_references

Write = Callable[[dict[str, str]], Path]

SMITH = "title: Forge\n---\nHi #line:hi\n===\n"


@pytest.fixture
def root(folder: Write) -> Path:
    return folder({"Dialogues/D_Smith.yarn": SMITH})


def put(root: Path, name: bytes, text: str = SMITH) -> None:
    path = os.fsencode(root) + b"/Dialogues/" + name
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(text.encode())
    except (OSError, ValueError):
        pytest.skip("no file can be called so here")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (b"D_Caf\xe9.yarn", "Dialogues/D_Caf\\xe9.yarn"),
        (b"Caf\xe9/D_Cat.yarn", "Dialogues/Caf\\xe9"),
        (b"D_A\nB.yarn", "Dialogues/D_A\\nB.yarn"),
    ],
)
def test_a_name_that_is_no_text_is_one_error_everywhere(root: Path, name: bytes, shown: str) -> None:
    saved = root / "Saved"
    Project.open(root, saved_dir=saved)
    watcher = Watcher(root, settled=0.0)
    put(root, name, SMITH.replace("Forge", "Roof").replace("hi", "ho"))
    for _ in range(2):  # with and without a cache
        (finding,) = Project.check(root, saved_dir=saved)
        assert (finding.code, finding.severity, finding.span.file) == ("TW-PROJ-07", "error", shown)
        assert "rename it" in finding.hint
        with pytest.raises(ProjectError) as caught:
            Project.open(root, saved_dir=saved)
        assert [d.code for d in caught.value.report] == ["TW-PROJ-07"]
    scan = Project.scan(root, saved_dir=saved)
    assert [d.code for d in scan.report] == ["TW-PROJ-07"]
    assert "Libretto.Dialogues.Smith.Forge" in {tag.name for tag in scan.tags()}
    found = find_references(root)
    find_others(root, found, ["Smith.Forge"])
    changes = watcher.look()
    assert changes is not None
    assert len(changes.added) == 1


def test_another_file_is_shown_with_its_bytes(root: Path) -> None:
    put(root, b"D_Caf\xe9.txt")
    (finding,) = Project.check(root)
    assert (finding.code, finding.span.file) == ("TW-PROJ-15", "Dialogues/D_Caf\\xe9.txt")
    Project.open(root).cook()


def test_letters_of_any_script_are_text(root: Path) -> None:
    put(root, "D_Café.yarn".encode(), SMITH.replace("Forge", "Roof").replace("hi", "ho"))
    assert not Project.check(root).errors
    Project.open(root).cook()


def link(at: Path, to: str) -> None:
    try:
        at.symlink_to(to)
    except (OSError, NotImplementedError):
        pytest.skip("no link can be made here")


def test_a_link_that_leads_nowhere_is_told_as_such(root: Path) -> None:
    link(root / "Dialogues" / "D_Link.yarn", "nowhere.yarn")
    link(root / "Dialogues" / "D_Self.yarn", "D_Self.yarn")
    link(root / "Dialogues" / "D_Up.yarn", "..")
    link(root / "Dialogues" / ".#D_Smith.yarn", "somebody@somewhere.1234")  # what Emacs leaves beside an edited file
    report = Project.check(root)
    assert [(d.code, d.severity, d.span.file, d.message) for d in report] == [
        ("TW-PROJ-15", "warning", "Dialogues/D_Link.yarn", "is not read: it is a link that leads nowhere"),
        ("TW-PROJ-15", "warning", "Dialogues/D_Self.yarn", "is not read: it is a link that leads nowhere"),
        ("TW-PROJ-15", "warning", "Dialogues/D_Up.yarn", "is not read: it is a link to a folder"),
    ]
    find_others(root, find_references(root), ["Smith.Forge"])
    (root / "Dialogues" / "nowhere.yarn").write_text(SMITH.replace("Forge", "Roof").replace("hi", "ho"))
    (root / "Dialogues" / "D_Self.yarn").unlink()
    assert "Libretto.Dialogues.Link.Roof" in {tag.name for tag in Project.scan(root).tags()}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in folders here")
def test_a_pipe_is_not_waited_for(root: Path) -> None:
    os.mkfifo(root / "Dialogues" / "D_Pipe.yarn")
    link(root / "Dialogues" / "D_Zero.yarn", "/dev/zero")
    for report in (Project.check(root), Project.open(root).report, Project.scan(root).report):
        assert [(d.code, d.span.file) for d in report] == [
            ("TW-PROJ-15", "Dialogues/D_Pipe.yarn"),
            ("TW-PROJ-15", "Dialogues/D_Zero.yarn"),
        ]
        assert "a pipe, a socket or a device" in report[0].message
    find_others(root, find_references(root), ["Smith.Forge"])


def test_a_plan_beside_its_script_is_no_lost_dialogue(root: Path) -> None:
    script = next((root / "Dialogues").glob("D_*.yarn"))
    script.with_suffix(".testplan").write_text("stop\n", "utf-8")
    assert [f.code for f in Project.check(root) if f.code == "TW-PROJ-15"] == []
    script.with_name("D_Nobody.testplan").write_text("stop\n", "utf-8")
    assert [f.span.file for f in Project.check(root) if f.code == "TW-PROJ-15"] == ["Dialogues/D_Nobody.testplan"]
