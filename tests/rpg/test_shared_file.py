from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from talewright.errors import AlreadyExists, ConfigError, CorruptFile, NotFound, SaveError
from talewright.fields import Bare, Repeated
from talewright.rpg import Characters, UnknownItem

Party = Callable[..., Characters]

EXAMPLE = (
    b"[MyCharId SapituCharacter]\r\n"
    b"CharacterName=Ann of the Hill\r\n"
    b"Health=100\r\n"
    b"inventoryRecords=swordxkqmzvta\r\n"
    b"\r\n"
    b"[swordxkqmzvta SapituInventory]\r\n"
    b"baseItem=sword1\r\n"
    b"Level=4\r\n"
    b"Weight=12.000000\r\n"
    b"Value=9.000000\r\n"
)


def test_the_file_is_unreals_byte_for_byte(party: Party, file: Path) -> None:
    game = party()
    game.prepare(
        {
            ("MyCharId", "SapituCharacter"): {
                "CharacterName": "Ann of the Hill",
                "Health": 100,
                "inventoryRecords": Repeated(["swordxkqmzvta"]),
            },
            ("swordxkqmzvta", "SapituInventory"): {"baseItem": "sword1", "Level": 4, "Weight": 12.0, "Value": 9.0},
            ("breadx", "SapituInventory"): {"baseItem": "bread"},
        }
    ).commit()
    report = game.save("mycharid")
    assert file.read_bytes() == EXAMPLE
    assert report.written == ["MyCharId SapituCharacter", "swordxkqmzvta SapituInventory"]
    game.save("MyCharId")
    assert file.read_bytes() == EXAMPLE


def test_what_was_saved_is_loaded(party: Party) -> None:
    game = party()
    ann = game.create("ann", "Ann of the Hill")
    for name in ("sword1", "bread", "sword1"):
        ann.add_inventory(game.create_inventory(game.item_type(name)))
    ann.health = 42
    game.save("ann")
    other = party(seed=7)
    other.create("bob")
    loaded = other.load("ANN")
    assert other.current is loaded
    assert (loaded.id, loaded.name, loaded.health) == ("ann", "Ann of the Hill", 42)
    assert [(i.id, i.base, i.level, i.weight, i.value) for i in loaded.inventory] == [
        (i.id, i.base, i.level, i.weight, i.value) for i in ann.inventory
    ]
    assert other.report == []


def test_an_item_that_nobody_picked_up_is_never_there(party: Party, file: Path) -> None:
    game = party()
    game.create("ann").add_inventory(game.create_inventory(game.item_type("sword1")))
    loose = game.create_inventory(game.item_type("bread"))
    game.save("ann")
    assert loose.id.encode() not in file.read_bytes()


def test_stored_lists_the_ids_in_the_order_of_the_file(party: Party) -> None:
    game = party()
    assert game.stored() == []
    for id in ("cid", "ann", "bob"):
        game.create(id)
        game.save(id)
    game.save("ann")
    assert party().stored() == ["cid", "ann", "bob"]


def test_items_that_were_dropped_leave_the_file(party: Party, file: Path) -> None:
    game = party()
    ann = game.create("ann")
    sword, bread = (game.create_inventory(game.item_type(n)) for n in ("sword1", "bread"))
    ann.add_inventory(sword)
    ann.add_inventory(bread)
    game.save("ann")
    ann.remove_inventory(sword)
    game.save("ann")
    assert sword.id.encode() not in file.read_bytes()
    assert party().load("ann").inventory[0].id == bread.id
    ann.remove_inventory(bread)
    game.save("ann")
    assert file.read_bytes() == b"[ann SapituCharacter]\r\nCharacterName=ann\r\nHealth=100\r\n"


FOREIGN = (
    b"; written by hand\r\n"
    b"[Other.Settings]\r\n"
    b"+Paths=a\r\n"
    b"+Paths=b\r\n"
    b"\r\n"
    b"[ann SapituCharacter]\r\n"
    b"; she is from the hill\r\n"
    b"charactername=Ann\r\n"
    b"Gold=12\r\n"
    b"\r\n"
    b"; bob comes next\r\n"
    b"[bob SapituCharacter]\r\n"
    b'CharacterName = "Bob" \r\n'
    b"inventoryRecord=breadx\r\n"
    b"[breadx SapituInventory]\r\n"
    b"baseItem=bread\r\n"
    b"junk\r\n"
)


