"""A window with a project in it: the whole front end, in one call."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pygame

from talewright.stage import Stage
from talewright.views.pygame.view import PygameView

FRAMES = 60
_log = logging.getLogger(__name__)


def run(folder: Path | str, *, size: tuple[int, int] = (1280, 720), fullscreen: bool = False, **options: Any) -> None:
    """Play a project in a window, until the player leaves.

    Closing the window, Ctrl+C at the terminal, a request to end (SIGTERM, which comes as the closing of the window) and
    an error save first.

    Args:
        folder: of the project.
        size: of the window at first, in pixels; the player may drag it.
        fullscreen: the whole screen, whatever the size.
        options: of `Stage.open`, and by it of `Game.open`.

    Raises:
        MissingFolder: there is no such folder, or it is no project.
        ProjectError: something in the project is wrong.
    """
    stage = Stage.open(folder, **options)
    try:
        pygame.display.init()  # no sound is asked for
        pygame.font.init()
        screen = pygame.display.set_mode(
            (0, 0) if fullscreen else size, pygame.FULLSCREEN if fullscreen else pygame.RESIZABLE
        )
        project = stage.game.project
        pygame.display.set_caption(project.settings.title(project.folder))
        play(PygameView(stage, screen))
    except KeyboardInterrupt:  # Ctrl+C at the terminal is one more way to leave
        pass
    finally:
        stage.close()
        pygame.quit()


def play(view: PygameView) -> None:
    """Let a view play in the window that it has, until the player leaves."""
    clock = pygame.time.Clock()
    told: set[str] = set()
    while not view.stage.done:
        for event in pygame.event.get():
            view.handle(event)
        view.stage.tick(clock.tick(FRAMES) / 1000)
        pygame.display.update(view.draw())
        if view.missing - told:
            told |= view.missing
            letters = " ".join(sorted(told)[:20])
            _log.warning("no font has %s: name one that has in [Theme] +FontFallback= of Config/Theme.ini", letters)
