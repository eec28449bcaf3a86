"""Who is where: moving, exits, doors and keys, containers, and what of it is in a save."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from talewright import Conversation, Game, MemoryStore, Message, Script, Url
from talewright.errors import Misuse, NotFound, Refused
from talewright.game import Heard, PlaceEntered
from talewright.stage import Stage
from talewright.story import Door, Place, Places

INI = """
[hall Place]
DisplayName=Great hall
Description=It is large.
Exits=((to=cellar,by=down,door=trapdoor),(to=yard))
[cellar Place]
Exits=((to=hall,by=up,door=trapdoor))
[yard Place]
Exits=((to=hall))
[trapdoor Door]
DisplayName=Trapdoor
Key=key1
[chest Container]
DisplayName=Oak chest
Capacity=2
[sack Container]
DisplayName=Sack
Open=True
Fixed=False
[lamp Thing]
DisplayName=Brass lamp
Description=It is out.
[statue Thing]
Fixed=True
[key1 SapituItem]
DisplayName=Iron key
[coin SapituItem]
DisplayName=Coin
"""


class Ear(Script):
    """Hears what the places publish."""

    heard: list[str] = []

    def init(self) -> None:
        for topic in ("entered", "left", "opened", "closed", "unlocked", "refused", "used"):
            self.subscribe(topic)

    def on_message(self, message_id: str, message: Message, sender: Url) -> None:
        self.heard.append(f"{message_id} {' '.join(str(value) for value in message.values())}")


def open_game(folder: Path, ini: str = INI, **at: str) -> tuple[Game, Places]:
    (folder / "Config").mkdir(exist_ok=True)
    (folder / "Config" / "Places.ini").write_text(ini, "utf-8")
    game = Game.open(folder, code=__name__, saves=MemoryStore(), seed=1)
    game.characters.create("hero", name="You")
    places = Places(at={"hero": "hall", **at})
    game.world.spawn("hero")
    game.world.spawn("ear", ear=Ear())
    game.world.spawn("story", places=places)
    game.start()
    return game, places


def heard(game: Game) -> list[str]:
    game.step()
    ear = game.world.component("/ear#ear", Ear)
    told, ear.heard = ear.heard, []
    return told


# -- records


@dataclass(frozen=True)
class Street(Place):
    """A game's own class of places."""

    Noise: int = 0


def test_places_may_be_of_a_class_of_the_game(tmp_path: Path) -> None:
    game, places = open_game(tmp_path, INI.replace("[yard Place]", "[yard Street]\nNoise=3"), chest="yard")
    places.go("hero", to="yard")
    street = places.record(Street, "yard")
    assert street is not None
    assert street.Noise == 3
    assert places.open("hero", "chest") == "You open Oak chest."
    assert places.door("trapdoor") == Door(shut=True, key="key1")
    assert game.faults == []


# -- moving


def test_somebody_is_where_the_table_says_and_the_game_follows_the_player(tmp_path: Path) -> None:
    game, places = open_game(tmp_path)
    assert places.where("hero") == places.where("/hero") == places.where(game.world.url("/hero#x")) == "hall"
    assert game.place == "Great hall"
    places.move("hero", "cellar")
    assert places.where("hero") == "cellar"
    assert game.place == "Cellar"
    assert heard(game) == ["left hero hall", "entered hero cellar"]


def test_the_stage_shows_the_picture_of_the_place_that_the_player_is_in(tmp_path: Path) -> None:
    game, places = open_game(tmp_path, INI.replace("[yard Place]", "[yard Place]\nPicture=art/yard.png"))
    stage = Stage(game)
    stage.begin()
    assert (stage.scene.place, stage.scene.picture) == ("Great hall", "")
    places.move("hero", "yard")
    stage.tick(1.0)
    assert stage.scene.picture == "art/yard.png"


def test_listeners_hear_who_came_where(tmp_path: Path) -> None:
    game, places = open_game(tmp_path, lamp="yard")
    heard: list[Heard] = []
    game.listen(heard.append)
    places.go("hero", to="yard")
    places.take("hero", "lamp")
    assert heard == [Heard(None, PlaceEntered("hero", "yard"))]


