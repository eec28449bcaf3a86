"""The Lighthouse: two rooms, a locked hatch, a key in a chest, a shop and a quest."""

from dataclasses import dataclass, field

from talewright import Conversation, Game, Item, Message, Script, Url, World, collection, command, function, on
from talewright.story import Places


@dataclass(frozen=True)
class Quest:
    name: str
    Steps: dict[str, str] = field(default_factory=dict)


class Journal(Script):
    steps: dict[str, str] = {}


class Lamp(Script):
    @on("use")
    def use(self, message: Message, sender: Url) -> None:
        hero = self.game.characters[message["who"]]
        if message["on"] == "lamp" and hero.has("oil"):
            hero.lose("oil", 1)
            quest(self.game, "lamp", "lit")


@collection("main")
def begin(game: Game, world: World) -> None:
    game.characters.create("hero", name="You").gain("coin", 5)
    world.spawn("peddler", talk=Conversation("Peddler"))
    world.spawn("lamp", lamp=Lamp())
    world.spawn("story", journal=Journal(), places=Places(at={"hero": "room", "peddler": "room"}))


@function
def coins(game: Game) -> float:
    return game.characters["hero"].count("coin")


@function
def price(game: Game, item: str) -> float:
    return game.records[Item][item].value.base


@command
def buy(game: Game, item: str) -> None:
    game.characters["hero"].lose("coin", int(price(game, item)))
    game.characters["hero"].gain(item)


@function
def step(game: Game, quest: str) -> str:
    return game.world.component("/story#journal", Journal).steps.get(quest, "")


@command
def quest(game: Game, name: str, step: str) -> None:
    game.world.component("/story#journal", Journal).steps[name] = step
    game.tell(game.records[Quest][name].Steps[step], kind="quest")
