from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from talewright.errors import AlreadyExists, ConfigError, CorruptFile, Misuse, NotFound, SaveError
from talewright.fields import Bare, Repeated
from talewright.rpg import Characters, Item, SharedClasses, UnknownItem

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
        b"; she is from the hill\r\ncharactername=Ann of the Hill\r\nGold=12\r\n"
        + f"inventoryRecords={sword.id}\r\n\r\n[{sword.id} SapituInventory]\r\nbaseItem=sword1\r\n".encode()
    )
    ann.remove_inventory(sword)
    ann.name = "Ann"
    game.save("ann")
    assert file.read_bytes() == FOREIGN


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


@pytest.mark.parametrize(
    ("old", "new", "place", "code"),
    [
        (b"Health=100", b"Health=many", "Config/UTSapitu.ini:3:1", "TW-RPG-04"),
        (b"Health=100", b"Health=100\r\nHealth=7", "Config/UTSapitu.ini:3:1", "TW-RPG-06"),
        (b"Weight=12.000000", b"Weight=", "Config/UTSapitu.ini:9:1", "TW-RPG-04"),
        (b"[swordxkqmzvta S", b"[axex S", "Config/UTSapitu.ini:4:1", "TW-RPG-02"),
        (b"r]", b"r]\r\ninventoryRecord=swordxkqmzvta", "Config/UTSapitu.ini:2:1", "TW-RPG-03"),
    ],
)
def test_what_cannot_be_read_costs_itself_alone(
    party: Party, file: Path, old: bytes, new: bytes, place: str, code: str
) -> None:
    """Faults §1 B1: one lost item, one key written twice, one wrong value do not lock the character out."""
    file.write_bytes(EXAMPLE.replace(old, new))
    game = party()
    character = game.load("MyCharId")
    assert f"{place}: warning {code}" in str(game.report)
    assert all(finding.hint for finding in game.report)
    assert character.name == "Ann of the Hill"
    game.save("MyCharId")
    if code != "TW-RPG-03" and code != "TW-RPG-06":  # one of two lines that say the same is written
        assert file.read_bytes() == EXAMPLE.replace(old, new)


def test_a_wrong_line_is_written_over_once_its_field_is_changed(party: Party, file: Path) -> None:
    file.write_bytes(EXAMPLE.replace(b"Health=100", b"Health=many"))
    game = party()
    game.load("MyCharId").health = 7
    game.save("MyCharId")
    assert file.read_bytes() == EXAMPLE.replace(b"Health=100", b"Health=7")


def test_the_last_of_two_lines_counts(party: Party, file: Path) -> None:
    file.write_bytes(EXAMPLE.replace(b"Health=100", b"Health=1\r\nHealth=2"))
    assert party().load("MyCharId").health == 2


def test_an_item_that_is_not_in_the_file_stays_listed(party: Party, file: Path) -> None:
    file.write_bytes(EXAMPLE.replace(b"[swordxkqmzvta S", b"[axex S"))
    game = party()
    character = game.load("MyCharId")
    character.add_inventory(game.create_inventory(game.item_type("bread")))
    sections = game.sections()
    game.prepare(sections).commit()
    assert game.sections() == sections
    game.save("MyCharId")
    assert b"inventoryRecords=swordxkqmzvta" in file.read_bytes()
    assert b"[axex SapituInventory]" in file.read_bytes()


def test_who_lists_an_item_first_in_the_file_has_it(party: Party, file: Path) -> None:
    both = EXAMPLE + b"\r\n[bob SapituCharacter]\r\ninventoryRecords=SWORDXKQMZVTA\r\n"
    file.write_bytes(both)
    game = party()
    assert len(game.load("MyCharId").inventory) == 1
    assert game.report == []
    assert game.load("bob").inventory == ()
    assert "warning TW-RPG-03: [bob SapituCharacter] lists SWORDXKQMZVTA" in str(game.report)
    game.save("bob")
    game.save("MyCharId")
    assert b"inventoryRecords=SWORDXKQMZVTA" in file.read_bytes()


