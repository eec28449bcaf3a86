"""What a game's own class of characters or items declares besides the document's: made, written and read.

A game derives such a class by annotating fields with defaults, as it does for scripts. Decides what may be declared,
and that what a section says of it is taken out of what nobody knows. Knows neither of the two classes.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import is_dataclass
from typing import Any

from talewright.diagnostics import Report, Severity, Span
from talewright.errors import FieldError, Misuse
from talewright.fields import Note, Plain, References, check_savable, declared, decode, encode, own
from talewright.names import fold


def check_own(cls: type, taken: Iterable[str]) -> None:
    """Refuse a class whose fields could not be kept apart from what its bases have, or have no default.

    Args:
        cls: just defined; annotations are not resolved yet.
        taken: names of the fields of its section.

    Raises:
        Misuse: the message names the field.
    """
    library = [base for base in cls.__mro__[1:] if base is object or base.__dict__.get("__declares__") is False]
    known = {fold(name) for base in library for name in vars(base)} | {fold(name) for name in taken}
    if cls.__dict__.get("__slots__"):
        raise Misuse(f"{cls.__name__} has __slots__", hint="annotate its fields: gold: int = 0")
    for name in inspect.get_annotations(cls):
        if name.startswith("_") or name == "class_name":
            continue
        if fold(name) in known:
            raise Misuse(f"{cls.__name__}.{name}: the base has that name already", hint="call the field otherwise")
        if name not in cls.__dict__:
            raise Misuse(f"{cls.__name__}.{name} has no default", hint=f"write one: {name}: int = 0")


def check_kind(cls: type, references: References | None = None) -> None:
    """Refuse a class whose objects are equal to others (each is itself alone), or whose fields cannot be saved.

    Args:
        cls: of characters or of items.
        references: types that are saved as their names; None: fields are not looked at.

    Raises:
        Misuse: it compares by its fields.
        FieldError: a field cannot be saved.
    """
    if references is not None:
        check_savable(cls, references)
    compares: list[object] = [getattr(cls, "__hash__", None), getattr(cls, "__eq__", None)]
    if compares != [object.__hash__, object.__eq__]:
        hint = "leave @dataclass away, or write @dataclass(eq=False)" if is_dataclass(cls) else "leave __eq__ away"
        raise Misuse(f"{cls.__name__} compares by its fields, but each of them is one of its own", hint=hint)


def make_own(thing: object) -> None:
    """Give an object the defaults of its own fields, which nobody else holds."""
    for entry in declared(type(thing)).values():
        setattr(thing, entry.name, entry.make())


def set_own(thing: object, values: Mapping[str, Any]) -> None:
    """Give an object's own fields these values, and the rest of them their defaults."""
    for entry in declared(type(thing)).values():
        setattr(thing, entry.name, values[entry.name] if entry.name in values else entry.make())


def copy_own(thing: object, other: object) -> None:
    """Give an object's own fields the values of another of its class, copied."""
    for name in declared(type(thing)):
        setattr(thing, name, own(getattr(other, name)))


def same_own(one: object, other: object) -> bool:
    """Return whether two objects are of one class, and their own fields have the same values."""
    return type(one) is type(other) and all(getattr(one, name) == getattr(other, name) for name in declared(type(one)))


def undeclared(thing: object) -> list[str]:
    """Return the names of public attributes that were set and not declared."""
    fields = declared(type(thing))
    return [name for name in getattr(thing, "__dict__", ()) if not name.startswith("_") and name not in fields]


def own_section(thing: object, references: References, where: str) -> dict[str, Plain]:
    """Return the own fields of an object as its section holds them.

    Raises:
        FieldError: a value does not fit.
    """
    return {
        name: encode(getattr(thing, name), entry.hint, references, f"{where}.{name}")
        for name, entry in declared(type(thing)).items()
    }


def read_own(
    cls: type,
    extras: dict[str, Plain],
    references: References,
    where: str,
    report: Report,
    locate: Callable[[str], Span],
    *,
    lenient: bool = False,
) -> dict[str, Any]:
    """Take the own fields of a class out of what nobody knew of a section, and return their values.

    Args:
        cls: of a game.
        extras: the rest of a section; what is read is taken out.
        references: types that are saved as their names.
        where: the section, for messages.
        report: gets what does not fit: an error, or where people may have written it (``lenient``) a warning.
        locate: gives the place of a field.
        lenient: see there; such a line stays.
    """
    values: dict[str, Any] = {}
    for name, entry in declared(cls).items():
        for key in [key for key in extras if fold(key) == fold(name)]:
            notes: list[Note] | None = [] if lenient else None
            try:
                values[name] = decode(extras.pop(key), entry.hint, references, f"{where}.{name}", notes)
            except FieldError as error:
                severity: Severity = "warning" if lenient else "error"
                report.add("TW-RPG-04", severity, error.message, error.hint, locate(key))
            for note in notes or ():
                report.add("TW-RPG-04", "warning", f"{note.path}: {note.message}", note.hint, locate(key))
    return values
