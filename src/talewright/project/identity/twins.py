"""Names that only their case tells apart, and that a save could not: variables, nodes, ids of lines and options.

A save is config text, where section names ignore case, while the language of the dialogues does not (`$gold` and
`$Gold` are two variables). So such twins are an error when the project is opened, not when a player saves.
"""

from __future__ import annotations

from collections.abc import Iterator

from talewright.diagnostics import Report, Span
from talewright.dialogue import Program
from talewright.dialogue.program import Offer, Say
from talewright.names import fold


def check_twins(program: Program, report: Report) -> None:
    """Report every name that differs from an earlier one only in case."""
    first: dict[str, tuple[str, Span]] = {}
    for name, what, span in _names(program):
        known, place = first.setdefault(f"{what} {fold(name)}", (name, span))
        if known != name:
            report.add(
                "TW-PROJ-12",
                "error",
                f"the {what} {name} differs only in case from {known} at {place}",
                "a save ignores case: give one of them another name",
                span,
            )


def _names(program: Program) -> Iterator[tuple[str, str, Span]]:
    for variable in program.variables.values():
        yield variable.name, "variable", variable.span
    for title, group in program.groups.items():
        yield title, "title", program.nodes[group.members[0]].span
    for node in program.nodes.values():
        yield node.name, "title", node.span
        for step in node.code:
            match step:
                case Say(line=line) if line.explicit:
                    yield line.id, "id", line.span
                case Offer(choice=choice):
                    yield from ((o.id, "id", o.span) for o in choice.options if o.explicit)
