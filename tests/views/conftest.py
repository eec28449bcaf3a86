"""What the tests of views share: a project to play, made scenes, a window that nobody sees."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

SMITH = """title: Smith
---
Smith: Well met. What do you need? #line:need
-> A sword, please. #line:sword
    Smith: I have none left, and that is the plain truth of it, whatever they say down at the mill. #line:none
-> A horse. <<if false>> #line:horse
    Smith: A horse! #line:neigh
-> Nothing. #line:nothing
    Smith: Then good day. #line:day
    <<stop>>
<<jump Smith>>
===
"""

CODE = """
from talewright import Conversation, Game, World, collection

@collection("main")
def new_game(game: Game, world: World) -> None:
    world.spawn("smith", talk=Conversation("Smith"))
    world.spawn("cook", talk=Conversation("Smith"))
"""

Made = Callable[..., Path]


@pytest.fixture
def smithy(folder: Callable[[dict[str, str]], Path]) -> Path:
    """A project without any art: two people to talk to, for as long as one likes."""
    return folder({"Dialogues/D_Smith.yarn": SMITH, "scripts.py": CODE})


@pytest.fixture
def window() -> Iterator[Callable[[tuple[int, int]], object]]:
    """Open the window at a size, and end pygame behind the test."""
    pygame = pytest.importorskip("pygame")
    pygame.display.init()
    pygame.font.init()
    yield pygame.display.set_mode
    pygame.quit()
