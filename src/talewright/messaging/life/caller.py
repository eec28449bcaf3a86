"""Whose callback is running: a factory makes objects where the object that asks for them is.

Nothing is noted for a single call. Whoever calls many receivers in a row says once over which list it goes and how;
where it is in the list is asked of the iterator, and only when somebody wants to know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import length_hint
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from talewright.messaging.objects.object import GameObject
    from talewright.messaging.objects.script import Script
    from talewright.messaging.worlds.worlds import Worlds

Round = tuple[Sequence[Any], Iterator[Any]]
"""Scripts, or entries of a queue, and the iterator that goes over them."""

_OVER: Iterator[Any] = iter(())
"""Has nothing left: the last of a list is being called."""


class Callers:
    """The rounds of calls that are running, the innermost last."""

    __slots__ = ("rounds",)

    def __init__(self) -> None:
        self.rounds: list[Round] = []

    def enter(self, script: Script) -> None:
        """The call of one component begins; `leave` in a ``finally``."""
        self.rounds.append(((script,), _OVER))

    def leave(self) -> None:
        """It is over."""
        self.rounds.pop()

    def caller(self, worlds: Worlds) -> GameObject | None:
        """Give the object whose component is being called; None: the host is at work, or the object is gone."""
        if not self.rounds:
            return None
        batch, todo = self.rounds[-1]
        at = len(batch) - length_hint(todo) - 1
        if not 0 <= at < len(batch):
            return None
        one = batch[at]
        if not isinstance(one, tuple):
            owner: GameObject | None = one._tw_owner
            return owner if owner is not None and owner.alive else None
        url = one[0]
        world = worlds._worlds.get(url.socket)
        return None if world is None else world._objects.get(url.path)


def as_list(scripts: Iterable[Script]) -> Sequence[Script]:
    """Give scripts as something whose length is known."""
    return scripts if isinstance(scripts, list) else list(scripts)
