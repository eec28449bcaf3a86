"""Saves that a real Unreal game could read, and what their side files prove."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from talewright.errors import DamagedSave, NewerSave, NotFound, SaveError
from talewright.fields import Repeated
from talewright.savegame import SaveDocument, SaveHeader, Ue3FolderStore, migrate, migration, ue3_bytes

EXAMPLE = (
    b"[MyCharId SapituCharacter]\r\nCharacterName=Ann of the Hill\r\nHealth=100\r\ninventoryRecords=swordxkqmzvta\r\n"
    b"\r\n"
    b"[swordxkqmzvta SapituInventory]\r\nbaseItem=sword1\r\nLevel=4\r\nWeight=12.000000\r\nValue=9.000000\r\n"
)


def example(health: int = 100, run: str = "r1", revision: str = "0f") -> SaveDocument:
    return SaveDocument(
        SaveHeader(title="At the smithy", schema=2, run=run, revision=revision),
        {
            ("MyCharId", "SapituCharacter"): {
                "CharacterName": "Ann of the Hill",
                "Health": health,
                "inventoryRecords": Repeated(["swordxkqmzvta"]),
            },
            ("swordxkqmzvta", "SapituInventory"): {"baseItem": "sword1", "Level": 4, "Weight": 12.0, "Value": 9.0},
        },
    )


def health(document: SaveDocument) -> str:
    return str(document.section("MyCharId", "SapituCharacter")["Health"])


@pytest.fixture
def store(tmp_path: Path) -> Ue3FolderStore:
    return Ue3FolderStore(tmp_path / "saves")


def test_the_file_is_unreal_s_and_the_header_lies_beside_it(store: Ue3FolderStore) -> None:
    store.write("slot1", example())
    assert (store.folder / "slot1.ini").read_bytes() == EXAMPLE
    assert (store.folder / "slot1.ini.meta").read_bytes().startswith(b"[SaveHeader]\nFormat=2\nSchema=2\n")
    assert store.slots()["slot1"].title == "At the smithy"
    save = store.read("slot1")
    assert (save.header.schema, save.unverified) == (2, "")
    assert ue3_bytes(save) == EXAMPLE


def gone(side: Path) -> None:
    side.unlink()


def nonsense(side: Path) -> None:
    side.write_bytes(b"nonsense")


def of_another(side: Path) -> None:
    side.write_bytes(side.read_bytes().replace(b"Title=At", b"Title=On"))


@pytest.mark.parametrize("harm", [gone, nonsense, of_another])
def test_without_a_side_file_that_fits_a_save_is_unverified_not_damaged(
    store: Ue3FolderStore, harm: Callable[[Path], None]
) -> None:
    store.write("slot1", example())
    harm(store.folder / "slot1.ini.meta")
    save = store.read("slot1")
    assert health(save) == "100"
    assert "nobody can say whether the save was edited" in save.unverified
    assert (save.header.title, save.header.schema) == ("slot1", 0)
    assert store.slots()["slot1"].title == "slot1"
    assert store.damaged() == {}


def test_an_edited_file_keeps_what_its_side_file_says(store: Ue3FolderStore) -> None:
    store.write("slot1", example())
    path = store.folder / "slot1.ini"
    path.write_bytes(path.read_bytes().replace(b"Health=100", b"Health=999"))
    save = store.read("slot1")
    assert (health(save), save.header.title, save.header.schema) == ("999", "At the smithy", 2)
    assert "does not match" in save.unverified


def test_a_save_that_does_not_say_its_version_is_taken_for_the_game_s_own(store: Ue3FolderStore) -> None:
    @migration(to=2)
    def step(save: SaveDocument) -> None:
        raise AssertionError("it must not run: nobody knows whether it has run before")

    store.write("slot1", example())
    gone(store.folder / "slot1.ini.meta")
    migrated, steps = migrate(store.read("slot1"), [step])
    assert steps == []
    assert health(migrated) == "100"


def test_a_save_that_nobody_can_verify_is_nobody_s_to_overwrite(store: Ue3FolderStore) -> None:
    store.write("slot1", example())
    path = store.folder / "slot1.ini"
    path.write_bytes(path.read_bytes().replace(b"Health=100", b"Health=999"))
    kept = store.write("slot1", example(50))
    assert kept == "slot1.conflict-0f"
    assert health(store.read(kept)) == "999"
    assert health(store.read("slot1")) == "50"
    path.write_bytes(b"\x00" * 9)
    kept = store.write("slot1", example(60))
    assert kept is not None
    assert kept.startswith("slot1.damaged-")


def test_backups_have_side_files_too(store: Ue3FolderStore) -> None:
    for n in range(3):
        store.write("slot1", example(n, revision=f"0{n}"))
    assert list(store.backups("slot1")) == ["slot1.bak1", "slot1.bak2"]
    assert [header.revision for header in store.backups("slot1").values()] == ["01", "00"]
    save = store.read("slot1.bak2")
    assert (health(save), save.header.revision, save.unverified) == ("0", "00", "")
    store.delete("slot1")
    assert [p.name for p in store.folder.iterdir()] == [".lock"]
    with pytest.raises(NotFound):
        store.read("slot1")


def test_with_a_key_an_edit_of_both_files_is_evident(tmp_path: Path) -> None:
    signed, plain = Ue3FolderStore(tmp_path, key=b"secret"), Ue3FolderStore(tmp_path)
    signed.write("slot1", example())
    assert signed.read("slot1").unverified == ""
    plain.write("slot1", example(999))
    assert "does not match" in signed.read("slot1").unverified
    assert plain.read("slot1").unverified == ""


@pytest.mark.parametrize("value", ['"no", he says', "a\nb", [1, 'x"y']])
def test_what_the_dialect_cannot_say_is_refused_with_its_place(store: Ue3FolderStore, value: object) -> None:
    store.write("slot1", example())
    document = example()
    document.section("MyCharId", "SapituCharacter")["Note"] = value
    with pytest.raises(SaveError, match=r"\[MyCharId SapituCharacter\]\.Note cannot be saved for Unreal"):
        store.write("slot1", document)
    assert health(store.read("slot1")) == "100"


def test_text_that_is_not_ascii_is_utf_16_as_unreal_has_it(store: Ue3FolderStore) -> None:
    document = example()
    document.section("MyCharId", "SapituCharacter")["CharacterName"] = "Größe"
    store.write("slot1", document)
    assert (store.folder / "slot1.ini").read_bytes()[:2] == b"\xff\xfe"
    assert store.read("slot1").section("MyCharId", "SapituCharacter")["CharacterName"] == "Größe"


def test_a_later_format_and_broken_lines_are_errors(store: Ue3FolderStore) -> None:
    store.write("slot1", example())
    side = store.folder / "slot1.ini.meta"
    whole = side.read_bytes()
    side.write_bytes(whole.replace(b"Format=2", b"Format=3"))
    with pytest.raises(NewerSave):
        store.read("slot1")
    side.write_bytes(whole)
    (store.folder / "slot1.ini").write_bytes(b"[MyCharId SapituCharacter]\r\nx=(a=1\r\n")
    with pytest.raises(DamagedSave, match=r"slot1\.ini:2:1: error TW-SAVE-07"):
        store.read("slot1")
    assert list(store.damaged()) == ["slot1"]


def test_a_save_without_sections_is_refused_before_it_is_written(tmp_path: Path) -> None:
    store = Ue3FolderStore(tmp_path)
    with pytest.raises(SaveError, match="without any section"):
        store.write("slot1", SaveDocument(SaveHeader(run="r", revision="1"), {}))
    assert store.names() == []
