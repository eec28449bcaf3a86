"""The light type check: what each expression gives, and what each variable holds.

Decides types from literals, declarations and plain use (dialogue.md section 6.5, without its inference): an undeclared
variable takes the type of the first use that fixes one, in the order of the text, over a few passes. Where nothing
fixes a type, nothing is said about it here. Enums have no type yet: what touches one is :data:`OPEN` and fits
everything.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from talewright.diagnostics import Report, Span
from talewright.dialogue import syntax
from talewright.dialogue.builtins import BUILTINS, type_of
from talewright.dialogue.codes import finding
from talewright.dialogue.lexer import MISSING
from talewright.dialogue.program import TypeName
from talewright.dialogue.signatures import Signature
from talewright.names import did_you_mean

#: The type of what this version does not know, which fits everything.
OPEN: Final = "?"
Known: TypeAlias = TypeName | Literal["?"]
Type: TypeAlias = Known | None

_PASSES: Final = 12
_NUMERIC: Final = frozenset(("-", "*", "/", "%"))
_ORDER: Final = frozenset(("<", "<=", ">", ">="))
_LOGIC: Final = frozenset(("&&", "||", "^"))


@dataclass(frozen=True, slots=True)
class Site:
    """An expression in its place: what it must give, or the variable that takes what it gives."""

    expression: syntax.Expression
    wanted: TypeName | None = None
    target: str = ""
    target_span: Span | None = None
    in_line: bool = False


class Types:
    """Finds the types of variables and unknown functions, then what does not fit."""

    def __init__(self, declared: Mapping[str, Type], functions: Mapping[str, Signature] | None) -> None:
        self.of: dict[str, Type] = dict(declared)
        self.functions = functions
        self.first_use: dict[str, Span] = {}
        self.only_in_lines: dict[str, bool] = {}
        self._counts: dict[str, int] = {}
        self._report: Report | None = None
        self._changed = False

    def learn(self, sites: list[Site]) -> None:
        """Fix what uses can fix."""
        for _ in range(_PASSES):
            self._changed = False
            for site in sites:
                self._site(site)
            if not self._changed:
                break

    def check(self, sites: list[Site]) -> Report:
        """Give what does not fit."""
        self._report = Report()
        for site in sites:
            self._site(site)
        found, self._report = self._report, None
        return found

    def note_uses(self, sites: list[Site]) -> None:
        """Note where each variable is used first, and whether it is used in lines alone."""
        for site in sites:
            if site.target:
                self.only_in_lines[site.target] = False
                if site.target_span is not None:
                    self.first_use.setdefault(site.target, site.target_span)
            self._note(site.expression, in_line=site.in_line)

    def _note(self, expression: syntax.Expression, *, in_line: bool) -> None:
        match expression:
            case syntax.Variable() if expression.name != MISSING:
                name = expression.name
                self.first_use.setdefault(name, expression.span)
                self.only_in_lines[name] = self.only_in_lines.get(name, True) and in_line
            case syntax.Call():
                for argument in expression.arguments:
                    self._note(argument, in_line=in_line)
            case syntax.Unary():
                self._note(expression.operand, in_line=in_line)
            case syntax.Binary():
                self._note(expression.left, in_line=in_line)
                self._note(expression.right, in_line=in_line)
            case _:
                pass

    # Rules

    def _site(self, site: Site) -> None:
        wanted: Type = site.wanted
        if site.target:
            wanted = self.of.get(site.target)
        found = self._visit(site.expression, wanted)
        if site.target and found is not None and self.of.get(site.target) is None:
            self._fix(site.target, found)

    def _visit(self, expression: syntax.Expression, wanted: Type) -> Type:
        """Give the type of an expression; tell it what is wanted, and complain where that does not fit."""
        match expression:
            case syntax.Literal():
                found: Type = type_of(expression.value)
            case syntax.Variable():
                if expression.name == MISSING:
                    return OPEN
                found = self._symbol(expression.name, wanted)
            case syntax.Call():
                found = self._call(expression, wanted)
            case syntax.Unary():
                found = "Bool" if expression.operator == "!" else "Number"
                self._visit(expression.operand, found)
            case syntax.Binary():
                found = self._binary(expression, wanted)
            case syntax.Member():
                return OPEN
        if found is not None and wanted is not None and OPEN not in (found, wanted) and found != wanted:
            self._complain("YS0050", f"this is a {found}, and a {wanted} is needed", expression.span)
        return found

    def _symbol(self, name: str, wanted: Type) -> Type:
        found = self.of.get(name)
        if found is None and wanted is not None:
            self._fix(name, wanted)
            return wanted
        return found

    def _fix(self, name: str, found: Type) -> None:
        if self._report is None:
            self.of[name] = found
            self._changed = True

    def _binary(self, expression: syntax.Binary, wanted: Type) -> Type:
        operator = expression.operator
        left, right = expression.left, expression.right
        if operator in _LOGIC:
            self._visit(left, "Bool")
            self._visit(right, "Bool")
            return "Bool"
        if operator in _NUMERIC or operator in _ORDER:
            self._visit(left, "Number")
            self._visit(right, "Number")
            return "Bool" if operator in _ORDER else "Number"
        if operator == "+":
            return self._sum(expression, wanted)
        one, other = self._peek(left), self._peek(right)
        self._visit(left, other if one is None else None)
        self._visit(right, one)
        return "Bool"

    def _sum(self, expression: syntax.Binary, wanted: Type) -> Type:
        hoped: Type = wanted if wanted in ("Number", "String") else None
        left = self._peek(expression.left) or self._peek(expression.right) or hoped
        if left == "Bool":
            self._complain("YS0050", "+ adds numbers or joins texts; this is a Bool", expression.left.span)
            return OPEN
        self._visit(expression.left, left)
        self._visit(expression.right, left)
        return left

    def _peek(self, expression: syntax.Expression) -> Type:
        """Give the type of an expression as far as it is known, and change nothing."""
        match expression:
            case syntax.Literal():
                return type_of(expression.value)
            case syntax.Variable():
                return OPEN if expression.name == MISSING else self.of.get(expression.name)
            case syntax.Call():
                builtin = BUILTINS.get(expression.name)
                return builtin.returns if builtin else self._returns(expression.name)
            case syntax.Unary():
                return "Bool" if expression.operator == "!" else "Number"
            case syntax.Binary():
                if expression.operator == "+":
                    return self._peek(expression.left) or self._peek(expression.right)
                return "Number" if expression.operator in _NUMERIC else "Bool"
            case syntax.Member():
                return OPEN

    def _returns(self, name: str) -> Type:
        known = (self.functions or {}).get(name)
        return (known.returns if known else None) or self.of.get(f"{name}()")

    def _call(self, call: syntax.Call, wanted: Type) -> Type:
        name = call.name
        builtin = BUILTINS.get(name)
        if builtin is not None:
            self._arguments(call, builtin.parameters, len(builtin.parameters), variadic=False)
            return builtin.returns
        known = (self.functions or {}).get(name)
        if known is None and self.functions is not None:
            hint = did_you_mean(name, [*BUILTINS, *self.functions])
            self._complain("YS0013", f"no function is called {name!r}", call.span, hint)
        if known is not None and known.parameters is not None:
            self._arguments(call, known.parameters, known.required, variadic=known.variadic)
        else:
            for argument in call.arguments:
                self._visit(argument, None)
            count = self._counts.setdefault(name, len(call.arguments))
            if known is None and self.functions is None and count != len(call.arguments):
                message = f"{name} is called with {len(call.arguments)} parameters here, and elsewhere with {count}"
                self._complain("YS0014", message, call.span)
        if known is not None and known.returns is not None:
            return known.returns
        return self._symbol(f"{name}()", wanted)

    def _arguments(
        self, call: syntax.Call, parameters: tuple[TypeName | None, ...], required: int, *, variadic: bool
    ) -> None:
        given = len(call.arguments)
        if given < required or (given > len(parameters) and not variadic):
            takes = str(required) if required == len(parameters) else f"{required} to {len(parameters)}"
            takes = f"{required} or more" if variadic else takes
            self._complain("YS0014", f"{call.name} takes {takes} parameters, and is given {given}", call.span)
        for index, argument in enumerate(call.arguments):
            self._visit(argument, parameters[index] if index < len(parameters) else None)

    def _complain(self, code: str, message: str, span: Span, hint: str = "") -> None:
        if self._report is not None:
            self._report.append(finding(code, message, span, hint))
