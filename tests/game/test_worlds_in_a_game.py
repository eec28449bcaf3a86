"""Input, timers and topics of the worlds, inside a game and its saves."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from talewright.game import Game
from talewright.messaging import Recorder
from talewright.project import Project
from talewright.savegame import MemoryStore, SaveDocument

Write = Callable[[dict[str, str]], Path]

CODE = """
from talewright import Game, Message, Script, Url, World, collection, on

class Bell(Script):
    rung: int = 0
    pressed: list[str] = []

    def init(self) -> None:
        self.post(".", "acquire_input_focus")
        self.delay(1.0, "ring")
        self.subscribe("noise")

    def on_input(self, action_id, action) -> bool:
        self.pressed.append(action_id)
        return True

    @on("ring")
    def ring(self, message: Message, sender: Url) -> None:
        self.rung += 1

    @on("heard")
    def heard(self, message: Message, sender: Url) -> None:
        self.rung += 10

@collection("main")
def new_game(game: Game, world: World) -> None:
    world.spawn("bell", b=Bell())
"""


@pytest.fixture
def game(folder: Write) -> Game:
    made = Game(Project.open(folder({"Config/A.ini": "", "scripts.py": CODE})), saves=MemoryStore(), seed=0)
    made.start()
    return made


def state(game: Game) -> tuple[int, list[str]]:
    fields = game.snapshot().section("main:/bell#b", "Bell")
    return fields["rung"], fields["pressed"]


def test_input_reaches_who_has_the_focus_in_the_next_step(game: Game) -> None:
    game.input("jump", pressed=True)
    assert state(game) == (0, [])
    game.step(0.1)
    assert state(game) == (0, ["jump"])


def test_a_timer_and_a_topic_go_on_after_a_load(game: Game) -> None:
    game.step(0.6)
    game.input("jump", pressed=True)
    other = Game(game.project, saves=MemoryStore(), seed=5)
    other.restore(SaveDocument.parse(game.snapshot().to_bytes()))
    for one in (game, other):
        assert one.world.publish("noise", "heard") == 1
        one.step(0.5)
        assert state(one) == (11, ["jump"])
    assert game.snapshot() == other.snapshot()


FACTORIES = """
from talewright import Game, Script, World, collection
from talewright.messaging import Factory, prototype

class Rat(Script):
    health: int = 5

@prototype("rat")
def rat(game: Game):
    return {"controller": Rat(health=int(game.time) + 7)}

@collection("main")
def new_game(game: Game, world: World) -> None:
    world.spawn("nest", factory=Factory("rat"))
"""


def test_a_factory_makes_objects_of_what_code_marks_as_a_prototype(folder: Write) -> None:
    game = Game(Project.open(folder({"Config/A.ini": "", "scripts.py": FACTORIES})), saves=MemoryStore(), seed=0)
    game.start()
    made = game.world["/nest"]["factory"].create()  # type: ignore[attr-defined]
    assert (made.id, made["controller"].health) == ("/instance0", 7)
    other = Game(game.project, saves=MemoryStore(), seed=1)
    other.restore(SaveDocument.parse(game.snapshot().to_bytes()))
    assert other.world["/nest"]["factory"].create().id == "/instance1"  # type: ignore[attr-defined]


def test_a_sink_hears_of_every_post_and_delivery(game: Game) -> None:
    game.trace = recorder = Recorder(ids=["ring"])
    game.world.post("/bell#b", "ring")
    game.step()
    game.trace = None
    assert [line.split()[-1] for line in recorder.text().splitlines() if "ring" in line] != []
