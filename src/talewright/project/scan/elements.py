"""What one script holds that can have a tag, as plain rows: the form in which scanner and cache keep it.

Decides what the full reader says of one script alone: its elements, or nothing where it does not parse. In a project
without errors the elements of all scripts together are the same, since what several scripts share (titles, groups)
is an error as soon as it would change one of them. Knows no layout: a row has ids, and tags are made of it later, so
that other prefixes never make a row wrong.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias, cast

from talewright.diagnostics import Report, Span
from talewright.dialogue import Element, Source, compile
from talewright.dialogue.syntax import parse

Row: TypeAlias = tuple[str, str, str, str, str, int, int, int, int, tuple[str, ...], str]
"""Kind, id, parent, node, text, the four numbers of the place, former ids, uid: an `Element` without its file."""


def read_rows(source: Source) -> tuple[tuple[Row, ...] | None, Report]:
    """Read a script with the full reader.

    Returns:
        Its rows; or none, where an error is in its syntax, and the findings about that.

    >>> rows, report = read_rows(Source("Smith", "D_Smith.yarn", "title: Forge\\n---\\nHi\\n==="))
    >>> [row[:2] for row in rows], report.errors
    ([('dialogue', 'Smith'), ('subdialogue', 'Forge')], [])
    >>> read_rows(Source("Smith", "D_Smith.yarn", "title: Forge\\n---\\n<<if>>\\n==="))[0] is None
    True
    """
    program = compile([source], strict_targets=False, strict_functions=False)
    if program.report.errors:  # of what it means, perhaps; the parser alone tells, and is asked again as this is rare
        _, report = parse(source)
        if report.errors:
            return None, report
    return tuple(map(row_of, program.elements(source.name))), Report()


def row_of(element: Element) -> Row:
    """Return the row of an element."""
    span = element.span
    place = (span.line, span.column, span.end_line, span.end_column)
    return (
        element.kind, element.id, element.parent, element.node, element.text, *place, element.formerly, element.uid
    )  # fmt: skip


def elements_of_rows(path: str, rows: Iterable[Row]) -> list[Element]:
    """Return the elements of rows of one file."""
    return [
        Element(cast(Any, kind), id_, parent, node, text, Span(path, *place), former, uid)
        for kind, id_, parent, node, text, *place, former, uid in rows
    ]
