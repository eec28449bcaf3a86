"""The names that a project's code offers to dialogues: read from a loaded module, or from the text of one.

`CodeNames` is the little that checks need. Tools read it from the syntax tree of the source and run nothing of a
project; where a module is loaded, running it tells what its text leaves open.
"""

from __future__ import annotations

import ast
import dataclasses
import io
import tokenize
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from talewright.diagnostics import Report, Span
from talewright.dialogue.program import TAG, Kind, Signature
from talewright.dialogue.tools import Definition
from talewright.errors import Misuse
from talewright.fields import class_name
from talewright.files import OTHER, is_other
from talewright.messaging import Script
from talewright.messaging.objects import HOOKS, handled_by
from talewright.project.code.declared import Code, file_of, is_sound, report_signature, report_twin, report_waiting
from talewright.project.code.importing import SCRIPTS
from talewright.project.code.module_text import ITEM, Beside, CodeText, ModuleText, registered, report_syntax
from talewright.project.code.stand_ins import StandIns
from talewright.rpg import Item
from talewright.savegame import FIRST_SCHEMA, SaveDocument, migration, ordered

_DECORATORS = frozenset({"command", "function", "collection", "prototype", "migration", "tag_source", "on"})
"""Decorators of functions that the library calls."""

_SCRIPTS = ("Script", "Conversation", "Proxy", "Factory")
"""How the names of script classes of the library end."""

_TABLES = {"command": "commands", "function": "functions", "collection": "collections", "prototype": "prototypes"}
"""What carries a mark, for people."""


@dataclass(frozen=True)
class CodeNames:
    """The names that dialogues may use.

    Attributes:
        commands: the ``@command`` functions, by name.
        functions: the ``@function`` functions, by name.
        handled: message ids that an ``@on`` of some script handles.
        open_ended: some script has an ``on_message`` of its own, so that any command may be handled; or names come from
            where nobody can tell them.
        present: there is code at all.
        unknown: names of which only running the code would tell what they are.
        records: the classes of records that a class stands for: itself and those that come from it, by registered name.
        classes: stand-ins for the dataclasses and enums, by registered name, as far as the text tells what they are.
    """

    commands: Mapping[str, Definition] = field(default_factory=dict)
    functions: Mapping[str, Definition] = field(default_factory=dict)
    handled: frozenset[str] = frozenset()
    open_ended: bool = False
    present: bool = False
    unknown: frozenset[str] = frozenset()
    records: Mapping[str, frozenset[str]] = field(default_factory=dict)
    classes: Mapping[str, type] = field(default_factory=dict)

    def signatures(
        self, named: Callable[[str], Iterable[str]]
    ) -> tuple[dict[str, Signature | None] | None, dict[str, Signature]]:
        """Return what dialogues may use: the commands, None where nothing can be said of them, and the functions.

        Args:
            named: gives the ids of the records of a class.
        """
        functions = {name: self._known(one, named) for name, one in self.functions.items()}
        functions |= {name: Signature() for name in sorted(self.unknown) if name not in functions}
        if self.open_ended or not self.present:
            return None, functions
        loose: dict[str, Signature | None] = dict.fromkeys(sorted(self.handled | self.unknown))
        return {**loose, **{name: self._known(one, named) for name, one in self.commands.items()}}, functions

    def takes_tag(self, name: str, index: int) -> bool:
        """Whether a command or function takes a tag, and nothing else, at a place behind its name."""
        one = self.commands.get(name) or self.functions.get(name)
        kinds = one.signature.kinds_at(index) if one is not None and name not in self.unknown else ()
        return bool(kinds) and all(kind.name == TAG for kind in kinds)

    def _known(self, definition: Definition, named: Callable[[str], Iterable[str]]) -> Signature:
        if definition.name in self.unknown:
            return Signature()

        def filled(kind: Kind) -> Kind:
            classes = sorted(self.records.get(kind.record, {kind.record}))
            ids = tuple(dict.fromkeys(name for one in classes for name in named(one)))
            return dataclasses.replace(kind, values=ids) if kind.record else kind

        signature = definition.signature
        return dataclasses.replace(
            signature,
            kinds=tuple(tuple(map(filled, kinds)) for kinds in signature.kinds),
            rest_kinds=tuple(map(filled, signature.rest_kinds)),
        )


