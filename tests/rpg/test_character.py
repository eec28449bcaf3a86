from __future__ import annotations

from collections.abc import Callable

import pytest

from talewright.errors import AlreadyExists, Misuse, NotFound, SaveError
from talewright.rpg import Characters

Party = Callable[..., Characters]


def test_an_item_has_one_owner(party: Party) -> None:
    game = party()
    ann, bob = game.create("ann"), game.create("bob")
    sword = game.create_inventory(game.item_type("sword1"))
    ann.add_inventory(sword)
    assert (ann.inventory, bob.inventory, sword.owner) == ((sword,), (), ann)
    with pytest.raises(AlreadyExists, match="in the inventory of ann"):
        bob.add_inventory(sword)
    with pytest.raises(AlreadyExists, match=r"ann has .* already"):
        ann.add_inventory(sword)
    ann.remove_inventory(sword)
    bob.add_inventory(sword)
    assert (ann.inventory, bob.inventory, sword.owner) == ((), (sword,), bob)


def test_what_is_not_there_cannot_be_removed(party: Party) -> None:
    game = party()
    ann = game.create("ann")
    sword = game.create_inventory(game.item_type("sword1"))
    with pytest.raises(NotFound, match=f"ann does not have {sword.id}"):
        ann.remove_inventory(sword)


def test_the_inventory_is_a_view(party: Party) -> None:
    game = party()
    ann = game.create("ann")
    before = ann.inventory
    ann.add_inventory(game.create_inventory(game.item_type("bread")))
    assert before == ()
    assert len(ann.inventory) == 1
    with pytest.raises(AttributeError):
        ann.inventory = ()  # type: ignore[misc]


def test_records_and_inventory_keep_in_step(party: Party) -> None:
    game = party()
    ann = game.create("ann")
    items = [game.create_inventory(game.item_type("bread")) for _ in range(3)]
    for item in items:
        ann.add_inventory(item)
    ann.remove_inventory(items[1])
    assert ann.section()["inventoryRecords"] == [items[0].id, items[2].id]
    assert game.loose == (items[1],)


def test_an_item_of_another_game_cannot_be_taken(party: Party) -> None:
    ann = party().create("ann")
    other = party(seed=9)
    with pytest.raises(Misuse, match="not in play"):
        ann.add_inventory(other.create_inventory(other.item_type("bread")))


def test_ids_are_fixed_for_life(party: Party) -> None:
    game = party()
    ann, bread = game.create("ann"), game.create_inventory(game.item_type("bread"))
    with pytest.raises(AttributeError):
        ann.id = "bob"  # type: ignore[misc]
    with pytest.raises(AttributeError):
        bread.id = "cake"  # type: ignore[misc]


def test_a_value_that_cannot_be_saved_is_named(party: Party) -> None:
    game = party()
    game.create("ann").health = "much"  # type: ignore[assignment]
    with pytest.raises(SaveError, match=r"\[ann SapituCharacter\]\.Health"):
        game.sections()
    game["ann"].health = 3
    game.create_inventory(game.item_type("bread")).weight = float("nan")
    with pytest.raises(SaveError, match=r"SapituInventory\]\.Weight"):
        game.sections()
