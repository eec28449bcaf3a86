"""A project opened: its settings, its parts checked against each other, `Project` itself."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.project.opening.loading import HOST_COMMANDS, HOST_FUNCTIONS, offered
    from talewright.project.opening.paths import checked, compiled, definitions_of, neighbours, parted
    from talewright.project.opening.settings import engine_of, read_engine

__all__ = [
    "HOST_COMMANDS",
    "HOST_FUNCTIONS",
    "checked",
    "compiled",
    "definitions_of",
    "engine_of",
    "neighbours",
    "offered",
    "parted",
    "read_engine",
]

_HOMES = {
    "talewright.project.opening.loading": "HOST_COMMANDS HOST_FUNCTIONS offered",
    "talewright.project.opening.paths": "checked compiled definitions_of neighbours parted",
    "talewright.project.opening.settings": "engine_of read_engine",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
