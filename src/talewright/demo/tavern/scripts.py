"""The Unpaid Bill: who is in the tavern, what they do, and what one can write into the console.

Three examples of Defold's manual on message passing live here: the hero punches the rat (a relative address), the score
goes to the interface (an absolute one, with data), and whoever moves tells the minimap, which keeps the places by
sender. The cellar is a world of its own, behind a collection proxy under the trapdoor.
"""

from __future__ import annotations

from dataclasses import dataclass

from talewright import (
    Character,
    CollectionProxy,
    Conversation,
    Game,
    GuiScript,
    Item,
    Message,
    Right,
    Script,
    TalewrightError,
    Url,
    World,
    collection,
    command,
    function,
    on,
)

Spot = tuple[float, float, float]

SPOTS: dict[str, Spot] = {
    "door": (1, 5, 0),
    "bar": (6, 3, 0),
    "forge": (2, 1, 0),
    "stage": (13, 1, 0),
    "hearth": (12, 4, 0),
    "cellar": (8, 5, 0),
}
"""Where one can stand, in steps from the corner behind the forge."""

SIGHTS: dict[str, str] = {
    "door": "You stand in the door of the Unpaid Bill, and it rains in behind you. There is a bar, a forge (the smith "
    "pays rent), a stage, a hearth, and a trapdoor to the cellar.",
    "bar": "You lean on the bar. It leans back. The landlady is polishing a mug that has given up.",
    "forge": "You stand by the forge, in the one corner of a tavern that nobody calls cosy. The smith hammers.",
    "stage": "You stand by the stage: one crate, one bard, one string.",
    "hearth": "You warm your boots at the hearth. The cat watches them steam.",
    "cellar": "You are in the cellar, among barrels.",
}

WIDTH, HEIGHT = 16, 7


@dataclass(frozen=True)
class Weapon(Item):
    """An item that helps in a fight: records [name Weapon], of this game alone."""

    damage: int = 1


# -- the interface: example 2 (the score) and example 3 (the minimap)


class Interface(GuiScript):
    """What the player reads: a score, a minimap, and the news since the last look."""

    score: str = "SCORE: 0"
    places: dict[Url, Spot] = {}
    news: list[str] = []

    @on("update_score")
    def update_score(self, message: Message, sender: Url) -> None:
        """Set the score counter."""
        self.score = f"SCORE: {message['score']}"

    @on("update_minimap")
    def update_minimap(self, message: Message, sender: Url) -> None:
        """Note where the sender is now; the place that it had before is forgotten."""
        self.places[sender] = message["position"]

    @on("leave_minimap")
    def leave_minimap(self, message: Message, sender: Url) -> None:
        """Forget the sender."""
        self.places.pop(sender, None)

    @on("tell")
    def tell(self, message: Message, sender: Url) -> None:
        """Keep a piece of news for whoever reads next."""
        self.news.append(message["text"])

    def take_news(self) -> str:
        """Return the news and forget them."""
        told, self.news = self.news, []
        return "\n".join(told)

    def draw(self, world: str) -> str:
        """Draw the minimap of a world, with a legend."""
        shown = {url: spot for url, spot in self.places.items() if url.socket == world}
        rows = [[" "] * WIDTH for _ in range(HEIGHT)]
        legend = []
        for url, (x, y, _) in shown.items():
            mark = "@" if url.path == "/hero" else url.path[1].upper()
            rows[int(y)][int(x)] = mark
            legend.append(f"{mark} {url.path[1:]}")
        border = f"+{'-' * WIDTH}+"
        return "\n".join([border, *(f"|{''.join(row)}|" for row in rows), border, "  ".join(legend)])


# -- who is upstairs


class Guest(Script):
    """Anybody in the tavern: tells the minimap where it is."""

    def init(self) -> None:
        """Appear on the minimap."""
        self.show_place()

    def show_place(self) -> None:
        """Tell the minimap where this one is."""
        self.post("/interface#gui", "update_minimap", position=self.owner.position)


class Hero(Guest):
    """The player upstairs, who also keeps the score."""

    place: str = "door"
    score: int = 0
    beaten: int = 0

    @on("go")
    def go(self, message: Message, sender: Url) -> None:
        """Walk to a place; the trapdoor is opened by whoever stands on it."""
        self.place = self.game.place = message["place"]
        self.owner.position = SPOTS[self.place]
        self.show_place()
        if self.place == "cellar":
            self.post("/trapdoor#lid", "open")

    @on("defeated")
    def won(self, message: Message, sender: Url) -> None:
        """Count a victory, and show the score."""
        self.beaten += 1
        self.score += message["score"]
        self.post("/interface#gui", "update_score", score=self.score)


