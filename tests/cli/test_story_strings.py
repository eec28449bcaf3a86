"""`talewright dialogue strings`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from talewright.cli.story.strings import strings_group
from talewright.errors import Misuse

Write = Callable[[dict[str, str]], Path]

SMITH = "title: Forge\n---\nSmith: What? #line:what\n-> A sword. #choice:need #line:sword\n===\n"


@pytest.fixture
def root(folder: Write) -> Path:
    return folder({"Dialogues/D_Smith.yarn": SMITH})


def run(*words: object) -> tuple[int, str]:
    result = CliRunner().invoke(strings_group, list(map(str, words)), standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    return result.return_value, result.stdout


@pytest.mark.parametrize("ending", ["csv", "po"])
def test_out_to_a_translator_and_in_again(root: Path, tmp_path: Path, ending: str) -> None:
    table, sent = tmp_path / f"de.{ending}", tmp_path / f"sent.{ending}"
    assert run("export", table, root) == (0, "de: 0 translated, 0 stale, 2 missing, 0 orphan\n")
    text = table.read_bytes().decode()
    if ending == "csv":
        sent.write_bytes(text.replace("line:what,,", "line:what,Schmied: Was?,").encode())
    else:
        sent.write_bytes(text.replace('"Smith: What?"\nmsgstr ""', '"Smith: What?"\nmsgstr "Schmied: Was?"').encode())
    assert run("import", sent, "--into", table) == (0, "line:what: Schmied: Was?\n1 of 2 texts changed\n")
    code, out = run("drift", table, "--story", root, "--rows")
    assert code == 1
    assert out.splitlines()[0] == "de: 50% (1 translated, 0 stale, 1 missing, 0 orphan)"
    assert "missing line:sword: A sword." in out
    script = root / "Dialogues" / "D_Smith.yarn"
    script.write_text(SMITH.replace("What?", "Well?"), "utf-8")
    assert run("export", table, root) == (0, "de: 0 translated, 1 stale, 1 missing, 0 orphan\n")
    assert "Schmied: Was?" in table.read_text("utf-8")


def test_a_dry_run_writes_nothing(root: Path, tmp_path: Path) -> None:
    table, sent = tmp_path / "de.csv", tmp_path / "sent.csv"
    run("export", table, root)
    before = table.read_bytes()
    sent.write_text("id,text,original\nline:what,Was?,Smith: What?\nline:no,x,y\n", "utf-8")
    assert run("import", sent, "--into", table, "--dry-run")[1].endswith("1 of 2 texts changed\n")
    assert table.read_bytes() == before


def test_the_pseudo_language_has_no_drift(root: Path, tmp_path: Path) -> None:
    table = tmp_path / "qps.po"
    assert run("pseudo", table, root) == (0, "2 texts\n")
    code, out = run("drift", table, "--story", root, "--json")
    assert code == 0
    assert json.loads(out)[0]["translated"] == 2


def test_lint(root: Path, folder: Write) -> None:
    assert run("lint", root) == (0, "")
    folder({"Dialogues/D_Smith.yarn": SMITH.replace(" #line:what", "")})
    code, out = run("lint", root)
    assert code == 1
    assert "text-without-id" in out
    assert json.loads(run("lint", root, "--json")[1])[0]["line"] == 3


def test_misuse(root: Path, tmp_path: Path) -> None:
    with pytest.raises(Misuse, match="neither CSV nor PO"):
        run("export", tmp_path / "de.xlsx", root)
    with pytest.raises(Misuse, match="cannot be read"):
        run("drift", tmp_path / "none.csv", "--story", root)
    run("export", tmp_path / "de.csv", root)
    run("export", tmp_path / "fr.po", root)
    with pytest.raises(Misuse, match="is in fr"):
        run("import", tmp_path / "fr.po", "--into", tmp_path / "de.csv")
