"""The way back from a saved position to a place in a program that may have changed.

Decides how a place is found again (dialogue.md section 4.3). The node is as it was: exactly there. Else the id of the
content, in the same node or in another (with a notice); else, for contents whose id was made up, the same text in the
same node; else the nearest content before it that still exists; else the start of the node; else, where the node is
gone, the nearest content around the place (:mod:`.surroundings`); else the named fallback; else a clean error before
anything runs. Where what was shown no longer fits the text, the content is shown anew by the
next ``Continue``. Nodes that wait for a detour are found again in the same way, each by itself; one that is gone drops
out, with a notice. Old names count everywhere (:mod:`.aliases`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from talewright.dialogue.play.positions import position_from_plain
from talewright.dialogue.play.state import START, Frame, Position, Shown
from talewright.dialogue.program import (
    NODE,
    Command,
    Detour,
    Node,
    Offer,
    Program,
    Say,
    Select,
    called_today,
    near,
    place_of,
)
from talewright.dialogue.syntax import CHOICE, WAS
from talewright.errors import DialogueError


def restore(
    program: Program,
    plain: Mapping[str, Any] | Position,
    *,
    fallback: str = "",
    renamed: Mapping[str, str] = MappingProxyType({}),
) -> tuple[Position, tuple[str, ...]]:
    """Find the place of a saved position in a program.

    Args:
        program: the program as it is now.
        plain: what :func:`position_to_plain` gave, or a position.
        fallback: the node where the conversation goes on if nothing of its place is left, unless the dialogue names one
            (``#fallback:Node`` at the head of its file); empty: that of the program.
        renamed: the names today of nodes that the scripts say nothing of, by the names in the position.

    Returns:
        A position that ``show`` and ``advance`` take, and notices: what a person should know about the move; none
        where the conversation stands where it stood.

    Raises:
        DialogueError: nothing of the place is left, and there is no fallback.
    """
    saved = plain if isinstance(plain, Position) else position_from_plain(plain)
    title = saved.node  # as the save has it: what it is kept aside as is no name for a person
    aliases = {**program.aliases, **{NODE + old: NODE + new for old, new in renamed.items()}}
    saved = _today(saved, aliases)
    node = program.nodes.get(saved.node)
    if node is not None and node.digest[:16] == saved.node_digest and _fits(node, saved):
        position, notice = replace(saved, program_digest=program.digest[:16]), ""
        place = node
    else:
        found = _by_content(program, saved) or _by_text(node, saved) or _by_earlier(program, saved)
        found = found or (None if _is_another(program, node, saved) else _at_the_start(node, saved))
        found = found or _nearby(program, saved) or _at_the_start(node, saved)
        found = found or _at_the_fallback(program, saved, fallback)
        if found is None:
            message = f"the node {title} of the dialogue {saved.dialogue} is gone, with all that was near the place"
            hint = "bring the node back, or name a node to go on with: #fallback:Node at the head of the file"
            raise DialogueError(message, hint=hint)
        place, moved, notice = found
        position = replace(moved, node_digest=place.digest[:16], program_digest=program.digest[:16])
        if position.kind == "start":  # it may be saved before it goes on, and has to be found after another edit
            around = near(place, position.content)
            position = replace(position, earlier=place.earlier.get(position.content, ()), near=around)
    stack, lost = _restore_stack(program, position.stack, aliases)
    position, notices = _renamed(program, place, replace(position, stack=stack), notice)
    return position, (*notices, *(f"{position.dialogue}: {one}" for one in lost))


def _renamed(program: Program, node: Node, position: Position, notice: str) -> tuple[Position, tuple[str, ...]]:
    """Return the position with the name that its dialogue has now, should the old one be gone."""
    notices: tuple[str, ...] = (f"{position.dialogue}: {notice}",) if notice else ()
    if position.dialogue in program.dialogues:
        return position, notices
    was = f"{WAS}{position.dialogue}"
    today = next((name for name, one in program.dialogues.items() if was in one.tags), node.dialogue)
    notices += (f"{position.dialogue}: the dialogue is called {today} now",)
    return replace(position, dialogue=today), notices


def _today(saved: Position, aliases: Mapping[str, str]) -> Position:
    """Return a position with the names that its node and contents have now (``formerly:``, ``#was:``)."""
    if not aliases:
        return saved
    node = called_today(aliases, saved.node, NODE)

    def line(name: str, kind: str = "") -> str:
        return called_today(aliases, name, kind) if kind + name in aliases else _made_up_today(name, saved.node, node)

    return replace(
        saved,
        node=node,
        content=line(saved.content, CHOICE if saved.kind == "options" else ""),
        line=None if saved.line is None else replace(saved.line, id=line(saved.line.id)),
        options=tuple(replace(one, id=line(one.id)) for one in saved.options),
        earlier=tuple(map(line, saved.earlier)),
        near=tuple(called_today(aliases, one) for one in saved.near),
    )


def _made_up_today(content: str, old: str, new: str) -> str:
    """Return the id that the tool makes up for a content since its node has another name."""
    return content.replace(f"auto-{old}-", f"auto-{new}-", 1) if old != new else content


_Found = tuple[Node, Position, str]


def _nodes(program: Program, saved: Position) -> Iterator[Node]:
    """Yield all nodes: the saved one first, then those of its dialogue, then the rest."""
    own = program.nodes.get(saved.node)
    if own is not None:
        yield own
    dialogue = program.dialogues.get(saved.dialogue)
    titles = dialogue.nodes if dialogue is not None else ()
    yield from (program.nodes[title] for title in titles if title != saved.node)
    known = {saved.node, *titles}
    yield from (node for title, node in program.nodes.items() if title not in known)


def _stop_name(saved: Position) -> str:
    return CHOICE + saved.content if saved.kind == "options" else saved.content


def _by_content(program: Program, saved: Position) -> _Found | None:
    if not saved.content or saved.source or saved.kind == "command":
        return None
    name = _stop_name(saved)
    for node in _nodes(program, saved):
        if name in (node.entries if saved.kind == "start" else node.stops) and _given(node, name, saved):
            notice = "" if node.name == saved.node else f"{saved.content} is in {node.name} now, not in {saved.node}"
            return _land(node, name, saved, notice)
    return None


def _given(node: Node, name: str, saved: Position) -> bool:
    """Tell whether an id may be trusted: the writer's are; one that stands in for it must offer some of the replies."""
    if saved.kind != "options":
        return True
    offer = node.code[node.stops[name]]
    if not isinstance(offer, Offer):
        return False
    replies = {option.id for option in offer.choice.options if option.explicit}
    return offer.choice.explicit or not replies.isdisjoint(offered.id for offered in saved.options)


def _by_text(node: Node | None, saved: Position) -> _Found | None:
    if node is None or not saved.source:
        return None
    same = [name for name, at in node.stops.items() if _source(node, at) == saved.source]
    if saved.content in same:
        return _land(node, saved.content, saved, "")
    return _land(node, same[0], replace(saved, content=same[0]), "") if len(same) == 1 else None


def _source(node: Node, at: int) -> str:
    match node.code[at]:
        case Say(line=line):
            return line.source
        case Command(command=command):
            return command.source
        case Detour(source=source) | Select(source=source):
            return source
        case _:
            return ""


def _by_earlier(program: Program, saved: Position) -> _Found | None:
    for content in saved.earlier:
        for node in _nodes(program, saved):
            if content not in node.entries:
                continue
            start = Position(saved.dialogue, node.name, "start", content, stack=saved.stack, done=saved.done)
            what = saved.content or saved.kind
            return node, start, f"{what} is no longer in {saved.node}; back to {content} in {node.name}"
    return None


def _is_another(program: Program, node: Node | None, saved: Position) -> bool:
    """Tell whether a node is another of the same name: what stood around the place is elsewhere, and nothing in it."""
    return node is not None and bool(saved.near) and not any(place_of(node, name) for name in saved.near)


def _nearby(program: Program, saved: Position) -> _Found | None:
    found = _nearest(program, saved.dialogue, saved.node, saved.near)
    if found is None:
        return None
    node, content = found
    what = f"{saved.content or saved.kind} is no longer in {saved.node}, nor is what came before it"
    start = Position(saved.dialogue, node.name, "start", content, stack=saved.stack, done=saved.done)
    return node, start, f"{what}; going on near it, at {content} in {node.name}"


def _nearest(program: Program, dialogue: str, title: str, names: Sequence[str]) -> tuple[Node, str] | None:
    """Return the node that has the nearest of some contents, and the entry at which it is shown."""
    best: tuple[Node, str] | None = None
    left = list(names)
    for node in _nodes(program, Position(dialogue, title, "start")) if left else ():
        for rank, name in enumerate(left):
            if content := place_of(node, name):
                best, left = (node, content), left[:rank]
                break
        if not left:
            break
    return best


def _at_the_start(node: Node | None, saved: Position) -> _Found | None:
    if node is None:
        return None
    what = saved.content or saved.kind
    start = Position(saved.dialogue, node.name, "start", stack=saved.stack, done=saved.done)
    return node, start, f"{what} is no longer in {node.name}; the node begins anew"


def _at_the_fallback(program: Program, saved: Position, fallback: str) -> _Found | None:
    dialogue = program.dialogues.get(saved.dialogue)
    names = (dialogue.tagged("fallback") if dialogue is not None else "", fallback, program.fallback)
    node = next((program.nodes[name] for name in names if name in program.nodes), None)
    if node is None:
        return None
    what = f"{saved.node} is gone, with all that was near {saved.content or 'its beginning'}"
    return node, Position(saved.dialogue, node.name, "start"), f"{what}; going on with the fallback {node.name}"


# The nodes that wait --------------------------------------------------------------------------------------------------


def _restore_stack(
    program: Program, stack: tuple[Frame, ...], aliases: Mapping[str, str]
) -> tuple[tuple[Frame, ...], list[str]]:
    found: list[Frame] = []
    notices: list[str] = []
    for frame in stack:
        if not frame.content:
            title = called_today(aliases, frame.node, NODE)
            if title in program.groups:
                found.append(replace(frame, node=title))
            continue
        kept, notice = _restore_frame(program, frame, aliases)
        if kept is not None:
            found.append(kept)
        if notice:
            notices.append(notice)
    return tuple(found), notices


def _restore_frame(program: Program, saved: Frame, aliases: Mapping[str, str]) -> tuple[Frame | None, str]:
    today = called_today(aliases, saved.node, NODE)
    frame = replace(
        saved,
        node=today,
        content=_made_up_today(saved.content, saved.node, today),
        earlier=tuple(called_today(aliases, one) for one in saved.earlier),
        near=tuple(called_today(aliases, one) for one in saved.near),
    )
    node = program.nodes.get(frame.node)
    if node is not None:
        known = frame.content in node.stops or frame.content in node.entries or frame.content == START
        if node.digest[:16] == frame.node_digest and known:
            return frame, ""
        sources = {frame.source, called_today(aliases, frame.source, NODE)}  # it names a node, by its name of today
        same = [name for name, at in node.stops.items() if _is_detour(node, at) and _source(node, at) in sources]
        if frame.source and (frame.content in same or len(same) == 1):
            content = frame.content if frame.content in same else same[0]
            return replace(frame, content=content, node_digest=node.digest[:16]), ""
    for content in frame.earlier:
        for other in _nodes(program, Position("", frame.node, "start")):
            if content in other.entries:
                notice = f"the detour in {frame.node} is gone; it comes back behind {content} in {other.name}"
                return replace(frame, node=other.name, content=content, node_digest=other.digest[:16]), notice
    if node is None and (other_one := _nearest(program, "", frame.node, frame.near)) is not None:
        node = other_one[0]
        notice = (
            f"the node {frame.node}, which waited for a detour, is gone; {node.name} begins anew when it comes back"
        )
        return replace(frame, node=node.name, content=START, node_digest=node.digest[:16]), notice
    if node is None:
        return None, f"the node {frame.node}, which waited for a detour, is gone; nothing comes back to it"
    notice = f"the detour in {frame.node} is gone; the node begins anew when it comes back"
    return replace(frame, content=START, node_digest=node.digest[:16]), notice


def _is_detour(node: Node, at: int) -> bool:
    return isinstance(node.code[at], (Detour, Select))


# Standing at a content ------------------------------------------------------------------------------------------------


def _land(node: Node, name: str, saved: Position, notice: str) -> _Found:
    """Stand at a content: as it was shown, where that still fits; else it is shown anew."""
    line = saved.line
    if saved.kind == "line":
        line = Shown(name, line.values if line is not None else ())
    moved = replace(saved, node=node.name, line=line)
    if _fits(node, moved) and _known_again(node, moved):
        return node, moved, notice
    content = name
    if saved.kind == "options" and line is not None and (at := node.stops.get(line.id)) is not None:
        say = node.code[at]
        if isinstance(say, Say) and say.offer == node.stops[name]:
            content = line.id
    anew = Position(saved.dialogue, node.name, "start", content, stack=saved.stack)
    return node, anew, notice or f"{saved.content} has changed in {node.name}; it is shown anew"


def _known_again(node: Node, position: Position) -> bool:
    """Tell whether a group and the line above it can only be what they were: all their ids are the writer's."""
    offer = node.code[node.stops[_stop_name(position)]] if position.kind == "options" else None
    if not isinstance(offer, Offer):
        return True
    say = node.code[node.stops[position.line.id]] if position.line is not None else None
    return all(option.explicit for option in offer.choice.options) and (not isinstance(say, Say) or say.line.explicit)


def _fits(node: Node, position: Position) -> bool:
    """Tell whether everything that a position shows is in the node, with as many values."""
    if position.kind == "start":
        return not position.content or position.content in node.entries
    at = node.stops.get(_stop_name(position))
    if at is None:
        return False
    if position.line is not None:
        say = node.code[node.stops[position.line.id]] if position.line.id in node.stops else None
        if not isinstance(say, Say) or len(say.line.holes) != len(position.line.values):
            return False
    elif position.kind == "line":
        return False
    if position.kind == "command":
        return isinstance(node.code[at], Command)
    if position.kind != "options":
        return True
    offer = node.code[at]
    if not isinstance(offer, Offer):
        return False
    now = [(option.id, len(option.holes)) for option in offer.choice.options]
    return now == [(offered.id, len(offered.values)) for offered in position.options]
