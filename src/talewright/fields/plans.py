"""The short ways of a class: what its fields become where they hold just what is declared, worked out once a class.

A save asks the same classes for the same fields by the thousand, and finds out each time what their types mean. So each
declared type that is plain, or a list, tuple or dict of such, has a function for the usual case in each direction. It
answers only where a value is exactly of its type; else it raises `Unusual`, and the whole road (`encode`, `decode`)
decides. So both give the same, and all errors are those of the whole road.
"""

from __future__ import annotations

import math
import types
import typing
from collections.abc import Callable
from typing import Any, Union

from talewright.fields.declare import Field, declared

Short = Callable[[Any], Any]

_EXACT = 1 << 53


class Unusual(Exception):
    """The short way does not know; ask the whole road."""


def encoder(hint: Any) -> Short | None:
    """Return the short way from a value of a declared type to plain data, or None where there is none."""
    return _made(hint, _ENCODERS, list)


def decoder(hint: Any) -> Short | None:
    """Return the short way back, or None where there is none."""
    return _made(hint, _DECODERS, None)


def short_encoders(cls: type) -> dict[str, tuple[Field, Short | None]]:
    """Return the fields of a class, each with its short way to plain data."""
    return _kept(cls, "__short_encoders__", encoder)


def short_decoders(cls: type) -> dict[str, tuple[Field, Short | None]]:
    """Return the fields of a class, each with its short way back."""
    return _kept(cls, "__short_decoders__", decoder)


def _kept(cls: type, mark: str, way: Callable[[Any], Short | None]) -> dict[str, tuple[Field, Short | None]]:
    known: dict[str, tuple[Field, Short | None]] | None = cls.__dict__.get(mark)
    if known is None:
        known = {name: (entry, way(entry.hint)) for name, entry in declared(cls).items()}
        try:  # as `declared` does: on the class itself, so that it lives and dies with it
            type.__setattr__(cls, mark, known)
        except TypeError:
            pass
    return known


def _made(hint: Any, scalars: dict[Any, Short], sequence: type | None) -> Short | None:
    if isinstance(hint, type) and hint in scalars:
        return scalars[hint]
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin in (Union, types.UnionType) and len(args) == 2 and type(None) in args:
        inner = _made(next(arg for arg in args if arg is not type(None)), scalars, sequence)
        return _nothing if inner is None else _optional(inner)
    inners = [_made(arg, scalars, sequence) for arg in args if arg is not Ellipsis]
    short = [inner for inner in inners if inner is not None]
    if not inners or len(short) < len(inners):
        return None
    if origin is list or (origin is tuple and args[-1] is Ellipsis):
        given = origin if sequence else list
        return _each(given, sequence or origin, short[0])
    if origin is tuple:
        return _all(tuple if sequence else list, sequence or tuple, short)
    if origin is dict and args[0] is str:
        return _dict(short[1])
    return None


def _int(value: Any) -> int:
    if type(value) is int:
        return value
    raise Unusual


def _bool(value: Any) -> bool:
    if type(value) is bool:
        return value
    raise Unusual


def _str(value: Any) -> str:
    if type(value) is str:
        return value
    raise Unusual


def _number(value: Any) -> int | float:
    """A whole number is written without a point; -0.0, and what is large, is for the whole road."""
    if type(value) is float and math.isfinite(value):
        if not value.is_integer():
            return value
        if value and -_EXACT < value < _EXACT and abs(value) < 1e15:
            return int(value)
        if value == 0 and math.copysign(1.0, value) > 0:
            return 0
    elif type(value) is int and -_EXACT < value < _EXACT:
        return value
    raise Unusual


def _float(plain: Any) -> float:
    if type(plain) is float:
        return plain
    if type(plain) is int and -_EXACT < plain < _EXACT:
        return float(plain)
    raise Unusual


def _nothing(value: Any) -> None:
    if value is not None:
        raise Unusual


def _optional(inner: Short) -> Short:
    return lambda value: None if value is None else inner(value)


def _each(given: Any, made: type, inner: Short) -> Short:
    def convert(value: Any) -> Any:
        if type(value) is not given:
            raise Unusual
        found = [inner(one) for one in value]
        return found if made is list else tuple(found)

    return convert


def _all(given: Any, made: type, inners: list[Short]) -> Short:
    count = len(inners)

    def convert(value: Any) -> Any:
        if type(value) is not given or len(value) != count:
            raise Unusual
        found = [inner(one) for inner, one in zip(inners, value, strict=True)]
        return found if made is list else tuple(found)

    return convert


def _dict(inner: Short) -> Short:
    def convert(value: Any) -> Any:
        if type(value) is not dict:
            raise Unusual
        return {_str(key): inner(one) for key, one in value.items()}

    return convert


_ENCODERS: dict[Any, Short] = {int: _int, bool: _bool, str: _str, float: _number}
_DECODERS: dict[Any, Short] = {int: _int, bool: _bool, str: _str, float: _float}
