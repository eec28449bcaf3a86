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
from typing import Any, TypeVar, cast

from talewright.calls import marked, ran
from talewright.errors import FieldError, MessageError, NotFound
from talewright.fields import References, accept, declared
from talewright.messaging.address.url import Url
from talewright.messaging.life.actor import Actor
from talewright.messaging.life.life import Life, life_of
from talewright.messaging.objects import transform
from talewright.messaging.objects.component import Component, Owner, home_of
from talewright.messaging.objects.thing import Thing
from talewright.messaging.objects.transform import Position, Rotation
from talewright.names import did_you_mean

F = TypeVar("F", bound=Callable[..., Any])

Prototype = Callable[[], Mapping[str, Component]]
"""Gives the components of a new object, by id and in order."""

PROTOTYPE_MARK = "__talewright_prototype__"
"""The attribute under which a function keeps the name of its prototype."""


def prototype(name: str) -> Callable[[F], F]:
    """Mark a function that gives the components of a new object, for a `Factory` of this name.

    The decorator only marks; whoever reads a game's code module collects the marks and hands them to `Worlds`.

    >>> from talewright.messaging import Script
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


class BaseFactory(Actor):
    """What `Factory` is besides the name of what it makes."""

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
    ) -> Any:
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
        life = life_of(self)
        made = _prototype(self.world.worlds.prototypes, self.prototype)()
        ran(made, f"the prototype {self.prototype!r}")
        components = dict(made)
        life.check_components(components)
        for script in components.values():
            give(script, properties or {}, self.prototype, life.known.references())
        place, turn, size = _placed(self, position, rotation, scale)
        return life.spawn(None, position=place, rotation=turn, scale=size, parent=None, components=components)


class BaseCollectionFactory(Actor):
    """What `CollectionFactory` is besides the name of what it makes."""

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
    ) -> dict[str, Any]:
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
        life = life_of(self)
        place, turn, size = _placed(self, position, rotation, scale)
        with life.collection() as (prefix, made):
            life.table.construct(self.collection, life)
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
                    give(script, values, self.collection, life.known.references())
            for thing in made:
                if thing.parent is None:
                    _put_into(thing, place, turn, size, along_z=life.space.along_z)
        return found


def _placed(
    factory: Component,
    position: Sequence[float] | None,
    rotation: Sequence[float] | None,
    scale: Sequence[float] | float | None,
) -> tuple[Position, Rotation, Position]:
    """Return where a factory makes things: as it is told, else as the object that calls it is in the world."""
    where = _caller(life_of(factory)) or factory.owner
    return (
        transform.checked_position(where.world_position if position is None else position),
        transform.checked_rotation(where.world_rotation if rotation is None else rotation),
        transform.checked_scale(where.world_scale if scale is None else scale),
    )


def _caller(life: Life) -> Owner | None:
    """Return the object of this world whose callback is running."""
    one = life.runtime.callers.caller()
    if isinstance(one, Url):
        return life.objects.get(one.path) if one.socket == life.name else None
    return one.owner if one is not None and home_of(one) is life and one.owner.alive else None


def _put_into(thing: Thing, place: Position, turn: Rotation, size: Position, *, along_z: bool) -> None:
    """Put a thing without a parent as if it stood in something that is there."""
    drawn = transform.stretch([(turn, size)], thing.rotation)
    x, y, z = size
    inside = transform.times(thing.position, (x, y, z if along_z else 1.0))
    x, y, z = transform.turned(turn, inside)
    thing.position = (x + place[0], y + place[1], z + place[2])
    if turn != transform.UPRIGHT or min(size) < 0:
        thing.rotation = transform.product(turn, transform.mirrored(thing.rotation, size))
    thing.scale = transform.times(thing.scale, drawn)


def give(script: Component, properties: Mapping[str, Any], what: str, references: References) -> None:
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


def _prototype(prototypes: Mapping[str, Prototype], name: str) -> Prototype:
    if not isinstance(name, str):
        raise TypeError(f"a factory's prototype is a name as text, not {name!r}")
    found = prototypes.get(name)
    if found is None:
        raise NotFound(
            f"no prototype is called {name!r}",
            hint=did_you_mean(name, prototypes) or "Worlds(prototypes=...) says what objects are made of",
        )
    return found
