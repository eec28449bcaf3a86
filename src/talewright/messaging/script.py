"""The one base class: code and data of a component.

A subclass declares its properties by annotations and its reactions by methods; it is spawned as a component of an
object and lives in exactly one place for its whole life. Decides how properties become attributes and how a post finds
its way; knows neither frames nor saves. Names that begin with ``_tw_`` are the library's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self, dataclass_transform

from talewright.errors import MessageError
from talewright.fields.declare import own
from talewright.messaging.handlers import Handler
from talewright.messaging.payload import EMPTY, PLAIN, declared_message, owned_fields
from talewright.messaging.policy import GUI, SCRIPT
from talewright.messaging.shape import Shape, shape_of
from talewright.messaging.url import Address, Url
from talewright.names import did_you_mean

if TYPE_CHECKING:
    from talewright.messaging.object import GameObject
    from talewright.messaging.world import World


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
    _tw_shape: ClassVar[Shape] = Shape((), frozenset(), (), {}, {}, inits=False, updates=False, late_updates=False)
    _tw_handlers: ClassVar[dict[str, Handler]] = {}
    _tw_type: ClassVar[str] = SCRIPT

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls._tw_shape = shape_of(cls, Script)
        cls._tw_handlers = cls._tw_shape.handlers

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

    def url(self, address: str = "#") -> Url:
        """Give the Url that an address means for this component; without one, its own.

        Raises:
            BadAddress: the text is no address.
        """
        return self._tw_resolve(address, self._tw_url or self._tw_own_url())

    def _tw_own_url(self) -> Url:
        owner = self.owner
        url = self._tw_url = owner.world._socket.url(owner.id, self._tw_id)
        return url

    def _tw_resolve(self, receiver: object, sender: Url) -> Url:
        return self.owner.world._socket.resolve(sender, receiver)

    # What it can do

    def post(self, receiver: Address, message: str | object, /, **fields: Any) -> None:
        """Post a message: it waits in the queue of the receiver's world; nothing is delivered inside this call.

        Args:
            receiver: an address as text ("enemy#controller", ".", "#", "level:/player#controller") or a Url; without a
                component every component of the object gets it.
            message: its id, or an instance of a dataclass.
            fields: what it carries. Lists, dicts and sets are copied; functions are refused.

        Raises:
            TypeError: the receiver is no address, or a field cannot be sent.
            BadAddress: the text is no address.
            UnknownWorld: no world has this name; whether the object exists is found out at delivery, and reported.
        """
        sender = self._tw_url or self._tw_own_url()
        if type(receiver) is Url:
            url = receiver
        else:
            try:
                url = sender.routes[receiver]
            except (KeyError, TypeError):
                url = self._tw_resolve(receiver, sender)
        if type(message) is not str:
            message, instance = declared_message(message)
            if instance is not EMPTY:
                if fields:
                    raise TypeError(f"the message {message!r} is an instance: its fields are in it already")
                url.append((url, message, instance, sender))
                return
        append = url.append  # two statements: an attribute that is called at once takes CPython's slow path
        if fields:
            for value in fields.values():
                if type(value) not in PLAIN:
                    fields = owned_fields(fields)
                    break
            append((url, message, fields, sender))
        else:
            append((url, message, EMPTY, sender))

    def delete(self) -> None:
        """Delete its object, with all components, at the end of the frame."""
        self.owner.delete()

    # What a game writes

    def init(self) -> None:
        """Called once in a life, when the object's world is initialised or, later, inside spawn; not after a load."""

    def update(self, dt: float) -> None:
        """Called in every frame with the seconds that it takes, 0 included."""

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
            handler(self, message, sender)

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
