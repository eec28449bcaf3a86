"""The explorer on scripts of games: all of them together within two minutes, the same findings every time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.corpus.test_yarn import game, names

from talewright.testing import Explorer, explore

Corpus = Callable[[str], Path]

EXHAUSTIVE = {
    "ExampleProjects--SpaceJourney_FinalVersion": 0,
    "YarnSpinner-Godot--VNExampleDialogue": 0,
    "YarnSpinner-Rust--story": 0,
    "strawbevy-jam--dialogue": 0,
    "tsumi--aspects": 0,
    "wild-space--AcceptHelpEnd": 4,
}
"""Scripts of which every way is played, and how many findings are more than information."""
LIMIT = 800


def test_every_script_is_explored(corpus: Corpus) -> None:
    folder = corpus("yarn-games")
    assert len(names(folder)) == 15
    for name in names(folder):
        result = explore(game(folder, name), limit=LIMIT, walks=10)
        assert result.steps > 0, name
        assert not [one for one in result.findings if one.kind in ("nowhere", "error", "loop")], name
        for one in result.findings:
            assert one.span.file, (name, one)


@pytest.mark.parametrize("name", EXHAUSTIVE)
def test_small_scripts_are_explored_whole(corpus: Corpus, name: str) -> None:
    result = explore(game(corpus("yarn-games"), name))
    assert result.notes == []
    assert len(result.wrong) == EXHAUSTIVE[name]


def test_the_endings_that_hang_on_another_file_are_reached_once_their_variables_are_declared(corpus: Corpus) -> None:
    result = explore(game(corpus("yarn-games"), "wild-space--AcceptHelpEnd"), guess=True)
    assert result.notes == []
    assert result.wrong == []


def test_ways_play_again(corpus: Corpus) -> None:
    folder = corpus("yarn-games")
    for name in names(folder):
        explorer = Explorer(game(folder, name))
        for one in explorer.run(limit=150, walks=3).findings:
            if one.way:
                events, _ = explorer.play(one.way)
                assert events
