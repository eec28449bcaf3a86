"""What a packaged game starts from: cooked files, written together, and read again."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.project.cook.cooked import check_own_tags, check_settings, check_unchanged, read_export
    from talewright.project.cook.export import (
        INDEX,
        INDEX_SECTION,
        MARK,
        OUTLINE,
        TAG_LIST,
        default_redirects,
        drift,
        render,
        write,
    )
    from talewright.project.cook.late import Keys, Known, register
    from talewright.project.cook.restart import inputs_of, lock_state, read_restart, write_restart

__all__ = [
    "INDEX",
    "INDEX_SECTION",
    "MARK",
    "OUTLINE",
    "TAG_LIST",
    "Keys",
    "Known",
    "check_own_tags",
    "check_settings",
    "check_unchanged",
    "default_redirects",
    "drift",
    "inputs_of",
    "lock_state",
    "read_export",
    "read_restart",
    "register",
    "render",
    "write",
    "write_restart",
]

_HOMES = {
    "talewright.project.cook.cooked": "check_own_tags check_settings check_unchanged read_export",
    "talewright.project.cook.export": "INDEX INDEX_SECTION MARK OUTLINE TAG_LIST default_redirects drift render write",
    "talewright.project.cook.late": "Keys Known register",
    "talewright.project.cook.restart": "inputs_of lock_state read_restart write_restart",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
