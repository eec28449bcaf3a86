"""A game's own class of characters, and of items: its fields are saved, checked and migrated like others."""

from __future__ import annotations

from pathlib import Path

import pytest

from talewright.errors import ProjectError, SaveError
from talewright.game import Game
from talewright.rpg import Character, InventoryItem
from talewright.savegame import MemoryStore, SaveDocument

OWN = """
from __future__ import annotations
from enum import Enum
from talewright import Character, InventoryItem, Item, Tag, tag_source

@tag_source
def ranks(records):
    return ["Rank.High"]


class Mood(Enum):
    CALM = "calm"
    ANGRY = "angry"


class Hero(Character):
    gold: int = 5
    speed: float = 1.5
    motto: str = ""
    mood: Mood = Mood.CALM
    friend: Character | None = None
    best: InventoryItem | None = None
    likes: Item | None = None
    rank: Tag | None = None
    words: list[str] = []
    _cache: object = None


class Gear(InventoryItem):
    sharpness: int = 3
    notes: list[str] = []
    maker: Character | None = None
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "Config").mkdir()
    (tmp_path / "Config" / "Items.ini").write_text("[coin SapituItem]\nstack=9\n\n[sword SapituItem]\n", "utf-8")
    (tmp_path / "scripts.py").write_text(OWN, "utf-8")
    return tmp_path


def begun(folder: Path, saves: MemoryStore | None = None) -> Game:
    return Game.open(folder, seed=0, saves=saves)


def filled(game: Game) -> tuple[Character, Character, InventoryItem]:
    code = game.project.code
    ann, bob = game.characters.create("ann"), game.characters.create("bob")
    [sword] = ann.gain("sword")
    assert (type(ann), type(sword)) == (code.character, code.inventory)
    mood = code.classes["Mood"]
    for name, value in {
        "gold": 7,
        "motto": "All for one",
        "mood": mood["ANGRY"],  # type: ignore[index]
        "friend": bob,
        "best": sword,
        "likes": game.characters.item_type("sword"),
        "words": ["ho, there", "hey"],
        "rank": game.tags.require("Rank.High"),
    }.items():
        setattr(ann, name, value)
    for name, value in {"sharpness": 9, "maker": bob, "notes": ["old"]}.items():
        setattr(sword, name, value)
    return ann, bob, sword


def fields(thing: object) -> dict[str, object]:
    return {name: value for name, value in vars(thing).items() if not name.startswith("_")}


def test_own_fields_are_saved_and_come_back_typed(folder: Path) -> None:
    saves = MemoryStore()
    game = begun(folder, saves)
    ann, bob, sword = filled(game)
    wanted, carried = dict(fields(ann)), dict(fields(sword))
    game.save("slot1")
    for thing, name, value in ((ann, "gold", 0), (ann, "friend", None), (sword, "notes", []), (bob, "gold", 99)):
        setattr(thing, name, value)
    game.load("slot1")
    assert game.characters["ann"] is ann
    assert (fields(ann), fields(sword), fields(bob)["gold"]) == (wanted, carried, 5)
    other = begun(folder, saves)
    other.load("slot1")
    again = other.characters["ann"]
    assert other.snapshot().sections["ann", "SapituCharacter"] == game.snapshot().sections["ann", "SapituCharacter"]
    assert fields(again)["friend"] is other.characters["bob"]
    assert fields(again)["best"] is again.inventory[0]
    assert fields(again)["mood"] == other.project.code.classes["Mood"]["ANGRY"]  # type: ignore[index]
    assert fields(again)["words"] is not fields(other.characters["bob"])["words"]


def test_the_shared_file_has_own_fields_and_keeps_the_spelling_of_lines(folder: Path) -> None:
    game = begun(folder)
    ann, _, sword = filled(game)
    game.characters.save("ann", "bob")
    [file] = (folder / "Saved" / "Config").glob("*Sapitu.ini")
    text = file.read_text("utf-8").replace("gold=7", "Gold=+7").replace("speed=1.500000", "speed=1.5")
    file.write_text(text, "utf-8")
    other = begun(folder)
    other.characters.load("bob")
    again = other.characters.load("ann")
    assert list(other.characters.report) == []
    wanted = {**fields(ann), "friend": other.characters["bob"], "best": None}
    found = dict(fields(again))
    assert getattr(found.pop("best"), "id", None) == sword.id
    assert {**found, "best": None} == {**wanted, "mood": found["mood"], "likes": found["likes"], "rank": found["rank"]}
    assert [str(found[name]) for name in ("mood", "rank")] == ["Mood.ANGRY", "Rank.High"]
    assert getattr(found["likes"], "name", "") == "sword"
    assert fields(again.inventory[0])["sharpness"] == 9
    other.characters.save("ann")
    assert file.read_text("utf-8") == text
    again.gold = 8  # type: ignore[attr-defined]
    other.characters.save("ann")
    assert file.read_text("utf-8") == text.replace("Gold=+7", "Gold=8")


def test_what_does_not_fit_is_an_error_in_a_save_and_a_warning_in_the_shared_file(folder: Path) -> None:
    game = begun(folder)
    ann, _, _ = filled(game)
    game.characters.save("ann", "bob")
    document = game.snapshot()
    sections = dict(document.sections)
    sections["ann", "SapituCharacter"] = {**sections["ann", "SapituCharacter"], "gold": "much"}
    with pytest.raises(SaveError, match="gold"):
        game.restore(SaveDocument(document.header, sections))
    [file] = (folder / "Saved" / "Config").glob("*Sapitu.ini")
    text = file.read_text("utf-8").replace("gold=7", "gold=much")
    file.write_text(text, "utf-8")
    other = begun(folder)
    other.characters.load("bob")
    again = other.characters.load("ann")
    assert fields(again)["gold"] == 5
    assert [finding.code for finding in other.characters.report.warnings] == ["TW-RPG-04"]
    other.characters.save("ann")
    assert file.read_text("utf-8") == text  # the line stays until the field is changed
    ann.gold = "much"  # type: ignore[attr-defined]
    with pytest.raises(SaveError, match=r"\[ann SapituCharacter\].gold"):
        game.snapshot()
    with pytest.raises(SaveError, match="gold"):
        game.characters.overwrite("ann")


def test_saves_from_before_the_class_load_and_fields_that_are_gone_are_kept(folder: Path) -> None:
    saves = MemoryStore()
    game = begun(folder, saves)
    filled(game)
    game.save("slot1")
    wanted = game.snapshot().sections
    (folder / "scripts.py").write_text("", "utf-8")
    plain = begun(folder, saves)
    plain.load("slot1")
    assert type(plain.characters["ann"]) is Character
    assert plain.characters["ann"].extras["gold"] == "7"
    plain.save("slot1")
    (folder / "scripts.py").write_text(OWN, "utf-8")
    game.load("slot1")
    for key in (("ann", "SapituCharacter"), ("bob", "SapituCharacter")):
        assert game.snapshot().sections[key] == wanted[key]


def test_a_hot_reload_changes_the_class_of_who_is_in_play(folder: Path) -> None:
    game = begun(folder)
    ann, _, sword = filled(game)
    (folder / "scripts.py").write_text(OWN.replace("gold: int = 5", "gold: float = 5\n    fame: int = 2"), "utf-8")
    assert not game.reload().errors
    assert game.characters["ann"] is ann
    assert (type(ann), fields(ann)["fame"], fields(ann)["gold"]) == (game.project.code.character, 2, 7.0)
    assert fields(ann)["best"] is sword
    (folder / "scripts.py").write_text("", "utf-8")
    assert not game.reload().errors
    assert type(game.characters["ann"]) is Character
    assert not any(type(one).__dictoffset__ for one in game.characters.items)


def test_piles_whose_own_fields_differ_never_merge_and_a_split_is_alike(folder: Path) -> None:
    game = begun(folder)
    ann, bob, _ = filled(game)
    [pile] = ann.gain("coin", 5)
    pile.notes.append("forged")  # type: ignore[attr-defined]
    [other] = ann.gain("coin", 2)
    assert other is not pile
    [split] = game.characters.move(pile, bob, count=2)
    assert fields(split) == fields(pile)
    assert fields(split)["notes"] is not fields(pile)["notes"]
    assert game.characters.move(pile, bob) == [split]


def test_what_was_set_and_not_declared_is_said_by_a_save(folder: Path) -> None:
    game = begun(folder, MemoryStore())
    ann, _, _ = filled(game)
    ann.glod = 3  # type: ignore[attr-defined]
    assert game.save("slot1").skipped == {"ann.glod": "not declared"}


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("health: int = 3", "the base has that name already"),
        ("inventoryRecords: int = 3", "the base has that name already"),
        ("gold: int", "has no default"),
        ("__slots__ = ('gold',)", "has __slots__"),
    ],
)
def test_a_class_that_could_not_be_kept_is_refused(folder: Path, body: str, said: str) -> None:
    (folder / "scripts.py").write_text(f"from talewright import Character\n\nclass Hero(Character):\n    {body}\n")
    with pytest.raises(ProjectError, match=said):
        begun(folder)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("class Hero(Character):\n    at: Url | None = None\n", "cannot be saved"),
        ("@dataclass\nclass Hero(Character):\n    gold: int = 0\n", "compares by its fields"),
        ("class Hero(Character): pass\n\nclass Villain(Character): pass\n", "in a game all are of one class"),
    ],
)
def test_a_project_with_such_a_class_does_not_open(folder: Path, code: str, said: str) -> None:
    head = "from dataclasses import dataclass\nfrom talewright import Character, Url\n\n"
    (folder / "scripts.py").write_text(head + code)
    with pytest.raises(ProjectError, match=said):
        begun(folder)


def test_a_dataclass_and_a_class_of_a_class_are_fine(folder: Path) -> None:
    (folder / "scripts.py").write_text(
        "from dataclasses import dataclass, field\nfrom talewright import Character\n\n"
        "@dataclass(eq=False)\nclass Being(Character):\n    gold: int = 1\n"
        "    words: list[str] = field(default_factory=list)\n\n"
        "class Hero(Being):\n    fame: int = 2\n"
    )
    game = begun(folder)
    hero = game.characters.create("hero", name="The Hero")
    assert (type(hero).__name__, hero.id, hero.name) == ("Hero", "hero", "The Hero")
    assert fields(hero)["gold"] == 1
