"""Hands for every view: they do the same acts, each in the way of its view.

An act is the name of an action of the stage and, for "choose", the number of a choice. A view of a later day needs a
class here and a place in `HANDS`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from talewright.game import Game
from talewright.project import Project
from talewright.savegame import FolderStore
from talewright.stage import Mode, Stage

Act: TypeAlias = tuple[str, int]

FRAME = 0.1
"""Seconds that pass behind each act, in every view."""
KEYS = {"go": "", "back": "/back", "forward": "/forward", "quick_save": "/quick_save", "quick_load": "/quick_load"}


def opened(project: Project, saved: Path) -> Stage:
    """Put a project on a stage on which lines come whole; it has not begun."""
    game = Game(project, seed=7, saves=FolderStore(saved / "SaveGames"), saved=saved)
    stage = Stage(game, clock=lambda: 0.0)  # on a busy machine a slow mark changes where marks are made
    stage.settings.TextSpeed = 0
    return stage


class ByActions:
    """No view at all: what every view has to come to."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.begin()

    def begin(self) -> None:
        self.stage.begin()

    def do(self, act: Act) -> None:
        name, number = act
        self.stage.act(name, *([number] if number else []))
        self.stage.tick(FRAME)


class Plain(ByActions):
    """Lines typed; what is printed is kept, act by act."""

    def begin(self) -> None:
        from talewright.views.plain import PlainView

        self.view = PlainView(self.stage)
        self.printed = [[piece.text for piece in self.view.begin()]]

    def do(self, act: Act) -> None:
        name, number = act
        said = self.view.feed(str(number) if name == "choose" else KEYS[name])
        said += self.view.tick(FRAME)
        self.printed.append([piece.text for piece in said])


class Window(ByActions):
    """Keys pressed in a window of pygame."""

    def begin(self) -> None:
        pygame: Any = pytest.importorskip("pygame")
        pygame.display.init()
        pygame.font.init()
        from talewright.views.pygame import PygameView

        self.pygame = pygame
        self.stage.begin()
        self.view = PygameView(self.stage, pygame.display.set_mode((640, 360)))
        self.view.draw()

    def do(self, act: Act) -> None:
        name, number = act
        pygame = self.pygame
        keys = {
            "go": pygame.K_SPACE,
            "back": pygame.K_PAGEUP,
            "forward": pygame.K_PAGEDOWN,
            "quick_save": pygame.K_F5,
            "quick_load": pygame.K_F9,
        }
        key = pygame.K_0 + number if name == "choose" else keys[name]
        text = " " if name == "go" else str(number) if number else ""
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            self.view.handle(pygame.event.Event(kind, key=key, mod=0, unicode=text, scancode=0))
        self.stage.tick(FRAME)
        self.view.draw()


HANDS: dict[str, type[ByActions]] = {"plain": Plain, "pygame": Window}


def acts(stage: Stage, seed: int, count: int) -> Iterator[Act]:
    """Yield acts as they make sense where a stage is; whoever does them on it moves it on."""
    draw = random.Random(seed)
    for _ in range(count):
        scene = stage.scene
        odd = draw.random()
        numbers = [choice.number for choice in scene.choices if choice.number < 10]
        if odd < 0.2 or scene.mode is Mode.OVER:
            yield draw.choice(("back", "back", "forward", "quick_save", "quick_load", "go")), 0
        else:
            yield ("choose", draw.choice(numbers)) if numbers else ("go", 0)
