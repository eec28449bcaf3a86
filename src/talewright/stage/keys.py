"""Which key does what: ``[Keys]``, one line a key and action (``+Back=PageUp``), and what a key is called.

A key is called as views translate their toolkit's: ``PageUp``, ``Ctrl+S``, ``a``, ``mouse:1``, ``wheel:up``, ``pad:a``;
letter case makes no difference. What a project or a player sets for an action takes the place of its defaults. Two
actions on one key: the first of the list has it. The menu is never left without a key.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from talewright.names import fold
from talewright.stage.actions import Action

MENU_KEY = "Escape"
"""The key of the menu where nobody gives it one."""

_SAME: Mapping[str, str] = {
    "return": "enter",
    "esc": "escape",
    "pgup": "pageup",
    "pgdn": "pagedown",
    "spacebar": "space",
}


@dataclass
class Keys:
    """The section ``[Keys]``: the keys of each action."""

    class_name: ClassVar[str] = "Keys"
    config_file: ClassVar[str] = "Game"

    Go: tuple[str, ...] = ("Space", "mouse:1")
    Skip: tuple[str, ...] = ("Tab", "pad:x")
    Auto: tuple[str, ...] = ("A", "pad:y")
    Back: tuple[str, ...] = ("PageUp", "wheel:up", "pad:leftshoulder")
    Forward: tuple[str, ...] = ("PageDown", "wheel:down", "pad:rightshoulder")
    Log: tuple[str, ...] = ("L",)
    Bag: tuple[str, ...] = ("I",)
    Journal: tuple[str, ...] = ("J",)
    Map: tuple[str, ...] = ("M",)
    Save: tuple[str, ...] = ("Ctrl+S",)
    Load: tuple[str, ...] = ("Ctrl+L",)
    Quick_Save: tuple[str, ...] = ("F5",)
    Quick_Load: tuple[str, ...] = ("F9",)
    Settings: tuple[str, ...] = ("F2",)
    Console: tuple[str, ...] = ("F12",)
    Hide: tuple[str, ...] = ("H", "mouse:2")
    Repeat: tuple[str, ...] = ("R", "pad:back")
    Menu: tuple[str, ...] = ("Escape", "mouse:3", "pad:start")
    Cancel: tuple[str, ...] = ("Backspace", "pad:b")
    Up: tuple[str, ...] = ("Up", "pad:dpup")
    Down: tuple[str, ...] = ("Down", "pad:dpdown")
    Left: tuple[str, ...] = ("Left", "pad:dpleft")
    Right: tuple[str, ...] = ("Right", "pad:dpright")
    Confirm: tuple[str, ...] = ("Enter", "pad:a")
    Quit: tuple[str, ...] = ("Ctrl+Q",)

    def of(self, action: Action) -> tuple[str, ...]:
        """Return the keys of an action; CHOOSE has the digits, which are not set."""
        found: tuple[str, ...] = getattr(self, field_of(action), ())
        return found


def field_of(action: Action) -> str:
    """Return the setting that has the keys of an action.

    >>> field_of(Action.QUICK_SAVE)
    'Quick_Save'
    """
    return action.value.title()


def key_name(name: str) -> str:
    """Return a key's name in the form in which two are compared.

    >>> key_name("Ctrl+S") == key_name("ctrl + s"), key_name("Return") == key_name("Enter")
    (True, True)
    """
    if not name.strip():
        return "space" if name else ""
    parts = [part.strip() or "+" for part in fold(name.strip()).split("+")] if name.strip() != "+" else ["+"]
    parts[-1] = _SAME.get(parts[-1], parts[-1])
    return "+".join(parts)


class KeyMap:
    """What each key does.

    Attributes:
        conflicts: keys that two actions want: (key, the action that has it, the one that does not).

    >>> KeyMap(Keys())["PageUp"]
    <Action.BACK: 'back'>
    """

    def __init__(self, keys: Keys) -> None:
        self._actions: dict[str, Action] = {}
        self.conflicts: list[tuple[str, Action, Action]] = []
        for action in Action:
            for key in keys.of(action):
                self._take(key, action)
        if Action.MENU not in self._actions.values():
            self._actions[key_name(MENU_KEY)] = Action.MENU

    def _take(self, key: str, action: Action) -> None:
        name = key_name(key)
        if not name:
            return
        holder = self._actions.setdefault(name, action)
        if holder is not action:
            self.conflicts.append((key, holder, action))

    def __getitem__(self, key: str) -> Action | None:
        return self._actions.get(key_name(key))
