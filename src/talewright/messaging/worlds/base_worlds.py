"""What a host does with all worlds of a game, as far as no single world is handed out: time, input, listening, saves.

What worlds share is in `Shared`, and nothing is shared between two `Worlds`: any number run in one process. `step` is
the only place where time passes. Host calls between steps (posts, spawns) are its inputs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NoReturn

from talewright.calls import runs
from talewright.errors import Misuse
from talewright.fields import NO_REFERENCES, References, Sections
from talewright.messaging import save  # the face alone: a game that never saves reads no more of it
from talewright.messaging import trace as tracing  # the same: nothing of it is read before there is a sink
from talewright.messaging.address.payload import Table, fields_of
from talewright.messaging.address.seconds import MAX_FRAME, checked_seconds
from talewright.messaging.life.actions import Holding
from talewright.messaging.life.actions import action as made_action
from talewright.messaging.life.lives import Lives
from talewright.messaging.life.policy import DispatchPolicy, checked_policy
from talewright.messaging.life.runtime import DeliveryHook
from talewright.messaging.life.shared import Public
from talewright.messaging.life.system import HostHook
from talewright.messaging.objects.component import Component
from talewright.messaging.trace.faults import Fault
from talewright.messaging.worlds.kept import Kept


class BaseWorlds:
    """What `Worlds` is besides the names of worlds, objects and scripts."""

    frame: Kept[int] = Kept("_runtime.reports")
    phase: Kept[str] = Kept("_runtime.reports")
    faults: Kept[list[Fault]] = Kept("_runtime.reports")
    fault_count: Kept[int] = Kept("_runtime.reports")
    on_fault: Kept[Callable[[Fault], None] | None] = Kept("_runtime.reports")
    on_delivery: Kept[DeliveryHook | None] = Kept("_runtime")
    on_system: Kept[HostHook | None] = Kept("_runtime.system")
    on_render: Kept[HostHook | None] = Kept("_runtime.system")
    exit_code: Kept[int | None] = Kept("_runtime.system")
    update_frequency: Kept[int] = Kept("_runtime.system")
    fixed_frequency: Kept[float] = Kept("_shared")
    max_input_focus: Kept[int | None] = Kept("_shared")
    holding: Kept[Holding] = Kept("_shared")

    def __init__(
        self,
        host: Any,
        references: References,
        public: Public,
        *,
        fixed_frequency: float,
        max_input_focus: int | None,
        policy: DispatchPolicy,
        strict: bool,
    ) -> None:
        if not (math.isfinite(fixed_frequency) and (fixed_frequency == 0 or 1e-6 <= fixed_frequency <= 1e6)):
            raise ValueError(f"fixed updates come 0 or more times a second, not {fixed_frequency!r}")
        self.host = host
        self.policy = checked_policy(policy)
        self._lives = Lives(
            self.reference,
            references,
            public,
            strict=strict,
            fixed_frequency=fixed_frequency,
            max_input_focus=max_input_focus,
        )
        self._shared = self._lives.shared
        self._runtime = self._shared.runtime

    def __contains__(self, name: object) -> bool:
        return name in self._lives

    def __len__(self) -> int:
        return len(self._lives.by_name)

    def __bool__(self) -> bool:
        return True

    def __copy__(self) -> NoReturn:
        raise TypeError("a Worlds cannot be copied; worlds.sections() holds its state")

    def __deepcopy__(self, memo: object) -> NoReturn:
        self.__copy__()

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Worlds cannot be pickled; worlds.sections() holds its state")

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
        if self._lives.depth:
            raise Misuse("step() was called inside a callback", hint="scripts post messages; the host makes the steps")
        self._lives.step(dt)

    def close(self) -> None:
        """End all worlds, as at the end of the program: ``final`` of every object, worlds inside first.

        Raises:
            Misuse: called from inside a callback.

        >>> from talewright.messaging import Script, Worlds
        >>> class Lamp(Script):
        ...     def final(self) -> None:
        ...         print("off")
        >>> worlds = Worlds()
        >>> lamp = worlds.create("main").spawn("lamp", c=Lamp())
        >>> worlds.step()
        >>> worlds.close()
        off
        """
        if self._lives.depth:
            raise Misuse("close() was called inside a callback", hint='post "exit" to "@system:"; the host closes')
        self._lives.close()

    def input(self, action_id: str | None, /, **action: Any) -> None:
        """Hand an action of the player to every root world: it comes out at the beginning of the next step.

        It goes down the objects that have the input focus, the last that asked for it first, until one consumes it.

        Args:
            action_id: its name; None where only the pointer moves.
            action: its fields, such as ``pressed=True``.

        Raises:
            TypeError: the id is no text, or a field is a function.
        """
        self._shared.inputs.append(made_action(action_id, action))

    def press(self, action_id: str, /, **action: Any) -> None:
        """Begin an action that is held: it comes in each step, the first time as ``pressed``, until `release`.

        Args:
            action_id: its name; for one that is held already, only the fields change.
            action: its fields besides ``pressed``, ``released`` and ``repeated``, such as ``value=0.5``, ``x=3``. Each
                ``gamepad`` holds it for itself.

        Raises:
            TypeError: the id is no text, a field is a function, or ``value`` or ``gamepad`` no number.
            ValueError: ``value`` is no finite number.

        >>> from talewright.messaging import Script, Worlds
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
            self._shared.inputs.append(one)

    def release(self, action_id: str, /, **action: Any) -> None:
        """End an action that is held: the next step hands it out as ``released``, with the value 0.

        Raises:
            Misuse: it is not held, or not with this ``gamepad``.
        """
        self._shared.inputs.append(self.holding.release(action_id, action))

    # Listening

    @property
    def topics(self) -> Collection[str]:
        """The topics that somebody has subscribed to: what is not among them need not be published."""
        return self._shared.topics.listeners.keys()

    def publish(self, topic: str, message: str | object, table: Table = None, /, **fields: Any) -> int:
        """Post a message by the host to every component that has subscribed to a topic, and return how many those are.

        Raises:
            TypeError: as `Script.publish`.
        """
        shared = self._lives.shared
        return shared.topics.publish(
            shared.sockets[""], shared.sockets.nobody, topic, message, fields_of(table, fields)
        )

    def lead_topic(self, topic: str, to: str) -> bool:
        """Let who listens to a topic listen to another one as well: what it was called once is called so now.

        Returns:
            Whether anybody did not listen to it before.
        """
        return self._shared.topics.lead(topic, to)

    @property
    def strict(self) -> bool:
        """Whether messages that cannot be saved, or are too large for Defold, are refused at the sender."""
        return self._runtime.strict

    @strict.setter
    def strict(self, value: bool) -> None:
        self._runtime.strict = value
        self._shared.sockets.wire()

    @property
    def trace(self) -> tracing.Sink | None:
        """Who is told of every post, delivery, drop and error; None: nobody, at no cost.

        Set it between steps; a `Recorder` keeps what it is told.
        """
        tracer = self._runtime.reports.tracer
        return None if tracer is None else tracer.sink

    @trace.setter
    def trace(self, sink: tracing.Sink | None) -> None:
        if sink is not None and not callable(sink):
            raise TypeError(f"a sink is a function that takes a TraceEvent, or None, not {sink!r}")
        reports = self._runtime.reports
        reports.tracer = None if sink is None else tracing.Tracer(reports, runs(sink, "a sink"))
        self._shared.sockets.wire()

    # What went wrong

    def report(self, fault: Fault) -> None:
        """Keep a fault, log it, and hand it to ``on_fault``."""
        self._runtime.reports.report(fault)

    def report_exception(self, error: Exception, callback: str, world: str = "", who: str = "", **where: str) -> None:
        """Report an exception in a callback; one of ``on_fault`` itself goes on upwards, and stops the step.

        Args:
            error: the exception.
            callback: what was called.
            world: the name of the world.
            who: the address of what it was called for.
            where: what else is known, as `Reports.report_exception` names it.
        """
        self._runtime.reports.report_exception(error, callback, world, who, **where)

    # Saving

    def sections(self, references: References = NO_REFERENCES) -> Sections:
        """Return everything that the worlds hold, as sections of a document; only between steps.

        Args:
            references: types beside Url, objects and scripts that are saved as their names.

        Raises:
            SaveError: a value cannot be saved; names component and field.
            Misuse: called from inside a callback.
        """
        return save.sections(self._lives, references)

    def undeclared(self) -> dict[str, str]:
        """Return what no save holds, with the reason or with what to write.

        Public attributes that were set but not declared, and fields of waiting messages that cannot be saved.
        """
        return save.undeclared(self._lives)

    def prepare(
        self,
        sections: Mapping[tuple[str, str], Mapping[str, Any]],
        classes: Mapping[str, type[Component]] | None = None,
        references: References = NO_REFERENCES,
    ) -> save.Restoration:
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
        return save.prepare(self._lives, sections, classes or {}, references)

    def reference(self) -> References:
        """Return how addresses, objects and scripts are saved as their names, and which messages are declared."""
        return save.live_references(self._lives)

    def known_references(self) -> References:
        """Return `reference` and what the host's fields may hold besides, as one."""
        return self._runtime.known.references()

    @contextmanager
    def calling(self) -> Iterator[None]:
        """Hold a callback that the host makes itself: inside it no step is made, and nothing is saved or restored."""
        with self._runtime.callers.running():
            yield
