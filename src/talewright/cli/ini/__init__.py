"""`talewright ini`."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.cli.ini.commands import ini_group

__all__ = [
    "ini_group",
]

_HOMES = {
    "talewright.cli.ini.commands": "ini_group",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
