"""`talewright new`: a project of one's own from a template."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.cli.new.commands import new_command

__all__ = ["new_command"]

_HOMES = {"talewright.cli.new.commands": "new_command"}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
