"""The menus that only show: the backlog that leads back, the bag with its deeds, the journal, the map."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from talewright.game import Game
from talewright.messaging import Script
from talewright.savegame import MemoryStore
from talewright.stage import Entry, LogRow, Menu, MenuModel, MenuRow, Spot, Stage
from talewright.stage.menus import MENUS

PLACES = """[hall Place]
DisplayName=Great hall
Exits=((to=cellar,by=down,door=trapdoor),(to=garden,by=out))
Holds=chest
[garden Place]
Exits=((to=hall,by=in))
[cellar Place]
Exits=((to=hall,by=up,door=trapdoor))
[trapdoor Door]
Key=key1
[chest Container]
DisplayName=Oak chest
Open=True
Holds=key1
[key1 SapituItem]
DisplayName=Iron key
"""
CODE = """from talewright import Game, World, collection
from talewright.story import Places

@collection("main")
def begin(game: Game, world: World) -> None:
    game.characters.create("hero", name="You")
    world.spawn("story", places=Places(at={"hero": "hall"}))
"""
YARN = """title: Street
---
Smith: Good day. #line:day
Smith: What do you need? #line:what
-> A sword. #choice:what #line:sword
    Smith: Here. #line:here
-> Nothing. #line:nothing
===
"""
Make = Callable[..., Stage]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    def made(files: dict[str, str]) -> Stage:
        for name, text in {"Config/DefaultGame.ini": "[Stage]\nTextSpeed=0\n", **files}.items():
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_text(text, "utf-8")
        return Stage.open(tmp_path, saves=MemoryStore(), seed=1)

    return made


@pytest.fixture
def hall(make: Make) -> Stage:
    return make({"Config/Places.ini": PLACES, "scripts.py": CODE})


def menu(stage: Stage) -> Menu:
    assert stage.scene.menu is not None
    return stage.scene.menu


def rows(stage: Stage) -> list[tuple[str, str]]:
    return [(row.text, row.value) for row in menu(stage).rows]


def test_a_row_of_the_backlog_leads_back_to_where_it_was_on_show(make: Make) -> None:
    stage = make({"Dialogues/D_Smith.yarn": YARN})
    stage.act("choose", 1)
    stage.act("go")
    stage.act("choose", 1)
    stage.act("log")
    assert rows(stage) == [
        ("Smith: Good day.", "back to here"),
        ("Smith: What do you need?", "back to here"),
        ("You: A sword.", ""),
        ("Smith: Here.", ""),
    ]
    stage.act("up")
    stage.act("up")
    stage.act("confirm")
    assert (menu(stage).name, menu(stage).title) == ("confirm", "Smith: What do you need?")
    assert [row.text for row in menu(stage).rows] == ["Say it again", "Go back to here", "Never mind"]
    stage.click("row:back")
    assert stage.scene.menu is None
    assert stage.scene.line is not None
    assert stage.scene.line.text == "What do you need?"
    assert [row.text for row in stage.backlog.rows] == ["Good day.", "What do you need?"]


def test_what_can_be_done_with_a_thing_its_row_offers(hall: Stage) -> None:
    take = next(choice for choice in hall.scene.choices if choice.text.startswith("Take Iron key"))
    hall.act("choose", take.number)
    hall.act("bag")
    assert rows(hall) == [("Iron key", "")]
    hall.act("confirm")
    assert [row.text for row in menu(hall).rows] == ["Unlock Trapdoor", "Never mind"]
    hall.act("confirm")
    assert hall.scene.menu is None
    assert not any(choice.text == "Unlock Trapdoor" for choice in hall.scene.choices)


class Held:
    """A stage as far as a menu asks for one: what lies below, and what is done."""

    def __init__(self, stage: Stage, **shown: Any) -> None:
        self._stage, self._shown = stage, shown
        self.put: list[MenuModel] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stage, name)

    @property
    def behind(self) -> Any:
        return replace(self._stage.behind, **self._shown)

    def put_menu(self, model: MenuModel) -> None:
        self.put.append(model)


def shown(model: MenuModel) -> Sequence[MenuRow]:
    return model.rows()


def test_the_journal_has_what_is_done_at_its_end(hall: Stage) -> None:
    entries = (Entry("Rats", "Found.", done=True), Entry("Key", "Where is it?"))
    model = MENUS["journal"](Held(hall, journal=entries))
    assert [(row.text, row.value, row.detail) for row in shown(model)] == [
        ("Key", "", "Where is it?"),
        ("Rats", "done", "Found."),
    ]


def test_the_journal_begins_with_what_the_game_is_about(make: Callable[[dict[str, str]], Stage]) -> None:
    """A window has no first lines as a terminal has: its player reads the goal here."""
    ini = "[Project]\nPremise=It is dark.\nGoal=Light the lamp.\n"
    stage = make({"Config/DefaultGame.ini": ini})
    stage.act("journal")
    assert [(row.text, row.detail) for row in menu(stage).rows] == [("Light the lamp.", "It is dark.")]


def test_the_map_has_this_place_and_the_ways_that_are_open(hall: Stage) -> None:
    hall.act("map")
    found = {row.text: row for row in menu(hall).rows}
    assert found["Great hall"].value == "you are here"
    shut = next(row for text, row in found.items() if "Cellar" in text)
    assert (shut.enabled, shut.reason) == (False, "Trapdoor is locked.")
    out = next(row for text, row in found.items() if "Garden" in text)
    hall.click(f"row:{out.id}")
    assert hall.scene.menu is None
    assert hall.scene.place == "Garden"


class Atlas(Script):
    """A component that knows a map."""

    def chart(self, who: str) -> list[Spot]:
        return [Spot("hall", "Hall", here=True), Spot("cellar", "Cellar", "It smells.")]


def test_a_component_charts_the_map() -> None:
    game = Game(saves=MemoryStore(), seed=0)
    stage = Stage(game)
    stage.begin()
    game.world.spawn("atlas", chart=Atlas())
    stage.act("map")
    assert [(row.text, row.value, row.detail) for row in menu(stage).rows] == [
        ("Hall", "you are here", ""),
        ("Cellar", "", "It smells."),
    ]


def test_a_row_that_leads_nowhere_is_said_again(make: Make) -> None:
    stage = make({"Dialogues/D_Smith.yarn": YARN})
    said: list[str] = []
    stage.voice_out = lambda text, kind: said.append(text)
    stage.act("choose", 1)
    stage.backlog.put((LogRow(900, "line", "Long ago.", "Smith"),))
    stage.act("log")
    stage.act("confirm")
    assert menu(stage).name == "log"
    assert said[-1] == "Smith: Long ago."
