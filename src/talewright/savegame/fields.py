"""The fields of one section of a save, and how plain data is copied.

Field names ignore case, as everywhere in a document, but hardly anybody asks for one in another case: names are
compared as they are first, and an index without case is made only when that finds nothing. Sections of a class are
mostly alike, so whether two of their names are one without case is worked out once a shape, not once a section.
"""

from __future__ import annotations

from collections.abc import ItemsView, Iterable, Iterator, Mapping, MutableMapping
from typing import TypeAlias

from talewright.fields import Bare, Plain, Repeated
from talewright.names import fold

Shapes: TypeAlias = set[tuple[str, ...]]
"""Names of fields that differ in more than case. Kept by the caller from one section to the next."""

_ATOMS = frozenset({str, int, float, bool, type(None), Bare})


class SectionFields(MutableMapping[str, Plain]):
    """What one section holds, by name in its first spelling; changing it changes the document.

    Args:
        fields: taken over, not copied.

    >>> fields = SectionFields({"Mood": "ANGRY"})
    >>> fields["mood"] = "CALM"
    >>> dict(fields)
    {'Mood': 'CALM'}
    """

    __slots__ = ("_folded", "_values")

    def __init__(self, fields: dict[str, Plain] | None = None) -> None:
        self._values: dict[str, Plain] = {} if fields is None else fields
        self._folded: dict[str, str] | None = None

    @classmethod
    def copied(cls, fields: Mapping[str, Plain], shapes: Shapes) -> SectionFields | None:
        """Copy fields, deeply; None where two names differ only in case."""
        names = tuple(fields)
        if names not in shapes:
            if len({fold(name) for name in names}) != len(names):
                return None
            shapes.add(names)
        return cls({n: value if type(value) in _ATOMS else copy_plain(value) for n, value in fields.items()})

    def _spelling(self, name: str) -> str | None:
        """Return a name as it is spelled here, or None where it is not here."""
        if name in self._values:
            return name
        if self._folded is None:
            self._folded = {fold(known): known for known in self._values}
        return self._folded.get(fold(name))

    def __getitem__(self, name: str) -> Plain:
        spelling = self._spelling(name)
        if spelling is None:
            raise KeyError(name)
        return self._values[spelling]

    def __setitem__(self, name: str, value: Plain) -> None:
        spelling = self._spelling(name)
        if spelling is None and self._folded is not None:
            self._folded[fold(name)] = name
        self._values[spelling or name] = value

    def __delitem__(self, name: str) -> None:
        spelling = self._spelling(name)
        if spelling is None:
            raise KeyError(name)
        del self._values[spelling]
        self._folded = None

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._spelling(name) is not None

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"SectionFields({self._values!r})"

    def items(self) -> ItemsView[str, Plain]:
        """Return (name, value) of every field, in order."""
        return self._values.items()

    def clear(self) -> None:
        """Take out every field."""
        self._values.clear()
        self._folded = None

    @property
    def values_by_name(self) -> Mapping[str, Plain]:
        """The fields by name as it is spelled: for a quick look, not to be changed."""
        return self._values

    def plain(self) -> dict[str, Plain]:
        """Return the fields, copied deeply."""
        return {name: v if type(v) in _ATOMS else copy_plain(v) for name, v in self._values.items()}

    def pairs(self) -> Iterable[tuple[str, Plain]]:
        """Return (name, value) of every field, in order."""
        return self._values.items()


def copy_plain(value: Plain) -> Plain:
    """Copy plain data; text and numbers are shared, they never change."""
    if isinstance(value, list):
        copied = [v if type(v) in _ATOMS else copy_plain(v) for v in value]
        return Repeated(copied) if isinstance(value, Repeated) else copied
    if isinstance(value, Mapping):
        return {k: v if type(v) in _ATOMS else copy_plain(v) for k, v in value.items()}
    return value