def test_a_way_is_gone_by_its_name_or_its_goal_and_by_message(tmp_path: Path) -> None:
    game, places = open_game(tmp_path)
    assert "Yard" in places.go("hero", to="yard")
    assert heard(game) == ["left hero hall", "entered hero yard"]
    game.world.post("/story#places", "go", who="hero", to="hall")
    game.step()
    assert places.where("hero") == "hall"
    game.world.post("/story#places", "go", by="down")
    assert heard(game) == ["left hero yard", "entered hero hall", "refused hero go Trapdoor is locked."]


def test_there_is_a_shortest_path(tmp_path: Path) -> None:
    _, places = open_game(tmp_path)
    assert places.path("yard", "cellar") == ("yard", "hall", "cellar")
    assert places.path("cellar", "cellar") == ("cellar",)
    assert places.path("cellar", "attic") == ()


def test_a_holder_that_is_nothing_is_refused_with_a_near_name(tmp_path: Path) -> None:
    _, places = open_game(tmp_path)
    with pytest.raises(NotFound, match="no place, person or thing 'celar'") as raised:
        places.move("hero", "celar")
    assert raised.value.hint == "did you mean cellar?"
    assert places.where("hero") == "hall"


def test_a_place_loads_its_world(tmp_path: Path) -> None:
    from talewright import CollectionProxy

    game, places = open_game(tmp_path, INI.replace("[cellar Place]", "[cellar Place]\nWorld=/trapdoor#below"))
    game.world.spawn("trapdoor", below=CollectionProxy("below"))
    assert "below" not in game.worlds
    places.move("hero", "cellar")
    game.step()
    game.step()
    assert "below" in game.worlds
    assert game.faults == []
    places.move("hero", "hall")
    places.move("hero", "cellar")
    game.step()
    assert game.faults == []


from talewright import collection  # noqa: E402


@collection("below")
def dig(game: Game, world: object) -> None:
    """An empty world."""


def test_a_table_that_is_handed_in_stays_as_it_is() -> None:
    at, doors = {"hero": "hall"}, {"gate": Door(shut=True)}
    for _ in range(2):
        game, places = Game(), Places(at=at, doors=doors)
        game.world.spawn("story", places=places)
        places.move("hero", "yard")
        places.set_door("gate", shut=False)
    assert (at, doors) == ({"hero": "hall"}, {"gate": Door(shut=True)})


# -- doors


def test_a_locked_door_needs_its_key_in_the_hand(tmp_path: Path) -> None:
    game, places = open_game(tmp_path, key1="yard")
    with pytest.raises(Refused, match=r"^Trapdoor is locked\.$"):
        places.go("hero", by="down")
    with pytest.raises(Refused, match=r"^Trapdoor is locked, and you have no key that fits\.$"):
        places.open("hero", "trapdoor")
    places.go("hero", to="yard")
    assert places.take("hero", "key1") == "You take Iron key."
    places.go("hero", to="hall")
    heard(game)
    assert places.unlock("hero", "trapdoor") == "You unlock Trapdoor with Iron key."
    with pytest.raises(Refused, match="Trapdoor is shut"):
        places.go("hero", by="down")
    assert places.open("hero", "trapdoor") == "You open Trapdoor."
    places.go("hero", by="down")
    key = game.characters["hero"].inventory[0].id
    assert heard(game)[:2] == [f"unlocked hero trapdoor {key}", "refused hero go Trapdoor is shut."]
    assert places.where("hero") == "cellar"
    assert places.close("hero", "trapdoor") == "You close Trapdoor."
    with pytest.raises(Refused, match="shut already"):
        places.close("hero", "trapdoor")
    assert places.open("hero", "trapdoor") == "You open Trapdoor.", "it stays unlocked"


