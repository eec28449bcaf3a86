"""Version 2 of a game: `anger: int` became `mood: Mood`, and Smith became Blacksmith."""
from enum import Enum
from talewright import Game, SaveDocument, Script, TalewrightError, World, collection, migration

class Mood(Enum):
    CALM = "calm"
    ANGRY = "angry"

class Blacksmith(Script):
    mood: Mood = Mood.CALM
    sold: list[str] = []                            # each object gets its own list

@collection("main")
def new_game(game: Game, world: World) -> None:
    world.spawn("smith", controller=Blacksmith())

@migration(to=2)
def anger_became_mood(save: SaveDocument) -> None:
    save.rename_class("Smith", "Blacksmith")
    for smith in save.of_class("Blacksmith").values():
        smith["mood"] = "ANGRY" if int(smith.pop("anger", "0")) > 3 else "CALM"

game = Game.open(".", code=__name__)
try:
    report = game.load("slot1")
    print(*report.migrated, *report.unknown, sep="\n")
except TalewrightError as error:                    # damaged, too new, unknown class: the game is as before
    print(error)
    game.start()
print([f"{slot}: {header.title}, {header.play_time:.0f} s" for slot, header in game.saves.slots().items()])
smith = game.world.component("/smith#controller", Blacksmith)
smith.sold.append("sword1")
report2 = game.save("slot1", title="At the smithy")
assert not report2.skipped, report2.skipped        # e.g. {"/smith#controller.helth": "not declared"}