class TestWhatThisGameNeitherLoadedNorWrote:
    """Faults §1 A1: it is not written over."""

    def stored(self, party: Party) -> tuple[Characters, bytes]:
        first = party()
        ann = first.create("ann")
        ann.add_inventory(first.create_inventory(first.item_type("sword1")))
        first.save("ann")
        assert first._shared is not None
        return first, first._shared.path.read_bytes()

    def test_a_stored_id_is_not_created(self, party: Party, file: Path) -> None:
        self.stored(party)
        with pytest.raises(AlreadyExists, match="'ann' is in the shared file") as error:
            party().create("Ann")
        assert "load ann" in error.value.hint

    def test_two_games_that_create_one_id(self, party: Party, file: Path) -> None:
        second = party()
        second.create("ann")
        _, before = self.stored(party)
        changes: list[Callable[[], object]] = [
            lambda: second.save("ann"),
            lambda: second.delete("ann"),
            lambda: second.rename("ann", "eve"),
        ]
        for change in changes:
            with pytest.raises(AlreadyExists, match="with 1 item, was neither loaded nor written"):
                change()
            assert file.read_bytes() == before
        assert "ann" in second

    def test_two_games_that_loaded_one_character(self, party: Party, file: Path) -> None:
        self.stored(party)
        one, two = party(), party()
        one.load("ann").health = 1
        two.load("ann").health = 2
        one.save("ann")
        before = file.read_bytes()
        with pytest.raises(AlreadyExists, match="has changed since this game read it"):
            two.save("ann")
        assert file.read_bytes() == before
        two.load("ann").health = 3
        two.save("ann")
        assert b"Health=3" in file.read_bytes()

    def test_whoever_says_so_writes_over_it_and_a_backup_stays(self, party: Party, file: Path) -> None:
        second = party()
        second.create("ann")
        _, before = self.stored(party)
        report = second.overwrite("ann")
        assert [why for name, why in report.skipped.items() if name.endswith("SapituInventory")] == [
            "ann does not have it any more: it was taken out of the file"
        ]
        assert file.with_name("UTSapitu.ini.bak1").read_bytes() == before

    def test_a_later_session_of_the_same_run_goes_on(self, party: Party, file: Path) -> None:
        first, _ = self.stored(party)
        sections = first.sections()
        later = party()
        later.prepare(sections).commit()
        later["ann"].health = 9
        later.save("ann")
        assert b"Health=9" in file.read_bytes()

    def test_a_slot_of_before_somebody_else_saved_does_not(self, party: Party, file: Path) -> None:
        first, _ = self.stored(party)
        sections = first.sections()
        other = party()
        other.load("ann").health = 5
        other.save("ann")
        later = party()
        later.prepare(sections).commit()
        with pytest.raises(AlreadyExists):
            later.save("ann")

    def test_a_stored_character_that_is_not_in_play_can_be_deleted(self, party: Party, file: Path) -> None:
        self.stored(party)
        assert party().delete("ann").written[0] == "ann SapituCharacter"
        assert file.with_name("UTSapitu.ini.bak1").exists()

    def test_load_or_create(self, party: Party, file: Path) -> None:
        assert party().load_or_create("ann", "Ann of the Hill").name == "Ann of the Hill"
        self.stored(party)
        game = party()
        assert len(game.load_or_create("ann").inventory) == 1
        with pytest.raises(AlreadyExists):
            game.load_or_create("ann")

    def test_three_backups_stay(self, party: Party, file: Path) -> None:
        game = party()
        ann = game.create("ann")
        written = []
        for health in range(1, 6):
            ann.health = health
            game.save("ann")
            written.append(file.read_bytes())
        game.save("ann")  # the same again pushes nothing out
        names = sorted(path.name for path in file.parent.glob("UTSapitu.ini.bak*"))
        assert names == ["UTSapitu.ini.bak1", "UTSapitu.ini.bak2", "UTSapitu.ini.bak3"]
        assert [file.with_name(name).read_bytes() for name in names] == written[3:0:-1]


PALADIN = b"""[ann SapituCharacter]
Health=100

[bob Paladin]
%s

[kx SapituInventory]
baseItem=bread
Level=1
"""


@pytest.mark.parametrize(
    "line",
    [
        b"inventoryRecords=kx",
        b"inventoryRecords[0]=kx",
        b"inventoryRecord=KX",
        b'Carried=("kx","other")',
        b"Hand=(Item=kx,Side=Left)",
        b"Item=SapituInventory'kx'",
        b"+Things=kx",
    ],
)
def test_what_any_section_of_the_file_names_is_owned(party: Party, file: Path, line: bytes) -> None:
    """Faults §1 A2: an item of a class that this game does not know is no orphan."""
    file.write_bytes(PALADIN % line)
    game = party()
    game.load("ann").health = 5
    assert game.save("ann").skipped == {}
    assert file.read_bytes() == (PALADIN % line).replace(b"Health=100", b"Health=5")
    assert game.orphans() == []
    game.delete("ann")
    assert b"[kx SapituInventory]" in file.read_bytes()


