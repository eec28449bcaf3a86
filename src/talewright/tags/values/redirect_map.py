"""Where old names lead.

A redirect is a pair of exact names; what stands under a redirected name is not redirected (tags.md section 5.1).
`RedirectMap` takes the rows, follows them to the end and says what is wrong with them (section 5.2). It changes no file
and knows of tags only which ones are declared. A declared tag never leads away from itself, so a chain ends at the
first declared tag.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from talewright.diagnostics import Report
from talewright.names import fold, way
from talewright.tags.values.names import shown
from talewright.tags.values.rows import RedirectRow


class RedirectMap:
    """Redirects, resolved.

    Chains have no limit of hops. A name with redirects to several others leads nowhere. In a circle with exactly one
    declared tag, all lead to that one; in any other circle the names lead nowhere. Every such finding is in the report.

    Args:
        rows: the redirects, in the order of their sources.
        is_declared: says whether a name, folded, is a tag, explicit or implicit.

    Attributes:
        targets: folded old name -> folded name of a declared tag.
        report: what is wrong with the rows.
        rows: as given.

    >>> live = {"c"}
    >>> redirects = RedirectMap([RedirectRow("A", "B"), RedirectRow("B", "C")], live.__contains__)
    >>> redirects.targets["a"]
    'c'
    """

    __slots__ = ("_ambiguous", "_declared", "_hops", "report", "rows", "targets")

    def __init__(self, rows: Iterable[RedirectRow], is_declared: Callable[[str], bool]) -> None:
        self.rows = tuple(rows)
        self.report = Report()
        self._declared = is_declared
        self._hops = self._first_hops()
        self.targets: Mapping[str, str] = MappingProxyType(self._resolve())

    def _first_hops(self) -> dict[str, RedirectRow]:
        """Return the one row of every old name; rows that say nothing or contradict each other are left out."""
        by_old: dict[str, list[RedirectRow]] = {}
        for row in self.rows:
            old, new = fold(row.old), fold(row.new)
            if row.old == row.new:
                message = f"the redirect of {shown(row.old)} leads to itself"
                self.report.add("TW-TAG-20", "warning", message, "delete the row", row.span)
            elif old == new:
                message = f"the redirect of {shown(row.old)} changes only its case, which tags ignore"
                hint = f"write {row.new} where the tag is declared, and delete the row"
                self.report.add("TW-TAG-21", "information", message, hint, row.span)
            else:
                others = by_old.setdefault(old, [])
                if all(fold(other.new) != new for other in others):  # the same row twice is fine
                    others.append(row)
        hops = {old: fold(rows[0].new) for old, rows in by_old.items() if len(rows) == 1}
        for rows in by_old.values():
            if len(rows) > 1:
                ways = [way(hops, fold(row.new), self._declared) for row in rows]
                if len({end for _, end in ways}) == 1 and all(end not in passed for passed, end in ways):
                    del rows[1:]  # an older row and a newer one, and the older leads on to where the newer does
        for rows in by_old.values():
            first = rows[0]
            for row in rows[1:]:
                message = f"{shown(row.old)} is redirected to {row.new} here, and to {first.new} at {first.span}"
                self.report.add("TW-TAG-22", "error", message, "keep one of the two; until then it is no tag", row.span)
        self._ambiguous = {old for old, rows in by_old.items() if len(rows) > 1}
        return {old: rows[0] for old, rows in by_old.items() if len(rows) == 1}

    def _resolve(self) -> dict[str, str]:
        hops = {old: fold(row.new) for old, row in self._hops.items()}
        ends: dict[str, str | None] = {}  # where the redirect of a name leads in the end
        for start in hops:
            path, at = way(hops, start, ends.__contains__)
            if at in path:
                place = path.index(at)
                path, circle = path[:place], path[place:]
                ends.update(dict.fromkeys(circle, self._end_of_circle(circle)))
            elif path and at not in ends and not self._declared(at) and at not in self._ambiguous:
                self._report_missing(self._hops[path[-1]])
            end = at if self._declared(at) else ends.get(at)
            for name in reversed(path):
                ends[name] = end
                if self._declared(name):
                    end = name
                    self._report_declared(self._hops[name])
        return {old: end for old, end in ends.items() if end is not None and not self._declared(old)}

    def _end_of_circle(self, circle: list[str]) -> str | None:
        rows = [self._hops[name] for name in circle]
        circling = " to ".join([*(row.old for row in rows), rows[0].old])
        declared = [row.old for row in rows if self._declared(fold(row.old))]
        message = f"the redirects lead in a circle: {circling}"
        if len(circle) == 2 and len(declared) == 2:
            message = f"{declared[0]} and {declared[1]} lead to each other: a swap, which redirects cannot say"
            hint = "delete both redirects; saved data needs a migration, or redirects that say since when"
            self.report.add("TW-TAG-28", "error", message, hint, rows[-1].span)
            return None
        if len(declared) == 1:
            hint = f"{declared[0]} is declared: delete its own redirect, and let the others lead to it"
        elif declared:
            hint = f"{' and '.join(declared)} are declared: delete their redirects; a swap needs a migration of saves"
        else:
            hint = "none of them is declared: delete the redirects, or declare the tag that is meant"
        self.report.add("TW-TAG-23", "error", message, hint, rows[-1].span)
        return fold(declared[0]) if len(declared) == 1 else None

    def _report_missing(self, row: RedirectRow) -> None:
        message = f"the redirect of {shown(row.old)} leads to {shown(row.new)}, which nobody declares"
        self.report.add("TW-TAG-24", "error", message, f"declare {row.new}, or delete the row", row.span)

    def _report_declared(self, row: RedirectRow) -> None:
        message = f"{shown(row.old)} is redirected to {row.new}, but is still declared; the tag counts"
        hint = f"delete the declaration of {row.old} and all under it, or the redirect"
        self.report.add("TW-TAG-25", "warning", message, hint, row.span)
