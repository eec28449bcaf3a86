"""Positions as plain data, for saves: texts, booleans, lists and dicts.

Decides the spelling of a position in a save; what is empty is left out, and what an older save lacks is empty. Whether
its place still exists is the business of :mod:`.anchors`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from talewright.dialogue.play.state import Frame, Kind, Offered, Position, Shown
from talewright.errors import DialogueError

_KINDS: tuple[Kind, ...] = ("start", "line", "options", "command")


def position_to_plain(position: Position) -> dict[str, Any]:
    """Return a position as plain data: texts, booleans, lists and dicts; what is empty is left out.

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
    plain["stack"] = [
        _filled(
            {
                "node": frame.node,
                "content": frame.content,
                "source": frame.source,
                "earlier": list(frame.earlier),
                "node_digest": frame.node_digest,
                "near": list(frame.near),
            }
        )
        for frame in position.stack
    ]
    plain["done"] = list(position.done)
    plain["near"] = list(position.near)
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
        stack=tuple(_frame(one) for one in _list(plain, "stack")),
        done=_texts(plain, "done"),
        near=_texts(plain, "near"),
    )


def _frame(plain: object) -> Frame:
    if not isinstance(plain, Mapping):
        raise DialogueError(f"a frame of a position is a struct, not {plain!r}")
    return Frame(
        _text(plain, "node"),
        _text(plain, "content"),
        _text(plain, "source"),
        _texts(plain, "earlier"),
        _text(plain, "node_digest"),
        _texts(plain, "near"),
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
