"""The classes of a project's code, made anew from its text, so that a check reads records and settings as opening does.

Decides what a class of ``scripts.py`` comes to where nothing of it runs: a dataclass or an enum with the same name,
fields, types, defaults and bases; of a script class its fields alone. What would have to run is not known: a type that
is worked out or comes from elsewhere takes any value, a default that is worked out is none that anybody could see,
methods (``__post_init__`` too) do nothing, and a class with a base that is neither this library's nor the project's is
no class here.
"""

from __future__ import annotations

import ast
import builtins
import collections.abc
import dataclasses
import enum
import importlib
import typing
from collections.abc import Iterator
from typing import Any, Final

from talewright.config import globalconfig, localized, transient
from talewright.project.code.module_text import Bound, CodeText, ModuleText, top_of

_MARKS: Final = {"field": dataclasses.field, "globalconfig": globalconfig, "transient": transient,
                 "localized": localized}  # fmt: skip
_BASES: Final = frozenset({"object", "ABC", "Generic"})
"""Bases that say nothing of the fields."""


class _Unknown(Exception):
    """Only running the code would tell."""


class _Missing(Exception):
    """A name that nothing binds."""


class StandIns:
    """Stand-ins for the classes of a project's code.

    Args:
        text: the code.
        scripts: the endings of the names of script classes of the library.
    """

    def __init__(self, text: CodeText, scripts: tuple[str, ...]) -> None:
        self._text = text
        self._scripts = scripts
        self._made: dict[ast.ClassDef, type | None] = {}

    def of(self, module: ModuleText) -> Iterator[tuple[type, bool]]:
        """Yield the stand-in of each class that a module binds at its top, and whether it is one for a script class."""
        for name in self._text.names(module):
            found = self._text.bound(module, name)
            if found.module is not None and isinstance(found.node, ast.ClassDef):
                made = self._class(found.module, found.node)
                if made is not None:
                    yield made, self._is_script(found.module, found.node)

    def _is_script(self, module: ModuleText, node: ast.ClassDef) -> bool:
        return any(base.endswith(self._scripts) for base in self._text.bases(module, node))

    def _class(self, module: ModuleText, node: ast.ClassDef) -> type | None:
        if node not in self._made:
            self._made[node] = None  # a class that holds itself: any value will do there
            try:
                self._made[node] = self._make(module, node)
            except Exception:  # nothing that a class may hold stops a check; opening says what is wrong with it
                pass
        return self._made[node]

    def _make(self, module: ModuleText, node: ast.ClassDef) -> type:
        bases = [known for base in node.bases if (known := self._base(module, base)) is not None]
        made: Any
        if any(issubclass(base, enum.Enum) for base in bases):
            family: Any = bases[-1]
            made = family(node.name, list(_members(node)))
        else:
            space = dict(self._body(module, node))
            arguments = self._dataclass(module, node)
            script = arguments is None and self._is_script(module, node)
            if arguments is None and not script and not any(map(dataclasses.is_dataclass, bases)):
                raise _Unknown
            made = type(node.name, tuple(bases) or (object,), space)
            if arguments is not None:  # in any order: here nobody calls it with values one after another
                made = dataclasses.dataclass(**arguments, kw_only=True)(made)
        made.__module__, made.__qualname__ = "", node.name
        return typing.cast("type", made)

    def _base(self, module: ModuleText, base: ast.expr) -> type | None:
        found = self._text.meant(module, base.value if isinstance(base, ast.Subscript) else base)
        if found.module is not None and isinstance(found.node, ast.ClassDef):
            made = self._class(found.module, found.node)
            if made is None:
                raise _Unknown
            return made
        if found.what != "library":
            raise _Unknown
        if found.name in _BASES or found.name.endswith(self._scripts):
            return None
        known = _library(found)
        if not isinstance(known, type) or not (dataclasses.is_dataclass(known) or issubclass(known, enum.Enum)):
            raise _Unknown
        return known

    def _dataclass(self, module: ModuleText, node: ast.ClassDef) -> dict[str, Any] | None:
        for decorator in node.decorator_list:
            call = decorator.func if isinstance(decorator, ast.Call) else decorator
            found = self._text.meant(module, call)
            if found.what != "library" or found.name != "dataclass":
                raise _Unknown
            if not isinstance(decorator, ast.Call):
                return {}
            given = {one.arg: ast.literal_eval(one.value) for one in decorator.keywords if one.arg}
            return {name: value for name, value in given.items() if name in ("frozen", "eq", "order", "init")}
        return None

    def _body(self, module: ModuleText, node: ast.ClassDef) -> Iterator[tuple[str, Any]]:
        """Yield what the body of a class binds: its annotations, and the values that anybody can see."""
        hints: dict[str, Any] = {}
        for statement in top_of(node.body):
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                name = statement.target.id
                try:
                    hints[name] = self._hint(module, statement.annotation)
                except _Missing:
                    lazy = "annotations" in module.names or isinstance(statement.annotation, ast.Constant)
                    hints[name] = ast.unparse(statement.annotation) if lazy else Any
                if statement.value is not None:
                    try:
                        yield name, self._value(module, statement.value)
                    except (_Unknown, _Missing, ValueError, TypeError):
                        yield name, dataclasses.field(default_factory=lambda: None)
            elif isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Constant):
                yield from ((one.id, statement.value.value) for one in statement.targets if isinstance(one, ast.Name))
        yield "__annotations__", hints

    def _value(self, module: ModuleText, value: ast.expr) -> Any:
        if isinstance(value, ast.Call):
            mark = self._text.meant(module, value.func)
            if mark.what == "class":
                return self._object(module, value)
            if mark.what != "library" or mark.name not in _MARKS:
                raise _Unknown
            words = {one.arg: self._value(module, one.value) for one in value.keywords if one.arg}
            given = [self._value(module, one) for one in value.args]
            return _MARKS[mark.name](*given, **words)  # type: ignore[operator]
        if isinstance(value, ast.Attribute):
            cls = self._hint(module, value.value)
            if isinstance(cls, type) and issubclass(cls, enum.Enum) and value.attr in cls.__members__:
                return cls[value.attr]
            raise _Unknown
        if isinstance(value, ast.Name):
            known = self._hint(module, value)
            if isinstance(known, type):
                return known  # default_factory=list
            raise _Unknown
        return ast.literal_eval(value)

    def _object(self, module: ModuleText, call: ast.Call) -> Any:
        """Make an object of a dataclass of the project, from values that anybody can see."""
        cls = self._hint(module, call.func)
        if not isinstance(cls, type) or not dataclasses.is_dataclass(cls):
            raise _Unknown
        given = {one.arg: self._value(module, one.value) for one in call.keywords if one.arg}
        names = (one.name for one in dataclasses.fields(cls))
        return cls(**dict(zip(names, (self._value(module, one) for one in call.args), strict=False)), **given)

    def _hint(self, module: ModuleText, annotation: ast.expr, deep: int = 0) -> Any:
        if deep > _DEEP:
            return Any
        match annotation:
            case ast.Constant(value=None):
                return None
            case ast.Constant(value=str(text)):
                try:
                    return self._hint(module, ast.parse(text, mode="eval").body, deep + 1)
                except (SyntaxError, ValueError):
                    return Any
            case ast.BinOp(left=left, op=ast.BitOr(), right=right):
                return self._union(self._hint(module, left, deep + 1), self._hint(module, right, deep + 1))
            case ast.Subscript(value=value, slice=inside):
                return self._generic(module, self._hint(module, value, deep + 1), inside, deep)
            case ast.Name() | ast.Attribute():
                return self._named(module, annotation, deep)
            case _:
                return Any

    def _named(self, module: ModuleText, annotation: ast.Name | ast.Attribute, deep: int) -> Any:
        if isinstance(annotation, ast.Name):
            name = annotation.id
            alias = module.names.get(name)
            if isinstance(alias, (ast.Subscript, ast.BinOp)):
                return self._hint(module, alias, deep + 1)
            if name not in module.names and not module.stars and not hasattr(builtins, name):
                raise _Missing
        found = self._text.meant(module, annotation)
        if found.module is not None and isinstance(found.node, ast.ClassDef):
            made = self._class(found.module, found.node)
            return Any if made is None or self._is_script(found.module, found.node) else made
        if found.what != "library":
            return Any
        known = _library(found)
        return Any if known is None else known

    def _generic(self, module: ModuleText, of: Any, inside: ast.expr, deep: int) -> Any:
        parts = inside.elts if isinstance(inside, ast.Tuple) else [inside]
        if of is typing.Literal:
            return typing.Literal[tuple(ast.literal_eval(part) for part in parts)]
        if of is typing.Annotated:
            return self._hint(module, parts[0], deep + 1)
        if of is Any:
            return Any
        hints = [
            ... if isinstance(part, ast.Constant) and part.value is ... else self._hint(module, part, deep + 1)
            for part in parts
        ]  # fmt: skip
        if of is typing.Optional:
            return self._union(hints[0], None)
        if of is typing.Union:
            return self._union(*hints)
        try:
            return of[hints[0] if len(hints) == 1 else tuple(hints)]
        except TypeError:
            return Any

    @staticmethod
    def _union(*hints: Any) -> Any:
        return Any if Any in hints else typing.Union[hints]  # noqa: UP007


_DEEP: Final = 40
_TALEWRIGHT: Final = "talewright"


_PYTHON: Final = {"typing": typing, "collections.abc": collections.abc, "enum": enum, "builtins": builtins}
"""Modules of Python whose types a field may have; of those of all others nothing is known."""


def _library(found: Bound) -> Any:
    """Return a thing of this library, one of Python's own types or a builtin; None where it is no such."""
    if found.origin.partition(".")[0] == _TALEWRIGHT:
        return getattr(importlib.import_module(found.origin), found.name, None)
    places = [_PYTHON.get(found.origin)] if found.origin else [builtins, importlib.import_module(_TALEWRIGHT)]
    return next((known for place in places if (known := getattr(place, found.name, None)) is not None), None)


def _members(node: ast.ClassDef) -> Iterator[tuple[str, Any]]:
    for number, statement in enumerate(top_of(node.body), start=1):
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        for target in targets:
            if isinstance(target, ast.Name) and not target.id.startswith("_"):
                value = getattr(statement, "value", None)
                yield target.id, value.value if isinstance(value, ast.Constant) else number
