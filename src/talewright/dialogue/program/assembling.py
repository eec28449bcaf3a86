"""Expressions as code: a tree becomes steps for a stack; and which expressions a program has.

Decides the verbs of the steps, and is the one place that goes over every kind of instruction for what it evaluates.
What the steps do is decided in :mod:`.evaluating`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

from talewright.diagnostics import Span
from talewright.dialogue import syntax
from talewright.dialogue.program.program import (
    Assign,
    Branch,
    Call,
    ChoiceContent,
    Code,
    Command,
    Detour,
    Instruction,
    Jump,
    Offer,
    Pick,
    Program,
    Say,
)
from talewright.dialogue.syntax import Value

PUSH: Final = 0
LOAD: Final = 1
CALL: Final = 2
UNARY: Final = 3
BINARY: Final = 4

Members: TypeAlias = Mapping[Span, Value]
_NO_MEMBERS: Final[Members] = {}


def assemble(expression: syntax.Expression, source: str = "", *, members: Members = _NO_MEMBERS) -> Code:
    """Put an expression into the order of a stack; ``members`` are the raw values of cases of enums, by their place."""
    steps: list[tuple[int, Any]] = []
    _assemble(expression, steps, members)
    return Code(tuple(steps), source, expression.span)


def compound(target: syntax.Variable, operator: str, value: syntax.Expression) -> syntax.Expression:
    """Return the expression of ``$x += value`` and its like: the operator over the variable and the value."""
    return syntax.Binary(operator, target, value, value.span)


def _assemble(expression: syntax.Expression, steps: list[tuple[int, Any]], members: Members) -> None:
    match expression:
        case syntax.Literal():
            steps.append((PUSH, expression.value))
        case syntax.Variable():
            steps.append((LOAD, expression.name))
        case syntax.Call():
            for argument in expression.arguments:
                _assemble(argument, steps, members)
            steps.append((CALL, (expression.name, len(expression.arguments))))
        case syntax.Unary():
            _assemble(expression.operand, steps, members)
            steps.append((UNARY, expression.operator))
        case syntax.Binary():
            _assemble(expression.left, steps, members)
            _assemble(expression.right, steps, members)
            steps.append((BINARY, expression.operator))
        case syntax.Member():
            # One that fits no enum is an error of the report; a program with errors may still be tried.
            steps.append((PUSH, members.get(expression.span, expression.name)))


def complexity(code: Code) -> int:
    """Count what a condition asks for: 1, and 1 for every and, or and xor in it (dialogue.md section 6.9)."""
    return 1 + sum(1 for verb, what in code.steps if verb == BINARY and what in ("&&", "||", "^"))


def codes_of(program: Program) -> Iterator[Code]:
    """Yield every expression of a program."""
    for node in program.nodes.values():
        yield from node.guard.conditions
        for step in node.code:
            yield from codes_of_step(step)
    for variable in program.variables.values():
        if variable.smart is not None:
            yield variable.smart


def codes_of_step(step: Instruction) -> Iterator[Code]:
    """Yield every expression of an instruction."""
    match step:
        case Say(line=line):
            yield from line.holes
        case Offer(choice=choice):
            yield from _codes_of_choice(choice)
        case Command(command=command):
            yield from command.holes
        case Branch(condition=condition):
            yield condition
        case Assign(value=value):
            yield value
        case Call(arguments=arguments):
            yield from arguments
        case Jump(target=target) | Detour(target=target):
            if isinstance(target, Code):
                yield target
        case Pick(items=items):
            for item in items:
                yield from item.guard.conditions
        case _:
            pass


def _codes_of_choice(choice: ChoiceContent) -> Iterator[Code]:
    for option in choice.options:
        if option.condition is not None:
            yield option.condition
        yield from option.holes
