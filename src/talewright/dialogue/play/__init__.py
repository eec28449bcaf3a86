"""A dialogue being played: its state, steps, choices, positions, and going back."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.dialogue.play.events import (
        Choose,
        Command,
        Continue,
        DialogueEnded,
        Event,
        Line,
        NoOptions,
        Option,
        Options,
        Start,
    )
    from talewright.dialogue.play.host import Host
    from talewright.dialogue.play.running import Run
    from talewright.dialogue.play.showing import entry_of, resume_of, stop_of
    from talewright.dialogue.play.state import Memory, Position, State
    from talewright.dialogue.play.stepping import advance

__all__ = [
    "Choose",
    "Command",
    "Continue",
    "DialogueEnded",
    "Event",
    "Host",
    "Line",
    "Memory",
    "NoOptions",
    "Option",
    "Options",
    "Position",
    "Run",
    "Start",
    "State",
    "advance",
    "entry_of",
    "resume_of",
    "stop_of",
]

_HOMES = {
    "talewright.dialogue.play.events": (
        "Choose Command Continue DialogueEnded Event Line NoOptions Option Options Start"
    ),
    "talewright.dialogue.play.host": "Host",
    "talewright.dialogue.play.running": "Run",
    "talewright.dialogue.play.showing": "entry_of resume_of stop_of",
    "talewright.dialogue.play.state": "Memory Position State",
    "talewright.dialogue.play.stepping": "advance",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
