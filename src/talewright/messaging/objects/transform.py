"""Places, turns and sizes: the little geometry that objects with parents need.

A rotation is a quaternion (x, y, z, w) of length 1; Euler angles are degrees, and the matrix of (x, y, z) is the
product of those about y, z and x in this order, as in Defold. A thing's own matrix is place * rotation * scale, that of
a thing below another one their product. Under an unequal scale a turned thing can be askew, which no rotation and scale
say: then the rotation is that of the angles alone, and the scale the lengths to which the axes are drawn out. Knows no
objects.

Source: Defold manual and reference (go.get_world_scale, euler), the conversions checked against matrices in the tests.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

Position = tuple[float, float, float]
Rotation = tuple[float, float, float, float]
Matrix = tuple[tuple[float, ...], ...]

ORIGIN: Position = (0.0, 0.0, 0.0)
UPRIGHT: Rotation = (0.0, 0.0, 0.0, 1.0)
ONE: Position = (1.0, 1.0, 1.0)
AXES: tuple[Position, ...] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))

_MOST = 3.4028234663852886e38
"""What a number of single precision, as Defold's are, comes to: products of larger ones would be endless."""
_ALONE = 1e-9
"""A part of a quaternion below this is the rounding of a product, not a turn about another axis."""


def checked_position(value: Sequence[float]) -> Position:
    """Return a position of three finite floats.

    >>> checked_position((3, 4))
    (3.0, 4.0, 0.0)
    """
    if not value:
        return ORIGIN
    numbers = _finite(value, "a position is two or three finite numbers", 2, 3)
    x, y, *rest = numbers
    return (x, y, rest[0] if rest else 0.0)


def checked_scale(value: Sequence[float] | float) -> Position:
    """Return a scale of three finite floats; one number is taken for all three."""
    if isinstance(value, (int, float)):
        value = (value, value, value)
    x, y, z = _finite(value, "a scale is one or three finite numbers", 3, 3)
    return (x, y, z)


def checked_rotation(value: Sequence[float]) -> Rotation:
    """Return a quaternion of length 1.

    Raises:
        ValueError: these are not four finite numbers, or all are 0.

    >>> checked_rotation((0, 0, 0, 2))
    (0.0, 0.0, 0.0, 1.0)
    """
    x, y, z, w = _finite(value, "a rotation is four finite numbers x, y, z, w", 4, 4)
    largest = max(map(abs, (x, y, z, w)))
    if largest == 0:
        raise ValueError("a rotation cannot be (0, 0, 0, 0)")
    if largest < 1e-100:  # the squares would be 0
        x, y, z, w = (part / largest for part in (x, y, z, w))
    size = math.sqrt(x * x + y * y + z * z + w * w)
    if abs(size - 1) < 1e-12:  # so that a rotation that was saved comes back as it was
        return (x, y, z, w)
    return (x / size, y / size, z / size, w / size)


def _finite(value: Sequence[float], what: str, least: int, most: int) -> tuple[float, ...]:
    try:
        parts = () if isinstance(value, (str, bytes)) else tuple(value)
        if any(isinstance(part, (str, bytes)) for part in parts):
            raise TypeError
        numbers = tuple(float(part) for part in parts)
    except (TypeError, ValueError, OverflowError):
        raise TypeError(f"{what}, not {value!r}") from None
    if not least <= len(numbers) <= most or not all(map(math.isfinite, numbers)):
        raise ValueError(f"{what}, not {value!r}")
    if max(map(abs, numbers)) > _MOST:
        raise ValueError(f"{what} up to 3.4e38, not {value!r}")
    return numbers


def product(a: Rotation, b: Rotation) -> Rotation:
    """Return the rotation that turns by ``b`` and then by ``a``."""
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )


def inverse(rotation: Rotation) -> Rotation:
    """Return the rotation that undoes this one."""
    x, y, z, w = rotation
    return (-x, -y, -z, w)


def turned(rotation: Rotation, place: Position) -> Position:
    """Return a place, turned about the origin."""
    if rotation == UPRIGHT:
        return place
    x, y, z, _ = product(product(rotation, (*place, 0.0)), inverse(rotation))
    return (x, y, z)


def times(a: Position, b: Position) -> Position:
    """Multiply element by element."""
    return (a[0] * b[0], a[1] * b[1], a[2] * b[2])


def mirrored(rotation: Rotation, size: Position) -> Rotation:
    """Return the rotation of something that stands in a thing of this size: a mirror turns it the other way.

    >>> mirrored((0.5, 0.5, 0.5, 0.5), (-1.0, 1.0, 1.0))
    (0.5, -0.5, -0.5, 0.5)
    """
    if min(size) >= 0:
        return rotation
    sx, sy, sz = (-1.0 if part < 0 else 1.0 for part in size)
    both = sx * sy * sz
    x, y, z, w = rotation
    return (both * sx * x, both * sy * y, both * sz * z, w)


