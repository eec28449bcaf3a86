"""Struct fields that a class does not declare: kept from reading to writing.

An older program that loads and saves must not cost a newer one its data (config-savegame.md sections 3.3 and 8). What a
struct's text says beyond the declared fields is remembered on the object itself, and written behind the declared ones.
A class with slots has no room for that: `attach` tells which objects lose something.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Any

from talewright.fields import Plain, declared
from talewright.names import fold

_KEPT = "_config_extras"


def attach(value: Any, plain: Plain) -> Iterator[str]:
    """Remember what plain data says beyond the declared fields of the dataclasses that were made of it.

    Yields:
        The names of fields that could not be kept.
    """
    if dataclasses.is_dataclass(value) and not isinstance(value, type) and isinstance(plain, Mapping):
        known = {fold(name): name for name in declared(type(value))}
        unknown = {}
        for key, item in plain.items():
            name = known.get(fold(key))
            if name is None:
                unknown[key] = item
            else:
                yield from attach(getattr(value, name, None), item)
        if unknown:
            try:
                object.__setattr__(value, _KEPT, unknown)
            except (AttributeError, TypeError):
                yield from unknown
    elif isinstance(value, (list, tuple)) and isinstance(plain, list) and len(value) == len(plain):  # all could be read
        for item, text in zip(value, plain, strict=True):
            yield from attach(item, text)
    elif isinstance(value, dict) and isinstance(plain, Mapping) and len(value) == len(plain):
        for item, text in zip(value.values(), plain.values(), strict=True):
            yield from attach(item, text)


def with_extras(value: Any, plain: Plain) -> Plain:
    """Return encoded data with what `attach` remembered on its objects."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type) and isinstance(plain, dict):
        found = {key: with_extras(getattr(value, key, None), item) for key, item in plain.items()}
        for key, item in (getattr(value, _KEPT, None) or {}).items():
            found.setdefault(key, item)
        return found
    if isinstance(value, (list, tuple)) and isinstance(plain, list) and len(value) == len(plain):
        kind = type(plain)
        return kind(with_extras(item, text) for item, text in zip(value, plain, strict=True))
    if isinstance(value, dict) and isinstance(plain, dict) and len(value) == len(plain):
        return {
            key: with_extras(item, text)
            for (key, text), item in zip(plain.items(), value.values(), strict=True)
        }  # fmt: skip
    return plain
