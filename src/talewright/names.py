"""Legal names, the one case rule, and old names.

Decides when two names are the same (tags, config keys, sections, record ids), which ids may be created, and what an old
name is called now. It knows nothing of what a name stands for. Object, component and message ids are exact and do not
come here, except to tell a person that an address differs from a live one only in case.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, MutableMapping, Sized
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property
from typing import Protocol, TypeVar

from talewright.errors import InvalidName, wrong_type

V = TypeVar("V")
D = TypeVar("D")

_STRICT_ID = re.compile(r"[A-Za-z](?:[A-Za-z0-9]*[A-Za-z])?")
_MAX_ID = 63
_LONGEST = 200
"""Letters: longer names are near to none, for comparing two takes the product of their lengths."""


def fold(name: str) -> str:
    """Return the form of a name under which it is compared: simple lower case, character by character.

    No full case folding, no locale and no Unicode normalisation, so that a name is equal on every machine (tags.md
    section 2.1). A character whose lower case is more than one character stays as it is.

    >>> fold("Libretto.Dialogues.Smith")
    'libretto.dialogues.smith'
    >>> fold("STRASSE") == fold("straße")
    False
    """
    try:
        if name.isascii():
            return name.lower()
    except AttributeError:
        raise wrong_type("a name is text", name) from None
    return "".join(low if len(low := c.lower()) == 1 else c for c in name)


def spelled(text: str) -> str:
    """Return a text that a player typed as it is compared: folded, however wide or composed its letters were typed.

    >>> spelled("\uff34\uff41\uff2b\uff25") == spelled("TAKE"), spelled("e\u0301pe\u0301e") == spelled("\u00e9p\u00e9e")
    (True, True)
    """
    if text.isascii():
        return fold(text)
    import unicodedata  # a large table, which names of files and saves never need

    return fold(unicodedata.normalize("NFKC", text))


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
        """Return keys and values, the keys as they are compared: for a search through all of them."""
        return ((key, value) for key, (_, value) in self._items.items())

    def spelling(self, key: str) -> str | None:
        """Return the first spelling of a key, or None where it is absent."""
        known = self._items.get(fold(key))
        return None if known is None else known[0]


class Renamed(Protocol):
    """A document that takes new names: a save."""

    def rename(self, table: OldNames) -> None:
        """Rename everything in it."""


@dataclass(frozen=True)
class OldNames:
    """Old names and what they are called now; names ignore case.

    A section header carries a class's name and a line a field's, so a rename in the code would orphan what players have
    on disk (config-savegame.md section 8, trap 17). One table serves whoever meets old names: ini files are read by it,
    and only new names are written (``ConfigTree(renames=...)``); a migration renames a save by it
    (`SaveDocument.rename`). Classes come first, so the rest speaks of new classes.

    Attributes:
        classes: class names: sections of settings, and the class of ``[Name Class]``.
        fields: (class, old field) to the new field.
        enums: (enum's name, old member) to the new member, in ini files: there the field says its type.
        ids: old object names to new ones, in ini files.
        values: (class, field) to a table of its values, in saves: members of an enum, names of records.
        items: item types, where the items of a save say what they were made from.
        tags: tags of the counts of a save, with all tags below them; also where untyped data holds one.

    >>> names = OldNames({"Farrier": "Smith", "Smith": "Blacksmith"}, tags={"Npc.Smith": "Npc.Blacksmith"})
    >>> names.old_classes("Blacksmith"), names.section("ann Smith"), names.tag("npc.smith.angry")
    (['Smith', 'Farrier'], 'ann Blacksmith', 'Npc.Blacksmith.angry')
    """

    classes: Mapping[str, str] = field(default_factory=dict)
    fields: Mapping[tuple[str, str], str] = field(default_factory=dict)
    _: KW_ONLY
    enums: Mapping[tuple[str, str], str] = field(default_factory=dict)
    ids: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[tuple[str, str], Mapping[str, str]] = field(default_factory=dict)
    items: Mapping[str, str] = field(default_factory=dict)
    tags: Mapping[str, str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.classes or self.fields or self.enums or self.ids or self.values or self.items or self.tags)

    def old_classes(self, name: str) -> list[str]:
        """Return the former names of a class, latest first."""
        return _former(self.classes, name)

    def old_fields(self, cls: str, name: str) -> list[str]:
        """Return the former names of a field, latest first."""
        return _former(_of(self.fields, cls), name) if self.fields else []

    def old_ids(self, name: str) -> list[str]:
        """Return the former names of an object, latest first."""
        return _former(self.ids, name)

    def member(self, enum: str, text: str) -> str:
        """Return the present name of an enum's member."""
        return _today(_of(self.enums, enum)).get(fold(text.strip()), text)

    def id(self, name: str) -> str:
        """Return the present name of an object."""
        return self._ids.get(fold(name), name)

    def section(self, section: str) -> str:
        """Return the present name of a section."""
        name, blank, cls = section.rpartition(" ")
        return f"{self.id(name)}{blank}{self._classes.get(fold(cls), cls)}"

    def apply(self, save: Renamed) -> None:
        """Rename everything in a document: the former way to write `SaveDocument.rename`, until 0.3.0."""
        warnings.warn("OldNames.apply(save) goes in 0.3.0; write save.rename(names)", DeprecationWarning, stacklevel=2)
        save.rename(self)

    def renamed_class(self, name: str) -> str:
        """Return what a class is called after all renames, in their order: as a migration renames sections."""
        for old, new in self.classes.items():
            name = new if fold(name) == fold(old) else name
        return name

    def tag(self, name: str) -> str:
        """Return what a tag is called after all renames, in their order: what stands below an old one goes with it."""
        for old, new in self.tags.items():
            name = moved_tag(name, old, new)
        return name

    @cached_property
    def _classes(self) -> dict[str, str]:
        return _today(self.classes)  # a file may have thousands of sections

    @cached_property
    def _ids(self) -> dict[str, str]:
        return _today(self.ids)


NO_OLD_NAMES = OldNames()


def way(hops: Mapping[str, str], name: str, ends: Callable[[str], bool] = lambda _: False) -> tuple[list[str], str]:
    """Follow a chain of renames, as long as it goes on.

    Returns:
        The names that were passed; and where it ends: at a name that leads no further, or of which `ends` says so, or,
        where it leads in a circle, at the one among those passed with which the circle begins.

    >>> way({"a": "b", "b": "c"}, "a"), way({"a": "b", "b": "c", "c": "b"}, "a")
    ((['a', 'b'], 'c'), (['a', 'b', 'c'], 'b'))
    """
    passed: dict[str, None] = {}
    while name in hops and name not in passed and not ends(name):
        passed[name] = None
        name = hops[name]
    return list(passed), name


def _of(table: Mapping[tuple[str, str], str], owner: str) -> dict[str, str]:
    return {old: new for (of, old), new in table.items() if fold(of) == fold(owner)}


def _today(table: Mapping[str, str]) -> dict[str, str]:
    """Return the present name of each old one, folded; those of a circle have none."""
    hops = {fold(old): fold(new) for old, new in table.items()}
    ends: dict[str, str] = {}
    for old in hops:
        passed, end = way(hops, old, ends.__contains__)
        ends.update(dict.fromkeys(passed, "" if end in passed else ends.get(end, end)))
    spelled = {fold(new): new for new in table.values()}
    return {old: spelled[end] for old, end in ends.items() if end}


def _former(table: Mapping[str, str], name: str) -> list[str]:
    """Return the old names that lead to a name, latest first."""
    found = [name]
    for one in found:  # it grows
        olds = (old for old, new in reversed(list(table.items())) if fold(new) == fold(one))
        found += [old for old in olds if all(fold(old) != fold(known) for known in found)]
    return found[1:]


def moved_tag(tag: str, old: str, new: str) -> str:
    """Return what a tag is called once `old` and everything below it is `new`.

    >>> moved_tag("Npc.Smith.Angry", "npc.smith", "Npc.Blacksmith")
    'Npc.Blacksmith.Angry'
    """
    if fold(tag) == fold(old):
        return new
    return new + tag[len(old) :] if fold(tag).startswith(f"{fold(old)}.") else tag


def closest(name: str, candidates: Iterable[str], limit: int = 3) -> list[str]:
    """Return the names that a person may have meant, nearest first; of more than 200 letters, none.

    >>> closest("sowrd1", ["sword1", "shield", "bow"])
    ['sword1']
    """
    import difflib  # only who misspells a name waits for it

    if len(name) > _LONGEST:
        return []
    by_folded = {fold(c): c for c in candidates if len(c) <= _LONGEST}
    near = difflib.get_close_matches(fold(name), by_folded, n=limit, cutoff=0.6)
    return [by_folded[n] for n in near]


def did_you_mean(name: str, candidates: Iterable[str]) -> str:
    """Return the hint "did you mean ...?" for a name, or an empty text when nothing is near.

    >>> did_you_mean("sowrd1", ["sword1", "bow"])
    'did you mean sword1?'
    """
    near = closest(name, candidates)
    return f"did you mean {' or '.join(near)}?" if near else ""


class Near:
    """Offers hints until so many letters were compared: for many findings, without quadratic work for thousands.

    Comparing one name with all others costs as much as there are others. Whoever made one mistake gets a hint; whoever
    made thousands has another problem, such as a file that is missing.

    >>> Near()("Forgr", ["Forge", "Street"])
    'did you mean Forge?'
    """

    def __init__(self, letters: int = 500_000) -> None:
        self._left = letters

    def __call__(self, name: str, candidates: Collection[str]) -> str:
        """Return "did you mean ...?", or an empty text when nothing is near, or no more is looked for."""
        return did_you_mean(name, candidates) if self.looks(name, candidates) else ""

    def looks(self, name: str, candidates: Sized) -> bool:
        """Whether a name is still looked for among others; counts as having done so."""
        going = self._left > 0
        self._left -= len(name) * len(candidates)
        return going


def misspelt(name: str, candidates: Iterable[str]) -> list[str]:
    """Return the names that differ from this one as a slip of the hand does: narrower than `closest`.

    Word by word (``MaxPlayers`` has two, digits are words): a word of four letters may miss, double, swap or change
    one letter behind its first, one of eight two. ``MinPlayers`` is not meant by ``MaxPlayers``, nor ``Slot2`` by
    ``Slot1``, nor ``WeightMap`` by ``HeightMap``.

    >>> misspelt("ServrSettingz", ["ServerSettings", "SessionSettings"])
    ['ServerSettings']
    >>> misspelt("MaxPlayers", ["MinPlayers", "MaxPlayers2"])
    []
    """
    own = _words(name)
    return [other for other in candidates if fold(other) != fold(name) and _is_slip(own, _words(other))]


def slips(names: Iterable[str]) -> list[tuple[str, str]]:
    """Return the pairs of names, the earlier one first, of which one is the other with a letter more, less or changed.

    Takes time in proportion to the names, however many there are. Singular and plural are two names.

    >>> slips(["ServerSettings", "Session", "ServerSetings", "Sessions", "Slot1", "Slot2"])
    [('ServerSettings', 'ServerSetings')]
    """
    found: list[tuple[str, str]] = []
    first: dict[str, str] = {}
    for name in dict.fromkeys(names):
        if not 6 <= len(name) <= _MAX_ID:
            continue
        folded = fold(name)
        shorter = [folded, *dict.fromkeys(folded[:at] + folded[at + 1 :] for at in range(len(folded)))]
        near = [first[form] for form in shorter if form in first and fold(first[form]) != folded]
        other = next((one for one in near if misspelt(name, [one]) and not _is_plural(folded, fold(one))), None)
        if other is not None:
            found.append((other, name))
        for form in shorter:
            first.setdefault(form, name)
    return found


def _is_plural(one: str, other: str) -> bool:
    return one == f"{other}s" or other == f"{one}s"


def _words(name: str) -> list[str]:
    return [fold(word) for word in re.findall(r"[A-Z]?[^\W\d_A-Z]+|[A-Z]+(?![a-z])|\d+|[\W_]+", name)]


def _is_slip(one: list[str], other: list[str]) -> bool:
    if len(one) != len(other):
        whole, rest = "".join(one), "".join(other)
        return min(len(whole), len(rest)) >= 4 and _one_slip(whole, rest)
    return all(
        a == b
        or (
            (a.isalpha() and b.isalpha() and min(len(a), len(b)) >= 4 and a[0] == b[0])
            and _distance(a, b, 2) <= 1 + (len(a) >= 8)
        )
        for a, b in zip(one, other, strict=True)
    )


def _one_slip(a: str, b: str) -> bool:
    """Whether two names of different words differ in one letter: not in a digit or mark, not beside a digit."""
    if any(c.isdigit() for c in a + b) or [c for c in a if not c.isalpha()] != [c for c in b if not c.isalpha()]:
        return False
    return a[0] == b[0] and _distance(a, b, 1) <= 1


def _distance(a: str, b: str, most: int) -> int:
    """Return how many letters must be put in, taken out, changed or swapped; more than `most` is any larger number."""
    if abs(len(a) - len(b)) > most or len(a) > _LONGEST:
        return most + 1
    before, row = [0] * (len(b) + 1), list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        older, before, row = before, row, [i]
        for j, y in enumerate(b, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
    return row[-1]


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
    if not isinstance(name, str):
        raise wrong_type(f"the {what} is text", name)
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
