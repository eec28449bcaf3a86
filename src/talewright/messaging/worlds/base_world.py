"""What a host and scripts do with a world, as far as neither an object nor a script is handed out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn, overload

from talewright.errors import Misuse
from talewright.messaging.address.payload import Table, fields_of
from talewright.messaging.address.url import TWO_PARTS, Address, Url
from talewright.messaging.life.actions import action as made_action
from talewright.messaging.life.animation import Animation, values_of
from talewright.messaging.life.life import Life
from talewright.messaging.life.policy import DispatchPolicy, checked_policy
from talewright.messaging.objects.reply_to import Directory, ReplyTo
from talewright.messaging.objects.thing import Thing
from talewright.messaging.worlds.kept import Kept


class BaseWorld:
    """What `World` is besides the names of objects, scripts and all worlds."""

    worlds: Directory
    initialised: Kept[bool] = Kept("_life")
    max_instances: Kept[int | None] = Kept("_life")
    scale_along_z: Kept[bool] = Kept("_life.space", "along_z")

    def __init__(self, life: Life) -> None:
        self.name = life.name
        self._life = life

    def __repr__(self) -> str:
        return f"<World {self.name}, {len(self)} objects>"

    def __copy__(self) -> NoReturn:
        raise TypeError("a World cannot be copied; worlds.sections() holds its state")

    def __deepcopy__(self, memo: object) -> NoReturn:
        self.__copy__()

    def __reduce__(self) -> NoReturn:
        raise TypeError("a World cannot be pickled; worlds.sections() holds its state")

    def __contains__(self, address: object) -> bool:
        return self._life.holds(address)

    def __len__(self) -> int:
        return len(self._life.objects)

    def __bool__(self) -> bool:
        return True

    @property
    def alive(self) -> bool:
        """Whether it is one of the worlds; False from its end on."""
        return self._life.alive

    @property
    def policy(self) -> DispatchPolicy:
        """When its messages are delivered; saved with the world. Another one, set between steps, holds from then on.

        Worlds that its proxies load later begin with the same; those that are loaded keep theirs.

        Raises:
            TypeError: what is set is no policy.
            Misuse: it is set inside a callback, in the middle of a frame that has begun by the old one.

        >>> from talewright.messaging import DRAIN, Worlds
        >>> world = Worlds().create("main")
        >>> world.policy = DRAIN
        >>> world.policy.name
        'drain'
        """
        return self._life.policy

    @policy.setter
    def policy(self, policy: DispatchPolicy) -> None:
        checked_policy(policy)
        if self._life.runtime.callers.depth:
            raise Misuse("a policy was set inside a callback", hint="the host sets it, between steps")
        self._life.follow(policy)

    @property
    def busy(self) -> bool:
        """Whether a callback is running, or messages wait in its queue: what was posted is not all delivered."""
        return bool(self._life.socket.pending) or self._life.runtime.callers.depth > 0

    @contextmanager
    def together(self) -> Iterator[None]:
        """Let what is spawned in a ``with`` block be made whole or not at all, and initialised together behind it.

        Inside, the objects exist without having been initialised, so that each finds all others in its ``init``. An
        exception of the block takes them away again, without a ``final``; blocks in a block are parts of it. No step is
        made and nothing is saved inside.

        >>> from talewright.messaging import Worlds
        >>> world = Worlds().create("main")
        >>> try:
        ...     with world.together():
        ...         _ = world.spawn("hand"), world.spawn("hand")
        ... except Exception as error:
        ...     print(error, len(world))
        The identifier '/hand' is already in use. 0
        """
        with self._life.together():
            yield

    # Messages

    @overload
    def url(self, address: Address, /) -> Url: ...
    @overload
    def url(self, socket: str | None, path: str | None, fragment: str | None, /) -> Url: ...
    def url(self, *parts: Any) -> Url:
        """Return the Url that an address means from outside: relative ids begin at the root.

        Args:
            parts: an address as text, or the three parts world, object and component, each text or None.

        Raises:
            TypeError: none or two parts, or one that is no text.
            BadAddress: the text is no address, or relative to a component ("#", ".").

        >>> from talewright.messaging import Worlds
        >>> world = Worlds().create("main")
        >>> world.url("hero#talk"), world.url("main", "/hero", "talk") is world.url("/hero#talk")
        (url: [main:/hero#talk], True)
        """
        if len(parts) == 3:
            return self._life.socket.join(self._life.root, *parts)
        if len(parts) != 1:
            raise TypeError(TWO_PARTS)
        return self._life.url(parts[0])

    def post(self, receiver: Address, message: str | object, table: Table = None, /, **fields: Any) -> None:
        """Post a message by the host: it has no sender, and an answer is heard by `Worlds.on_delivery` alone.

        Raises:
            TypeError, BadAddress, UnknownWorld: as `Script.post`.
        """
        life = self._life
        life.socket.send(life.shared.sockets.nobody, life.url(receiver), message, fields_of(table, fields))

    def input(self, action_id: str | None, /, **action: Any) -> None:
        """Hand an action of the player to this world alone; see `Worlds.input`."""
        self._life.shared.inputs.append(made_action(action_id, action, self.name))

    def init(self) -> None:
        """Initialise the world and deliver what that made; once, and at its first step at the latest."""
        self._life.start()
        if not self._life.runtime.callers.depth:
            self._life.table.bury()

    # Properties

    def get(self, address: Address | Thing, name: str) -> Any:
        """Return a property: ``position.x`` of an object, or what a component declares.

        Raises:
            NotFound: there is no such object, component or property in this world.
        """
        return self._life.property(address, name, reading=True).read()

    def set(self, address: Address | Thing, name: str, value: Any) -> None:
        """Set a property.

        Raises:
            NotFound: as `get`.
            FieldError: the value is not of the declared type.

        >>> from talewright.messaging import Worlds
        >>> world = Worlds().create("main")
        >>> hero = world.spawn("hero", position=(1, 2))
        >>> world.set("/hero", "position.y", 5)
        >>> hero.position, world.get("/hero", "scale")
        ((1.0, 5.0, 0.0), (1.0, 1.0, 1.0))
        """
        self._life.property(address, name).write(value)

    def animate(
        self,
        address: Address | Thing,
        name: str,
        to: float | Sequence[float],
        duration: float,
        *,
        easing: str = "linear",
        playback: str = "once_forward",
        delay: float = 0.0,
        notify: Address | None = None,
    ) -> None:
        """Let a property move by itself, in the time of this world; it begins with the value that it has then.

        Args:
            address: an object or a component of this world.
            name: the property, ``position.x``; numbers and tuples of numbers move.
            to: where it goes.
            duration: seconds; there and back for a pingpong.
            easing: one of `EASINGS`, "inoutquad".
            playback: once or loop, and forward, backward or pingpong: one of `PLAYBACKS`.
            delay: seconds before it begins.
            notify: who gets ``animation_done`` when it has played to its end; nobody when it is replaced or cancelled,
                or when who was there at this call is gone.

        Raises:
            NotFound: as `get`; or there is nobody at ``notify``.
            ValueError, TypeError: it cannot be played.
        """
        receiver = None if notify is None else ReplyTo.of(self.worlds, self._life.url(notify))
        target = self._life.property(address, name)
        self._life.animations.begin(Animation(target, values_of(to), duration, easing, playback, delay, receiver))

    def cancel_animations(self, address: Address | Thing, name: str | None = None) -> int:
        """End the animations of a property, or of all properties there; return how many that were."""
        if name is not None:
            return self._life.animations.cancel(self._life.property(address, name))
        if isinstance(address, Thing):
            self._life.check_own(address)
            return self._life.animations.cancel_all(address)
        _, fragment = self._life.local(address)
        return self._life.animations.cancel_all(self._life.at(address), fragment or None)

    def publish(self, topic: str, message: str | object, table: Table = None, /, **fields: Any) -> int:
        """Post a message by the host to every component that has subscribed to a topic; return how many those are.

        A script publishes by `Script.publish`, so that it is the sender.
        """
        shared = self._life.shared
        return shared.topics.publish(
            shared.sockets[""], shared.sockets.nobody, topic, message, fields_of(table, fields)
        )
