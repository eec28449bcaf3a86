"""The text of a project's code: which commands, functions, handlers and classes it offers, without running any of it.

Decides what the names of ``scripts.py`` stand for, from the syntax trees of the module and of the neighbours that it
imports: what is bound at the top of the module, by whatever name, counts, as it does when the module is loaded. What
comes from elsewhere, or is worked out, is a name of which nothing is known; a star from elsewhere may be any name.
"""

from __future__ import annotations

import ast
import sys
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from talewright.diagnostics import Report, Span
from talewright.dialogue.program import LITERAL, TAG, Kind
from talewright.dialogue.tools import Definition, define
from talewright.fields import class_name
from talewright.rpg import Item

Beside: TypeAlias = Callable[[str], tuple[str, str] | None]
"""Gives the path and the text of a module of the project's folder by its dotted name; None where there is none."""

_LIBRARY: Final = "talewright"
_SCALARS: Final = frozenset({"bool", "int", "float", "str"})
_ENUMS: Final = frozenset({"Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"})
_DEEP: Final = 40

ITEM: Final = class_name(Item)
"""How the sections of item types are called."""


@dataclass(frozen=True)
class Bound:
    """What a name stands for.

    Attributes:
        what: "def" or "class" of the project; "library": a name of this library, of the standard library or a builtin;
            "module" of the project; "value", which nobody can call; "unknown".
        name: of the library's thing, or of the module.
        node: the definition.
        module: where it stands.
        origin: the module that a library's thing is imported from; empty where the code does not say.
    """

    what: Literal["def", "class", "library", "module", "value", "unknown"]
    name: str = ""
    node: ast.AST | None = None
    module: ModuleText | None = None
    origin: str = ""


@dataclass
class ModuleText:
    """A module of the project.

    Attributes:
        file: its path.
        names: what its top binds: a node, or ``(module, name)`` of an import; None where nothing is known of it.
        stars: the modules all of whose names it imports.
    """

    file: str
    names: dict[str, ast.AST | tuple[str, str] | None] = field(default_factory=dict)
    stars: list[str] = field(default_factory=list)


