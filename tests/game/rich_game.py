"""A game with something of everything that a save can hold, and saves of it at several moments."""

from __future__ import annotations

from talewright.game import Conversation, Game
from talewright.messaging import CollectionFactory, Factory
from talewright.project import Project
from talewright.savegame import MemoryStore, SaveDocument

FILES = {
    "Config/DefaultGame.ini": "[Project]\nName=The smith\nPrefix=Test\n",
    "Config/SapituItemDB.ini": "[sword1 SapituItem]\nDisplayName=Short sword\nlevel=(min=1,max=10)\n"
    "weight=(base=10,levelMult=0.5)\nvalue=(base=5,levelMult=1)\n\n[bread SapituItem]\nDisplayName=Bread\n",
    "Dialogues/D_Smith.yarn": """title: Forge
---
<<declare $gold = 5>>
<<declare $name = "Ann">>
<<declare $angry = false>>
Smith: What do you need, {$name}, for {$gold}? #line:need
-> A sword for {$gold}. <<if $gold >= 5>> #choice:need #line:sword
    <<set $gold = $gold - 5>>
    Smith: That is the last one. #line:last
    <<detour Street>>
    Smith: Back again. #line:back
-> Too dear. <<if $gold > 100>> #line:dear
    Smith: Yes. #line:yes
-> Your face is soot. <<once>> #line:soot
    <<insulted loudly power=3>>
    Smith: Out! #line:out
    <<jump Street>>
===
title: Street
---
<<set $angry = true>>
Smith: And stay out, {$name}. #line:stay
Smith: Really. #line:really
===
""",
    "scripts.py": """
from dataclasses import dataclass, field
from enum import Enum

from talewright.game import Conversation, Game, Script, command, function
from talewright.messaging import (
    CollectionFactory, CollectionProxy, Factory, GuiScript, Message, Url, World, collection, on, prototype,
)
from talewright.rpg import Character, InventoryItem, Item
from talewright.tags import Tag, TagContainer


class Mood(Enum):
    CALM = 1
    ANGRY = 2


@dataclass
class Spot:
    x: int = 0
    y: float = 0.0
    names: list[str] = field(default_factory=list)


class Talker(Script):
    angry: bool = False
    level: float = 1.0
    mood: Mood = Mood.CALM
    spot: Spot = Spot()
    spots: dict[str, Spot] = {}
    friend: Url | None = None
    other: Script | None = None
    who: Character | None = None
    kind: Item | None = None
    thing: InventoryItem | None = None
    tag: Tag | None = None
    at: tuple[float, float] = (0.0, 0.0)
    seen: set[str] = set()
    anything: object = None
    heard: list[object] = []
    choice: int | str = 0

    @on("insulted")
    def insulted(self, message: Message, sender: Url) -> None:
        self.angry = True
        self.heard.append(dict(message))

    @on("fill")
    def fill(self, message: Message, sender: Url) -> None:
        game = self.game
        self.mood, self.spot = Mood.ANGRY, Spot(3, 0.5, ["a", "b"])
        self.spots = {"home": Spot(1), "away": Spot(2)}
        self.friend, self.other = self.url("#talk"), self
        self.who, self.kind = game.characters["ann"], game.characters["ann"].inventory[0].base
        self.thing = game.characters["ann"].inventory[0]
        self.tag = game.tags.require("Libretto.Dialogues.Smith")
        self.at, self.seen = (1.5, 2.5), {"x", "y"}
        self.anything = {"a": [1, (2, 3)], "url": self.url(), "mood": Mood.CALM, "spot": Spot(9), "set": {1, 2}}
        self.subscribe("$gold")
        self.delay(1.0, "insulted", power=1)
        self.repeat(0.7, "insulted", power=2, who=self.url())
        self.after(2.5, self.again)
        self.world.animate(self.owner, "position.x", 9.0, 2.0, easing="outback", notify=self.url(), delay=0.1)
        self.world.animate(self.url(), "level", 5.0, 3.0, playback="loop_pingpong")

    def again(self, elapsed: float, handle: int) -> None:
        self.level += elapsed

    def on_input(self, action_id, action):
        return True


class Panel(GuiScript):
    score: int = 0
    level: float = 2.0


class Rat(Script):
    health: int = 200


@prototype("rat")
def rat():
    return {"controller": Rat()}


@collection("main")
def new_game(game: Game, world: World) -> None:
    game.characters.create("ann", name="Ann of the Hill")
    game.characters["ann"].add_inventory(game.characters.create_inventory(game.records[Item]["sword1"]))
    game.characters.create_inventory(game.records[Item]["bread"])
    world.spawn("smith", position=(3, 4), controller=Talker(), talk=Conversation("Smith"), gui=Panel())
    world.spawn("hand", parent="smith", rat=Factory("rat"), den=CollectionFactory("den"))
    world.spawn("cellar", proxy=CollectionProxy("cellar"))


@collection("cellar")
def cellar(game: Game, world: World) -> None:
    world.spawn("rat", controller=Rat())


@collection("den")
def den(game: Game, world: World) -> None:
    world.spawn("mother", controller=Rat())
    world.spawn("child", parent="mother", controller=Rat())
""",
}


def started(project: Project) -> Game:
    """Give a game whose first world has everything in motion, and a message on its way."""
    game = Game(project, seed=0, saves=MemoryStore())
    game.start()
    world = game.world
    world.post("/cellar#proxy", "load")
    world.post("/smith#controller", "acquire_input_focus")
    world.post("/hand", "acquire_input_focus")
    world.post("/smith#controller", "fill")
    world.post("/smith#gui", "disable")
    game.step(0.05)
    world.post("/cellar#proxy", "enable")
    world.post("/cellar#proxy", "set_time_step", factor=0.5, mode=0)
    game.step(0.2)
    world.component("/hand#rat", Factory).create(position=(1, 2, 3), properties={"health": 3})
    world.component("/hand#den", CollectionFactory).create()
    game.variables["mood"] = "calm"
    game.variables.gpvar("Smith.Forge").meta["mood"] = "rude"
    game.random("loot").gauss(0, 1)
    game.random("dice").random()
    game.characters.create("bob", name="Bob")
    game.place = "Forge"
    return game


def under_way(game: Game) -> SaveDocument:
    """Give a save with input and messages that wait."""
    game.input("jump", pressed=True)
    game.world.post("/smith#controller", "insulted", power=7, at=(1, 2), who=game.world.url("/smith"))
    game.world.post("@system:", "set_update_frequency", frequency=30)
    return game.snapshot(title="mutant")


def saves_of(project: Project) -> list[SaveDocument]:
    """Give saves: at a line, at options, behind a detour, while a command is on its way, and after the end."""
    found = []
    game = started(project)
    talk = game.world.component("/smith#talk", Conversation)
    talk.start()
    found.append(under_way(game))
    for option in ("sword", "soot"):
        game = started(project)
        talk = game.world.component("/smith#talk", Conversation)
        talk.start()
        talk.choose(option)
        found.append(under_way(game))
        if option == "sword":
            talk.advance()
            found.append(under_way(game))
            game.world.post("/cellar#proxy", "unload")
            talk.advance()
            talk.advance()
            found.append(under_way(game))
    return found
