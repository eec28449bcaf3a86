"""What pytest collects: plans, explorations, stories, snapshots."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.testing.pytest.collecting import PlanFile, Played, ScriptFile, played
    from talewright.testing.pytest.story import Snapshots, Story, find_project
    from talewright.testing.pytest.story_files import StoryFiles, read_story, tags_of_project

__all__ = [
    "PlanFile",
    "Played",
    "ScriptFile",
    "Snapshots",
    "Story",
    "StoryFiles",
    "find_project",
    "played",
    "read_story",
    "tags_of_project",
]

_HOMES = {
    "talewright.testing.pytest.collecting": "PlanFile Played ScriptFile played",
    "talewright.testing.pytest.story": "Snapshots Story find_project",
    "talewright.testing.pytest.story_files": "StoryFiles read_story tags_of_project",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