class CodeText:
    """The code of a project, as texts.

    Args:
        beside: gives the other modules of the folder.
        report: gets what does not parse.
    """

    def __init__(self, beside: Beside, report: Report) -> None:
        self._beside = beside
        self._report = report
        self._modules: dict[str, ModuleText | None] = {}

    def read(self, source: str, file: str) -> ModuleText | None:
        """Read the text of a module; None where it does not parse."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # what the interpreter dislikes in other people's code
                tree = ast.parse(source, file)
        except SyntaxError as error:
            report_syntax(error, file, self._report)
            return None
        except (ValueError, RecursionError, MemoryError) as error:
            message = f"the code module cannot be imported: {error}"
            self._report.add("TW-CODE-01", "error", message, _MEND, Span(file))
            return None
        module = ModuleText(file)
        for statement in top_of(tree.body):
            self._bind(module, statement)
        return module

    def module(self, name: str) -> ModuleText | None:
        """Return a module of the folder by its dotted name; None where it is none, or does not parse."""
        if name not in self._modules:
            self._modules[name] = None  # a circle of imports ends here
            found = self._beside(name)
            if found is not None:
                self._modules[name] = self.read(found[1], found[0])
        return self._modules[name]

    def _bind(self, module: ModuleText, statement: ast.stmt) -> None:
        match statement:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                module.names[statement.name] = statement
            case ast.Import():
                for one in statement.names:
                    name = one.name if one.asname else one.name.partition(".")[0]
                    module.names[one.asname or name] = (name, "")
                    self.module(one.name)
            case ast.ImportFrom():
                origin = statement.module or ""
                for one in statement.names:
                    if one.name == "*":
                        module.stars.append(origin)
                    else:
                        module.names[one.asname or one.name] = (origin, one.name)
                self.module(origin)
            case ast.Assign():
                for target in statement.targets:
                    for node in ast.walk(target):
                        if isinstance(node, ast.Name):
                            module.names[node.id] = statement.value if node is target else None
            case ast.AnnAssign() if isinstance(statement.target, ast.Name) and statement.value is not None:
                module.names[statement.target.id] = statement.value
            case _:
                pass

    def names(self, module: ModuleText) -> list[str]:
        """Return every name that a module binds at its top, those of stars included."""
        found = dict.fromkeys(module.names)
        for star in module.stars:
            other = self.module(star)
            if other is not None and other is not module:
                found |= dict.fromkeys(name for name in other.names if not name.startswith("_"))
        return list(found)

    def is_open(self, module: ModuleText) -> bool:
        """Whether a star of it gives names that nobody can tell."""
        known = (_LIBRARY, *sys.stdlib_module_names)
        return any(self.module(star) is None and star.partition(".")[0] not in known for star in module.stars)

    def bound(self, module: ModuleText, name: str, deep: int = 0) -> Bound:
        """Say what a name of a module stands for; a name that nothing binds is taken for one of the library."""
        if deep > _DEEP:
            return Bound("unknown")
        if name not in module.names:
            for star in reversed(module.stars):
                other = self.module(star)
                if other is not None and name in self.names(other):
                    return self.bound(other, name, deep + 1)
            return Bound("library", name)
        there = module.names[name]
        match there:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                return Bound("def", name, there, module)
            case ast.ClassDef():
                return Bound("class", name, there, module)
            case (origin, wanted):
                return self._imported(origin, wanted, deep)
            case ast.Name() | ast.Attribute():
                return self.meant(module, there, deep + 1)
            case ast.Constant() | ast.List() | ast.Dict() | ast.Tuple() | ast.Set() | ast.JoinedStr() | ast.ListComp():
                return Bound("value", name)
            case _:
                return Bound("unknown")

    def _imported(self, origin: str, wanted: str, deep: int) -> Bound:
        other = self.module(origin)
        if not wanted:
            return Bound("module", origin) if other is not None else Bound("library", origin)
        if other is not None and (wanted in other.names or other.stars):
            return self.bound(other, wanted, deep + 1)
        if self.module(f"{origin}.{wanted}") is not None:
            return Bound("module", f"{origin}.{wanted}")
        top = origin.partition(".")[0]
        known = other is None and (top in (_LIBRARY, "typing_extensions") or top in sys.stdlib_module_names)
        return Bound("library", wanted, origin=origin) if known else Bound("unknown")

    def meant(self, module: ModuleText, expression: ast.expr, deep: int = 0) -> Bound:
        """Say what a name, or a name behind dots, stands for in a module."""
        if isinstance(expression, ast.Constant) and isinstance(expression.value, str):
            try:
                return self.meant(module, ast.parse(expression.value, mode="eval").body, deep + 1)
            except (SyntaxError, ValueError):
                return Bound("unknown")
        if isinstance(expression, ast.Name):
            return self.bound(module, expression.id, deep)
        if isinstance(expression, ast.Attribute):
            base = self.meant(module, expression.value, deep + 1)
            if base.what == "module":
                other = self.module(base.name)
                if other is not None and expression.attr in self.names(other):
                    return self.bound(other, expression.attr, deep + 1)
                return self._imported(base.name, expression.attr, deep + 1)
            if base.what == "library":
                return Bound("library", expression.attr, origin=base.name)
        return Bound("unknown")

    # What the things of a module are

    def marks(self, module: ModuleText, node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[tuple[str, ast.expr]]:
        """Yield the decorators of a function that are the library's, by their names, each with its node."""
        for decorator in node.decorator_list:
            found = self.meant(module, decorator.func if isinstance(decorator, ast.Call) else decorator)
            if found.what == "library":
                yield found.name, decorator

    def defined(
        self, module: ModuleText, node: ast.FunctionDef | ast.AsyncFunctionDef, *, function: bool
    ) -> Definition:
        """Describe a command or a function."""
        return define(node, module.file, function=function, kinds=lambda one: self.kinds(module, one))

    def kinds(self, module: ModuleText, annotation: ast.expr | None, deep: int = 0) -> tuple[Kind, ...]:
        """Return the kinds of words that an annotation stands for; none where any will do, or nothing is known."""
        if deep > _DEEP or annotation is None:
            return ()
        match annotation:
            case ast.Constant(value=str(text)):
                try:
                    return self.kinds(module, ast.parse(text, mode="eval").body, deep + 1)
                except (SyntaxError, ValueError):
                    return ()
            case ast.BinOp(left=left, op=ast.BitOr(), right=right):
                return self._union(module, [left, right], deep)
            case ast.Subscript(value=value, slice=inside):
                parts = inside.elts if isinstance(inside, ast.Tuple) else [inside]
                name = self.meant(module, value).name
                if name == "Union":
                    return self._union(module, parts, deep)
                if name == "Optional":
                    return self.kinds(module, inside, deep + 1)
                if name == "Annotated":
                    return self.kinds(module, parts[0], deep + 1)
                if name == "Literal" and all(isinstance(part, ast.Constant) for part in parts):
                    return (Kind(LITERAL, tuple(str(part.value) for part in parts if isinstance(part, ast.Constant))),)
                return ()
            case ast.Name() | ast.Attribute():
                if isinstance(annotation, ast.Name):
                    alias = module.names.get(annotation.id)
                    if isinstance(alias, (ast.Subscript, ast.BinOp)):
                        return self.kinds(module, alias, deep + 1)
                return self._kind_of(self.meant(module, annotation))
            case _:
                return ()

    def _union(self, module: ModuleText, parts: list[ast.expr], deep: int) -> tuple[Kind, ...]:
        nothing = [part for part in parts if isinstance(part, ast.Constant) and part.value is None]
        found = [self.kinds(module, part, deep + 1) for part in parts if part not in nothing]
        return tuple(kind for kinds in found for kind in kinds) if all(found) else ()

    def _kind_of(self, found: Bound) -> tuple[Kind, ...]:
        if found.what == "library":
            if found.name in _SCALARS:
                return (Kind(found.name),)
            if found.name == TAG:
                return (Kind(TAG),)
            return (Kind("Item", record=ITEM),) if found.name == Item.__name__ else ()
        if found.what != "class" or found.module is None or not isinstance(found.node, ast.ClassDef):
            return ()
        bases = self.bases(found.module, found.node)
        if bases & _ENUMS:
            members = tuple(_members(found.node))
            return (Kind(found.name, members, several=bool(bases & {"Flag", "IntFlag"})),) if members else ()
        name = registered(found.node)
        return (Kind(found.name, record=name),) if Item.__name__ in bases else ()

    def bases(self, module: ModuleText, node: ast.ClassDef, deep: int = 0) -> set[str]:
        """Return the names of what a class comes from, near and far; of classes of the project the registered ones."""
        found: set[str] = set()
        for base in node.bases if deep < _DEEP else ():
            meant = self.meant(module, base)
            if meant.what == "library":
                found.add(meant.name)
            elif meant.what == "class" and meant.module is not None and isinstance(meant.node, ast.ClassDef):
                found |= {registered(meant.node), *self.bases(meant.module, meant.node, deep + 1)}
        return found

    def methods(
        self, module: ModuleText, node: ast.ClassDef, deep: int = 0
    ) -> Iterator[tuple[ModuleText, ast.FunctionDef | ast.AsyncFunctionDef]]:
        """Yield the methods of a class and of those of the project that it comes from."""
        for statement in top_of(node.body):
            if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
                yield module, statement
        for base in node.bases if deep < _DEEP else ():
            meant = self.meant(module, base)
            if meant.what == "class" and meant.module is not None and isinstance(meant.node, ast.ClassDef):
                yield from self.methods(meant.module, meant.node, deep + 1)

    def message(self, module: ModuleText, mark: ast.expr) -> str | None:
        """Return the id of the message that an ``@on`` handles; None where it is worked out."""
        if not isinstance(mark, ast.Call) or not mark.args:
            return None
        first = mark.args[0]
        if isinstance(first, ast.Constant):
            return first.value if isinstance(first.value, str) else None
        if isinstance(first, ast.Name) and isinstance(there := module.names.get(first.id), ast.Constant):
            return there.value if isinstance(there.value, str) else None
        found = self.meant(module, first)
        if found.what == "class" and isinstance(found.node, ast.ClassDef):
            return registered(found.node)
        return found.name if found.what == "library" else None


