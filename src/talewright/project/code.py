"""A project's code module: what it declares; how it is found, `importing` says.

Decorators only mark; this file collects what carries a mark, and the classes, from one module: the folder's
``scripts.py``, or the host's own module (``code=__name__``). Two projects in one process have two modules and share
nothing. `CodeNames` is the little that checks need, and is read either from a loaded module or from the syntax tree of
its source, so that tools run nothing of a project.
"""

from __future__ import annotations

import ast
import dataclasses
import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from types import ModuleType
from typing import Any

from talewright.calls import REMEDY, waits
from talewright.diagnostics import Report, Span
from talewright.errors import FieldError, Misuse
from talewright.fields import Reference, References, check_savable, class_name, declared
from talewright.messaging import COLLECTION_MARK, PROTOTYPE_MARK, GameObject, ReplyTo, Script, Url
from talewright.messaging.shape import HOOKS
from talewright.project.importing import SCRIPTS
from talewright.rpg import Character, InventoryItem, Item
from talewright.savegame import migration_target, ordered
from talewright.tags import Tag, TagContainer, TagGrants

_DECORATORS = frozenset({"command", "function", "collection", "prototype", "migration", "tag_source", "on"})
"""Decorators of functions that the library calls."""

_SCRIPTS = ("Script", "Conversation", "Proxy", "Factory")
"""How the names of script classes of the library end."""

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
    module: ModuleType | None = None


@dataclass(frozen=True)
class CodeNames:
    """The names that dialogues may use.

    Attributes:
        commands: names of ``@command`` functions.
        functions: names of ``@function`` functions.
        handled: message ids that an ``@on`` of some script handles.
        open_ended: some script has an ``on_message`` of its own, so that any command may be handled.
        present: there is code at all.
    """

    commands: frozenset[str] = frozenset()
    functions: frozenset[str] = frozenset()
    handled: frozenset[str] = frozenset()
    open_ended: bool = False
    present: bool = False


def collect(module: ModuleType | None, report: Report) -> Code:
    """Collect what a module declares; what is wrong goes into the report."""
    if module is None:
        return Code()
    file = Path(getattr(module, "__file__", None) or module.__name__).name
    commands: dict[str, Callable[..., Any]] = {}
    functions: dict[str, Callable[..., Any]] = {}
    collections: dict[str, Callable[..., Any]] = {}
    prototypes: dict[str, Callable[..., Any]] = {}
    migrations: list[Callable[..., Any]] = []
    tag_sources: list[Callable[..., Any]] = []
    scripts: dict[str, type[Script]] = {}
    classes: dict[str, type] = {}

    def put(table: dict[Any, Any], key: object, value: Any, what: str) -> None:
        known = table.setdefault(key, value)
        if known is not value:
            message = f"two {what} are called {key}: {known.__qualname__} and {value.__qualname__}"
            report.add("TW-CODE-02", "error", message, "give one of them another name", _place(value, file))

    for name, value in list(vars(module).items()):
        if isinstance(value, type):
            try:
                if issubclass(value, Script):
                    check_savable(value, _NAMED)
                    put(scripts, class_name(value), value, "script classes")
                elif dataclasses.is_dataclass(value):
                    declared(value)
                    put(classes, class_name(value), value, "classes")
                elif issubclass(value, Enum) and value is not Enum:
                    put(classes, class_name(value), value, "classes")
            except FieldError as error:
                report.add("TW-CODE-03", "error", error.message, error.hint, _place(value, file))
        elif callable(value) and not name.startswith("__"):
            kind = waits(value) if any(hasattr(value, mark) for mark in _MARKS) or migration_target(value) else ""
            runs = not kind or (hasattr(value, TAG_SOURCE) and inspect.isgeneratorfunction(value))
            if not runs:
                _report_waiting(name, kind, _place(value, file), report)
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
        report.add("TW-CODE-04", "error", error.message, error.hint, _place(migrations[-1], file))
        steps = ()
    return Code(commands, functions, collections, prototypes, steps, tuple(tag_sources), scripts, classes, module)


_MARKS = (COMMAND, FUNCTION, COLLECTION_MARK, PROTOTYPE_MARK, TAG_SOURCE)

_NAMED = References(
    {
        cls: Reference(str, lambda cls, name: name)
        for cls in (Url, GameObject, Script, ReplyTo, Tag, TagContainer, TagGrants, Item, Character, InventoryItem)
    }
)
"""The types that a running game saves as their names; here it matters only that there are such types."""


