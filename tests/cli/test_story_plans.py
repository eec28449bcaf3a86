"""`talewright dialogue test`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from talewright.cli.story.plans import test_command as command
from talewright.errors import Misuse

Write = Callable[[dict[str, str]], Path]

SMITH = "title: Forge\n---\nSmith: Yes? #line:yes #loud\n-> A sword. #choice:need #line:sword\n    Smith: Here.\n===\n"
PLAN = "line: `Smith: Yes?` #soft\nselect: sword\ncount: Smith.Choice_need selected = 1\nline: *\nstop\n"


def run(*words: object) -> tuple[int, str]:
    result = CliRunner().invoke(command, list(map(str, words)), standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    return result.return_value, result.stdout


def test_plans_of_a_project_and_others(folder: Write, tmp_path: Path) -> None:
    root = folder({"Dialogues/D_Smith.yarn": SMITH, "Dialogues/D_Smith.testplan": PLAN})
    other = (
        folder({"other/A.yarn": "title: Start\n---\nHi.\n===\n", "other/A.testplan": "line: `Hi.`\nstop\n"}) / "other"
    )
    assert run(root / "Dialogues", other) == (0, "2 plans, 4 comparisons, 0 failed\n")
    coverage = tmp_path / "cov.json"
    assert run(root / "Dialogues", "--coverage", coverage)[0] == 0
    assert json.loads(coverage.read_text("utf-8"))["hits"]["Smith"]["need.sword"] == 1


def test_what_did_not_go_as_planned(folder: Write) -> None:
    root = folder({"Dialogues/D_Smith.yarn": SMITH, "Dialogues/D_Smith.testplan": PLAN})
    code, out = run(root / "Dialogues" / "D_Smith.testplan", "--hashtags")
    assert code == 1
    assert "D_Smith.testplan:1: expected #soft on the line 'Smith: Yes?'" in out
    assert "got #loud" in out
    code, out = run(root, "--hashtags", "--json")
    assert json.loads(out)[0]["failures"][0]["line"] == 1


def test_misuse(folder: Write, tmp_path: Path) -> None:
    root = folder({"Dialogues/D_Smith.yarn": SMITH, "Dialogues/D_Else.testplan": PLAN})
    with pytest.raises(Misuse, match="no test plan"):
        run(root)
    with pytest.raises(Misuse):
        run(tmp_path / "none")
    with pytest.raises(Misuse, match=r"D_Else\.yarn"):
        run(root / "Dialogues" / "D_Else.testplan")


def test_a_plan_that_is_no_text_is_misuse_with_its_line(folder: Write) -> None:
    root = folder({"D_Smith.yarn": SMITH})
    (root / "D_Smith.testplan").write_bytes(b"line: *\n\xff\n")
    with pytest.raises(Misuse, match=r"D_Smith\.testplan:2: this is no UTF-8 text"):
        run(root)


def test_a_script_is_no_plan(folder: Write) -> None:
    root = folder({"D_Smith.yarn": SMITH})
    with pytest.raises(Misuse, match="a script, and no plan") as caught:
        run(root / "D_Smith.yarn")
    assert "D_Smith.testplan" in caught.value.hint
