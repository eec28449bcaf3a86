"""Which menus there are, by the action that opens them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from talewright.stage.menu_model import MenuHost, MenuModel
from talewright.stage.menus.console import ConsoleMenu
from talewright.stage.menus.keys import KeysMenu
from talewright.stage.menus.looking import BagMenu, JournalMenu, LogMenu, MapMenu
from talewright.stage.menus.main import MainMenu
from talewright.stage.menus.settings import SettingsMenu
from talewright.stage.menus.slots import SlotsMenu


def _slots(name: str) -> Callable[[MenuHost], MenuModel]:
    return lambda host: SlotsMenu(host, name)


MENUS: Mapping[str, Callable[[MenuHost], MenuModel]] = {
    "menu": MainMenu,
    "save": _slots("save"),
    "load": _slots("load"),
    "log": LogMenu,
    "bag": BagMenu,
    "journal": JournalMenu,
    "map": MapMenu,
    "settings": SettingsMenu,
    "keys": KeysMenu,
    "console": ConsoleMenu,
}
"""The factory of each menu."""
