"""An NPC to talk to. Dialogues/D_Smith.yarn, Config/DefaultGame.ini and this file are the whole game."""
import pygame
from talewright import Conversation, Game, Item, Message, Script, Url, World, collection, command, on

class Smith(Script):
    angry: bool = False
    _face: pygame.Surface | None = None            # underscore: not a property, not saved

    def init(self) -> None:
        self.on_reload()

    def on_reload(self) -> None:                   # after a load or a hot reload
        self._face = pygame.Surface((32, 32))

    @on("interact")
    def interact(self, message: Message, sender: Url) -> None:
        self.post("#talk", "start")

    @on("insulted")                                # <<insulted>> in the dialogue: a message to its object
    def insulted(self, message: Message, sender: Url) -> None:
        self.angry = True

@command                                           # <<give sword1>> in a dialogue, `give sword1` in the console
def give(game: Game, item: str) -> str:
    sword = game.characters.create_inventory(game.records[Item][item])
    game.characters["ann"].add_inventory(sword)
    return f"Ann takes the {sword.base.DisplayName}."

@collection("main")
def new_game(game: Game, world: World) -> None:    # the bootstrap collection
    game.characters.create("ann", name="Ann of the Hill")
    world.spawn("smith", position=(3, 4, 0), controller=Smith(), talk=Conversation("Smith"))

def draw(screen: pygame.Surface, font: pygame.font.Font, game: Game) -> None:
    screen.fill("black")
    for thing in game.world:
        pygame.draw.circle(screen, "white", (thing.position[0] * 32, thing.position[1] * 32), 12)
    if talk := game.conversation:
        rows = [f"{talk.line.speaker}: {talk.line.text}"] if talk.line else []
        rows += [f"{n}. {o.text}" + ("" if o.available else f"  ({o.reason})") for n, o in enumerate(talk.options, 1)]
        for y, row in enumerate(rows):
            screen.blit(font.render(row, True, "white"), (16, 300 + 24 * y))

def main() -> None:
    pygame.init()
    screen, font, clock = pygame.display.set_mode((640, 480)), pygame.font.Font(None, 24), pygame.time.Clock()
    game = Game.open(".", code=__name__)
    game.start()
    while True:
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                return
            if event.type == pygame.KEYDOWN:
                talk = game.conversation
                if event.key == pygame.K_F5: game.save("quick")
                elif event.key == pygame.K_F9: game.load("quick")
                elif talk is None:
                    if event.key == pygame.K_e: game.world.post("/smith", "interact")
                elif not talk.options:
                    talk.advance()
                elif event.unicode.isdigit() and 0 < int(event.unicode) <= len(talk.options):
                    talk.choose(int(event.unicode) - 1)
        game.step(clock.tick(60) / 1000)
        draw(screen, font, game)
        pygame.display.flip()

if __name__ == "__main__":
    main()
