"""The base of all components: how properties become attributes, how a post finds its way, what the worlds call.

A subclass declares its properties by annotations and its reactions by methods; it is spawned as a component of an
object and lives in exactly one place for its whole life. What it needs of its object and of its world is written here
as protocols, so it knows neither. Names that begin with ``_tw_`` are the library's.
"""

from __future__ import annotations

import copy
from collections.abc import Collection, Iterator, Mapping
from typing import Any, ClassVar, Protocol, Self, SupportsIndex, dataclass_transform, overload

from talewright.calls import ran
from talewright.errors import MessageError
from talewright.fields import accept, declared, own
from talewright.messaging.address.payload import EMPTY, PLAIN, Message, Table, fields_of, owned_fields
from talewright.messaging.address.url import TWO_PARTS, Address, Deliver, Url
from talewright.messaging.objects.handlers import Handler
from talewright.messaging.objects.known import Known
from talewright.messaging.objects.shape import GUI, SCRIPT, Shape, make_shape
from talewright.names import did_you_mean


class Mail(Protocol):
    """What a component needs of the socket of its world."""

    def url(self, path: str, fragment: str = "") -> Url:
        """Return the one Url of an address."""

    def resolve(self, sender: Url, receiver: object) -> Url:
        """Return the Url that a sender means."""

    def join(self, sender: Url, socket: str | None, path: str | None, fragment: str | None) -> Url:
        """Return the Url for three parts."""

    def send(self, sender: Url, url: Url, message: object, fields: dict[str, Any]) -> None:
        """Post whatever can be a message."""


class Home(Protocol):
    """What a component needs of the world that it lives in."""

    @property
    def socket(self) -> Mail:
        """The queue and the addresses of the world."""

    @property
    def known(self) -> Known:
        """The classes and types that are known."""

    @property
    def off(self) -> dict[Component, None]:
        """Components that are switched off."""


class Owner(Protocol):
    """What a component needs of the object that it belongs to."""

    id: str

    @property
    def _home(self) -> Home: ...

    @property
    def alive(self) -> bool:
        """Whether it is still in its world."""

    @property
    def world(self) -> Any:
        """The world that it lives in."""

    @property
    def world_position(self) -> tuple[float, float, float]:
        """Where it is in the world."""

    @property
    def world_rotation(self) -> tuple[float, float, float, float]:
        """How it is turned in the world."""

    @property
    def world_scale(self) -> tuple[float, float, float]:
        """How large it is in the world."""

    def delete(self) -> None:
        """Delete it at the end of the frame."""

    def _find(self, component_id: str) -> Component | None: ...


