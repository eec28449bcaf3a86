"""The menu of keys: what each action is done with, and another key for it.

A key that is given to an action is taken from the one that had it, and the player is told. The menu is never left
without a key.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from talewright.stage.actions import Action
from talewright.stage.keys import Keys, field_of, key_name
from talewright.stage.menu_model import MenuHost
from talewright.stage.menus.lists import ListMenu, Pressable
from talewright.stage.scene import MenuRow

_ALONE = frozenset(("shift", "ctrl", "alt", "meta", "capslock"))
"""Keys that do nothing alone."""
ACTIONS = tuple(action for action in Action if action is not Action.CHOOSE)
"""The actions that have keys; digits choose."""


class KeysMenu(ListMenu):
    """The keys of each action; Enter waits for another one, left takes back the usual ones."""

    def __init__(self, host: MenuHost) -> None:
        super().__init__(host, "keys")
        self._waiting: Action | None = None

    def pressables(self) -> Sequence[Pressable]:
        """Return a row for each action, and the way back to the usual keys."""
        texts = self.host.texts
        found = [self._entry(action) for action in ACTIONS]
        found.append(Pressable(MenuRow("defaults", texts["Defaults"]), lambda: self.host.keep(Keys())))
        return found

    def _entry(self, action: Action) -> Pressable:
        texts = self.host.texts
        keys = texts["PressKey"] if action is self._waiting else ", ".join(self.host.keys.of(action))
        row = MenuRow(action.value, texts[f"Action{field_of(action)}"], keys)
        return Pressable(
            row, lambda: self._wait(action), lambda by: self._give(action, Keys().of(action)) if by < 0 else None
        )

    def _wait(self, action: Action | None) -> None:
        self._waiting = action

    def cancel(self) -> bool:
        """Stop waiting for a key."""
        was = self._waiting is not None
        self._waiting = None
        return was

    def key(self, name: str) -> bool:
        """Take the key that is waited for; Escape stops waiting."""
        action = self._waiting
        if action is None:
            return False
        wanted = key_name(name)
        if wanted in _ALONE:
            return True
        self._waiting = None
        if wanted == "escape" and action is not Action.MENU:
            return True
        if wanted in "123456789":
            self.host.toast(self.host.texts["DigitsChoose"], "refused")
            return True
        others = tuple(key for key in self.host.keys.of(action) if _device(key) != _device(name))
        self._give(action, (name, *others))
        return True

    def _give(self, action: Action, keys: tuple[str, ...]) -> bool:
        """Give an action its keys, take them from the others, and say whether that can be."""
        texts, given = self.host.texts, {key_name(key) for key in keys}
        changed = {field_of(action): keys}
        for other in ACTIONS:
            had = self.host.keys.of(other)
            left = tuple(key for key in had if key_name(key) not in given)
            if other is action or left == had:
                continue
            if other is Action.MENU and not left:
                self.host.toast(texts["MenuKeepsKey"], "refused")
                return False
            changed[field_of(other)] = left
            lost = ", ".join(key for key in had if key not in left)
            self.host.toast(texts["KeyTaken"].format(key=lost, action=texts[f"Action{field_of(other)}"]))
        self.host.keep(replace(self.host.keys, **changed))
        return True


def _device(key: str) -> str:
    """Return what a key is on: "mouse", "pad", or nothing for the keyboard.

    >>> _device("wheel:up"), _device("pad:a"), _device("Ctrl+S")
    ('mouse', 'pad', '')
    """
    kind = key_name(key).partition(":")[0] if ":" in key.strip(":") else ""
    return "mouse" if kind == "wheel" else kind
