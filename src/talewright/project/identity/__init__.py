"""Which element is which over time: the lock, uids, former names, twins, the trace of a tag."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.project.identity.former import redirects_today
    from talewright.project.identity.identity import Identity, identify, is_uid, shared_tags
    from talewright.project.identity.lock import LOCK, Locked, parse_lock, read_lock, render_lock
    from talewright.project.identity.since import follow
    from talewright.project.identity.traces import SOURCE, Traced, trace, traced_source
    from talewright.project.identity.twins import check_twins

__all__ = [
    "LOCK",
    "SOURCE",
    "Identity",
    "Locked",
    "Traced",
    "check_twins",
    "follow",
    "identify",
    "is_uid",
    "parse_lock",
    "read_lock",
    "redirects_today",
    "render_lock",
    "shared_tags",
    "trace",
    "traced_source",
]

_HOMES = {
    "talewright.project.identity.former": "redirects_today",
    "talewright.project.identity.identity": "Identity identify is_uid shared_tags",
    "talewright.project.identity.lock": "LOCK Locked parse_lock read_lock render_lock",
    "talewright.project.identity.since": "follow",
    "talewright.project.identity.traces": "SOURCE Traced trace traced_source",
    "talewright.project.identity.twins": "check_twins",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