def test_doors_may_be_said_in_code(tmp_path: Path) -> None:
    game = Game()
    places = Places(at={"hero": "hall"}, doors={"gate": Door(shut=True, key="key1")})
    game.world.spawn("story", places=places)
    door = places.door("gate")
    assert door == Door(shut=True, key="key1")
    assert door.locked
    places.set_door("gate", shut=False)
    assert places.doors["gate"] == Door(shut=False, key="key1")
    with pytest.raises(NotFound, match="no door or container 'gaet'"):
        places.set_door("gaet", shut=True)


# -- containers


def test_what_is_in_a_shut_chest_is_out_of_reach(tmp_path: Path) -> None:
    _, places = open_game(tmp_path, chest="hall", lamp="chest")
    with pytest.raises(Refused, match="no Brass lamp here"):
        places.take("hero", "lamp")
    assert places.open("hero", "chest") == "You open Oak chest. Inside: Brass lamp."
    assert places.take("hero", "lamp") == "You take Brass lamp."
    assert places.holder("lamp") == "hero"
    assert places.where("lamp") == "hall"


def test_a_chest_holds_as_much_as_it_says(tmp_path: Path) -> None:
    _, places = open_game(tmp_path, chest="hall", lamp="chest", sack="chest", coin="sack")
    places.set_door("chest", shut=False)
    assert len(places.here("chest")) == 2
    places.take("hero", "coin")
    with pytest.raises(Refused, match=r"^Oak chest is full\.$"):
        places.put("hero", "coin", "chest")
    with pytest.raises(Refused, match="full"):
        places.move("statue", "chest")
    assert places.holder("coin") == "hero"


def test_nothing_is_inside_itself(tmp_path: Path) -> None:
    _, places = open_game(tmp_path, sack="hall", chest="sack")
    for what, into in (("sack", "sack"), ("sack", "chest")):
        with pytest.raises(Refused, match="into itself"):
            places.move(what, into)
    assert places.holder("sack") == "hall"


def test_a_carried_sack_takes_along_what_is_inside(tmp_path: Path) -> None:
    game, places = open_game(tmp_path, sack="hall", coin="sack")
    places.take("hero", "sack")
    places.go("hero", to="yard")
    coin = game.characters.items[0]
    assert places.holders(coin.id) == ["sack", "hero", "yard"]
    assert places.carried("hero") == ("sack", coin.id)
    assert places.drop("hero", "sack") == "You drop Sack."
    assert places.holders(coin.id) == ["sack", "yard"]


def test_fixed_things_and_people_stay(tmp_path: Path) -> None:
    game, places = open_game(tmp_path, statue="hall", chest="hall", ann="hall")
    game.world.spawn("ann", talk=Conversation("Ann"))
    for what in ("statue", "chest", "ann"):
        with pytest.raises(Refused, match="stays where it is"):
            places.take("hero", what)


def test_an_id_of_an_item_type_becomes_an_item(tmp_path: Path) -> None:
    game, places = open_game(tmp_path, coin="hero", key1="hall")
    coin, key = game.characters.items
    assert coin.owner is game.characters["hero"]
    assert key.owner is None
    assert places.here("hall") == ("hero", key.id)
    assert places.where("key1") == "hall"
    assert places.at == {"hero": "hall"}


def test_items_are_moved_by_the_characters_rules_too(tmp_path: Path) -> None:
    game, places = open_game(tmp_path, coin="yard", chest="hall")
    coin = game.characters.items[0]
    game.characters.move(coin, to=game.characters["hero"])
    assert places.holder(coin) == "hero"
    assert coin.id not in places.here("yard")
    game.characters.move(coin, to=places.room("chest"))
    assert places.here("chest") == (coin.id,)
    places.move("lamp", "chest")
    other = game.characters.create_inventory(coin.base)
    with pytest.raises(Refused, match="full"):
        game.characters.move(other, to=places.room("chest"))


# -- saves


