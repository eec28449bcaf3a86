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

    Before anything has happened in the game, the newest save stands first, to continue with, whether the game is there
    already or not; later, going on does.
    """

    def __init__(self, host: MenuHost) -> None:
        super().__init__(host, "menu")
        self._newest = self._continued()

    def pressables(self) -> Sequence[Pressable]:
        """Return the way back to the game, the other menus, a new game, and the way out."""
        host, texts = self.host, self.host.texts
        first = [] if self._newest is None else [self._newest]
        if self._newest is None or not host.game.loaded:
            first.append(Pressable(MenuRow("go_on", texts["GoOn"]), host.close_menu))
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
        if game.time > 0 and not game.loaded:
            return None
        try:
            headers = game.saves.slots()
        except TalewrightError:  # nowhere to save to, or it cannot be read: the menu of slots says so
            return None
        slot = newest(headers)
        if slot is None:
            return None
        header = headers[slot]
        if game.loaded and abs(header.play_time - game.time) > 0.001:  # the game has gone on since it was continued
            return None
        detail = header.preview or header.title or header.place
        row = MenuRow("continue", self.host.texts["Continue"], when(header), detail)
        return Pressable(row, self.host.close_menu if game.loaded else lambda: self.host.load_slot(slot))
