"""`PygameView`: a stage drawn on a surface of pygame, and events of pygame brought to it.

Draws what changed and nothing else: each part of a scene is a surface that is kept until its part of the scene, the
size of the window or the theme is another. Decides where a press lands and which picture a slot gets; what it means is
the stage's (people.md section 7).
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping

import pygame

from talewright.stage import THEME_SIZE, Scene, Stage, Theme, high_contrast, theme_in
from talewright.views.pygame.canvas import Canvas
from talewright.views.pygame.drawn import Drawn
from talewright.views.pygame.events import name_of
from talewright.views.pygame.menus import menu_panel
from talewright.views.pygame.parts import background, choice_list, header, line_box, portrait, toast_list

_Kept = Callable[[str, object, Callable[[], Drawn]], Drawn]
_AREAS = 12
PICTURE = 256, 144
"""The size of a slot's picture, in pixels."""


class PygameView:
    """Draws a stage, and hands it what the player does; for people who have a loop of their own.

    It gives the stage its pictures of slots (`Stage.picture`).

    Args:
        stage: what is drawn.
        screen: what is drawn on; another size of it is noticed.
        theme: how it looks; None: as ``Config/Theme.ini`` of the stage's project says.
        over: the host draws the screen itself every frame: nothing lies behind the parts, and each `draw` draws all.

    Attributes:
        screen: what is drawn on.
        theme: how it looks.
    """

    def __init__(self, stage: Stage, screen: pygame.Surface, *, theme: Theme | None = None, over: bool = False) -> None:
        self.stage, self.screen, self._over = stage, screen, over
        self._folder = stage.game.project.folder
        self.theme = theme or theme_in(self._folder)[0]
        stage.picture = self.picture
        self._canvas: Canvas | None = None
        self._look: object = None
        self._shown: dict[str, tuple[object, Drawn]] = {}

    def draw(self) -> list[pygame.Rect]:
        """Draw what has changed since the last time, and return where: what ``pygame.display.update`` takes."""
        scene, canvas = self.stage.scene, self._fresh()
        before = self.shown
        self._shown = {name: (self._shown[name][0], drawn) for name, drawn in self._parts(canvas, scene, self._kept)}
        if self._over:
            dirty = [self.screen.get_rect()]
        else:
            dirty = _changed(before, self.shown)
        clip = self.screen.get_clip()
        pieces = [piece for drawn in self.shown.values() for piece in drawn.pieces]
        for area in dirty:
            self.screen.set_clip(area)
            for surface, x, y, width, height in pieces:
                if area.colliderect((x, y, width, height)):
                    self.screen.blit(surface, (x, y), (0, 0, width, height))
        self.screen.set_clip(clip)
        return dirty

    def handle(self, event: pygame.event.Event) -> bool:
        """Hand an event to the stage, and say whether it did anything; one that means nothing does nothing.

        A press on a choice or a row is a click on it; any other is a key (``mouse:1``). Closing the window leaves.
        """
        if event.type == pygame.QUIT:
            return self.stage.act("quit")
        if event.type == pygame.TEXTINPUT:
            return self.stage.type(event.text)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            target = self.target_at(event.pos)
            if target or "menu" in self.shown:  # beside a menu's rows is nothing to press
                return bool(target) and self.stage.click(target)
        return self.stage.key(name_of(event))

    def target_at(self, at: tuple[int, int]) -> str:
        """Return what lies at a point of the screen, as `Stage.click` takes it; empty: nothing that can be pressed."""
        parts = self.shown
        for drawn in [parts["menu"]] if "menu" in parts else reversed(parts.values()):
            for rect, target in reversed(drawn.targets):
                if rect.collidepoint(at):
                    return target
        return ""

    def picture(self) -> bytes:
        """Return what is on show below all menus as a small JPEG: a slot's picture."""
        canvas = Canvas(self.theme, THEME_SIZE, folder=self._folder)
        whole = pygame.Surface(canvas.size)
        for _, drawn in self._parts(canvas, self.stage.behind, lambda name, key, make: make()):
            for surface, x, y, width, height in drawn.pieces:
                whole.blit(surface, (x, y), (0, 0, width, height))
        file = io.BytesIO()
        pygame.image.save(pygame.transform.smoothscale(whole, PICTURE), file, "picture.jpg")
        return file.getvalue()

    @property
    def missing(self) -> frozenset[str]:
        """The letters so far that no font has: they are drawn as boxes."""
        return frozenset(self._canvas.fonts.missing if self._canvas is not None else ())

    @property
    def shown(self) -> dict[str, Drawn]:
        """The parts that were drawn last, from below: what each covers, where its texts are, what can be pressed."""
        return {name: drawn for name, (_, drawn) in self._shown.items()}

    # -- inside

    def _fresh(self) -> Canvas:
        """Return the canvas for the window, the theme and the settings as they are now."""
        settings = self.stage.settings
        look = self.screen.get_size(), self.theme, settings.TextScale, settings.HighContrast
        if self._canvas is None or look != self._look:
            theme = high_contrast(self.theme) if settings.HighContrast else self.theme
            self._canvas = Canvas(theme, self.screen.get_size(), settings.TextScale, self._folder)
            self._look = look
            self._shown.clear()
        return self._canvas

    def _kept(self, name: str, key: object, make: Callable[[], Drawn]) -> Drawn:
        known = self._shown.get(name)
        if known is None or known[0] != key:
            known = self._shown[name] = key, make()
        return known[1]

    def _parts(self, canvas: Canvas, scene: Scene, kept: _Kept) -> Iterator[tuple[str, Drawn]]:
        """Give the parts of a scene from below; `kept` draws one where what it depends on is another."""
        if not self._over:
            ground = scene.place, "" if self.stage.settings.HighContrast else scene.picture
            yield "background", kept("background", ground, lambda: background(canvas, *ground))
        if scene.menu is not None:  # what it covers would only be seen in part
            shown = scene.menu, {row.id: row.picture for row in scene.bag if row.picture}
            yield "menu", kept("menu", shown, lambda: menu_panel(canvas, *shown))
        elif not scene.hidden:
            yield from self._talk(canvas, scene, kept)
        if scene.toasts:
            notices = scene.toasts, scene.menu is not None
            yield "toasts", kept("toasts", notices, lambda: toast_list(canvas, notices[0], low=notices[1]))

    def _talk(self, canvas: Canvas, scene: Scene, kept: _Kept) -> Iterator[tuple[str, Drawn]]:
        line, bottom, box, options = scene.line, canvas.size[1], None, None
        if line is not None:
            looks = line, bool(scene.choices), scene.auto, scene.skipping
            box = kept("box", looks, lambda: line_box(canvas, *looks))
            bottom = box.rect.top
            if line.portrait:
                who = line.portrait, bottom
                yield "portrait", kept("portrait", who, lambda: portrait(canvas, *who))
        if scene.choices:
            offered = scene.choices, scene.focus, bottom - canvas.px(8)
            options = kept("choices", offered, lambda: choice_list(canvas, *offered))
        about = scene.place, scene.people
        head = kept("header", about, lambda: header(canvas, *about))
        if options is None or not options.rect.colliderect(head.rect):
            yield "header", head
        if box is not None:
            yield "box", box
        if options is not None:
            yield "choices", options


def _changed(before: Mapping[str, Drawn], now: Mapping[str, Drawn]) -> list[pygame.Rect]:
    """Return where two views differ: what is there in one of them alone, near ones joined."""
    found: list[pygame.Rect] = []
    for name in {**before, **now}:
        old, new = before.get(name), now.get(name)
        if old is not new:
            pieces = set(old.pieces if old else ()) ^ set(new.pieces if new else ())
            found += (piece.rect for piece in pieces)
    joined: list[pygame.Rect] = []
    for rect in sorted(found, key=lambda rect: (rect.top, rect.left)):
        near = rect.collidelistall(joined)
        for at in reversed(near):
            rect = rect.union(joined.pop(at))
        joined.append(rect)
    return joined if len(joined) <= _AREAS else [joined[0].unionall(joined[1:])]
