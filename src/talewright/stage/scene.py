"""What a player sees now, as plain immutable data: a view draws a `Scene` and nothing else.

Decides what there is to be drawn, not how: colours are names or ``#rrggbb``, pictures are paths inside the project,
lengths of text are counted in graphemes (what a reader calls a letter), positions in code points. Two scenes that look
alike are equal (people.md section 6).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum


class Mode(StrEnum):
    """What the player is doing.

    TALK: a line or a choice is on show. FREE: nobody is talking; the choices are deeds. MENU: a menu lies over the
    rest. OVER: the game has ended.
    """

    TALK = "talk"
    FREE = "free"
    MENU = "menu"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Style:
    """How a stretch of text looks; a view does what it can of it.

    Attributes:
        bold: heavier than the rest.
        italic: slanted.
        underline: with a line below.
        strike: struck through.
        color: ``#rrggbb``; empty: as the rest.
        scale: of the size of the rest.
        effect: "wave" or "shake"; empty: it stands still.
        ruby: how it is read, to be written above it or in brackets behind it.
    """

    bold: bool = False
    italic: bool = False
    underline: bool = False
    strike: bool = False
    color: str = ""
    scale: float = 1.0
    effect: str = ""
    ruby: str = ""


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of text with a style; spans do not overlap, and come in order.

    Attributes:
        start: its first code point.
        end: the code point behind its last one.
        style: how it looks, with what lies around it already put in.
    """

    start: int
    end: int
    style: Style


def with_speaker(speaker: str, text: str) -> str:
    """Return what somebody says with their name before it, as it is read and spoken; nobody has none.

    >>> with_speaker("Gundra", "Well met."), with_speaker("", "It rains.")
    ('Gundra: Well met.', 'It rains.')
    """
    return f"{speaker}: {text}" if speaker else text


@dataclass(frozen=True, slots=True)
class Shown:
    """The line on show.

    A view lays out the whole text once, and hides what lies behind `upto`: so no word jumps to the next row while it is
    written.

    Attributes:
        id: of the line, ``line:...``.
        text: the whole text, without the speaker and without markup.
        speaker: the name as it is displayed; empty: nobody.
        color: of the name, ``#rrggbb``; empty: as the theme says.
        spans: how parts of the text look.
        visible: how many graphemes of it are written by now.
        upto: the code point behind the last one of them; the length of the text where all are.
        portrait: a picture of who speaks, a path inside the project; empty: none.
        voice: a sound, likewise.
        seen: whether the line was shown before, in any play.
        repeated: how often the player had it said again; a view plays the voice anew when this grows.
    """

    id: str
    text: str
    speaker: str = ""
    color: str = ""
    spans: tuple[Span, ...] = ()
    visible: int = 0
    upto: int = 0
    portrait: str = ""
    voice: str = ""
    seen: bool = False
    repeated: int = 0

    @property
    def complete(self) -> bool:
        """Whether all of it is written."""
        return self.upto >= len(self.text)

    @property
    def readable(self) -> str:
        """What is written by now, readings in brackets behind their words: for views of plain text."""
        return readable(self.text, self.spans, self.upto)


def readable(text: str, spans: tuple[Span, ...], upto: int | None = None) -> str:
    """Return a text up to a code point, readings in brackets behind their words.

    >>> readable("鍛冶屋です", (Span(0, 3, Style(ruby="かじや")),))
    '鍛冶屋（かじや）です'
    """
    upto = len(text) if upto is None else upto
    pieces, start = [], 0
    for span in spans:
        if span.style.ruby and span.end <= upto:
            pieces.append(f"{text[start : span.end]}（{span.style.ruby}）")
            start = span.end
    return "".join((*pieces, text[start:upto]))


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that the player may do now: an option of a conversation, or a deed.

    Attributes:
        id: of the option, or of the deed; what a view sends back is ``stage.click(f"choice:{number}")``.
        number: from 1.
        text: without markup.
        spans: how parts of it look.
        enabled: whether it can be chosen.
        reason: why not; empty where it can, or where nobody says.
    """

    id: str
    number: int
    text: str
    spans: tuple[Span, ...] = ()
    enabled: bool = True
    reason: str = ""


@dataclass(frozen=True, slots=True)
class BagRow:
    """Things that the player carries.

    Attributes:
        id: of the item.
        text: its name as it is displayed.
        count: how many.
        worn: the slot that it is worn in; empty: none.
        picture: a path inside the project; empty: none.
    """

    id: str
    text: str
    count: int = 1
    worn: str = ""
    picture: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that the player has set out to do.

    Attributes:
        title: of it.
        text: how far it is.
        done: whether it is over.
    """

    title: str
    text: str = ""
    done: bool = False


@dataclass(frozen=True, slots=True)
class Toast:
    """A short notice that goes away by itself.

    Attributes:
        text: what it says.
        kind: "item", "place", "told", "saved", "fault", ...: a view may colour by it.
        number: counts the notices of a stage, so that a view of lines says each of them once.
    """

    text: str
    kind: str = "told"
    number: int = 0


