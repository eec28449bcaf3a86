"""Coverage of a story: how often each line was shown and each reply chosen, over any number of runs.

Decides what is counted and how counts are merged and kept: by the id of the content, so that they survive edits of the
script; where no writer gave an id, with a digest of the text, so that counts never move to another text. Counts come
from explorers, plans, tests and play logs alike; which runs they came from is kept beside them. What a page or a file
of another tool looks like is decided in `formats` and `html`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Self

from talewright.config import write_bytes
from talewright.dialogue import Event, Line, NoOptions, Options, Program, ReplySelected
from talewright.dialogue.tools import Content, contents_of
from talewright.errors import Misuse
from talewright.testing.exploring import Seen

FORMAT: Final = 1


@dataclass(slots=True)
class Coverage:
    """Counts by content.

    Attributes:
        hits: how often a line was shown or a reply chosen, by dialogue and key.
        offered: how often a reply was shown, by dialogue and key.
        runs: where the counts came from, and how often.
    """

    hits: Counter[tuple[str, str]] = field(default_factory=Counter)
    offered: Counter[tuple[str, str]] = field(default_factory=Counter)
    runs: Counter[str] = field(default_factory=Counter)

    def merge(self, other: Coverage) -> None:
        """Add the counts of other runs."""
        self.hits.update(other.hits)
        self.offered.update(other.offered)
        self.runs.update(other.runs)

    @classmethod
    def of_seen(cls, program: Program, seen: Seen, run: str = "explore") -> Self:
        """Return the counts of an exploration."""
        found = cls(runs=Counter({run: 1}))
        for one in contents_of(program):
            where = (one.dialogue, one.key)
            name = (one.dialogue, one.choice, one.id)
            count = seen.lines[one.id] if one.kind == "line" else seen.chosen[name]
            if count:
                found.hits[where] += count
            if one.kind == "reply" and seen.offered[name]:
                found.offered[where] += seen.offered[name]
        return found

    # Files

    def to_plain(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return {
            "format": FORMAT,
            "runs": dict(sorted(self.runs.items())),
            "hits": _nested(self.hits),
            "offered": _nested(self.offered),
        }

    @classmethod
    def from_plain(cls, plain: Any, file: str = "") -> Self:
        """Read plain data.

        Raises:
            Misuse: it is no coverage.

        >>> Coverage.from_plain(Coverage(Counter({("Smith", "line:need"): 2})).to_plain()).hits
        Counter({('Smith', 'line:need'): 2})
        """
        try:
            if plain["format"] != FORMAT:
                raise Misuse(f"{file or 'the coverage'} has the format {plain['format']!r}", hint="make it anew")
            return cls(_flat(plain["hits"]), _flat(plain["offered"]), Counter(_counts(plain["runs"])))
        except (KeyError, TypeError, AttributeError, ValueError, OverflowError) as error:
            raise Misuse(
                f"{file or 'the data'} is no coverage", hint="such as a run with --coverage writes it"
            ) from error

    @classmethod
    def read_all(cls, paths: Iterable[Path]) -> Self:
        """Read files and add up their counts.

        Raises:
            Misuse: one cannot be read, or is no coverage.
        """
        found = cls()
        for path in paths:
            found.merge(cls.read(path))
        return found

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a file.

        Raises:
            Misuse: it cannot be read, or is no coverage.
        """
        try:
            return cls.from_plain(json.loads(path.read_text("utf-8")), path.name)
        except OSError as error:
            raise Misuse(f"{path.as_posix()} cannot be read: {error.strerror}", hint="name a coverage file") from error
        except (ValueError, RecursionError) as error:
            raise Misuse(f"{path.as_posix()} is no JSON", hint="name a coverage file") from error

    def write(self, path: Path, *, append: bool = False) -> None:
        """Write a file; ``append`` adds what it holds already.

        Raises:
            Misuse: the file that should be added to is no coverage.
            OSError: it cannot be written.
        """
        whole = Coverage()
        if append and path.exists():
            whole.merge(Coverage.read(path))
        whole.merge(self)
        write_bytes(path, (json.dumps(whole.to_plain(), indent=1, sort_keys=True, ensure_ascii=False) + "\n").encode())


def _nested(counts: Counter[tuple[str, str]]) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for (dialogue, key), count in sorted(counts.items()):
        found.setdefault(dialogue, {})[key] = count
    return found


def _flat(plain: Mapping[str, Any]) -> Counter[tuple[str, str]]:
    return Counter({(d, key): n for d, keys in plain.items() for key, n in _counts(keys).items()})


