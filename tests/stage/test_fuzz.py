"""S1: whatever a player does, nothing is raised, and what is on show holds together."""

from __future__ import annotations

import os
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from talewright.demo import TAVERN
from talewright.game import Right
from talewright.savegame import MemoryStore
from talewright.stage import Action, Keys, Mode, Scene, Stage

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
PROJECTS = [TAVERN, *sorted(path.parent.parent for path in EXAMPLES.glob("*/Config/DefaultGame.ini"))]
SLOW = bool(os.environ.get("TALEWRIGHT_SLOW"))
INPUTS = 10_000 if SLOW else 3_000
"""Of each seed, shared by the projects."""
KEYS = [key for keys in vars(Keys()).values() for key in keys] + [*"0123456789", "x", "", "F13", "Ctrl+Alt+Ö", "\x00"]
WORDS: list[Any] = [
    0,
    1,
    2,
    3,
    9,
    -1,
    2.5,
    True,
    None,
    "",
    "x",
    "slot1",
    "../slot1",
    "con",
    "help",
    "look",
    'say "',
    "sword1",
]


def check(scene: Scene) -> None:
    line, menu = scene.line, scene.menu
    if line is not None:
        assert 0 <= line.upto <= len(line.text)
        assert 0 <= line.visible <= line.upto
        assert all(0 <= s.start < s.end <= len(line.text) for s in line.spans)
        assert all(a.end <= b.start for a, b in zip(line.spans, line.spans[1:], strict=False))
        assert line.complete or not scene.choices
    assert [choice.number for choice in scene.choices] == list(range(1, len(scene.choices) + 1))
    assert 0 <= scene.focus <= len(scene.choices)
    assert (menu is not None) == (scene.mode is Mode.MENU)
    if menu is not None:
        assert -1 <= menu.focus < max(len(menu.rows), 1)
        assert len({row.id for row in menu.rows}) == len(menu.rows)
    assert all(isinstance(row.text, str) for row in scene.rows())
    hash(scene)


def play(stage: Stage, dice: random.Random, inputs: int) -> None:
    before, copy = stage.scene, repr(stage.scene)
    for _ in range(inputs):
        kind = dice.randrange(12)
        given = [dice.choice(WORDS) for _ in range(dice.randrange(3))]
        if kind < 3:
            name = dice.choice([*Action, "nonsense", ""])
            if name != Action.QUIT or dice.randrange(50) == 0:
                stage.act(name, *given)
        elif kind < 5:
            stage.act("choose", dice.randrange(1, 8))
        elif kind < 7:
            stage.act("go")
        elif kind == 7:
            stage.key(dice.choice(KEYS) if dice.randrange(20) else None)
        elif kind == 8:
            rows = stage.scene.menu.rows if stage.scene.menu else ()
            ids = (
                [f"row:{row.id}" for row in rows] + [f"choice:{n}" for n in range(9)] + ["go", "row:", "choice:-1", ":"]
            )
            stage.click(dice.choice(ids))
        elif kind == 9:
            stage.type(dice.choice(["look", "\b", "é", "\n"]))
            stage.voice_ended(dice.choice(["", stage.scene.line.id if stage.scene.line else ""]))
        elif kind == 10:
            log = stage.backlog.rows
            if log and dice.randrange(4) == 0:
                stage.back_to(dice.choice(log))
        else:
            stage.tick(dice.choice([0.0, 1 / 60, 0.3, 2.0]))
        assert repr(before) == copy, "a scene never changes"
        scene = stage.scene
        check(scene)
        before, copy = scene, repr(scene)
        if stage.done and dice.randrange(3) == 0:
            return


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10 if SLOW else 1))
@pytest.mark.parametrize("project", PROJECTS, ids=lambda path: path.name)
def test_people_s1_nothing_that_a_player_does_raises(project: Path, seed: int, tmp_path: Path) -> None:
    """With TALEWRIGHT_SLOW=1 a hundred thousand inputs, else a few thousand."""
    shutil.copytree(project, tmp_path / "game", ignore=shutil.ignore_patterns("Saved", "__pycache__"))
    store, dice = MemoryStore(), random.Random(seed)
    inputs = INPUTS // len(PROJECTS) // 4
    for part in range(4):  # opened anew, it goes on with what is saved
        stage = Stage.open(tmp_path / "game", right=list(Right)[(seed + part) % 3], saves=store, seed=seed)
        play(stage, dice, inputs)
        if part == 1:
            stage.game.reload()
            stage.tick(0.1)
            play(stage, dice, inputs // 4)
        stage.close()
        check(stage.scene)
        assert [fault.text for fault in stage.game.faults if fault.callback in ("act", "tick", "voice_out")] == []
