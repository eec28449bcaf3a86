"""Worlds as sections of a document, and back.

Decides how each part of a world is written and read, and that a restore builds and checks everything before it changes
anything. Reads living worlds only between steps.
"""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.messaging.save.references import live_references
    from talewright.messaging.save.restoring import Restoration, prepare
    from talewright.messaging.save.saving import sections, undeclared

__all__ = [
    "Restoration",
    "live_references",
    "prepare",
    "sections",
    "undeclared",
]

_HOMES = {
    "talewright.messaging.save.references": "live_references",
    "talewright.messaging.save.restoring": "Restoration prepare",
    "talewright.messaging.save.saving": "sections undeclared",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
