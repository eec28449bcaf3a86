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
    SaveDocument,
    Script,
    TalewrightError,
    Url,
    World,
    collection,
    command,
    function,
    migration,
    on,
)
from talewright.story import Places

Spot = tuple[float, float, float]

SPOTS: dict[str, Spot] = {"taproom": (6, 3, 0), "forge": (2, 1, 0), "stage": (13, 1, 0), "cellar": (8, 5, 0)}
"""Where one stands in each place, in steps from the corner behind the forge."""

AT = {
    "hero": "taproom",
    "landlady": "taproom",
    "cat": "taproom",
    "smith": "forge",
    "bard": "stage",
    "cellar:/rat": "cellar",
}
"""Who is where when the game begins."""

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

    score: int = 0
    beaten: int = 0

    def init(self) -> None:
        """Hear of whoever comes somewhere."""
        self.on_reload()
        super().init()

    def on_reload(self) -> None:
        """Hear of it, too, in a game that was saved when nobody said so."""
        self.subscribe("entered")

    @on("entered")
    def entered(self, message: Message, sender: Url) -> None:
        """Stand where one stands in that place, and show it."""
        if message["who"] == "hero":
            self.owner.position = SPOTS[message["place"]]
            self.show_place()

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


@collection("main")
def open_tavern(game: Game, world: World) -> None:
    """Build the tavern."""
    # Who was saved with saveChar comes back as stored, in every new game; the others are new.
    game.characters.load_or_create("gundra", name="Gundra of the Unpaid Bill")
    game.characters.load_or_create("lilt", name="Lilt the Wonderful")
    game.characters.load_or_create("hero", name="You")
    world.spawn("interface", gui=Interface())
    world.spawn("hero", position=SPOTS["taproom"], controller=Hero())
    world.spawn("landlady", position=(6, 2, 0), controller=Guest(), talk=Conversation("Landlady"))
    world.spawn("smith", position=(3, 0, 0), controller=Smith(), talk=Conversation("Smith"))
    world.spawn("bard", position=(14, 0, 0), controller=Guest(), talk=Conversation("Bard"))
    world.spawn("cat", position=(11, 5, 0), controller=Cat(), talk=Conversation("Cat"))
    world.spawn("trapdoor", position=SPOTS["cellar"], cellar=CollectionProxy("cellar"))
    world.spawn("story", places=Places(at=AT))


@migration(to=2)
def places_came(save: SaveDocument) -> None:
    """Who stood in the door, at the bar or at the hearth is in the taproom now; the trapdoor needs no script."""
    place = save.section("main:/hero#controller", "Hero").pop("place", "")
    save.remove_section("main:/trapdoor#lid", "Trapdoor")
    save.section("main:/trapdoor", "GameObject")["components"] = ["cellar"]
    save.add_section("main:/story", "GameObject")["components"] = ["places"]
    where = str(place) if str(place) in SPOTS else "taproom"
    save.add_section("main:/story#places", "Places")["at"] = {**AT, "barrel": "cellar", "hero": where}


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
        """Leave the cellar; something of one's own and the bard's string stay there."""
        for name in (item, "lutestring"):
            left = self.game.characters.create_inventory(self.game.records[Item][name])
            self.game.characters.move(left, to=places_of(self.game).room("cellar"))
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
    return bearer(game).has(item)


# -- what dialogues and the console may do


@command
def give(game: Game, item: str) -> str:
    """Give the player a new item of a type: <<give stew>>."""
    thing = bearer(game).gain(item)[0]
    return f"You take the {thing.base.DisplayName}."


@command
def hand(game: Game, item: str, to: str) -> str:
    """Hand an item of a type to somebody: <<hand lutestring lilt>>."""
    for thing in bearer(game).inventory:
        if thing.base.name == item:
            game.characters.move(thing, to=game.characters[to])
            return f"You hand over the {thing.base.DisplayName}."
    raise TalewrightError(f"you have no {item}", hint="write showChar")


@command(right=Right.PLAYER)
def punch(game: Game) -> str:
    """Punch what stands before you; a weapon in the bag helps."""
    game.step()  # whoever has just come down is there now
    if places_of(game).where("hero") != "cellar":
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
    return interface_of(game).draw("cellar" if places_of(game).where("hero") == "cellar" else "main")


# -- where things are


def bearer(game: Game) -> Character:
    """Whose bag the dialogues mean: the character that was last created or loaded."""
    if game.characters.current is None:
        raise TalewrightError("you are nobody yet", hint="write createChar NAME or loadChar CHARID")
    return game.characters.current


def hero_of(game: Game) -> Hero:
    """The hero's script."""
    return game.world.component("/hero#controller", Hero)


def places_of(game: Game) -> Places:
    """Who is where."""
    return game.world.component("/story#places", Places)


def interface_of(game: Game) -> Interface:
    """The interface's script."""
    return game.world.component("/interface#gui", Interface)
