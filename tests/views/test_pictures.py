"""The picture of the window in the documentation shows what the program shows (people.md section 11)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests import pictures

SHOWN = [
    "Keeper",
    "The lamp below has gone out, and it is afraid of the dark.",
    "What is it?",
    "I will take the lamp down.",
    "That is not my business.",
]
"""What is on docs/pictures/pygame.png; where this differs, run ``python tests/pictures.py`` and look at it."""


def test_the_texts_on_the_picture_are_those_of_the_program(
    tmp_path: Path, window: Callable[[tuple[int, int]], Any]
) -> None:
    pygame = pytest.importorskip("pygame")
    window((1280, 720))
    assert pictures.play(tmp_path) == SHOWN
    assert pictures.PAGE.stat().st_size < 64 * 1024
    assert pygame.image.load(pictures.PAGE).get_size() == (960, 540)
