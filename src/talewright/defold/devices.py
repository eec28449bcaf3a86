"""The player's keys, buttons, pointer and text, by the names of an input binding.

What is pressed becomes the actions that are bound to it and is held until it is released; two keys of one action are
one: it is released with the last of them. Each gamepad has its own. Every action says where the pointer is (``x``,
``y``, upwards from the lower left corner, in the project's own units) and how far it went in this frame (``dx``,
``dy``); ``screen_x`` and its like are the same numbers, as there is no window. A touch also has a ``touch`` list with
its finger, a gamepad its number.

Source: Defold manual, input; lua-host.md section 15.
"""

from __future__ import annotations

import math
from typing import Any

from talewright.defold.inputs import InputBinding
from talewright.errors import Misuse, NotFound
from talewright.messaging import Worlds
from talewright.messaging.life import Key, key_of
from talewright.names import did_you_mean

TEXT = "TEXT"


class Devices:
    """What the player has in hand.

    Attributes:
        held: the inputs that are pressed, in order, each with its gamepad.
        x: where the pointer is.
        y: the same, upwards.
    """

    def __init__(self, worlds: Worlds) -> None:
        self.held: dict[Key, None] = {}
        self.x = 0.0
        self.y = 0.0
        self._worlds = worlds
        self._dx = 0.0
        self._dy = 0.0
        self._touches: dict[str, bool] = {}

    def press(self, binding: InputBinding, name: str, x: float | None, y: float | None, fields: dict[str, Any]) -> None:
        """Press an input, or change what is pressed; see `RunningProject.press`."""
        actions = self._actions(binding, name)
        self._place(x, y)
        fields = _on_gamepad(binding, name, fields)
        key = key_of(name, fields)
        if any(trigger.input == name for trigger in binding.touch_trigger):
            first = key not in self.held
            self._touches[name] = first
            fields = {**fields, "touch": [self._finger(pressed=first, released=False)]}
        for action in actions:
            self._worlds.press(action, **{**self._pointer(), **fields})
        self.held[key] = None

    def release(
        self, binding: InputBinding, name: str, x: float | None, y: float | None, fields: dict[str, Any]
    ) -> None:
        """Let an input go; see `RunningProject.release`."""
        actions = self._actions(binding, name)
        going = self._worlds.holding.held
        fields = _on_gamepad(binding, name, fields)
        key = key_of(name, fields)
        pad = key[1]
        if key not in self.held and not any((action, pad) in going for action in actions):
            pads = [f"gamepad={other}" for held, other in self.held if held == name and other is not None]
            where = "" if pad is None else f" on gamepad {pad}"
            hint = f"it is pressed with {' and '.join(pads)}" if pads else "call press() before release()"
            raise Misuse(f"{name} is not pressed{where}", hint=hint)
        self._place(x, y)
        self.held.pop(key, None)
        if self._touches.pop(name, None) is not None:
            fields = {**fields, "touch": [self._finger(pressed=False, released=True)]}
        others = {action for other, on in self.held if on == pad for action in binding.actions(other)}
        for action in actions:
            if (action, pad) in going and action not in others:
                self._worlds.release(action, **{**self._pointer(), **fields})

    def move(self, x: float, y: float) -> None:
        """Move the pointer: an action without an id, and what is held moves along."""
        before = self.x, self.y
        self._place(x, y)
        self._worlds.input(None, **self._pointer(self.x - before[0], self.y - before[1]))
        for action, pad in self._worlds.holding.held:
            self._worlds.press(action, **self._pointer(), **({} if pad is None else {"gamepad": pad}))

    def type(self, binding: InputBinding, text: str) -> None:
        """Type text: an action for each character."""
        if not isinstance(text, str):
            raise TypeError(f"what is typed is text, not {type(text).__name__}")
        actions = self._actions(binding, TEXT)
        for character in text:
            for action in actions:
                self._worlds.input(action, **self._pointer(), text=character)

    def before_step(self, binding: InputBinding) -> None:
        """A frame begins: fingers that were down before are pressed no more."""
        for name, first in self._touches.items():
            if not first:
                for action in binding.actions(name):
                    self._worlds.press(action, touch=[self._finger(pressed=False, released=False)])
            self._touches[name] = False

    def restored(self) -> None:
        """The worlds hold what a save holds: the hands hold nothing else, and the pointer is where that has it."""
        self.held.clear()
        self._touches.clear()
        for held in self._worlds.holding.held.values():
            self.x, self.y = _number(held.fields.get("x", self.x)), _number(held.fields.get("y", self.y))

    def after_step(self) -> None:
        """A frame is over: the pointer stands still until it is moved again."""
        self._dx = self._dy = 0.0

    def _actions(self, binding: InputBinding, name: str) -> tuple[str, ...]:
        actions = binding.actions(name)
        if not actions:
            hint = did_you_mean(name, [trigger.input for trigger in binding])
            raise NotFound(f"no action is bound to {name}", hint=hint)
        return actions

    def _place(self, x: float | None, y: float | None) -> None:
        new_x, new_y = _number(self.x if x is None else x), _number(self.y if y is None else y)
        self._dx, self._dy = self._dx + new_x - self.x, self._dy + new_y - self.y
        self.x, self.y = new_x, new_y

    def _pointer(self, dx: float | None = None, dy: float | None = None) -> dict[str, float]:
        """Say where the pointer is and how far it went, in this frame or just now."""
        went = (self._dx if dx is None else dx, self._dy if dy is None else dy)
        places = {"x": self.x, "y": self.y, "dx": went[0], "dy": went[1]}
        return {**places, **{f"screen_{name}": value for name, value in places.items()}}

    def _finger(self, *, pressed: bool, released: bool) -> dict[str, Any]:
        return {"id": 0, "pressed": pressed, "released": released, "tap_count": 1, **self._pointer()}


def _on_gamepad(binding: InputBinding, name: str, fields: dict[str, Any]) -> dict[str, Any]:
    """Say which gamepad an input of one is on, where nobody has said it: the first."""
    if any(trigger.input == name for trigger in binding.gamepad_trigger):
        return {"gamepad": 0, **fields}
    return fields


def _number(value: float) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"a place of the pointer is a number, not {value!r}")
    if not math.isfinite(value):
        raise ValueError(f"a place of the pointer is a finite number, not {value!r}")
    return float(value)
