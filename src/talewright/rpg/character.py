"""A character and the items that it carries, each a real sword or a real pile of coins, made from an item type.

Decides who has an item, so that the records of the inventory and the owner of each item never disagree (Unreal's
document on savegames through the config system, "SapituCharacter"), and how the section of each is spelled. What is in
a bag changes through the methods here and those of `Characters`; the functions below are the doors of both, and of a
load. An item without an owner lies about, or in a place or a container; the shared file never holds it. Files, ids of
new items and how piles grow are none of its business.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Protocol, TypeAlias

from talewright.errors import AlreadyExists, Misuse, NotFound, wrong_type
from talewright.fields import NO_REFERENCES, Plain, References, Repeated, declared, encode
from talewright.names import FoldedDict, did_you_mean
from talewright.rpg.item import Item, Rolled
from talewright.rpg.own_fields import check_own, make_own, own_section
from talewright.rpg.sections import SavedItem, StoredCharacter, StoredItem


class Query(Protocol):
    """A question to tags, as `tags.TagQuery` is one: it is put to the field ``tags`` of item types."""

    def matches(self, container: Any, /) -> bool:
        """Return whether these tags fit."""


What: TypeAlias = "str | Item | type[Item] | Query | InventoryItem"
"""Which items are meant: those of a record, by its id or itself; of a kind of record, by its class; those whose
record's ``tags`` fit a question; or this very one."""


class Play(Protocol):
    """What an item and a character need of the game that they are in."""

    @property
    def items(self) -> Mapping[str, InventoryItem]:
        """All items in play."""

    def fitting(self, what: What) -> Callable[[InventoryItem], bool]:
        """Return the question whether an item is one of those."""

    def gain(self, character: Character, what: str | Item, count: int) -> list[InventoryItem]:
        """Make items for a character."""

    def lose(self, character: Character, what: What, count: int) -> None:
        """Take items of a character out of the game."""

    def put(self, item: InventoryItem, character: Character) -> None:
        """Give a character an item that nobody has."""

    def drop(self, item: InventoryItem) -> None:
        """Let an item lie about."""

    def worn(self, item: InventoryItem, slot: str) -> None:
        """Let an item be worn, or no more."""


class InventoryItem:
    """An item in play, or a pile of some that are alike; equal to itself alone.

    Made by `Characters.create_inventory` and `Character.gain`. A game may derive its own class and annotate fields with
    defaults, ``sharpness: int = 3``: they are saved, and part of what makes piles alike. Definition and instance stand
    apart: the record is shared and never changes, everything else here is this item's own.

    Attributes:
        id: its name in sections and commands; fixed for life.
        base: the item type it was made from; an `UnknownItem` if the database does not have it.
        level: as rolled.
        weight: of one piece, as rolled, in the game's own unit.
        value: of one piece, as rolled, in the game's own currency.
        extras: fields of its section that nothing here knows; written back as they came.
    """

    class_name: ClassVar[str] = "SapituInventory"
    __declares__ = False

    __slots__ = ("_count", "_holder", "_id", "_owner", "_play", "_worn", "base", "extras", "level", "value", "weight")

    def __init__(self, id: str, base: Item, rolled: Rolled, play: Play, count: int = 1) -> None:
        self._id = id
        self._play = play
        self._owner: Character | None = None
        self._holder = ""
        self._worn = ""
        self._count = count
        self.base = base
        self.level, self.weight, self.value = rolled
        self.extras: dict[str, Plain] = {}
        make_own(self)

    def __init_subclass__(cls) -> None:
        check_own(cls, declared(SavedItem))

    @property
    def id(self) -> str:
        """Its name in sections and commands."""
        return self._id

    @property
    def count(self) -> int:
        """How many pieces it is; more than 1 where it is a pile."""
        return self._count

    @property
    def owner(self) -> Character | None:
        """Whose inventory it is in; None for an item that nobody picked up."""
        return self._owner

    @property
    def holder(self) -> str:
        """The id of the place or container that it lies in; empty where a character has it, or where it lies about."""
        return self._holder

    @property
    def worn_in(self) -> str:
        """The slot in which its owner wears it; empty where nobody does."""
        return self._worn

    @property
    def alive(self) -> bool:
        """Whether it is in play: not destroyed, not used up, not put on another pile, and not dropped by a load."""
        return self._play.items.get(self._id) is self

    def section(self, references: References = NO_REFERENCES) -> dict[str, Plain]:
        """Return its fields as its section holds them; what is as it mostly is stands in none.

        Args:
            references: how fields of a game's own class are saved as names.

        Raises:
            FieldError: a value does not fit.
        """
        where = f"[{self.id} {self.class_name}]"
        plain: dict[str, Plain] = {
            "baseItem": self.base.name,
            "Level": encode(self.level, int, path=f"{where}.Level"),
            "Weight": encode(self.weight, float, path=f"{where}.Weight"),
            "Value": encode(self.value, float, path=f"{where}.Value"),
        }
        if self._count != 1:
            plain["Count"] = self._count
        if self._worn:
            plain["wornIn"] = self._worn
        if self._holder:
            plain["heldBy"] = self._holder
        return {**plain, **own_section(self, references, where), **self.extras}

    def __repr__(self) -> str:
        pieces = "" if self._count == 1 else f"{self._count} "
        return f"<InventoryItem {self.id}: {pieces}{self.base.name}, level {self.level}>"


