"""Makes a node of the tree into flat instructions.

Decides the order in which things happen: conditions before text, a once flag set when a line runs, a block is entered
or an option is chosen (dialogue.md section 6.7), and which line is delivered together with which option group: the one
that only ends of blocks part it from. It also fixes the id of every choice. It looks up no names.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from talewright.diagnostics import Report, Severity, Span
from talewright.dialogue import syntax
from talewright.dialogue.checking import Named, use_of
from talewright.dialogue.codes import finding
from talewright.dialogue.program import (
    Assign,
    Branch,
    Call,
    ChoiceContent,
    Code,
    Command,
    CommandContent,
    Detour,
    Goto,
    Guard,
    Instruction,
    ItemContent,
    Jump,
    LineContent,
    MarkOnce,
    Members,
    Node,
    Offer,
    OptionContent,
    Pick,
    Return,
    Say,
    Select,
    SkipOnce,
    Stop,
    Use,
    assemble,
    complexity,
    compound,
)
from talewright.dialogue.syntax import (
    CHOICE,
    ONCE,
    SHADOW,
    Numbering,
    clean_id,
    first_given,
    like_a_keyword,
    metadata,
    print_expression,
    reply_id,
    split_command,
    tag_hint,
    tagged,
)
from talewright.dialogue.text import Marker, Said, Values, command_template, lacks, line_template, text_template

#: Headers that change nothing of what a node says: those of editors, and names.
_SILENT_HEADERS: Final = frozenset(("position", "color", "colorid", "group", "style", "uid", "formerly"))
_HOLD: Final = Stop()
_EARLIER: Final = 8


class NodeAssembler:
    """Assembles one node; ``report`` gets what is found on the way."""

    def __init__(
        self, named: Named, report: Report, *, members: Members, selects: frozenset[str], strict: bool,
        values: Values, given: Mapping[Span, str], known: Container[str] = (),
    ) -> None:  # fmt: skip
        self.named = named
        self.node = named.node
        self.report = report
        self.commands: list[Use] = []
        self.selects: list[tuple[str, Span]] = []
        self._members = members
        self._given = given
        self._select_words = selects
        self._strict = strict
        self._values = values
        self._known = known
        self._code: list[Instruction] = []
        self._stops: dict[str, int] = {}
        self._entries: dict[str, int] = {}
        self._earlier: dict[str, str] = {}
        self._last = ""
        self._numbers = Numbering(named.name)

    def assemble(self) -> Node:
        """Return the compiled node."""
        self._block(self.node.body)
        self._code.append(Return())
        self._join_lines_and_options()
        headers: dict[str, tuple[str, ...]] = {}
        for header in self.node.headers:
            key = header.key.lower()
            headers[key] = (*headers.get(key, ()), header.value)
        return Node(
            self.named.name,
            self.node.title,
            self.named.short,
            self.named.dialogue,
            MappingProxyType(headers),
            tuple(self._code),
            MappingProxyType(self._stops),
            MappingProxyType(self._entries),
            MappingProxyType(self._trails()),
            _digest(self.node),
            self._node_guard(headers),
            self.named.grouped,
            self.node.span,
        )

    def _node_guard(self, headers: dict[str, tuple[str, ...]]) -> Guard:
        weight = 1.0
        if written := next((h for h in self.node.headers if h.key.lower() == "weight"), None):
            try:
                weight = float(written.value)
            except ValueError:
                weight = -1.0
            if not 0 <= weight < float("inf"):
                message = f"the weight {written.value!r} is no number from 0 up"
                self.report.append(finding("TW-YARN-21", message, written.value_span, "weight: 2"))
                weight = 1.0
        return self._guard(self.named.name, self.node.when, weight)

    def _guard(self, name: str, when: Sequence[syntax.Condition], weight: float = 1.0) -> Guard:
        conditions = tuple(
            assemble(one.expression, one.source, members=self._members) for one in when if one.expression is not None
        )
        once = any(one.once for one in when)
        score = sum(map(complexity, conditions)) + sum(one.once for one in when)
        return Guard(name, conditions, ONCE + name if once else "", score, weight)

    def _trails(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for content, last in self._earlier.items():  # in the order of the text, so what came before is known
            found[content] = (last, *found.get(last, ())[: _EARLIER - 1])
        return found

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
                case syntax.LineGroup():
                    self._line_group(statement)
                case syntax.IfStatement():
                    self._if(statement)
                case syntax.OnceStatement():
                    self._once(statement)
                case syntax.SetStatement():
                    self._set(statement)
                case syntax.CallStatement():
                    arguments = tuple(map(self._expression, statement.call.arguments))
                    self._code.append(Call(statement.call.name, arguments, statement.call.span))
                case syntax.JumpStatement():
                    self._code.append(Jump(self._goal(statement.target), statement.target_span))
                case syntax.DetourStatement():
                    content, goal = self._numbers.detour(), self._goal(statement.target)
                    source = goal if isinstance(goal, str) else "{}"
                    self._stop(content, Detour(content, goal, source, statement.target_span))
                case syntax.ReturnStatement():
                    self._code.append(Return())
                case syntax.CommandStatement():
                    self._command(statement)
                case syntax.StopStatement():
                    self._code.append(Stop())
                case syntax.DeclareStatement() | syntax.EnumStatement():
                    pass
            before = statement

    def _expression(self, expression: syntax.Expression) -> Code:
        return assemble(expression, print_expression(expression), members=self._members)

    def _test(self, condition: syntax.Condition | None) -> Code:
        assert condition is not None
        assert condition.expression is not None
        return assemble(condition.expression, condition.source, members=self._members)

    def _goal(self, target: str | syntax.Expression) -> str | Code:
        return target if isinstance(target, str) else self._expression(target)

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
        line = self._content(statement, line_id, given, last=last)
        self._stop(line_id, Say(line, -1))
        self._entries[line_id] = start
        if given:
            self._last = line_id
        self._fill(skips, flag, condition)

    def _content(
        self, statement: syntax.LineStatement | syntax.OptionStatement, line_id: str, given: bool, *, last: bool = False
    ) -> LineContent:
        said = line_template(statement.text, self._members)
        self._look_at_markup(said, statement.text)
        tags = (*metadata(statement.tags), "lastline") if last else metadata(statement.tags)
        return LineContent(
            line_id,
            given,
            said.speaker,
            said.text,
            said.holes,
            tags,
            statement.text.source,
            statement.span,
            _shadowed(statement.tags),
            said.markup,
        )

    def _look_at_command(self, statement: syntax.CommandStatement) -> None:
        source = statement.text.source
        word = source.split(maxsplit=1)[0]
        if word not in self._known and (hint := like_a_keyword(source)):
            message = f"{word!r} is no keyword, and a command of the game"
            self.report.append(finding("TW-YARN-42", message, statement.text.span, hint))

    def _look_at_markup(self, said: Said, text: syntax.Text) -> None:
        if said.wrong and "[[" not in text.source:  # for those the reader has a better word
            hint = r"it is shown as it stands; \[ is the character [ itself"
            self.report.append(finding("YS0063", said.wrong, _marker(text, said.wrong_from_end), hint))
        if said.markup is not None and any(isinstance(token, Marker) for token in said.markup.tokens):
            looked = [self._values.of(piece) for piece in text.pieces if not isinstance(piece, str)]
            for lack in lacks(said.markup.tokens, looked, self._values.enums, self._values.language):
                place = _marker(text, said.from_end(lack.position))
                self.report.append(finding("TW-YARN-40", lack.message, place, lack.hint))

    def _fill(self, skips: list[int], flag: str, condition: syntax.Condition | None) -> None:
        target = len(self._code)
        if flag:
            self._code[skips.pop(0)] = SkipOnce(flag, target)
        if skips:
            self._code[skips[0]] = Branch(self._test(condition), target)

    def _stop(self, content: str, instruction: Instruction) -> None:
        self._stops[content] = len(self._code)
        if self._last:
            self._earlier[content] = self._last
        self._code.append(instruction)

    def _command(self, statement: syntax.CommandStatement) -> None:
        text, holes = command_template(statement.text, self._members)
        if not holes and text.pieces and self._select(statement, str(text.pieces[0])):
            return
        self._look_at_command(statement)
        content = self._numbers.command()
        command = CommandContent(content, text, holes, metadata(statement.tags), statement.text.source, statement.span)
        self._stop(content, Command(command))
        use = use_of(statement, self._given)
        if use is not None:
            self.commands.append(use)

    def _select(self, statement: syntax.CommandStatement, text: str) -> bool:
        words = split_command(text)
        if len(words) != 2 or words[0] not in self._select_words:
            return False
        content = self._numbers.detour()
        self._stop(content, Select(content, words[1], text, statement.span))
        self.selects.append((words[1], statement.span))
        return True

    def _set(self, statement: syntax.SetStatement) -> None:
        if statement.operator:
            value = self._expression(compound(statement.target, statement.operator, statement.value))
        else:
            value = self._expression(statement.value)
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
                self._code[skip] = Branch(self._test(clause.condition), len(self._code))
        for end in ends:
            self._code[end] = Goto(len(self._code))

    def _once(self, statement: syntax.OnceStatement) -> None:
        given = first_given(statement.body)
        if given is None:
            hint = tag_hint(statement.span.file)
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

    # Line groups

    def _line_group(self, group: syntax.LineGroup) -> None:
        at = self._hold()
        last = self._last
        items: list[ItemContent] = []
        ends: list[int] = []
        for item in group.items:
            line_id, given = self._numbers.content(item.tags)
            body = len(self._code)
            self._entries[line_id] = body
            self._last = last
            self._stop(line_id, Say(self._content(item, line_id, given), -1))
            if given:
                self._last = line_id
            self._block(item.body)
            ends.append(self._hold())
            self._flag(line_id, given, item.condition)
            guard = self._guard(line_id, () if item.condition is None else (item.condition,))
            items.append(ItemContent(guard, body, item.text.source, item.span))
        self._last = last
        for end in ends:
            self._code[end] = Goto(len(self._code))
        self._code[at] = Pick(tuple(items), len(self._code), group.span)

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
        if not explicit and not _shadowed(option.tags):
            hint = tag_hint(option.span.file)
            self._lint("TW-YARN-14", f"this option has no id; {line_id} depends on its position", option, hint)
        shadowed = _shadowed(option.tags)
        if shadowed and not explicit:
            severity: Severity = "error" if self._strict else "warning"
            message = "this option shadows a line, and has no #reply: id of its own"
            hint = tag_hint(option.span.file)
            self.report.append(finding("TW-YARN-18", message, option.span, hint, severity=severity))
        condition = option.condition
        flag = self._flag(line_id, explicit, condition)
        said = text_template(option.text, self._members)
        self._look_at_markup(said, option.text)
        return OptionContent(
            line_id,
            explicit,
            reply_id(line_id),
            said.text,
            said.holes,
            self._test(condition) if condition and condition.expression else None,
            flag,
            metadata(option.tags),
            option.text.source,
            option.span,
            body,
            shadowed,
            said.markup,
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
            self._lint("TW-YARN-13", message, group, tag_hint(group.span.file))
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
            self._lint("TW-YARN-13", "#choice: is not on the first option", option, tag_hint(option.span.file))
        return clean_id(name), True

    def _flag(self, line_id: str, explicit: bool, condition: syntax.Condition | None) -> str:
        if condition is None or not condition.once:
            return ""
        if not explicit:
            message = f"what happens once is remembered by an id, and {line_id} depends on the position"
            self.report.append(finding("TW-YARN-15", message, condition.span, tag_hint(condition.span.file)))
        return ONCE + line_id

    def _lint(
        self,
        code: str,
        message: str,
        place: syntax.OptionGroup | syntax.OptionStatement | syntax.OnceStatement,
        hint: str,
    ) -> None:
        self.report.append(finding(code, message, place.span, hint))


def _shadowed(tags: Sequence[syntax.Hashtag]) -> str:
    """Return the id of the line whose text a shadow line has."""
    found = tagged(tags, SHADOW)
    return "" if found is None or tagged(tags, "line:") else "line:" + found.text.removeprefix(SHADOW)


def _digest(node: syntax.Node) -> str:
    heads = [f"{h.key.lower()}:{h.value}" for h in node.headers if h.key.lower() not in _SILENT_HEADERS]
    return hashlib.sha256("\n".join([*heads, "---", *node.normal]).encode("utf-8", "surrogatepass")).hexdigest()


def _marker(text: syntax.Text, from_end: int) -> Span:
    """Return the place of a marker in a text; of the whole text where it cannot be told."""
    plain = re.sub(r"\{[^{}]*\}", lambda found: " " * len(found[0]), text.source)
    starts = [found.start() for found in re.finditer(r"\[", plain)]
    if not 0 < from_end <= len(starts) or text.span.end_line != text.span.line:
        return text.span
    start = starts[-from_end]
    end = plain.find("]", start) + 1 or len(plain)
    column = text.span.column
    return replace(text.span, column=column + start, end_column=column + end)
