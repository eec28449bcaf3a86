"""Restricted tags: who may add what under them (tags.md section 3.5).

A restricted tag is meant for the few top levels that a team agrees on. Tags that are not restricted may stand under the
nearest restricted ancestor only if that one allows it (bAllowNonRestrictedChildren, false where nothing is said).
Implicit ancestors restrict nothing. This is an agreement among authors: every finding is a warning, and nothing is
refused at run time.
"""

from __future__ import annotations

from collections.abc import Iterable

from talewright.diagnostics import Report
from talewright.tags.registry.catalogue import Catalogue, parent_key
from talewright.tags.values import CodePlace, TagRow, sort_key


def check_restrictions(catalogue: Catalogue, restricted: Iterable[TagRow], report: Report) -> None:
    """Report the tags that stand where a restricted tag does not allow it.

    Args:
        catalogue: all tags.
        restricted: the rows of restricted tags.
        report: receives the findings.
    """
    by_key = {sort_key(row.name): row for row in restricted}
    for row in by_key.values():
        if isinstance(row.span, CodePlace):
            message = f"{row.name} is restricted, but a program declares it; only lists can be restricted"
            report.add("TW-TAG-33", "warning", message, "declare it in a list of restricted tags", row.span)
        if row.allows_plain:
            continue
        for below in catalogue.rows_under(sort_key(row.name)):
            if below.restricted or nearest(by_key, below.name) is not row:
                continue
            message = f"{below.name} stands under {row.name}, which allows restricted tags alone ({row.span})"
            hint = f"move it to the list that declares {row.name}, or set bAllowNonRestrictedChildren=True there"
            report.add("TW-TAG-30", "warning", message, hint, below.span)


def nearest(restricted: dict[str, TagRow], name: str) -> TagRow | None:
    """Return the nearest restricted ancestor of a name, or None.

    Args:
        restricted: the rows of restricted tags by sorting key.
        name: any name; whether it is restricted itself is no matter.
    """
    key = parent_key(sort_key(name))
    while key:
        row = restricted.get(key)
        if row is not None:
            return row
        key = parent_key(key)
    return None
