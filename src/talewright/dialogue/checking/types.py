"""Type inference: what each variable, function and expression of a project holds.

Decides types by union-find over all uses in all files (dialogue.md section 6.5): two expressions that must have one
type share a cell, and a cell learns its type from whoever knows it, in any order. What cannot be decided when it is met
waits until everything else is known: the operands of ``+`` (numbers or texts), and ``.Case`` without the name of its
enum. An enum value may stand where its raw type is wanted. Every expression is visited once, so the time is that of
reading. Nothing is said twice: after a complaint the two cells stay apart.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from talewright.diagnostics import Span
from talewright.dialogue import syntax
from talewright.dialogue.program import BUILTINS, EnumInfo, Outline, Signature, type_of
from talewright.dialogue.syntax import MISSING, Value, like_a_function, print_value
from talewright.dialogue.text import is_number
from talewright.names import Near, did_you_mean

#: The type of what could not be read, which fits everything.
OPEN: Final = "?"
Complain: TypeAlias = Callable[[str, str, Span, str], None]

_NUMERIC: Final = frozenset(("-", "*", "/", "%"))
_ORDER: Final = frozenset(("<", "<=", ">", ">="))
_EXAMPLES: Final = {"Number": "1", "String": '"text"', "Bool": "true"}
#: How many cases of an enum a hint lists.
_LISTED: Final = 5
_LOGIC: Final = frozenset(("&&", "||", "^"))


class Cell:
    """The type of something: known, or the same as another's, or not known yet."""

    __slots__ = ("name", "parent")

    def __init__(self, name: str | None = None) -> None:
        self.name = name
        self.parent: Cell | None = None


