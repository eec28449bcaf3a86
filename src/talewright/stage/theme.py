"""How a view looks: fonts, colours and places of the parts, as ``Config/Theme.ini`` has them; no toolkit is needed.

Decides what a theme may say, what holds where it says nothing or something wrong, and whether each of its texts can be
read on what lies behind it. Places are in units of a picture of 1280 by 720, which a view scales to its window
(people.md section 7).

    [Theme]
    Font=art/fonts/Story.ttf
    FontSize=30
    Box=(Y=480,Height=210,Fill="#1b1b2f",Text="#f4f1e8")
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, NamedTuple

from talewright.config import ConfigMap, IniDocument, PlainRule
from talewright.config.typed import read_fields
from talewright.diagnostics import Report
from talewright.errors import ConfigError

_COLOR = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})")
THEME_SIZE = 1280, 720
"""Width and height of the picture that places are meant in."""

_FILE_HINT = "write its path inside the project, as in art/hall.png; the case of letters counts"
_GROUND_HINT = f'{_FILE_HINT}; a colour is "#rrggbb"'
_COLOR_HINT = 'write "#rrggbb", or "#rrggbbaa" with how opaque it is'
_ENOUGH = 4.5


@dataclass(frozen=True)
class ThemePart:
    """A part of a view: where it lies, in units of 1280 by 720, and its colours, ``#rrggbb`` or ``#rrggbbaa``.

    Attributes:
        X: of its left edge.
        Y: of its upper edge.
        Width: of it.
        Height: of it; the part grows where its text needs more.
        Text: the colour of its text.
        Fill: the colour behind its text.
    """

    X: float = 0
    Y: float = 0
    Width: float = 0
    Height: float = 0
    Text: str = "#f4f1e8"
    Fill: str = "#1b1b2f"


@dataclass(frozen=True)
class Theme:
    """How a view looks. What ``[Theme]`` leaves out, a part's place or colour among it, is as here.

    Attributes:
        Font: a font file inside the project, or the name of a font of the system; empty: the toolkit's own.
        FontFallback: further ones, for letters that the font does not have.
        FontSize: in units of 1280 by 720.
        Background: a picture inside the project, or a colour.
        Backgrounds: pictures or colours of single places, by the place's name as it is displayed.
        Box: where a line stands.
        Name: who says it.
        Choice: what can be chosen; its place is the room that all choices have together.
        Closed: what cannot; its place is not used.
        Focus: what Enter would press; its place is not used.
        Toast: short notices; its place is the first one's.

    >>> Theme().Box.Y, [name for name, ratio in Theme().contrasts() if ratio < 4.5]
    (500, [])
    """

    Font: str = ""
    FontFallback: tuple[str, ...] = ("notosanscjkjp", "notosans", "dejavusans")
    FontSize: float = 28
    Background: str = "#0e0f1a"
    Backgrounds: dict[str, str] = field(default_factory=dict)
    Box: ThemePart = ThemePart(40, 500, 1200, 190)
    Name: ThemePart = ThemePart(64, 456, 320, 44, Text="#ffe9a8", Fill="#2b2b48")
    Choice: ThemePart = ThemePart(240, 72, 800, 376, Text="#ffe9a8", Fill="#24243d")
    Closed: ThemePart = ThemePart(Text="#b4b4bf", Fill="#1b1b2f")
    Focus: ThemePart = ThemePart(Text="#101018", Fill="#ffd166")
    Toast: ThemePart = ThemePart(860, 24, 396, 0, Text="#d8ffdc", Fill="#1d3b2a")

    def parts(self) -> Iterator[tuple[str, ThemePart]]:
        """Give each part with its name."""
        for entry in fields(self):
            if isinstance(part := getattr(self, entry.name), ThemePart):
                yield entry.name, part

    def contrasts(self) -> Iterator[tuple[str, float]]:
        """Give the contrast of each part's text to what lies behind it, by the part's name."""
        yield from ((name, contrast(part.Text, part.Fill)) for name, part in self.parts())


_STRONG = {
    "Box": ("#ffffff", "#000000"),
    "Name": ("#ffff00", "#000000"),
    "Choice": ("#ffffff", "#000000"),
    "Closed": ("#c0c0c0", "#000000"),
    "Focus": ("#000000", "#ffff00"),
    "Toast": ("#ffffff", "#000000"),
}


def high_contrast(theme: Theme) -> Theme:
    """Return a theme with the colours of ``[Stage] HighContrast=True``, and places and fonts as they are.

    There is no picture behind anything, nothing shines through, and every text has 11 to 1 and more.

    >>> strong = high_contrast(Theme(FontSize=40, Background="art/hall.png"))
    >>> strong.FontSize, strong.Background, min(ratio for _, ratio in strong.contrasts()) > 11
    (40, '#000000', True)
    """
    parts = {name: replace(part, Text=_STRONG[name][0], Fill=_STRONG[name][1]) for name, part in theme.parts()}
    return replace(theme, Background="#000000", Backgrounds={}, **parts)  # type: ignore[arg-type]


def read_theme(document: IniDocument, folder: Path | None = None) -> tuple[Theme, Report]:
    """Read the section ``[Theme]``; what is wrong in it is a finding, and the default holds.

    Args:
        document: of ``Config/Theme.ini``.
        folder: the project's; None: fonts and pictures are not looked for.

    Returns:
        The theme, and the findings: values that do not fit, unknown keys, colours that are none, texts that can hardly
        be read on what lies behind them (these colours hold), files that are not there.

    >>> theme, report = read_theme(IniDocument.parse(b"[Theme]\\nFontSize=30\\nBox=(Y=480,Fill=red)\\n", "Theme.ini"))
    >>> theme.FontSize, theme.Box.Y, theme.Box.Fill
    (30.0, 480.0, '#1b1b2f')
    >>> print(report[0])
    Theme.ini:3:1: warning TW-THEME-01: [Theme] Box.Fill: 'red' is no colour; '#1b1b2f' is taken
      hint: write "#rrggbb", or "#rrggbbaa" with how opaque it is
    """
    values, report, default = ConfigMap([(document, PlainRule.ROOT)]), Report(), Theme()
    keys = values.keys("Theme")
    found = read_fields(Theme, lambda key: values.entries("Theme", key), keys, report, "[Theme]", current=default)
    theme = replace(default, **found)
    for wrong in _wrong(theme, default, folder):
        if lines := values.entries("Theme", wrong.key):
            report.add(wrong.code, "warning", f"[Theme] {wrong.message}", wrong.hint, lines[-1].span)
            theme = replace(theme, **wrong.instead)
    return theme, report


def theme_in(folder: Path | None) -> tuple[Theme, Report]:
    """Read the theme of a project, ``Config/Theme.ini``; where there is none that can be read, it is the usual one.

    A file that cannot be read is a finding of the project, which reads all of its ini files.
    """
    name = "Config/Theme.ini"
    if folder is None or not (folder / name).is_file():
        return Theme(), Report()
    try:
        document = IniDocument.read(folder / name, file=name)
    except (ConfigError, OSError):
        return Theme(), Report()
    return read_theme(document, folder)


class _Wrong(NamedTuple):
    code: str
    key: str
    message: str
    hint: str
    instead: dict[str, Any] = {}


def _wrong(theme: Theme, default: Theme, folder: Path | None) -> Iterator[_Wrong]:
    if not 8 <= theme.FontSize <= 120:
        message = f"FontSize: {theme.FontSize:g} is no size of a font here; {default.FontSize:g} is taken"
        yield _Wrong("TW-THEME-03", "FontSize", message, "take one of 8 to 120", {"FontSize": default.FontSize})
    usual, (width, height) = dict(default.parts()), THEME_SIZE
    for name, part in theme.parts():
        kept = part
        for key in ("Text", "Fill"):
            given, taken = getattr(part, key), getattr(usual[name], key)
            if not _COLOR.fullmatch(given):
                kept = replace(kept, **{key: taken})
                message = f"{name}.{key}: {given!r} is no colour; {taken!r} is taken"
                yield _Wrong("TW-THEME-01", name, message, _COLOR_HINT, {name: kept})
        if not (0 <= part.X <= part.X + part.Width <= width and 0 <= part.Y <= part.Y + part.Height <= height):
            taken = usual[name]
            kept = replace(kept, X=taken.X, Y=taken.Y, Width=taken.Width, Height=taken.Height)
            message = f"{name}: its place is not inside {width} by {height}; the usual one is taken"
            yield _Wrong("TW-THEME-03", name, message, "X + Width and Y + Height count, too", {name: kept})
        if (ratio := contrast(kept.Text, kept.Fill)) < _ENOUGH:
            message = f"{name}: {kept.Text} on {kept.Fill} is hard to read: {ratio:.1f} to 1"
            yield _Wrong("TW-THEME-02", name, message, f"make it {_ENOUGH} to 1 or more")
    grounds = [("Background", theme.Background), *(("Backgrounds", value) for value in theme.Backgrounds.values())]
    for key, value in grounds:
        if value.startswith("#") and not _COLOR.fullmatch(value):
            yield _Wrong(
                "TW-THEME-01", key, f"{key}: {value!r} is no colour", _COLOR_HINT, {key: getattr(default, key)}
            )
        elif not value.startswith("#") and folder is not None and file_inside(folder, value) is None:
            yield _Wrong("TW-THEME-04", key, f"{key}: there is no picture {value!r} in the project", _GROUND_HINT)
    for key, value in (("Font", theme.Font), *(("FontFallback", value) for value in theme.FontFallback)):
        if folder is not None and is_font_file(value) and file_inside(folder, value) is None:
            yield _Wrong("TW-THEME-04", key, f"{key}: there is no font {value!r} in the project", _FILE_HINT)


def is_font_file(name: str) -> bool:
    """Return whether a font is meant as a file of the project, not by its name in the system.

    >>> is_font_file("art/Story.ttf"), is_font_file("notosanscjkjp")
    (True, False)
    """
    return "/" in name or "\\" in name or name.lower().endswith((".ttf", ".otf", ".ttc"))


def file_inside(folder: Path, name: str) -> Path | None:
    """Return a file that is named by its path inside a folder; None where it is not there, or lies outside.

    >>> file_inside(Path("."), "../secret.png") is file_inside(Path("."), "") is None
    True
    """
    try:
        found = (folder / name).resolve()
        return found if found.is_relative_to(folder.resolve()) and found.is_file() else None
    except (OSError, ValueError):  # no path at all, a NUL in it
        return None


def contrast(text: str, fill: str) -> float:
    """Return how well a text can be told from what lies behind it, from 1 (not at all) to 21 (WCAG 2.2).

    Args:
        text: a colour, ``#rgb``, ``#rrggbb`` or ``#rrggbbaa``.
        fill: likewise; through one that is not opaque, white or black shines, whichever is worse.

    >>> round(contrast("#fff", "#000000"), 1), round(contrast("#777777", "#ffffff"), 2)
    (21.0, 4.48)
    >>> contrast("#ffffff", "#00000080") < 4.5
    True
    """
    return min(_ratio(text, fill, behind) for behind in (0.0, 255.0))


def is_readable(text: str, fill: str) -> bool:
    """Return whether a text can be read well enough on what lies behind it: 4.5 to 1 (WCAG 2.2, 1.4.3).

    >>> is_readable("#ffffff", "#1b1b2f"), is_readable("#777777", "#ffffff")
    (True, False)
    """
    return contrast(text, fill) >= _ENOUGH


def _ratio(text: str, fill: str, behind: float) -> float:
    ground = _over(fill, (behind, behind, behind))
    light, dark = sorted((_luminance(_over(text, ground)), _luminance(ground)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _over(color: str, ground: tuple[float, ...]) -> tuple[float, ...]:
    """Return the parts of a colour, 0 to 255, as they come out over another one."""
    digits = color[1:] if len(color) > 4 else "".join(digit * 2 for digit in color[1:])
    red, green, blue, opaque = bytes.fromhex(digits.ljust(8, "f"))
    pairs = zip((red, green, blue), ground, strict=True)
    return tuple(one * opaque / 255 + below * (1 - opaque / 255) for one, below in pairs)


def _luminance(color: tuple[float, ...]) -> float:
    red, green, blue = (part / 3294.6 if part <= 10.3 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
