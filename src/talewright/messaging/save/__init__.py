"""Worlds as sections of a document, and back.

Decides how each part of a world is written and read, and that a restore builds and checks everything before it changes
anything. Reads living worlds only between steps.
"""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.messaging.save.restoring import Restoration

__all__ = [
    "Restoration",
]

_HOMES = {
    "talewright.messaging.save.restoring": "Restoration",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
