"""Files of `tests/saves`: one for each version of the format and of the smithy's data. They never change.

``format1-schema1`` is what talewright's first form wrote; the smithy is a game of three versions. A new version of
either adds a file here, and every old one must still reach the newest: step by step, and in one go.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from talewright.errors import NewerSave
from talewright.fields import Sections
from talewright.rpg import Characters, Item
from talewright.savegame import RenameTable, SaveDocument, compare, migrate, migration

SAVES = Path(__file__).parents[1] / "saves"
FILES = sorted(SAVES.glob("*.ini"))
FIRST = [path for path in FILES if path.stem.endswith("schema1")]


@migration(to=2)
def anger_became_mood(save: SaveDocument) -> None:
    save.rename_class("Smith", "Blacksmith")
    for smith in save.of_class("Blacksmith").values():
        smith["mood"] = "ANGRY" if int(smith.pop("anger", "0")) > 3 else "CALM"


@migration(to=3)
def new_words(save: SaveDocument) -> None:
    save.rename(
        RenameTable(
            fields={("Blacksmith", "greeting"): "hello"},
            values={("Blacksmith", "mood"): {"ANGRY": "FURIOUS"}},
            items={"stone": "pebble"},
            tags={"Libretto.Dialogues.The old Smith": "Libretto.Dialogues.The smith"},
        )
    )


STEPS = [anger_became_mood, new_words]


def read(path: Path) -> SaveDocument:
    return SaveDocument.parse(path.read_bytes(), path.name)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_released_save_is_read_and_written_back(path: Path) -> None:
    save = read(path)
    assert path.read_bytes().endswith(b"\n\n" + save.body_bytes())
    again = SaveDocument.parse(save.to_bytes())
    assert (again.header, again) == (save.header, save)
    assert (save.header.title, save.header.play_time) == ("At the smithy", 61.5)
    assert f"schema{save.header.schema}" in path.stem


@pytest.mark.parametrize("path", FIRST, ids=lambda path: path.stem)
def test_a_released_save_is_brought_up_to_date(path: Path) -> None:
    save, steps = migrate(read(path), [anger_became_mood])
    assert steps == ["anger_became_mood"]
    smiths = save.of_class("Blacksmith")
    assert {name: smith["mood"] for name, smith in smiths.items()} == {
        "main:/smith#controller": "ANGRY",
        "main:/helper#controller": "CALM",
    }
    assert save.section("later", "NobodyKnows")["empty"] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_version_reaches_the_newest_step_by_step_and_in_one_go(path: Path) -> None:
    newest = read(SAVES / "format2-schema3.ini")
    at_once, steps = migrate(read(path), STEPS)
    assert steps == [step.__name__ for step in STEPS][read(path).header.schema - 1 :]
    assert compare(at_once, newest) == []
    assert at_once == newest
    stepwise = read(path)
    for count in range(1, len(STEPS) + 1):
        if stepwise.header.schema <= count:
            stepwise, _ = migrate(stepwise, STEPS[:count])
            assert stepwise == read(SAVES / f"format2-schema{count + 1}.ini")
            stepwise = SaveDocument.parse(stepwise.to_bytes())
    assert stepwise == newest


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_game_of_an_older_version_refuses_a_newer_save(path: Path) -> None:
    schema = read(path).header.schema
    if schema == 1:
        assert migrate(read(path), []).steps == []
        return
    with pytest.raises(NewerSave, match=f"version {schema}"):
        migrate(read(path), STEPS[: schema - 2])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_characters_of_a_released_save_are_in_play_again(path: Path) -> None:
    items = {name: Item(name) for name in ("sword1", "bread", "stone", "pebble")}
    game = Characters(items, rolls=Random(0), ids=Random(1))
    sections: Sections = read(path).sections
    game.prepare(sections, path.name).commit()
    assert game.current is game["ann"]
    assert [(i.base.name, i.weight) for i in game["ann"].inventory] == [("sword1", 12.0), ("bread", 0.25)]
    assert [i.base.name for i in game.loose] == ["pebble" if "schema3" in path.stem else "stone"]


def test_there_is_a_file_for_every_version() -> None:
    assert [path.stem for path in FILES] == ["format1-schema1", "format2-schema1", "format2-schema2", "format2-schema3"]
