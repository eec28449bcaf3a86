"""The stage saves by itself: whatever ends a play, the next one goes on where it was."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from talewright.savegame import MAX_ATTACHMENT, FolderStore, KeepsAttachments
from talewright.stage import Stage

ROUNDS = 20 if os.environ.get("TALEWRIGHT_SLOW") else 3
YARN = """title: Road
---
<<declare $steps = 0>>
<<jump Step>>
===
title: Step
---
Guide: You went {$steps} steps. #line:steps
-> On. #line:on
    <<set $steps to $steps + 1>>
    <<jump Step>>
===
"""
PLAYER = """
import sys
from talewright.stage import Stage
stage = Stage.open(sys.argv[1], seed=1)
if stage.game.conversation is None:
    stage.act("choose", 1)
for step in range(int(sys.argv[2])):
    stage.act("choose", 1)
    print(int(stage.game.variables["$steps"]), flush=True)
print("done", flush=True)
sys.stdin.read()
"""
JPEG = b"\xff\xd8\xff a picture"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in {
        "Dialogues/D_Road.yarn": YARN,
        "Config/DefaultGame.ini": "[Stage]\nTextSpeed=0\n",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def steps(stage: Stage) -> int:
    return int(stage.game.variables["$steps"])


def backlog(stage: Stage) -> list[str]:
    return [row.text for row in stage.backlog.rows if row.kind != "toast"]


def killed(folder: Path, choices: int, after: float | None = None) -> int:
    """Play, kill the process after the last choice or some seconds; give the number of the last choice made."""
    command = [sys.executable, "-c", PLAYER, str(folder), str(choices)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said = [process.stdout.readline()]
        if after is None:
            said += [process.stdout.readline() for _ in range(choices - 1)]
        else:
            time.sleep(after)
        process.send_signal(signal.SIGKILL)
        said += process.stdout.read().split("\n")[:-1]
    return max(int(line) for line in said if line.strip().isdigit())


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_people_A1_after_five_choices_and_a_kill_continue_stands_at_one_of_the_last_two(folder: Path) -> None:
    last = 0
    for _ in range(ROUNDS):
        made = killed(folder, 5)
        assert made == last + 5
        stage = Stage.open(folder, seed=1)
        last = steps(stage)
        assert last in (made, made - 1)
        assert stage.scene.line is not None
        assert stage.scene.line.text == f"You went {last} steps."
        assert backlog(stage) == [stage.scene.line.text]
        stage.close()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_people_A1_killed_at_any_moment(folder: Path) -> None:
    dice = random.Random(0)
    for _ in range(ROUNDS):
        made = killed(folder, 10_000, dice.uniform(0.0, 0.2))
        stage = Stage.open(folder, seed=1)
        assert steps(stage) in (made - 1, made, made + 1)  # it may have died before it said so
        assert backlog(stage) == [f"You went {steps(stage)} steps."]
        stage.close()


def test_people_A1_it_is_never_another_plays_backlog(folder: Path) -> None:
    first = Stage.open(folder, seed=1)
    first.act("choose", 1)
    for _ in range(3):
        first.act("choose", 1)
    assert len(backlog(first)) > 3
    first.new_game()
    assert backlog(first) == []
    first.act("choose", 1)
    first.act("choose", 1)
    first.close()
    second = Stage.open(folder, seed=1)
    assert steps(second) == 1
    assert backlog(second) == ["You went 1 steps."]


def test_people_slots_an_autosave_is_skipped_where_nothing_changed(folder: Path) -> None:
    stage = Stage.open(folder, seed=1)
    stage.act("choose", 1)
    stage.act("choose", 1)
    stage.close()
    names = FolderStore(folder / "Saved" / "SaveGames").names()
    again = Stage.open(folder, seed=1)
    again.close()
    assert FolderStore(folder / "Saved" / "SaveGames").names() == names


def test_people_slots_what_the_player_saves_and_leaves_has_the_last_line_and_a_picture(folder: Path) -> None:
    stage = Stage.open(folder, seed=1)
    stage.picture = lambda: JPEG
    stage.act("choose", 1)
    stage.act("save", "slot1")
    stage.act("quick_save")
    stage.act("choose", 1)
    stage.close()
    store = stage.game.saves
    assert isinstance(store, KeepsAttachments)
    headers = store.slots()
    newest = max(name for name in headers if name.startswith("auto"))
    for slot, line in (("slot1", "0 steps"), ("quick", "0 steps"), (newest, "1 steps")):
        assert headers[slot].preview == f"Guide: You went {line}."
        assert store.attachment(slot, "thumb.jpg") == JPEG
    again = Stage.open(folder, seed=1)
    again.act("load")
    assert again.scene.menu is not None
    assert {row.picture for row in again.scene.menu.rows if row.id in ("slot1", "quick", newest)} == {JPEG}


def test_a_picture_that_cannot_be_kept_makes_no_save_fail(folder: Path) -> None:
    for picture in (lambda: bytes(MAX_ATTACHMENT + 1), lambda: 1 / 0):
        stage = Stage.open(folder, seed=1)
        stage.picture = picture  # type: ignore[assignment]
        assert stage.act("save", "slot1")
        assert stage.picture is None
        assert [toast.text for toast in stage.scene.toasts if toast.kind == "saved"] == ["Saved."]
        assert "slot1" in stage.game.saves.slots()


def test_people_S6_a_game_that_ends_by_quit_or_close_is_saved(folder: Path) -> None:
    for number, way in enumerate(("quit", "close"), 1):
        stage = Stage.open(folder, seed=1)
        if stage.game.conversation is None:
            stage.act("choose", 1)
        stage.act("choose", 1)
        stage.act("quit") if way == "quit" else stage.close()
        stage.close()
        assert stage.done
        again = Stage.open(folder, seed=1)
        assert steps(again) == number
        again.close()
