"""Choosing among contents: items of line groups, members of node groups, sub-dialogues of selectors.

Decides who the candidates are, what is asked of each, by which strategy one is chosen, and what is remembered of it
(dialogue.md section 6.9; tags.md section 1.3). Asking changes nothing: what a choice changes comes back as a mapping,
and :func:`explain` shows the whole ranking without drawing from any stream of the host.

A selector is a name in ``selectors:`` headers, or the title of a node group. Its strategy stands at the head of the
file, ``#selector:Gossip=shuffle``; without one, ``first`` for headers, and the host's saliency for node groups. The
name of one sub-dialogue is its unique selector: where its condition fails, nothing is selected.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Protocol

from talewright.diagnostics import Span
from talewright.dialogue.codes import failure
from talewright.dialogue.play.host import Host
from talewright.dialogue.program import (
    STRATEGIES,
    Candidate,
    Code,
    Group,
    Guard,
    ItemContent,
    Node,
    Pick,
    Program,
    Strategy,
    strategy_named,
)
from talewright.dialogue.syntax import SHUFFLE, VIEWS, clean_id
from talewright.errors import DialogueError
from talewright.names import did_you_mean, fold

ALREADY_CHOSEN: Final = "already chosen"
UNIQUE: Final = "unique"


class Asker(Protocol):
    """What choosing needs of a running dialogue."""

    @property
    def program(self) -> Program:
        """What is played."""

    @property
    def host(self) -> Host:
        """Who plays it."""

    def recall(self, name: str) -> Any:
        """What memory holds under a name."""

    def holds(self, condition: Code) -> bool:
        """Whether a condition is true."""

    def draw(self, stream: str, place: Span) -> Random:
        """Return a stream of random numbers; only where the host has any."""


@dataclass(frozen=True, slots=True)
class Selection:
    """What a selector selects, and why.

    Attributes:
        dialogue: whose selector it is.
        selector: its name.
        strategy: the name of the strategy; ``unique`` for the name of one sub-dialogue.
        node: the name of the node, or empty where none may run.
        ranking: every candidate in the order of the text.
        changes: what memory has to hold once the node is entered.
        grouped: whether the selector is a node group.
    """

    dialogue: str
    selector: str
    strategy: str
    node: str
    ranking: tuple[Candidate, ...]
    changes: Mapping[str, Any]
    grouped: bool = False


def candidate(asker: Asker, guard: Guard, *, spent: bool = False) -> Candidate:
    """Ask whether a content may run now."""
    reason = ""
    if guard.once and asker.recall(guard.once) is True:
        reason = ALREADY_CHOSEN
    else:
        for condition in guard.conditions:
            if not asker.holds(condition):
                reason = condition.source or "its condition"
                break
    views = asker.recall(VIEWS + guard.id)
    count = int(views) if isinstance(views, (int, float)) else 0
    return Candidate(guard.id, not reason, reason, guard.score, count, guard.weight, spent)


def pick_item(asker: Asker, pick: Pick) -> tuple[ItemContent | None, dict[str, Any]]:
    """Choose an item of a line group; return it, and what memory has to hold."""
    candidates = [candidate(asker, item.guard) for item in pick.items]
    name = pick.items[0].guard.id
    chosen = _apply(asker, asker.host.saliency, candidates, f"group:{name}", pick)
    if chosen is None:
        return None, {}
    index = candidates.index(chosen)
    return pick.items[index], _marks(pick.items[index].guard, chosen)


def select_member(asker: Asker, group: Group) -> Selection:
    """Choose a member of a node group, as a jump to it does: always by the host's saliency."""
    nodes = [asker.program.nodes[name] for name in group.members]
    return _select(asker, nodes[0].dialogue, group.title, nodes, None, grouped=True)


def select(asker: Asker, dialogue: str, name: str) -> Selection | None:
    """Select a sub-dialogue; None where nothing has the name.

    Args:
        asker: the running dialogue.
        dialogue: in which the name is looked for; ``Other.Name`` looks in another.
        name: a selector, or the name of one sub-dialogue.
    """
    program = asker.program
    if dialogue not in program.dialogues:
        return None
    unique = program.subdialogue(dialogue, name)
    if unique is not None:
        return _select(asker, dialogue, name, [program.nodes[unique]], UNIQUE)
    members = program.candidates(dialogue, name)
    if not members:
        other, dot, rest = name.partition(".")
        return select(asker, other, rest) if dot and other in program.dialogues else None
    nodes = [program.nodes[member] for member in members]
    wanted = fold(clean_id(name))
    grouped = any(fold(clean_id(title)) == wanted for title in program.groups)
    declared = next((s for n, s in program.dialogues[dialogue].strategies.items() if fold(clean_id(n)) == wanted), None)
    return _select(asker, dialogue, name, nodes, declared or (None if grouped else "first"), grouped=grouped)


