"""A copy of a dialogue, a node or a line: the newer one is to blame, and gets ids of its own (faults §6 B2)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from talewright.project import Project

SCRIPT = """#uid:f0
title: A
uid: n0
---
Ann: Hi. #line:one
-> Yes #line:two #choice:c
    Ann: Ok. #line:three
-> No #line:four
Ann: Hi. #shadow:one
===
"""


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "Dialogues").mkdir()
    (tmp_path / "Dialogues/D_Smith.yarn").write_text(SCRIPT, newline="\n")
    Project.open(tmp_path).cook()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", ["D_Anna", "D_Zoe"])
def test_the_newer_script_is_to_blame_and_gets_new_ids(name: str, root: Path, talewright: Any) -> None:
    copy = root / f"Dialogues/{name}.yarn"
    copy.write_text(SCRIPT, newline="\n")
    found = Project.check(root).errors
    assert {one.span.file for one in found} == {f"Dialogues/{name}.yarn"}
    command = f"talewright dialogue tag --renew Dialogues/{name}.yarn"
    assert all(command in one.hint for one in found if one.code in ("YS0018", "TW-LOCK-04"))
    assert {one.code for one in found} >= {"YS0018", "YS0011"}

    said = talewright("dialogue", "tag", "--check")
    assert said.code == 1
    assert "nothing is missing" not in said.out
    assert command in said.out

    dry = talewright("dialogue", "tag", "--renew", "--dry-run", f"Dialogues/{name}.yarn")
    assert copy.read_text() == SCRIPT, dry.out
    assert talewright("dialogue", "tag", "--renew", f"Dialogues/{name}.yarn", "--seed", "1").code == 0
    assert (root / "Dialogues/D_Smith.yarn").read_text() == SCRIPT
    new = copy.read_text()
    assert not any(f"{old}\n" in new for old in ("f0", "n0", "#line:three", "#choice:c"))
    assert "#shadow:one" in new
    copy.write_text(new.replace("title: A", "title: B"), newline="\n")
    assert Project.check(root).errors == []
    assert talewright("dialogue", "tag", "--check").out == "nothing is missing\n"
    Project.open(root).cook()


def test_a_copied_line_in_one_script_is_renewed_where_it_comes_again(root: Path, talewright: Any) -> None:
    script = root / "Dialogues/D_Smith.yarn"
    script.write_text(SCRIPT.replace("===", "Ann: Hi. #line:one\n==="), newline="\n")
    found = Project.check(root).errors
    assert [(one.code, one.span.line) for one in found] == [("YS0018", 10)]
    assert talewright("dialogue", "tag", "--renew", "Dialogues/D_Smith.yarn").code == 0
    new = script.read_text().splitlines()
    assert new[:9] == SCRIPT.splitlines()[:9]
    assert Project.check(root).errors == []
    assert talewright("dialogue", "tag", "--renew", "Dialogues/D_Smith.yarn").out == "no id is shared\n"


def test_without_a_lock_either_script_may_be_the_copy(tmp_path: Path) -> None:
    (tmp_path / "Dialogues").mkdir()
    for name in ("D_Anna", "D_Zoe"):
        (tmp_path / f"Dialogues/{name}.yarn").write_text(SCRIPT, newline="\n")
    hints = {one.hint for one in Project.check(tmp_path) if one.code in ("YS0018", "TW-LOCK-04")}
    command = "`talewright dialogue tag --renew Dialogues/D_Zoe.yarn`"
    assert hints == {f"a copy keeps its ids: run {command}, or with Dialogues/D_Anna.yarn if that is the copy"}


def test_a_copied_node_in_one_script_gets_a_choice_of_its_own(root: Path, talewright: Any) -> None:
    """Faults §6 B2: a choice id that stands in two groups is shared; that of one group's options is not."""
    script = root / "Dialogues/D_Smith.yarn"
    group = "-> Yes. #choice:c #line:y\n-> No. #choice:c #line:n\n"
    node = "title: {}\nuid: n0\n---\n" + group + "===\n"
    script.write_text("#uid:f0\n" + node.format("A") + node.format("B"), newline="\n")
    found = Project.check(root).errors
    assert {one.code for one in found} == {"YS0018", "TW-LOCK-04", "TW-YARN-10"}
    assert all("talewright dialogue tag --renew Dialogues/D_Smith.yarn" in one.hint for one in found)
    assert "Dialogues/D_Smith.yarn: 4 ids are also elsewhere" in talewright("dialogue", "tag", "--check").out

    assert talewright("dialogue", "tag", "--renew", "Dialogues/D_Smith.yarn", "--seed", "1").code == 0
    new = script.read_text()
    first, second = new.removeprefix("#uid:f0\n").split("===\n")[:2]
    assert first + "===\n" == node.format("A")
    yes, no = (row for row in second.splitlines() if row.startswith("->"))
    assert yes.split("#choice:")[1].split()[0] == no.split("#choice:")[1].split()[0] != "c"
    assert Project.check(root).errors == []
    assert talewright("dialogue", "tag", "--check").out == "nothing is missing\n"
