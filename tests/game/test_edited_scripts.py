"""A save outlives edits of the script: the place is found again, and nothing happens twice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from talewright.game import Conversation, Game
from talewright.project import Project
from talewright.savegame import MemoryStore, SaveDocument

Write = Callable[[dict[str, str]], Path]

SCRIPT = """title: Shop
---
<<declare $sold = 0>>
Maud: A lamp? #line:offer
-> Yes. #choice:buy #line:lamp
    <<give lamp>>
    <<set $sold = $sold + 1>>
    Maud: Mind the wick. #line:wick
    Maud: And the oil. #line:oil
-> No. #line:no
===
"""
CODE = """
from talewright import Conversation, Game, World, collection, command

@command
def give(game: Game, what: str) -> None:
    game.characters["ann"].health += 1

@collection("main")
def new_game(game: Game, world: World) -> None:
    game.characters.create("ann")
    world.spawn("maud", talk=Conversation("Maud"))
"""


def game_of(folder: Path) -> Game:
    return Game(Project.open(folder), saves=MemoryStore(), seed=0)


def talk_of(game: Game) -> Conversation:
    return game.world.component("/maud#talk", Conversation)


@pytest.fixture
def saved(folder: Write) -> bytes:
    """A save at "Mind the wick.", behind a command and an assignment."""
    game = game_of(folder({"Dialogues/D_Maud.yarn": SCRIPT, "scripts.py": CODE}))
    game.start()
    talk_of(game).start()
    talk_of(game).choose("lamp")
    assert (game.characters["ann"].health, game.variables["sold"]) == (101, 1)
    return game.snapshot().to_bytes()


def loaded(folder: Write, data: bytes, old: str, new: str) -> tuple[Game, list[str]]:
    game = game_of(folder({"Dialogues/D_Maud.yarn": SCRIPT.replace(old, new)}))
    return game, game.restore(SaveDocument.parse(data)).moved


def test_a_deleted_line_repeats_no_command_and_no_assignment(folder: Write, saved: bytes) -> None:
    game, moved = loaded(folder, saved, "    Maud: Mind the wick. #line:wick\n", "")
    line = talk_of(game).line
    assert line is not None
    assert line.text == "And the oil."
    assert (game.characters["ann"].health, game.variables["sold"]) == (101, 1)
    assert ["line:wick is no longer in Shop" in text for text in moved] == [True]
    talk_of(game).advance()
    assert not talk_of(game).playing
    assert (game.characters["ann"].health, game.variables["sold"]) == (101, 1)


def test_a_renamed_id_with_everything_else_changed_shows_the_nearest_line(folder: Write, saved: bytes) -> None:
    old = "    Maud: Mind the wick. #line:wick\n    Maud: And the oil. #line:oil\n"
    game, _ = loaded(folder, saved, old, "    Maud: Bye. #line:bye\n")
    line = talk_of(game).line
    assert line is not None
    assert line.text == "Bye."
    assert game.characters["ann"].health == 101


def test_a_place_behind_which_the_dialogue_ends_waits_for_the_next_advance(folder: Write, saved: bytes) -> None:
    old = "    Maud: Mind the wick. #line:wick\n    Maud: And the oil. #line:oil\n"
    game, _ = loaded(folder, saved, old, "")
    assert talk_of(game).playing
    assert (talk_of(game).line, talk_of(game).options) == (None, ())
    talk_of(game).advance()
    assert not talk_of(game).playing
    assert game.characters["ann"].health == 101


def test_a_changed_text_of_the_same_line_is_shown_at_once(folder: Write, saved: bytes) -> None:
    game, moved = loaded(folder, saved, "Mind the wick.", "Mind the wick, {$sold}.")
    line = talk_of(game).line
    assert line is not None
    assert line.text == "Mind the wick, 1."
    assert len(moved) == 1


def test_options_that_changed_are_offered_anew(folder: Write) -> None:
    game = game_of(folder({"Dialogues/D_Maud.yarn": SCRIPT, "scripts.py": CODE}))
    game.start()
    talk_of(game).start()
    data = game.snapshot().to_bytes()
    later, _ = loaded(folder, data, "-> No. #line:no\n", "-> No. #line:no\n-> Two. #line:two\n")
    assert [o.id for o in talk_of(later).options] == ["lamp", "no", "two"]


def test_loading_after_an_edit_twice_gives_the_same_game(folder: Write, saved: bytes) -> None:
    game, _ = loaded(folder, saved, "    Maud: Mind the wick. #line:wick\n", "")
    first = game.snapshot()
    game.restore(SaveDocument.parse(saved))
    assert game.snapshot() == first
