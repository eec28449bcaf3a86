"""The addresses under one name: one Url for each, and what text means to whoever writes it.

Knows how an address is found, and nothing of what is delivered there: whoever keeps the book binds a new Url to its
queue and its receiver. Errors cost nothing until they are raised.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from weakref import WeakValueDictionary

from talewright.errors import BadAddress
from talewright.messaging.address.payload import number_hint
from talewright.messaging.address.url import Url, check_part, scope, split
from talewright.names import did_you_mean

MAX_ROUTES = 131_072
"""Texts that a scope remembers. Generated addresses would pile up otherwise; when full, it begins anew."""

MAX_SCOPES = 4_096


class AddressBook:
    """The addresses under one name.

    Attributes:
        name: the name in front of the colon; "" is the host's.
        ids: message ids that need no second look; shared by all books of a game, and what tells its Urls from others.
    """

    __slots__ = ("_scopes", "_urls", "ids", "name")

    def __init__(self, name: str, ids: dict[Any, str]) -> None:
        self.name = name
        self.ids = ids
        self._urls: WeakValueDictionary[tuple[str, str], Url] = WeakValueDictionary()
        self._scopes: dict[str, dict[str, Url]] = {}

    def connect(self, url: Url) -> None:
        """Connect a Url with its queue and its receiver."""
        raise NotImplementedError

    def beside(self, name: str) -> AddressBook:
        """Return the book of another name of the same game."""
        raise NotImplementedError

    def url(self, path: str, fragment: str = "") -> Url:
        """Return the one Url of an address in this world."""
        url = self._urls.get((path, fragment))
        if url is None:
            url = Url.__new__(Url)
            url.socket, url.path, url.fragment = self.name, path, fragment
            url.routes = self.routes(path)
            url.ids = self.ids
            self.connect(url)
            self._urls[path, fragment] = url
        return url

    def connect_all(self) -> None:
        """Connect every Url anew."""
        for url in list(self._urls.values()):
            self.connect(url)

    def routes(self, path: str) -> dict[str, Url]:
        """Return what text means to the objects beside this path: one table for all of them."""
        prefix = scope(path)
        found = self._scopes.get(prefix)
        if found is None:
            if len(self._scopes) >= MAX_SCOPES:
                self._scopes.clear()
            found = self._scopes[prefix] = {}
        return found

    def resolve(self, sender: Url, receiver: object) -> Url:
        """Find out whom a sender in this world means (messaging, the table of receivers).

        What depends on the sender alone (".", "#", "#x") is not remembered; all else is, for the sender's scope.

        Raises:
            TypeError: the receiver is neither text nor a Url.
            BadAddress: it is no address, relative to a component where there is none, or of another `Worlds`.
        """
        if isinstance(receiver, Url):
            if receiver.ids is not self.ids:
                raise foreign(receiver)
            return receiver
        if not isinstance(receiver, str):
            raise _no_address(receiver)
        known = sender.routes.get(receiver)
        if known is not None:
            return known
        socket, path, fragment = split(receiver)
        if (socket is None and not path) or receiver == ".":
            if not sender.path:
                raise BadAddress(
                    f"'{receiver}' is relative to a component, and nobody sends this",
                    hint="outside of scripts name the object, as in '/smith#talk'",
                )
            if receiver == ".":
                return self.url(sender.path)
            return self.url(sender.path, fragment) if fragment else sender
        if socket is None:
            url = self.url(path if path.startswith("/") else scope(sender.path) + path, fragment)
        else:
            url = self.beside(socket).url(path, fragment)
        routes = sender.routes
        if len(routes) >= MAX_ROUTES:
            routes.clear()
        routes[receiver] = url
        return url

    def join(self, sender: Url, socket: str | None, path: str | None, fragment: str | None) -> Url:
        """Return the Url for three parts, as ``msg.url(socket, path, fragment)`` does.

        Without a socket a path is resolved for the sender; with one it is taken as it is. A world that is not there,
        and a name longer than text may hold, are accepted: it may be loaded later.

        Raises:
            TypeError: a part is no text.
            BadAddress: the parts are no address: an empty socket name alone, or a component of no object.
        """
        world, at, component = check_part(socket, "socket"), check_part(path, "path"), check_part(fragment, "fragment")
        if socket is None and path is None and fragment is None:
            return sender
        if socket == "" and path is None:
            raise BadAddress("The socket '' name is invalid.", hint="None means the world of the sender")
        if not world:
            if path is None:
                at = sender.path
            elif not at.startswith("/"):
                at = scope(sender.path) + at if at else ""
            return self.url(at, component)
        if path is None and component:
            raise BadAddress("Can't resolve id with specified socket and fragment.", hint='path="" names no object')
        return self.beside(world).url(at, component)


def foreign(what: object) -> BadAddress:
    """Return the error for an address or an object of another `Worlds`."""
    return BadAddress(
        f"'{what}' belongs to another Worlds: nothing is shared between two games",
        hint="name it by text, and it is looked for in this one",
    )


def near(path: str, ids: Iterable[str]) -> str:
    """Name objects of this name elsewhere, or else of a name like it."""
    tail = path[path.rfind("/") :]
    same = [other for other in ids if other.endswith(tail)]
    if same and len(tail) > 1:
        return f"did you mean {' or '.join(same[:3])}? text is relative to the sender's id"
    return did_you_mean(path, ids)


def _no_address(receiver: object) -> TypeError:
    if receiver is None:
        return TypeError("The receiver shouldn't be `nil`")
    return TypeError(
        f"a receiver is an address as text or a Url, not {type(receiver).__name__}; "
        f"for an object in hand: world.url(thing.id){number_hint(receiver)}"
    )
