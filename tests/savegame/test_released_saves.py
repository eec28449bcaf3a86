"""Files of `tests/saves`: one for each version of the save format that was ever written. They never change."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from talewright.fields import Sections
from talewright.rpg import Characters, Item
from talewright.savegame import SaveDocument, migrate, migration

SAVES = Path(__file__).parents[1] / "saves"
FILES = sorted(SAVES.glob("*.ini"))


@migration(to=2)
def anger_became_mood(save: SaveDocument) -> None:
    save.rename_class("Smith", "Blacksmith")
    for smith in save.of_class("Blacksmith").values():
        smith["mood"] = "ANGRY" if int(smith.pop("anger", "0")) > 3 else "CALM"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_released_save_is_read_and_written_back(path: Path) -> None:
    save = SaveDocument.parse(path.read_bytes(), path.name)
    assert path.read_bytes().endswith(b"\n\n" + save.body_bytes())
    again = SaveDocument.parse(save.to_bytes())
    assert (again.header, again) == (save.header, save)
    assert (save.header.title, save.header.play_time) == ("At the smithy", 61.5)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_released_save_is_brought_up_to_date(path: Path) -> None:
    save, steps = migrate(SaveDocument.parse(path.read_bytes()), [anger_became_mood])
    assert steps == ["anger_became_mood"]
    smiths = save.of_class("Blacksmith")
    assert {name: smith["mood"] for name, smith in smiths.items()} == {
        "main:/smith#controller": "ANGRY",
        "main:/helper#controller": "CALM",
    }
    assert save.section("later", "NobodyKnows")["empty"] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_characters_of_a_released_save_are_in_play_again(path: Path) -> None:
    items = {name: Item(name) for name in ("sword1", "bread", "stone")}
    game = Characters(items, rolls=Random(0), ids=Random(1))
    sections: Sections = SaveDocument.parse(path.read_bytes()).sections
    game.prepare(sections, path.name).commit()
    assert game.current is game["ann"]
    assert [(i.base.name, i.weight) for i in game["ann"].inventory] == [("sword1", 12.0), ("bread", 0.25)]
    assert [i.base.name for i in game.loose] == ["stone"]


def test_there_is_a_file() -> None:
    assert [path.stem for path in FILES] == ["format1-schema1", "format2-schema1"]
