"""What is declared, compactly: sorted keys, and the rows behind them.

A key here is what names are sorted by (`sort_key`): a folded name with NUL in place of the dots, so that plain sorting
puts a tag directly in front of all under it (tags.md section 4). The explicit keys stand in one sorted list; whether a
name exists as somebody's ancestor is read off its neighbours, so implicit tags cost nothing. What was declared since
the last sorting waits in a dict. Names, comments and places are kept in the blocks of rows they came in, and a row is
only made when somebody asks.

A catalogue never forgets and never reports: what a second declaration means, the registry decides.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from talewright.names import closest
from talewright.tags.values import NONE, TagRow, parents_of, sort_key

_AFTER = "\1"  # no valid name holds it, so nothing under a tag sorts behind its key and this

_MOST = 5000
"""So many names are searched for those that a person may have meant: enough, and quick."""


def parent_key(key: str) -> str:
    """Return the key one level up, empty for a root."""
    return key.rpartition("\0")[0]


class Catalogue:
    """Explicit tags, and through them the implicit ones."""

    __slots__ = ("_blocks", "_fresh", "_fresh_names", "_keys", "_loose", "_numbers", "_odd", "_size", "_starts")

    def __init__(self) -> None:
        self._keys: list[str] = []  # sorted
        self._numbers: Sequence[int] = range(0)  # of the row behind each of them
        self._blocks: list[Sequence[TagRow]] = []
        self._starts: list[int] = []  # the number of each block's first row
        self._size = 0  # of all blocks
        self._loose: list[TagRow] | None = None  # the last block, as long as single rows come
        self._fresh: dict[str, int] = {}  # explicit, not sorted in yet
        self._fresh_names: dict[str, str] = {}  # the same and their ancestors, as first written
        self._odd: dict[str, str] = {}  # implicit tags of several spellings: the first one

    def __len__(self) -> int:
        """How many tags are explicit."""
        return len(self._keys) + len(self._fresh)

    # One key

    def row(self, key: str) -> TagRow | None:
        """Return the row that declares a tag, or None for any other."""
        number = self._fresh.get(key)
        if number is None:
            at = bisect_left(self._keys, key)
            if at == len(self._keys) or self._keys[at] != key:
                return None
            number = self._numbers[at]
        return self._row(number)

    def is_explicit(self, key: str) -> bool:
        """Say whether a row declares it."""
        if key in self._fresh:
            return True
        at = bisect_left(self._keys, key)
        return at < len(self._keys) and self._keys[at] == key

    def spelling(self, key: str) -> str | None:
        """Return the name of a tag, explicit or implicit, as first written; None where there is none."""
        name = self._odd.get(key) or self._fresh_names.get(key)
        if name is not None or key == NONE or not key:
            return name
        at = bisect_left(self._keys, key)
        if at < len(self._keys) and self._keys[at] == key:
            return self._row(self._numbers[at]).name
        inside = key + "\0"
        at = bisect_left(self._keys, inside, at)
        if at < len(self._keys) and self._keys[at].startswith(inside):
            return self._row(self._numbers[at]).name[: len(key)]
        return None

    def name(self, key: str) -> str:
        """Return the name of a tag as `spelling` does; the key with dots where there is none."""
        return self.spelling(key) or key.replace("\0", ".")

    def __contains__(self, key: str) -> bool:
        return self.spelling(key) is not None

    # Adding

    def add(self, key: str, row: TagRow) -> None:
        """Add an explicit tag that is not explicit yet. Its ancestors become tags."""
        if self._loose is None:
            self._loose = []
            self._append(self._loose, 0)
        self._fresh[key] = self._size
        self._loose.append(row)
        self._size += 1
        name = row.name
        while key and key != NONE and key not in self._fresh_names:
            self._fresh_names[key] = self.spelling(key) or name
            key, name = key.rpartition("\0")[0], name.rpartition(".")[0]

    def keep_spelling(self, key: str, name: str) -> None:
        """Say how an implicit tag is written that several rows write differently."""
        self._odd[key] = name

    def adopt(self, keys: list[str], block: Sequence[TagRow], numbers: Sequence[int] | None = None) -> None:
        """Add many tags at once; none of them is explicit yet.

        Args:
            keys: sorted; the list belongs to the catalogue from now on.
            block: the rows.
            numbers: which row stands behind each key; None: as they come.
        """
        start = self._size
        self._append(block, len(block))
        self._loose = None
        shifted: Sequence[int]
        if numbers is None:
            shifted = range(start, start + len(keys))
        else:
            shifted = array("I", (start + number for number in numbers)) if start else numbers
        if self._keys:
            self._merge(keys, shifted)
        else:
            self._keys, self._numbers = keys, shifted

    def settle(self) -> None:
        """Sort in what was added one by one."""
        if self._fresh:
            keys = sorted(self._fresh)
            self._merge(keys, array("I", map(self._fresh.__getitem__, keys)))
            for key, name in self._fresh_names.items():
                if key not in self._fresh:
                    first = self._keys[bisect_left(self._keys, key + "\0")]
                    if self._named(first)[: len(key)] != name:
                        self._odd[key] = name
            self._fresh.clear()
            self._fresh_names.clear()

    def _append(self, block: Sequence[TagRow], length: int) -> None:
        self._blocks.append(block)
        self._starts.append(self._size)
        self._size += length

    def _merge(self, keys: list[str], numbers: Sequence[int]) -> None:
        if not self._keys:
            self._keys, self._numbers = keys, numbers
            return
        both = self._keys + keys
        order = sorted(range(len(both)), key=both.__getitem__)  # two sorted runs: hardly more than a look at each
        known = array("I", self._numbers)
        known.extend(numbers)
        self._numbers = array("I", map(known.__getitem__, order))
        self._keys = list(map(both.__getitem__, order))

    # All keys

    def explicit(self) -> list[str]:
        """Return the explicit keys, sorted. Not to be changed."""
        self.settle()
        return self._keys

    def rows(self) -> Iterator[TagRow]:
        """Return the rows of the explicit tags, a parent directly before all under it."""
        self.settle()
        return map(self._row, self._numbers)

    def every(self) -> Iterator[str]:
        """Return all keys, implicit ones too, a parent directly before all under it."""
        self.settle()
        return _with_ancestors(self._keys, "")

    def under(self, key: str) -> Iterator[str]:
        """Return the keys under a key, at any depth, implicit ones too."""
        return _with_ancestors(self._explicit_under(key), key)

    def rows_under(self, key: str) -> Iterator[TagRow]:
        """Return the rows of the explicit tags under a key."""
        first, last = self._range(key)
        return map(self._row, self._numbers[first:last])

    def near(self, name: str) -> list[str]:
        """Return the names of tags that a person may have meant, nearest first.

        They are looked for below the nearest ancestor that exists, then anywhere, then by their ends.

        Args:
            name: what was written, whole or without its root.
        """
        for above in parents_of(name):
            key = sort_key(above)
            if key in self:
                behind = len(key) + 1
                under = {(n := self.name(k))[behind:]: n for k in islice(self.under(key), _MOST)}
                found = closest(name[behind:], under)
                if found:
                    return [under[rest] for rest in found]
        known = [self.name(key) for key in islice(self.every(), _MOST)]
        return closest(name, known) or _near_end(name, known)

    def _explicit_under(self, key: str) -> list[str]:
        first, last = self._range(key)
        return self._keys[first:last]

    def _range(self, key: str) -> tuple[int, int]:
        self.settle()
        first = bisect_left(self._keys, key + "\0")
        return first, bisect_left(self._keys, key + _AFTER, first)

    def _named(self, key: str) -> str:
        return self._row(self._numbers[bisect_left(self._keys, key)]).name

    def _row(self, number: int) -> TagRow:
        block = bisect_right(self._starts, number) - 1
        return self._blocks[block][number - self._starts[block]]


def _with_ancestors(keys: list[str], above: str) -> Iterator[str]:
    """Put every ancestor that is missing in front of the first key under it, down to (without) `above`."""
    before = above
    for key in keys:
        missing = []
        parent = parent_key(key)
        while parent != above and parent and not (before == parent or before.startswith(parent + "\0")):
            missing.append(parent)
            parent = parent_key(parent)
        for parent in reversed(missing):
            if parent != NONE:
                yield parent
        yield key
        before = key


def _near_end(name: str, known: Iterable[str]) -> list[str]:
    """Return the tags that end nearly so: a name may be written without its root."""
    dots = name.count(".") + 1
    ends: dict[str, str] = {}
    for whole in known:
        ends.setdefault(".".join(whole.rsplit(".", dots)[-dots:]), whole)
    return [ends[end] for end in closest(name, ends)]
