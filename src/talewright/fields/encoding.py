"""From values to plain data, as their declared types say.

Only where a field is declared `Any` must the data say itself what it is: see `encode_any`. Refuses what a document
cannot hold, naming the field; never guesses.
"""

from __future__ import annotations

import dataclasses
import math
import types
import typing
from collections.abc import Callable, Iterable
from enum import Enum, Flag
from typing import Any, Literal, Union

from talewright.errors import FieldError
from talewright.fields.declare import MISSING, class_name, spell
from talewright.fields.plain import NO_REFERENCES, Plain, References
from talewright.fields.plans import Unusual, encoder, short_encoders

_SCALARS = (bool, int, float, str)

MAX_DEPTH = 60
"""How deep plain data may be nested: what is deeper, no document reads back."""


def encode(value: Any, hint: Any = Any, references: References = NO_REFERENCES, path: str = "") -> Plain:
    """Turn a value into plain data, as its declared type says.

    Args:
        value: what a field holds.
        hint: the declared type.
        references: types that are saved as their names.
        path: the field, for messages.

    Raises:
        FieldError: the value does not fit its type, or cannot be saved.

    >>> encode((3.0, 4.5, 0.0), tuple[float, ...])
    [3, 4.5, 0]
    >>> encode({"sword", "bow"}, set[str])
    ['bow', 'sword']
    """
    if hint is Any or hint is object:
        return encode_any(value, references, path)
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if hint is None or hint is type(None):
        if value is not None:
            raise misfit(value, "None", path)
        return None
    if origin in (Union, types.UnionType):
        if value is None and type(None) in args:
            return None
        rest = [a for a in args if a is not type(None)]
        if len(rest) == 1:
            return encode(value, rest[0], references, path)
        if not fits_one(value, rest):
            raise misfit(value, " or ".join(spell(a) for a in args), path)
        return encode_any(value, with_classes(references, rest), path)
    if origin is Literal:
        if value not in args:
            raise misfit(value, spell(hint), path)
        return value
    kind = origin or hint
    if not isinstance(kind, type):
        raise FieldError(path, f"a value of type {spell(hint)} cannot be saved")
    found = references.find(kind)
    if found is not None:
        if not isinstance(value, kind):
            raise misfit(value, spell(hint), path)
        return found[1].to_name(value)
    if kind is float:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise misfit(value, "float", path)
        return _number(value, path)
    if kind is int and isinstance(value, bool):
        return int(value)
    if not isinstance(value, kind):
        raise misfit(value, spell(hint), path)
    if kind in (list, tuple, set, frozenset, dict) and type(value) is not kind:
        raise subclassed(value, path)
    if kind is str:
        return str.__str__(typing.cast("str", value))  # the text itself, also of an enum that is one
    if kind in _SCALARS:
        return kind(typing.cast("Any", value))
    if isinstance(value, Enum):
        return enum_name(value)
    if dataclasses.is_dataclass(value):
        return encode_fields(value, references, path)
    return _encode_collection(value, kind, args, references, path)


def _encode_collection(value: Any, kind: type, args: tuple[Any, ...], references: References, path: str) -> Plain:
    if kind is tuple and args and args[-1] is not Ellipsis:
        if len(value) != len(args):
            raise FieldError(path, f"has {len(value)} elements, but {len(args)} are declared")
        return [encode(v, a, references, at(path, i)) for i, (v, a) in enumerate(zip(value, args, strict=True))]
    if kind in (list, tuple, set, frozenset):
        item = args[0] if args else Any
        plain = [encode(v, item, references, at(path, i)) for i, v in enumerate(value)]
        return sorted(plain, key=repr) if kind in (set, frozenset) else plain
    if kind is dict:
        key_hint, item = args or (Any, Any)
        if key_hint is str:
            odd = next((k for k in value if not isinstance(k, str)), "")
            if odd != "":
                raise FieldError(path, f"has the key {odd!r}, but keys of type str are declared")
            return {str.__str__(k): encode(v, item, references, f"{path}[{k!r}]") for k, v in value.items()}
        return [
            [encode(k, key_hint, references, path), encode(v, item, references, f"{path}[{k!r}]")]
            for k, v in value.items()
        ]
    raise FieldError(path, f"a value of type {kind.__name__} cannot be saved")


def encode_any(value: Any, references: References = NO_REFERENCES, path: str = "") -> Plain:
    """Turn a value without a declared type into plain data that says itself what it is.

    None, bool, int, float, str, lists and dicts with text keys stand for themselves. Everything else is a dict with one
    key that begins with a dollar: ``$tuple``, ``$set``, ``$frozenset``, ``$map`` (other dicts), or the name of a
    reference (``$Url``) or of a registered class (``$Punch``).

    Raises:
        FieldError: the value cannot be saved.

    >>> encode_any({"power": 50, "at": (3, 4)})
    {'power': 50, 'at': {'$tuple': [3, 4]}}
    """
    if value is None or type(value) in (bool, int, str):
        return value
    if type(value) is float:
        if not math.isfinite(value):
            raise FieldError(path, f"{value} cannot be saved", hint="a number in a save is finite")
        return value
    if type(value) is list:
        return [encode_any(v, references, at(path, i)) for i, v in enumerate(value)]
    if isinstance(value, (tuple, set, frozenset)) and type(value) in (tuple, set, frozenset):
        plain = [encode_any(v, references, at(path, i)) for i, v in enumerate(value)]
        return {f"${type(value).__name__}": plain if isinstance(value, tuple) else sorted(plain, key=repr)}
    if type(value) in (dict, types.MappingProxyType):
        if all(isinstance(k, str) and not k.startswith("$") for k in value):
            return {str(k): encode_any(v, references, f"{path}[{k!r}]") for k, v in value.items()}
        pairs = [
            [encode_any(k, references, path), encode_any(v, references, f"{path}[{k!r}]")] for k, v in value.items()
        ]
        return {"$map": pairs}
    cls = type(value)
    found = references.find(cls)
    if found is not None:
        return {f"${class_name(found[0])}": found[1].to_name(value)}
    if references.classes.get(class_name(cls)) is cls:
        content = enum_name(value) if isinstance(value, Enum) else encode_fields(value, references, path)
        return {f"${class_name(cls)}": content}
    raise FieldError(
        path,
        f"a value of type {cls.__name__} cannot be saved",
        hint="use numbers, text, booleans, lists, dicts, addresses, or a dataclass of the game's module",
    )


