"""Counting: from the events of a dialogue to the counts of its tags.

A dialogue and a sub-dialogue are started and completed; a choice is offered and selected; a reply is offered, when it
could be chosen, and selected. Each tag has its own count: none is a sum over what lies below it (tags.md, trap 26).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from talewright.dialogue import (
    DialogueEnded,
    DialogueStarted,
    Options,
    ReplySelected,
    SubdialogueEntered,
    SubdialogueLeft,
    clean_id,
)
from talewright.project import Project

Touched: TypeAlias = tuple[str, str]
"""A tag and what is counted of it: "started", "completed", "offered" or "selected"."""


def touched(event: object, project: Project) -> Iterator[Touched]:
    """Return what an event counts; most events count for nothing."""
    match event:
        case DialogueStarted(dialogue=dialogue):
            yield project.layout(dialogue).root, "started"
        case DialogueEnded(dialogue=dialogue, completed=True):
            yield project.layout(dialogue).root, "completed"
        case SubdialogueEntered(dialogue=dialogue, node=name):
            yield project.layout(dialogue).subdialogue(clean_id(name)), "started"
        case SubdialogueLeft(dialogue=dialogue, node=name):
            yield project.layout(dialogue).subdialogue(clean_id(name)), "completed"
        case Options(dialogue=dialogue, choice=choice, options=options):
            layout = project.layout(dialogue)
            yield layout.choice(choice), "offered"
            yield from ((layout.reply(choice, option.id), "offered") for option in options if option.available)
        case ReplySelected(dialogue=dialogue, choice=choice, reply=reply):
            layout = project.layout(dialogue)
            yield layout.choice(choice), "selected"
            yield layout.reply(choice, reply), "selected"
