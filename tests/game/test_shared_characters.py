"""The shared file of characters as a game uses it: its place, its classes, and what the console says (faults §1)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from talewright import AlreadyExists, Game, Item, Misuse
from talewright.project import Project
from talewright.rpg import Rolled

ITEM = "[bread SapituItem]\nDisplayName=Bread\n"


@pytest.fixture
def begin(tmp_path: Path) -> Callable[..., Game]:
    """Open a new game of a project with one item type, as another run of the program does."""

    def make(settings: str = "") -> Game:
        (tmp_path / "Config").mkdir(exist_ok=True)
        (tmp_path / "Config" / "Items.ini").write_text(ITEM, encoding="utf-8")
        (tmp_path / "Config" / "DefaultGame.ini").write_text(f"[Project]\n{settings}\n", encoding="utf-8")
        return Game(Project.open(tmp_path), seed=1)

    return make


def test_a_second_run_does_not_write_over_what_the_first_saved(begin: Callable[..., Game], tmp_path: Path) -> None:
    """Faults §1 A1."""
    first = begin()
    for line in ("createChar hero", "createItem bread", "pickupAll", "saveChar"):
        first.run(line)
    path = tmp_path / "Saved" / "Config" / "Sapitu.ini"
    before = path.read_bytes()
    second = begin()
    with pytest.raises(AlreadyExists):
        second.run("createChar hero")
    assert second.run("loadChar hero").endswith("1 item")
    assert second.run("saveChar") == "saved hero"
    assert path.read_bytes() == before


def test_the_console_says_what_a_save_takes_out(begin: Callable[..., Game]) -> None:
    """Faults §1 A4."""
    game = begin()
    for line in ("createChar hero", "createItem bread", "pickupAll", "saveChar"):
        game.run(line)
    hero = game.characters["hero"]
    bread = hero.inventory[0]
    hero.remove_inventory(bread)
    assert game.run("saveChar").splitlines() == [
        "saved hero",
        f"  [{bread.id} SapituInventory]: hero does not have it any more: it was taken out of the file",
    ]


def test_the_console_says_what_a_load_leaves_out(begin: Callable[..., Game], tmp_path: Path) -> None:
    path = tmp_path / "Saved" / "Config" / "Sapitu.ini"
    path.parent.mkdir(parents=True)
    path.write_text("[hero SapituCharacter]\nHealth=many\ninventoryRecords=kx\n", encoding="utf-8")
    said = begin().run("loadChar hero").splitlines()
    assert said[0] == "hero    health 100  0 items"
    assert [row.split(":")[0].strip() for row in said[1:]] == ["warning", "warning"]


def test_the_documents_own_place(begin: Callable[..., Game], tmp_path: Path) -> None:
    """Faults §1 B4: UTGame/Config/UTSapitu.ini, and no other folder is made there."""
    game = begin("SharedFile=UTGame/Config/UTSapitu.ini")
    game.run("createChar hero")
    game.run("saveChar")
    assert sorted(p.relative_to(tmp_path / "UTGame").as_posix() for p in (tmp_path / "UTGame").rglob("*.ini*")) == [
        "Config/UTSapitu.ini"
    ]


def test_a_game_with_classes_of_its_own(begin: Callable[..., Game], tmp_path: Path) -> None:
    game = begin("CharacterClass=MyCharacter\nInventoryClass=MyInventory")
    for line in ("createChar hero", "createItem bread", "pickupAll", "saveChar"):
        game.run(line)
    text = (tmp_path / "Saved" / "Config" / "Sapitu.ini").read_text(encoding="utf-8")
    assert "[hero MyCharacter]" in text
    assert " MyInventory]" in text


def test_a_class_that_cannot_be_one_is_a_finding(begin: Callable[..., Game], tmp_path: Path) -> None:
    begin()
    (tmp_path / "Config" / "DefaultGame.ini").write_text("[Project]\nCharacterClass=My Character\n", encoding="utf-8")
    report = Project.check(tmp_path)
    assert [str(d.span) for d in report.errors] == ["Config/DefaultGame.ini:2:1"]


def test_a_new_game_goes_on_with_whom_it_stored(begin: Callable[..., Game]) -> None:
    first = begin()
    first.characters.load_or_create("hero", name="You").health = 7
    first.characters.save("hero")
    assert begin().characters.load_or_create("hero", name="You").health == 7


def test_a_game_rolls_as_it_is_told(begin: Callable[..., Game]) -> None:
    def heavy(item: Item, dice: Random) -> Rolled:
        return Rolled(dice.randint(40, 41), 1.0, 2.0)

    game = Game(begin().project, seed=0, roll=heavy)
    assert game.project.folder is not None
    for one in (game, game.anew(), Game.open(game.project.folder, seed=1, roll=heavy)):
        assert one.characters.create("bob").gain("bread")[0].level in (40, 41)
        assert "level 4" in one.run("createItem bread")
    with pytest.raises(Misuse, match="how items are rolled is a function"):
        Game(roll=7)  # type: ignore[arg-type]
