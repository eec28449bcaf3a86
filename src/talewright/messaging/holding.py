"""Actions that go on while the player holds a key: each frame again, until it is let go.

In the frame of the press an action is ``pressed``, in each frame after that it is neither pressed nor released and has
its value, in the frame of the release it is ``released`` with the value 0. It is ``repeated`` at the press, after a
delay, and then at each interval, at most once a frame, as a held key repeats in a text.

Source: Defold manual, input; messaging, "input".
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from talewright.errors import Misuse
from talewright.messaging.inputs import Action, action
from talewright.names import did_you_mean

MOVES = ("dx", "dy", "screen_dx", "screen_dy")
"""Fields that say how far the pointer went in this frame: they are 0 in the next one."""


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
    held: dict[str, Held] = field(default_factory=dict)

    def press(self, action_id: str, fields: dict[str, Any]) -> Action | None:
        """Begin to hold an action, and give what the coming step hands out; None where it is held and only changes.

        Raises:
            TypeError: the id is no text, or a field cannot be kept.
        """
        if not isinstance(action_id, str):
            raise TypeError(f"an action that is held is named by text, not by {type(action_id).__name__}")
        kept = dict(action(action_id, {"value": 1.0, **fields}).fields)
        known = self.held.get(action_id)
        if known is not None:
            known.fields = {**known.fields, **kept, "value": fields.get("value", known.fields["value"])}
            return None
        self.held[action_id] = Held(kept, self.delay)
        return action(action_id, {**kept, "pressed": True, "released": False, "repeated": True})

    def release(self, action_id: str, fields: dict[str, Any]) -> Action:
        """Hold an action no more, and give what the coming step hands out.

        Raises:
            Misuse: it is not held.
        """
        if action_id not in self.held:
            hint = did_you_mean(str(action_id), self.held) or "press() comes before release()"
            raise Misuse(f"the action {action_id!r} is not pressed", hint=hint)
        last = {**self.held[action_id].fields, **fields, "value": 0.0}
        made = action(action_id, {**last, "pressed": False, "released": True, "repeated": False})
        del self.held[action_id]
        return made

    def frame(self, dt: float) -> list[Action]:
        """Let time pass, and give what goes on in this frame."""
        found = []
        for action_id, held in self.held.items():
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
