"""One running game over everything below: worlds, characters, dialogues, variables, saves."""

from talewright.game.conversation import CommandRan, Conversation
from talewright.game.game import Game
from talewright.game.marks import command, function
from talewright.game.reloading import ReloadReport
from talewright.game.script import GuiScript, Script
from talewright.game.streams import RandomStream, Streams
from talewright.game.variables import GPVar, Variables

__all__ = [
    "CommandRan",
    "Conversation",
    "GPVar",
    "Game",
    "GuiScript",
    "RandomStream",
    "ReloadReport",
    "Script",
    "Streams",
    "Variables",
    "command",
    "function",
]
