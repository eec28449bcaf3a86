"""What the operators do to the values of one key (config-savegame.md section 2.1).

Equality is of text: blanks, letter case and the order of struct fields all count, as in the engine. Every operation
costs the same however long the list is. Knows nothing of files and layers (see `merge`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

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

    __slots__ = ("_by_text", "_items", "_serial", "explicit")

    def __init__(self) -> None:
        self._items: dict[int, T] = {}
        self._by_text: dict[str, list[int]] = {}
        self._serial = 0
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
        self._items[self._serial] = item
        self._by_text.setdefault(text, []).append(self._serial)
        self._serial += 1
        return True

    def add_unique(self, text: str, item: T) -> bool:
        """Append unless the text is there already (operator ``+``); say whether it was not."""
        return text not in self._by_text and self.add(text, item)

    def remove(self, text: str) -> int:
        """Take out every equal text (operator ``-``); say how many there were."""
        serials = self._by_text.pop(text, ())
        for serial in serials:
            del self._items[serial]
        return len(serials)

    def clear(self) -> int:
        """Empty the list (operator ``!``); say how many there were."""
        count = len(self._items)
        self._items.clear()
        self._by_text.clear()
        self.explicit = True
        return count

    def apply(self, operator: str, text: str, item: T) -> None:
        """Do what an operator says; no operator appends, as in the first file of a chain."""
        if operator in ("", "."):
            self.add(text, item)
        elif operator == "+":
            self.add_unique(text, item)
        elif operator == "-":
            self.remove(text)
        elif operator == "!":
            self.clear()
