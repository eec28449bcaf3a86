"""Menus over the rest: slots with pictures, settings, the backlog, the bag, the console; all are rows of one kind.

What rows there are, which has the focus and what Enter does is the stage's. Only the rows that have room are laid out,
so a backlog of 500 rows costs what is seen of it.
"""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from talewright.stage import Menu, MenuRow
from talewright.views.pygame.canvas import SMALL, Canvas
from talewright.views.pygame.drawn import Drawn, Sketch
from talewright.views.pygame.parts import part_of, state_sign

_PAD, _GAP, _SIGN = 12, 6, 34
_PICTURE = 160, 90
_ICON = 56, 56


def menu_panel(canvas: Canvas, menu: Menu, pictures: Mapping[str, str]) -> Drawn:
    """Draw a menu.

    Args:
        canvas: what is drawn with.
        menu: its rows.
        pictures: of rows that have none of their own, by id: a path inside the project.
    """
    theme, pad, sketch = canvas.theme, canvas.px(_PAD), Sketch(canvas)
    room = pygame.Rect(0, 0, canvas.px(1120), canvas.px(680))
    room.center = pygame.Rect((0, 0), canvas.size).center
    width = room.width - 4 * pad
    title = canvas.fitted(menu.title, theme.Box.Text, width, room.height // 5, 1.2)
    typed = canvas.block(f"> {menu.typed}|", theme.Box.Text, width) if menu.typing else None
    above = min(title.height, room.height // 3) + 3 * pad
    below = min(typed.height, room.height // 3) + 2 * pad if typed else pad
    first, shown = _shown(canvas, menu, pictures, width, room.height - above - below)
    if menu.name == "confirm":  # a question is as large as it needs to be
        needed = above + sum(row.height + canvas.px(_GAP) for row in shown) + below
        room.inflate_ip(0, min(needed - room.height, 0))
    sketch.panel(room, theme.Box)
    left, y, end = room.left + 2 * pad, room.top + above, room.bottom - below
    sketch.text(title, pygame.Rect(left, room.top + pad, width, above - 3 * pad))
    for row in shown:
        row.draw(sketch, pygame.Rect(left, y, width, max(min(row.height, end - y), 0)))
        y += row.height + canvas.px(_GAP)
    sketch.bar(
        pygame.Rect(left + width, room.top + above, pad, end - room.top - above), first, len(shown), len(menu.rows)
    )
    if typed is not None:
        sketch.text(typed, pygame.Rect(left, end + pad, width, below - 2 * pad), newest=True)
    return sketch.done()


class _Laid:
    """A row laid out in a width."""

    def __init__(
        self, canvas: Canvas, row: MenuRow, width: int, picture: pygame.Surface | None, *, focused: bool
    ) -> None:
        self._row, self._picture, self._focused = row, picture, focused
        self._part, self._pad = part_of(canvas, enabled=row.enabled, focused=focused), canvas.px(_PAD)
        self._sign = canvas.px(_SIGN)
        self._left = self._sign + (picture.get_width() + self._pad if picture else 0)
        color, room = self._part.Text, width - self._left - self._pad
        self._value = canvas.block(row.value, color, room // 2) if row.value else None
        self._text = canvas.block(row.text, color, room - (self._value.width + self._pad if self._value else 0))
        smaller = (row.detail, row.reason if not row.enabled else "")
        self._smaller = [canvas.block(text, color, room, SMALL) for text in smaller if text]
        self._first = max(self._text.height, self._value.height if self._value else 0)
        tall = self._first + sum(block.height for block in self._smaller)
        self.height = max(tall, picture.get_height() if picture else 0) + self._pad

    def draw(self, sketch: Sketch, rect: pygame.Rect) -> None:
        """Draw it in a rectangle, which may be too low for it."""
        sketch.panel(rect, self._part, focused=self._focused)
        sketch.targets.append((rect, f"row:{self._row.id}"))
        inside = rect.inflate(0, -(self._pad // 2) * 2)
        middle = rect.left + self._sign // 2, inside.top + self._text.rows[0].height // 2
        state_sign(sketch, middle, self._part, enabled=self._row.enabled, focused=self._focused)
        if self._picture is not None and self._picture.get_height() <= inside.height:
            sketch.surface(self._picture, (rect.left + self._sign, inside.top))
        y = inside.top
        for number, block in enumerate((self._text, *self._smaller)):
            room = max(rect.right - self._pad - rect.left - self._left, 0)
            sketch.text(block, pygame.Rect(rect.left + self._left, y, room, max(inside.bottom - y, 0)))
            y += block.height if number else self._first
        if self._value is not None:
            right = rect.right - self._pad - self._value.width
            sketch.text(self._value, pygame.Rect(right, inside.top, self._value.width, inside.height))


def _shown(canvas: Canvas, menu: Menu, pictures: Mapping[str, str], width: int, room: int) -> tuple[int, list[_Laid]]:
    """Lay out the rows that have room, and say which is the first: the focus is among them, and some of both sides."""
    size = _PICTURE if any(row.picture for row in menu.rows) else _ICON

    def laid(at: int) -> _Laid:
        row = menu.rows[at]
        source = row.picture or pictures.get(row.id, "")
        picture = canvas.picture(source, (canvas.px(size[0]), canvas.px(size[1])))
        return _Laid(canvas, row, width, picture, focused=at == menu.focus)

    count = len(menu.rows)
    if not count:
        return 0, []
    anchor = menu.focus if menu.focus >= 0 else count - 1 if menu.name in ("log", "console") else 0
    shown, gap = [laid(anchor)], canvas.px(_GAP)
    used, first, last = shown[0].height, anchor, anchor + 1
    half = room // 2 if anchor < count - 1 else room  # some of what follows the focus is seen, too
    while first > 0 and used + gap + (above := laid(first - 1)).height <= half:
        shown.insert(0, above)
        used, first = used + gap + above.height, first - 1
    while last < count and used + gap + (under := laid(last)).height <= room:
        shown.append(under)
        used, last = used + gap + under.height, last + 1
    while first > 0 and used + gap + (above := laid(first - 1)).height <= room:
        shown.insert(0, above)
        used, first = used + gap + above.height, first - 1
    return first, shown
