"""What runs: queues and their delivery, the steps of a frame, timers, animations, input.

Decides in which order a frame goes, who is alive, fresh or dying, and what happens to a message on its way.
"""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.messaging.life.actions import Key, key_of
    from talewright.messaging.life.animation import PLAYBACKS
    from talewright.messaging.life.easing import EASINGS
    from talewright.messaging.life.lifecycle import ProxyState
    from talewright.messaging.life.policy import BY_NAME, DEFOLD, DEFOLD_2013, DRAIN, DispatchPolicy
    from talewright.messaging.life.timers import TimerInfo

__all__ = [
    "BY_NAME",
    "DEFOLD",
    "DEFOLD_2013",
    "DRAIN",
    "EASINGS",
    "PLAYBACKS",
    "DispatchPolicy",
    "Key",
    "ProxyState",
    "TimerInfo",
    "key_of",
]

_HOMES = {
    "talewright.messaging.life.actions": "Key key_of",
    "talewright.messaging.life.animation": "PLAYBACKS",
    "talewright.messaging.life.easing": "EASINGS",
    "talewright.messaging.life.lifecycle": "ProxyState",
    "talewright.messaging.life.policy": "BY_NAME DEFOLD DEFOLD_2013 DRAIN DispatchPolicy",
    "talewright.messaging.life.timers": "TimerInfo",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