@pytest.mark.parametrize(
    "lines",
    [
        b"inventoryRecords[0]=kx\r\ninventoryRecords[1]=lx",
        b"inventoryRecord[0]=kx\r\ninventoryRecord[1]=lx",
        b"INVENTORYRECORDS[1]=lx\r\nInventoryRecords[0]=kx",
        b"inventoryRecords(0)=kx\r\ninventoryRecords(1)=lx",
        b"inventoryRecords=(kx,lx)",
        b'inventoryRecords=("kx","lx")',
        b"inventoryRecords=kx\r\ninventoryRecord=lx",
    ],
)
def test_every_spelling_of_the_list_is_read_and_stays(party: Party, file: Path, lines: bytes) -> None:
    """Faults §1 A3: Unreal's static arrays are an inventory, too."""
    lines = lines.replace(b"\\r\\n", b"\r\n")
    text = (
        b"[ann SapituCharacter]\r\nHealth=100\r\n"
        + lines
        + b"".join(
            b"\r\n\r\n[%s SapituInventory]\r\nbaseItem=bread\r\nLevel=1\r\nWeight=0.000000\r\nValue=0.000000" % id
            for id in (b"kx", b"lx")
        )
    )
    file.write_bytes(text + b"\r\n")
    game = party()
    ann = game.load("ann")
    assert game.report == []
    assert [item.id for item in ann.inventory] == ["kx", "lx"]
    ann.health = 7
    game.save("ann")
    assert file.read_bytes() == (text + b"\r\n").replace(b"Health=100", b"Health=7")
    ann.remove_inventory(ann.inventory[0])
    report = game.save("ann")
    assert report.skipped == {"kx SapituInventory": "ann does not have it any more: it was taken out of the file"}
    again = party()
    assert [item.id for item in again.load("ann").inventory] == ["lx"]
    assert again.report == []


def test_a_static_array_stays_one(party: Party, file: Path) -> None:
    file.write_bytes(
        b"[ann SapituCharacter]\r\ninventoryRecords[0]=kx\r\n\r\n[kx SapituInventory]\r\nbaseItem=bread\r\n"
    )
    game = party()
    game.load("ann").add_inventory(bread := game.create_inventory(game.item_type("bread")))
    game.save("ann")
    assert b"inventoryRecords[0]=kx\r\ninventoryRecords[1]=" + bread.id.encode() in file.read_bytes()


@pytest.mark.parametrize("header", ["ann MySapituCharacter", "ann MyGame.MySapituCharacter"])
def test_a_game_that_derived_its_own_classes_shares_its_file(tmp_path: Path, header: str) -> None:
    path = tmp_path / "Shared.ini"
    path.write_text(f"[{header}]\nHealth=3\ninventoryRecords=kx\n\n[kx MyInventory]\nbaseItem=bread\n", newline="\r\n")
    game = Characters(
        {"bread": Item("bread", "Bread")},
        shared=path,
        classes=SharedClasses("MySapituCharacter", "MyInventory"),
        rolls=Random(0),
        ids=Random(1),
    )
    assert game.stored() == ["ann"]
    ann = game.load("ann")
    assert ann.health == 3
    assert [item.base.name for item in ann.inventory] == ["bread"]
    ann.health = 4
    game.save("ann")
    assert f"[{header}]\nHealth=4\ninventoryRecords=kx" in path.read_text()
    game.create("bob")
    game.save("bob")
    assert "[bob MySapituCharacter]" in path.read_text()


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


def test_the_file_of_the_last_character_that_left_is_no_damaged_one(party: Party, file: Path) -> None:
    """Kind of faults §1: what the product wrote itself it reads again."""
    game = party()
    game.create("ann")
    game.save("ann")
    stood = file.read_bytes()
    game.delete("ann")
    assert game.stored() == []
    assert file.read_bytes().strip() == b""
    with pytest.raises(NotFound):
        game.load("ann")
    game.create("ann")
    assert game.save("ann").written == ["ann SapituCharacter"]
    assert file.read_bytes() == stood


@pytest.mark.parametrize(
    ("before", "name", "told"),
    [
        (EXAMPLE.decode().encode("utf-16-be"), "Bob", "encoding: utf-16-be -> utf-16-le"),
        (EXAMPLE, "\u0141\xf3d\u017a", "encoding: utf-8 -> utf-16-le"),
        (
            EXAMPLE.replace(b"\r\n", b"\r\n" + b"\0" * 9 + b"\r\n", 1),
            "Bob",
            "the text holds 9 NUL bytes, the first one here",
        ),
    ],
)
def test_what_becomes_of_the_form_of_the_file_is_told(
    party: Party, file: Path, before: bytes, name: str, told: str
) -> None:
    """Kind of faults §2 A4 and B4: no writer changes the encoding, or keeps NULs, in silence."""
    file.write_bytes(b"\xfe\xff" * (b"\0[" in before) + before)
    game = party()
    game.load("MyCharId").name = name
    assert [finding.message for finding in game.save("MyCharId").findings] == [told]
    assert party().load("MyCharId").name == name


