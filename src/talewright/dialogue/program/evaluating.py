"""Expressions at work: the steps of a stack become a value (:mod:`.assembling` makes them).

Decides what each operator does with its values (dialogue.md section 6.4): every result a 32-bit float; ``+`` adds two
numbers or joins two strings; order is for numbers; equality is for equal types; **both sides of and, or and xor are
always evaluated**. Variables and functions are asked of the caller. A value of the wrong type ends the dialogue with a
:class:`~talewright.errors.DialogueError` at the place of the expression.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from talewright.dialogue.codes import failure
from talewright.dialogue.program.assembling import BINARY, LOAD, PUSH, UNARY
from talewright.dialogue.program.builtins import type_of
from talewright.dialogue.program.program import Code
from talewright.dialogue.syntax import Value, divide, f32, print_value, remainder


class Misfit(Exception):
    """Values that an operator cannot work with."""


def evaluate(code: Code, load: Callable[[str], Value], call: Callable[[str, list[Value]], Value]) -> Value:
    """Work out a value.

    Args:
        code: the expression.
        load: gives the value of a variable.
        call: calls a function.

    Raises:
        DialogueError: the types do not fit.

    >>> from talewright.dialogue.syntax.expressions import Reader
    >>> from talewright.dialogue.program import assemble
    >>> code = assemble(Reader("f", 1, "1 + 2 * $x > 6 or false", 0).expression())
    >>> evaluate(code, {"$x": 3.0}.__getitem__, lambda name, arguments: 0.0)
    True
    """
    stack: list[Value] = []
    try:
        for verb, what in code.steps:
            if verb == PUSH:
                stack.append(what)
            elif verb == LOAD:
                stack.append(load(what))
            elif verb == BINARY:
                right = stack.pop()
                stack.append(_OPERATORS[what](stack.pop(), right))
            elif verb == UNARY:
                stack.append(_unary(what, stack.pop()))
            else:
                name, count = what
                arguments = stack[len(stack) - count :]
                del stack[len(stack) - count :]
                stack.append(call(name, arguments))
    except Misfit as misfit:
        raise failure("TW-YARN-30", str(misfit), code.span) from None
    return stack[0]


def _unary(operator: str, value: Value) -> Value:
    if operator == "-":
        if type(value) is float:
            return -value
    elif isinstance(value, bool):
        return not value
    raise Misfit(f"{operator} does not work on the {type_of(value)} {print_value(value)!r}")


def _misfit(operator: str, left: Value, right: Value) -> Misfit:
    return Misfit(
        f"{operator} does not work on the {type_of(left)} {print_value(left)!r} "
        f"and the {type_of(right)} {print_value(right)!r}"
    )


def _add(left: Value, right: Value) -> Value:
    if type(left) is float and type(right) is float:
        return f32(left + right)
    if isinstance(left, str) and isinstance(right, str):
        return left + right
    raise _misfit("+", left, right)


def _numeric(operator: str, work: Callable[[float, float], Value]) -> Callable[[Value, Value], Value]:
    def run(left: Value, right: Value) -> Value:
        if type(left) is float and type(right) is float:
            return work(left, right)
        raise _misfit(operator, left, right)

    return run


def _logic(operator: str, work: Callable[[bool, bool], bool]) -> Callable[[Value, Value], Value]:
    def run(left: Value, right: Value) -> Value:
        if isinstance(left, bool) and isinstance(right, bool):
            return work(left, right)
        raise _misfit(operator, left, right)

    return run


def _equal(left: Value, right: Value) -> bool:
    if type(left) is type(right):
        return left == right
    raise _misfit("==", left, right)


_OPERATORS: Final[dict[str, Callable[[Value, Value], Value]]] = {
    "+": _add,
    "-": _numeric("-", lambda left, right: f32(left - right)),
    "*": _numeric("*", lambda left, right: f32(left * right)),
    "/": _numeric("/", divide),
    "%": _numeric("%", remainder),
    "<": _numeric("<", lambda left, right: left < right),
    "<=": _numeric("<=", lambda left, right: left <= right),
    ">": _numeric(">", lambda left, right: left > right),
    ">=": _numeric(">=", lambda left, right: left >= right),
    "==": _equal,
    "!=": lambda left, right: not _equal(left, right),
    "&&": _logic("and", lambda left, right: left and right),
    "||": _logic("or", lambda left, right: left or right),
    "^": _logic("xor", lambda left, right: left != right),
}
