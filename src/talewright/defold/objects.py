"""Game objects of files: ``.go`` files, objects written inside collections, and their components.

Describes; builds nothing. A component is named by the path of its file or written in place as a type and text; text of
the types that have logic here (factories, proxies) becomes a description, of all others plain data.

Source: messaging.md section 15 (PrototypeDesc).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeAlias

from talewright.defold.properties import PropertyDesc
from talewright.defold.reading import REQUIRED, Described, Reading, read, rule
from talewright.defold.source import Source
from talewright.defold.text import parse
from talewright.defold.tree import Plain, Scalar
from talewright.defold.vectors import ONE3, ORIGIN3, UPRIGHT, Quat, Transform, Vector3
from talewright.fields import Bare


@dataclass(frozen=True)
class FactoryDesc(Described):
    """A factory: which ``.go`` it makes objects of."""

    prototype: str = field(default="", metadata=REQUIRED)
    load_dynamically: bool = False
    dynamic_prototype: bool = False


@dataclass(frozen=True)
class CollectionFactoryDesc(FactoryDesc):
    """A collection factory: which ``.collection`` it makes objects of."""


@dataclass(frozen=True)
class CollectionProxyDesc(Described):
    """A collection proxy: which ``.collection`` it loads as a world."""

    collection: str = field(default="", metadata=REQUIRED)
    exclude: bool = False


@dataclass(frozen=True)
class DataDesc(Described):
    """A component of a type without logic here: everything it says is in ``rest``."""


NO_DATA = DataDesc()

Content: TypeAlias = FactoryDesc | CollectionFactoryDesc | CollectionProxyDesc | DataDesc

CONTENTS: Mapping[str, type[FactoryDesc] | type[CollectionProxyDesc]] = {
    "factory": FactoryDesc,
    "collectionfactory": CollectionFactoryDesc,
    "collectionproxy": CollectionProxyDesc,
}
"""The component types whose text is described; the same words are the suffixes of their files."""


@dataclass(frozen=True)
class ComponentDesc(Described):
    """A component in a file of its own.

    Attributes:
        id: unique in its object.
        component: the path of its file, "/main/player.script".
        properties: values for the properties of its script.
    """

    id: str = field(default="", metadata=REQUIRED)
    component: str = field(default="", metadata=REQUIRED)
    position: Vector3 = ORIGIN3
    rotation: Quat = UPRIGHT
    scale: Vector3 = ONE3
    properties: tuple[PropertyDesc, ...] = ()

    KNOWN: ClassVar[frozenset[str]] = frozenset({"property_decls"})

    @property
    def type(self) -> str:
        """The suffix of its file: "script", "gui", "factory"."""
        return suffix(self.component)


@dataclass(frozen=True)
class EmbeddedComponentDesc(Described):
    """A component that is written in place.

    Attributes:
        id: unique in its object.
        type: "sprite", "factory", "collectionproxy".
        content: what its text says.
    """

    id: str = field(default="", metadata=REQUIRED)
    type: str = field(default="", metadata=REQUIRED)
    content: Content = field(default=NO_DATA, metadata=rule("data", embedded=True))
    position: Vector3 = ORIGIN3
    rotation: Quat = UPRIGHT
    scale: Vector3 = ONE3

    @classmethod
    def finish(cls, values: dict[str, Any], reading: Reading) -> None:
        """Read its text as its type says."""
        text = values.get("content")
        if isinstance(text, Scalar):
            values["content"] = read_content(values.get("type", ""), text.nested(), reading)


@dataclass(frozen=True)
class PrototypeDesc(Described):
    """A ``.go``: the components of an object."""

    components: tuple[ComponentDesc, ...] = ()
    embedded_components: tuple[EmbeddedComponentDesc, ...] = ()

    KNOWN: ClassVar[frozenset[str]] = frozenset({"property_resources"})

    @property
    def all(self) -> tuple[ComponentDesc | EmbeddedComponentDesc, ...]:
        """Its components in the order in which Defold makes them: those in files, then those written in place."""
        return (*self.components, *self.embedded_components)


EMPTY_PROTOTYPE = PrototypeDesc()


def suffix(path: str) -> str:
    """Return the suffix of a path.

    >>> suffix("/main/player.script"), suffix("/main/Makefile")
    ('script', '')
    """
    name = path.rsplit("/", 1)[-1]
    return name.rsplit(".", 1)[1] if "." in name else ""


def place(described: ComponentDesc | EmbeddedComponentDesc) -> Transform:
    """Return where a component stands in its object."""
    return Transform(described.position, described.rotation, described.scale)


def read_content(kind: str, source: Source, reading: Reading) -> Content:
    """Read the text of a component of a type."""
    message = parse(source, reading.report)
    cls = CONTENTS.get(kind)
    if cls is None:
        return DataDesc(rest=message.plain, span=message.span)
    return read(cls, message, reading)


def unquoted(plain: Plain) -> Plain:
    """Return plain data in which names are what they stand for: truth values, or text.

    >>> unquoted({"looping": Bare("true"), "type": Bare("BOX"), "n": [1, 2.5]})
    {'looping': True, 'type': 'BOX', 'n': [1, 2.5]}
    """
    if isinstance(plain, Bare):
        return {"true": True, "false": False}.get(plain, str(plain))
    if isinstance(plain, Mapping):
        return {name: unquoted(value) for name, value in plain.items()}
    if isinstance(plain, list):
        return [unquoted(value) for value in plain]
    return plain
