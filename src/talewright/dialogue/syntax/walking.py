"""Goes over the statements of a body, deeper blocks included, in the order of the text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from talewright.dialogue.syntax import nodes as syntax


def statements_of(body: Sequence[syntax.Statement]) -> Iterator[syntax.Statement]:
    """Give every statement of a body, each before what stands inside it."""
    for statement in body:
        yield statement
        for inner in blocks_of(statement):
            yield from statements_of(inner)


def blocks_of(statement: syntax.Statement) -> Iterator[Sequence[syntax.Statement]]:
    """Give the blocks that stand directly inside a statement."""
    match statement:
        case syntax.OptionGroup():
            yield from (option.body for option in statement.options)
        case syntax.LineGroup():
            yield from (item.body for item in statement.items)
        case syntax.IfStatement():
            yield from (clause.body for clause in statement.clauses)
        case syntax.OnceStatement():
            yield statement.body
            yield statement.otherwise
        case _:
            pass
