"""All that a reload of a registry replaces: what is declared, what was found, and who was asked for.

A generation is read from any thread once its registry is closed. Rows that are expensive to take over may wait until
somebody looks: whether they did is nothing that a look can tell.
"""

from __future__ import annotations

import threading
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import replace

from talewright.diagnostics import Report, Span
from talewright.tags.registry.catalogue import Catalogue
from talewright.tags.registry.restrictions import check_restrictions
from talewright.tags.values import (
    NOWHERE,
    CodePlace,
    GeneratedRows,
    RedirectMap,
    RedirectRow,
    Rows,
    Tag,
    TagRow,
    check,
    shown,
    sort_key,
    spellings,
)

_NOTICES = 1000


class Generation:
    """All that a reload replaces."""

    __slots__ = (
        *("_adopting", "_catalogue", "_late", "_lock"),
        *("handles", "invalid", "noticed", "number", "pending", "redirects", "report", "restricted", "rows"),
    )

    def __init__(self) -> None:
        self.number = 1
        self._catalogue = Catalogue()
        self._late: Callable[[], object] | None = None
        self._lock = threading.RLock()
        self._adopting = False
        self.handles: dict[str, Tag] = {}  # spelling and folded name -> the one object; made when asked for
        self.rows: list[RedirectRow] = []
        self.invalid = ""  # what names may not hold here
        self.redirects: RedirectMap | None = None
        self.report = Report()
        self.restricted: list[TagRow] = []
        self.noticed: dict[str, str] = {}  # unknown and old names that were asked for -> what they have become
        self.pending: list[Rows] = []  # rows whose spellings nobody has compared yet

    @property
    def catalogue(self) -> Catalogue:
        """What is declared; late rows are taken over when this is first asked for."""
        if self._late is not None:
            with self._lock:  # a registry is read from any thread
                if self._late is not None and not self._adopting:
                    self._adopting = True
                    try:
                        self._late()
                        self._catalogue.settle()  # whoever reads it does not lock
                        self._late = None
                    finally:
                        self._adopting = False
        return self._catalogue

    # What is declared

    def declare(self, row: TagRow) -> str:
        """Take over one row, and return its key; what is odd about it is reported.

        Raises:
            InvalidName: see `talewright.tags.check`.
        """
        name = row.name
        key = sort_key(check(name, self.invalid))
        catalogue = self.catalogue
        known = catalogue.row(key)
        if known is not None:
            self._report_repeated(known, row)
            return key
        first = catalogue.spelling(key)
        if first is not None:
            if first != name:
                self._report_respelled(first, name, row.span)
                row = replace(row, name=first)
        else:
            self._compare_ancestor(key, row)
        if row.restricted:
            self.restricted.append(row)
        catalogue.add(key, row)
        return key

    def adopt(self, keys: list[str], rows: Rows, numbers: Sequence[int] | None) -> bool:
        """Take over many valid, distinct tags at once; not where much is declared already, or one of them.

        Args:
            keys: sorted.
            rows: what declares them.
            numbers: the row of each key; None where they are in its order.

        Returns:
            Whether they were taken over.
        """
        catalogue = self.catalogue
        if len(catalogue) * 20 > len(keys):
            return False
        earlier = list(catalogue.every())
        places = [bisect_left(keys, key) for key in earlier]
        for key, at in zip(earlier, places, strict=True):
            if at < len(keys) and keys[at] == key and catalogue.is_explicit(key):
                return False
        for key, at in zip(earlier, places, strict=True):
            inside = bisect_left(keys, key + "\0", at)
            if inside < len(keys) and keys[inside].startswith(key + "\0"):
                row = rows[numbers[inside] if numbers is not None else inside]
                first, other = catalogue.name(key), row.name[: len(key)]
                if first != other:
                    self._report_respelled(first, other, row.span)
                    catalogue.keep_spelling(key, first)
        catalogue.adopt(keys, rows, numbers)
        self.pending.append(rows)
        return True

    def adopt_later(self, rows: GeneratedRows) -> None:
        """Leave rows to be taken over when the catalogue is first asked for."""
        self.catalogue  # noqa: B018 - what came before comes first
        self._late = lambda: self.adopt(rows.keys, rows, None) or [self.declare(row) for row in rows]

    def close(self) -> None:
        """Follow the redirects and check the restrictions; rows that wait go on waiting."""
        if self._late is None:
            self.catalogue.settle()
        self.redirects = RedirectMap(self.rows, self.declares)
        self.report += self.redirects.report
        if self.restricted:
            check_restrictions(self.catalogue, self.restricted, self.report)

    def declares(self, folded: str) -> bool:
        """Say whether a folded name is a tag, explicit or implicit."""
        return folded.replace(".", "\0") in self.catalogue

    # What was found

    def findings(self) -> Report:
        """Return what was found while registering and closing; late rows are looked at first."""
        self.catalogue  # noqa: B018 - late rows may meet others
        with self._lock:
            for rows in self.pending:
                spellings(rows, lambda first, other, row: self._report_respelled(first, other, row.span))
            self.pending.clear()
        return self.report

    def note(self, name: str, now: str) -> None:
        """Remember that a name was asked for that is no tag, and the tag that an old one has become."""
        if name not in self.noticed and len(self.noticed) < _NOTICES:
            self.noticed[name] = now

    def notices(self, meant: Callable[[str], str]) -> Report:
        """Say which names were asked for that are no tags.

        Args:
            meant: gives the hint for a name that nobody declares.
        """
        report = Report()
        for name, now in self.noticed.items():
            if now:
                message = f"the tag {shown(name)} was asked for by its old name; it is {now} now"
                report.add("TW-TAG-07", "warning", message, f"write {now}", NOWHERE)
            else:
                message = f"the tag {shown(name)} was asked for, and nobody declares it; it matches nothing"
                report.add("TW-TAG-06", "warning", message, meant(name), NOWHERE)
        return report

    # Within

    def _compare_ancestor(self, key: str, row: TagRow) -> None:
        key, name = key.rpartition("\0")[0], row.name.rpartition(".")[0]
        while key:
            first = self.catalogue.spelling(key)
            if first is not None:
                if first != name:
                    self._report_respelled(first, name, row.span)
                return
            key, name = key.rpartition("\0")[0], name.rpartition(".")[0]

    def _report_respelled(self, known: str, name: str, source: Span) -> None:
        message = f"{shown(name)} is written {known} elsewhere; tags ignore case, so both are one tag"
        self.report.add("TW-TAG-04", "warning", message, f"write {known}", source)

    def _report_repeated(self, known: TagRow, row: TagRow) -> None:
        """Say that a tag is declared again, and whether the two declarations say the same."""
        name = row.name
        if name != known.name:
            self._report_respelled(known.name, name, row.span)
        if row.restricted != known.restricted:
            message = f"the tag {shown(name)} is declared restricted and not restricted, first at {known.span}"
            self.report.add("TW-TAG-31", "warning", message, "keep the restricted row alone", row.span)
            return
        if isinstance(row.span, CodePlace) and row.comment in ("", known.comment):
            return
        at = "by a program" if known.span is NOWHERE else f"at {known.span}"
        message, hint = f"the tag {shown(name)} is declared already, {at}", "delete one of the two"
        if row.comment != known.comment:
            message += f", with another comment, which counts: {shown(known.comment)}, not {shown(row.comment)}"
            hint += ", and keep the comment that is right"
        else:
            message += ", with the same comment"
        self.report.add("TW-TAG-03", "warning", message, hint, row.span)
