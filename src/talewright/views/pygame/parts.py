"""The parts that lie over a scene: who speaks and what, what can be chosen, short notices, where the player is.

Each is a function from a part of the scene to what is drawn, and knows no rule of a game. A box grows upwards where its
text needs more room than the theme gives, and its text becomes smaller only when the window has no more. What cannot be
chosen has a cross and its reason, what Enter would take an arrow, so that no colour has to be told apart.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from talewright.stage import Choice, Shown, ThemePart, Toast
from talewright.views.pygame.canvas import SIZES, SMALL, Canvas
from talewright.views.pygame.drawn import Drawn, Sketch, window_of
from talewright.views.pygame.text_blocks import Block

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
    theme, pad, place, sketch = canvas.theme, canvas.px(_PAD), canvas.place(canvas.theme.Box), Sketch(canvas)
    left, side = canvas.place(theme.Name).left, canvas.px(12)
    name = None
    if line.speaker:
        room = max(place.right - left - 2 * side, place.width // 2)
        name = canvas.block(line.speaker, canvas.readable(line.color, theme.Name), room)
    plate_height = max(name.height, canvas.px(theme.Name.Height)) if name else 0
    above = max(canvas.px(theme.Box.Y - theme.Name.Y), plate_height) if name else 0
    tallest = place.bottom - canvas.px(_EDGE) - above
    if choosing:
        tallest = min(tallest, round(canvas.size[1] * _CHOOSING))
    block = canvas.fitted(line.text, theme.Box.Text, place.width - 2 * pad, tallest - 2 * pad, spans=line.spans)
    height = min(max(block.height + 2 * pad, place.height), max(tallest, 2 * pad + 1))
    box = pygame.Rect(place.left, place.bottom - height, place.width, height)
    sketch.panel(box, theme.Box)
    sketch.text(block, box.inflate(-2 * pad, -2 * pad), line.upto, newest=True)
    corner = box.right - canvas.px(20), box.bottom - canvas.px(16)
    if line.complete and not choosing:
        sketch.sign("down", corner, (16, 14), theme.Box.Text)
    for number in range(2 if skipping else 1 if auto else 0):
        sketch.sign("right", (corner[0] - canvas.px(28 + 16 * number), corner[1]), (14, 16), theme.Box.Text)
    if name is not None:
        plate = pygame.Rect(left, box.top - above, name.width + 2 * side, plate_height)
        sketch.panel(plate, theme.Name)
        sketch.text(name, _middle(name, plate, side))
    return sketch.done()


def choice_list(canvas: Canvas, choices: Sequence[Choice], focus: int, bottom: int) -> Drawn:
    """Draw what can be chosen.

    Args:
        canvas: what is drawn with.
        choices: all of them.
        focus: the number of the one that Enter takes; 0: none.
        bottom: where they have to end, in pixels of the window.
    """
    place, gap, edge = canvas.place(canvas.theme.Choice), canvas.px(_GAP), canvas.px(_EDGE)
    bottom = min(bottom, canvas.size[1] - edge)
    top = min(max(place.top, edge), bottom)
    for smaller in SIZES:
        buttons = [_Button(canvas, choice, place.width, smaller, focused=choice.number == focus) for choice in choices]
        needed = sum(button.height for button in buttons) + gap * (len(buttons) - 1)
        if needed <= bottom - edge:
            break
    if needed > bottom - top:  # there is room above the theme's place
        top = max(bottom - needed, edge)
    first, last = window_of([button.height for button in buttons], max(focus - 1, 0), bottom - top, gap)
    used = sum(button.height for button in buttons[first:last]) + gap * (last - first - 1)
    y = top + max((min(bottom, place.bottom) - top - used) // 2, 0)
    whole = pygame.Rect(place.left, y, place.width, min(used, bottom - y))
    sketch = Sketch(canvas)
    for button in buttons[first:last]:
        button.draw(sketch, pygame.Rect(place.left, y, place.width, button.height).clip(whole))
        y += button.height + gap
    sketch.bar(whole, first, last - first, len(choices))
    return sketch.done()


def toast_list(canvas: Canvas, toasts: Sequence[Toast], *, low: bool = False) -> Drawn:
    """Draw short notices, the newest that have room: from above, or, over a menu, at the lower edge."""
    part, place, pad, sketch = canvas.theme.Toast, canvas.place(canvas.theme.Toast), canvas.px(12), Sketch(canvas)
    blocks = [canvas.block(toast.text, part.Text, place.width - 2 * pad, SMALL) for toast in toasts]
    room = canvas.size[1] - place.top - canvas.px(_EDGE)
    first, last = window_of([block.height + 2 * pad for block in blocks], len(blocks) - 1, room, canvas.px(_GAP))
    heights = sum(block.height + 2 * pad + canvas.px(_GAP) for block in blocks[first:last])
    y = max(place.top, canvas.size[1] - canvas.px(_EDGE) + canvas.px(_GAP) - heights) if low else place.top
    for block in blocks[first:last]:
        rect = pygame.Rect(place.left, y, place.width, min(block.height + 2 * pad, place.top + room - y))
        sketch.panel(rect, part)
        sketch.text(block, rect.inflate(-2 * pad, -2 * pad))
        y = rect.bottom + canvas.px(_GAP)
    return sketch.done()


def header(canvas: Canvas, place: str, people: Sequence[str]) -> Drawn:
    """Draw where the player is, and who else is there."""
    part, pad, sketch = canvas.theme.Name, canvas.px(12), Sketch(canvas)
    left, top = canvas.rect(40, 16, 0, 0).topleft
    room = canvas.place(canvas.theme.Toast).left - left - canvas.px(_GAP) - 2 * pad
    blocks = [canvas.block(place, part.Text, room)] if place else []
    if people:
        blocks.append(canvas.block(", ".join(people), part.Text, room, SMALL))
    if blocks:
        width = max(block.width for block in blocks) + 2 * pad
        sketch.panel(pygame.Rect(left, top, width, sum(block.height for block in blocks) + pad), part)
        y = top + pad // 2
        for block in blocks:
            sketch.text(block, pygame.Rect(left + pad, y, block.width, block.height))
            y += block.height
    return sketch.done()


def portrait(canvas: Canvas, path: str, bottom: int) -> Drawn:
    """Draw who speaks, standing on the box."""
    sketch = Sketch(canvas)
    picture = canvas.picture(path, (canvas.px(400), canvas.px(360)))
    if picture is not None:
        sketch.surface(picture, (canvas.rect(60, 0, 0, 0).left, bottom - picture.get_height()))
    return sketch.done()


def background(canvas: Canvas, place: str, picture: str) -> Drawn:
    """Draw what lies behind everything: what the theme says of the place, else its own picture, else the theme's."""
    theme, sketch = canvas.theme, Sketch(canvas)
    surface = pygame.Surface(canvas.size)
    for ground in (theme.Background, picture, theme.Backgrounds.get(place, "")):
        if ground.startswith("#"):
            surface.fill(pygame.Color(ground))
        elif (scaled := canvas.picture(ground, canvas.size, cover=True)) is not None:
            surface.blit(scaled, (0, 0))
    sketch.surface(surface, (0, 0))
    return sketch.done()


