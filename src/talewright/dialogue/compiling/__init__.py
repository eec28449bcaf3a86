"""From parsed scripts to programs: the compiler, definitions of commands, the portable form, reading from files."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.dialogue.compiling.compiler import compile
    from talewright.dialogue.compiling.on_demand import LateMapping

__all__ = [
    "LateMapping",
    "compile",
]

_HOMES = {
    "talewright.dialogue.compiling.compiler": "compile",
    "talewright.dialogue.compiling.on_demand": "LateMapping",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
