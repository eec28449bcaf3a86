"""Bags under any order of acts: nothing is lost, doubled or in two places, and any state comes back (people.md G1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from talewright.config.values.grammar import dump, parse
from talewright.errors import AlreadyExists, Misuse, NotEnough, NotFound, TalewrightError
from talewright.fields import Repeated, Sections
from talewright.names import FoldedDict
from talewright.rpg import Character, Characters, InventoryItem, Item, Moved, Range, Scaling

ITEMS: FoldedDict[Item] = FoldedDict(
    {
        "coin": Item("coin", stack=7),
        "potion": Item("potion", level=Range(1, 2), value=Scaling(1, 1), stack=3),
        "sword": Item("sword", level=Range(1, 9), slot="hand"),
        "helm": Item("helm", slot="head"),
        "sack": Item("sack"),
    }
)
HEROES = ("ann", "bob")
HOLDERS = ("hall", "main:/chest")

names = st.sampled_from(list(ITEMS))
heroes = st.sampled_from(HEROES)
numbers = st.integers(0, 9)
picks = st.integers(0, 30)


class Holder:
    def __init__(self, id: str) -> None:
        self.id = id

    def check_item(self, item: InventoryItem, count: int) -> None:
        if self.id == "hall" and item.base.name == "helm":
            raise Misuse("no helmets in the hall")


def through_text(sections: Sections) -> Sections:
    """Return sections as they come back from a file."""
    return {
        key: {
            name: Repeated(parse(dump(v)) for v in value) if isinstance(value, Repeated) else parse(dump(value))
            for name, value in fields.items()
        }
        for key, fields in sections.items()
    }


class Bags(RuleBasedStateMachine):
    """Twelve acts upon two bags, two holders and the floor."""

    def __init__(self) -> None:
        super().__init__()
        self.party = Characters(ITEMS, rolls=Random(0), ids=Random(1))
        for id in HEROES:
            self.party.create(id)
        self.moves: list[Moved] = []
        self.party.moved = self.moves.append
        self.expected: Counter[str] = Counter()
        self.kept: list[tuple[Sections, Counter[str]]] = []
        self.ids: set[str] = set()

    def tried(self, act: Callable[[], object], *errors: type[TalewrightError]) -> bool:
        """Do an act that may be refused; say whether it was done. What is refused changes nothing and is not told."""
        before, self.moves[:] = self.party.sections(), []
        try:
            act()
        except errors:
            assert self.party.sections() == before
            assert self.moves == []
            return False
        assert len(self.moves) <= 1
        return True

    def picked(self, number: int) -> InventoryItem:
        items = self.party.items
        return items[number % len(items)]

    # the twelve

    @rule(who=heroes, what=names, count=numbers)
    def gain(self, who: str, what: str, count: int) -> None:
        piles: list[InventoryItem] = []
        assert self.tried(lambda: piles.extend(self.party[who].gain(what, count)))
        self.expected[what] += count
        assert bool(piles) == bool(count)
        assert all(pile.owner is self.party[who] for pile in piles)

    @rule(who=heroes, what=names, count=numbers)
    def lose(self, who: str, what: str, count: int) -> None:
        have = self.party[who].count(what)
        if self.tried(lambda: self.party[who].lose(what, count), NotEnough, Misuse):
            self.expected[what] -= count
            assert self.party[who].count(what) == have - count
        else:
            assert have < count or what == "sack"

    @rule(what=names)
    def create(self, what: str) -> None:
        assert self.tried(lambda: self.party.create_inventory(ITEMS[what]))
        self.expected[what] += 1

    @precondition(lambda self: self.party.items)
    @rule(number=picks, count=st.none() | numbers)
    def destroy(self, number: int, count: int | None) -> None:
        item = self.picked(number)
        name, pieces = item.base.name, item.count if count is None else count
        if self.tried(lambda: self.party.destroy(item, count), NotEnough, Misuse):
            self.expected[name] -= pieces
            assert item.alive == (item.id in {one.id for one in self.party.items})

    @precondition(lambda self: self.party.items)
    @rule(number=picks, to=heroes, count=st.none() | numbers)
    def give(self, number: int, to: str, count: int | None) -> None:
        item = self.picked(number)
        self.tried(lambda: self.party.move(item, self.party[to], count=count), NotEnough, Misuse, AlreadyExists)

    @precondition(lambda self: self.party.items)
    @rule(number=picks, to=st.sampled_from(HOLDERS), count=st.none() | numbers)
    def put(self, number: int, to: str, count: int | None) -> None:
        item = self.picked(number)
        self.tried(lambda: self.party.move(item, Holder(to), count=count), NotEnough, Misuse, AlreadyExists)

    @precondition(lambda self: any(item.base.name == "sack" for item in self.party.items))
    @rule(number=picks, into=picks)
    def put_into_a_sack(self, number: int, into: int) -> None:
        sacks = [item for item in self.party.items if item.base.name == "sack"]
        item, sack = self.picked(number), sacks[into % len(sacks)]
        self.tried(lambda: self.party.move(item, Holder(sack.id)), Misuse, AlreadyExists)

    @precondition(lambda self: self.party.items)
    @rule(number=picks, count=st.none() | numbers)
    def put_down(self, number: int, count: int | None) -> None:
        item = self.picked(number)
        self.tried(lambda: self.party.move(item, None, count=count), NotEnough, Misuse, AlreadyExists)

    @precondition(lambda self: self.party.items)
    @rule(number=picks, who=heroes, out=st.booleans())
    def add_or_remove(self, number: int, who: str, out: bool) -> None:
        item, hero = self.picked(number), self.party[who]
        self.tried(lambda: (hero.remove_inventory if out else hero.add_inventory)(item), NotFound, AlreadyExists)

    @precondition(lambda self: self.party.items)
    @rule(number=picks, who=heroes)
    def equip(self, number: int, who: str) -> None:
        item, hero = self.picked(number), self.party[who]
        if self.tried(lambda: hero.equip(item), NotFound, Misuse):
            assert hero.worn[item.base.slot] is item

    @rule(who=heroes, slot=st.sampled_from(["hand", "HEAD", "tail"]))
    def unequip(self, who: str, slot: str) -> None:
        self.tried(lambda: self.party[who].unequip(slot), NotFound)

    @precondition(lambda self: self.party.items)
    @rule(number=picks, level=st.integers(1, 2), value=st.sampled_from([0.0, 2.0]))
    def change(self, number: int, level: int, value: float) -> None:
        item = self.picked(number)
        item.level, item.value = level, value

    # whole states

    @rule()
    def keep(self) -> None:
        self.kept.append((through_text(self.party.sections()), Counter(self.expected)))

    @precondition(lambda self: self.kept)
    @rule(number=picks)
    def restore(self, number: int) -> None:
        sections, expected = self.kept[number % len(self.kept)]
        before = {item.id: item for item in self.party.items}
        self.party.prepare(sections).commit()
        self.expected = Counter(expected)
        for item in self.party.items:  # who was there before is the same object
            assert before.get(item.id, item) is item

    @invariant()
    def sums_are_conserved(self) -> None:
        found: Counter[str] = Counter()
        for item in self.party.items:
            found[item.base.name] += item.count
            assert item.count >= 1
            assert item.alive
        assert +found == +self.expected

    @invariant()
    def every_item_is_in_one_place(self) -> None:
        party = self.party
        places: Counter[str] = Counter(item.id for hero in party for item in hero.inventory)
        places.update(item.id for item in party.loose)
        holders = {*HOLDERS, *(item.id for item in party.items)}
        places.update(item.id for holder in holders for item in party.held(holder))
        assert places == Counter({item.id: 1 for item in party.items})
        for hero in party:
            assert all(item.owner is hero and not item.holder for item in hero.inventory)
            assert all(item in hero.inventory and item.worn_in == slot for slot, item in hero.worn.items())
            assert len(hero.worn) == sum(1 for item in hero.inventory if item.worn_in)

    @invariant()
    def any_state_comes_back(self) -> None:
        sections = self.party.sections()
        other = Characters(ITEMS, rolls=Random(5), ids=Random(6))
        other.prepare(through_text(sections)).commit()
        assert other.sections() == sections
        assert [whereabouts(item) for item in other.items] == [whereabouts(item) for item in self.party.items]


def whereabouts(item: InventoryItem) -> tuple[str, int, str, str, str]:
    owner: Character | None = item.owner
    return item.id, item.count, "" if owner is None else owner.id, item.holder, item.worn_in


Bags.TestCase.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
test_people_G1_bags_under_any_order_of_acts = Bags.TestCase
