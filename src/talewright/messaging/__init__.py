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
    from talewright.messaging.address import Address, Message, Url, hash64
    from talewright.messaging.life import (
        DEFOLD,
        DEFOLD_2013,
        DRAIN,
        EASINGS,
        PLAYBACKS,
        DispatchPolicy,
        ProxyState,
        TimerInfo,
    )
    from talewright.messaging.objects import ReplyTo, on
    from talewright.messaging.save import Restoration
    from talewright.messaging.trace import CODES, KINDS, Fault, Recorder, Sink, TraceEvent
    from talewright.messaging.worlds import (
        CollectionFactory,
        CollectionProxy,
        Factory,
        GameObject,
        GuiScript,
        Prototype,
        Script,
        World,
        Worlds,
        collection,
        prototype,
    )

__all__ = [
    "CODES",
    "DEFOLD",
    "DEFOLD_2013",
    "DRAIN",
    "EASINGS",
    "KINDS",
    "PLAYBACKS",
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
    "talewright.messaging.address": "Address Message Url hash64",
    "talewright.messaging.life": "DEFOLD DEFOLD_2013 DRAIN EASINGS PLAYBACKS DispatchPolicy ProxyState TimerInfo",
    "talewright.messaging.objects": "ReplyTo on",
    "talewright.messaging.save": "Restoration",
    "talewright.messaging.trace": "CODES KINDS Fault Recorder Sink TraceEvent",
    "talewright.messaging.worlds": (
        "CollectionFactory CollectionProxy Factory GameObject GuiScript "
        "Prototype Script World Worlds collection prototype"
    ),
}
_FORMER = {  # names that left the face; found until 0.3.0
    "talewright.messaging.objects": "ON_MARK",
    "talewright.messaging.worlds": "COLLECTION_MARK PROTOTYPE_MARK",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES, _FORMER)
