"""Characters and items of a save, checked and ready to replace those in play.

Decides what the state after a load will be; changes nothing until `commit`, which cannot fail. An object whose id is in
play keeps its identity and gets its whole state anew; the rest is made new or dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar

from talewright.diagnostics import Report, Span
from talewright.errors import FieldError, SaveError
from talewright.fields import NO_REFERENCES, Plain, References, decode
from talewright.names import FoldedDict, did_you_mean, fold
from talewright.rpg.character import (
    Character,
    InventoryItem,
    fill_character,
    fill_item,
    new_character,
    new_item,
    rolled,
)
from talewright.rpg.item import Item, UnknownItem
from talewright.rpg.own_fields import read_own, set_own
from talewright.rpg.references import references
from talewright.rpg.sections import (
    CHARACTER,
    INVENTORY,
    STATE,
    Locate,
    SavedItem,
    StoredCharacter,
    StoredItem,
    check_owners,
    check_worn,
    collect,
)
from talewright.rpg.stock import Stock

T = TypeVar("T", Character, InventoryItem)


class Restoration:
    """What `Characters.prepare` gives: everything checked, nothing changed yet.

    Attributes:
        report: warnings, such as items whose type the database does not have.
        characters: those that will be in play.
        items: the items that will be in play.
        current: whom the commands will mean.
        known: digests of characters of the shared file that the run of the save loaded or wrote.
    """

    def __init__(
        self,
        sections: Mapping[tuple[str, str], Mapping[str, Plain]],
        database: Mapping[str, Item],
        characters: Mapping[str, Character],
        stock: Stock,
        replace: Callable[[Restoration], None],
        source: str,
        kind: type[Character] = Character,
        references: References = NO_REFERENCES,
    ) -> None:
        self.report = Report()
        self._database = database
        self._replace = replace

        def locate(name: str, class_name: str, key: str) -> Span:
            return Span(source)

        self._stored = collect(StoredCharacter, CHARACTER, sections, self.report, locate)
        self._stored_items = collect(SavedItem, INVENTORY, sections, self.report, locate)
        check_owners(self._stored, self._stored_items.__contains__, self.report, locate)
        self.characters: FoldedDict[Character] = FoldedDict(
            (id, _same(characters.get(id), id, kind) or new_character(kind, id, stored.CharacterName, stock))
            for id, stored in self._stored.items()
        )
        self._bases = {
            id: base_of(id, stored, database, self.report, locate) for id, stored in self._stored_items.items()
        }
        self.items: FoldedDict[InventoryItem] = FoldedDict(
            (
                id,
                _same(stock.items.get(id), id, stock.kind)
                or new_item(stock.kind, id, self._bases[id], rolled(stored), stock),
            )
            for id, stored in self._stored_items.items()
        )
        self._check_places(locate)
        named = references.merged(self.references())
        self._kinds = kind, stock.kind
        self._own: list[tuple[Character | InventoryItem, dict[str, Any]]] = []
        for things, class_name, kept in (
            (self.characters, CHARACTER, self._stored),
            (self.items, INVENTORY, self._stored_items),
        ):
            for thing in things.values():
                cls = kind if isinstance(thing, Character) else stock.kind
                extras, at = kept[thing.id].extras, partial(locate, thing.id, class_name)
                where = f"[{thing.id} {class_name}]"
                self._own.append((thing, read_own(cls, extras, named, where, self.report, at)))
        self.current = self._read_current(sections, locate)
        self.known = self._read_known(sections, locate)
        if self.report.errors:
            raise SaveError("the characters of the save do not fit together", report=self.report)

    def _check_places(self, locate: Locate) -> None:
        """Find items that would be in two places, in themselves, or worn where they cannot be."""
        owners = FoldedDict((item, id) for id, character in self._stored.items() for item in character.items)
        for id, stored in self._stored_items.items():
            where = f"[{id} {INVENTORY}]"
            inside, at = {fold(id)}, stored.heldBy
            while at in self._stored_items and fold(at) not in inside:
                inside.add(fold(at))
                at = self._stored_items[at].heldBy
            if stored.heldBy and id in owners:
                what = f"{where}.heldBy is {stored.heldBy!r}, but {owners[id]} lists the item"
                hint = "an item is in one place: take the line out of one of the two"
                self.report.add("TW-RPG-03", "error", what, hint, locate(id, INVENTORY, "heldBy"))
            elif fold(at) in inside:
                what = f"{where}.heldBy is {stored.heldBy!r}: the item would lie in itself"
                self.report.add("TW-RPG-03", "error", what, "clear the field", locate(id, INVENTORY, "heldBy"))
        check_worn(self._stored, self._stored_items, self.report, locate)

    def _read_current(
        self, sections: Mapping[tuple[str, str], Mapping[str, Plain]], locate: Locate
    ) -> Character | None:
        for (name, class_name), plain in sections.items():
            if fold(class_name) != fold(STATE):
                continue
            given = {fold(key): value for key, value in plain.items()}.get("current")
            where = f"[{name} {class_name}].current"
            try:
                id = decode(given, str | None, path=where)
                if id is None:
                    return None
                if id in self.characters:
                    return self.characters[id]
                raise FieldError(where, f"names {id!r}, which is no character", hint=did_you_mean(id, self.characters))
            except FieldError as error:
                self.report.add("TW-RPG-04", "error", error.message, error.hint, locate(name, class_name, "current"))
        return None

    def _read_known(
        self, sections: Mapping[tuple[str, str], Mapping[str, Plain]], locate: Locate
    ) -> dict[str, list[str]]:
        known: dict[str, list[str]] = {}
        for (name, class_name), plain in sections.items():
            if fold(class_name) != fold(STATE):
                continue
            given = {fold(key): value for key, value in plain.items()}.get("known", [])
            where = f"[{name} {class_name}].known"
            try:
                for entry in decode(given, list[dict[str, Any]], path=where):
                    id = decode(entry.get("id"), str, path=f"{where}.id")
                    known[id] = decode(entry.get("digests"), list[str], path=f"{where}.digests")
            except FieldError as error:
                self.report.add("TW-RPG-04", "error", error.message, error.hint, locate(name, class_name, "known"))
        return known

    def references(self) -> References:
        """Return the references into the state that `commit` will make: for decoding other parts of the same save."""
        return references(self._database, self.characters, self.items)

    def commit(self) -> None:
        """Replace the characters and items in play."""
        for thing, values in self._own:
            thing.__class__ = self._kinds[0] if isinstance(thing, Character) else self._kinds[1]
            set_own(thing, values)
        for id, stored in self._stored_items.items():
            fill_item(self.items[id], stored, self._bases[id], stored.heldBy)
        self._replace(self)
        for id, stored_character in self._stored.items():
            fill_character(self.characters[id], stored_character, [self.items[i] for i in stored_character.items])


def _same(known: T | None, id: str, kind: type) -> T | None:
    """Return the object in play, if it can be of a class.

    Not where the save spells its id in another case, which is fixed for life; nor where one of the classes is the
    document's own, which has no room for fields.
    """
    if known is None or known.id != id or bool(type(known).__dictoffset__) != bool(kind.__dictoffset__):
        return None
    return known


def base_of(id: str, stored: StoredItem, database: Mapping[str, Item], report: Report, locate: Locate) -> Item:
    """Find the type of an item; one that the database lacks is a warning and stays an unknown item."""
    base = database.get(stored.baseItem)
    if base is not None:
        return base
    near = did_you_mean(stored.baseItem, database)
    report.add(
        "TW-RPG-01",
        "warning",
        f"[{id} {INVENTORY}].baseItem is {stored.baseItem!r}, which the item database does not have; "
        "the item is kept as it is",
        near or f"add [{stored.baseItem or 'name'} {Item.class_name}] to an ini of the project",
        locate(id, INVENTORY, "baseItem"),
    )
    return UnknownItem(stored.baseItem)
