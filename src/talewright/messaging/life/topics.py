"""Topics: names that components listen to, for those who do not know each other's address.

Publishing posts to every component that has subscribed, in the order in which they did, through the queues of their
worlds: the order rules are those of every other message, each receiver has its own fields, and ``sender`` is who
published. A subscription ends with its component. Topics are shared by all worlds of a game and saved with them.
"""

from __future__ import annotations

from typing import Any

from talewright.messaging.address.url import Url
from talewright.messaging.life.socket import Socket
from talewright.messaging.objects.component import Component


class Topics:
    """Who listens to what."""

    __slots__ = ("_by_script", "_once", "listeners")

    def __init__(self) -> None:
        self._once: set[tuple[str, Component]] = set()
        self.listeners: dict[str, dict[Component, None]] = {}
        self._by_script: dict[Component, dict[str, None]] = {}

    def add(self, topic: str, script: Component) -> None:
        """Let a component listen; asking once is enough.

        Raises:
            TypeError: the topic is no text.
            ValueError: it is empty.
        """
        name = checked_topic(topic)
        self.listeners.setdefault(name, {})[script] = None
        self._by_script.setdefault(script, {})[name] = None
        self._once.discard((name, script))

    def add_once(self, topic: str, script: Component) -> None:
        """Let a component listen to one message; who listens already stays as it is.

        Raises:
            TypeError, ValueError: as `add`.
        """
        name = checked_topic(topic)
        if script not in self.listeners.get(name, ()):
            self.add(name, script)
            self._once.add((name, script))

    def once(self, topic: str, script: Component) -> bool:
        """Say whether a component listens to one message alone."""
        return (topic, script) in self._once

    def drop(self, topic: str, script: Component) -> bool:
        """Let a component listen no more, and say whether it did."""
        name = checked_topic(topic)
        if script not in self.listeners.get(name, ()):
            return False
        del self.listeners[name][script], self._by_script[script][name]
        self._once.discard((name, script))
        if not self.listeners[name]:
            del self.listeners[name]
        if not self._by_script[script]:
            del self._by_script[script]
        return True

    def forget(self, script: Component) -> None:
        """The component is gone."""
        for name in list(self._by_script.get(script, ())):
            self.drop(name, script)

    def lead(self, topic: str, to: str) -> bool:
        """Let everybody who listens to one topic listen to another one as well; say whether that was new to anybody."""
        new = [script for script in self.listeners.get(topic, ()) if script not in self.listeners.get(to, ())]
        for script in new:
            (self.add_once if self.once(topic, script) else self.add)(to, script)
        return bool(new)

    def publish(self, socket: Socket, sender: Url, topic: str, message: object, fields: dict[str, Any]) -> int:
        """Post to everybody who listens, and return how many that are."""
        name = checked_topic(topic)
        receivers = list(self.listeners.get(name, ()))
        if not receivers:  # what cannot be sent is refused all the same
            socket.check(message, fields)
        for script in receivers:
            socket.send(sender, script.url(), message, fields)
            if self._once and (name, script) in self._once:
                self.drop(name, script)
        return len(receivers)


def checked_topic(topic: object) -> str:
    """Return the name of a topic; case counts."""
    if not isinstance(topic, str):
        raise TypeError(f"a topic is a name as text, not {type(topic).__name__}; for a tag: tag.name")
    if not topic:
        raise ValueError("a topic has a name of at least one character")
    return str.__str__(topic)
