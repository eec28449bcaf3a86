"""Which menus there are, by the action that opens them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from talewright.stage.menu_model import MenuHost, MenuModel

MENUS: Mapping[str, Callable[..., MenuModel]] = {}
"""The factory of each menu: it gets the stage (a `MenuHost`) and what the action was given."""

__all__ = ["MENUS", "MenuHost"]