def test_a_save_holds_the_fields_of_the_component_and_nothing_else(tmp_path: Path) -> None:
    game, places = open_game(tmp_path, lamp="chest", chest="hall")
    places.open("hero", "chest")
    sections = game.snapshot().sections
    assert sections["main:/story#places", "Places"] == {
        "at": {"hero": "hall", "lamp": "chest", "chest": "hall"},
        "doors": {"chest": {"shut": False, "key": "", "unlocked": False}},
        "player": "",
    }
    places.take("hero", "lamp")
    other, again = open_game(tmp_path, sack="yard")
    other.restore(game.snapshot())
    again = other.world.component("/story#places", Places)
    assert again.holder("lamp") == "hero"
    assert other.place == "Great hall"
    assert other.snapshot().sections == game.snapshot().sections


def test_people_p1_a_place_renamed_with_its_old_name_keeps_who_is_in_it(tmp_path: Path) -> None:
    game, places = open_game(tmp_path, lamp="cellar")
    places.move("hero", "cellar")
    text = INI.replace("[cellar Place]", "[vault Place]\nOldNames=dungeon,cellar").replace("to=cellar", "to=vault")
    (tmp_path / "Config" / "Places.ini").write_text(text, "utf-8")
    game.reload()
    assert places.where("hero") == places.where("lamp") == "vault"
    assert game.place == "Vault"
    assert game.faults == []


def test_people_p1_who_is_in_a_deleted_place_goes_to_limbo_and_it_is_said(tmp_path: Path) -> None:
    game, places = open_game(tmp_path, lamp="cellar", sack="cellar", coin="sack", key1="cellar")
    key = game.characters.items[1]
    (tmp_path / "Config" / "DefaultGame.ini").write_text("[Project]\nLimbo=yard\n", "utf-8")
    text = INI.replace("[cellar Place]", "[vault Place]").replace("to=cellar", "to=vault")
    (tmp_path / "Config" / "Places.ini").write_text(text, "utf-8")
    game.reload()
    assert places.where("lamp") == places.where("coin") == "yard"
    assert [fault.code for fault in game.faults] == ["TW-STORY-20"]
    assert key.holder == "yard"
    assert f"'cellar' any more: {key.id}, lamp, sack now in yard" in game.faults[0].text


def test_without_a_limbo_they_stay_nowhere_and_come_back_with_the_place(tmp_path: Path) -> None:
    game, places = open_game(tmp_path, lamp="cellar")
    (tmp_path / "Config" / "Places.ini").write_text(INI.replace("[cellar Place]", "[vault Place]"), "utf-8")
    game.reload()
    assert places.at["lamp"] == "cellar"
    assert "nowhere" in game.faults[0].text
    (tmp_path / "Config" / "Places.ini").write_text(INI, "utf-8")
    game.reload()
    assert places.where("lamp") == "cellar"


def test_an_id_that_is_nothing_is_said_and_is_nowhere_to_be_seen(tmp_path: Path) -> None:
    game, places = open_game(tmp_path, lmap="hall")
    assert [fault.code for fault in game.faults] == ["TW-STORY-21"]
    assert "'lmap'" in game.faults[0].text
    assert places.here("hall") == ("hero",)


def test_a_deleted_object_and_a_destroyed_item_are_not_here_any_more(tmp_path: Path) -> None:
    game, places = open_game(tmp_path)
    game.world.spawn("rat", talk=Conversation("Rat"))
    places.move("rat", "hall")
    assert places.people("hero") == ("rat",)
    game.world["rat"].delete()
    game.step()
    assert places.here("hall") == ("hero",)


# Slips


BAG = INI + "[bag SapituItem]\n[bag Container]\nFixed=False\nOpen=True\n"


def test_who_is_nobody_cannot_be_put_anywhere(tmp_path: Path) -> None:
    _game, places = open_game(tmp_path)
    before = dict(places.at)
    for who in ("heroe", "", None, object(), "coin"):
        with pytest.raises(NotFound, match="there is no place, person or thing"):
            places.move(who, "hall")
    assert places.at == before
    places.move("cellar:/rat", "hall")  # of a world that is loaded later
    assert places.where("cellar:/rat") == "hall"


