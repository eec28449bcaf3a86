"""The menu that Escape opens: the way to all others, and out."""

from __future__ import annotations

from collections.abc import Sequence

from talewright.errors import TalewrightError
from talewright.savegame import newest
from talewright.stage.menu_model import MenuHost
from talewright.stage.menus.lists import ListMenu, Pressable, ask
from talewright.stage.menus.slots import when
from talewright.stage.scene import MenuRow

_OTHERS = ("save", "load", "log", "bag", "journal", "map", "settings", "keys", "console")


class MainMenu(ListMenu):
    """Continue, save, load and the rest.

    Before anything has happened in the game, the newest save stands first, to continue with; later, going on does.
    """

    def __init__(self, host: MenuHost) -> None:
        super().__init__(host, "menu")
        self._newest = self._continued()

    def pressables(self) -> Sequence[Pressable]:
        """Return the way back to the game, the other menus, a new game, and the way out."""
        host, texts = self.host, self.host.texts
        going_on = Pressable(MenuRow("go_on", texts["GoOn"]), host.close_menu)
        first = [going_on] if self._newest is None else [self._newest, going_on]
        others = [
            Pressable(MenuRow(name, texts[f"{name.title()}Menu"]), lambda name=name: host.open_menu(name))  # type: ignore[misc]
            for name in _OTHERS
        ]
        return [
            *first,
            *others,
            Pressable(MenuRow("new_game", texts["NewGame"]), lambda: ask(host, texts["SureNewGame"], host.new_game)),
            Pressable(MenuRow("quit", texts["QuitGame"]), lambda: host.act("quit")),
        ]

    def _continued(self) -> Pressable | None:
        game = self.host.game
        if game.loaded or game.time > 0:
            return None
        try:
            headers = game.saves.slots()
        except TalewrightError:  # nowhere to save to, or it cannot be read: the menu of slots says so
            return None
        slot = newest(headers)
        if slot is None:
            return None
        header = headers[slot]
        detail = header.preview or header.title or header.place
        row = MenuRow("continue", self.host.texts["Continue"], when(header), detail)
        return Pressable(row, lambda: self.host.load_slot(slot))
