"""What a position shows, and where in the program it is.

Decides how a stop is shown again: from the ids and values that the position holds, so that nothing is evaluated anew
and a load shows what was shown before. A position of another program is refused; :mod:`.anchors` finds its place.
"""

from __future__ import annotations

from typing import Final

from talewright.dialogue.codes import finding
from talewright.dialogue.play.events import Command, Line, Option, TextFault
from talewright.dialogue.play.selecting import ALREADY_CHOSEN
from talewright.dialogue.play.state import START, Frame, Offered, Position, Shown, State
from talewright.dialogue.program import (
    ChoiceContent,
    CommandContent,
    LineContent,
    Node,
    Offer,
    OptionContent,
    Program,
    Say,
)
from talewright.dialogue.syntax import CHOICE, split_command
from talewright.dialogue.text import Attribute, Locale, locale_of, render
from talewright.errors import DialogueError

REASON: Final = "reason:"
"""Begins the hashtag with which a writer says why an option cannot be chosen."""


def show(program: Program, state: State, *, locale: str | Locale = "en") -> tuple[Line | None, tuple[Option, ...]]:
    """Return what to show now: the line and the options of the stop, exactly as they were shown when it was reached.

    Nothing is evaluated anew, so this holds right after a load too.

    Args:
        program: what is played.
        state: where it stands.
        locale: the language of the text, as in :class:`.Host`.

    Raises:
        DialogueError: the position is of another program; ``restore`` it first.
    """
    position = state.position
    if position is None:
        return None, ()
    node = node_of(program, position)
    language = locale_of(locale) if isinstance(locale, str) else locale
    line = None if position.line is None else _line_of(node, position.line, position, language)
    if position.kind != "options":
        return line, ()
    offer = node.code[stop_of(node, position)]
    assert isinstance(offer, Offer)
    return line, options_of(offer.choice, position, language)


def line_event(line: LineContent, values: tuple[str, ...], locale: Locale) -> Line:
    """Return a line with these values put in."""
    speaker = None if line.speaker is None else line.speaker.fill(values).strip() or None
    if line.markup is None:
        return Line(line.id, speaker, line.text.fill(values), line.tags, (), line.shadow)
    text, attributes = _marked(line, values, locale)
    return Line(line.id, speaker, text, line.tags, attributes, line.shadow)


def command_event(command: CommandContent, values: tuple[str, ...]) -> Command:
    """Return a command with these values put in."""
    text = command.text.fill(values)
    words = split_command(text)
    return Command(text, words[0] if words else "", tuple(words[1:]), command.tags)


def text_faults(content: LineContent | OptionContent, values: tuple[str, ...], locale: Locale) -> list[TextFault]:
    """Say what of a text cannot be shown as it is meant, with these values put in; empty where all is well."""
    if content.markup is None:
        return []
    hint = "give it a case for every value"
    return [
        TextFault(content.id, finding("TW-YARN-41", problem, content.span, hint))
        for problem in render(content.markup.tokens, values, locale).problems
    ]


def _marked(
    content: LineContent | OptionContent, values: tuple[str, ...], locale: Locale
) -> tuple[str, tuple[Attribute, ...]]:
    if content.markup is None:
        return content.text.fill(values), ()
    marked = render(content.markup.tokens, values, locale)
    return marked.text, marked.attributes


def offer_faults(choice: ChoiceContent, offered: list[Offered], locale: Locale) -> list[TextFault]:
    """Say what of the texts of a group cannot be shown as they are meant."""
    pairs = zip(choice.options, offered, strict=True)
    return [fault for content, one in pairs if content.markup for fault in text_faults(content, one.values, locale)]


def options_of(choice: ChoiceContent, position: Position, locale: Locale) -> tuple[Option, ...]:
    """Return the options that were offered at a position."""
    if [option.id for option in choice.options] != [offered.id for offered in position.options]:
        raise _foreign(position)
    return fill_options(choice, list(position.options), locale)


def node_of(program: Program, position: Position) -> Node:
    """Return the node of a position."""
    try:
        return program.nodes[position.node]
    except KeyError:
        raise _foreign(position) from None


def stop_of(node: Node, position: Position) -> int:
    """Return the instruction that a position waits at."""
    content = CHOICE + position.content if position.kind == "options" else position.content
    try:
        return node.stops[content]
    except KeyError:
        raise _foreign(position) from None


def entry_of(node: Node, position: Position) -> int:
    """Return the instruction that a position of the kind ``start`` runs on from."""
    if not position.content:
        return 0
    try:
        return node.entries[position.content]
    except KeyError:
        raise _foreign(position) from None


def resume_of(node: Node, frame: Frame) -> int:
    """Return the instruction that a node goes on with when a detour comes back."""
    if frame.content == START:
        return 0
    at = node.stops.get(frame.content)
    if at is None:
        return node.entries[frame.content]
    instruction = node.code[at]
    return instruction.choice.after if isinstance(instruction, Offer) else at + 1


def _line_of(node: Node, shown: Shown, position: Position, locale: Locale) -> Line:
    say = node.code[node.stops[shown.id]] if shown.id in node.stops else None
    if not isinstance(say, Say) or len(shown.values) != len(say.line.holes):
        raise _foreign(position)
    return line_event(say.line, shown.values, locale)


def fill_options(choice: ChoiceContent, offered: list[Offered], locale: Locale) -> tuple[Option, ...]:
    """Put the values of an offer into the texts of its group."""
    shown: list[Option] = []
    for content, one in zip(choice.options, offered, strict=True):
        text, attributes = _marked(content, one.values, locale)
        reason = _reason(content, one)
        shown.append(Option(content.reply, text, one.available, reason, "", content.tags, attributes, content.shadow))
    return tuple(shown)


def _reason(content: OptionContent, offered: Offered) -> str:
    """Return why an option cannot be chosen, as a player reads it: what its writer says of the condition."""
    if offered.available or offered.reason == ALREADY_CHOSEN:
        return offered.reason
    given = next((tag.removeprefix(REASON) for tag in content.tags if tag.startswith(REASON)), "")
    return given.replace("_", " ") or offered.reason


def find_option(shown: tuple[Option, ...], wanted: str | int) -> int:
    """Return the index of an option.

    Raises:
        DialogueError: none is meant, or several.
    """
    if isinstance(wanted, int) and not isinstance(wanted, bool):
        if 0 <= wanted < len(shown):
            return wanted
        message = f"there is no option {wanted}; {len(shown)} are offered, counted from 0"
        raise DialogueError(message, hint=choices(shown))
    name = str(wanted)
    bare = name.removeprefix("line:")
    for index, option in enumerate(shown):
        if option.id == bare:
            return index
    found = [index for index, option in enumerate(shown) if option.text == name]
    open_ones = [index for index in found if shown[index].available] or found
    if len(open_ones) == 1:
        return open_ones[0]
    if open_ones:
        raise DialogueError(f"several options say {name!r}", hint=choices(shown))
    raise DialogueError(f"no option is {name!r}", hint=choices(shown))


def choices(shown: tuple[Option, ...]) -> str:
    """Name what can be chosen."""
    return "choose " + ", ".join(option.id for option in shown if option.available)


def _foreign(position: Position) -> DialogueError:
    message = f"the position at {position.content or position.kind} in {position.node} is of another program"
    return DialogueError(message, hint="restore it first")
