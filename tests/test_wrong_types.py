"""A value of the wrong type at a public verb is one clear error of this library (faults §8, `game.records["Item"]`)."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from talewright import Game, Project
from talewright.config import ConfigTree, IniDocument
from talewright.demo import TAVERN
from talewright.dialogue import compile, read_program
from talewright.errors import Misuse, TalewrightError, path_of, wrong_type
from talewright.rpg import Item
from talewright.savegame import FolderStore, SaveDocument
from talewright.tags import TagContainer, TagQuery, TagRegistry


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder = tmp_path_factory.mktemp("wrong") / "tavern"
    shutil.copytree(TAVERN, folder)
    return Game(Project.open(folder), seed=1, saved=folder / "Saved")


CALLS: dict[str, tuple[Callable[[Any], Any], str]] = {
    "a text for the class of records": (lambda g: g.records["Item"], "records are asked for by their class"),
    "a number for the class of records": (lambda g: g.project.records[1], "records are asked for by their class"),
    "a number for a record": (lambda g: g.records[Item][1], "a name is text, not 1 (int)"),
    "a number for a character": (lambda g: g.characters[1], "a name is text"),
    "a number for an id": (lambda g: g.characters.create(1, "Ann"), "the character id is text"),
    "a text for a dataclass": (lambda g: g.config.read("Tavern"), "'Tavern' is no dataclass"),
    "a component without #": (lambda g: g.world.component("/smith", "Enemy"), "'/smith' names no component"),
    "a text for a project": (lambda g: Game("tavern"), "a game is made of a Project"),  # type: ignore[arg-type]
    "a path for a project": (lambda g: Game(Path("tavern")), "a game is made of a Project"),  # type: ignore[arg-type]
    "a game for a folder": (lambda g: Project.open(g), "a project's folder is a path, or its text, not a Game"),
    "a number for a folder": (lambda g: Project.open(1), "a project's folder is a path"),  # type: ignore[arg-type]
    "a number to check": (lambda g: Project.check(1), "a project's folder is a path"),  # type: ignore[arg-type]
    "a number to open": (lambda g: Game.open(1), "a project's folder is a path"),  # type: ignore[arg-type]
    "a number for a line": (lambda g: g.run(1), "a console line is text"),
    "a number for a slot": (lambda g: g.save(1), "a slot is named by text"),
    "a text for a time": (lambda g: g.step("1"), "a time is a number of seconds"),
    "a number for texts": (lambda g: g.translate(1, "de"), "translations are a mapping"),
    "a number for a variable": (lambda g: g.variables[1], "a variable's name is text"),
    "a list for a value": (lambda g: g.variables.__setitem__("$x", []), "a variable holds"),
    "a number for a tag": (lambda g: g.tags.require(1), "a name is text"),
    "a number for a status": (lambda g: g.tags.status(1), "a name is text"),
    "a number to register": (lambda g: TagRegistry().register(1), "a tag's name is text"),  # type: ignore[arg-type]
    "a number in a container": (lambda g: TagContainer().add(1), "a member is a Tag"),  # type: ignore[arg-type]
    "a number for a query": (lambda g: TagQuery.parse(1), "a query is text"),  # type: ignore[arg-type]
    "a number for an ini": (lambda g: IniDocument.read(1), "an ini file is a path"),  # type: ignore[arg-type]
    "a number for a section": (lambda g: IniDocument.from_text("[A]\n").get(1, "k"), "a name is text"),  # type: ignore[arg-type]
    "a text for a plan": (lambda g: ConfigTree.load("x"), "'x' is no plan"),  # type: ignore[arg-type]
    "a text for sources": (lambda g: compile("title: A"), "a script is a Source"),  # type: ignore[arg-type]
    "texts for sources": (lambda g: compile(["title: A"]), "a script is a Source"),  # type: ignore[list-item]
    "a number for scripts": (lambda g: read_program(1), "scripts are paths"),  # type: ignore[arg-type]
    "a text for a save": (lambda g: SaveDocument.parse("x"), "a save is bytes"),  # type: ignore[arg-type]
    "a number for a store": (lambda g: FolderStore(1), "a store of saves is a path"),  # type: ignore[arg-type]
    "a number for an object": (lambda g: g.world.spawn(1), "an object id is text"),
    "a text for a seed": (lambda g: Game(g.project, seed="a"), "a seed is a whole number"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("case", CALLS)
def test_a_wrong_type_is_told_in_one_line(case: str, game: Game) -> None:
    call, said = CALLS[case]
    with pytest.raises(TalewrightError) as caught:
        call(game)
    assert said in str(caught.value) + caught.value.hint


def test_records_name_the_class_that_was_meant(game: Game) -> None:
    """`game.records["Item"]` was a bare TypeError (faults §8, C)."""
    with pytest.raises(Misuse) as caught:
        game.records["Item"]  # type: ignore[index]
    assert caught.value.hint == "write records[Item], with the class itself"


def test_what_is_shown_of_a_value_is_short() -> None:
    assert str(wrong_type("a name is text", "x" * 500)) == f"a name is text, not 'xxx{'x' * 56} (str)"
    assert str(path_of("a/b", "it")) == str(Path("a/b"))
