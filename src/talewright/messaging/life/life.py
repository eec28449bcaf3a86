"""The life of a world: what happens in its frame, in which order.

Init, update stages with dispatch points between them, and the end of the frame with its deletions. A world whose
collection proxy is enabled runs inside the frame of its parent. Decides order and nothing else: the policy is data, the
delivery is the socket's. No callback's exception gets past here, except those that stop the program.

Each world has a stack of objects that asked for the input focus; an action goes down the stack until an object consumes
it, and through an enabled collection proxy into the stack of its world. Asking is a message, so the order of delivery
is the order of the stack. What an action means is the host's business.

Sources: Defold manual (application lifecycle, message passing, input); messaging, "order of one frame", "deletion" and
"input". There a wrong return value and an error of one ``on_input`` end the input of the frame; here an error is
reported like any other and the rest goes on.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from talewright.calls import ran
from talewright.messaging.address.payload import copied
from talewright.messaging.life.actions import Action
from talewright.messaging.life.callers import as_list
from talewright.messaging.life.lists import Lists
from talewright.messaging.life.policy import ANIMATION, DispatchPolicy
from talewright.messaging.life.proxy import Proxy
from talewright.messaging.life.roster import Roster
from talewright.messaging.life.shared import Shared
from talewright.messaging.objects.component import Component, along, home_of, id_of, shape_of
from talewright.messaging.objects.shape import PROXY
from talewright.messaging.objects.thing import Thing, chain
from talewright.messaging.trace.faults import Fault

DELETION_ROUNDS = 10
"""Rounds at the end of a frame; objects marked for deletion while others are deleted go into the next one."""

MAX_FIXED_STEPS = 10_000
"""Fixed updates in one frame; a game that slept for an hour must not hang for one."""

STAGES = frozenset({"fixed_update", "update", "late_update"})

PASSES_OF_A_POINT_WITHOUT_LIMIT = 0


class InputEnded(Exception):
    """The input of this frame is over."""


class Table(Protocol):
    """What a component needs of the table of worlds."""

    behind: dict[Proxy, Life]

    def __contains__(self, name: object, /) -> bool: ...

    def create(self, name: str, policy: DispatchPolicy, proxy: Proxy | None, max_instances: int | None) -> Life:
        """Make a world."""

    def construct(self, collection: str, life: Life) -> None:
        """Make the first objects of a collection."""

    def discard(self, life: Life) -> None:
        """Take a world out of the table; nobody is called."""

    def finish(self, life: Life) -> None:
        """Call ``final`` of every object, worlds inside first."""

    def doom(self, life: Life) -> None:
        """Let a world end at the end of the frame."""

    def end_now(self, life: Life) -> None:
        """End a world at once."""

    def bury(self) -> None:
        """End the worlds that are marked."""


class Life(Roster):
    """One world as it runs.

    Attributes:
        initialised: whether the objects' ``init`` has run.
        initialising: whether it is running.
        policy: when messages are delivered.
        fixed: the time that waits for a fixed update.
        proxy: the collection proxy that has loaded it, or None.
        table: the worlds of the game.
    """

    def __init__(
        self, shared: Shared, table: Table, name: str, policy: DispatchPolicy, max_instances: int | None
    ) -> None:
        super().__init__(shared, name, max_instances)
        self.table = table
        self.initialised = self.initialising = False
        self.proxy: Proxy | None = None
        self.follow(policy)

    def clear(self) -> None:
        """Begin without objects, and without all that belongs to objects."""
        super().clear()
        self.fixed = 0.0

    def start(self) -> None:
        """Initialise the world and deliver what that made, if that has not been done."""
        if not self.initialised and not self.initialising and self.alive:
            with self.runtime.callers.running():
                phase = self.runtime.reports.phase
                self.begin()
                self.runtime.reports.phase = phase

    def follow(self, policy: DispatchPolicy) -> None:
        """Deliver by a policy from now on."""
        self.policy = policy
        self._stages, self._fixed_stages = policy.stages(), policy.fixed_stages()

    # Coming

    def came(self, thing: Thing, scripts: Iterable[Component]) -> None:
        """Let an object that has come begin where the world has begun."""
        if self.batch is not None:
            self.batch[1].append(thing)
        else:
            self._begin_one(thing, iter(scripts))

    @contextmanager
    def together(self) -> Iterator[None]:
        """Let what is spawned be made whole or not at all, and initialised together; see `World.together`."""
        outer = self.batch
        made: list[Thing] = []
        self.batch = ("" if outer is None else outer[0], made)
        try:
            with self.runtime.callers.running():
                yield
        except BaseException:
            self.batch = outer
            self.take_back(made)
            raise
        self.batch = outer
        self._admit(made, outer)

    @contextmanager
    def collection(self) -> Iterator[tuple[str, list[Thing]]]:
        """Let what is spawned be one collection: ids behind a prefix, all or nothing, initialised together."""
        prefix = f"/collection{self.collections}"
        self.collections += 1
        made: list[Thing] = []
        outer, root = self.batch, self.root
        self.batch = (prefix, made)
        self.root = self.socket.url(f"{prefix}/")
        try:
            yield prefix, made
        except BaseException:
            self.take_back(made)
            raise
        finally:
            self.batch, self.root = outer, root
        self._admit(made, outer)

    def _admit(self, made: list[Thing], outer: tuple[str, list[Thing]] | None) -> None:
        """Initialise what was made together, or leave that to the block around, or to the world."""
        if outer is not None:
            outer[1].extend(made)
            return
        todo = iter(made)
        try:
            for thing in todo:
                self._begin_one(thing, chain(thing))
        except BaseException:
            self.owed += [(thing, next(chain(thing), None)) for thing in todo]
            raise

    def _begin_one(self, thing: Thing, scripts: Iterator[Component]) -> None:
        if self.initialised or self.initialising:
            self._init(thing, scripts)
        else:
            self.fresh[thing] = None

    def _init(self, thing: Thing, scripts: Iterator[Component]) -> None:
        """Call ``init`` of an object's components, in order; a script whose init fails gets no updates.

        Where the program is being stopped in one, the components behind have theirs when the world goes on.
        """
        callers = self.runtime.callers
        for script in scripts:
            if shape_of(script).inits:
                callers.enter(script)
                try:
                    try:
                        ran(script.init())  # type: ignore[func-returns-value]
                    except Exception as error:
                        self.failed.add((thing.id, id_of(script)))
                        self.failed_in(error, script, "init")
                except BaseException:
                    self.owed.append((thing, next(scripts, None)))
                    raise
                finally:
                    callers.leave()

    def _go_on(self) -> None:
        """Call the ``init`` that components did not have because the program was being stopped."""
        while self.owed:
            thing, first = self.owed.pop(0)
            if thing.alive:
                self._init(thing, along(first))

    # The frame

    def begin(self) -> None:
        """Initialise the world: every object in creation order, then one dispatch point."""
        self.initialising = True
        self.runtime.reports.phase = "init"
        try:
            self._go_on()
            for thing in list(self.fresh):
                if thing in self.fresh:
                    del self.fresh[thing]
                    self._init(thing, chain(thing))
        finally:
            self.initialising = False
        self.initialised = True
        self.fresh.clear()  # empty it is already, but a dict gives its memory back only so
        self.runtime.reports.phase = "init"
        self.point(1)

    def update(self, dt: float) -> None:
        """Run the fixed steps, the update and the late-update stage, with their dispatch points."""
        reports, lists, policy = self.runtime.reports, self.lists, self.policy
        if self.owed:
            self._go_on()
        lists.admit(self.failed)
        fixed = self.shared.fixed_frequency
        if fixed and policy.fixed_first:
            self._fixed_steps(dt, fixed)
        stage_before = ""
        for callback, kind, points in self._stages:
            if fixed and not policy.fixed_first and stage_before == "update" != callback:
                self._fixed_steps(dt, fixed)
            stage_before = callback
            reports.phase = f"{callback} {kind}" if kind else callback
            if callback == "update":
                if self.timers.alive:
                    self.timers.run(kind, dt)
                if kind == PROXY:
                    for proxy in lists.proxies():
                        proxy._tw_update(dt)
                        reports.phase = f"{callback} {kind}"
                elif kind == ANIMATION and self.animations.running:
                    self.animations.run(dt)
            scripts = lists.by_stage.get((callback, kind))
            if scripts:
                self.call(scripts, callback, dt)
            if points and self.socket.pending:
                self.point(points)

    def _fixed_steps(self, dt: float, frequency: float) -> None:
        """Run as many fixed steps as have become due."""
        step = 1 / frequency
        self.fixed += dt
        due = math.floor(self.fixed / step)
        self.fixed -= due * step
        if due > MAX_FIXED_STEPS:
            self.runtime.reports.report(
                Fault(
                    "TW-MSG-13",
                    f"WARNING:GAMEOBJECT: {due} fixed updates of '{self.name}' were due in one frame: "
                    f"{MAX_FIXED_STEPS} are made, the time of the others is left out.",
                    world=self.name,
                    hint="let a long time pass in several steps, or in a world without fixed updates",
                )
            )
            due, self.fixed = MAX_FIXED_STEPS, 0.0
        for _ in range(due):
            for callback, kind, points in self._fixed_stages:
                self.runtime.reports.phase = f"{callback} {kind}" if kind else callback
                scripts = self.lists.by_stage.get((callback, kind))
                if scripts:
                    self.call(scripts, callback, step)
                if self.socket.pending:
                    self.point(points)

    def post_update(self) -> None:
        """End the frame: worlds inside first, then deletions in rounds, or one dispatch point where there are none."""
        for proxy in self.lists.proxies():
            proxy._tw_post_update()
        self.runtime.reports.phase = "post_update"
        if not self.marked and not self.dying:
            self.point(1)
            return
        for _ in range(DELETION_ROUNDS):
            if not self.marked and not self.dying:
                return
            # Some are dying already only where the program was being stopped in the middle of this.
            self.dying, self.marked = self.dying | self.marked, {}
            if self._end_inside():
                self.point(1)  # what they said last comes before the final of the objects that held them
            self._final(self.dying)
            self.point(1)
            self.lists.remove(self.dying)
            for thing in self.dying:
                self.remove(thing)
            self.dying = {}
        if self.marked:
            self.runtime.reports.report(
                Fault(
                    "TW-MSG-06",
                    "WARNING:GAMEOBJECT: Creation/deletion cycles encountered, postponing to next frame to avoid "
                    "infinite hang.",
                    world=self.name,
                    hint="an object whose final spawns one that deletes itself in init never ends",
                )
            )

    def _end_inside(self) -> bool:
        """End the worlds behind the proxies of dying objects, and say whether there were any."""
        proxies = [s for thing in self.dying for s in chain(thing) if isinstance(s, Proxy)]
        ended = [proxy._tw_end_with_object() for proxy in proxies]
        return any(ended)

    def finish(self) -> None:
        """Call ``final`` of every initialised object; the world is not initialised any more."""
        with self.runtime.callers.running():
            self._final(list(self.objects.values()))
        self.initialised = False
        self.fresh = dict.fromkeys(self.objects.values())
        self.failed.clear()
        self.owed.clear()
        self.lists = Lists()
        for thing in list(self.objects.values()):
            self.lists.add(chain(thing))

    def _final(self, things: Iterable[Thing]) -> None:
        for thing in things:
            if thing not in self.fresh:
                for script in list(chain(thing)):
                    self.call([script], "final")

    def point(self, points: int) -> None:
        """Make one or more dispatch points in a row."""
        passes = self.policy.passes
        if passes == PASSES_OF_A_POINT_WITHOUT_LIMIT:
            self.socket.drain(self.policy.guard)
        else:
            self.socket.dispatch(passes * points)

    def call(self, scripts: Iterable[Component], callback: str, *args: Any) -> None:
        """Call a method of scripts one after the other; an exception is reported and the next one called."""
        batch = [s for s in scripts if s not in self.off] if self.off and callback in STAGES else as_list(scripts)
        todo, rounds = iter(batch), self.runtime.callers.rounds
        rounds.append((batch, todo))
        given: Any
        try:
            while True:
                try:
                    if callback == "update":
                        for script in todo:
                            given = script.update(*args)  # type: ignore[func-returns-value]
                            if given is not None:
                                ran(given)
                    else:
                        for script in todo:
                            ran(getattr(script, callback)(*args))
                    return
                except Exception as error:
                    self.failed_in(error, script, callback)
        finally:
            rounds.pop()

    # Input

    def offer(self, one: Action) -> bool:
        """Let an action go down the stack of the focus, and say whether it was consumed.

        Raises:
            InputEnded: the policy ends the input of the frame here.
        """
        return any(thing.alive and self._offer_to(thing, one) for thing in reversed(list(self.focus)))

    def _offer_to(self, thing: Thing, one: Action) -> bool:
        """Show it to all components of an object, also when one of them consumes it."""
        consumed = False
        for script in chain(thing):
            if isinstance(script, Proxy) and script._tw_offer(one):
                consumed = True
            if shape_of(script).takes_input and script not in self.off and self._call_input(script, one):
                consumed = True
        return consumed

    def _call_input(self, script: Component, one: Action) -> bool:
        callers = self.runtime.callers
        callers.enter(script)
        try:
            answer: object = script.on_input(one.id, copied(one.fields))
            ran(answer)
        except Exception as error:
            self.failed_in(error, script, "on_input", one.id or "")
            return False
        finally:
            callers.leave()
        if answer is None or answer is True or answer is False:
            return answer is True
        self.runtime.reports.report(
            Fault(
                "TW-MSG-08",
                "ERROR:SCRIPT: Script on_input must return a boolean value (true/false), or no value at all. "
                f"({script.url()} returned {type(answer).__name__})",
                world=self.name,
                object=script.owner.id,
                component=id_of(script),
                callback="on_input",
                message_id=one.id or "",
                hint="return True to consume the action, else nothing",
            )
        )
        if self.policy.strict_input:
            raise InputEnded
        return False


def life_of(component: Component) -> Life:
    """Return the life that a component has, or had, its part in."""
    home = home_of(component)
    assert isinstance(home, Life)  # nothing else is a home
    return home
