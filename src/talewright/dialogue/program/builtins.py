"""The functions that the language itself has (dialogue.md section 6.12).

Decides their parameters, their results and what they make of bad values. Those that read visits or draw numbers ask the
:class:`World` that they are given: the player. All are pure but for that. ``random_range`` includes both ends and gives
whole steps; ``random_range_float`` gives a real float; ``round`` is half to even; ``format`` knows ``{0}`` and the
patterns F, D and N, in the invariant form.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal
from random import Random
from typing import Any, Final, Protocol

from talewright.dialogue.program.program import TypeName
from talewright.dialogue.syntax import Value, f32, print_number, print_value


class World(Protocol):
    """What a function may ask of the running dialogue."""

    def visits(self, title: str) -> int:
        """How many times the node was left."""

    def has_content(self, title: str) -> bool:
        """Whether a jump to this title would show anything."""

    def random(self) -> Random:
        """The stream that draws for what is running."""


class BadValue(Exception):
    """A function cannot work with the values that it was given."""


@dataclass(frozen=True, slots=True)
class Builtin:
    """A function of the language; a parameter of type None takes any value."""

    parameters: tuple[TypeName | None, ...]
    returns: TypeName
    call: Callable[..., Value]


def _string(world: World, value: Value) -> str:
    return print_value(value)


def _number(world: World, value: Value) -> float:
    if not isinstance(value, str):
        return f32(float(value))
    text = value.strip()
    if not re.fullmatch(r"[+-]?(\d++\.?\d*|\.\d+)([eE][+-]?\d+)?", text, re.ASCII):
        raise BadValue(f"{value!r} is no number")
    return f32(float(text))


def _bool(world: World, value: Value) -> bool:
    if not isinstance(value, str):
        return bool(value)
    text = value.strip().lower()
    if text not in ("true", "false"):
        raise BadValue(f"{value!r} is neither true nor false")
    return text == "true"


#: Room for every figure of the largest number with the most places that a pattern can ask for.
_WIDE: Final = Context(prec=200)

_HOLE = re.compile(r"\{\{|\}\}|\{0(?::([A-Za-z])(\d{0,2}))?\}|[{}]")


def _format(world: World, pattern: str, value: Value) -> str:
    """Put a value into a pattern.

    >>> _format(None, "{0:F2} of {0:N0} ({0:D3})", 12.0)
    '12.00 of 12 (012)'
    """

    def fill(found: re.Match[str]) -> str:
        text = found[0]
        if text in ("{{", "}}"):
            return text[0]
        if text in ("{", "}"):
            raise BadValue(
                f"format does not know the pattern {pattern!r}; it knows {{0}}, {{0:F2}}, {{0:D3}}, {{0:N0}}"
            )
        return _format_one(value, (found[1] or "").upper(), found[2] or "") if found[1] else print_value(value)

    return _HOLE.sub(fill, pattern)


def _format_one(value: Value, kind: str, digits: str) -> str:
    if isinstance(value, (bool, str)) or not math.isfinite(value):
        raise BadValue(f"{print_value(value)!r} cannot be formatted as a number")
    if kind == "D":
        if value != int(value):
            raise BadValue(f"{print_number(value)} is not whole; D formats whole numbers")
        return f"{'-' if value < 0 else ''}{abs(int(value)):0{int(digits or 1)}d}"
    if kind not in ("F", "N"):
        raise BadValue(f"format does not know {kind}{digits}; it knows F, D and N")
    places = int(digits or 2)
    exact = Decimal(value).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP, _WIDE)
    return f"{exact:,.{places}f}" if kind == "N" else f"{exact:.{places}f}"


def _whole(value: float, what: str) -> int:
    if not math.isfinite(value):
        raise BadValue(f"{what} cannot be {print_number(value)}")
    return int(value)


def _random_range(world: World, low: float, high: float) -> float:
    steps = _whole(high - low, "the range of random_range")
    if steps < 0:
        raise BadValue("the first bound of random_range is above the second")
    return f32(low + world.random().randint(0, steps))


def _random_range_float(world: World, low: float, high: float) -> float:
    _whole(high - low, "the range of random_range_float")
    return f32(low + (high - low) * world.random().random())


def _dice(world: World, sides: float) -> float:
    count = _whole(sides, "the sides of a dice")
    if count < 1:
        raise BadValue("a dice needs at least one side")
    return float(world.random().randint(1, count))


def _round_places(world: World, value: float, places: float) -> float:
    return f32(round(value, _whole(places, "the places of round_places"))) if math.isfinite(value) else value


def _rounding(to_whole: Callable[[float], int]) -> Callable[[World, float], float]:
    def rounded(world: World, value: float) -> float:
        return f32(float(to_whole(value))) if math.isfinite(value) else value

    return rounded


def _smaller(world: World, one: float, other: float) -> float:
    return min(one, other)


def _larger(world: World, one: float, other: float) -> float:
    return max(one, other)


def _decimal(world: World, value: float) -> float:
    return f32(value - math.trunc(value)) if math.isfinite(value) else 0.0


def _up(value: float) -> int:
    return math.floor(value) + 1


def _down(value: float) -> int:
    return math.ceil(value) - 1


BUILTINS: Final[dict[str, Builtin]] = {
    "visited": Builtin(("String",), "Bool", lambda world, title: world.visits(title) > 0),
    "visited_count": Builtin(("String",), "Number", lambda world, title: float(world.visits(title))),
    "has_any_content": Builtin(("String",), "Bool", lambda world, title: world.has_content(title)),
    "string": Builtin((None,), "String", _string),
    "number": Builtin((None,), "Number", _number),
    "bool": Builtin((None,), "Bool", _bool),
    "format": Builtin(("String", None), "String", _format),
    "format_invariant": Builtin(("Number",), "String", lambda world, value: print_number(value)),
    "random": Builtin((), "Number", lambda world: f32(world.random().random())),
    "random_range": Builtin(("Number", "Number"), "Number", _random_range),
    "random_range_float": Builtin(("Number", "Number"), "Number", _random_range_float),
    "dice": Builtin(("Number",), "Number", _dice),
    "min": Builtin(("Number", "Number"), "Number", _smaller),
    "max": Builtin(("Number", "Number"), "Number", _larger),
    "round": Builtin(("Number",), "Number", _rounding(round)),
    "round_places": Builtin(("Number", "Number"), "Number", _round_places),
    "floor": Builtin(("Number",), "Number", _rounding(math.floor)),
    "ceil": Builtin(("Number",), "Number", _rounding(math.ceil)),
    "inc": Builtin(("Number",), "Number", _rounding(_up)),
    "dec": Builtin(("Number",), "Number", _rounding(_down)),
    "decimal": Builtin(("Number",), "Number", _decimal),
    "int": Builtin(("Number",), "Number", _rounding(math.trunc)),
}
"""The functions that every script can call, by name: what they take, what they give, what they do."""


def type_of(value: Any) -> TypeName:
    """Return the name of a value's type.

    >>> type_of(1.0), type_of("one"), type_of(True)
    ('Number', 'String', 'Bool')
    """
    if isinstance(value, bool):
        return "Bool"
    return "String" if isinstance(value, str) else "Number"
