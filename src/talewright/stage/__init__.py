"""The headless presenter: what a player sees now (`Scene`), and what a player does.

A view draws scenes and sends keys, clicks and actions; it never touches the game.
"""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.stage.codes import CODES
    from talewright.stage.scene import BagRow, Choice, Entry, Menu, MenuRow, Mode, Row, Scene, Shown, Span, Style, Toast
    from talewright.stage.theme import Theme, ThemePart, contrast, file_inside, high_contrast, is_font_file, read_theme

__all__ = [
    "CODES",
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
    "Theme",
    "ThemePart",
    "Toast",
    "contrast",
    "file_inside",
    "high_contrast",
    "is_font_file",
    "read_theme",
]

_HOMES = {
    "talewright.stage.codes": "CODES",
    "talewright.stage.scene": "BagRow Choice Entry Menu MenuRow Mode Row Scene Shown Span Style Toast",
    "talewright.stage.theme": "Theme ThemePart contrast file_inside high_contrast is_font_file read_theme",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
