from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from talewright.errors import AlreadyExists, InvalidName, Misuse, NotFound
from talewright.rpg import Characters, Item, Rolled

Party = Callable[..., Characters]


def test_a_new_character_is_the_current_one(party: Party) -> None:
    assert party().current is None
    game = party()
    ann = game.create("ann", name="Ann of the Hill")
    bob = game.create("bob")
    assert (ann.name, bob.name, ann.health) == ("Ann of the Hill", "bob", 100)
    assert game.current is bob
    assert list(game) == [ann, bob]
    assert len(game) == 2
    assert "ANN" in game
    assert game["Ann"] is ann
    game.current = ann
    assert game.current is ann


def test_creating_who_is_in_play_is_an_error(party: Party) -> None:
    game = party()
    game.create("ann")
    with pytest.raises(AlreadyExists, match="'ann' is in play"):
        game.create("Ann")


@pytest.mark.parametrize("id", ["ann 2", "ann1", "", "an-n", "1ann", "größe", "a]b", "x" * 64])
def test_ids_follow_the_strict_rule(party: Party, id: str) -> None:
    game = party()
    with pytest.raises(InvalidName, match="character id"):
        game.create(id)
    assert len(game) == 0
    assert game.current is None


def test_who_is_not_there_is_not_found_but_guessed(party: Party) -> None:
    game = party()
    game.create("smith")
    with pytest.raises(NotFound) as error:
        game["smiht"]
    assert error.value.hint == "did you mean smith?"
    with pytest.raises(NotFound):
        game.item("nothing")
    with pytest.raises(NotFound):
        game.item_type("sowrd1")


def test_the_current_character_must_be_in_play(party: Party) -> None:
    stranger = party().create("ann")
    with pytest.raises(Misuse):
        party().current = stranger


def test_a_new_item_is_nobodys(party: Party) -> None:
    game = party()
    sword = game.create_inventory(game.item_type("SWORD1"))
    assert sword.owner is None
    assert game.loose == game.items == (sword,)
    assert game.item(sword.id.upper()) is sword
    assert 1 <= sword.level <= 10
    assert sword.weight == 10 + sword.level / 2


def test_the_same_seed_gives_the_same_items(party: Party) -> None:
    def made(seed: int) -> list[tuple[str, int]]:
        game = party(seed)
        return [(i.id, i.level) for i in [game.create_inventory(game.item_type("sword1")) for _ in range(5)]]

    assert made(3) == made(3)
    assert made(3) != made(4)


def test_making_ids_does_not_change_the_dice() -> None:
    sword = Item("sword1")
    dice = Random(1)
    game = Characters({"sword1": sword}, rolls=dice, ids=Random(2), roll=lambda item, random: Rolled(1, 0, 0))
    before = dice.getstate()
    game.create_inventory(sword)
    assert dice.getstate() == before


def test_a_game_may_roll_in_its_own_way() -> None:
    game = Characters(
        {}, rolls=Random(0), ids=Random(1), roll=lambda item, random: Rolled(random.randint(7, 7), 1.5, 2.5)
    )
    item = game.create_inventory(Item("gem"))
    assert (item.level, item.weight, item.value) == (7, 1.5, 2.5)


def test_without_a_shared_file_saving_says_what_to_do() -> None:
    game = Characters({}, rolls=Random(0), ids=Random(1))
    game.create("ann")
    assert game.stored() == []
    for act in (game.save, game.load):
        with pytest.raises(Misuse) as error:
            act("ann")
        assert "shared=" in error.value.hint
