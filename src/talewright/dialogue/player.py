"""Plays a program: ``advance(program, state, input)`` gives events and the next state.

Decides what happens between two stops (dialogue.md sections 6.6 to 6.10). A step runs to the next line, option group or
command, or to the end. A line and the option group that only ends of blocks part it from are one stop. It is a pure
function of what it is given: nothing is kept, no clock, no random numbers but the host's, no recursion. A step that
fails raises, and the state before it is still good.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from talewright.diagnostics import Span
from talewright.dialogue.assembler import split_command
from talewright.dialogue.builtins import BUILTINS, BadValue
from talewright.dialogue.codes import failure
from talewright.dialogue.evaluate import Misfit, evaluate
from talewright.dialogue.events import (
    BreakOff,
    Choose,
    Command,
    DialogueEnded,
    DialogueStarted,
    Event,
    Input,
    NoOptions,
    Option,
    Options,
    ReplySelected,
    Start,
    SubdialogueEntered,
    SubdialogueLeft,
)
from talewright.dialogue.floats import Value, print_value
from talewright.dialogue.host import Host, to_value
from talewright.dialogue.identity import CHOICE, VISITS
from talewright.dialogue.program import (
    Assign,
    Branch,
    ChoiceContent,
    Code,
    Goto,
    Invoke,
    Jump,
    MarkOnce,
    Node,
    Offer,
    OptionContent,
    Order,
    Program,
    Say,
    SkipOnce,
)
from talewright.dialogue.showing import entry_of, fill_options, line_event, node_of, options_of, stop_of
from talewright.dialogue.state import Kind, Memory, Offered, Position, Shown, State
from talewright.errors import DialogueError
from talewright.names import did_you_mean

#: How many instructions a step may run without showing anything.
MAX_STEPS: Final = 100_000
_EARLIER: Final = 8
_NO_HOST: Final = Host()
ALREADY_CHOSEN: Final = "already chosen"


def advance(
    program: Program, state: State, given: Input, *, host: Host | None = None
) -> tuple[tuple[Event, ...], State]:
    """Play to the next stop.

    Args:
        program: what :func:`talewright.dialogue.compile` gave.
        state: where the conversation stands.
        given: what the host says: ``Start``, ``Continue``, ``Choose`` or ``BreakOff``.
        host: functions and random numbers, where the script uses any.

    Returns:
        The events in their order, and the state to hand to the next call.

    Raises:
        DialogueError: the input does not fit the state, an option is not available, or the script fails; the message
            has the place. ``state`` is unchanged and can be used again.

    >>> from talewright.dialogue import compile
    >>> program = compile({"Smith": "title: Forge\\n---\\nSmith: Yes?\\n-> A sword. #line:sword\\n==="})
    >>> events, state = advance(program, State(), Start("Smith"))
    >>> [type(event).__name__ for event in events]
    ['DialogueStarted', 'SubdialogueEntered', 'Line', 'Options']
    >>> events, state = advance(program, state, Choose("sword"))
    >>> events[-1]
    DialogueEnded(dialogue='Smith', completed=True)
    """
    run = _Run(program, state.memory, host or _NO_HOST)
    position = run.go(state.position, given)
    memory = state.memory
    if run.changes:
        memory = memory.updated(run.changes) if isinstance(memory, Memory) else Memory({**memory, **run.changes})
    return tuple(run.events), State(position, memory)


class _Run:
    """One step: the events so far, what it changed, and the node that runs."""

    def __init__(self, program: Program, memory: Mapping[str, Any], host: Host) -> None:
        self.program = program
        self.memory = memory
        self.host = host
        self.changes: dict[str, Any] = {}
        self.events: list[Event] = []
        self.dialogue = ""
        self.node: Node
        self.stream = ""
        self.place = Span("")

    # Inputs

    def go(self, position: Position | None, given: Input) -> Position | None:
        if isinstance(given, Start):
            if position is not None:
                raise DialogueError(f"the dialogue {position.dialogue} is running already", hint="let it end first")
            return self._start(given)
        if position is None:
            raise DialogueError("no dialogue is running", hint="begin one with Start")
        self.dialogue = position.dialogue
        if isinstance(given, BreakOff):
            self.events.append(DialogueEnded(self.dialogue, completed=False))
            return None
        self.node = node_of(self.program, position)
        self.stream = self.node.title
        if isinstance(given, Choose):
            return self._choose(position, given.option)
        if position.kind == "options":
            raise DialogueError("the dialogue waits for a choice", hint="choose one of the options")
        if position.kind == "start":
            return self._play(entry_of(self.node, position))
        return self._play(stop_of(self.node, position) + 1)

    def _start(self, given: Start) -> Position | None:
        dialogue = self.program.dialogues.get(given.dialogue)
        if dialogue is None:
            hint = did_you_mean(given.dialogue, self.program.dialogues)
            raise DialogueError(f"no dialogue is called {given.dialogue!r}", hint=hint)
        title = self.program.entry(given.dialogue, given.entry)
        if title is None:
            if not given.entry:
                raise DialogueError(f"the dialogue {given.dialogue} has no node")
            known = [*dialogue.nodes, *(s for t in dialogue.nodes for s in self.program.nodes[t].selectors)]
            hint = did_you_mean(given.entry, known)
            message = f"the dialogue {given.dialogue} has neither a node nor a selector {given.entry!r}"
            raise DialogueError(message, hint=hint)
        self.dialogue = given.dialogue
        self.events.append(DialogueStarted(self.dialogue))
        self._enter(self.program.nodes[title])
        return self._play(0)

    def _choose(self, position: Position, wanted: str | int) -> Position | None:
        if position.kind != "options":
            raise DialogueError("no options are offered here")
        offer = self.node.code[stop_of(self.node, position)]
        assert isinstance(offer, Offer)
        shown = options_of(offer.choice, position)
        index = _find(shown, wanted)
        option = shown[index]
        if not option.available:
            message = f"the option {option.text!r} is not available: {option.reason}"
            raise DialogueError(message, hint=_choices(shown))
        content = offer.choice.options[index]
        self.events.append(ReplySelected(self.node.dialogue, offer.choice.id, content.reply))
        if content.once:
            self.changes[content.once] = True
        return self._play(content.body)

    # Running

    def _play(self, at: int) -> Position | None:
        steps = 0
        trail: list[str] = []
        while True:
            steps += 1
            if steps > MAX_STEPS:
                raise self._endless(trail)
            instruction = self.node.code[at]
            at += 1
            match instruction:
                case Say():
                    return self._say(instruction)
                case Offer():
                    offered = self._offer(instruction.choice)
                    if any(option.available for option in offered):
                        return self._wait_for_choice(instruction.choice, offered, None)
                    options = fill_options(instruction.choice, offered)
                    self.events.append(NoOptions(self.node.dialogue, instruction.choice.id, options))
                    at = instruction.choice.after
                case Order():
                    return self._order(instruction)
                case Branch():
                    if not self._test(instruction.condition):
                        at = instruction.target
                case Goto():
                    at = instruction.target
                case SkipOnce():
                    if self._memory(instruction.flag) is True:
                        at = instruction.target
                case MarkOnce():
                    self.changes[instruction.flag] = True
                case Assign():
                    self.changes[instruction.name] = self._value(instruction.value)
                case Invoke():
                    self._invoke(instruction)
                case Jump():
                    self._jump(instruction)
                    trail.append(self.node.title)
                    at = 0
                case _:
                    self._leave()
                    self.events.append(DialogueEnded(self.dialogue, completed=True))
                    return None

    def _say(self, say: Say) -> Position:
        line = say.line
        shown = Shown(line.id, self._fill(line.holes, line.id))
        self.events.append(line_event(line, shown.values))
        if say.offer >= 0:
            offer = self.node.code[say.offer]
            assert isinstance(offer, Offer)
            offered = self._offer(offer.choice)
            if any(option.available for option in offered):
                return self._wait_for_choice(offer.choice, offered, shown)
        source = "" if line.explicit else line.source
        return self._position("line", line.id, shown, (), source, line.id)

    def _order(self, order: Order) -> Position:
        command = order.command
        text = command.text.fill(self._fill(command.holes, self.node.title))
        words = split_command(text)
        self.events.append(Command(text, words[0] if words else "", tuple(words[1:]), command.tags))
        return self._position("command", command.id, None, (), command.source, command.id)

    def _offer(self, choice: ChoiceContent) -> list[Offered]:
        return [self._offer_one(option) for option in choice.options]

    def _offer_one(self, option: OptionContent) -> Offered:
        self.stream = option.id
        reason = ""
        if option.once and self._memory(option.once) is True:
            reason = ALREADY_CHOSEN
        elif option.condition is not None and not self._test(option.condition):
            reason = option.condition.source
        values = self._fill(option.holes, option.id)
        self.stream = self.node.title
        return Offered(option.id, not reason, reason, values)

    def _wait_for_choice(self, choice: ChoiceContent, offered: list[Offered], line: Shown | None) -> Position:
        self.events.append(Options(self.node.dialogue, choice.id, fill_options(choice, offered)))
        return self._position("options", choice.id, line, tuple(offered), "", CHOICE + choice.id)

    def _position(
        self, kind: Kind, content: str, line: Shown | None, offered: tuple[Offered, ...], source: str, stop: str
    ) -> Position:
        earlier: list[str] = []
        while len(earlier) < _EARLIER and (found := self.node.earlier.get(stop)) is not None:
            earlier.append(found)
            stop = found
        return Position(
            self.dialogue,
            self.node.title,
            kind,
            content,
            line,
            offered,
            source,
            tuple(earlier),
            self.node.digest[:16],
            self.program.digest[:16],
        )

    # Nodes

    def _enter(self, node: Node) -> None:
        self.node = node
        self.stream = node.title
        self.events.append(SubdialogueEntered(node.dialogue, node.title))

    def _leave(self) -> None:
        name = VISITS + self.node.title
        count = self._memory(name)
        self.changes[name] = (int(count) if isinstance(count, (int, float)) else 0) + 1
        self.events.append(SubdialogueLeft(self.node.dialogue, self.node.title))

    def _jump(self, jump: Jump) -> None:
        target = jump.target
        if not isinstance(target, str):
            value = self._value(target)
            if not isinstance(value, str):
                message = f"a jump needs the title of a node, not {print_value(value)!r}"
                raise failure("TW-YARN-30", message, jump.span)
            target = value
        node = self.program.nodes.get(target)
        if node is None:
            hint = did_you_mean(target, self.program.nodes)
            raise failure("TW-YARN-33", f"no node is called {target!r}", jump.span, hint)
        self._leave()
        self._enter(node)

    def _endless(self, trail: list[str]) -> DialogueError:
        loop = trail[-1:]
        for title in reversed(trail[-9:-1]):
            loop.insert(0, title)
            if title == trail[-1]:
                break
        message = f"{MAX_STEPS} statements ran and nothing was shown: {' -> '.join(loop) or self.node.title}"
        hint = "let the loop show a line, or end it with a condition"
        return failure("TW-YARN-32", message, self.node.span, hint)

    # Values

    def _memory(self, name: str) -> Any:
        found = self.changes.get(name)
        return self.memory.get(name) if found is None else found

    def _load(self, name: str) -> Value:
        value = to_value(self._memory(name))
        if value is not None:
            return value
        known = self.program.variables.get(name)
        if known is None:
            raise Misfit(f"the variable {name} has no value")
        return known.default

    def _value(self, code: Code) -> Value:
        self.place = code.span
        return evaluate(code, self._load, self._call)

    def _fill(self, holes: tuple[Code, ...], stream: str) -> tuple[str, ...]:
        if not holes:
            return ()
        self.stream = stream
        values = tuple(print_value(self._value(hole)) for hole in holes)
        self.stream = self.node.title
        return values

    def _test(self, condition: Code) -> bool:
        value = self._value(condition)
        if not isinstance(value, bool):
            message = f"a condition must be true or false, not {print_value(value)!r}"
            raise failure("TW-YARN-30", message, condition.span)
        return value

    # Functions

    def _invoke(self, invoke: Invoke) -> None:
        arguments = [self._value(argument) for argument in invoke.arguments]
        self.place = invoke.span
        if invoke.name in BUILTINS:
            self._call(invoke.name, arguments)
        else:
            self._call_host(invoke.name, arguments)

    def _call(self, name: str, arguments: list[Value]) -> Value:
        builtin = BUILTINS.get(name)
        if builtin is None:
            value = to_value(self._call_host(name, arguments))
            if value is None:
                hint = "return a bool, a number or a text"
                raise failure("TW-YARN-31", f"the function {name} gave no value", self.place, hint)
            return value
        try:
            return builtin.call(self, *arguments)
        except (BadValue, TypeError) as error:
            raise failure("TW-YARN-31", f"{name}: {error}", self.place) from error

    def _call_host(self, name: str, arguments: list[Value]) -> object:
        function = self.host.functions.get(name)
        if function is None:
            hint = did_you_mean(name, [*BUILTINS, *self.host.functions])
            raise failure("TW-YARN-31", f"no function is called {name!r}", self.place, hint)
        try:
            return function(*arguments)
        except Exception as error:
            message = f"the function {name} failed: {type(error).__name__}: {error}"
            raise failure("TW-YARN-31", message, self.place) from error

    # What builtin functions ask (builtins.World)

    def visits(self, title: str) -> int:
        """How many times a node was left, as far as a script may see."""
        node = self.program.nodes.get(title)
        if node is not None and not node.counts_visits:
            return 0
        count = self._memory(VISITS + title)
        return int(count) if isinstance(count, (int, float)) else 0

    def has_node(self, title: str) -> bool:
        """Whether a node has this title."""
        return title in self.program.nodes

    def random(self) -> Random:
        """The stream of the content that runs."""
        if self.host.random is None:
            hint = "hand a Host with random= to advance"
            raise failure("TW-YARN-34", "a random number is drawn, and the host gave no stream", self.place, hint)
        return self.host.random(self.stream)


def _find(shown: tuple[Option, ...], wanted: str | int) -> int:
    if isinstance(wanted, int) and not isinstance(wanted, bool):
        if 0 <= wanted < len(shown):
            return wanted
        message = f"there is no option {wanted}; {len(shown)} are offered, counted from 0"
        raise DialogueError(message, hint=_choices(shown))
    name = str(wanted)
    bare = name.removeprefix("line:")
    for index, option in enumerate(shown):
        if option.id == bare:
            return index
    found = [index for index, option in enumerate(shown) if option.text == name]
    open_ones = [index for index in found if shown[index].available] or found
    if len(open_ones) == 1:
        return open_ones[0]
    if open_ones:
        raise DialogueError(f"several options say {name!r}", hint=_choices(shown))
    raise DialogueError(f"no option is {name!r}", hint=_choices(shown))


def _choices(shown: tuple[Option, ...]) -> str:
    return "choose " + ", ".join(option.id for option in shown if option.available)
