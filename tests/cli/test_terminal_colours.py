"""At a terminal findings have colour wherever they are said, and a bar moves on its own line (faults §8 B4)."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from talewright.cli.main import run
from talewright.cli.output import progress
from talewright.cli.output.streams import escaped_output

RED = "\x1b[31merror TW-TAG-10:\x1b[0m"


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> _Terminal:
    (tmp_path / "Config/Tags").mkdir(parents=True)
    (tmp_path / "Dialogues").mkdir()
    (tmp_path / "Dialogues/D_A.yarn").write_text("title: A\n---\nHi. #line:a\n===\n")
    row = '[/Script/GameplayTags.GameplayTagsList]\nGameplayTagList=(Tag="A.B\n'
    (tmp_path / "Config/Tags/Bad.ini").write_text(row)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NO_COLOR", raising=False)
    return _Terminal()


def look_at(screen: _Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make it what is printed on; in the test itself, for pytest sets its own streams before each."""
    for name in ("stdout", "stderr"):
        monkeypatch.setattr(sys, name, screen)


COMMANDS = ["check", "cook --dry-run", "tags lint", "tags list", "dialogue explore"]


@pytest.mark.parametrize("words", COMMANDS)
def test_findings_have_colour_whoever_prints_them(
    words: str, screen: _Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(screen, monkeypatch)
    assert run(words.split()) == 1
    assert RED in screen.getvalue()


@pytest.mark.parametrize("words", COMMANDS)
def test_no_color_takes_all_of_it_away(words: str, screen: _Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    look_at(screen, monkeypatch)
    monkeypatch.setenv("NO_COLOR", "1")
    run(words.split())
    assert "error TW-TAG-10: " in screen.getvalue()
    assert "\x1b[31m" not in screen.getvalue()


def test_a_bar_moves_the_cursor_and_spells_nothing_out(screen: _Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    look_at(screen, monkeypatch)
    now = iter(range(100))
    with escaped_output(), progress.shown(lambda: float(next(now))) as tell:
        assert tell is not None
        for done in range(5):
            tell("parse", done, 4)
        print("what a stranger says\x1b[2J")
    assert "\x1b[" in screen.getvalue()
    assert "\\u001b[2K" not in screen.getvalue()
    assert "\\u001b[2J" in screen.getvalue()
    assert "\x1b[2J" not in screen.getvalue()


def test_a_long_lint_of_tags_shows_how_far_it_is(screen: _Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("Config/Tags/Bad.ini").unlink()
    look_at(screen, monkeypatch)
    monkeypatch.setattr(progress, "DELAY", 0.0)
    assert run(["tags", "lint"]) == 0
    assert "search" in screen.getvalue()
