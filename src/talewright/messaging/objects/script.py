"""The one base class: code and data of a component.

A subclass declares its properties by annotations and its reactions by methods; it is spawned as a component of an
object and lives in exactly one place for its whole life. Decides how properties become attributes and how a post finds
its way; knows neither frames nor saves. Names that begin with ``_tw_`` are the library's.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, ClassVar, Self, SupportsIndex, dataclass_transform, overload

from talewright.calls import ran
from talewright.errors import MessageError
from talewright.fields.declare import own
from talewright.messaging.address.payload import EMPTY, PLAIN, Message, Table, fields_of, owned_fields
from talewright.messaging.address.url import TWO_PARTS, Address, Url
from talewright.messaging.life.policy import GUI, SCRIPT
from talewright.messaging.life.timers import TimerFunction, TimerInfo, method_name
from talewright.messaging.objects.handlers import Handler
from talewright.messaging.objects.shape import Shape, shape_of
from talewright.names import did_you_mean

if TYPE_CHECKING:
    from talewright.messaging.objects.object import GameObject
    from talewright.messaging.worlds.world import World


@dataclass_transform(eq_default=False)
class Script:
    """A component with code. Annotated attributes are its properties: what is saved, and what ``__init__`` takes.

    Lists, dicts and sets given as defaults are copied for each object. Names that begin with an underscore and class
    variables are no properties.

    >>> class Enemy(Script):
    ...     health: int = 200
    ...     seen: list[str] = []
    >>> Enemy(health=50).health, Enemy(50).health, Enemy().health
    (50, 50, 200)
    """

    __slots__ = ("_tw_id", "_tw_next", "_tw_owner", "_tw_url")
    __declares__ = False

    _tw_id: str
    _tw_next: Script | None
    _tw_owner: GameObject | None
    _tw_url: Url | None
    _tw_shape: ClassVar[Shape] = Shape(
        (),
        frozenset(),
        (),
        {},
        {},
        inits=False,
        updates=False,
        late_updates=False,
        fixed_updates=False,
        takes_input=False,
    )
    _tw_handlers: ClassVar[dict[str, Handler]] = {}
    _tw_type: ClassVar[str] = SCRIPT
    _tw_own_messages: ClassVar[frozenset[str]] = frozenset()

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls._tw_shape = shape_of(cls, Script)
        cls._tw_handlers = cls._tw_shape.handlers
        # What a delivery calls: for most classes their on_message itself, so that nothing stands in between. Where a
        # decorator has made it, what it gives back is looked at: it may be a coroutine.
        made = getattr(getattr(cls.on_message, "__code__", None), "co_name", "") != "on_message"
        plain = Script._tw_receive if made else cls.on_message
        cls._tw_receive = cls._tw_gui_message if cls._tw_type == GUI else plain  # type: ignore[method-assign]

    def __new__(cls, *args: Any, **fields: Any) -> Self:  # noqa: D102
        self = object.__new__(cls)
        self._tw_owner = self._tw_url = self._tw_next = None
        for name, default in cls._tw_shape.changeable:
            object.__setattr__(self, name, own(default))
        return self

    def __init__(self, *args: Any, **fields: Any) -> None:
        cls, shape = type(self), self._tw_shape
        if not args and not fields and not shape.required:
            return
        if len(args) > len(shape.fields):
            known = f": {', '.join(shape.fields)}" if shape.fields else ""
            raise TypeError(f"{cls.__name__}() takes {len(shape.fields)} properties{known}, but {len(args)} were given")
        given = dict(zip(shape.fields, args, strict=False))
        for name in fields:
            if name in given:
                raise TypeError(f"{cls.__name__}() got the property {name!r} twice")
            if name not in shape.fields:
                hint = did_you_mean(name, shape.fields) or f"its properties: {', '.join(shape.fields) or 'none'}"
                raise TypeError(f"{cls.__name__}() has no property {name!r}; {hint}")
        given |= fields
        missing = [name for name in shape.fields if name in shape.required and name not in given]
        if missing and any(not hasattr(self, name) for name in missing):
            raise TypeError(f"{cls.__name__}() needs {', '.join(missing)}: no default is declared")
        for name, value in given.items():
            setattr(self, name, value)

    def __repr__(self) -> str:
        where = "not spawned" if self._tw_owner is None else str(self.url())
        return f"<{type(self).__name__} {where}>"

    def __copy__(self) -> Self:
        return self if self._tw_owner is not None else self._tw_twin(self.__getstate__())

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        if self._tw_owner is not None:
            return self
        return self._tw_twin(self.__getstate__(), memo)

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[Any, ...]:
        if self._tw_owner is not None:
            raise TypeError(f"the component {self!r} belongs to its world and cannot be pickled; sections() holds it")
        return super().__reduce_ex__(protocol)

    def _tw_twin(self, state: Any, memo: dict[int, Any] | None = None) -> Self:
        """Give a copy of a script that is not spawned, deep where there is a memo."""
        twin = type(self).__new__(type(self))
        if memo is not None:
            memo[id(self)] = twin
            state = copy.deepcopy(state, memo)
        if hasattr(twin, "__setstate__"):
            twin.__setstate__(state)
            return twin
        for values in state if isinstance(state, tuple) else (state,):
            for name, value in (values or {}).items():
                object.__setattr__(twin, name, value)
        return twin

    # Where it lives

    @property
    def owner(self) -> GameObject:
        """The object that it is a component of."""
        if self._tw_owner is None:
            raise MessageError(
                f"this {type(self).__name__} is not spawned yet, so it has no object, world or address",
                hint='world.spawn("hero", controller=Hero()) does that; what needs the world goes into init()',
            )
        return self._tw_owner

    @property
    def world(self) -> World:
        """The world that it lives in."""
        return self.owner.world

    @overload
    def url(self, address: Address = "#", /) -> Url: ...
    @overload
    def url(self, socket: str | None, path: str | None, fragment: str | None, /) -> Url: ...
    def url(self, *parts: Any) -> Url:
        """Give the Url that an address means for this component; without one, its own.

        Args:
            parts: nothing, an address as text, or the three parts world, object and component, each text or None. With
                a world, the object's id is taken as it is; the world need not exist yet (Defold, ``msg.url``).

        Raises:
            TypeError: two parts, or one that is no text.
            BadAddress: the text is no address.
        """
        me, socket = self._tw_url or self._tw_own_url(), self.owner.world._socket
        if len(parts) == 3:
            return socket.join(me, *parts)
        if len(parts) > 1:
            raise TypeError(TWO_PARTS)
        return socket.resolve(me, *parts) if parts else me

    def _tw_own_url(self) -> Url:
        owner = self.owner
        url = self._tw_url = owner.world._socket.url(owner.id, self._tw_id)
        return url

    def _tw_alive(self) -> World:
        """Give its world; what would outlive the component is refused once that is gone."""
        owner = self.owner
        if owner.alive and owner._find(self._tw_id) is self:
            return owner.world
        raise MessageError(
            f"the component {self.url()} is gone: it can begin no timer and no subscription",
            hint="both end with their component; post to somebody who lives, or ask thing.alive before",
        )

    @classmethod
    def _tw_knows(cls, message_id: str) -> bool:
        """Whether a message may mean something to it: it handles the id, or looks at all of them itself."""
        if cls.on_message is not Script.on_message or message_id in cls._tw_handlers:
            return True
        return message_id in cls._tw_own_messages

    def _tw_inner_world(self) -> World | None:
        """The world whose objects get the player's actions through this component."""
        return None

    def _tw_sent_at(self, message_id: str) -> str:
        """The place in a file that had it send a message that is being delivered, or ""."""
        return ""

    def _tw_receive(self, message_id: str, message: Any, sender: Url) -> None:
        ran(self.on_message(message_id, message, sender))  # type: ignore[func-returns-value]

    def _tw_gui_message(self, message_id: str, message: Any, sender: Url) -> None:
        """``enable`` and ``disable`` switch a gui, and its script sees them all the same (Defold)."""
        if message_id in GuiScript._tw_own_messages:
            off = self.owner.world._off
            if message_id == "enable":
                off.pop(self, None)
            else:
                off[self] = None
        ran(self.on_message(message_id, message, sender))  # type: ignore[func-returns-value]

    # What it can do

    def post(self, receiver: Address, message: str | object, table: Table = None, /, **fields: Any) -> None:
        """Post a message: it waits in the queue of the receiver's world; nothing is delivered inside this call.

        Args:
            receiver: an address as text ("enemy#controller", ".", "#", "level:/player#controller") or a Url; without a
                component every component of the object gets it.
            message: its id, or an instance of a dataclass.
            table: what it carries, as in ``msg.post(receiver, "hit", {"power": 5})``; or as keywords:
            fields: what it carries. Lists, dicts and sets are copied; functions are refused.

        Raises:
            TypeError: the receiver is no address, the message no name, or a field cannot be sent.
            BadAddress: the text is no address.
            UnknownWorld: no world has this name; whether the object exists is found out at delivery, and reported.

        A Url of another `Worlds` is refused as `BadAddress` only where this looks at it closely, at a new message id or
        a declared message; post to those of your own.
        """
        sender: Any = self._tw_url
        if table is not None:
            self._tw_send(receiver, message, fields_of(table, fields))
            return
        try:
            url = receiver if type(receiver) is Url else sender.routes[receiver]
            message_id = sender.ids[message]
            backlog = url.backlog
        except (KeyError, TypeError, AttributeError):
            # Addresses and ids are looked at once, declared messages each time; the first post makes its own address.
            self._tw_send(receiver, message, fields)
            return
        if fields:
            for value in fields.values():
                if type(value) not in PLAIN:
                    fields = owned_fields(fields)
                    break
            backlog.append((url, message_id, fields, sender))
        else:
            backlog.append((url, message_id, EMPTY, sender))

    def _tw_send(self, receiver: Address, message: str | object, fields: dict[str, Any]) -> None:
        socket, me = self.owner.world._socket, self.url()
        socket.send(me, socket.resolve(me, receiver), message, fields)

    def publish(self, topic: str, message: str | object, table: Table = None, /, **fields: Any) -> int:
        """Post a message to every component that has subscribed to a topic, and give how many those are.

        Raises:
            TypeError: as `post`; or the topic is no text.
        """
        worlds = self.world.worlds
        return worlds._topics.publish(self.world._socket, self.url(), topic, message, fields_of(table, fields))

    def subscribe(self, topic: str) -> None:
        """Get what is published under a topic, in any world, until the component goes.

        Args:
            topic: any name, exact in case; the name of a tag is a good one.

        Raises:
            TypeError: the topic is no text.
            MessageError: the component is gone.
        """
        self._tw_alive().worlds._topics.add(topic, self)

    def subscribe_once(self, topic: str) -> None:
        """Get the next message that is published under a topic, and then no more.

        Whoever is subscribed already stays so.

        Raises:
            TypeError, MessageError: as `subscribe`.
        """
        self._tw_alive().worlds._topics.add_once(topic, self)

    def unsubscribe(self, topic: str) -> bool:
        """Get it no more; say whether it was subscribed."""
        return self.world.worlds._topics.drop(topic, self)

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

        >>> from talewright.messaging import Worlds
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
        world, handle = self._tw_next_timer()
        world._timers.call_later(handle, self, seconds, method_name(self, function), repeating=repeat)
        world.worlds._timers = handle
        return handle

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
        return self.world._timers.cancel(handle)

    def trigger(self, handle: int) -> bool:
        """Let a timer come now, inside this call; when it comes by itself stays as it is. Say whether there is one.

        Raises:
            Misuse: it is the timer's own call that asks, which would never end.
        """
        return self.world._timers.trigger(handle)

    def timer_info(self, handle: int) -> TimerInfo | None:
        """Give the time that a timer has left, its delay, and whether it repeats; None where it is gone."""
        return self.world._timers.info(handle)

    def _tw_next_timer(self) -> tuple[World, int]:
        world = self._tw_alive()
        return world, world.worlds._timers + 1

    def _tw_post_later(self, seconds: float, message_id: str, fields: dict[str, Any], *, repeating: bool) -> int:
        world, handle = self._tw_next_timer()
        world._timers.post_later(handle, self, seconds, message_id, fields, repeating=repeating)
        world.worlds._timers = handle
        return handle

    def delete(self) -> None:
        """Delete its object, with all components, at the end of the frame."""
        self.owner.delete()

    # What a game writes

    def init(self) -> None:
        """Called once in a life, when the object's world is initialised or, later, inside spawn; not after a load."""

    def update(self, dt: float) -> None:
        """Called in every frame with the seconds that it takes, 0 included."""

    def fixed_update(self, dt: float) -> None:
        """Called so many times a second as `Worlds.fixed_frequency` says, before the updates of the frame."""

    def late_update(self, dt: float) -> None:
        """Called in every frame after all updates and the messages they made."""

    def on_message(self, message_id: str, message: Any, sender: Url) -> None:
        """Called for each message; as it is, calls the method marked with ``@on`` for it, and ignores all others.

        Args:
            message_id: the name of the message.
            message: its fields (an empty mapping when there are none), or the instance that was posted.
            sender: the address of the component that posted it; the host has an empty one.
        """
        handler = self._tw_handlers.get(message_id)
        if handler is not None:
            given = handler(self, message, sender)
            if given is not None:
                ran(given)

    def on_input(self, action_id: str | None, action: Message) -> bool | None:
        """Called for each action of the player while its object has the input focus.

        An object gets the focus by the message ``acquire_input_focus`` and gives it back by ``release_input_focus``.

        Args:
            action_id: the name of the action; None where only the pointer moves.
            action: its fields (``pressed``, ``value``, ``x``, ...), as the host gave them.

        Returns:
            True consumes the action: no object below sees it. All components of this object do.
        """
        return None

    def on_reload(self) -> None:
        """Called when its whole state has come back (a load): make again what is not saved."""

    def final(self) -> None:
        """Called when its object is deleted at the end of a frame, or its world ends."""


class GuiScript(Script):
    """A script that has its turn after all scripts: they update, their messages arrive, then it updates.

    Defold manual, message passing: scripts and gui scripts post to each other freely.
    """

    __slots__ = ()
    _tw_type = GUI
    _tw_own_messages = frozenset({"enable", "disable"})
