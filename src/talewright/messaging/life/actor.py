"""What a component can do besides posting: topics, timers, and to delete its object."""

from __future__ import annotations

from typing import Any

from talewright.errors import MessageError
from talewright.messaging.address.payload import Table, fields_of
from talewright.messaging.life.life import Life, life_of
from talewright.messaging.life.timers import TimerFunction, TimerInfo, method_name
from talewright.messaging.objects.component import Component, is_living


class Actor(Component):
    """What `messaging.Script` is besides the names of its object and world."""

    __slots__ = ()
    __declares__ = False

    def publish(self, topic: str, message: str | object, table: Table = None, /, **fields: Any) -> int:
        """Post a message to every component that has subscribed to a topic, and return how many those are.

        Raises:
            TypeError: as `post`; or the topic is no text.
        """
        life = life_of(self)
        return life.shared.topics.publish(life.socket, self.url(), topic, message, fields_of(table, fields))

    def subscribe(self, topic: str) -> None:
        """Get what is published under a topic, in any world, until the component goes.

        Args:
            topic: any name, exact in case; the name of a tag is a good one.

        Raises:
            TypeError: the topic is no text.
            MessageError: the component is gone.
        """
        self._tw_alive().shared.topics.add(topic, self)

    def subscribe_once(self, topic: str) -> None:
        """Get the next message that is published under a topic, and then no more.

        Whoever is subscribed already stays so.

        Raises:
            TypeError, MessageError: as `subscribe`.
        """
        self._tw_alive().shared.topics.add_once(topic, self)

    def unsubscribe(self, topic: str) -> bool:
        """Get it no more; say whether it was subscribed."""
        return life_of(self).shared.topics.drop(topic, self)

    def after(self, seconds: float, function: TimerFunction, *, repeat: bool = False) -> int:
        """Call a method of this script when so much time of its world has passed; 0: at the next update.

        Timers run before the ``update`` of all scripts, at most once a timer and frame. A save holds the timer and the
        name of the method, so a lambda, a function inside another or a method of somebody else is refused.

        Args:
            seconds: how long, or how long between two calls.
            function: a method of this script, ``self.ring``; called with the seconds since it began or came last, and
                with the handle.
            repeat: again and again, in phase; what was missed is left out.

        Returns:
            The handle of the timer, for `cancel`, `trigger` and `timer_info`.

        Raises:
            ValueError: the time is negative or no number.
            TypeError: it is no method of this script, or does not take elapsed and handle.
            MessageError: the component is gone.

        >>> from talewright.messaging import Script, Worlds
        >>> class Bell(Script):
        ...     def init(self) -> None:
        ...         self.after(2, self.ring)
        ...     def ring(self, elapsed: float, handle: int) -> None:
        ...         print("ding", elapsed)
        >>> worlds = Worlds()
        >>> bell = worlds.create("main").spawn("bell", c=Bell())
        >>> for _ in range(3): worlds.step(1)
        ding 2.0
        """
        return self._tw_alive().timers.call_later(self, seconds, method_name(self, function), repeating=repeat)

    def delay(self, seconds: float, message_id: str, table: Table = None, /, **fields: Any) -> int:
        """Get a message, once, when so much time of its world has passed; 0: at the next update.

        It is handed over before the ``update`` of all scripts, and carries ``elapsed`` and ``handle`` besides, as far
        as a field of its own has no such name.

        Returns:
            The handle of the timer, for `cancel`, `trigger` and `timer_info`. A save holds the timer.

        Raises:
            ValueError: the time is negative or no number.
            TypeError: as `post`.
            MessageError: the component is gone.
        """
        return self._tw_post_later(seconds, message_id, fields_of(table, fields), repeating=False)

    def repeat(self, seconds: float, message_id: str, table: Table = None, /, **fields: Any) -> int:
        """The same again and again, at most once an update; what was missed is left out, the phase is kept."""
        return self._tw_post_later(seconds, message_id, fields_of(table, fields), repeating=True)

    def cancel(self, handle: int) -> bool:
        """End a timer, and say whether there was one: from now on it never comes, also where it is due by now."""
        return life_of(self).timers.cancel(handle)

    def trigger(self, handle: int) -> bool:
        """Let a timer come now, inside this call; when it comes by itself stays as it is. Say whether there is one.

        Raises:
            Misuse: it is the timer's own call that asks, which would never end.
        """
        return life_of(self).timers.trigger(handle)

    def timer_info(self, handle: int) -> TimerInfo | None:
        """Return the time that a timer has left, its delay, and whether it repeats; None where it is gone."""
        return life_of(self).timers.info(handle)

    def _tw_post_later(self, seconds: float, message_id: str, fields: dict[str, Any], *, repeating: bool) -> int:
        return self._tw_alive().timers.post_later(self, seconds, message_id, fields, repeating=repeating)

    def _tw_alive(self) -> Life:
        """Return its life; what would outlive the component is refused once that is over."""
        if is_living(self):
            return life_of(self)
        raise MessageError(
            f"the component {self.url()} is gone: it can begin no timer and no subscription",
            hint="both end with their component; post to somebody who lives, or ask thing.alive before",
        )

    def delete(self) -> None:
        """Delete its object, with all components, at the end of the frame."""
        self.owner.delete()
