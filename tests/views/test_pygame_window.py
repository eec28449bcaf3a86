"""The whole front end in one call: it plays, and whatever ends it saves first (people.md S6)."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("pygame")

PLAY = """
import sys
import pygame
from talewright.views.pygame import run, PygameView

class Told(PygameView):
    frames = 0
    def draw(self):
        changed = super().draw()
        Told.frames += 1
        if Told.frames == 1:
            self.stage.act("choose", 1)
        if Told.frames == 5:
            print("playing", flush=True)
            {at_five}
        return changed

import talewright.views.pygame.window as window
window.PygameView = Told
run(sys.argv[1], size=(640, 360), seed=1)
print("left", flush=True)
"""


def start(folder: Path, at_five: str = "pass") -> subprocess.Popen[str]:
    program = PLAY.replace("{at_five}", at_five)
    command = [sys.executable, "-c", program, str(folder)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=dict(os.environ))


def saved(folder: Path) -> bool:
    return any((folder / "Saved" / "SaveGames").glob("auto*.ini"))


def finish(process: subprocess.Popen[str]) -> tuple[str, str]:
    try:
        out, err = process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        raise
    return out, err


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_people_s6_a_signal_leaves_and_saves(number: signal.Signals, smithy: Path) -> None:
    process = start(smithy)
    assert process.stdout is not None
    assert process.stdout.readline() == "playing\n"
    time.sleep(0.1)
    process.send_signal(number)
    out, err = finish(process)
    assert out == "left\n"
    assert "Traceback" not in err
    assert saved(smithy)


def test_people_s6_closing_the_window_leaves_and_saves(smithy: Path) -> None:
    out, err = finish(start(smithy, "pygame.event.post(pygame.event.Event(pygame.QUIT))"))
    assert (out, err) == ("playing\nleft\n", "")
    assert saved(smithy)
    # A second start goes on where the first one left: the first of its choices is that of the line on show.
    out, _ = finish(start(smithy, "print(self.stage.scene.line.text, flush=True); self.stage.act('quit')"))
    assert out.startswith("playing\nI have none left")
    assert out.endswith("left\n")


def test_people_s6_an_error_of_the_host_saves_too(smithy: Path) -> None:
    _, err = finish(start(smithy, "1 / 0"))
    assert "ZeroDivisionError" in err
    assert saved(smithy)


def test_letters_that_no_font_has_are_told_once(smithy: Path) -> None:
    script = smithy / "Dialogues" / "D_Smith.yarn"
    script.write_text(script.read_text("utf-8").replace("Well met.", "Well \U00012000 met."), "utf-8")
    _, err = finish(start(smithy, "pygame.event.post(pygame.event.Event(pygame.QUIT))"))
    assert err.count("no font has \U00012000") == 1
    assert "FontFallback" in err
