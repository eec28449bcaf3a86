"""The base of game objects: an id, a place, and components in order.

An object belongs to one world from spawn to deletion; its id never changes and the handle says when it is gone
(``alive``). Hold an object for "that one", a `Url` for "whoever is there". Kept small: the components are a chain
through the scripts themselves, and what few objects have (a parent, a rotation, a scale) is kept by the world. What it
needs of its world is written here as a protocol.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NoReturn, Protocol, Self

from talewright.errors import MessageError, NotFound
from talewright.messaging.address.payload import copied
from talewright.messaging.address.url import Deliver, Entry, Url
from talewright.messaging.objects import transform
from talewright.messaging.objects.component import Component, Home, along
from talewright.messaging.objects.hierarchy import Space
from talewright.messaging.objects.transform import ONE, ORIGIN, UPRIGHT, Position, Rotation, checked_position
from talewright.names import did_you_mean


class ThingHome(Home, Protocol):
    """What an object needs of the world that it lives in."""

    name: str
    world: Any
    objects: dict[str, Thing]
    space: Space

    def is_dying(self, thing: Thing) -> bool:
        """Say whether it is marked to go."""

    def mark(self, thing: Thing) -> None:
        """Mark it to go at the end of the frame."""

    def check_own(self, thing: Thing) -> None:
        """Refuse an object of another game."""

    def failed_in(
        self, error: Exception, component: Component, callback: str, message_id: str = "", sender: Url | None = None
    ) -> None:
        """Report an exception in a callback."""

    def owe(self, entry: Entry) -> None:
        """Keep a delivery that an interrupted broadcast still owes."""

    def obey(self, thing: Thing, message_id: str, message: Any, sender: Url) -> None:
        """Do what an object does itself on a message."""


class Thing:
    """What `messaging.GameObject` is besides the names of its world and its scripts.

    Attributes:
        id: its absolute id, "/level/hero".
    """

    __slots__ = ("_first", "_home", "_position", "id")

    id: str
    _first: Component | None
    _home: ThingHome
    _position: Position

    def __init__(
        self,
        home: ThingHome,
        object_id: str,
        position: Position = ORIGIN,
        components: Iterable[tuple[str, Component]] = (),
    ) -> None:
        self._home = home
        self.id = object_id
        self._position = position
        self._chain(components)

    def __str__(self) -> str:
        return f"{self._home.name}:{self.id}"

    def __repr__(self) -> str:
        return f"<GameObject {self}{'' if self.alive else ', gone'}>"

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"the object {self} belongs to its world and cannot be pickled; worlds.sections() holds it")

    @property
    def world(self) -> Any:
        """The world that it lives, or lived, in."""
        return self._home.world

    @property
    def alive(self) -> bool:
        """Whether it is still in its world. True until the end of the frame in which it is deleted."""
        return self._home.objects.get(self.id) is self

    @property
    def dying(self) -> bool:
        """Whether it is deleted at the end of this frame, alive until then; or is gone."""
        return not self.alive or self._home.is_dying(self)

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
        return self._home.space.rotations.get(self, UPRIGHT)

    @rotation.setter
    def rotation(self, value: Sequence[float]) -> None:
        turned = transform.checked_rotation(value)
        if turned == UPRIGHT:
            self._home.space.rotations.pop(self, None)
        else:
            self._home.space.rotations[self] = turned
        self._home.space.eulers.pop(self, None)

    @property
    def euler(self) -> Position:
        """The same as degrees about x, y and z (the order of the matrices is y, z, x, as in Defold).

        Angles come back as they were set, until the rotation is set in another way. One alone is kept between -360
        and 360, which is what its quaternion says: 450 is -270.
        """
        return self._home.space.eulers.get(self) or transform.to_euler(self.rotation)

    @euler.setter
    def euler(self, value: Sequence[float]) -> None:
        angles = transform.checked_euler(value)
        self.rotation = transform.from_euler(angles)
        if transform.to_euler(self.rotation) != angles:
            self._home.space.eulers[self] = angles

    @property
    def scale(self) -> Position:
        """How large it is, seen from its parent; one number is taken for all three directions."""
        return self._home.space.scales.get(self, ONE)

    @scale.setter
    def scale(self, value: Sequence[float] | float) -> None:
        size = transform.checked_scale(value)
        if size == ONE:
            self._home.space.scales.pop(self, None)
        else:
            self._home.space.scales[self] = size

    @property
    def world_position(self) -> Position:
        """Where it is in the world: worked out when asked for, so never out of date."""
        place = self._position
        for above in self._home.space.tree.above(self):
            place = transform.turned(above.rotation, transform.times(place, above._place_scale))
            x, y, z = above._position
            place = (place[0] + x, place[1] + y, place[2] + z)
        return place

    @property
    def world_rotation(self) -> Rotation:
        """How it is turned in the world."""
        turn = self.rotation
        for above in self._home.space.tree.above(self):
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

    def reparent(self, parent: Self | None) -> None:
        """Put it below another parent, or none, and keep it where it is in the world: place, rotation and scale.

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
        for above in reversed(list(self._home.space.tree.above(self))):
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
        return (x, y, z if self._home.space.along_z else 1.0)

    def _steps_above(self) -> list[tuple[Rotation, Position]]:
        return [(above.rotation, above.scale) for above in self._home.space.tree.above(self)]

    # Above and below

    @property
    def parent(self) -> Self | None:
        """The object that it moves with, or None. Ids do not follow the hierarchy.

        Assigning leaves place, rotation and scale as they are seen from the parent; `reparent` keeps them in the
        world. Deleting a parent hands its children to the grandparent, as if that were assigned. Raises
        `MessageError` where the new parent is a child of the object, in another world, too deep, or gone; `BadAddress`
        for one of another `Worlds`.
        """
        above: Self | None = self._home.space.tree.parent(self)
        return above

    @parent.setter
    def parent(self, value: Self | None) -> None:
        if value is not None:
            if not isinstance(value, Thing):
                raise TypeError(f"a parent is a GameObject or None, not {type(value).__name__}: world[id] gives it")
            self._home.check_own(value)
            if value._home is not self._home:
                raise MessageError("function called can only access instances within the same collection.")
            if not value.alive:
                raise MessageError(f"Could not find parent instance with id '{value.id}'.")
            if not self.alive:
                raise MessageError(f"{self} is gone: nothing moves it any more", hint="ask thing.alive before")
        self._home.space.tree.move(self, value)

    @property
    def children(self) -> tuple[Self, ...]:
        """The objects that move with it, in the order in which they were created."""
        found: tuple[Self, ...] = self._home.space.tree.children(self)
        if len(found) < 2:
            return found
        mine = {child.id: child for child in found}
        return tuple(mine[name] for name in self._home.objects if name in mine)

    # Components

    @property
    def components(self) -> Mapping[str, Component]:
        """Its components by id, in the order in which they were given to spawn."""
        found = {}
        script = self._first
        while script is not None:
            found[script._tw_id] = script
            script = script._tw_next
        return MappingProxyType(found)

    def __getitem__(self, component_id: str) -> Component:
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
        self._home.mark(self)

    def delete_tree(self) -> None:
        """Delete it and everything below; children have their ``final`` before their parents.

        A child that was asked to go before keeps what is below it out of this: that is handed upwards (Defold).
        """
        home = self._home
        if not self.dying:
            if not home.space.tree.children(self):
                home.mark(self)
                return
            # By creation, not by when they became children: a save knows only the first.
            created = {thing: number for number, thing in enumerate(home.objects.values())}
            order: list[Thing] = []
            todo = [self]
            while todo:
                thing = todo.pop()
                order.append(thing)
                children = [child for child in home.space.tree.children(thing) if not child.dying]
                todo += sorted(children, key=created.__getitem__)
            for thing in reversed(order):
                home.mark(thing)

    # The library's own

    def _find(self, component_id: str) -> Component | None:
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
                    self._home.failed_in(error, script, "on_message", message_id, sender)
            except BaseException:
                # The components behind get theirs when the world goes on.
                while following is not None:
                    self._home.owe((following.url(), message_id, copied(message), sender))
                    following = following._tw_next
                raise
            script = following

    def _chain(self, scripts: Iterable[tuple[str, Component]]) -> None:
        """Make these its components, in this order."""
        last: Component | None = None
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


