"""The menus that only show: what was said, what is carried, what is to be done, where one can go.

What a row leads to is what the player could do without it: a step back to a mark, a deed that is offered.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from talewright.stage.backlog import LogRow
from talewright.stage.menu_model import MenuHost
from talewright.stage.menus.lists import Act, ListMenu, Pressable, Question
from talewright.stage.scene import BagRow, Choice, MenuRow, with_speaker


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on the map.

    Attributes:
        id: of the place.
        text: as it is displayed.
        note: what is said of it.
        here: whether the player is there.
    """

    id: str
    text: str
    note: str = ""
    here: bool = False


@runtime_checkable
class Charted(Protocol):
    """What a component has that knows a map."""

    def chart(self, who: str) -> Sequence[Spot]:
        """Return the places that somebody knows."""
        ...


class LogMenu(ListMenu):
    """What was said, the oldest first; a row is said again, or gone back to where the mark still lives."""

    def __init__(self, host: MenuHost) -> None:
        super().__init__(host, "log")
        self.focus = max(len(host.backlog.rows) - 1, 0)

    def pressables(self) -> Sequence[Pressable]:
        """Return a row for each row of the backlog."""
        ways = self.host.ways_back()
        return [self._entry(row, back=row.number in ways) for row in self.host.backlog.rows]

    def _entry(self, row: LogRow, *, back: bool) -> Pressable:
        shown = with_speaker(row.speaker, row.text)
        if row.kind == "chosen":
            shown = self.host.texts["Chosen"].format(text=row.text)
        mark = self.host.texts["CanGoBack"] if back else ""
        return Pressable(MenuRow(f"{row.number}", shown, mark), lambda: self._pressed(row, shown))

    def _pressed(self, row: LogRow, shown: str) -> None:
        host = self.host
        if row.number not in host.ways_back():
            host.say_again(row)
            return
        answers: list[tuple[MenuRow, Act]] = [
            (MenuRow("repeat", host.texts["SayAgain"]), lambda: host.say_again(row)),
            (MenuRow("back", host.texts["GoBackHere"]), lambda: host.back_to(row)),
            (MenuRow("no", host.texts["Leave"]), lambda: None),
        ]
        host.put_menu(Question(host, shown, answers))


class BagMenu(ListMenu):
    """What the player carries; what can be done with a thing now, its row offers."""

    def __init__(self, host: MenuHost) -> None:
        super().__init__(host, "bag")

    def pressables(self) -> Sequence[Pressable]:
        """Return a row for each thing, or each pile of them."""
        return [self._entry(row) for row in self.host.behind.bag]

    def _entry(self, row: BagRow) -> Pressable:
        count = f"×{row.count}" if row.count != 1 else ""
        worn = self.host.texts["Worn"].format(slot=row.worn) if row.worn else ""
        return Pressable(MenuRow(row.id, row.text, count, worn), lambda: self._pressed(row))

    def _pressed(self, row: BagRow) -> None:
        host = self.host
        deeds = [choice for choice in host.behind.choices if row.id in choice.id.split(":")[1:]]
        if deeds:
            answers = [(_as_row(deed), _chosen(host, deed)) for deed in deeds]
            host.put_menu(Question(host, row.text, [*answers, (MenuRow("no", host.texts["Leave"]), lambda: None)]))


class JournalMenu(ListMenu):
    """What the player has set out to do, what is done at the end; first what the whole game is about."""

    def __init__(self, host: MenuHost) -> None:
        super().__init__(host, "journal")

    def pressables(self) -> Sequence[Pressable]:
        """Return a row for the goal that the project names, and one for each entry."""
        settings = self.host.game.project.settings
        goal = [Pressable(MenuRow("goal", settings.Goal, "", settings.Premise))] if settings.Goal else []
        entries = sorted(self.host.behind.journal, key=lambda entry: entry.done)
        done = self.host.texts["Done"]
        return goal + [
            Pressable(MenuRow(f"{number}", entry.title, done if entry.done else "", entry.text))
            for number, entry in enumerate(entries)
        ]


class MapMenu(ListMenu):
    """Where the player is, and where there is a way to."""

    def __init__(self, host: MenuHost) -> None:
        super().__init__(host, "map")

    def pressables(self) -> Sequence[Pressable]:
        """Return a row for each place that a component charts, or for this one; then the ways that are offered."""
        host = self.host
        spots = [spot for one in _charted(host) for spot in one.chart(host.game.player)]
        scene = host.behind
        if not spots and scene.place:
            spots = [Spot("", scene.place, here=True)]
        here = host.texts["Here"]
        rows = [
            Pressable(MenuRow(f"at:{spot.id}", spot.text, here if spot.here else "", spot.note), host.close_menu)
            for spot in spots
        ]
        ways = [choice for choice in scene.choices if choice.id.startswith("go:")]
        return [*rows, *(Pressable(_as_row(way), _chosen(host, way)) for way in ways)]


def _charted(host: MenuHost) -> list[Charted]:
    things = (thing for world in host.game.worlds for thing in world)
    return [one for thing in things for one in thing.components.values() if isinstance(one, Charted)]


def _as_row(choice: Choice) -> MenuRow:
    return MenuRow(choice.id, choice.text, enabled=choice.enabled, reason=choice.reason)


def _chosen(host: MenuHost, choice: Choice) -> Act:
    """Return what chooses something that is on offer, when all menus are gone."""

    def act() -> None:
        host.close_menu(every=True)
        host.act("choose", choice.id)

    return act
