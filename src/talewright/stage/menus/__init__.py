"""The menus of the stage as models: rows, the focus, what Enter and left and right do."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.stage.menus.looking import Charted, Spot
    from talewright.stage.menus.table import MENUS

__all__ = [
    "MENUS",
    "Charted",
    "Spot",
]

_HOMES = {
    "talewright.stage.menus.looking": "Charted Spot",
    "talewright.stage.menus.table": "MENUS",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
