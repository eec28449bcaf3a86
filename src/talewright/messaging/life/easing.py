"""The curves along which a property moves: from 0 to 1, as a function of the part of the time that is over.

The usual families by Robert Penner, under Defold's names: ``linear``, and ``in``, ``out``, ``inout`` and ``outin`` of
quad, cubic, quart, quint, sine, expo, circ, elastic, back and bounce. Every curve is 0 at 0 and 1 at 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable

Curve = Callable[[float], float]

_OVERSHOOT = 1.70158
_PERIOD = 0.3


def _power(exponent: int) -> Curve:
    return lambda t: float(t**exponent)


def _sine(t: float) -> float:
    return 1 - math.cos(t * math.pi / 2)


def _expo(t: float) -> float:
    return math.pow(2, 10 * (t - 1))


def _circ(t: float) -> float:
    return 1 - math.sqrt(max(0.0, 1 - t * t))


def _elastic(t: float) -> float:
    return -math.pow(2, 10 * (t - 1)) * math.sin((t - 1 - _PERIOD / 4) * 2 * math.pi / _PERIOD)


def _back(t: float) -> float:
    return t * t * ((_OVERSHOOT + 1) * t - _OVERSHOOT)


def _bounce(t: float) -> float:
    t = 1 - t
    for start, middle, height in ((1 / 2.75, 0.0, 0.0), (2 / 2.75, 1.5, 0.75), (2.5 / 2.75, 2.25, 0.9375)):
        if t < start:
            return 1 - (7.5625 * (t - middle / 2.75) ** 2 + height)
    return 1 - (7.5625 * (t - 2.625 / 2.75) ** 2 + 0.984375)


def _ends(curve: Curve) -> Curve:
    """Keep the ends exact, whatever the formula gives there."""
    return lambda t: 0.0 if t <= 0 else 1.0 if t >= 1 else curve(t)


def _family(name: str, ease_in: Curve) -> dict[str, Curve]:
    def ease_out(t: float) -> float:
        return 1 - ease_in(1 - t)

    def halves(first: Curve, second: Curve) -> Curve:
        return lambda t: first(2 * t) / 2 if t < 0.5 else 0.5 + second(2 * t - 1) / 2

    return {
        f"in{name}": _ends(ease_in),
        f"out{name}": _ends(ease_out),
        f"inout{name}": _ends(halves(_ends(ease_in), _ends(ease_out))),
        f"outin{name}": _ends(halves(_ends(ease_out), _ends(ease_in))),
    }


EASINGS: dict[str, Curve] = {"linear": _ends(lambda t: t)}
"""Every curve by its name."""

for _name, _curve in {
    **{name: _power(n) for n, name in enumerate(("quad", "cubic", "quart", "quint"), 2)},
    "sine": _sine,
    "expo": _expo,
    "circ": _circ,
    "elastic": _elastic,
    "back": _back,
    "bounce": _bounce,
}.items():
    EASINGS |= _family(_name, _curve)
