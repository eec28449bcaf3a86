"""What the window shows: themes, sizes, fonts, signs; pixels and places of named parts (people.md V2 to V4)."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from talewright.savegame import MemoryStore
from talewright.stage import (
    BagRow,
    Choice,
    Menu,
    MenuRow,
    Mode,
    Scene,
    Shown,
    Span,
    Stage,
    Style,
    Theme,
    Toast,
    high_contrast,
    theme_in,
)

pygame = pytest.importorskip("pygame")
from talewright.views.pygame import PygameView  # noqa: E402

Window = Callable[[tuple[int, int]], Any]
LONG = "The smith says that the sword is hers, that it was hers before the war, and that nobody paid for it. " * 6
JAPANESE = (
    "「鍛冶屋のグンドラ」は、いらっしゃいませ！と言った。剣がほしいのですか？（高いですよ……）コーヒーもあります。"
)
FRENCH = "« Bienvenue à la forge ! » dit Gundra. Où est passé l'œuf du garçon, là-bas, près de l'âtre ? Ça, alors…"
SIZES = ((640, 360), (1280, 720), (1920, 1080), (3840, 2160), (1024, 768), (720, 1280), (640, 360))


def line(text: str, upto: int | None = None, speaker: str = "Gundra", **fields: Any) -> Shown:
    return Shown("line:1", text, speaker, upto=len(text) if upto is None else upto, **fields)


def choices(count: int, text: str = "I should like this one, if nobody minds.") -> tuple[Choice, ...]:
    return tuple(
        Choice(f"c{n}", n, text, enabled=n != 2, reason="that is sold already, to the miller" if n == 2 else "")
        for n in range(1, count + 1)
    )


class Made:
    """A stage that shows what it is given."""

    def __init__(self, screen: Any, scene: Scene, theme: Theme | None = None, folder: Path | None = None) -> None:
        stage: Any = SimpleNamespace(
            scene=scene,
            behind=scene,
            settings=SimpleNamespace(TextScale=1.0, HighContrast=False),
            game=SimpleNamespace(project=SimpleNamespace(folder=folder)),
        )
        self.stage: Any = stage
        self.view = PygameView(stage, screen, theme=theme)
        self.view.draw()

    def show(self, scene: Scene) -> list[Any]:
        self.stage.scene = scene
        return self.view.draw()


def outside(view: PygameView) -> list[tuple[str, Any, Any]]:
    """Texts that are not inside what they belong to, and parts that are not inside the window."""
    window = view.screen.get_rect()
    texts: list[tuple[str, Any, Any]] = [
        (name, text, box) for name, drawn in view.shown.items() for text, box in drawn.texts
    ]
    lost = [(name, text, box) for name, text, box in texts if not box.contains(text) or not window.contains(text)]
    written = view.stage.scene.line is None or view.stage.scene.line.complete
    lost += [
        (name, piece.rect, piece.surface.get_rect())
        for name, drawn in view.shown.items()
        for piece in drawn.pieces
        if written and (piece.width, piece.height) != piece.surface.get_size()  # a row that was cut
    ]
    return lost + [(name, drawn.rect, window) for name, drawn in view.shown.items() if not window.contains(drawn.rect)]


def test_people_v2_colours_sizes_and_the_place_of_the_box_by_ini_alone(smithy: Path, window: Window) -> None:
    screen = window((1280, 720))
    (smithy / "Config").mkdir(exist_ok=True)

    def look(ini: str) -> tuple[PygameView, tuple[int, int, int]]:
        (smithy / "Config" / "Theme.ini").write_text(f"[Theme]\n{ini}\n", encoding="utf-8")
        stage = Stage.open(smithy, saves=MemoryStore())
        stage.act("choose", 1)
        view = PygameView(stage, screen)
        view.draw()
        return view, screen.get_at((1000, 650))[:3]

    usual, color = look("")
    assert color == pygame.Color(Theme().Box.Fill)[:3]
    assert usual.shown["box"].rect.bottom == 690
    other, color = look("Background=#204060\nBox=(X=40,Y=10,Width=800,Height=190,Fill=#402010)\nFontSize=40")
    assert color == (0x20, 0x40, 0x60)
    assert screen.get_at((700, 190))[:3] == (0x40, 0x20, 0x10)
    assert other.shown["box"].rect.bottom == 200
    small, large = (view.shown["box"].texts[0][0].height for view in (usual, other))
    assert large > small * 1.3
    bad, color = look("Box=(Fill=pink)\nFontSize=huge")
    assert color == pygame.Color(Theme().Box.Fill)[:3]
    assert bad.shown["box"].rect == usual.shown["box"].rect


@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize(
    "text", ["Well met.", LONG, JAPANESE * 4, "W" * 300], ids=["short", "long", "japanese", "one word"]
)
def test_people_v3_no_text_leaves_its_box_at_any_size(text: str, scale: float, window: Window) -> None:
    menus = (
        Menu("log", "What was said", tuple(MenuRow(f"r{n}", text[: 90 + n]) for n in range(12)), 11),
        Menu("save", "Save", tuple(MenuRow(f"s{n}", f"Slot {n}", "1 Dec, 12:30", text[:120]) for n in range(9)), 4),
        Menu("settings", "Settings", tuple(MenuRow(f"s{n}", text[:40], "quite fast") for n in range(14)), 0),
        Menu("confirm", text[:60], (MenuRow("yes", "Yes"), MenuRow("no", "No", enabled=False, reason=text[:50])), 1),
        Menu("console", "Console", (), -1, text[:200], typing=True),
    )
    toasts = tuple(Toast(text[:80]) for _ in range(4))
    scenes = [
        Scene(Mode.TALK, line=line(text)),
        Scene(Mode.TALK, line=line(text, 40, speaker=text[:60]), auto=True),
        Scene(Mode.TALK, line=line(text), choices=choices(3), focus=2, toasts=toasts),
        Scene(Mode.TALK, line=line(text, speaker=""), choices=choices(12, text[:110]), focus=12),
        Scene(Mode.FREE, place=text[:70], people=("Ann", text[:50]), choices=choices(9), toasts=toasts),
        *(Scene(Mode.MENU, line=line(text), menu=menu) for menu in menus),
    ]
    for size in ((640, 360), (1280, 720), (720, 1280), (3840, 2160)):
        made = Made(window(size), Scene())
        made.stage.settings.TextScale = scale
        for scene in scenes:
            made.show(scene)
            assert outside(made.view) == [], (size, scene.mode, scene.menu and scene.menu.name)


def test_a_notice_lies_on_no_row_that_a_menu_begins_with(window: Window) -> None:
    menu = Menu("save", "Save", (MenuRow("new", "New save"), MenuRow("slot1", "Hall", "1 Dec, 12:30")), 0)
    scene = Scene(Mode.MENU, menu=menu, toasts=(Toast("Saved."), Toast("A low room. " * 9)))
    made = Made(window((1280, 720)), Scene())
    made.show(scene)
    notices = made.view.shown["toasts"].rect
    assert notices.bottom <= 720
    assert outside(made.view) == []
    pressed = [rect for rect, what in made.view.shown["menu"].targets if what.startswith("row:")]
    assert pressed
    assert notices.collidelist(pressed) == -1


def test_people_v3_a_resize_in_the_middle_of_a_line_goes_on_where_it_was(smithy: Path, window: Window) -> None:
    stage = Stage.open(smithy, saves=MemoryStore())
    stage.settings.TextScale = 2.0
    view = PygameView(stage, window((1280, 720)))
    stage.act("choose", 1)
    written = []
    for size in SIZES:
        view.screen = window(size)
        stage.tick(0.05)
        view.draw()
        assert outside(view) == []
        assert view.shown["box"].texts
        assert stage.scene.line is not None
        written.append(stage.scene.line.upto)
    assert written == sorted(set(written))


def test_people_v3_no_word_jumps_while_a_line_is_written(window: Window) -> None:
    made = Made(window((1280, 720)), Scene())
    tops: dict[int, int] = {}
    for upto in range(1, 250):
        made.show(Scene(Mode.TALK, line=line(LONG[:250], upto, speaker="")))
        for number, (place, _) in enumerate(made.view.shown["box"].texts):
            assert tops.setdefault(number, place.top) == place.top
    assert len(tops) > 2


def noto(folder: Path) -> str:
    """Put a font with Japanese into a project; skip where none is at hand."""
    spec = find_spec("noto_cjk_sans_jp_regular")
    system = pygame.font.match_font("notosanscjkjp")
    source = Path(spec.origin).parent / "NotoSansCJKjp-Regular.otf" if spec and spec.origin else system
    if source is None:
        pytest.skip("no font with Japanese on this machine: pip install noto-cjk-sans-jp-regular")
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(source, folder / "Noto.otf")
    return "Noto.otf"


def test_people_v4_japanese_and_french_miss_no_glyph(tmp_path: Path, window: Window) -> None:
    from talewright.views.pygame.fonts import Fonts

    fonts = Fonts(Theme(FontFallback=(noto(tmp_path),)), tmp_path)
    runs = {text: list(fonts.runs(text)) for text in (JAPANESE, FRENCH, f"{FRENCH}{JAPANESE}")}
    assert fonts.missing == set()
    for text, parts in runs.items():
        assert (parts[0][0], parts[-1][1]) == (0, len(text))
        for start, end, face in parts:
            font = fonts.at(face, 28)
            (nothing,) = font.metrics("\uffff")
            assert [letter for letter in text[start:end] if font.metrics(letter)[0] == nothing] == []
    assert {face for _, _, face in runs[FRENCH]} == {0}
    assert {face for _, _, face in runs[JAPANESE]} > {0} or len({face for _, _, face in runs[JAPANESE]}) == 1


def test_people_v4_a_letter_that_no_font_has_is_told_and_drawn_as_a_box(window: Window) -> None:
    from talewright.views.pygame.fonts import Fonts

    fonts = Fonts(Theme(FontFallback=()), None)
    assert list(fonts.runs("a\U00012000b")) == [(0, 3, 0)]
    assert fonts.missing == {"\U00012000"}


def test_people_v4_rows_on_the_screen_keep_kinsoku(tmp_path: Path, window: Window) -> None:
    from talewright.views.pygame.fonts import Fonts
    from talewright.views.pygame.text_blocks import Block

    fonts = Fonts(Theme(FontFallback=(noto(tmp_path),)), tmp_path)
    for width in range(200, 900, 37):
        block = Block(fonts, JAPANESE, 28, "#ffffff", width)
        starts = {JAPANESE[row.start] for row in block.rows}
        assert starts.isdisjoint("、。」』）！？ーっゃゅょ…")
        assert {JAPANESE[row.end - 1] for row in block.rows}.isdisjoint("「『（")
        assert block.width <= width


def test_spans_are_drawn_and_what_is_not_written_is_not(window: Window) -> None:
    made = Made(window((1280, 720)), Scene())
    red = Span(5, 8, Style(color="#ff0000", bold=True))

    def reds(upto: int) -> int:
        made.show(Scene(Mode.TALK, line=line("Well met, stranger.", upto, spans=(red,), speaker="")))
        box = made.view.shown["box"].rect
        return sum(
            made.view.screen.get_at((x, y))[:3] == (255, 0, 0)
            for x in range(box.left, box.left + 300)
            for y in range(box.top, box.top + 80)
        )

    assert reds(5) == 0
    assert 0 < reds(6) < reds(8) == reds(19)


def test_what_cannot_be_chosen_has_a_sign_and_a_reason_and_the_focus_a_sign(window: Window) -> None:
    made = Made(window((1280, 720)), Scene(Mode.TALK, line=line("Well?"), choices=choices(3), focus=1))
    part = made.view.shown["choices"]
    buttons = {target: rect for rect, target in part.targets}
    assert buttons["choice:2"].height > buttons["choice:3"].height  # its reason stands below

    def inked(name: str, fill: str) -> bool:
        sign = pygame.Rect(buttons[name].left + 8, buttons[name].top + 8, 26, 30)
        points = [(x, y) for x in range(sign.left, sign.right) for y in range(sign.top, sign.bottom)]
        return any(made.view.screen.get_at(point)[:3] != pygame.Color(fill)[:3] for point in points)

    assert inked("choice:1", Theme().Focus.Fill)
    assert inked("choice:2", Theme().Closed.Fill)
    assert not inked("choice:3", Theme().Choice.Fill)


def test_people_x3_high_contrast_is_a_setting_and_takes_the_place_of_colours_that_cannot_be_read(
    window: Window,
) -> None:
    scene = Scene(Mode.TALK, line=line("Well met.", color="#101010"))
    made = Made(window((1280, 720)), scene, Theme(Background="#ffffff"))
    assert made.view.screen.get_at((5, 5))[:3] == (255, 255, 255)
    made.stage.settings.HighContrast = True
    assert made.view.draw() == [made.view.screen.get_rect()]
    assert made.view.screen.get_at((5, 5))[:3] == (0, 0, 0)
    strong = high_contrast(Theme())
    colors = {made.view.screen.get_at((x, 480))[:3] for x in range(60, 300)}
    assert pygame.Color(strong.Name.Text)[:3] in colors


def test_pictures_of_the_project_are_shown_and_absent_or_broken_ones_are_not(tmp_path: Path, window: Window) -> None:
    art = tmp_path / "art"
    art.mkdir()
    for name, color in (("face.png", "#00ff00"), ("hall.png", "#0000ff")):
        picture = pygame.Surface((40, 40))
        picture.fill(color)
        pygame.image.save(picture, art / name)
    (art / "broken.png").write_bytes(b"no picture")
    theme = Theme(Backgrounds={"Hall": "art/hall.png", "Yard": "art/none.png", "Attic": "#808080"})
    made = Made(window((1280, 720)), Scene(), theme, tmp_path)

    def at(point: tuple[int, int], **fields: Any) -> tuple[int, int, int]:
        made.show(Scene(Mode.TALK, **fields))
        red, green, blue = made.view.screen.get_at(point)[:3]
        return red, green, blue

    assert at((1270, 400), place="Hall") == (0, 0, 255)
    assert at((1270, 400), place="Cellar", picture="art/face.png") == (0, 255, 0)
    assert at((1270, 400), place="Hall", picture="art/face.png") == (0, 0, 255)
    assert at((1270, 400), place="Yard") == pygame.Color(Theme().Background)[:3]
    assert at((1270, 400), place="Attic") == (0x80, 0x80, 0x80)
    assert at((200, 300), line=line("Hm.", portrait="art/face.png")) == (0, 255, 0)
    for absent in ("art/none.png", "art/broken.png", "../secret.png", "/etc/hosts"):
        assert at((200, 300), line=line("Hm.", portrait=absent)) == pygame.Color(Theme().Background)[:3]


def test_a_menu_of_500_rows_shows_the_focus_and_the_bag_its_pictures(tmp_path: Path, window: Window) -> None:
    picture = pygame.Surface((8, 8))
    picture.fill("#ff0000")
    pygame.image.save(picture, tmp_path / "sword.png")
    rows = tuple(MenuRow(f"row{n}", f"Line {n}") for n in range(500))
    made = Made(window((1280, 720)), Scene(), None, tmp_path)
    for focus in (0, 250, 499):
        made.show(Scene(Mode.MENU, menu=Menu("log", "Log", rows, focus)))
        targets = [target for _, target in made.view.shown["menu"].targets]
        assert f"row:row{focus}" in targets
        assert len(targets) < 20
    bag = BagRow("sword", "Sword", picture="sword.png")
    made.show(Scene(Mode.MENU, bag=(bag,), menu=Menu("bag", "Bag", (MenuRow("sword", "Sword"),), 0)))
    (rect, _), *_ = made.view.shown["menu"].targets
    assert any(made.view.screen.get_at((x, rect.centery))[:3] == (255, 0, 0) for x in range(rect.left, rect.right))


def test_a_press_is_brought_to_what_lies_under_it_and_a_menu_covers_the_rest(window: Window) -> None:
    clicked: list[str] = []
    scene = Scene(Mode.TALK, line=line("Well?"), choices=choices(3))
    made = Made(window((1280, 720)), scene)

    def hear(name: str) -> bool:
        clicked.append(name)
        return True

    made.stage.click = made.stage.key = hear

    def press(at: tuple[int, int]) -> bool:
        return made.view.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))

    (button, _), *_ = made.view.shown["choices"].targets
    assert press(button.center)
    assert press((600, 600))
    made.show(replace(scene, mode=Mode.MENU, menu=Menu("menu", "Menu", (MenuRow("load", "Load"),), 0)))
    (row, _), *_ = made.view.shown["menu"].targets
    assert press(row.center)
    assert not press((640, 650))
    assert clicked == ["choice:1", "mouse:1", "row:load"]


def test_a_host_that_draws_the_rest_itself_keeps_what_it_drew(window: Window) -> None:
    screen = window((1280, 720))
    made = Made(screen, Scene())
    view = PygameView(made.stage, screen, over=True)
    made.stage.scene = Scene(Mode.TALK, line=line("Well met."))
    for color in ("#ff0000", "#00ff00"):
        screen.fill(color)
        assert view.draw() == [screen.get_rect()]
        assert screen.get_at((5, 5))[:3] == pygame.Color(color)[:3]
        assert screen.get_at((600, 600))[:3] == pygame.Color(Theme().Box.Fill)[:3]


@pytest.mark.parametrize("data", [b"", b"\0\0\0"])
def test_a_theme_without_a_letter_is_the_usual_one(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "Config").mkdir()
    (tmp_path / "Config/Theme.ini").write_bytes(data)
    assert theme_in(tmp_path)[0] == Theme()
