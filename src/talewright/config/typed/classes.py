"""What a class says about its place in config files: ``config``, ``globalconfig``, ``perobjectconfig``, ``localized``.

Plain dataclasses; class variables and marks on fields say the rest, in the engine's own words (config-savegame.md
section 4.1):

    config_file: ClassVar[str] = "Game"        the category; inherited, and may be declared anew
    class_name: ClassVar[str] = "Engine.Pawn"  the section, where it is not the class's own name
    per_object: ClassVar[bool] = True          every object has a section [Name Class]
    volume: float = globalconfig(1.0)          one value for the class that declares it and all below it
    cache: int = transient(0)                  neither read nor written
    title: str = localized("")                 read from the language files first

Decides which section and key a field has. Opens no file.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from talewright.errors import Misuse
from talewright.fields import Field, class_name, declared

_MARK = "talewright.config"


def _mark(kind: str, default: Any, default_factory: Any) -> Any:
    metadata = {_MARK: kind}
    if default_factory is not dataclasses.MISSING:
        return dataclasses.field(default_factory=default_factory, metadata=metadata)
    if default is not dataclasses.MISSING:
        return dataclasses.field(default=default, metadata=metadata)
    return dataclasses.field(metadata=metadata)


def globalconfig(
    default: Any = dataclasses.MISSING, *, default_factory: Callable[[], Any] | Any = dataclasses.MISSING
) -> Any:
    """Mark a field that is always kept in the section of the class that declares it, so that subclasses share it."""
    return _mark("global", default, default_factory)


def transient(
    default: Any = dataclasses.MISSING, *, default_factory: Callable[[], Any] | Any = dataclasses.MISSING
) -> Any:
    """Mark a field that is neither read from config nor saved there."""
    return _mark("transient", default, default_factory)


def localized(
    default: Any = dataclasses.MISSING, *, default_factory: Callable[[], Any] | Any = dataclasses.MISSING
) -> Any:
    """Mark a text that is looked up in the language files, and only then in the record (section 4.4)."""
    return _mark("localized", default, default_factory)


@dataclass(frozen=True, slots=True)
class ConfigClass:
    """Where the fields of a class are kept.

    Attributes:
        cls: the class.
        name: its registered name: the section, or the class in ``[Name Class]``.
        category: its file.
        per_object: whether every object has its own section.
        fields: what is read and written.
        transient: names of fields that are neither.
        localized: names of fields that language files give.
        shared: fields marked `globalconfig`, with the class that declares each.
        family: the class and its bases that are dataclasses, nearest first.
    """

    cls: type
    name: str
    category: str
    per_object: bool
    fields: dict[str, Field]
    transient: frozenset[str]
    localized: frozenset[str]
    shared: dict[str, type]
    family: tuple[type, ...]

    def section(self, object_name: str = "") -> str:
        """Return the section of the class, or of one of its objects."""
        return f"{object_name} {self.name}" if object_name else self.name


def describe(cls: type) -> ConfigClass:
    """Say where the fields of a dataclass are kept.

    Raises:
        Misuse: the class is no dataclass.
    """
    if not isinstance(cls, type) or not dataclasses.is_dataclass(cls):
        raise Misuse(f"{cls!r} is no dataclass", hint="settings are declared as a dataclass with defaults")
    known = cls.__dict__.get("__config_class__")
    if isinstance(known, ConfigClass):
        return known
    category = getattr(cls, "config_file", "Game")
    family = tuple(base for base in cls.__mro__ if dataclasses.is_dataclass(base))
    marks = {f.name: f.metadata.get(_MARK, "") for f in dataclasses.fields(cls)}
    shared = {}
    for name, kind in marks.items():
        if kind == "global":
            holders = [base for base in family if name in getattr(base, "__dataclass_fields__", {})]
            shared[name] = holders[-1]
    hidden = frozenset(name for name, kind in marks.items() if kind == "transient")
    found = ConfigClass(
        cls,
        class_name(cls),
        category if isinstance(category, str) else "Game",
        bool(getattr(cls, "per_object", False)),
        {name: entry for name, entry in declared(cls).items() if name not in hidden},
        hidden,
        frozenset(name for name, kind in marks.items() if kind == "localized"),
        shared,
        family,
    )
    try:  # as `declared` does: the cache lives and dies with the class
        type.__setattr__(cls, "__config_class__", found)
    except TypeError:
        pass
    return found
