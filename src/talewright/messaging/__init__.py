"""Worlds, objects, scripts, and the messages between them (Defold's model).

Objects live in worlds and carry scripts; scripts talk by messages to addresses such as ``enemy#controller``, which wait
in the queue of the receiver's world and are delivered at fixed points of a frame. The address is the route: a `Url`
holds the function that delivers to it.

>>> class Enemy(Script):
...     health: int = 200
...
...     @on("punch")
...     def punched(self, message: Message, sender: Url) -> None:
...         self.health -= message.get("power", 100)
>>> class Hero(Script):
...     def init(self) -> None:
...         self.post("enemy#controller", "punch")
>>> worlds = Worlds()
>>> world = worlds.create("main")
>>> hero = world.spawn("hero", controller=Hero())
>>> enemy = world.spawn("enemy", controller=Enemy())
>>> worlds.step(1 / 60)
>>> world.component("enemy#controller", Enemy).health
100
"""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.messaging.animation import PLAYBACKS
    from talewright.messaging.collections import COLLECTION_MARK, collection
    from talewright.messaging.easing import EASINGS
    from talewright.messaging.factory import PROTOTYPE_MARK, CollectionFactory, Factory, Prototype, prototype
    from talewright.messaging.faults import CODES, Fault
    from talewright.messaging.handlers import ON_MARK, on
    from talewright.messaging.hashing import hash64
    from talewright.messaging.lifecycle import ProxyState
    from talewright.messaging.object import GameObject
    from talewright.messaging.payload import Message
    from talewright.messaging.policy import DEFOLD, DEFOLD_2013, DRAIN, DispatchPolicy
    from talewright.messaging.proxy import CollectionProxy
    from talewright.messaging.reply_to import ReplyTo
    from talewright.messaging.restoring import Restoration
    from talewright.messaging.script import GuiScript, Script
    from talewright.messaging.timers import TimerInfo
    from talewright.messaging.trace import KINDS, Recorder, Sink, TraceEvent
    from talewright.messaging.url import Address, Url
    from talewright.messaging.world import World
    from talewright.messaging.worlds import Worlds

__all__ = [
    "CODES",
    "COLLECTION_MARK",
    "DEFOLD",
    "DEFOLD_2013",
    "DRAIN",
    "EASINGS",
    "KINDS",
    "ON_MARK",
    "PLAYBACKS",
    "PROTOTYPE_MARK",
    "Address",
    "CollectionFactory",
    "CollectionProxy",
    "DispatchPolicy",
    "Factory",
    "Fault",
    "GameObject",
    "GuiScript",
    "Message",
    "Prototype",
    "ProxyState",
    "Recorder",
    "ReplyTo",
    "Restoration",
    "Script",
    "Sink",
    "TimerInfo",
    "TraceEvent",
    "Url",
    "World",
    "Worlds",
    "collection",
    "hash64",
    "on",
    "prototype",
]

_HOMES = {
    "talewright.messaging.animation": "PLAYBACKS",
    "talewright.messaging.collections": "COLLECTION_MARK collection",
    "talewright.messaging.easing": "EASINGS",
    "talewright.messaging.factory": "PROTOTYPE_MARK CollectionFactory Factory Prototype prototype",
    "talewright.messaging.faults": "CODES Fault",
    "talewright.messaging.handlers": "ON_MARK on",
    "talewright.messaging.hashing": "hash64",
    "talewright.messaging.lifecycle": "ProxyState",
    "talewright.messaging.object": "GameObject",
    "talewright.messaging.payload": "Message",
    "talewright.messaging.policy": "DEFOLD DEFOLD_2013 DRAIN DispatchPolicy",
    "talewright.messaging.proxy": "CollectionProxy",
    "talewright.messaging.reply_to": "ReplyTo",
    "talewright.messaging.restoring": "Restoration",
    "talewright.messaging.script": "GuiScript Script",
    "talewright.messaging.timers": "TimerInfo",
    "talewright.messaging.trace": "KINDS Recorder Sink TraceEvent",
    "talewright.messaging.url": "Address Url",
    "talewright.messaging.world": "World",
    "talewright.messaging.worlds": "Worlds",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
