from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from talewright.errors import FieldError, Misuse, SaveError
from talewright.fields import Bare, Repeated, Sections, decode, encode
from talewright.rpg import Character, Characters, InventoryItem, Item, UnknownItem

Party = Callable[..., Characters]

SMALL: Sections = {
    ("ann", "SapituCharacter"): {"CharacterName": "Ann", "Health": 80, "inventoryRecords": Bare("swordx")},
    ("swordx", "SapituInventory"): {"baseItem": "sword1", "Level": 4, "Weight": 12, "Value": 9},
    ("breadx", "SapituInventory"): {"baseItem": "bread", "Level": 1, "Weight": 0, "Value": 0},
    ("sapitu", "Characters"): {"current": "ann"},
}


def changed(sections: Sections, name: str, class_name: str, **fields: Any) -> Sections:
    copy = {key: dict(value) for key, value in sections.items()}
    copy.setdefault((name, class_name), {}).update(fields)
    return copy


def filled(party: Party, seed: int = 0) -> Characters:
    game = party(seed)
    ann, bob = game.create("ann", "Ann of the Hill"), game.create("bob")
    items = [game.create_inventory(game.item_type(name)) for name in ("bread", "sword1", "sword1", "bread")]
    bob.add_inventory(items[3])
    ann.add_inventory(items[1])
    ann.add_inventory(items[0])
    ann.health = 7
    game.current = ann
    return game


def test_sections_hold_everything_in_a_fixed_order(party: Party) -> None:
    game = filled(party)
    ids = [item.id for item in game.items]
    sections = game.sections()
    assert list(sections) == [
        ("ann", "SapituCharacter"),
        ("bob", "SapituCharacter"),
        *((id, "SapituInventory") for id in ids),
        ("sapitu", "Characters"),
    ]
    assert sections["ann", "SapituCharacter"] == {
        "CharacterName": "Ann of the Hill",
        "Health": 7,
        "inventoryRecords": [ids[1], ids[0]],
    }
    assert isinstance(sections["ann", "SapituCharacter"]["inventoryRecords"], Repeated)
    assert sections["sapitu", "Characters"] == {"current": "ann"}


def test_a_restored_game_has_the_same_sections(party: Party) -> None:
    sections = filled(party).sections()
    other = party(seed=5)
    other.prepare(sections).commit()
    assert other.sections() == sections
    assert other.current is other["ann"]
    assert [i.base.name for i in other["ann"].inventory] == ["sword1", "bread"]


def test_restoring_over_a_dirty_game_equals_restoring_into_a_fresh_one(party: Party) -> None:
    sections = filled(party).sections()
    dirty = filled(party)
    dirty.create("cid").add_inventory(dirty.loose[0])
    dirty["ann"].remove_inventory(dirty["ann"].inventory[0])
    dirty["ann"].extras["Gold"] = 3
    dirty.items[0].extras["Rust"] = 1
    dirty.items[0].level = 99
    dirty.prepare(sections).commit()
    fresh = party(seed=8)
    fresh.prepare(sections).commit()
    assert dirty.sections() == fresh.sections() == sections
    assert [i.id for i in dirty.loose] == [i.id for i in fresh.loose]


def test_objects_with_the_same_id_keep_their_identity(party: Party) -> None:
    game = filled(party)
    ann, sword, items = game["ann"], game["ann"].inventory[0], game.items
    sections = game.sections()
    ann.remove_inventory(sword)
    ann.health = 1
    extra = game.create_inventory(game.item_type("bread"))
    game.prepare(sections).commit()
    assert game["ann"] is ann
    assert ann.inventory[0] is sword
    assert sword.owner is ann
    assert ann.health == 7
    assert game.items == items
    with pytest.raises(Misuse, match="not in play"):
        ann.add_inventory(extra)


def test_who_left_the_game_can_take_nothing(party: Party) -> None:
    game = filled(party)
    sections = game.sections()
    cid = game.create("cid")
    cid.add_inventory(game.loose[0])
    game.prepare(sections).commit()
    assert "cid" not in game
    assert cid.inventory == ()
    with pytest.raises(Misuse, match="not in play"):
        cid.add_inventory(game.loose[0])


def test_an_id_in_another_case_is_another_object(party: Party) -> None:
    game = party()
    ann = game.create("Ann")
    game.prepare(SMALL).commit()
    assert game["ann"] is not ann
    assert game["ann"].id == "ann"


def test_preparing_changes_nothing(party: Party) -> None:
    game = filled(party)
    before, inventory = game.sections(), game["ann"].inventory
    game.prepare(SMALL)
    assert game.sections() == before
    assert game["ann"].inventory == inventory
    assert all(item.owner is game["ann"] for item in inventory)


