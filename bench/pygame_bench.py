"""What a frame of the pygame view costs at 1080p with a full page, beside one plain blit of a full screen.

    python bench/pygame_bench.py [FRAMES]

A page that stands still, one that is being written (every frame a letter more), a press of a key in a choice, a menu of
slots, and a line that comes new (laid out and rendered). The goal is 3 ms; the ratio to the blit is what tells machines
apart (people.md section 7).
"""

from __future__ import annotations

import dataclasses
import os
import statistics
import sys
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", PYGAME_HIDE_SUPPORT_PROMPT="1")

import pygame

from talewright.stage import Choice, Menu, MenuRow, Mode, Scene, Shown, Theme, Toast
from talewright.views.pygame import PygameView

TEXT = "The smith says that the sword is hers, and that it was always hers, whoever paid for it and when. " * 8
SIZE = 1920, 1080


def view_of(screen: pygame.Surface) -> tuple[PygameView, Any]:
    """Make a view of a stage that shows whatever scene it is given."""
    stage: Any = SimpleNamespace(
        scene=Scene(),
        settings=SimpleNamespace(TextScale=1.0, HighContrast=False),
        game=SimpleNamespace(project=SimpleNamespace(folder=None)),
    )
    return PygameView(stage, screen, theme=Theme()), stage


def measured(frames: int, each: Callable[[int], None]) -> float:
    """Return the median of milliseconds a frame."""
    taken = []
    for number in range(frames):
        begin = time.perf_counter()
        each(number)
        taken.append((time.perf_counter() - begin) * 1000)
    return statistics.median(taken)


def main(frames: int) -> None:
    """Print the figures."""
    pygame.display.init()
    pygame.font.init()
    screen = pygame.display.set_mode(SIZE)
    view, stage = view_of(screen)
    line = Shown("line:1", TEXT, "Gundra", upto=len(TEXT), visible=len(TEXT))
    choices = tuple(Choice(str(n), n, f"I should like number {n}.", enabled=n != 3, reason="sold") for n in range(1, 7))
    toasts = Toast("You got a sword."), Toast("Saved.")
    page = Scene(Mode.TALK, line=line, choices=choices, focus=1, place="The smithy", people=("Ann",), toasts=toasts)
    rows = tuple(MenuRow(f"slot{n}", f"Slot {n}", "1 Dec, 12:30", TEXT[:100]) for n in range(20))
    plain = pygame.Surface(SIZE).convert()

    def show(scene: Scene) -> None:
        stage.scene = scene
        view.draw()

    def written(number: int) -> None:
        show(dataclasses.replace(page, choices=(), line=dataclasses.replace(line, upto=number % len(TEXT))))

    def fresh(number: int) -> None:
        show(dataclasses.replace(page, choices=(), line=dataclasses.replace(line, text=f"{number} {TEXT}")))

    blit = measured(frames, lambda number: screen.blit(plain, (0, 0)) and None)
    cases: dict[str, Callable[[int], None]] = {
        "the page stands still": lambda number: show(page),
        "the page is written": written,
        "the focus moves": lambda number: show(dataclasses.replace(page, focus=number % 6 + 1)),
        "a menu's focus moves": lambda number: show(
            dataclasses.replace(page, menu=Menu("save", "Save", rows, number % 20))
        ),
        "a new line": fresh,
    }
    print(f"{'a plain blit of the screen':28} {blit:7.3f} ms")
    for name, each in cases.items():
        each(0)
        cost = measured(frames, each)
        print(f"{name:28} {cost:7.3f} ms  {cost / blit:6.2f} x the blit")
    pygame.quit()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 300)
