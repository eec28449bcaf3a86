"""Every reader of foreign text takes time in proportion to the text (faults §7 A1).

What is measured is CPU time of this process: most of the work is done inside of patterns, where no call can be counted.
Without TALEWRIGHT_SLOW=1, each reader gets a few shapes of its own and texts a twentieth as long.
"""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Iterator

import pytest
from tests.growth.meter import Grows, growth
from tests.growth.readers import READERS
from tests.growth.shapes import CLOSED, Shape, shapes

SLOW = bool(os.environ.get("TALEWRIGHT_SLOW"))
FEW = 12


def _work(name: str) -> Iterator[tuple[Shape, tuple[int, int]]]:
    """Yield shapes and the lengths of texts: a few that are others for each reader, and the same in every run.

    In the slow loop, these have 10 kB and 160 kB, and every piece has its turn in shorter texts.
    """
    every = list(shapes(tails=4))
    step = len(every) // FEW
    own = every[zlib.crc32(name.encode()) % step :: step]
    if not SLOW:
        for shape in [*CLOSED[::4], *own]:
            yield shape, (1_000, 8_000)
        return
    for shape in [*CLOSED, *own]:
        yield shape, (10_000, 160_000)
    for shape in shapes():
        yield shape, (3_000, 24_000)


@pytest.mark.slow
@pytest.mark.parametrize("name", READERS)
def test_readers_grow_with_their_text(name: str) -> None:
    found: list[str] = []
    for shape, sizes in _work(name):
        try:
            growth(READERS[name], shape.text, sizes)
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
    ("command line", Shape('\\"')),
    ("command line", Shape('"\\')),
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
