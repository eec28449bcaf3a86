"""What a game holds in hand: worlds and all that makes objects in them.

Decides how worlds, collections, proxies and factories are made and called by a host and by scripts.
"""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.messaging.worlds.collections import COLLECTION_MARK, collection
    from talewright.messaging.worlds.factory import PROTOTYPE_MARK, CollectionFactory, Factory, Prototype, prototype
    from talewright.messaging.worlds.proxy import CollectionProxy
    from talewright.messaging.worlds.world import World
    from talewright.messaging.worlds.worlds import Worlds

__all__ = [
    "COLLECTION_MARK",
    "PROTOTYPE_MARK",
    "CollectionFactory",
    "CollectionProxy",
    "Factory",
    "Prototype",
    "World",
    "Worlds",
    "collection",
    "prototype",
]

_HOMES = {
    "talewright.messaging.worlds.collections": "COLLECTION_MARK collection",
    "talewright.messaging.worlds.factory": "PROTOTYPE_MARK CollectionFactory Factory Prototype prototype",
    "talewright.messaging.worlds.proxy": "CollectionProxy",
    "talewright.messaging.worlds.world": "World",
    "talewright.messaging.worlds.worlds": "Worlds",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
