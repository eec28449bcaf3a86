"""A project's own tags are first class: cooked, remembered in the lock, renamed without losing a count."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from talewright.errors import ProjectError
from talewright.game import Game
from talewright.project import Project
from talewright.savegame import MemoryStore

Write = Callable[[dict[str, str]], Path]

CODE = """
from talewright import tag_source

QUESTS = {quests}

@tag_source
def quests(records):
    for name, *rest in QUESTS:
        yield (f"Quest.{{name}}", "a quest", *rest)
"""


@pytest.fixture
def quests(folder: Write) -> Callable[..., Path]:
    def write(*named: object) -> Path:
        listed = [one if isinstance(one, tuple) else (one,) for one in named]
        return folder(
            {"scripts.py": CODE.format(quests=listed), "Dialogues/D_A.yarn": "title: A\n---\nHi. #line:a\n===\n"}
        )

    return write


def codes(project: Project) -> list[str]:
    return [d.code for d in project.report if d.code.startswith("TW-LOCK")]


def test_a_renamed_quest_keeps_its_counts(quests: Callable[..., Path]) -> None:
    root = quests("Rats", "Cats")
    Project.open(root).cook()
    saves = MemoryStore()
    game = Game.open(root, seed=0, saves=saves)
    game.variables.gpvar("Quest.Rats").started = 3
    game.save("old")
    quests(("Mice", "Quest.Rats"), "Cats")
    Project.open(root).cook()
    assert Project.open(root).drift() == []
    for project in (Project.open(root), Project.open(root, cooked=True)):
        after = Game(project, seed=0, saves=saves)
        assert "the counts of Quest.Rats are those of Quest.Mice now" in after.load("old").moved
        assert after.variables.gpvar("Quest.Mice").started == 3
    quests("Mice", "Cats")  # the lock remembers, though the code says it no more
    assert Project.open(root).tags.tag("Quest.Rats").name == "Quest.Mice"
    quests(("Voles", ["Quest.Mice", "Quest.Rats"]), "Cats")
    assert Project.open(root).tags.tag("Quest.Mice").name == "Quest.Voles"
    assert Project.open(root).tags.tag("Quest.Rats").name == "Quest.Voles"


def test_a_quest_that_is_gone_is_named_with_what_is_new(quests: Callable[..., Path]) -> None:
    root = quests("Rats", "Cats")
    Project.open(root).cook()
    quests("Mice", "Cats")
    (found,) = [d for d in Project.open(root).report if d.code == "TW-LOCK-05"]
    assert "the source Quest.Rats is gone" in found.message
    assert "if it is Quest.Mice now, write Quest.Rats behind its name and comment" in found.hint
    assert found.span.file == "scripts.py"
    Project.open(root).cook()
    assert codes(Project.open(root)) == []
    quests(("Cats", "Quest.Rats"), "Mice")  # merged later
    assert Project.open(root).tags.tag("Quest.Rats").name == "Quest.Cats"


def test_a_check_runs_no_code_and_so_misses_none_of_its_tags(quests: Callable[..., Path]) -> None:
    root = quests("Rats")
    Project.open(root).cook()
    assert Project.check(root) == []


def test_what_was_remembered_is_of_the_same_own_tags(quests: Callable[..., Path]) -> None:
    root = quests("Rats")
    (root / "Saved").mkdir()
    Project.open(root, saved_dir=root / "Saved").cook()
    Project.open(root, saved_dir=root / "Saved")
    quests(("Mice", "Quest.Rats"))
    for _ in range(2):
        assert Project.open(root, saved_dir=root / "Saved").tags.tag("Quest.Rats").name == "Quest.Mice"


def test_a_reload_follows_renamed_quests(quests: Callable[..., Path]) -> None:
    root = quests("Rats")
    game = Game.open(root, seed=0, saves=MemoryStore())
    game.variables.gpvar("Quest.Rats").started = 2
    quests(("Mice", "Quest.Rats"))
    report = game.reload()
    assert report.errors == []
    assert dict(report.tags.renamed) == {"Quest.Rats": "Quest.Mice"}
    assert game.variables.gpvar("Quest.Mice").started == 2


@pytest.mark.parametrize("row", ["1", '("A", 2)', '("A", "b", 3)', '("A", "b", "c", "d")', "None"])
def test_what_is_no_tag_is_a_finding(folder: Write, row: str) -> None:
    code = f"from talewright import tag_source\n\n@tag_source\ndef one(records):\n    yield {row}\n"
    with pytest.raises(ProjectError, match="the tag source one failed: TypeError"):
        Project.open(folder({"scripts.py": code, "Dialogues/D_A.yarn": "title: A\n---\n===\n"}))
