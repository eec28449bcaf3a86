"""All worlds of a game: by name, one behind the other, and how they end.

A step is made here, of every world that no collection proxy has loaded; the others have their part in the frame of the
world around them. Worlds end at the end of a frame, those inside first, and what they say last is heard: from the
innermost outwards ``final`` of all objects, what that posts within the world, then the world is gone. Before a world
has its own ``final``, it gets what the worlds inside have posted to it. What waited in a world that stood still stays
unheard, as in Defold; here that is said.

Source: messaging, "life cycle and deletion" (world end) and "collection proxies".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from talewright.calls import Hook, ran
from talewright.errors import AlreadyExists, BadAddress, Misuse, NotFound
from talewright.fields import References
from talewright.messaging.address.ids import world_name
from talewright.messaging.address.url import split
from talewright.messaging.life.actions import Action
from talewright.messaging.life.life import InputEnded, Life
from talewright.messaging.life.policy import DEFOLD, DispatchPolicy, checked_policy
from talewright.messaging.life.proxy import Proxy
from talewright.messaging.life.reports import HOST
from talewright.messaging.life.shared import Public, Shared
from talewright.messaging.life.system import RENDER, SYSTEM
from talewright.messaging.objects.component import Component
from talewright.messaging.objects.thing import chain, part
from talewright.messaging.trace.faults import Fault
from talewright.names import fold

_NAMED = 3
"""How many unheard messages a fault names."""

Build = Callable[[str, Any], object]


class Lives:
    """The worlds of one game.

    Attributes:
        shared: what all worlds share.
        by_name: the worlds, in the order in which they were made.
        behind: the worlds that collection proxies have loaded, in the order in which they were loaded.
        doomed: worlds that end at the end of the frame.
        build: makes the first objects of a collection.

    Args:
        live: finds what is saved as a name among the living.
        more: types that fields of scripts may have besides.
        public: the classes of what is handed out.
        strict: whether messages that cannot be saved are refused at the sender.
        fixed_frequency: how many times a second ``fixed_update`` is called; 0: never.
        max_input_focus: how many objects of a world may have the input focus; None: any number.
    """

    build: Hook[Build] = Hook("what builds collections")

    def __init__(
        self,
        live: Callable[[], References],
        more: References,
        public: Public,
        *,
        strict: bool,
        fixed_frequency: float,
        max_input_focus: int | None,
    ) -> None:
        self.shared = Shared(
            self.find,
            live,
            more,
            public,
            strict=strict,
            fixed_frequency=fixed_frequency,
            max_input_focus=max_input_focus,
        )
        self.by_name: dict[str, Life] = {}
        self.behind: dict[Proxy, Life] = {}
        self.doomed: list[Life] = []
        self._folded: dict[str, Life] = {}

    def __contains__(self, name: object) -> bool:
        return name in self.by_name

    @property
    def depth(self) -> int:
        """How many steps and callbacks are under way; 0 between steps."""
        return self.shared.runtime.callers.depth

    def find(self, address: str) -> Component | None:
        """Return who lives at an address that names its world, or None."""
        try:
            world, path, fragment = split(address)
        except BadAddress:
            return None
        life = self.by_name.get(world or "")
        thing = None if life is None else life.objects.get(path)
        return None if thing is None else part(thing, fragment)

    # Worlds come

    def create(self, name: str, policy: DispatchPolicy, proxy: Proxy | None, max_instances: int | None) -> Life:
        """Make a world.

        Raises:
            InvalidName: the name cannot stand in an address.
            AlreadyExists: a world has this name, be it in another case.
            TypeError: the policy is none, or ``max_instances`` no whole number.
        """
        world_name(name)
        checked_policy(policy)
        if max_instances is not None and (isinstance(max_instances, bool) or not isinstance(max_instances, int)):
            raise TypeError(f"a world holds a whole number of objects, or any (None), not {max_instances!r}")
        other = self._folded.get(fold(name))
        if other is not None:
            text = f"The collection '{name}' could not be created since there is already a socket with the same name."
            raise AlreadyExists(text, hint="" if other.name == name else f"{other.name!r} differs from it only in case")
        life = self.outside(name, policy, max_instances)
        life.proxy = proxy
        if proxy is not None:
            self.behind[proxy] = life
        self.by_name[name] = self._folded[fold(name)] = life
        life.socket.open(life.objects)
        return life

    def outside(self, name: str, policy: DispatchPolicy = DEFOLD, max_instances: int | None = None) -> Life:
        """Make a world that is none of the worlds, as one that has ended is."""
        life = Life(self.shared, self, name, policy, max_instances)
        life.world = self.shared.public.world(life)
        return life

    def construct(self, collection: str, life: Life) -> None:
        """Make the first objects of a collection in a world.

        Raises:
            NotFound: nothing builds collections.
        """
        if self.build is None:
            raise NotFound(
                f"nothing builds the collection {collection!r}", hint="Worlds(build=...) makes a world's objects"
            )
        ran(self.build(collection, life.world))

    # Time

    def step(self, dt: float) -> None:
        """Run one frame of every world."""
        shared, reports = self.shared, self.shared.runtime.reports
        try:
            with shared.runtime.callers.running():
                reports.frame += 1
                roots = [life for life in self.by_name.values() if life.proxy is None]
                for life in roots:
                    if not life.initialised:
                        life.begin()
                if shared.holding.held:
                    shared.inputs[:0] = shared.holding.frame(dt)
                if shared.inputs:
                    reports.phase = "input"
                    self._hand_out(roots)
                for life in roots:
                    life.update(dt)
                self._serve(RENDER)
                for life in roots:
                    life.post_update()
                self.bury()
                self._serve(SYSTEM)
        finally:
            reports.phase = HOST

    def close(self) -> None:
        """End all worlds, worlds inside first."""
        reports = self.shared.runtime.reports
        reports.phase = "close"
        try:
            with self.shared.runtime.callers.running():
                for life in list(self.by_name.values()):
                    if life.proxy is None:
                        self.doom(life)
                self.bury()
                self._serve(SYSTEM)
        finally:
            reports.phase = HOST

    def _serve(self, name: str) -> None:
        """Hand what waits in a socket of the engine to the host, in one pass."""
        socket = self.shared.sockets.get(name)
        if socket is not None and socket.pending:
            self.shared.runtime.reports.phase = name
            socket.dispatch(1)

    def _hand_out(self, roots: list[Life]) -> None:
        """Hand the player's actions out, in the order in which the host gave them."""
        shared = self.shared
        waiting, shared.inputs = shared.inputs, []
        for number, one in enumerate(waiting):
            stacks = [life for life in roots if not one.world or life.name == one.world]
            if one.world and not stacks and one.world in self.by_name:
                stacks = [self.by_name[one.world]]
            try:
                if not any(life.offer(one) for life in stacks):
                    self._trace_input(one, "nobody consumed it")
            except BaseException as error:
                if not isinstance(error, InputEnded):
                    # The program is being stopped: what nobody has seen yet is handed out when it goes on.
                    shared.inputs[:0] = waiting[number + 1 :]
                    raise
                if number + 1 < len(waiting):
                    dropped = len(waiting) - number - 1
                    self._trace_input(one, f"ended the input of the frame: {dropped} actions dropped")
                return

    def _trace_input(self, action: Action, why: str) -> None:
        tracer = self.shared.runtime.reports.tracer
        if tracer is not None:
            tracer.dropped(action.id or "", "", f"{action.world}:" if action.world else "", f"input: {why}")

    def between_steps(self) -> None:
        """Refuse what makes sense only while no callback runs.

        Raises:
            Misuse: one does.
        """
        if self.depth:
            raise Misuse(
                "the worlds are in the middle of a step: this was called inside a callback",
                hint="save and load between steps, where no message is half delivered",
            )

    # Worlds go

    def doom(self, life: Life) -> None:
        """Mark a world: it ends at the end of the frame."""
        if life not in self.doomed:
            self.doomed.append(life)

    def bury(self) -> None:
        """End the worlds that are marked; those that they loaded end with them."""
        while self.doomed:
            life = self.doomed[0]
            self._end(life)
            self.doomed.remove(life)

    def end_now(self, life: Life) -> None:
        """End a world at once; where the program is being stopped in this, it ends when that goes on."""
        self.doom(life)
        self._end(life)

    def finish(self, life: Life) -> None:
        """Call ``final`` of every object, worlds inside first; they stay loaded, and no one is initialised any more."""
        if not life.initialised:
            return
        with _apart(life):
            for proxy, inner in self._inside(life):
                self.finish(inner)
                proxy._tw_finished()
            life.point(1)
        life.finish()

    def _end(self, life: Life) -> None:
        """End a world now, worlds inside first, and take it out of the table."""
        if not life.alive:
            return
        life.ending = True
        with _apart(life):
            for proxy, inner in self._inside(life):
                self._end(inner)
                proxy._tw_end()
            for proxy in list(life.lists.proxies()):  # those whose load or unload had to wait
                proxy._tw_end()
            if life.initialised:
                life.point(1)
                life.finish()
                life.point(1)
        self._say_unheard(life)
        self.discard(life)

    def _inside(self, life: Life) -> list[tuple[Proxy, Life]]:
        """Return the worlds that proxies of this one have loaded, in the order in which they were loaded."""
        return [(proxy, inner) for proxy, inner in self.behind.items() if proxy.world is life.world]

    def _say_unheard(self, life: Life) -> None:
        pending = life.socket.pending
        if not pending:
            return
        names = [f"'{message_id}' from {str(sender) or '(host)'} to {url}" for url, message_id, _, sender in pending]
        rest = len(names) - _NAMED
        more = f" and {rest} more" if rest > 0 else ""
        self.shared.runtime.reports.report(
            Fault(
                "TW-MSG-14",
                f"WARNING:GAMEOBJECT: The world '{life.name}' has ended before it heard "
                f"{', '.join(names[:_NAMED])}{more}.",
                world=life.name,
                hint="a world hears nothing while it is not enabled; unload it when what was said to it is done",
            )
        )

    def discard(self, life: Life) -> None:
        """Take a world out of the table, with all it holds; nobody is called."""
        for other in list(self.by_name.values()):
            if other.proxy is not None and other.proxy.world is life.world:
                self.doom(other)
        del self.by_name[life.name], self._folded[fold(life.name)]
        if life.proxy is not None:
            self.behind.pop(life.proxy, None)
        for thing in list(life.objects.values()):
            for script in chain(thing):
                self.shared.topics.forget(script)
        life.clear()
        life.proxy = None
        life.socket.close()

    def replace(self, lives: Mapping[Life, Proxy | None], doomed: list[Life]) -> None:
        """Let these be the worlds, in this order, some behind a proxy, some to end at the end of the frame."""
        for life in list(self.by_name.values()):
            if life not in lives:
                self.discard(life)
        for life, proxy in lives.items():
            life.proxy = proxy
        self.by_name = {life.name: life for life in lives}
        self._folded = {fold(life.name): life for life in lives}
        self.behind = {proxy: life for life, proxy in lives.items() if proxy is not None}
        self.doomed[:] = doomed


@contextmanager
def _apart(life: Life) -> Iterator[None]:
    """Keep apart what waits in a world behind a proxy: it may stand still. A root world hears all."""
    pending = life.socket.pending
    waiting = [] if life.proxy is None else pending[:]
    del pending[: len(waiting)]
    try:
        yield
    finally:
        pending[:0] = waiting
