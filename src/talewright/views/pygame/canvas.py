"""What parts are drawn with: units of 1280 by 720 scaled to the window, texts and pictures at that scale, and a memory.

A canvas belongs to one size of the window, one theme and one scale of texts; for another, a new one is made, with fonts
made anew, so that no text is blurred. What looks the same is the same surface: a view compares them to find what has
changed (people.md section 7).
"""

from __future__ import annotations

import io
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pygame

from talewright.stage import THEME_SIZE, Span, Theme, ThemePart, file_inside, is_readable
from talewright.views.pygame.fonts import Fonts
from talewright.views.pygame.text_blocks import Block

T = TypeVar("T")
SMALL = 0.72
"""The size of a detail or a reason, of that of other texts."""
SIZES = (1.0, 0.85, 0.7, 0.55)
"""The sizes of a text, of that of other texts, that are tried until it has room."""
_CORNERS = pygame.Color("#010203")
"""Stands for nothing at the corners of a panel."""


class Canvas:
    """A size of the window, a theme and a scale of texts.

    Args:
        theme: how it looks.
        size: of the window, in pixels.
        scale: of texts, 1 being the theme's size; 0.5 to 3 count.
        folder: the project's, for fonts and pictures.

    Attributes:
        theme: the colours and places.
        size: of the window, in pixels.
        unit: how many pixels a unit is.
        fonts: where letters come from.
    """

    def __init__(self, theme: Theme, size: tuple[int, int], scale: float = 1.0, folder: Path | None = None) -> None:
        self.theme, self.size, self._folder = theme, size, folder
        width, height = THEME_SIZE
        self.unit = min(size[0] / width, size[1] / height)
        self._left = round((size[0] - width * self.unit) / 2)
        self._top = round((size[1] - height * self.unit) / 2)
        self._text_scale = min(max(scale, 0.5), 3.0)
        self.fonts = Fonts(theme, folder)
        self._memory: OrderedDict[object, object] = OrderedDict()

    def px(self, units: float) -> int:
        """Return a length in pixels."""
        return round(units * self.unit)

    def rect(self, x: float, y: float, width: float, height: float) -> pygame.Rect:
        """Return a rectangle of units in pixels of the window."""
        left, top = self._left + self.px(x), self._top + self.px(y)
        return pygame.Rect(left, top, self.px(x + width) - self.px(x), self.px(y + height) - self.px(y))

    def place(self, part: ThemePart) -> pygame.Rect:
        """Return where a part of the theme lies, in pixels of the window."""
        return self.rect(part.X, part.Y, part.Width, part.Height)

    def block(self, text: str, color: str, width: int, scale: float = 1.0, spans: tuple[Span, ...] = ()) -> Block:
        """Return a text laid out in a width of pixels, at a part of the theme's size of texts."""
        size = max(round(self.theme.FontSize * self.unit * self._text_scale * scale), 6)
        width = max(width, 1)
        return self._kept((text, color, width, size, spans), lambda: Block(self.fonts, text, size, color, width, spans))

    def fitted(
        self, text: str, color: str, width: int, height: int, scale: float = 1.0, spans: tuple[Span, ...] = ()
    ) -> Block:
        """Return a text laid out in a width, as large as fits a height, but for three sizes less at most."""
        for smaller in SIZES:
            block = self.block(text, color, width, scale * smaller, spans)
            if block.height <= height:
                break
        return block

    def readable(self, color: str, part: ThemePart) -> str:
        """Return a colour that an author gave a name, or the theme's where it cannot be read on the theme's fill."""
        try:
            given = pygame.Color(color) if color else None
        except ValueError:
            given = None
        if given is None:
            return part.Text
        asked = f"#{given.r:02x}{given.g:02x}{given.b:02x}"
        return asked if is_readable(asked, part.Fill) else part.Text

    def panel(self, size: tuple[int, int], part: ThemePart, *, focused: bool = False) -> pygame.Surface:
        """Return a rounded rectangle to draw on; with an edge where it has the focus, or could not be seen else."""
        edge = self.theme.Focus.Fill if focused else part.Text if part.Fill == self.theme.Background else ""
        return self._kept(("panel", size, part.Fill, edge), lambda: self._panel(size, part.Fill, edge))

    def shape(self, kind: str, size: tuple[int, int], color: str) -> pygame.Surface:
        """Return a sign: "cross", "right" and "down" (arrows), or "bar"."""
        return self._kept((kind, size, color), lambda: self._shape(kind, size, color))

    def picture(self, source: str | bytes, size: tuple[int, int], *, cover: bool = False) -> pygame.Surface | None:
        """Return a picture at a size; None where there is none, or it is no picture.

        Args:
            source: its path inside the project, or what its file holds.
            size: that it must fit in, or cover.
            cover: whether it is cut to fill the size, rather than fitted in.
        """
        if not source or min(size) < 1:
            return None
        return self._kept((source, size, cover), lambda: self._picture(source, size, cover))

    def _panel(self, size: tuple[int, int], fill: str, edge: str) -> pygame.Surface:
        color = pygame.Color(fill)
        if color.a < 255:
            surface = pygame.Surface(size, pygame.SRCALPHA)
        else:  # what hides all behind it is drawn many times as fast, but for its corners
            surface = pygame.Surface(size)
            surface.fill(_CORNERS)
            surface.set_colorkey(_CORNERS, pygame.RLEACCEL)
        pygame.draw.rect(surface, color, surface.get_rect(), border_radius=self.px(10))
        if edge:
            wide = max(self.px(2), 1)
            pygame.draw.rect(surface, pygame.Color(edge), surface.get_rect(), wide, border_radius=self.px(10))
        return surface

    def _shape(self, kind: str, size: tuple[int, int], color: str) -> pygame.Surface:
        surface, inked = pygame.Surface(size, pygame.SRCALPHA), pygame.Color(color)
        rect = surface.get_rect()
        right, low = rect.right - 1, rect.bottom - 1
        if kind == "cross":
            thick = max(self.px(3), 1)
            pygame.draw.line(surface, inked, (0, 0), (right, low), thick)
            pygame.draw.line(surface, inked, (right, 0), (0, low), thick)
        elif kind == "right":
            pygame.draw.polygon(surface, inked, [(0, 0), (0, low), (right, low // 2)])
        elif kind == "down":
            pygame.draw.polygon(surface, inked, [(0, 0), (right, 0), (right // 2, low)])
        else:
            pygame.draw.rect(surface, inked, rect, border_radius=rect.width // 2)
        return surface

    def _picture(self, source: str | bytes, size: tuple[int, int], cover: bool) -> pygame.Surface | None:
        try:
            if isinstance(source, bytes):
                loaded = pygame.image.load(io.BytesIO(source))
            else:
                found = file_inside(self._folder, source) if self._folder is not None else None
                if found is None:
                    return None
                loaded = pygame.image.load(found)
        except (pygame.error, OSError):
            return None  # a check names it; a player goes on without
        whole = pygame.Surface(loaded.get_size(), pygame.SRCALPHA)  # scaling takes no palettes
        whole.blit(loaded, (0, 0))
        ratios = size[0] / whole.get_width(), size[1] / whole.get_height()
        ratio = max(ratios) if cover else min(ratios)
        wanted = max(round(whole.get_width() * ratio), 1), max(round(whole.get_height() * ratio), 1)
        scaled = pygame.transform.smoothscale(whole, wanted)
        middle = pygame.Rect((0, 0), size)
        middle.center = scaled.get_rect().center
        return scaled.subsurface(middle.clip(scaled.get_rect())) if cover else scaled

    def _kept(self, key: object, make: Callable[[], T]) -> T:
        if key in self._memory:
            self._memory.move_to_end(key)
            return self._memory[key]  # type: ignore[return-value]
        made = make()
        self._memory[key] = made
        if len(self._memory) > 300:
            self._memory.popitem(last=False)
        return made
