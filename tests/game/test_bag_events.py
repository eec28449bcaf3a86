"""What a host and scripts hear of bags, and the console commands about them (people.md sections 4 and 10)."""

from __future__ import annotations

import pytest

from talewright.errors import Misuse
from talewright.game import (
    CommandRan,
    Conversation,
    Game,
    Heard,
    ItemGained,
    ItemLost,
    PlaceEntered,
    Script,
    Told,
    shown,
)
from talewright.messaging import Message, Url, on
from talewright.rpg import InventoryItem


class Hud(Script):
    heard: list[dict[str, object]] = []

    def init(self) -> None:
        self.subscribe("item_moved")

    @on("item_moved")
    def moved(self, message: Message, sender: Url) -> None:
        self.heard.append(dict(message))


class Chest:
    id = "main:/chest"

    def check_item(self, item: InventoryItem, count: int) -> None:
        pass


@pytest.fixture
def heard(game: Game) -> list[Heard]:
    heard: list[Heard] = []
    game.listen(heard.append)
    return heard


@pytest.fixture
def hud(game: Game) -> Hud:
    hud = Hud()
    game.world.spawn("hud", hud=hud)
    game.step()
    return hud


def test_every_act_is_one_event_and_one_message(game: Game, heard: list[Heard], hud: Hud) -> None:
    ann = game.characters["ann"]
    bob = game.characters.create("bob")
    [bread] = ann.gain("bread")
    game.characters.move(bread, bob)
    game.characters.move(bread, Chest())
    game.characters.move(bread, None)
    bob.add_inventory(bread)
    game.characters.destroy(bread)
    ann.gain("sword1", 2)
    ann.lose("sword1", 2)
    swords = heard[-1].event
    assert isinstance(swords, ItemLost)
    assert not swords.item.alive
    assert [one.event for one in heard] == [
        ItemGained("ann", bread, 1, None),
        ItemGained("bob", bread, 1, "ann"),
        ItemLost("bob", bread, 1, "main:/chest"),
        ItemGained("bob", bread, 1, ""),
        ItemLost("bob", bread, 1, None),
        ItemGained("ann", heard[-2].event.item, 2, None),  # type: ignore[union-attr]
        ItemLost("ann", swords.item, 2, None),
    ]
    assert {one.conversation for one in heard} == {None}
    assert hud.heard == []
    game.step()
    told = [(one["item"], one["base"], one["count"], one["before"], one["after"]) for one in hud.heard]
    assert told[:6] == [
        (bread.id, "bread", 1, None, "ann"),
        (bread.id, "bread", 1, "ann", "bob"),
        (bread.id, "bread", 1, "bob", "main:/chest"),
        (bread.id, "bread", 1, "main:/chest", ""),
        (bread.id, "bread", 1, "", "bob"),
        (bread.id, "bread", 1, "bob", None),
    ]
    assert [row[1:] for row in told[6:]] == [("sword1", 2, None, "ann"), ("sword1", 2, "ann", None)]


def test_a_message_about_what_is_gone_waits_through_a_save(game: Game, hud: Hud) -> None:
    ann = game.characters["ann"]
    ann.gain("bread")
    ann.lose("bread")
    game.restore(game.snapshot())
    game.step()
    assert [one["after"] for one in game.world.component("/hud#hud", Hud).heard] == ["ann", None]


def test_what_a_command_of_a_dialogue_gives_is_told_before_the_command_is_done(game: Game, heard: list[Heard]) -> None:
    talk = game.world.component("/smith#talk", Conversation)
    talk.start()
    talk.choose("sword")
    kinds = [type(one.event) for one in heard]
    assert kinds.index(ItemGained) == kinds.index(CommandRan) - 1


def test_a_game_tells_a_player_what_it_likes(game: Game, heard: list[Heard]) -> None:
    game.tell("You hear a door.", kind="sound")
    game.happened(PlaceEntered("ann", "cellar"))
    assert [one.event for one in heard] == [Told("You hear a door.", "sound"), PlaceEntered("ann", "cellar")]
    assert shown(one.event for one in heard) == ("You hear a door.",)
    for wrong in (7, None, b"x"):
        with pytest.raises(Misuse, match="is a text"):
            game.tell(wrong)  # type: ignore[arg-type]