class Solver:
    """Finds types, and complains of what does not fit."""

    def __init__(
        self, enums: Mapping[str, EnumInfo], functions: Mapping[str, Signature] | None, complain: Complain, *,
        strict: bool, outline: Outline | None = None,
    ) -> None:  # fmt: skip
        self.enums = enums
        self._outline = outline
        self.functions = functions
        self._near = Near()
        self.variables: dict[str, Cell] = {}
        self.first_use: dict[str, Span] = {}
        self.only_in_lines: dict[str, bool] = {}
        self.members: dict[Span, Value] = {}
        self._complain = complain
        self._strict = strict
        self._results: dict[str, Cell] = {}
        self._parameters: dict[str, list[Cell]] = {}
        self._sums: list[tuple[Cell, Span]] = []
        self._cases: list[tuple[syntax.Member, Cell]] = []
        self._calls_in_lines: list[tuple[Cell, syntax.Call]] = []
        self._in_line = False
        self.doubtful: list[tuple[str, str, Span]] = []

    # What others ask

    def declare(self, name: str, type_name: str | None) -> Cell:
        """Make the cell of a declared variable."""
        cell = self.variables[name] = Cell(type_name)
        return cell

    def type_of(self, name: str) -> str | None:
        """Return the type of a variable; None where nothing fixes it."""
        cell = self.variables.get(name)
        return None if cell is None else _root(cell).name

    def known_type(self, name: str) -> str | None:
        """Return the type of a variable that the whole fixes, where only a part is looked at."""
        known = self._outline.variables.get(name) if self._outline is not None else None
        return None if known is None else known.type

    def returned_by(self, function: str) -> str | None:
        """Return what a function of the host gives; None where nothing tells."""
        known = (self.functions or {}).get(function)
        if known is not None and known.returns is not None:
            return known.returns
        name = _root(self._results[function]).name if function in self._results else None
        return None if name == OPEN else name

    def expect(
        self, expression: syntax.Expression, wanted: str | Cell, *, convert: bool = False, code: str = "YS0050"
    ) -> None:
        """Visit an expression that must have a type; ``convert`` lets an enum stand for its raw type."""
        goal = wanted if isinstance(wanted, Cell) else Cell(wanted)
        self._fit(self.visit(expression), goal, expression, convert=convert, code=code)

    def assign(self, target: syntax.Variable, value: syntax.Expression) -> None:
        """Visit ``set``."""
        cell = self._variable(target)
        self.only_in_lines[target.name] = False
        self.expect(value, cell, convert=True)

    def in_line(self, expression: syntax.Expression) -> Cell:
        """Visit an expression in a text: any type will do, but it must have one; return its cell."""
        self._in_line = True
        cell = self.visit(expression)
        self._in_line = False
        if isinstance(expression, syntax.Call) and self.functions is not None and not self._strict:
            self._calls_in_lines.append((cell, expression))
        return cell

    def visit(self, expression: syntax.Expression) -> Cell:
        """Return the cell of an expression."""
        match expression:
            case syntax.Literal():
                return Cell(type_of(expression.value))
            case syntax.Variable():
                return self._variable(expression)
            case syntax.Call():
                return self._call(expression)
            case syntax.Unary():
                name = "Bool" if expression.operator == "!" else "Number"
                self.expect(expression.operand, name)
                return Cell(name)
            case syntax.Binary():
                return self._binary(expression)
            case syntax.Member():
                return self._member(expression)

    def finish(self) -> None:
        """Decide what waited."""
        waiting = []
        for member, cell in self._cases:
            name = _root(cell).name
            if name is None:
                waiting.append((member, cell))
            else:
                self._case_of(member, name)
        for member, cell in waiting:
            root = _root(cell)
            if root.name is None:
                fitting = [enum.name for enum in self.enums.values() if member.name in enum.cases]
                if len(fitting) != 1:
                    several = f"{' and '.join(fitting)} both have a case {member.name}"
                    message = several if fitting else f"no enum has a case {member.name}"
                    cases = [case for enum in self.enums.values() for case in enum.cases]
                    hint = f"write {fitting[0]}.{member.name}" if fitting else self._near(member.name, cases)
                    self._complain("YS0038", message, member.span, hint)
                    root.name = OPEN
                    continue
                root.name = fitting[0]
            self._case_of(member, root.name)
        for cell, span in self._sums:
            name = _root(cell).name
            if name not in (None, OPEN, "Number", "String"):
                self._complain("YS0050", f"+ adds numbers or joins texts, and this is a {name}", span, "")
        for cell, call in self._calls_in_lines:
            if _root(cell).name is None:
                message = f"nothing tells what {call.name} gives"
                self._complain("YS0029", message, call.span, "tell the checker its type, or use string(...)")

    # Cells

    def _fit(
        self, found: Cell, wanted: Cell, expression: syntax.Expression, *, convert: bool = False, code: str = "YS0050"
    ) -> None:
        one, other = _root(found), _root(wanted)
        if one is other:
            return
        if OPEN in (one.name, other.name):  # whatever meets a mistake is spared the complaints that would follow
            one.name, other.name = one.name or OPEN, other.name or OPEN
            return
        if one.name is None:
            one.parent = other
        elif other.name is None:
            other.parent = one
        elif one.name != other.name:
            enum = self.enums.get(one.name) if convert else None
            if enum is None or enum.raw != other.name:
                message = f"this is a {one.name}, and a {other.name} is needed"
                self._complain(code, message, expression.span, self._suggestion(expression, other.name))

    def _suggestion(self, expression: syntax.Expression, wanted: str) -> str:
        """Say how an expression comes to a type, where that is known."""
        enum = self.enums.get(wanted)
        if isinstance(expression, syntax.Literal):
            value = expression.value
            if enum is not None:
                fitting = next((name for name, raw in enum.cases.items() if value in (name, raw)), None)
                near = did_you_mean(str(value), enum.cases) if isinstance(value, str) else ""
                listed = ", ".join(f"{wanted}.{name}" for name in list(enum.cases)[:_LISTED])
                return f"write {wanted}.{fitting}" if fitting else near or f"one of {listed}"
            if wanted == "String":
                return f'write "{print_value(value)}"'
            if isinstance(value, str) and wanted == "Number" and is_number(value):
                return f"write {value}"
            if isinstance(value, str) and wanted == "Bool" and value.lower() in ("true", "false"):
                return f"write {value.lower()}"
            return f"write a {wanted}, such as {_EXAMPLES.get(wanted, '')}"
        elif isinstance(expression, syntax.Variable) and wanted == "Bool":
            cell = self.variables.get(expression.name)
            held = None if cell is None else named(cell)
            zero = {"Number": "!= 0", "String": '!= ""'}.get(held or "")
            return f"write {expression.name} {zero}" if zero else "compare it: =="
        elif wanted == "String":
            return "string(...) makes a text of it"
        return "" if enum is not None or wanted != "Number" else "number(...) makes a number of a text"

    def _variable(self, variable: syntax.Variable) -> Cell:
        name = variable.name
        if name == MISSING:
            return Cell(OPEN)
        self.first_use.setdefault(name, variable.span)
        if not self._in_line or name not in self.only_in_lines:
            self.only_in_lines[name] = self._in_line and self.only_in_lines.get(name, True)
        cell = self.variables.get(name)
        if cell is None:
            cell = self.variables[name] = Cell(self.known_type(name))
        return cell

    # Operators

    def _binary(self, expression: syntax.Binary) -> Cell:
        operator, left, right = expression.operator, expression.left, expression.right
        if operator in _NUMERIC or operator in _ORDER:
            self.expect(left, "Number")
            self.expect(right, "Number")
            return Cell("Number" if operator in _NUMERIC else "Bool")
        if operator in _LOGIC:
            self.expect(left, "Bool")
            self.expect(right, "Bool")
            return Cell("Bool")
        first = self.visit(left)
        if operator != "+":
            self.expect(right, first)
            return Cell("Bool")
        name = _root(first).name
        if name not in (None, OPEN, "Number", "String"):
            self._complain("YS0050", f"+ adds numbers or joins texts, and this is a {name}", left.span, "")
            self.visit(right)
            return Cell(OPEN)
        self.expect(right, first)
        self._sums.append((first, expression.span))
        return first

    # Cases of enums

    def _member(self, member: syntax.Member) -> Cell:
        if member.type_name:
            if member.type_name not in self.enums:
                message = f"no enum is called {member.type_name}"
                self._complain("YS0038", message, member.span, self._near(member.type_name, self.enums))
                return Cell(OPEN)
            return Cell(member.type_name if self._case_of(member, member.type_name) else OPEN)
        cell = Cell()
        self._cases.append((member, cell))
        return cell

    def _case_of(self, member: syntax.Member, type_name: str) -> bool:
        enum = self.enums.get(type_name)
        if enum is not None and member.name in enum.cases:
            self.members[member.span] = enum.cases[member.name]
            return True
        if enum is not None:
            message = f"the enum {enum.name} has no case {member.name}"
            listed = ", ".join(f"{enum.name}.{name}" for name in list(enum.cases)[:_LISTED])
            hint = self._near(member.name, enum.cases) or f"write {listed}, or add <<case {member.name}>> to the enum"
            self._complain("YS0038", message, member.span, hint)
        elif type_name != OPEN:
            self._complain("YS0038", f"a {type_name} has no case {member.name}", member.span, "")
        return False

    # Functions

    def _call(self, call: syntax.Call) -> Cell:
        in_line, self._in_line = self._in_line, False  # what a function is given is not itself shown
        try:
            return self._called(call)
        finally:
            self._in_line = in_line

    def _called(self, call: syntax.Call) -> Cell:
        name = call.name
        builtin = BUILTINS.get(name)
        if builtin is not None:
            self._arguments(call, Signature(builtin.parameters, len(builtin.parameters)))
            return Cell(builtin.returns)
        known = (self.functions or {}).get(name)
        if known is None and self.functions is not None and self._strict:
            hint = self._near(name, [*BUILTINS, *self.functions])
            self._complain("YS0013", f"no function is called {name!r}", call.span, hint)
        elif known is None and name not in self._results and (near := like_a_function(name, BUILTINS)):
            self.doubtful.append((name, near, call.span))
        if known is not None and known.parameters is not None:
            self._arguments(call, known)
        else:
            self._infer_parameters(call, known)
        if known is not None and known.returns is not None:
            return Cell(known.returns)
        returns = self._outline.returns.get(name) if self._outline is not None else None
        return self._results.setdefault(name, Cell(returns))

    def _arguments(self, call: syntax.Call, known: Signature) -> None:
        given = len(call.arguments)
        if given < known.required or (given > len(known.parameters or ()) and not known.variadic):
            message = f"{call.name} takes {known.takes()} parameters, and is given {given}"
            self._complain("YS0014", message, call.span, "")
        for index, argument in enumerate(call.arguments):
            wanted = known.type_at(index)
            if wanted is None:
                self.visit(argument)
            else:
                self.expect(argument, wanted, convert=True)

    def _infer_parameters(self, call: syntax.Call, known: Signature | None) -> None:
        if known is not None or (self.functions is not None and self._strict):
            for argument in call.arguments:
                self.visit(argument)
            return
        cells = self._parameters.setdefault(call.name, [Cell() for _ in call.arguments])
        if len(cells) != len(call.arguments):
            given = len(call.arguments)
            message = f"{call.name} is called with {given} parameters here, and elsewhere with {len(cells)}"
            self._complain("YS0014", message, call.span, "")
        for index, argument in enumerate(call.arguments):
            if index < len(cells):
                self.expect(argument, cells[index], convert=True)
            else:
                self.visit(argument)


def named(cell: Cell) -> str | None:
    """Return the type of a cell; None where nothing fixes it."""
    name = _root(cell).name
    return None if name == OPEN else name


def _root(cell: Cell) -> Cell:
    while cell.parent is not None:
        if cell.parent.parent is not None:
            cell.parent = cell.parent.parent
        cell = cell.parent
    return cell