def _counts(plain: Mapping[str, Any]) -> dict[str, int]:
    found = {str(key): int(count) for key, count in plain.items()}
    if any(count < 0 for count in found.values()):
        raise ValueError("a count is 0 or more")
    return found


class Recorder:
    """Counts what the events of a game or a player show.

    Args:
        program: what is played.
        run: what the run is called.
    """

    def __init__(self, program: Program, run: str) -> None:
        self.coverage = Coverage(runs=Counter({run: 1}))
        contents = list(contents_of(program))
        self._lines = {one.id: (one.dialogue, one.key) for one in contents if one.kind == "line"}
        self._replies = {(o.dialogue, o.choice, o.id): (o.dialogue, o.key) for o in contents if o.kind == "reply"}

    def __call__(self, event: Event | object) -> None:
        """Count an event; others than lines and replies count for nothing."""
        match event:
            case Line(id=name):
                self.line(name)
            case (
                Options(dialogue=dialogue, choice=choice, options=options)
                | NoOptions(dialogue=dialogue, choice=choice, options=options)
            ):
                self.offer(dialogue, choice, [one.id for one in options])
            case ReplySelected(dialogue=dialogue, choice=choice, reply=reply):
                self.chosen(dialogue, choice, reply)
            case _:
                pass

    def line(self, name: str) -> None:
        """Count a line that was shown."""
        if name in self._lines:
            self.coverage.hits[self._lines[name]] += 1

    def offer(self, dialogue: str, choice: str, replies: Iterable[str]) -> None:
        """Count replies that were shown."""
        for reply in replies:
            if (where := self._replies.get((dialogue, choice, reply))) is not None:
                self.coverage.offered[where] += 1

    def chosen(self, dialogue: str, choice: str, reply: str) -> None:
        """Count a reply that was chosen."""
        if (where := self._replies.get((dialogue, choice, reply))) is not None:
            self.coverage.hits[where] += 1


# What a story has of it -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Row:
    """A content with its counts; ``offered`` is 0 for a line."""

    content: Content
    hits: int
    offered: int


@dataclass(frozen=True, slots=True)
class Part:
    """A dialogue and its rows, in the order of the text."""

    dialogue: str
    path: str
    rows: tuple[Row, ...]

    def covered(self, kind: str = "") -> tuple[int, int]:
        """Return how many were reached, of how many; of all, or of one kind."""
        rows = [row for row in self.rows if not kind or row.content.kind == kind]
        return sum(1 for row in rows if row.hits), len(rows)


@dataclass(frozen=True, slots=True)
class CoverageReport:
    """A story with its counts.

    Attributes:
        parts: by dialogue.
        stale: counts of contents that the story does not have any more.
        runs: as of the counts.
    """

    parts: tuple[Part, ...]
    stale: int
    runs: Mapping[str, int]

    @classmethod
    def of(cls, program: Program, coverage: Coverage) -> Self:
        """Put counts beside the contents of a story."""
        parts: list[Part] = []
        by_dialogue: dict[str, list[Row]] = {name: [] for name in program.dialogues}
        known: set[tuple[str, str]] = set()
        for one in contents_of(program):
            where = (one.dialogue, one.key)
            known.add(where)
            by_dialogue[one.dialogue].append(Row(one, coverage.hits[where], coverage.offered[where]))
        for name, rows in by_dialogue.items():
            listed = sorted(rows, key=lambda row: (row.content.span.line, row.content.span.column))
            parts.append(Part(name, program.dialogues[name].path, tuple(listed)))
        stale = sum(1 for where in {*coverage.hits, *coverage.offered} if where not in known)
        return cls(tuple(parts), stale, dict(coverage.runs))

    def covered(self, kind: str = "") -> tuple[int, int]:
        """Return how many contents were reached, of how many."""
        counts = [part.covered(kind) for part in self.parts]
        return sum(reached for reached, _ in counts), sum(whole for _, whole in counts)

    @property
    def percent(self) -> float:
        """How much of the story was reached: lines shown and replies chosen, in percent."""
        return percent(*self.covered())

    def missing(self) -> Iterator[Row]:
        """Yield what was not reached."""
        for part in self.parts:
            yield from (row for row in part.rows if not row.hits)


def percent(reached: int, whole: int) -> float:
    """Return a part in percent; all of nothing is all.

    >>> percent(1, 3), percent(0, 0)
    (33.33, 100.0)
    """
    return 100.0 if whole == 0 else int(10_000 * reached / whole) / 100