class Smith(Guest):
    """A smith has feelings, and prices that follow them."""

    angry: bool = False

    @on("insulted")
    def insulted(self, message: Message, sender: Url) -> None:
        """Remember it: <<insulted>> in the dialogue."""
        self.angry = True

    @on("forgiven")
    def forgiven(self, message: Message, sender: Url) -> None:
        """Forget it: <<forgiven>> in the dialogue."""
        self.angry = False


class Cat(Guest):
    """Patrols the hearth while time passes: one step a second, there and back."""

    walked: float = 0.0

    def update(self, dt: float) -> None:
        """Walk on; the minimap hears of whole steps only."""
        self.walked = (self.walked + dt) % 8
        x, y, _ = self.owner.position
        steps = int(self.walked)
        new = 11.0 + min(steps, 8 - steps)
        if new != x:
            self.owner.position = (new, y, 0)
            self.show_place()


class Trapdoor(Script):
    """Loads the cellar when it is opened for the first time, and stays open."""

    opened: bool = False

    @on("open")
    def open(self, message: Message, sender: Url) -> None:
        """Load the world below."""
        if not self.opened:
            self.opened = True
            self.post("#cellar", "load")

    @on("proxy_loaded")
    def loaded(self, message: Message, sender: Url) -> None:
        """Let it run: the sender is the proxy."""
        self.post(sender, "enable")


@collection("main")
def open_tavern(game: Game, world: World) -> None:
    """Build the tavern."""
    # Who was saved with saveChar comes back as stored, in every new game; the others are new.
    game.characters.load_or_create("gundra", name="Gundra of the Unpaid Bill")
    game.characters.load_or_create("lilt", name="Lilt the Wonderful")
    game.characters.load_or_create("hero", name="You")
    world.spawn("interface", gui=Interface())
    world.spawn("hero", position=SPOTS["door"], controller=Hero())
    world.spawn("landlady", position=(6, 2, 0), controller=Guest(), talk=Conversation("Landlady"))
    world.spawn("smith", position=(3, 0, 0), controller=Smith(), talk=Conversation("Smith"))
    world.spawn("bard", position=(14, 0, 0), controller=Guest(), talk=Conversation("Bard"))
    world.spawn("cat", position=(11, 5, 0), controller=Cat(), talk=Conversation("Cat"))
    world.spawn("trapdoor", position=SPOTS["cellar"], lid=Trapdoor(), cellar=CollectionProxy("cellar"))


# -- who is downstairs: example 1 (the punch)


class Fighter(Script):
    """The player in the cellar: punches what is called, and reports upstairs."""

    @on("swing")
    def swing(self, message: Message, sender: Url) -> None:
        """Punch. Both live in the same place, so the address is relative; bare hands need no data."""
        if "power" in message:
            self.post("rat#controller", "punch", power=message["power"])
        else:
            self.post("rat#controller", "punch")

    @on("defeated")
    def won(self, message: Message, sender: Url) -> None:
        """Hand the victory to the hero, in the other world."""
        self.post("main:/hero#controller", "defeated", score=message["score"])


class Rat(Script):
    """Does not ask who punches it."""

    health: int = 300

    def init(self) -> None:
        """Appear on the minimap."""
        self.post("main:/interface#gui", "update_minimap", position=self.owner.position)

    @on("punch")
    def punched(self, message: Message, sender: Url) -> None:
        """Lose health; a rat without any leaves, and leaves things behind."""
        self.health -= message.get("power", 100)
        if self.health > 0:
            squeak = "It says a word that rats ought not to know." if self.health <= 100 else "It looks offended."
            self.post("main:/interface#gui", "tell", text=f"You hit the rat ({self.health} left). {squeak}")
            return
        self.post("main:/interface#gui", "tell", text="The rat packs its things, badly, and leaves by the drain.")
        self.post(sender, "defeated", score=100)
        self.drop("cheese")

    @on("flee")
    def flee(self, message: Message, sender: Url) -> None:
        """Leave of its own accord: <<flee>> in the dialogue. Wit scores higher than fists."""
        self.post("hero#controller", "defeated", score=150)
        self.drop("candle")

    def drop(self, item: str) -> None:
        """Leave the cellar; something of one's own and the bard's string stay on the floor."""
        for name in (item, "lutestring"):
            self.game.characters.create_inventory(self.game.records[Item][name])
        self.delete()

    def final(self) -> None:
        """Vanish from the minimap."""
        self.post("main:/interface#gui", "leave_minimap")


class Shade(Guest):
    """Shows the player on the minimap of the cellar."""

    def show_place(self) -> None:
        """Tell the minimap of the other world."""
        self.post("main:/interface#gui", "update_minimap", position=self.owner.position)


