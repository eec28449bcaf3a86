"""One step of a dialogue, from one stop to the next.

Decides what each instruction does and where a step ends (dialogue.md sections 6.6 to 6.10). A step runs to the next
line, option group or command, or to the end. A line and the option group that only ends of blocks part it from are one
stop. Nodes that wait for a detour are a stack of anchors, part of the position; a jump unwinds it. Nothing recurses,
but for smart variables and ``has_any_content``, which are bounded in depth and in number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any, Final

from talewright.calls import ran
from talewright.diagnostics import Span
from talewright.dialogue.codes import failure
from talewright.dialogue.play.events import (
    BreakOff,
    Choose,
    DialogueEnded,
    DialogueStarted,
    Event,
    Input,
    NoOptions,
    Options,
    ReplySelected,
    Selected,
    Start,
    SubdialogueEntered,
    SubdialogueLeft,
)
from talewright.dialogue.play.host import Host, Told, to_value
from talewright.dialogue.play.selecting import (
    ALREADY_CHOSEN,
    Selection,
    has_content,
    no_entry,
    pick_item,
    select,
    select_member,
)
from talewright.dialogue.play.showing import (
    choices,
    command_event,
    entry_of,
    fill_options,
    find_option,
    line_event,
    node_of,
    offer_faults,
    options_of,
    resume_of,
    stop_of,
    text_faults,
)
from talewright.dialogue.play.state import Frame, Kind, Offered, Position, Shown
from talewright.dialogue.program import (
    BUILTINS,
    Assign,
    BadValue,
    Branch,
    Call,
    ChoiceContent,
    Code,
    Command,
    Detour,
    Goto,
    Jump,
    MarkOnce,
    Misfit,
    Node,
    Offer,
    OptionContent,
    Pick,
    Program,
    Return,
    Say,
    Select,
    SkipOnce,
    around,
    evaluate,
)
from talewright.dialogue.syntax import CHOICE, VISITS, Value, print_value
from talewright.dialogue.text import locale_of
from talewright.errors import DialogueError
from talewright.names import did_you_mean

#: How many instructions a step may run without showing anything.
MAX_STEPS: Final = 100_000
#: How many smart variables and questions for content a step may work out, and how deep they may lie in each other: a
#: smart variable counts once, a question five times, as it goes through as many more calls.
MAX_READS: Final = 200_000
MAX_DEPTH: Final = 250
#: How many nodes may wait for a detour.
MAX_STACK: Final = 500
_DONE: Final = 64
_QUESTION: Final = 5


class Run:
    """One step: the events so far, what it changed, the node that runs, and the nodes that wait for it."""

    def __init__(self, program: Program, memory: Mapping[str, Any], host: Host) -> None:
        self.program = program
        self.memory = memory
        self.host = host
        self.locale = locale_of(host.locale) if isinstance(host.locale, str) else host.locale
        self.changes: dict[str, Any] = {}
        self.events: list[Event] = [] if host.observe is None else Told(host.observe)
        self.dialogue = ""
        self.node: Node
        self.stack: tuple[Frame, ...] = ()
        self.stream = ""
        self.place = Span("")
        self._reads = 0
        self._depth = 0
        self._asking: list[str] = []
        self._done: list[str] = []  # what commands and assignments did since the node began
        self._again: Counter[str] = Counter()  # what they did before a place had to be found again

    # Inputs

    def go(self, position: Position | None, given: Input) -> Position | None:
        """Make the step; return where the dialogue stands then, or None where it ended."""
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
        self.stack = position.stack
        self.stream = self.node.name
        if isinstance(given, Choose):
            return self._choose(position, given.option)
        if position.kind == "options":
            raise DialogueError("the dialogue waits for a choice", hint="choose one of the options")
        if position.kind == "start":
            self._again = Counter(position.done)
            return self._play(entry_of(self.node, position))
        self._done = list(position.done)
        return self._play(stop_of(self.node, position) + 1)

    def _start(self, given: Start) -> Position | None:
        dialogue = self.program.dialogues.get(given.dialogue)
        if dialogue is None:
            hint = did_you_mean(given.dialogue, self.program.dialogues)
            raise DialogueError(f"no dialogue is called {given.dialogue!r}", hint=hint)
        if not dialogue.nodes:
            raise DialogueError(f"the dialogue {given.dialogue} has no node")
        self.dialogue = given.dialogue
        first = self.program.nodes[dialogue.nodes[0]]
        if given.entry in dialogue.nodes or (not given.entry and not first.grouped):
            self.events.append(DialogueStarted(self.dialogue))
            self._enter(self.program.nodes[given.entry or first.name])
            return self._play(0)
        found = select(self, self.dialogue, given.entry or first.title)
        if found is None:
            raise no_entry(self.program, given.dialogue, given.entry)
        self.events.append(DialogueStarted(self.dialogue))
        if not self._enter_selected(found):
            self.events.append(DialogueEnded(self.dialogue, completed=False))
            return None
        return self._play(0)

    def _choose(self, position: Position, wanted: str | int) -> Position | None:
        if position.kind != "options":
            raise DialogueError("no options are offered here")
        offer = self.node.code[stop_of(self.node, position)]
        assert isinstance(offer, Offer)
        shown = options_of(offer.choice, position, self.locale)
        index = find_option(shown, wanted)
        option = shown[index]
        if not option.available:
            message = f"the option {option.text!r} is not available: {option.reason}"
            raise DialogueError(message, hint=choices(shown))
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
                case Command() | Assign() | Call() if self._was_done(instruction):
                    continue
                case Say():
                    return self._say(instruction)
                case Offer():
                    offered = self._offer(instruction.choice)
                    if any(option.available for option in offered):
                        return self._wait_for_choice(instruction.choice, offered, None)
                    self.events.extend(offer_faults(instruction.choice, offered, self.locale))
                    options = fill_options(instruction.choice, offered, self.locale)
                    self.events.append(NoOptions(self.node.dialogue, instruction.choice.id, options))
                    at = instruction.choice.after
                case Command():
                    return self._command(instruction)
                case Branch():
                    if not self.holds(instruction.condition):
                        at = instruction.target
                case Goto():
                    at = instruction.target
                case SkipOnce():
                    if self.recall(instruction.flag) is True:
                        at = instruction.target
                case MarkOnce():
                    self.changes[instruction.flag] = True
                case Assign():
                    self.changes[instruction.name] = self._value(instruction.value)
                case Call():
                    self._call_and_drop(instruction)
                case Pick():
                    item, changes = pick_item(self, instruction)
                    self.changes |= changes
                    at = instruction.after if item is None else item.body
                case Detour() | Select():
                    if self._leave_for_a_while(instruction):
                        trail.append(self.node.name)
                        at = 0
                case Jump() | Return():
                    goes_on = self._jump(instruction) if isinstance(instruction, Jump) else self._return()
                    if goes_on is None:
                        self._end()
                        return None
                    trail.append(self.node.name)
                    at = goes_on
                case _:
                    self._unwind()
                    self._end()
                    return None

    def _was_done(self, instruction: Command | Assign | Call) -> bool:
        """Note that it is done, and say whether that happened before the place had to be found again."""
        effect = instruction.effect
        self._done.append(effect)
        if not self._again[effect]:
            return False
        self._again[effect] -= 1
        return True

    def _end(self) -> None:
        self.events.append(DialogueEnded(self.dialogue, completed=True))

    def _say(self, say: Say) -> Position:
        line = say.line
        shown = Shown(line.id, self._fill(line.holes, line.id))
        self.events.extend(text_faults(line, shown.values, self.locale))
        self.events.append(line_event(line, shown.values, self.locale))
        if say.offer >= 0:
            offer = self.node.code[say.offer]
            assert isinstance(offer, Offer)
            offered = self._offer(offer.choice)
            if any(option.available for option in offered):
                return self._wait_for_choice(offer.choice, offered, shown)
        source = "" if line.explicit else line.source
        return self._position("line", line.id, shown, (), source, line.id)

    def _command(self, step: Command) -> Position:
        command = step.command
        self.events.append(command_event(command, self._fill(command.holes, self.node.name)))
        return self._position("command", command.id, None, (), command.source, command.id)

    def _offer(self, choice: ChoiceContent) -> list[Offered]:
        return [self._offer_one(option) for option in choice.options]

    def _offer_one(self, option: OptionContent) -> Offered:
        self.stream = option.id
        reason = ""
        if option.once and self.recall(option.once) is True:
            reason = ALREADY_CHOSEN
        elif option.condition is not None and not self.holds(option.condition):
            reason = option.condition.source
        values = self._fill(option.holes, option.id)
        self.stream = self.node.name
        return Offered(option.id, not reason, reason, values)

    def _wait_for_choice(self, choice: ChoiceContent, offered: list[Offered], line: Shown | None) -> Position:
        self.events.extend(offer_faults(choice, offered, self.locale))
        self.events.append(Options(self.node.dialogue, choice.id, fill_options(choice, offered, self.locale)))
        return self._position("options", choice.id, line, tuple(offered), "", CHOICE + choice.id)

    def _position(
        self, kind: Kind, content: str, line: Shown | None, offered: tuple[Offered, ...], source: str, stop: str
    ) -> Position:
        return Position(
            self.dialogue,
            self.node.name,
            kind,
            content,
            line,
            offered,
            source,
            self._earlier(stop),
            self.node.digest[:16],
            self.program.digest[:16],
            self.stack,
            tuple(self._done[-_DONE:]),
            around(self.node, stop),
        )

    def _earlier(self, stop: str) -> tuple[str, ...]:
        return self.node.earlier.get(stop, ())

    # Nodes

    def _enter(self, node: Node) -> None:
        self.node = node
        self._forget_done()
        self.stream = node.name
        group = node.title if node.grouped else ""
        self.events.append(SubdialogueEntered(node.dialogue, node.subdialogue, group))

    def _forget_done(self) -> None:
        self._done.clear()
        self._again.clear()

    def _enter_selected(self, found: Selection) -> bool:
        self.events.append(Selected(found.dialogue, found.selector, found.node, found.ranking))
        if not found.node:
            return False
        self.changes |= found.changes
        node = self.program.nodes[found.node]
        if found.grouped:
            self._push(Frame(node.title), node.span)
        self._enter(node)
        return True

    def _enter_title(self, title: str, place: Span) -> bool:
        """Enter a node, or a member of a node group; False where no member may run."""
        node = self.program.nodes.get(title)
        if node is not None:
            self._enter(node)
            return True
        group = self.program.groups.get(title)
        if group is None:
            hint = did_you_mean(title, [*self.program.nodes, *self.program.groups])
            raise failure("TW-YARN-33", f"no node is called {title!r}", place, hint)
        if self._enter_selected(select_member(self, group)):
            return True
        self._count(title)
        return False

    def _leave(self, node: Node) -> None:
        self._count(node.name)
        group = node.title if node.grouped else ""
        self.events.append(SubdialogueLeft(node.dialogue, node.subdialogue, group))

    def _count(self, name: str) -> None:
        key = VISITS + name
        count = self.recall(key)
        self.changes[key] = (int(count) if isinstance(count, (int, float)) else 0) + 1

    def _unwind(self) -> None:
        """Leave this node and all that wait for it."""
        self._leave(self.node)
        for frame in self.stack:
            if not frame.content:
                self._count(frame.node)
            elif (node := self.program.nodes.get(frame.node)) is not None:
                self._leave(node)
        self.stack = ()

    def _return(self) -> int | None:
        """Leave this node; return where the one that waits for it goes on, or None where none does."""
        self._leave(self.node)
        return self._go_back()

    def _go_back(self) -> int | None:
        while self.stack:
            frame, self.stack = self.stack[0], self.stack[1:]
            if not frame.content:
                self._count(frame.node)
                continue
            try:
                self.node = self.program.nodes[frame.node]
                self._forget_done()
                self.stream = self.node.name
                return resume_of(self.node, frame)
            except KeyError:
                message = f"the place behind {frame.content} in {frame.node} is of another program"
                raise DialogueError(message, hint="restore it first") from None
        return None

    def _jump(self, jump: Jump) -> int | None:
        target = self._target(jump.target, jump.span)
        self._check_target(target, jump.span)
        self._unwind()
        return 0 if self._enter_title(target, jump.span) else None

    def _leave_for_a_while(self, instruction: Detour | Select) -> bool:
        """Push this node, and enter another; False where there is nothing to enter."""
        node, stack = self.node, self.stack
        frame = Frame(
            node.name,
            instruction.content,
            instruction.source,
            self._earlier(instruction.content),
            node.digest[:16],
            around(node, instruction.content),
        )
        if isinstance(instruction, Detour):
            target = self._target(instruction.target, instruction.span)
            self._push(frame, instruction.span)
            entered = self._enter_title(target, instruction.span)
        else:
            found = select(self, node.dialogue, instruction.selector)
            if found is None:
                hint = "name a selector, or a sub-dialogue of this dialogue"
                message = f"nothing in {node.dialogue} is called {instruction.selector!r}"
                raise failure("TW-YARN-33", message, instruction.span, hint)
            self._push(frame, instruction.span)
            entered = self._enter_selected(found)
        if not entered:
            self.node, self.stack = node, stack
        return entered

    def _push(self, frame: Frame, place: Span) -> None:
        if len(self.stack) >= MAX_STACK:
            loop = " -> ".join(one.node for one in reversed(self.stack[:6]))
            message = f"more than {MAX_STACK} nodes wait for a detour to come back: ... {loop}"
            raise failure("TW-YARN-35", message, place, "use <<jump>> where nothing has to come back")
        self.stack = (frame, *self.stack)

    def _target(self, target: str | Code, place: Span) -> str:
        if isinstance(target, str):
            return target
        value = self._value(target)
        if not isinstance(value, str):
            raise failure("TW-YARN-30", f"a jump needs the title of a node, not {print_value(value)!r}", place)
        return value

    def _check_target(self, title: str, place: Span) -> None:
        if title not in self.program.nodes and title not in self.program.groups:
            hint = did_you_mean(title, [*self.program.nodes, *self.program.groups])
            raise failure("TW-YARN-33", f"no node is called {title!r}", place, hint)

    def _endless(self, trail: list[str]) -> DialogueError:
        loop = trail[-1:]
        for title in reversed(trail[-9:-1]):
            loop.insert(0, title)
            if title == trail[-1]:
                break
        message = f"{MAX_STEPS} statements ran and nothing was shown: {' -> '.join(loop) or self.node.name}"
        hint = "let the loop show a line, or end it with a condition"
        return failure("TW-YARN-32", message, self.node.span, hint)

    # Values

    def recall(self, name: str) -> Any:
        """What memory holds, with the changes of this step."""
        found = self.changes.get(name)
        return self.memory.get(name) if found is None else found

    def load(self, name: str) -> Value:
        """The value of a variable."""
        known = self.program.variables.get(name)
        if known is not None and known.smart is not None:
            self._deeper(1)
            try:
                return evaluate(known.smart, self.load, self._call)
            finally:
                self._depth -= 1
        value = to_value(self.recall(name))
        if value is not None:
            return value
        if known is None:
            raise Misfit(f"the variable {name} has no value")
        return known.default

    def _value(self, code: Code) -> Value:
        self.place = code.span
        return evaluate(code, self.load, self._call)

    def _fill(self, holes: tuple[Code, ...], stream: str) -> tuple[str, ...]:
        if not holes:
            return ()
        self.stream = stream
        values = tuple(print_value(self._value(hole)) for hole in holes)
        self.stream = self.node.name
        return values

    def holds(self, condition: Code) -> bool:
        """Whether a condition is true."""
        value = self._value(condition)
        if not isinstance(value, bool):
            message = f"a condition must be true or false, not {print_value(value)!r}"
            raise failure("TW-YARN-30", message, condition.span)
        return value

    # Functions

    def _call_and_drop(self, step: Call) -> None:
        arguments = [self._value(argument) for argument in step.arguments]
        self.place = step.span
        if step.name in BUILTINS:
            self._call(step.name, arguments)
        else:
            self._call_host(step.name, arguments)

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
            value = function(*arguments)
            ran(value)
            return value
        except Exception as error:
            message = f"the function {name} failed: {type(error).__name__}: {error}"
            raise failure("TW-YARN-31", message, self.place) from error

    # What builtin functions ask (builtins.World)

    def visits(self, title: str) -> int:
        """How many times a node or a node group was left, as far as a script may see."""
        node = self.program.nodes.get(title) or self.program.groups.get(title)
        if node is not None and not node.counts_visits:
            return 0
        count = self.recall(VISITS + title)
        return int(count) if isinstance(count, (int, float)) else 0

    def has_content(self, title: str) -> bool:
        """Whether a jump to this title would show anything."""
        if title in self._asking:
            message = f"the conditions of {title} ask whether {title} has content"
            raise failure("TW-YARN-31", message, self.place, "ask for another node, or leave the condition out")
        self._deeper(_QUESTION)
        self._asking.append(title)
        place = self.place
        try:
            return has_content(self, title)
        finally:
            self._asking.pop()
            self._depth -= _QUESTION
            self.place = place

    def _deeper(self, levels: int) -> None:
        """Count a smart variable or a question for content that is worked out within others."""
        self._reads += 1
        hint = "store a part of it in a variable with <<set>>"
        if self._reads > MAX_READS:
            message = f"more than {MAX_READS} smart variables and has_any_content() were worked out in one step"
            raise failure("TW-YARN-32", message, self.place, hint)
        if self._depth + levels > MAX_DEPTH:
            message = "smart variables and has_any_content() ask for each other through too many others"
            raise failure("TW-YARN-31", message, self.place, hint)
        self._depth += levels

    def random(self) -> Random:
        """The stream of the content that runs."""
        if self.host.random is None:
            hint = "hand a Host with random= to advance"
            raise failure("TW-YARN-34", "a random number is drawn, and the host gave no stream", self.place, hint)
        return self.draw(self.stream, self.place)

    def draw(self, stream: str, place: Span) -> Random:
        """Return a stream of the host's; what the host raises is an error with its place."""
        assert self.host.random is not None
        try:
            return self.host.random(stream)
        except Exception as error:
            message = f"the host has no random numbers for {stream!r}: {type(error).__name__}: {error}"
            raise failure("TW-YARN-31", message, place) from error
