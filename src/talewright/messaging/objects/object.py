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
from talewright.messaging.address.payload import copied
from talewright.messaging.objects import transform
from talewright.messaging.objects.transform import ONE, ORIGIN, UPRIGHT, Position, Rotation, checked_position
from talewright.names import did_you_mean

if TYPE_CHECKING:
    from talewright.messaging.address.url import Url
    from talewright.messaging.objects.script import Script
    from talewright.messaging.worlds.world import World


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
        self.world._eulers.pop(self, None)

    @property
    def euler(self) -> Position:
        """The same as degrees about x, y and z (the order of the matrices is y, z, x, as in Defold).

        Angles come back as they were set, until the rotation is set in another way. One alone is kept between -360
        and 360, which is what its quaternion says: 450 is -270.
        """
        return self.world._eulers.get(self) or transform.to_euler(self.rotation)

    @euler.setter
    def euler(self, value: Sequence[float]) -> None:
        angles = transform.checked_euler(value)
        self.rotation = transform.from_euler(angles)
        if transform.to_euler(self.rotation) != angles:
            self.world._eulers[self] = angles

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
            place = transform.turned(above.rotation, transform.times(place, above._place_scale))
            x, y, z = above._position
            place = (place[0] + x, place[1] + y, place[2] + z)
        return place

    @property
    def world_rotation(self) -> Rotation:
        """How it is turned in the world."""
        turn = self.rotation
        for above in self.world._tree.above(self):
            turn = transform.product(above.rotation, transform.mirrored(turn, above.scale))
        return turn

    @property
    def world_scale(self) -> Position:
        """How large it is in the world: how far its axes are drawn out by all scales above and its own."""
        return transform.times(self.scale, transform.stretch(self._steps_above(), self.rotation))

    @property
    def world_scale_uniform(self) -> float:
        """The least element of the world scale (Defold, go.get_world_scale_uniform)."""
        return min(self.world_scale)

    @property
    def world_transform(self) -> transform.Matrix:
        """The matrix from its own space into the world: four rows of four, for columns (x, y, z, 1).

        >>> from talewright.messaging import Worlds
        >>> world = Worlds().create("main")
        >>> cart = world.spawn("cart", position=(5, 0), scale=2)
        >>> world.spawn("load", position=(1, 0), parent=cart).world_transform[0]
        (2.0, 0.0, 0.0, 7.0)
        """
        axes = [transform.turned(self.rotation, transform.times(axis, self.scale)) for axis in transform.AXES]
        for turn, size in self._steps_above():
            axes = [transform.turned(turn, transform.times(axis, size)) for axis in axes]
        return transform.matrix(self.world_position, axes)

    def reparent(self, parent: GameObject | None) -> None:
        """Give it another parent, or none, and keep it where it is in the world: place, rotation and scale.

        What stands below it moves along. Where the old parents or the new ones have drawn it askew (an unequal scale
        above a turned thing), place, rotation and lengths of the axes are kept, and the angles between them are not.
        Along an axis on which a new parent has the size 0 nothing can be kept.

        Raises:
            MessageError: as assigning ``parent``, which keeps what it is seen from the parent instead.
            ValueError: under this parent it would be too large or too far away for a number; nothing has changed.

        >>> from talewright.messaging import Worlds
        >>> world = Worlds().create("main")
        >>> cart, load = world.spawn("cart", position=(5, 0), scale=2), world.spawn("load", position=(1, 0))
        >>> load.reparent(cart)
        >>> load.position, load.scale, load.world_position
        ((-2.0, 0.0, 0.0), (0.5, 0.5, 0.5), (1.0, 0.0, 0.0))
        """
        if parent is self.parent and parent is not None:
            return
        place, turn, size = self.world_position, self.world_rotation, self.world_scale
        before, self.parent = self.parent, parent
        for above in reversed(list(self.world._tree.above(self))):
            undo = transform.inverse(above.rotation)
            x, y, z = (a - b for a, b in zip(place, above._position, strict=True))
            place = _without(transform.turned(undo, (x, y, z)), above._place_scale, ORIGIN)
            turn = transform.mirrored(transform.product(undo, turn), above.scale)
        try:
            place = transform.checked_position(place)
            size = transform.checked_scale(_without(size, transform.stretch(self._steps_above(), turn), self.scale))
        except ValueError:
            self.parent = before
            raise
        if turn != self.rotation:
            self.rotation = turn
        self.position, self.scale = place, size

    @property
    def _place_scale(self) -> Position:
        """How far it draws out the places of what stands below it."""
        x, y, z = self.scale
        return (x, y, z if self.world.scale_along_z else 1.0)

    def _steps_above(self) -> list[tuple[Rotation, Position]]:
        return [(above.rotation, above.scale) for above in self.world._tree.above(self)]

    # Above and below

    @property
    def parent(self) -> GameObject | None:
        """The object that it moves with, or None. Ids do not follow the hierarchy.

        Assigning leaves place, rotation and scale as they are seen from the parent; `reparent` keeps them in the
        world. Deleting a parent hands its children to the grandparent, as if that were assigned. Raises
        `MessageError` where the new parent is a child of the object, in another world, too deep, or gone; `BadAddress`
        for one of another `Worlds`.
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
            if not value.alive:
                raise MessageError(f"Could not find parent instance with id '{value.id}'.")
            if not self.alive:
                raise MessageError(f"{self} is gone: nothing moves it any more", hint="ask thing.alive before")
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


def _without(whole: Position, factor: Position, otherwise: Position) -> Position:
    """Divide element by element; where the factor is 0, give the other value."""
    x, y, z = (a / b if b else c for a, b, c in zip(whole, factor, otherwise, strict=True))
    return (x, y, z)