@collection("cellar")
def dig_cellar(game: Game, world: World) -> None:
    """Build the cellar, when the proxy loads it."""
    world.spawn("hero", position=(4, 3, 0), controller=Fighter(), shade=Shade())
    world.spawn("rat", position=(9, 4, 0), controller=Rat(), talk=Conversation("Rat"))


# -- what dialogues may ask


@function
def beaten(game: Game) -> float:
    """How many rats the hero got rid of."""
    return float(hero_of(game).beaten)


@function
def points(game: Game) -> float:
    """The score."""
    return float(hero_of(game).score)


@function
def angry(game: Game) -> bool:
    """Whether the smith is."""
    return game.world.component("/smith#controller", Smith).angry


@function
def price(game: Game) -> float:
    """What a rapier costs today, in coins."""
    return 9.0 if angry(game) else 6.0


@function
def carries(game: Game, item: str) -> bool:
    """Whether the hero has an item of this type."""
    return any(i.base.name == item for i in bearer(game).inventory)


# -- what dialogues and the console may do


@command
def give(game: Game, item: str) -> str:
    """Give the player a new item of a type: <<give stew>>."""
    types = game.records[Item]
    if item not in types:
        raise TalewrightError(f"there is no item type {item!r}", hint="write listItemTypes")
    thing = game.characters.create_inventory(types[item])
    bearer(game).add_inventory(thing)
    return f"You take the {thing.base.DisplayName}."


@command
def hand(game: Game, item: str, to: str) -> str:
    """Hand an item of a type to somebody: <<hand lutestring lilt>>."""
    giver, taker = bearer(game), game.characters[to]
    for thing in giver.inventory:
        if thing.base.name == item:
            giver.remove_inventory(thing)
            taker.add_inventory(thing)
            return f"You hand over the {thing.base.DisplayName}."
    raise TalewrightError(f"you have no {item}", hint="write showChar")


@command(right=Right.PLAYER)
def look(game: Game) -> str:
    """Look around."""
    place = hero_of(game).place
    lines = [SIGHTS[place]]
    if place == "cellar":
        rat = "/rat" in game.worlds["cellar"]
        lines.append("A rat sits on the best one and chews." if rat else "They are quiet, the way barrels should be.")
    else:
        lines.append("People: landlady, smith, bard, cat.")
    if game.characters.loose:
        names = ", ".join(item.base.DisplayName for item in game.characters.loose)
        lines.append(f"On the floor: {names}.")
    return "\n".join(lines)


@command(right=Right.PLAYER)
def go(game: Game, place: str) -> str:
    """Go to a place: door, bar, forge, stage, hearth, cellar."""
    if place not in SPOTS:
        raise TalewrightError(f"there is no way to {place!r}", hint=f"go to {', '.join(SPOTS)}")
    game.world.post("/hero#controller", "go", place=place)
    game.step()
    return look(game)


@command(right=Right.PLAYER)
def take(game: Game) -> str:
    """Take what lies on the floor."""
    names = [item.base.DisplayName for item in game.characters.loose]
    for item in game.characters.loose:
        bearer(game).add_inventory(item)
    return f"You take: {', '.join(names)}." if names else "The floor has nothing to offer."


@command(right=Right.PLAYER)
def punch(game: Game) -> str:
    """Punch what stands before you; a weapon in the bag helps."""
    if hero_of(game).place != "cellar":
        return "You look for somebody to punch. Everybody looks back. You put your hand away."
    cellar = game.worlds["cellar"]
    if "/rat" not in cellar:
        return "There are only barrels here, and they have done nothing."
    damage = max((i.base.damage for i in bearer(game).inventory if isinstance(i.base, Weapon)), default=0)
    if damage:
        cellar.post("/hero#controller", "swing", power=100 + 25 * damage)
    else:
        cellar.post("/hero#controller", "swing")
    game.step()
    return interface_of(game).take_news()


@command(right=Right.PLAYER)
def score(game: Game) -> str:
    """Show the score."""
    return interface_of(game).score


@command(right=Right.PLAYER)
def map(game: Game) -> str:
    """Show the minimap: who is where."""
    return interface_of(game).draw("cellar" if hero_of(game).place == "cellar" else "main")


# -- where things are


def bearer(game: Game) -> Character:
    """Whose bag the dialogues mean: the character that was last created or loaded."""
    if game.characters.current is None:
        raise TalewrightError("you are nobody yet", hint="write createChar NAME or loadChar CHARID")
    return game.characters.current


def hero_of(game: Game) -> Hero:
    """The hero's script."""
    return game.world.component("/hero#controller", Hero)


def interface_of(game: Game) -> Interface:
    """The interface's script."""
    return game.world.component("/interface#gui", Interface)