class Character:
    """One character in play, made by `Characters.create` or `Characters.load`; equal to itself alone.

    A game may derive its own class and annotate fields with defaults, ``gold: int = 0``: they are saved.

    Attributes:
        id: its name in sections and commands; `Characters.rename` alone changes it.
        name: what players read.
        health: whole points.
        extras: fields of its section that nothing here knows; written back as they came.
        missing: ids of items that the shared file lists as its own and does not have; written back as they came.

    >>> from random import Random
    >>> from talewright.rpg import Characters, Item
    >>> types = {"coin": Item("coin", stack=100), "sword1": Item("sword1", slot="hand")}
    >>> hero = Characters(types, rolls=Random(0), ids=Random(1)).create("hero")
    >>> [pile.count for pile in hero.gain("coin", 120)]
    [100, 20]
    >>> hero.lose("coin", 90)
    >>> hero.count("coin"), hero.has("coin", 31), hero.has("sword1")
    (30, False, False)
    >>> [sword] = hero.gain("sword1")
    >>> hero.equip(sword)
    >>> hero.worn["hand"] is sword
    True
    """

    class_name: ClassVar[str] = "SapituCharacter"
    __declares__ = False

    __slots__ = ("_id", "_inventory", "_play", "extras", "health", "missing", "name")

    def __init__(self, id: str, name: str, play: Play) -> None:
        self._id = id
        # The game this character is in; None once it has left it, so that it can pick up nothing.
        self._play: Play | None = play
        self._inventory: list[InventoryItem] = []
        self.name = name
        self.health = 100
        self.extras: dict[str, Plain] = {}
        self.missing: tuple[str, ...] = ()
        make_own(self)

    def __init_subclass__(cls) -> None:
        check_own(cls, declared(StoredCharacter))

    @property
    def id(self) -> str:
        """Its name in sections and commands."""
        return self._id

    @property
    def alive(self) -> bool:
        """Whether it is in play: not deleted, and not dropped by a load."""
        return self._play is not None

    @property
    def inventory(self) -> tuple[InventoryItem, ...]:
        """What it carries, in the order it was picked up; a view, changed by the methods below."""
        return tuple(self._inventory)

    # What it has

    def count(self, what: What) -> int:
        """Return how many pieces of something it carries, worn ones included.

        Args:
            what: a record, by its id or itself; a kind of record, by its class; a `tags.TagQuery`, which is put to the
                field ``tags`` of item types; or an item.

        Raises:
            NotFound: there is no item type with this id.
            Misuse: it is nothing of these; or tags are asked for, and no item type has any.
        """
        if self._play is None:
            return 0
        fits = self._play.fitting(what)
        return sum(item._count for item in self._inventory if fits(item))

    def has(self, what: What, count: int = 1) -> bool:
        """Return whether it carries so many pieces of something, as `count` counts them.

        Raises:
            NotFound, Misuse: as `count`; or so many are no whole number, or below 0.
        """
        check_count(count, 0)
        return self.count(what) >= count

    def gain(self, what: str | Item, count: int = 1) -> list[InventoryItem]:
        """Make new pieces of an item type and carry them: on piles that are alike and have room, then on new piles.

        The dice are rolled once for each pile that it goes to; a pile is of one level. Piles grow up to the ``stack``
        of the record.

        Returns:
            The piles that grew or are new; none where the count is 0.

        Raises:
            NotFound: there is no item type with this id.
            Misuse: the count is no whole number, or below 0; or the character is not in play.
        """
        return self._playing(f"gain {what}").gain(self, what, count)

    def lose(self, what: What, count: int = 1) -> None:
        """Take pieces of something out of the bag and out of the game: so many, or none.

        What is not worn goes first, the newest before the oldest; what is used up is not `alive` any more.

        Raises:
            NotEnough: it has fewer; nothing changed.
            NotFound, Misuse: as `count`; or something lies in what would be used up.
        """
        self._playing("lose anything").lose(self, what, count)

    def add_inventory(self, item: InventoryItem) -> None:
        """Put an item that nobody owns into the inventory, as a pile of its own; `Characters.move` stacks.

        Raises:
            AlreadyExists: this or another character has it, or it lies in a place or a container.
            Misuse: the item or this character is not in play (a load dropped it).
        """
        _check_item(item)
        if self._play is None or self._play.items.get(item.id) is not item:
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
        if item.holder:
            raise AlreadyExists(f"{item.id} lies in {item.holder}", hint=f"characters.move(item, to={self.id})")
        self._play.put(item, self)

    def remove_inventory(self, item: InventoryItem) -> None:
        """Take an item out of the inventory; it becomes loose: it stays in play, and lies about for whoever finds it.

        `lose` and `Characters.destroy` take items out of the game.

        Raises:
            NotFound: it is not in this inventory.
        """
        self._check_mine(item)
        item._play.drop(item)

    # What it wears

    @property
    def worn(self) -> Mapping[str, InventoryItem]:
        """What it wears, by slot; a view, changed by `equip` and `unequip`."""
        return MappingProxyType(FoldedDict((item._worn, item) for item in self._inventory if item._worn))

    def equip(self, item: InventoryItem) -> None:
        """Wear an item that it carries, in the ``slot`` of its record; what was worn there stays in the bag.

        Raises:
            NotFound: it is not in this inventory.
            Misuse: items of this type are worn nowhere.
        """
        self._check_mine(item)
        slot = item.base.slot
        if not slot:
            raise Misuse(
                f"{self.id} cannot wear {item.id}: the item type {item.base.name} has no slot",
                hint=f"write slot=hand, or another, into [{item.base.name} {item.base.class_name}]",
            )
        if item._worn != slot:
            item._play.worn(item, slot)

    def unequip(self, slot: str) -> InventoryItem:
        """Take off what is worn in a slot; it stays in the bag.

        Returns:
            What was worn there.

        Raises:
            NotFound: nothing is.
        """
        worn = self.worn
        if not isinstance(slot, str):
            raise wrong_type("a slot is text", slot, 'hero.unequip("hand")')
        if slot not in worn:
            near = did_you_mean(slot, worn) or f"worn slots: {', '.join(worn) or 'none'}"
            raise NotFound(f"{self.id} wears nothing in {slot!r}", hint=near)
        item = worn[slot]
        item._play.worn(item, "")
        return item

    def _check_mine(self, item: InventoryItem) -> None:
        _check_item(item)
        if item.owner is not self:
            near = did_you_mean(item.id, (i.id for i in self._inventory))
            hint = near or f"its items: {', '.join(i.id for i in self._inventory) or 'none'}"
            raise NotFound(f"{self.id} does not have {item.id}", hint=hint)

    def _playing(self, what: str) -> Play:
        if self._play is None:
            raise Misuse(
                f"{self.id} cannot {what}: the character is not in play",
                hint="it was deleted, or a load dropped it: ask the game for characters anew",
            )
        return self._play

    def section(self, references: References = NO_REFERENCES) -> dict[str, Plain]:
        """Return its fields as its section holds them.

        Args:
            references: how fields of a game's own class are saved as names.

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
        return {**plain, **own_section(self, references, where), **self.extras}

    def __repr__(self) -> str:
        return f"<Character {self.id}: {self.name!r}, {len(self._inventory)} items>"


def check_count(count: int, least: int) -> None:
    """Refuse what is no number of pieces.

    Raises:
        Misuse: it is no whole number, or too small.
    """
    if type(count) is not int or count < least:
        raise Misuse(f"a count is a whole number from {least}, not {count!r}", hint="gain and lose say the direction")


def _check_item(item: InventoryItem) -> None:
    if not isinstance(item, InventoryItem):
        raise wrong_type("an item in play is needed", item, "hero.inventory has them; characters.item(id) finds one")


def rolled(stored: StoredItem) -> Rolled:
    """Return the stored level, weight and value."""
    return Rolled(stored.Level, stored.Weight, stored.Value)


def fill_item(item: InventoryItem, stored: StoredItem, base: Item, holder: str = "") -> None:
    """Put an item into the stored state; it is nobody's then, and lies in what has this id."""
    item.base = base
    item.level, item.weight, item.value = rolled(stored)
    item.extras = dict(stored.extras)
    item._count = stored.Count
    item._worn = stored.wornIn
    item._holder = holder
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


