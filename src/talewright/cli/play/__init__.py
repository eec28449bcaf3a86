"""`talewright play`: people at a terminal."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.cli.play.commands import demo_command, dialogue_play_command, play_command
    from talewright.cli.play.player import Player

__all__ = [
    "Player",
    "demo_command",
    "dialogue_play_command",
    "play_command",
]

_HOMES = {
    "talewright.cli.play.commands": "demo_command dialogue_play_command play_command",
    "talewright.cli.play.player": "Player",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
