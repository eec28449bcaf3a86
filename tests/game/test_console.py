"""The console: the eleven Sapitu commands, a project's own, help, and messages that say what to write."""

from __future__ import annotations

from pathlib import Path

import pytest

from talewright.errors import AlreadyExists, InvalidName, Misuse, NotEnough, NotFound, TalewrightError
from talewright.game import Game
from talewright.game.console import complete
from talewright.game.sapitu import SAPITU

ELEVEN = [
    "createChar",
    "saveChar",
    "loadChar",
    "printChars",
    "showChar",
    "createRandomItem",
    "createItem",
    "pickupItem",
    "pickupAll",
    "findItems",
    "listItemTypes",
]


@pytest.fixture
def played(smith: Path) -> Game:
    """A game with a shared file of its own."""
    game = Game.open(smith, seed=0)
    game.start()
    return game


def test_the_eleven_commands_have_the_document_s_names() -> None:
    assert list(SAPITU)[:11] == ELEVEN
    assert list(SAPITU)[11:] == ["giveItem", "dropItem", "destroyItem"]


def test_help_lists_every_command_with_how_it_is_written(game: Game) -> None:
    text = game.run("help")
    for name in (*ELEVEN, "help", "give"):
        assert any(line.split()[0] == name for line in text.splitlines())
    assert game.run("help createItem").startswith("createItem BASEITEM\n  Create an item of a type")
    assert "give ITEM" in game.run("help give")


def test_a_command_name_ignores_case(game: Game) -> None:
    assert game.run("LISTITEMTYPES") == game.run("listItemTypes")


def test_create_pick_up_and_show(game: Game) -> None:
    sword = game.run("createItem sword1")
    assert sword.split("  ")[1] == "Short sword"
    assert game.run("findItems") == sword
    item = sword.split()[0]
    assert game.run(f"pickupItem {item}") == f"ann picks up {sword}"
    assert game.run("findItems") == "nothing lies about"
    assert game.run("showChar") == f"ann  Ann of the Hill  health 100  1 item\n  {sword}"


def test_pick_up_all_takes_everything_that_lies_about(game: Game) -> None:
    game.run("createItem sword1")
    game.run("createRandomItem")
    assert len(game.run("pickupAll").splitlines()) == 2
    assert game.run("pickupAll") == "nothing lies about"


def test_characters_are_saved_loaded_and_listed(played: Game) -> None:
    assert played.run("printChars") == "no characters in the shared file"
    played.run("createItem bread")
    played.run("pickupAll")
    assert played.run("saveChar") == "saved ann"
    assert played.run("printChars") == "ann"
    other = Game.open(played.project.folder or Path(), seed=1)
    assert other.run("loadChar ann") == "ann  Ann of the Hill  health 100  1 item"


def test_create_char_uses_the_name_as_id_and_refuses_one_that_exists(played: Game) -> None:
    assert played.run("createChar Bob") == "Bob  Bob  health 100  0 items"
    with pytest.raises(AlreadyExists):
        played.run("createChar bob")
    played.run("saveChar")
    other = Game.open(played.project.folder or Path(), seed=1)
    with pytest.raises(AlreadyExists, match="shared file"):
        other.run("createChar BOB")


@pytest.mark.parametrize(
    ("line", "error", "says"),
    [
        ("createItm sword1", Misuse, "createItem"),
        ("createItem", Misuse, "createItem BASEITEM"),
        ("createItem sword1 bread", Misuse, "createItem BASEITEM"),
        ("createItem sowrd1", NotFound, "sword1"),
        ("loadChar nobody", NotFound, "nobody"),
        ("pickupItem nothing", NotFound, "findItems"),
        ('createChar "Ann Bolt"', InvalidName, "AnnBolt"),
        ('createChar "Ann', Misuse, "quote"),
        ("give sowrd1", Misuse, "sword1"),
        ("help dance", Misuse, "help"),
    ],
)
def test_what_is_wrong_is_said_with_what_to_write(
    game: Game, line: str, error: type[TalewrightError], says: str
) -> None:
    with pytest.raises(error) as raised:
        game.run(line)
    assert says in str(raised.value)


def test_commands_that_mean_a_character_need_one() -> None:
    game = Game(seed=0)
    for line in ("saveChar", "showChar", "pickupAll"):
        with pytest.raises(Misuse, match="no current character"):
            game.run(line)


def test_an_empty_line_does_nothing(game: Game) -> None:
    before = game.snapshot()
    assert game.run("   ") == ""
    assert game.snapshot() == before


def test_a_project_s_command_gets_its_parameters_as_declared(game: Game) -> None:
    assert game.run("give sword1") == "Ann takes the Short sword."
    assert [i.base.name for i in game.characters["ann"].inventory] == ["sword1"]


def test_items_are_given_dropped_and_destroyed(game: Game) -> None:
    game.run("giveItem SWORD1 2")
    ann = game.characters["ann"]
    one, two = ann.inventory
    assert complete(game, "dropItem ") == sorted([one.id, two.id])
    assert "drops" in game.run(f"dropItem {one.id}")
    assert game.characters.loose == (one,)
    assert complete(game, "dropItem ") == [two.id]
    assert complete(game, "destroyItem ") == sorted([one.id, two.id])
    assert "destroyed" in game.run(f"destroyItem {one.id.upper()}")
    assert (one.alive, game.characters.items) == (False, (two,))
    with pytest.raises(NotFound, match="ann does not have"):
        game.run(f"dropItem {one.id}")
    with pytest.raises(NotFound, match="there is no item"):
        game.run(f"destroyItem {one.id}")
    with pytest.raises(NotFound, match="there is no item type 'swrod1'"):
        game.run("giveItem swrod1")
    with pytest.raises(Misuse, match="a count is a whole number"):
        game.run("giveItem sword1 -1")


def test_pieces_of_a_pile_are_dropped_and_destroyed(smith: Path) -> None:
    (smith / "Config" / "Money.ini").write_text("[coin SapituItem]\nstack=20\n", encoding="utf-8")
    game = Game.open(smith, seed=0)
    game.start()
    assert "20 x coin" in game.run("giveItem coin 25")
    pile = game.characters["ann"].inventory[0]
    assert "drops" in game.run(f"dropItem {pile.id} 3")
    assert "left is" in game.run(f"destroyItem {pile.id} 7")
    assert [item.count for item in game.characters.items] == [10, 5, 3]
    with pytest.raises(NotEnough, match="ann has 10 of"):
        game.run(f"destroyItem {pile.id} 11")