def stretch(above: Iterable[tuple[Rotation, Position]], rotation: Rotation) -> Position:
    """Return how far the axes of something with this rotation are drawn out by what it stands in.

    Args:
        above: rotation and scale of each thing that it stands in, the nearest first.
        rotation: its own.

    Returns:
        A factor for each of its axes; negative where it is mirrored.

    >>> stretch([(UPRIGHT, (3.0, 1.0, 1.0))], from_euler((0, 0, 90)))
    (1.0, 3.0, 1.0)
    """
    steps = list(above)
    if all(x == y == z for _, (x, y, z) in steps):
        same = math.prod(size[0] for _, size in steps)
        return (same, same, same)
    found = []
    for number, axis in enumerate(AXES):
        drawn, sign = turned(rotation, axis), 1.0
        for turn, size in steps:
            drawn = turned(turn, times(drawn, size))
            sign = -sign if size[number] < 0 else sign
        found.append(sign * math.hypot(*drawn))
    return (found[0], found[1], found[2])


def matrix(place: Position, axes: Iterable[Position]) -> Matrix:
    """Return the four rows of the matrix that brings the axes, and the origin, there."""
    x, y, z = axes
    rows = zip(x, y, z, place, strict=True)
    return (*rows, (0.0, 0.0, 0.0, 1.0))


def between(a: Rotation, b: Rotation, part: float) -> Rotation:
    """Return the rotation on the shorter way from one to another; 0 is the first, 1 the second.

    >>> [round(angle, 6) for angle in to_euler(between(UPRIGHT, from_euler((0, 0, 80)), 0.25))]
    [0.0, 0.0, 20.0]
    """
    cosine = sum(p * q for p, q in zip(a, b, strict=True))
    sign = -1.0 if cosine < 0 else 1.0
    angle = math.acos(min(abs(cosine), 1.0))
    sine = math.sin(angle)
    first, second = (
        (1 - part, part)
        if sine < _ALONE
        else (
            math.sin((1 - part) * angle) / sine,
            math.sin(part * angle) / sine,
        )
    )
    x, y, z, w = (sign * first * p + second * q for p, q in zip(a, b, strict=True))
    return checked_rotation((x, y, z, w))


def checked_euler(degrees: Sequence[float]) -> Position:
    """Return three finite angles; one alone is brought between -360 and 360, as its quaternion has it.

    >>> checked_euler((0, 0, 450)), checked_euler((10, 0, 450))
    ((0.0, 0.0, -270.0), (10.0, 0.0, 450.0))
    """
    x, y, z = _finite(degrees, "angles are three finite numbers", 3, 3)
    if bool(x) + bool(y) + bool(z) == 1:
        x, y, z = (math.remainder(angle, 720.0) + 0.0 for angle in (x, y, z))
    return (x, y, z)


def from_euler(degrees: Sequence[float]) -> Rotation:
    """Return the rotation for angles about x, y and z in degrees.

    >>> [round(part, 6) for part in from_euler((0, 0, 90))]
    [0.0, 0.0, 0.707107, 0.707107]
    """
    x, y, z = (math.radians(v) / 2 for v in checked_euler(degrees))
    about_y: Rotation = (0.0, math.sin(y), 0.0, math.cos(y))
    about_z: Rotation = (0.0, 0.0, math.sin(z), math.cos(z))
    about_x: Rotation = (math.sin(x), 0.0, 0.0, math.cos(x))
    return product(product(about_y, about_z), about_x)


def to_euler(rotation: Rotation) -> Position:
    """Return angles about x, y and z in degrees: one axis alone goes all the way round, else z is from -90 to 90.

    >>> [round(angle, 6) for angle in to_euler(from_euler((10, 20, 30)))]
    [10.0, 20.0, 30.0]
    >>> [round(angle, 6) for angle in to_euler(from_euler((0, 0, 270)))]
    [0.0, 0.0, 270.0]
    """
    x, y, z, w = rotation
    axes = [number for number, part in enumerate((x, y, z)) if abs(part) > _ALONE]
    if len(axes) < 2:
        angles = [0.0, 0.0, 0.0]
        for number in axes:
            angles[number] = math.degrees(2 * math.atan2(rotation[number], w))
        return (angles[0], angles[1], angles[2])
    tilt = 2 * (x * y + z * w)
    ahead, aside = 1 - 2 * (y * y + z * z), 2 * (y * w - x * z)
    level = math.hypot(ahead, aside)
    if level < 1e-7:  # straight up or down: only one angle is left
        upright = math.copysign(1.0, tilt)
        return (0.0, upright * math.degrees(2 * math.atan2(x, w)), upright * 90.0)
    about_x = math.atan2(2 * (x * w - y * z), 1 - 2 * (x * x + z * z))
    return (math.degrees(about_x), math.degrees(math.atan2(aside, ahead)), math.degrees(math.atan2(tilt, level)))
