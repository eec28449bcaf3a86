"""One running game over everything below: worlds, characters, dialogues, variables, saves."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.game.autosave import QUICK, Autosave, attach, quick_load, quick_save
    from talewright.game.codes import CODES
    from talewright.game.console import call_command, command_named, commands_of, complete
    from talewright.game.conversation import message_of
    from talewright.game.counting import touched
    from talewright.game.decorators import Right, command, function
    from talewright.game.deeds import Deed, Deeds, offering
    from talewright.game.events import (
        CommandRan,
        GameEvent,
        ItemGained,
        ItemLost,
        Loaded,
        PlaceEntered,
        RolledBack,
        Told,
        shown,
        spoken,
    )
    from talewright.game.game import Conversation, Game, GuiScript, Heard, Script
    from talewright.game.keeping import Marks, Persistent, RollbackReport
    from talewright.game.own_texts import phrases
    from talewright.game.playlog import Difference, LoggedRun, PlayLog, replay
    from talewright.game.reloading import ReloadReport
    from talewright.game.streams import RandomStream, Streams
    from talewright.game.variables import GPVar, Variables

__all__ = [
    "CODES",
    "QUICK",
    "Autosave",
    "CommandRan",
    "Conversation",
    "Deed",
    "Deeds",
    "Difference",
    "GPVar",
    "Game",
    "GameEvent",
    "GuiScript",
    "Heard",
    "ItemGained",
    "ItemLost",
    "Loaded",
    "LoggedRun",
    "Marks",
    "Persistent",
    "PlaceEntered",
    "PlayLog",
    "RandomStream",
    "ReloadReport",
    "Right",
    "RollbackReport",
    "RolledBack",
    "Script",
    "Streams",
    "Told",
    "Variables",
    "attach",
    "call_command",
    "command",
    "command_named",
    "commands_of",
    "complete",
    "function",
    "message_of",
    "offering",
    "phrases",
    "quick_load",
    "quick_save",
    "replay",
    "shown",
    "spoken",
    "touched",
]

_HOMES = {
    "talewright.game.autosave": "Autosave QUICK attach quick_load quick_save",
    "talewright.game.codes": "CODES",
    "talewright.game.console": "call_command command_named commands_of complete",
    "talewright.game.conversation": "message_of",
    "talewright.game.counting": "touched",
    "talewright.game.decorators": "Right command function",
    "talewright.game.deeds": "Deed Deeds offering",
    "talewright.game.events": (
        "CommandRan GameEvent ItemGained ItemLost Loaded PlaceEntered RolledBack Told shown spoken"
    ),
    "talewright.game.game": "Conversation Game GuiScript Heard Script",
    "talewright.game.keeping": "Marks Persistent RollbackReport",
    "talewright.game.own_texts": "phrases",
    "talewright.game.playlog": "Difference LoggedRun PlayLog replay",
    "talewright.game.reloading": "ReloadReport",
    "talewright.game.streams": "RandomStream Streams",
    "talewright.game.variables": "GPVar Variables",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
