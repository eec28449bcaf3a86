"""What a player prints: one piece of text, and of what kind it is, so that a terminal can colour it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from talewright.dialogue import Line, Option
from talewright.tags import TagChanges

Kind: TypeAlias = Literal["line", "option", "unavailable", "marker", "console", "error", "fault", "aside"]


@dataclass(frozen=True, slots=True)
class Said:
    """A piece of output; the text may have several lines, and has no newline at its end.

    Attributes:
        kind: what it is; an "error" or a "fault" makes the exit code 1. An "aside" tells of what the disk held before
            the game began, or what its author should look at: it is no part of the transcript, which is the same for
            the same script.
        text: what a plain output prints.
        speaker: for a line that somebody says: who.
    """

    kind: Kind
    text: str
    speaker: str = ""

    @property
    def failed(self) -> bool:
        """Whether it says that something went wrong."""
        return self.kind in ("error", "fault")


def line(shown: Line) -> Said:
    """Return a line of a dialogue.

    >>> line(Line("line:woof", "Cat", "Woof.")).text
    'Cat: Woof.'
    """
    if shown.speaker is None:
        return Said("line", shown.text)
    return Said("line", f"{shown.speaker}: {shown.text}", shown.speaker)


def option(number: int, shown: Option) -> Said:
    """Return an option with the number that chooses it.

    >>> option(2, Option("sword", "A sword.", available=False, reason="$coins >= 6")).text
    '2. A sword. ($coins >= 6)'
    """
    if shown.available:
        return Said("option", f"{number}. {shown.text}")
    return Said("unavailable", f"{number}. {shown.text} ({shown.reason})")


def tags(changes: TagChanges) -> str:
    """Return how many tags came, went and have another name.

    >>> tags(TagChanges(2, added=("Well",), renamed={"Forge.Street": "Forge.Alley"}))
    '1 added, 1 renamed'
    """
    counts = {"added": len(changes.added), "removed": len(changes.removed), "renamed": len(changes.renamed)}
    return ", ".join(f"{number} {what}" for what, number in counts.items() if number)


def marker(text: str) -> Said:
    """Return a remark of the player itself.

    >>> marker("end of the conversation").text
    '-- end of the conversation --'
    """
    return Said("marker", f"-- {text} --")