def _check_signature(function: Callable[..., Any], file: str, report: Report) -> None:
    parameters = list(inspect.signature(function).parameters.values())
    named = [p.name for p in parameters if p.kind in (p.KEYWORD_ONLY, p.VAR_KEYWORD) and p.default is p.empty]
    first = parameters[0].kind if parameters else None
    takes_game = first in (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    _report_signature(function.__name__, takes_game, named, _place(function, file), report)


def _report_waiting(name: str, kind: str, span: Span, report: Report) -> None:
    message = f"{name} is no plain function but {kind}: it would never run when it is called"
    report.add("TW-CODE-05", "error", message, REMEDY, span)


def _report_signature(name: str, takes_game: bool, named: list[str], span: Span, report: Report) -> None:
    if not takes_game:
        hint = f"write def {name}(game, ...)"
        report.add("TW-CODE-05", "error", f"{name} has no parameter for the game", hint, span)
    if named:
        message = f"{name} has the parameter {named[0]!r}, which no line of text can give"
        report.add("TW-CODE-05", "error", message, "take the * away, or give it a default", span)


def place_of(thing: Any, code: Code) -> Span:
    """Give the place of a function in the code module."""
    return _place(thing, Path(getattr(code.module, "__file__", None) or SCRIPTS).name)


def _place(thing: Any, file: str) -> Span:
    code = getattr(thing, "__code__", None)
    return Span(file, code.co_firstlineno if code is not None else 1)


def names_of(code: Code) -> CodeNames:
    """Give the names that a loaded module offers to dialogues."""
    handled: set[str] = set()
    open_ended = False
    for script in code.scripts.values():
        handled.update(script._tw_handlers)
        # A class of the library that the module imports says nothing about what this code handles.
        own = code.module is not None and script.__module__ == code.module.__name__
        open_ended = open_ended or (own and script.on_message is not Script.on_message)
    present = code.module is not None
    return CodeNames(frozenset(code.commands), frozenset(code.functions), frozenset(handled), open_ended, present)


def read_names(source: str, file: str, report: Report) -> CodeNames:
    """Read the names that a module offers from its syntax tree; nothing of it runs.

    >>> names = read_names("@command\\ndef give(game, item): ...\\n", "scripts.py", Report())
    >>> sorted(names.commands)
    ['give']
    """
    try:
        tree = ast.parse(source, file)
    except SyntaxError as error:
        span = Span(file, error.lineno or 1, error.offset or 1)
        report.add("TW-CODE-01", "error", f"the code module does not parse: {error.msg}", "mend it", span)
        return CodeNames(open_ended=True, present=True)
    commands: set[str] = set()
    functions: set[str] = set()
    handled: set[str] = set()
    open_ended = False
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and any(_name(base).endswith(_SCRIPTS) for base in node.bases):
            for part in node.body:
                if isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef)) and part.name in HOOKS:
                    _check_waiting(part, file, report)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            marks = {mark for mark, _ in _decorators(node)}
            if marks & _DECORATORS:
                _check_waiting(node, file, report, yields="tag_source" in marks)
            for mark, argument in _decorators(node):
                if mark in ("command", "function"):
                    _check_definition(node, file, report)
                if mark == "command":
                    commands.add(node.name)
                elif mark == "function":
                    functions.add(node.name)
                elif mark == "on" and argument is not None:
                    handled.add(argument)
            open_ended = open_ended or node.name == "on_message"
    return CodeNames(frozenset(commands), frozenset(functions), frozenset(handled), open_ended, present=True)


def _check_definition(node: ast.FunctionDef | ast.AsyncFunctionDef, file: str, report: Report) -> None:
    given = zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
    named = [a.arg for a, default in given if default is None] + ([node.args.kwarg.arg] if node.args.kwarg else [])
    takes_game = bool(node.args.args or node.args.posonlyargs)
    _report_signature(node.name, takes_game, named, Span(file, node.lineno), report)


def _check_waiting(
    node: ast.FunctionDef | ast.AsyncFunctionDef, file: str, report: Report, *, yields: bool = False
) -> None:
    """Report what would never run; a function that gives its values one by one is fine where ``yields``."""
    if isinstance(node, ast.AsyncFunctionDef):
        _report_waiting(node.name, "an async function", Span(file, node.lineno), report)
    elif not yields and any(isinstance(n, (ast.Yield, ast.YieldFrom)) for n in _own_nodes(node)):
        _report_waiting(node.name, "a generator (it has a yield)", Span(file, node.lineno), report)


def _own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """Give what lies in a function, but not in the functions inside it."""
    for part in ast.iter_child_nodes(node):
        if not isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            yield part
            yield from _own_nodes(part)


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _decorators(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[tuple[str, str | None]]:
    for decorator in node.decorator_list:
        call = decorator if isinstance(decorator, ast.Call) else None
        target = call.func if call else decorator
        name = _name(target)
        argument = None
        if call and call.args:
            first = call.args[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                argument = first.value
            elif isinstance(first, ast.Name):
                argument = first.id
        yield name, argument
