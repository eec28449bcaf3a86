"""Tag files changed by people and tools: by the row, by the folder, and who names a tag."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.tags.editing.tag_search import UseKind, declares, kind_in_ini, read_searched

__all__ = [
    "UseKind",
    "declares",
    "kind_in_ini",
    "read_searched",
]

_HOMES = {
    "talewright.tags.editing.tag_search": "UseKind declares kind_in_ini read_searched",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
