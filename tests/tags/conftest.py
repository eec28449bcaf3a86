"""What the tests of tags share."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from talewright.tags import TagContainer, TagRegistry

NAMES = ["A.1", "A.B.C", "A.B.D", "A.Bc", "A.C", "A.D", "A.X", "B.1", "C", "D", "X"]
NAMES += ["Tile.Walk.Start", "Tile.Obst", "Tile.Neg.X", "Quest.Rats.Done"]


@pytest.fixture
def tags() -> TagRegistry:
    """A closed registry with a few tags."""
    registry = TagRegistry()
    for name in NAMES:
        registry.register(name)
    registry.close()
    return registry


@pytest.fixture
def box(tags: TagRegistry) -> Callable[..., TagContainer]:
    """Makes containers of them, by name."""
    return tags.container
