"""`talewright tags`."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.cli.tags.commands import tags_group

__all__ = [
    "tags_group",
]

_HOMES = {
    "talewright.cli.tags.commands": "tags_group",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
