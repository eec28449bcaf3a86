"""What a class declares: its fields, their types and defaults, and which types can be saved.

A dataclass declares its dataclass fields, any other class what it annotates in its body. Reads annotations, makes
nothing. Annotations are resolved once, when a class is first asked for, and kept on the class itself.
"""

from __future__ import annotations

import copy
import dataclasses
import inspect
import re
import sys
import types
import typing
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar, Literal, TypeVar, Union

from talewright.errors import FieldError
from talewright.fields.plain import NO_REFERENCES, References

T = TypeVar("T")


class _Missing:
    __slots__ = ()

    def __repr__(self) -> str:
        return "MISSING"

    def __reduce__(self) -> str:
        return "MISSING"


MISSING: Any = _Missing()
"""Stands for "no value": None is one."""


@dataclass(frozen=True, slots=True)
class Field:
    """One declared field.

    Attributes:
        name: as it is written.
        hint: the resolved annotation.
        default: the value of an object that says nothing, or `MISSING`.
        factory: makes that value anew, or None.
    """

    name: str
    hint: Any
    default: Any = MISSING
    factory: Callable[[], Any] | None = None

    @property
    def required(self) -> bool:
        """Whether an object cannot be made without it."""
        return self.default is MISSING and self.factory is None

    def make(self) -> Any:
        """Return a default that nobody else holds."""
        if self.factory is not None:
            return self.factory()
        return own(self.default)


def own(value: T) -> T:
    """Return a value that nobody else can change: mutable ones are copied, the rest returned.

    A class that says itself how it is copied (``__deepcopy__``) is asked.
    """
    kinds = (list, dict, set, tuple)
    if isinstance(value, kinds) or hasattr(value, "__deepcopy__") or _is_mutable_dataclass(value):
        return copy.deepcopy(value)
    return value


def _is_mutable_dataclass(value: object) -> bool:
    params = getattr(value, "__dataclass_params__", None)
    return params is not None and not isinstance(value, type) and not params.frozen


def class_name(cls: type) -> str:
    """Return the name under which a class is registered: the one it declares itself, or its own.

    >>> class Blacksmith: ...
    >>> class Item:
    ...     class_name = "SapituItem"
    >>> class_name(Blacksmith), class_name(Item)
    ('Blacksmith', 'SapituItem')
    """
    declared_name = cls.__dict__.get("class_name")
    return declared_name if isinstance(declared_name, str) else cls.__name__


def declared(cls: type) -> dict[str, Field]:
    """Return the fields that a class and its bases declare, bases first.

    A dataclass declares its dataclass fields; any other class what it annotates. Names that begin with an underscore
    and class variables are no fields. A class whose own body holds ``__declares__ = False`` adds none (a base class
    that annotates what it manages itself).

    Raises:
        FieldError: an annotation cannot be resolved.

    >>> class Enemy:
    ...     health: int = 200
    ...     _face: object = None
    >>> declared(Enemy)["health"].default
    200
    >>> list(declared(Enemy))
    ['health']
    """
    known = cls.__dict__.get("__declared_fields__")
    if known is not None:
        return typing.cast("dict[str, Field]", known)
    found = _dataclass_fields(cls) if dataclasses.is_dataclass(cls) else _annotated_fields(cls)
    # A cache on the class itself: it lives and dies with the class, so no table of this module grows.
    try:
        type.__setattr__(cls, "__declared_fields__", found)
    except TypeError:
        pass
    return found


def _dataclass_fields(cls: type) -> dict[str, Field]:
    found = {}
    hints = {
        name: (hint, owner) for owner in reversed(cls.__mro__) for name, hint in inspect.get_annotations(owner).items()
    }
    for f in dataclasses.fields(cls):
        if f.name.startswith("_"):
            continue
        hint, owner = hints.get(f.name, (f.type, cls))
        default = MISSING if f.default is dataclasses.MISSING else f.default
        factory = None if f.default_factory is dataclasses.MISSING else f.default_factory
        found[f.name] = Field(f.name, _resolve(hint, owner, f.name), default, factory)
    return found


def _annotated_fields(cls: type) -> dict[str, Field]:
    found: dict[str, Field] = {}
    for owner in reversed(cls.__mro__):
        if owner is object or owner.__dict__.get("__declares__") is False:
            continue
        for name, annotation in inspect.get_annotations(owner).items():
            if name.startswith("_") or _is_class_variable(annotation):
                continue
            found[name] = Field(name, _resolve(annotation, owner, name))
    for name, entry in found.items():
        default = inspect.getattr_static(cls, name, MISSING)
        if isinstance(default, types.MemberDescriptorType):  # a slot is no default
            default = MISSING
        if default is not MISSING:
            found[name] = dataclasses.replace(entry, default=default)
    return found


def _is_class_variable(annotation: Any) -> bool:
    if isinstance(annotation, str):
        return re.match(r"(\w+\.)?ClassVar\b", annotation) is not None
    return annotation is ClassVar or typing.get_origin(annotation) is ClassVar


def _resolve(annotation: Any, owner: type, name: str) -> Any:
    module = sys.modules.get(owner.__module__)
    scope = dict(vars(module)) if module is not None else {}
    scope.setdefault(owner.__name__, owner)
    holder = types.SimpleNamespace(__annotations__={"it": annotation})
    try:
        return typing.get_type_hints(holder, scope, {})["it"]
    except (NameError, AttributeError, SyntaxError, TypeError) as error:
        raise FieldError(
            f"{owner.__name__}.{name}",
            f"the type {annotation!r} cannot be found ({error})",
            hint="import it at the top of the module, not under TYPE_CHECKING, and define classes at module level",
        ) from error


_SCALARS = (bool, int, float, str)


def check_savable(cls: type, references: References = NO_REFERENCES) -> None:
    """Refuse a class with a field that no document can hold.

    Raises:
        FieldError: names the class, the field and its type.

    >>> class Door:
    ...     opened_by: "Callable[[], None]" = print
    >>> check_savable(Door)
    Traceback (most recent call last):
    talewright.errors.FieldError: Door.opened_by: a value of type collections.abc.Callable[[], None] cannot be saved
      hint: begin its name with an underscore to leave it out of saves
    """
    for entry in declared(cls).values():
        _check_hint(entry.hint, references, f"{cls.__name__}.{entry.name}", ())


def _check_hint(hint: Any, references: References, path: str, inside: tuple[type, ...]) -> None:
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if hint in (Any, object, None, type(None)) or hint in _SCALARS or origin is Literal:
        return
    if origin in (Union, types.UnionType):
        for arg in args:
            _check_hint(arg, references, path, inside)
        return
    kind = origin or hint
    if isinstance(kind, type):
        if references.find(kind) or issubclass(kind, Enum):
            return
        if dataclasses.is_dataclass(kind):
            if kind not in inside:
                for entry in declared(kind).values():
                    _check_hint(entry.hint, references, f"{path}.{entry.name}", (*inside, kind))
            return
        if kind in (list, set, frozenset, tuple, dict):
            for arg in args:
                if arg is not Ellipsis:
                    _check_hint(arg, references, path, inside)
            return
    raise FieldError(
        path,
        f"a value of type {spell(hint)} cannot be saved",
        hint="begin its name with an underscore to leave it out of saves",
    )


def spell(hint: Any) -> str:
    """Return a type as a person writes it."""
    return hint.__name__ if isinstance(hint, type) and not typing.get_args(hint) else str(hint)
