"""One world's name: its queue, its addresses, and the delivery.

A socket outlives its world: addresses stay the same object while the world behind the name ends and comes again.
Posting is one append of a 4-tuple; a pass detaches the whole queue and calls each receiver; what is posted meanwhile
makes the next pass. Order is first in, first out over all senders. Errors cost nothing until they are raised. Knows
nothing of frames: how many passes there are, its caller says. Only one thread delivers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from talewright.calls import ran
from talewright.errors import MessageError, UnknownWorld
from talewright.messaging.address.book import AddressBook, foreign, near
from talewright.messaging.address.declared import DECLARED, OBJECT_MESSAGES, checked
from talewright.messaging.address.payload import EMPTY, declared_message, owned_fields
from talewright.messaging.address.url import Deliver, Entry, Queue, Url
from talewright.messaging.life.runtime import Runtime
from talewright.messaging.life.system import SOCKETS, checked_message
from talewright.messaging.objects.component import Component
from talewright.messaging.objects.reply_to import bound_to
from talewright.messaging.objects.thing import Thing, bind, chain, connected, obey, part
from talewright.messaging.trace.faults import Fault
from talewright.names import did_you_mean

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


class Socket(AddressBook):
    """The queue and the addresses under one name; the world may be there or not.

    Attributes:
        objects: by id, those of the world that lives here; None: no world does.
        pending: what waits, oldest first; one list for ever, so that addresses can hold it.
        rest: deliveries that an interrupted broadcast still owes.
    """

    __slots__ = ("_all", "_hints", "_queue", "_runtime", "_searches", "objects", "pending", "rest")

    def __init__(self, runtime: Runtime, every: Sockets, name: str) -> None:
        super().__init__(name, runtime.ids)
        self.objects: Mapping[str, Thing] | None = None
        self.pending: list[Entry] = []
        self.rest: list[Entry] = []
        self._runtime = runtime
        self._all = every
        self._queue: Queue
        self._hints: dict[str, str] = {}
        self._searches = 0
        self.wire()

    # Who lives here

    def open(self, objects: Mapping[str, Thing]) -> None:
        """Let a world with these objects live under this name."""
        self.objects = objects
        self._all.living[self.name] = None
        self.wire()

    def close(self) -> None:
        """The world has ended: what waited is dropped, posting to it is an error at the sender from now on."""
        self.objects = None
        self._all.living.pop(self.name, None)
        tracer = self._runtime.reports.tracer
        if tracer is not None:
            tracer.lost(self.pending, f"the world {self.name!r} has ended")
        self.pending.clear()
        self.wire()

    def wire(self) -> None:
        """Decide what a post to this name calls, and connect every Url anew."""
        queue: Queue
        if not self.name:
            queue = Gate(self._to_host)
        elif self.name in SOCKETS:
            queue = Gate(self._to_engine)
        else:
            queue = Gate(self._refuse) if self.objects is None else self.pending
        if self._runtime.strict and (self.objects is not None or self.name in SOCKETS):
            queue = Gate(partial(self._strictly, queue))
        if self._runtime.reports.tracer is not None:
            queue = Gate(partial(self._traced, queue))
        self._queue = queue
        self._hints.clear()
        self.connect_all()

    def connect(self, url: Url) -> None:
        """Connect a Url with its queue and its receiver."""
        url.backlog = self._queue
        url.deliver = self._target(url)

    def beside(self, name: str) -> Socket:
        """Return the socket of another name."""
        return self._all[name]

    def bind(self, thing: Thing) -> None:
        """An object has come: bind those of its addresses that somebody holds."""
        if self._hints:
            self._hints.clear()
        bind(thing, self._urls.get)

    def unbind(self, thing: Thing) -> None:
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
        if self.name in SOCKETS:
            return partial(self._runtime.system.deliver, self.name)
        thing = None if self.objects is None else self.objects.get(url.path)
        found = None if thing is None else connected(thing, url.fragment)
        return partial(self._dead_letter, url) if found is None else found

    # Messages

    def send(self, sender: Url, url: Url, message: object, fields: dict[str, Any]) -> None:
        """Post whatever can be a message, the long way: an id that is new, a declared message, one for the object.

        Raises:
            TypeError: it is neither text nor an instance of a dataclass, or a field cannot be sent.
        """
        message_id, payload = self.prepared(message, fields)
        if message_id in DECLARED:
            if message_id in OBJECT_MESSAGES:
                parent = payload.get("parent_id")
                if isinstance(parent, Url) and parent.ids is not self.ids:
                    raise foreign(parent)
                url = self.own_address(url)
        elif isinstance(message, str):
            ids = self.ids
            if len(ids) >= MAX_IDS:
                ids.clear()
            ids[message_id] = message_id
        url.backlog.append((url, message_id, payload, sender))

    def prepared(self, message: object, fields: dict[str, Any]) -> tuple[str, Any]:
        """Return the id and the owned payload of whatever can be a message, or raise as `send`."""
        message_id, payload = declared_message(message)
        if fields:
            if payload is not EMPTY:
                raise TypeError(f"the message {message_id!r} is an instance: its fields are in it already")
            payload = owned_fields(fields)
        elif payload is not EMPTY and not isinstance(payload, Mapping):
            payload = self._runtime.known.accepted_message(payload)
        return message_id, checked(message_id, payload) if message_id in DECLARED else payload

    def check(self, message: object, fields: dict[str, Any]) -> None:
        """Refuse what cannot be a message here, though nobody gets it.

        Raises:
            TypeError: as `send`.
            MessageError: strict worlds do not send it.
        """
        self._runtime.check_payload(*self.prepared(message, fields))

    def own_address(self, url: Url) -> Url:
        """Return a twin of an address whose messages the object itself takes, whatever the component.

        Only the queue ever holds it: everybody else has the one Url of the address.
        """
        if not url.socket or url.socket.startswith("@"):
            return url
        return url.bound(partial(self._all[url.socket]._object_message, url))

    def deliver_now(self, script: Component, message_id: str, message: Any) -> None:
        """Hand a component a message of its own, now: what has waited elsewhere (a timer) waits in no queue.

        An exception of the receiver is reported.
        """
        me, runtime = script.url(), self._runtime
        url = self.own_address(me) if message_id in OBJECT_MESSAGES else me
        entry = (url, message_id, message, me)
        try:
            runtime.check_payload(message_id, message)
        except MessageError as error:  # the worlds have become strict since
            runtime.reports.report_error(error, script, "delay", message_id)
            return
        try:
            if runtime.reports.tracer is not None:
                runtime.reports.tracer.posted(entry)
            if runtime.watched:
                self._listen(entry, 0)
            url.deliver(message_id, message, me)
        except Exception as error:
            self._report(error, me, message_id, me)

    def dispatch(self, passes: int, before: int = 0) -> int:
        """Deliver what waits, in passes, and return how many were made.

        Each pass takes the whole queue; what it makes is left to the next one. An exception of a receiver is reported
        and the next message delivered. When the program is being stopped, the rest of the pass goes back to the front.
        ``before`` is how many passes this dispatch point has had already, for a trace.
        """
        pending, runtime = self.pending, self._runtime
        made = self._searches = 0
        while pending and made < passes:
            made += 1
            batch = pending[:]
            pending.clear()
            todo = iter(batch)
            rounds = runtime.callers.rounds
            rounds.append((batch, todo))
            try:
                while True:
                    try:
                        if not runtime.watched:
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
            if runtime.reports.tracer is not None:
                runtime.reports.tracer.delivered()
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
            self._runtime.reports.report(
                Fault(
                    "TW-MSG-07",
                    f"ERROR:GAMEOBJECT: The messages of '{self.name}' did not end after {guard} passes: "
                    + ", ".join(chain)
                    + f"; {len(self.pending)} wait for the next dispatch point",
                    world=self.name,
                    hint="a message that is answered for ever needs an end, or an update between its rounds",
                )
            )

    def _listen(self, entry: Entry, round_number: int) -> None:
        """Tell the hook and the tracer of a delivery, and, as strict worlds do, of one that nobody there knows."""
        url, message_id, message, sender = entry
        tracer, hook = self._runtime.reports.tracer, self._runtime.on_delivery
        if tracer is not None:
            tracer.round = round_number
            asker = bound_to(url)
            gone = asker is not None and not asker.alive
            tracer.delivering(entry, dead=gone or _is_dead_letter(url.deliver))
            if gone:
                tracer.dropped(message_id, str(sender), str(url), "who asked is gone")
        if tracer is not None or self._runtime.strict:
            self._say_unknown(url, message_id, sender)
        if hook is not None:
            try:
                # Never the twin of `own_address`: what the hook keeps must be the one Url.
                ran(hook(self._all[url.socket].url(url.path, url.fragment), message_id, message, sender))
            except Exception as error:
                self._runtime.reports.report_exception(error, "on_delivery", self.name, message_id=message_id)

    def _say_unknown(self, url: Url, message_id: str, sender: Url) -> None:
        """Say that a message means nothing to whom it goes: to a component, or to all those of an object.

        Answers need not be heard. A component whose ``on_message`` looks at all messages may know any.
        """
        there = getattr(url.deliver, "__self__", None)
        if isinstance(there, Component):
            scripts = [there]
        elif isinstance(there, Thing):
            scripts = list(chain(there))
        else:
            return
        if any(script._tw_knows(message_id) for script in scripts):
            return
        known = sorted({name for script in scripts for name in (*script._tw_handlers, *script._tw_own_messages)})
        near = did_you_mean(message_id, known) or (f"they handle {', '.join(known)}" if known else "")
        if self._runtime.reports.tracer is not None:
            why = f"nobody there knows this message{'; ' + near if near else ''}"
            self._runtime.reports.tracer.dropped(message_id, str(sender), str(url), why)
        if self._runtime.strict:
            self._runtime.reports.report(
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
            if self._runtime.reports.tracer is not None:
                self._runtime.reports.tracer.refused(entry, f"{type(error).__name__}: {error}".splitlines()[0])
            raise
        if self._runtime.reports.tracer is not None and self.name:
            self._runtime.reports.tracer.posted(entry)

    def _strictly(self, queue: Queue, entry: Entry) -> None:
        """Post in a strict world."""
        self._runtime.check_payload(entry[1], entry[2])
        queue.append(entry)

    def _to_engine(self, entry: Entry) -> None:
        """Post to a socket of the engine, "@system": what it declares is checked here, at the sender."""
        url, message_id, message, sender = entry
        message = checked_message(self.name, message_id, message)
        self.pending.append((url, message_id, message, sender))

    def _report(self, error: Exception, url: Url, message_id: str, sender: Url) -> None:
        thing = None if self.objects is None else self.objects.get(url.path)
        script = None if thing is None else part(thing, url.fragment)
        self._runtime.reports.report_error(error, script, "on_message", message_id, sender, str(url))

    def _refuse(self, entry: Entry) -> None:
        url, message_id, _, sender = entry
        names = self._all.living
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
        thing = None if self.objects is None else self.objects.get(url.path)
        if thing is None:
            self._dead_letter(url, message_id, message, sender)
        else:
            obey(thing, message_id, message, sender)

    def _dead_letter(self, url: Url, message_id: str, message: Any, sender: Url) -> None:
        there = self.objects is not None and url.path in self.objects
        if self._runtime.reports.tracer is not None:
            why = "the object has no such component" if there else "there is no such object"
            self._runtime.reports.tracer.dropped(message_id, str(sender), str(url), why)
        if there:
            what, code = f"Component '{url.path}#{url.fragment}'", "TW-MSG-02"
        else:
            what, code = f"Instance '{url.path}'", "TW-MSG-01"
        self._runtime.reports.report(
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
        objects: Mapping[str, Thing] = {} if self.objects is None else self.objects
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


class Sockets:
    """The sockets of one game, by name; made when they are first named.

    Attributes:
        living: the names under which a world lives.
        nobody: the address of the host.
    """

    __slots__ = ("_by_name", "_runtime", "living", "nobody")

    def __init__(self, runtime: Runtime) -> None:
        self.living: dict[str, None] = {}
        self._by_name: dict[str, Socket] = {}
        self._runtime = runtime
        self.nobody = self[""].url("")

    def __getitem__(self, name: str) -> Socket:
        socket = self._by_name.get(name)
        if socket is None:
            socket = self._by_name[name] = Socket(self._runtime, self, name)
        return socket

    def get(self, name: str) -> Socket | None:
        """Return a socket that was named before, or None."""
        return self._by_name.get(name)

    def wire(self) -> None:
        """Wire all of them anew."""
        for socket in self._by_name.values():
            socket.wire()


def _heard(message_id: str, message: Any, sender: Url) -> None:
    """The host has no mailbox: it hears answers by `Worlds.on_delivery`."""


def _is_dead_letter(deliver: Any) -> bool:
    """Say whether an address leads to nobody."""
    return getattr(getattr(deliver, "func", None), "__name__", "") == "_dead_letter"