def encode_fields(obj: object, references: References = NO_REFERENCES, path: str = "") -> dict[str, Plain]:
    """Turn an object's declared fields into plain data; a field that was never set is left out."""
    plain = {}
    for name, (entry, short) in short_encoders(type(obj)).items():
        value = getattr(obj, name, MISSING)
        if value is MISSING:
            continue
        if short is not None:
            try:
                plain[name] = short(value)
                continue
            except Unusual:
                pass
        plain[name] = bounded(encode, value, entry.hint, references, f"{path}.{name}" if path else name)
    return plain


def encoding_of(hint: Any) -> Callable[[Any], Plain]:
    """Return `encode` for one declared type, worked out once; of a type that refers to nothing.

    >>> encoding_of(tuple[float, float])((1.0, 2.5))
    [1, 2.5]
    """
    short = encoder(hint)

    def encoded(value: Any) -> Plain:
        if short is not None:
            try:
                return short(value)
            except Unusual:
                pass
        return encode(value, hint)

    return encoded


def bounded(way: Callable[..., Plain], value: Any, *how: Any) -> Plain:
    """Encode a whole value, and refuse what is nested too deep to be read back, or holds itself.

    Args:
        way: `encode` or `encode_any`.
        value: what to encode.
        how: its other arguments, the path last.
    """
    path = how[-1]
    try:
        plain = way(value, *how)
    except RecursionError:
        raise _too_deep(path) from None
    level: list[Plain] = [plain]
    for _ in range(MAX_DEPTH):
        level = [v for p in level if isinstance(p, (list, dict)) for v in (p.values() if isinstance(p, dict) else p)]
        if not level:
            return plain
    raise _too_deep(path)


def _too_deep(path: str) -> FieldError:
    return FieldError(
        path, f"is nested deeper than {MAX_DEPTH} levels, or holds itself", hint="hold an id or an address instead"
    )


def fits_one(value: object, hints: Iterable[Any]) -> bool:
    """Say whether a value is of one of several types; what their elements are is not looked at."""
    for hint in hints:
        origin = typing.get_origin(hint)
        if hint is Any or (origin is Literal and value in typing.get_args(hint)):
            return True
        kind = origin or hint
        if isinstance(kind, type) and isinstance(value, (int, float) if kind is float else kind):
            return True
    return False


def with_classes(references: References, hints: Iterable[Any]) -> References:
    """Let data without a declared type name the dataclasses and enums of a union as well."""
    own = {
        class_name(hint): hint
        for hint in hints
        if isinstance(hint, type) and (dataclasses.is_dataclass(hint) or issubclass(hint, Enum))
    }
    return references.merged(References(classes=own)) if own else references


def enum_name(value: Enum) -> str:
    """Return the name of a member; several flags are written with bars between them, no flag is empty.

    >>> from enum import Flag
    >>> Door = Flag("Door", ["OPEN", "LOCKED"])
    >>> enum_name(Door.OPEN | Door.LOCKED), enum_name(Door(0))
    ('OPEN|LOCKED', '')
    """
    if isinstance(value, Flag):
        return "|".join(member.name for member in value if member.name is not None)
    return value.name


def _number(value: int | float, path: str) -> int | float:
    if isinstance(value, int):
        try:
            float(value)
        except OverflowError as error:
            raise FieldError(path, "holds a number too big for a float") from error
        return value
    if not math.isfinite(value):
        raise FieldError(path, f"{value} cannot be saved", hint="a number in a save is finite")
    # -0.0 keeps its sign: as an int it would be lost.
    if value.is_integer() and abs(value) < 1e15 and not (value == 0 and math.copysign(1.0, value) < 0):
        return int(value)
    return value


def at(path: str, index: int) -> str:
    """Return the path of an element."""
    return f"{path}[{index}]"


def misfit(value: object, wanted: str, path: str) -> FieldError:
    """Make the error for a value of the wrong type."""
    try:
        shown = repr(value)
    except Exception:  # a value's own __repr__, or a number too long to be spelled
        shown = f"a {type(value).__name__}"
    shown = shown if len(shown) <= 60 else shown[:57] + "..."
    return FieldError(path, f"holds {shown}, but {wanted} is declared")


def subclassed(value: object, path: str) -> FieldError:
    """Make the error for a collection of a class that would come back as another."""
    cls = type(value)
    plain = next(b for b in (dict, list, tuple, frozenset, set) if isinstance(value, b))
    return FieldError(
        path,
        f"is a {cls.__name__}, which would come back as a {plain.__name__}",
        hint=f"hold a {plain.__name__} itself",
    )
