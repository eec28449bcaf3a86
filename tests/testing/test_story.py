"""The fixture ``story``: a conversation as a test plays it (API, section 4.5)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from talewright.errors import NotFound
from talewright.project import Project
from talewright.testing import Story
from talewright.testing.pytest.story import find_project

Write = Callable[[dict[str, str]], Path]

FILES = {
    "Dialogues/D_Smith.yarn": "title: Forge\n---\nSmith: Yes? #line:yes\nSmith: Well? #line:well\n"
    "-> A sword. #choice:need #line:sword\n    <<hit power=3>>\n    Smith: Ow. #line:ow\n"
    "-> Gold. <<if false>> #line:gold\n===\n",
    "scripts.py": "from talewright import Conversation, Game, Script, World, collection, on\n"
    "class Smith(Script):\n    hits: int = 0\n    @on('hit')\n    def hit(self, message, sender):\n"
    "        self.hits += int(message['power'])\n"
    "    @on('break')\n    def broken(self, message, sender):\n        raise RuntimeError('the hammer broke')\n"
    "@collection('main')\ndef new_game(game: Game, world: World) -> None:\n"
    "    world.spawn('smith', controller=Smith(), talk=Conversation('Smith'))\n",
}


@pytest.fixture
def told(folder: Write, tmp_path: Path) -> Story:
    return Story(Project.open(folder(FILES)), saved=tmp_path / "Saved")


def test_it_plays_expects_and_chooses(told: Story) -> None:
    told.play("/smith#talk")
    told.expect("Smith: Yes?", "Smith: Well?")
    assert told.options == ["A sword."]
    told.choose("A sword.")
    told.expect("Smith: Ow.")
    assert told.posted("hit") == [{"power": "3"}]
    assert told.game.conversation is None


def test_a_save_in_the_middle_is_the_same_story(told: Story) -> None:
    told.play("/smith#talk")
    told.expect("Smith: Yes?")
    before = told.game
    told.save_and_load()
    assert told.game is not before
    told.expect("Smith: Well?")
    told.choose("sword")
    told.save_and_load()
    told.expect("Smith: Ow.")


@pytest.mark.parametrize(
    ("act", "says"),
    [
        (lambda s: s.expect("Smith: No."), "'Smith: Yes\\?', not 'Smith: No.'"),
        (lambda s: s.choose("A sword."), "no options are shown"),
        (lambda s: s.game.world.post("/smith", "break") or s.expect("Smith: Yes?"), "the hammer broke"),
    ],
)
def test_what_differs_fails_the_test(told: Story, act: Callable[[Story], None], says: str) -> None:
    told.play("/smith#talk")
    with pytest.raises(AssertionError, match=says):
        act(told)


def test_nothing_is_expected_of_a_conversation_that_is_over(told: Story) -> None:
    with pytest.raises(AssertionError, match="no conversation is in play"):
        told.expect("Smith: Yes?")


def test_nothing_is_written_into_the_project(told: Story) -> None:
    told.play("/smith#talk")
    told.game.save("slot1")
    assert told.game.project.folder is not None
    assert sorted(p.name for p in told.game.project.folder.iterdir() if p.name != "__pycache__") == [
        "Dialogues",
        "scripts.py",
    ]


def test_the_project_is_found_from_the_test_s_folder_upwards(folder: Write, tmp_path: Path) -> None:
    root = folder({"Dialogues/D_Smith.yarn": "", "tests/deep/test_it.py": ""})
    assert find_project(root / "tests" / "deep") == root
    with pytest.raises(NotFound, match="is a project"):
        find_project(tmp_path)
