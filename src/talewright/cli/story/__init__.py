"""`talewright story`."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.cli.story.commands import coverage_command, explore_command
    from talewright.cli.story.plans import test_command
    from talewright.cli.story.replay import replay_command
    from talewright.cli.story.strings import strings_group

__all__ = [
    "coverage_command",
    "explore_command",
    "replay_command",
    "strings_group",
    "test_command",
]

_HOMES = {
    "talewright.cli.story.commands": "coverage_command explore_command",
    "talewright.cli.story.plans": "test_command",
    "talewright.cli.story.replay": "replay_command",
    "talewright.cli.story.strings": "strings_group",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
