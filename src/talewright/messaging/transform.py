"""Places, turns and sizes: the little geometry that objects with parents need.

A rotation is a quaternion (x, y, z, w) of length 1; Euler angles are degrees, applied in the order y, z, x, as Defold
does. Knows no objects.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

Position = tuple[float, float, float]
Rotation = tuple[float, float, float, float]

ORIGIN: Position = (0.0, 0.0, 0.0)
UPRIGHT: Rotation = (0.0, 0.0, 0.0, 1.0)
ONE: Position = (1.0, 1.0, 1.0)


def checked_position(value: Sequence[float]) -> Position:
    """Give a position of three finite floats.

    >>> checked_position((3, 4))
    (3.0, 4.0, 0.0)
    """
    if not value:
        return ORIGIN
    numbers = _finite(value, "a position is two or three finite numbers", 2, 3)
    x, y, *rest = numbers
    return (x, y, rest[0] if rest else 0.0)


def checked_scale(value: Sequence[float] | float) -> Position:
    """Give a scale of three finite floats; one number is taken for all three."""
    if isinstance(value, (int, float)):
        value = (value, value, value)
    x, y, z = _finite(value, "a scale is one or three finite numbers", 3, 3)
    return (x, y, z)


def checked_rotation(value: Sequence[float]) -> Rotation:
    """Give a quaternion of length 1.

    Raises:
        ValueError: these are not four finite numbers, or all are 0.

    >>> checked_rotation((0, 0, 0, 2))
    (0.0, 0.0, 0.0, 1.0)
    """
    x, y, z, w = _finite(value, "a rotation is four finite numbers x, y, z, w", 4, 4)
    size = math.sqrt(x * x + y * y + z * z + w * w)
    if size == 0:
        raise ValueError("a rotation cannot be (0, 0, 0, 0)")
    if abs(size - 1) < 1e-12:  # so that a rotation that was saved comes back as it was
        return (x, y, z, w)
    return (x / size, y / size, z / size, w / size)


def _finite(value: Sequence[float], what: str, least: int, most: int) -> tuple[float, ...]:
    try:
        numbers = () if isinstance(value, (str, bytes)) else tuple(float(v) for v in value)
    except (TypeError, ValueError, OverflowError):
        raise TypeError(f"{what}, not {value!r}") from None
    if not least <= len(numbers) <= most or not all(map(math.isfinite, numbers)):
        raise ValueError(f"{what}, not {value!r}")
    return numbers


def product(a: Rotation, b: Rotation) -> Rotation:
    """Give the rotation that turns by ``b`` and then by ``a``."""
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )


def inverse(rotation: Rotation) -> Rotation:
    """Give the rotation that undoes this one."""
    x, y, z, w = rotation
    return (-x, -y, -z, w)


def turned(rotation: Rotation, place: Position) -> Position:
    """Give a place, turned about the origin."""
    if rotation == UPRIGHT:
        return place
    x, y, z, _ = product(product(rotation, (*place, 0.0)), inverse(rotation))
    return (x, y, z)


def from_euler(degrees: Sequence[float]) -> Rotation:
    """Give the rotation for angles about x, y and z in degrees.

    >>> [round(part, 6) for part in from_euler((0, 0, 90))]
    [0.0, 0.0, 0.707107, 0.707107]
    """
    x, y, z = (math.radians(v) / 2 for v in _finite(degrees, "angles are three finite numbers", 3, 3))
    about_y: Rotation = (0.0, math.sin(y), 0.0, math.cos(y))
    about_z: Rotation = (0.0, 0.0, math.sin(z), math.cos(z))
    about_x: Rotation = (math.sin(x), 0.0, 0.0, math.cos(x))
    return product(product(about_y, about_z), about_x)


def to_euler(rotation: Rotation) -> Position:
    """Give the angles about x, y and z in degrees.

    >>> [round(angle, 6) for angle in to_euler(from_euler((10, 20, 30)))]
    [10.0, 20.0, 30.0]
    """
    x, y, z, w = rotation
    tilt = 2 * (x * y + z * w)
    if abs(tilt) > 0.999999:  # straight up or down: only one angle is left
        return (0.0, math.degrees(math.copysign(2 * math.atan2(x, w), tilt)), math.copysign(90.0, tilt))
    about_y = math.atan2(2 * (y * w - x * z), 1 - 2 * (y * y + z * z))
    about_x = math.atan2(2 * (x * w - y * z), 1 - 2 * (x * x + z * z))
    return (math.degrees(about_x), math.degrees(about_y), math.degrees(math.asin(tilt)))
