"""The value of a declared field as the texts of its lines, in a dialect (config-savegame.md sections 3.2 to 3.4).

Decides how a type is written: an array is a line an element, a static array (a tuple of fixed length, in the dialects
of the engines) a line an index, everything else one line. Enums, names and references stand without quotes, a float
that is whole has its decimals in the engines' dialects. The reverse of `from_lines`.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from enum import Enum
from typing import Any, Union

from talewright.config.typed.extras import with_extras
from talewright.config.typed.hints import SEQUENCES, container, is_inline, static_length
from talewright.config.values import NATIVE, Style, as_raw, dump
from talewright.errors import ValueFormatError
from talewright.fields import Bare, Plain, References, declared, encode
from talewright.names import fold


def field_lines(
    name: str, value: Any, hint: Any, references: References, style: Style, path: str
) -> dict[str, list[str]]:
    """Return what is to stand behind ``=``, by key; a key without texts is an empty array.

    Raises:
        FieldError: the value does not fit its type, or cannot be saved.
        ValueFormatError: the style cannot hold a text; the message names the field.
    """
    try:
        return _lines(name, with_extras(value, encode(value, hint, references, path)), hint, references, style)
    except ValueFormatError as error:
        raise ValueFormatError(f"{path}: {error.message}", error.offset, hint=error.hint) from error


def _lines(name: str, plain: Plain, hint: Any, references: References, style: Style) -> dict[str, list[str]]:
    if style is not NATIVE:
        plain = for_engine(plain, hint, references)
    if style is not NATIVE and static_length(hint) and isinstance(plain, list):
        return {f"{name}[{number}]": [_raw(item, style)] for number, item in enumerate(plain)}
    repeated = container(hint, references) in SEQUENCES and isinstance(plain, list)
    if repeated and (not plain or style is not NATIVE or not is_inline(hint, references)):
        return {name: [_raw(item, style) for item in plain]}
    return {name: [_raw(plain, style)]}


def _raw(plain: Plain, style: Style) -> str:
    if style is not NATIVE and isinstance(plain, str) and not isinstance(plain, Bare):
        return as_raw(plain, style)  # its field knows that it is text
    return dump(plain, style=style)


def for_engine(plain: Plain, hint: Any, references: References) -> Plain:
    """Mark what the engines write otherwise than plain data says: floats that are whole, enums, names.

    >>> for_engine([1, 2], list[float], References())
    [1.0, 2.0]
    """
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin in (Union, types.UnionType):
        rest = [arg for arg in args if arg is not type(None)]
        return plain if plain is None or len(rest) != 1 else for_engine(plain, rest[0], references)
    kind = origin or hint
    if not isinstance(kind, type):
        return plain
    if kind is float and isinstance(plain, int) and not isinstance(plain, bool):
        return float(plain)
    if isinstance(plain, str) and (references.find(kind) is not None or issubclass(kind, Enum)):
        return Bare(plain)
    if dataclasses.is_dataclass(kind) and isinstance(plain, dict):
        hints = {fold(key): entry.hint for key, entry in declared(kind).items()}
        return {key: for_engine(item, hints.get(fold(key), Any), references) for key, item in plain.items()}
    if isinstance(plain, list):
        if kind is dict and len(args) == 2:
            return [[for_engine(k, args[0], references), for_engine(v, args[1], references)] for k, v in plain]
        if kind is tuple and args and args[-1] is not Ellipsis:
            return [for_engine(item, arg, references) for item, arg in zip(plain, args, strict=False)]
        return [for_engine(item, args[0] if args else Any, references) for item in plain]
    if kind is dict and isinstance(plain, dict) and len(args) == 2:
        # The engines write a map as a list of pairs.
        return [[key, for_engine(item, args[1], references)] for key, item in plain.items()]
    return plain
