"""Which ids objects, components and worlds may have.

An id is exact (case counts), stands in addresses and in the section names of a save, and so holds no ``#``, ``:``,
brackets or control characters. Knows no registry: whether an id is free is the world's business.
"""

from __future__ import annotations

import re

from talewright.errors import InvalidName

_BAD = frozenset("#:[]")
_USUAL = re.compile(r"[\w-]+").fullmatch
_USUAL_PATH = re.compile(r"/?[\w-]+(?:/[\w-]+)*").fullmatch
"""What nearly every id looks like: nothing needs a second look."""

_MAX_WORLD_BYTES = 63


def object_id(text: str) -> str:
    """Return the absolute id for the text of a spawn.

    >>> object_id("level/hero")
    '/level/hero'

    Raises:
        InvalidName: a part is empty, begins or ends with a blank, or holds a character that addresses need.
    """
    if not isinstance(text, str):
        raise InvalidName(f"an object id is text, not {text!r}")
    if _USUAL_PATH(text):
        return text if text.startswith("/") else "/" + text
    bare = text.removeprefix("/")
    if bare == ".":
        raise InvalidName("the object id '.' is invalid: '.' means the object of the sender")
    for part in bare.split("/"):
        _check(part, "object id", text)
    return text if text.startswith("/") else "/" + text


def component_id(text: str) -> str:
    """Return a component id, or raise `InvalidName`."""
    if not isinstance(text, str):
        raise InvalidName(f"a component id is text, not {text!r}")
    if not _USUAL(text):
        _check(text, "component id", text)
    return text


def world_name(text: str) -> str:
    """Return a world's name, or raise `InvalidName`.

    Names with an ``@`` in front are kept for the engine's own sockets, as in Defold.
    """
    if not isinstance(text, str):
        raise InvalidName(f"the name of a world is text, not {text!r}")
    ok = (
        bool(text)
        and not _BAD.intersection(text)
        and text.isprintable()
        and text == text.strip()
        and not text.startswith("@")
        and "/" not in text
        and len(text.encode()) <= _MAX_WORLD_BYTES
    )
    if not ok:
        raise InvalidName(
            f"The socket '{text if text.isprintable() else repr(text)[1:-1]}' name is invalid.",
            hint=f"1 to {_MAX_WORLD_BYTES} bytes; no '#', ':', '/', brackets or line breaks, no '@' in front",
        )
    return text


def _check(part: str, what: str, whole: str) -> None:
    if part and not _BAD.intersection(part) and part.isprintable() and part == part.strip() and "/" not in part:
        return
    if not part:
        why = "has an empty part" if whole else "is empty"
    elif part != part.strip():
        why = "has a blank at an edge"
    else:
        bad = next(c for c in part if c in _BAD or c == "/" or not c.isprintable())
        why = f"holds {bad!r}"
    raise InvalidName(f"the {what} {whole!r} {why}", hint="ids stand in addresses: world:/object#component")
