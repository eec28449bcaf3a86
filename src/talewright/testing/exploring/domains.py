"""What the host may answer: the values of variables and functions that the game sets, declared or guessed.

Decides how a domain is written (``$gold in 0,1,50``, ``has_item in true,false``, ``$name in "Ann","Bo"``) and what is
assumed of a function that nobody declared: both truth values; the numbers that the scripts compare its result with, and
their neighbours; the texts that they compare it with, and one that they do not. An explorer asks for every value of a
domain, so domains are small.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from talewright.dialogue import BUILTINS, Program
from talewright.dialogue.program import BINARY, CALL, LOAD, PUSH, Assign, Code, codes_of
from talewright.dialogue.syntax import Value, f32
from talewright.errors import Misuse
from talewright.names import did_you_mean

_DOMAIN: Final = re.compile(r"\s*(\$?[^\W\d][\w.]*)(?:\(\))?\s+in\s+(.+)", re.DOTALL)
_VALUE: Final = re.compile(r'\s*+(?:"((?:[^"\\]|\\.)*)"\s*|([^,"]*+))(,|$)')
_NUMBER: Final = re.compile(r"[+-]?([0-9]++\.?[0-9]*|\.[0-9]+)")
_COMPARE: Final = frozenset(("<", "<=", ">", ">=", "==", "!="))
#: What a text is that no script compares anything with.
OTHER: Final = "(any other text)"
_HINT: Final = "$gold in 0,1,50"


@dataclass(frozen=True, slots=True)
class Domain:
    """The values that the host may give to a variable, or that one of its functions may return.

    Attributes:
        name: of the variable, with its ``$``, or of the function.
        values: in the order in which they are tried.
    """

    name: str
    values: tuple[Value, ...]

    @classmethod
    def parse(cls, text: str) -> Domain:
        """Read a declaration.

        Raises:
            Misuse: it is none.

        >>> Domain.parse("$gold in 0,1,50")
        Domain(name='$gold', values=(0.0, 1.0, 50.0))
        >>> Domain.parse("has_item() in true, false").values
        (True, False)
        >>> Domain.parse('$name in "Ann, the smith",Bo').values
        ('Ann, the smith', 'Bo')
        """
        found = _DOMAIN.fullmatch(text)
        if found is None:
            raise Misuse(f"{text!r} declares no values", hint=f"write {_HINT!r}, or 'has_item in true,false'")
        values: dict[tuple[type, Value], Value] = {}  # 1 and true are two values
        at = 0
        rest = found[2].strip()
        while True:
            match = _VALUE.match(rest, at)
            if match is None or (match[1] is None and not match[2].strip()):
                raise Misuse(f"{text!r} has an empty or a broken value", hint=f"write {_HINT!r}")
            value = _value(match[2].strip()) if match[1] is None else re.sub(r"\\(.)", r"\1", match[1])
            values.setdefault((type(value), value), value)
            at = match.end()
            if not match[3]:
                break
        if len({kind for kind, _ in values}) > 1:
            raise Misuse(f"the values of {found[1]} are of several types", hint="numbers, or texts, or true,false")
        return cls(found[1], tuple(values.values()))

    def __str__(self) -> str:
        return f"{self.name} in {','.join(map(written, self.values))}"


def _value(word: str) -> Value:
    if word in ("true", "false"):
        return word == "true"
    return f32(float(word)) if _NUMBER.fullmatch(word) else word


def written(value: Value) -> str:
    """Write a value as scripts do.

    >>> written(2.0), written(True), written("a")
    ('2', 'true', '"a"')
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return f"{value:g}" if value == int(value) and abs(value) < 1e6 else repr(value)


