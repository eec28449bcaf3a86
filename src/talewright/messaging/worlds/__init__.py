"""What a game holds in hand: worlds and all that makes objects in them.

Decides how worlds, collections, proxies and factories are made and called by a host and by scripts.
"""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.messaging.worlds.base_factory import PROTOTYPE_MARK, Prototype, prototype
    from talewright.messaging.worlds.collections import COLLECTION_MARK, collection
    from talewright.messaging.worlds.worlds import (
        CollectionFactory,
        CollectionProxy,
        Factory,
        GameObject,
        GuiScript,
        Script,
        World,
        Worlds,
    )

__all__ = [
    "COLLECTION_MARK",
    "PROTOTYPE_MARK",
    "CollectionFactory",
    "CollectionProxy",
    "Factory",
    "GameObject",
    "GuiScript",
    "Prototype",
    "Script",
    "World",
    "Worlds",
    "collection",
    "prototype",
]

_HOMES = {
    "talewright.messaging.worlds.base_factory": "PROTOTYPE_MARK Prototype prototype",
    "talewright.messaging.worlds.collections": "COLLECTION_MARK collection",
    "talewright.messaging.worlds.worlds": (
        "CollectionFactory CollectionProxy Factory GameObject GuiScript Script World Worlds"
    ),
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
