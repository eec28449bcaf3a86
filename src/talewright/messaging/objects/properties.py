"""Reading and writing what an address and a name mean: ``position.x`` of an object, ``health`` of a component.

An object has ``position``, ``rotation``, ``euler`` and ``scale`` (and, to read, `READ_ONLY`); a component has what its
class declares. Behind a tuple may stand one or more of the letters x, y, z, w. Only within one world, as everything but
messages.

Source: Defold manual, properties; messaging, "properties, timers, animation".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from talewright.errors import NotFound
from talewright.fields import accept, declared
from talewright.messaging.address.url import Address
from talewright.messaging.objects.object import GameObject
from talewright.messaging.objects.script import Script
from talewright.names import did_you_mean

if TYPE_CHECKING:
    from talewright.messaging.worlds.world import World

OBJECT_PROPERTIES = ("position", "rotation", "euler", "scale")
READ_ONLY = ("world_position", "world_rotation", "world_scale", "world_scale_uniform", "world_transform")
_LETTERS = "xyzw"


@dataclass(frozen=True, slots=True)
class Property:
    """A property that was found.

    Attributes:
        thing: the object.
        script: the component, or None for a property of the object itself.
        base: the attribute.
        parts: which elements of it; () for the whole.
    """

    thing: GameObject
    script: Script | None
    base: str
    parts: tuple[int, ...] = ()

    @property
    def name(self) -> str:
        """As it is written, "position.x"."""
        return self.base + ("." + "".join(_LETTERS[n] for n in self.parts) if self.parts else "")

    @property
    def address(self) -> str:
        """The address of the object or component."""
        return str(self.thing) if self.script is None else f"{self.thing}#{self.script._tw_id}"

    def read(self) -> Any:
        """Give the value: one element alone, several as a tuple."""
        whole = getattr(self.thing if self.script is None else self.script, self.base)
        if not self.parts:
            return whole
        if len(self.parts) == 1:
            return whole[self.parts[0]]
        return tuple(whole[n] for n in self.parts)

    def write(self, value: Any) -> None:
        """Assign a value of the declared type.

        Raises:
            FieldError: it is of another type.
            ValueError: an object cannot be there.
        """
        if self.parts:
            whole = list(getattr(self.thing if self.script is None else self.script, self.base))
            values = (value,) if len(self.parts) == 1 else tuple(value) if isinstance(value, Sequence) else ()
            if len(values) != len(self.parts):
                raise ValueError(f"{self.address}.{self.name} takes {len(self.parts)} numbers, not {value!r}")
            for index, part in zip(self.parts, values, strict=True):
                whole[index] = part
            value = tuple(whole)
        if self.script is None:
            setattr(self.thing, self.base, value)
            return
        hint = declared(type(self.script))[self.base].hint
        references = self.thing.world.worlds.known_references()
        setattr(self.script, self.base, accept(value, hint, references, f"{self.address}.{self.base}"))

    def numbers(self) -> tuple[float, ...]:
        """Give the value as floats.

        Raises:
            TypeError: it is not made of floats.
        """
        return self.numbers_of(getattr(self.thing if self.script is None else self.script, self.base))

    def numbers_of(self, whole: object) -> tuple[float, ...]:
        """Give as floats what `numbers` would give if the attribute had this value.

        Raises:
            TypeError: it is not made of floats.
        """
        value: Any = whole
        if self.parts:
            if not isinstance(whole, tuple) or max(self.parts) >= len(whole):
                raise TypeError(f"{self.base} is {whole!r}: it has no {self.name}")
            value = tuple(whole[n] for n in self.parts)
        values: Sequence[Any] = value if isinstance(value, tuple) else (value,)
        if not values or any(isinstance(v, bool) or not isinstance(v, (int, float)) for v in values):
            raise TypeError(f"{self.name} is {value!r}: only numbers and tuples of numbers can be animated")
        if self.script is not None and not self.parts and declared(type(self.script))[self.base].hint is int:
            raise TypeError(f"{self.name} is declared as int: declare it as float to animate it")
        return tuple(float(v) for v in values)

    def put_numbers(self, values: tuple[float, ...]) -> None:
        """Assign floats, as many as `numbers` gave."""
        self.write(values if isinstance(self.read(), tuple) else values[0])


def find(world: World, address: Address | GameObject, name: str, *, reading: bool = False) -> Property:
    """Find a property.

    Raises:
        NotFound: there is no such object, component or property in this world.
    """
    if not isinstance(name, str):
        raise TypeError(f"a property is named by text, not by {type(name).__name__}")
    if isinstance(address, GameObject):
        world._refuse_foreign(address)
        if address.world is world and not address.alive:
            raise NotFound(f"Instance {address.id} not found in world '{world.name}'", hint="this object is gone")
        address = world._socket.url(address.id) if address.world is world else str(address)
    path, fragment = world._local(address)
    thing = world[address]
    script = thing[fragment] if fragment else None
    base, dot, letters = name.partition(".")
    known = (
        list(declared(type(script))) if script is not None else [*OBJECT_PROPERTIES, *(READ_ONLY if reading else ())]
    )
    parts: tuple[int, ...] = ()
    if dot and base in known:
        parts = tuple(_LETTERS.find(letter) for letter in letters)
        whole = getattr(thing if script is None else script, base, None)
        flat = isinstance(whole, tuple) and not any(isinstance(row, tuple) for row in whole)
        if not parts or whole is None or not flat or any(not 0 <= n < len(whole) for n in parts):
            base = ""
    if base not in known:
        where = f"{world.name}:{path}" + (f"#{fragment}" if fragment else "")
        if script is None and base in READ_ONLY and not reading:
            raise NotFound(
                f"'{where}' does not have any property called '{name}' that can be set",
                hint=f"{base} is worked out from the object and its parents: set position, rotation, euler or scale",
            )
        raise NotFound(
            f"'{where}' does not have any property called '{name}'",
            hint=did_you_mean(name.partition(".")[0], known) or f"its properties: {', '.join(known) or 'none'}",
        )
    return Property(thing, script, base, parts)
