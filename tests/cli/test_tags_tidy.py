"""`talewright tags tidy`, and redirects where the project's engine reads them."""

from __future__ import annotations

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
    dry = talewright("tags", "tidy", noisy)
    assert dry.code == 0
    assert (noisy / "Config/Tags/A.ini").read_bytes() == before
    assert talewright("tags", "tidy", "--write", noisy).code == 0
    assert talewright("tags", "tidy", "--check", noisy).code == 0


@pytest.mark.parametrize(("engine", "default"), [("5.4", True), ("5.5", True), ("5.6", False), ("", False)])
def test_a_rename_writes_the_redirect_where_the_engine_reads_it(
    tmp_path: Path, talewright: Any, engine: str, default: bool
) -> None:
    """Faults §3 B3."""
    put(tmp_path, {"Config/Tags/A.ini": LIST + A, "Config/DefaultGame.ini": f"[Project]\nEngine={engine}\n"})
    done = talewright("tags", "rename", "A", "New", tmp_path, "--write")
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
    done = talewright("tags", "compact", tmp_path, "--write")
    assert done.code == 0, done.out
    assert (tmp_path / "Config/Tags/A.ini").read_text() == LIST + A
    assert (tmp_path / "Config/DefaultGameplayTags.ini").read_text() == f"[{SETTINGS_SECTION}]\n+{redirect}"
    assert "TW-TAG-45" not in talewright("tags", "lint", tmp_path).out
