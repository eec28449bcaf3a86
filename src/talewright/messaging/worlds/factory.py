"""Components that make objects: one from a prototype, or many from a collection.

``create`` works at once: objects are made, properties set, ``init`` run inside the call; the first update comes in the
next frame. What a prototype is made of, says a function that the `Worlds` know by name; a collection is built by the
same function as for a proxy, with its ids behind ``/collection0/``, ``/collection1/`` and so on. Either everything
is made or nothing.

Where nothing else is said, an object comes to where the object that calls is in the world: the one whose callback is
running. The factory's own object stands in for it where the host calls between steps, or an object of another world.

Source: Defold manual, factories; messaging, "factories".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar, cast

from talewright.calls import marked, ran
from talewright.errors import FieldError, MessageError, NotFound
from talewright.fields import References, accept, declared
from talewright.messaging.objects import transform
from talewright.messaging.objects.script import Script
from talewright.messaging.objects.transform import Position, Rotation
from talewright.names import did_you_mean

if TYPE_CHECKING:
    from talewright.messaging.objects.object import GameObject
    from talewright.messaging.worlds.worlds import Worlds

F = TypeVar("F", bound=Callable[..., Any])

Prototype = Callable[[], Mapping[str, Script]]
"""Gives the components of a new object, by id and in order."""

PROTOTYPE_MARK = "__talewright_prototype__"
"""The attribute under which a function keeps the name of its prototype."""


def prototype(name: str) -> Callable[[F], F]:
    """Mark a function that gives the components of a new object, for a `Factory` of this name.

    The decorator only marks; whoever reads a game's code module collects the marks and hands them to `Worlds`.

    >>> @prototype("rat")
    ... def rat(): return {"controller": Script()}
    >>> rat.__talewright_prototype__
    'rat'
    """
    if not isinstance(name, str) or not name:
        raise TypeError('write @prototype("name")')

    def mark(function: F) -> F:
        return cast(F, marked(function, PROTOTYPE_MARK, name, f"@prototype({name!r})"))

    return mark


class Factory(Script):
    """Makes objects ``/instance0``, ``/instance1`` and so on from a prototype.

    Attributes:
        prototype: its name; may be changed.

    >>> class Rat(Script):
    ...     color: str = "grey"
    >>> from talewright.messaging import Worlds
    >>> worlds = Worlds(prototypes={"rat": lambda: {"controller": Rat()}})
    >>> rats = Factory("rat")
    >>> hole = worlds.create("main").spawn("hole", position=(3, 4), rats=rats)
    >>> rat = rats.create(properties={"color": "brown"})
    >>> rat, rat.position, rat["controller"].color
    (<GameObject main:/instance0>, (3.0, 4.0, 0.0), 'brown')
    """

    prototype: str

    def __init__(self, prototype: str, **fields: Any) -> None:
        super().__init__(prototype, **fields)

    def create(
        self,
        *,
        position: Sequence[float] | None = None,
        rotation: Sequence[float] | None = None,
        scale: Sequence[float] | float | None = None,
        properties: Mapping[str, Any] | None = None,
    ) -> GameObject:
        """Make an object.

        Args:
            position: where; None: where the calling object is in the world.
            rotation: a quaternion; None: as the calling object is turned in the world.
            scale: one number or three; None: as large as the calling object is in the world.
            properties: values by name, for every component that declares the name; others are ignored.

        Raises:
            NotFound: no prototype has this name.
            MessageError: a property is of another type, or the world is full or ending.
        """
        world = self.world
        made = _prototype(world.worlds, self.prototype)()
        ran(made, f"the prototype {self.prototype!r}")
        components = dict(made)
        world._check_components(components)
        for script in components.values():
            give(script, properties or {}, self.prototype, world.worlds.known_references())
        place, turn, size = _placed(self, position, rotation, scale)
        return world._spawn(None, position=place, rotation=turn, scale=size, parent=None, components=components)


class CollectionFactory(Script):
    """Makes the objects of a collection in its own world, each time anew.

    Attributes:
        collection: its name; may be changed.
    """

    collection: str

    def __init__(self, collection: str, **fields: Any) -> None:
        super().__init__(collection, **fields)

    def create(
        self,
        *,
        position: Sequence[float] | None = None,
        rotation: Sequence[float] | None = None,
        scale: Sequence[float] | float | None = None,
        properties: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> dict[str, GameObject]:
        """Make all objects, link them, then initialise them in order.

        Args:
            position: where the collection's origin is; None: where the calling object is in the world.
            rotation: how it is turned about it; None: as the calling object in the world.
            scale: how large it is; None: as the calling object in the world.
            properties: by the object's id in the collection ("/bean"), as for `Factory.create`.

        Returns:
            The objects by their ids in the collection: ``/bean`` is ``/collection0/bean``.

        Raises:
            NotFound: nothing builds a collection of this name.
            MessageError: a property is of another type, or the world is full or ending. Nothing was made then.
        """
        world = self.world
        place, turn, size = _placed(self, position, rotation, scale)
        with world._batch_of() as (prefix, made):
            world.worlds._build(self.collection, world)
            found = {thing.id.removeprefix(prefix): thing for thing in made}
            if properties is not None and not isinstance(properties, Mapping):
                raise TypeError(f"properties are values by name for each object, not {properties!r}")
            for name, values in (properties or {}).items():
                if not isinstance(name, str):
                    raise TypeError(f"an object of a collection is named by text, as in '/bean', not by {name!r}")
                path = name if name.startswith("/") else f"/{name}"
                if path not in found:
                    hint = did_you_mean(path, found)
                    raise NotFound(f"the collection {self.collection!r} has no object {name!r}", hint=hint)
                for script in found[path].components.values():
                    give(script, values, self.collection, world.worlds.known_references())
            for thing in made:
                if thing.parent is None:
                    _put_into(thing, place, turn, size)
        return found


def _placed(
    factory: Script,
    position: Sequence[float] | None,
    rotation: Sequence[float] | None,
    scale: Sequence[float] | float | None,
) -> tuple[Position, Rotation, Position]:
    """Give where a factory makes things: as it is told, else as the object that calls it is in the world."""
    worlds, where = factory.world.worlds, factory.owner
    caller = worlds._callers.caller(worlds)
    if caller is not None and caller.world is factory.world:
        where = caller
    return (
        transform.checked_position(where.world_position if position is None else position),
        transform.checked_rotation(where.world_rotation if rotation is None else rotation),
        transform.checked_scale(where.world_scale if scale is None else scale),
    )


def _put_into(thing: GameObject, place: Position, turn: Rotation, size: Position) -> None:
    """Put a thing without a parent as if it stood in something that is there."""
    drawn = transform.stretch([(turn, size)], thing.rotation)
    x, y, z = size
    inside = transform.times(thing.position, (x, y, z if thing.world.scale_along_z else 1.0))
    x, y, z = transform.turned(turn, inside)
    thing.position = (x + place[0], y + place[1], z + place[2])
    if turn != transform.UPRIGHT or min(size) < 0:
        thing.rotation = transform.product(turn, transform.mirrored(thing.rotation, size))
    thing.scale = transform.times(thing.scale, drawn)


def give(script: Script, properties: Mapping[str, Any], what: str, references: References) -> None:
    """Set the properties that a component declares.

    Raises:
        MessageError: one is of another type.
    """
    known = declared(type(script))
    if not isinstance(properties, Mapping):
        raise TypeError(f"properties are values by name, not {properties!r}")
    for name, value in properties.items():
        entry = known.get(name)
        if entry is None:
            continue
        try:
            taken = accept(value, entry.hint, references, name)
        except FieldError as error:
            raise MessageError(
                f"Could not load properties when spawning {what!r}: {error.message}", hint=error.hint
            ) from error
        setattr(script, name, taken)


def _prototype(worlds: Worlds, name: str) -> Prototype:
    if not isinstance(name, str):
        raise TypeError(f"a factory's prototype is a name as text, not {name!r}")
    found = worlds.prototypes.get(name)
    if found is None:
        raise NotFound(
            f"no prototype is called {name!r}",
            hint=did_you_mean(name, worlds.prototypes) or "Worlds(prototypes=...) says what objects are made of",
        )
    return found
