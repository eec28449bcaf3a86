"""A1: whoever is killed between choices goes on at one of the last two."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from talewright.stage import Stage

PROGRAM = """
import os, signal, sys, time
from talewright.stage import Stage

stage = Stage.open(sys.argv[1])
made = 0
while made < 5:
    if stage.scene.choices:
        number = stage.scene.choices[0].number
        print(stage.scene.line.id if stage.scene.line else "free", flush=True)
        stage.act("choose", number)
        made += 1
        for _ in range(int(sys.argv[2])):
            time.sleep(0.001)
    else:
        stage.act("go")
    stage.tick(1 / 60)
os.kill(os.getpid(), signal.SIGKILL)
"""
YARN = "title: A\n---\n" + "".join(
    f"Choice {n}. #line:c{n}\n-> On. #line:on{n}\n    Yes {n}. #line:y{n}\n-> No. #line:no{n}\n" for n in range(8)
) + "===\n"  # fmt: skip


@pytest.mark.parametrize("pause", [0, 30])
def test_people_a1_continue_stands_at_one_of_the_last_two_choices(tmp_path: Path, pause: int) -> None:
    (tmp_path / "Dialogues").mkdir()
    (tmp_path / "Config").mkdir()
    (tmp_path / "Dialogues" / "D_A.yarn").write_text(YARN, "utf-8")
    (tmp_path / "Config" / "DefaultGame.ini").write_text("[Stage]\nTextSpeed=0\n", "utf-8")
    words = [sys.executable, "-c", PROGRAM, str(tmp_path), str(pause)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr
    stage = Stage.open(tmp_path)
    line = stage.scene.line
    assert line is not None, done.stdout
    # It is saved when a choice is made: what comes of it is on show.
    number, last = int(line.id[-1]), int(done.stdout.split()[-1][-1])
    assert number in (last - 1, last), (line.id, done.stdout)
    assert [row.id for row in stage.backlog.rows] == [line.id]
    stage.close()
