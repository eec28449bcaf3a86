"""What happens in a world's frame, in which order.

Init, update stages with dispatch points between them, and the end of the frame with its deletions. A world whose
collection proxy is enabled runs inside the frame of its parent. Decides order and nothing else: the policy is data, the
delivery is the socket's. No callback's exception gets past here, except those that stop the program.

Sources: Defold manual (application lifecycle, message passing); messaging, "order of one frame" and "deletion".
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from talewright.calls import ran
from talewright.messaging.life.caller import as_list
from talewright.messaging.life.policy import ANIMATION, GUI, PROXY, SCRIPT
from talewright.messaging.trace.faults import Fault
from talewright.messaging.worlds.proxy import CollectionProxy

if TYPE_CHECKING:
    from talewright.messaging.objects.object import GameObject
    from talewright.messaging.objects.script import Script
    from talewright.messaging.worlds.world import World

DELETION_ROUNDS = 10
"""Rounds at the end of a frame; objects marked for deletion while others are deleted go into the next one."""

MAX_FIXED_STEPS = 10_000
"""Fixed updates in one frame; a game that slept for an hour must not hang for one."""

STAGES = frozenset({"fixed_update", "update", "late_update"})

PASSES_OF_A_POINT_WITHOUT_LIMIT = 0


class Lists:
    """Which scripts are called in a frame, in creation order; only those whose class has something to call.

    New ones wait until the next update begins. Removing rebuilds: once for all objects of a deletion round.
    """

    __slots__ = ("_new", "by_stage")

    def __init__(self) -> None:
        self._new: list[Script] = []
        self.by_stage: dict[tuple[str, str], list[Script]] = {
            (callback, kind): []
            for callback in ("fixed_update", "update", "late_update")
            for kind in (PROXY, SCRIPT, GUI)
        }

    def add(self, thing: GameObject) -> None:
        """Remember the components of a new object."""
        script = thing._first
        while script is not None:
            if _listed(script):
                self._new.append(script)
            script = script._tw_next

    def admit(self, failed: set[tuple[str, str]]) -> None:
        """Let new scripts be called from now on, except those whose init failed."""
        for script in self._new:
            if failed and (script.owner.id, script._tw_id) in failed:
                continue
            shape, kind = script._tw_shape, script._tw_type
            if shape.updates or kind == PROXY:
                self.by_stage["update", kind].append(script)
            if shape.late_updates:
                self.by_stage["late_update", kind].append(script)
            if shape.fixed_updates:
                self.by_stage["fixed_update", kind].append(script)
        self._new.clear()

    def remove(self, gone: Iterable[GameObject]) -> None:
        """Forget the components of these objects."""
        objects = set(gone)
        if any(_listed(s) for thing in objects for s in thing.components.values()):
            for scripts in (self._new, *self.by_stage.values()):
                scripts[:] = [s for s in scripts if s._tw_owner not in objects]

    def proxies(self) -> list[CollectionProxy]:
        """Give the collection proxies that are updated."""
        return [s for s in self.by_stage["update", PROXY] if isinstance(s, CollectionProxy)]


def _listed(script: Script) -> bool:
    shape = script._tw_shape
    return shape.updates or shape.late_updates or shape.fixed_updates or script._tw_type == PROXY


def init_object(world: World, thing: GameObject) -> None:
    """Call ``init`` of an object's components, in order; a script whose init fails gets no updates.

    Where the program is being stopped in one, the components behind have theirs when the world goes on.
    """
    _init_from(world, thing, thing._first)


def _init_from(world: World, thing: GameObject, script: Script | None) -> None:
    callers = world.worlds._callers
    while script is not None:
        if script._tw_shape.inits:
            with world.worlds._running():
                callers.enter(script)
                try:
                    try:
                        ran(script.init())  # type: ignore[func-returns-value]
                    except Exception as error:
                        world._failed.add((thing.id, script._tw_id))
                        world.worlds._report_error(error, script, "init")
                except BaseException:
                    world._owed.append((thing, script._tw_next))
                    raise
                finally:
                    callers.leave()
        script = script._tw_next


def _go_on(world: World) -> None:
    """Call the ``init`` that components did not have because the program was being stopped."""
    while world._owed:
        thing, script = world._owed.pop(0)
        if thing.alive:
            _init_from(world, thing, script)


def begin(world: World) -> None:
    """Initialise a world: every object in creation order, then one dispatch point."""
    world._initialising = True
    world.worlds.phase = "init"
    try:
        _go_on(world)
        for thing in list(world._fresh):
            if thing in world._fresh:
                del world._fresh[thing]
                init_object(world, thing)
    finally:
        world._initialising = False
    world.initialised = True
    world._fresh.clear()  # empty it is already, but a dict gives its memory back only so
    world.worlds.phase = "init"
    point(world, 1)


def update(world: World, dt: float) -> None:
    """Run the fixed steps, the update and the late-update stage, with their dispatch points."""
    worlds, lists, policy = world.worlds, world._lists, world.policy
    if world._owed:
        _go_on(world)
    lists.admit(world._failed)
    fixed = worlds.fixed_frequency
    if fixed and policy.fixed_first:
        fixed_steps(world, dt, fixed)
    stage_before = ""
    for callback, kind, points in world._stages:
        if fixed and not policy.fixed_first and stage_before == "update" != callback:
            fixed_steps(world, dt, fixed)
        stage_before = callback
        worlds.phase = f"{callback} {kind}" if kind else callback
        if callback == "update":
            if world._timers.alive:
                world._timers.run(kind, dt)
            if kind == PROXY:
                for proxy in lists.proxies():
                    child = proxy._advance()
                    if child is not None:
                        update(child, proxy._share(dt))
                        worlds.phase = f"{callback} {kind}"
            elif kind == ANIMATION and world._animations.running:
                world._animations.run(world, dt)
        scripts = lists.by_stage.get((callback, kind))
        if scripts:
            call(world, scripts, callback, dt)
        if points and world._socket.pending:
            point(world, points)


def fixed_steps(world: World, dt: float, frequency: float) -> None:
    """Run as many fixed steps as have become due."""
    step = 1 / frequency
    world._fixed += dt
    due = math.floor(world._fixed / step)
    world._fixed -= due * step
    if due > MAX_FIXED_STEPS:
        world.worlds.report(
            Fault(
                "TW-MSG-13",
                f"WARNING:GAMEOBJECT: {due} fixed updates of '{world.name}' were due in one frame: "
                f"{MAX_FIXED_STEPS} are made, the time of the others is left out.",
                world=world.name,
                hint="let a long time pass in several steps, or in a world without fixed updates",
            )
        )
        due, world._fixed = MAX_FIXED_STEPS, 0.0
    for _ in range(due):
        for callback, kind, points in world._fixed_stages:
            world.worlds.phase = f"{callback} {kind}" if kind else callback
            scripts = world._lists.by_stage.get((callback, kind))
            if scripts:
                call(world, scripts, callback, step)
            if world._socket.pending:
                point(world, points)


def post_update(world: World) -> None:
    """End the frame: worlds inside first, then deletions in rounds, or one dispatch point where there are none."""
    for proxy in world._lists.proxies():
        child = proxy._running_world()
        if child is not None:
            post_update(child)
    world.worlds.phase = "post_update"
    if not world._marked and not world._dying:
        point(world, 1)
        return
    for _ in range(DELETION_ROUNDS):
        if not world._marked and not world._dying:
            return
        # Some are dying already only where the program was being stopped in the middle of this.
        world._dying, world._marked = world._dying | world._marked, {}
        if _end_worlds_of(world._dying):
            point(world, 1)  # what they said last comes before the final of the objects that held them
        _final(world, world._dying)
        point(world, 1)
        world._lists.remove(world._dying)
        for thing in world._dying:
            world._remove(thing)
        world._dying = {}
    if world._marked:
        world.worlds.report(
            Fault(
                "TW-MSG-06",
                "WARNING:GAMEOBJECT: Creation/deletion cycles encountered, postponing to next frame to avoid "
                "infinite hang.",
                world=world.name,
                hint="an object whose final spawns one that deletes itself in init never ends",
            )
        )


def finish(world: World) -> None:
    """Call ``final`` of every initialised object; the world is not initialised any more. See `ending`."""
    with world.worlds._running():
        _final(world, list(world._objects.values()))
    world.initialised = False
    world._fresh = dict.fromkeys(world._objects.values())
    world._failed.clear()
    world._owed.clear()
    world._lists = Lists()
    for thing in world:
        world._lists.add(thing)


def point(world: World, points: int) -> None:
    """One or more dispatch points in a row."""
    passes = world.policy.passes
    if passes == PASSES_OF_A_POINT_WITHOUT_LIMIT:
        world._socket.drain(world.policy.guard)
    else:
        world._socket.dispatch(passes * points)


def _end_worlds_of(things: Iterable[GameObject]) -> bool:
    """End the worlds behind the proxies of these objects, and say whether there were any."""
    proxies = [s for thing in things for s in thing.components.values() if isinstance(s, CollectionProxy)]
    ended = [proxy._end_with_object() for proxy in proxies]
    return any(ended)


def _final(world: World, things: Iterable[GameObject]) -> None:
    for thing in things:
        if thing not in world._fresh:
            for script in thing.components.values():
                call(world, [script], "final")


def call(world: World, scripts: Iterable[Script], callback: str, *args: Any) -> None:
    """Call a method of scripts one after the other; an exception is reported and the next one called."""
    batch = [s for s in scripts if s not in world._off] if world._off and callback in STAGES else as_list(scripts)
    todo, rounds = iter(batch), world.worlds._callers.rounds
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
                world.worlds._report_error(error, script, callback)
    finally:
        rounds.pop()
