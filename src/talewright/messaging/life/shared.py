"""What all worlds of one game share, beneath the table of worlds: services, sockets, topics, the player's actions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from talewright.fields import References
from talewright.messaging.life.actions import Action, Holding
from talewright.messaging.life.reports import Finder
from talewright.messaging.life.runtime import Runtime
from talewright.messaging.life.socket import Sockets
from talewright.messaging.life.timers import Handles
from talewright.messaging.life.topics import Topics
from talewright.messaging.objects.component import Component
from talewright.messaging.objects.thing import Thing


@dataclass(frozen=True, slots=True)
class Public:
    """What a host and scripts hold in hand; the classes stand above all that runs here.

    Attributes:
        thing: the class of game objects.
        script: the class of their components.
        proxy: the class of collection proxies.
        factories: the other scripts of the library that a save may hold.
        world: makes a world in hand for a life.
    """

    thing: type[Thing]
    script: type[Component]
    proxy: type[Component]
    factories: tuple[type[Component], ...]
    world: Callable[[Any], object]


class Shared:
    """One of a game.

    Attributes:
        runtime: who is called, who is told, what is known.
        sockets: the queues and addresses, by the name of the world.
        topics: who listens to what.
        handles: the numbers of timers.
        instances: how many ids were made up for objects without one.
        inputs: actions of the player that wait for the next step.
        holding: what the player holds.
        max_input_focus: how many objects of a world may have the input focus; None: any number.
        fixed_frequency: how many times a second ``fixed_update`` is called; 0: never.
        public: the classes of what is handed out.
    """

    def __init__(
        self,
        find: Finder,
        live: Callable[[], References],
        more: References,
        public: Public,
        *,
        strict: bool,
        fixed_frequency: float,
        max_input_focus: int | None,
    ) -> None:
        self.runtime = Runtime(find, live, more, strict=strict)
        self.sockets = Sockets(self.runtime)
        self.topics = Topics()
        self.handles = Handles()
        self.instances = 0
        self.inputs: list[Action] = []
        self.holding = Holding()
        self.max_input_focus = max_input_focus
        self.fixed_frequency = fixed_frequency
        self.public = public

    def publish(self, topic: str, message: object, fields: dict[str, Any]) -> int:
        """Post a message by the host to everybody who listens to a topic, and return how many that are.

        Raises:
            TypeError: it cannot be sent, or the topic is no text.
        """
        return self.topics.publish(self.sockets[""], self.sockets.nobody, topic, message, fields)
