"""Files from before there were piles come back byte for byte, whatever was carried meanwhile (people.md G2)."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from talewright.fields import Sections
from talewright.names import FoldedDict
from talewright.rpg import Characters, Item
from talewright.savegame import SaveDocument, read_document

KEPT = sorted((Path(__file__).parents[1] / "saves").rglob("*.ini"))
ITEMS: FoldedDict[Item] = FoldedDict(
    {name: Item(name, stack=20, slot="hand") for name in ("sword1", "bread", "stone", "coin")}
)

SHARED = """[MyCharId SapituCharacter]
CharacterName=Ann of the Hill
Health=100
inventoryRecords=swordxkqmzvta

[swordxkqmzvta SapituInventory]
baseItem=sword1
Level=4
Weight=12.000000
Value=9.000000
"""


def party(shared: Path | None = None) -> Characters:
    return Characters(ITEMS, shared=shared, rolls=Random(0), ids=Random(1))


@pytest.mark.parametrize("file", KEPT, ids=[file.stem for file in KEPT])
def test_people_G2_a_save_of_every_former_version_says_the_same_again(file: Path) -> None:
    document = read_document(file)
    wanted: Sections = {
        key: dict(fields)
        for key, fields in document.sections.items()
        if key[1] in ("SapituCharacter", "SapituInventory")
    }
    made = party()
    made.prepare(document.sections).commit()
    again = {key: fields for key, fields in made.sections().items() if key[1] != "Characters"}

    def written(sections: Sections) -> bytes:
        return SaveDocument(document.header, {key: sections[key] for key in sorted(sections)}).to_bytes()

    assert written(again) == written(wanted)
    assert wanted


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_people_G2_the_seeds_shared_file_is_written_byte_for_byte(tmp_path: Path, newline: str) -> None:
    """The file of Unreal Engine 3's own writer, with lines that end as there."""
    file = tmp_path / "UTSapitu.ini"
    data = SHARED.replace("\n", newline).encode("ascii")
    file.write_bytes(data)
    made = party(file)
    ann = made.load("MyCharId")
    made.save("MyCharId")
    assert file.read_bytes() == data
    [sword] = ann.inventory
    ann.equip(sword)
    [coins] = ann.gain("coin", 12)
    made.save("MyCharId")
    text = file.read_bytes().decode("ascii").replace(newline, "\n")
    assert f"[{coins.id} SapituInventory]\nbaseItem=coin\nLevel=1\nWeight=0.000000\nValue=0.000000\nCount=12\n" in text
    assert "Value=9.000000\nwornIn=hand\n" in text
    assert file.read_bytes().count(b"\r\n") == (text.count("\n") if newline == "\r\n" else 0)
    ann.unequip("hand")
    ann.lose("coin", 12)
    made.save("MyCharId")
    assert file.read_bytes() == data
