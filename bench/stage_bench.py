"""What a tick of the stage costs while nothing happens, beside a step of the game itself (people.md, measure S4).

Run: python bench/stage_bench.py [--rounds N]
In each round the same game makes steps alone and steps by ticks of the stage, in turn; what the stage adds is printed
in microseconds a tick, as medians, and as a ratio to a loop of plain function calls. The cases are a line on show, a
choice, and deeds. The exit code is 1 where the scene was made anew, or the stage adds too much by both measures.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from talewright.demo import TAVERN
from talewright.game import Conversation
from talewright.savegame import MemoryStore
from talewright.stage import Stage

TICKS = 2_000
GOAL = 50.0
"""Microseconds that the stage may add to an idle step."""
GOAL_CALLS = 500.0
"""How many calls of an empty function that may be."""


def seconds(call: Callable[[], object]) -> float:
    """Return the CPU time of many calls."""
    begin = time.process_time()
    for _ in range(TICKS):
        call()
    return time.process_time() - begin


def nothing() -> None:
    """Do nothing."""


def made(case: str, saved: Path) -> Stage:
    """Return a stage of the demo with a line, a choice or deeds on show."""
    stage = Stage.open(TAVERN, saves=MemoryStore(), saved=saved, seed=7)
    if case != "deeds":
        stage.game.world.component("/landlady#talk", Conversation).start()
        stage.tick(0.0)
        stage.act("go")
    for _ in range(100):
        if case == "choice" and not stage.scene.choices:
            stage.act("go")
    assert bool(stage.scene.choices) == (case != "line"), f"nothing to measure: {stage.scene}"
    for _ in range(600):  # notices go away
        stage.tick(1 / 60)
    return stage


def main() -> int:
    """Print a row a case; 1 where a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=10)
    rounds = parser.parse_args().rounds
    missed = False
    with tempfile.TemporaryDirectory() as saved:
        for case in ("line", "choice", "deeds"):
            stage = made(case, Path(saved))
            scene, added, calls, steps = stage.scene, [], [], []
            for _ in range(rounds):
                step = seconds(lambda: stage.game.step(1 / 60))  # noqa: B023 - it is called at once
                tick = seconds(lambda: stage.tick(1 / 60))  # noqa: B023
                call = seconds(nothing)
                added.append((tick - step) / TICKS * 1e6)
                calls.append((tick - step) / call)
                steps.append(step / TICKS * 1e6)
            stage.close()
            more, ratio = statistics.median(added), statistics.median(calls)
            missed |= stage.scene is not scene or (more > GOAL and ratio > GOAL_CALLS)
            print(
                f"{case:8} step {statistics.median(steps):6.1f} us, the stage adds {more:6.1f} us, {ratio:6.0f} calls"
            )
    return int(missed)


if __name__ == "__main__":
    raise SystemExit(main())
