"""Stages made of a few lines of text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from talewright.savegame import MemoryStore
from talewright.stage import Stage

SMITH = """title: Street
---
Smith: Good [b]day[/b], {1 + 1} of you. #line:day
What do you need? #line:what
-> A sword. #line:sword
    Smith: Here. #line:here
    <<give sword>>
-> A shield. <<if false>> #line:shield #reason:sold_out
-> Nothing. #line:nothing
Smith: Bye. #line:bye
===
"""
SCRIPTS = """from talewright import command, Right

@command(right=Right.PLAYER)
def give(game, what: str):
    game.place = what
    return f"You take the {what}."

@command
def break_(game):
    raise RuntimeError("broken")
"""
Make = Callable[..., Stage]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Make a project of texts, and put it on the stage."""

    def made(yarn: str = SMITH, ini: str = "", code: str = SCRIPTS, **options: Any) -> Stage:
        for name, text in {
            "Dialogues/D_Smith.yarn": yarn,
            "Config/DefaultGame.ini": f"[Stage]\nTextSpeed=10\n{ini}",
            "scripts.py": code,
        }.items():
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_text(text, "utf-8")
        return Stage.open(tmp_path, **{"saves": MemoryStore(), "seed": 1, "clock": lambda: 0.0, **options})

    return made
