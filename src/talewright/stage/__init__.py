"""The headless presenter: what a player sees now (`Scene`), and what a player does.

A view draws scenes and sends keys, clicks and actions; it never touches the game.
"""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.stage.scene import (
        BagRow,
        Choice,
        Entry,
        Menu,
        MenuRow,
        Mode,
        Row,
        Scene,
        Shown,
        Span,
        Style,
        Toast,
    )

__all__ = [
    "BagRow",
    "Choice",
    "Entry",
    "Menu",
    "MenuRow",
    "Mode",
    "Row",
    "Scene",
    "Shown",
    "Span",
    "Style",
    "Toast",
]

_HOMES = {
    "talewright.stage.scene": "BagRow Choice Entry Menu MenuRow Mode Row Scene Shown Span Style Toast",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
