"""What a player can do: the closed list that keys, clicks and menus come down to."""

from __future__ import annotations

from enum import StrEnum


class Action(StrEnum):
    """An action of the player; what `Stage.act` is given, as the member or as its text.

    GO: finish the line, then go on. CHOOSE: a choice, by its number. SKIP, AUTO, HIDE: on, or off again. BACK, FORWARD:
    in time. REPEAT: say the line again. MENU: the menu, or out of it. CANCEL: out of what lies on top. UP, DOWN, LEFT,
    RIGHT: the focus, and what has it. CONFIRM: what has the focus. QUIT: leave. The others open a menu, or with an
    argument do what it is for: ``act("save", "slot1")``, ``act("console", "look")``.
    """

    GO = "go"
    CHOOSE = "choose"
    SKIP = "skip"
    AUTO = "auto"
    BACK = "back"
    FORWARD = "forward"
    LOG = "log"
    BAG = "bag"
    JOURNAL = "journal"
    MAP = "map"
    SAVE = "save"
    LOAD = "load"
    QUICK_SAVE = "quick_save"
    QUICK_LOAD = "quick_load"
    SETTINGS = "settings"
    CONSOLE = "console"
    HIDE = "hide"
    REPEAT = "repeat"
    MENU = "menu"
    CANCEL = "cancel"
    UP = "up"
    DOWN = "down"
    LEFT = "left"
    RIGHT = "right"
    CONFIRM = "confirm"
    QUIT = "quit"
