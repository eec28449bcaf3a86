"""X6: what is spoken: each line once, none under a menu."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from talewright.demo import TAVERN
from talewright.savegame import MemoryStore
from talewright.stage import Stage

Make = Callable[..., Stage]

CODE = """from talewright import Right, command

@command(right=Right.PLAYER)
def hello(game):
    from talewright import Conversation
    game.world.spawn("ann", talk=Conversation("Smith")).components["talk"].start()
"""


def test_a_line_that_comes_under_a_menu_is_spoken_when_that_is_closed(make: Make) -> None:
    stage, said = make("title: A\n---\nOne. #line:1\n-> Yes. #line:yes\n===\n", "TextSpeed=0\n", CODE), list[str]()
    stage.voice_out = lambda text, kind: said.append(f"{kind} {text}")
    stage.act("console")
    said.clear()
    stage.type("hello")
    stage.key("Enter")
    assert not [text for text in said if text.startswith(("line", "choice"))]
    stage.key("Escape")
    assert [text for text in said if text.startswith(("line", "choice"))] == ["line One.", "choice 1. Yes."]


@pytest.mark.parametrize("seed", range(3))
def test_people_x6_each_line_is_spoken_once_and_none_under_a_menu(seed: int, tmp_path: Path) -> None:
    shutil.copytree(TAVERN, tmp_path / "game", ignore=shutil.ignore_patterns("Saved", "__pycache__"))
    stage, dice = Stage.open(tmp_path / "game", saves=MemoryStore(), seed=seed), random.Random(seed)
    said: list[str] = []
    under: list[str] = []

    def speak(text: str, kind: str) -> None:
        if kind == "line":
            said.append(text)
            if stage.scene.menu is not None and stage.scene.menu.name != "log":
                under.append(text)

    stage.voice_out = speak
    for _ in range(400):
        name = dice.choice(["go", "choose", "menu", "log", "settings", "cancel", "tick"])
        logged = [row.number for row in stage.backlog.rows if row.kind == "line"]
        said.clear()
        if name == "tick":
            stage.tick(dice.choice([1 / 60, 1.0]))
        elif name == "go" and stage.scene.menu is not None:
            continue  # what a row does may say a line again, load, or leave
        else:
            stage.act(name, *([dice.randrange(1, 5)] if name == "choose" else []))
        new = [row for row in stage.backlog.rows if row.kind == "line" and row.number not in logged]
        assert (name, said) == (name, [f"{row.speaker}: {row.text}" if row.speaker else row.text for row in new])
    assert under == []
    stage.close()
