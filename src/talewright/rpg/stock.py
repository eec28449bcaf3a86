"""The items in play, and how they change hands: made, given, stacked, split, put down, used up.

Decides which piles are alike, how they grow and which of them are used up first; each act is planned whole before
anything changes, so what cannot be done changes nothing, and ends with one call of `moved`. Who has an item,
`character` knows; what a place or a container takes, its `Holder` says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeAlias

from talewright.errors import AlreadyExists, Misuse, NotEnough, wrong_type
from talewright.fields import own
from talewright.names import FoldedDict, fold
from talewright.rpg.character import (
    Character,
    InventoryItem,
    Play,
    What,
    check_count,
    new_item,
    place,
    set_count,
    wear,
)
from talewright.rpg.ids import RandomSource, new_id, now
from talewright.rpg.item import Item, Roll, Rolled
from talewright.rpg.own_fields import copy_own, same_own
from talewright.rpg.references import look_up

MOST_PILES: Final = 100_000
"""How many piles one act may make: more are a count that was meant otherwise, and would take all memory."""


class Holder(Protocol):
    """A place or a container: what items may lie in, and is no character.

    An item remembers only the id (`InventoryItem.holder`, a save holds it), so a holder keeps no list of its own:
    `Characters.held` says what lies in it. An item that holds others, a sack, is a holder of its own id; they go where
    it goes.
    """

    @property
    def id(self) -> str:
        """Its name, the same after a load."""

    def check_item(self, item: InventoryItem, count: int) -> None:
        """Refuse pieces of an item that are about to be put here, by raising a `TalewrightError` that says why."""


Where: TypeAlias = "Character | str | None"
"""Where an item is: in a bag; in a place or a container, by its id, where an empty id means that it lies about; or not
in the game."""


@dataclass(frozen=True, slots=True)
class Moved:
    """What one act did.

    Attributes:
        item: the item, or the first of the piles.
        count: how many pieces.
        before: where they were.
        after: where they are.
        worn: the slot in which it is worn now; empty for none.
    """

    item: InventoryItem
    count: int
    before: Where
    after: Where
    worn: str = ""


class Stock(Play):
    """All items of a game.

    Args:
        database: the item types by name.
        rolls: random numbers for level, weight and value.
        ids: random numbers for ids.
        roll: how a new item gets its level, weight and value.
        is_stored: says whether an id is in use elsewhere.

    Attributes:
        moved: hears of each act when it is done; None: nobody does.
        inside_besides: gives what lies in items of these ids and is no item, by id; None: nothing does.
        kind: the class of the items.
    """

    def __init__(
        self,
        database: Mapping[str, Item],
        rolls: RandomSource,
        ids: RandomSource,
        roll: Roll,
        is_stored: Callable[[str], bool],
    ) -> None:
        self._database = database
        self._rolls, self._ids, self._roll, self._is_stored = rolls, ids, roll, is_stored
        self._items: FoldedDict[InventoryItem] = FoldedDict()
        self._numbers: dict[InventoryItem, int] = {}  # as they were made, as `_items` has them
        self._lying: dict[str, dict[InventoryItem, None]] = {}  # by what they lie in
        self.moved: Callable[[Moved], None] | None = None
        self.inside_besides: Callable[[Sequence[str]], Mapping[str, Sequence[str]]] | None = None
        self.kind: type[InventoryItem] = InventoryItem

    @property
    def items(self) -> FoldedDict[InventoryItem]:
        """All items in play, by id, in the order in which they were made; always this mapping."""
        return self._items

    def held(self, id: str) -> list[InventoryItem]:
        """Return what lies in the place or container with an id."""
        return sorted(self._lying.get(id, ()), key=self._numbers.__getitem__)

    def inside(self, item: InventoryItem) -> list[InventoryItem]:
        """Return what lies in an item, and what lies in that, and so on."""
        found = self.held(item.id)
        for one in found:
            found += self.held(one.id)
        return found

    def fitting(self, what: What) -> Callable[[InventoryItem], bool]:
        """Return the question whether an item is one of those.

        Raises:
            NotFound: there is no item type with this id.
            Misuse: it is nothing that items could be asked; or tags are asked for, and no item type has any.
        """
        if isinstance(what, InventoryItem):
            return lambda item: item is what
        if isinstance(what, type) and issubclass(what, Item):
            return lambda item: isinstance(item.base, what)
        if isinstance(what, (str, Item)):
            name = fold(what if isinstance(what, str) else what.name)
            gone = isinstance(what, str) and what not in self._database
            if gone and not any(fold(item.base.name) == name for item in self._items.values()):
                look_up(self._database, str(what), "item type")
            return lambda item: fold(item.base.name) == name
        matches = getattr(what, "matches", None)
        if not callable(matches) or isinstance(what, type):
            raise wrong_type("what is asked for is an item type, its id, a class of them, or a tag query", what)
        if not any(_tags(item) is not None for item in self._database.values()):
            raise Misuse(
                "tags are asked for, but no item type has any",
                hint="declare tags: TagContainer = field(default_factory=TagContainer) in your subclass of Item",
            )

        def fits(item: InventoryItem) -> bool:
            tags = _tags(item.base)
            return tags is not None and bool(matches(tags))

        return fits

    # Acts

    def create(self, base: Item) -> InventoryItem:
        """Make one item of a type, which lies about."""
        item = self._made(base, self._roll(base, now(self._rolls)))
        self.enter(item)
        self._tell(item, 1, None, "")
        return item

    def gain(self, character: Character, what: str | Item, count: int) -> list[InventoryItem]:
        """Make pieces of an item type in a bag: on piles that are alike and have room, then on new ones."""
        if isinstance(what, Item):
            base = what
        elif isinstance(what, str):
            base = look_up(self._database, what, "item type")
        else:
            raise wrong_type("what is gained is an item type, or its id", what, 'hero.gain("coin", 12)')
        check_count(count, 0)
        grown: dict[InventoryItem, int] = {}
        new: list[InventoryItem] = []
        if count > base.stack * MOST_PILES:
            raise Misuse(
                f"{count} of {base.name} would be more than {MOST_PILES:,} piles at once, as one is of {base.stack}",
                hint=f"write stack=, as large as a pile gets, into [{base.name} {base.class_name}]",
            )
        taken: set[str] = set()
        with_room = [
            pile
            for pile in (character.inventory if base.stack > 1 else ())
            if pile.count < base.stack and fold(pile.base.name) == fold(base.name)
        ]
        left = count
        while left:
            got = self._roll(base, now(self._rolls))
            if base.stack > 1:
                left -= self._stacked(new_item(self.kind, "", base, got, self), left, with_room, grown)
            if left:
                new.append(self._made(base, got, min(left, base.stack), taken))
                left -= new[-1].count
        for pile, more in grown.items():
            set_count(pile, pile.count + more)
        for item in new:
            self.enter(item)
            self._place(item, character)
        piles = [*grown, *new]
        if piles:
            self._tell(piles[0], count, None, character)
        return piles

    def lose(self, character: Character, what: What, count: int) -> None:
        """Take pieces of something in a bag out of the game, all of them or none."""
        fits = self.fitting(what)
        check_count(count, 0)
        # Those that hold something last, as they cannot go; then what is worn; the newest first.
        piles = [item for item in reversed(character.inventory) if fits(item)]
        piles.sort(key=lambda item: (self._holds(item), bool(item.worn_in)))
        have = sum(item.count for item in piles)
        if have < count:
            raise NotEnough(
                f"{character.id} has {have} of {_said(what)}, not {count}",
                have=have,
                wanted=count,
                hint="ask has() or count() first",
            )
        left = count
        taken: dict[InventoryItem, int] = {}
        while left:
            pile = piles[len(taken)]
            taken[pile] = min(left, pile.count)
            left -= taken[pile]
        self._check_empty([pile for pile, less in taken.items() if less == pile.count])
        for pile, less in taken.items():
            self._lessen(pile, less)
        if taken:
            self._tell(next(iter(taken)), count, character, None)

    def destroy(self, item: InventoryItem, count: int | None = None) -> None:
        """Take an item, or some pieces of it, out of the game."""
        count = self._check_pieces(item, count)
        if count == item.count:
            self._check_empty([item])
        before = _where(item)
        self._lessen(item, count)
        self._tell(item, count, before, None)

    def move(self, item: InventoryItem, to: Character | Holder | None, count: int | None = None) -> list[InventoryItem]:
        """Give an item, or some pieces of it, to a character, a place or a container, or put it down."""
        count = self._check_pieces(item, count)
        before = _where(item)
        if to is None or isinstance(to, Character):
            after: Character | str = to or ""
        else:
            after = self._checked_holder(item, to)
        if after == before:
            where = f"is in the inventory of {item.owner.id}" if item.owner else f"lies {_in(item.holder)}"
            raise AlreadyExists(f"{item.id} {where} already", hint="move it to somewhere else")
        if to is not None and not isinstance(to, Character):
            to.check_item(item, count)
        grown: dict[InventoryItem, int] = {}
        left = count
        if after and item.base.stack > 1 and not self._holds(item):
            there = after.inventory if isinstance(after, Character) else self.held(after)
            left -= self._stacked(item, left, there, grown)
        piles = [*grown]
        if left and count < item.count:
            split = self._copy(item, left)
            self.enter(split)
            self._place(split, after)
            piles.append(split)
        elif left:
            self._place(item, after)
            piles.append(item)
        if left < count or count < item.count:
            self._lessen(item, count - left if item in piles else count)
        for pile, more in grown.items():
            set_count(pile, pile.count + more)
        self._tell(item if item in piles else piles[0], count, before, after)
        return piles

    def put(self, item: InventoryItem, character: Character) -> None:
        """Give a character an item that nobody has, as a pile of its own."""
        self._place(item, character)
        self._tell(item, item.count, "", character)

    def drop(self, item: InventoryItem) -> None:
        """Let an item lie about."""
        before = _where(item)
        self._place(item, "")
        self._tell(item, item.count, before, "")

    def worn(self, item: InventoryItem, slot: str) -> None:
        """Let the owner of an item wear it, instead of what is worn there, or wear it no more."""
        owner = item.owner
        if owner is not None:
            for other in owner.inventory:
                if slot and fold(other.worn_in) == fold(slot):
                    wear(other, "")
            wear(item, slot)
            self._tell(item, item.count, owner, owner, slot)

    def leave(self, item: InventoryItem) -> list[InventoryItem]:
        """Let an item leave the game with its owner, with what lies in it; return them all."""
        gone = [item, *self.inside(item)]
        for one in gone:
            self._quit(one)
        return gone

    # In play

    def enter(self, item: InventoryItem) -> None:
        """Let an item be in play, the last that was made."""
        self._items[item.id] = item
        self._numbers[item] = next(reversed(self._numbers.values()), -1) + 1

    def replace(self, items: Mapping[str, InventoryItem]) -> None:
        """Let these items, as they are filled, be in play, and no others: after a load."""
        now_in_play = list(items.items())
        self._items.clear()
        self._items.update(now_in_play)
        self._numbers = {item: number for number, (_, item) in enumerate(now_in_play)}
        self._lying.clear()
        for _, item in now_in_play:
            if item.holder:
                self._lying.setdefault(item.holder, {})[item] = None

    def _place(self, item: InventoryItem, to: Character | str) -> None:
        if item.holder:
            lying = self._lying[item.holder]
            del lying[item]
            if not lying:
                del self._lying[item.holder]
        place(item, to)
        if item.holder:
            self._lying.setdefault(item.holder, {})[item] = None

    def _quit(self, item: InventoryItem) -> None:
        self._place(item, "")
        del self._items[item.id], self._numbers[item]

    def _holds(self, item: InventoryItem) -> bool:
        return item.id in self._lying

    # Inside

    def _made(self, base: Item, got: Rolled, count: int = 1, taken: set[str] | None = None) -> InventoryItem:
        """Make a pile with an id of its own, which is none of those taken, and is from now on.

        It is not in play yet.
        """
        taken = set() if taken is None else taken
        id = new_id(base.name, now(self._ids), lambda id: id in self._items or fold(id) in taken or self._is_stored(id))
        taken.add(fold(id))
        return new_item(self.kind, id, base, got, self, count)

    def _copy(self, item: InventoryItem, count: int) -> InventoryItem:
        """Make a pile that is alike."""
        made = self._made(item.base, Rolled(item.level, item.weight, item.value), count)
        made.extras = own(item.extras)
        copy_own(made, item)
        return made

    def _stacked(
        self, item: InventoryItem, count: int, among: Iterable[InventoryItem], grown: dict[InventoryItem, int]
    ) -> int:
        """Plan how far piles grow by pieces that are like an item; return how many find room."""
        left = count
        for pile in among:
            room = item.base.stack - pile.count - grown.get(pile, 0)
            if left and room > 0 and _alike(pile, item) and not self._holds(pile):
                more = min(left, room)
                grown[pile] = grown.get(pile, 0) + more
                left -= more
        return count - left

    def _lessen(self, item: InventoryItem, count: int) -> None:
        """Take pieces off a pile; one that is used up is no item any more."""
        if count < item.count:
            set_count(item, item.count - count)
        else:
            self._quit(item)

    def _check_pieces(self, item: InventoryItem, count: int | None) -> int:
        if not isinstance(item, InventoryItem):
            raise wrong_type("what is moved is an item in play", item, "characters.item(id) finds one")
        if self._items.get(item.id) is not item:
            raise Misuse(
                f"{item.id} is not in play: it was destroyed or used up, or a load dropped it",
                hint="ask the game for items anew",
            )
        if count is None:
            return item.count
        check_count(count, 1)
        if count > item.count:
            whose = f"{item.owner.id} has" if item.owner else f"there are, {_in(item.holder)},"
            raise NotEnough(
                f"{whose} {item.count} of {item.id} ({item.base.name}), not {count}",
                have=item.count,
                wanted=count,
                hint="leave the count out to mean all of it",
            )
        return count

    def _check_empty(self, items: Sequence[InventoryItem]) -> None:
        besides = self.inside_besides([item.id for item in items]) if self.inside_besides is not None else {}
        for item in items:
            inside = [*(one.id for one in self.held(item.id)), *besides.get(item.id, ())]
            if inside:
                whose = f" of {item.owner.id}" if item.owner else ""
                lies = "lies" if len(inside) == 1 else "lie"
                raise Misuse(
                    f"{item.id}{whose} cannot go: {', '.join(inside[:3])} {lies} in it",
                    hint="move or destroy what lies in it first",
                )

    def _checked_holder(self, item: InventoryItem, to: Holder) -> str:
        id = getattr(to, "id", None)
        if not isinstance(id, str) or not id or not callable(getattr(to, "check_item", None)):
            raise wrong_type(
                "an item is moved to a character, to a place or a container, or to None",
                to,
                "a place has an id, and check_item(item, count)",
            )
        at: InventoryItem | None = self._items.get(id)
        while at is not None:
            if at is item:
                raise Misuse(f"{item.id} cannot lie in itself, nor in what lies in it", hint="take it out first")
            at = self._items.get(at.holder)
        return id

    def _tell(self, item: InventoryItem, count: int, before: Where, after: Where, worn: str = "") -> None:
        if self.moved is not None:
            self.moved(Moved(item, count, before, after, worn))


def _where(item: InventoryItem) -> Character | str:
    return item.holder if item.owner is None else item.owner


def _in(holder: str) -> str:
    return f"in {holder}" if holder else "about"


def _alike(one: InventoryItem, other: InventoryItem) -> bool:
    """Return whether two piles are of one record, and all that is their own is the same."""
    return (
        fold(one.base.name) == fold(other.base.name)
        and same_own(one, other)
        and (one.level, one.weight, one.value, one.extras) == (other.level, other.weight, other.value, other.extras)
    )


def _tags(base: Item) -> Any:
    """Return the tags of an item type: the field ``tags`` that a game's own class of records has."""
    return getattr(base, "tags", None)


def _said(what: What) -> str:
    if isinstance(what, (Item, type)):
        return what.name if isinstance(what, Item) else what.__name__
    return what.id if isinstance(what, InventoryItem) else str(what)
