"""What only a whole project can tell: nodes and variables that nothing uses, circles, speakers that nobody knows.

Decides the findings that Yarn gives in its editor alone (dialogue.md section 6.14). They are notes, no mistakes: a host
may start any node by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from talewright.diagnostics import Report
from talewright.dialogue import syntax
from talewright.dialogue.checking.naming import Names
from talewright.dialogue.codes import finding
from talewright.dialogue.program import Detour, Jump, Program, Say, Select
from talewright.dialogue.syntax import statements_of
from talewright.names import Near


def check_whole(
    program: Program,
    names: Names,
    unused: Iterable[syntax.DeclareStatement],
    characters: frozenset[str] | None,
    *,
    whole: bool,
) -> Report:
    """Find what nothing uses, and who is unknown."""
    report = Report()
    if whole:
        for declare in unused:
            message = f"{declare.target.name} is declared, and nothing uses it"
            report.append(finding("YS0010", message, declare.target.span, "remove it, or use it"))
        _unreferenced(report, program)
        _circles(report, names)
    if characters is not None:
        _speakers(report, program, characters)
    return report


def _unreferenced(report: Report, program: Program) -> None:
    reached: set[str] = set()
    for node in program.nodes.values():
        for step in node.code:
            if isinstance(step, (Jump, Detour)) and isinstance(step.target, str) and step.target != node.title:
                reached.add(step.target)
            elif isinstance(step, Select):
                found = program.subdialogue(node.dialogue, step.selector)
                reached.update((found,) if found else program.candidates(node.dialogue, step.selector))
    for dialogue in program.dialogues.values():
        first = program.nodes[dialogue.nodes[0]].title if dialogue.nodes else ""
        for name in dialogue.nodes:
            node = program.nodes[name]
            if node.title not in reached and name not in reached and node.title != first and not node.selectors:
                message = f"no jump, detour or selector leads to {name}"
                report.append(finding("YS0009", message, node.span, "start it from code, lead to it, or remove it"))


def _circles(report: Report, names: Names) -> None:
    """Find circles of jumps that nothing leads out of: each node has one jump, for sure, and ends nowhere else."""
    sure = {name: target for name, one in names.nodes.items() if (target := _sure_target(one.node))}
    seen: set[str] = set()
    for start in sure:
        path: list[str] = []
        here: str | None = start
        while here is not None and here not in seen:
            seen.add(here)
            path.append(here)
            here = sure.get(here)
        if here is not None and here in path:
            circle = [*path[path.index(here) :], here]
            message = f"nothing leads out of this circle: {' -> '.join(circle)}"
            hint = "give it a condition, an option or a <<stop>>"
            report.append(finding("YS0015", message, names.nodes[here].node.span, hint))


def _sure_target(node: syntax.Node) -> str | None:
    target: str | None = None
    for statement in statements_of(node.body):
        if isinstance(statement, (syntax.StopStatement, syntax.ReturnStatement, syntax.OptionGroup)):
            return None
        if isinstance(statement, syntax.JumpStatement):
            outside = all(one is not statement for one in node.body)
            if target is not None or not isinstance(statement.target, str) or outside:
                return None
            target = statement.target
    return target


def _speakers(report: Report, program: Program, characters: frozenset[str]) -> None:
    near = Near()
    for line in _lines(program):
        if line.line.speaker is None or any(not isinstance(piece, str) for piece in line.line.speaker.pieces):
            continue
        name = line.line.speaker.fill(()).strip()
        if name and name not in characters:
            hint = near(name, characters) or r"a colon names a speaker; write \: for the character itself"
            report.append(finding("YS0016", f"nobody is called {name!r}", line.line.span, hint))


def _lines(program: Program) -> Iterator[Say]:
    return (step for node in program.nodes.values() for step in node.code if isinstance(step, Say))
