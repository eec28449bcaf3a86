"""Checks the trees of all files against each other: names, ids, types.

Decides what a project must have right before it is played (dialogue.md section 6.14): titles and line ids are unique
over all files, jumps lead somewhere, variables are declared, types fit as far as the light check of :mod:`.types` sees.
It changes nothing and never raises. Findings that would only follow from a feature which is not supported yet are left
out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from talewright.diagnostics import Report, Span
from talewright.dialogue import syntax
from talewright.dialogue.builtins import BUILTINS, type_of
from talewright.dialogue.codes import finding
from talewright.dialogue.floats import Value
from talewright.dialogue.identity import LINE, SHADOW
from talewright.dialogue.program import TypeName, Use, VariableInfo
from talewright.dialogue.signatures import Signature
from talewright.dialogue.types import OPEN, Site, Type, Types
from talewright.names import did_you_mean

_TYPES: Final[dict[str, TypeName]] = {"number": "Number", "string": "String", "bool": "Bool"}
_DEFAULTS: Final[dict[TypeName, Value]] = {"Number": 0.0, "String": "", "Bool": False}
_LITERALS: Final[dict[TypeName, str]] = {"Number": "0", "String": '""', "Bool": "false"}


class Checker:
    """Checks all scripts of a project once."""

    def __init__(
        self,
        scripts: Sequence[syntax.Script],
        functions: dict[str, Signature] | None,
        commands: Iterable[str] | None,
        *,
        strict: bool,
    ) -> None:
        self.scripts = scripts
        self.report = Report()
        self.uses: list[Use] = []
        self._functions = functions
        self._commands = None if commands is None else frozenset(commands)
        self._strict = strict
        self._quiet = any(script.unsupported for script in scripts)
        self._titles: dict[str, syntax.Node] = {}
        self._declared: dict[str, syntax.DeclareStatement] = {}
        self._lines: dict[str, syntax.Hashtag] = {}
        self._sites: list[Site] = []
        self._types = Types({}, functions)

    def check(self) -> Report:
        """Give every finding about these scripts."""
        for script in self.scripts:
            self._collect_titles(script)
        for script in self.scripts:
            for node in script.nodes:
                self._block(node.body)
        declared: dict[str, Type] = {name: self._declared_type(d) for name, d in self._declared.items()}
        self._types = Types(declared, self._functions)
        self._types.note_uses(self._sites)
        self._types.learn(self._sites)
        self.report += self._types.check(self._sites)
        self._check_variables()
        return self.report

    def check_commands(self, uses: Iterable[Use]) -> Report:
        """Find the commands that the host does not know, if it said which it knows."""
        if self._commands is None:
            return Report()
        return Report(
            finding("YS0060", f"no command is called {use.name!r}", use.span, did_you_mean(use.name, self._commands))
            for use in uses
            if use.name not in self._commands
        )

    def variables(self) -> dict[str, VariableInfo]:
        """Give every variable of the project with its type and default."""
        found: dict[str, VariableInfo] = {}
        for name, declare in self._declared.items():
            literal = declare.value.value if isinstance(declare.value, syntax.Literal) else None
            type_name = self._known(name)
            default = _DEFAULTS[type_name or "Number"] if literal is None else literal
            found[name] = VariableInfo(name, type_name, default, True, declare.span)
        for name, span in self._types.first_use.items():
            if name not in found:
                type_name = self._known(name)
                found[name] = VariableInfo(name, type_name, _DEFAULTS[type_name or "Number"], False, span)
        return found

    def _known(self, name: str) -> TypeName | None:
        found = self._types.of.get(name)
        return None if found in (None, OPEN) else found  # type: ignore[return-value]

    def _add(self, code: str, message: str, span: Span, hint: str = "") -> None:
        self.report.append(finding(code, message, span, hint))

    # Titles

    def _collect_titles(self, script: syntax.Script) -> None:
        for node in script.nodes:
            if not node.title:
                continue
            first = self._titles.setdefault(node.title, node)
            grouped = any(header.key == "when" for header in (*node.headers, *first.headers))
            if first is not node and not grouped:
                message = f"a node called {node.title} exists already at {first.span.file}:{first.span.line}"
                self._add("YS0011", message, node.span, "titles are unique over all files of a project")

    # Statements

    def _block(self, body: Sequence[syntax.Statement]) -> None:
        ended: syntax.Statement | None = None
        for statement in body:
            if ended is not None:
                word = "jump" if isinstance(ended, syntax.JumpStatement) else "stop"
                self._add("YS0008", f"nothing runs behind a {word}", statement.span, "remove it, or move it above")
                ended = None
            self._statement(statement)
            if isinstance(statement, (syntax.JumpStatement, syntax.StopStatement)):
                ended = statement

    def _statement(self, statement: syntax.Statement) -> None:
        match statement:
            case syntax.LineStatement():
                self._text(statement.text, statement.condition, statement.tags)
            case syntax.OptionGroup():
                for option in statement.options:
                    self._text(option.text, option.condition, option.tags)
                    self._block(option.body)
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
            case syntax.DeclareStatement():
                self._declare(statement)
            case syntax.CallStatement():
                self._site(Site(statement.call))
            case syntax.JumpStatement():
                self._jump(statement)
            case syntax.CommandStatement():
                self._holes(statement.text)
            case syntax.StopStatement():
                pass

    def _site(self, site: Site) -> None:
        self._sites.append(site)
        self.uses += _calls(site.expression)

    def _holes(self, text: syntax.Text) -> None:
        for piece in text.pieces:
            if not isinstance(piece, str):
                self._site(Site(piece, in_line=True))

    def _condition(self, condition: syntax.Condition | None) -> None:
        if condition is not None and condition.expression is not None:
            self._site(Site(condition.expression, "Bool"))

    def _set(self, statement: syntax.SetStatement) -> None:
        target = statement.target
        if statement.operator:
            whole = syntax.Binary(statement.operator, target, statement.value, statement.value.span)
            self._site(Site(whole, target=target.name))
        else:
            self._site(Site(statement.value, target=target.name, target_span=target.span))

    def _declare(self, statement: syntax.DeclareStatement) -> None:
        name = statement.target.name
        first = self._declared.setdefault(name, statement)
        if first is not statement:
            message = f"{name} is declared already at {first.span.file}:{first.span.line}"
            self._add("YS0039", message, statement.target.span, "declare a variable once")
        if not isinstance(statement.value, syntax.Literal):
            self._site(Site(statement.value, target=name))

    def _declared_type(self, statement: syntax.DeclareStatement) -> Type:
        value = statement.value
        found: Type = type_of(value.value) if isinstance(value, syntax.Literal) else None
        if isinstance(value, syntax.Member):
            found = OPEN
        if not statement.type_name:
            return found
        stated = _TYPES.get(statement.type_name.lower())
        if stated is None:
            if not self._quiet:
                hint = "Number, String or Bool"
                self._add("YS0053", f"no type is called {statement.type_name!r}", statement.span, hint)
            return OPEN
        if found not in (None, OPEN, stated):
            self._add("YS0053", f"a {found} is no {stated}", statement.span, "change the type or the value")
        return stated

    def _jump(self, statement: syntax.JumpStatement) -> None:
        target = statement.target
        if not isinstance(target, str):
            self._site(Site(target, "String"))
        elif target not in self._titles:
            hint = did_you_mean(target, self._titles) or "titles are exact, upper and lower case too"
            message = f"no node is called {target!r}"
            self.report.add("YS0012", "error" if self._strict else "warning", message, hint, statement.target_span)

    # Texts

    def _text(self, text: syntax.Text, condition: syntax.Condition | None, tags: tuple[syntax.Hashtag, ...]) -> None:
        self._condition(condition)
        self._holes(text)
        ids = [tag for tag in tags if tag.text.startswith(LINE)]
        shadows = [tag for tag in tags if tag.text.startswith(SHADOW)]
        if ids and shadows:
            self._add("YS0017", "a line has both #line: and #shadow:", shadows[0].span, "keep one")
        for extra in [*ids[1:], *shadows[1:]]:
            self._add("YS0062", "a line has two ids", extra.span, "keep one")
        if not ids:
            return
        tag = ids[0]
        if tag.text == LINE:
            self._add("TW-YARN-16", "#line: has no id behind it", tag.span, "#line:name")
            return
        first = self._lines.setdefault(tag.text, tag)
        if first is not tag:
            message = f"{tag.text} is the id of another line already, at {first.span.file}:{first.span.line}"
            self._add("YS0018", message, tag.span, "give the newer one another id; a copied line keeps the old one")

    # Variables

    def _check_variables(self) -> None:
        for name, span in self._types.first_use.items():
            if name in self._declared:
                continue
            found = self._types.of.get(name)
            if found == OPEN:
                continue
            near = did_you_mean(name, self._declared)
            if found is not None:
                literal = _LITERALS[found]
                hint = near or f"<<declare {name} = {literal}>>"
                self._add("YS0003", f"{name} is not declared; it is taken for a {found}", span, hint)
            elif not self._quiet:
                hint = near or f"<<declare {name} = ...>> says what it holds"
                if self._types.only_in_lines.get(name, True):
                    self._add("YS0029", f"nothing tells what {name} holds", span, hint)
                else:
                    self._add("YS0028", f"nothing tells the type of {name}", span, hint)


def _calls(expression: syntax.Expression) -> Iterator[Use]:
    match expression:
        case syntax.Call():
            if expression.name not in BUILTINS:
                yield Use(expression.name, len(expression.arguments), expression.span)
            for argument in expression.arguments:
                yield from _calls(argument)
        case syntax.Unary():
            yield from _calls(expression.operand)
        case syntax.Binary():
            yield from _calls(expression.left)
            yield from _calls(expression.right)
        case _:
            pass
