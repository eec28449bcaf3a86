"""What a message carries, and who owns it.

A message belongs to the queue from the moment it is posted: fields given as keywords are a dict nobody else holds;
lists, dicts, sets and changeable dataclass instances inside are copied; frozen ones, addresses and other objects are
handed over. Functions are refused (Defold manual, message passing: "functions cannot be passed").
"""

from __future__ import annotations

import copy
import dataclasses
import sys
from collections.abc import Mapping
from types import BuiltinFunctionType, FunctionType, MappingProxyType, MethodType, NoneType
from typing import Any, TypeAlias

from talewright.fields import class_name
from talewright.messaging.url import Url

Message: TypeAlias = Mapping[str, Any]
"""The fields of a message posted by name."""

EMPTY: Message = MappingProxyType({})
"""What arrives when nothing was sent: an empty mapping, never None."""

PLAIN = frozenset({int, float, str, bool, NoneType, Url, bytes, complex})
"""Types that nobody can change: their values are handed over as they are."""

_FUNCTIONS = (FunctionType, MethodType, BuiltinFunctionType)


def owned_fields(fields: dict[str, Any]) -> dict[str, Any]:
    """Give fields whose values nobody else can change.

    Raises:
        TypeError: a field holds a function.
        ValueError: a field holds itself.
    """
    try:
        return {name: value if type(value) in PLAIN else _owned(value, name) for name, value in fields.items()}
    except RecursionError:
        raise ValueError(
            f"a message with the fields {', '.join(fields)} holds itself: it has no end, or is nested too deeply"
        ) from None


def copied(message: Any) -> Any:
    """Give one more receiver of a broadcast a message of its own."""
    if message is EMPTY:
        return message
    if type(message) is dict:
        return {name: value if type(value) in PLAIN else _owned(value, name) for name, value in message.items()}
    return _owned(message, "message")


def declared_message(message: object) -> tuple[str, Any]:
    """Give the id and the owned instance of a message that is no plain text.

    Raises:
        TypeError: it is neither text nor an instance of a dataclass.
        ValueError: it is the empty text, or holds itself.
    """
    if isinstance(message, str):
        if not message:
            raise ValueError("a message has a name of at least one character")
        return sys.intern(str.__str__(message)), EMPTY
    if isinstance(message, type) or not dataclasses.is_dataclass(message):
        shown = f"the class {message.__name__}" if isinstance(message, type) else repr(message)
        raise TypeError(f"a message is a name or an instance of a dataclass, not {shown}")
    try:
        return class_name(type(message)), _owned(message, "message")
    except RecursionError:
        raise ValueError(f"a {type(message).__name__} holds itself: it has no end, or is nested too deeply") from None


def _owned(value: Any, where: str) -> Any:
    kind = type(value)
    if kind in PLAIN:
        return value
    if kind is dict:
        return {k: v if type(v) in PLAIN else _owned(v, where) for k, v in value.items()}
    if kind is list:
        return [v if type(v) in PLAIN else _owned(v, where) for v in value]
    if kind is set:
        return set(value)
    if kind is tuple:
        items = tuple(_owned(v, where) for v in value)
        return value if all(a is b for a, b in zip(items, value, strict=True)) else items
    if isinstance(value, _FUNCTIONS):
        raise TypeError(
            f"a message cannot carry a function (field {where!r}): post a name, or your address for an answer"
        )
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return _owned_instance(value, where)
    if isinstance(value, (list, dict, set, bytearray)):
        return copy.deepcopy(value)
    return value


def _owned_instance(value: Any, where: str) -> Any:
    changed = {}
    for field in dataclasses.fields(value):
        held = getattr(value, field.name, None)
        own = _owned(held, f"{where}.{field.name}")
        if own is not held:
            changed[field.name] = own
    if not changed and value.__dataclass_params__.frozen:
        return value
    twin = copy.copy(value)
    for name, own in changed.items():
        object.__setattr__(twin, name, own)
    return twin
