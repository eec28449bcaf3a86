"""Which components are called in a frame, in creation order; only those whose class has something to call."""

from __future__ import annotations

from collections.abc import Iterable

from talewright.messaging.life.proxy import Proxy
from talewright.messaging.objects.component import Component, id_of, kind_of, shape_of
from talewright.messaging.objects.shape import GUI, PROXY, SCRIPT
from talewright.messaging.objects.thing import Thing, chain


class Lists:
    """The components by stage and type.

    New ones wait until the next update begins. Removing rebuilds: once for all objects of a deletion round.

    Attributes:
        by_stage: by callback and component type.
    """

    __slots__ = ("_new", "by_stage")

    def __init__(self) -> None:
        self._new: list[Component] = []
        self.by_stage: dict[tuple[str, str], list[Component]] = {
            (callback, kind): []
            for callback in ("fixed_update", "update", "late_update")
            for kind in (PROXY, SCRIPT, GUI)
        }

    def add(self, scripts: Iterable[Component]) -> None:
        """Remember the components of a new object."""
        for script in scripts:
            if shape_of(script).has_turn:
                self._new.append(script)

    def admit(self, failed: set[tuple[str, str]]) -> None:
        """Let new components be called from now on, except those whose init failed."""
        for script in self._new:
            if failed and (script.owner.id, id_of(script)) in failed:
                continue
            shape, kind = shape_of(script), kind_of(script)
            if shape.updates or kind == PROXY:
                self.by_stage["update", kind].append(script)
            if shape.late_updates:
                self.by_stage["late_update", kind].append(script)
            if shape.fixed_updates:
                self.by_stage["fixed_update", kind].append(script)
        self._new.clear()

    def remove(self, gone: Iterable[Thing]) -> None:
        """Forget the components of these objects."""
        things = list(gone)
        if any(shape_of(script).has_turn for thing in things for script in chain(thing)):
            objects: set[object] = set(things)
            for scripts in (self._new, *self.by_stage.values()):
                scripts[:] = [s for s in scripts if s.owner not in objects]

    def proxies(self) -> list[Proxy]:
        """Return the collection proxies that are updated."""
        return [s for s in self.by_stage["update", PROXY] if isinstance(s, Proxy)]
