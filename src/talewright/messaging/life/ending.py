"""How a world ends: those inside go first, and what they say last is heard.

From the innermost outwards: ``final`` of all objects, what that posts within the world, then the world is gone. Before
a world has its own ``final``, it gets what the worlds inside have posted to it. What waited in a world that stood still
stays unheard, as in Defold; here that is said.

Source: messaging, "life cycle and deletion" (world end) and "collection proxies".
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from talewright.messaging.life import frame
from talewright.messaging.life.lifecycle import HAS_WORLD, ProxyState
from talewright.messaging.trace.faults import Fault

if TYPE_CHECKING:
    from talewright.messaging.worlds.proxy import CollectionProxy
    from talewright.messaging.worlds.world import World

_NAMED = 3
"""How many unheard messages a fault names."""


def finish(world: World) -> None:
    """Call ``final`` of every object, worlds inside first; they stay loaded, and no one is initialised any more."""
    if not world.initialised:
        return
    with _apart(world):
        for proxy, inner in _inside(world):
            finish(inner)
            if proxy.state in HAS_WORLD:
                proxy.state = ProxyState.LOADED
        frame.point(world, 1)
    frame.finish(world)


def end(world: World) -> None:
    """End a world now, worlds inside first, and take it out of the table."""
    if not world.alive:
        return
    world._ending = True
    with _apart(world):
        for proxy, inner in _inside(world):
            end(inner)
            proxy._end()
        for proxy in list(world._lists.proxies()):  # those whose load or unload had to wait
            proxy._end()
        if world.initialised:
            frame.point(world, 1)
            frame.finish(world)
            frame.point(world, 1)
    _say_unheard(world)
    world.worlds._discard(world)


def _inside(world: World) -> list[tuple[CollectionProxy, World]]:
    """Give the worlds that proxies of this one have loaded, in the order in which they were loaded."""
    return [(proxy, inner) for proxy, inner in world.worlds._behind.items() if proxy.world is world]


@contextmanager
def _apart(world: World) -> Iterator[None]:
    """Keep apart what waits in a world behind a proxy: it may stand still. A root world hears all."""
    pending = world._socket.pending
    waiting = [] if world._proxy is None else pending[:]
    del pending[: len(waiting)]
    try:
        yield
    finally:
        pending[:0] = waiting


def _say_unheard(world: World) -> None:
    pending = world._socket.pending
    if not pending:
        return
    names = [f"'{message_id}' from {str(sender) or '(host)'} to {url}" for url, message_id, _, sender in pending]
    rest = len(names) - _NAMED
    more = f" and {rest} more" if rest > 0 else ""
    world.worlds.report(
        Fault(
            "TW-MSG-14",
            f"WARNING:GAMEOBJECT: The world '{world.name}' has ended before it heard "
            f"{', '.join(names[:_NAMED])}{more}.",
            world=world.name,
            hint="a world hears nothing while it is not enabled; unload it when what was said to it is done",
        )
    )