def has_content(asker: Asker, title: str) -> bool:
    """Tell whether a jump to this title would show anything: true for a plain node, false for an unknown one."""
    group = asker.program.groups.get(title)
    if group is None:
        return title in asker.program.nodes
    return any(candidate(asker, asker.program.nodes[name].guard).available for name in group.members)


def unmoved(host: Host) -> Host:
    """Return a host whose streams are copies, so that looking ahead draws nothing from the real ones."""
    streams: dict[str, Random] = {}

    def copy(name: str) -> Random:
        if name not in streams:
            streams[name] = Random()
            assert host.random is not None
            streams[name].setstate(host.random(name).getstate())
        return streams[name]

    return Host(host.functions, copy if host.random is not None else None, host.saliency, host.locale)


def _select(
    asker: Asker, dialogue: str, selector: str, nodes: Sequence[Node], strategy: str | None, *, grouped: bool = False
) -> Selection:
    key = f"{SHUFFLE}{dialogue}.{clean_id(selector)}"
    played = str(asker.recall(key) or "").split() if strategy == "shuffle" else []
    ranking = tuple(candidate(asker, node.guard, spent=node.name in played) for node in nodes)
    way = asker.host.saliency if strategy is None else ("first" if strategy == UNIQUE else strategy)
    chosen = _apply(asker, way, ranking, f"selector:{dialogue}.{clean_id(selector)}", nodes[0])
    name = strategy or (way if isinstance(way, str) else str(getattr(way, "__name__", "own")))
    if chosen is None:
        return Selection(dialogue, selector, name, "", ranking, {}, grouped)
    node = nodes[ranking.index(chosen)]
    changes = _marks(node.guard, chosen)
    if strategy == "shuffle":
        changes[key] = " ".join([node.name] if chosen.spent else [*played, node.name])
    return Selection(dialogue, selector, name, node.name, ranking, changes, grouped)


def _apply(
    asker: Asker, way: str | Strategy, candidates: Sequence[Candidate], stream: str, place: Pick | Node
) -> Candidate | None:
    available = [one for one in candidates if one.available]
    if not available:
        return None
    strategy: Strategy | None = strategy_named(way) if isinstance(way, str) else way
    if strategy is None:
        raise DialogueError(f"no strategy is called {way!r}", hint=_strategies(str(way)))
    draw = asker.draw(stream, place.span) if asker.host.random is not None else None
    try:
        chosen = strategy(available, draw)
    except Exception as error:
        message = f"the strategy {getattr(way, '__name__', way)!r} failed: {type(error).__name__}: {error}"
        raise failure("TW-YARN-31", message, place.span) from error
    if chosen is not None and chosen not in available:
        message = f"the strategy {getattr(way, '__name__', way)!r} chose {chosen!r}, which was not offered to it"
        raise failure("TW-YARN-36", message, place.span, "return one of the candidates, or None")
    return chosen


def _strategies(name: str) -> str:
    return did_you_mean(name, STRATEGIES) or "one of " + ", ".join(STRATEGIES)


def _marks(guard: Guard, chosen: Candidate) -> dict[str, Any]:
    changes: dict[str, Any] = {VIEWS + guard.id: chosen.views + 1}
    if guard.once:
        changes[guard.once] = True
    return changes


def no_entry(program: Program, name: str, entry: str) -> DialogueError:
    """Make the error of a name that is neither a node nor a selector of a dialogue."""
    dialogue = program.dialogues.get(name)
    if dialogue is None:
        return DialogueError(f"no dialogue is called {name!r}", hint=did_you_mean(name, program.dialogues))
    nodes = [program.nodes[one] for one in dialogue.nodes]
    known = [*dialogue.nodes, *(node.subdialogue for node in nodes), *(s for node in nodes for s in node.selectors)]
    message = f"the dialogue {name} has neither a node nor a selector {entry!r}"
    return DialogueError(message, hint=did_you_mean(entry, known))
