"""Reading and writing what an address and a name mean: ``position.x`` of an object, ``health`` of a component.

An object has ``position``, ``rotation``, ``euler`` and ``scale`` (and, to read, `READ_ONLY`); a component has what its
class declares. Behind a tuple may stand one or more of the letters x, y, z, w. Only within one world, as everything but
messages.

Source: Defold manual, properties; messaging, "properties, timers, animation".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from talewright.errors import NotFound
from talewright.fields import declared
from talewright.messaging.objects.component import Component, assign
from talewright.messaging.objects.thing import Thing
from talewright.names import did_you_mean

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

    thing: Thing
    script: Component | None
    base: str
    parts: tuple[int, ...] = ()

    @property
    def name(self) -> str:
        """As it is written, "position.x"."""
        return self.base + ("." + "".join(_LETTERS[n] for n in self.parts) if self.parts else "")

    @property
    def address(self) -> str:
        """The address of the object or component."""
        return str(self.thing if self.script is None else self.script.url())

    def read(self) -> Any:
        """Return the value: one element alone, several as a tuple."""
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
        assign(self.script, self.base, value, f"{self.address}.{self.base}")

    def numbers(self) -> tuple[float, ...]:
        """Return the value as floats.

        Raises:
            TypeError: it is not made of floats.
        """
        return self.numbers_of(getattr(self.thing if self.script is None else self.script, self.base))

    def numbers_of(self, whole: object) -> tuple[float, ...]:
        """Return as floats what `numbers` would give if the attribute had this value.

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


def find(thing: Thing, script: Component | None, name: str, *, reading: bool = False) -> Property:
    """Find a property of an object, or of one of its components.

    Raises:
        NotFound: there is no such property, or none that can be set.
        TypeError: the name is no text.
    """
    if not isinstance(name, str):
        raise TypeError(f"a property is named by text, not by {type(name).__name__}")
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
        where = str(thing if script is None else script.url())
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
