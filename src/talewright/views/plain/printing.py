"""What is printed of a scene: each of its texts once, when it comes, as lines of text.

Decides which texts are new and how they read, in the player's language. Knows the scene and the backlog alone: neither
the game nor a terminal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from talewright.stage import Choice, LogRow, Menu, MenuRow, Mode, Scene, readable


@dataclass(frozen=True, slots=True)
class Printed:
    """Something to print; the text may have several lines, and has no newline at its end.

    Attributes:
        kind: "title", "line", "choice", "closed", "toast", "detail", "note" or "fault".
        text: what is printed.
        lead: how many of its code points, from the first, stand out: the speaker, the number.
    """

    kind: str
    text: str
    lead: int = 0


class Printer:
    """Remembers what was printed of the scenes of one stage.

    Args:
        say: gives a text of the views by its key, with values put in.
        plain: one thing a line, in words: "Choice 1 of 3".

    Attributes:
        scene: what was printed last.

    >>> printer = Printer(lambda key, **values: key, plain=False)
    >>> scene = Scene(choices=(Choice("talk:smith", 1, "Talk to the smith"),))
    >>> [piece.text for piece in printer.news(scene, ())], printer.news(scene, ())
    (['1. Talk to the smith'], [])
    """

    def __init__(self, say: Callable[..., str], *, plain: bool) -> None:
        self._say = say
        self._plain = plain
        self._row = 0
        self.scene = Scene()

    def news(self, scene: Scene, backlog: Sequence[LogRow], *, again: bool = False) -> list[Printed]:
        """Return what is new since the last scene.

        Args:
            scene: what the player sees now.
            backlog: what was shown so far: it has what passed by, too.
            again: print the line and the choices, or the menu, though they were printed before.
        """
        before, self.scene = self.scene, scene
        rows = [row for row in backlog if row.number > self._row]
        self._row = max((row.number for row in rows), default=self._row)
        if scene.menu is not None:
            known = None if again else before.menu
            return [*(_passed(row) for row in rows if row.kind != "chosen"), *self._menu(scene.menu, known)]
        return list(self._stage(scene, before, rows, again=again or before.menu is not None))

    def _stage(self, scene: Scene, before: Scene, rows: list[LogRow], *, again: bool) -> Iterator[Printed]:
        line = scene.line
        # The line on show is printed as the scene has it, in the place of its row if it was said just now.
        last = next((row for row in reversed(rows) if line and row.kind == "line" and row.id == line.id), None)
        for row in rows:
            if row is not last and row.kind != "chosen":
                yield _passed(row)
            elif row is last and line is not None:
                yield _line(line.speaker, line.readable)
        new = last is not None
        if line is not None and not new and (again or before.line is None or line.text != before.line.text):
            new = True
            yield _line(line.speaker, line.readable)
        told = any(row.text.startswith(scene.place) for row in rows)  # who looks around reads it anyway
        here = scene.mode is Mode.FREE and scene.place and not told
        if here and (again or before.mode is not Mode.FREE or scene.place != before.place):
            yield Printed("title", scene.place)
        if new or again or scene.choices != before.choices:
            yield from (self._choice(choice, len(scene.choices)) for choice in scene.choices)
        if scene.mode is Mode.OVER and (again or before.mode is not Mode.OVER):
            yield Printed("note", self._say("Over"))

    def _choice(self, choice: Choice, count: int) -> Printed:
        return self._row_of("Choice", replace(choice, text=readable(choice.text, choice.spans)), choice.number, count)

    def _menu(self, menu: Menu, before: Menu | None) -> Iterator[Printed]:
        """Print a menu, or what has changed of one that was printed."""
        rows = {} if before is None or before.name != menu.name else {row.id: row for row in before.rows}
        if list(rows) != [row.id for row in menu.rows]:
            rows = {}
            yield Printed("title", menu.title)
        for number, row in enumerate(menu.rows, 1):
            if row != rows.get(row.id):
                yield self._row_of("Row", row, number, len(menu.rows))
                if row.detail:
                    yield Printed("detail", row.detail if self._plain else f"   {row.detail}")

    def _row_of(self, what: str, row: Choice | MenuRow, number: int, count: int) -> Printed:
        """Print a choice, or a row of a menu, with the number that chooses it."""
        text = f"{row.text}: {row.value}" if isinstance(row, MenuRow) and row.value else row.text
        reason, kind = row.reason.rstrip(".。"), "choice" if row.enabled else "closed"
        if self._plain:
            key = what if row.enabled else f"Closed{what}" if reason else f"Silent{what}"
            return Printed(kind, self._say(key, number=number, count=count, text=text, reason=reason))
        why = f" ({reason})" if reason and not row.enabled else ""
        lead = f"{number}."
        return Printed(kind, f"{lead} {text}{why}", len(lead))


def _passed(row: LogRow) -> Printed:
    return _line(row.speaker, row.text) if row.kind == "line" else Printed("toast", row.text)


def _line(speaker: str, text: str) -> Printed:
    return Printed("line", f"{speaker}: {text}", len(speaker) + 1) if speaker else Printed("line", text)
