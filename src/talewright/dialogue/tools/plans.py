"""Test plans: what a dialogue is expected to say, and whether it does.

Decides how a plan is read and run (dialogue.md section 6.16). Runs are parted by ``---``; each begins at ``Start``,
while variables, once flags, views and the strategy live on over the runs of a file. A ``#`` begins a comment, so the
hashtags that official plans write are not compared, unless ``hashtags`` asks for it. Beyond the official grammar,
``select:`` takes the id of a reply as well as its number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, Final

from talewright.dialogue.compiling import compile
from talewright.dialogue.play import (
    Choose,
    Command,
    Continue,
    DialogueEnded,
    Event,
    Host,
    Line,
    Memory,
    NoOptions,
    Option,
    Options,
    Start,
    State,
    advance,
)
from talewright.dialogue.program import Program, Signature, strategy_named
from talewright.dialogue.syntax import Source
from talewright.errors import DialogueError

_STEP = re.compile(r"(\w+)\s*:\s*(.*)|(stop)$")
_TEXT = re.compile(r"(?:`([^`]*)`|(\*))\s*+(\[disabled\])?\s*+((?:#[^\s#]+\s*)*)")
_SET = re.compile(r"(\$\w+)\s*=\s*(true|false|-?[0-9]+)")
_NODE: Final = "Start"

#: The functions that official plans expect of their host, with their types.
PLAN_SIGNATURES: Final[Mapping[str, Signature]] = {
    "assert": Signature(("Bool",), 1, returns="Bool"),
    "add_three_operands": Signature(("Number", "Number", "Number"), 3, returns="Number"),
    "set_objective_complete": Signature(("String",), 1, returns="Bool"),
    "is_objective_active": Signature(("String",), 1, returns="Bool"),
    "get_quest_status": Signature(("String",), 1, returns="Number"),
    "dummy_bool": Signature((), returns="Bool"),
    "dummy_number": Signature((), returns="Number"),
    "dummy_string": Signature((), returns="String"),
}


class _Failed(Exception):
    """A step that did not go as planned."""


@dataclass(frozen=True, slots=True)
class PlanResult:
    """How a plan went.

    Attributes:
        passed: whether everything was as planned.
        failures: what was not, by the row of the plan; after one, the run ends and the next begins.
        compared: how many lines, options and commands were compared.
    """

    passed: bool
    failures: tuple[str, ...]
    compared: int


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a plan; ``text`` is None where any will do."""

    verb: str
    row: int
    text: str | None = None
    disabled: bool = False
    hashtags: tuple[str, ...] = ()


class NoStep(DialogueError):
    """A row of a plan is no step.

    Attributes:
        row: its number, from 1.
    """

    def __init__(self, row: int, message: str, *, hint: str = "") -> None:
        super().__init__(f"row {row} of the plan {message}", hint=hint)
        self.row = row


def read_plan(text: str, *, hashtags: bool = False) -> list[list[Step]]:
    """Read the steps of each run.

    Raises:
        NoStep: a row is no step.

    >>> [[step.verb for step in run] for run in read_plan("line: `Hi`\\nstop\\n---\\nselect: 1 # why")]
    [['line', 'stop'], ['select']]
    """
    runs: list[list[Step]] = [[]]
    for number, row in enumerate(text.splitlines(), 1):
        content = row.strip() if hashtags and "`" in row else _without_comment(row).strip()
        if not content or content.startswith("#"):
            continue
        if content == "---":
            runs.append([])
            continue
        found = _STEP.fullmatch(content)
        if found is None:
            raise NoStep(number, f"is no step: {row.strip()!r}", hint="such as line: `text`")
        verb, rest = (found[3], "") if found[3] else (found[1], found[2].strip())
        if verb not in ("line", "option", "command"):
            runs[-1].append(Step(verb, number, rest))
            continue
        said = _TEXT.fullmatch(rest)
        if said is None:
            raise NoStep(number, "has no text", hint=f"{verb}: `text`, or {verb}: *")
        tags = tuple(tag.strip() for tag in said[4].split("#") if tag.strip())
        runs[-1].append(Step(verb, number, None if said[2] else said[1], bool(said[3]), tags))
    return runs


