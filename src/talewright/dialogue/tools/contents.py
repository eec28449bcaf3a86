"""What a program can show: its lines and replies, each with its place.

Decides what an explorer must reach and a coverage counts: every line (the lines of line groups too) and every reply, in
the order of the text. Commands are no content. An id that no writer gave depends on the place, so a key beside it has
the digest of the text: counts of an older text are then no counts of this one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from talewright.diagnostics import Span
from talewright.dialogue.program import LineContent, Node, Offer, OptionContent, Program, Say


@dataclass(frozen=True, slots=True)
class Content:
    """A line or a reply.

    Attributes:
        kind: which of both.
        id: of a line, ``line:need``; of a reply, its id.
        string: under which its text stands in string tables, ``line:need``.
        dialogue: whose text it is.
        choice: of a reply: the id of its group.
        node: the name of its node.
        at: the number of its instruction in the node.
        text: as it is written.
        speaker: who says it, as it is written; empty where nobody is named.
        span: where.
        explicit: whether its writer gave the id.
        shadow: the id of the line whose text it has.
        tags: its hashtags.
        holes: how many values are put into the text.
    """

    kind: Literal["line", "reply"]
    id: str
    string: str
    dialogue: str
    choice: str
    node: str
    at: int
    text: str
    speaker: str
    span: Span
    explicit: bool
    shadow: str
    tags: tuple[str, ...]
    holes: int

    @property
    def key(self) -> str:
        """What counts are kept under.

        >>> content("line", "line:need", "What?").key
        'line:need'
        """
        base = self.id if self.kind == "line" else f"{self.choice}.{self.id}"
        return base if self.explicit else f"{base}~{hashlib.sha256(self.text.encode()).hexdigest()[:8]}"


def content(kind: Literal["line", "reply"], name: str, text: str) -> Content:
    """Make a content that is nowhere: for examples and tests."""
    return Content(kind, name, name, "", "", "", 0, text, "", Span(""), True, "", (), 0)


def contents_of(program: Program) -> Iterator[Content]:
    """Yield every line and reply, in the order of the files."""
    for dialogue in program.dialogues.values():
        for name in dialogue.nodes:
            yield from contents_in(program.nodes[name])


def contents_in(node: Node) -> Iterator[Content]:
    """Yield every line and reply of a node, in the order of the text."""
    found: list[Content] = []
    for at, step in enumerate(node.code):
        if isinstance(step, Say):
            found.append(_line(node, at, step.line))
        elif isinstance(step, Offer):
            found += [_reply(node, at, step.choice.id, option) for option in step.choice.options]
    yield from sorted(found, key=lambda one: (one.span.line, one.span.column))


def _line(node: Node, at: int, line: LineContent) -> Content:
    speaker = "" if line.speaker is None else "".join(p if isinstance(p, str) else "{}" for p in line.speaker.pieces)
    return Content(
        "line", line.id, line.id, node.dialogue, "", node.name, at, line.source, speaker, line.span, line.explicit,
        line.shadow, line.tags, len(line.holes),
    )  # fmt: skip


def _reply(node: Node, at: int, choice: str, option: OptionContent) -> Content:
    return Content(
        "reply", option.reply, option.id, node.dialogue, choice, node.name, at, option.source, "", option.span,
        option.explicit, option.shadow, option.tags, len(option.holes),
    )  # fmt: skip
