"""Playing in the window by keys, mouse, pad and one switch, as the stage is played by actions (people.md V1, X4)."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from talewright.savegame import MemoryStore
from talewright.stage import Mode, Scene, Stage

pygame = pytest.importorskip("pygame")
from talewright.views.pygame import PygameView  # noqa: E402

ACTS = 60
Act = tuple[str, int]


def opened(folder: Path, **settings: Any) -> Stage:
    stage = Stage.open(folder, seed=7, saves=MemoryStore())
    stage.settings.TextSpeed = 0
    for name, value in settings.items():
        setattr(stage.settings, name, value)
    stage.act("repeat")  # a line that is on show already is written at once, too
    return stage


def seen(scene: Scene) -> tuple[object, ...]:
    """What a player reads of a scene; which choice has the focus is how it was come to."""
    line = scene.line
    return scene.mode, line and (line.speaker, line.text), tuple((c.text, c.enabled) for c in scene.choices)


def played(stage: Stage, *, ways: bool = True) -> tuple[list[Act], list[tuple[object, ...]]]:
    """Play sixty acts as they make sense where the stage is, the same ones each time; return them, and what is read."""
    draw, acts, told = random.Random(3), list[Act](), []
    for _ in range(ACTS):
        scene = stage.scene
        act: Act = ("go", 0)
        back = [way for way, there in (("back", scene.can_back), ("forward", scene.can_forward)) if there and ways]
        if back and draw.random() < 0.3:
            act = draw.choice(back), 0
        elif open_ := [choice.number for choice in scene.choices if choice.enabled]:
            act = "choose", draw.choice(open_)
        stage.act(act[0], *([act[1]] if act[1] else []))
        stage.tick(0.1)
        acts.append(act)
        told.append(seen(stage.scene))
    return acts, told


def held(stage: Stage) -> dict[tuple[str, str], dict[str, object]]:
    """What a save holds below its header."""
    document = stage.game.snapshot()
    return {names: dict(document.section(*names)) for names in document.names}


class Hands:
    """Somebody before the window: acts become events, as pygame would give them."""

    def __init__(self, view: PygameView) -> None:
        self.view = view
        self.view.draw()

    def send(self, kind: int, **fields: Any) -> None:
        pygame.event.post(pygame.event.Event(kind, **fields))
        for event in pygame.event.get():
            self.view.handle(event)

    def do(self, act: Act) -> None:
        if act[0] == "choose":
            self.choose(act[1])
        else:
            getattr(self, act[0])()
        self.view.stage.tick(0.1)
        self.view.draw()

    def play(self, acts: list[Act]) -> list[tuple[object, ...]]:
        told = []
        for act in acts:
            self.do(act)
            told.append(seen(self.view.stage.scene))
        return told

    def go(self) -> None:
        raise NotImplementedError

    def back(self) -> None:
        raise NotImplementedError

    def forward(self) -> None:
        raise NotImplementedError

    def choose(self, number: int) -> None:
        raise NotImplementedError


class Keys(Hands):
    def press(self, key: int, text: str = "") -> None:
        self.send(pygame.KEYDOWN, key=key, mod=0, unicode=text, scancode=0)
        self.send(pygame.KEYUP, key=key, mod=0, unicode=text, scancode=0)

    def go(self) -> None:
        self.press(pygame.K_SPACE, " ")

    def back(self) -> None:
        self.press(pygame.K_PAGEUP)

    def forward(self) -> None:
        self.press(pygame.K_PAGEDOWN)

    def choose(self, number: int) -> None:
        self.press(pygame.K_0 + number, str(number))


class Arrows(Keys):
    """The keyboard without digits."""

    def choose(self, number: int) -> None:
        for _ in range(number):  # none has the focus before the first press
            self.press(pygame.K_DOWN)
        self.press(pygame.K_RETURN, "\r")


class Mouse(Hands):
    def click(self, at: tuple[int, int]) -> None:
        self.send(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0))
        self.send(pygame.MOUSEBUTTONDOWN, pos=at, button=1)
        self.send(pygame.MOUSEBUTTONUP, pos=at, button=1)

    def go(self) -> None:
        self.click((600, 600))

    def back(self) -> None:
        self.send(pygame.MOUSEWHEEL, x=0, y=1, flipped=False)

    def forward(self) -> None:
        self.send(pygame.MOUSEWHEEL, x=0, y=-1, flipped=False)

    def choose(self, number: int) -> None:
        targets = {target: rect for rect, target in self.view.shown["choices"].targets}
        self.click(targets[f"choice:{number}"].center)


class Pad(Hands):
    def press(self, button: int) -> None:
        self.send(pygame.CONTROLLERBUTTONDOWN, button=button, instance_id=0)
        self.send(pygame.CONTROLLERBUTTONUP, button=button, instance_id=0)

    def go(self) -> None:
        self.press(pygame.CONTROLLER_BUTTON_A)

    def back(self) -> None:
        self.press(pygame.CONTROLLER_BUTTON_LEFTSHOULDER)

    def forward(self) -> None:
        self.press(pygame.CONTROLLER_BUTTON_RIGHTSHOULDER)

    def choose(self, number: int) -> None:
        for _ in range(number):  # none has the focus before the first press
            self.press(pygame.CONTROLLER_BUTTON_DPAD_DOWN)
        self.press(pygame.CONTROLLER_BUTTON_A)


class Switch(Keys):
    """One key: the focus walks by itself."""

    def go(self) -> None:
        self.press(pygame.K_RETURN, "\r")

    def choose(self, number: int) -> None:
        for _ in range(100):
            if self.view.stage.scene.focus == number:
                break
            self.view.stage.tick(0.5)
        self.press(pygame.K_RETURN, "\r")


@pytest.mark.parametrize("hands", [Keys, Arrows, Mouse, Pad])
def test_people_v1_s2_x4_sixty_acts_by_hand_are_those_of_the_stage(
    hands: type[Hands], smithy: Path, window: Callable[[tuple[int, int]], Any]
) -> None:
    alone = opened(smithy)
    acts, expected = played(alone)
    assert {name for name, _ in acts} == {"go", "choose", "back", "forward"}
    assert len(set(expected)) == 4  # nobody to talk to, and three lines
    stage = opened(smithy)
    assert hands(PygameView(stage, window((1280, 720)))).play(acts) == expected
    assert [row.text for row in stage.backlog.rows] == [row.text for row in alone.backlog.rows]
    assert held(stage) == held(alone)


def test_people_x4_one_switch_is_enough(smithy: Path, window: Callable[[tuple[int, int]], Any]) -> None:
    acts, expected = played(opened(smithy), ways=False)
    stage = opened(smithy, Scan=True)
    assert Switch(PygameView(stage, window((1280, 720)))).play(acts) == expected


def test_people_v5_a_project_without_art_and_theme_is_played_to_its_end(
    smithy: Path, window: Callable[[tuple[int, int]], Any]
) -> None:
    screen = window((1280, 720))
    stage = opened(smithy)
    mouse = Mouse(PygameView(stage, screen))
    assert stage.scene.mode is Mode.FREE
    mouse.do(("choose", 2))
    mouse.do(("choose", 3))
    assert stage.scene.line is not None
    assert stage.scene.line.text == "Then good day."
    # There is something to see, and what cannot be chosen has a sign before it.
    assert len({tuple(screen.get_at((x, 600))) for x in range(1280)}) > 1


def test_closing_the_window_leaves(smithy: Path, window: Callable[[tuple[int, int]], Any]) -> None:
    stage = opened(smithy)
    Keys(PygameView(stage, window((1280, 720)))).send(pygame.QUIT)
    assert stage.done


def test_a_slot_gets_a_picture_of_what_lies_below_the_menu(
    smithy: Path, window: Callable[[tuple[int, int]], Any]
) -> None:
    screen = window((1920, 1080))
    stage = opened(smithy)
    keys = Keys(PygameView(stage, screen))
    keys.do(("choose", 1))
    keys.press(pygame.K_ESCAPE)
    stage.click("row:save")
    assert stage.scene.menu is not None
    assert stage.scene.menu.name == "save"
    stage.act("confirm")
    stage.act("load")
    keys.view.draw()
    assert stage.scene.menu is not None
    (picture,) = [row.picture for row in stage.scene.menu.rows if row.picture]
    assert len(picture) <= 64 * 1024
    small = pygame.image.load(io.BytesIO(picture), "picture.jpg")
    assert small.get_size() == (256, 144)
    # The box of the line is lighter than what lies behind it; a menu would cover both.
    assert sum(small.get_at((128, 130))[:3]) > sum(small.get_at((3, 60))[:3]) + 20
    rows = [rect for rect, _ in keys.view.shown["menu"].targets]
    assert len({screen.get_at((x, rows[0].centery))[:3] for x in range(rows[0].left, rows[0].right)}) > 3


def test_a_console_takes_what_is_typed(smithy: Path, window: Callable[[tuple[int, int]], Any]) -> None:
    stage = opened(smithy)
    keys = Keys(PygameView(stage, window((1280, 720))))
    keys.press(pygame.K_F12)
    for letter in "há 1":
        keys.press(pygame.key.key_code(letter) if letter.isascii() else ord(letter), letter)
        keys.send(pygame.TEXTINPUT, text=letter)
    assert stage.scene.menu is not None
    assert stage.scene.menu.typed == "há 1"
    keys.press(pygame.K_BACKSPACE, "\b")
    assert stage.scene.menu is not None
    assert stage.scene.menu.typed == "há "


def test_only_what_changed_is_drawn(smithy: Path, window: Callable[[tuple[int, int]], Any]) -> None:
    stage = opened(smithy)
    screen = window((1280, 720))
    view = PygameView(stage, screen)
    assert view.draw() == [screen.get_rect()]
    assert view.draw() == []
    stage.act("down")
    (changed,) = view.draw()
    buttons = {target: rect for rect, target in view.shown["choices"].targets}
    assert changed == buttons["choice:1"]  # the one that got the focus, and nothing else
    assert view.draw() == []


def test_people_v6_a_front_end_of_ones_own_is_twenty_lines_and_plays(
    smithy: Path, window: Callable[[tuple[int, int]], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = Path(__file__).parents[2] / "docs" / "how-to" / "03-letter-by-letter.md"
    program = page.read_text("utf-8").partition("```python\n")[2].partition("```")[0]
    assert len([row for row in program.splitlines() if row.strip()]) <= 20
    pressed = iter([0, pygame.K_1, pygame.K_SPACE, pygame.K_2, pygame.K_1, pygame.K_SPACE])

    def events() -> list[Any]:
        key = next(pressed, None)
        if key is None:
            return [pygame.event.Event(pygame.QUIT)]
        return [pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=chr(key))] if key else []

    window((800, 450))
    monkeypatch.setattr(pygame.event, "get", events)
    monkeypatch.chdir(smithy)
    names: dict[str, Any] = {}
    exec(program, names)
    # Talked to the smith, was refused a horse, asked for a sword, and left: saved, as the stage does it.
    assert names["stage"].done
    told = [row.text for row in names["stage"].backlog.rows if row.kind in ("line", "chosen")]
    assert told[:2] == ["Well met. What do you need?", "A sword, please."]
    assert told[2].startswith("I have none left")
    assert [path.name for path in (smithy / "Saved" / "SaveGames").glob("auto*.ini")]
