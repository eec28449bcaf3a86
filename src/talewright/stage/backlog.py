"""What was shown so far, for whoever wants to read it again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

DEPTH: Final = 500


@dataclass(frozen=True, slots=True)
class LogRow:
    """A row of the backlog.

    Attributes:
        number: counts the rows of one stage; no two are alike.
        kind: "line", "chosen" or "toast".
        text: without the speaker.
        speaker: as displayed; empty: nobody.
        id: of the line or the reply; of a notice, nothing.
        voice: a path inside the project; empty: none.
    """

    number: int
    kind: str
    text: str
    speaker: str = ""
    id: str = ""
    voice: str = ""


Rows: TypeAlias = tuple[LogRow, ...]


class Backlog:
    """The last rows, the oldest first.

    >>> log = Backlog()
    >>> log.add("line", "Well met.", speaker="Gundra")
    >>> [row.text for row in log.rows]
    ['Well met.']
    """

    def __init__(self, depth: int = DEPTH) -> None:
        self._depth = depth
        self._last = 0
        self.rows: Rows = ()

    def add(self, kind: str, text: str, *, speaker: str = "", id: str = "", voice: str = "") -> None:
        """Add a row; the oldest beyond the depth goes."""
        self._last += 1
        self.rows = (*self.rows, LogRow(self._last, kind, text, speaker, id, voice))[-self._depth :]

    def put(self, rows: Rows = ()) -> None:
        """Put rows in place of those that are there: none at a new game and a load, those of a mark at a rollback."""
        self.rows = rows
