"""The fields of one section of a save, and how plain data is copied.

Field names ignore case, as everywhere in a document. Sections of a class are mostly alike, so what their names become
when case is ignored is worked out once a shape, not once a section.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from talewright.fields import Bare, Plain, Repeated
from talewright.names import FoldedDict, fold

Shapes: TypeAlias = dict[tuple[str, ...], tuple[str, ...]]
"""Names of fields -> the same names as they are compared. Kept by the caller from one section to the next."""

_ATOMS = frozenset({str, int, float, bool, type(None), Bare})


class SectionFields(FoldedDict[Plain]):
    """What one section holds; changing it changes the document."""

    __slots__ = ()

    @classmethod
    def copied(cls, fields: Mapping[str, Plain], shapes: Shapes) -> SectionFields | None:
        """Take over fields, copied deeply; None where two names differ only in case.

        >>> dict(SectionFields.copied({"Mood": "ANGRY"}, {}) or {})
        {'Mood': 'ANGRY'}
        """
        names = tuple(fields)
        folded = shapes.get(names)
        if folded is None:
            folded = tuple(fold(name) for name in names)
            if len(set(folded)) != len(folded):
                return None
            shapes[names] = folded
        made = cls()
        made._items = {
            key: (name, value if type(value) in _ATOMS else copy_plain(value))
            for key, (name, value) in zip(folded, fields.items(), strict=True)
        }
        return made

    def pairs(self) -> Iterable[tuple[str, Plain]]:
        """Give (name, value) of every field, in order."""
        return self._items.values()


def copy_plain(value: Plain) -> Plain:
    """Copy plain data; text and numbers are shared, they never change."""
    if isinstance(value, list):
        copied = [v if type(v) in _ATOMS else copy_plain(v) for v in value]
        return Repeated(copied) if isinstance(value, Repeated) else copied
    if isinstance(value, Mapping):
        return {k: v if type(v) in _ATOMS else copy_plain(v) for k, v in value.items()}
    return value
