"""Every reader of foreign text takes time in proportion to the text (faults §7 A1).

What is measured is CPU time of this process: most of the work is done inside of patterns, where no call can be counted.
Without TALEWRIGHT_SLOW=1, each reader gets a few shapes of its own and texts a twentieth as long.
"""

from __future__ import annotations

import os
import re
import zlib

import pytest
from tests.growth.meter import Grows, growth
from tests.growth.readers import READERS
from tests.growth.shapes import CLOSED, Shape, shapes

SLOW = bool(os.environ.get("TALEWRIGHT_SLOW"))
SIZES = (10_000, 160_000) if SLOW else (1_000, 8_000)
FEW = 12


def _shapes_for(name: str) -> list[Shape]:
    """Give all shapes, or a few that are others for each reader, and the same in every run."""
    if SLOW:
        return list(shapes(tails=4))
    every = list(shapes(tails=4))
    step = len(every) // FEW
    return [*CLOSED[::4], *every[zlib.crc32(name.encode()) % step :: step]]


@pytest.mark.slow
@pytest.mark.parametrize("name", READERS)
def test_readers_grow_with_their_text(name: str) -> None:
    found: list[str] = []
    for shape in _shapes_for(name):
        try:
            growth(READERS[name], shape.text, SIZES)
        except Grows as error:
            found.append(f"{shape}: {error}")
    assert found == []


#: Shapes that once took four times as long for twice the text, each with its reader.
ONCE = (
    ("markup", Shape("[a%n]", closing="[/a%n]")),
    ("official plan", Shape("#", "`")),
    ("official plan text", Shape(" ", "x")),
    ("tag file edited", Shape("; generated\n")),
    ("domain value", Shape(" ")),
    ("domain values", Shape("9", "x")),
    ("domain values", Shape("%n,")),
    ("story plan", Shape("\n")),
    ("story plan with hashtags", Shape("a: b\n")),
    ("story plan with hashtags", Shape("stop\n")),
    ("ini formatted", Shape("\n\n", '"')),
    ("references in a script", Shape("<<")),
    ("references in a script", Shape("<<a ")),
    ("references in a script", Shape("a")),
    ("references in a script", Shape("_a-")),
    ("references in a when", Shape('\\"')),
    ("references in an ini", Shape("a")),
    ("language for tests", Shape("[")),
    ("texts linted", Shape("a", "!")),
    ("number of a script", Shape("9", "x")),
    ("property of a script", Shape("9", "x")),
    ("yarn expression", Shape("9", ",")),
    ("yarn", Shape(" ", "\x85x")),
)


@pytest.mark.parametrize(("name", "shape"), ONCE, ids=[f"{name}: {shape}" for name, shape in ONCE])
def test_what_once_grew_faster(name: str, shape: Shape) -> None:
    growth(READERS[name], shape.text, (1_000, 160_000))


def test_the_meter_finds_what_grows() -> None:
    quadratic = re.compile("a*b")
    with pytest.raises(Grows, match="32000 characters"):
        growth(quadratic.search, Shape("a").text, (1_000, 32_000))
    with pytest.raises(Grows, match="not done"):
        growth(re.compile("(a+)+b").match, Shape("a").text, (1_000, 32_000), hang=0.2)
    growth(re.compile("a*+b").match, Shape("a").text, (1_000, 32_000))
