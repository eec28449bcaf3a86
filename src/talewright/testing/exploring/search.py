"""Goes through the states of a machine: all of them, nearest first, or as many as the limit lets it, then at random.

Decides the order. Breadth first, so that the first way to anything is a shortest one. Where the limit ends that, walks
go on from the states that wait, at each stop doing what was done there least often; the draws come from the seed, so a
search finds the same every time. It notes what each step shows and what goes wrong; what that means is decided in
`explorer` and `traps`.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from random import Random
from typing import Final, TypeAlias

from talewright.dialogue import (
    Choose,
    DialogueEnded,
    DialogueStarted,
    Event,
    Input,
    Line,
    NoOptions,
    Options,
    ReplySelected,
    Selected,
    State,
    SubdialogueEntered,
    TextFault,
)
from talewright.testing.exploring.decisions import Tape
from talewright.testing.exploring.machine import Machine, Played

#: How many variants of one step are tried.
VARIANTS: Final = 4096
_WALK: Final = 200
#: After so many walks that showed nothing new, there are no more.
_STALE: Final = 40
_TICK: Final = 256

Progress: TypeAlias = Callable[[int, int], object]
"""Is told now and then how many states were seen and how many wait; False ends the search."""


@dataclass(slots=True)
class Stop:
    """A state that was seen, and the step that first led to it."""

    state: State
    parent: int = -1
    given: Input | None = None
    answers: tuple[int, ...] = ()
    depth: int = 0


@dataclass(slots=True)
class Seen:
    """What steps have shown.

    Attributes:
        lines: how often each line was shown, by id.
        offered: how often each reply was shown, by choice and reply.
        available: ... and could be chosen.
        chosen: ... and was chosen.
        nodes: how often each node was entered, by dialogue and name.
    """

    lines: Counter[str] = field(default_factory=Counter)
    offered: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    available: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    chosen: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    nodes: Counter[tuple[str, str]] = field(default_factory=Counter)

    def note(self, events: tuple[Event, ...]) -> None:
        """Count what events show."""
        for event in events:
            match event:
                case Line(id=name):
                    self.lines[name] += 1
                case Options(dialogue=dialogue, choice=choice, options=options):
                    for one in options:
                        self.offered[dialogue, choice, one.id] += 1
                        self.available[dialogue, choice, one.id] += one.available
                case NoOptions(dialogue=dialogue, choice=choice, options=options):
                    for one in options:
                        self.offered[dialogue, choice, one.id] += 1
                case ReplySelected(dialogue=dialogue, choice=choice, reply=reply):
                    self.chosen[dialogue, choice, reply] += 1
                case SubdialogueEntered(dialogue=dialogue, node=node):
                    self.nodes[dialogue, node] += 1
                case _:
                    pass

    @property
    def size(self) -> int:
        """How many different things were shown and chosen."""
        return len(self.lines) + len(self.offered) + len(+self.available) + len(self.chosen) + len(self.nodes)

    def add(self, other: Seen) -> None:
        """Add what another search saw."""
        self.lines.update(other.lines)
        self.offered.update(other.offered)
        self.available.update(other.available)
        self.chosen.update(other.chosen)
        self.nodes.update(other.nodes)


@dataclass(frozen=True, slots=True)
class Sighting:
    """A step at which something was first noticed: from which stop, with which input and answers."""

    stop: int
    given: Input
    answers: tuple[int, ...]
    played: Played


class Search:
    """One search.

    Args:
        machine: whose states.
        limit: how many states are gone through breadth first.
        walks: how many walks follow where that was not enough.
        seed: of their draws.
        progress: see `Progress`.

    Attributes:
        stops: the states that were seen; the first is before anything.
        following: the states behind each, for those that were gone through.
        failed: the states behind which a step fails.
        spent: the states behind which a choice has no reply left.
        seen: what was shown.
        sightings: the first step of each mistake and each step of note, by what it is.
        whole: whether every state was gone through.
        sampled: whether draws had more outcomes than were tried.
        steps: how many steps were played.
    """

    def __init__(
        self, machine: Machine, *, limit: int, walks: int, seed: int, progress: Progress | None = None
    ) -> None:
        self.machine = machine
        self.stops: list[Stop] = [Stop(State(None, {}))]
        self.following: dict[int, list[int]] = {}
        self.failed: set[int] = set()
        self.spent: dict[int, NoOptions] = {}
        self.seen = Seen()
        self.sightings: dict[Hashable, Sighting] = {}
        self.whole = False
        self.sampled = False
        self.steps = 0
        self.walked = 0
        self._limit = limit
        self._walks = walks
        self._draw = Random(seed)
        self._progress = progress
        self._known: dict[Hashable, int] = {machine.key(self.stops[0].state): 0}
        self._waiting: deque[int] = deque([0])
        self._done: Counter[Hashable] = Counter()

    def run(self) -> None:
        """Go through the states."""
        self.whole = self._all()
        if not self.whole:
            self._walk_all()

    # All

    def _all(self) -> bool:
        while self._waiting:
            if len(self.following) >= self._limit or not self._tell():
                return False
            at = self._waiting.popleft()
            self._spread(at)
        return True

    def _tell(self) -> bool:
        if self._progress is None or len(self.following) % _TICK:
            return True
        return self._progress(len(self.following), len(self._waiting)) is not False

    def _spread(self, at: int) -> None:
        behind: dict[int, None] = {}
        for given in self.machine.inputs(self.stops[at].state):
            tape = Tape()
            for _ in range(VARIANTS):
                found = self._step(at, given, tape)
                if found is not None:
                    behind[found] = None
                answers = tape.following()
                if answers is None:
                    break
                tape = Tape(answers)
            else:
                self.sampled = True
        self.following[at] = list(behind)

    def _step(self, at: int, given: Input, tape: Tape) -> int | None:
        """Play a step; return the state that it leads to, or None where it fails."""
        stop = self.stops[at]
        played = self.machine.play(stop.state, given, tape)
        self.steps += 1
        self.sampled = self.sampled or tape.sampled
        answers = tuple(tape.taken)
        self.seen.note(played.events)
        if played.error is not None:
            self.failed.add(at)
            self._sight(("error", _place(played)), at, given, answers, played)
            return None
        self._notice(at, given, answers, played)
        key = self.machine.key(played.state)
        known = self._known.get(key)
        if known is None:
            known = len(self.stops)
            self._known[key] = known
            self.stops.append(Stop(played.state, at, given, answers, stop.depth + 1))
            self._waiting.append(known)
        return known

    # Of note

    def _notice(self, at: int, given: Input, answers: tuple[int, ...], played: Played) -> None:
        events = played.events
        for event in events:
            if isinstance(event, TextFault):
                self._sight(("text", event.id, event.finding.message), at, given, answers, played)
        spent = next((event for event in reversed(events) if isinstance(event, NoOptions)), None)
        if spent is not None:
            self.spent.setdefault(at, spent)
        if not events or not isinstance(events[-1], DialogueEnded):
            return
        if any(isinstance(event, (Line, Options)) for event in events):
            return
        last = events[-2] if len(events) > 1 else None
        if isinstance(last, Selected) and not last.node:
            if events.index(last) > 1 or not isinstance(events[0], DialogueStarted):
                self._sight(("empty", last.dialogue, last.selector), at, given, answers, played)
        elif spent is not None:
            self._sight(("spent", spent.dialogue, spent.choice), at, given, answers, played)
        elif self.stops[at].state.position is None:
            self._sight(("silent", given), at, given, answers, played)

    def _sight(self, what: Hashable, at: int, given: Input, answers: tuple[int, ...], played: Played) -> None:
        known = self.sightings.get(what)
        if known is None or self.stops[known.stop].depth > self.stops[at].depth:
            self.sightings[what] = Sighting(at, given, answers, played)

    # At random

    def _walk_all(self) -> None:
        begins = [0, *self._waiting]
        stale = 0
        for number in range(self._walks):
            if self._progress is not None and self._progress(len(self.stops), self._walks - number) is False:
                return
            before = self.seen.size + len(self.sightings)
            self._walk(begins[self._draw.randrange(len(begins))] if number % 4 else 0)
            self.walked += 1
            stale = stale + 1 if self.seen.size + len(self.sightings) == before else 0
            if stale >= _STALE:
                return

    def _walk(self, at: int) -> None:
        for _ in range(_WALK):
            stop = self.stops[at]
            position = stop.state.position
            inputs = self.machine.inputs(stop.state)
            place = (position.node, position.content) if position is not None else None
            order = list(inputs)
            self._draw.shuffle(order)
            given = min(order, key=lambda one: self._done[place, one])
            self._done[place, given] += 1
            found = self._step(at, given, Tape((), self._draw))
            if found is None:
                if isinstance(given, Choose) and len(inputs) > 1:
                    continue
                return
            at = found


def _place(played: Played) -> Hashable:
    """Return what tells one mistake from another: its code and place."""
    error = played.error
    assert error is not None
    first = next(iter(error.report), None)
    return (first.code, first.span) if first is not None else ("", error.message)