_MEND: Final = "mend it and open again"


def report_syntax(error: SyntaxError, file: str, report: Report) -> None:
    """Report that a module does not parse, at the place that the interpreter names."""
    span = Span(file, error.lineno or 1, error.offset or 1)
    report.add("TW-CODE-01", "error", f"the code module cannot be imported: {error.msg}", _MEND, span)


def registered(node: ast.ClassDef) -> str:
    """Return the name under which a class is registered: the one it declares itself, or its own."""
    for statement in node.body:
        value = getattr(statement, "value", None)
        targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
        if (
            isinstance(statement, (ast.Assign, ast.AnnAssign))
            and any(isinstance(one, ast.Name) and one.id == "class_name" for one in targets)
            and isinstance(value, ast.Constant)
            and isinstance(value.value, str)
        ):
            return value.value
    return node.name


def _members(node: ast.ClassDef) -> Iterator[str]:
    for statement in top_of(node.body):
        if isinstance(statement, ast.Assign):
            for target in statement.targets:
                for one in ast.walk(target):
                    if isinstance(one, ast.Name) and not one.id.startswith("_"):
                        yield one.id


def top_of(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements that run when a body does, those of its blocks included; none of functions or classes."""
    for statement in body:
        yield statement
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            continue
        for name in ("body", "orelse", "finalbody"):
            inside = getattr(statement, name, None)
            if isinstance(inside, list):
                yield from top_of(inside)
        for handler in getattr(statement, "handlers", ()):
            yield from top_of(handler.body)
        for case in getattr(statement, "cases", ()):
            yield from top_of(case.body)
