"""The goal is reached, and a save in the middle changes nothing."""

from talewright import MemoryStore, Right
from talewright.game import Game, Heard, Told


def test_the_lamp_is_lit() -> None:
    game = Game.open(".", saves=MemoryStore(), seed=0)
    told: list[str] = []

    def hear(heard: Heard) -> None:
        if isinstance(heard.event, Told):
            told.append(heard.event.text)

    game.listen(hear)
    game.start()
    for line in ("look", "open chest", "take key", "talk to peddler"):
        game.run(line, right=Right.PLAYER)
    talk = game.conversation
    assert talk is not None
    while not talk.options:
        talk.advance()
    assert [(option.text, option.available) for option in talk.options] == [
        ("A can of oil, for 4 coins.", True),
        ("A rope, for 9 coins.", False),
        ("Nothing.", True),
    ]
    talk.choose("oil")
    game.save("slot1")
    game.load("slot1")
    talk = game.conversation
    assert talk is not None
    while not talk.options:
        talk.advance()
    talk.choose("nothing")
    while talk.playing:
        talk.advance()
    for line in ("unlock hatch", "open hatch", "go up", "use oil on the lamp"):
        game.run(line, right=Right.PLAYER)
    game.step()
    assert game.characters["hero"].count("coin") == 1
    assert told == ["The lamp wants oil. Somebody may sell some.", "The lamp is lit."]
