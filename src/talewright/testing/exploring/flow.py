"""Where a program can go from each instruction, and what it still reads of the memory from there.

Decides the static picture behind the explorer: the successors of every instruction over all nodes, what each reads and
writes of the memory, and, by the usual backward pass, which names are still read behind a place. A value that only
decides another value that nothing reads counts for nothing; what is only printed counts for nothing either. Knows no
values and plays nothing. It may take too many ways for possible, never too few.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from talewright.dialogue import Position, Program, State
from talewright.dialogue.play import entry_of, resume_of, stop_of
from talewright.dialogue.program import (
    CALL,
    LOAD,
    PUSH,
    Assign,
    Branch,
    Call,
    Code,
    Command,
    Detour,
    Goto,
    Guard,
    Jump,
    MarkOnce,
    Node,
    Offer,
    Pick,
    Return,
    Say,
    Select,
    SkipOnce,
    Stop,
    codes_of_step,
)
from talewright.dialogue.syntax import SHUFFLE, VIEWS, VISITS, clean_id

ANSWER: Final = "?"
"""Begins the names under which answers of host functions are remembered."""
COUNTED: Final = "#"
"""Begins the names of the counts that ``plays`` and ``selected`` read."""
_VIEWED: Final = frozenset(("best_least_recently_viewed", "random_best_least_recently_viewed", "least_played"))
_PURE: Final = frozenset(("visited", "visited_count", "has_any_content", "plays", "selected"))


@dataclass(frozen=True, slots=True, order=True)
class Entry:
    """Where a conversation can begin: a dialogue, and one of its nodes or selectors; empty for its beginning."""

    dialogue: str
    name: str = ""

    def __str__(self) -> str:
        return f"{self.dialogue}.{self.name}" if self.name else self.dialogue


@dataclass(slots=True)
class _Place:
    """One instruction: where it leads, and what it does with the memory."""

    node: Node
    following: tuple[int, ...] = ()
    ends: bool = False
    reads: frozenset[str] = frozenset()
    writes: frozenset[str] = frozenset()
    kills: str = ""
    source: frozenset[str] = frozenset()


class Flow:
    """The static picture of a program.

    Args:
        program: what is played.
        saliency: the strategy of the host; None for one of its own.
    """

    def __init__(self, program: Program, saliency: str | None) -> None:
        self.program = program
        self._viewed = saliency is None or saliency.replace("_seen", "_viewed") in _VIEWED
        self.base: dict[str, int] = {}
        self.places: list[_Place] = []
        self._smart: dict[str, frozenset[str]] = {}
        self._visits = frozenset(VISITS + name for name in (*program.nodes, *program.groups))
        for name, node in program.nodes.items():
            self.base[name] = len(self.places)
            self.places += [_Place(node) for _ in node.code]
        for name, node in program.nodes.items():
            for at in range(len(node.code)):
                self._look(node, at, self.base[name])

    # One instruction

    def _look(self, node: Node, at: int, base: int) -> None:
        place, step = self.places[base + at], node.code[at]
        following = [base + at + 1]
        reads: set[str] = set()
        writes: set[str] = set()
        match step:
            case Say(offer=offer):
                following += [base + offer] if offer >= 0 else []
                reads |= self._called(step)
            case Command():
                reads |= self._called(step)
            case Offer(choice=choice):
                following = [base + choice.after, *(base + option.body for option in choice.options)]
                reads |= self._called(step)
                for option in choice.options:
                    reads |= self.reads(option.condition) if option.condition is not None else frozenset()
                    reads |= {option.once} if option.once else set()
                    writes |= {option.once} if option.once else set()
            case Branch(condition=condition, target=target):
                following.append(base + target)
                reads |= self.reads(condition)
            case Goto(target=target):
                following = [base + target]
            case SkipOnce(flag=flag, target=target):
                following.append(base + target)
                reads.add(flag)
            case MarkOnce(flag=flag):
                writes.add(flag)
                place.kills = flag
            case Assign(name=name, value=value):
                writes.add(name)
                place.kills = name
                place.source = self.reads(value)
                reads |= self._called(step)
            case Call(arguments=arguments):
                reads |= {one for code in arguments for one in self.reads(code)}
            case Pick(items=items, after=after):
                following = [base + after, *(base + item.body for item in items)]
                self._guards([item.guard for item in items], reads, writes, viewed=self._viewed)
            case Jump() | Detour() | Select():
                self._lead(node, step, place, following, reads, writes)
            case Return() | Stop():
                following = []
                place.ends = True
        if isinstance(step, (Jump, Return, Stop)):
            writes |= {VISITS + node.name, VISITS + node.title}
        place.following, place.reads, place.writes = tuple(following), frozenset(reads), frozenset(writes)

    def _lead(
        self, node: Node, step: Jump | Detour | Select, place: _Place, following: list[int], reads: set[str],
        writes: set[str],
    ) -> None:  # fmt: skip
        if isinstance(step, Jump):
            following.clear()
        if not isinstance(step, Select) and isinstance(step.target, Code):
            reads |= self.reads(step.target)
        names, grouped = self.targets(node, step)
        following += [self.base[name] for name in names]
        self._guards([self.program.nodes[n].guard for n in names], reads, writes, viewed=grouped and self._viewed)
        if isinstance(step, Select):
            self._selector(node.dialogue, step.selector, reads, writes)
        place.ends = isinstance(step, Jump) and (grouped or not names)

    def _selector(self, dialogue: str, selector: str, reads: set[str], writes: set[str]) -> None:
        """Add what the strategy of a selector reads and writes."""
        found = self.program.dialogues.get(dialogue)
        strategies = {} if found is None else {clean_id(name): way for name, way in found.strategies.items()}
        way = strategies.get(clean_id(selector), "first")
        guards = [self.program.nodes[name].guard for name in self.program.candidates(dialogue, selector)]
        self._guards(guards, reads, writes, viewed=way in _VIEWED)
        if way == "shuffle":
            reads.add(f"{SHUFFLE}{dialogue}.{clean_id(selector)}")
            writes.add(f"{SHUFFLE}{dialogue}.{clean_id(selector)}")

    def _guards(self, guards: Sequence[Guard], reads: set[str], writes: set[str], *, viewed: bool) -> None:
        for guard in guards:
            for condition in guard.conditions:
                reads |= self.reads(condition)
            if guard.once:
                reads.add(guard.once)
                writes.add(guard.once)
            writes.add(VIEWS + guard.id)
            if viewed and len(guards) > 1:
                reads.add(VIEWS + guard.id)

    def targets(self, node: Node, step: Jump | Detour | Select) -> tuple[tuple[str, ...], bool]:
        """Return the nodes that a jump, a detour or a select may lead to, and whether one of them is chosen."""
        program = self.program
        if isinstance(step, Select):
            return self.selected(node.dialogue, step.selector)
        if isinstance(step.target, Code):
            return tuple(program.nodes), True
        if step.target in program.groups:
            return program.groups[step.target].members, True
        return ((step.target,) if step.target in program.nodes else ()), False

    def selected(self, dialogue: str, selector: str) -> tuple[tuple[str, ...], bool]:
        """Return the nodes that a selector may select, and whether one of several is chosen."""
        unique = self.program.subdialogue(dialogue, selector)
        if unique is not None:
            return (unique,), True
        found = self.program.candidates(dialogue, selector)
        other, dot, rest = selector.partition(".")
        return self.selected(other, rest) if not found and dot and other in self.program.dialogues else (found, True)

    # Expressions

    def reads(self, code: Code) -> frozenset[str]:
        """Return the names of the memory that an expression reads; smart variables are followed."""
        found: set[str] = set()
        before: object = None
        for verb, what in code.steps:
            if verb == LOAD:
                found |= self._variable(what)
            elif verb == CALL:
                found |= self._function(what[0], before if isinstance(before, str) else None)
            before = what if verb == PUSH else None
        return frozenset(found)

    def _variable(self, name: str) -> frozenset[str]:
        known = self.program.variables.get(name)
        if known is None or known.smart is None:
            return frozenset((name,))
        if name not in self._smart:
            self._smart[name] = frozenset()  # one that asks for itself is an error of the compiler
            self._smart[name] = self.reads(known.smart)
        return self._smart[name]

    def _function(self, name: str, argument: str | None) -> frozenset[str]:
        if name in ("visited", "visited_count"):
            return self._visits if argument is None else frozenset((VISITS + argument,))
        if name in ("plays", "selected") and argument is not None:
            return frozenset((f"{COUNTED}{name}:{argument}",))
        if name == "has_any_content":
            groups = [g for g in self.program.groups.values() if argument is None or g.title == argument]
            reads: set[str] = set()
            guards = [self.program.nodes[name].guard for group in groups for name in group.members]
            self._guards(guards, reads, set(), viewed=False)
            return frozenset(reads)
        return frozenset((ANSWER + name,))

    def _called(self, step: Say | Command | Offer | Assign) -> frozenset[str]:
        """Return what an expression reads whose value is only printed, or perhaps never read: calls can fail."""
        codes = [code for code in codes_of_step(step) if any(v == CALL and w[0] not in _PURE for v, w in code.steps)]
        return frozenset(one for code in codes for one in self.reads(code))

    # From entries

    def begin(self, entry: Entry) -> tuple[tuple[str, ...], frozenset[str], frozenset[str]]:
        """Return the nodes that an entry may begin with, and what choosing among them reads and writes."""
        dialogue = self.program.dialogues.get(entry.dialogue)
        if dialogue is None or not dialogue.nodes:
            return (), frozenset(), frozenset()
        first = self.program.nodes[dialogue.nodes[0]]
        if entry.name in dialogue.nodes or (not entry.name and not first.grouped):
            return (entry.name or first.name,), frozenset(), frozenset()
        selector = entry.name or first.title
        names, _ = self.selected(entry.dialogue, selector)
        reads: set[str] = set()
        writes: set[str] = set()
        grouped = any(self.program.nodes[name].title == selector for name in names)
        self._guards([self.program.nodes[n].guard for n in names], reads, writes, viewed=grouped and self._viewed)
        self._selector(entry.dialogue, selector, reads, writes)
        return names, frozenset(reads), frozenset(writes)

    def reach(self, entries: Iterable[Entry]) -> set[int]:
        """Return the instructions that entries may lead to."""
        waiting = [self.base[name] for entry in entries for name in self.begin(entry)[0]]
        found: set[int] = set()
        while waiting:
            at = waiting.pop()
            if at not in found:
                found.add(at)
                waiting += self.places[at].following
        return found


class Liveness:
    """What is still read behind each place, for conversations that begin at some entries, again and again."""

    def __init__(self, flow: Flow, entries: Sequence[Entry]) -> None:
        self.flow = flow
        self.reached = sorted(flow.reach(entries), reverse=True)
        self._bits: dict[str, int] = {}
        self._names: dict[int, tuple[str, ...]] = {}
        self._alive = [0] * (len(flow.places) + 1)
        self._solve(entries)

    def _mask(self, names: Iterable[str]) -> int:
        mask = 0
        for name in names:
            mask |= 1 << self._bits.setdefault(name, len(self._bits))
        return mask

    def _solve(self, entries: Sequence[Entry]) -> None:
        places, alive = self.flow.places, self._alive
        reads = {at: self._mask(places[at].reads) for at in self.reached}
        kills = {at: self._mask((places[at].kills,)) for at in self.reached if places[at].kills}
        source = {at: self._mask(places[at].source) for at in self.reached if places[at].source}
        begins = [self.flow.begin(entry) for entry in entries]
        idle = [self.flow.base[name] for names, _, _ in begins for name in names]
        asked = self._mask(name for _, found, _ in begins for name in found)
        self.idle = asked
        changed = True
        while changed:
            changed = False
            for at in self.reached:
                place = places[at]
                behind = self.idle if place.ends else 0
                for one in place.following:
                    behind |= alive[one]
                killed = kills.get(at, 0)
                before = (behind & ~killed) | reads[at]
                if behind & killed:
                    before |= source.get(at, 0)
                if before != alive[at]:
                    alive[at] = before
                    changed = True
            rest = asked
            for one in idle:
                rest |= alive[one]
            if rest != self.idle:
                self.idle = rest
                changed = True

    def names(self, state: State) -> tuple[str, ...]:
        """Return the names that are still read behind a stop, in a fixed order."""
        mask = self.idle if state.position is None else self._behind(state.position)
        found = self._names.get(mask)
        if found is None:
            found = tuple(sorted(name for name, bit in self._bits.items() if mask >> bit & 1))
            self._names[mask] = found
        return found

    def _behind(self, position: Position) -> int:
        flow = self.flow
        node, base = flow.program.nodes[position.node], flow.base[position.node]
        mask = 0
        if position.kind == "options":
            step = node.code[stop_of(node, position)]
            assert isinstance(step, Offer)
            for option, offered in zip(step.choice.options, position.options, strict=True):
                if offered.available:
                    mask |= self._alive[base + option.body]
                    mask |= self._mask((option.once,)) if option.once else 0
        elif position.kind == "start":
            mask = self._alive[base + entry_of(node, position)]
        else:
            for one in flow.places[base + stop_of(node, position)].following:
                mask |= self._alive[one]
        for frame in position.stack:
            if frame.content and frame.node in flow.base:
                mask |= self._alive[flow.base[frame.node] + resume_of(flow.program.nodes[frame.node], frame)]
        return mask


def clusters(flow: Flow, entries: Sequence[Entry]) -> Iterator[list[Entry]]:
    """Part entries into sets that have nothing to do with each other: none reads what another writes."""
    facts: list[tuple[Entry, set[int], set[str], set[str]]] = []
    for entry in entries:
        _, asked, chosen = flow.begin(entry)
        reached = flow.reach([entry])
        reads, writes = set(asked), set(chosen)
        for at in reached:
            place = flow.places[at]
            reads |= place.reads | place.source
            writes |= place.writes
            if place.node.grouped or place.ends:
                writes |= {VISITS + place.node.name, VISITS + place.node.title}
        facts.append((entry, reached, reads, writes))
    counted = any(name.startswith(COUNTED) for _, _, reads, _ in facts for name in reads)
    parts: list[list[int]] = []
    for index, (_, reached, reads, writes) in enumerate(facts):
        joined = [index]
        apart: list[list[int]] = []
        for part in parts:
            near = counted or any(
                reached & facts[one][1] or reads & facts[one][3] or writes & facts[one][2] for one in part
            )
            if near:
                joined += part
            else:
                apart.append(part)
        parts = [*apart, joined]
    for part in sorted(sorted(one) for one in parts):
        yield [facts[index][0] for index in part]
