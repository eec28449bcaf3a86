"""A small game that has something of everything, for the tests of the floor that joins them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from talewright.game import Game
from talewright.project import Project
from talewright.savegame import MemoryStore

FILES = {
    "Config/DefaultGame.ini": "[Project]\nName=The smith\nPrefix=Test\n",
    "Config/SapituItemDB.ini": "[sword1 SapituItem]\nDisplayName=Short sword\nlevel=(min=1,max=10)\n"
    "weight=(base=10,levelMult=0.5)\nvalue=(base=5,levelMult=1)\n\n[bread SapituItem]\nDisplayName=Bread\n",
    "Dialogues/D_Smith.yarn": """title: Forge
---
<<declare $gold = 5>>
<<declare $angry = false>>
<<if visited("Forge")>>
    Smith: You again. #line:again
<<else>>
    Smith: What do you need? #line:need
<<endif>>
-> A sword. <<if $gold >= 5>> #choice:need #line:sword
    <<set $gold = $gold - 5>>
    <<give sword1>>
    Smith: That is the last one. #line:last
-> Your face is soot. <<once>> #line:soot
    <<set $angry = true>>
    <<insulted loudly power=3>>
    Smith: Out! #line:out
    <<jump Street>>
===
title: Street
---
Smith: And stay out. #line:stay
===
""",
    "scripts.py": '''
from talewright.game import Conversation, Game, Script, command, function
from talewright.messaging import CollectionProxy, Message, Url, World, collection, on
from talewright.rpg import Item


class Smith(Script):
    angry: bool = False
    heard: list[object] = []
    ended: int = 0
    talked_to: Url | None = None
    _face: object = None

    def on_reload(self) -> None:
        self._face = "made again"

    @on("interact")
    def interact(self, message: Message, sender: Url) -> None:
        self.post("#talk", "start")

    @on("insulted")
    def insulted(self, message: Message, sender: Url) -> None:
        self.angry = True
        self.heard.append(dict(message))
        self.talked_to = sender

    @on("dialogue_ended")
    def over(self, message: Message, sender: Url) -> None:
        self.ended += 1


class Rat(Script):
    health: int = 200

    @on("punch")
    def punched(self, message: Message, sender: Url) -> None:
        self.health -= message.get("power", 100)


@command
def give(game: Game, item: Item) -> str:
    """Give an item to the current character."""
    made = game.characters.create_inventory(item)
    game.characters["ann"].add_inventory(made)
    return f"Ann takes the {item.DisplayName}."


@command
def fail(game: Game) -> None:
    raise RuntimeError("the forge is cold")


@function
def gold(game: Game) -> float:
    return float(game.variables["gold"])


@collection("main")
def new_game(game: Game, world: World) -> None:
    game.characters.create("ann", name="Ann of the Hill")
    world.spawn("smith", position=(3, 4), controller=Smith(), talk=Conversation("Smith"))
    world.spawn("cellar", proxy=CollectionProxy("cellar"))


@collection("cellar")
def cellar(game: Game, world: World) -> None:
    world.spawn("rat", controller=Rat())
''',
}


@pytest.fixture
def smith(folder: Callable[[dict[str, str]], Path]) -> Path:
    """The folder of the game."""
    return folder(FILES)


@pytest.fixture
def project(smith: Path) -> Project:
    """The game's project."""
    return Project.open(smith)


@pytest.fixture
def fresh(project: Project) -> Callable[[], Game]:
    """Make a game of the project, seed 0, slots in memory; not started."""

    def make() -> Game:
        return Game(project, seed=0, saves=MemoryStore())

    return make


@pytest.fixture
def game(fresh: Callable[[], Game]) -> Game:
    """A game that has started."""
    made = fresh()
    made.start()
    return made