def _without_comment(row: str) -> str:
    """Take off what begins at the first ``#`` behind which all backticks are in pairs: it stands in no text."""
    parts = row.split("`")
    for number in range((len(parts) - 1) % 2, len(parts), 2):
        if "#" in parts[number]:
            return "`".join([*parts[:number], parts[number].partition("#")[0]])
    return row


def plan_functions() -> dict[str, Callable[..., Any]]:
    """Give the functions that official plans expect of their host."""

    def check(condition: bool) -> bool:
        if not condition:
            raise _Failed("the script's own assert failed")
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


def run_plan(
    script: Program | Source | Path | str,
    plan: Path | str,
    *,
    host: Host | None = None,
    hashtags: bool = False,
) -> PlanResult:
    """Run a test plan.

    Args:
        script: a program, a source, a file, or the text of a script.
        plan: a file, or the text of a plan.
        host: who plays; without one, a host with the functions of official plans.
        hashtags: whether the hashtags behind a step must stand on the line, too.

    Returns:
        What happened; errors of the script are failures.

    >>> text = "title: Start\\n---\\nAnn: Hi\\n-> Bye\\n==="
    >>> run_plan(text, "line: `Ann: Hi`\\noption: `Bye`\\nselect: 1\\nstop")
    PlanResult(passed=True, failures=(), compared=2)
    >>> run_plan(text, "line: `Ann: Ho`").failures
    ("row 1: the line 'Ann: Ho' is expected, not 'Ann: Hi'",)
    """
    try:
        program = _program(script)
        runs = read_plan(plan.read_text("utf-8-sig") if isinstance(plan, Path) else plan, hashtags=hashtags)
    except DialogueError as error:
        return PlanResult(False, (str(error),), 0)
    if program.report.errors:
        return PlanResult(False, tuple(map(str, program.report.errors)), 0)
    default = Host(plan_functions(), Random, "best_least_recently_viewed")
    return _Runner(program, host or default, hashtags=hashtags).run(runs)


def _program(script: Program | Source | Path | str) -> Program:
    if isinstance(script, Program):
        return script
    if isinstance(script, Path):
        script = Source.from_bytes(script.stem, script.name, script.read_bytes())
    elif isinstance(script, str):
        script = Source("Plan", "Plan.yarn", script)
    return compile([script], functions=PLAN_SIGNATURES, strict_functions=False, strict_targets=False)


