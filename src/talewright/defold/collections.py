"""Collections of files: objects, collections inside, and what they override.

Describes one ``.collection``; which objects it makes with all files that it names is put together in `flatten`.

Source: messaging.md section 15 (CollectionDesc).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from talewright.defold.objects import EMPTY_PROTOTYPE, PrototypeDesc
from talewright.defold.properties import ComponentProperties, InstanceProperties
from talewright.defold.reading import REQUIRED, Described, rule
from talewright.defold.vectors import ONE3, ORIGIN3, UPRIGHT, Quat, Transform, Vector3


@dataclass(frozen=True)
class InstanceDesc(Described):
    """An object made of a ``.go`` file.

    Attributes:
        id: unique in its collection.
        prototype: the path of the ``.go``.
        children: ids of objects of the same collection that move with it.
        component_properties: what it overrides.
    """

    id: str = field(default="", metadata=REQUIRED)
    prototype: str = field(default="", metadata=REQUIRED)
    children: tuple[str, ...] = ()
    position: Vector3 = ORIGIN3
    rotation: Quat = UPRIGHT
    scale: Vector3 = field(default=ONE3, metadata=rule("scale3", "scale"))
    component_properties: tuple[ComponentProperties, ...] = ()

    @property
    def transform(self) -> Transform:
        """Where it stands."""
        return Transform(self.position, self.rotation, self.scale)


@dataclass(frozen=True)
class EmbeddedInstanceDesc(Described):
    """An object that is written in place.

    Attributes:
        id: unique in its collection.
        prototype: its components.
        children: ids of objects of the same collection that move with it.
        component_properties: what it overrides.
    """

    id: str = field(default="", metadata=REQUIRED)
    children: tuple[str, ...] = ()
    prototype: PrototypeDesc = field(default=EMPTY_PROTOTYPE, metadata=rule("data", embedded=True))
    position: Vector3 = ORIGIN3
    rotation: Quat = UPRIGHT
    scale: Vector3 = field(default=ONE3, metadata=rule("scale3", "scale"))
    component_properties: tuple[ComponentProperties, ...] = ()

    @property
    def transform(self) -> Transform:
        """Where it stands."""
        return Transform(self.position, self.rotation, self.scale)


@dataclass(frozen=True)
class CollectionInstanceDesc(Described):
    """A collection inside a collection: its objects get ``id/`` in front of their ids.

    Attributes:
        id: the prefix.
        collection: the path of the ``.collection``.
        instance_properties: what it overrides, by object.
    """

    id: str = field(default="", metadata=REQUIRED)
    collection: str = field(default="", metadata=REQUIRED)
    position: Vector3 = ORIGIN3
    rotation: Quat = UPRIGHT
    scale: Vector3 = field(default=ONE3, metadata=rule("scale3", "scale"))
    instance_properties: tuple[InstanceProperties, ...] = ()

    @property
    def transform(self) -> Transform:
        """Where it stands."""
        return Transform(self.position, self.rotation, self.scale)


@dataclass(frozen=True)
class CollectionDesc(Described):
    """A ``.collection``.

    Attributes:
        name: the name of the world that it becomes when a proxy loads it.
        scale_along_z: whether the scale of an object stretches the z of its children.
    """

    name: str = field(default="", metadata=REQUIRED)
    instances: tuple[InstanceDesc, ...] = ()
    collection_instances: tuple[CollectionInstanceDesc, ...] = ()
    scale_along_z: int = 0
    embedded_instances: tuple[EmbeddedInstanceDesc, ...] = ()

    KNOWN: ClassVar[frozenset[str]] = frozenset({"property_resources", "component_types"})
