"""What a game holds in hand: `Worlds`, `World`, `GameObject`, `Script`, and the scripts that make objects.

These types name one another (a script its world, a world its objects, an object its scripts), so they stand together.
Each adds to a base below nothing but these names: what stands under ``TYPE_CHECKING`` changes nothing at run time, it
tells type checkers which of them comes out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import FunctionType, MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar, cast, overload

from talewright.calls import runs
from talewright.errors import AlreadyExists, BadAddress, NotFound
from talewright.fields import NO_REFERENCES, References
from talewright.messaging.address.url import Address
from talewright.messaging.life.actor import Actor
from talewright.messaging.life.life import Life
from talewright.messaging.life.policy import DEFOLD, DispatchPolicy
from talewright.messaging.life.shared import Public
from talewright.messaging.objects.component import Component
from talewright.messaging.objects.shape import GUI
from talewright.messaging.objects.thing import Thing
from talewright.messaging.objects.transform import ONE, UPRIGHT
from talewright.messaging.worlds.base_factory import BaseCollectionFactory, BaseFactory, Prototype
from talewright.messaging.worlds.base_proxy import BaseProxy
from talewright.messaging.worlds.base_world import BaseWorld
from talewright.messaging.worlds.base_worlds import BaseWorlds
from talewright.messaging.worlds.kept import Kept
from talewright.names import did_you_mean

S = TypeVar("S", bound="Script")

Build = Callable[[str, "World"], object]


class GameObject(Thing):
    """An object of a world; made by `World.spawn`.

    Attributes:
        id: its absolute id, "/level/hero".
    """

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def world(self) -> World:
            """The world that it lives, or lived, in."""

        @property
        def components(self) -> Mapping[str, Script]:
            """Its components by id, in the order in which they were given to spawn."""

        def __getitem__(self, component_id: str) -> Script: ...


class Script(Actor):
    """A component with code. Annotated attributes are its properties: what is saved, and what ``__init__`` takes.

    Lists, dicts and sets given as defaults are copied for each object. Names that begin with an underscore and class
    variables are no properties.

    >>> class Enemy(Script):
    ...     health: int = 200
    ...     seen: list[str] = []
    >>> Enemy(health=50).health, Enemy(50).health, Enemy().health
    (50, 50, 200)
    """

    __slots__ = ()
    __declares__ = False

    if TYPE_CHECKING:

        @property
        def owner(self) -> GameObject:
            """The object that it is a component of."""

        @property
        def world(self) -> World:
            """The world that it lives in."""


class GuiScript(Script):
    """A script that has its turn after all scripts: they update, their messages arrive, then it updates.

    Defold manual, message passing: scripts and gui scripts post to each other freely.
    """

    __slots__ = ()
    _tw_type = GUI
    _tw_own_messages = frozenset({"enable", "disable"})


NOTHING: Mapping[str, Script] = MappingProxyType({})


class World(BaseWorld):
    """Game objects that live, update and are saved together; made by `Worlds.create` or by a collection proxy.

    Attributes:
        name: its name, in front of the colon in addresses.
        worlds: all worlds of this game.
        max_instances: how many objects it may hold; None: any number.
        initialised: whether the objects' ``init`` has run.
        scale_along_z: whether the scale of an object also draws out the z of the places of its children. True, but
            for a world that a Defold collection makes: what its ``scale_along_z`` says, which mostly is no.
    """

    worlds: Worlds

    def __init__(self, worlds: Worlds, life: Life) -> None:
        super().__init__(life)
        self.worlds = worlds

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
        thing = self._life.spawn(
            object_id, position=position, rotation=rotation, scale=scale, parent=parent, components=components
        )
        return cast(GameObject, thing)

    def __getitem__(self, address: Address) -> GameObject:
        return cast(GameObject, self._life.at(address))

    def __iter__(self) -> Iterator[GameObject]:
        return iter(cast("list[GameObject]", list(self._life.objects.values())))

    @overload
    def component(self, address: Address) -> Script: ...
    @overload
    def component(self, address: Address, cls: type[S]) -> S: ...
    def component(self, address: Address, cls: type[Script] = Script) -> Script:
        """Return a component in hand, to read or to call.

        Raises:
            NotFound: there is no such object or component in this world.
            TypeError: it is of another class.
        """
        _, fragment = self._life.local(address)
        if not fragment:
            raise BadAddress(f"'{address}' names no component", hint="write /object#component")
        script: object = self[address][fragment]
        if not isinstance(script, cls):
            raise TypeError(
                f"Component expected to be of type '{cls.__name__}' but was '{type(script).__name__}' ({address})"
            )
        return script


class Worlds(BaseWorlds):
    """The worlds of one game.

    Attributes:
        host: what the scripts' game is; nothing here looks at it.
        frame: how many steps were made.
        faults: what went wrong, newest last; the last `MAX_FAULTS`.
        fault_count: how many faults there were in all.
        on_fault: called with each fault, after it was kept and logged; an exception of it stops the step.
        on_delivery: called before each delivery with receiver, message id, message, sender; costs nothing while None.
        classes: script classes that were spawned or restored, by registered name.
        phase: what part of a frame is running, "update script"; "host" between steps.
        fixed_frequency: how many times a second ``fixed_update`` is called; 0: never. The host's setting, not saved.
        max_input_focus: how many objects of a world may have the input focus; None: any number.
        prototypes: what a `Factory` makes objects of, by name.
        policy: when the messages of a world are delivered that is created without a policy of its own.
        on_system: called at the end of a step with each message to ``@system``: message id, message, sender.
        on_render: called behind the updates with each message to ``@render``; nobody draws here.
        exit_code: what ``@system:`` was told by ``exit``; None: go on.
        update_frequency: how many steps a second ``set_update_frequency`` asked for; 0: as the host likes.
        holding: what the player holds, see `press`; its ``delay`` and ``interval`` are the host's settings, not saved.

    Args:
        build: makes the first objects of a collection that a proxy loads.
        host: see above.
        references: types that fields of scripts may have besides those that `talewright.fields` knows.
        fixed_frequency: see above.
        max_input_focus: see above.
        prototypes: see above.
        policy: see above.
        strict: refuse messages that could not be saved or that Defold would find too large, at the sender.
    """

    build: Kept[Build | None] = Kept("_lives")
    classes: Kept[dict[str, type[Script]]] = Kept("_runtime.known")

    def __init__(
        self,
        build: Build | None = None,
        host: Any = None,
        references: References = NO_REFERENCES,
        *,
        fixed_frequency: float = 0,
        max_input_focus: int | None = None,
        prototypes: Mapping[str, Prototype] | None = None,
        policy: DispatchPolicy = DEFOLD,
        strict: bool = False,
    ) -> None:
        super().__init__(
            host,
            references,
            Public(
                thing=GameObject,
                script=Script,
                proxy=CollectionProxy,
                factories=(Factory, CollectionFactory),
                world=lambda life: World(self, life),
            ),
            fixed_frequency=fixed_frequency,
            max_input_focus=max_input_focus,
            policy=policy,
            strict=strict,
        )
        self.prototypes: dict[str, Prototype] = dict(prototypes or {})
        for name, function in self.prototypes.items():
            runs(function, f"the prototype {name!r}")
        self.build = build

    def create(self, name: str, *, policy: DispatchPolicy | None = None, max_instances: int | None = None) -> World:
        """Make a world; it is initialised by `World.init`, or at the first step.

        Args:
            name: in front of the colon in addresses.
            policy: when its messages are delivered; None: as `policy` of these worlds says.
            max_instances: how many objects it may hold (1024 in a strict Defold world); None: any number.

        Raises:
            InvalidName: the name cannot stand in an address.
            AlreadyExists: a world has this name, be it in another case.
        """
        life = self._lives.create(name, self.policy if policy is None else policy, None, max_instances)
        return cast(World, life.world)

    def __getitem__(self, name: str) -> World:
        lives = self._lives.by_name
        try:
            return cast(World, lives[name].world)
        except KeyError:
            hint = did_you_mean(str(name), lives) or f"the worlds: {', '.join(lives) or 'none'}"
            raise NotFound(f"no world is called {name!r}", hint=hint) from None

    def __iter__(self) -> Iterator[World]:
        return iter([cast(World, life.world) for life in self._lives.by_name.values()])


class CollectionProxy(BaseProxy, Script):
    """The door to another world. The world has the name of the collection.

    Attributes:
        collection: the collection that it loads; assign only while nothing is loaded.
        state: where its world is in its life. Read only.
        loader: who gets proxy_loaded when a load had to wait. Read only.
        unloader: who gets proxy_unloaded. Read only.
        time_factor: how fast time passes in its world. Read only.
        time_mode: 0 continuous, 1 discrete. Read only.
        time_saved: discrete: what is saved up for the next whole frame. Read only.
    """

    if TYPE_CHECKING:

        @property
        def loaded(self) -> World | None:
            """The world that it has loaded, or None."""


class Factory(BaseFactory, Script):
    """Makes objects ``/instance0``, ``/instance1`` and so on from a prototype.

    Attributes:
        prototype: its name; may be changed.

    >>> class Rat(Script):
    ...     color: str = "grey"
    >>> from talewright.messaging import Worlds
    >>> worlds = Worlds(prototypes={"rat": lambda: {"controller": Rat()}})
    >>> rats = Factory("rat")
    >>> hole = worlds.create("main").spawn("hole", position=(3, 4), rats=rats)
    >>> rat = rats.create(properties={"color": "brown"})
    >>> rat, rat.position, rat["controller"].color
    (<GameObject main:/instance0>, (3.0, 4.0, 0.0), 'brown')
    """

    if TYPE_CHECKING:

        def create(
            self,
            *,
            position: Sequence[float] | None = None,
            rotation: Sequence[float] | None = None,
            scale: Sequence[float] | float | None = None,
            properties: Mapping[str, Any] | None = None,
        ) -> GameObject:
            """Make an object."""


class CollectionFactory(BaseCollectionFactory, Script):
    """Makes the objects of a collection in its own world, each time anew.

    Attributes:
        collection: its name; may be changed.
    """

    if TYPE_CHECKING:

        def create(
            self,
            *,
            position: Sequence[float] | None = None,
            rotation: Sequence[float] | None = None,
            scale: Sequence[float] | float | None = None,
            properties: Mapping[str, Mapping[str, Any]] | None = None,
        ) -> dict[str, GameObject]:
            """Make all objects, link them, then initialise them in order."""


def _rename(base: type, public: str) -> None:
    """Let Python's own errors name the class that people hold: "Script.post() missing 1 required ..."."""
    for member in vars(base).values():
        function = getattr(member, "__func__", member)
        if isinstance(function, FunctionType):
            function.__qualname__ = f"{public}.{function.__name__}"


for _base, _public in (
    (Thing, GameObject),
    (Component, Script),
    (Actor, Script),
    (BaseWorld, World),
    (BaseWorlds, Worlds),
    (BaseProxy, CollectionProxy),
    (BaseFactory, Factory),
    (BaseCollectionFactory, CollectionFactory),
):
    _rename(_base, _public.__name__)
