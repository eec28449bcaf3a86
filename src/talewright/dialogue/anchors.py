"""Positions in saves: plain data, and the way back to a place in a program that may have changed.

Decides how a place is found again (dialogue.md section 4.3). The node is as it was: exactly there. Else the id of the
content, in the same node or in another (with a notice); else, for contents whose id was made up, the same text in the
same node; else the nearest content before it that still exists; else the start of the node; else a clean error before
anything runs. Where what was shown no longer fits the text, the content is shown anew by the next ``Continue``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from talewright.dialogue.identity import CHOICE
from talewright.dialogue.program import Node, Offer, Order, Program, Say
from talewright.dialogue.state import Kind, Offered, Position, Shown
from talewright.errors import DialogueError

_KINDS: tuple[Kind, ...] = ("start", "line", "options", "command")


# Plain data -----------------------------------------------------------------------------------------------------------


def position_to_plain(position: Position) -> dict[str, Any]:
    """Give a position as plain data: texts, booleans, lists and dicts; what is empty is left out.

    >>> position_to_plain(Position("Smith", "Forge", "line", "line:need", Shown("line:need")))
    {'dialogue': 'Smith', 'node': 'Forge', 'kind': 'line', 'content': 'line:need', 'line': {'id': 'line:need'}}
    """
    plain: dict[str, Any] = {
        "dialogue": position.dialogue,
        "node": position.node,
        "kind": position.kind,
        "content": position.content,
    }
    if position.line is not None:
        plain["line"] = _filled({"id": position.line.id, "values": list(position.line.values)})
    plain["options"] = [
        {"id": one.id, "available": one.available, **_filled({"reason": one.reason, "values": list(one.values)})}
        for one in position.options
    ]
    plain["source"] = position.source
    plain["earlier"] = list(position.earlier)
    plain["node_digest"] = position.node_digest
    plain["program_digest"] = position.program_digest
    return _filled(plain)


def _filled(plain: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in plain.items() if value not in ("", [])}


def position_from_plain(plain: Mapping[str, Any]) -> Position:
    """Read a position from plain data.

    Raises:
        DialogueError: it is none.

    >>> position_from_plain({"dialogue": "Smith", "node": "Forge", "kind": "options", "content": "need"}).content
    'need'
    """
    if not isinstance(plain, Mapping):
        raise DialogueError(f"a position is a struct, not {plain!r}")
    kind = _text(plain, "kind")
    if kind not in _KINDS:
        raise DialogueError(f"a position has no kind {kind!r}", hint="one of " + ", ".join(_KINDS))
    line = plain.get("line")
    if line is not None and not isinstance(line, Mapping):
        raise DialogueError(f"the line of a position is a struct, not {line!r}")
    return Position(
        dialogue=_text(plain, "dialogue"),
        node=_text(plain, "node"),
        kind=kind,
        content=_text(plain, "content"),
        line=None if line is None else Shown(_text(line, "id"), _texts(line, "values")),
        options=tuple(_offered(one) for one in _list(plain, "options")),
        source=_text(plain, "source"),
        earlier=_texts(plain, "earlier"),
        node_digest=_text(plain, "node_digest"),
        program_digest=_text(plain, "program_digest"),
    )


def _offered(plain: object) -> Offered:
    if not isinstance(plain, Mapping):
        raise DialogueError(f"an option of a position is a struct, not {plain!r}")
    available = plain.get("available", True)
    if not isinstance(available, bool):
        available = str(available).lower() == "true"
    return Offered(_text(plain, "id"), available, _text(plain, "reason"), _texts(plain, "values"))


def _text(plain: Mapping[str, Any], key: str) -> str:
    value = plain.get(key, "")
    if isinstance(value, (list, dict)):
        raise DialogueError(f"{key} of a position is a text, not {value!r}")
    return str(value)


def _list(plain: Mapping[str, Any], key: str) -> list[Any]:
    value = plain.get(key, [])
    if isinstance(value, (list, tuple)):
        return list(value)
    raise DialogueError(f"{key} of a position is a list, not {value!r}")


def _texts(plain: Mapping[str, Any], key: str) -> tuple[str, ...]:
    return tuple(str(value) for value in _list(plain, key))


# The way back ---------------------------------------------------------------------------------------------------------


def restore(program: Program, plain: Mapping[str, Any] | Position) -> tuple[Position, tuple[str, ...]]:
    """Find the place of a saved position in a program.

    Args:
        program: the program as it is now.
        plain: what :func:`position_to_plain` gave, or a position.

    Returns:
        A position that ``show`` and ``advance`` take, and notices: what a person should know about the move; none
        where the conversation stands where it stood.

    Raises:
        DialogueError: nothing of the place is left.
    """
    saved = plain if isinstance(plain, Position) else position_from_plain(plain)
    node = program.nodes.get(saved.node)
    if node is not None and node.digest[:16] == saved.node_digest and _fits(node, saved):
        return _renamed(program, node, replace(saved, program_digest=program.digest[:16]), "")
    found = _by_content(program, saved) or _by_text(node, saved) or _by_earlier(program, saved)
    if found is None and node is not None:
        start = Position(saved.dialogue, node.title, "start")
        what = saved.content or saved.kind
        found = node, start, f"{what} is no longer in {node.title}; the node begins anew"
    if found is None:
        message = f"the node {saved.node} of the dialogue {saved.dialogue} is gone, with all that was near the place"
        raise DialogueError(message, hint="the conversation cannot go on; end it, or bring the node back")
    place, position, notice = found
    position = replace(position, node_digest=place.digest[:16], program_digest=program.digest[:16])
    return _renamed(program, place, position, notice)


def _renamed(program: Program, node: Node, position: Position, notice: str) -> tuple[Position, tuple[str, ...]]:
    """Give the position the name that its dialogue has now, should the old one be gone."""
    notices: tuple[str, ...] = (f"{position.dialogue}: {notice}",) if notice else ()
    if position.dialogue in program.dialogues:
        return position, notices
    notices += (f"{position.dialogue}: the dialogue is called {node.dialogue} now",)
    return replace(position, dialogue=node.dialogue), notices


_Found = tuple[Node, Position, str]


def _nodes(program: Program, saved: Position) -> Iterator[Node]:
    """Give all nodes: the saved one first, then those of its dialogue, then the rest."""
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
            notice = "" if node.title == saved.node else f"{saved.content} is in {node.title} now, not in {saved.node}"
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
        case Order(command=command):
            return command.source
        case _:
            return ""


def _by_earlier(program: Program, saved: Position) -> _Found | None:
    for content in saved.earlier:
        for node in _nodes(program, saved):
            if content not in node.entries:
                continue
            start = Position(saved.dialogue, node.title, "start", content)
            what = saved.content or saved.kind
            return node, start, f"{what} is no longer in {saved.node}; back to {content} in {node.title}"
    return None


def _land(node: Node, name: str, saved: Position, notice: str) -> _Found:
    """Stand at a content: as it was shown, where that still fits; else it is shown anew."""
    line = saved.line
    if saved.kind == "line":
        line = Shown(name, line.values if line is not None else ())
    moved = replace(saved, node=node.title, line=line)
    if _fits(node, moved) and _known_again(node, moved):
        return node, moved, notice
    content = name
    if saved.kind == "options" and line is not None and (at := node.stops.get(line.id)) is not None:
        say = node.code[at]
        if isinstance(say, Say) and say.offer == node.stops[name]:
            content = line.id
    anew = Position(saved.dialogue, node.title, "start", content)
    return node, anew, notice or f"{saved.content} has changed in {node.title}; it is shown anew"


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
        return isinstance(node.code[at], Order)
    if position.kind != "options":
        return True
    offer = node.code[at]
    if not isinstance(offer, Offer):
        return False
    now = [(option.id, len(option.holes)) for option in offer.choice.options]
    return now == [(offered.id, len(offered.values)) for offered in position.options]
