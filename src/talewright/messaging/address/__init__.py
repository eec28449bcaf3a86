"""Who is meant and what is sent: addresses, ids, and what a message may carry.

Decides how an address is written and split, which ids there may be, who owns the fields of a message, and which
messages are the model's own. Knows neither objects nor worlds.
"""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.messaging.address.hashing import hash64
    from talewright.messaging.address.ids import component_id, object_id, world_name
    from talewright.messaging.address.payload import EMPTY, Message, Table
    from talewright.messaging.address.seconds import checked_seconds
    from talewright.messaging.address.strict import LIMIT, size_of
    from talewright.messaging.address.url import Address, Entry, Url, split

__all__ = [
    "EMPTY",
    "LIMIT",
    "Address",
    "Entry",
    "Message",
    "Table",
    "Url",
    "checked_seconds",
    "component_id",
    "hash64",
    "object_id",
    "size_of",
    "split",
    "world_name",
]

_HOMES = {
    "talewright.messaging.address.hashing": "hash64",
    "talewright.messaging.address.ids": "component_id object_id world_name",
    "talewright.messaging.address.payload": "EMPTY Message Table",
    "talewright.messaging.address.seconds": "checked_seconds",
    "talewright.messaging.address.strict": "LIMIT size_of",
    "talewright.messaging.address.url": "Address Entry Url split",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
