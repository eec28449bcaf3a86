"""A character and the items that it carries, each one real sword, made from an item type.

Decides who owns an item: `add_inventory` and `remove_inventory` are the only two doors for a game, so that the records
of the inventory and the owner of each item never disagree (Unreal's document on savegames through the config system,
"SapituCharacter"); and how the section of each is spelled. The functions below are the doors of `Characters` and of a
load. An item without an owner lies about, and the shared file never holds it. Files and ids of new items are none of
its business.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from talewright.errors import AlreadyExists, Misuse, NotFound
from talewright.fields import Plain, Repeated, encode
from talewright.names import did_you_mean
from talewright.rpg.item import Item, Rolled
from talewright.rpg.sections import StoredCharacter, StoredItem


class InventoryItem:
    """One item in play, made by `Characters.create_inventory`; equal to itself alone.

    Attributes:
        id: its name in sections and commands; fixed for life.
        base: the item type it was made from; an `UnknownItem` if the database does not have it.
        level: as rolled.
        weight: as rolled, in the game's own unit.
        value: as rolled, in the game's own currency.
        extras: fields of its section that nothing here knows; written back as they came.
    """

    class_name: ClassVar[str] = "SapituInventory"

    __slots__ = ("_id", "_owner", "base", "extras", "level", "value", "weight")

    def __init__(self, id: str, base: Item, rolled: Rolled) -> None:
        self._id = id
        self._owner: Character | None = None
        self.base = base
        self.level, self.weight, self.value = rolled
        self.extras: dict[str, Plain] = {}

    @property
    def id(self) -> str:
        """Its name in sections and commands."""
        return self._id

    @property
    def owner(self) -> Character | None:
        """Whose inventory it is in; None for an item that nobody picked up."""
        return self._owner

    def section(self) -> dict[str, Plain]:
        """Return its fields as its section holds them.

        Raises:
            FieldError: a value is no number.
        """
        where = f"[{self.id} {self.class_name}]"
        return {
            "baseItem": self.base.name,
            "Level": encode(self.level, int, path=f"{where}.Level"),
            "Weight": encode(self.weight, float, path=f"{where}.Weight"),
            "Value": encode(self.value, float, path=f"{where}.Value"),
            **self.extras,
        }

    def __repr__(self) -> str:
        return f"<InventoryItem {self.id}: {self.base.name}, level {self.level}>"


class Character:
    """One character in play, made by `Characters.create` or `Characters.load`; equal to itself alone.

    Attributes:
        id: its name in sections and commands; `Characters.rename` alone changes it.
        name: what players read.
        health: whole points.
        extras: fields of its section that nothing here knows; written back as they came.
        missing: ids of items that the shared file lists as its own and does not have; written back as they came.
    """

    class_name: ClassVar[str] = "SapituCharacter"

    __slots__ = ("_id", "_in_play", "_inventory", "extras", "health", "missing", "name")

    def __init__(self, id: str, name: str, in_play: Mapping[str, InventoryItem]) -> None:
        self._id = id
        # The items of the game this character is in; empty once it has left it, so that it can pick up nothing.
        self._in_play = in_play
        self._inventory: list[InventoryItem] = []
        self.name = name
        self.health = 100
        self.extras: dict[str, Plain] = {}
        self.missing: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """Its name in sections and commands."""
        return self._id

    @property
    def inventory(self) -> tuple[InventoryItem, ...]:
        """What it carries, in the order it was picked up; a view, changed by the two methods below."""
        return tuple(self._inventory)

    def add_inventory(self, item: InventoryItem) -> None:
        """Put an item that nobody owns into the inventory.

        Raises:
            AlreadyExists: this or another character has it.
            Misuse: the item or this character is not in play (a load dropped it).
        """
        if self._in_play.get(item.id) is not item:
            raise Misuse(
                f"{self.id} cannot take {item.id}: one of them is not in play",
                hint="make items with create_inventory; after a load ask the game for characters and items anew",
            )
        if item.owner is self:
            raise AlreadyExists(f"{self.id} has {item.id} already", hint="an item is in an inventory once")
        if item.owner is not None:
            raise AlreadyExists(
                f"{item.id} is in the inventory of {item.owner.id}",
                hint="take it from there with remove_inventory first",
            )
        self._inventory.append(item)
        item._owner = self

    def remove_inventory(self, item: InventoryItem) -> None:
        """Take an item out of the inventory; it is nobody's then, and stays in play.

        Raises:
            NotFound: it is not in this inventory.
        """
        if item.owner is not self:
            near = did_you_mean(item.id, (i.id for i in self._inventory))
            hint = near or f"its items: {', '.join(i.id for i in self._inventory) or 'none'}"
            raise NotFound(f"{self.id} does not have {item.id}", hint=hint)
        self._inventory.remove(item)
        item._owner = None

    def section(self) -> dict[str, Plain]:
        """Return its fields as its section holds them.

        Raises:
            FieldError: a value does not fit.
        """
        where = f"[{self.id} {self.class_name}]"
        plain: dict[str, Plain] = {
            "CharacterName": encode(self.name, str, path=f"{where}.CharacterName"),
            "Health": encode(self.health, int, path=f"{where}.Health"),
        }
        if self._inventory:
            plain["inventoryRecords"] = Repeated(item.id for item in self._inventory)
        if self.missing:
            plain["missingRecords"] = Repeated(self.missing)
        return {**plain, **self.extras}

    def __repr__(self) -> str:
        return f"<Character {self.id}: {self.name!r}, {len(self._inventory)} items>"


def rolled(stored: StoredItem) -> Rolled:
    """Return the stored level, weight and value."""
    return Rolled(stored.Level, stored.Weight, stored.Value)


def fill_item(item: InventoryItem, stored: StoredItem, base: Item) -> None:
    """Put an item into the stored state; it is nobody's then."""
    item.base = base
    item.level, item.weight, item.value = rolled(stored)
    item.extras = dict(stored.extras)
    item._owner = None


def fill_character(character: Character, stored: StoredCharacter, items: list[InventoryItem]) -> None:
    """Put a character into the stored state, with these items."""
    character.name = stored.CharacterName
    character.health = stored.Health
    character.extras = dict(stored.extras)
    character.missing = tuple(stored.missingRecords)
    character._inventory = items
    for item in items:
        item._owner = character


def rename(character: Character, id: str) -> None:
    """Call a character by another id."""
    character._id = id


def disown(item: InventoryItem) -> None:
    """Let an item be nobody's; its former owner is about to be filled, or dismissed."""
    item._owner = None


def dismiss(character: Character) -> None:
    """Let a character leave the game: it has nothing, and can pick up nothing."""
    character._inventory = []
    character._in_play = {}
