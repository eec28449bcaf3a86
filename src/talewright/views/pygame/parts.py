"""The parts that lie over a scene: who speaks and what, what can be chosen, short notices, where the player is.

Each is a function from a part of the scene to what is drawn, and knows no rule of a game. A box grows upwards where its
text needs more room than the theme gives, and its text becomes smaller only when the window has no more. What cannot be
chosen has a cross and its reason, what Enter would take an arrow, so that no colour has to be told apart.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from talewright.stage import Choice, Shown, ThemePart, Toast
from talewright.views.pygame.canvas import SMALL, Canvas, Drawn

_PAD = 24
_GAP = 8
_SIGN = 40
_EDGE = 8
_CHOOSING = 0.5
"""Of the window's height: what a line may take where choices need room above it."""


def line_box(canvas: Canvas, line: Shown, choosing: bool, auto: bool, skipping: bool) -> Drawn:
    """Draw what is said, and by whom.

    Args:
        canvas: what is drawn with.
        line: what is said.
        choosing: whether choices need room above.
        auto: whether lines go on by themselves: one arrow.
        skipping: whether lines are skipped: two arrows.
    """
    theme, pad, place = canvas.theme, canvas.px(_PAD), canvas.place(canvas.theme.Box)
    name = None
    if line.speaker:
        color = canvas.readable(line.color, theme.Name)
        name = canvas.block(line.speaker, color, place.width - canvas.px(2 * (theme.Name.X - theme.Box.X)))
    over = max(canvas.px(theme.Box.Y - theme.Name.Y), name.height if name else 0) if name else 0
    tallest = place.bottom - canvas.px(_EDGE) - over
    if choosing:
        tallest = min(tallest, round(canvas.size[1] * _CHOOSING))
    block = canvas.fitted(line.text, theme.Box.Text, place.width - 2 * pad, tallest - 2 * pad, spans=line.spans)
    height = min(max(block.height + 2 * pad, place.height), max(tallest, 2 * pad + 1))
    whole = pygame.Rect(place.left, place.bottom - height - over, place.width, height + over)
    surface = pygame.Surface(whole.size, pygame.SRCALPHA)
    surface.blit(canvas.panel((place.width, height), theme.Box), (0, over))
    inside = pygame.Rect(pad, over + pad, place.width - 2 * pad, height - 2 * pad)
    block.draw(surface.subsurface(inside), (0, 0), line.upto, block.first_row(inside.height, line.upto))
    texts = [pygame.Rect(inside.topleft, (block.width, min(block.height, inside.height)))]
    if name is not None:
        left, height = canvas.px(theme.Name.X - theme.Box.X), max(name.height, canvas.px(theme.Name.Height))
        side = canvas.px(12)
        plate = pygame.Rect(left, max(over - height, 0), min(name.width + 2 * side, place.width - left), height)
        surface.blit(canvas.panel(plate.size, theme.Name), plate)
        texts.append(pygame.Rect(plate.left + side, plate.centery - name.height // 2, name.width, name.height))
        name.draw(surface, texts[-1].topleft)
    mark = pygame.Rect(0, 0, canvas.px(16), canvas.px(16))
    mark.bottomright = surface.get_width() - canvas.px(10), surface.get_height() - canvas.px(6)
    if line.complete and not choosing:
        _arrow(surface, mark, theme.Box.Text, down=True)
    for number in range(2 if skipping else 1 if auto else 0):
        _arrow(surface, mark.move(-mark.width * (2 - number) * 5 // 4, 0), theme.Box.Text)
    return Drawn(surface, whole, texts=tuple(text.move(whole.topleft) for text in texts))


def choice_list(canvas: Canvas, choices: Sequence[Choice], focus: int, bottom: int) -> Drawn:
    """Draw what can be chosen.

    Args:
        canvas: what is drawn with.
        choices: all of them.
        focus: the number of the one that Enter takes; 0: none.
        bottom: where they have to end, in pixels of the window.
    """
    place = canvas.place(canvas.theme.Choice)
    bottom = min(bottom, canvas.size[1] - canvas.px(_EDGE))
    top = min(max(place.top, canvas.px(_EDGE)), bottom)
    for smaller in (1.0, 0.85, 0.7, 0.55):
        buttons = [_button(canvas, choice, place.width, smaller, focused=choice.number == focus) for choice in choices]
        needed = sum(button.get_height() for button, _ in buttons) + canvas.px(_GAP) * (len(buttons) - 1)
        if needed <= bottom - canvas.px(_EDGE):
            break
    if needed > bottom - top:  # there is room above the theme's place
        top = max(bottom - needed, canvas.px(_EDGE))
    heights, gap = [button.get_height() for button, _ in buttons], canvas.px(_GAP)
    first, last = window_of(heights, max(focus - 1, 0), bottom - top, gap)
    used = sum(heights[first:last]) + gap * (last - first - 1)
    y = top if needed > place.height else top + (min(bottom, place.bottom) - top - used) // 2
    whole = pygame.Rect(place.left, y, place.width, min(used, bottom - y))
    surface = pygame.Surface(whole.size, pygame.SRCALPHA)
    targets, texts, at = [], [], 0
    for choice, (button, inner) in list(zip(choices, buttons, strict=True))[first:last]:
        surface.blit(button, (0, at))
        targets.append((button.get_rect(topleft=(whole.left, y + at)).clip(whole), f"choice:{choice.number}"))
        texts += [text.move(whole.left, y + at) for text in inner]
        at += button.get_height() + gap
    canvas.bar(surface, surface.get_rect(), first, last - first, len(choices))
    return Drawn(surface, whole, tuple(targets), tuple(texts))


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


def toast_list(canvas: Canvas, toasts: Sequence[Toast]) -> Drawn | None:
    """Draw short notices from above, the newest that have room."""
    part, place, pad = canvas.theme.Toast, canvas.place(canvas.theme.Toast), canvas.px(12)
    blocks = [canvas.block(toast.text, part.Text, place.width - 2 * pad, SMALL) for toast in toasts]
    room = canvas.size[1] - place.top - canvas.px(_EDGE)
    first, last = window_of([block.height + 2 * pad for block in blocks], len(blocks) - 1, room, canvas.px(_GAP))
    if first >= last:
        return None
    blocks = blocks[first:last]
    height = sum(block.height + 2 * pad for block in blocks) + canvas.px(_GAP) * (len(blocks) - 1)
    whole = pygame.Rect(place.left, place.top, place.width, min(height, room))
    surface = pygame.Surface(whole.size, pygame.SRCALPHA)
    texts, at = [], 0
    for block in blocks:
        surface.blit(canvas.panel((place.width, block.height + 2 * pad), part), (0, at))
        block.draw(surface, (pad, at + pad))
        texts.append(pygame.Rect(place.left + pad, place.top + at + pad, block.width, block.height))
        at += block.height + 2 * pad + canvas.px(_GAP)
    return Drawn(surface, whole, texts=tuple(texts))


def header(canvas: Canvas, place: str, people: Sequence[str]) -> Drawn | None:
    """Draw where the player is, and who else is there."""
    if not place and not people:
        return None
    part, pad = canvas.theme.Name, canvas.px(12)
    room = canvas.place(canvas.theme.Toast).left - canvas.rect(40, 0, 0, 0).left - canvas.px(_GAP) - 2 * pad
    blocks = [canvas.block(place, part.Text, room)] if place else []
    if people:
        blocks.append(canvas.block(", ".join(people), part.Text, room, SMALL))
    size = max(block.width for block in blocks) + 2 * pad, sum(block.height for block in blocks) + pad
    whole = pygame.Rect(canvas.rect(40, 16, 0, 0).topleft, size)
    surface = canvas.panel(whole.size, part)
    texts, at = [], pad // 2
    for block in blocks:
        block.draw(surface, (pad, at))
        texts.append(pygame.Rect(whole.left + pad, whole.top + at, block.width, block.height))
        at += block.height
    return Drawn(surface, whole, texts=tuple(texts))


def portrait(canvas: Canvas, path: str, bottom: int) -> Drawn | None:
    """Draw who speaks, standing on the box."""
    picture = canvas.picture(path, (canvas.px(400), canvas.px(440)))
    if picture is None:
        return None
    left = canvas.rect(60, 0, 0, 0).left
    return Drawn(picture, picture.get_rect(bottomleft=(left, bottom)))


def background(canvas: Canvas, place: str) -> Drawn:
    """Draw what lies behind everything: the place's picture or colour, or the theme's."""
    theme = canvas.theme
    surface = pygame.Surface(canvas.size)
    for ground in (theme.Background, theme.Backgrounds.get(place, "")):
        if ground.startswith("#"):
            surface.fill(pygame.Color(ground))
        elif (picture := canvas.picture(ground, canvas.size, cover=True)) is not None:
            surface.blit(picture, (0, 0))
    return Drawn(surface, surface.get_rect())


def cross(canvas: Canvas, surface: pygame.Surface, rect: pygame.Rect, color: str) -> None:
    """Draw the sign of what cannot be chosen."""
    thick = max(canvas.px(3), 1)
    pygame.draw.line(surface, pygame.Color(color), rect.topleft, rect.bottomright, thick)
    pygame.draw.line(surface, pygame.Color(color), rect.topright, rect.bottomleft, thick)


def _arrow(surface: pygame.Surface, rect: pygame.Rect, color: str, *, down: bool = False) -> None:
    tip = [rect.topleft, rect.topright, rect.midbottom] if down else [rect.topleft, rect.bottomleft, rect.midright]
    pygame.draw.polygon(surface, pygame.Color(color), tip)


def focus_arrow(canvas: Canvas, surface: pygame.Surface, middle: tuple[int, int], color: str) -> None:
    """Draw the sign of what Enter would take."""
    rect = pygame.Rect(0, 0, canvas.px(14), canvas.px(18))
    rect.center = middle
    _arrow(surface, rect, color)


def part_of(canvas: Canvas, *, enabled: bool, focused: bool) -> ThemePart:
    """Return the colours of something that can be pressed."""
    theme = canvas.theme
    return theme.Focus if focused and enabled else theme.Choice if enabled else theme.Closed


def _button(
    canvas: Canvas, choice: Choice, width: int, scale: float, *, focused: bool
) -> tuple[pygame.Surface, list[pygame.Rect]]:
    part = part_of(canvas, enabled=choice.enabled, focused=focused)
    pad, sign = canvas.px(10), canvas.px(_SIGN)
    number = canvas.block(f"{choice.number}.", part.Text, width, scale)
    left = sign + number.width + canvas.px(12)
    text = canvas.block(choice.text, part.Text, width - left - 2 * pad, scale, choice.spans)
    blocks = [text]
    if choice.reason and not choice.enabled:
        blocks.append(canvas.block(choice.reason, part.Text, width - left - 2 * pad, scale * SMALL))
    height = sum(block.height for block in blocks) + 2 * pad
    surface = canvas.panel((width, height), part, focused=focused)
    middle = sign // 2 + pad // 2, pad + text.rows[0].height // 2
    if not choice.enabled:
        side = canvas.px(14)
        cross(canvas, surface, pygame.Rect(middle[0] - side // 2, middle[1] - side // 2, side, side), part.Text)
    elif focused:
        focus_arrow(canvas, surface, middle, part.Text)
    lower = max(text.rows[0].baseline - number.rows[0].baseline, 0)
    number.draw(surface, (sign, pad + lower))
    texts, at = [pygame.Rect(sign, pad + lower, number.width, number.height)], pad
    for block in blocks:
        block.draw(surface, (left, at))
        texts.append(pygame.Rect(left, at, block.width, block.height))
        at += block.height
    return surface, texts
