"""Old names: what ``formerly:`` and ``#was:`` say, so that saves follow a rename.

Decides which old name stands for which new one (dialogue.md section 4.2, rule 7). Keys are ``node:Old``, ``line:old``
and ``choice:old``; values are the names of today, spelt alike. An old name that something else has today, or that two
claim, is an error: a save could not know whom it means.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from talewright.diagnostics import Report, Span
from talewright.dialogue import syntax
from talewright.dialogue.codes import finding
from talewright.dialogue.program.program import Node, Offer, Program, Say
from talewright.dialogue.syntax import CHOICE, COUNTERS, ONCE, old_ids

NODE: Final = "node:"


def collect_aliases(nodes: Mapping[str, Node], report: Report) -> dict[str, str]:
    """Return what every old name is called now; what is wrong goes into the report."""
    now = {NODE + name for name in nodes} | {CHOICE + c for n in nodes.values() for c in _choices(n)}
    now |= {content for node in nodes.values() for content in node.entries if not content.startswith(CHOICE)}
    found: dict[str, str] = {}
    for old, new, span in [*_of_nodes(nodes), *_of_contents(nodes)]:
        if old in now:
            message = f"{_bare(old)} is an old name of {_bare(new)}, and something has it today"
        elif found.setdefault(old, new) != new:
            message = f"{_bare(old)} is an old name of two: {_bare(found[old])} and {_bare(new)}"
        else:
            continue
        report.append(finding("TW-YARN-23", message, span, "an old name may stand in one place, and nowhere else"))
    return found


def _of_nodes(nodes: Mapping[str, Node]) -> Iterator[tuple[str, str, Span]]:
    for name, node in nodes.items():
        for old in node.formerly:
            yield NODE + old, NODE + name, node.span
            if node.grouped and "." not in old:
                yield f"{NODE}{node.title}.{old}", NODE + name, node.span


def _of_contents(nodes: Mapping[str, Node]) -> Iterator[tuple[str, str, Span]]:
    for node in nodes.values():
        for step in node.code:
            if isinstance(step, Say):
                lines, _ = old_ids(_tags(step.line.tags))
                yield from ((old, step.line.id, step.line.span) for old in lines)
            elif isinstance(step, Offer):
                for option in step.choice.options:
                    lines, choices = old_ids(_tags(option.tags))
                    yield from ((old, option.id, option.span) for old in lines)
                    yield from ((CHOICE + old, CHOICE + step.choice.id, option.span) for old in choices)


def _tags(texts: tuple[str, ...]) -> list[syntax.Hashtag]:
    return [syntax.Hashtag(text, Span("")) for text in texts]


def _choices(node: Node) -> Iterator[str]:
    return (step.choice.id for step in node.code if isinstance(step, Offer))


def _bare(name: str) -> str:
    return name.removeprefix(NODE).removeprefix(CHOICE)


def rename_memory(program: Program, memory: Mapping[str, Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Bring what dialogues remember under its names of today, after a load.

    Counts of an old and a new name add up; a once flag is set if either was.

    Returns:
        The memory, and what was renamed, for a person to read. What no script knows is kept.
    """
    found: dict[str, Any] = {}
    notices: list[str] = []
    for name, value in memory.items():
        prefix = next((counter for counter in COUNTERS if name.startswith(counter)), None)
        new = name
        if prefix is not None:
            new = prefix + _today(program, name.removeprefix(prefix))
        if new != name:
            notices.append(f"{name} is {new} now")
        before = found.get(new)
        if before is None or new.startswith(ONCE):
            found[new] = value if before is None else bool(before or value)
        elif not isinstance(before, (int, float)):
            found[new] = value
        else:
            found[new] = before + value if isinstance(value, (int, float)) and prefix else value
    return found, tuple(notices)


def called_today(aliases: Mapping[str, str], name: str, kind: str = "") -> str:
    """Return what a line is called today, or a node or choice where that is the kind."""
    return aliases.get(kind + name, kind + name).removeprefix(kind)


def _today(program: Program, content: str) -> str:
    """Return the name of today of a node or content, also inside the ``once:`` of a block."""
    bare = content
    while bare.startswith("once:"):
        bare = bare.removeprefix("once:")
    kind = "" if bare in program.aliases else NODE
    return content.removesuffix(bare) + called_today(program.aliases, bare, kind)
