"""Dialogues as a machine for the explorer: what can be done at a stop, what a step does, which states are the same.

Decides how the host is played. A variable with a domain, and the answer of a host function to the same arguments, is
chosen when it is first asked for, and holds until the next command or the end of the conversation: there the game may
change anything. Commands do nothing. ``plays`` and ``selected`` count as a game counts. Two states are the same when
the same names are still read behind them with values that no instruction tells apart; how often the contents of a group
were viewed counts up to a small difference.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from talewright.dialogue import (
    Choose,
    Command,
    Continue,
    DialogueEnded,
    DialogueStarted,
    Event,
    Host,
    Input,
    Position,
    Program,
    ReplySelected,
    Start,
    State,
    SubdialogueEntered,
    clean_id,
)
from talewright.dialogue.play import Run
from talewright.dialogue.program import Strategy
from talewright.dialogue.syntax import VIEWS, VISITS, Value
from talewright.errors import DialogueError
from talewright.names import fold
from talewright.testing.exploring.counters import Counters
from talewright.testing.exploring.decisions import Tape, TapeRandom
from talewright.testing.exploring.domains import Domain
from talewright.testing.exploring.flow import ANSWER, COUNTED, Entry, Flow, Liveness

_ROOT: Final = "Libretto.Dialogues."
#: Views of a group that lie further apart are taken to be so far apart.
APART: Final = 3

TagsOf = Callable[[Event], Sequence[tuple[str, str]]]
"""Gives what an event counts: ("plays" or "selected", tag) for each."""


@dataclass(frozen=True, slots=True)
class Played:
    """One step in one of its variants.

    Attributes:
        events: what happened, up to a mistake.
        state: where it led; where it failed, the state before.
        error: what failed.
        assumed: what the host answered.
    """

    events: tuple[Event, ...]
    state: State
    error: DialogueError | None = None
    assumed: tuple[tuple[str, Value], ...] = ()


class _Asked(dict[str, Any]):
    """A memory that asks a tape for what the host decides, when it is first read."""

    def __init__(self, values: Mapping[str, Any], answer: Callable[[str, dict[str, Any]], Any]) -> None:
        super().__init__(values)
        self._answer = answer

    def get(self, name: str, default: Any = None) -> Any:
        """Return what is remembered, deciding it where the host decides."""
        found = super().get(name)
        if found is None:
            found = self._answer(name, self)
        return default if found is None else found


@dataclass(frozen=True, slots=True)
class _Reader:
    """How to read the names that tell states apart: with default and bounds, and the views by their groups."""

    plain: tuple[tuple[str, Any, tuple[float, float] | None], ...]
    views: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]


class Machine:
    """Dialogues that begin at some entries, again and again, with one memory.

    Args:
        program: what is played.
        entries: where a conversation may begin.
        domains: what the host may answer.
        functions: functions of the host that answer for themselves.
        saliency: how the host chooses.
        flow: the static picture of the program.
        counters: which values are the same.
        tags: what events count.
        full_tag: gives the name that ``tags`` uses of what a script writes.

    Attributes:
        apart: whether views lay further apart than `APART`.
    """

    def __init__(
        self,
        program: Program,
        entries: Sequence[Entry],
        domains: Iterable[Domain],
        functions: Mapping[str, Callable[..., Any]],
        saliency: str | Strategy,
        flow: Flow,
        counters: Counters,
        tags: TagsOf,
        full_tag: Callable[[str], str],
    ) -> None:
        self.program = program
        self.entries = tuple(entries)
        self._counters = counters
        self._liveness = Liveness(flow, entries)
        self._variables = {one.name: one for one in domains if one.name.startswith("$")}
        self._answers = {one.name: one for one in domains if not one.name.startswith("$")}
        self._tape = Tape()
        self._now: dict[str, Any] = {}
        self._assumed: list[tuple[str, Value]] = []
        self._counted_now: dict[str, int] = {}
        self._saliency = saliency
        own = dict(functions)
        for name in self._answers:
            own[name] = self._stub(name)
        self._tags = tags
        self._counts: dict[tuple[str, str], list[str]] = {}
        self._full_tag = full_tag
        for verb in ("plays", "selected"):
            if verb not in own:
                own[verb] = self._counted(verb)
        for place in flow.places:
            for name in place.reads | place.source:
                if name.startswith(COUNTED):
                    verb, _, argument = name[len(COUNTED) :].partition(":")
                    self._counts.setdefault((verb, fold(full_tag(argument))), []).append(name)
        observe = self._observe if self._counts else None
        self._host = Host(own, lambda stream: TapeRandom(self._tape), saliency, observe=observe)
        self.apart = False
        self._readers: dict[tuple[str, ...], _Reader] = {}
        self._asks = bool(self._variables or self._answers)

    # States

    def key(self, state: State) -> Hashable:
        """Return what tells a state from others."""
        memory = state.memory
        names = self._liveness.names(state)
        reader = self._readers.get(names)
        if reader is None:
            reader = self._readers[names] = self._reader(names)
        values: list[Any] = []
        for name, default, limit in reader.plain:
            value = memory.get(name)
            if value is None:
                value = default
            if limit is not None and isinstance(value, (int, float)):
                value = min(max(value, limit[0]), limit[1])
            values.append(str(value) if value is True or value is False else value)
        for group, alive in reader.views:
            low = min([memory.get(name, 0) for name in group])
            for name in alive:
                apart = memory.get(name, 0) - low
                if apart > APART:
                    apart, self.apart = APART, True
                values.append(apart)
        values.append(names)
        position = state.position
        if position is None:
            return (None, tuple(values))
        offered = tuple(one.available for one in position.options)
        stack = tuple((frame.node, frame.content) for frame in position.stack)
        return (position.node, position.kind, position.content, offered, stack, tuple(values))

    def _reader(self, names: tuple[str, ...]) -> _Reader:
        variables, counters = self.program.variables, self._counters
        plain: list[tuple[str, Any, tuple[float, float] | None]] = []
        views: dict[tuple[str, ...], list[str]] = {}
        for name in names:
            if name.startswith(VIEWS):
                views.setdefault(counters.group(name), []).append(name)
            else:
                known = name in variables and name not in self._variables
                counted = name.startswith((VISITS, COUNTED))
                default = variables[name].default if known else 0 if counted else None
                plain.append((name, default, counters.limit(name)))
        return _Reader(tuple(plain), tuple((group, tuple(alive)) for group, alive in views.items()))

    def inputs(self, state: State) -> tuple[Input, ...]:
        """Return what can be done at a stop."""
        position = state.position
        if position is None:
            return tuple(Start(entry.dialogue, entry.name) for entry in self.entries)
        if position.kind != "options":
            return (Continue(),)
        return tuple(Choose(index) for index, one in enumerate(position.options) if one.available)

    # Steps

    def play(self, state: State, given: Input, tape: Tape) -> Played:
        """Make a step with the answers of a tape."""
        self._tape, self._assumed = tape, []
        self._counted_now.clear()
        memory: Mapping[str, Any] = state.memory
        if self._asks:
            memory = _Asked(memory, self._decide)
        self._now = memory if isinstance(memory, dict) else dict(memory)
        run = Run(self.program, self._now, self._host)
        try:
            position = run.go(state.position, given)
        except DialogueError as error:
            return Played(tuple(run.events), state, error, tuple(self._assumed))
        events = tuple(run.events)
        return Played(events, self._settled(position, run.changes, events), None, tuple(self._assumed))

    def _settled(self, position: Position | None, changes: Mapping[str, Any], events: tuple[Event, ...]) -> State:
        """Put the changes in, and forget what the host may answer anew."""
        forgets = self._asks and bool(events) and isinstance(events[-1], (Command, DialogueEnded))
        if not self._counted_now and not changes and not self._asks:
            return State(position, self._now)
        values = {**self._now, **changes}
        for name, count in self._counted_now.items():
            values[name] = values.get(name, 0) + count
        if forgets:
            values = {n: v for n, v in values.items() if not n.startswith(ANSWER) and n not in self._variables}
        return State(position, values)

    def _observe(self, event: Event) -> None:
        for verb, tag in self._tags(event):
            for name in self._counts.get((verb, fold(tag)), ()):
                self._counted_now[name] = self._counted_now.get(name, 0) + 1

    def _decide(self, name: str, values: dict[str, Any]) -> Any:
        domain = self._variables.get(name)
        if domain is None:
            return None
        value = self._tape.choose(domain.values)
        self._assumed.append((name, value))
        values[name] = value
        return value

    def _stub(self, name: str) -> Callable[..., Value]:
        key = ANSWER + name

        def answer(*arguments: Value) -> Value:
            known: tuple[tuple[tuple[Value, ...], Value], ...] = self._now.get(key, ())
            for asked, value in known:
                if asked == arguments:
                    return value
            value = self._tape.choose(self._answers[name].values)
            self._assumed.append((f"{name}({', '.join(map(str, arguments))})", value))
            self._now[key] = tuple(sorted((*known, (arguments, value)), key=repr))
            return value

        return answer

    def _counted(self, verb: str) -> Callable[[str], float]:
        def count(tag: str) -> float:
            found = self._counts.get((verb, fold(self._full_tag(tag))), ())
            return float(self._now.get(found[0], 0) + self._counted_now.get(found[0], 0)) if found else 0.0

        return count


def plain_tags(event: Event) -> Sequence[tuple[str, str]]:
    """Return what an event counts where no project says how tags are called.

    >>> plain_tags(ReplySelected("Smith", "need", "sword"))
    [('selected', 'Smith.Choice_need'), ('selected', 'Smith.Choice_need.Reply_sword')]
    """
    match event:
        case DialogueStarted(dialogue=dialogue):
            return [("plays", dialogue)]
        case SubdialogueEntered(dialogue=dialogue, node=node):
            return [("plays", f"{dialogue}.{clean_id(node)}")]
        case ReplySelected(dialogue=dialogue, choice=choice, reply=reply):
            tag = f"{dialogue}.Choice_{choice}"
            return [("selected", tag), ("selected", f"{tag}.Reply_{reply}")]
        case _:
            return []


def plain_tag(written: str) -> str:
    """Return the name that `plain_tags` uses of a tag as a script writes it."""
    return written.removeprefix(_ROOT)
