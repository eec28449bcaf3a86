"""What protobuf's text format says, before anybody asks what it means: messages of fields, with places.

A file is a message; a field has a name and a value, a scalar or another message; a name may come again. Which fields
there should be, the readers of the descriptions know. Values keep offsets; a `Span` is made when asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Any, TypeAlias

from talewright.defold.source import Source
from talewright.defold.strings import unescape
from talewright.diagnostics import Span
from talewright.fields import Bare

Plain: TypeAlias = Any


class Kind(Enum):
    """How a scalar is written."""

    TEXT = "a text"
    NUMBER = "a number"
    NAME = "a name"


class Scalar:
    """A text, a number or a name (of an enumeration, a truth value, ``inf``).

    Attributes:
        kind: how it is written.
        value: str, int or float.
    """

    __slots__ = ("end", "kind", "segments", "source", "start", "value")

    def __init__(self, kind: Kind, value: str | int | float, source: Source, start: int, end: int) -> None:
        self.kind = kind
        self.value = value
        self.source = source
        self.start = start
        self.end = end
        self.segments: list[tuple[int, int]] = []

    def nested(self) -> Source:
        """Return the text as a source of its own, whose places are places in this one."""
        text, breaks, origins, _ = unescape(self.source.text, self.segments)
        return self.source.inside(text, breaks, origins)

    @property
    def span(self) -> Span:
        """Where it stands."""
        return self.source.span(self.start, self.end)

    @property
    def plain(self) -> Plain:
        """The value as plain data; a name is `Bare` text."""
        return Bare(self.value) if self.kind is Kind.NAME else self.value


class Message:
    """Fields in the order of the file."""

    __slots__ = ("end", "fields", "source", "start")

    def __init__(self, source: Source, start: int, end: int) -> None:
        self.source = source
        self.start = start
        self.end = end
        self.fields: list[Field] = []

    def __iter__(self) -> Iterator[Field]:
        return iter(self.fields)

    @property
    def span(self) -> Span:
        """Where it stands."""
        return self.source.span(self.start, self.end)

    def all(self, name: str) -> list[Scalar | Message]:
        """Return the values of a field."""
        return [field.value for field in self.fields if field.name == name]

    @property
    def plain(self) -> dict[str, Plain]:
        """The fields as plain data: a message is a dict, a field that comes again a list.

        Whether a field that came once can come again, only its owner knows: take it with `listed`.
        """
        found: dict[str, Plain] = {}
        many: set[str] = set()
        for field in self.fields:
            value = field.value.plain
            if field.name not in found:
                found[field.name] = value
            elif field.name in many:
                found[field.name].append(value)
            else:
                many.add(field.name)
                found[field.name] = [found[field.name], value]
        return found


class Field:
    """A name and a value."""

    __slots__ = ("end", "name", "source", "start", "value")

    def __init__(self, name: str, value: Scalar | Message, source: Source, start: int, end: int) -> None:
        self.name = name
        self.value = value
        self.source = source
        self.start = start
        self.end = end

    @property
    def span(self) -> Span:
        """Where its name stands."""
        return self.source.span(self.start, self.end)


def listed(values: dict[str, Plain], name: str) -> list[Plain]:
    """Return the values of a field that may come any number of times, from plain data.

    >>> listed({"mask": "player"}, "mask"), listed({"mask": ["a", "b"]}, "mask"), listed({}, "mask")
    (['player'], ['a', 'b'], [])
    """
    found = values.get(name, [])
    return found if isinstance(found, list) else [found]
