"""The tags that a person may have meant by a name that is none: below the nearest ancestor, anywhere, or by its end."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice

from talewright.names import closest
from talewright.tags.registry.catalogue import Catalogue, sorting_key
from talewright.tags.values import parents_of

_MOST = 5000
"""So many names are searched: enough for a person, and quick."""


def near_names(name: str, catalogue: Catalogue, spelled: Callable[[str], str]) -> list[str]:
    """Give the names of tags that may be meant, nearest first.

    Args:
        name: what was written, whole or without its root.
        catalogue: of the tags that there are.
        spelled: gives the name of a key of it.
    """
    for above in parents_of(name):  # near what stands under the nearest ancestor that exists
        key = sorting_key(above)
        if key in catalogue:
            behind = len(key) + 1
            under = {(n := spelled(k))[behind:]: n for k in islice(catalogue.under(key), _MOST)}
            found = closest(name[behind:], under)
            if found:
                return [under[rest] for rest in found]
    known = [spelled(key) for key in islice(catalogue.every(), _MOST)]
    return closest(name, known) or _near_end(name, known)


def _near_end(name: str, known: Iterable[str]) -> list[str]:
    """Give the tags that end nearly so: a name may be written without its root."""
    dots = name.count(".") + 1
    ends: dict[str, str] = {}
    for whole in known:
        ends.setdefault(".".join(whole.rsplit(".", dots)[-dots:]), whole)
    return [ends[end] for end in closest(name, ends)]
