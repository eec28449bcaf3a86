"""A project's own Python: found, read without running it, imported."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.project.code.declared import COMMAND, FUNCTION, TAG_SOURCE, Code, collect, place_of
    from talewright.project.code.importing import SCRIPTS, find_module
    from talewright.project.code.offered import CodeNames, loaded_names, names_of, read_folder, read_names

__all__ = [
    "COMMAND",
    "FUNCTION",
    "SCRIPTS",
    "TAG_SOURCE",
    "Code",
    "CodeNames",
    "collect",
    "find_module",
    "loaded_names",
    "names_of",
    "place_of",
    "read_folder",
    "read_names",
]

_HOMES = {
    "talewright.project.code.declared": "COMMAND Code FUNCTION TAG_SOURCE collect place_of",
    "talewright.project.code.importing": "SCRIPTS find_module",
    "talewright.project.code.offered": "CodeNames loaded_names names_of read_folder read_names",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
