"""Script properties as files override them: an id, a type, and a value that is always text.

Decides what the text of a type looks like. What ``#smoke`` or ``player/player`` means as a URL, the owner of the script
decides when it is built.

Source: messaging.md section 15; Defold manual, "script properties".
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

from talewright.defold.reading import REQUIRED, Described
from talewright.errors import FieldError

Value: TypeAlias = float | bool | str | tuple[float, ...]

_NUMBER = re.compile(r"\s*[-+]?(?:\d++\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\s*", re.ASCII)


class PropertyType(Enum):
    """The types that a property of a script can have."""

    NUMBER = "PROPERTY_TYPE_NUMBER"
    HASH = "PROPERTY_TYPE_HASH"
    URL = "PROPERTY_TYPE_URL"
    VECTOR3 = "PROPERTY_TYPE_VECTOR3"
    VECTOR4 = "PROPERTY_TYPE_VECTOR4"
    QUAT = "PROPERTY_TYPE_QUAT"
    BOOLEAN = "PROPERTY_TYPE_BOOLEAN"


_COUNTS = {PropertyType.VECTOR3: 3, PropertyType.VECTOR4: 4, PropertyType.QUAT: 4}


@dataclass(frozen=True)
class PropertyDesc(Described):
    """One property of a component, as a file sets it.

    Attributes:
        id: its name.
        value: its text.
        type: how the text is read.
    """

    id: str = field(default="", metadata=REQUIRED)
    value: str = field(default="", metadata=REQUIRED)
    type: PropertyType = field(default=PropertyType.NUMBER, metadata=REQUIRED)

    @property
    def typed(self) -> Value:
        """The value: a float, a bool, a tuple of floats; hashes and URLs stay text.

        Raises:
            FieldError: the text does not fit the type.

        >>> PropertyDesc("speed", "1.5").typed, PropertyDesc("at", "1, 0, -2.5", PropertyType.VECTOR3).typed
        (1.5, (1.0, 0.0, -2.5))
        """
        return typed(self.value, self.type, self.id)


@dataclass(frozen=True)
class ComponentProperties(Described):
    """The properties that a collection sets on one component of an instance."""

    id: str = field(default="", metadata=REQUIRED)
    properties: tuple[PropertyDesc, ...] = ()


@dataclass(frozen=True)
class InstanceProperties(Described):
    """The properties that a collection sets on one object of a collection inside it."""

    id: str = field(default="", metadata=REQUIRED)
    properties: tuple[ComponentProperties, ...] = ()


def typed(text: str, kind: PropertyType, name: str = "") -> Value:
    """Read the text of a property.

    Raises:
        FieldError: it does not fit the type.
    """
    if kind in (PropertyType.HASH, PropertyType.URL):
        return text
    if kind is PropertyType.BOOLEAN:
        word = text.strip().lower()
        if word not in ("true", "false"):
            raise FieldError(name, f"{text!r} is no truth value", hint="write true or false")
        return word == "true"
    if kind is PropertyType.NUMBER:
        return _number(text, name)
    parts = text.split(",")
    if len(parts) != _COUNTS[kind]:
        raise FieldError(name, f"{text!r} is no {kind.name}", hint=f"write {_COUNTS[kind]} numbers with commas")
    return tuple(_number(part, name) for part in parts)


def _number(text: str, name: str) -> float:
    if _NUMBER.fullmatch(text) is None or len(text) > 400:
        raise FieldError(name, f"{text[:40]!r} is no number", hint="write digits, as in 10 or 0.5")
    return float(text)
