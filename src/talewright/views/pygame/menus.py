"""Menus over the rest: slots with pictures, settings, the backlog, the bag, the console; all are rows of one kind.

What rows there are, which has the focus and what Enter does is the stage's. Only the rows that have room are laid out,
so a backlog of 500 rows costs what is seen of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pygame

from talewright.stage import Menu, MenuRow
from talewright.views.pygame.canvas import SMALL, Canvas, Drawn
from talewright.views.pygame.parts import cross, focus_arrow, part_of
from talewright.views.pygame.text_blocks import Block

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
    theme, pad = canvas.theme, canvas.px(_PAD)
    room = pygame.Rect(0, 0, canvas.px(1120), canvas.px(680))
    room.center = pygame.Rect((0, 0), canvas.size).center
    width = room.width - 4 * pad
    title = canvas.fitted(menu.title, theme.Box.Text, width, room.height // 5, 1.2)
    typed = canvas.block(f"> {menu.typed}|", theme.Box.Text, width) if menu.typing else None
    top = title.height + 3 * pad
    below = min(typed.height, room.height // 3) + 2 * pad if typed else pad
    first, shown = _shown(canvas, menu, pictures, width, room.height - top - below)
    needed = sum(row.height for row in shown) + canvas.px(_GAP) * max(len(shown) - 1, 0)
    height = room.height if menu.name != "confirm" else min(top + needed + below, room.height)
    panel = pygame.Rect(room.left, room.centery - height // 2, room.width, height)
    surface = pygame.Surface(panel.size, pygame.SRCALPHA)
    surface.blit(canvas.panel(panel.size, theme.Box), (0, 0))
    title.draw(surface, (2 * pad, pad))
    texts = [pygame.Rect(2 * pad, pad, title.width, title.height)]
    targets, at = [], top
    for row in shown:
        area = pygame.Rect(2 * pad, at, width, min(row.height, height - below - at))
        texts += _draw_row(canvas, surface.subsurface(area), row, area.topleft)
        targets.append((area.move(panel.topleft), f"row:{row.row.id}"))
        at += row.height + canvas.px(_GAP)
    edge = pygame.Rect(2 * pad + width, top, pad, height - below - top)
    canvas.bar(surface, edge, first, len(shown), len(menu.rows))
    if typed is not None:
        area = pygame.Rect(2 * pad, height - below + pad, width, below - 2 * pad)
        typed.draw(surface.subsurface(area), (0, 0), first=typed.first_row(area.height))
        texts.append(pygame.Rect(area.topleft, (typed.width, min(typed.height, area.height))))
    return Drawn(surface, panel, tuple(targets), tuple(text.move(panel.topleft) for text in texts))


@dataclass
class _Laid:
    """A row laid out."""

    row: MenuRow
    focused: bool
    picture: pygame.Surface | None
    left: int
    value: Block | None
    blocks: list[Block]
    height: int


def _laid(canvas: Canvas, row: MenuRow, width: int, picture: pygame.Surface | None, *, focused: bool) -> _Laid:
    color, pad = part_of(canvas, enabled=row.enabled, focused=focused).Text, canvas.px(_PAD)
    left = canvas.px(_SIGN) + (picture.get_width() + pad if picture else 0)
    room = width - left - pad
    value = canvas.block(row.value, color, room // 2) if row.value else None
    blocks = [canvas.block(row.text, color, room - (value.width + pad if value else 0))]
    smaller = (row.detail, row.reason if not row.enabled else "")
    blocks += [canvas.block(text, color, room, SMALL) for text in smaller if text]
    tall = max(blocks[0].height, value.height if value else 0) + sum(block.height for block in blocks[1:])
    return _Laid(row, focused, picture, left, value, blocks, max(tall, picture.get_height() if picture else 0) + pad)


def _shown(canvas: Canvas, menu: Menu, pictures: Mapping[str, str], width: int, room: int) -> tuple[int, list[_Laid]]:
    """Lay out the rows that have room, and say which is the first: the focus is among them, and some of both sides."""
    size = _PICTURE if any(row.picture for row in menu.rows) else _ICON

    def laid(at: int) -> _Laid:
        row = menu.rows[at]
        source = row.picture or pictures.get(row.id, "")
        picture = canvas.picture(source, (canvas.px(size[0]), canvas.px(size[1])))
        return _laid(canvas, row, width, picture, focused=at == menu.focus)

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


def _draw_row(canvas: Canvas, surface: pygame.Surface, laid: _Laid, corner: tuple[int, int]) -> list[pygame.Rect]:
    part, pad = part_of(canvas, enabled=laid.row.enabled, focused=laid.focused), canvas.px(_PAD)
    surface.blit(canvas.panel(surface.get_size(), part, focused=laid.focused), (0, 0))
    middle = canvas.px(_SIGN) // 2, pad // 2 + laid.blocks[0].height // 2
    if not laid.row.enabled:
        side = canvas.px(12)
        cross(canvas, surface, pygame.Rect(middle[0] - side // 2, middle[1] - side // 2, side, side), part.Text)
    elif laid.focused:
        focus_arrow(canvas, surface, middle, part.Text)
    if laid.picture is not None:
        surface.blit(laid.picture, (canvas.px(_SIGN), pad // 2))
    places, at = [], pad // 2
    for number, block in enumerate(laid.blocks):
        places.append((block, laid.left, at))
        at += max(block.height, laid.value.height if laid.value and not number else 0)
    if laid.value is not None:
        places.append((laid.value, surface.get_width() - pad - laid.value.width, pad // 2))
    for block, x, y in places:
        block.draw(surface, (x, y))
    inside = surface.get_rect()
    return [pygame.Rect(x, y, block.width, block.height).clip(inside).move(corner) for block, x, y in places]
