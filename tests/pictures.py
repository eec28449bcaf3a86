"""Draws docs/pictures/pygame.png from the running program: the template ``pygame`` of ``talewright new``, in a talk.

    python tests/pictures.py

`tests/views/test_pictures.py` plays the same talk and holds that what it shows is still there to be shown.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

PAGE = Path(__file__).resolve().parents[1] / "docs" / "pictures" / "pygame.png"
NAME = "lamp"


def play(folder: Path) -> list[str]:
    """Make a project in a folder, talk to the keeper, and return the texts on show; the window shows them."""
    import pygame

    from talewright.savegame import MemoryStore
    from talewright.stage import Stage
    from talewright.views.pygame import PygameView

    command = [sys.executable, "-m", "talewright", "new", NAME, "--template", "pygame"]
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    stage = Stage.open(folder / NAME, seed=0, saves=MemoryStore())
    talk = next(choice.number for choice in stage.scene.choices if choice.id == "talk:keeper")
    stage.act("choose", talk)
    stage.tick(60.0)
    stage.act("down")
    PygameView(stage, pygame.display.set_mode((1280, 720))).draw()
    line = stage.scene.line
    return [line.speaker, line.text, *(choice.text for choice in stage.scene.choices)] if line else []


def main() -> None:
    """Write the picture."""
    os.environ.update(SDL_VIDEODRIVER="dummy", PYGAME_HIDE_SUPPORT_PROMPT="1")
    import pygame

    pygame.display.init()
    pygame.font.init()
    with tempfile.TemporaryDirectory() as folder:
        play(Path(folder))
    screen = pygame.display.get_surface()
    assert screen is not None
    small = pygame.transform.smoothscale(screen, (960, 540))
    PAGE.parent.mkdir(exist_ok=True)
    pygame.image.save(small, PAGE)
    print(f"{PAGE.name} is written: {PAGE.stat().st_size} bytes")


if __name__ == "__main__":
    main()
