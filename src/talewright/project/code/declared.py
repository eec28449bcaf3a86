"""What a loaded code module declares; how it is found, `importing` says.

Decorators only mark; this file collects what carries a mark, and the classes, from one module: the folder's
``scripts.py``, or the host's own module (``code=__name__``). Two projects in one process have two modules and share
nothing. What is wrong with a declaration is said in the same words whether the module was loaded or only read.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from types import ModuleType
from typing import Any

from talewright.calls import REMEDY, waits
from talewright.diagnostics import Report, Span
from talewright.errors import FieldError, Misuse
from talewright.fields import Reference, References, check_savable, class_name, declared
from talewright.messaging import GameObject, ReplyTo, Script, Url
from talewright.messaging.worlds import COLLECTION_MARK, PROTOTYPE_MARK
from talewright.project.code.importing import SCRIPTS
from talewright.rpg import Character, InventoryItem, Item, check_kind
from talewright.savegame import migration_target, ordered
from talewright.tags import Tag, TagContainer, TagGrants

COMMAND, FUNCTION, TAG_SOURCE = "__talewright_command__", "__talewright_function__", "__talewright_tag_source__"
"""The attributes under which `@command`, `@function` and `@tag_source` leave their marks."""


@dataclass(frozen=True)
class Code:
    """What a code module declares.

    Attributes:
        commands: by name, what carries ``@command``.
        functions: by name, what carries ``@function``.
        collections: by collection name, what carries ``@collection``.
        prototypes: by name, what carries ``@prototype``.
        migrations: what carries ``@migration``, in the order of its numbers.
        tag_sources: what carries ``@tag_source``.
        scripts: script classes by registered name.
        classes: dataclasses and enums by registered name.
        character: the class of the characters: the module's own, else the library's.
        inventory: the class of the items, likewise.
        module: the module itself, or None.
    """

    commands: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    functions: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    collections: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    prototypes: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    migrations: tuple[Callable[..., Any], ...] = ()
    tag_sources: tuple[Callable[..., Any], ...] = ()
    scripts: Mapping[str, type[Script]] = field(default_factory=dict)
    classes: Mapping[str, type] = field(default_factory=dict)
    character: type[Character] = Character
    inventory: type[InventoryItem] = InventoryItem
    module: ModuleType | None = None


def collect(module: ModuleType | None, report: Report) -> Code:
    """Collect what a module declares; what is wrong goes into the report."""
    if module is None:
        return Code()
    file = file_of(module)
    commands: dict[str, Callable[..., Any]] = {}
    functions: dict[str, Callable[..., Any]] = {}
    collections: dict[str, Callable[..., Any]] = {}
    prototypes: dict[str, Callable[..., Any]] = {}
    migrations: list[Callable[..., Any]] = []
    tag_sources: list[Callable[..., Any]] = []
    scripts: dict[str, type[Script]] = {}
    classes: dict[str, type] = {}

    def put(table: dict[str, Any], key: str, value: Any, what: str) -> None:
        known = table.setdefault(key, value)
        if known is not value:
            report_twin(what, key, known.__qualname__, value.__qualname__, place_in(value, file), report)

    carried: dict[str, list[type]] = {"characters": [], "items": []}
    for name, value in list(vars(module).items()):
        if isinstance(value, type) and issubclass(value, (Character, InventoryItem)):
            kinds = carried["characters" if issubclass(value, Character) else "items"]
            if value not in (Character, InventoryItem, *kinds) and _is_kind(value, file, report):
                kinds.append(value)
        elif isinstance(value, type):
            is_script = issubclass(value, Script)
            declares = is_script or dataclasses.is_dataclass(value) or (issubclass(value, Enum) and value is not Enum)
            if declares and is_sound(value, file, report, is_script=is_script):
                what = "script classes" if is_script else "classes"
                put(scripts if is_script else classes, class_name(value), value, what)
        elif callable(value) and not name.startswith("__"):
            kind = waits(value) if any(hasattr(value, mark) for mark in _MARKS) or migration_target(value) else ""
            runs = not kind or (hasattr(value, TAG_SOURCE) and inspect.isgeneratorfunction(value))
            if not runs:
                report_waiting(name, kind, place_in(value, file), report)
            if hasattr(value, COMMAND) or hasattr(value, FUNCTION):
                _check_signature(value, file, report)
            if hasattr(value, COMMAND):
                put(commands, getattr(value, COMMAND), value, "commands")
            if hasattr(value, FUNCTION):
                put(functions, getattr(value, FUNCTION), value, "functions")
            if hasattr(value, COLLECTION_MARK):
                put(collections, getattr(value, COLLECTION_MARK), value, "collections")
            if hasattr(value, PROTOTYPE_MARK):
                put(prototypes, getattr(value, PROTOTYPE_MARK), value, "prototypes")
            if runs and hasattr(value, TAG_SOURCE) and value not in tag_sources:
                tag_sources.append(value)
            if runs and migration_target(value) is not None and value not in migrations:
                migrations.append(value)
    try:
        steps = tuple(ordered(migrations).values())
    except Misuse as error:
        report.add("TW-CODE-04", "error", error.message, error.hint, place_in(migrations[-1], file))
        steps = ()
    return Code(
        commands,
        functions,
        collections,
        prototypes,
        steps,
        tuple(tag_sources),
        scripts,
        classes,
        _one_of(carried["characters"], Character, file, report),
        _one_of(carried["items"], InventoryItem, file, report),
        module,
    )


def _one_of(classes: list[type], library: type, file: str, report: Report) -> type:
    """Return the class that comes from all others: characters, and items, are of one class in a game."""
    for cls in classes:
        if all(issubclass(cls, other) for other in classes):
            return cls
    if classes:
        names = " and ".join(cls.__name__ for cls in classes)
        message = f"{names} are classes of {library.__name__}: in a game all are of one class"
        report.add("TW-CODE-02", "error", message, "let one of them come from the others", place_in(classes[1], file))
    return library


_MARKS = (COMMAND, FUNCTION, COLLECTION_MARK, PROTOTYPE_MARK, TAG_SOURCE)

_NAMED = References(
    {
        cls: Reference(str, lambda cls, name: name)
        for cls in (Url, GameObject, Script, ReplyTo, Tag, TagContainer, TagGrants, Item, Character, InventoryItem)
    }
)
"""The types that a running game saves as their names; here it matters only that there are such types."""
_NAMED_BY_CHARACTERS = References(
    {cls: Reference(str, lambda cls, name: name) for cls in (Tag, TagContainer, Item, Character, InventoryItem)}
)
"""Those that characters and items may name: they are read before the worlds are."""


def is_sound(cls: type, file: str, report: Report, *, is_script: bool) -> bool:
    """Whether the fields of a class can be read and saved; else the report has why."""
    try:
        if is_script:
            check_savable(cls, _NAMED)
        else:
            declared(cls)
    except FieldError as error:
        report.add("TW-CODE-03", "error", error.message, error.hint, place_in(cls, file))
        return False
    return True


def _is_kind(cls: type, file: str, report: Report) -> bool:
    """Whether characters or items can be of a class; else the report has why."""
    try:
        check_kind(cls, _NAMED_BY_CHARACTERS)
    except (FieldError, Misuse) as error:
        report.add("TW-CODE-03", "error", error.message, error.hint, place_in(cls, file))
        return False
    return True


def report_twin(what: str, name: str, first: str, second: str, span: Span, report: Report) -> None:
    """Report that two things have one name."""
    message = f"two {what} are called {name}: {first} and {second}"
    report.add("TW-CODE-02", "error", message, "give one of them another name", span)


def _check_signature(function: Callable[..., Any], file: str, report: Report) -> None:
    parameters = list(inspect.signature(function).parameters.values())
    named = [p.name for p in parameters if p.kind in (p.KEYWORD_ONLY, p.VAR_KEYWORD) and p.default is p.empty]
    first = parameters[0].kind if parameters else None
    takes_game = first in (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    report_signature(function.__name__, takes_game, named, place_in(function, file), report)


def report_waiting(name: str, kind: str, span: Span, report: Report) -> None:
    """Report a function that would never run when it is called."""
    message = f"{name} is no plain function but {kind}: it would never run when it is called"
    report.add("TW-CODE-05", "error", message, REMEDY, span)


def report_signature(name: str, takes_game: bool, named: list[str], span: Span, report: Report) -> None:
    """Report a command or function that no line of text can call."""
    if not takes_game:
        hint = f"write def {name}(game, ...)"
        report.add("TW-CODE-05", "error", f"{name} has no parameter for the game", hint, span)
    if named:
        message = f"{name} has the parameter {named[0]!r}, which no line of text can give"
        report.add("TW-CODE-05", "error", message, "take the * away, or give it a default", span)


def place_of(thing: Any, code: Code) -> Span:
    """Return the place of a function in the code module."""
    return place_in(thing, file_of(code.module))


def file_of(module: ModuleType | None) -> str:
    """Return the path of a module, or what stands in for it."""
    return getattr(module, "__file__", None) or (SCRIPTS if module is None else module.__name__)


def place_in(thing: Any, file: str) -> Span:
    """Return the place of a thing of the module: in the file where it stands, if that is in the same folder."""
    code = getattr(thing, "__code__", None)
    folder, name = Path(file).parent, Path(file).name
    if code is None:
        return Span(name)
    inside = Path(code.co_filename)
    within = inside.is_relative_to(folder) and inside.is_absolute()
    return Span(inside.relative_to(folder).as_posix() if within else name, code.co_firstlineno)
