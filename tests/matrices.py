"""Matrices of objects, worked out by numpy alone: what the transforms of the product are compared with."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from talewright.messaging import GameObject

Array = np.ndarray[Any, np.dtype[np.float64]]


def about(axis: str, degrees: float) -> Array:
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    made = np.eye(3)
    i, j = {"x": (1, 2), "y": (2, 0), "z": (0, 1)}[axis]
    made[i, i] = made[j, j] = c
    made[i, j], made[j, i] = -s, s
    return made


def of_euler(angles: Any) -> Array:
    x, y, z = angles
    return about("y", y) @ about("z", z) @ about("x", x)


def of_quaternion(q: Any) -> Array:
    x, y, z, w = np.asarray(q, float) / np.linalg.norm(q)
    skew = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + 2 * w * skew + 2 * skew @ skew)


def of(place: Any = (0, 0, 0), turn: Array | None = None, size: Any = (1, 1, 1), along_z: bool = True) -> Array:
    made = np.eye(4)
    made[:3, :3] = (np.eye(3) if turn is None else turn) @ np.diag(size)
    made[:3, 3] = place
    return made


def local(thing: GameObject) -> Array:
    return of(thing.position, of_quaternion(thing.rotation), thing.scale)


def in_world(thing: GameObject) -> Array:
    """The chain of local matrices; where z is not drawn out, places go through matrices of their own."""
    chain = [thing]
    while chain[-1].parent is not None:
        chain.append(chain[-1].parent)
    made = np.eye(4)
    for one in reversed(chain):
        made = made @ local(one)
    if not thing.world.scale_along_z:
        flat = np.eye(4)
        for one in reversed(chain[1:]):
            flat = flat @ of(one.position, of_quaternion(one.rotation), (*one.scale[:2], 1))
        made[:3, 3] = (flat @ (*thing.position, 1))[:3]
    return made


def composed(thing: GameObject) -> Array:
    return of(thing.world_position, of_quaternion(thing.world_rotation), thing.world_scale)


def same(a: Any, b: Any) -> None:
    np.testing.assert_allclose(np.asarray(a, float), np.asarray(b, float), atol=1e-9)
