"""Who is meant and what is sent: addresses, ids, and what a message may carry.

Decides how an address is written and split, which ids there may be, who owns the fields of a message, and which
messages are the model's own. Knows neither objects nor worlds.
"""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.messaging.address.hashing import hash64
    from talewright.messaging.address.ids import world_name
    from talewright.messaging.address.payload import EMPTY, Message
    from talewright.messaging.address.seconds import checked_seconds
    from talewright.messaging.address.url import Address, Url

__all__ = [
    "EMPTY",
    "Address",
    "Message",
    "Url",
    "checked_seconds",
    "hash64",
    "world_name",
]

_HOMES = {
    "talewright.messaging.address.hashing": "hash64",
    "talewright.messaging.address.ids": "world_name",
    "talewright.messaging.address.payload": "EMPTY Message",
    "talewright.messaging.address.seconds": "checked_seconds",
    "talewright.messaging.address.url": "Address Url",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
