"""Which different values of a name are the same to a program: how the explorer keeps its states few.

Decides what is exact: a counter that only grows, and is only compared with numbers in the text, is the same above the
largest of them; how often a node was left counts up to what somebody asks for; of the views of a group only their
differences matter. Whatever is used in another way keeps its value, and is what makes an exploration large.
"""

from __future__ import annotations

import math
from typing import Any, Final

from talewright.dialogue import Program
from talewright.dialogue.program import (
    BINARY,
    CALL,
    LOAD,
    PUSH,
    Assign,
    Code,
    Instruction,
    Pick,
    codes_of,
    codes_of_step,
)
from talewright.dialogue.syntax import VIEWS, VISITS
from talewright.testing.exploring.flow import COUNTED

_COMPARE: Final = frozenset(("<", "<=", ">", ">=", "==", "!="))
_Token = tuple[str, ...]


class Counters:
    """Brings values together that no instruction tells apart.

    Args:
        program: what is played.
        fixed: variables whose values come from outside.
    """

    def __init__(self, program: Program, fixed: frozenset[str] = frozenset()) -> None:
        self._limits: dict[str, tuple[float, float]] = {}
        uses = _Uses(program)
        for name, variable in program.variables.items():
            if variable.smart is None and isinstance(variable.default, float) and name not in fixed:
                self._limit_variable(uses, name)
        for title in (*program.nodes, *program.groups):
            self._limit_count(uses, VISITS + title, ("visited_count", title))
        for token in uses.compared:
            if token[0] in ("plays", "selected"):
                self._limit_count(uses, f"{COUNTED}{token[0]}:{token[1]}", token)
        self._groups = _groups(program)

    def _limit_variable(self, uses: _Uses, name: str) -> None:
        token = (name,)
        if token in uses.unclear or not uses.given.get(name):
            return
        signs: set[int] = set()
        for code in uses.given[name]:
            sign = _growth(code, name)
            if sign is None:
                return
            signs.add(sign)
        compared = uses.compared.get(token, [0.0])
        low, high = min(compared) - 1, max(compared) + 1
        self._limits[name] = (-math.inf if -1 not in signs else low, math.inf if 1 not in signs else high)
        if {1, -1} <= signs:
            del self._limits[name]

    def _limit_count(self, uses: _Uses, name: str, token: _Token) -> None:
        if ("visited_count",) in uses.unclear and token[0] == "visited_count":
            return
        if token not in uses.unclear:
            self._limits[name] = (-math.inf, max([0.0, *uses.compared.get(token, [])]) + 1)

    def limit(self, name: str) -> tuple[float, float] | None:
        """Return the bounds beyond which the values of a name are all the same, if it has any."""
        return self._limits.get(name)

    def group(self, name: str) -> tuple[str, ...]:
        """Return the names whose views are compared with those of a content, its own among them."""
        return self._groups.get(name, (name,))


class _Uses:
    """How a program uses the values of names: compared with which literals, or in another way."""

    def __init__(self, program: Program) -> None:
        self.compared: dict[_Token, list[float]] = {}
        self.unclear: set[_Token] = set()
        self.given: dict[str, list[Code]] = {}
        own: set[int] = set()
        printed: set[int] = set()
        for node in program.nodes.values():
            for step in node.code:
                if isinstance(step, Assign):
                    self.given.setdefault(step.name, []).append(step.value)
                    if _growth(step.value, step.name) is not None:
                        own.add(id(step.value))
                printed |= _printed(step)
        for code in codes_of(program):
            if id(code) not in own and id(code) not in printed:
                self._go_over(code)

    def _go_over(self, code: Code) -> None:
        stack: list[_Token | float | None] = []
        literals: list[str | None] = []
        for verb, what in code.steps:
            if verb == PUSH:
                stack.append(what if isinstance(what, float) and not isinstance(what, bool) else None)
                literals.append(what if isinstance(what, str) else None)
                continue
            if verb == LOAD:
                stack.append((what,))
            elif verb == CALL:
                stack.append(self._call(what, stack, literals))
            elif verb == BINARY:
                right, left = stack.pop(), stack.pop()
                self._binary(what, left, right)
                stack.append(None)
            else:
                value = stack.pop()
                self._lose(value)
                stack.append(-value if isinstance(value, float) and what == "-" else None)
            literals.append(None)
        for rest in stack:
            self._lose(rest)

    def _call(self, what: tuple[str, int], stack: list[_Token | float | None], literals: list[str | None]) -> Any:
        name, count = what
        taken = stack[len(stack) - count :] if count else []
        del stack[len(stack) - count :]
        for one in taken:
            self._lose(one)
        if name in ("visited_count", "plays", "selected"):
            argument = literals[-1] if count == 1 else None
            if argument is not None:
                return (name, argument)
            self.unclear.add((name,))
        return None

    def _binary(self, operator: str, left: _Token | float | None, right: _Token | float | None) -> None:
        for one, other in ((left, right), (right, left)):
            if isinstance(one, tuple):
                if operator in _COMPARE and isinstance(other, float):
                    self.compared.setdefault(one, []).append(other)
                else:
                    self.unclear.add(one)

    def _lose(self, one: _Token | float | None) -> None:
        if isinstance(one, tuple):
            self.unclear.add(one)


def _growth(code: Code, name: str) -> int | None:
    """Tell whether an assignment lets a variable grow (1), shrink (-1) or sets it (0); None for anything else."""
    steps = code.steps
    if len(steps) == 1 and steps[0][0] == PUSH:
        return 0
    if len(steps) == 3 and steps[0] == (LOAD, name) and steps[1][0] == PUSH and steps[2][0] == BINARY:
        by = steps[1][1]
        if isinstance(by, float) and steps[2][1] in ("+", "-") and math.isfinite(by):
            return (1 if by > 0 else -1 if by < 0 else 0) * (1 if steps[2][1] == "+" else -1)
    return None


def _printed(step: Instruction) -> set[int]:
    """Return the expressions whose value is only shown: they call nothing that could fail."""
    if type(step).__name__ not in ("Say", "Command", "Offer"):
        return set()
    conditions = {id(o.condition) for o in step.choice.options} if hasattr(step, "choice") else set()
    codes = [code for code in codes_of_step(step) if id(code) not in conditions]
    return {id(code) for code in codes if all(verb != CALL for verb, _ in code.steps)}


def _groups(program: Program) -> dict[str, tuple[str, ...]]:
    """Return the contents whose views are compared with each other, by each of their names."""
    found: dict[str, set[str]] = {}
    listed: list[list[str]] = [
        [item.guard.id for item in step.items]
        for node in program.nodes.values()
        for step in node.code
        if isinstance(step, Pick)
    ]
    listed += [[program.nodes[name].guard.id for name in group.members] for group in program.groups.values()]
    for dialogue in program.dialogues.values():
        names = {s for name in dialogue.nodes for s in program.nodes[name].selectors}
        listed += [[program.nodes[n].guard.id for n in program.candidates(dialogue.name, s)] for s in sorted(names)]
    for group in listed:
        joined = {VIEWS + one for one in group}
        for one in list(joined):
            joined |= found.get(one, set())
        found |= dict.fromkeys(joined, joined)
    return {name: tuple(sorted(names)) for name, names in found.items()}
