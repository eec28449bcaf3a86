"""Themes: what an ini changes, what is wrong in one, and contrast (people.md sections 7 and 12, V2 and X3)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from talewright.config import IniDocument
from talewright.diagnostics import Report
from talewright.stage import Theme, ThemePart, contrast, file_inside, high_contrast, read_theme


def read(text: str, folder: Path | None = None) -> tuple[Theme, Report]:
    return read_theme(IniDocument.parse(f"[Theme]\n{text}\n".encode(), "Config/Theme.ini"), folder)


def test_people_v2_an_ini_changes_colours_fonts_sizes_and_places() -> None:
    theme, report = read(
        "Font=art/Story.ttf\n+FontFallback=a\n+FontFallback=b\nFontSize=32\nBackground=#101010\n"
        'Backgrounds=(("The tavern", "art/tavern.png"),("Cellar", "#202020"))\n'
        'Box=(X=10,Y=400,Width=1000,Height=300,Text="#ffffff",Fill=#000000)\nName=(Text=#ff0)'
    )
    assert report == []
    assert (theme.Font, theme.FontFallback, theme.FontSize) == ("art/Story.ttf", ("a", "b"), 32)
    assert (theme.Background, theme.Backgrounds) == (
        "#101010",
        {"The tavern": "art/tavern.png", "Cellar": "#202020"},
    )
    assert theme.Box == ThemePart(10, 400, 1000, 300, "#ffffff", "#000000")
    # What a part leaves out is as it was: the place of the name, and all other parts.
    assert theme.Name == replace(Theme().Name, Text="#ff0")
    assert theme.Toast == Theme().Toast


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("FontSize=big", "TW-INI-21", "'big' is no number"),
        ("FontSize=0", "TW-THEME-03", "0 is no size of a font here; 28 is taken"),
        ("FontSize=nan", "TW-INI-21", "nan"),
        ("Box=(Fill=red)", "TW-THEME-01", "Box.Fill: 'red' is no colour"),
        ("Box=(Text=#12345)", "TW-THEME-01", "Box.Text: '#12345' is no colour"),
        ("Box=(Text=#1b1b2f)", "TW-THEME-02", "Box: #1b1b2f on #1b1b2f is hard to read: 1.0 to 1"),
        ("Toast=(Fill=#1d3b2a40)", "TW-THEME-02", "Toast: #d8ffdc on #1d3b2a40 is hard to read"),
        ("Choice=(X=900)", "TW-THEME-03", "Choice: its place is not inside 1280 by 720"),
        ("Choice=(Width=-5)", "TW-THEME-03", "Choice: its place is not inside"),
        ("Choice=5", "TW-INI-21", "holds '5'"),
        ("Box=(Wide=5)", "TW-INI-22", "Box.Wide is no field"),
        ("Fnt=x", "TW-INI-22", "Fnt"),
        ("Background=#12", "TW-THEME-01", "Background: '#12' is no colour"),
        ("Background=art/none.png", "TW-THEME-04", "no picture 'art/none.png'"),
        ("Background=red", "TW-THEME-04", "no picture 'red'"),
        ('Backgrounds=(("Hall", "../x.png"))', "TW-THEME-04", "no picture '../x.png'"),
        ("Font=art/none.ttf", "TW-THEME-04", "no font 'art/none.ttf'"),
    ],
)
def test_people_v2_a_bad_value_is_a_finding_with_a_line(line: str, code: str, said: str, tmp_path: Path) -> None:
    theme, report = read(f"; a comment\n{line}", tmp_path)
    assert [found.code for found in report] == [code]
    assert said in report[0].message
    assert (report[0].span.file, report[0].span.line) == ("Config/Theme.ini", 3)
    if code in ("TW-INI-21", "TW-INI-22", "TW-THEME-01", "TW-THEME-03"):
        assert theme == Theme()


def test_people_x3_every_text_of_the_built_in_themes_can_be_read() -> None:
    for theme in (Theme(), high_contrast(Theme())):
        assert {name for name, ratio in theme.contrasts() if ratio < 4.5} == set()
    assert all(ratio >= 11 for _, ratio in high_contrast(Theme()).contrasts())


def test_people_x3_a_planted_bad_theme_is_found() -> None:
    _, report = read("Box=(Text=#767676,Fill=#777777)\nName=(Text=#fff,Fill=#fff)\nFocus=(Text=#ffd166)")
    assert [found.code for found in report] == ["TW-THEME-02"] * 3


@pytest.mark.parametrize(
    ("text", "fill", "ratio"),
    [("#000000", "#ffffff", 21.0), ("#777777", "#ffffff", 4.48), ("#0000ff", "#ffffff", 8.59), ("#f00", "#fff", 4.0)],
)
def test_the_contrast_is_that_of_wcag(text: str, fill: str, ratio: float) -> None:
    assert round(contrast(text, fill), 2) == pytest.approx(ratio, abs=0.01)
    assert contrast(text, fill) == contrast(fill, text)


COLOR = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


@given(COLOR, COLOR, st.integers(0, 255))
def test_a_fill_that_lets_light_through_is_never_better_than_its_worst_case(text: str, fill: str, opaque: int) -> None:
    worst = contrast(text, f"{fill}{opaque:02x}")
    assert 1 <= worst <= 21
    assert worst <= contrast(text, "#000000" if opaque == 0 else f"{fill}{opaque:02x}")


def test_only_files_inside_the_folder_are_given(tmp_path: Path) -> None:
    inside = tmp_path / "game" / "art" / "hall.png"
    inside.parent.mkdir(parents=True)
    inside.write_bytes(b"x")
    (tmp_path / "secret.png").write_bytes(b"x")
    (tmp_path / "game" / "link.png").symlink_to(tmp_path / "secret.png")
    game = tmp_path / "game"
    assert file_inside(game, "art/hall.png") == inside.resolve()
    for name in ("../secret.png", str(tmp_path / "secret.png"), "link.png", "art", "", "none.png", "a\0b", "x" * 5000):
        assert file_inside(game, name) is None
