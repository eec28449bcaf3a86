"""The console: a line that the player types, run with the player's right, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence

from talewright.game import commands_of
from talewright.stage.graphemes import cluster_ends
from talewright.stage.keys import key_name
from talewright.stage.menu_model import MenuHost
from talewright.stage.menus.lists import ListMenu, Pressable
from talewright.stage.scene import MenuRow

_MOST = 100
"""Rows that stay."""


class ConsoleMenu(ListMenu):
    """Lines typed and answered, the newest last; Tab completes a word that the player may say."""

    def __init__(self, host: MenuHost) -> None:
        super().__init__(host, "console")
        self.typing = True
        self._said: list[tuple[str, str]] = []
        self._gone = 0  # rows that stay no more

    def pressables(self) -> Sequence[Pressable]:
        """Return what was typed and answered; pressing a line types it again."""
        return [
            Pressable(MenuRow(f"{number}", text), lambda typed=typed: self._take(typed))  # type: ignore[misc]
            for number, (text, typed) in enumerate(self._said, self._gone)
        ]

    def rows(self) -> Sequence[MenuRow]:
        """Return what was typed and answered; nothing where nothing was."""
        self._shown = self.pressables()
        return [one.row for one in self._shown]

    def _take(self, typed: str) -> None:
        if typed:
            self.typed = typed

    def enter(self) -> None:
        """Run what is typed; where nothing is, type the line with the focus again."""
        line = self.typed.strip()
        if not line:
            super().enter()
            return
        self.typed = ""
        said = [(f"> {line}", line), *((answer, "") for answer in self.host.run(line).splitlines() if answer.strip())]
        self._keep(said)

    def _keep(self, said: list[tuple[str, str]]) -> None:
        """Add rows; the oldest beyond the number that stays go, and no other row becomes another by that."""
        self._gone += max(len(self._said) + len(said) - _MOST, 0)
        self._said = [*self._said, *said][-_MOST:]
        self.focus = len(self._said) - 1

    def cancel(self) -> bool:
        """Take back what is typed."""
        was = bool(self.typed)
        self.typed = ""
        return was

    def type(self, text: str) -> None:
        """Take typed text; a backspace takes the last letter away."""
        for sign in text.splitlines()[0] if text and text != "\b" else text:
            if sign == "\b":
                ends = cluster_ends(self.typed)
                self.typed = self.typed[: ends[-2]] if len(ends) > 1 else ""
            elif sign.isprintable():
                self.typed += sign

    def key(self, name: str) -> bool:
        """Complete the first word by Tab."""
        if key_name(name) != "tab":
            return False
        fits = [word for word in commands_of(self.host.game, self.host.right) if word.startswith(self.typed)]
        if self.typed and len(fits) == 1:
            self.typed = f"{fits[0]} "
        elif self.typed and fits:
            self._keep([(" ".join(sorted(fits)), "")])
        return True
