"""A script of inputs prints what it always printed (people.md section 4, E2).

Each `transcripts/NAME.txt`, played on the tavern of the first release, which is kept here as it was, and each
`examples/NAME.txt`, played on the example of its name, prints what stands in `NAME.expected`. `TALEWRIGHT_UPDATE=1`
writes the expected files anew; read the difference before committing it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from talewright.cli.play.player import Player
from talewright.game import Game
from talewright.project import Project

HERE = Path(__file__).parent
TAVERN, EXAMPLES = HERE / "tavern", HERE.parents[1] / "examples"
FAILING = {"console", "mistakes", "smith", "soot"}
SCRIPTS = sorted(HERE.glob("*/*.txt"))


def play(script: Path, saved: Path) -> tuple[str, bool]:
    """Play on the tavern, inside this process."""
    player = Player(Game(Project.open(TAVERN), seed=0, saved=saved))
    said = player.begin()
    for line in script.read_text(encoding="utf-8").splitlines():
        if player.done:
            break
        said += player.feed(line)
    return "".join(f"{piece.text}\n" for piece in said), player.failed


def command(script: Path, saved: Path, *, piped: bool) -> subprocess.CompletedProcess[bytes]:
    """Play by the command, on the tavern or the example of this name."""
    project = TAVERN if script.parent.name == "transcripts" else EXAMPLES / script.stem
    if project != TAVERN:
        pytest.importorskip("pygame")
    words = ["play", project, "--saved", saved]
    return subprocess.run(
        [sys.executable, "-m", "talewright.cli", *map(str, words), *([] if piped else ["--script", str(script)])],
        input=script.read_bytes() if piped else b"",
        capture_output=True,
        env={**os.environ, "PYGAME_HIDE_SUPPORT_PROMPT": "1"},
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("piped", [False, True], ids=["script", "pipe"])
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_people_E2_a_script_prints_what_it_always_printed(script: Path, piped: bool, tmp_path: Path) -> None:
    expected = script.with_suffix(".expected")

    done = command(script, tmp_path / "Saved", piped=piped)

    if os.environ.get("TALEWRIGHT_UPDATE") and not piped:
        expected.write_bytes(done.stdout)
    assert done.stdout == expected.read_bytes()
    assert done.returncode == (script.stem in FAILING)
    assert done.stderr == b""
    assert str(tmp_path).encode() not in done.stdout
    assert b"fault:" not in done.stdout


def test_the_same_script_gives_the_same_output_twice(tmp_path: Path) -> None:
    first = play(HERE / "transcripts" / "errand.txt", tmp_path / "one")
    second = play(HERE / "transcripts" / "errand.txt", tmp_path / "two")

    assert first == second
