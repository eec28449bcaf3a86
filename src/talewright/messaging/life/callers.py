"""Whose callback is running: a factory makes objects where the object that asks for them is.

Nothing is noted for a single call. Whoever calls many receivers in a row says once over which list it goes and how;
where it is in the list is asked of the iterator, and only when somebody wants to know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from operator import length_hint
from typing import Any

from talewright.messaging.address.url import Url
from talewright.messaging.objects.component import Component

Round = tuple[Sequence[Any], Iterator[Any]]
"""Scripts, or entries of a queue, and the iterator that goes over them."""

_OVER: Iterator[Any] = iter(())
"""Has nothing left: the last of a list is being called."""


class Callers:
    """The calls that are running.

    Attributes:
        rounds: the rounds of calls, the innermost last.
        depth: how many steps and callbacks are under way, one inside the other; 0 between steps.
        stop: an exception of the host's own hook, which stops the step: whoever reports exceptions lets it pass.
    """

    __slots__ = ("depth", "rounds", "stop")

    def __init__(self) -> None:
        self.rounds: list[Round] = []
        self.depth = 0
        self.stop: Exception | None = None

    @contextmanager
    def running(self) -> Iterator[None]:
        """Hold a callback, or a step: inside it no step is made, and nothing is saved or restored."""
        self.depth += 1
        try:
            yield
        finally:
            self.depth -= 1
            if not self.depth:
                self.stop = None

    def enter(self, script: Component) -> None:
        """The call of one component begins, as `running` says; `leave` in a ``finally``."""
        self.depth += 1
        self.rounds.append(((script,), _OVER))

    def leave(self) -> None:
        """It is over."""
        self.rounds.pop()
        self.depth -= 1
        if not self.depth:
            self.stop = None

    def caller(self) -> Component | Url | None:
        """Return the component that is being called, or its address; None: the host is at work."""
        if not self.rounds:
            return None
        batch, todo = self.rounds[-1]
        at = len(batch) - length_hint(todo) - 1
        if not 0 <= at < len(batch):
            return None
        one: Component | tuple[Url, str, object, Url] = batch[at]
        return one[0] if isinstance(one, tuple) else one


def as_list(scripts: Iterable[Component]) -> Sequence[Component]:
    """Return scripts as something whose length is known."""
    return scripts if isinstance(scripts, list) else list(scripts)
