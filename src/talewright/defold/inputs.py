"""Input bindings: which action a key, a button or a touch is.

Source: messaging.md section 15; Defold manual, "input".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from talewright.defold.reading import REQUIRED, Described, rule


@dataclass(frozen=True)
class TriggerDesc(Described):
    """One input and its action.

    Attributes:
        input: "KEY_SPACE", "MOUSE_BUTTON_LEFT", "TOUCH_MULTI", "TEXT".
        action: the id that scripts get.
    """

    input: str = field(default="", metadata=rule(required=True, enum=True))
    action: str = field(default="", metadata=REQUIRED)


@dataclass(frozen=True)
class InputBinding(Described):
    """An ``.input_binding``.

    >>> binding = InputBinding(key_trigger=(TriggerDesc("KEY_A", "left"), TriggerDesc("KEY_LEFT", "left")))
    >>> binding.actions("KEY_A"), binding.inputs("left")
    (('left',), ('KEY_A', 'KEY_LEFT'))
    """

    key_trigger: tuple[TriggerDesc, ...] = ()
    mouse_trigger: tuple[TriggerDesc, ...] = ()
    gamepad_trigger: tuple[TriggerDesc, ...] = ()
    touch_trigger: tuple[TriggerDesc, ...] = ()
    text_trigger: tuple[TriggerDesc, ...] = ()

    def __iter__(self) -> Iterator[TriggerDesc]:
        yield from self.key_trigger
        yield from self.mouse_trigger
        yield from self.gamepad_trigger
        yield from self.touch_trigger
        yield from self.text_trigger

    def actions(self, name: str) -> tuple[str, ...]:
        """Return the actions of an input."""
        return tuple(dict.fromkeys(trigger.action for trigger in self if trigger.input == name))

    def inputs(self, action: str) -> tuple[str, ...]:
        """Return the inputs that are an action."""
        return tuple(dict.fromkeys(trigger.input for trigger in self if trigger.action == action))
