"""Which object moves with which, how it is turned and how large it is: what few objects have.

A relation beside the ids: re-parenting renames nothing. Deleting a parent hands its children to the grandparent. Kept
outside of the objects, because most have nothing of it.

Source: messaging, "worlds, sockets, objects, identifiers" (hierarchy) and "life cycle and deletion".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Generic, Protocol, TypeVar

from talewright.errors import MessageError
from talewright.messaging.objects.transform import Position, Rotation

MAX_DEPTH = 128
"""Levels below a root."""


class Named(Protocol):
    """What can be above and below."""

    id: str


T = TypeVar("T", bound=Named)


class Tree(Generic[T]):
    """Parents and children."""

    __slots__ = ("_children", "_parents")

    def __init__(self) -> None:
        self._parents: dict[T, T] = {}
        self._children: dict[T, dict[T, None]] = {}

    def parent(self, thing: T) -> T | None:
        """Return the parent, or None for a root."""
        return self._parents.get(thing)

    def children(self, thing: T) -> tuple[T, ...]:
        """Return the children, in no order that a save knows."""
        return tuple(self._children.get(thing, ()))

    def above(self, thing: T) -> Iterator[T]:
        """Return the parent, its parent, and so on."""
        parent = self._parents.get(thing)
        while parent is not None:
            yield parent
            parent = self._parents.get(parent)

    def move(self, thing: T, parent: T | None) -> None:
        """Put an object below another parent, or below none.

        Raises:
            MessageError: the parent is the object itself or below it, or too deep.
        """
        if parent is None:
            self.take(thing)
            return
        if parent is thing or any(above is thing for above in self.above(parent)):
            raise MessageError(
                "Unable to set parent to child. Child is present in tree above parent. Unsupported",
                hint=f"{parent.id} is {thing.id} itself or one of its children",
            )
        self.check_depth(parent, self.height(thing))
        self.take(thing)
        self.put(thing, parent)

    def check_depth(self, parent: T, height: int) -> None:
        """Refuse a child of this height below this parent, if it would be too deep."""
        if sum(1 for _ in self.above(parent)) + 1 + height > MAX_DEPTH:
            raise MessageError(f"Unable to set parent to child. Parent at maximum depth {MAX_DEPTH}")

    def height(self, thing: T) -> int:
        """Return how many levels are below."""
        level, height = self._children.get(thing, {}).keys(), 0
        while level:
            height += 1
            level = {c: None for t in level for c in self._children.get(t, ())}.keys()
        return height

    def put(self, thing: T, parent: T) -> None:
        """Make a root a child; the caller has checked that it may be."""
        self._parents[thing] = parent
        self._children.setdefault(parent, {})[thing] = None

    def take(self, thing: T) -> None:
        """Make it a root."""
        parent = self._parents.pop(thing, None)
        if parent is not None:
            children = self._children[parent]
            del children[thing]
            if not children:
                del self._children[parent]

    def remove(self, thing: T) -> None:
        """Take an object out; its children go to its parent."""
        parent = self._parents.get(thing)
        for child in self.children(thing):
            self.take(child)
            if parent is not None:
                self.put(child, parent)
        self.take(thing)


class Space:
    """Where the objects of a world are, as far as it is not the place alone: most have nothing of this.

    Attributes:
        tree: which moves with which.
        rotations: of those that are turned.
        eulers: angles as they were set, where the rotation alone would not say them.
        scales: of those that are not of size 1.
        along_z: whether a scale also draws out the z of the places of the children.
    """

    __slots__ = ("along_z", "eulers", "rotations", "scales", "tree")

    def __init__(self) -> None:
        self.along_z = True
        self.clear()

    def clear(self) -> None:
        """Begin without objects."""
        self.tree: Tree[Any] = Tree()
        self.rotations: dict[Named, Rotation] = {}
        self.eulers: dict[Named, Position] = {}
        self.scales: dict[Named, Position] = {}

    def remove(self, thing: Named) -> None:
        """Forget an object; its children go to its parent."""
        self.tree.remove(thing)
        self.rotations.pop(thing, None)
        self.eulers.pop(thing, None)
        self.scales.pop(thing, None)
