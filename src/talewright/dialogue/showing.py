"""What a position shows, and where in the program it is.

Decides how a stop is shown again: from the ids and values that the position holds, so that nothing is evaluated anew
and a load shows what was shown before. A position of another program is refused; :mod:`.anchors` finds its place.
"""

from __future__ import annotations

from talewright.dialogue.events import Line, Option
from talewright.dialogue.identity import CHOICE
from talewright.dialogue.program import ChoiceContent, LineContent, Node, Offer, Program, Say
from talewright.dialogue.state import Offered, Position, Shown, State
from talewright.errors import DialogueError


def show(program: Program, state: State) -> tuple[Line | None, tuple[Option, ...]]:
    """Give what to show now: the line and the options of the stop, exactly as they were shown when it was reached.

    Nothing is evaluated anew, so this holds right after a load too.

    Raises:
        DialogueError: the position is of another program; ``restore`` it first.
    """
    position = state.position
    if position is None:
        return None, ()
    node = node_of(program, position)
    line = None if position.line is None else _line_of(node, position.line, position)
    if position.kind != "options":
        return line, ()
    offer = node.code[stop_of(node, position)]
    assert isinstance(offer, Offer)
    return line, options_of(offer.choice, position)


def line_event(line: LineContent, values: tuple[str, ...]) -> Line:
    """Give a line with these values put in."""
    speaker = None if line.speaker is None else line.speaker.fill(values).strip() or None
    return Line(line.id, speaker, line.text.fill(values), line.tags)


def options_of(choice: ChoiceContent, position: Position) -> tuple[Option, ...]:
    """Give the options that were offered at a position."""
    if [option.id for option in choice.options] != [offered.id for offered in position.options]:
        raise _foreign(position)
    return fill_options(choice, list(position.options))


def node_of(program: Program, position: Position) -> Node:
    """Give the node of a position."""
    try:
        return program.nodes[position.node]
    except KeyError:
        raise _foreign(position) from None


def stop_of(node: Node, position: Position) -> int:
    """Give the instruction that a position waits at."""
    content = CHOICE + position.content if position.kind == "options" else position.content
    try:
        return node.stops[content]
    except KeyError:
        raise _foreign(position) from None


def entry_of(node: Node, position: Position) -> int:
    """Give the instruction that a position of the kind ``start`` runs on from."""
    if not position.content:
        return 0
    try:
        return node.entries[position.content]
    except KeyError:
        raise _foreign(position) from None


def _line_of(node: Node, shown: Shown, position: Position) -> Line:
    say = node.code[node.stops[shown.id]] if shown.id in node.stops else None
    if not isinstance(say, Say) or len(shown.values) != len(say.line.holes):
        raise _foreign(position)
    return line_event(say.line, shown.values)


def fill_options(choice: ChoiceContent, offered: list[Offered]) -> tuple[Option, ...]:
    """Put the values of an offer into the texts of its group."""
    return tuple(
        Option(content.reply, content.text.fill(one.values), one.available, one.reason, "", content.tags)
        for content, one in zip(choice.options, offered, strict=True)
    )


def _foreign(position: Position) -> DialogueError:
    message = f"the position at {position.content or position.kind} in {position.node} is of another program"
    return DialogueError(message, hint="restore it first")
