"""The explorer: searches the ways through a story, headless, and says what is wrong with it.

Decides where conversations begin, how the search is parted, and what its sightings mean (dialogue.md section 4.4).
Conversations begin again and again with one memory, so what only a second talk shows is found too. Dialogues that have
nothing to do with each other are searched apart. A search that went through every state says ``unreachable``, unless
something of the game was a stub: then it says ``unseen``, and names the stubs (:mod:`.givens`). One that the limit
ended goes on at random, and says ``unreached``. Nothing depends on a clock or on global random numbers: the same
program, inputs and seed give the same findings.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from talewright.diagnostics import Span
from talewright.dialogue import Choose, Event, Input, Node, Program, Start, State, SubdialogueLeft, TextFault
from talewright.dialogue.program import DEFAULT, Detour, Jump, Offer, Select, Strategy
from talewright.errors import Misuse
from talewright.game import shown
from talewright.names import did_you_mean
from talewright.testing.exploring.counters import Counters
from talewright.testing.exploring.decisions import Tape
from talewright.testing.exploring.domains import OTHER, Domain, fitted, guess_functions, guess_variables
from talewright.testing.exploring.endless import traps_of
from talewright.testing.exploring.flow import Entry, Flow, clusters
from talewright.testing.exploring.givens import Givens, givens_of
from talewright.testing.exploring.machine import APART, Machine, TagsOf, plain_tag, plain_tags
from talewright.testing.exploring.missing import Missing
from talewright.testing.exploring.problems import Finding, Kind, Step, option_ids, said
from talewright.testing.exploring.search import Progress, Search, Seen, Sighting

LIMIT: Final = 20_000
WALKS: Final = 300

Begin = Literal["roots", "first", "all"]
_CODES: Final[Mapping[str, Kind]] = {"TW-YARN-33": "nowhere", "TW-YARN-32": "loop", "TW-YARN-35": "loop"}


@dataclass(slots=True)
class Exploration:
    """What an exploration found.

    Attributes:
        findings: in the order of the files.
        seen: what was shown, and how often.
        entries: where conversations began.
        domains: what the host was taken to answer, declared or guessed.
        states: how many states were seen.
        steps: how many steps were played.
        walks: how many walks at random there were.
        notes: what ended the search before it had gone through every state.
        remarks: what was simplified.
        givens: what of the game was a stub.
    """

    findings: list[Finding] = field(default_factory=list)
    seen: Seen = field(default_factory=Seen)
    entries: tuple[Entry, ...] = ()
    domains: tuple[Domain, ...] = ()
    states: int = 0
    steps: int = 0
    walks: int = 0
    notes: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    givens: Givens = field(default_factory=Givens)

    def add(self, findings: Iterable[Finding]) -> None:
        """Add what was found without a search."""
        self.findings = sorted([*self.findings, *findings], key=lambda one: (one.span, one.kind))

    @property
    def exhaustive(self) -> bool:
        """Whether every way was tried: every state was gone through, and nothing stood in the way."""
        return not (self.notes or self.remarks or self.givens)

    @property
    def wrong(self) -> list[Finding]:
        """The findings that are more than information."""
        return [one for one in self.findings if one.severity != "information"]

    @property
    def summary(self) -> str:
        """What was done, in one line."""
        if self.exhaustive:
            how = ["every way"]
        else:
            how = [f"not every way, {self.walks} walks at random"] if self.notes else ["searched to the end"]
            how += ["simplified as noted"] if self.remarks else []
            how += [str(self.givens)] if self.givens else []
        return f"{', '.join(how)}: {self.states} states, {self.steps} steps, {len(self.findings)} findings"

    @property
    def run(self) -> str:
        """What a coverage file calls it: an exploration, and what was a stub in it."""
        return f"explore, {self.givens}" if self.givens else "explore"

    def to_plain(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return {
            "exhaustive": self.exhaustive,
            "notes": self.notes,
            "remarks": self.remarks,
            "given": self.givens.to_plain(),
            "states": self.states,
            "steps": self.steps,
            "walks": self.walks,
            "entries": [str(entry) for entry in self.entries],
            "inputs": [str(domain) for domain in self.domains],
            "findings": [one.to_plain() for one in self.findings],
        }


def explore(
    program: Program,
    *,
    entries: Iterable[Entry | str] = (),
    begin: Begin = "roots",
    domains: Iterable[Domain | str] = (),
    functions: Mapping[str, Callable[..., Any]] | None = None,
    saliency: str | Strategy = DEFAULT,
    limit: int = LIMIT,
    walks: int = WALKS,
    seed: int = 0,
    guess: bool = False,
    tags: TagsOf = plain_tags,
    full_tag: Callable[[str], str] = plain_tag,
    progress: Progress | None = None,
) -> Exploration:
    """Search the ways through a story.

    Args:
        program: the story; jumps to nodes that do not exist are found, other errors of its report should not be there.
        entries: where conversations may begin besides: "Smith", "Smith.Forge", "Smith.Gossip" (a selector).
        begin: where they begin anyway. ``first``: every dialogue at its beginning, and its group selectors; ``roots``:
            also every node that nothing leads to, as the game must start it; ``all``: every node.
        domains: what the host may answer: ``Domain.parse("$gold in 0,1,50")``, or the text of it. Functions without a
            domain are guessed (see `guess_functions`).
        functions: functions of the host that answer for themselves; they must answer the same to the same. They are
            stubs all the same: they know nothing of what commands would have done.
        saliency: how line groups and node groups choose.
        limit: how many states are gone through, for each part that stands for itself.
        walks: how many walks at random follow where the limit ended that.
        seed: of their draws.
        guess: whether variables that no script sets are guessed, too (see `guess_variables`).
        tags: what an event counts, for ``plays`` and ``selected``.
        full_tag: gives the name that ``tags`` uses of what a script writes.
        progress: is told now and then how many states were seen and how many wait; False ends the search.

    Raises:
        Misuse: an entry names nothing, or a domain is none.

    >>> from talewright.dialogue import compile
    >>> text = "title: A\\n---\\nHi.\\n<<if false>>\\nNever.\\n<<endif>>\\n==="
    >>> [(one.kind, one.span.line) for one in explore(compile({"A": text})).findings]
    [('unreachable', 5)]
    """
    return Explorer(
        program, entries=entries, begin=begin, domains=domains, functions=functions, saliency=saliency,
        guess=guess, tags=tags, full_tag=full_tag,
    ).run(limit=limit, walks=walks, seed=seed, progress=progress)  # fmt: skip


class Explorer:
    """An exploration that can play the ways of its findings again; the arguments are those of `explore`."""

    def __init__(
        self,
        program: Program,
        *,
        entries: Iterable[Entry | str] = (),
        begin: Begin = "roots",
        domains: Iterable[Domain | str] = (),
        functions: Mapping[str, Callable[..., Any]] | None = None,
        saliency: str | Strategy = DEFAULT,
        guess: bool = False,
        tags: TagsOf = plain_tags,
        full_tag: Callable[[str], str] = plain_tag,
    ) -> None:
        self.program = program
        self.functions = dict(functions or {})
        given = [Domain.parse(one) if isinstance(one, str) else one for one in domains]
        given = [fitted(program, one) for one in given]
        known = {one.name for one in given}
        guessed = guess_functions(program, {*known, *self.functions, "plays", "selected"})
        self.givens = givens_of(program, known)
        if guess:
            guessed += guess_variables(program, known)
            self.givens = replace(self.givens, variables=(), guessed=self.givens.variables)
        self.domains = (*given, *guessed)
        self.entries = tuple(dict.fromkeys([*entries_of(program, begin), *(entry(program, one) for one in entries)]))
        self._saliency = saliency
        self._flow = Flow(program, saliency if isinstance(saliency, str) else None)
        self._counters = Counters(program, frozenset(one.name for one in self.domains))
        self._tags, self._full_tag = tags, full_tag

    def run(
        self, *, limit: int = LIMIT, walks: int = WALKS, seed: int = 0, progress: Progress | None = None
    ) -> Exploration:
        """Explore."""
        if not self.entries:
            return Exploration()
        result = Exploration(entries=self.entries, domains=self.domains, givens=self.givens)
        found: dict[Hashable, Finding] = {}
        doubtful: set[int] = set()
        for part in clusters(self._flow, self.entries):
            search = Search(self.machine(part), limit=limit, walks=walks, seed=seed, progress=progress)
            search.run()
            result.seen.add(search.seen)
            result.states += len(search.stops)
            result.steps += search.steps
            result.walks += search.walked
            if not search.whole or search.sampled:
                doubtful |= self._flow.reach(part)
            names = ", ".join(map(str, part[:4])) + (", ..." if len(part) > 4 else "")
            if not search.whole:
                result.notes.append(f"{names}: more than {limit} states, so the rest was walked at random")
            elif search.sampled:
                result.notes.append(f"{names}: draws had more outcomes than were tried")
            if search.machine.apart and not result.remarks:
                result.remarks.append(f"views of a group more than {APART} apart were taken to be {APART} apart")
            for key, one in self._judge(search):
                if OTHER in one.message:  # what the explorer made up is no mistake of the story
                    result.remarks.append(_invented(one))
                elif key not in found or len(one.way) < len(found[key].way):
                    found[key] = one
        failed = {(one.span.file, one.span.line) for one in found.values() if one.kind == "error"}
        led = self._flow.reach(self.entries) if self.givens else None
        missing = Missing(self._flow, result.seen, doubtful, led, failed, self._given(), self._hint())
        result.add([*found.values(), *missing.findings(), *self._targets(found.values())])
        return result

    def machine(self, part: Iterable[Entry]) -> Machine:
        """Return the machine of a part of the entries."""
        return Machine(
            self.program, tuple(part), self.domains, self.functions, self._saliency, self._flow, self._counters,
            self._tags, self._full_tag,
        )  # fmt: skip

    def play(self, way: Iterable[Step]) -> tuple[tuple[Event, ...], State]:
        """Play a way again: the events and the state of its end.

        Raises:
            DialogueError: what the way leads to is a mistake.
        """
        machine = self.machine(self.entries)
        state = State(None, {})
        events: tuple[Event, ...] = ()
        for step in way:
            played = machine.play(state, step.given, Tape(step.answers))
            if played.error is not None:
                raise played.error
            events, state = (*events, *played.events), played.state
        return events, state

    # What sightings mean

    def _judge(self, search: Search) -> Iterator[tuple[Hashable, Finding]]:
        for what, sighting in search.sightings.items():
            assert isinstance(what, tuple)
            yield what, self._finding(search, what, sighting)
        if search.whole:
            for trap in traps_of(search):
                position = search.stops[trap.stop].state.position
                assert position is not None
                message, hint = _TRAPS[trap.kind]
                if search.sampled or search.machine.apart or self.givens:
                    message = f"{_NO_END[trap.kind]}{self._given()}"
                span = _span_at(self.program, position.node, position.kind, position.content)
                yield (
                    (trap.kind, position.node, position.content),
                    Finding(trap.kind, message, span, hint, self.way(search, trap.stop)),
                )

    def _finding(self, search: Search, what: tuple[Any, ...], sighting: Sighting) -> Finding:
        way = (*self.way(search, sighting.stop), self._step(search, sighting.stop, sighting.given, sighting.answers))
        position = search.stops[sighting.stop].state.position
        node = self.program.nodes[position.node] if position is not None else None
        if what[0] == "error":
            error = sighting.played.error
            assert error is not None
            first = next(iter(error.report), None)
            span = first.span if first is not None else node.span if node is not None else Span("")
            kind = _CODES.get(first.code, "error") if first is not None else "error"
            message = first.message if first is not None else error.message
            return Finding(kind, message, span, first.hint if first is not None else error.hint, way)
        if what[0] == "text":
            fault = next(e for e in sighting.played.events if isinstance(e, TextFault) and e.finding.message == what[2])
            return Finding("error", fault.finding.message, fault.finding.span, fault.finding.hint, way)
        if what[0] == "spent":
            message = f"no reply of the choice {what[2]} is left, and nothing is said behind it"
            return Finding("soft-lock", message, self._choice_span(what[1], what[2]), _SPENT, way)
        if what[0] == "empty":
            message = f"no sub-dialogue of {what[2]} may run, so the conversation just ends"
            hint = "add a member without a condition, or ask has_any_content before"
            return Finding("dead-end", message, self._begun(sighting).span, hint, way)
        message = "the conversation shows nothing and ends"
        return Finding("silent", message, self._begun(sighting).span, "let somebody say something", way)

    def _given(self) -> str:
        return f", {self.givens}" if self.givens else ""

    def _begun(self, sighting: Sighting) -> Node:
        """Return the last node that was left in a step, or the one that it began in."""
        left = [event for event in sighting.played.events if isinstance(event, SubdialogueLeft)]
        nodes = [
            n
            for n in self.program.nodes.values()
            if left and (n.dialogue, n.subdialogue) == (left[-1].dialogue, left[-1].node)
        ]
        if nodes:
            return nodes[0]
        assert isinstance(sighting.given, Start)
        return self.program.nodes[self.program.entry(sighting.given.dialogue, sighting.given.entry) or ""]

    def _choice_span(self, dialogue: str, choice: str) -> Span:
        for node in self.program.nodes.values():
            for step in node.code:
                if isinstance(step, Offer) and step.choice.id == choice and node.dialogue == dialogue:
                    return step.choice.span
        return Span("")

    def way(self, search: Search, at: int) -> tuple[Step, ...]:
        """Return the steps that led to a stop."""
        steps: list[Step] = []
        while (stop := search.stops[at]).given is not None:
            steps.append(self._step(search, stop.parent, stop.given, stop.answers))
            at = stop.parent
        return tuple(reversed(steps))

    def _step(self, search: Search, at: int, given: Input, answers: tuple[int, ...]) -> Step:
        state = search.stops[at].state
        played = search.machine.play(state, given, Tape(answers))
        ids: tuple[str, ...] = ()
        if isinstance(given, Choose) and state.position is not None:
            ids = option_ids(self.program, state.position.node, state.position.content)
            if isinstance(given.option, int):
                given = Choose(ids[given.option])
        rows = shown(played.events)
        if played.error is not None:
            rows = (f"(failed: {played.error.message or played.error.report[0].message})",)
        return Step(given, said(given, ids), played.assumed, answers, rows)

    # What needs no way

    def _targets(self, found: Iterable[Finding]) -> Iterator[Finding]:
        """Yield the jumps to nowhere that no way led to."""
        known = {one.span for one in found if one.kind == "nowhere"}
        for node in self.program.nodes.values():
            for step in node.code:
                if isinstance(step, (Jump, Detour)) and isinstance(step.target, str):
                    name: str = step.target
                    if name in self.program.nodes or name in self.program.groups:
                        continue
                    hint = did_you_mean(name, [*self.program.nodes, *self.program.groups])
                elif isinstance(step, Select):
                    name, hint = step.selector, "name a selector, or a sub-dialogue of this dialogue"
                    if self._flow.selected(node.dialogue, name)[0]:
                        continue
                else:
                    continue
                if step.span not in known:
                    known.add(step.span)
                    yield Finding("nowhere", f"no node is called {name!r}", step.span, hint)

    def _hint(self) -> str:
        if self.givens.variables:
            names = self.givens.variables
            listed = ", ".join(names[:3]) + (", ..." if len(names) > 3 else "")
            guessed = next(str(one) for one in guess_variables(self.program) if one.name == names[0])
            return f"no script sets {listed}; if the game does, say what it may be: --input '{guessed}', or --guess"
        own = [name for name in self.givens.functions if name in self.functions]
        if own:
            guessed = next(str(one) for one in guess_functions(self.program) if one.name == own[0])
            return f"say what {own[0]} may answer: --input '{guessed}'"
        return ""


def _invented(one: Finding) -> str:
    names = list(dict.fromkeys(name for step in one.way for name, value in step.assumed if value == OTHER))
    name = names[-1].partition("(")[0] if names else ""
    hint = f"; say what it may be: --input '{name} in \"...\"'" if name else ""
    return f"{one.span}: not judged, as the text of {name or 'the game'} is not known here{hint}"


_SPENT: Final = "add a reply that stays, or a line behind the choice"
#: The same where something stood in the way of the search.
_NO_END: Final[Mapping[Kind, str]] = {
    "soft-lock": "all replies are spent here, and no way to an end was found",
    "loop": "commands run here in a circle that shows nothing, and no way out was found",
    "no-exit": "from here no way to an end was found",
}
_TRAPS: Final[Mapping[Kind, tuple[str, str]]] = {
    "soft-lock": ("all replies are spent here, and the conversation never ends", _SPENT),
    "loop": ("commands run here in a circle that shows nothing and never ends", "let the circle end, or show a line"),
    "no-exit": ("from here the conversation can never end", "add a reply that leads out"),
}


def _span_at(program: Program, name: str, kind: str, content: str) -> Span:
    node = program.nodes[name]
    at = node.stops.get(f"choice:{content}" if kind == "options" else content)
    step = node.code[at] if at is not None else None
    for part in ("line", "choice", "command"):
        if hasattr(step, part):
            span: Span = getattr(step, part).span
            return span
    return node.span


def entries_of(program: Program, begin: Begin) -> list[Entry]:
    """Return where conversations may begin; see `explore`."""
    found: dict[Entry, None] = {}
    led: set[str] = set()
    flow = Flow(program, None)
    for node in program.nodes.values():
        for step in node.code:
            if isinstance(step, (Jump, Detour, Select)) and not (
                isinstance(step, (Jump, Detour)) and not isinstance(step.target, str)
            ):
                led.update(name for name in flow.targets(node, step)[0] if name != node.name)
    for dialogue in program.dialogues.values():
        if not dialogue.nodes:
            continue
        found[Entry(dialogue.name)] = None
        nodes = [program.nodes[name] for name in dialogue.nodes]
        found |= {Entry(dialogue.name, name): None for node in nodes for name in node.selectors}
        for node in nodes[1:]:
            if node.title == nodes[0].title or node.selectors:
                continue
            if begin == "all" or (begin == "roots" and node.name not in led):
                found[Entry(dialogue.name, node.title if node.grouped else node.name)] = None
    return list(found)


def entry(program: Program, name: Entry | str) -> Entry:
    """Read the name of an entry: "Smith", "Smith.Forge", or "Forge" where only one dialogue has it.

    Raises:
        Misuse: it names nothing.
    """
    if isinstance(name, Entry):
        return name
    dialogue, _, rest = name.partition(".")
    if dialogue in program.dialogues and (not rest or program.entry(dialogue, rest) is not None):
        return Entry(dialogue, rest)
    found = [one for one in program.dialogues if program.entry(one, name) is not None]
    if len(found) != 1:
        near = did_you_mean(name, [*program.dialogues, *program.nodes])
        raise Misuse(f"no conversation begins at {name!r}", hint=near or "write Dialogue, or Dialogue.Node")
    return Entry(found[0], name)


__all__ = ["LIMIT", "WALKS", "Begin", "Exploration", "Explorer", "entries_of", "entry", "explore"]
