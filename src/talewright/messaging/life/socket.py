"""One world's name: its queue, its addresses, and the delivery.

A socket outlives its world: addresses stay the same object while the world behind the name ends and comes again.
Posting is one append of a 4-tuple; a pass detaches the whole queue and calls each receiver; what is posted meanwhile
makes the next pass. Order is first in, first out over all senders. Errors cost nothing until they are raised. Knows
nothing of frames: how many passes there are, its caller says. Only one thread delivers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from talewright.calls import ran
from talewright.errors import BadAddress, MessageError, UnknownWorld
from talewright.messaging.address.declared import DECLARED, OBJECT_MESSAGES, checked
from talewright.messaging.address.payload import EMPTY, declared_message, number_hint, owned_fields
from talewright.messaging.address.url import Address, Deliver, Entry, Queue, Url, check_part, scope, split
from talewright.messaging.life import inputs, system
from talewright.messaging.objects.accepting import accepted_message
from talewright.messaging.objects.object import GameObject
from talewright.messaging.objects.reply_to import bound_to
from talewright.messaging.objects.script import Script
from talewright.messaging.trace.faults import Fault
from talewright.messaging.trace.tracer import is_dead_letter
from talewright.names import did_you_mean

if TYPE_CHECKING:
    from talewright.messaging.worlds.world import World
    from talewright.messaging.worlds.worlds import Worlds

MAX_ROUTES = 131_072
"""Texts that a scope remembers. Generated addresses would pile up otherwise; when full, it begins anew."""

MAX_SCOPES = 4_096
MAX_IDS = 65_536
_MAX_HINTS = 256
_MAX_NEAR = 1_000
_MAX_NEAR_WORLDS = 256
_MAX_SEARCHES = 32
"""Searches for near names in one dispatch: a flood of lost messages must not stop the frame."""

_CHAIN = 6


class Gate:
    """Stands where the queue of a world stands when a message is looked at before it waits, or cannot wait.

    Its ``append`` is a method in Python on purpose: where CPython 3.13 has met a partial function instead, the call
    keeps its general form for good, and every post stays dearer although the gate is gone.
    """

    __slots__ = ("_take",)

    def __init__(self, take: Callable[[Entry], object]) -> None:
        self._take = take

    def append(self, entry: Entry, /) -> None:
        """Take a message as the queue would."""
        self._take(entry)


class Socket:
    """The queue and the addresses under one name; the world may be there or not.

    Attributes:
        name: the name in front of the colon; "" is the host's.
        world: the world that lives here, or None.
        pending: what waits, oldest first; one list for ever, so that addresses can hold it.
        rest: deliveries that an interrupted broadcast still owes.
    """

    __slots__ = ("_hints", "_queue", "_scopes", "_searches", "_urls", "name", "pending", "rest", "world", "worlds")

    def __init__(self, worlds: Worlds, name: str) -> None:
        self.worlds = worlds
        self.name = name
        self.world: World | None = None
        self.pending: list[Entry] = []
        self.rest: list[Entry] = []
        self._queue: Queue
        self._urls: WeakValueDictionary[tuple[str, str], Url] = WeakValueDictionary()
        self._scopes: dict[str, dict[str, Url]] = {}
        self._hints: dict[str, str] = {}
        self._searches = 0
        self.wire()

    # Addresses

    def url(self, path: str, fragment: str = "") -> Url:
        """Give the one Url of an address in this world."""
        url = self._urls.get((path, fragment))
        if url is None:
            url = Url.__new__(Url)
            url.socket, url.path, url.fragment = self.name, path, fragment
            url.backlog = self._queue
            url.routes = self.routes(path)
            url.ids = self.worlds._ids
            url.deliver = self._target(url)
            self._urls[path, fragment] = url
        return url

    def routes(self, path: str) -> dict[str, Url]:
        """Give what text means to the objects beside this path: one table for all of them."""
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
            if receiver.ids is not self.worlds._ids:
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
            url = self.worlds._socket(socket).url(path, fragment)
        routes = sender.routes
        if len(routes) >= MAX_ROUTES:
            routes.clear()
        routes[receiver] = url
        return url

    def join(self, sender: Url, socket: str | None, path: str | None, fragment: str | None) -> Url:
        """Give the Url for three parts, as ``msg.url(socket, path, fragment)`` does.

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
        return self.worlds._socket(world).url(at, component)

    # Who lives here

    def open(self, world: World) -> None:
        """Let a world live under this name."""
        self.world = world
        self.wire()

    def close(self) -> None:
        """The world has ended: what waited is dropped, posting to it is an error at the sender from now on."""
        self.world = None
        tracer = self.worlds._tracer
        if tracer is not None:
            tracer.lost(self.pending, f"the world {self.name!r} has ended")
        self.pending.clear()
        self.wire()

    def wire(self) -> None:
        """Decide what a post to this name calls, and bind every Url anew."""
        queue: Queue
        if not self.name:
            queue = Gate(self._to_host)
        elif self.name in system.SOCKETS:
            queue = Gate(self._to_engine)
        else:
            queue = Gate(self._refuse) if self.world is None else self.pending
        if self.worlds._strict and (self.world is not None or self.name in system.SOCKETS):
            queue = Gate(partial(self._strictly, queue))
        if self.worlds._tracer is not None:
            queue = Gate(partial(self._traced, queue))
        self._queue = queue
        self.rebind()

    def rebind(self) -> None:
        """Bind every Url anew."""
        self._hints.clear()
        for url in list(self._urls.values()):
            url.backlog = self._queue
            url.deliver = self._target(url)

    def bind(self, thing: GameObject) -> None:
        """An object has come: bind those of its addresses that somebody holds."""
        if self._hints:
            self._hints.clear()
        urls = self._urls
        url = urls.get((thing.id, ""))
        if url is not None:
            url.deliver = thing._broadcast
        script = thing._first
        while script is not None:
            url = urls.get((thing.id, script._tw_id))
            if url is not None:
                url.deliver = script._tw_receive
                script._tw_url = url
            script = script._tw_next

    def unbind(self, thing: GameObject) -> None:
        """An object has gone: what is on its way becomes a dead letter."""
        if self._hints:
            self._hints.clear()
        for fragment in ("", *thing.components):
            url = self._urls.get((thing.id, fragment))
            if url is not None:
                url.deliver = partial(self._dead_letter, url)

    def _target(self, url: Url) -> Deliver:
        if not self.name:
            return _heard
        if self.name in system.SOCKETS:
            return partial(system.deliver, self.worlds, self.name)
        thing = None if self.world is None else self.world._objects.get(url.path)
        if thing is not None:
            if not url.fragment:
                return thing._broadcast
            script = thing._find(url.fragment)
            if script is not None:
                return script._tw_receive
        return partial(self._dead_letter, url)

    # Messages

    def put(self, sender: Url, url: Url, message_id: str, message: Any = EMPTY) -> None:
        """Put a message into the queue of a Url in hand. The queue owns it from now on: hand over nothing you keep."""
        backlog = url.backlog
        backlog.append((url, message_id, message, sender))

    def send(self, sender: Url, url: Url, message: object, fields: dict[str, Any]) -> None:
        """Post whatever can be a message, the long way: an id that is new, a declared message, one for the object.

        Raises:
            TypeError: it is neither text nor an instance of a dataclass, or a field cannot be sent.
        """
        message_id, payload = self.prepared(message, fields)
        if message_id in DECLARED:
            if message_id in OBJECT_MESSAGES:
                parent = payload.get("parent_id")
                if isinstance(parent, Url) and parent.ids is not self.worlds._ids:
                    raise foreign(parent)
                url = own_address(self.worlds, url)
        elif isinstance(message, str):
            ids = self.worlds._ids
            if len(ids) >= MAX_IDS:
                ids.clear()
            ids[message_id] = message_id
        url.backlog.append((url, message_id, payload, sender))

    def prepared(self, message: object, fields: dict[str, Any]) -> tuple[str, Any]:
        """Give the id and the owned payload of whatever can be a message, or raise as `send`."""
        message_id, payload = declared_message(message)
        if fields:
            if payload is not EMPTY:
                raise TypeError(f"the message {message_id!r} is an instance: its fields are in it already")
            payload = owned_fields(fields)
        elif payload is not EMPTY and not isinstance(payload, Mapping):
            payload = accepted_message(self.worlds, payload)
        return message_id, checked(message_id, payload) if message_id in DECLARED else payload

    def post(self, sender: Url, receiver: Address, message_id: str, message: Any = EMPTY) -> None:
        """Put it for an address as a sender in this world writes it."""
        if type(receiver) is Url:
            url = receiver
        else:
            try:
                url = sender.routes[receiver]
            except (KeyError, TypeError):
                url = self.resolve(sender, receiver)
        backlog = url.backlog
        backlog.append((url, message_id, message, sender))

    def deliver_now(self, script: Script, message_id: str, message: Any) -> None:
        """Hand a component a message of its own, now: what has waited elsewhere (a timer) waits in no queue.

        An exception of the receiver is reported.
        """
        me, worlds = script.url(), self.worlds
        url = own_address(worlds, me) if message_id in OBJECT_MESSAGES else me
        entry = (url, message_id, message, me)
        try:
            worlds._check_payload(message_id, message)
        except MessageError as error:  # the worlds have become strict since
            worlds._report_error(error, script, "delay", message_id)
            return
        try:
            if worlds._tracer is not None:
                worlds._tracer.posted(entry)
            if self._watched():
                self._listen(entry, 0)
            url.deliver(message_id, message, me)
        except Exception as error:
            self._report(error, me, message_id, me)

    def dispatch(self, passes: int, before: int = 0) -> int:
        """Deliver what waits, in passes, and give how many were made.

        Each pass takes the whole queue; what it makes is left to the next one. An exception of a receiver is reported
        and the next message delivered. When the program is being stopped, the rest of the pass goes back to the front.
        ``before`` is how many passes this dispatch point has had already, for a trace.
        """
        pending, worlds = self.pending, self.worlds
        made = self._searches = 0
        while pending and made < passes:
            made += 1
            batch = pending[:]
            pending.clear()
            todo = iter(batch)
            rounds = worlds._callers.rounds
            rounds.append((batch, todo))
            try:
                while True:
                    try:
                        if not self._watched():
                            for url, message_id, message, sender in todo:
                                deliver = url.deliver
                                deliver(message_id, message, sender)
                        else:
                            for entry in todo:
                                url, message_id, message, sender = entry
                                try:
                                    self._listen(entry, before + made)
                                except BaseException:  # only what stops the step: it has not been delivered yet
                                    self.rest.append(entry)
                                    raise
                                url.deliver(message_id, message, sender)
                        break
                    except Exception as error:
                        self._report(error, url, message_id, sender)
            except BaseException:
                pending[:0] = [*self.rest, *todo]
                self.rest.clear()
                raise
            finally:
                rounds.pop()
            if worlds._tracer is not None:
                worlds._tracer.delivered()
        return made

    def drain(self, guard: int) -> None:
        """Deliver until nothing waits, or until so many passes were made: then report the chain and let it wait."""
        first = max(guard - _CHAIN, 0)
        self.dispatch(first)
        chain = []
        for number in range(first, guard):
            if not self.pending:
                return
            url, message_id, _, sender = self.pending[0]
            chain.append(f"{str(sender) or '(host)'} -{message_id}-> {url}")
            self.dispatch(1, number)
        if self.pending:
            self.worlds.report(
                Fault(
                    "TW-MSG-07",
                    f"ERROR:GAMEOBJECT: The messages of '{self.name}' did not end after {guard} passes: "
                    + ", ".join(chain)
                    + f"; {len(self.pending)} wait for the next dispatch point",
                    world=self.name,
                    hint="a message that is answered for ever needs an end, or an update between its rounds",
                )
            )

    def _watched(self) -> bool:
        worlds = self.worlds
        return worlds.on_delivery is not None or worlds._tracer is not None or worlds._strict

    def _listen(self, entry: Entry, round_number: int) -> None:
        """Tell the hook and the tracer of a delivery, and, as strict worlds do, of one that nobody there knows."""
        url, message_id, message, sender = entry
        tracer, hook = self.worlds._tracer, self.worlds.on_delivery
        if tracer is not None:
            tracer.round = round_number
            asker = bound_to(url)
            gone = asker is not None and not asker.alive
            tracer.delivering(entry, dead=gone or is_dead_letter(url.deliver))
            if gone:
                tracer.dropped(message_id, str(sender), str(url), "who asked is gone")
        if tracer is not None or self.worlds._strict:
            self._say_unknown(url, message_id, sender)
        if hook is not None:
            try:
                # Never the twin of `own_address`: what the hook keeps must be the one Url.
                ran(hook(self.worlds._socket(url.socket).url(url.path, url.fragment), message_id, message, sender))
            except Exception as error:
                self.worlds.report_exception(error, "on_delivery", self.name, message_id=message_id)

    def _say_unknown(self, url: Url, message_id: str, sender: Url) -> None:
        """Say that a message means nothing to whom it goes: to a component, or to all those of an object.

        Answers need not be heard. A component whose ``on_message`` looks at all messages may know any.
        """
        there = getattr(url.deliver, "__self__", None)
        if isinstance(there, Script):
            scripts = [there]
        elif isinstance(there, GameObject):
            scripts = list(there.components.values())
        else:
            return
        if any(script._tw_knows(message_id) for script in scripts):
            return
        known = sorted({name for script in scripts for name in (*script._tw_handlers, *script._tw_own_messages)})
        near = did_you_mean(message_id, known) or (f"they handle {', '.join(known)}" if known else "")
        if self.worlds._tracer is not None:
            why = f"nobody there knows this message{'; ' + near if near else ''}"
            self.worlds._tracer.dropped(message_id, str(sender), str(url), why)
        if self.worlds._strict:
            self.worlds.report(
                Fault(
                    "TW-MSG-15",
                    f"WARNING:GAMEOBJECT: Message '{message_id}' sent from {sender.parts} means nothing to '{url}'.",
                    world=self.name,
                    object=url.path,
                    component=url.fragment,
                    message_id=message_id,
                    sender=str(sender),
                    hint=near or f'write @on("{message_id}") above a method',
                )
            )

    def _traced(self, queue: Queue, entry: Entry) -> None:
        """Post while somebody listens."""
        try:
            queue.append(entry)
        except Exception as error:
            if self.worlds._tracer is not None:
                self.worlds._tracer.refused(entry, f"{type(error).__name__}: {error}".splitlines()[0])
            raise
        if self.worlds._tracer is not None and self.name:
            self.worlds._tracer.posted(entry)

    def _strictly(self, queue: Queue, entry: Entry) -> None:
        """Post in a strict world."""
        self.worlds._check_payload(entry[1], entry[2])
        queue.append(entry)

    def _to_engine(self, entry: Entry) -> None:
        """Post to a socket of the engine, "@system": what it declares is checked here, at the sender."""
        url, message_id, message, sender = entry
        message = system.checked_message(self.name, message_id, message)
        self.pending.append((url, message_id, message, sender))

    def _report(self, error: Exception, url: Url, message_id: str, sender: Url) -> None:
        thing = None if self.world is None else self.world._objects.get(url.path)
        script = None if thing is None else thing._find(url.fragment)
        self.worlds._report_error(error, script, "on_message", message_id, sender, str(url))

    def _refuse(self, entry: Entry) -> None:
        url, message_id, _, sender = entry
        names = self.worlds._worlds
        near = did_you_mean(self.name, names) if len(names) <= _MAX_NEAR_WORLDS else ""
        raise UnknownWorld(
            f"Could not send message '{message_id}' from '{sender}' to '{url}'.",
            hint=near or f"no world is called {self.name!r} now; a collection proxy makes one when it gets 'load'",
        )

    def _to_host(self, entry: Entry) -> None:
        """An answer to the host waits in the queue of the one who answers: only a trace hears it."""
        sender = entry[3]
        if sender.socket:
            sender.backlog.append(entry)

    def _object_message(self, url: Url, message_id: str, message: Any, sender: Url) -> None:
        """A message that the object takes itself: no component ever sees it."""
        thing = None if self.world is None else self.world._objects.get(url.path)
        if thing is None:
            self._dead_letter(url, message_id, message, sender)
        else:
            inputs.object_message(thing, message_id, message, sender)

    def _dead_letter(self, url: Url, message_id: str, message: Any, sender: Url) -> None:
        there = self.world is not None and url.path in self.world._objects
        if self.worlds._tracer is not None:
            why = "the object has no such component" if there else "there is no such object"
            self.worlds._tracer.dropped(message_id, str(sender), str(url), why)
        if there:
            what, code = f"Component '{url.path}#{url.fragment}'", "TW-MSG-02"
        else:
            what, code = f"Instance '{url.path}'", "TW-MSG-01"
        self.worlds.report(
            Fault(
                code,
                f"ERROR:GAMEOBJECT: {what} could not be found when dispatching message '{message_id}' "
                f"sent from {sender.parts}",
                world=self.name,
                object=url.path,
                component=url.fragment,
                message_id=message_id,
                sender=str(sender),
                hint=self._hint(url),
            )
        )

    def _hint(self, url: Url) -> str:
        """Say whom the sender may have meant; remembered, because looking for near names takes a while."""
        key = f"{url.path}#{url.fragment}"
        known = self._hints.get(key)
        if known is not None:
            return known
        objects = {} if self.world is None else self.world._objects
        thing = objects.get(url.path)
        if self._searches >= _MAX_SEARCHES:
            return ""
        if thing is not None:
            self._searches += 1
            names = list(thing.components)
            hint = did_you_mean(url.fragment, names) or f"its components: {', '.join(names) or 'none'}"
        elif "/" + url.path in objects:
            hint = f"behind a world's name the id is written whole: {self.name}:/{url.path}"
        elif not url.path:
            hint = "the address names a world and no object"
        else:
            self._searches += 1
            hint = near(url.path, objects) if len(objects) <= _MAX_NEAR else ""
        if len(self._hints) >= _MAX_HINTS:
            self._hints.clear()
        self._hints[key] = hint
        return hint