@dataclass_transform(eq_default=False)
class Component:
    """What `messaging.Script` is besides the names of its object and world."""

    __slots__ = ("_tw_id", "_tw_next", "_tw_owner", "_tw_url")
    __declares__ = False

    _tw_id: str
    _tw_next: Component | None
    _tw_owner: Owner | None
    _tw_url: Url | None
    _tw_shape: ClassVar[Shape] = Shape(
        (),
        frozenset(),
        (),
        (),
        {},
        {},
        inits=False,
        updates=False,
        late_updates=False,
        fixed_updates=False,
        takes_input=False,
        has_turn=False,
    )
    _tw_handlers: ClassVar[dict[str, Handler]] = {}
    _tw_type: ClassVar[str] = SCRIPT
    _tw_own_messages: ClassVar[frozenset[str]] = frozenset()

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls._tw_shape = make_shape(cls, Component, cls._tw_type)
        cls._tw_handlers = cls._tw_shape.handlers
        # What a delivery calls: for most classes their on_message itself, so that nothing stands in between. Where a
        # decorator has made it, what it gives back is looked at: it may be a coroutine.
        made = getattr(getattr(cls.on_message, "__code__", None), "co_name", "") != "on_message"
        plain = Component._tw_receive if made else cls.on_message
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
        """Return a copy of a script that is not spawned, deep where there is a memo."""
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
    def owner(self) -> Owner:
        """The object that it is a component of."""
        if self._tw_owner is None:
            raise MessageError(
                f"this {type(self).__name__} is not spawned yet, so it has no object, world or address",
                hint='world.spawn("hero", controller=Hero()) does that; what needs the world goes into init()',
            )
        return self._tw_owner

    @property
    def world(self) -> Any:
        """The world that it lives in."""
        return self.owner.world

    @overload
    def url(self, address: Address = "#", /) -> Url: ...
    @overload
    def url(self, socket: str | None, path: str | None, fragment: str | None, /) -> Url: ...
    def url(self, *parts: Any) -> Url:
        """Return the Url that an address means for this component; without one, its own.

        Args:
            parts: nothing, an address as text, or the three parts world, object and component, each text or None. With
                a world, the object's id is taken as it is; the world need not exist yet (Defold, ``msg.url``).

        Raises:
            TypeError: two parts, or one that is no text.
            BadAddress: the text is no address.
        """
        me, socket = self._tw_url or self._tw_own_url(), self.owner._home.socket
        if len(parts) == 3:
            return socket.join(me, *parts)
        if len(parts) > 1:
            raise TypeError(TWO_PARTS)
        return socket.resolve(me, *parts) if parts else me

    def _tw_own_url(self) -> Url:
        owner = self.owner
        url = self._tw_url = owner._home.socket.url(owner.id, self._tw_id)
        return url

    @classmethod
    def _tw_knows(cls, message_id: str) -> bool:
        """Whether a message may mean something to it: it handles the id, or looks at all of them itself."""
        if cls.on_message is not Component.on_message or message_id in cls._tw_handlers:
            return True
        return message_id in cls._tw_own_messages

    def _tw_sent_at(self, message_id: str) -> str:
        """The place in a file that had it send a message that is being delivered, or ""."""
        return ""

    def _tw_receive(self, message_id: str, message: Any, sender: Url) -> None:
        ran(self.on_message(message_id, message, sender))  # type: ignore[func-returns-value]

    def _tw_gui_message(self, message_id: str, message: Any, sender: Url) -> None:
        """``enable`` and ``disable`` switch a gui, and its script sees them all the same (Defold)."""
        if message_id in self._tw_own_messages:
            off = self.owner._home.off
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
        socket, me = self.owner._home.socket, self.url()
        socket.send(me, socket.resolve(me, receiver), message, fields)

    def _tw_accepted(self, cls: type, message: object) -> dict[str, Any]:
        """Return the fields of a declared message that were posted by name, as far as they are read from text."""
        return self.owner._home.known.accepted(cls, message, cls.__name__)

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


# What the rooms above do with a component, and no script: so these are no methods, whose names a game could not use.


def is_spawned(component: Component) -> bool:
    """Say whether it is, or was, a component of an object."""
    return component._tw_owner is not None


def is_living(component: Component) -> bool:
    """Say whether it is still a component of a living object."""
    owner = component._tw_owner
    return owner is not None and owner.alive and owner._find(component._tw_id) is component


def receiver(component: Component) -> Deliver:
    """Return what hands a message over to it."""
    return component._tw_receive


def assign(component: Component, name: str, value: Any, path: str) -> None:
    """Set a property to a value of its declared type; text is read where the type is.

    Raises:
        FieldError: it is of another type.
    """
    known = component.owner._home.known
    setattr(component, name, accept(value, declared(type(component))[name].hint, known.references(), path))


def id_of(component: Component) -> str:
    """Return its id within its object."""
    return component._tw_id


def kind_of(component: Component) -> str:
    """Return its component type, which says when it has its turn."""
    return component._tw_type


def shape_of(component: Component | type[Component]) -> Shape:
    """Return what a component's class is made of."""
    return component._tw_shape


def home_of(component: Component) -> Home:
    """Return the world that it lives, or lived, in, as its own side of it."""
    return component.owner._home


def along(first: Component | None) -> Iterator[Component]:
    """Walk over a component and those behind it in its object."""
    script = first
    while script is not None:
        following = script._tw_next
        yield script
        script = following


def handled_by(cls: type[Component]) -> Collection[str]:
    """Return the ids of the messages that the ``@on`` methods of a class handle."""
    return cls._tw_handlers


def revived(cls: Any, component_id: str, owner: Owner) -> Component:
    """Return a component of an object that is gone, for a handle that says so."""
    made: Component = cls.__new__(cls)
    made._tw_id, made._tw_owner = component_id, owner
    return made


def reset(component: Component, values: Mapping[str, Any]) -> None:
    """Let a component have these properties and nothing else; defaults come anew."""
    if getattr(component, "__dict__", None):
        component.__dict__.clear()
    shape = component._tw_shape
    for name in shape.slots:
        if hasattr(component, name):
            object.__delattr__(component, name)
    for name, default in shape.changeable:
        object.__setattr__(component, name, own(default))
    for name, value in values.items():
        object.__setattr__(component, name, value)
