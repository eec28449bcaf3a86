"""The expressions of a program, one after another, and the verbs of their steps.

Decides nothing; it is the one place of this package that goes over every kind of instruction for what it evaluates.
"""

from __future__ import annotations

from collections.abc import Iterator

from talewright.dialogue import Program
from talewright.dialogue.program import (
    BINARY,
    CALL,
    LOAD,
    PUSH,
    UNARY,
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
    Say,
)

__all__ = ["BINARY", "CALL", "LOAD", "PUSH", "UNARY", "codes_of", "codes_of_step"]


def codes_of(program: Program) -> Iterator[Code]:
    """Give every expression of a program."""
    for node in program.nodes.values():
        yield from node.guard.conditions
        for step in node.code:
            yield from codes_of_step(step)
    for variable in program.variables.values():
        if variable.smart is not None:
            yield variable.smart


def codes_of_step(step: Instruction) -> Iterator[Code]:
    """Give every expression of an instruction."""
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
