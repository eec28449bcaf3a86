"""The demo, played by script: each `transcripts/NAME.txt` prints what stands in `NAME.expected`.

`TALEWRIGHT_UPDATE=1` writes the expected files anew; read the difference before committing it.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from talewright.cli.play.player import Player
from talewright.demo import TAVERN
from talewright.game import Game
from talewright.project import Project

FOLDER = Path(__file__).parent / "transcripts"
FAILING = {"console", "mistakes", "soot"}


def play(script: Path, saved: Path) -> tuple[str, bool]:
    player = Player(Game(Project.open(TAVERN), seed=0, saved=saved))
    said = player.begin()
    for line in script.read_text(encoding="utf-8").splitlines():
        if player.done:
            break
        said += player.feed(line)
    return "".join(f"{piece.text}\n" for piece in said), player.failed


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.txt")))
def test_a_script_prints_what_it_always_printed(name: str, tmp_path: Path) -> None:
    expected = FOLDER / f"{name}.expected"

    printed, failed = play(FOLDER / f"{name}.txt", tmp_path / "Saved")

    if os.environ.get("TALEWRIGHT_UPDATE"):
        expected.write_bytes(printed.encode())
    assert printed == expected.read_bytes().decode()
    assert failed == (name in FAILING)
    assert str(tmp_path) not in printed
    assert "fault:" not in printed


def test_the_same_script_gives_the_same_output_twice(tmp_path: Path) -> None:
    first = play(FOLDER / "errand.txt", tmp_path / "one")
    second = play(FOLDER / "errand.txt", tmp_path / "two")

    assert first == second