def test_everything_else_stays_byte_for_byte(party: Party, file: Path) -> None:
    file.write_bytes(FOREIGN)
    game = party()
    ann = game.load("ann")
    sword = game.create_inventory(game.item_type("sword1"))
    ann.add_inventory(sword)
    ann.name = "Ann of the Hill"
    game.save("ann")
    data = file.read_bytes()
    head, tail = data.split(b"[ann SapituCharacter]\r\n")
    assert head == FOREIGN.split(b"[ann SapituCharacter]\r\n")[0]
    assert tail.endswith(FOREIGN[FOREIGN.index(b"; bob comes next") :])
    assert tail.startswith(
        b"; she is from the hill\r\ncharactername=Ann of the Hill\r\nGold=12\r\nHealth=100\r\n"
        + f"inventoryRecords={sword.id}\r\n\r\n[{sword.id} SapituInventory]\r\nbaseItem=sword1\r\n".encode()
    )
    ann.remove_inventory(sword)
    ann.name = "Ann"
    game.save("ann")
    assert file.read_bytes() == FOREIGN.replace(b"Gold=12\r\n", b"Gold=12\r\nHealth=100\r\n")


def test_a_new_item_stands_behind_those_of_its_owner(party: Party, file: Path) -> None:
    game = party()
    ann, bob = game.create("ann"), game.create("bob")
    items = [game.create_inventory(game.item_type("bread")) for _ in range(4)]
    ann.add_inventory(items[0])
    bob.add_inventory(items[1])
    game.save("ann")
    game.save("bob")
    ann.add_inventory(items[2])
    ann.add_inventory(items[3])
    game.save("ann")
    headers = [line for line in file.read_text().splitlines() if line.startswith("[")]
    assert headers == [
        "[ann SapituCharacter]",
        *(f"[{items[n].id} SapituInventory]" for n in (0, 2, 3)),
        "[bob SapituCharacter]",
        f"[{items[1].id} SapituInventory]",
    ]
    again = party()
    fresh = file.with_name("Fresh.ini")
    again._shared.path, file_before = fresh, file.read_bytes()  # type: ignore[union-attr]
    again.prepare(game.sections()).commit()
    again.save("ann")
    again.save("bob")
    assert fresh.read_bytes() == file_before


def test_what_another_program_added_in_between_stays(party: Party, file: Path) -> None:
    game = party()
    game.create("ann")
    game.save("ann")
    file.write_bytes(file.read_bytes() + b"\r\n[Foreign]\r\nKey=1\r\n")
    game["ann"].health = 3
    game.save("ann")
    assert b"Health=3\r\n\r\n[Foreign]\r\nKey=1\r\n" in file.read_bytes()


def test_an_item_has_one_owner_in_the_file_too(party: Party, file: Path) -> None:
    game = party()
    ann, bob = game.create("ann"), game.create("bob")
    sword = game.create_inventory(game.item_type("sword1"))
    bob.add_inventory(sword)
    game.save("bob")
    bob.remove_inventory(sword)
    ann.add_inventory(sword)
    before = file.read_bytes()
    with pytest.raises(SaveError) as error:
        game.save("ann")
    assert "still bob's" in str(error.value)
    assert file.read_bytes() == before
    game.save("bob")
    game.save("ann")
    other = party()
    assert other.load("ann").inventory[0].id == sword.id
    assert other.load("bob").inventory == ()


def test_loading_who_is_not_stored_is_an_error(party: Party) -> None:
    game = party()
    with pytest.raises(NotFound) as error:
        game.load("ann")
    assert error.value.hint == "nobody is saved there yet"
    game.create("smith")
    game.save("smith")
    with pytest.raises(NotFound, match=r"no character 'smiht' in Config/UTSapitu\.ini") as error:
        game.load("smiht")
    assert error.value.hint == "did you mean smith?"


def test_loading_who_is_in_play_replaces_the_state_and_keeps_the_object(party: Party) -> None:
    game = party()
    ann = game.create("ann")
    sword, bread, late = (game.create_inventory(game.item_type(n)) for n in ("sword1", "bread", "bread"))
    ann.add_inventory(sword)
    ann.add_inventory(bread)
    game.save("ann")
    ann.health = 3
    ann.remove_inventory(sword)
    ann.add_inventory(late)
    sword.level = 77
    assert game.load("ann") is ann
    assert ann.health == 100
    assert ann.inventory == (sword, bread)
    assert sword.owner is ann
    assert sword.level <= 10
    assert game.loose == ()
    assert late.id not in {item.id for item in game.items}


def test_an_item_that_another_has_now_stops_the_load(party: Party) -> None:
    game = party()
    ann, bob = game.create("ann"), game.create("bob")
    sword = game.create_inventory(game.item_type("sword1"))
    ann.add_inventory(sword)
    game.save("ann")
    ann.remove_inventory(sword)
    bob.add_inventory(sword)
    before = game.sections()
    with pytest.raises(AlreadyExists, match="bob has"):
        game.load("ann")
    assert game.sections() == before


