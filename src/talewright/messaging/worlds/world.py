"""A world: objects by id, in creation order, and one queue.

Decides which objects exist and how they come and go; a spawn either happens whole or changes nothing. When callbacks
run within a frame is written in `frame`, how messages travel in `socket`. Iteration, init and update follow the order
of creation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, overload

from talewright.errors import AlreadyExists, BadAddress, MessageError, Misuse, NotFound, UnknownWorld
from talewright.messaging.address.ids import component_id as checked_component_id
from talewright.messaging.address.ids import object_id as checked_object_id
from talewright.messaging.address.payload import Table, fields_of
from talewright.messaging.address.url import TWO_PARTS, Address, Url
from talewright.messaging.life import frame, inputs
from talewright.messaging.life.animation import Animation, Animations, values_of
from talewright.messaging.life.policy import DispatchPolicy, checked_policy
from talewright.messaging.life.socket import foreign, near
from talewright.messaging.life.timers import Timers
from talewright.messaging.objects import properties
from talewright.messaging.objects.accepting import accepted
from talewright.messaging.objects.hierarchy import Tree
from talewright.messaging.objects.object import GameObject
from talewright.messaging.objects.reply_to import ReplyTo
from talewright.messaging.objects.script import Script
from talewright.messaging.objects.transform import (
    ONE,
    UPRIGHT,
    Position,
    Rotation,
    checked_position,
    checked_rotation,
    checked_scale,
)
from talewright.messaging.worlds.proxy import CollectionProxy
from talewright.names import did_you_mean, fold

if TYPE_CHECKING:
    from talewright.messaging.life.socket import Socket
    from talewright.messaging.worlds.worlds import Worlds

S = TypeVar("S", bound=Script)

NOTHING: Mapping[str, Script] = MappingProxyType({})


class World:
    """Game objects that live, update and are saved together; made by `Worlds.create` or by a collection proxy.

    Attributes:
        name: its name, in front of the colon in addresses.
        worlds: all worlds of this game.
        max_instances: how many objects it may hold; None: any number.
        initialised: whether the objects' ``init`` has run.
        scale_along_z: whether the scale of an object also draws out the z of the places of its children. True, but
            for a world that a Defold collection makes: what its ``scale_along_z`` says, which mostly is no.
    """

    def __init__(self, worlds: Worlds, name: str, policy: DispatchPolicy, max_instances: int | None = None) -> None:
        self.worlds = worlds
        self.name = name
        self.max_instances = max_instances
        self.initialised = False
        self.scale_along_z = True
        self._objects: dict[str, GameObject] = {}
        self._socket: Socket = worlds._socket(name)
        self._url = self._socket.url("")
        self._obey(policy)
        self._proxy: CollectionProxy | None = None
        self._initialising = False
        self._ending = False
        self._collections = 0
        self._batch: tuple[str, list[GameObject]] | None = None
        self._reset()

    def _reset(self) -> None:
        """Begin without objects, and without all that belongs to objects."""
        self._folded: dict[str, str] = {}
        self._tree = Tree()
        self._rotations: dict[GameObject, Rotation] = {}
        self._eulers: dict[GameObject, Position] = {}
        self._scales: dict[GameObject, Position] = {}
        self._fresh: dict[GameObject, None] = {}
        self._owed: list[tuple[GameObject, Script | None]] = []
        self._marked: dict[GameObject, None] = {}
        self._dying: dict[GameObject, None] = {}
        self._failed: set[tuple[str, str]] = set()
        self._off: dict[Script, None] = {}
        self._focus: dict[GameObject, None] = {}
        self._fixed = 0.0
        self._timers = Timers()
        self._animations = Animations()
        self._lists = frame.Lists()

    def __repr__(self) -> str:
        return f"<World {self.name}, {len(self._objects)} objects>"

    def __copy__(self) -> NoReturn:
        raise TypeError("a World cannot be copied; worlds.sections() holds its state")

    def __deepcopy__(self, memo: object) -> NoReturn:
        self.__copy__()

    def __reduce__(self) -> NoReturn:
        raise TypeError("a World cannot be pickled; worlds.sections() holds its state")

    @property
    def alive(self) -> bool:
        """Whether it is one of the worlds; False from its end on."""
        return self._socket.world is self

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
        return self._policy

    @policy.setter
    def policy(self, policy: DispatchPolicy) -> None:
        checked_policy(policy)
        if self.worlds._depth:
            raise Misuse("a policy was set inside a callback", hint="the host sets it, between steps")
        self._obey(policy)

    @property
    def busy(self) -> bool:
        """Whether a callback is running, or messages wait in its queue: what was posted is not all delivered."""
        return bool(self._socket.pending) or self.worlds._depth > 0

    # Objects

    def spawn(
        self,
        object_id: str | None = None,
        more: Mapping[str, Script] = NOTHING,
        /,
        *,
        position: Sequence[float] = (),
        rotation: Sequence[float] = UPRIGHT,
        scale: Sequence[float] | float = ONE,
        parent: Address | GameObject | None = None,
        **components: Script,
    ) -> GameObject:
        """Make an object.

        In an initialised world its components' ``init`` runs inside this call; otherwise with the world's.

        Args:
            object_id: "hero" is ``/hero``, "level/hero" is ``/level/hero`` and calls its neighbours by short names;
                None gives ``/instance0``, ``/instance1`` and so on, never twice in a game.
            more: scripts by component id, for ids that are no Python names or are those of parameters
                (``{"position": Compass()}``); they come first.
            position: two or three numbers.
            rotation: a quaternion x, y, z, w.
            scale: one number or three.
            parent: the object that it moves with.
            components: scripts by component id, in order.

        Raises:
            TypeError: what was given as a component is no script.
            AlreadyExists: the id is in use, be it in another case; or two components have one.
            InvalidName: it can be no id.
            NotFound: the parent is not there.
            MessageError: a script lives elsewhere already, the world is ending or full, or the parent too deep.
        """
        if more:
            if not isinstance(more, Mapping):
                raise TypeError(f"components are scripts by id, in a mapping, not {type(more).__name__}")
            twice = next((name for name in components if name in more), None)
            if twice is not None:
                raise AlreadyExists(f"The component '{twice}' was given twice.")
            components = {**more, **components}
        return self._spawn(
            object_id, position=position, rotation=rotation, scale=scale, parent=parent, components=components
        )

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
        outer = self._batch
        made: list[GameObject] = []
        self._batch = ("" if outer is None else outer[0], made)
        try:
            with self.worlds._running():
                yield
        except BaseException:
            self._batch = outer
            self._take_back(made)
            raise
        self._batch = outer
        if outer is not None:
            outer[1].extend(made)
        else:
            self._begin_all(made)

    def __getitem__(self, address: Address) -> GameObject:
        path, _ = self._local(address)
        thing = self._objects.get(path)
        if thing is None:
            raise NotFound(f"Instance {path} not found in world '{self.name}'", hint=did_you_mean(path, self._objects))
        return thing

    def __contains__(self, address: object) -> bool:
        if not isinstance(address, (str, Url)):
            return False
        if isinstance(address, Url) and address.ids is not self.worlds._ids:
            return False
        url = self.url(address)
        thing = self._objects.get(url.path) if url.socket == self.name else None
        return thing is not None and (not url.fragment or url.fragment in thing)

    def __iter__(self) -> Iterator[GameObject]:
        return iter(list(self._objects.values()))

    def __len__(self) -> int:
        return len(self._objects)

    def __bool__(self) -> bool:
        return True

    @overload
    def component(self, address: Address) -> Script: ...
    @overload
    def component(self, address: Address, cls: type[S]) -> S: ...
    def component(self, address: Address, cls: type[Script] = Script) -> Script:
        """Give a component in hand, to read or to call.

        Raises:
            NotFound: there is no such object or component in this world.
            TypeError: it is of another class.
        """
        _, fragment = self._local(address)
        if not fragment:
            raise BadAddress(f"'{address}' names no component", hint="write /object#component")
        script = self[address][fragment]
        if not isinstance(script, cls):
            raise TypeError(
                f"Component expected to be of type '{cls.__name__}' but was '{type(script).__name__}' ({address})"
            )
        return script

    # Messages

    @overload
    def url(self, address: Address, /) -> Url: ...
    @overload
    def url(self, socket: str | None, path: str | None, fragment: str | None, /) -> Url: ...
    def url(self, *parts: Any) -> Url:
        """Give the Url that an address means from outside: relative ids begin at the root.

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
            return self._socket.join(self._url, *parts)
        if len(parts) != 1:
            raise TypeError(TWO_PARTS)
        return self._socket.resolve(self._url, parts[0])

    def post(self, receiver: Address, message: str | object, table: Table = None, /, **fields: Any) -> None:
        """Post a message by the host: it has no sender, and an answer is heard by `Worlds.on_delivery` alone.

        Raises:
            TypeError, BadAddress, UnknownWorld: as `Script.post`.
        """
        url = self._socket.resolve(self._url, receiver)
        self._socket.send(self.worlds._nobody, url, message, fields_of(table, fields))

    def input(self, action_id: str | None, /, **action: Any) -> None:
        """Give an action of the player to this world alone; see `Worlds.input`."""
        self.worlds._inputs.append(inputs.action(action_id, action, self.name))

    def init(self) -> None:
        """Initialise the world and deliver what that made; once, and at its first step at the latest."""
        if not self.initialised and not self._initialising and self.alive:
            with self.worlds._running():
                phase = self.worlds.phase
                frame.begin(self)
                self.worlds.phase = phase
            if not self.worlds._depth:
                self.worlds._bury()

    # Properties

    def get(self, address: Address | GameObject, name: str) -> Any:
        """Give a property: ``position.x`` of an object, or what a component declares.

        Raises:
            NotFound: there is no such object, component or property in this world.
        """
        return properties.find(self, address, name, reading=True).read()

    def set(self, address: Address | GameObject, name: str, value: Any) -> None:
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
        properties.find(self, address, name).write(value)

    def animate(
        self,
        address: Address | GameObject,
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
        receiver = None if notify is None else ReplyTo.of(self.worlds, self._socket.resolve(self._url, notify))
        target = properties.find(self, address, name)
        self._animations.begin(Animation(target, values_of(to), duration, easing, playback, delay, receiver))

    def cancel_animations(self, address: Address | GameObject, name: str | None = None) -> int:
        """End the animations of a property, or of all properties there; give how many that were."""
        if name is not None:
            return self._animations.cancel(properties.find(self, address, name))
        if isinstance(address, GameObject):
            self._refuse_foreign(address)
            return self._animations.cancel_all(address)
        _, fragment = self._local(address)
        return self._animations.cancel_all(self[address], fragment or None)

    def publish(self, topic: str, message: str | object, table: Table = None, /, **fields: Any) -> int:
        """Post a message by the host to every component that has subscribed to a topic; give how many those are.

        A script publishes by `Script.publish`, so that it is the sender.
        """
        return self.worlds.publish(topic, message, table, **fields)

    # The library's own

    def _obey(self, policy: DispatchPolicy) -> None:
        self._policy = policy
        self._stages, self._fixed_stages = policy.stages(), policy.fixed_stages()

    def _spawn(
        self,
        object_id: str | None,
        *,
        position: Sequence[float],
        rotation: Sequence[float],
        scale: Sequence[float] | float,
        parent: Address | GameObject | None,
        components: Mapping[str, Script],
    ) -> GameObject:
        if not self.alive:
            raise UnknownWorld(f"the world {self.name!r} has ended: nothing can be spawned in it")
        if self._ending:
            raise MessageError(f"the world {self.name!r} is ending: nothing can be spawned in it any more")
        place = checked_position(position)
        turn = UPRIGHT if rotation is UPRIGHT else checked_rotation(rotation)
        size = ONE if scale is ONE else checked_scale(scale)
        path = None if object_id is None else checked_object_id(object_id)
        if self.max_instances is not None and len(self._objects) >= self.max_instances:
            raise MessageError(
                "The game object instance could not be created since the buffer is full "
                f"({self.max_instances}). Increase the capacity with collection.max_instances",
                hint="Worlds.create(name, max_instances=None) sets no limit",
            )
        if path is not None and self._batch is not None:
            path = self._batch[0] + path
        if path is not None:
            self._refuse_taken(path)
        above = None if parent is None else self._parent(parent)
        if above is not None:
            self._tree.check_depth(above, 0)
        self._check_components(components)
        if path is None:
            path = self.worlds._next_instance(self)
        thing = GameObject(self, path)
        thing._position = place
        if turn is not UPRIGHT:
            thing.rotation = turn
        if size is not ONE:
            thing.scale = size
        thing._chain(components.items())
        self._add(thing)
        if above is not None:
            self._tree.put(thing, above)
        if self._batch is not None:
            self._batch[1].append(thing)
        elif self.initialised or self._initialising:
            frame.init_object(self, thing)
        else:
            self._fresh[thing] = None
        return thing

    @contextmanager
    def _batch_of(self) -> Iterator[tuple[str, list[GameObject]]]:
        """Let what is spawned be one collection: ids behind a prefix, all or nothing, initialised together."""
        prefix = f"/collection{self._collections}"
        self._collections += 1
        made: list[GameObject] = []
        outer, url = self._batch, self._url
        self._batch = (prefix, made)
        self._url = self._socket.url(f"{prefix}/")
        try:
            yield prefix, made
        except BaseException:
            self._take_back(made)
            raise
        finally:
            self._batch, self._url = outer, url
        if outer is not None:
            outer[1].extend(made)
        else:
            self._begin_all(made)

    def _take_back(self, made: list[GameObject]) -> None:
        """Undo spawns; nobody is called."""
        for thing in reversed(made):
            self._remove(thing)
        self._lists.remove(made)

    def _begin_all(self, made: list[GameObject]) -> None:
        """Initialise what was made together, or let the world do that."""
        todo = iter(made)
        try:
            for thing in todo:
                if self.initialised or self._initialising:
                    frame.init_object(self, thing)
                else:
                    self._fresh[thing] = None
        except BaseException:
            self._owed += [(thing, thing._first) for thing in todo]
            raise

    def _local(self, address: Address) -> tuple[str, str]:
        url = self.url(address)
        if url.socket != self.name:
            raise NotFound(
                "function called can only access instances within the same collection.",
                hint=f"'{address}' lies in the world {url.socket!r}, this is {self.name!r}; only post goes across",
            )
        return url.path, url.fragment

    def _parent(self, parent: Address | GameObject) -> GameObject:
        if isinstance(parent, GameObject):
            self._refuse_foreign(parent)
            found: GameObject | None = parent if parent.alive and parent.world is self else None
            path = parent.id
        else:
            path, _ = self._local(parent)
            found = self._objects.get(path)
        if found is None:
            raise NotFound(f"Could not find parent instance with id '{path}'.", hint=near(path, self._objects))
        return found

    def _refuse_foreign(self, thing: GameObject) -> None:
        if thing.world.worlds is not self.worlds:
            raise foreign(thing)

    def _refuse_taken(self, path: str) -> None:
        if path in self._objects:
            raise AlreadyExists(f"The identifier '{path}' is already in use.")
        folded = fold(path)
        other = self._folded.get(folded, folded if folded != path and folded in self._objects else None)
        if other is not None:
            raise AlreadyExists(
                f"The identifier '{path}' differs from '{other}' only in case.",
                hint="addresses are exact, but sections of a save ignore case",
            )

    def _check_components(self, components: Mapping[str, Any]) -> None:
        seen: dict[str, str] = {}
        scripts: set[int] = set()
        for name, script in components.items():
            checked_component_id(name)
            if isinstance(script, type):
                raise TypeError(f"the component {name!r} is a class: write {name}={script.__name__}()")
            if not isinstance(script, Script):
                raise TypeError(f"the component {name!r} is no script, but {type(script).__name__}")
            other = seen.setdefault(fold(name), name)
            if other != name:
                raise AlreadyExists(f"The component '{name}' differs from '{other}' only in case.")
            if script._tw_owner is not None or id(script) in scripts:
                where = "lives already" if script._tw_owner is None else f"was spawned before, as {script.url()}"
                raise MessageError(
                    f"the component {name!r} {where}", hint="a script is a component once: make a new instance"
                )
            scripts.add(id(script))
        for name, script in components.items():
            self.worlds._learn(type(script))
            for field, value in accepted(self.worlds, type(script), script, name).items():
                setattr(script, field, value)

    def _add(self, thing: GameObject) -> None:
        self._objects[thing.id] = thing
        folded = fold(thing.id)
        if folded != thing.id:
            self._folded[folded] = thing.id
        self._lists.add(thing)
        self._socket.bind(thing)

    def _remove(self, thing: GameObject) -> None:
        """Take an object out: its children go to the grandparent, its worlds end, its messages are dead letters."""
        self._tree.remove(thing)
        self._animations.cancel_all(thing)
        self._rotations.pop(thing, None)
        self._eulers.pop(thing, None)
        self._scales.pop(thing, None)
        self._marked.pop(thing, None)
        self._focus.pop(thing, None)
        self._drop(thing)
        for script in thing.components.values():
            self._failed.discard((thing.id, script._tw_id))
            self._off.pop(script, None)
            self._timers.forget(script)
            self.worlds._topics.forget(script)
            if isinstance(script, CollectionProxy):
                script._abandon()

    def _drop(self, thing: GameObject) -> None:
        del self._objects[thing.id]
        self._folded.pop(fold(thing.id), None)
        self._fresh.pop(thing, None)
        self._socket.unbind(thing)

    def _mark(self, thing: GameObject) -> None:
        if thing.alive and not self._ending and thing not in self._dying:
            self._marked[thing] = None
