"""A part of a view as what it is made of: pieces of surfaces and where they go, what can be pressed, where texts are.

Nothing is drawn before a view does, so a view can tell from two lists of pieces what has changed between them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import pygame

from talewright.stage import ThemePart
from talewright.views.pygame.canvas import Canvas
from talewright.views.pygame.text_blocks import Block


class Piece(NamedTuple):
    """The upper left part of a surface, in a place of the window; in pixels."""

    surface: pygame.Surface
    x: int
    y: int
    width: int
    height: int

    @property
    def rect(self) -> pygame.Rect:
        """Where it goes."""
        return pygame.Rect(self.x, self.y, self.width, self.height)


@dataclass(frozen=True)
class Drawn:
    """A part of a view.

    Attributes:
        rect: all that it covers, in pixels of the window.
        pieces: what it is made of, from below.
        targets: what `Stage.click` gets for a press on a part of it, the uppermost last.
        texts: where its texts are, and what they must lie in.
    """

    rect: pygame.Rect
    pieces: tuple[Piece, ...]
    targets: tuple[tuple[pygame.Rect, str], ...] = ()
    texts: tuple[tuple[pygame.Rect, pygame.Rect], ...] = ()


class Sketch:
    """Collects the pieces of a part; places are in pixels of the window."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas
        self.targets: list[tuple[pygame.Rect, str]] = []
        self._pieces: list[Piece] = []
        self._texts: list[tuple[pygame.Rect, pygame.Rect]] = []
        self._box = pygame.Rect(0, 0, *canvas.size)

    def done(self) -> Drawn:
        """Return the part."""
        pieces = tuple(self._pieces)
        rects = [piece.rect for piece in pieces] or [pygame.Rect(0, 0, 0, 0)]
        return Drawn(rects[0].unionall(rects[1:]), pieces, tuple(self.targets), tuple(self._texts))

    def panel(self, rect: pygame.Rect, part: ThemePart, *, focused: bool = False) -> None:
        """Draw a rounded rectangle; the texts that follow belong into it."""
        self._box = rect
        if min(rect.size) > 0:
            self.surface(self.canvas.panel(rect.size, part, focused=focused), rect.topleft)

    def text(self, block: Block, area: pygame.Rect, upto: int | None = None, *, newest: bool = False) -> None:
        """Draw a text from the upper left of an area on, as far as there is room.

        Args:
            block: the text.
            area: where.
            upto: the code point behind the last one written; None: all of it.
            newest: whether the last rows are drawn where not all have room, rather than the first.
        """
        first = block.first_row(area.height, upto) if newest else 0
        for surface, place in block.shown(area, upto, first):
            self._pieces.append(Piece(surface, *place))
            self._texts.append((place, self._box))

    def sign(self, kind: str, middle: tuple[int, int], size: tuple[float, float], color: str) -> None:
        """Draw a sign around a point; its size in units."""
        pixels = max(self.canvas.px(size[0]), 3), max(self.canvas.px(size[1]), 3)
        self.surface(self.canvas.shape(kind, pixels, color), (middle[0] - pixels[0] // 2, middle[1] - pixels[1] // 2))

    def bar(self, edge: pygame.Rect, first: int, shown: int, whole: int) -> None:
        """Draw at the right edge of an area which of its rows are seen, where not all are."""
        if shown < whole and edge.height > 0:
            width = max(self.canvas.px(6), 1)
            top, height = edge.top + edge.height * first // whole, max(edge.height * shown // whole, width)
            color = self.canvas.theme.Box.Text
            self.surface(self.canvas.shape("bar", (width, height), color), (edge.right - width, top))

    def surface(self, surface: pygame.Surface, at: tuple[int, int]) -> None:
        """Draw a surface."""
        self._pieces.append(Piece(surface, *at, *surface.get_size()))


def window_of(heights: Sequence[int], focus: int, room: int, gap: int = 0) -> tuple[int, int]:
    """Return which rows are shown where not all have room: the first, and the one behind the last; the focus is seen.

    >>> window_of([10, 10, 10, 10], 3, 25), window_of([10, 10], 1, 25), window_of([10, 10, 10, 10], 0, 25)
    ((2, 4), (0, 2), (0, 2))
    """
    first = last = max(min(focus, len(heights) - 1), 0)
    used = -gap
    while last < len(heights) and (last == first or used + gap + heights[last] <= room):
        used += gap + heights[last]
        last += 1
    while first > 0 and used + gap + heights[first - 1] <= room:
        first -= 1
        used += gap + heights[first]
    return first, last
