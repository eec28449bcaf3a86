"""What a message carries, and who owns it.

A message belongs to the queue from the moment it is posted: fields given as keywords are a dict nobody else holds;
lists, dicts, sets and changeable dataclass instances inside are copied; frozen ones, addresses and other objects are
handed over. Functions are refused (Defold manual, message passing: "functions cannot be passed").
"""

from __future__ import annotations

import copy
import dataclasses
import sys
from collections import deque
from collections.abc import Iterable, Mapping
from functools import partial
from types import BuiltinFunctionType, FunctionType, MappingProxyType, MethodType, NoneType
from typing import Any, TypeAlias

from talewright.fields import Copied, class_name
from talewright.messaging.address.url import Url

Message: TypeAlias = Mapping[str, Any]
"""The fields of a message posted by name."""

EMPTY: Message = MappingProxyType({})
"""What arrives when nothing was sent: an empty mapping, never None."""

Table: TypeAlias = Mapping[str, Any] | None
"""The fields of a message in one argument, as ``msg.post`` takes them; None: they are given as keywords, or there are
none."""

PLAIN = frozenset({int, float, str, bool, NoneType, Url, bytes, complex})
"""Types that nobody can change: their values are handed over as they are."""

_FUNCTIONS = (FunctionType, MethodType, BuiltinFunctionType, partial)
_CONTAINERS = (list, dict, set, tuple, frozenset, deque)


def owned_fields(fields: dict[str, Any]) -> dict[str, Any]:
    """Return fields whose values nobody else can change.

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


def fields_of(table: object, fields: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a message, be they a table (Defold's third argument) or keywords; the queue will own them.

    Raises:
        TypeError: there is both, or the table is no mapping with names.

    >>> fields_of({"score": 1}, {})
    {'score': 1}
    """
    if table is None:
        return fields
    if not isinstance(table, Mapping):
        raise TypeError(
            f"what a message carries is a table of fields, not {table!r}: "
            'write self.post(receiver, "hit", {"power": 5}), or power=5, or post an instance of a dataclass'
        )
    if fields:
        raise TypeError(f"a message has its fields in a table or as keywords, not both ({', '.join(fields)})")
    for name in table:
        if not isinstance(name, str):
            raise TypeError(
                f"a message's fields have names, and {name!r} is none: put a list, or a table with such keys, "
                "into a field"
            )
    return dict(table)


def copied(message: Any) -> Any:
    """Return one more receiver of a broadcast a message of its own."""
    if message is EMPTY:
        return message
    if type(message) is dict:
        return {name: value if type(value) in PLAIN else _owned(value, name) for name, value in message.items()}
    return _owned(message, "message")


def declared_message(message: object) -> tuple[str, Any]:
    """Return the id and the owned instance of a message that is no plain text.

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
        raise TypeError(f"a message is a name or an instance of a dataclass, not {shown}{number_hint(message)}")
    try:
        return class_name(type(message)), _owned(message, "message")
    except RecursionError:
        raise ValueError(f"a {type(message).__name__} holds itself: it has no end, or is nested too deeply") from None


def number_hint(value: object) -> str:
    """Say what to write where somebody gave a number in place of a name.

    >>> number_hint(8412)
    "; here a name is its text, 'punch': the number of hash64() is for those who talk to the engine"
    """
    if not isinstance(value, int) or isinstance(value, bool):
        return ""
    return "; here a name is its text, 'punch': the number of hash64() is for those who talk to the engine"


def _owned(value: Any, where: str) -> Any:
    kind = type(value)
    if kind in PLAIN:
        return value
    if kind is dict:
        for key in value:
            if type(key) not in PLAIN:
                _owned(key, where)  # keys stay what they are, but none is a function
        return {k: v if type(v) in PLAIN else _owned(v, where) for k, v in value.items()}
    if kind is list:
        return [v if type(v) in PLAIN else _owned(v, where) for v in value]
    if kind is set:
        return {v if type(v) in PLAIN else _owned(v, where) for v in value}
    if kind is tuple or kind is frozenset:
        items = kind(_owned(v, where) for v in value)
        return items if _changed(value, items) else value
    if isinstance(value, _FUNCTIONS):
        raise TypeError(
            f"a message cannot carry a function (field {where!r}): post a name, or your address for an answer"
        )
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return _owned_instance(value, where)
    if isinstance(value, _CONTAINERS):
        return _owned_container(value, where)
    if isinstance(value, Copied):
        return value.copy()
    return copy.copy(value) if isinstance(value, bytearray) else value


def _changed(old: Iterable[Any], new: Iterable[Any]) -> bool:
    """Say whether owning has replaced anything; sets of equal members are walked in any order."""
    return {id(v) for v in old} != {id(v) for v in new}


def _owned_container(value: Any, where: str) -> Any:
    """Own a container of another class than Python's plain ones: a copy by itself, then what is inside.

    Nothing is copied deeply: objects, scripts and addresses inside are handed over.
    """
    if isinstance(value, (tuple, frozenset)):
        items = [_owned(v, where) for v in value]
        if not _changed(value, items):
            return value
        kind: Any = type(value)
        base: Any = tuple if isinstance(value, tuple) else frozenset
        return kind._make(items) if hasattr(kind, "_make") else base.__new__(kind, items)
    twin = copy.copy(value)
    if twin is value:  # by its own word nobody can change it
        return value
    if isinstance(twin, dict):
        for key, held in list(dict.items(twin)):
            _owned(key, where)
            own = _owned(held, where)
            if own is not held:
                dict.__setitem__(twin, key, own)
    elif isinstance(twin, list):
        list.__setitem__(twin, slice(None), [_owned(v, where) for v in list.__iter__(twin)])
    elif isinstance(twin, set):
        members = [_owned(v, where) for v in set.__iter__(twin)]
        set.clear(twin)
        set.update(twin, members)
    elif isinstance(twin, deque):
        members = [_owned(v, where) for v in deque.__iter__(twin)]
        deque.clear(twin)
        deque.extend(twin, members)
    for name, held in list(getattr(twin, "__dict__", {}).items()):
        twin.__dict__[name] = _owned(held, f"{where}.{name}")
    return twin


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
