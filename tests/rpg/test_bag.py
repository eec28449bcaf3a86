"""What a character carries: counted, gained, lost, moved, worn (people.md section 10)."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from talewright.errors import AlreadyExists, FieldError, Misuse, NotEnough, NotFound, SaveError
from talewright.names import FoldedDict
from talewright.rpg import Character, Characters, InventoryItem, Item, Moved, Range, Scaling
from talewright.tags import TagContainer, TagQuery, TagRegistry

TAGS = TagRegistry()
MONEY = TAGS.register("Item.Money")
BLADE = TAGS.register("Item.Weapon.Blade")


@dataclass(frozen=True)
class Thing(Item):
    tags: TagContainer = field(default_factory=TagContainer)


@dataclass(frozen=True)
class Weapon(Thing):
    damage: int = 1


ITEMS: FoldedDict[Item] = FoldedDict(
    {
        "coin": Thing("coin", "Coin", stack=10, tags=TAGS.container(MONEY)),
        "sword1": Weapon("sword1", "Sword", Range(1, 10), Scaling(10, 0.5), slot="hand", tags=TAGS.container(BLADE)),
        "axe": Weapon("axe", slot="Hand", damage=4),
        "potion": Item("potion", "Potion", Range(1, 2), stack=5),
        "bread": Item("bread"),
        "basket": Item("basket", stack=3),
    }
)


class Chest:
    def __init__(self, id: str, room: int = 99) -> None:
        self.id, self.room = id, room

    def check_item(self, item: InventoryItem, count: int) -> None:
        if count > self.room:
            raise Misuse(f"{self.id} is full")


def party(shared: Path | None = None, items: FoldedDict[Item] = ITEMS) -> Characters:
    return Characters(items, shared=shared, rolls=Random(0), ids=Random(1))


def with_moves(made: Characters) -> list[Moved]:
    moves: list[Moved] = []
    made.moved = moves.append
    return moves


def counts(character: Character) -> list[int]:
    return [item.count for item in character.inventory]


def again(made: Characters) -> Characters:
    other = party()
    other.prepare(made.sections()).commit()
    assert other.sections() == made.sections()
    return other


def test_a_gain_makes_stacks_and_splits_at_the_largest_pile() -> None:
    hero = party().create("hero")
    first = hero.gain("coin", 4)
    more = hero.gain("Coin", 22)
    assert counts(hero) == [10, 10, 6]
    assert more[0] is first[0]
    assert [pile.id for pile in more] == [pile.id for pile in hero.inventory]
    assert hero.gain("coin", 0) == []
    assert [i.count for i in hero.gain(ITEMS["bread"], 2)] == [1, 1]


def test_what_is_had_is_asked_by_record_kind_tags_and_item() -> None:
    hero = party().create("hero")
    hero.gain("coin", 12)
    sword, axe = hero.gain("sword1")[0], hero.gain("axe")[0]
    assert (hero.count("COIN"), hero.count(ITEMS["coin"]), hero.count("bread")) == (12, 12, 0)
    assert (hero.count(Weapon), hero.count(Item)) == (2, 14)
    assert hero.count(TagQuery.any("Item.Weapon")) == 1
    assert hero.count(~TagQuery.any("Item.Weapon")) == 13  # the axe has tags, but none
    assert hero.has(sword)
    assert not hero.has(sword, 2)
    hero.remove_inventory(axe)
    assert hero.has(Weapon)
    assert not hero.has("axe")
    assert hero.has("coin", 12)
    assert not hero.has("coin", 13)


@pytest.mark.parametrize("what", ["swrod1", None, 7, int, TagQuery])
def test_what_nobody_could_have_is_said(what: object) -> None:
    hero = party().create("hero")
    with pytest.raises((NotFound, Misuse)) as raised:
        hero.has(what)  # type: ignore[arg-type]
    if what == "swrod1":
        assert "sword1" in raised.value.hint


def test_a_type_that_is_gone_is_still_counted() -> None:
    made = party()
    hero = made.create("hero")
    hero.gain("bread", 2)
    other = party(items=FoldedDict((name, item) for name, item in ITEMS.items() if name != "bread"))
    other.prepare(made.sections()).commit()
    assert other["hero"].count("bread") == 2
    with pytest.raises(NotFound):
        other["hero"].gain("bread")


def test_tags_are_asked_only_where_some_type_has_them() -> None:
    made = party(items=FoldedDict({"bread": ITEMS["bread"]}))
    with pytest.raises(Misuse, match="no item type has any"):
        made.create("hero").count(TagQuery.any("Item"))


def test_a_loss_is_all_or_nothing() -> None:
    made = party()
    hero = made.create("hero")
    hero.gain("coin", 13)
    before = made.sections()
    with pytest.raises(NotEnough, match="hero has 13 of coin, not 14") as raised:
        hero.lose("coin", 14)
    assert (raised.value.have, raised.value.wanted) == (13, 14)
    assert made.sections() == before
    newest = hero.inventory[1]
    hero.lose("coin", 5)
    assert counts(hero) == [8]
    assert not newest.alive
    hero.lose("coin", 8)
    hero.lose("coin", 0)
    assert hero.inventory == ()
    assert made.items == ()


def test_what_is_worn_is_lost_last() -> None:
    hero = party().create("hero")
    old, new = hero.gain("sword1", 2)
    hero.equip(new)
    hero.lose("sword1")
    assert hero.inventory == (new,)
    hero.lose(Weapon)
    assert not old.alive
    assert not new.alive
    assert not hero.worn


@pytest.mark.parametrize("count", [-1, 1.0, True, "2", None])
def test_a_count_is_a_whole_number(count: object) -> None:
    made = party()
    hero = made.create("hero")
    [pile] = hero.gain("coin", 3)
    before = made.sections()
    acts: list[Callable[[], object]] = [
        lambda: hero.gain("coin", count),  # type: ignore[arg-type]
        lambda: hero.lose("coin", count),  # type: ignore[arg-type]
    ]
    if count is not None:
        acts += [
            lambda: made.destroy(pile, count),  # type: ignore[arg-type]
            lambda: made.move(pile, None, count=count),  # type: ignore[arg-type]
        ]
    for act in acts:
        with pytest.raises(Misuse, match="a count is a whole number"):
            act()
    assert made.sections() == before


def test_people_G3_piles_whose_own_fields_differ_never_merge() -> None:
    made = party()
    hero, ann = made.create("hero"), made.create("ann")
    for change in ("level", "weight", "value", "extras", "alike"):
        [mine], [other] = hero.gain("coin", 2), ann.gain("coin", 2)
        if change == "extras":
            other.extras["mint"] = "old"
        elif change != "alike":
            setattr(other, change, 7)
        moved = made.move(other, hero)
        assert other.alive == (change != "alike")
        assert [pile.count for pile in moved] == [4 if change == "alike" else 2]
        assert moved == [mine if change == "alike" else other]
        if change != "alike":  # what is new is like those that nobody changed
            assert hero.gain("coin", 3) == [mine]
        hero.lose("coin", hero.count("coin"))


def test_people_G3_a_pile_is_of_one_level() -> None:
    made = party()
    hero = made.create("hero")
    for _ in range(40):
        hero.gain("potion")
    levels = {level: [i.count for i in hero.inventory if i.level == level] for level in (1, 2)}
    assert sum(map(sum, levels.values())) == 40
    assert all(counts[:-1] == [5] * (len(counts) - 1) for counts in levels.values())


def test_people_G4_definition_and_instance_stay_apart() -> None:
    made = party()
    hero = made.create("hero")
    one, two = hero.gain("sword1", 2)
    record = ITEMS["sword1"]
    before = (record, repr(record), two.level, two.weight, two.value)
    one.level, one.weight, one.value = 99, 1.5, 2.5
    one.extras["engraving"] = "for Ann"
    hero.equip(one)
    assert one.base is two.base is record
    assert (record, repr(record), two.level, two.weight, two.value) == before
    assert (two.extras, two.worn_in) == ({}, "")
    other = party(items=FoldedDict({"sword1": Weapon("sword1", "Blade", Range(3, 3), Scaling(99), slot="belt")}))
    other.prepare(made.sections()).commit()  # a record that was edited changes no item that is there
    kept = other.item(two.id)
    assert (kept.base.DisplayName, kept.level, kept.weight) == ("Blade", two.level, two.weight)
    [new] = other["hero"].gain("sword1")
    assert (new.level, new.weight) == (3, 99.0)


def test_a_pile_moves_whole_or_in_part() -> None:
    made = party()
    hero, ann = made.create("hero"), made.create("ann")
    [pile] = hero.gain("coin", 9)
    [split] = made.move(pile, ann, count=4)
    assert (pile.count, split.count, pile.owner, split.owner) == (5, 4, hero, ann)
    assert made.move(pile, ann, count=2) == [split]
    assert (pile.count, split.count) == (3, 6)
    assert made.move(pile, None) == [pile]
    assert (pile.owner, made.loose) == (None, (pile,))
    ann.gain("coin", 3)
    assert made.move(pile, ann) == [split, pile]
    assert counts(ann) == [10, 2]
    with pytest.raises(NotEnough, match=r"ann has 2 of .*coin.*, not 3"):
        made.move(pile, hero, count=3)


def test_an_item_lies_in_a_place_and_is_found_there_after_a_load() -> None:
    made = party()
    hero, chest = made.create("hero"), Chest("main:/chest", room=5)
    [sword], [pile] = hero.gain("sword1"), hero.gain("coin", 9)
    hero.equip(sword)
    made.move(sword, chest)
    assert (sword.holder, sword.owner, sword.worn_in, dict(hero.worn)) == ("main:/chest", None, "", {})
    with pytest.raises(Misuse, match="main:/chest is full"):
        made.move(pile, chest)
    assert counts(hero) == [9]
    [inside] = made.move(pile, chest, count=3)
    made.move(pile, chest, count=1)
    assert made.held(chest) == made.held("main:/chest") == (sword, inside)
    assert (inside.count, made.loose) == (4, ())
    other = again(made)
    assert [item.id for item in other.held("main:/chest")] == [sword.id, inside.id]
    with pytest.raises(AlreadyExists, match="lies in main:/chest"):
        hero.add_inventory(sword)
    with pytest.raises(AlreadyExists, match="lies in main:/chest already"):
        made.move(sword, chest)
    made.move(sword, hero)
    assert made.held(chest) == (inside,)


def test_a_sack_takes_along_what_lies_in_it_and_never_lies_in_itself() -> None:
    made = party()
    hero = made.create("hero")
    [sack], [box], [bread] = hero.gain("bread"), hero.gain("bread"), hero.gain("bread")
    made.move(bread, Chest(box.id))
    made.move(box, Chest(sack.id))
    for into in (sack, box):
        with pytest.raises(Misuse, match="cannot lie in itself"):
            made.move(sack, Chest(into.id))
    acts: list[Callable[[], None]] = [lambda: made.destroy(box), lambda: hero.lose(sack), lambda: hero.lose("bread")]
    for act in acts:
        with pytest.raises(Misuse, match="in it"):
            act()
    assert len(made.items) == 3
    made.move(sack, None)
    assert [item.id for item in made.held(sack.id)] == [box.id]
    made.move(sack, hero)
    made.delete("hero")
    assert list(made.items) == []


def test_what_holds_something_is_on_no_pile() -> None:
    made = party()
    hero, ann = made.create("hero"), made.create("ann")
    [basket], [bread] = hero.gain("basket"), hero.gain("bread")
    made.move(bread, Chest(basket.id))
    [other] = hero.gain("basket")
    assert other is not basket
    ann.gain("basket")
    made.move(basket, ann)
    assert (basket.owner, basket.count, made.held(basket.id)) == (ann, 1, (bread,))
    made.move(other, ann)
    assert sorted(counts(ann)) == [1, 2]


@pytest.mark.parametrize("to", ["ann", 7, object()])
def test_what_can_hold_nothing_is_refused(to: object) -> None:
    made = party()
    [bread] = made.create("hero").gain("bread")
    with pytest.raises(Misuse, match="an item is moved to"):
        made.move(bread, to)  # type: ignore[arg-type]


def test_those_that_left_the_game_get_nothing() -> None:
    made, other = party(), party()
    hero, foreign = made.create("hero"), other.create("hero")
    [bread] = hero.gain("bread")
    with pytest.raises(Misuse, match="not in play"):
        made.move(bread, foreign)
    made.destroy(bread)
    assert not bread.alive
    for act in (
        lambda: made.destroy(bread),
        lambda: made.move(bread, hero),
        lambda: hero.add_inventory(bread),
    ):
        with pytest.raises(Misuse, match="not in play"):
            act()
    made.delete("hero")
    assert not hero.alive
    assert hero.count("bread") == 0
    for gone in (lambda: hero.gain("bread"), lambda: hero.lose("bread")):
        with pytest.raises(Misuse, match="not in play"):
            gone()


def test_some_pieces_are_destroyed() -> None:
    made = party()
    [pile] = made.create("hero").gain("coin", 9)
    made.destroy(pile, 4)
    assert (pile.count, pile.alive) == (5, True)
    id = pile.id
    made.destroy(pile)
    assert (made.items, made.sections().get((id, "SapituInventory"))) == ((), None)


def test_what_is_worn_is_in_a_slot() -> None:
    made = party()
    hero, ann = made.create("hero"), made.create("ann")
    [sword], [axe], [bread] = hero.gain("sword1"), hero.gain("axe"), hero.gain("bread")
    hero.equip(sword)
    hero.equip(axe)
    assert (hero.worn["hand"], sword.worn_in, axe.worn_in) == (axe, "", "Hand")
    with pytest.raises(Misuse, match=r"hero cannot wear .*bread has no slot"):
        hero.equip(bread)
    with pytest.raises(NotFound, match="ann does not have"):
        ann.equip(axe)
    other = again(made)
    assert other["hero"].worn["HAND"].id == axe.id
    assert hero.unequip("HAND") is axe
    assert not hero.worn
    with pytest.raises(NotFound, match="hero wears nothing in 'hand'"):
        hero.unequip("hand")
    hero.equip(axe)
    hero.remove_inventory(axe)
    assert (axe.worn_in, dict(hero.worn), made.loose) == ("", {}, (axe,))


def test_every_act_is_told_once() -> None:
    made = party()
    hero, ann, chest = made.create("hero"), made.create("ann"), Chest("chest")
    moves = with_moves(made)

    def told(act: Callable[[], object]) -> tuple[object, ...]:
        moves.clear()
        act()
        [one] = moves
        return one.count, one.before, one.after, one.worn

    assert told(lambda: hero.gain("coin", 23)) == (23, None, hero, "")
    assert told(lambda: hero.lose("coin", 12)) == (12, hero, None, "")
    assert told(lambda: made.move(hero.inventory[0], ann, count=3)) == (3, hero, ann, "")
    assert told(lambda: made.move(ann.inventory[0], chest)) == (3, ann, "chest", "")
    assert told(lambda: made.destroy(made.held(chest)[0])) == (3, "chest", None, "")
    [sword] = hero.gain("sword1")
    assert told(lambda: hero.equip(sword)) == (1, hero, hero, "hand")
    assert told(lambda: hero.unequip("hand")) == (1, hero, hero, "")
    assert told(lambda: hero.remove_inventory(sword)) == (1, hero, "", "")
    assert told(lambda: ann.add_inventory(sword)) == (1, "", ann, "")
    assert told(lambda: made.create_inventory(ITEMS["bread"])) == (1, None, "", "")
    hero.equip(hero.gain("axe")[0])
    moves.clear()
    hero.gain("coin", 0)
    hero.lose("coin", 0)
    hero.equip(hero.worn["hand"])
    assert moves == []


def test_a_roll_that_fails_leaves_the_bag_as_it_was() -> None:
    rolls = iter([1])

    def roll(item: Item, random: Random) -> object:
        next(rolls)
        return (1, 0.0, 0.0)

    made = Characters(ITEMS, rolls=Random(0), ids=Random(1), roll=roll)  # type: ignore[arg-type]
    hero = made.create("hero")
    moves = with_moves(made)
    with pytest.raises(StopIteration):
        hero.gain("bread", 2)
    assert (made.items, hero.inventory, moves) == ((), (), [])


def test_a_pile_of_nothing_is_no_record() -> None:
    with pytest.raises(FieldError, match="at least one piece"):
        Item("coin", stack=0)


def test_people_G2_the_shared_file_says_count_and_slot_only_where_there_is_one(tmp_path: Path) -> None:
    file = tmp_path / "UTSapitu.ini"
    made = party(file)
    hero = made.create("hero")
    [pile], [sword] = hero.gain("coin", 3), hero.gain("sword1")
    hero.equip(sword)
    made.save("hero")
    text = file.read_text()
    assert (text.count("Count=3"), text.count("wornIn=hand")) == (1, 1)
    other = party(file)
    loaded = other.load("hero")
    assert (counts(loaded), loaded.worn["hand"].id) == ([3, 1], sword.id)
    other.save("hero")
    assert file.read_text() == text
    loaded.lose("coin", 2)
    loaded.unequip("hand")
    other.save("hero")
    assert file.read_text() == text.replace("Count=3\n", "").replace("wornIn=hand\n", "")
    assert counts(party(file).load("hero")) == [1, 1]
    assert pile.count == 3


@pytest.mark.parametrize(
    ("line", "reads"),
    [("Count=1", [1]), ("Count=0", [1]), ("Count=many", [1]), ("count=4", [4]), ("wornIn=hand\nwornIn=belt", [1])],
)
def test_people_G2_lines_that_people_wrote_stay(tmp_path: Path, line: str, reads: list[int]) -> None:
    file = tmp_path / "UTSapitu.ini"
    hero = "[hero SapituCharacter]\nCharacterName=Hero\ninventoryRecords=a\n"
    text = f"{hero}\n[a SapituInventory]\nbaseItem=coin\n{line}\n"
    file.write_text(text)
    made = party(file)
    assert counts(made.load("hero")) == reads
    made.save("hero")
    assert file.read_text() == text


def test_what_is_in_two_places_is_no_save() -> None:
    made = party()
    hero = made.create("hero")
    [one], [two] = hero.gain("bread"), hero.gain("bread")
    sections = made.sections()
    sections[one.id, "SapituInventory"]["heldBy"] = "chest"
    with pytest.raises(SaveError) as raised:
        party().prepare(sections)
    assert "TW-RPG-03" in str(raised.value)
    made.move(one, Chest("chest"))
    made.move(two, Chest("chest"))
    sections = made.sections()
    sections[one.id, "SapituInventory"]["heldBy"] = two.id
    sections[two.id, "SapituInventory"]["heldBy"] = one.id
    with pytest.raises(SaveError, match="TW-RPG-03"):
        party().prepare(sections)
    sections[two.id, "SapituInventory"] |= {"heldBy": "chest", "Count": 0}
    with pytest.raises(SaveError, match="at least one piece"):
        party().prepare(sections)


def test_what_nobody_can_wear_is_taken_off_by_a_load() -> None:
    made = party()
    hero = made.create("hero")
    one, two = hero.gain("sword1", 2)
    hero.equip(one)
    sections = made.sections()
    sections[two.id, "SapituInventory"]["wornIn"] = "HAND"
    made.prepare(sections).commit()
    assert hero.worn["hand"] is one
    assert [finding.code for finding in made.report] == ["TW-RPG-10"]


# What is no item, no count, no slot


@pytest.mark.parametrize(
    "act",
    [
        lambda all, hero: hero.has("coin", "3"),
        lambda all, hero: hero.has("coin", -1),
        lambda all, hero: hero.has("coin", None),
        lambda all, hero: hero.equip("sword1"),
        lambda all, hero: hero.equip(None),
        lambda all, hero: hero.unequip(None),
        lambda all, hero: hero.add_inventory("sword1"),
        lambda all, hero: hero.remove_inventory("sword1"),
        lambda all, hero: all.create_inventory("sword1"),
        lambda all, hero: all.item_type(None),
        lambda all, hero: all.held(None),
        lambda all, hero: setattr(all, "current", "hero"),
        lambda all, hero: hero.gain("sword1", 10**12),
        lambda all, hero: hero.gain("coin", 10**12),
    ],
)
def test_a_slip_is_said_and_changes_nothing(act: Callable[[Characters, Character], object]) -> None:
    all = party()
    hero = all.create("hero")
    hero.gain("coin", 12)
    before = all.sections()
    with pytest.raises(Misuse):
        act(all, hero)
    assert all.sections() == before


def calls_of(act: Callable[[], object]) -> int:
    calls = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        act()
    finally:
        sys.setprofile(None)
    return calls


def test_ten_times_as_many_items_take_ten_times_as_much_work() -> None:
    def play(number: int) -> None:
        all = party()
        hero, chest = all.create("hero"), Chest("chest")
        for item in hero.gain("bread", number):
            all.move(item, chest)
            all.move(item, hero)
            all.held("nothing")
        hero.lose("bread", number)

    few, many = calls_of(lambda: play(20)), calls_of(lambda: play(200))
    assert many < 13 * few


def test_what_lies_somewhere_is_in_the_order_in_which_it_was_made_however_it_came_there() -> None:
    all = party()
    hero, chest = all.create("hero"), Chest("chest")
    one, two, three = hero.gain("bread", 3)
    for item in (three, one, two):
        all.move(item, chest)
    assert all.held(chest) == (one, two, three)
    all.move(two, hero)
    all.destroy(one)
    document = all.sections()
    all.move(three, None)
    assert all.held(chest) == ()
    all.prepare(document).commit()
    assert all.held(chest) == (three,)
    assert all.find(one.id) is None
    assert [item.id for item in all.items] == [two.id, three.id]
    all.destroy(three)
    assert all.held("chest") == ()