def test_an_unknown_base_item_is_a_warning_with_a_place(party: Party, file: Path) -> None:
    file.write_bytes(EXAMPLE.replace(b"sword1", b"sowrd1"))
    game = party()
    ann = game.load("MyCharId")
    assert isinstance(ann.inventory[0].base, UnknownItem)
    assert str(game.report).startswith("Config/UTSapitu.ini:7:1: warning TW-RPG-01:")
    game.save("MyCharId")
    assert file.read_bytes() == EXAMPLE.replace(b"sword1", b"sowrd1")


@pytest.mark.parametrize(
    ("old", "new", "place", "code"),
    [
        (b"Health=100", b"Health=many", "Config/UTSapitu.ini:3:1", "TW-RPG-04"),
        (b"Weight=12.000000", b"Weight=", "Config/UTSapitu.ini:9:1", "TW-RPG-04"),
        (b"[swordxkqmzvta S", b"[axex S", "Config/UTSapitu.ini:4:1", "TW-RPG-02"),
        (b"r]", b"r]\r\ninventoryRecord=swordxkqmzvta", "Config/UTSapitu.ini:5:1", "TW-RPG-03"),
        (b"[swordxkqmzvta SapituInventory]", b"[swordxkqmzvta SapituInventory", "Config/UTSapitu.ini:6:1", "TW-INI-12"),
    ],
)
def test_a_damaged_file_is_an_error_with_a_place(
    party: Party, file: Path, old: bytes, new: bytes, place: str, code: str
) -> None:
    damaged = EXAMPLE.replace(old, new)
    file.write_bytes(damaged)
    game = party()
    with pytest.raises(ConfigError) as error:
        game.load("MyCharId")
    assert f"{place}: error {code}" in str(error.value)
    assert error.value.report[0].hint
    assert len(game) == 0
    assert file.read_bytes() == damaged


def test_a_file_that_is_no_text_is_left_alone(party: Party, file: Path) -> None:
    file.write_bytes(b"\0" * 100)
    game = party()
    game.create("ann")
    game.create_inventory(game.item_type("bread"))
    for act in (lambda: game.load("ann"), lambda: game.save("ann"), game.stored):
        with pytest.raises(CorruptFile):
            act()
    assert file.read_bytes() == b"\0" * 100


def test_two_owners_in_the_file_are_an_error(party: Party, file: Path) -> None:
    file.write_bytes(EXAMPLE + b"\r\n[bob SapituCharacter]\r\ninventoryRecords=SWORDXKQMZVTA\r\n")
    with pytest.raises(ConfigError, match="of MyCharId and of bob"):
        party().load("MyCharId")


def test_ids_in_the_file_are_never_made_again(party: Party) -> None:
    first = party(seed=3)
    ann = first.create("ann")
    ann.add_inventory(first.create_inventory(first.item_type("sword1")))
    first.save("ann")
    second = party(seed=3)
    sword = second.create_inventory(second.item_type("sword1"))
    assert sword.id != ann.inventory[0].id
    second.load("ann")
    assert {item.id for item in second.items} == {sword.id, ann.inventory[0].id}


def test_unreal_engine_3_cannot_hold_every_name(party: Party, file: Path) -> None:
    game = party()
    ann = game.create("ann", "Ann\nof the Hill")
    with pytest.raises(SaveError, match="CharacterName"):
        game.save("ann")
    assert not file.exists()
    ann.name = "Änne 剣"
    game.save("ann")
    assert file.read_bytes().startswith(b"\xff\xfe")
    assert party().load("ann").name == "Änne 剣"


def test_unknown_fields_are_kept_for_slots(party: Party, file: Path) -> None:
    file.write_bytes(EXAMPLE.replace(b"Health=100", b"Health=100\r\nSkills=(Sword=3,Bow=1)"))
    game = party()
    ann = game.load("MyCharId")
    assert ann.extras == {"Skills": {"Sword": Bare("3"), "Bow": Bare("1")}}
    game.save("MyCharId")
    assert b"Skills=(Sword=3,Bow=1)\r\n" in file.read_bytes()


def test_the_folder_is_made_by_the_first_save(party: Party, tmp_path: Path) -> None:
    game = party()
    game.create("ann")
    assert not (tmp_path / "Config").exists()
    game.save("ann")
    assert (tmp_path / "Config" / "UTSapitu.ini").exists()
    assert sorted(p.name for p in (tmp_path / "Config").iterdir()) == [".lock", "UTSapitu.ini"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a system without pipes")
def test_a_pipe_is_not_waited_for(party: Party, file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(file)
    game = party()
    game.create("ann")
    for act in (lambda: game.save("ann"), lambda: game.load("bob"), game.stored):
        with pytest.raises(ConfigError, match="is no file"):
            act()
