"""How marked text looks: attributes of a dialogue's markup to spans with a style.

Decides what a marker's name means: those that are built in, and the project's records ``[whisper Style]``. A marker
that is neither leaves its text as it is. Text is cut at markers once; no view parses it again.
"""

from __future__ import annotations

from bisect import insort
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import ClassVar, Literal

from talewright.dialogue import Attribute
from talewright.stage.scene import Span, Style

COLORS: Mapping[str, str] = {
    "black": "#000000",
    "white": "#ffffff",
    "gray": "#9a9a9a",
    "grey": "#9a9a9a",
    "red": "#ff6b6b",
    "orange": "#ffa94d",
    "gold": "#ffd43b",
    "yellow": "#ffec7a",
    "green": "#7ddf8a",
    "teal": "#63d8c6",
    "blue": "#8ab4ff",
    "purple": "#c9a0ff",
    "pink": "#ff9ccf",
    "brown": "#d0a37a",
}
"""Colours that go by a name, readable on a dark box but for black."""

BUILT_IN = ("b", "i", "u", "s", "small", "big", "color", "ruby", "wait", "speed")
"""Markers that need no record."""


@dataclass(frozen=True)
class TextStyle:
    """What a marker looks like: a record ``[whisper Style]``, for ``[whisper]so[/whisper]``.

    Attributes:
        name: of the marker.
        Weight: bold, or as the rest.
        Slant: italic, or as the rest.
        Color: ``#rrggbb`` or a name of `COLORS`; empty: as the rest.
        Scale: of the size of the rest.
        Effect: wave or shake; empty: it stands still.
    """

    class_name: ClassVar[str] = "Style"

    name: str
    Weight: Literal["", "normal", "bold"] = ""
    Slant: Literal["", "normal", "italic"] = ""
    Color: str = ""
    Scale: float = 1.0
    Effect: Literal["", "wave", "shake"] = ""


def color_of(text: str) -> str:
    """Return a colour as ``#rrggbb``; of what is none, nothing.

    >>> color_of("gold"), color_of("#FC0"), color_of("#a0b0c0"), color_of("loud")
    ('#ffd43b', '#ffcc00', '#a0b0c0', '')
    """
    text = text.strip().lower()
    if text in COLORS:
        return COLORS[text]
    digits = text.removeprefix("#")
    if not text.startswith("#") or not all(c in "0123456789abcdef" for c in digits):
        return ""
    return f"#{digits}" if len(digits) == 6 else "#" + "".join(c * 2 for c in digits) if len(digits) == 3 else ""


def spans_of(text: str, attributes: Sequence[Attribute], styles: Mapping[str, TextStyle]) -> tuple[Span, ...]:
    """Return how parts of a text look: spans in order that do not overlap, each with all that lies around it.

    Args:
        text: without markup.
        attributes: of its markup.
        styles: the project's records by name.

    >>> spans_of("so it goes", [Attribute("b", 0, 5), Attribute("i", 3, 2)], {})  # doctest: +ELLIPSIS
    (Span(start=0, end=3, style=Style(bold=True, ...)), Span(start=3, end=5, style=Style(bold=True, italic=True, ...)))
    """
    around = [a for a in attributes if a.length and a.name not in ("wait", "speed")]
    if not around:
        return ()
    around.sort(key=lambda one: one.source)
    begun, ended = defaultdict[int, list[int]](list), defaultdict[int, list[int]](list)
    for number, a in enumerate(around):
        begun[a.position].append(number)
        ended[a.position + a.length].append(number)
    inside: list[int] = []  # the markers around a place, the outermost first
    cuts = sorted({0, len(text), *(a.position for a in around), *(a.position + a.length for a in around)})
    found: list[Span] = []
    for start, end in pairwise(cuts):
        for number in ended[start]:
            inside.remove(number)
        for number in begun[start]:
            insort(inside, number)
        style = Style()
        for a in (around[number] for number in inside):
            style = _put_on(style, a, styles, last=end == a.position + a.length)
        if style == Style():
            continue
        if found and found[-1].end == start and found[-1].style == style and not style.ruby:
            found[-1] = replace(found[-1], end=end)
        else:
            found.append(Span(start, end, style))
    return tuple(found)


def _put_on(style: Style, marker: Attribute, styles: Mapping[str, TextStyle], *, last: bool) -> Style:
    """Put a marker's look on that of what lies around it; a record comes before what is built in."""
    own = styles.get(marker.name)
    if own is not None:
        return replace(
            style,
            bold=own.Weight == "bold" or (style.bold and not own.Weight),
            italic=own.Slant == "italic" or (style.italic and not own.Slant),
            color=color_of(own.Color) or style.color,
            scale=style.scale * own.Scale if own.Scale > 0 else style.scale,
            effect=own.Effect or style.effect,
        )
    match marker.name:
        case "b":
            return replace(style, bold=True)
        case "i":
            return replace(style, italic=True)
        case "u":
            return replace(style, underline=True)
        case "s":
            return replace(style, strike=True)
        case "small":
            return replace(style, scale=style.scale * 0.8)
        case "big":
            return replace(style, scale=style.scale * 1.25)
        case "color":
            return replace(style, color=color_of(str(marker.get("color", ""))) or style.color)
        case "ruby" if last:  # said once, behind the last part of it
            return replace(style, ruby=str(marker.get("ruby", "")))
        case _:
            return style
