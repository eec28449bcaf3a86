"""What a script class is made of, worked out once when the class is made.

Reads annotations by name alone; their types are resolved (by `talewright.fields`) when the class is first spawned, so
that a class may name types that come later in its module. Refuses properties that could never work.
"""

from __future__ import annotations

import dataclasses
import inspect
import sys
import types
import typing
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from talewright.calls import runs
from talewright.errors import FieldError
from talewright.fields import MISSING, References, check_savable, class_name, own
from talewright.messaging.objects.handlers import ON_MARK, Handler, collect

HOOKS = frozenset({"init", "update", "fixed_update", "late_update", "on_message", "on_input", "on_reload", "final"})
"""What the worlds call, besides what is marked with ``@on``."""

RESERVED = frozenset({"game", "world", "owner", "class_name"})
"""Names that no property may have, besides those of methods."""

PROXY, SCRIPT, GUI = "collectionproxy", "script", "gui"
"""The types of components that have something to do, in the order in which a frame visits them."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A script class at a glance.

    Attributes:
        fields: its properties, in the order of `__init__`.
        required: those without a default.
        changeable: defaults that each object gets a copy of.
        slots: the slots that it adds to its base.
        handlers: methods by message id.
        messages: dataclasses that it handles, by registered name.
        inits: whether it has an ``init`` of its own.
        updates: whether it has an ``update`` of its own.
        late_updates: whether it has a ``late_update`` of its own.
        fixed_updates: whether it has a ``fixed_update`` of its own.
        takes_input: whether it has an ``on_input`` of its own.
        has_turn: whether a frame calls it.
    """

    fields: tuple[str, ...]
    required: frozenset[str]
    changeable: tuple[tuple[str, Any], ...]
    slots: tuple[str, ...]
    handlers: dict[str, Handler]
    messages: dict[str, type]
    inits: bool
    updates: bool
    late_updates: bool
    fixed_updates: bool
    takes_input: bool
    has_turn: bool


def make_shape(cls: type, base: type, kind: str) -> Shape:
    """Work out a subclass of the script base class.

    Raises:
        FieldError: a property is named like a method, or has a default that cannot be one.
        TypeError: two methods handle the same message; or one that the worlds call would never run (``async``,
            ``yield``).
    """
    _refuse_names(cls)
    for owner in cls.__mro__:
        if owner is cls or not issubclass(owner, base):  # the other script classes had their turn
            for name, value in vars(owner).items():
                if name in HOOKS or hasattr(value, ON_MARK):
                    runs(value, f"{cls.__name__}.{name}")
    names: dict[str, None] = {}
    for owner in reversed(cls.__mro__):
        if owner.__dict__.get("__declares__") is not False:
            names.update(dict.fromkeys(n for n, hint in _annotations(owner).items() if _is_field(n, hint)))
    defaults = {name: _default(cls, name) for name in names}
    handlers, messages = collect(cls)
    calls = [_overrides(cls, base, name) for name in ("update", "late_update", "fixed_update")]
    return Shape(
        fields=tuple(names),
        required=frozenset(name for name, default in defaults.items() if default is MISSING),
        changeable=tuple((n, d) for n, d in defaults.items() if d is not MISSING and own(d) is not d),
        slots=tuple(_slots(cls, base)),
        handlers=handlers,
        messages=messages,
        inits=_overrides(cls, base, "init"),
        updates=calls[0],
        late_updates=calls[1],
        fixed_updates=calls[2],
        takes_input=_overrides(cls, base, "on_input"),
        has_turn=any(calls) or kind == PROXY,
    )


def _slots(cls: type, base: type) -> Iterator[str]:
    for owner in cls.__mro__:
        if owner is base:
            return
        yield from (name for name, member in vars(owner).items() if isinstance(member, types.MemberDescriptorType))


def _overrides(cls: type, base: type, name: str) -> bool:
    return getattr(cls, name, None) is not getattr(base, name, None)


def _refuse_names(cls: type) -> None:
    for name, annotation in _annotations(cls).items():
        if name.startswith("_tw_"):
            raise FieldError(f"{cls.__name__}.{name}", "names that begin with _tw_ belong to the library")
        if not _is_field(name, annotation):
            continue
        for base in cls.__mro__[1:]:
            taken = name in base.__dict__ and not _is_field_of(base, name)
            if name in RESERVED or taken:
                raise FieldError(
                    f"{cls.__name__}.{name}",
                    f"a property cannot be called {name!r}: every script has a method or attribute of this name",
                    hint="give the property another name",
                )
        if isinstance(cls.__dict__.get(name), dataclasses.Field):
            raise FieldError(
                f"{cls.__name__}.{name}",
                "a script needs no dataclasses.field()",
                hint="write the default itself, as in `sold: list[str] = []`; each object gets its own",
            )


def _default(cls: type, name: str) -> Any:
    found = inspect.getattr_static(cls, name, MISSING)
    return MISSING if isinstance(found, types.MemberDescriptorType) else found


def _is_field_of(base: type, name: str) -> bool:
    return base.__dict__.get("__declares__") is not False and name in _annotations(base)


def _is_field(name: str, annotation: Any) -> bool:
    if name.startswith("_"):
        return False
    if isinstance(annotation, str):
        return not annotation.startswith(("ClassVar", "typing.ClassVar"))
    return annotation is not ClassVar and typing.get_origin(annotation) is not ClassVar


def _annotations(cls: type) -> dict[str, Any]:
    if sys.version_info >= (3, 14):
        import annotationlib

        return annotationlib.get_annotations(cls, format=annotationlib.Format.FORWARDREF)
    return inspect.get_annotations(cls)


def check_class(cls: type, known: References) -> None:
    """Refuse a script class whose components could not be saved."""
    if hasattr(cls, "__dataclass_fields__"):
        hint = "take @dataclass away; a script's annotations are enough"
        raise FieldError(cls.__name__, "a script is no dataclass", hint=hint)
    name = class_name(cls)
    if not name or any(c.isspace() or c in "[]#:" for c in name):
        raise FieldError(cls.__name__, f"the class_name {name!r} cannot stand in a section of a save")
    check_savable(cls, known)


def place_of(cls: type) -> str:
    """Return the module and the name of a class, as people find it."""
    return f"{cls.__module__}.{cls.__qualname__}"