class _Runner:
    def __init__(self, program: Program, host: Host, *, hashtags: bool) -> None:
        self.program = program
        self.host = host
        self.hashtags = hashtags
        self.state = State(None, Memory())
        self.compared = 0
        self._pending: list[Event] = []
        self._begun = False
        self._entry = _NODE

    def run(self, runs: list[list[Step]]) -> PlanResult:
        failures: list[str] = []
        for steps in runs:
            self._rest(_NODE)
            row = steps[-1].row if steps else 0
            try:
                options: list[Step] = []
                for step in steps:
                    row = step.row
                    options = self._step(step, options)
                if not self._begun:
                    self._begin()
                if options:
                    raise _Failed("options are expected, and nothing is selected")
            except _Failed as failed:
                failures.append(f"row {row}: {failed}")
            except DialogueError as error:
                failures.append(f"row {row}: {error}")
        return PlanResult(not failures, tuple(failures), self.compared)

    def _rest(self, entry: str) -> None:
        self._entry, self._begun, self._pending = entry, False, []
        self.state = State(None, self.state.memory)

    def _begin(self) -> None:
        self._begun = True
        dialogue = next((d for d in self.program.dialogues.values() if self._has(d.name)), None)
        if dialogue is None:
            raise _Failed(f"no node is called {self._entry!r}")
        self._send(Start(dialogue.name, self._entry))

    def _has(self, dialogue: str) -> bool:
        return self.program.entry(dialogue, self._entry) is not None

    def _step(self, step: Step, options: list[Step]) -> list[Step]:
        if step.verb == "set":
            found = _SET.fullmatch(step.text or "")
            if found is None:
                raise _Failed(f"set: needs $name = true, false or a whole number, not {step.text!r}")
            if found[1] not in self.program.variables:
                raise _Failed(f"set: no script has the variable {found[1]}")
            value: object = found[2] == "true" if found[2] in ("true", "false") else float(found[2])
            self.state = State(self.state.position, Memory({**self.state.memory, found[1]: value}))
        elif step.verb == "node":
            self._rest(step.text or _NODE)
        elif step.verb == "saliency":
            if strategy_named(step.text or "") is None:
                raise _Failed(f"no strategy is called {step.text!r}")
            self.host = replace(self.host, saliency=step.text or "")
        elif step.verb == "option":
            return [*options, step]
        elif step.verb == "select":
            self._select(step, options)
            return []
        elif options:
            raise _Failed("options are expected before it, and nothing is selected")
        else:
            self._expect(step)
        return options

    def _send(self, given: Start | Continue | Choose) -> None:
        events, self.state = advance(self.program, self.state, given, host=self.host)
        self._pending += [e for e in events if isinstance(e, (Line, Options, NoOptions, Command, DialogueEnded))]

    def _next(self) -> Event:
        if not self._begun:
            self._begin()
        if not self._pending:
            if self.state.position is None:
                raise _Failed("the dialogue has ended already")
            if self.state.position.kind == "options":
                raise _Failed("the dialogue waits for a choice")
            self._send(Continue())
        return self._pending.pop(0)

    def _expect(self, step: Step) -> None:
        event = self._next()
        while isinstance(event, NoOptions):
            event = self._next()
        if step.verb == "stop":
            if not isinstance(event, DialogueEnded):
                raise _Failed(f"the end is expected, not {_told(event)}")
            return
        wanted: type[Line] | type[Command] = Line if step.verb == "line" else Command
        if step.verb not in ("line", "command"):
            raise _Failed(f"a plan has no step {step.verb!r}")
        if not isinstance(event, wanted):
            raise _Failed(f"a {step.verb} is expected, not {_told(event)}")
        self.compared += 1
        said = _said(event)
        if step.text not in (None, said):
            raise _Failed(f"the {step.verb} {step.text!r} is expected, not {said!r}")
        self._compare_hashtags(step, event.tags)

    def _select(self, step: Step, expected: list[Step]) -> None:
        event = self._next()
        if not isinstance(event, (Options, NoOptions)):
            raise _Failed(f"options are expected, not {_told(event)}")
        shown: tuple[Option, ...] = event.options
        if len(shown) != len(expected):
            raise _Failed(f"{len(expected)} options are expected, not {[option.text for option in shown]}")
        for one, option in zip(expected, shown, strict=True):
            self.compared += 1
            if one.text not in (None, option.text):
                raise _Failed(f"the option {one.text!r} is expected, not {option.text!r}")
            if one.disabled == option.available:
                raise _Failed(f"the option {option.text!r} is {'' if option.available else 'not '}available")
            self._compare_hashtags(one, option.tags)
        wanted = step.text or "0"
        if wanted == "0":
            if isinstance(event, Options):
                raise _Failed("no option is to be selected, and some are available")
            return
        self._send(choice(wanted))

    def _compare_hashtags(self, step: Step, tags: tuple[str, ...]) -> None:
        missing = [tag for tag in step.hashtags if tag not in tags and not tag.startswith("line:")]
        if self.hashtags and missing:
            raise _Failed(f"the hashtag #{missing[0]} is expected, and the line has {' '.join(tags) or 'none'}")


def choice(wanted: str) -> Choose:
    """Give the choice of a ``select:`` step: by number, counted from 1, or by id.

    >>> choice("2"), choice("sword")
    (Choose(option=1), Choose(option='sword'))
    """
    return Choose(int(wanted) - 1 if wanted.isascii() and wanted.isdigit() and len(wanted) < 10 else wanted)


def _said(event: Line | Command) -> str:
    if isinstance(event, Command) or event.speaker is None:
        return event.text
    return f"{event.speaker}: {event.text}".rstrip()


def _told(event: Event) -> str:
    if isinstance(event, (Line, Command)):
        return f"the {type(event).__name__.lower()} {_said(event)!r}"
    return "the end" if isinstance(event, DialogueEnded) else "options"
