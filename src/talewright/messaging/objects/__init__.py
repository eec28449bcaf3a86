"""Objects and their components: what they are made of, where they are, what they answer to.

Decides how a class becomes a component, how its handlers are found, how an object is placed below another. Knows
neither frames nor saves.
"""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.messaging.objects.component import handled_by
    from talewright.messaging.objects.handlers import ON_MARK, on
    from talewright.messaging.objects.hierarchy import MAX_DEPTH
    from talewright.messaging.objects.reply_to import ReplyTo
    from talewright.messaging.objects.shape import HOOKS
    from talewright.messaging.objects.transform import checked_rotation, mirrored, stretch

__all__ = [
    "HOOKS",
    "MAX_DEPTH",
    "ON_MARK",
    "ReplyTo",
    "checked_rotation",
    "handled_by",
    "mirrored",
    "on",
    "stretch",
]

_HOMES = {
    "talewright.messaging.objects.component": "handled_by",
    "talewright.messaging.objects.handlers": "ON_MARK on",
    "talewright.messaging.objects.hierarchy": "MAX_DEPTH",
    "talewright.messaging.objects.reply_to": "ReplyTo",
    "talewright.messaging.objects.shape": "HOOKS",
    "talewright.messaging.objects.transform": "checked_rotation mirrored stretch",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
