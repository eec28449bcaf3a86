"""Tags on disk: reading, writing, folders of tag files, tables, references."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.tags.files.files import add_search_path
    from talewright.tags.files.writing import UNWRITABLE

__all__ = [
    "UNWRITABLE",
    "add_search_path",
]

_HOMES = {
    "talewright.tags.files.files": "add_search_path",
    "talewright.tags.files.writing": "UNWRITABLE",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
