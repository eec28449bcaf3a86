"""What the player does: actions that wait for the next step, and those that go on while a key is held.

In the frame of the press an action is ``pressed``, in each frame after that it is neither pressed nor released and has
its value, in the frame of the release it is ``released`` with the value 0. It is ``repeated`` at the press, after a
delay, and then at each interval, at most once a frame, as a held key repeats in a text. Each gamepad holds its actions
for itself: what has another ``gamepad``, or none, is another one.

Source: Defold manual, input; messaging, "input".
"""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from talewright.errors import Misuse
from talewright.messaging.address.payload import EMPTY, owned_fields
from talewright.messaging.address.seconds import checked_seconds
from talewright.names import did_you_mean

MOVES = ("dx", "dy", "screen_dx", "screen_dy")
"""Fields that say how far the pointer went in this frame: they are 0 in the next one."""


@dataclass(frozen=True, slots=True)
class Action:
    """What the player did, waiting for the next step.

    Attributes:
        id: the name of the action; None for a mere movement of the pointer.
        fields: what the host says about it.
        world: the world whose stack it goes down; "" for every root world.
    """

    id: str | None
    fields: Any
    world: str = ""


def action(action_id: str | None, fields: dict[str, Any], world: str = "") -> Action:
    """Make an action that nobody else can change.

    Raises:
        TypeError: the id is no text, or a field cannot be kept.
    """
    if not (action_id is None or isinstance(action_id, str)):
        raise TypeError(f"an action is named by text, or by None, not by {type(action_id).__name__}")
    name = None if action_id is None else sys.intern(str.__str__(action_id))
    return Action(name, owned_fields(fields) if fields else EMPTY, world)


Key = tuple[str, int | None]
"""An action, and the gamepad that it is held on; None where that is none."""


@dataclass(slots=True)
class Held:
    """An action that is held.

    Attributes:
        fields: what it carries.
        left: seconds until it is repeated.
        fresh: whether its press waits for the coming step.
    """

    fields: dict[str, Any]
    left: float
    fresh: bool = True


@dataclass(slots=True)
class Holding:
    """What is held, by action, in the order in which it was pressed.

    Attributes:
        delay: seconds from the press to the first repetition.
        interval: seconds from one repetition to the next.
        held: the actions.
    """

    delay: float = 0.5
    interval: float = 0.2
    held: dict[Key, Held] = field(default_factory=dict)

    def __setattr__(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value if name == "held" else checked_seconds(value, f"holding.{name}"))

    def press(self, action_id: str, fields: dict[str, Any]) -> Action | None:
        """Begin to hold an action, and return what the coming step hands out; None where it is held and only changes.

        Raises:
            TypeError: the id is no text, or a field cannot be kept; ``value`` or ``gamepad`` is no number.
            ValueError: ``value`` is no finite number.
        """
        if not isinstance(action_id, str):
            raise TypeError(f"an action that is held is named by text, not by {type(action_id).__name__}")
        kept = dict(action(action_id, {"value": 1.0, **fields}).fields)
        key = key_of(action_id, kept)
        known = self.held.get(key)
        if known is not None:
            known.fields = {**known.fields, **kept, "value": fields.get("value", known.fields["value"])}
            return None
        self.held[key] = Held(kept, self.delay)
        return action(action_id, {**kept, "pressed": True, "released": False, "repeated": True})

    def release(self, action_id: str, fields: dict[str, Any]) -> Action:
        """Hold an action no more, and return what the coming step hands out.

        Raises:
            Misuse: it is not held.
        """
        key = key_of(action_id, fields)
        if key not in self.held:
            where = "" if key[1] is None else f" on gamepad {key[1]}"
            others = [pad for name, pad in self.held if name == action_id]
            near = did_you_mean(str(action_id), [name for name, _ in self.held if name != action_id])
            hint = f"it is held with {', '.join(_shown(pad) for pad in others)}" if others else near
            raise Misuse(
                f"the action {action_id!r} is not pressed{where}", hint=hint or "press() comes before release()"
            )
        last = {**self.held[key].fields, **fields, "value": 0.0}
        made = action(action_id, {**last, "pressed": False, "released": True, "repeated": False})
        del self.held[key]
        return made

    def frame(self, dt: float) -> list[Action]:
        """Let time pass, and return what goes on in this frame."""
        found = []
        for (action_id, _), held in self.held.items():
            if not held.fresh:
                held.left -= dt
                repeated = held.left <= 0
                if repeated:
                    held.left = max(held.left + self.interval, 0.0)
                going = {"pressed": False, "released": False, "repeated": repeated}
                found.append(action(action_id, {**held.fields, **going}))
            held.fresh = False
            held.fields.update((name, 0.0) for name in MOVES if name in held.fields)
        return found


def key_of(action_id: str, fields: Mapping[str, Any]) -> Key:
    """Say which of the held actions is meant, and look at what it carries.

    Raises:
        TypeError: ``value`` or ``gamepad`` is no number.
        ValueError: ``value`` is no finite number.

    >>> key_of("fire", {"value": 1.0}), key_of("fire", {"gamepad": 1})
    (('fire', None), ('fire', 1))
    """
    value, pad = fields.get("value", 0.0), fields.get("gamepad")
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"the value of {action_id!r} is a number, not {value!r}")
    if not math.isfinite(value):
        raise ValueError(f"the value of {action_id!r} is a finite number, not {value!r}")
    if pad is not None and (isinstance(pad, bool) or not isinstance(pad, int) or pad < 0):
        raise TypeError(f"gamepads are numbered 0, 1, 2, ..., not {pad!r}")
    return action_id, pad


def _shown(pad: int | None) -> str:
    return "no gamepad" if pad is None else f"gamepad={pad}"
