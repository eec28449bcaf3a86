"""All tags of a game: the registry, its generations, restrictions, and old names in saved data."""

from typing import TYPE_CHECKING

from talewright.faces import lazy

if TYPE_CHECKING:
    from talewright.tags.registry.registry import TagRegistry
    from talewright.tags.registry.restrictions import nearest

__all__ = [
    "TagRegistry",
    "nearest",
]

_HOMES = {
    "talewright.tags.registry.registry": "TagRegistry",
    "talewright.tags.registry.restrictions": "nearest",
}
if not TYPE_CHECKING:  # else type checkers would take any name for one of them
    __getattr__, __dir__ = lazy(__name__, _HOMES)
