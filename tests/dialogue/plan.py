"""Reads and runs the test plans that come with Yarn scripts (dialogue.md section 6.16).

Runs are separated by ``---`` and each starts at ``Start``; variables, once flags and visits persist over the runs of a
file. ``#`` begins a comment, so hashtags that a plan writes behind a line are never compared.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from talewright.dialogue import (
    Choose,
    Command,
    Continue,
    DialogueEnded,
    Event,
    Host,
    Line,
    NoOptions,
    Option,
    Options,
    Program,
    Start,
    State,
    advance,
)

_STEP = re.compile(r"(\w+)\s*:\s*(.*)|(stop)$")
_TEXT = re.compile(r"(?:`([^`]*)`|(\*))\s*(\[disabled\])?")
_SET = re.compile(r"(\$\w+)\s*=\s*(true|false|-?\d+)")


@dataclass(frozen=True)
class Step:
    """One step of a plan."""

    verb: str
    text: str | None = None
    disabled: bool = False
    row: int = 0


@dataclass
class Run:
    """What happens between two ``---``."""

    steps: list[Step] = field(default_factory=list)


def read_plan(text: str) -> list[Run]:
    """Read the runs of a plan."""
    runs = [Run()]
    for number, row in enumerate(text.splitlines(), 1):
        content = re.sub(r"#(?=[^`]*(?:`[^`]*`[^`]*)*$).*", "", row).strip()
        if not content:
            continue
        if content == "---":
            runs.append(Run())
            continue
        found = _STEP.fullmatch(content)
        assert found, f"row {number} of the plan is no step: {row!r}"
        verb, rest = (found[3], "") if found[3] else (found[1], found[2].strip())
        if verb in ("line", "option", "command"):
            said = _TEXT.fullmatch(rest)
            assert said, f"row {number} of the plan has no text: {row!r}"
            runs[-1].steps.append(Step(verb, None if said[2] else said[1], bool(said[3]), number))
        else:
            runs[-1].steps.append(Step(verb, rest, row=number))
    return runs


def host_functions() -> dict[str, Callable[..., Any]]:
    """Give the functions that the plans expect of a host."""

    def check(condition: bool) -> bool:
        assert condition, "the script's own assert failed"
        return True

    return {
        "assert": check,
        "add_three_operands": lambda a, b, c: a + b + c,
        "set_objective_complete": lambda objective: True,
        "is_objective_active": lambda objective: True,
        "get_quest_status": lambda quest: 0.0,
        "dummy_bool": lambda: True,
        "dummy_number": lambda: 1.0,
        "dummy_string": lambda: "string",
    }


class PlanRunner:
    """Runs a plan against a program; asserts on every step."""

    def __init__(self, program: Program, dialogue: str) -> None:
        self.program = program
        self.dialogue = dialogue
        self.state = State()
        self.host = Host(host_functions(), lambda stream: Random(stream))
        self._pending: list[Event] = []

    def run(self, runs: list[Run]) -> int:
        """Run every run; give how many lines, options and commands were compared."""
        return sum(self._run(run) for run in runs)

    def _run(self, run: Run) -> int:
        compared = 0
        steps = iter(run.steps)
        entry = "Start"
        self.state = State(None, self.state.memory)
        self._pending = []
        begun = False
        options: list[Step] = []
        for step in steps:
            if step.verb == "set":
                found = _SET.fullmatch(step.text or "")
                assert found, step
                value: object = found[2] == "true" if found[2] in ("true", "false") else float(found[2])
                self.state = State(self.state.position, {**self.state.memory, found[1]: value})
                continue
            if step.verb == "node":
                entry, begun = step.text or "", False
                self.state = State(None, self.state.memory)
                continue
            if step.verb == "saliency":
                continue
            if not begun:
                begun = True
                self._send(Start(self.dialogue, entry))
            if step.verb == "option":
                options.append(step)
                compared += 1
                continue
            if step.verb == "select":
                self._select(step, options)
                options = []
                continue
            assert not options, f"row {step.row}: options without a select"
            self._expect(step)
            compared += step.verb != "stop"
        if not begun:
            self._send(Start(self.dialogue, entry))
        return compared

    def _send(self, given: Start | Continue | Choose) -> None:
        events, self.state = advance(self.program, self.state, given, host=self.host)
        self._pending += [e for e in events if isinstance(e, (Line, Options, NoOptions, Command, DialogueEnded))]

    def _next(self) -> Event:
        if not self._pending:
            self._send(Continue())
        return self._pending.pop(0)

    def _expect(self, step: Step) -> None:
        event = self._next()
        if step.verb == "stop":
            assert isinstance(event, DialogueEnded), f"row {step.row}: the end is expected, not {event}"
        elif step.verb == "command":
            assert isinstance(event, Command), f"row {step.row}: a command is expected, not {event}"
            assert step.text in (None, event.text)
        else:
            assert step.verb == "line", step
            assert isinstance(event, Line), f"row {step.row}: a line is expected, not {event}"
            said = event.text if event.speaker is None else f"{event.speaker}: {event.text}".rstrip()
            assert step.text in (None, said), f"row {step.row}: {step.text!r} is expected, not {said!r}"

    def _select(self, step: Step, expected: list[Step]) -> None:
        event = self._next()
        assert isinstance(event, (Options, NoOptions)), f"row {step.row}: options are expected, not {event}"
        shown: tuple[Option, ...] = event.options
        wanted = [(one.text, one.disabled) for one in expected]
        given = [(option.text, not option.available) for option in shown]
        assert len(wanted) == len(given), f"row {step.row}: {given}"
        for (text, disabled), (now, unavailable) in zip(wanted, given, strict=True):
            assert text in (None, now), f"row {step.row}: {text!r} is expected, not {now!r}"
            assert disabled == unavailable, f"row {step.row}: {now!r}"
        number = int(step.text or "0")
        if number == 0:
            assert isinstance(event, NoOptions), f"row {step.row}: an option is available"
        else:
            self._send(Choose(number - 1))


def stops(program: Program, dialogue: str, host: Host, choices: Random, limit: int) -> Iterator[State]:
    """Walk a dialogue at random and give the state at every stop."""
    events, state = advance(program, State(), Start(dialogue), host=host)
    for _ in range(limit):
        yield state
        if state.position is None:
            return
        last = events[-1]
        if isinstance(last, Options):
            open_ones = [index for index, option in enumerate(last.options) if option.available]
            events, state = advance(program, state, Choose(choices.choice(open_ones)), host=host)
        else:
            events, state = advance(program, state, Continue(), host=host)
