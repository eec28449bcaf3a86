"""The settings of the stage, ``[Stage]``: an author's in ``Config/DefaultGame.ini``, a player's own in ``Saved``.

Each has a default, so that a project need not name one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal


@dataclass
class StageSettings:
    """The section ``[Stage]``.

    Attributes:
        TextSpeed: graphemes a second; 0: the whole line at once.
        AutoWait: seconds that a complete line stays before the next, where lines go on by themselves.
        AutoPerLetter: seconds more for each of its graphemes.
        SkipUnseen: whether skipping goes on over lines that were never shown.
        Resume: whether a start goes on with the newest save.
        Autosave: whether the game is saved at choices and when the player leaves.
        TextScale: of the size that the theme says.
        ReducedMotion: no effects, no typewriter; "system": as the view finds the system set.
        ScreenReader: what a screen reader can follow: whole lines, the plain view.
        HighContrast: the theme with the highest contrast.
        ChoiceTime: of choices that do not wait for ever: x1, x2, x4 as long, or off.
        Scan: the focus walks by itself, so that one key is enough.
        Language: of the stage's own texts; empty: that of the dialogues.
    """

    class_name: ClassVar[str] = "Stage"
    config_file: ClassVar[str] = "Game"

    TextSpeed: float = 45.0
    AutoWait: float = 1.0
    AutoPerLetter: float = 0.05
    SkipUnseen: bool = False
    Resume: bool = True
    Autosave: bool = True
    TextScale: float = 1.0
    ReducedMotion: Literal["system", "on", "off"] = "system"
    ScreenReader: bool = False
    HighContrast: bool = False
    ChoiceTime: Literal["off", "x1", "x2", "x4"] = "x1"
    Scan: bool = False
    Language: str = ""