@dataclass(frozen=True, slots=True)
class MenuRow:
    """A row of a menu.

    Attributes:
        id: what a view sends back: ``stage.click(f"row:{id}")``.
        text: what stands on it.
        value: what is set, at its end: a setting, a date.
        detail: a second line, smaller.
        enabled: whether Enter does something.
        reason: why not.
        picture: of a slot, as the bytes of a picture file; empty: none.
    """

    id: str
    text: str
    value: str = ""
    detail: str = ""
    enabled: bool = True
    reason: str = ""
    picture: bytes = b""


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu over the rest: slots, settings, the backlog, the bag, the map, a question.

    Attributes:
        name: "menu", "save", "load", "settings", "keys", "log", "bag", "journal", "map", "confirm", "console".
        title: as it is displayed.
        rows: from above.
        focus: which row has the focus; -1: there is none.
        typed: what is typed so far, where the menu takes text (the console); else empty.
        typing: whether it takes text: a view hands text input to `Stage.type`.
    """

    name: str
    title: str
    rows: tuple[MenuRow, ...] = ()
    focus: int = -1
    typed: str = ""
    typing: bool = False

    @property
    def focused(self) -> MenuRow | None:
        """The row with the focus, or None."""
        return self.rows[self.focus] if 0 <= self.focus < len(self.rows) else None


@dataclass(frozen=True, slots=True)
class Row:
    """A line of text with a style: what a view shows that knows nothing but lines.

    Attributes:
        text: what is readable by now.
        kind: "title", "line", "choice", "closed", "toast", "menu", "focus", "detail", "bag", "journal".
        color: ``#rrggbb``, readable on black.
        click: what to send to `Stage.click` when it is pressed; empty: nothing.
    """

    text: str
    kind: str
    color: str = "#ffffff"
    click: str = ""


COLORS = {
    "title": "#9fd3ff",
    "choice": "#ffe9a8",
    "closed": "#9a9a9a",
    "toast": "#a8ffb0",
    "focus": "#ffffff",
    "menu": "#c8c8c8",
    "detail": "#9a9a9a",
}
"""The colours of `Row` on black; each has a contrast of at least 4.5 to 1."""


@dataclass(frozen=True, slots=True)
class Scene:
    """All that a player sees now.

    Attributes:
        mode: what the player is doing.
        line: what is being said.
        choices: what may be chosen: options of the conversation, deeds in FREE mode; none before the line is complete.
        focus: the number of the choice that `confirm` takes; 0: none.
        place: where the player is, as it is displayed.
        picture: of the place, a path inside the project; empty: none.
        people: who is there.
        bag: what the player carries.
        journal: what the player has set out to do.
        toasts: short notices, the oldest first.
        menu: what lies over the rest.
        auto: whether lines go on by themselves.
        skipping: whether seen lines are skipped.
        can_back: whether `back` would go somewhere.
        can_forward: whether `forward` would.
        hidden: whether the player wants to see the picture without the text.

    >>> scene = Scene(line=Shown("line:1", "Well met.", "Gundra", upto=4), choices=(Choice("line:2", 1, "A sword."),))
    >>> [row.text for row in scene.rows()]
    ['Gundra: Well', '1. A sword.']
    """

    mode: Mode = Mode.FREE
    line: Shown | None = None
    choices: tuple[Choice, ...] = ()
    focus: int = 0
    place: str = ""
    picture: str = ""
    people: tuple[str, ...] = ()
    bag: tuple[BagRow, ...] = ()
    journal: tuple[Entry, ...] = ()
    toasts: tuple[Toast, ...] = ()
    menu: Menu | None = None
    auto: bool = False
    skipping: bool = False
    can_back: bool = False
    can_forward: bool = False
    hidden: bool = False

    def rows(self) -> tuple[Row, ...]:
        """Return everything as lines of text, from above: the plain view, and a first view of one's own."""
        if self.menu is not None:
            return tuple(_menu_rows(self.menu))
        found: list[Row] = []
        if self.line is not None:
            found.append(Row(with_speaker(self.line.speaker, self.line.readable), "line", click="go"))
        elif self.place:
            found.append(Row(self.place, "title", COLORS["title"]))
        for choice in self.choices:
            why = f" ({choice.reason})" if choice.reason else ""
            kind = "choice" if choice.enabled else "closed"
            found.append(
                Row(
                    f"{choice.number}. {readable(choice.text, choice.spans)}{why}",
                    kind,
                    COLORS[kind],
                    f"choice:{choice.number}",
                )
            )
        found += (Row(toast.text, "toast", COLORS["toast"]) for toast in self.toasts)
        return tuple(found)


def _menu_rows(menu: Menu) -> list[Row]:
    rows = [Row(menu.title, "title", COLORS["title"])]
    for at, row in enumerate(menu.rows):
        kind = "focus" if at == menu.focus else "menu" if row.enabled else "closed"
        mark = "> " if at == menu.focus else "  "
        value = f"  {row.value}" if row.value else ""
        why = f" ({row.reason})" if row.reason and not row.enabled else ""
        rows.append(Row(f"{mark}{row.text}{value}{why}", kind, COLORS[kind], f"row:{row.id}"))
        if row.detail:
            rows.append(Row(f"    {row.detail}", "detail", COLORS["detail"]))
    if menu.typing:
        rows.append(replace(rows[0], text=f"> {menu.typed}", kind="line", color="#ffffff"))
    return rows
