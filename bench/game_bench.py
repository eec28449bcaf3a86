"""What a conversation of a game costs, as a ratio to another checkout, and what a listener adds.

Run: python bench/game_bench.py [OTHER_SRC]
A round plays the tavern's smith: start, choose, advance to the end, many times over, with no listener, with one, and
with ten. With the ``src`` folder of another checkout the rounds of both are interleaved, each in its own process, and
the ratio of the medians is printed (below 1: this one is quicker); the line "same" is this checkout against itself, and
so the spread. Times are those of the process.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent / "src"
ROUNDS = 10
PLAYS = 300

PLAY = """
import sys, time
from talewright.demo import TAVERN
from talewright.game import Conversation, Game
from talewright.project import Project
from talewright.savegame import MemoryStore

game = Game(Project.open(TAVERN), seed=7, saves=MemoryStore())
game.start()
talk = game.world.component("/smith#talk", Conversation)
for _ in range(int(sys.argv[2])):
    game.listen(lambda heard: None)


def play():
    talk.start()
    while talk.playing:
        free = [option for option in talk.options if option.available]
        talk.choose(free[-1].id) if free else talk.advance()
        game.step()


play()
begin = time.process_time()
for _ in range(int(sys.argv[1])):
    play()
print(time.process_time() - begin)
"""


def played(source: Path, listeners: int) -> float:
    """Return the seconds that a round takes."""
    done = subprocess.run(
        [sys.executable, "-c", PLAY, str(PLAYS), str(listeners)],
        env={**os.environ, "PYTHONPATH": str(source), "PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout)


def main() -> None:
    """Measure."""
    other = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else None
    times: dict[str, list[float]] = {"here": [], "same": [], "one listener": [], "ten listeners": []}
    if other is not None:
        times["other"] = []
    for _ in range(ROUNDS):
        for name, found in times.items():
            listeners = {"one listener": 1, "ten listeners": 10}.get(name, 0)
            found.append(played(other if name == "other" and other is not None else HERE, listeners))
    middle = {name: statistics.median(found) for name, found in times.items()}
    print(f"here: {middle['here'] / PLAYS * 1e6:.0f} microseconds a conversation, no listener")
    for name, seconds in middle.items():
        if name == "other":
            print(f"here against the other checkout: {middle['here'] / seconds:.3f}")
        elif name != "here":
            print(f"{name}: {seconds / middle['here']:.3f} of here")


if __name__ == "__main__":
    main()
