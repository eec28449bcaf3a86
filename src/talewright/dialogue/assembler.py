"""Makes a node of the tree into flat instructions.

Decides the order in which things happen: conditions before text, a once flag set when a line runs, a block is entered
or an option is chosen (dialogue.md section 6.7), and which line is delivered together with which option group: the one
that only ends of blocks part it from. It also fixes the id of every choice. It looks up no names.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from talewright.diagnostics import Report
from talewright.dialogue import syntax
from talewright.dialogue.codes import finding
from talewright.dialogue.evaluate import assemble, compound
from talewright.dialogue.identifiers import clean_id
from talewright.dialogue.identity import CHOICE, ONCE, Numbering, first_given, metadata, reply_id, tagged
from talewright.dialogue.program import (
    Assign,
    Branch,
    ChoiceContent,
    Code,
    CommandContent,
    Goto,
    Instruction,
    Invoke,
    Jump,
    LineContent,
    MarkOnce,
    Node,
    Offer,
    OptionContent,
    Order,
    Say,
    SkipOnce,
    Stop,
    Use,
)
from talewright.dialogue.templates import command_template, line_template, text_template

_EDITOR_HEADERS: Final = frozenset(("position", "color", "colorid", "group", "style"))
_HOLD: Final = Stop()


class NodeAssembler:
    """Assembles one node; ``report`` gets what is found on the way."""

    def __init__(self, node: syntax.Node, dialogue: str, report: Report) -> None:
        self.node = node
        self.dialogue = dialogue
        self.report = report
        self.commands: list[Use] = []
        self._code: list[Instruction] = []
        self._stops: dict[str, int] = {}
        self._entries: dict[str, int] = {}
        self._earlier: dict[str, str] = {}
        self._last = ""
        self._numbers = Numbering(node.title)

    def assemble(self) -> Node:
        """Give the compiled node."""
        self._block(self.node.body)
        self._code.append(Stop())
        self._join_lines_and_options()
        headers: dict[str, tuple[str, ...]] = {}
        for header in self.node.headers:
            key = header.key.lower()
            headers[key] = (*headers.get(key, ()), header.value)
        return Node(
            self.node.title,
            self.dialogue,
            MappingProxyType(headers),
            tuple(self._code),
            MappingProxyType(self._stops),
            MappingProxyType(self._entries),
            MappingProxyType(self._earlier),
            _digest(self.node),
            self.node.span,
        )

    def _join_lines_and_options(self) -> None:
        code = self._code
        for index, instruction in enumerate(code):
            if isinstance(instruction, Say):
                at = index + 1
                while isinstance(step := code[at], Goto):
                    at = step.target
                if isinstance(step, Offer):
                    code[index] = Say(instruction.line, at)

    # Statements

    def _block(self, body: Sequence[syntax.Statement]) -> None:
        before: syntax.Statement | None = None
        for index, statement in enumerate(body):
            match statement:
                case syntax.LineStatement():
                    behind = body[index + 1] if index + 1 < len(body) else None
                    self._line(statement, last=isinstance(behind, syntax.OptionGroup))
                case syntax.OptionGroup():
                    self._group(statement, before)
                case syntax.IfStatement():
                    self._if(statement)
                case syntax.OnceStatement():
                    self._once(statement)
                case syntax.SetStatement():
                    self._set(statement)
                case syntax.CallStatement():
                    arguments = tuple(assemble(argument) for argument in statement.call.arguments)
                    self._code.append(Invoke(statement.call.name, arguments, statement.call.span))
                case syntax.JumpStatement():
                    target = statement.target
                    goal = target if isinstance(target, str) else assemble(target)
                    self._code.append(Jump(goal, statement.target_span))
                case syntax.CommandStatement():
                    self._command(statement)
                case syntax.StopStatement():
                    self._code.append(Stop())
                case syntax.DeclareStatement():
                    pass
            before = statement

    def _hold(self) -> int:
        self._code.append(_HOLD)
        return len(self._code) - 1

    def _line(self, statement: syntax.LineStatement, *, last: bool) -> None:
        line_id, given = self._numbers.content(statement.tags)
        start = len(self._code)
        condition = statement.condition
        flag = self._flag(line_id, given, condition)
        skips = [self._hold() for _ in range(bool(flag) + bool(condition and condition.expression))]
        if flag:
            self._code.append(MarkOnce(flag))
        speaker, text, holes = line_template(statement.text)
        tags = (*metadata(statement.tags), "lastline") if last else metadata(statement.tags)
        line = LineContent(line_id, given, speaker, text, holes, tags, statement.text.source, statement.span)
        self._stop(line_id, Say(line, -1))
        self._entries[line_id] = start
        if given:
            self._last = line_id
        self._fill(skips, flag, condition)

    def _fill(self, skips: list[int], flag: str, condition: syntax.Condition | None) -> None:
        target = len(self._code)
        if flag:
            self._code[skips.pop(0)] = SkipOnce(flag, target)
        if skips:
            self._code[skips[0]] = Branch(_test(condition), target)

    def _stop(self, content: str, instruction: Instruction) -> None:
        self._stops[content] = len(self._code)
        if self._last:
            self._earlier[content] = self._last
        self._code.append(instruction)

    def _command(self, statement: syntax.CommandStatement) -> None:
        text, holes = command_template(statement.text)
        content = self._numbers.command()
        command = CommandContent(content, text, holes, metadata(statement.tags), statement.text.source, statement.span)
        self._stop(content, Order(command))
        first = text.pieces[0] if text.pieces else 0
        if (
            isinstance(first, str)
            and (words := first.split())
            and (len(words) > 1 or not holes or first[-1:].isspace())
        ):
            self.commands.append(Use(words[0], -1 if holes else len(split_command(first)) - 1, statement.span))

    def _set(self, statement: syntax.SetStatement) -> None:
        if statement.operator:
            value = compound(statement.target, statement.operator, statement.value)
        else:
            value = assemble(statement.value)
        self._code.append(Assign(statement.target.name, value))

    def _if(self, statement: syntax.IfStatement) -> None:
        ends: list[int] = []
        last = self._last
        for index, clause in enumerate(statement.clauses):
            skip = None if clause.condition is None else self._hold()
            self._block(clause.body)
            self._last = last
            if index + 1 < len(statement.clauses):
                ends.append(self._hold())
            if skip is not None:
                self._code[skip] = Branch(_test(clause.condition), len(self._code))
        for end in ends:
            self._code[end] = Goto(len(self._code))

    def _once(self, statement: syntax.OnceStatement) -> None:
        given = first_given(statement.body)
        if given is None:
            hint = "give a line in it a #line: id"
            self._lint("TW-YARN-15", "nothing in this once has an id that it can be remembered by", statement, hint)
        flag = ONCE + self._numbers.once_block(given or f"{self._numbers.content(())[0]}")
        skips = [self._hold() for _ in range(2 if statement.condition.expression else 1)]
        self._code.append(MarkOnce(flag))
        last = self._last
        self._block(statement.body)
        self._last = last
        end = self._hold() if statement.otherwise else None
        self._fill(skips, flag, statement.condition)
        if end is not None:
            self._block(statement.otherwise)
            self._last = last
            self._code[end] = Goto(len(self._code))

    # Options

    def _group(self, group: syntax.OptionGroup, before: syntax.Statement | None) -> None:
        contents = [self._numbers.content(option.tags) for option in group.options]
        choice, given = self._choice_id(group, before, contents)
        at = len(self._code)
        self._stop(CHOICE + choice, _HOLD)
        self._entries[CHOICE + choice] = at
        last = self._last
        options: list[OptionContent] = []
        ends: list[int] = []
        for option, (line_id, explicit) in zip(group.options, contents, strict=True):
            body = len(self._code)
            self._entries[line_id] = body
            if explicit:
                self._last = line_id
                if last:
                    self._earlier[line_id] = last
            self._block(option.body)
            self._last = last
            ends.append(self._hold())
            options.append(self._option(option, line_id, explicit, body))
        after = len(self._code)
        for end in ends:
            self._code[end] = Goto(after)
        self._code[at] = Offer(ChoiceContent(choice, given, tuple(options), group.span, after))

    def _option(self, option: syntax.OptionStatement, line_id: str, explicit: bool, body: int) -> OptionContent:
        if not explicit:
            hint = "write #line: and an id of your own behind it; what a save remembers hangs on it"
            self._lint("TW-YARN-14", f"this option has no id; {line_id} depends on its position", option, hint)
        condition = option.condition
        flag = self._flag(line_id, explicit, condition)
        text, holes = text_template(option.text)
        return OptionContent(
            line_id,
            explicit,
            reply_id(line_id),
            text,
            holes,
            _test(condition) if condition and condition.expression else None,
            flag,
            metadata(option.tags),
            option.text.source,
            option.span,
            body,
        )

    def _choice_id(
        self, group: syntax.OptionGroup, before: syntax.Statement | None, contents: list[tuple[str, bool]]
    ) -> tuple[str, bool]:
        tags = [(option, tag) for option in group.options if (tag := tagged(option.tags, CHOICE)) is not None]
        if not tags:
            found, source = contents[0][0], "its first option"
            if isinstance(before, syntax.LineStatement) and (line := tagged(before.tags, "line:")) is not None:
                found, source = line.text, "the line above"
            choice = reply_id(found)
            message = f"this option group has no id; {choice} comes from {source}, and changes with it"
            self._lint("TW-YARN-13", message, group, f"write #choice:{choice} on its first option")
            return choice, False
        option, tag = tags[0]
        name = tag.text.removeprefix(CHOICE)
        for _, other in tags[1:]:
            if other.text != tag.text:
                message = f"this option group has two ids: {name} and {other.text.removeprefix(CHOICE)}"
                hint = "remove one, or part the groups with an empty line"
                self.report.append(finding("TW-YARN-12", message, other.span, hint))
        if not clean_id(name).strip("_"):
            self.report.append(finding("TW-YARN-16", "#choice: has no id behind it", tag.span, "#choice:name"))
        elif option is not group.options[0]:
            self._lint("TW-YARN-13", "#choice: is not on the first option", option, f"move #choice:{name} to the first")
        return clean_id(name), True

    def _flag(self, line_id: str, explicit: bool, condition: syntax.Condition | None) -> str:
        if condition is None or not condition.once:
            return ""
        if not explicit:
            message = f"what happens once is remembered by an id, and {line_id} depends on the position"
            self.report.append(finding("TW-YARN-15", message, condition.span, "write #line: and an id behind it"))
        return ONCE + line_id

    def _lint(
        self,
        code: str,
        message: str,
        place: syntax.OptionGroup | syntax.OptionStatement | syntax.OnceStatement,
        hint: str,
    ) -> None:
        self.report.append(finding(code, message, place.span, hint))


def split_command(text: str) -> list[str]:
    r"""Split a command into words: blanks part them, double quotes hold them together (dialogue.md section 6.12).

    >>> split_command('give "long sword" 2')
    ['give', 'long sword', '2']
    >>> split_command(r'say "\"Hm\"" ""')
    ['say', '"Hm"', '']
    """
    words: list[str] = []
    word: list[str] = []
    quoted = started = False
    escaped = False
    for char in text:
        if escaped:
            word.append(char)
            escaped = False
        elif quoted and char == "\\":
            escaped = True
        elif char == '"' and (quoted or not word):
            quoted = not quoted
            started = True
        elif char.isspace() and not quoted:
            if word or started:
                words.append("".join(word))
            word, started = [], False
        else:
            word.append(char)
    if word or started:
        words.append("".join(word))
    return words


def _test(condition: syntax.Condition | None) -> Code:
    assert condition is not None
    assert condition.expression is not None
    return assemble(condition.expression, condition.source)


def _digest(node: syntax.Node) -> str:
    heads = [f"{h.key.lower()}:{h.value}" for h in node.headers if h.key.lower() not in _EDITOR_HEADERS]
    return hashlib.sha256("\n".join([*heads, "---", *node.normal]).encode("utf-8", "surrogatepass")).hexdigest()
