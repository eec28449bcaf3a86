"""The headless presenter: what a player sees now (`Scene`), and what a player does.

A view draws scenes and sends keys, clicks and actions; it never touches the game.
"""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.stage.actions import Action
    from talewright.stage.backlog import Backlog, LogRow
    from talewright.stage.checks import CHECKERS, check
    from talewright.stage.codes import CODES
    from talewright.stage.graphemes import cluster_ends
    from talewright.stage.keys import KeyMap, Keys
    from talewright.stage.menu_model import MenuHost, MenuModel
    from talewright.stage.menus import Charted, Spot
    from talewright.stage.people import is_free, talker_name, talker_names, talkers
    from talewright.stage.presenting import VoiceOut
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
        readable,
    )
    from talewright.stage.settings import StageSettings
    from talewright.stage.speakers import Speaker
    from talewright.stage.stage import Stage
    from talewright.stage.styles import TextStyle
    from talewright.stage.theme import (
        THEME_SIZE,
        Theme,
        ThemePart,
        contrast,
        file_inside,
        high_contrast,
        is_font_file,
        is_readable,
        read_theme,
        theme_in,
    )

__all__ = [
    "CHECKERS",
    "CODES",
    "THEME_SIZE",
    "Action",
    "Backlog",
    "BagRow",
    "Charted",
    "Choice",
    "Entry",
    "KeyMap",
    "Keys",
    "LogRow",
    "Menu",
    "MenuHost",
    "MenuModel",
    "MenuRow",
    "Mode",
    "Row",
    "Scene",
    "Shown",
    "Span",
    "Speaker",
    "Spot",
    "Stage",
    "StageSettings",
    "Style",
    "TextStyle",
    "Theme",
    "ThemePart",
    "Toast",
    "VoiceOut",
    "check",
    "cluster_ends",
    "contrast",
    "file_inside",
    "high_contrast",
    "is_font_file",
    "is_free",
    "is_readable",
    "read_theme",
    "readable",
    "talker_name",
    "talker_names",
    "talkers",
    "theme_in",
]

_HOMES = {
    "talewright.stage.actions": "Action",
    "talewright.stage.backlog": "Backlog LogRow",
    "talewright.stage.checks": "CHECKERS check",
    "talewright.stage.codes": "CODES",
    "talewright.stage.graphemes": "cluster_ends",
    "talewright.stage.keys": "KeyMap Keys",
    "talewright.stage.menu_model": "MenuHost MenuModel",
    "talewright.stage.menus": "Charted Spot",
    "talewright.stage.people": "is_free talker_name talker_names talkers",
    "talewright.stage.presenting": "VoiceOut",
    "talewright.stage.scene": "BagRow Choice Entry Menu MenuRow Mode Row Scene Shown Span Style Toast readable",
    "talewright.stage.settings": "StageSettings",
    "talewright.stage.speakers": "Speaker",
    "talewright.stage.stage": "Stage",
    "talewright.stage.styles": "TextStyle",
    "talewright.stage.theme": (
        "THEME_SIZE Theme ThemePart contrast file_inside high_contrast is_font_file is_readable read_theme theme_in"
    ),
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
