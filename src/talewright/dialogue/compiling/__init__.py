"""From parsed scripts to programs: the compiler, definitions of commands, the portable form, reading from files."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.dialogue.compiling.compiler import compile
    from talewright.dialogue.compiling.definitions import Definition, Definitions, define, to_ysls
    from talewright.dialogue.compiling.parts import LateMapping
    from talewright.dialogue.compiling.portable import check_portable
    from talewright.dialogue.compiling.reading import PROJECT_SUFFIX, read_project_file, scripts_below

__all__ = [
    "PROJECT_SUFFIX",
    "Definition",
    "Definitions",
    "LateMapping",
    "check_portable",
    "compile",
    "define",
    "read_project_file",
    "scripts_below",
    "to_ysls",
]

_HOMES = {
    "talewright.dialogue.compiling.compiler": "compile",
    "talewright.dialogue.compiling.definitions": "Definition Definitions define to_ysls",
    "talewright.dialogue.compiling.parts": "LateMapping",
    "talewright.dialogue.compiling.portable": "check_portable",
    "talewright.dialogue.compiling.reading": "PROJECT_SUFFIX read_project_file scripts_below",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
