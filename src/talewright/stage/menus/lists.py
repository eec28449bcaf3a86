"""A menu whose rows each say what Enter and left and right do: what all menus of the stage are made of; and questions.

What is drawn is what is pressed: a row does what it did when it was last shown (people.md section 6).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from talewright.stage.menu_model import MenuHost
from talewright.stage.scene import MenuRow

Act: TypeAlias = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Pressable:
    """A row, and what it does.

    Attributes:
        row: as it is shown.
        enter: what Enter does.
        change: what left (-1) and right (1) do.
    """

    row: MenuRow
    enter: Act | None = None
    change: Callable[[int], object] | None = None


class ListMenu(ABC):
    """A menu of rows that can be pressed.

    Args:
        host: the stage.
        name: of the menu, as in `Menu`.
        title: the text above it; empty: that of its name.
    """

    def __init__(self, host: MenuHost, name: str, title: str = "") -> None:
        self.host = host
        self.name = name
        self.title = title or host.texts[f"{name.title()}Menu"]
        self.focus = 0
        self.typing = False
        self.typed = ""
        self._shown: Sequence[Pressable] = ()

    @abstractmethod
    def pressables(self) -> Sequence[Pressable]:
        """Return the rows as they are now."""

    def rows(self) -> Sequence[MenuRow]:
        """Return the rows as they are now, and one that says so where there is nothing."""
        found = self.pressables() or [Pressable(MenuRow("nothing", self.host.texts["Nothing"], enabled=False))]
        self._shown = found
        return [one.row for one in found]

    def enter(self) -> None:
        """Do what the row with the focus is for."""
        found = self._focused()
        if found is not None and found.enter is not None:
            found.enter()

    def change(self, by: int) -> None:
        """Do what left or right does on the row with the focus."""
        found = self._focused()
        if found is not None and found.change is not None:
            found.change(by)

    def cancel(self) -> bool:
        """Go a step back inside the menu; there is none."""
        return False

    def type(self, text: str) -> None:
        """Take typed text; it takes none."""

    def key(self, name: str) -> bool:
        """Take a key before it is looked up; it wants none."""
        return False

    def _focused(self) -> Pressable | None:
        return self._shown[self.focus] if 0 <= self.focus < len(self._shown) else None


class Question(ListMenu):
    """A question with its answers; pressing one closes it, then does what the answer is for.

    Args:
        host: the stage.
        title: the question.
        answers: their rows, and what each does.
    """

    def __init__(self, host: MenuHost, title: str, answers: Sequence[tuple[MenuRow, Act]]) -> None:
        super().__init__(host, "confirm", title)
        self._answers = [Pressable(row, lambda act=act: self._answer(act)) for row, act in answers]  # type: ignore[misc]

    def pressables(self) -> Sequence[Pressable]:
        """Return the answers."""
        return self._answers

    def _answer(self, act: Act) -> None:
        self.host.close_menu()
        act()


def ask(host: MenuHost, title: str, yes: Act) -> None:
    """Ask before something that cannot be undone; the focus is on the answer that does nothing."""
    answers: list[tuple[MenuRow, Act]] = [
        (MenuRow("no", host.texts["No"]), lambda: None),
        (MenuRow("yes", host.texts["Yes"]), yes),
    ]
    host.put_menu(Question(host, title, answers))
