"""`talewright tags tidy`, and redirects where the project's engine reads them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from talewright.tags import LIST_SECTION, SETTINGS_SECTION

LIST = f"[{LIST_SECTION}]\n"
A = 'GameplayTagList=(Tag="A",DevComment="")\n'
B = 'GameplayTagList=(Tag="B",DevComment="x")\n'


def put(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


@pytest.fixture
def noisy(tmp_path: Path) -> Path:
    return put(
        tmp_path,
        {
            "Config/Tags/A.ini": f'{LIST}; keep me\n-{B}{A}-GameplayTagList=(Tag="A",DevComment="other")\n',
            "Config/Tags/B.ini": f'{LIST}-{B}{B}-GameplayTagList=(Tag="Gone",DevComment="")\n',
        },
    )


def test_the_command_is_fit_for_a_hook(noisy: Path, talewright: Any) -> None:
    before = (noisy / "Config/Tags/A.ini").read_bytes()
    found = talewright("tags", "tidy", "--check", noisy)
    assert found.code == 1
    assert "--- a/Config/Tags/A.ini" in found.out
    dry = talewright("tags", "tidy", noisy, "--dry-run")
    assert dry.code == 0
    assert (noisy / "Config/Tags/A.ini").read_bytes() == before
    assert talewright("tags", "tidy", noisy).code == 0
    assert talewright("tags", "tidy", "--check", noisy).code == 0


@pytest.mark.parametrize(("engine", "default"), [("5.4", True), ("5.5", True), ("5.6", False), ("", False)])
def test_a_rename_writes_the_redirect_where_the_engine_reads_it(
    tmp_path: Path, talewright: Any, engine: str, default: bool
) -> None:
    """Faults §3 B3."""
    put(tmp_path, {"Config/Tags/A.ini": LIST + A, "Config/DefaultGame.ini": f"[Project]\nEngine={engine}\n"})
    done = talewright("tags", "rename", "A", "New", tmp_path)
    assert done.code == 0, done.out
    row = 'GameplayTagRedirects=(OldTagName="A",NewTagName="New")\n'
    written = tmp_path / "Config/DefaultGameplayTags.ini"
    assert written.is_file() == default
    if default:
        assert written.read_text() == f"[{SETTINGS_SECTION}]\n+{row}"
        assert row not in (tmp_path / "Config/Tags/A.ini").read_text()
    else:
        assert row in (tmp_path / "Config/Tags/A.ini").read_text()


def test_compact_moves_what_an_old_engine_does_not_read(tmp_path: Path, talewright: Any) -> None:
    redirect = 'GameplayTagRedirects=(OldTagName="Old",NewTagName="A")\n'
    put(tmp_path, {"Config/Tags/A.ini": LIST + A + redirect, "Game.uproject": '{"EngineAssociation": "5.3"}'})
    linted = talewright("tags", "lint", tmp_path)
    assert "TW-TAG-45" in linted.out
    done = talewright("tags", "compact", tmp_path)
    assert done.code == 0, done.out
    assert (tmp_path / "Config/Tags/A.ini").read_text() == LIST + A
    assert (tmp_path / "Config/DefaultGameplayTags.ini").read_text() == f"[{SETTINGS_SECTION}]\n+{redirect}"
    assert "TW-TAG-45" not in talewright("tags", "lint", tmp_path).out


@pytest.fixture
def two_lists(tmp_path: Path) -> Path:
    odd = 'GameplayTagsList=(Tag="Q")\n'
    files = {"Config/Tags/A.ini": LIST + A, "Config/Tags/B.ini": LIST + A.replace('""', '"other"') + B + odd}
    return put(tmp_path, files)


def test_list_and_lint_take_a_single_file(two_lists: Path, talewright: Any) -> None:
    """Faults §3 C."""
    listed = talewright("tags", "list", two_lists / "Config/Tags/A.ini")
    assert (listed.code, listed.out) == (0, "A\n")
    linted = talewright("tags", "lint", two_lists / "Config/Tags/B.ini")
    assert linted.code == 1
    assert "Config/Tags/B.ini:2:1: warning TW-TAG-03" in linted.out
    assert "with another comment" in linted.out
    assert "Config/Tags/B.ini:4:1: error TW-TAG-35" in linted.out
    assert talewright("tags", "lint", two_lists / "Config/Tags/A.ini").code == 0
    (two_lists / "table.csv").write_text("---,Tag,DevComment\n0,X.Y,z\n")
    assert talewright("tags", "list", two_lists / "table.csv").out == "X.Y  z\n"
    (two_lists / "notes.txt").write_text("x")
    assert talewright("tags", "list", two_lists / "notes.txt").code == 2


def test_constants_for_editors_need_no_output(two_lists: Path, talewright: Any) -> None:
    """Faults §3 C."""
    said = talewright("tags", "constants", two_lists, "--json")
    assert said.code == 0
    assert [entry["tag"] for entry in json.loads(said.out)] == ["A", "B"]
    assert talewright("tags", "constants", two_lists).code == 2


def test_a_short_name_gets_the_near_one(tmp_path: Path, talewright: Any) -> None:
    """Documents, row 185."""
    text = 'title: Forge\n---\nSmith: {plays("Smith.Forje")} #line:0a1\n===\n'
    put(tmp_path, {"Dialogues/D_Smith.yarn": text})
    for words in (("check",), ("tags", "lint"), ("tags", "explain", "Smith.Forje")):
        said = talewright(*words, tmp_path)
        assert said.code == 1
        assert "did you mean Libretto.Dialogues.Smith.Forge" in said.out + said.err


def test_compact_keeps_both_targets_of_one_name(tmp_path: Path, talewright: Any) -> None:
    """Which of two is meant only a person knows: gathering redirects for an old engine drops neither."""
    one, other = (f'GameplayTagRedirects=(OldTagName="Old",NewTagName="{new}")\n' for new in "AB")
    put(
        tmp_path,
        {
            "Config/DefaultGameplayTags.ini": f"[{SETTINGS_SECTION}]\n+{one}",
            "Config/Tags/A.ini": f'{LIST}{A}{B}{other}GameplayTagRedirects=(OldTagName="Sure",NewTagName="A")\n',
            "Config/DefaultGame.ini": "[Project]\nEngine=5.4\n",
        },
    )
    assert talewright("tags", "compact", tmp_path, "--write").code == 0
    text = (tmp_path / "Config/DefaultGameplayTags.ini").read_text()
    assert text == f'[{SETTINGS_SECTION}]\n+{one}+GameplayTagRedirects=(OldTagName="Sure",NewTagName="A")\n'
    assert (tmp_path / "Config/Tags/A.ini").read_text() == f"{LIST}{A}{B}{other}"
    assert "TW-TAG-22" in talewright("tags", "lint", tmp_path).out
    explained = talewright("tags", "explain", "Old", tmp_path)
    assert "A (" in explained.err
    assert "B (" in explained.err
    assert "is no tag" not in explained.err


def test_a_file_behind_a_link_is_written_and_the_link_stays(tmp_path: Path, talewright: Any) -> None:
    real = put(tmp_path, {"shared.ini": f"{LIST}-{B}{A}"}) / "shared.ini"
    (tmp_path / "Config/Tags").mkdir(parents=True)
    link = tmp_path / "Config/Tags/L.ini"
    link.symlink_to(real)
    assert talewright("tags", "tidy", "--write", tmp_path).code == 0
    assert link.is_symlink()
    assert real.read_text() == LIST + A
    assert talewright("tags", "rename", "A", "New", tmp_path, "--write").code == 0
    assert link.is_symlink()
    assert 'Tag="New"' in real.read_text()


@pytest.mark.parametrize("engine", ["nonsense", "UE5.4", "5,4", "-1", "5", "05.05", "5.6-preview"])
def test_an_engine_that_is_none_is_said_and_nothing_is_written_for_it(
    tmp_path: Path, talewright: Any, engine: str
) -> None:
    """Faults §3 B3: where redirects belong, nobody can say then."""
    put(tmp_path, {"Config/Tags/A.ini": LIST + A, "Config/DefaultGame.ini": f"[Project]\nEngine={engine}\n"})
    lint = talewright("tags", "lint", tmp_path)
    assert lint.code == 1
    assert f"Config/DefaultGame.ini:2:1: error TW-PROJ-13: Engine={engine} is no version" in lint.out
    renamed = talewright("tags", "rename", "A", "New", tmp_path, "--write")
    assert renamed.code == 1
    assert "TW-PROJ-13" in renamed.out + renamed.err
    assert (tmp_path / "Config/Tags/A.ini").read_text() == LIST + A


@pytest.mark.parametrize("text", ["", "{bad", "[]", "[" * 100_000, '{"EngineAssociation": ' + "9" * 5000 + "}"])
def test_a_uproject_that_does_not_read_stops_nothing(tmp_path: Path, talewright: Any, text: str) -> None:
    put(tmp_path, {"Config/Tags/A.ini": LIST + A, "My.uproject": text})
    assert talewright("tags", "lint", tmp_path).code == 0


@pytest.mark.parametrize("source", ["", "Config/Tags/A.ini"])
def test_convert_writes_redirects_where_the_engine_reads_them(tmp_path: Path, talewright: Any, source: str) -> None:
    row = 'GameplayTagRedirects=(OldTagName="Old",NewTagName="A")\n'
    put(tmp_path, {"Config/Tags/A.ini": LIST + A + row})
    done = talewright("tags", "convert", tmp_path / source, "--to", "ini")
    assert done.out.endswith(LIST + A + row)
    put(tmp_path, {"Config/DefaultGame.ini": "[Project]\nEngine=5.4\n"})
    done = talewright("tags", "convert", tmp_path / source, "--to", "ini")
    assert done.out.endswith(f"{LIST}{A}\n[{SETTINGS_SECTION}]\n+{row}")
    assert "Unreal Engine 5.4 reads none in a list" in done.err
