"""Game objects: an id, a place, and components in order.

An object belongs to one world from spawn to deletion; its id never changes and the handle says when it is gone
(``alive``). Hold an object for "that one", a `Url` for "whoever is there". Kept small: the components are a chain
through the scripts themselves, and what few objects have (a parent) is kept by the world.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from talewright.errors import MessageError, NotFound
from talewright.messaging.payload import copied
from talewright.names import did_you_mean

if TYPE_CHECKING:
    from talewright.messaging.script import Script
    from talewright.messaging.url import Url
    from talewright.messaging.world import World

Position = tuple[float, float, float]
ORIGIN: Position = (0.0, 0.0, 0.0)


class GameObject:
    """An object of a world; made by `World.spawn`.

    Attributes:
        id: its absolute id, "/level/hero".
        world: the world that it lives, or lived, in.
    """

    __slots__ = ("_first", "_position", "id", "world")

    id: str
    world: World
    _first: Script | None
    _position: Position

    def __init__(self, world: World, object_id: str) -> None:
        self.world = world
        self.id = object_id
        self._first = None
        self._position = ORIGIN

    def __str__(self) -> str:
        return f"{self.world.name}:{self.id}"

    def __repr__(self) -> str:
        return f"<GameObject {self}{'' if self.alive else ', gone'}>"

    @property
    def alive(self) -> bool:
        """Whether it is still in its world. True until the end of the frame in which it is deleted."""
        return self.world._objects.get(self.id) is self

    @property
    def position(self) -> Position:
        """Where it is; two numbers are taken as x and y."""
        return self._position

    @position.setter
    def position(self, value: tuple[float, ...]) -> None:
        self._position = checked_position(value)

    @property
    def parent(self) -> GameObject | None:
        """The object that it moves with, or None. Ids do not follow the hierarchy.

        Deleting a parent hands its children to the grandparent. Assigning raises `MessageError` where the new parent
        is a child of the object, in another world, or gone.
        """
        return self.world._parents.get(self)

    @parent.setter
    def parent(self, value: GameObject | None) -> None:
        if value is None:
            self.world._parents.pop(self, None)
            return
        if value.world is not self.world:
            raise MessageError("function called can only access instances within the same collection.")
        if not value.alive or not self.alive:
            raise MessageError(f"Could not find parent instance with id '{value.id}'.")
        above: GameObject | None = value
        while above is not None:
            if above is self:
                raise MessageError(
                    "Unable to set parent to child. Child is present in tree above parent. Unsupported",
                    hint=f"{value.id} is {self.id} itself or one of its children",
                )
            above = above.parent
        self.world._parents[self] = value

    @property
    def components(self) -> Mapping[str, Script]:
        """Its components by id, in the order in which they were given to spawn."""
        found = {}
        script = self._first
        while script is not None:
            found[script._tw_id] = script
            script = script._tw_next
        return MappingProxyType(found)

    def __getitem__(self, component_id: str) -> Script:
        script = self._find(component_id)
        if script is None:
            names = list(self.components)
            hint = did_you_mean(component_id, names) or f"its components: {', '.join(names) or 'none'}"
            raise NotFound(f"{self} has no component {component_id!r}", hint=hint)
        return script

    def __contains__(self, component_id: object) -> bool:
        return isinstance(component_id, str) and self._find(component_id) is not None

    def delete(self) -> None:
        """Delete it at the end of the frame; until then it is fully alive. Asking twice is asking once."""
        self.world._mark(self)

    def _find(self, component_id: str) -> Script | None:
        script = self._first
        while script is not None and script._tw_id != component_id:
            script = script._tw_next
        return script

    def _broadcast(self, message_id: str, message: Any, sender: Url) -> None:
        """Hand a message to every component in order, each its own; an error in one does not keep it from the next."""
        script = self._first
        while script is not None:
            following = script._tw_next
            mine = message if following is None else copied(message)
            try:
                script.on_message(message_id, mine, sender)
            except Exception as error:
                self.world.worlds._report_error(error, script, "on_message", message_id, sender)
            except BaseException:
                # The components behind get theirs when the world goes on.
                rest = self.world._socket.rest
                while following is not None:
                    rest.append((following.url(), message_id, copied(message), sender))
                    following = following._tw_next
                raise
            script = following

    def _chain(self, scripts: Iterable[tuple[str, Script]]) -> None:
        """Make these its components, in this order."""
        last: Script | None = None
        self._first = None
        for component_id, script in scripts:
            script._tw_id = component_id
            script._tw_owner = self
            script._tw_next = None
            if last is None:
                self._first = script
            else:
                last._tw_next = script
            last = script


def checked_position(value: tuple[float, ...]) -> Position:
    """Give a position of three finite floats.

    >>> checked_position((3, 4))
    (3.0, 4.0, 0.0)
    """
    if not value:
        return ORIGIN
    numbers = tuple(float(v) for v in value)
    if len(numbers) not in (2, 3) or not all(map(math.isfinite, numbers)):
        raise ValueError(f"a position is two or three finite numbers, not {value!r}")
    x, y, *rest = numbers
    return (x, y, rest[0] if rest else 0.0)
