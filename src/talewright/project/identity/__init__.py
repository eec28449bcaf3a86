"""Which element is which over time: the lock, uids, former names, twins, redirects from former tags."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.project.identity.keyed import SOURCE, KeyedElement, check_twins, keyed_elements, keyed_source
    from talewright.project.identity.lock import LOCK, Locked, parse_lock, read_lock, render_lock
    from talewright.project.identity.matching import Identity, identify, is_uid, shared_tags
    from talewright.project.identity.redirects import follow, redirects_today

__all__ = [
    "LOCK",
    "SOURCE",
    "Identity",
    "KeyedElement",
    "Locked",
    "check_twins",
    "follow",
    "identify",
    "is_uid",
    "keyed_elements",
    "keyed_source",
    "parse_lock",
    "read_lock",
    "redirects_today",
    "render_lock",
    "shared_tags",
]

_HOMES = {
    "talewright.project.identity.keyed": "SOURCE KeyedElement check_twins keyed_elements keyed_source",
    "talewright.project.identity.lock": "LOCK Locked parse_lock read_lock render_lock",
    "talewright.project.identity.matching": "Identity identify is_uid shared_tags",
    "talewright.project.identity.redirects": "follow redirects_today",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
