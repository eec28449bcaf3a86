"""Game objects: an id, a place, and components in order.

An object belongs to one world from spawn to deletion; its id never changes and the handle says when it is gone
(``alive``). Hold an object for "that one", a `Url` for "whoever is there". Kept small: the components are a chain
through the scripts themselves, and what few objects have (a parent, a rotation, a scale) is kept by the world.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NoReturn

from talewright.errors import MessageError, NotFound
from talewright.messaging import transform
from talewright.messaging.payload import copied
from talewright.messaging.transform import ONE, ORIGIN, UPRIGHT, Position, Rotation, checked_position
from talewright.names import did_you_mean

if TYPE_CHECKING:
    from talewright.messaging.script import Script
    from talewright.messaging.url import Url
    from talewright.messaging.world import World


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

    def __copy__(self) -> GameObject:
        return self

    def __deepcopy__(self, memo: object) -> GameObject:
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"the object {self} belongs to its world and cannot be pickled; worlds.sections() holds it")

    @property
    def alive(self) -> bool:
        """Whether it is still in its world. True until the end of the frame in which it is deleted."""
        return self.world._objects.get(self.id) is self

    @property
    def dying(self) -> bool:
        """Whether it is deleted at the end of this frame, alive until then; or is gone."""
        return not self.alive or self in self.world._marked or self in self.world._dying

    # Where it is

    @property
    def position(self) -> Position:
        """Where it is, seen from its parent; two numbers are taken as x and y."""
        return self._position

    @position.setter
    def position(self, value: Sequence[float]) -> None:
        self._position = checked_position(value)

    @property
    def rotation(self) -> Rotation:
        """How it is turned, seen from its parent: a quaternion x, y, z, w; it is brought to length 1."""
        return self.world._rotations.get(self, UPRIGHT)

    @rotation.setter
    def rotation(self, value: Sequence[float]) -> None:
        turned = transform.checked_rotation(value)
        if turned == UPRIGHT:
            self.world._rotations.pop(self, None)
        else:
            self.world._rotations[self] = turned

    @property
    def euler(self) -> Position:
        """The same as degrees about x, y and z."""
        return transform.to_euler(self.rotation)

    @euler.setter
    def euler(self, value: Sequence[float]) -> None:
        self.rotation = transform.from_euler(value)

    @property
    def scale(self) -> Position:
        """How large it is, seen from its parent; one number is taken for all three directions."""
        return self.world._scales.get(self, ONE)

    @scale.setter
    def scale(self, value: Sequence[float] | float) -> None:
        size = transform.checked_scale(value)
        if size == ONE:
            self.world._scales.pop(self, None)
        else:
            self.world._scales[self] = size

    @property
    def world_position(self) -> Position:
        """Where it is in the world: worked out when asked for, so never out of date."""
        place = self._position
        for above in self.world._tree.above(self):
            x, y, z = (a * b for a, b in zip(place, above.scale, strict=True))
            x, y, z = transform.turned(above.rotation, (x, y, z))
            ox, oy, oz = above._position
            place = (x + ox, y + oy, z + oz)
        return place

    @property
    def world_rotation(self) -> Rotation:
        """How it is turned in the world."""
        turn = self.rotation
        for above in self.world._tree.above(self):
            turn = transform.product(above.rotation, turn)
        return turn

    def place_at(self, place: Position, turn: Rotation) -> None:
        """Move it so that it is at a place of the world and turned so, whatever its parent does."""
        for above in reversed(list(self.world._tree.above(self))):
            undo = transform.inverse(above.rotation)
            x, y, z = (a - b for a, b in zip(place, above._position, strict=True))
            x, y, z = transform.turned(undo, (x, y, z))
            place = checked_position(tuple(a / b if b else 0.0 for a, b in zip((x, y, z), above.scale, strict=True)))
            turn = transform.product(undo, turn)
        self.position, self.rotation = place, turn

    # Above and below

    @property
    def parent(self) -> GameObject | None:
        """The object that it moves with, or None. Ids do not follow the hierarchy.

        Deleting a parent hands its children to the grandparent. Assigning raises `MessageError` where the new parent
        is a child of the object, in another world, too deep, or gone; `BadAddress` for one of another `Worlds`.
        """
        return self.world._tree.parent(self)

    @parent.setter
    def parent(self, value: GameObject | None) -> None:
        if value is not None:
            if not isinstance(value, GameObject):
                raise TypeError(f"a parent is a GameObject or None, not {type(value).__name__}: world[id] gives it")
            self.world._refuse_foreign(value)
            if value.world is not self.world:
                raise MessageError("function called can only access instances within the same collection.")
            if not value.alive or not self.alive:
                raise MessageError(f"Could not find parent instance with id '{value.id}'.")
        self.world._tree.move(self, value)

    @property
    def children(self) -> tuple[GameObject, ...]:
        """The objects that move with it, in the order in which they were created."""
        found = self.world._tree.children(self)
        if len(found) < 2:
            return found
        mine = set(found)
        return tuple(thing for thing in self.world._objects.values() if thing in mine)

    # Components

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

    def delete_tree(self) -> None:
        """Delete it and everything below; children have their ``final`` before their parents.

        A child that was asked to go before keeps what is below it out of this: that is handed upwards (Defold).
        """
        world = self.world
        if not self.dying:
            if not world._tree.children(self):
                world._mark(self)
                return
            # By creation, not by when they became children: a save knows only the first.
            created = {thing: number for number, thing in enumerate(world._objects.values())}
            order: list[GameObject] = []
            todo = [self]
            while todo:
                thing = todo.pop()
                order.append(thing)
                children = [child for child in world._tree.children(thing) if not child.dying]
                todo += sorted(children, key=created.__getitem__)
            for thing in reversed(order):
                world._mark(thing)

    # The library's own

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
                try:
                    script._tw_receive(message_id, mine, sender)
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
