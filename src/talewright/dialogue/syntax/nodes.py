"""The tree of a script: what the reader makes and what checker and compiler read.

Decides the shape of the language, nothing of its meaning. All parts are immutable and know their place. Expressions are
a tree of bounded height; statements nest to a bounded depth (the reader sees to both), so walking them may recurse.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from talewright.diagnostics import Span

# Expressions ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Literal:
    """A number (already a 32-bit float), a string or a boolean."""

    value: bool | float | str
    span: Span


@dataclass(frozen=True, slots=True)
class Variable:
    """``$name``; the name keeps its ``$``."""

    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class Call:
    """``name(arguments)``."""

    name: str
    arguments: tuple[Expression, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Unary:
    """``-`` or ``!`` and its operand."""

    operator: str
    operand: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Binary:
    """Two operands; the operator is spelt as a symbol (``and`` is ``&&``, ``eq`` is ``==``)."""

    operator: str
    left: Expression
    right: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Member:
    """A case of an enum: ``Type.Member``, or ``.Member`` (the type name is then empty, and the context decides)."""

    type_name: str
    name: str
    span: Span


Expression: TypeAlias = Literal | Variable | Call | Unary | Binary | Member


@dataclass(frozen=True, slots=True)
class Condition:
    """What decides whether a line, an option or a block runs.

    Attributes:
        expression: of ``<<if e>>``, or None.
        once: whether it says ``once``.
        source: the text of the expression, as players may read it.
    """

    expression: Expression | None
    once: bool
    source: str
    span: Span


# Text -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Text:
    """Text with ``{expressions}`` in it.

    Attributes:
        pieces: texts and expressions in their order. In the texts of lines and options a backslash always escapes the
            character behind it (``\\\\``, ``\\:``, ``\\[``, ``\\]``): these escapes belong to the markup stage.
        source: the text as written, trimmed.
    """

    pieces: tuple[str | Expression, ...]
    source: str
    span: Span


@dataclass(frozen=True, slots=True)
class Hashtag:
    """``#text``, without the ``#``."""

    text: str
    span: Span


# Statements -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LineStatement:
    """A line that somebody says."""

    text: Text
    condition: Condition | None
    tags: tuple[Hashtag, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class OptionStatement:
    """One ``->`` or ``=>`` of a group, with what happens when it is chosen."""

    text: Text
    condition: Condition | None
    tags: tuple[Hashtag, ...]
    body: tuple[Statement, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """Consecutive options of one level."""

    options: tuple[OptionStatement, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class LineGroup:
    """Consecutive ``=>`` of one level: one of them runs, or none."""

    items: tuple[OptionStatement, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Clause:
    """One branch of an ``if``; ``else`` has no condition."""

    condition: Condition | None
    body: tuple[Statement, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class IfStatement:
    """``if``, ``elseif``..., ``else``, ``endif``."""

    clauses: tuple[Clause, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class OnceStatement:
    """``once``, ``else``, ``endonce``."""

    condition: Condition
    body: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class SetStatement:
    """``set $name = e``; the operator of ``+=`` and its like is kept apart, and is empty for ``=`` and ``to``."""

    target: Variable
    operator: str
    value: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class DeclareStatement:
    """``declare $name = value as Type``; the type is empty where it is left out.

    A ``smart`` one is no literal and no case of an enum (``(1)`` in parentheses is none either): it has no value of its
    own and is worked out at every read.
    """

    target: Variable
    value: Expression
    type_name: str
    smart: bool
    span: Span


@dataclass(frozen=True, slots=True)
class CallStatement:
    """``call f(...)``: the result is dropped."""

    call: Call
    span: Span


@dataclass(frozen=True, slots=True)
class JumpStatement:
    """``jump Node`` or ``jump {expression}``."""

    target: str | Expression
    target_span: Span
    span: Span


@dataclass(frozen=True, slots=True)
class DetourStatement:
    """``detour Node`` or ``detour {expression}``: as a jump, and back behind it."""

    target: str | Expression
    target_span: Span
    span: Span


@dataclass(frozen=True, slots=True)
class ReturnStatement:
    """``return``: back behind the detour, or the end."""

    span: Span


@dataclass(frozen=True, slots=True)
class EnumCase:
    """``case Name`` or ``case Name = value``."""

    name: str
    value: Expression | None
    span: Span


@dataclass(frozen=True, slots=True)
class EnumStatement:
    """``enum Name``, its cases, ``endenum``; ``name_span`` is the place of the name."""

    name: str
    cases: tuple[EnumCase, ...]
    name_span: Span
    span: Span


@dataclass(frozen=True, slots=True)
class CommandStatement:
    """Any other ``<<...>>``: the host's."""

    text: Text
    tags: tuple[Hashtag, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class StopStatement:
    """``stop``: the dialogue ends at once."""

    span: Span


Statement: TypeAlias = (
    LineStatement
    | OptionGroup
    | LineGroup
    | IfStatement
    | OnceStatement
    | SetStatement
    | DeclareStatement
    | CallStatement
    | JumpStatement
    | DetourStatement
    | ReturnStatement
    | EnumStatement
    | CommandStatement
    | StopStatement
)


# Files ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Header:
    """``key: value`` above the ``---`` of a node."""

    key: str
    value: str
    span: Span
    value_span: Span


@dataclass(frozen=True, slots=True)
class Node:
    """A node: headers and a body.

    Attributes:
        title: empty where it is missing or wrong; such a node is checked and not played.
        subtitle: of a member of a node group; empty where it has none.
        when: the conditions of its ``when:`` headers; ``always`` has neither expression nor once.
        normal: the body without indentation, comments and blank rows, with block marks: what its digest is made of.
        span: of the title, or of the first header.
    """

    title: str
    subtitle: str
    when: tuple[Condition, ...]
    headers: tuple[Header, ...]
    body: tuple[Statement, ...]
    normal: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Script:
    """A file: its hashtags and its nodes."""

    file: str
    tags: tuple[Hashtag, ...]
    nodes: tuple[Node, ...]


# Going over them ------------------------------------------------------------------------------------------------------


def statements_of(body: Sequence[Statement]) -> Iterator[Statement]:
    """Yield every statement of a body, each before what stands inside it."""
    for statement in body:
        yield statement
        for inner in blocks_of(statement):
            yield from statements_of(inner)


def blocks_of(statement: Statement) -> Iterator[Sequence[Statement]]:
    """Yield the blocks that stand directly inside a statement."""
    match statement:
        case OptionGroup():
            yield from (option.body for option in statement.options)
        case LineGroup():
            yield from (item.body for item in statement.items)
        case IfStatement():
            yield from (clause.body for clause in statement.clauses)
        case OnceStatement():
            yield statement.body
            yield statement.otherwise
        case _:
            pass
