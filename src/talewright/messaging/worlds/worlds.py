"""All worlds of one game: the table of sockets, the step, and what went wrong.

Everything that is shared between worlds is here, and nothing is shared between two `Worlds`: any number run in one
process. `step` is the only place where time passes. Host calls between steps (posts, spawns) are its inputs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn

from talewright.calls import Hook, ran, runs
from talewright.errors import AlreadyExists, Misuse, NotFound, TalewrightError
from talewright.fields import NO_REFERENCES, References, Sections, class_name
from talewright.messaging.address import strict
from talewright.messaging.address.ids import world_name
from talewright.messaging.address.payload import Table, fields_of
from talewright.messaging.address.seconds import MAX_FRAME, checked_seconds
from talewright.messaging.address.url import Url
from talewright.messaging.life import ending, frame, inputs
from talewright.messaging.life.caller import Callers
from talewright.messaging.life.holding import Holding
from talewright.messaging.life.policy import DEFOLD, DispatchPolicy, checked_policy
from talewright.messaging.life.socket import Socket
from talewright.messaging.life.system import RENDER, SYSTEM
from talewright.messaging.life.topics import Topics
from talewright.messaging.objects.script import Script
from talewright.messaging.objects.shape import check_class, place_of
from talewright.messaging.save import references, restoring, saving
from talewright.messaging.trace.events import Sink
from talewright.messaging.trace.faults import LOGGER, Fault, raised, sent_at
from talewright.messaging.trace.tracer import Tracer
from talewright.messaging.worlds.factory import Prototype
from talewright.messaging.worlds.world import World
from talewright.names import did_you_mean, fold

if TYPE_CHECKING:
    from talewright.messaging.worlds.proxy import CollectionProxy

HOST = "host"
"""The phase between steps."""

MAX_FAULTS = 1_000
"""How many faults are kept, the newest; ``fault_count`` counts them all."""

Build = Callable[[str, World], object]
Trace = Callable[[Url, str, Any, Url], None]
HostHook = Callable[[str, Any, Url], None]


class Worlds:
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

    on_fault: Hook[Callable[[Fault], None]] = Hook()
    on_delivery: Hook[Trace] = Hook()
    on_system: Hook[HostHook] = Hook()
    on_render: Hook[HostHook] = Hook()
    build: Hook[Build] = Hook("what builds collections")

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
        if not (math.isfinite(fixed_frequency) and (fixed_frequency == 0 or 1e-6 <= fixed_frequency <= 1e6)):
            raise ValueError(f"fixed updates come 0 or more times a second, not {fixed_frequency!r}")
        self.fixed_frequency = fixed_frequency
        self.max_input_focus = max_input_focus
        self.policy = checked_policy(policy)
        self.prototypes: dict[str, Prototype] = dict(prototypes or {})
        for name, function in self.prototypes.items():
            runs(function, f"the prototype {name!r}")
        self.phase = HOST
        self.exit_code: int | None = None
        self.update_frequency = 0
        self.build = build
        self.host = host
        self.frame = 0
        self.faults: list[Fault] = []
        self.fault_count = 0
        self.classes: dict[str, type[Script]] = {}
        self._references = references
        self._sockets: dict[str, Socket] = {}
        self._worlds: dict[str, World] = {}
        self._folded: dict[str, World] = {}
        self._behind: dict[CollectionProxy, World] = {}
        self._checked: set[type[Script]] = set()
        self._texts: dict[type, dict[str, Any]] = {}
        self._strict = strict
        self._tracer: Tracer | None = None
        self._known: References | None = None
        self._instances = 0
        self._timers = 0
        self._topics = Topics()
        self._depth = 0
        self._callers = Callers()
        self._stop: Exception | None = None
        self._doomed: list[World] = []
        self._inputs: list[inputs.Action] = []
        self.holding = Holding()
        self._ids: dict[Any, str] = {}
        self._nobody = self._socket("").url("")

    def __copy__(self) -> NoReturn:
        raise TypeError("a Worlds cannot be copied; worlds.sections() holds its state")

    def __deepcopy__(self, memo: object) -> NoReturn:
        self.__copy__()

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Worlds cannot be pickled; worlds.sections() holds its state")

    # Worlds by name

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
        return self._create(name, self.policy if policy is None else policy, None, max_instances)

    def __getitem__(self, name: str) -> World:
        try:
            return self._worlds[name]
        except KeyError:
            hint = did_you_mean(str(name), self._worlds) or f"the worlds: {', '.join(self._worlds) or 'none'}"
            raise NotFound(f"no world is called {name!r}", hint=hint) from None

    def __contains__(self, name: object) -> bool:
        return name in self._worlds

    def __iter__(self) -> Iterator[World]:
        return iter(list(self._worlds.values()))

    def __len__(self) -> int:
        return len(self._worlds)

    def __bool__(self) -> bool:
        return True

    # Time

    def step(self, dt: float = 0.0) -> None:
        """Run one frame of every world; ``step()`` is a frame in which no time passes.

        Args:
            dt: seconds; more than `MAX_FRAME` count as so many.

        Raises:
            TypeError: dt is no number.
            ValueError: it is negative, infinite or not a number.
            Misuse: called from inside a callback.
        """
        dt = min(checked_seconds(dt, "a frame"), MAX_FRAME)
        if self._depth:
            raise Misuse("step() was called inside a callback", hint="scripts post messages; the host makes the steps")
        try:
            with self._running():
                self.frame += 1
                roots = [world for world in self if world._proxy is None]
                for world in roots:
                    if not world.initialised:
                        frame.begin(world)
                if self.holding.held:
                    self._inputs[:0] = self.holding.frame(dt)
                if self._inputs:
                    self.phase = "input"
                    inputs.dispatch(self, roots)
                for world in roots:
                    frame.update(world, dt)
                self._serve(RENDER)
                for world in roots:
                    frame.post_update(world)
                self._bury()
                self._serve(SYSTEM)
        finally:
            self.phase = HOST

    def close(self) -> None:
        """End all worlds, as at the end of the program: ``final`` of every object, worlds inside first.

        Raises:
            Misuse: called from inside a callback.

        >>> class Lamp(Script):
        ...     def final(self) -> None:
        ...         print("off")
        >>> worlds = Worlds()
        >>> lamp = worlds.create("main").spawn("lamp", c=Lamp())
        >>> worlds.step()
        >>> worlds.close()
        off
        """
        if self._depth:
            raise Misuse("close() was called inside a callback", hint='post "exit" to "@system:"; the host closes')
        self.phase = "close"
        try:
            with self._running():
                for world in self:
                    if world._proxy is None:
                        self._end(world)
                self._bury()
                self._serve(SYSTEM)
        finally:
            self.phase = HOST

    def input(self, action_id: str | None, /, **action: Any) -> None:
        """Give an action of the player to every root world; it is handed out at the beginning of the next step.

        It goes down the objects that have the input focus, the last that asked for it first, until one consumes it.

        Args:
            action_id: its name; None where only the pointer moves.
            action: its fields, such as ``pressed=True``.

        Raises:
            TypeError: the id is no text, or a field is a function.
        """
        self._inputs.append(inputs.action(action_id, action))

    def press(self, action_id: str, /, **action: Any) -> None:
        """Begin an action that is held: it comes in each step, the first time as ``pressed``, until `release`.

        Args:
            action_id: its name; for one that is held already, only the fields change.
            action: its fields besides ``pressed``, ``released`` and ``repeated``, such as ``value=0.5``, ``x=3``. Each
                ``gamepad`` holds it for itself.

        Raises:
            TypeError: the id is no text, a field is a function, or ``value`` or ``gamepad`` no number.
            ValueError: ``value`` is no finite number.

        >>> class Hero(Script):
        ...     def init(self) -> None:
        ...         self.post(".", "acquire_input_focus")
        ...     def on_input(self, action_id, action) -> None:
        ...         print(action["value"], *(name for name in ("pressed", "released") if action[name]))
        >>> worlds = Worlds()
        >>> hero = worlds.create("main").spawn("hero", c=Hero())
        >>> worlds.press("jump")
        >>> for act in (worlds.step, worlds.step, lambda: worlds.release("jump"), worlds.step): act()
        1.0 pressed
        1.0
        0.0 released
        """
        one = self.holding.press(action_id, action)
        if one is not None:
            self._inputs.append(one)

    def release(self, action_id: str, /, **action: Any) -> None:
        """End an action that is held: the next step hands it out as ``released``, with the value 0.

        Raises:
            Misuse: it is not held, or not with this ``gamepad``.
        """
        self._inputs.append(self.holding.release(action_id, action))

    # Listening

    @property
    def topics(self) -> Collection[str]:
        """The topics that somebody has subscribed to: what is not among them need not be published."""
        return self._topics.listeners.keys()

    def publish(self, topic: str, message: str | object, table: Table = None, /, **fields: Any) -> int:
        """Post a message by the host to every component that has subscribed to a topic, and give how many those are.

        Raises:
            TypeError: as `Script.publish`.
        """
        return self._topics.publish(self._socket(""), self._nobody, topic, message, fields_of(table, fields))

    def lead_topic(self, topic: str, to: str) -> bool:
        """Let who listens to a topic listen to another one as well: what it was called once is called so now.

        Returns:
            Whether anybody did not listen to it before.
        """
        return self._topics.lead(topic, to)

    @property
    def strict(self) -> bool:
        """Whether messages that cannot be saved, or are too large for Defold, are refused at the sender."""
        return self._strict

    @strict.setter
    def strict(self, value: bool) -> None:
        self._strict = value
        self._wire()

    @property
    def trace(self) -> Sink | None:
        """Who is told of every post, delivery, drop and error; None: nobody, at no cost.

        Set it between steps; a `Recorder` keeps what it is told.
        """
        return None if self._tracer is None else self._tracer.sink

    @trace.setter
    def trace(self, sink: Sink | None) -> None:
        if sink is not None and not callable(sink):
            raise TypeError(f"a sink is a function that takes a TraceEvent, or None, not {sink!r}")
        self._tracer = None if sink is None else Tracer(self, runs(sink, "a sink"))
        self._wire()

    # What went wrong

    def report(self, fault: Fault) -> None:
        """Keep a fault, log it, and hand it to ``on_fault``."""
        self.fault_count += 1
        self.faults.append(fault)
        if len(self.faults) > MAX_FAULTS:
            del self.faults[: len(self.faults) - MAX_FAULTS]
        LOGGER.error("%s", fault.text, exc_info=fault.error)
        if self._tracer is not None:
            self._tracer.went_wrong(fault)
        if self.on_fault is not None:
            try:
                ran(self.on_fault(fault))
            except Exception as error:
                self._stop = error  # whoever reports it as a callback's error lets it pass instead
                raise

    def report_exception(
        self,
        error: Exception,
        callback: str,
        world: str = "",
        who: str = "",
        *,
        object_id: str = "",
        component_id: str = "",
        message_id: str = "",
        sender: str = "",
        code: str = "TW-MSG-03",
        text: str = "",
    ) -> None:
        """Report an exception in a callback; one of ``on_fault`` itself goes on upwards, and stops the step."""
        if error is self._stop:
            raise error
        called = f"{callback}({message_id!r})" if message_id else callback
        self.report(
            Fault(
                code,
                text or raised(error, who or world or "(host)", called) + sent_at(self, sender, message_id),
                world,
                object_id,
                component_id,
                callback,
                message_id,
                sender,
                error,
                error.hint if isinstance(error, TalewrightError) else "",
            )
        )

    def _report_error(
        self,
        error: Exception,
        script: Script | None,
        callback: str,
        message_id: str = "",
        sender: Url | None = None,
        address: str = "",
    ) -> None:
        if script is None or script._tw_owner is None:
            self.report_exception(error, callback, who=address, message_id=message_id, sender=str(sender or ""))
            return
        owner = script._tw_owner
        self.report_exception(
            error,
            callback,
            owner.world.name,
            f"{owner}#{script._tw_id} {type(script).__name__}",
            object_id=owner.id,
            component_id=script._tw_id,
            message_id=message_id,
            sender=str(sender or ""),
        )

    # Saving

    def sections(self, references: References = NO_REFERENCES) -> Sections:
        """Give everything that the worlds hold, as sections of a document; only between steps.

        Args:
            references: types beside Url, objects and scripts that are saved as their names.

        Raises:
            SaveError: a value cannot be saved; names component and field.
            Misuse: called from inside a callback.
        """
        return saving.sections(self, references)

    def undeclared(self) -> dict[str, str]:
        """Give what no save holds, with the reason or with what to write.

        Public attributes that were set but not declared, and fields of waiting messages that cannot be saved.
        """
        return saving.undeclared(self)

    def prepare(
        self,
        sections: Mapping[tuple[str, str], Mapping[str, Any]],
        classes: Mapping[str, type[Script]] | None = None,
        references: References = NO_REFERENCES,
    ) -> restoring.Restoration:
        """Build and check everything that sections hold; nothing changes before `Restoration.commit`.

        Args:
            sections: what `sections` gave, perhaps through a document; those of other parts are passed over.
            classes: script classes by registered name, besides those that were spawned here.
            references: as for `sections`.

        Raises:
            UnknownClass: a component is of a class that is not known.
            SaveError: the sections do not fit together or into the classes.
            Misuse: called from inside a callback.
        """
        return restoring.prepare(self, sections, classes or {}, references)

    def reference(self) -> References:
        """Give how addresses, objects and scripts are saved as their names, and which messages are declared."""
        return references.live(self)

    def known_references(self) -> References:
        """Give `reference` and what the host's fields may hold besides, as one."""
        if self._known is None:
            self._known = self.reference().merged(self._references)
        return self._known

    # The library's own

    def _wire(self) -> None:
        for socket in self._sockets.values():
            socket.wire()

    def _serve(self, name: str) -> None:
        """Hand what waits in a socket of the engine to the host, in one pass."""
        socket = self._sockets.get(name)
        if socket is not None and socket.pending:
            self.phase = name
            socket.dispatch(1)

    def _check_payload(self, message_id: str, message: Any) -> None:
        """In strict worlds, refuse a message that cannot be saved or is too large."""
        if self._strict:
            strict.check(message_id, message, self.known_references())

    def _socket(self, name: str) -> Socket:
        socket = self._sockets.get(name)
        if socket is None:
            socket = self._sockets[name] = Socket(self, name)
        return socket

    def _create(
        self, name: str, policy: DispatchPolicy, proxy: CollectionProxy | None, max_instances: int | None
    ) -> World:
        world_name(name)
        checked_policy(policy)
        if max_instances is not None and (isinstance(max_instances, bool) or not isinstance(max_instances, int)):
            raise TypeError(f"a world holds a whole number of objects, or any (None), not {max_instances!r}")
        other = self._folded.get(fold(name))
        if other is not None:
            text = f"The collection '{name}' could not be created since there is already a socket with the same name."
            raise AlreadyExists(text, hint="" if other.name == name else f"{other.name!r} differs from it only in case")
        world = World(self, name, policy, max_instances)
        world._proxy = proxy
        if proxy is not None:
            self._behind[proxy] = world
        self._worlds[name] = self._folded[fold(name)] = world
        world._socket.open(world)
        return world

    def _build(self, name: str, world: World) -> None:
        if self.build is None:
            raise NotFound(f"nothing builds the collection {name!r}", hint="Worlds(build=...) makes a world's objects")
        ran(self.build(name, world))

    def _next_instance(self, world: World) -> str:
        while True:
            path = f"/instance{self._instances}"
            self._instances += 1
            if path not in world._objects and path not in world._folded:
                return path

    def _learn(self, cls: type[Script]) -> None:
        """A class becomes known: from now on its components can be saved and found again."""
        if cls in self._checked:
            return
        name = class_name(cls)
        known = self.classes.get(name)
        if known is not None and known is not cls:
            raise AlreadyExists(
                f"two script classes are called {name!r}: {place_of(known)} and {place_of(cls)}",
                hint='a save could not tell them apart: rename one, or write class_name = "..." in its body',
            )
        check_class(cls, self.known_references())
        self._known = None
        self.classes[name] = cls
        self._checked.add(cls)

    def _finish(self, world: World) -> None:
        ending.finish(world)

    def _end_now(self, world: World) -> None:
        """End a world at once; where the program is being stopped in this, it ends when that goes on."""
        self._end(world)
        ending.end(world)

    def _end(self, world: World) -> None:
        """Mark a world: it ends at the end of the frame."""
        if world not in self._doomed:
            self._doomed.append(world)

    def _bury(self) -> None:
        """End the worlds that are marked; those that they loaded end with them."""
        while self._doomed:
            world = self._doomed[0]
            ending.end(world)
            self._doomed.remove(world)

    def _trace_input(self, action: inputs.Action, why: str) -> None:
        if self._tracer is not None:
            self._tracer.dropped(action.id or "", "", f"{action.world}:" if action.world else "", f"input: {why}")

    def _discard(self, world: World) -> None:
        """Take a world out of the table, with all it holds; nobody is called."""
        for other in self:
            if other._proxy is not None and other._proxy.world is world:
                self._end(other)
        del self._worlds[world.name], self._folded[fold(world.name)]
        if world._proxy is not None:
            self._behind.pop(world._proxy, None)
        for thing in world:
            for script in thing.components.values():
                self._topics.forget(script)
        world._objects.clear()
        world._reset()
        world._proxy = None
        world._socket.close()

    @contextmanager
    def calling(self) -> Iterator[None]:
        """Hold a callback that the host makes itself: inside it no step is made, and nothing is saved or restored."""
        with self._running():
            yield

    @contextmanager
    def _running(self) -> Iterator[None]:
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1
            if not self._depth:
                self._stop = None
