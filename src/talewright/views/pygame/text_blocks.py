"""A text laid out in a width: rows, fonts and colours are settled once, and what is not written yet is left out.

So no word jumps to the next row while it is written, and a style is never half shown. Rows are drawn when they are
first seen, and kept.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

import pygame

from talewright.stage import Span, Style
from talewright.views.pygame.fonts import PLAIN, Fonts
from talewright.views.pygame.line_breaks import break_rows

_CLEAN = dict.fromkeys((*range(10), *range(11, 32), 127), " ") | dict.fromkeys(range(0xD800, 0xE000), "\ufffd")
"""Code points that a font cannot draw, and what is drawn instead; the line feed stays."""


@dataclass
class Row:
    """A row of a block: what it shows, and where."""

    start: int
    end: int
    top: int
    height: int
    baseline: int
    surface: pygame.Surface | None = field(default=None, repr=False)


class Block:
    """A text laid out.

    Args:
        fonts: where letters come from.
        text: what it says; line feeds end rows.
        size: of the font, in pixels.
        color: of what has no colour of its own.
        width: of a row, in pixels.
        spans: how parts look.

    Attributes:
        rows: from above.
        width: of the widest row.
        height: of all.
    """

    def __init__(
        self, fonts: Fonts, text: str, size: int, color: str, width: int, spans: tuple[Span, ...] = ()
    ) -> None:
        self.text = text.translate(_CLEAN)
        self._fonts, self._size, self._color = fonts, size, pygame.Color(color)
        self._parts = list(self._divided(spans))
        self._starts = [start for start, *_ in self._parts]
        self.rows: list[Row] = []
        self.width = self.height = 0
        for start, end in break_rows(self.text, width, self.measure):
            end -= len(self.text[start:end]) - len(self.text[start:end].rstrip(" \n\u3000"))
            self._add(start, end)

    def measure(self, start: int, end: int) -> int:
        """Return the width of a part of the text, in pixels."""
        return sum(font.size(self.text[a:b])[0] for a, b, font, _ in self._between(start, end))

    def shown(
        self, area: pygame.Rect, upto: int | None = None, first: int = 0
    ) -> Iterator[tuple[pygame.Surface, pygame.Rect]]:
        """Give the rows that an area has room for, those written so far: what each looks like, and where it goes.

        Args:
            area: where the row `first` begins, and how much room there is; the last row is cut to it.
            upto: the code point behind the last one written; None: all of it.
            first: the number of the first row.
        """
        for row in self.rows[first:]:
            top = area.top + row.top - self.rows[first].top
            if (upto is not None and upto <= row.start) or top >= area.bottom:
                break
            if row.surface is None:
                row.surface = self._rendered(row)
            width, height = min(row.surface.get_width(), area.width), min(row.height, area.bottom - top)
            if upto is not None and upto < row.end:
                width = min(width, self.measure(row.start, upto))
            yield row.surface, pygame.Rect(area.left, top, width, height)

    def first_row(self, height: int, upto: int | None = None) -> int:
        """Return the row to begin with, so that the newest one is seen: 0 where all have room."""
        until = len(self.text) if upto is None else upto
        last = max(bisect_right([row.start for row in self.rows], max(until - 1, 0)) - 1, 0)
        end = self.rows[last].top + self.rows[last].height
        return next((at for at in range(last) if end - self.rows[at].top <= height), last)

    def _divided(self, spans: tuple[Span, ...]) -> list[tuple[int, int, pygame.font.Font, Style]]:
        parts = []
        at = 0
        ends = [(span.start, span.end, span.style) for span in spans if span.start < span.end]
        for start, end, style in [*ends, (len(self.text), len(self.text), PLAIN)]:
            for a, b, look in ((at, start, PLAIN), (start, end, style)):
                for first, last, face in self._fonts.runs(self.text[a:b]):
                    if first < last:
                        font = self._fonts.at(face, round(self._size * min(max(look.scale, 0.25), 4)), look)
                        parts.append((a + first, a + last, font, look))
            at = max(at, end)
        return parts

    def _between(self, start: int, end: int) -> list[tuple[int, int, pygame.font.Font, Style]]:
        found = []
        at = max(bisect_right(self._starts, start) - 1, 0)
        while at < len(self._parts) and self._parts[at][0] < end:
            first, last, font, style = self._parts[at]
            if last > start:
                found.append((max(first, start), min(last, end), font, style))
            at += 1
        return found

    def _add(self, start: int, end: int) -> None:
        parts = self._between(start, end)
        reaches = [_reach(font, self.text[a:b]) for a, b, font, _ in parts] or [
            _reach(self._fonts.at(0, self._size), "")
        ]
        ascent = max(above for above, _ in reaches)
        below = max(under for _, under in reaches)
        if any(style.ruby for *_, style in parts):
            ascent += self._ruby_font().get_height()
        self.rows.append(Row(start, end, self.height, ascent + below, ascent))
        self.width = max(self.width, self.measure(start, end))
        self.height += ascent + below

    def _rendered(self, row: Row) -> pygame.Surface:
        surface = pygame.Surface((max(self.measure(row.start, row.end), 1), row.height), pygame.SRCALPHA)
        drawn: list[tuple[pygame.Surface, tuple[int, int]]] = []
        x = 0
        for start, end, font, style in self._between(row.start, row.end):
            color = color_of(style.color, self._color)
            piece = font.render(self.text[start:end], True, color)
            top = row.baseline - _reach(font, self.text[start:end])[0]
            drawn.append((piece, (x, top)))
            if style.ruby and start in self._starts:
                ruby = self._ruby_font().render(style.ruby.translate(_CLEAN), True, color)
                left = max(x + (piece.get_width() - ruby.get_width()) // 2, 0)
                drawn.append((ruby, (left, max(top - ruby.get_height(), 0))))
            x += piece.get_width()
        surface.fblits(drawn)
        return surface

    def _ruby_font(self) -> pygame.font.Font:
        return self._fonts.at(next((face for _, _, face in self._fonts.runs("か")), 0), self._size // 2)


def _reach(font: pygame.font.Font, text: str) -> tuple[int, int]:
    """Return how far a font goes above and below the baseline: some letters go further than it says."""
    ascent, below = font.get_ascent(), font.get_height() - font.get_ascent()
    known = [found for found in font.metrics("".join(set(text))) if found is not None]
    return max(ascent, *(found[3] for found in known), 0), max(below, *(-found[2] for found in known), 0)


def color_of(name: str, default: pygame.Color) -> pygame.Color:
    """Return a colour by ``#rrggbb`` or its name; the default for one that is none."""
    try:
        return pygame.Color(name) if name else default
    except ValueError:
        return default