def place(item: InventoryItem, to: Character | str) -> None:
    """Take an item out of where it is, and put it into a bag, into what has an id, or (an empty id) down."""
    if item._owner is not None:
        bag = item._owner._inventory
        if bag[-1] is item:  # the newest goes first mostly, and a large bag takes long to look through
            bag.pop()
        else:
            bag.remove(item)
    item._worn = ""
    if isinstance(to, str):
        item._owner, item._holder = None, to
    else:
        item._owner, item._holder = to, ""
        to._inventory.append(item)


def set_count(item: InventoryItem, count: int) -> None:
    """Let a pile be of so many pieces."""
    item._count = count


def wear(item: InventoryItem, slot: str) -> None:
    """Let an item be worn in a slot, or, where that is empty, nowhere."""
    item._worn = slot


def disown(item: InventoryItem) -> None:
    """Let an item be nobody's; its former owner is about to be filled, or dismissed."""
    item._owner = None


def dismiss(character: Character) -> None:
    """Let a character leave the game: it has nothing, and can pick up nothing."""
    character._inventory = []
    character._play = None


def new_item(cls: type[InventoryItem], id: str, base: Item, got: Rolled, play: Play, count: int = 1) -> InventoryItem:
    """Make an item of a class that may be a dataclass, whose ``__init__`` takes its own fields."""
    made = cls.__new__(cls)
    InventoryItem.__init__(made, id, base, got, play, count)
    return made


def new_character(cls: type[Character], id: str, name: str, play: Play) -> Character:
    """Make a character of a class that may be a dataclass."""
    made = cls.__new__(cls)
    Character.__init__(made, id, name, play)
    return made
