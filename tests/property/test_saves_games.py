"""Whatever was played: a save is the whole game, at every step of it (field reports 4, 9, 18 and 20)."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from talewright.cli.play.player import Player
from talewright.game import Conversation, Game
from talewright.project import Project
from talewright.savegame import MemoryStore, SaveDocument

TAVERN = Path(__file__).parents[1] / "frozen" / "tavern"
SCRIPTS = Path(__file__).parents[1] / "frozen" / "transcripts"
SLOW = bool(os.environ.get("TALEWRIGHT_SLOW"))


@cache
def tavern() -> Project:
    return Project.open(TAVERN)


def through_text(game: Game, into: Game) -> Game:
    document = game.snapshot()
    into.restore(SaveDocument.parse(document.to_bytes(), "slot"))
    into.run_id = game.run_id  # so that slots are this game's own, as after a load of them
    assert into.snapshot() == document
    return into


def relayed(player: Player, game: Game) -> Player:
    """Give a player of another game that has seen what this player has seen."""
    made = Player(game)
    for name, value in vars(player).items():
        if name not in ("game", "_own", "_faults", "_talk"):
            setattr(made, name, value)
    talk = player._talk
    made._talk = None if talk is None else game.worlds[talk.world.name].component(str(talk.url()), Conversation)
    return made


@pytest.mark.parametrize("name", sorted(path.stem for path in SCRIPTS.glob("*.txt")))
def test_a_demo_played_in_a_fresh_game_for_every_step_is_the_demo(name: str, tmp_path: Path) -> None:
    player = Player(Game(tavern(), seed=0, saved=tmp_path / "Saved"))
    said = player.begin()
    for line in (SCRIPTS / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if player.done:
            break
        fresh = Game(tavern(), seed=99, saved=tmp_path / "Saved")
        player = relayed(player, through_text(player.game, fresh))
        said += player.feed(line)
    printed = "".join(f"{piece.text}\n" for piece in said)
    assert printed == (SCRIPTS / f"{name}.expected").read_bytes().decode()


@pytest.mark.parametrize("name", sorted(path.stem for path in SCRIPTS.glob("*.txt")))
def test_a_demo_loaded_over_itself_at_every_step_is_the_demo(name: str, tmp_path: Path) -> None:
    player = Player(Game(tavern(), seed=0, saved=tmp_path / "Saved"))
    said = player.begin()
    for line in (SCRIPTS / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if player.done:
            break
        through_text(player.game, player.game)
        said += player.feed(line)
    printed = "".join(f"{piece.text}\n" for piece in said)
    assert printed == (SCRIPTS / f"{name}.expected").read_bytes().decode()


INPUTS = (
    "|||1|2|3|step 1|step 40|/talk landlady|/talk smith|/talk bard|/talk cat|/go forge|/go cellar|/go bar|/punch|/punch"
    "|/look|/createRandomItem|/pickupAll|/createChar bob|/createItem bread|/score|/map|/showChar"
)
inputs = st.lists(st.sampled_from(INPUTS.split("|")), max_size=25)


def play(game: Game, script: list[str]) -> list[str]:
    player = Player(game)
    if not game.state.started:
        player.begin()
    return [piece.text for line in script for piece in player.feed(line)]


def new(seed: int = 0) -> Game:
    return Game(tavern(), seed=seed, saves=MemoryStore(), saved=Path(os.devnull) / "nowhere")


@given(inputs, inputs)
@settings(max_examples=150 if SLOW else 25, deadline=None)
def test_save_and_load_is_the_identity_of_random_games(before: list[str], after: list[str]) -> None:
    """Report 20: playing N and M is playing N, saving, loading, and playing M; loading draws no number."""
    straight = new()
    play(straight, before)
    document = straight.snapshot()
    body = document.body_bytes()
    assert straight.snapshot().body_bytes() == body  # report 3: saving changes nothing
    fresh = through_text(straight, new(seed=5))
    dirty = new(seed=6)
    play(dirty, after)
    through_text(straight, dirty)
    results = [play(game, after) for game in (straight, fresh, dirty)]
    assert results[0] == results[1] == results[2]
    assert straight.snapshot() == fresh.snapshot() == dirty.snapshot()
    assert document.body_bytes() == body  # report 2: what was saved is not what goes on living
