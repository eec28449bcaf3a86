"""Vectors, quaternions, and transforms put on each other.

Only what placing the objects of a nested collection takes. Numbers are plain floats; Defold keeps 32 bits of them.
"""

from __future__ import annotations

from typing import NamedTuple

from talewright.messaging.objects import checked_rotation, mirrored, stretch


class Vector3(NamedTuple):
    """Three numbers."""

    x: float = 0.0
    y: float = 0.0
    z: float = 0.0


class Vector4(NamedTuple):
    """Four numbers: a colour, a position or a size in a gui."""

    x: float = 0.0
    y: float = 0.0
    z: float = 0.0
    w: float = 0.0


class Quat(NamedTuple):
    """A rotation; as it is, none."""

    x: float = 0.0
    y: float = 0.0
    z: float = 0.0
    w: float = 1.0

    def rotate(self, v: Vector3) -> Vector3:
        """Turn a vector.

        >>> Quat(0, 0, 1, 0).rotate(Vector3(1, 2, 3))
        Vector3(x=-1.0, y=-2.0, z=3.0)
        """
        x, y, z, w = self
        tx, ty, tz = 2.0 * (y * v.z - z * v.y), 2.0 * (z * v.x - x * v.z), 2.0 * (x * v.y - y * v.x)
        return Vector3(v.x + w * tx + y * tz - z * ty, v.y + w * ty + z * tx - x * tz, v.z + w * tz + x * ty - y * tx)

    def after(self, first: Quat) -> Quat:
        """Return the rotation that turns by ``first``, then by this."""
        x, y, z, w = self
        a, b, c, d = first
        return Quat(
            w * a + x * d + y * c - z * b,
            w * b - x * c + y * d + z * a,
            w * c + x * b - y * a + z * d,
            w * d - x * a - y * b - z * c,
        )


ORIGIN3 = Vector3()
ORIGIN4 = Vector4()
UPRIGHT = Quat()
ONE3 = Vector3(1.0, 1.0, 1.0)
ONE4 = Vector4(1.0, 1.0, 1.0, 1.0)
W_ONE4 = Vector4(0.0, 0.0, 0.0, 1.0)


class Transform(NamedTuple):
    """A place, a rotation and a scale.

    >>> Transform(Vector3(10, 0, 0), scale=Vector3(2, 2, 2)).of(Transform(Vector3(1, 1, 0))).position
    Vector3(x=12.0, y=2.0, z=0.0)
    """

    position: Vector3 = ORIGIN3
    rotation: Quat = UPRIGHT
    scale: Vector3 = ONE3

    def of(self, inner: Transform, *, scale_along_z: float = 0) -> Transform:
        """Return the transform of something that stands at ``inner`` inside a thing with this transform.

        Args:
            inner: the place inside.
            scale_along_z: 0 keeps the inner z as it is, as collections do that do not say otherwise.

        What an unequal scale draws askew is described as `talewright.messaging.objects.transform` does it.
        """
        if self == Transform():
            return inner
        p, s = inner.position, self.scale
        try:
            drawn = Vector3(*stretch([(checked_rotation(self.rotation), s)], checked_rotation(inner.rotation)))
        except ValueError:  # it stands nowhere, which is reported when it is built
            drawn = s
        stretched = Vector3(p.x * s.x, p.y * s.y, p.z * s.z if scale_along_z else p.z)
        turned = self.rotation.rotate(stretched)
        mine = self.position
        return Transform(
            Vector3(mine.x + turned.x, mine.y + turned.y, mine.z + turned.z),
            self.rotation.after(Quat(*mirrored(inner.rotation, s))),
            Vector3(*(a * b for a, b in zip(drawn, inner.scale, strict=True))),
        )