def fitted(program: Program, domain: Domain) -> Domain:
    """Return a domain with values of the type that its variable has; an enum's may be the names of its cases.

    Raises:
        Misuse: no script has the variable or calls the function, or a value does not fit it.
    """
    if not domain.name.startswith("$"):
        called = {use.name for use in program.functions}
        if domain.name in BUILTINS:
            hint = "declare what the game answers: its variables, and its own functions"
            raise Misuse(f"{domain.name} belongs to the language, and no game answers it", hint=hint)
        if domain.name not in called:
            hint = did_you_mean(domain.name, called)
            raise Misuse(f"no script calls the function {domain.name}", hint=hint or "a variable begins with $")
        return domain
    variable = program.variables.get(domain.name)
    if variable is None:
        hint = did_you_mean(domain.name, program.variables)
        raise Misuse(f"no script has the variable {domain.name}", hint=hint or "declare it in a script")
    if variable.smart is not None:
        hint = "declare what it is worked out from"
        raise Misuse(f"{domain.name} is worked out by the scripts, and no game sets it", hint=hint)
    cases = variable.cases or {}
    values = tuple(cases.get(str(value), value) if isinstance(value, str) else value for value in domain.values)
    if isinstance(variable.default, str):
        values = tuple(value if isinstance(value, str) else written(value) for value in values)
    for value in values:
        if type(value) is not type(variable.default):
            raise Misuse(f"{domain.name} cannot be {written(value)}", hint=f"it is like {written(variable.default)}")
    return Domain(domain.name, values)


def guess_functions(program: Program, known: Iterable[str] = ()) -> list[Domain]:
    """Guess what the host's functions may return, from what the scripts do with it.

    Args:
        program: the scripts.
        known: functions that need no guess.

    >>> from talewright.dialogue import compile
    >>> text = "title: A\\n---\\n<<if gold() >= 5>>\\nRich.\\n<<endif>>\\n==="
    >>> [str(domain) for domain in guess_functions(compile({"A": text}))]
    ['gold in 4,5,6']
    """
    known = set(known)
    found: dict[str, Domain] = {}
    for use in program.functions:
        if use.name in known or use.name in found:
            continue
        compared = list(_compared(program, use.name))
        found[use.name] = Domain(use.name, _values(use.returns, compared))
    return list(found.values())


def guess_variables(program: Program, known: Iterable[str] = ()) -> list[Domain]:
    """Guess what the host may set of the variables that scripts read and never set.

    >>> from talewright.dialogue import compile
    >>> text = "title: A\\n---\\n<<declare $key = false>>\\n<<if $key>>\\nOpen.\\n<<endif>>\\n==="
    >>> [str(domain) for domain in guess_variables(compile({"A": text}))]
    ['$key in false,true']
    """
    known = set(known)
    found: list[Domain] = []
    for name in host_variables(program):
        variable = program.variables[name]
        if name in known:
            continue
        if variable.cases:
            values: tuple[Value, ...] = tuple(dict.fromkeys((variable.default, *variable.cases.values())))
        else:
            values = _values(variable.type or "", [variable.default, *_compared(program, name)])
        found.append(Domain(name, values))
    return found


def host_variables(program: Program) -> list[str]:
    """Return the variables that scripts read and no script sets: only the host can change them."""
    given = {step.name for node in program.nodes.values() for step in node.code if isinstance(step, Assign)}
    read = {what for code in codes_of(program) for verb, what in code.steps if verb == LOAD}
    return [n for n, v in program.variables.items() if v.smart is None and n in read and n not in given]


def _values(kind: str, compared: list[Value]) -> tuple[Value, ...]:
    texts = [one for one in compared if isinstance(one, str)]
    if kind == "Bool" or (not kind and not compared):
        return (False, True)
    if kind == "String" or (texts and kind != "Number"):
        return (*dict.fromkeys(texts), OTHER)
    numbers = {float(one) for one in compared if isinstance(one, float)}
    if not numbers:
        return (0.0, 1.0)
    return tuple(sorted({near for number in numbers for near in (number - 1, number, number + 1)}))


def _compared(program: Program, name: str) -> Iterator[Value]:
    for code in codes_of(program):
        yield from _literals(code, name)


def _literals(code: Code, name: str) -> Iterator[Value]:
    """Yield the literals that an expression compares a variable or a call with.

    The steps are gone over as a stack of what each place holds: the name, a literal, or neither.
    """
    stack: list[tuple[bool, Value | None]] = []
    for verb, what in code.steps:
        if verb == PUSH:
            stack.append((False, what))
        elif verb == LOAD:
            stack.append((what == name, None))
        elif verb == CALL:
            del stack[len(stack) - what[1] :]
            stack.append((what[0] == name, None))
        elif verb == BINARY:
            right, left = stack.pop(), stack.pop()
            if what in _COMPARE:
                for one, other in ((left, right), (right, left)):
                    if one[0] and other[1] is not None:
                        yield other[1]
            stack.append((False, None))
        else:
            value = stack.pop()[1] if stack else None
            negated = -value if isinstance(value, float) and what == "-" else None
            stack.append((False, negated))
