"""Files opened safely, written whole or not at all, and several together."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.files import atomic, openable, together
    from talewright.files.atomic import READ_ONLY, READ_ONLY_HINT, is_read_only
    from talewright.files.openable import OTHER, is_other, read_file
    from talewright.files.paused import paused_gc

__all__ = [
    "OTHER",
    "READ_ONLY",
    "READ_ONLY_HINT",
    "atomic",
    "is_other",
    "is_read_only",
    "openable",
    "paused_gc",
    "read_file",
    "together",
]

_HOMES = {
    "talewright.files.atomic": "READ_ONLY READ_ONLY_HINT is_read_only",
    "talewright.files.openable": "OTHER is_other read_file",
    "talewright.files.paused": "paused_gc",
    "talewright.files.together": "",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
