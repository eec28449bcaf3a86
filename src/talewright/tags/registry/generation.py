"""All that a reload of a registry replaces: what is declared, what was found, and who was asked for.

A generation is read from any thread once its registry is closed. Rows that are expensive to take over may wait until
somebody looks: whether they did is nothing that a look can tell.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from talewright.diagnostics import Report
from talewright.tags.registry.bulk import Rows
from talewright.tags.registry.catalogue import Catalogue
from talewright.tags.values import RedirectMap, RedirectRow, Tag, TagRow


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

    def adopt_later(self, adopt: Callable[[], object]) -> None:
        """Leave something to be taken over when the catalogue is first asked for."""
        self.catalogue  # noqa: B018 - what came before comes first
        self._late = adopt

    @property
    def lock(self) -> threading.RLock:
        """Held while something is made that many threads may ask for."""
        return self._lock

    @property
    def is_waiting(self) -> bool:
        """Whether there is something to be taken over, and nothing has asked for it."""
        return self._late is not None