def test_a_door_is_set_by_what_it_can_be(tmp_path: Path) -> None:
    game, places = open_game(tmp_path)
    wrongs: tuple[dict[str, Any], ...] = ({"shut": "no"}, {"key": 3}, {"unlocked": 1})
    for wrong in wrongs:
        with pytest.raises(Misuse):
            places.set_door("trapdoor", **wrong)
    assert not places.doors
    game.snapshot()


def test_what_holds_a_thing_is_not_used_up(tmp_path: Path) -> None:
    game, places = open_game(tmp_path, BAG, lamp="hall")
    hero = game.characters["hero"]
    [bag] = hero.gain("bag")
    places.move("lamp", bag)
    with pytest.raises(Misuse, match="cannot go: lamp lies in it"):
        game.characters.destroy(bag)
    with pytest.raises(Misuse, match="cannot go: lamp lies in it"):
        hero.lose("bag")
    assert places.where("lamp") == "hall"
    places.move("lamp", "hall")
    hero.lose("bag")


def test_who_is_called_otherwise_stays_where_they_are_with_what_they_carry(tmp_path: Path) -> None:
    game, places = open_game(tmp_path, lamp="hall")
    game.characters.create("ann")
    places.move("ann", "yard")
    places.move("lamp", "ann")
    game.characters.rename("ann", "anna")
    assert (places.where("anna"), places.where("lamp"), places.where("ann")) == ("yard", "yard", "")
    game.restore(game.snapshot())
    assert places.here("anna") == ("lamp",)
    assert not game.faults


def test_nothing_begins_inside_itself() -> None:
    with pytest.raises(Misuse, match="inside itself"):
        Places(at={"hero": "hall", "sack": "box", "box": "sack"})


def test_bags_in_bags_may_be_as_deep_as_anybody_likes(tmp_path: Path) -> None:
    game, places = open_game(tmp_path, BAG)
    bags = game.characters["hero"].gain("bag", 1_500)
    for inner, outer in zip(bags[1:], bags, strict=False):
        game.characters.move(inner, places.room(outer))
    assert len(places.carried("hero")) == 1_500
    assert places.where(bags[-1]) == "hall"
    game.restore(game.snapshot())
    assert len(places.carried("hero")) == 1_500


def test_what_was_in_a_thing_that_is_gone_is_said_and_found(tmp_path: Path) -> None:
    (tmp_path / "Config").mkdir()
    (tmp_path / "Config" / "DefaultGame.ini").write_text("[Project]\nLimbo=yard\n", "utf-8")
    game, places = open_game(tmp_path, chest="hall", lamp="chest", key1="chest")
    document = game.snapshot()
    edited = INI.replace("[chest Container]", "[crate Container]")
    game, places = open_game(tmp_path, edited, crate="hall")
    game.restore(document)
    assert [fault.code for fault in game.faults] == ["TW-STORY-20"]
    assert "'chest' any more: " in str(game.faults[0])
    assert {places.where("lamp"), places.where("key1")} == {"yard"}


@pytest.mark.parametrize(
    "edit",
    [
        ("Capacity=2", "Capacity=-2"),
        ("Key=key1", "Shut=perhaps"),
        ("Open=True", "Open=perhaps"),
    ],
)
def test_a_record_that_cannot_be_used_is_said_once_where_it_stands(tmp_path: Path, edit: tuple[str, str]) -> None:
    game, _ = open_game(tmp_path, INI.replace(*edit))
    said = [str(fault) for fault in game.faults if fault.code.startswith("TW-INI")]
    assert len(said) == 1
    assert "Config/Places.ini:" in said[0]
    game.restore(game.snapshot())
    assert len(game.faults) == len(said)


@pytest.mark.parametrize("what", [None, 3, b"hero", ["hero"]])
def test_what_is_no_id_is_refused_and_not_taken_for_its_text(what: Any) -> None:
    game, places = Game(), Places(at={"hero": "hall"})  # without records, every text may be a place
    game.world.spawn("story", places=places)
    for act in (lambda: places.move("hero", what), lambda: places.move(what, "hall"), lambda: places.room(what)):
        with pytest.raises(NotFound, match="there is no place, person or thing"):
            act()
    assert places.at == {"hero": "hall"}
