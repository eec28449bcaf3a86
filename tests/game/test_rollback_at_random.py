"""B1 of people.md, section 5: players who act at random go back and forward, and find every state as it was."""

from __future__ import annotations

import os
import runpy
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from talewright.demo import TAVERN
from talewright.errors import TalewrightError
from talewright.game import Game, Marks, commands_of
from talewright.game.console import complete
from talewright.savegame import MemoryStore, SaveDocument

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SLOW = os.environ.get("TALEWRIGHT_SLOW") == "1"
SEEDS, ACTS, FAR = (50, 200, 20) if SLOW else (2, 40, 20)
# None that takes a world away from under its player: places ask for it again in on_reload, and so change the state.
MESSAGES = ("interact", "punch", "hit", "go", "enable", "load", "init", "final", "exit", "swing")


def project(folder: Path) -> Callable[[int, Path], Game]:
    """Make games of a folder, which write elsewhere."""

    def make(seed: int, saved: Path) -> Game:
        game = Game.open(folder, seed=seed, saves=MemoryStore(), saved=saved)
        game.start()
        return game

    return make


def smallest(seed: int, saved: Path) -> Game:
    """The game that is all code, as its program leaves it."""
    game: Game = runpy.run_path(str(EXAMPLES / "smallest.py"))["game"]
    return game


GAMES = {
    "tavern": project(TAVERN),
    "smith": project(EXAMPLES / "smith"),  # the chatbot plays it, too
    "inventory": project(EXAMPLES / "inventory"),
    "migration": project(EXAMPLES / "migration"),
    "smallest": smallest,
}


class Player:
    """Does at random what a host can do between steps; what is refused is no harm."""

    def __init__(self, game: Game, dice: Random) -> None:
        self.game, self.dice = game, dice

    def act(self) -> None:
        """Do something."""
        ways = [self.type, self.post, self.wait]
        if self.game.conversation is not None:
            ways += [self.talk] * 6
        if self.game.deeds():
            ways += [self.do] * 3
        try:
            self.dice.choice(ways)()
        except TalewrightError:
            pass
        self.game.step(self.dice.choice((0, 0, 1 / 60, 0.5)))

    def talk(self) -> None:
        """Choose or go on; now and then break off, start anew, or go back by hand."""
        talk = self.game.conversation
        assert talk is not None
        way = self.dice.randrange(20)
        if way == 0:
            talk.stop()
        elif way == 1:
            talk.start(replace=True)
        elif way == 2:
            talk.rewind()
        elif talk.options:
            talk.choose(self.dice.randrange(len(talk.options)))
        else:
            talk.advance()

    def do(self) -> None:
        """Do a deed."""
        self.game.do(self.dice.choice(self.game.deeds()))

    def type(self) -> None:
        """Write any command into the console, with words that it offers."""
        name, command = self.dice.choice(list(commands_of(self.game).items()))
        line = name
        for _ in command.parameters:
            offered = complete(self.game, f"{line} ") or ["word", "7", "bar", "landlady", "smith", "bard"]
            line += f" {self.dice.choice(offered)}"
        self.game.run(line)

    def post(self) -> None:
        """Post a message to anybody."""
        things = [thing for world in self.game.worlds for thing in world]
        if things:
            thing = self.dice.choice(things)
            fields = {"place": "bar"} if self.dice.random() < 0.3 else {}
            self.game.world.post(str(thing), self.dice.choice(MESSAGES), **fields)

    def wait(self) -> None:
        """Let time pass."""
        self.game.step(self.dice.uniform(0, 3))


def state(game: Game) -> SaveDocument:
    """Return what is compared: all but what is known of the file of stored characters, which is outside of the game."""
    document = game.snapshot()
    document.section("sapitu", "Characters").pop("known", None)
    return document


def play(game: Game, dice: Random) -> int:
    """Play, and compare after each act; give how many rollbacks there were."""
    marks = game.marks = Marks()
    player, marked, done = Player(game, dice), {}, 0
    for act in range(ACTS):
        marks.add(note=act)
        marked[act] = state(game)
        player.act()
        now = state(game)
        notes, far = marks.notes, dice.randint(1, FAR)
        report = game.rollback(far)
        if report.steps:
            assert report.notices == ()
            assert report.note in (notes[-report.steps], *notes[-report.steps - 1 : -report.steps])
            assert state(game) == marked[report.note], f"{report} after act {act}"
            forward = game.roll_forward(report.steps)
            assert forward.steps == report.steps
            done += 1
        assert state(game) == now, f"forward after {report} after act {act}"
        if dice.random() < 0.2 and game.rollback(dice.randint(1, 5)).steps:  # and play on from there
            marked = {note: document for note, document in marked.items() if note <= act}
    return done


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_people_B1_every_state_of_a_random_play_comes_back_as_it_was(name: str, tmp_path: Path) -> None:
    done = 0
    for seed in range(SEEDS):
        done += play(GAMES[name](seed, tmp_path / f"Saved{seed}"), Random(seed))
    assert done > SEEDS
