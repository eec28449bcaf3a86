"""`talewright cook` writes four files, the same bytes every time; `--check` names what drifted."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from talewright.demo import TAVERN

LIST, INDEX = "Config/DynamicTags/DynamicTags.ini", "Config/LBRDynamicTags.ini"
OUTLINE, LOCK = "Config/DynamicTags/Dialogues.jsonl", "Config/tags.lock"
FILES = [LIST, OUTLINE, INDEX, LOCK]


@pytest.fixture
def tavern(tmp_path: Path) -> Path:
    copy = tmp_path / "tavern"
    shutil.copytree(TAVERN, copy, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


def test_it_prints_the_files_it_wrote(tavern: Path, talewright: Any) -> None:
    result = talewright("cook", tavern)

    assert (result.code, result.err) == (0, "")
    assert result.out == "\n".join([*FILES, ""])
    assert (tavern / LIST).is_file()
    assert (tavern / INDEX).is_file()


def test_it_cooks_the_current_folder(tavern: Path, talewright: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tavern)

    assert talewright("cook").out == "\n".join([*FILES, ""])
    assert talewright("check").out == "0 errors, 0 warnings\n"


def test_cooking_twice_gives_the_same_bytes(tavern: Path, talewright: Any) -> None:
    talewright("cook", tavern)
    first = [(tavern / name).read_bytes() for name in FILES]
    talewright("cook", tavern)

    assert [(tavern / name).read_bytes() for name in FILES] == first


def test_check_says_what_is_missing(tavern: Path, talewright: Any) -> None:
    result = talewright("cook", tavern, "--check")

    assert result.code == 1
    assert [line.split(":")[0] for line in result.out.splitlines() if "error" in line] == FILES
    assert not (tavern / LIST).exists()


def test_a_dry_run_says_what_cooking_would_change_and_writes_nothing(tavern: Path, talewright: Any) -> None:
    result = talewright("cook", tavern, "--dry-run")

    assert result.code == 0
    assert [line.split(":")[0] for line in result.out.splitlines() if "TW-COOK" in line] == FILES
    assert not (tavern / LIST).exists()
    talewright("cook", tavern)
    assert talewright("cook", tavern, "--dry-run").out == "nothing drifted\n"


def test_check_is_content_after_cooking(tavern: Path, talewright: Any) -> None:
    talewright("cook", tavern)

    result = talewright("cook", tavern, "--check")

    assert (result.code, result.out) == (0, "nothing drifted\n")


def test_check_names_what_drifted(tavern: Path, talewright: Any) -> None:
    talewright("cook", tavern)
    smith = tavern / "Dialogues" / "D_Smith.yarn"
    smith.write_text(smith.read_text(encoding="utf-8").replace("#line:soot", "#line:ash"), encoding="utf-8")

    result = talewright("cook", tavern, "--check")

    assert result.code == 1
    assert "lacks the tag Libretto.Dialogues.Smith.Choice_need.Reply_ash" in result.out
    assert "still has the tag Libretto.Dialogues.Smith.Choice_need.Reply_soot" in result.out
    assert "hint: run `talewright cook`" in result.out
    assert talewright("cook", tavern).code == 0
    assert talewright("cook", tavern, "--check").code == 0


def test_a_file_that_was_not_generated_is_not_overwritten(tavern: Path, talewright: Any) -> None:
    (tavern / INDEX).write_text("[Mine]\nKeep=1\n", encoding="utf-8")

    result = talewright("cook", tavern)

    assert result.code == 1
    assert result.err.startswith(f"{INDEX}:1:1: error ")
    assert (tavern / INDEX).read_text(encoding="utf-8") == "[Mine]\nKeep=1\n"
