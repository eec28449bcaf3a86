"""What pytest collects: plans, explorations, stories, snapshots."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.testing.pytest.collecting import PlanFile, Played, ScriptFile, played
    from talewright.testing.pytest.marks import marked_dot, marked_mermaid
    from talewright.testing.pytest.snapshots import Snapshots
    from talewright.testing.pytest.stories import StoryFiles, read_story, tags_of_project
    from talewright.testing.pytest.story import Story, find_project

__all__ = [
    "PlanFile",
    "Played",
    "ScriptFile",
    "Snapshots",
    "Story",
    "StoryFiles",
    "find_project",
    "marked_dot",
    "marked_mermaid",
    "played",
    "read_story",
    "tags_of_project",
]

_HOMES = {
    "talewright.testing.pytest.collecting": "PlanFile Played ScriptFile played",
    "talewright.testing.pytest.marks": "marked_dot marked_mermaid",
    "talewright.testing.pytest.snapshots": "Snapshots",
    "talewright.testing.pytest.stories": "StoryFiles read_story tags_of_project",
    "talewright.testing.pytest.story": "Story find_project",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
