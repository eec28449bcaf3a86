"""Copies of a project whose line ends a version control system changed: told apart from edited ones."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from talewright.diagnostics import Report
from talewright.errors import ProjectError
from talewright.project import Project
from talewright.project.cook.digests import HINT, hint_for, hint_for_entry

SMITH = "title: Forge\n---\nSmith: Yes? #line:yes\n===\n"
SCRIPT = "Dialogues/D_Smith.yarn"
GENERATED = [
    "Config/DynamicTags/DynamicTags.ini",
    "Config/DynamicTags/Dialogues.jsonl",
    "Config/LBRDynamicTags.ini",
    "Config/tags.lock",
]


@pytest.fixture
def cooked(folder: Callable[[dict[str, str]], Path]) -> Path:
    root = folder({SCRIPT: SMITH})
    Project.open(root).cook()
    return root


def use_crlf(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))


def errors_of_start(root: Path) -> Report:
    with pytest.raises(ProjectError) as caught:
        _ = Project.open(root, cooked=True).program.nodes["Forge"]
    return caught.value.report


@pytest.mark.parametrize("name", GENERATED)
def test_a_generated_file_with_other_line_ends_is_told_as_such(cooked: Path, name: str) -> None:
    use_crlf(cooked / name)
    assert [(d.code, d.span.file, d.hint) for d in Project.open(cooked).drift()] == [("TW-COOK-04", name, HINT)]
    assert {(d.code, d.hint) for d in errors_of_start(cooked)} == {("TW-COOK-07", HINT)}


def test_so_is_a_dialogue(cooked: Path) -> None:
    use_crlf(cooked / SCRIPT)
    assert [(d.code, d.hint) for d in Project.open(cooked).drift()] == [("TW-COOK-04", HINT)]
    assert [(d.code, d.hint) for d in errors_of_start(cooked)] == [("TW-COOK-09", HINT)]


def test_so_is_one_that_was_cooked_with_them(cooked: Path) -> None:
    use_crlf(cooked / SCRIPT)
    Project.open(cooked).cook()
    (cooked / SCRIPT).write_bytes(SMITH.encode())
    assert [(d.code, d.hint) for d in errors_of_start(cooked)] == [("TW-COOK-09", HINT)]


def test_an_edit_is_an_edit(cooked: Path) -> None:
    (cooked / SCRIPT).write_bytes(SMITH.replace("Yes", "No").replace("\n", "\r\n").encode())
    assert {d.hint for d in Project.open(cooked).drift()} == {"run `talewright cook`"}
    assert {d.hint for d in errors_of_start(cooked)} == {"run `talewright cook`"}


def test_what_has_no_digest_gets_the_other_hint(tmp_path: Path) -> None:
    assert hint_for(b"a", None, "other") == hint_for(b"a", "", "other") == "other"
    assert hint_for_entry(tmp_path, "the tag A ()", "other") == "other"
    assert hint_for_entry(tmp_path, "Dialogues/D_Gone.yarn as it was with sha256:00", "other") == "other"
