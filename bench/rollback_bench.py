"""What going back costs: marks and rollbacks as ratios to ``json`` of the same data, and what a ring of marks holds.

    python bench/rollback_bench.py [--small] [--rounds N]

Two games: the tavern in the middle of a talk, and a thousand objects of one small script, of which each act changes
ten. A mark is measured to ``json.dumps`` of the sections that it holds, a rollback to ``json.loads`` of them; both in
one interleaved run, medians of the rounds. Behind the ratios stand milliseconds of the process. Memory is what a
hundred marks allocate.
"""

from __future__ import annotations

import argparse
import gc
import json
import statistics
import time
import tracemalloc
from collections.abc import Callable

from talewright.demo import TAVERN
from talewright.game import Conversation, Game, Marks, Script
from talewright.messaging import Message, Url, on
from talewright.savegame import MemoryStore


class Guard(Script):
    """Somebody with a little of everything."""

    health: int = 100
    name: str = ""
    speed: float = 1.5
    awake: bool = True
    target: Url | None = None
    seen: list[str] = []

    @on("hit")
    def hit(self, message: Message, sender: Url) -> None:
        self.health -= message["power"]


def tavern() -> tuple[Game, Callable[[int], None]]:
    """Make the tavern, and what acts in it."""
    game = Game.open(TAVERN, seed=7, saves=MemoryStore())
    game.start()
    game.world.component("/smith#talk", Conversation).start()
    game.step(1 / 60)

    def act(number: int) -> None:
        talk = game.conversation
        if talk is None:
            game.world.component("/smith#talk", Conversation).start()
        else:
            free = [option for option in talk.options if option.available]
            talk.choose(free[number % len(free)].id) if free else talk.advance()
        game.step(1 / 60)

    return game, act


def guards(count: int) -> tuple[Game, Callable[[int], None]]:
    """Make many objects of a small script, and what acts on ten of them."""
    game = Game(seed=7, saves=MemoryStore())
    for n in range(count):
        guard = Guard(name=f"guard {n}", seen=["/gate", f"/guard{n // 2}"])
        game.world.spawn(f"guard{n}", position=(n, 2, 0), controller=guard)
    game.start()
    game.step(1 / 60)

    def act(number: int) -> None:
        for n in range(10):
            game.world.post(f"/guard{(number * 10 + n) % count}#controller", "hit", power=1)
        game.step(1 / 60)

    return game, act


def timed(act: Callable[[], object]) -> float:
    begin = time.process_time()
    act()
    return (time.process_time() - begin) * 1000


def measure(name: str, game: Game, act: Callable[[int], None], rounds: int) -> None:
    """Print a game's ratios and milliseconds."""
    marks = game.marks = Marks()
    data = {" ".join(key): fields for key, fields in game.snapshot().sections.items()}
    text = json.dumps(data)
    times: dict[str, list[float]] = {"mark": [], "dumps": [], "rollback": [], "loads": []}
    for number in range(rounds):
        act(number)
        gc.collect()
        times["mark"].append(timed(marks.add))
        times["dumps"].append(timed(lambda: json.dumps(data)))
        act(number + 1)
        times["rollback"].append(timed(game.rollback))
        times["loads"].append(timed(lambda: json.loads(text)))
    mid = {what: statistics.median(found) for what, found in times.items()}
    for what, base in (("mark", "dumps"), ("rollback", "loads")):
        ratio = statistics.median(one / other for one, other in zip(times[what], times[base], strict=True))
        best = min(times[what])
        print(f"{name:16} {what:9} {ratio:6.1f} x json.{base:6} {mid[what]:8.2f} ms (best {best:.2f})")


def held(name: str, game: Game, act: Callable[[int], None]) -> None:
    """Print what a hundred marks allocate."""
    game.marks = None
    gc.collect()
    tracemalloc.start()
    marks = game.marks = Marks(100)
    for number in range(100):
        marks.add()
        act(number)
    gc.collect()
    ring = game.marks
    before = tracemalloc.get_traced_memory()[0]
    game.marks = None
    del marks
    count = len(ring)
    del ring
    gc.collect()
    freed = before - tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    print(f"{name:16} {count} marks {freed / 1e6:6.2f} MB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--small", action="store_true", help="a tenth of the objects, and few rounds")
    parser.add_argument("--rounds", type=int, default=0)
    given = parser.parse_args()
    count, rounds = (100, 5) if given.small else (1000, 25)
    for name, (game, act) in {"tavern": tavern(), f"{count} objects": guards(count)}.items():
        measure(name, game, act, given.rounds or rounds)
        held(name, game, act)


if __name__ == "__main__":
    main()