def own_address(worlds: Worlds, url: Url) -> Url:
    """Give a twin of an address whose messages the object itself takes, whatever the component.

    Only the queue ever holds it: everybody else has the one Url of the address.
    """
    socket = worlds._socket(url.socket)
    if not socket.name or socket.name.startswith("@"):
        return url
    return url.bound(partial(socket._object_message, url))


def foreign(what: object) -> BadAddress:
    """Give the error for an address or an object of another `Worlds`."""
    return BadAddress(
        f"'{what}' belongs to another Worlds: nothing is shared between two games",
        hint="name it by text, and it is looked for in this one",
    )


def near(path: str, objects: dict[str, GameObject]) -> str:
    """Name objects of this name elsewhere, or else of a name like it."""
    tail = path[path.rfind("/") :]
    same = [other for other in objects if other.endswith(tail)]
    if same and len(tail) > 1:
        return f"did you mean {' or '.join(same[:3])}? text is relative to the sender's id"
    return did_you_mean(path, objects)


def _heard(message_id: str, message: Any, sender: Url) -> None:
    """The host has no mailbox: it hears answers by `Worlds.on_delivery`."""


def _no_address(receiver: object) -> TypeError:
    if receiver is None:
        return TypeError("The receiver shouldn't be `nil`")
    return TypeError(
        f"a receiver is an address as text or a Url, not {type(receiver).__name__}; "
        f"for an object in hand: world.url(thing.id){number_hint(receiver)}"
    )