def names_of(code: Code) -> CodeNames:
    """Return the names that a loaded module offers to dialogues.

    They are read from its text, as a check reads them that runs nothing; running tells what the text leaves open.
    """
    loaded = loaded_names(code)
    path = file_of(code.module)
    if code.module is None or not path.endswith(".py") or not Path(path).is_file():
        return loaded
    text = read_folder(Path(path).parent, Report(), name=Path(path).name)
    if not text.present or text.open_ended:
        return dataclasses.replace(text, present=True)
    more = {name for name in loaded.commands if name not in text.commands}
    more |= {name for name in loaded.functions if name not in text.functions}
    of_unknown = (handled_by(s) for s in code.scripts.values() if s.__name__ in text.unknown)
    return dataclasses.replace(
        text,
        handled=text.handled.union(*of_unknown),
        unknown=text.unknown | more,
    )


def loaded_names(code: Code) -> CodeNames:
    """Return the names that a loaded module offers, and nothing of what the commands and functions take."""
    handled: set[str] = set()
    open_ended = False
    for script in code.scripts.values():
        handled.update(handled_by(script))
        # A class of the library that the module imports says nothing about what this code handles.
        own = code.module is not None and script.__module__ == code.module.__name__
        open_ended = open_ended or (own and script.on_message is not Script.on_message)
    commands = {name: Definition(name) for name in code.commands}
    functions = {name: Definition(name) for name in code.functions}
    unknown = frozenset((*commands, *functions))
    return CodeNames(commands, functions, frozenset(handled), open_ended, code.module is not None, unknown)


def read_folder(folder: Path, report: Report, *, name: str = SCRIPTS) -> CodeNames:
    """Read the names that the code of a folder offers; nothing of it runs.

    Args:
        folder: of the project.
        report: gets what is wrong with the code.
        name: of the file of the code module.
    """
    path = folder / name
    if is_other(path):
        report.add("TW-CODE-01", "error", f"the code module cannot be read: {OTHER}", "put a file there", Span(name))
        return CodeNames()
    if not path.is_file():
        return CodeNames()
    try:
        text = _decoded(path.read_bytes())
    except SyntaxError as error:
        report_syntax(error, name, report)
        return CodeNames(open_ended=True, present=True)
    except (OSError, UnicodeDecodeError, LookupError) as error:
        what = getattr(error, "strerror", None) or str(error)
        report.add("TW-CODE-01", "error", f"the code module cannot be read: {what}", "save it as UTF-8", Span(name))
        return CodeNames(open_ended=True, present=True)

    def beside(module: str) -> tuple[str, str] | None:
        parts = module.split(".")
        for path in (folder.joinpath(*parts).with_suffix(".py"), folder.joinpath(*parts, "__init__.py")):
            try:
                if module and path.is_file() and path != folder / name:
                    return path.relative_to(folder).as_posix(), _decoded(path.read_bytes())
            except (OSError, SyntaxError, UnicodeDecodeError, LookupError, ValueError):
                return None
        return None

    return read_names(text, name, report, beside)


