"""What was played, in the picture of the dialogues: visited, not visited, unreachable, dead ends.

Decides which mark a sub-dialogue, a choice or a reply has, and its colour. The picture itself is drawn by
`talewright.dialogue.tools.graph`; the marks are added to its text, so that one that it draws anew is marked the same
way.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from talewright.dialogue import Program
from talewright.dialogue.tools import Graph, graph_of, to_dot, to_mermaid
from talewright.testing.coverage.coverage import Coverage, CoverageReport
from talewright.testing.exploring import Exploration

Mark: TypeAlias = Literal["visited", "missed", "unreachable", "dead"]

_COLOURS: Final[Mapping[Mark, tuple[str, str]]] = {
    "visited": ("#cfe8d4", "#2e7d4f"),
    "missed": ("#fdf3d5", "#b08a1e"),
    "unreachable": ("#e4e4e4", "#777777"),
    "dead": ("#fbe4e1", "#c0392b"),
}
_DEAD: Final = frozenset(("dead-end", "soft-lock", "no-exit", "loop", "nowhere", "error"))
_LOST: Final = frozenset(("unreachable", "never-available"))


def marks_of(program: Program, coverage: Coverage, exploration: Exploration | None = None) -> dict[str, Mark]:
    """Return the mark of each vertex of a program's graph.

    Args:
        program: the story.
        coverage: what was played.
        exploration: what an explorer found wrong; without it nothing is known of dead ends.
    """
    found: dict[str, Mark] = {}
    visited: set[str] = set()
    for part in CoverageReport.of(program, coverage).parts:
        for row in part.rows:
            one = row.content
            node = f"{one.dialogue}/{one.node}"
            found.setdefault(node, "missed")
            if row.hits or row.offered:
                visited.add(node)
            if one.kind == "reply":
                choice = f"{one.dialogue}.Choice_{one.choice}"
                found.setdefault(choice, "missed")
                found[f"{choice}.{one.id}"] = "visited" if row.hits else "missed"
                if row.offered:
                    visited.add(choice)
    found |= dict.fromkeys(visited, "visited")
    for name, mark in _wrong(program, exploration).items():
        found[name] = mark
    return found


def _wrong(program: Program, exploration: Exploration | None) -> dict[str, Mark]:
    wrong = [] if exploration is None else exploration.findings
    lost = {one.span for one in wrong if one.kind in _LOST}
    dead = [one.span for one in wrong if one.kind in _DEAD]
    found: dict[str, Mark] = {}
    for part in CoverageReport.of(program, Coverage()).parts:
        for row in part.rows:
            if row.content.kind == "reply" and row.content.span in lost:
                found[f"{part.dialogue}.Choice_{row.content.choice}.{row.content.id}"] = "unreachable"
    for name, node in program.nodes.items():
        if node.span in lost:
            found[f"{node.dialogue}/{name}"] = "unreachable"
    starts = sorted((node.span.file, node.span.line, f"{node.dialogue}/{name}") for name, node in program.nodes.items())
    for span in dead:
        inside = [vertex for file, line, vertex in starts if file == span.file and line <= span.line]
        if inside:
            found[inside[-1]] = "dead"
    return found


def marked_mermaid(program: Program, marks: Mapping[str, Mark]) -> str:
    """Draw a program for Mermaid, with marks.

    >>> from talewright.dialogue import compile
    >>> text = marked_mermaid(compile({"A": "title: A\\n---\\nHi.\\n==="}), {"A/A": "visited"})
    >>> text.splitlines()[-1]
    '    class n0 visited'
    """
    graph = graph_of(program)
    rows = [to_mermaid(graph).rstrip("\n")]
    numbers = {vertex.id: f"n{number}" for number, vertex in enumerate(graph.vertices)}
    for mark, names in _by_mark(graph, marks).items():
        fill, line = _COLOURS[mark]
        # the graph has a class of this name for what nothing in it leads to; the game may well start that
        named = "never" if mark == "unreachable" else mark
        rows.append(f"    classDef {named} fill:{fill},stroke:{line}")
        rows.append(f"    class {','.join(numbers[name] for name in names)} {named}")
    return "\n".join(rows) + "\n"


def marked_dot(program: Program, marks: Mapping[str, Mark]) -> str:
    """Draw a program for Graphviz, with marks."""
    graph = graph_of(program)
    rows = [to_dot(graph).rstrip().removesuffix("}").rstrip()]
    for mark, names in _by_mark(graph, marks).items():
        fill, line = _COLOURS[mark]
        for name in names:
            quoted = name.replace("\\", "\\\\").replace('"', '\\"')
            rows.append(f'    "{quoted}" [style=filled, fillcolor="{fill}", color="{line}", tooltip="{mark}"];')
    return "\n".join([*rows, "}"]) + "\n"


def _by_mark(graph: Graph, marks: Mapping[str, Mark]) -> dict[Mark, list[str]]:
    found: dict[Mark, list[str]] = {}
    for mark in _COLOURS:
        names = [vertex.id for vertex in graph.vertices if marks.get(vertex.id) == mark]
        if names:
            found[mark] = names
    return found
