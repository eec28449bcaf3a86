"""`talewright save`."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.cli.save.commands import save_group
    from talewright.cli.save.save_migrate import migrate_command
    from talewright.cli.save.save_places import is_sqlite, shown, store_at

__all__ = [
    "is_sqlite",
    "migrate_command",
    "save_group",
    "shown",
    "store_at",
]

_HOMES = {
    "talewright.cli.save.commands": "save_group",
    "talewright.cli.save.save_migrate": "migrate_command",
    "talewright.cli.save.save_places": "is_sqlite shown store_at",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
