"""Config/SapituItemDB.ini:

    [sword1 Weapon]
    DisplayName=Short sword
    level=(min=1,max=10)
    weight=(base=10,levelMult=0.5)
    value=(base=5,levelMult=1)
    damage=3
"""
from dataclasses import dataclass
from talewright import Game, Item

@dataclass(frozen=True)
class Weapon(Item):                                # a record: one for each [name Weapon] section of any ini file
    damage: int = 1

@dataclass
class Tavern:                                      # settings: [Tavern] in Config/DefaultGame.ini, then Saved/
    music: float = 0.8
    hard: bool = False

game = Game.open(".", code=__name__, seed=7)
settings = game.config.read(Tavern)
settings.music = 0.5
game.config.save(settings)

sword = game.records[Weapon]["sword1"]
ann = game.characters.create("ann", name="Ann of the Hill")
ann.add_inventory(game.characters.create_inventory(sword))
print(*(f"{item.id}: {item.base.DisplayName}, level {item.level}, {item.weight} kg" for item in ann.inventory), sep="\n")
print(game.run("createItem sword1"))
print(game.run("pickupAll"))
game.save("slot1")
game.characters.save("ann")                        # also into the seed's file of characters, Saved/Config/<Prefix>Sapitu.ini

again = Game.open(".", code=__name__)
again.load("slot1")
mine = again.characters["ann"].inventory[0].base
assert isinstance(mine, Weapon) and mine.damage == 3
