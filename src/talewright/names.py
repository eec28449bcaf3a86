"""Legal names and the one case rule.

Decides when two names are the same (tags, config keys, sections, record ids) and which ids may be created. It knows
nothing of what a name stands for. Object, component and message ids are exact and do not come here, except to tell a
person that an address differs from a live one only in case.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from typing import TypeVar

from talewright.errors import InvalidName

V = TypeVar("V")
D = TypeVar("D")

_STRICT_ID = re.compile(r"[A-Za-z](?:[A-Za-z0-9]*[A-Za-z])?")
_MAX_ID = 63


def fold(name: str) -> str:
    """Give the form of a name under which it is compared: simple lower case, character by character.

    No full case folding, no locale and no Unicode normalisation, so that a name is equal on every machine (tags.md
    section 2.1). A character whose lower case is more than one character stays as it is.

    >>> fold("Libretto.Dialogues.Smith")
    'libretto.dialogues.smith'
    >>> fold("STRASSE") == fold("straße")
    False
    """
    if name.isascii():
        return name.lower()
    return "".join(low if len(low := c.lower()) == 1 else c for c in name)


class FoldedDict(MutableMapping[str, V]):
    """A dict whose keys ignore case; the first spelling and the order of arrival are kept.

    >>> d = FoldedDict({"Team": 1})
    >>> d["team"] = 2
    >>> dict(d)
    {'Team': 2}
    """

    __slots__ = ("_items",)

    def __init__(self, items: Mapping[str, V] | Iterable[tuple[str, V]] = ()) -> None:
        self._items: dict[str, tuple[str, V]] = {}
        pairs = items.items() if isinstance(items, Mapping) else items
        for key, value in pairs:
            self[key] = value

    def __getitem__(self, key: str) -> V:
        try:
            return self._items[fold(key)][1]
        except KeyError:
            raise KeyError(key) from None

    def __setitem__(self, key: str, value: V) -> None:
        folded = fold(key)
        known = self._items.get(folded)
        self._items[folded] = (key if known is None else known[0], value)

    def __delitem__(self, key: str) -> None:
        try:
            del self._items[fold(key)]
        except KeyError:
            raise KeyError(key) from None

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and fold(key) in self._items

    def __iter__(self) -> Iterator[str]:
        return (spelling for spelling, _ in self._items.values())

    def __len__(self) -> int:
        return len(self._items)

    def __repr__(self) -> str:
        return f"FoldedDict({dict(self)!r})"

    def folded(self) -> Iterator[tuple[str, V]]:
        """Give keys and values, the keys as they are compared: for a search through all of them."""
        return ((key, value) for key, (_, value) in self._items.items())

    def spelling(self, key: str) -> str | None:
        """Give the first spelling of a key, or None where it is absent."""
        known = self._items.get(fold(key))
        return None if known is None else known[0]


def closest(name: str, candidates: Iterable[str], limit: int = 3) -> list[str]:
    """Give the names that a person may have meant, nearest first.

    >>> closest("sowrd1", ["sword1", "shield", "bow"])
    ['sword1']
    """
    import difflib  # only who misspells a name waits for it

    by_folded = {fold(c): c for c in candidates}
    near = difflib.get_close_matches(fold(name), by_folded, n=limit, cutoff=0.6)
    return [by_folded[n] for n in near]


def did_you_mean(name: str, candidates: Iterable[str]) -> str:
    """Give the hint "did you mean ...?" for a name, or an empty text when nothing is near.

    >>> did_you_mean("sowrd1", ["sword1", "bow"])
    'did you mean sword1?'
    """
    near = closest(name, candidates)
    return f"did you mean {' or '.join(near)}?" if near else ""


def check_id(name: str, *, what: str = "id") -> str:
    """Return an id that may be created, or raise.

    The strict rule: letters and digits only, a letter first, no digit last, at most 63 characters. A section header is
    ``[id Class]``, so a blank would end the id; and Unreal splits digits at the end of a name off as a number
    (Unreal's document on savegames through the config system: "characters", and its change log).

    Raises:
        InvalidName: the name breaks the rule; the message says how.

    >>> check_id("ann")
    'ann'
    >>> check_id("ann 2")
    Traceback (most recent call last):
    talewright.errors.InvalidName: the id 'ann 2' holds a blank; letters and digits only
      hint: put the name that people read, blanks and all, into a field; 'ann' could be the id
    """
    if _STRICT_ID.fullmatch(name) and len(name) <= _MAX_ID:
        return name
    cleaned = re.sub(r"[^A-Za-z0-9]", "", name).strip("0123456789")[:_MAX_ID]
    suggestion = f"; {cleaned!r} could be the {what}" if cleaned and cleaned != name else ""
    hint = "put the name that people read, blanks and all, into a field" + suggestion
    raise InvalidName(f"the {what} {name!r} {_why_not(name)}", hint=hint)


def _why_not(name: str) -> str:
    if not name:
        return "is empty; it needs at least one letter"
    if any(c.isspace() for c in name):
        return "holds a blank; letters and digits only"
    bad = next((c for c in name if not (c.isascii() and c.isalnum())), None)
    if bad is not None:
        return f"holds {bad!r}; letters (A to Z) and digits only"
    if len(name) > _MAX_ID:
        return f"has {len(name)} characters; {_MAX_ID} at the most"
    if name[0].isdigit():
        return "begins with a digit; a letter must come first"
    return "ends in a digit, which Unreal splits off as a number; a letter must come last"
