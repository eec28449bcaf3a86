"""Addresses: the one object that stands for ``world:/path#component``, and the grammar of its text.

A `Url` is the route: it holds the function that delivers to its address and the queue of its world, so posting and
delivering look nothing up. There is exactly one for each address and `Worlds`; equal is identical, and a sender is
handed over, compared and used as a dict key for nothing. Decides how text is split; knows neither objects nor queues
(its `Socket` binds and rebinds it). A Url nobody holds any more is forgotten and made anew when next addressed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn, Protocol, TypeAlias, final

from talewright.errors import BadAddress

Deliver: TypeAlias = Callable[[str, Any, "Url"], object]
Entry: TypeAlias = "tuple[Url, str, Any, Url]"
"""A waiting message: receiver, message id, message, sender."""


class Queue(Protocol):
    """What waiting messages are appended to: the list of a world, or a gate in front of it."""

    def append(self, entry: Entry, /) -> object:
        """Let a message wait."""


_MAX_SOCKET_BYTES = 63


@final
class Url:
    """The address of a component, an object or a world; made by `World.url` and `Script.url`, never by hand.

    Attributes:
        socket: the name of the world ("" for the host, which sends without an address).
        path: the absolute id of the object, or "".
        fragment: the id of the component, or "" for the whole object.
        deliver: hands a message over: a component's ``on_message``, an object's broadcast, or a dead letter.
        routes: text as written by senders of this scope -> the Url it means.
        ids: message ids that need no second look, each by itself; shared by all Urls of a `Worlds`.
        backlog: what a waiting message is appended to: the very list of the world, because CPython appends to a list
            without a call; or the gate in front of it.
    """

    __slots__ = ("__weakref__", "backlog", "deliver", "fragment", "ids", "path", "routes", "socket")

    socket: str
    path: str
    fragment: str
    deliver: Deliver
    routes: dict[str, Url]
    ids: dict[Any, str]
    backlog: Queue

    def __init__(self) -> None:
        raise TypeError("a Url is made by world.url(text) or self.url(text), so that there is one for each address")

    def __str__(self) -> str:
        if not self.socket and not self.path:
            return ""
        return f"{self.socket}:{self.path}#{self.fragment}" if self.fragment else f"{self.socket}:{self.path}"

    def __repr__(self) -> str:
        return f"url: [{self}]"

    def __copy__(self) -> Url:
        return self

    def __deepcopy__(self, memo: object) -> Url:
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"the address {str(self)!r} belongs to its Worlds and cannot be pickled; keep str(url) instead")

    def bound(self, deliver: Deliver) -> Url:
        """Return a twin of this address that delivers otherwise; only a queue ever holds it."""
        twin = Url.__new__(Url)
        twin.socket, twin.path, twin.fragment = self.socket, self.path, self.fragment
        twin.backlog, twin.routes, twin.ids = self.backlog, self.routes, self.ids
        twin.deliver = deliver
        return twin

    @property
    def parts(self) -> str:
        """The address as error lines print it: all three parts, ``(null)`` for a missing world."""
        return f"{self.socket or '(null)'}:{self.path}#{self.fragment}"


Address: TypeAlias = str | Url
"""What a receiver may be: text such as "enemy#controller", ".", "#talk", "level:/player#controller", or a Url."""


def split(text: str) -> tuple[str | None, str, str]:
    """Split ``[socket:][path][#fragment]`` into its parts; a world that is not named is None.

    There are no escapes, no ``..`` and no wildcards (Defold manual, addressing).

    Raises:
        BadAddress: more than one ``#`` or ``:``, a ``:`` behind the ``#``, an empty or overlong world name, or a
            character that cannot be printed.

    >>> split("level:/player#controller")
    ('level', '/player', 'controller')
    >>> split("enemy#controller"), split("#talk"), split("path#")
    ((None, 'enemy', 'controller'), (None, '', 'talk'), (None, 'path', ''))
    """
    head, _, fragment = text.partition("#")
    socket, colon, path = head.partition(":")
    if "#" in fragment or ":" in fragment or ":" in path or not text.isprintable():
        raise BadAddress(
            f"Could not parse '{_shown(text)}' because the URL is invalid (should be [socket:][path][#fragment]).",
            hint="one ':' behind the world, then the object, then one '#' in front of the component",
        )
    if not colon:
        return None, head, fragment
    if not socket or len(socket.encode()) > _MAX_SOCKET_BYTES:
        raise BadAddress(
            f"The socket name in '{_shown(text)}' is invalid.",
            hint=f"in front of the ':' stands the name of a world, 1 to {_MAX_SOCKET_BYTES} bytes long",
        )
    return socket, path, fragment


def scope(path: str) -> str:
    """Return the prefix that relative text of an object is resolved against: its id up to the last slash.

    >>> scope("/level/hero"), scope("/hero"), scope("")
    ('/level/', '/', '/')
    """
    return path[: path.rfind("/") + 1] or "/"


def check_part(text: object, what: str) -> str:
    """Return a part of an address that is handed over by itself; None is none.

    Raises:
        TypeError: it is no text.
        BadAddress: it holds ``:`` or ``#``, or a character that cannot be printed.
    """
    if text is None:
        return ""
    if not isinstance(text, str):
        raise TypeError(f"the {what} of an address is text or None, not {type(text).__name__}")
    if "#" in text or ":" in text or not text.isprintable():
        raise BadAddress(
            f"The socket '{_shown(text)}' name is invalid."
            if what == "socket"
            else f"no {what} is called '{_shown(text)}'"
        )
    return text


TWO_PARTS = 'Only msg.url(), msg.url("[socket:][path][#fragment]") or msg.url(socket, path, fragment) is supported.'
"""What a call with two parts is told (Defold)."""


def _shown(text: str) -> str:
    return text if text.isprintable() else repr(text)[1:-1]
