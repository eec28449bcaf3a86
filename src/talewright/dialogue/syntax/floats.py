"""Yarn's numbers: 32-bit floats, their printing and their remainder.

Decides that every literal and every result is rounded to 32 bits, and how a value is printed (dialogue.md section
6.4): the shortest text that reads back to the same float, no ``.0``; ``True`` and ``False``. Nothing here fails on a
number: dividing by zero gives an infinity or not-a-number. The exponent form begins at 1E+15 and below 1E-05, a choice
of ours where the language's own tools are not settled.
"""

from __future__ import annotations

import math
import struct
from typing import TypeAlias

Value: TypeAlias = bool | float | str

_FLOAT = struct.Struct("<f")
_EXACT = float(1 << 24)


def f32(number: float) -> float:
    """Round a number to the nearest 32-bit float.

    >>> f32(0.1) + f32(0.1) == 0.2, f32(f32(0.1) + f32(0.1)) == f32(0.2)
    (False, True)
    >>> f32(1e39)
    inf
    """
    try:
        rounded: float = _FLOAT.unpack(_FLOAT.pack(number))[0]
    except OverflowError:
        return math.inf if number > 0 else -math.inf
    return rounded


def divide(left: float, right: float) -> float:
    """Divide as floats do: never an exception.

    >>> divide(1, 0), divide(-1, 0), divide(1, -0.0)
    (inf, -inf, -inf)
    >>> divide(0, 0)
    nan
    """
    if right != 0:
        return f32(left / right)
    if left == 0 or math.isnan(left):
        return math.nan
    return math.copysign(math.inf, left) * math.copysign(1.0, right)


def remainder(left: float, right: float) -> float:
    """Return the remainder of two whole numbers, with the sign of the first; both are rounded half to even before.

    >>> remainder(12, 5), remainder(-7, 3), remainder(2.5, 2)
    (2.0, -1.0, 0.0)
    >>> remainder(1, 0)
    nan
    """
    if not (math.isfinite(left) and math.isfinite(right)):
        return math.nan
    whole, by = round(left), round(right)
    if by == 0:
        return math.nan
    return f32(math.fmod(whole, by))


def print_number(number: float) -> str:
    """Print a number as lines show it.

    >>> print_number(f32(45.1)), print_number(3.0), print_number(f32(1e20)), print_number(-0.5)
    ('45.1', '3', '1E+20', '-0.5')
    """
    if number != number:
        return "NaN"
    if math.isinf(number):
        return "Infinity" if number > 0 else "-Infinity"
    if abs(number) < _EXACT and number == int(number):
        return str(int(number))
    single = f32(number)
    if math.isinf(single):
        return print_number(single)
    for digits in range(1, 10):
        text = f"{single:.{digits - 1}e}"
        if f32(float(text)) == single:
            break
    mantissa, exponent = text.split("e")
    power = int(exponent)
    sign = "-" if mantissa.startswith("-") else ""
    figures = mantissa.lstrip("-").replace(".", "").rstrip("0") or "0"
    if power >= 15 or power < -5:
        rest = f".{figures[1:]}" if len(figures) > 1 else ""
        return f"{sign}{figures[0]}{rest}E{'+' if power >= 0 else '-'}{abs(power):02d}"
    if power < 0:
        return f"{sign}0.{'0' * (-power - 1)}{figures}"
    if len(figures) <= power + 1:
        return sign + figures.ljust(power + 1, "0")
    return f"{sign}{figures[: power + 1]}.{figures[power + 1 :]}"


def print_value(value: Value) -> str:
    """Print a value as it stands in a line.

    >>> print_value(True), print_value(1.0), print_value("one")
    ('True', '1', 'one')
    """
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "True" if value else "False"
    return print_number(value)
