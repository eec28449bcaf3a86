"""From plain data to values, as their declared types say.

Types come from the class, not from the text: text that stood unquoted in a file is `Bare`, and the field that receives
it decides. Nothing here runs code or imports a class that a document names.
"""

from __future__ import annotations

import dataclasses
import math
import re
import types
import typing
from collections.abc import Iterable, Mapping
from enum import Enum, Flag
from typing import Any, Literal, Union

from talewright.errors import FieldError, TalewrightError
from talewright.fields.declare import MISSING, class_name, declared, spell
from talewright.fields.encoding import at, encode, fits_one, misfit, with_classes
from talewright.fields.plain import NO_REFERENCES, Bare, Plain, Reference, References
from talewright.names import did_you_mean, fold

_SCALARS = (bool, int, float, str)
_TRUE, _FALSE = frozenset({"true", "1", "yes", "on"}), frozenset({"false", "0", "no", "off"})
_INT = re.compile(r"\s*([+-]?)(0[xX][0-9A-Fa-f]+|[0-9]+)(\.[0-9]*)?")
_FLOAT = re.compile(r"\s*[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_INT_SPELLING = re.compile(r"0|-?[1-9][0-9]{0,3999}")
_NUMBER_BEGINS = frozenset("+-.0123456789")
_SPELLED: dict[str, bool | None] = {"None": None, "True": True, "False": False}
_FLOAT_SPELLING = re.compile(r"[+-]?(?:(?:[0-9]+\.[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+)")


def spelled(text: str) -> bool | int | float | str | None:
    """Say what unquoted text means where no declared type decides.

    >>> [spelled(t) for t in ("None", "True", "50", "1.5", "007", "sword1")]
    [None, True, 50, 1.5, '007', 'sword1']
    """
    if text[:1] not in _NUMBER_BEGINS:
        return _SPELLED[text] if text in _SPELLED else str(text)
    if _INT_SPELLING.fullmatch(text):
        return int(text)
    if _FLOAT_SPELLING.fullmatch(text):
        value = float(text)
        return value if math.isfinite(value) else str(text)
    return str(text)


def decode(plain: Plain, hint: Any = Any, references: References = NO_REFERENCES, path: str = "") -> Any:
    """Turn plain data into a value of the declared type.

    Text is read as the type says, as leniently as Unreal reads it (config-savegame.md section 3.2): a sign in front,
    ``0x`` for an int, ``20.0`` as an int, ``3.0f`` as a float, junk behind a number, any case for booleans and enums.

    Raises:
        FieldError: it does not fit; the message names the field.

    >>> decode(Bare("20.0"), int)
    20
    >>> decode({"min": Bare("1")}, dict[str, int])
    {'min': 1}
    """
    if hint is Any or hint is object:
        return decode_any(plain, references, path)
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if hint is None or hint is type(None):
        if plain is None or (isinstance(plain, Bare) and fold(plain) == "none"):
            return None
        raise misfit(plain, "None", path)
    if origin in (Union, types.UnionType):
        return _decode_union(plain, args, references, path)
    if origin is Literal:
        for choice in args:
            if plain == choice or (isinstance(plain, str) and fold(plain) == fold(str(choice))):
                return choice
        raise misfit(plain, spell(hint), path)
    kind = origin or hint
    if not isinstance(kind, type):
        raise FieldError(path, f"nothing can be read into the type {spell(hint)}")
    if kind in _SCALARS:
        return _decode_scalar(plain, kind, path)
    found = references.find(kind)
    if found is not None:
        return _named(found[1], kind, plain, path, spell(hint))
    if issubclass(kind, Enum):
        return _decode_enum(plain, kind, path)
    if dataclasses.is_dataclass(kind):
        return _decode_dataclass(plain, kind, references, path)
    if kind is dict:
        return _decode_dict(plain, args or (Any, Any), references, path)
    if kind in (list, tuple, set, frozenset):
        return _decode_sequence(plain, kind, args, references, path)
    raise FieldError(path, f"nothing can be read into the type {spell(hint)}")


def accept(value: Any, hint: Any, references: References = NO_REFERENCES, path: str = "") -> Any:
    """Give a value that a program gives for a field, checked; text is read where the type is written as text, too.

    Args:
        value: what the program gives: for a field of type `Tag` also "A.B" and all of Unreal's forms.
        hint: the declared type.
        references: types that are saved as their names.
        path: the field, for messages.

    Raises:
        FieldError: it does not fit.
    """
    try:
        encode(value, hint, references, path)
    except FieldError:
        if not _reads_text(hint, references):
            raise
        return decode(value, hint, references, path)
    return value


def _reads_text(hint: Any, references: References) -> bool:
    """Whether the type, or one inside it, is read from text as well as held as a value."""
    kind = typing.get_origin(hint) or hint
    found = references.find(kind) if isinstance(kind, type) else None
    if found is not None and found[1].from_plain is not None:
        return True
    return any(_reads_text(inner, references) for inner in typing.get_args(hint))


def decode_any(plain: Plain, references: References = NO_REFERENCES, path: str = "") -> Any:
    """Turn plain data that says itself what it is into a value: the reverse of `encode_any`.

    >>> decode_any({"at": {"$tuple": [Bare("3"), Bare("4")]}, "name": "007"})
    {'at': (3, 4), 'name': '007'}
    """
    if isinstance(plain, str):
        return spelled(plain) if isinstance(plain, Bare) else plain
    # Most structs are flat: no path is needed, for nothing can go wrong.
    if isinstance(plain, dict) and all(isinstance(v, str) for v in plain.values()) and not _is_marked(plain):
        return {k: spelled(v) if isinstance(v, Bare) else v for k, v in plain.items()}
    if plain is None or isinstance(plain, (bool, int, float)):
        return plain
    if isinstance(plain, list):
        return [decode_any(v, references, at(path, i)) for i, v in enumerate(plain)]
    if isinstance(plain, Mapping):
        if len(plain) == 1:
            (key, content), *_ = plain.items()
            if key.startswith("$"):
                return _decode_marked(key[1:], content, references, path)
        return {k: decode_any(v, references, f"{path}[{k!r}]") for k, v in plain.items()}
    raise misfit(plain, "plain data", path)


def _is_marked(plain: Mapping[str, Plain]) -> bool:
    return len(plain) == 1 and next(iter(plain)).startswith("$")


def decode_fields(
    cls: type, plain: Mapping[str, Plain], references: References = NO_REFERENCES, path: str = ""
) -> dict[str, Any]:
    """Read a mapping into the declared fields of a class; names ignore case, absent and unknown ones are left out.

    Raises:
        FieldError: a value does not fit.
    """
    prefix = f"{path}." if path else ""
    by_folded = {fold(k): v for k, v in plain.items()}
    values = {}
    for name, entry in declared(cls).items():
        given = by_folded.get(fold(name), MISSING)
        if given is not MISSING:
            values[name] = decode(given, entry.hint, references, prefix + name)
    return values


def unknown_fields(cls: type, plain: Iterable[str]) -> list[str]:
    """Give the names that a class does not declare."""
    known = {fold(name) for name in declared(cls)}
    return [name for name in plain if fold(name) not in known]


def _decode_union(plain: Plain, args: tuple[Any, ...], references: References, path: str) -> Any:
    rest = [a for a in args if a is not type(None)]
    if len(rest) < len(args) and (plain is None or (isinstance(plain, Bare) and fold(plain) == "none")):
        return None
    if len(rest) == 1:
        return decode(plain, rest[0], references, path)
    value = decode_any(plain, with_classes(references, rest), path)
    if fits_one(value, rest):
        # A number without a fraction is written as one without a point.
        return float(value) if type(value) is int and int not in rest and float in rest else value
    if str in rest and isinstance(plain, str):
        return str(plain)
    raise misfit(plain, " or ".join(spell(a) for a in rest), path)


def _decode_scalar(plain: Plain, kind: type, path: str) -> Any:
    if kind is str:
        if isinstance(plain, (list, dict)) or plain is None:
            raise misfit(plain, "str", path)
        return str(plain)
    if isinstance(plain, str):
        return _read_scalar(plain, kind, path)
    if kind is bool and isinstance(plain, bool):
        return plain
    if kind is bool and plain in (0, 1):
        return bool(plain)
    if isinstance(plain, (int, float)) and not isinstance(plain, bool):
        try:
            if kind is float:
                return float(plain)
        except OverflowError:
            raise FieldError(path, "holds a number too big for a float") from None
        if kind is int and (isinstance(plain, int) or plain.is_integer()):
            return int(plain)
    raise misfit(plain, kind.__name__, path)


def _read_scalar(text: str, kind: type, path: str) -> Any:
    if kind is bool:
        word = fold(text.strip())
        if word in _TRUE or word in _FALSE:
            return word in _TRUE
        raise FieldError(path, f"{str(text)!r} is no truth value", hint="write True or False")
    if kind is int:
        match = _INT.match(text)
        if match and (match[3] is None or not match[3].strip(".0")) and len(match[2]) <= 4000:
            number = int(match[2], 16 if match[2][:2] in ("0x", "0X") else 10)
            return -number if match[1] == "-" else number
        raise FieldError(path, f"{str(text)!r} is no whole number", hint="write digits, as in 10")
    match = _FLOAT.match(text)
    if match:
        value = float(match[0].strip())  # float takes fewer characters for blanks than the pattern does
        if math.isfinite(value):
            return value
    raise FieldError(path, f"{str(text)!r} is no number", hint="write digits, as in 10 or 0.5")


def _decode_enum(plain: Plain, kind: type[Enum], path: str) -> Enum:
    if isinstance(plain, kind):
        return plain
    if issubclass(kind, Flag) and isinstance(plain, str) and (not plain.strip() or "|" in plain):
        flags = kind(0)
        for name in plain.split("|") if plain.strip() else ():
            flags |= typing.cast("Flag", _decode_enum(name, kind, path))
        return flags
    names = kind.__members__  # other names of a member included
    for name, member in names.items():
        if isinstance(plain, str) and fold(name) == fold(plain.strip()):
            return member
    hint = did_you_mean(str(plain), names) or f"one of {', '.join(names)}"
    raise FieldError(path, f"{plain!r} is no {kind.__name__}", hint=hint)


def _decode_dataclass(plain: Plain, kind: type, references: References, path: str) -> Any:
    if not isinstance(plain, Mapping):
        example = ",".join(f"{name}=..." for name in declared(kind))
        raise FieldError(path, f"holds {plain!r}, but {kind.__name__} is declared", hint=f"write ({example})")
    values = decode_fields(kind, plain, references, path)
    for name, entry in declared(kind).items():
        if name not in values and entry.required:
            raise FieldError(
                f"{path}.{name}" if path else name, f"is missing, and {kind.__name__} has no default for it"
            )
    late = {f.name for f in dataclasses.fields(kind) if not f.init}
    try:
        value = kind(**{name: v for name, v in values.items() if name not in late})
    except FieldError as error:
        raise FieldError(path, f"{kind.__name__} refuses its fields: {error.message}", hint=error.hint) from error
    except Exception as error:  # whatever its __post_init__ raises, or an InitVar that nothing declares
        what = str(error) if isinstance(error, (TypeError, ValueError)) else f"{type(error).__name__}: {error}"
        raise FieldError(path, f"{kind.__name__} refuses its fields: {what}") from error
    for name in late & values.keys():
        object.__setattr__(value, name, values[name])
    return value


def _decode_dict(plain: Plain, args: tuple[Any, ...], references: References, path: str) -> dict[Any, Any]:
    key_hint, item = args
    if isinstance(plain, Mapping):
        pairs: Iterable[tuple[Plain, Plain]] = ((Bare(k), v) for k, v in plain.items())
    elif isinstance(plain, list) and all(isinstance(p, list) and len(p) == 2 for p in plain):
        pairs = ((k, v) for k, v in plain)
    elif isinstance(plain, str) and not plain:
        pairs = ()
    else:
        raise misfit(plain, "dict", path)
    found = {}
    for k, v in pairs:
        key = decode(k, key_hint, references, path)
        if not _is_hashable(key):
            raise FieldError(path, f"holds {key!r}, which cannot be a key")
        found[key] = decode(v, item, references, f"{path}[{str(k)!r}]")
    return found


def _decode_sequence(plain: Plain, kind: type, args: tuple[Any, ...], references: References, path: str) -> Any:
    if isinstance(plain, list):
        items = plain
    elif (isinstance(plain, Bare) and not plain) or (isinstance(plain, Mapping) and not plain):
        items = []
    else:  # a single ``key=value`` line of a list that repeats its key
        items = [plain]
    if kind is tuple and args and args[-1] is not Ellipsis:
        if len(items) != len(args):
            raise FieldError(path, f"has {len(items)} elements, but {len(args)} are declared")
        return tuple(decode(v, a, references, at(path, i)) for i, (v, a) in enumerate(zip(items, args, strict=True)))
    item = args[0] if args else Any
    return _collect(kind, [decode(v, item, references, at(path, i)) for i, v in enumerate(items)], path)


def _collect(kind: type, values: list[Any], path: str) -> Any:
    if kind in (set, frozenset):
        for value in values:
            if not _is_hashable(value):
                raise FieldError(path, f"holds {value!r}, which cannot be in a set")
    return kind(values)


def _is_hashable(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def _decode_marked(mark: str, content: Plain, references: References, path: str) -> Any:
    if mark in ("tuple", "set", "frozenset", "map"):
        if not isinstance(content, list):
            raise misfit(content, f"${mark}", path)
        if mark == "map":
            return _decode_dict(content, (Any, Any), references, path)
        values = [decode_any(v, references, at(path, i)) for i, v in enumerate(content)]
        return _collect({"tuple": tuple, "set": set, "frozenset": frozenset}[mark], values, path)
    for cls, entry in references.entries.items():
        if class_name(cls) == mark:
            return _named(entry, cls, content, path, f"${mark}")
    cls_or_none = references.classes.get(mark)
    if cls_or_none is None:
        raise FieldError(
            path, f"names the class {mark!r}, which the game does not know", hint=did_you_mean(mark, references.classes)
        )
    return decode(content, cls_or_none, references, path)


def _named(entry: Reference, cls: type, plain: Plain, path: str, wanted: str) -> Any:
    try:
        if isinstance(plain, str):
            return entry.from_name(cls, str(plain))
        if entry.from_plain is None:
            raise misfit(plain, wanted, path)
        return entry.from_plain(cls, plain)
    except FieldError:
        raise
    except TalewrightError as error:  # not found, or no name that could ever be found
        raise FieldError(path, error.message, hint=error.hint) from error
