"""A save of the demo, kept since the version that wrote it: every later one loads it and goes on from there."""

from __future__ import annotations

from pathlib import Path

import pytest

import talewright.demo
from talewright.game import Game
from talewright.project import Project
from talewright.savegame import FolderStore, MemoryStore

KEPT = Path(__file__).parents[1] / "saves" / "demo"
SLOTS = sorted(path.stem for path in KEPT.glob("*.ini"))


@pytest.fixture(scope="module")
def project() -> Project:
    return Project.open(Path(talewright.demo.__file__).parent / "tavern")


@pytest.mark.parametrize("slot", SLOTS)
def test_a_kept_save_of_the_demo_loads_whole_and_goes_on(project: Project, slot: str) -> None:
    store = MemoryStore()
    store.put(slot, (KEPT / f"{slot}.ini").read_bytes())
    game = Game(project, saves=store, seed=7)

    report = game.load(slot)

    assert (report.source, report.unknown, report.moved) == (slot, [], [])
    kept = store.slots()[slot]
    assert (kept.title, kept.created) == ("In the cellar", "2026-01-02T03:04:05Z")
    assert game.time == pytest.approx(kept.play_time, abs=0.001)
    assert [item.base.name for item in game.characters["hero"].inventory] == ["mug"]
    assert "cellar" in game.worlds
    talk = game.conversation
    assert talk is not None
    assert talk.dialogue == "Rat"
    assert talk.line is not None
    for _ in range(20):
        if talk.options:
            talk.choose(next(n for n, option in enumerate(talk.options) if option.available))
        elif talk.line is not None:
            talk.advance()
        game.step(0.1)
    assert game.faults == []
    again = Game(project, saves=store, seed=8)
    game.save("again")
    again.load("again")
    assert again.snapshot() == game.snapshot()


def test_there_is_a_kept_save_of_the_demo() -> None:
    assert FolderStore(KEPT).damaged() == {}
    assert SLOTS
