"""Bags go back with everything else: after any acts, any mark is the state that it was made of (people.md G1)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from talewright.errors import TalewrightError
from talewright.game import Game, Marks
from talewright.game.playlog import state_digest
from talewright.project import Project
from talewright.rpg import Character

ITEMS = "[coin SapituItem]\nstack=6\n\n[sword SapituItem]\nslot=hand\n\n[helm SapituItem]\nslot=head\n"

names = st.sampled_from(["coin", "sword", "helm"])
acts = st.lists(st.tuples(st.integers(0, 7), names, st.integers(0, 9)), min_size=1, max_size=25)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    folder = tmp_path_factory.mktemp("bags")
    (folder / "Config").mkdir()
    (folder / "Config" / "Items.ini").write_text(ITEMS, encoding="utf-8")
    return Project.open(folder)


def act(game: Game, what: int, name: str, number: int) -> None:
    hero, other = game.characters["ann"], game.characters["bob"]
    items = game.characters.items
    does: list[Callable[[], object]] = [
        lambda: hero.gain(name, number),
        lambda: hero.lose(name, number),
        lambda: other.lose(name, number),
    ]
    if items:
        picked = items[number % len(items)]
        does += [
            lambda: game.characters.move(picked, other),
            lambda: game.characters.move(picked, hero, count=1),
            lambda: game.characters.move(picked, None),
            lambda: hero.equip(picked),
            lambda: game.characters.destroy(picked),
        ]
    try:
        does[what % len(does)]()
    except TalewrightError:
        pass


def carried(character: Character) -> list[tuple[str, int, str]]:
    return [(item.id, item.count, item.worn_in) for item in character.inventory]


@given(acts, st.integers(1, 25))
@settings(max_examples=30, deadline=None)
def test_people_G1_any_mark_brings_the_bags_back(
    project: Project, done: list[tuple[int, str, int]], steps: int
) -> None:
    game = Game(project, seed=1)
    game.characters.create("ann")
    game.characters.create("bob")
    game.marks = Marks(depth=100)
    states: list[tuple[str, list[list[tuple[str, int, str]]]]] = []
    for one in done:
        game.marks.add()
        states.append((state_digest(game), [carried(character) for character in game.characters]))
        act(game, *one)
    last = state_digest(game)
    while game.rollback(steps).steps:
        assert (state_digest(game), [carried(character) for character in game.characters]) in states
        assert all(item.alive for item in game.characters.items)
    assert (state_digest(game), [carried(character) for character in game.characters]) == states[0]
    while game.marks.can_forward:
        game.roll_forward()
    assert state_digest(game) == last
