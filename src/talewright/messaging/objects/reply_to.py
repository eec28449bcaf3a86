"""Who gets an answer: the very component that asked, and never a successor under its id.

An address says where somebody lives; an answer that comes later must not reach whoever lives there by then. So what
is told when something has come to its end (an animation, a load, a dialogue) is bound to the component, from the moment
it asked until the delivery: is it gone, nobody is told, and nothing has gone wrong. Saved as the name of the component.

Source: Defold, callbacks end with the instance that gave them; messaging, "properties, timers, animation".
"""

from __future__ import annotations

from typing import Any, Protocol

from talewright.errors import NotFound
from talewright.messaging.address.payload import EMPTY
from talewright.messaging.address.url import Address, Url
from talewright.messaging.objects.component import Component, is_living, receiver
from talewright.messaging.objects.thing import Thing, connected


class Objects(Protocol):
    """What this needs of a world."""

    def __getitem__(self, address: Address, /) -> Thing: ...


class Directory(Protocol):
    """What this needs of all worlds."""

    def __contains__(self, name: object, /) -> bool: ...

    def __getitem__(self, name: str, /) -> Objects: ...


class ReplyTo:
    """A component, or a whole object, that waits for an answer; or the host, which hears it by its hooks.

    Attributes:
        url: its address, also when it is gone.

    >>> from talewright.messaging import Script, Worlds
    >>> worlds = Worlds()
    >>> world = worlds.create("main")
    >>> hero = world.spawn("hero", c=Script())
    >>> asker = ReplyTo.of(worlds, world.url("/hero#c"))
    >>> asker.alive, str(asker)
    (True, 'main:/hero#c')
    >>> hero.delete(); worlds.step(); _ = world.spawn("hero", c=Script())
    >>> asker.alive, str(asker)
    (False, 'gone main:/hero#c')
    """

    __slots__ = ("_who", "url")

    def __init__(self, url: Url, who: Component | Thing | None) -> None:
        self.url = url
        self._who = who

    @classmethod
    def of(cls, worlds: Directory, url: Url) -> ReplyTo:
        """Return who lives at an address now.

        Raises:
            NotFound: nobody does.
        """
        if url.socket in worlds:
            thing = worlds[url.socket][url]
            return cls(url, thing[url.fragment] if url.fragment else thing)
        if url.socket and not url.socket.startswith("@"):
            raise NotFound(f"nobody can be told at '{url}': there is no world {url.socket!r}")
        return cls(url, None)

    @classmethod
    def sender(cls, worlds: Directory, url: Url) -> ReplyTo:
        """Return who sent a message; somebody that is gone already gets no answer."""
        try:
            return cls.of(worlds, url)
        except NotFound:
            return cls(url, None)

    def __str__(self) -> str:
        return str(self.url) if self.alive else f"gone {self.url}"

    def __repr__(self) -> str:
        return f"<ReplyTo {self}>"

    def __copy__(self) -> ReplyTo:
        return self

    def __deepcopy__(self, memo: object) -> ReplyTo:
        return self

    @property
    def alive(self) -> bool:
        """Whether it is there to be told; the host always is."""
        who = self._who
        if who is None:
            return not self.url.socket or self.url.socket.startswith("@")
        return who.alive if isinstance(who, Thing) else is_living(who)

    def post(self, sender: Url, message_id: str, message: Any = EMPTY) -> bool:
        """Post an answer; say whether there is somebody to get it.

        Args:
            sender: whose answer it is.
            message_id: what it is.
            message: what it carries; the queue owns it from now on.
        """
        if not self.alive:
            return False
        url = self.address()
        backlog = url.backlog
        backlog.append((url, message_id, message, sender))
        return True

    def address(self) -> Url:
        """Return an address whose messages it alone gets. Only a queue ever holds it: see `Url.bound`."""
        return self.url if self._who is None else self.url.bound(self.deliver)

    def deliver(self, message_id: str, message: Any, sender: Url) -> None:
        """Hand a message over, if it is still there."""
        who = self._who
        if not self.alive or who is None:
            return
        hand = connected(who, "") if isinstance(who, Thing) else receiver(who)
        if hand is not None:
            hand(message_id, message, sender)


def bound_to(url: Url) -> ReplyTo | None:
    """Return whom an address in a queue is bound to; None for all others."""
    who = getattr(url.deliver, "__self__", None)
    return who if isinstance(who, ReplyTo) else None
