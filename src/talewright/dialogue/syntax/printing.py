"""Writes a tree as a script: one spelling for what is the same.

Decides the normal spelling of a script: four blanks a level, one blank between things, operators as symbols. Texts keep
their own spelling. What is written reads back as the same tree, which is how the tagger proves that it changed nothing
but ids (dialogue.md section 2, thread 15).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Final

from talewright.dialogue.syntax import nodes as syntax
from talewright.dialogue.syntax.expressions import LEVELS
from talewright.dialogue.syntax.identity import CHOICE, LINE, REPLY

_STEP: Final = "    "
_IDS: Final = (LINE, CHOICE, REPLY, "uid:")


def print_script(script: syntax.Script, *, ids: bool = True) -> str:
    """Write a script.

    Args:
        script: its tree.
        ids: whether to write ``#line:``, ``#choice:``, ``#reply:``, ``#uid:`` and ``uid:``.

    >>> from talewright.dialogue.syntax.parser import parse
    >>> from talewright.dialogue.syntax.source import Source
    >>> tree, _ = parse(Source("A", "A.yarn", "title:A\\n---\\n->  Go <<if 1+2 is 3>> #line:go\\n  Bye\\n==="))
    >>> print(print_script(tree, ids=False))
    title: A
    ---
    -> Go <<if 1 + 2 == 3>>
        Bye
    ===
    <BLANKLINE>
    """
    return _Printer(ids=ids).script(script)


class _Printer:
    def __init__(self, *, ids: bool) -> None:
        self.ids = ids

    def script(self, script: syntax.Script) -> str:
        rows: list[str] = []
        if tags := self._tags(script.tags).strip():
            rows.append(tags)
        for node in script.nodes:
            kept = (header for header in node.headers if self.ids or header.key.lower() != "uid")
            rows += [f"{header.key}: {header.value}".rstrip() for header in kept]
            rows.append("---")
            rows += self._block(node.body, "")
            rows.append("===")
        return "\n".join(rows) + "\n"

    def _tags(self, tags: Sequence[syntax.Hashtag]) -> str:
        kept = (tag.text for tag in tags if self.ids or not tag.text.startswith(_IDS))
        return "".join(f" #{text}" for text in kept)

    def _block(self, body: Sequence[syntax.Statement], indent: str) -> Iterator[str]:
        before: syntax.Statement | None = None
        for statement in body:
            if isinstance(statement, (syntax.OptionGroup, syntax.LineGroup)) and type(before) is type(statement):
                yield indent  # a row of blanks parts two groups, and closes nothing around them
            yield from self._statement(statement, indent)
            before = statement

    def _statement(self, statement: syntax.Statement, indent: str) -> Iterator[str]:
        match statement:
            case syntax.LineStatement():
                yield indent + self._said(statement)
            case syntax.OptionGroup():
                yield from self._parts("->", statement.options, indent)
            case syntax.LineGroup():
                yield from self._parts("=>", statement.items, indent)
            case syntax.IfStatement():
                for index, clause in enumerate(statement.clauses):
                    word = "if" if index == 0 else "elseif" if clause.condition is not None else "else"
                    yield f"{indent}<<{word}{'' if clause.condition is None else _tested(clause.condition)}>>"
                    yield from self._block(clause.body, indent)
                yield f"{indent}<<endif>>"
            case syntax.OnceStatement():
                rest = " if" + _tested(statement.condition) if statement.condition.expression is not None else ""
                yield f"{indent}<<once{rest}>>"
                yield from self._block(statement.body, indent)
                if statement.otherwise:
                    yield f"{indent}<<else>>"
                    yield from self._block(statement.otherwise, indent)
                yield f"{indent}<<endonce>>"
            case syntax.EnumStatement():
                yield f"{indent}<<enum {statement.name}>>"
                for case in statement.cases:
                    value = "" if case.value is None else f" = {print_expression(case.value)}"
                    yield f"{indent}<<case {case.name}{value}>>"
                yield f"{indent}<<endenum>>"
            case _:
                yield f"{indent}<<{self._command(statement)}>>{self._command_tags(statement)}"

    def _parts(self, arrow: str, parts: Sequence[syntax.OptionStatement], indent: str) -> Iterator[str]:
        for part in parts:
            yield f"{indent}{arrow} {self._said(part)}"
            yield from self._block(part.body, indent + _STEP)

    def _said(self, statement: syntax.LineStatement | syntax.OptionStatement) -> str:
        condition = statement.condition
        tested = ""
        if condition is not None:
            word = "once" if condition.once else "if"
            more = "" if condition.expression is None else (" if" if condition.once else "") + _tested(condition)
            tested = f" <<{word}{more}>>"
        return statement.text.source + tested + self._tags(statement.tags)

    def _command(self, statement: syntax.Statement) -> str:
        match statement:
            case syntax.SetStatement():
                return f"set {statement.target.name} {statement.operator}= {print_expression(statement.value)}"
            case syntax.DeclareStatement():
                value = print_expression(statement.value)
                if statement.smart and isinstance(statement.value, (syntax.Literal, syntax.Member)):
                    value = f"({value})"
                kind = f" as {statement.type_name}" if statement.type_name else ""
                return f"declare {statement.target.name} = {value}{kind}"
            case syntax.CallStatement():
                return f"call {print_expression(statement.call)}"
            case syntax.JumpStatement():
                return f"jump {_target(statement.target)}"
            case syntax.DetourStatement():
                return f"detour {_target(statement.target)}"
            case syntax.ReturnStatement():
                return "return"
            case syntax.CommandStatement():
                return statement.text.source
            case _:
                return "stop"

    def _command_tags(self, statement: syntax.Statement) -> str:
        return self._tags(statement.tags) if isinstance(statement, syntax.CommandStatement) else ""


def _tested(condition: syntax.Condition) -> str:
    assert condition.expression is not None
    return " " + print_expression(condition.expression)


def _target(target: str | syntax.Expression) -> str:
    return target if isinstance(target, str) else f"{{{print_expression(target)}}}"


def print_expression(expression: syntax.Expression) -> str:
    """Write an expression, with the parentheses that it needs.

    >>> from talewright.dialogue.syntax.expressions import Reader
    >>> print_expression(Reader("f", 1, "(1+2)*3 and not ($a or $b)", 0).expression())
    '(1 + 2) * 3 && !($a || $b)'
    """
    match expression:
        case syntax.Literal(value=bool(value)):
            return "true" if value else "false"
        case syntax.Literal(value=str(value)):
            escaped = value.replace("\\", "\\\\").replace('"', '\\"')
            return f'"{escaped}"'
        case syntax.Literal(value=value):
            return f"{Decimal(value):f}"
        case syntax.Variable():
            return expression.name
        case syntax.Call():
            return f"{expression.name}({', '.join(map(print_expression, expression.arguments))})"
        case syntax.Unary():
            inner = print_expression(expression.operand)
            bracketed = isinstance(expression.operand, syntax.Binary)
            return f"{expression.operator}({inner})" if bracketed else f"{expression.operator}{inner}"
        case syntax.Member():
            return f"{expression.type_name}.{expression.name}"
        case syntax.Binary():
            level = LEVELS[expression.operator]
            left = _operand(expression.left, level)
            return f"{left} {expression.operator} {_operand(expression.right, level + 1)}"


def _operand(expression: syntax.Expression, level: int) -> str:
    text = print_expression(expression)
    return f"({text})" if isinstance(expression, syntax.Binary) and LEVELS[expression.operator] < level else text
