"""What a declared type says about how its values stand in lines (config-savegame.md sections 3.2 to 3.4).

Which types take a text word for word, which hold other values, what their elements are, and whether a list is a line an
element. Asked by all who turn lines into values or values into lines.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from enum import Enum
from typing import Any, Literal, Union

from talewright.fields import NO_REFERENCES, References

SEQUENCES = (list, tuple, set, frozenset)


def bare_hint(hint: Any) -> Any:
    """Return a type without "or None"."""
    if typing.get_origin(hint) in (Union, types.UnionType):
        rest = [arg for arg in typing.get_args(hint) if arg is not type(None)]
        return rest[0] if len(rest) == 1 else hint
    return hint


def static_length(hint: Any) -> int:
    """Return how many elements a static array has: a tuple of fixed length; 0 for every other type."""
    bare = bare_hint(hint)
    args = typing.get_args(bare)
    return len(args) if typing.get_origin(bare) is tuple and args and args[-1] is not Ellipsis else 0


def container(hint: Any, references: References = NO_REFERENCES) -> Any:
    """Say how a type takes text: None is word for word, `object` as the text says, else what holds other values."""
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin in (Union, types.UnionType):
        rest = [arg for arg in args if arg is not type(None)]
        if len(rest) == 1:
            return container(rest[0], references)
        return None if all(container(arg, references) is None for arg in rest) else object
    if hint is Any or hint is object:
        return object
    kind = origin or hint
    if not isinstance(kind, type) or origin is Literal or references.find(kind) or issubclass(kind, Enum):
        return None
    if kind in SEQUENCES or kind is dict or dataclasses.is_dataclass(kind):
        return kind
    return None


def element(hint: Any) -> Any:
    """Return the element type of a sequence type; Any where the elements differ or it does not say."""
    for arg in typing.get_args(hint) if typing.get_origin(hint) in (Union, types.UnionType) else (hint,):
        if (typing.get_origin(arg) or arg) in SEQUENCES:
            args = [a for a in typing.get_args(arg) if a is not Ellipsis]
            return args[0] if args and all(a == args[0] for a in args) else Any
    return Any


def is_inline(hint: Any, references: References = NO_REFERENCES) -> bool:
    """Whether a sequence type is written as one inline list rather than a line an element."""
    return container(element(hint), references) in (*SEQUENCES, object)
