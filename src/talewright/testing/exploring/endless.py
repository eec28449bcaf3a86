"""Places from which a conversation can never end.

Decides what a trap is: a set of states, all gone through, from which no way leads to an end. What kind it is follows
from what happens in it: a choice whose replies are spent makes it a soft lock, nothing but commands a loop without
output, else there is just no exit. Each trap is told once, by the state in it that is nearest to the beginning.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from talewright.testing.exploring.problems import Kind
from talewright.testing.exploring.search import Search


@dataclass(frozen=True, slots=True)
class Trap:
    """A trap: its kind, the stop that is told, and all of its stops."""

    kind: Kind
    stop: int
    stops: tuple[int, ...]


def traps_of(search: Search) -> Iterator[Trap]:
    """Find the traps of a search that went through everything."""
    backward: dict[int, list[int]] = {}
    for at, behind in search.following.items():
        for one in behind:
            backward.setdefault(one, []).append(at)
    waiting = [at for at, stop in enumerate(search.stops) if stop.state.position is None or at in search.failed]
    free: set[int] = set()
    while waiting:
        at = waiting.pop()
        if at not in free:
            free.add(at)
            waiting += backward.get(at, ())
    caught = [at for at in range(len(search.stops)) if at not in free]
    known: set[tuple[Kind, frozenset[tuple[str, str]]]] = set()
    for part in sorted(_ends(caught, search.following), key=min):
        kind = _kind(search, part)
        positions = [search.stops[at].state.position for at in part]
        places = frozenset((one.node, one.content) for one in positions if one is not None)
        if not any(kind == other and places & seen for other, seen in known):
            yield Trap(kind, min(part), tuple(sorted(part)))
        known.add((kind, places))


def _kind(search: Search, part: Sequence[int]) -> Kind:
    if any(at in search.spent for at in part):
        return "soft-lock"
    positions = [search.stops[at].state.position for at in part]
    return "loop" if all(one is not None and one.kind == "command" for one in positions) else "no-exit"


def _ends(caught: Sequence[int], following: Mapping[int, Sequence[int]]) -> Iterator[list[int]]:
    """Yield the sets of states that lead into each other and nowhere else (Tarjan's components, without recursion)."""
    number: dict[int, int] = {}
    low: dict[int, int] = {}
    path: list[int] = []
    on_path: set[int] = set()
    for root in caught:
        if root in number:
            continue
        calls: list[tuple[int, int]] = [(root, 0)]
        while calls:
            at, child = calls.pop()
            if child == 0:
                number[at] = low[at] = len(number)
                path.append(at)
                on_path.add(at)
            behind = following.get(at, ())
            if child > 0:
                low[at] = min(low[at], low[behind[child - 1]])
            deeper = False
            for index in range(child, len(behind)):
                one = behind[index]
                if one not in number:
                    calls += [(at, index + 1), (one, 0)]
                    deeper = True
                    break
                if one in on_path:
                    low[at] = min(low[at], number[one])
            if deeper or low[at] != number[at]:
                continue
            part: list[int] = []
            while not part or part[-1] != at:
                part.append(path.pop())
                on_path.discard(part[-1])
            if all(one in part for member in part for one in following.get(member, ())):
                yield part
