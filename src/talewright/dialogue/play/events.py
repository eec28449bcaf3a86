"""What a dialogue says to its host, and what a host says to a dialogue.

Decides the vocabulary of :func:`talewright.dialogue.advance`: inputs go in, events come out; both are immutable values.
Events name dialogues, nodes, choices and replies by their ids; which tags belong to them is the business of others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from talewright.diagnostics import Diagnostic
from talewright.dialogue.program import Candidate
from talewright.dialogue.text import Attribute

# Inputs ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Start:
    """Begin a dialogue.

    Attributes:
        dialogue: its name.
        entry: the name of one of its nodes, or a selector, which selects one (see :mod:`.selecting`); empty for the
            first node.
    """

    dialogue: str
    entry: str = ""


@dataclass(frozen=True, slots=True)
class Continue:
    """Go on behind the line that was shown or the command that was given."""


@dataclass(frozen=True, slots=True)
class Choose:
    """Choose an option.

    Attributes:
        option: its id (``sword`` or ``line:sword``), its text as shown, or its index counted from 0.
    """

    option: str | int


@dataclass(frozen=True, slots=True)
class BreakOff:
    """End the dialogue from outside: its nodes do not count as left."""


Input: TypeAlias = Start | Continue | Choose | BreakOff
"""What the host gives a conversation, so that it goes on."""

# Events ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """Somebody says something.

    Attributes:
        id: ``line:...``, the writer's or made up.
        speaker: who, or None where the text names nobody.
        text: what, without the speaker.
        tags: the hashtags without ``#`` and without the id; ``lastline`` before an option group (dialogue.md
            section 6.8).
        attributes: what the markup in the text says; it is not in the text.
        shadow: the id of the line whose voice and translation it has, where it is a shadow line.
    """

    id: str
    speaker: str | None
    text: str
    tags: tuple[str, ...] = ()
    attributes: tuple[Attribute, ...] = ()
    shadow: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a group.

    Attributes:
        id: the reply's id, as it stands in tags.
        text: what it says, a speaker included.
        available: whether it can be chosen.
        reason: why not: "already chosen"; or what the hashtag ``#reason:not_enough_coins`` says, else the text of the
            condition that does not hold; empty for an available option.
        tag: filled in by the game, which knows tags.
        tags: its hashtags without ``#`` and without the id.
        attributes: as of a line.
        shadow: as of a line.
    """

    id: str
    text: str
    available: bool = True
    reason: str = ""
    tag: str = ""
    tags: tuple[str, ...] = ()
    attributes: tuple[Attribute, ...] = ()
    shadow: str = ""


@dataclass(frozen=True, slots=True)
class Options:
    """An option group is offered; the dialogue waits for a choice.

    Attributes:
        dialogue: the one whose text this is.
        choice: the id of the group.
        options: all of them; those that count as offered are the available ones.
    """

    dialogue: str
    choice: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class NoOptions:
    """No option of a group is available, so the dialogue went on behind it."""

    dialogue: str
    choice: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Command:
    """A command for the host; the dialogue waits for :class:`Continue`.

    Attributes:
        text: the whole command, values put in.
        name: its first word.
        arguments: the other words; double quotes hold blanks together.
        tags: the hashtags behind it.
    """

    text: str
    name: str
    arguments: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DialogueStarted:
    """A dialogue began."""

    dialogue: str


@dataclass(frozen=True, slots=True)
class DialogueEnded:
    """A dialogue ended: ``completed`` at the end of a node or at ``stop``, not when the host broke it off."""

    dialogue: str
    completed: bool


@dataclass(frozen=True, slots=True)
class SubdialogueEntered:
    """A node began.

    Attributes:
        dialogue: the one that the node belongs to.
        node: the name of the sub-dialogue: the title, or the subtitle of a member of a node group.
        group: the title of that group, or empty.
    """

    dialogue: str
    node: str
    group: str = ""


@dataclass(frozen=True, slots=True)
class SubdialogueLeft:
    """A node was left, at its end, by a jump or by ``stop``: what ``visited`` counts; fields as when it was entered."""

    dialogue: str
    node: str
    group: str = ""


@dataclass(frozen=True, slots=True)
class Selected:
    """A selector, or a jump to a node group, selected a sub-dialogue, or found none that may run.

    Attributes:
        dialogue: the one whose selector it is.
        selector: its name.
        node: the name of the node, empty where none may run.
        ranking: every candidate in the order of the text: what was asked of it, and why not.
    """

    dialogue: str
    selector: str
    node: str
    ranking: tuple[Candidate, ...] = ()


@dataclass(frozen=True, slots=True)
class Rewound:
    """The conversation went back: what commands did since then is the host's to undo.

    Attributes:
        dialogue: the one that was started.
        steps: how many stops it went back.
        notices: what a person should know, where the script changed in between.
    """

    dialogue: str
    steps: int
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TextFault:
    """The line or option that comes next has a replacement without a case for its value, and shows something else.

    Attributes:
        id: of the line or option, ``line:...``.
        finding: what is wrong, and where in the script.
    """

    id: str
    finding: Diagnostic


@dataclass(frozen=True, slots=True)
class ReplySelected:
    """An option was chosen."""

    dialogue: str
    choice: str
    reply: str


Event: TypeAlias = (
    Line
    | Options
    | NoOptions
    | Command
    | DialogueStarted
    | DialogueEnded
    | SubdialogueEntered
    | SubdialogueLeft
    | ReplySelected
    | Selected
    | Rewound
    | TextFault
)
"""What a step of a conversation tells the host."""
