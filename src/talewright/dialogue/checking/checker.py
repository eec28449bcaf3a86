"""Checks the trees of all files against each other: names, ids, types.

Decides what a project must have right before it is played (dialogue.md section 6.14): jumps lead somewhere, variables
are declared, types fit (by the inference of :mod:`.types`), nothing stands behind the end of a block. It changes
nothing and never raises. Titles are :mod:`.naming`'s, line ids :mod:`.lineids`', enums :mod:`.enums`'.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from talewright.diagnostics import Report, Severity, Span
from talewright.dialogue import syntax
from talewright.dialogue.checking.enums import collect_enums
from talewright.dialogue.checking.lineids import LineIds
from talewright.dialogue.checking.naming import Names
from talewright.dialogue.checking.smart import check_loops, variables_in
from talewright.dialogue.checking.types import OPEN, Cell, Solver, named
from talewright.dialogue.codes import finding
from talewright.dialogue.program import (
    BUILTINS,
    EnumInfo,
    Outline,
    Signature,
    Use,
    VariableInfo,
    Word,
    assemble,
    type_of,
)
from talewright.dialogue.syntax import Value, likenesses, statements_of
from talewright.dialogue.text import Values
from talewright.names import Near

_TYPES: Final[dict[str, str]] = {"number": "Number", "string": "String", "bool": "Bool"}
_DEFAULTS: Final[dict[str, Value]] = {"Number": 0.0, "String": "", "Bool": False}
_LITERALS: Final[dict[str, str]] = {"Number": "0", "String": '""', "Bool": "false"}
_CALLED: Final = {
    "int": "Number", "integer": "Number", "float": "Number", "double": "Number", "num": "Number", "str": "String",
    "text": "String", "boolean": "Bool",
}  # fmt: skip
_NO_COMMANDS: Final = ("TW-YARN-43", "YS0063")
_HOLE = re.compile(r"\\.|\{[^{}]*(?:\}|$)|｛[^｛｝]*｝")
_BARE_NAME = re.compile(r"\$[A-Za-z_]\w*")
_ENDS: Final = {syntax.JumpStatement: "jump", syntax.StopStatement: "stop", syntax.ReturnStatement: "return"}
_LATER: Final = {
    syntax.LineGroup: "line groups", syntax.EnumStatement: "enums", syntax.DeclareStatement: "smart variables",
}  # fmt: skip


class Checker:
    """Checks all scripts of a project once."""

    def __init__(
        self,
        scripts: Sequence[syntax.Script],
        names: Names,
        functions: Mapping[str, Signature] | None,
        *,
        language: int,
        strict_targets: bool,
        strict_functions: bool,
        outline: Outline | None = None,
    ) -> None:
        self._near = Near()
        self.scripts = scripts
        self.report = Report()
        self.uses: list[Use] = []
        self._words: dict[Span, Cell] = {}
        self._language = language
        self._strict = strict_targets
        self._titles = dict.fromkeys(names.titles)
        self._declared: dict[str, syntax.DeclareStatement] = {}
        self._lines = LineIds(self.report)
        self._cells: dict[Span, Cell] = {}
        self._bare: list[tuple[str, Span]] = []
        self._given: dict[str, dict[Value, None]] = {}
        found = (syntax.EnumStatement, syntax.DeclareStatement)
        self._declarations = [s for s in self._all() if isinstance(s, found)]
        enums = (s for s in self._declarations if isinstance(s, syntax.EnumStatement))
        self.enums: Mapping[str, EnumInfo] = collect_enums(enums, self.report)
        if outline is not None:  # the scripts are a part of a whole
            self.enums = {**outline.enums, **self.enums}
        self._solver = Solver(self.enums, functions, self._add, strict=strict_functions, outline=outline)

    def check(self) -> Report:
        """Return every finding about these scripts."""
        for statement in self._declarations:
            if isinstance(statement, syntax.DeclareStatement):
                self._collect(statement)
        for name, declare in self._declared.items():
            self._solver.declare(name, self._declared_type(declare))
        for name, declare in self._declared.items():
            self._declare(name, declare)
        for script in self.scripts:
            for node in script.nodes:
                self._headers(node)
                self._block(node.body)
        self._solver.finish()
        self.uses = [replace(use, returns=self._solver.returned_by(use.name) or "") for use in self.uses]
        self._lines.check_shadows()
        self._check_likenesses()
        self._check_variables()
        smart = {name: declare.value for name, declare in self._declared.items() if declare.smart}
        check_loops(smart, self._add)
        return self.report

    @property
    def members(self) -> Mapping[Span, Value]:
        """The raw value of every case of an enum that stands in an expression, by its place."""
        return self._solver.members

    def values(self, language: str) -> Values:
        """Return what is known of the values in texts of a language."""
        types = {span: named(cell) for span, cell in self._cells.items()}
        return Values(types, self._given, self.enums, language)

    def words(self) -> dict[Span, str]:
        """Return the types of the expressions in commands by their places, as the game gets them: no enums."""
        found: dict[Span, str] = {}
        for span, cell in self._words.items():
            name = named(cell)
            if name not in (None, OPEN):
                enum = self.enums.get(str(name))
                found[span] = str(name) if enum is None else enum.raw
        return found

    def variables(self) -> dict[str, VariableInfo]:
        """Return every variable of the project with its type and default."""
        found: dict[str, VariableInfo] = {}
        for name, declare in self._declared.items():
            type_name, cases = self._known(name)
            default = self._default(type_name)
            if isinstance(declare.value, syntax.Literal):
                default = declare.value.value
            elif isinstance(declare.value, syntax.Member):
                default = self.members.get(declare.value.span, default)
            smart = assemble(declare.value, members=self.members) if declare.smart else None
            found[name] = VariableInfo(name, type_name, default, True, declare.span, smart, cases)
        for name, span in self._solver.first_use.items():
            if name not in found:
                type_name, cases = self._known(name)
                found[name] = VariableInfo(name, type_name, self._default(type_name), False, span, None, cases)
        return found

    def _known(self, name: str) -> tuple[str | None, Mapping[str, Value] | None]:
        found = self._solver.type_of(name)
        found = None if found == OPEN else found
        enum = self.enums.get(found or "")
        return found, None if enum is None else enum.cases

    def _default(self, type_name: str | None) -> Value:
        enum = self.enums.get(type_name or "")
        if enum is not None:
            return next(iter(enum.cases.values()), 0.0)
        return _DEFAULTS[type_name or "Number"]

    def _add(self, code: str, message: str, span: Span, hint: str = "") -> None:
        self.report.append(finding(code, message, span, hint))

    def _all(self) -> Iterator[syntax.Statement]:
        for script in self.scripts:
            for node in script.nodes:
                yield from statements_of(node.body)

    # Declarations

    def _collect(self, statement: syntax.DeclareStatement) -> None:
        name = statement.target.name
        if isinstance(statement.value, syntax.Literal) and isinstance(statement.value.value, str):
            self._given.setdefault(name, {})[statement.value.value] = None
        first = self._declared.setdefault(name, statement)
        if first is not statement:
            message = f"{name} is declared already at {first.span.file}:{first.span.line}"
            self._add("YS0039", message, statement.target.span, "declare a variable once")

    def _declared_type(self, statement: syntax.DeclareStatement) -> str | None:
        if not statement.type_name:
            if isinstance(statement.value, syntax.Literal):
                return type_of(statement.value.value)
            return self._solver.known_type(statement.target.name)
        stated = _TYPES.get(statement.type_name.lower(), statement.type_name)
        if stated not in _TYPES.values() and stated not in self.enums:
            called = _CALLED.get(stated.lower(), "")
            hint = f"write {called}" if called else self._near(stated, [*self.enums, *_TYPES.values()])
            hint = hint or "Number, String, Bool, or the name of an enum"
            self._add("YS0053", f"no type is called {statement.type_name!r}", statement.span, hint)
            return OPEN
        return stated

    def _declare(self, name: str, statement: syntax.DeclareStatement) -> None:
        self.uses += _calls(statement.value)
        code = "YS0053" if statement.type_name else "YS0050"
        self._solver.expect(statement.value, self._solver.variables[name], code=code)

    # Headers and statements

    def _headers(self, node: syntax.Node) -> None:
        for condition in node.when:
            self._condition(condition)
        if node.when and self._language < 3:
            self._too_low("node groups", node.span)

    def _too_low(self, what: str, span: Span) -> None:
        message = f"the language version {self._language} has no {what}"
        self._add("YS0036", message, span, "raise projectFileVersion to 3 or more")

    def _block(self, body: Sequence[syntax.Statement]) -> None:
        ended = ""
        groups: set[type[syntax.Statement]] = set()
        for statement in body:
            if ended:
                hint = "remove it, or move it above"
                if type(statement) in groups:  # options whose bodies are not indented: this one is no mistake
                    hint = f"indent the {ended}, if it belongs to the option above it; else {hint}"
                self._add("YS0008", f"nothing runs behind a {ended}", statement.span, hint)
            if isinstance(statement, (syntax.OptionGroup, syntax.LineGroup)):
                groups.add(type(statement))
            self._statement(statement)
            ended = _ENDS.get(type(statement), "") if not ended else ""

    def _statement(self, statement: syntax.Statement) -> None:
        later = _LATER.get(type(statement)) if self._language < 3 else None
        if later and (not isinstance(statement, syntax.DeclareStatement) or statement.smart):
            self._too_low(later, statement.span)
        match statement:
            case syntax.LineStatement():
                self._text(statement.text, statement.condition, statement.tags)
            case syntax.OptionGroup():
                self._parts(statement.options)
            case syntax.LineGroup():
                self._parts(statement.items)
            case syntax.IfStatement():
                for clause in statement.clauses:
                    self._condition(clause.condition)
                    self._block(clause.body)
            case syntax.OnceStatement():
                self._condition(statement.condition)
                self._block(statement.body)
                self._block(statement.otherwise)
            case syntax.SetStatement():
                self._set(statement)
            case syntax.CallStatement():
                self._note(statement.call)
                self._solver.visit(statement.call)
            case syntax.JumpStatement() | syntax.DetourStatement():
                self._target(statement)
            case syntax.CommandStatement():
                for piece, cell in self._holes(statement.text):
                    self._words[piece.span] = cell
            case _:
                pass

    def _parts(self, parts: Sequence[syntax.OptionStatement]) -> None:
        for part in parts:
            self._text(part.text, part.condition, part.tags)
            self._block(part.body)

    def _note(self, expression: syntax.Expression) -> None:
        self.uses += _calls(expression)

    def _holes(self, text: syntax.Text) -> list[tuple[syntax.Expression, Cell]]:
        marked = "[" in text.source
        found = []
        for piece in text.pieces:
            if not isinstance(piece, str):
                self._note(piece)
                cell = self._solver.in_line(piece)
                found.append((piece, cell))
                if marked:
                    self._cells[piece.span] = cell
        return found

    def _condition(self, condition: syntax.Condition | None) -> None:
        if condition is not None and condition.expression is not None:
            self._note(condition.expression)
            self._solver.expect(condition.expression, "Bool")

    def _set(self, statement: syntax.SetStatement) -> None:
        target = statement.target
        declared = self._declared.get(target.name)
        if declared is not None and declared.smart:
            message = f"{target.name} is a smart variable: it is worked out, and cannot be set"
            hint = f"it is declared at {declared.span.file}:{declared.span.line}"
            self._add("YS0030", message, target.span, hint)
        value = statement.value
        if statement.operator:
            value = syntax.Binary(statement.operator, target, value, value.span)
        elif isinstance(value, syntax.Literal):
            self._given.setdefault(target.name, {})[value.value] = None
        self._note(statement.value)
        self._solver.assign(target, value)

    def _target(self, statement: syntax.JumpStatement | syntax.DetourStatement) -> None:
        target = statement.target
        if not isinstance(target, str):
            self._note(target)
            self._solver.expect(target, "String")
        elif target not in self._titles:
            hint = self._near(target, self._titles) or "titles are exact, upper and lower case too"
            severity: Severity = "error" if self._strict else "warning"
            self.report.add("YS0012", severity, f"no node is called {target!r}", hint, statement.target_span)

    def _text(self, text: syntax.Text, condition: syntax.Condition | None, tags: tuple[syntax.Hashtag, ...]) -> None:
        self._condition(condition)
        self._holes(text)
        if "$" in text.source and all(one.code in _NO_COMMANDS for one in likenesses(text.source)):
            self._look_for_bare_names(text)
        self._lines.see(text, tags)

    def _look_for_bare_names(self, text: syntax.Text) -> None:
        for found in _BARE_NAME.finditer(_HOLE.sub(lambda hole: " " * len(hole[0]), text.source)):
            column = text.span.column + found.start()
            self._bare.append((found[0], replace(text.span, column=column, end_column=column + len(found[0]))))

    # Variables

    def _check_likenesses(self) -> None:
        """Find names of variables that are said aloud, and functions whose name is nearly one of the language."""
        for name, near, span in self._solver.doubtful:
            message = f"the language has no function {name!r}"
            hint = f"did you mean {near}? Else the game must have it"
            self.report.add("YS0013", "warning", message, hint, span)
        for name, span in self._bare:
            known = name in self._declared or name in self._solver.first_use
            severity: Severity = "warning" if known or self._near(name, self._declared) else "information"
            message = f"{name} is said aloud as it stands"
            self.report.append(finding("TW-YARN-43", message, span, f"write {{{name}}}", severity=severity))

    def _check_variables(self) -> None:
        solver = self._solver
        for name, declare in self._declared.items():
            if solver.type_of(name) is None:
                message = f"nothing tells the type of {name}"
                self._add("YS0028", message, declare.target.span, f"<<declare {name} = ... as Number>>, say")
        for name, span in solver.first_use.items():
            if name in self._declared:
                continue
            found = solver.type_of(name)
            if found == OPEN:
                continue
            near = self._near(name, self._declared)
            if found is not None:
                enum = self.enums.get(found)
                literal = f"{found}.{next(iter(enum.cases), '')}" if enum is not None else _LITERALS[found]
                hint = near or f"<<declare {name} = {literal}>>"
                self._add("YS0003", f"{name} is not declared; it is taken for a {found}", span, hint)
                continue
            hint = near or f'write <<declare {name} = 0>>, or "" for a text, false for yes or no'
            if solver.only_in_lines.get(name, True):
                self._add("YS0029", f"nothing tells what {name} holds", span, hint)
            else:
                self._add("YS0028", f"nothing tells the type of {name}", span, hint)

    def unused(self) -> Iterator[syntax.DeclareStatement]:
        """Return the declarations of variables that nothing reads or sets."""
        used = set(self._solver.first_use)
        for statement in self._all():
            if isinstance(statement, syntax.SetStatement):
                used.add(statement.target.name)
        used.update(name for one in self._declared.values() for name in variables_in(one.value))
        return (one for name, one in self._declared.items() if name not in used)


def _calls(expression: syntax.Expression) -> Iterator[Use]:
    match expression:
        case syntax.Call():
            if expression.name not in BUILTINS:
                words = tuple(Word(_text_of(one), one.span) for one in expression.arguments)
                yield Use(expression.name, len(expression.arguments), expression.span, "", words)
            for argument in expression.arguments:
                yield from _calls(argument)
        case syntax.Unary():
            yield from _calls(expression.operand)
        case syntax.Binary():
            yield from _calls(expression.left)
            yield from _calls(expression.right)
        case _:
            pass


def _text_of(expression: syntax.Expression) -> str | None:
    found = expression.value if isinstance(expression, syntax.Literal) else None
    return found if isinstance(found, str) else None
