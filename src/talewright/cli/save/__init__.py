"""`talewright save`."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.cli.save.commands import save_group

__all__ = [
    "save_group",
]

_HOMES = {
    "talewright.cli.save.commands": "save_group",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
