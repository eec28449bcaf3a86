"""What the operators do to the values of one key (config-savegame.md section 2.1).

Equality is of text: blanks, letter case and the order of struct fields all count, as in the engine. Every operation
costs the same however long the list is. Knows nothing of files and layers (see `merge`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

from talewright.config.values.grammar import parse_prefix
from talewright.errors import ValueFormatError
from talewright.names import fold

T = TypeVar("T")


class ValueList(Generic[T]):
    """The values of one key: texts in order, each with what it came from.

    >>> values = ValueList[int]()
    >>> values.add("a", 1); values.add_unique("a", 2); values.add("b", 3); values.remove("a")
    True
    False
    True
    1
    >>> list(values)
    [3]
    """

    __slots__ = ("_by_field", "_by_text", "_items", "_loose", "_serial", "_texts", "explicit", "struct_key")

    def __init__(self) -> None:
        self._items: dict[int, T] = {}
        self._texts: dict[int, str] = {}
        self._by_text: dict[str, list[int]] = {}
        self._by_field: dict[str, dict[int, None]] = {}  # the entries of a struct key, in order
        self._loose: dict[str, str] | None = None  # texts by what they are without blanks and letter case
        self._serial = 0
        self.struct_key = ""
        """The field by which an entry replaces another one (operators ``@`` and ``*``), or an empty text."""
        self.explicit = False
        """Whether a line emptied the list, so that "empty" is not "never mentioned"."""

    def __iter__(self) -> Iterator[T]:
        return iter(self._items.values())

    def __len__(self) -> int:
        return len(self._items)

    def texts(self) -> list[str]:
        """The texts that are in the list, each once."""
        return list(self._by_text)

    def add(self, text: str, item: T) -> bool:
        """Append (operator ``.``, and none)."""
        serial = self._serial
        self._serial += 1
        self._put(serial, text, item)
        return True

    def add_unique(self, text: str, item: T) -> bool:
        """Append unless the text is there already (operator ``+``); say whether it was not."""
        return text not in self._by_text and self.add(text, item)

    def replace(self, text: str, item: T) -> str | None:
        """Put a struct in the place of the one with the same key field, if there is one; give the text it had.

        Only where a struct key is set.
        """
        found = self._by_field.get(field_of(text, self.struct_key) or "") if self.struct_key else None
        if not found:
            return None
        serial = next(iter(found))
        old = self._texts[serial]
        twins = self._by_text[old]
        twins.remove(serial)
        if not twins:
            del self._by_text[old]
        self._put(serial, text, item)
        return old

    def remove(self, text: str) -> int:
        """Take out every equal text (operator ``-``); say how many there were."""
        serials = self._by_text.pop(text, ())
        for serial in serials:
            del self._items[serial], self._texts[serial]
        if serials and self.struct_key:
            of_field = self._by_field.get(field_of(text, self.struct_key) or "", {})
            for serial in serials:
                of_field.pop(serial, None)
        return len(serials)

    def near(self, text: str) -> str | None:
        """Return the text that differs from this one in blanks and letter case alone, if one is there."""
        if self._loose is None:
            self._loose = {_squeeze(known): known for known in self._by_text}
        found = self._loose.get(_squeeze(text))
        return found if found in self._by_text else None

    def clear(self) -> int:
        """Empty the list (operator ``!``); say how many there were."""
        count = len(self._items)
        for held in (self._items, self._texts, self._by_text, self._by_field):
            held.clear()
        self._loose = None
        self.explicit = True
        return count

    def set_struct_key(self, name: str) -> None:
        """From now on ``+`` replaces the entry whose field of this name is equal (operators ``@`` and ``*``)."""
        if name == self.struct_key:
            return
        self.struct_key = name
        self._by_field.clear()
        if name:
            for serial, text in self._texts.items():
                self._note_field(serial, text)

    def apply(self, operator: str, text: str, item: T) -> None:
        """Do what an operator says; no operator appends, as in the first file of a chain."""
        if operator in ("", "."):
            self.add(text, item)
        elif operator == "+":
            if self.replace(text, item) is None:
                self.add_unique(text, item)
        elif operator == "-":
            self.remove(text)
        elif operator in ("!", "^"):
            self.clear()
        elif operator == "@":
            self.set_struct_key(text)

    def _put(self, serial: int, text: str, item: T) -> None:
        self._items[serial] = item
        self._texts[serial] = text
        self._by_text.setdefault(text, []).append(serial)
        if self._loose is not None:
            self._loose[_squeeze(text)] = text
        if self.struct_key:
            self._note_field(serial, text)

    def _note_field(self, serial: int, text: str) -> None:
        found = field_of(text, self.struct_key)
        if found is not None:
            self._by_field.setdefault(found, {})[serial] = None


def field_of(text: str, name: str) -> str | None:
    """Return the text of one field of a struct, quotes taken off; None where there is none.

    >>> field_of('(Group=World,Max=1024)', "group")
    'World'
    """
    if not name or not text.startswith("("):
        return None
    try:
        value, _ = parse_prefix(text)
    except ValueFormatError:
        return None
    if not isinstance(value, dict):
        return None
    folded = fold(name)
    return next((str(found) for key, found in value.items() if fold(key) == folded), None)


def _squeeze(text: str) -> str:
    return fold("".join(text.split()))
