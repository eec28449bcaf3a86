"""The example runs as a program, and every file of it comes back as it was written."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from talewright.defold import CollectionDesc, Reading, Source, read_text, write
from talewright.diagnostics import Report

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "defold"

SAID = """\
main/main.collection:32:4: information TW-DEF-60: the type 'sprite' has no logic here; 1 component kept as data
  hint: scripts={'sprite': ...} with a subclass of Kept gives it some
/cellar/big is hit: 50
/cellar/big is hit: -50
Score: 10
/hero at (4.0, 0.0, 0.0)
/hud at (0.0, 0.0, 0.0)
/cellar/small at (0.5, 0.0, 0.0)
"""


def test_it_runs() -> None:
    done = subprocess.run(
        [sys.executable, "play.py"],
        cwd=EXAMPLE,
        capture_output=True,
        text=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == SAID


def test_its_collections_are_written_as_they_are() -> None:
    """But for fields that have their default."""
    for path in sorted(EXAMPLE.rglob("*.collection")):
        text = path.read_text(encoding="utf-8")
        found = read_text(CollectionDesc, Source(path.name, text), Reading(Report()))
        again = read_text(CollectionDesc, Source(path.name, write(found)), Reading(Report()))
        assert again == found
        kept = [line for line in text.splitlines() if line != "scale_along_z: 0"]
        assert sorted(kept) == sorted(write(found).splitlines())
