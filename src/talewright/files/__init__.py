"""Files opened safely, written whole or not at all, and several together."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.files import atomic, together
    from talewright.files.atomic import READ_ONLY, READ_ONLY_HINT, is_read_only, write_bytes
    from talewright.files.loading import OTHER, is_other, paused_gc, read_file
    from talewright.files.together import Change, NotPutBack, write_all

__all__ = [
    "OTHER",
    "READ_ONLY",
    "READ_ONLY_HINT",
    "Change",
    "NotPutBack",
    "atomic",
    "is_other",
    "is_read_only",
    "paused_gc",
    "read_file",
    "together",
    "write_all",
    "write_bytes",
]

_HOMES = {
    "talewright.files.atomic": "READ_ONLY READ_ONLY_HINT is_read_only write_bytes",
    "talewright.files.loading": "OTHER is_other paused_gc read_file",
    "talewright.files.together": "Change NotPutBack write_all",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
