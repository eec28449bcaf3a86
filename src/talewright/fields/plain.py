"""Plain data: what a document can hold, and types that are saved as their names.

Knows neither classes nor files. A `Reference` is how a floor above (a Url, a tag, an item) says that its values are
saved as their names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from typing import Self

Plain: TypeAlias = Any
"""None, bool, int, float, str, and lists and dicts (with text keys) of these."""

Sections: TypeAlias = dict[tuple[str, str], dict[str, Plain]]
"""What a game owns: (object name, class name) -> its fields."""


class Copied:
    """A value that can be changed: whoever is handed it and keeps it, takes a `copy` of it."""

    __slots__ = ()

    def copy(self) -> Self:
        """Return the same value, which nobody else holds."""
        raise NotImplementedError


class Bare(str):
    """Text that stood unquoted in a file: what it is, the field that receives it decides."""

    __slots__ = ()


class Repeated(list[Plain]):
    """A list that a document writes as one ``key=value`` line an element, as Unreal writes arrays."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Reference:
    """How the values of a type are saved as their names.

    Attributes:
        to_name: gives the name of a value.
        from_name: finds the value for the declared class and a name; raises `NotFound`.
        from_plain: does so for data that is no text: a struct, a list, nothing at all; None where only a text names a
            value. A program may give text for a field of a type that has it (see `accept`).
        spread: gives the pieces of data that stands for several values in a list of them, and None for all else.
        doubt: says of a text that was read why it may mean something else; empty for nothing. A finding where people
            wrote it.
    """

    to_name: Callable[[Any], str]
    from_name: Callable[[type, str], Any]
    from_plain: Callable[[type, Plain], Any] | None = None
    spread: Callable[[Plain], list[Plain] | None] | None = None
    doubt: Callable[[str], str] | None = None


class References:
    """Types that are saved as their names, and classes that untyped data may name.

    Args:
        entries: the types; a field declared with one of them or a subclass is saved as its name.
        classes: dataclasses and enums that may stand in data without a declared type (a message), by registered name.
    """

    __slots__ = ("classes", "entries")

    def __init__(
        self, entries: Mapping[type, Reference] | None = None, classes: Mapping[str, type] | None = None
    ) -> None:
        self.entries: dict[type, Reference] = dict(entries or {})
        self.classes: dict[str, type] = dict(classes or {})

    def find(self, cls: type) -> tuple[type, Reference] | None:
        """Return the entry for a class or the nearest of its bases."""
        for base in cls.__mro__:
            if base in self.entries:
                return base, self.entries[base]
        return None

    def merged(self, other: References) -> References:
        """Return both together; the other's entries win."""
        return References({**self.entries, **other.entries}, {**self.classes, **other.classes})


NO_REFERENCES = References()
"""No type is saved as a name."""
