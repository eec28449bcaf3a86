"""Files on top of each other: plans of layers, merging, the tree of a game, its records and languages."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.config.layers.generated import generate
    from talewright.config.layers.traps import kind_of, lint

__all__ = [
    "generate",
    "kind_of",
    "lint",
]

_HOMES = {
    "talewright.config.layers.generated": "generate",
    "talewright.config.layers.traps": "kind_of lint",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