def test_a_key_that_is_nearly_called_like_a_field_is_told(party: Party, file: Path) -> None:
    """Kind of faults §1 A3: an inventory that is misspelt does not read as an empty one without a word."""
    file.write_bytes(EXAMPLE.replace(b"inventoryRecords", b"inventoryRecrods").replace(b"Level", b"Levle"))
    game = party()
    ann = game.load("MyCharId")
    assert not ann.inventory
    assert [(d.code, d.span.line, d.hint) for d in game.report] == [("TW-RPG-09", 4, "did you mean inventoryRecords?")]
    game.save("MyCharId")
    assert b"inventoryRecrods=swordxkqmzvta\r\n" in file.read_bytes()


@pytest.mark.parametrize("line", [b"lostx", b"SwordXkqmzvta", b"SapituInventory'lostx'"])
def test_a_save_leaves_what_it_cannot_read_in_its_place(party: Party, file: Path, line: bytes) -> None:
    """Kind of faults §1 B1: also an item that is listed twice, and the order of the list."""
    for text in (
        EXAMPLE.replace(b"inventoryRecords=", b"inventoryRecords=" + line + b"\r\ninventoryRecords="),
        EXAMPLE.replace(b"Records=swordxkqmzvta", b"Records=swordxkqmzvta\r\ninventoryRecords=" + line),
    ):
        file.write_bytes(text)
        game = party()
        ann = game.load("MyCharId")
        game.save("MyCharId")
        assert file.read_bytes() == text
        thing = game.create_inventory(game.item_type("bread"))
        ann.add_inventory(thing)
        game.save("MyCharId")
        both = text.decode().count("inventoryRecords=")
        lines = [row for row in file.read_text().splitlines() if row.startswith("inventoryRecords=")]
        assert len(lines) == both + 1
        assert lines[-1] == f"inventoryRecords={thing.id}"


@pytest.mark.skipif(os.name != "posix", reason="links need rights elsewhere")
def test_a_link_is_followed(party: Party, file: Path, tmp_path: Path) -> None:
    """Games that share a file by a link go on sharing it; its backups stay beside the file itself."""
    real = tmp_path / "shared" / "Real.ini"
    real.parent.mkdir()
    real.write_bytes(EXAMPLE)
    file.symlink_to(real)
    game = party()
    game.create("ann")
    game.save("ann")
    assert file.is_symlink()
    assert b"[ann SapituCharacter]" in real.read_bytes()
    assert (real.parent / "Real.ini.bak1").read_bytes() == EXAMPLE


def test_a_name_that_no_file_can_have_is_one_error(tmp_path: Path) -> None:
    game = Characters({}, shared=tmp_path / ("x" * 300), rolls=Random(0), ids=Random(1))
    game.create("ann")
    for act in (game.stored, game.orphans, lambda: game.load("ann"), lambda: game.save("ann")):
        with pytest.raises((ConfigError, SaveError), match="cannot be"):
            act()


def test_those_who_gave_each_other_items_are_saved_together(party: Party, file: Path) -> None:
    made = party()
    ann, bob = made.create("ann"), made.create("bob")
    [sword], [bread] = ann.gain("sword1"), bob.gain("bread")
    made.save("ann", "bob")
    file.write_text(file.read_text().replace("baseItem=sword1", "; of the smith\nbaseItem=sword1"))
    made = party()
    ann, bob = made.load("ann"), made.load("bob")
    sword, bread = made.item(sword.id), made.item(bread.id)
    made.move(sword, bob)
    made.move(bread, ann)
    before = file.read_bytes()
    for one in ("ann", "bob"):
        with pytest.raises(SaveError, match=r"save (ann|bob) first"):
            made.save(one)
    assert file.read_bytes() == before
    report = made.save("bob", "ann", "BOB")
    assert (len(report.written), report.skipped) == (4, {})
    assert "; of the smith" in file.read_text()
    other = party(5)
    assert [item.id for item in other.load("bob").inventory] == [sword.id]
    assert [item.id for item in other.load("ann").inventory] == [bread.id]
    made.save("ann")  # both are known as they were written


def test_several_are_saved_whole_or_not_at_all(party: Party, file: Path) -> None:
    made = party()
    made.create("ann").gain("bread")
    made.create("bob").health = "many"  # type: ignore[assignment]
    with pytest.raises(SaveError, match="Health"):
        made.save("ann", "bob")
    with pytest.raises(NotFound):
        made.save("ann", "nobody")
    with pytest.raises(Misuse, match="nobody is named"):
        made.save()
    assert not file.exists()
    other = party(9)
    other.create("ann")
    other.create("bob")
    made["bob"].health = 1
    made.save("ann")
    before = file.read_bytes()
    with pytest.raises(AlreadyExists):
        other.save("bob", "ann")
    assert file.read_bytes() == before
    other.overwrite("bob", "ann")
    assert party().stored() == ["ann", "bob"]