# What the rooms above do with an object, and nobody who holds one: so these are no methods.


def chain(thing: Thing) -> Iterator[Component]:
    """Walk over the components of an object, in order."""
    return along(thing._first)


def part(thing: Thing, component_id: str) -> Component | None:
    """Return a component of an object, or None."""
    return thing._find(component_id)


def connected(thing: Thing, fragment: str) -> Deliver | None:
    """Return what hands a message over to an object, or to a component of it; None where there is no such component."""
    if not fragment:
        return thing._broadcast
    script = thing._find(fragment)
    return None if script is None else script._tw_receive


def bind(thing: Thing, held: Callable[[tuple[str, str]], Url | None]) -> None:
    """Let those addresses of an object and its components lead to them that somebody holds."""
    url = held((thing.id, ""))
    if url is not None:
        url.deliver = thing._broadcast
    script = thing._first
    while script is not None:
        url = held((thing.id, script._tw_id))
        if url is not None:
            url.deliver = script._tw_receive
            script._tw_url = url
        script = script._tw_next


def obey(thing: Thing, message_id: str, message: Any, sender: Url) -> None:
    """Let an object do what a message of the model's own asks of itself."""
    thing._home.obey(thing, message_id, message, sender)


def home_of_thing(thing: Thing) -> ThingHome:
    """Return the world that an object lives, or lived, in, as its own side of it."""
    return thing._home


def furnish(thing: Thing, position: Position, scripts: Iterable[tuple[str, Component]]) -> None:
    """Put an object to its place, with these components in this order."""
    thing._position = position
    thing._chain(scripts)


def _without(whole: Position, factor: Position, otherwise: Position) -> Position:
    """Divide element by element; where the factor is 0, give the other value."""
    x, y, z = (a / b if b else c for a, b, c in zip(whole, factor, otherwise, strict=True))
    return (x, y, z)
