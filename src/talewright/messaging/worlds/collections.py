"""``@collection``: which function builds the first objects of a world.

The decorator only marks; whoever reads a game's code module collects the marks and hands `Worlds` one ``build``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from talewright.calls import marked
from talewright.messaging.address.ids import world_name

F = TypeVar("F", bound=Callable[..., Any])

COLLECTION_MARK = "__talewright_collection__"
"""The attribute under which a function keeps the name of its collection."""


def collection(name: str) -> Callable[[F], F]:
    """Mark a function as the builder of the collection with this name; a world made from it has the same name.

    Raises:
        InvalidName: no world can be called so.

    >>> @collection("level")
    ... def build_level(game, world): ...
    >>> build_level.__talewright_collection__
    'level'
    """
    if not isinstance(name, str):
        raise TypeError('write @collection("name")')
    world_name(name)

    def mark(function: F) -> F:
        return cast(F, marked(function, COLLECTION_MARK, name, f"@collection({name!r})"))

    return mark
