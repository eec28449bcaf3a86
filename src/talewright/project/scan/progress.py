"""How far reading a project has come, for whoever shows it.

Who opens a project may pass a function; it is called often, so it returns quickly. What it shows and whether it shows
anything is its own business.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

Progress = Callable[[str, int, int], object]
"""Gets what is being done, how many are done, and how many there are.

Opening says "read", "parse" and "compile" of every dialogue, "check" of all together, "tags" and "elements" of every
one, "renames" of all together, and "remember" of every one where there is a Saved folder.
"""


class SizedIterable(Protocol[T_co]):
    """Something to go over that knows how long it is."""

    def __iter__(self) -> Iterator[T_co]: ...
    def __len__(self) -> int: ...


def reported(what: str, items: SizedIterable[T], progress: Progress | None) -> Iterable[T]:
    """Go over items and report each as done after it.

    >>> seen = []
    >>> list(reported("read", ["a", "b"], lambda *news: seen.append(news)))
    ['a', 'b']
    >>> seen
    [('read', 0, 2), ('read', 1, 2), ('read', 2, 2)]
    """
    return items if progress is None else _reported(what, items, progress)


def _reported(what: str, items: SizedIterable[T], progress: Progress) -> Iterator[T]:
    total = len(items)
    progress(what, 0, total)
    for done, item in enumerate(items, 1):
        yield item
        progress(what, done, total)
