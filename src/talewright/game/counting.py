"""Counting: from the events of a dialogue to the counts of its tags.

A dialogue and a sub-dialogue are started and completed; a choice is offered and selected; a reply is offered, when it
could be chosen, and selected. Each tag has its own count: none is a sum over what lies below it (tags.md, trap 26).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from talewright.dialogue import (
    DialogueEnded,
    DialogueStarted,
    Options,
    ReplySelected,
    SubdialogueEntered,
    SubdialogueLeft,
    clean_id,
)

if TYPE_CHECKING:
    from talewright.game.game import Game


def count(event: object, game: Game) -> None:
    """Count what an event tells; other events count for nothing."""
    project, variables, time = game.project, game.variables, game.time
    match event:
        case DialogueStarted(dialogue=dialogue):
            variables.count(project.layout(dialogue).root, "started", time)
        case DialogueEnded(dialogue=dialogue, completed=completed):
            if completed:
                variables.count(project.layout(dialogue).root, "completed", time)
        case SubdialogueEntered(dialogue=dialogue, node=name):
            variables.count(project.layout(dialogue).subdialogue(clean_id(name)), "started", time)
        case SubdialogueLeft(dialogue=dialogue, node=name):
            variables.count(project.layout(dialogue).subdialogue(clean_id(name)), "completed", time)
        case Options(dialogue=dialogue, choice=choice, options=options):
            layout = project.layout(dialogue)
            variables.count(layout.choice(choice), "offered", time)
            for option in options:
                if option.available:
                    variables.count(layout.reply(choice, option.id), "offered", time)
        case ReplySelected(dialogue=dialogue, choice=choice, reply=reply):
            layout = project.layout(dialogue)
            variables.count(layout.choice(choice), "selected", time)
            variables.count(layout.reply(choice, reply), "selected", time)