@pytest.mark.parametrize(
    ("sections", "code", "says"),
    [
        (
            changed(SMALL, "bob", "SapituCharacter", inventoryRecords="swordx"),
            "TW-RPG-03",
            "[bob SapituCharacter].inventoryRecords lists swordx, which ann has already",
        ),
        (
            changed(SMALL, "ann", "SapituCharacter", inventoryRecords=Repeated(["swordx", "SwordX"])),
            "TW-RPG-03",
            "[ann SapituCharacter].inventoryRecords lists SwordX, which ann has already",
        ),
        (
            changed(SMALL, "ann", "SapituCharacter", inventoryRecords="axex"),
            "TW-RPG-02",
            "lists axex, but there is no section [axex SapituInventory]",
        ),
        (
            changed(SMALL, "ann", "SapituCharacter", Health=Bare("many")),
            "TW-RPG-04",
            "[ann SapituCharacter].Health: 'many' is no whole number",
        ),
        (
            changed(SMALL, "swordx", "SapituInventory", Weight=Bare("heavy")),
            "TW-RPG-04",
            "[swordx SapituInventory].Weight: 'heavy' is no number",
        ),
        (changed(SMALL, "sapitu", "Characters", current="bob"), "TW-RPG-04", "names 'bob', which is no character"),
        (changed(SMALL, "ANN", "SapituCharacter", Health=1), "TW-RPG-05", "[ANN SapituCharacter] is there twice"),
    ],
)
def test_what_does_not_fit_is_refused_by_section_and_field(
    party: Party, sections: Sections, code: str, says: str
) -> None:
    game = filled(party)
    before = game.sections()
    with pytest.raises(SaveError) as error:
        game.prepare(sections, "slot1.ini")
    assert [d.code for d in error.value.report] == [code]
    assert says in str(error.value)
    assert "slot1.ini:1:1" in str(error.value)
    assert error.value.report[0].hint or code == "TW-RPG-04"
    assert game.sections() == before


def test_all_findings_come_at_once(party: Party) -> None:
    sections = changed(SMALL, "ann", "SapituCharacter", Health=Bare("many"), inventoryRecords="axex")
    with pytest.raises(SaveError) as error:
        party().prepare(sections)
    assert {d.code for d in error.value.report} == {"TW-RPG-02", "TW-RPG-04"}


def test_an_item_of_an_unknown_type_is_kept(party: Party) -> None:
    sections = changed(SMALL, "swordx", "SapituInventory", baseItem="sowrd1")
    game = party()
    restoration = game.prepare(sections)
    restoration.commit()
    assert [(d.code, d.severity, d.hint) for d in game.report] == [("TW-RPG-01", "warning", "did you mean sword1?")]
    sword = game.item("swordx")
    assert isinstance(sword.base, UnknownItem)
    assert (sword.base.name, sword.level, sword.weight, sword.value) == ("sowrd1", 4, 12.0, 9.0)
    assert game.sections()["swordx", "SapituInventory"]["baseItem"] == "sowrd1"


def test_fields_that_nobody_knows_are_kept(party: Party) -> None:
    sections = changed(SMALL, "ann", "SapituCharacter", Gold=Bare("12"))
    sections = changed(sections, "swordx", "SapituInventory", Rust={"edge": Bare("0.5")})
    game = party()
    game.prepare(sections).commit()
    assert game.sections()["ann", "SapituCharacter"]["Gold"] == "12"
    assert game.sections()["swordx", "SapituInventory"]["Rust"] == {"edge": "0.5"}


def test_both_spellings_of_the_list_are_read_and_one_is_written(party: Party) -> None:
    sections = changed(SMALL, "ann", "SapituCharacter", inventoryRecord=Bare("breadx"))
    game = party()
    game.prepare(sections).commit()
    assert [i.id for i in game["ann"].inventory] == ["swordx", "breadx"]
    assert "inventoryRecord" not in game.sections()["ann", "SapituCharacter"]


def test_fields_are_found_in_any_case_and_order(party: Party) -> None:
    game = party()
    game.prepare(
        {
            ("swordx", "sapituinventory"): {"LEVEL": Bare("4"), "baseitem": Bare("sword1")},
            ("ann", "SAPITUCHARACTER"): {"health": Bare("5"), "INVENTORYRECORDS": Bare("SWORDX")},
        }
    ).commit()
    assert game["ann"].inventory == (game.item("swordx"),)
    assert game.current is None


def test_sections_of_others_are_not_looked_at(party: Party) -> None:
    game = party()
    game.prepare({("main:/smith", "GameObject"): {"position": "nonsense"}}).commit()
    assert list(game) == []


@dataclass
class Chest:
    type: Item | None = None
    holder: Character | None = None
    first: InventoryItem | None = None


def test_fields_are_saved_as_names_of_items_and_characters(party: Party) -> None:
    game = filled(party)
    chest = Chest(game.item_type("sword1"), game["ann"], game.loose[0])
    plain = encode(chest, Chest, game.references())
    assert plain == {"type": "sword1", "holder": "ann", "first": game.loose[0].id}
    assert decode(plain, Chest, game.references()) == chest


def test_references_of_a_restoration_are_what_will_be_in_play(party: Party) -> None:
    game = party()
    restoration = game.prepare(SMALL)
    ann = decode(Bare("ann"), Character, restoration.references())
    sword = decode(Bare("swordx"), InventoryItem, restoration.references())
    assert "ann" not in game
    restoration.commit()
    assert game["ann"] is ann
    assert ann.inventory == (sword,)


def test_a_name_that_is_no_record_of_the_class_is_refused(party: Party) -> None:
    game = party()
    weapon = type(game.item_type("sword1"))
    assert decode(Bare("sword1"), weapon, game.references()).damage == 3
    with pytest.raises(FieldError, match="is a Item, but a Weapon is declared"):
        decode(Bare("bread"), weapon, game.references())
    with pytest.raises(FieldError) as error:
        decode(Bare("sowrd1"), Item, game.references())
    assert error.value.hint == "did you mean sword1?"


def test_a_character_may_be_called_none(party: Party) -> None:
    game = Characters({}, rolls=Random(0), ids=Random(1))
    game.create("None")
    sections = game.sections()
    game.prepare(sections).commit()
    assert game.current is game["None"]
