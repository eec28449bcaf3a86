"""`talewright dialogue`."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.cli.dialogue.commands import dialogue_group

__all__ = [
    "dialogue_group",
]

_HOMES = {
    "talewright.cli.dialogue.commands": "dialogue_group",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
