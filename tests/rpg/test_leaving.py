"""Deleting and renaming a character, and items that no character has."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from talewright.errors import AlreadyExists, ConfigError, InvalidName, Misuse, NotFound, SaveError
from talewright.fields import encode
from talewright.rpg import Character, Characters

Party = Callable[..., Characters]

FOREIGN = (
    b"; written by hand\r\n"
    b"[Other.Settings]\r\n+Paths=a\r\n\r\n"
    b"[ann SapituCharacter]\r\nCharacterName=Ann\r\ninventoryRecords=swordx\r\n\r\n"
    b"[swordx SapituInventory]\r\nbaseItem=sword1\r\n\r\n"
    b"; bob comes next\r\n"
    b"[bob SapituCharacter]\r\nCharacterName=Bob\r\ninventoryRecords=breadx\r\n"
    b"[breadx SapituInventory]\r\nbaseItem=bread\r\n"
)
ORPHAN = b"\r\n[lostx SapituInventory]\r\nbaseItem=bread\r\n"


def filled(party: Party) -> Characters:
    game = party()
    for id in ("ann", "bob"):
        game.create(id, f"{id} of the hill").add_inventory(game.create_inventory(game.item_type("bread")))
        game.save(id)
    return game


def test_a_deleted_character_is_gone_from_game_and_file_with_all_it_carries(party: Party, file: Path) -> None:
    game = filled(party)
    ann = game["ann"]
    (bread,) = ann.inventory
    report = game.delete("ANN")
    assert report.written == ["ann SapituCharacter", f"{bread.id} SapituInventory"]
    assert ("ann" in game, game.stored(), game.current) == (False, ["bob"], game["bob"])
    assert [item.owner for item in game.items] == [game["bob"]]
    assert b"ann" not in file.read_bytes()
    assert bread.id.encode() not in file.read_bytes()
    assert ann.inventory == ()
    with pytest.raises(Misuse):
        ann.add_inventory(game.create_inventory(game.item_type("bread")))
    with pytest.raises(NotFound, match="no character 'ann'"):
        game.delete("ann")


def test_who_is_deleted_is_no_longer_the_current_one(party: Party) -> None:
    game = filled(party)
    game.delete("bob")
    assert game.current is None


def test_a_character_of_the_file_alone_is_deleted_too(party: Party, file: Path) -> None:
    file.write_bytes(FOREIGN)
    game = party()
    report = game.delete("ann")
    assert report.written == ["ann SapituCharacter", "swordx SapituInventory"]
    assert file.read_bytes() == FOREIGN.replace(FOREIGN[FOREIGN.index(b"[ann") : FOREIGN.index(b"; bob")], b"")


def test_a_character_in_play_alone_is_deleted_without_touching_the_file(party: Party, file: Path) -> None:
    file.write_bytes(FOREIGN)
    game = party()
    game.create("cid")
    assert game.delete("cid").written == []
    assert file.read_bytes() == FOREIGN


def test_an_item_that_another_lists_stays(party: Party, file: Path) -> None:
    file.write_bytes(FOREIGN.replace(b"inventoryRecords=breadx\r\n", b"inventoryRecords=swordx\r\n"))
    game = party()
    report = game.delete("ann")
    assert report.written == ["ann SapituCharacter"]
    assert list(report.skipped) == ["breadx SapituInventory"]
    assert b"[swordx SapituInventory]" in file.read_bytes()


def test_a_renamed_character_is_the_same_one(party: Party, file: Path) -> None:
    game = filled(party)
    ann, items = game["ann"], game["ann"].inventory
    assert game.rename("ann", "anna").written == ["anna SapituCharacter"]
    assert game["Anna"] is ann
    assert (ann.id, ann.name, ann.inventory) == ("anna", "ann of the hill", items)
    assert "ann" not in game
    assert [c.id for c in game] == ["anna", "bob"]
    assert game.stored() == ["anna", "bob"]
    assert party().load("anna").inventory[0].id == items[0].id
    game.save("anna")
    assert game.stored() == ["anna", "bob"]
    assert encode(ann, Character, game.references()) == "anna"
    game.rename("anna", "ANNA")
    assert game.stored() == ["ANNA", "bob"]


def test_renaming_changes_the_header_alone(party: Party, file: Path) -> None:
    file.write_bytes(FOREIGN + b"[ANN SapituCharacter]\r\nHealth=3\r\n")
    party().rename("ann", "anna")
    expected = FOREIGN.replace(b"[ann ", b"[anna ") + b"[anna SapituCharacter]\r\nHealth=3\r\n"
    assert file.read_bytes() == expected


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ("ann", "bob", AlreadyExists),
        ("ann", "BOB", AlreadyExists),
        ("ann", "dora", AlreadyExists),
        ("nobody", "somebody", NotFound),
        ("ann", "ann 2", InvalidName),
        ("ann", "ann2", InvalidName),
    ],
)
def test_what_cannot_be_renamed_changes_nothing(
    party: Party, file: Path, old: str, new: str, error: type[Exception]
) -> None:
    game = filled(party)
    other = party(seed=9)
    other.create("dora")
    other.save("dora")
    before, sections = file.read_bytes(), game.sections()
    with pytest.raises(error):
        game.rename(old, new)
    assert file.read_bytes() == before
    assert game.sections() == sections


def test_a_file_that_cannot_be_written_leaves_the_game_as_it_was(
    party: Party, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = filled(party)

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("talewright.files.atomic.write_bytes", full)
    with pytest.raises(SaveError, match="No space left"):
        game.delete("ann")
    with pytest.raises(SaveError, match="No space left"):
        game.rename("ann", "anna")
    assert [c.id for c in game] == ["ann", "bob"]
    file.write_bytes(b"\x00" * 20)
    with pytest.raises(ConfigError):
        game.delete("ann")
    assert "ann" in game


def test_items_that_no_section_names_are_reported_and_taken_out_by_name_alone(party: Party, file: Path) -> None:
    file.write_bytes(FOREIGN + ORPHAN)
    game = party()
    game.load("ann")
    assert [finding.code for finding in game.report] == ["TW-RPG-07"]
    report = game.save("ann")
    assert report.skipped == {
        "lostx SapituInventory": "no section of the file names it; Characters.remove_orphans takes it out"
    }
    assert file.read_bytes() == FOREIGN + ORPHAN
    assert game.remove_orphans(["breadx SapituInventory"]).written == []
    assert game.remove_orphans(game.orphans()).written == ["lostx SapituInventory"]
    assert b"lostx" not in file.read_bytes()
    assert b"breadx SapituInventory" in file.read_bytes()
    assert game.save("ann").skipped == {}


def test_what_somebody_still_holds_cannot_be_saved_as_a_name(party: Party) -> None:
    game = filled(party)
    ann = game["ann"]
    game.delete("ann")
    with pytest.raises(NotFound, match="'ann' is not in play any more"):
        encode(ann, Character, game.references())


def test_references_made_before_a_load_know_who_is_in_play_after_it(party: Party) -> None:
    game = filled(party)
    references, sections = game.references(), game.sections()
    game.delete("ann")
    game.prepare(sections).commit()
    assert encode(game["ann"], Character, references) == "ann"
