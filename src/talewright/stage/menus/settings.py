"""The menu of settings: one row for each of ``[Stage]``, what it is set to, and left and right to change it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, get_args, get_type_hints

from talewright.game import phrases
from talewright.stage.menu_model import MenuHost
from talewright.stage.menus.lists import ListMenu, Pressable
from talewright.stage.scene import MenuRow
from talewright.stage.settings import StageSettings

LANGUAGES = ("en", "fr", "ja")
"""The languages that the stage's own texts are there in."""
_STEPS: Mapping[str, Sequence[Any]] = {
    "TextSpeed": (0.0, 15.0, 30.0, 45.0, 60.0, 90.0, 150.0),
    "AutoWait": (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0),
    "AutoPerLetter": (0.0, 0.025, 0.05, 0.075, 0.1),
    "TextScale": (0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0),
    "Language": ("", *LANGUAGES),
}
"""What numbers and texts can be set to here; a file may say anything between."""


class SettingsMenu(ListMenu):
    """The settings of the stage; what is changed holds at once, and is kept."""

    def __init__(self, host: MenuHost) -> None:
        super().__init__(host, "settings")
        self._kinds = get_type_hints(StageSettings)

    def pressables(self) -> Sequence[Pressable]:
        """Return a row for each setting, the way to the keys, and the way back to what the project says."""
        texts = self.host.texts
        self.title = texts["SettingsMenu"]
        found = [self._entry(entry.name, self._kinds[entry.name]) for entry in fields(StageSettings)]
        found.append(Pressable(MenuRow("keys", texts["KeysMenu"]), lambda: self.host.open_menu("keys")))
        found.append(Pressable(MenuRow("defaults", texts["Defaults"]), lambda: self.host.keep(StageSettings())))
        return found

    def _entry(self, name: str, kind: object) -> Pressable:
        now, texts = getattr(self.host.settings, name), self.host.texts
        steps = _STEPS.get(name) or ((False, True) if kind is bool else get_args(kind))
        row = MenuRow(name, texts[name], self._said(name, now), texts.get(f"{name}Help", ""))
        return Pressable(
            row, lambda: self._set(name, _next(steps, now)), lambda by: self._set(name, _beside(steps, now, by))
        )

    def _said(self, name: str, value: object) -> str:
        texts = self.host.texts
        if isinstance(value, bool):
            return texts["on" if value else "off"]
        if name == "Language":
            return (
                phrases("talewright.stage", value)["LanguageName"]
                if isinstance(value, str) and value
                else texts["AsDialogues"]
            )
        if name == "TextSpeed" and not value:
            return texts["AtOnce"]
        if name == "TextScale" and isinstance(value, float):
            return f"{value:.0%}"
        return texts.get(f"{value}", f"{value:g}" if isinstance(value, float) else f"{value}")

    def _set(self, name: str, value: Any) -> None:
        if value != getattr(self.host.settings, name):
            self.host.keep(replace(self.host.settings, **{name: value}))


def _beside(steps: Sequence[Any], now: Any, by: int) -> Any:
    """Return the next of the steps in a direction; at the end the last.

    >>> _beside((0.0, 15.0, 30.0), 20.0, 1), _beside((0.0, 15.0, 30.0), 20.0, -1), _beside((False, True), True, 1)
    (30.0, 15.0, True)
    """
    if now in steps:
        return steps[min(max(steps.index(now) + by, 0), len(steps) - 1)]
    if not isinstance(now, (int, float)):
        return steps[0]
    beyond = [step for step in steps if (step > now if by > 0 else step < now)]
    return (beyond[0] if by > 0 else beyond[-1]) if beyond else now


def _next(steps: Sequence[Any], now: Any) -> Any:
    """Return the next of the steps, round and round."""
    found = _beside(steps, now, 1)
    return steps[0] if found == now else found
