"""What strict worlds refuse at the sender: values that no save can hold, and messages that Defold would find too large.

The size is an estimate of what Defold's encoder makes of a table; a message near the limit may be judged otherwise
there. Worlds that are not strict send everything but functions; what a save then cannot hold, it names.

Source: messaging, "msg.post" (limits and size estimate).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any

from talewright.errors import FieldError, MessageError, NotFound
from talewright.fields import References, encode_any
from talewright.messaging.address.url import Url

LIMIT = 2_048
"""Bytes of a message, its header included."""

MAX_VALUES = 65_535

_HEADER = 8
_TABLE = 4
_TYPES = 2
_KEY = 4
_NUMBER = 8
_TEXT = 4
_URL = 36
_VECTORS = {3: 16, 4: 20}


def check(message_id: str, message: Any, references: References) -> None:
    """Refuse a message that cannot be saved, or is too large.

    Raises:
        MessageError: names the field.
    """
    try:
        _check(message_id, message, references)
    except RecursionError:
        raise MessageError(
            f"the message {message_id!r} cannot be sent in a strict world: it is nested too deeply"
        ) from None


def _check(message_id: str, message: Any, references: References) -> None:
    try:
        encode_any(message, references, "message")
    except (FieldError, NotFound) as error:
        raise MessageError(
            f"the message {message_id!r} cannot be sent in a strict world: {error.message}", hint=error.hint
        ) from error
    size = _HEADER + _TABLE
    for number, (name, value) in enumerate(_items(message), 1):
        size += _entry(name, value, name)
        if size > LIMIT:
            raise MessageError(
                f"buffer ({LIMIT} bytes) too small for table, exceeded at '{name}' for element #{number}",
                hint=f"the message {message_id!r} is estimated at {size} bytes so far; keep long texts in an object, "
                "and post its address",
            )


def size_of(message: Any) -> int:
    """Estimate the bytes of a message.

    >>> size_of({"power": 50})
    31
    """
    return _HEADER + _TABLE + sum(_entry(name, value, name) for name, value in _items(message))


def _items(message: Any) -> Iterable[tuple[str, Any]]:
    if isinstance(message, Mapping):
        return message.items()
    return [(field.name, getattr(message, field.name, None)) for field in dataclasses.fields(message)]


def _utf8(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def _entry(key: Any, value: Any, where: str) -> int:
    return _TYPES + (_utf8(key) + _KEY if isinstance(key, str) else 5) + _value(value, where)


def _value(value: Any, where: str) -> int:
    if value is None or isinstance(value, bool):
        return 1
    if isinstance(value, (int, float)):
        return _NUMBER
    if isinstance(value, str):
        return _utf8(value) + _TEXT
    if isinstance(value, bytes):
        return len(value) + _TEXT
    if isinstance(value, Url):
        return _URL
    if isinstance(value, tuple) and all(isinstance(v, (int, float)) for v in value) and len(value) in _VECTORS:
        return _VECTORS[len(value)]
    if isinstance(value, Mapping) or dataclasses.is_dataclass(value):
        entries = list(_items(value))
    elif isinstance(value, (list, tuple, set, frozenset)):
        entries = list(enumerate(value, 1))  # type: ignore[arg-type]
    else:
        return _URL  # an object, a script, an item: sent as its name
    if len(entries) > MAX_VALUES:
        raise MessageError(f"too many values in table, {MAX_VALUES} is max (in '{where}')")
    return _TABLE + sum(_entry(k, v, f"{where}.{k}") for k, v in entries)
