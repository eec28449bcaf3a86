"""The conversations of a game that are in play, oldest first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, Protocol, TypeVar


class InPlay(Protocol):
    """A conversation, as far as it matters here."""

    @property
    def playing(self) -> bool:
        """Whether it is in play."""

    @property
    def alive(self) -> bool:
        """Whether it is in a world."""


T = TypeVar("T", bound=InPlay)


class Talks(Generic[T]):
    """Those in play; asked for in every frame, so it is no search through all objects."""

    def __init__(self) -> None:
        self._talking: list[T] = []

    def all(self) -> tuple[T, ...]:
        """Return them, the newest last."""
        self._talking = [talk for talk in self._talking if talk.playing and talk.alive]
        return tuple(self._talking)

    def add(self, talk: T) -> None:
        """Put one that begins, or begins again, behind the others."""
        if talk not in self._talking:
            self._talking.append(talk)

    def put(self, talks: Iterable[T]) -> None:
        """Put these, in their order, in place of those that were here."""
        self._talking = list(talks)