def part_of(canvas: Canvas, *, enabled: bool, focused: bool) -> ThemePart:
    """Return the colours of something that can be pressed."""
    theme = canvas.theme
    return theme.Focus if focused and enabled else theme.Choice if enabled else theme.Closed


def state_sign(sketch: Sketch, middle: tuple[int, int], part: ThemePart, *, enabled: bool, focused: bool) -> None:
    """Draw before a row that it cannot be chosen, or that Enter takes it."""
    if not enabled:
        sketch.sign("cross", middle, (14, 14), part.Text)
    elif focused:
        sketch.sign("right", middle, (14, 18), part.Text)


class _Button:
    """A choice laid out in a width, at a part of the usual size of texts."""

    def __init__(self, canvas: Canvas, choice: Choice, width: int, scale: float, *, focused: bool) -> None:
        self.choice, self.focused = choice, focused
        self._part = part_of(canvas, enabled=choice.enabled, focused=focused)
        self._pad, self._sign = canvas.px(10), canvas.px(_SIGN)
        self._number = canvas.block(f"{choice.number}.", self._part.Text, width, scale)
        self._left = self._sign + self._number.width + canvas.px(12)
        room = width - self._left - 2 * self._pad
        self._blocks = [canvas.block(choice.text, self._part.Text, room, scale, choice.spans)]
        if choice.reason and not choice.enabled:
            self._blocks.append(canvas.block(choice.reason, self._part.Text, room, scale * SMALL))
        self.height = sum(block.height for block in self._blocks) + 2 * self._pad

    def draw(self, sketch: Sketch, rect: pygame.Rect) -> None:
        """Draw it in a rectangle, which may be too low for it."""
        sketch.panel(rect, self._part, focused=self.focused)
        sketch.targets.append((rect, f"choice:{self.choice.number}"))
        row, number = self._blocks[0].rows[0], self._number
        middle = rect.left + (self._sign + self._pad) // 2, rect.top + self._pad + row.height // 2
        state_sign(sketch, middle, self._part, enabled=self.choice.enabled, focused=self.focused)
        inside = rect.inflate(0, -2 * self._pad)
        lower = max(row.baseline - number.rows[0].baseline, 0)
        sketch.text(number, _below(inside, lower, self._sign, number.width))
        y = 0
        for block in self._blocks:
            sketch.text(block, _below(inside, y, self._left, rect.width - self._left - 2 * self._pad))
            y += block.height


def _below(area: pygame.Rect, down: int, right: int, width: int) -> pygame.Rect:
    """Return the part of an area from a corner inside it on."""
    return pygame.Rect(area.left + right, area.top + down, max(width, 0), max(area.height - down, 0))


def _middle(block: Block, rect: pygame.Rect, side: int) -> pygame.Rect:
    """Return where a text goes that is to stand in the middle of a rectangle's height."""
    return pygame.Rect(rect.left + side, rect.centery - block.height // 2, rect.width - 2 * side, block.height)