def _decoded(data: bytes) -> str:
    """Return the text of a module; bytes that are no UTF-8 are let pass where Python itself does, in comments."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        return data.decode(encoding)
    except (SyntaxError, UnicodeDecodeError):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(data)
        return data.decode("utf-8", "replace")


def read_names(source: str, file: str, report: Report, beside: Beside = lambda name: None) -> CodeNames:
    """Read the names that a module offers from its syntax tree; nothing of it runs.

    Args:
        source: its text.
        file: its path, relative to the project.
        report: gets what is wrong with it.
        beside: gives the other modules of its folder, which it may import.

    >>> names = read_names("@command\\ndef give(game, item): ...\\n", "scripts.py", Report())
    >>> sorted(names.commands)
    ['give']
    """
    text = CodeText(beside, report)
    module = text.read(source, file)
    if module is None:
        return CodeNames(open_ended=True, present=True)
    commands: dict[str, Definition] = {}
    functions: dict[str, Definition] = {}
    tables = {"command": commands, "function": functions}
    defined: dict[tuple[str, str], ast.FunctionDef | ast.AsyncFunctionDef] = {}
    handled: set[str] = set()
    unknown: set[str] = set()
    seen: set[ast.AST] = set()
    family: dict[str, set[str]] = {}
    open_ended = text.is_open(module)
    migrations: list[tuple[ast.FunctionDef | ast.AsyncFunctionDef, int | None]] = []
    for name in text.names(module):
        found = text.bound(module, name)
        if found.what == "unknown":
            unknown.add(name)
        elif found.module is None:
            continue
        elif isinstance(found.node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            marked = dict(text.marks(found.module, found.node))
            marks = set(marked)
            if marks & _DECORATORS:
                _check_waiting(found.node, found.module.file, report, yields="tag_source" in marks)
            if marks & {"command", "function"}:
                _check_definition(found.node, found.module.file, report)
            for mark in sorted(marks & _TABLES.keys()):
                known = defined.setdefault((mark, found.node.name), found.node)
                if known is not found.node:
                    span = Span(found.module.file, _line(found.node))
                    report_twin(_TABLES[mark], found.node.name, known.name, found.node.name, span, report)
                elif mark in tables:
                    one = text.defined(found.module, found.node, function=mark == "function")
                    tables[mark][found.node.name] = one
            if "migration" in marks and found.node not in (node for node, _ in migrations):
                migrations.append((found.node, _target(marked["migration"])))
        elif isinstance(found.node, ast.ClassDef):
            family.setdefault(registered(found.node), set()).update(text.bases(found.module, found.node))
            hooks = HOOKS if any(base.endswith(_SCRIPTS) for base in text.bases(found.module, found.node)) else ()
            for place, method in text.methods(found.module, found.node):
                if method not in seen and (method.name in hooks or _is_marked(text, place, method)):
                    _check_waiting(method, place.file, report)
                seen.add(method)
                open_ended = open_ended or method.name == "on_message"
                messages = (text.message(place, mark) for on, mark in text.marks(place, method) if on == "on")
                handled.update(message for message in messages if message is not None)
    records = {ITEM: frozenset({ITEM, *(name for name, bases in family.items() if Item.__name__ in bases)})}
    records |= {name: frozenset({name, *(n for n, b in family.items() if name in b)}) for name in family}
    _check_migrations(migrations, file, report)
    classes = _read_classes(StandIns(text, _SCRIPTS), module, report)
    return CodeNames(
        commands, functions, frozenset(handled), open_ended, True, frozenset(unknown), records, classes
    )  # fmt: skip


def _read_classes(stand_ins: StandIns, module: ModuleText, report: Report) -> dict[str, type]:
    scripts: dict[str, type] = {}
    classes: dict[str, type] = {}
    for cls, is_script in stand_ins.of(module):
        if not is_sound(cls, module.file, report, is_script=is_script):
            continue
        known = (scripts if is_script else classes).setdefault(class_name(cls), cls)
        if known is not cls:
            what = "script classes" if is_script else "classes"
            span = Span(module.file)
            report_twin(what, class_name(cls), known.__qualname__, cls.__qualname__, span, report)
    return classes


def _check_migrations(
    found: list[tuple[ast.FunctionDef | ast.AsyncFunctionDef, int | None]], file: str, report: Report
) -> None:
    """Check that one migration leads to each version; not where a number is worked out."""
    steps = []
    for node, to in found:
        if to is None:
            return

        def step(save: SaveDocument) -> None: ...

        step.__name__ = step.__qualname__ = node.name
        steps.append(migration(to)(step))
    try:
        ordered(steps)
    except Misuse as error:
        report.add("TW-CODE-04", "error", error.message, error.hint, Span(file, _line(found[-1][0])))


def _target(mark: ast.expr) -> int | None:
    """Return the version that a ``@migration`` leads to; None where it is worked out, or none."""
    given = [*mark.args, *(one.value for one in mark.keywords)] if isinstance(mark, ast.Call) else []
    value = given[0].value if len(given) == 1 and isinstance(given[0], ast.Constant) else None
    return value if type(value) is int and value > FIRST_SCHEMA else None


def _check_definition(node: ast.FunctionDef | ast.AsyncFunctionDef, file: str, report: Report) -> None:
    given = zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
    named = [a.arg for a, default in given if default is None] + ([node.args.kwarg.arg] if node.args.kwarg else [])
    takes_game = bool(node.args.args or node.args.posonlyargs)
    report_signature(node.name, takes_game, named, Span(file, _line(node)), report)


def _check_waiting(
    node: ast.FunctionDef | ast.AsyncFunctionDef, file: str, report: Report, *, yields: bool = False
) -> None:
    """Report what would never run; a function that gives its values one by one is fine where ``yields``."""
    if isinstance(node, ast.AsyncFunctionDef):
        report_waiting(node.name, "an async function", Span(file, _line(node)), report)
    elif not yields and any(isinstance(n, (ast.Yield, ast.YieldFrom)) for n in _own_nodes(node)):
        report_waiting(node.name, "a generator (it has a yield)", Span(file, _line(node)), report)


def _own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what lies in a function, but not in the functions inside it."""
    for part in ast.iter_child_nodes(node):
        if not isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            yield part
            yield from _own_nodes(part)


def _line(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Return the line where a function begins, as Python counts it: that of its first decorator."""
    return min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])


def _is_marked(text: CodeText, module: ModuleText, node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any(mark in _DECORATORS for mark, _ in text.marks(module, node))
