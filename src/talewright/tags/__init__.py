"""Hierarchical tags: which there are, what something has, and the files that declare them.

A `TagRegistry` is filled from sources and closed; it gives `Tag` values. A `TagContainer` is a set of them with the
questions ``has``, ``has_any``, ``has_all``. Tag files are Unreal's (``Config/Tags/*.ini``). This package knows nothing
of dialogues: what is generated from them comes in as rows like any other.
"""

from talewright.tags.codes import CODES
from talewright.tags.container import TagContainer, Wanted
from talewright.tags.names import (
    MAX_LENGTH,
    check,
    is_valid,
    leaf_name,
    oddities,
    parent_of,
    parents_of,
    repair,
    sort_key,
)
from talewright.tags.redirects import RedirectMap, RedirectRow
from talewright.tags.registry import TagRegistry
from talewright.tags.tag import EMPTY, Tag

__all__ = [
    "CODES",
    "EMPTY",
    "MAX_LENGTH",
    "RedirectMap",
    "RedirectRow",
    "Tag",
    "TagContainer",
    "TagRegistry",
    "Wanted",
    "check",
    "is_valid",
    "leaf_name",
    "oddities",
    "parent_of",
    "parents_of",
    "repair",
    "sort_key",
]
