"""Test plans beside scripts: played step by step, with everything a step may expect.

Decides the grammar that goes beyond the official one (dialogue.md section 6.16), and how a plan finds its script. The
official steps mean what they mean there. Ours:

    dialogue: Smith                        which dialogue; else the script beside the plan
    hashtags: compare                      hashtags behind a step must stand on the line, option or command
    select: sword                          by the id of the reply
    set: $name = "Ann"                     texts and any number, too
    expect: $gold = 5                      a variable, smart ones too
    count: Smith.Choice_need selected = 1  a count of a tag: started, completed, offered or selected
    tags: Smith.Choice_need Smith.Forge    all of these were touched in this run
    message: hit power=3                   a command that went to the game, with these fields among others

A run that fails ends, and the next begins. What fails says what was expected, what came, and where in the plan.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from talewright.dialogue import (
    Choose,
    Command,
    Continue,
    DialogueEnded,
    Event,
    Line,
    NoOptions,
    Option,
    Options,
    Program,
    Source,
    Start,
    State,
    advance,
    compile,
    value_of,
)
from talewright.dialogue.program import strategy_named
from talewright.dialogue.syntax import Value, f32
from talewright.dialogue.tools import PLAN_SIGNATURES, NoStep, Step, choice, read_plan
from talewright.errors import DialogueError, Misuse, NotFound, TalewrightError
from talewright.names import closest
from talewright.testing.coverage import Coverage, Recorder
from talewright.testing.exploring import Givens, written
from talewright.testing.plans.players import Stage

SUFFIX: Final = ".testplan"
_HASHTAGS: Final = re.compile(r"^[^\S\n]*hashtags[^\S\n]*:[^\S\n]*compare[^\S\n]*$", re.MULTILINE)
_SET: Final = re.compile(r'(\$[\w.]+)\s*=\s*(true|false|[+-]?[0-9]+(?:\.[0-9]+)?|"(?:[^"\\]|\\.)*")')
_ANY: Final = re.compile(r"\s*(?:line|option|command)\s*:\s*\*\s*+(?:\[disabled\])?\s*((?:#[^\s#]+\s*)*)")
_COUNT: Final = re.compile(r"(\S+)\s+(started|completed|offered|selected)\s*=\s*([0-9]{1,4000})")


@dataclass(frozen=True, slots=True)
class PlanFailure:
    """A step that did not go as planned.

    Attributes:
        file: of the plan.
        row: the line in it.
        expected: what the step asks for.
        got: what came.
    """

    file: str
    row: int
    expected: str
    got: str

    def __str__(self) -> str:
        return (
            f"{self.file}:{self.row}: expected {self.expected}\n{' ' * len(f'{self.file}:{self.row}:')} got {self.got}"
        )


@dataclass(slots=True)
class PlanReport:
    """How a plan went.

    Attributes:
        file: of the plan.
        failures: at most one for each run.
        compared: how many things were compared.
        runs: how many runs it has.
        coverage: what was shown.
        givens: what of the game was a stub.
    """

    file: str
    failures: list[PlanFailure] = field(default_factory=list)
    compared: int = 0
    runs: int = 0
    coverage: Coverage = field(default_factory=Coverage)
    givens: Givens = field(default_factory=Givens)

    @property
    def passed(self) -> bool:
        """Whether everything was as planned."""
        return not self.failures


class _Failed(Exception):
    def __init__(self, expected: str, got: str) -> None:
        super().__init__(expected, got)
        self.expected = expected
        self.got = got


def script_beside(plan: Path) -> Path:
    """Give the script that a plan belongs to.

    Raises:
        NotFound: there is none.
    """
    script = plan.with_suffix(".yarn")
    if not script.is_file():
        raise NotFound(f"there is no script {script.name} beside the plan", hint="a plan is called as its script is")
    return script


def plan_text(plan: Path) -> str:
    """Read the text of a plan.

    Raises:
        Misuse: it cannot be read, or is no UTF-8 text.
    """
    try:
        return plan.read_text("utf-8-sig")
    except OSError as error:
        raise Misuse(f"{plan.as_posix()} cannot be read: {error.strerror}", hint="name a plan") from error
    except UnicodeDecodeError as error:
        row = plan.read_bytes()[: error.start].count(b"\n") + 1
        raise Misuse(f"{plan.as_posix()}:{row}: this is no UTF-8 text", hint="save the plan as UTF-8") from error


def program_beside(plan: Path) -> Program:
    """Compile the script that a plan belongs to, as the official tests do."""
    script = script_beside(plan)
    source = Source.from_bytes(script.stem.removeprefix("D_"), script.name, script.read_bytes())
    return compile([source], functions=PLAN_SIGNATURES, strict_functions=False, strict_targets=False)


def play_plan(text: str, stage: Stage, *, file: str = "plan", dialogue: str = "", hashtags: bool = False) -> PlanReport:
    """Play a plan.

    Args:
        text: of the plan.
        stage: where it is played.
        file: how findings call the plan.
        dialogue: the one that is meant where the plan does not say.
        hashtags: whether hashtags are compared even if the plan does not ask for it.

    >>> from talewright.testing.plans.players import BareStage
    >>> program = compile({"Smith": "title: Start\\n---\\nAnn: Hi\\n-> Bye #line:bye\\n==="})
    >>> print(play_plan("line: `Ann: Ho`", BareStage(program), file="Smith.testplan").failures[0])
    Smith.testplan:1: expected the line 'Ann: Ho'
                      got the line 'Ann: Hi'
    >>> play_plan("line: *\\noption: `Bye`\\nselect: bye\\nstop", BareStage(program)).passed
    True
    """
    report = PlanReport(file, givens=stage.givens)
    compares = hashtags or _HASHTAGS.search(text) is not None
    try:
        runs = read_plan(text, hashtags=compares)
    except NoStep as error:
        report.failures.append(PlanFailure(file, error.row, "a step", error.message))
        return report
    if compares:
        rows = text.splitlines()
        runs = [[_with_hashtags(step, rows[step.row - 1]) for step in steps] for steps in runs]
    _Runner(stage, dialogue, report, hashtags=compares).run(runs)
    return report


def _with_hashtags(step: Step, row: str) -> Step:
    """Give a step that takes any text the hashtags behind it, which the official grammar takes for a comment."""
    found = _ANY.fullmatch(row)
    return replace(step, hashtags=tuple(tag[1:] for tag in found[1].split())) if found is not None else step


class _Runner:
    def __init__(self, stage: Stage, dialogue: str, report: PlanReport, *, hashtags: bool) -> None:
        self.stage = stage
        self.program = stage.program
        self.dialogue = dialogue
        self.report = report
        self.hashtags = hashtags
        self.recorder = Recorder(stage.program, "plan")
        self.position = State().position
        self.pending: list[Event] = []
        self.begun = False
        self.entry = ""
        self.messages: list[tuple[str, dict[str, object]]] = []

    def run(self, runs: Sequence[Sequence[Step]]) -> None:
        for steps in runs:
            self.report.runs += 1
            self._rest("")
            self.stage.begin_run()
            self.messages.clear()
            row = steps[-1].row if steps else 1
            options: list[Step] = []
            try:
                for step in steps:
                    row = step.row
                    options = self._step(step, options)
                if not self.begun:
                    self._begin()
                if options:
                    raise _Failed("a select behind the options", "the end of the run")
            except _Failed as failed:
                self.report.failures.append(PlanFailure(self.report.file, row, failed.expected, failed.got))
            except TalewrightError as error:
                got = f"an error: {error.message or (error.report[0] if error.report else error)}"
                self.report.failures.append(PlanFailure(self.report.file, row, "no error", got))
        self.report.coverage = self.recorder.coverage

    # Beginning

    def _rest(self, entry: str) -> None:
        self.entry, self.begun, self.pending, self.position = entry, False, [], None

    def _begin(self) -> None:
        self.begun = True
        program, entry = self.program, self.entry or "Start"
        names = [self.dialogue] if self.dialogue else list(program.dialogues)
        found = next((name for name in names if program.entry(name, entry) is not None), None)
        if found is None and not self.entry and self.dialogue in program.dialogues:
            found, entry = self.dialogue, ""
        if found is None:
            raise _Failed(f"a node {entry!r}", "no such node")
        self._send(Start(found, entry))

    def _send(self, given: Start | Continue | Choose) -> None:
        state = State(self.position, self.stage.memory)
        events, after = advance(self.program, state, given, host=self.stage.host())
        self.position, self.stage.memory = after.position, after.memory
        for event in events:
            self.recorder(event)
            self.stage.take(event)
            if isinstance(event, Command):
                self.messages += self.stage.obey(event)
            if isinstance(event, (Line, Options, NoOptions, Command, DialogueEnded)):
                self.pending.append(event)

    def _next(self, expected: str) -> Event:
        if not self.begun:
            self._begin()
        if not self.pending:
            if self.position is None:
                raise _Failed(expected, "nothing: the dialogue has ended already")
            if self.position.kind == "options":
                raise _Failed(expected, "options")
            self._send(Continue())
        return self.pending.pop(0)

    # Steps

    def _step(self, step: Step, options: list[Step]) -> list[Step]:
        if step.verb == "option":
            return [*options, step]
        if step.verb == "select":
            self._select(step, options)
            return []
        handler = getattr(self, f"_do_{step.verb}", None)
        if handler is not None:
            handler(step.text or "")
            return options
        if options:
            raise _Failed("a select behind the options", step.verb)
        self._said(step)
        return options

    def _do_dialogue(self, text: str) -> None:
        if text not in self.program.dialogues:
            raise _Failed(f"a dialogue {text!r}", f"only {', '.join(self.program.dialogues)}")
        self.dialogue = text
        self._rest(self.entry)

    def _do_hashtags(self, text: str) -> None:
        if text not in ("compare", "ignore"):
            raise _Failed("hashtags: compare or ignore", text)
        self.hashtags = text == "compare"

    def _do_node(self, text: str) -> None:
        self._rest(text)

    def _do_saliency(self, text: str) -> None:
        if strategy_named(text) is None:
            raise _Failed("the name of a strategy", repr(text))
        self.stage.saliency = text

    def _do_set(self, text: str) -> None:
        name, value = _assignment(text, "set")
        if name not in self.program.variables:
            near = closest(name, self.program.variables)
            raise _Failed("a variable of the scripts", f"{name}; {near[0]} is near" if near else name)
        self.stage.memory = {**self.stage.memory, name: value}

    def _do_expect(self, text: str) -> None:
        name, value = _assignment(text, "expect")
        self.report.compared += 1
        state = State(self.position, self.stage.memory)
        got = value_of(self.program, state, name, host=self.stage.host())
        if type(got) is not type(value) or got != value:
            raise _Failed(f"{name} = {written(value)}", f"{name} = {written(got)}")

    def _do_count(self, text: str) -> None:
        found = _COUNT.fullmatch(text)
        if found is None:
            raise _Failed("count: TAG started|completed|offered|selected = NUMBER", text)
        self.report.compared += 1
        got = self.stage.count(found[1], found[2])
        if got != int(found[3]):
            raise _Failed(f"{found[1]} {found[2]} = {found[3]}", f"{got}")

    def _do_tags(self, text: str) -> None:
        for tag in text.split():
            self.report.compared += 1
            touched = self.stage.touched()
            if self.stage.full_tag(tag) not in touched:
                raise _Failed(f"the tag {tag} touched", ", ".join(touched) or "no tag touched")

    def _do_message(self, text: str) -> None:
        name, *words = text.split()
        wanted = dict(word.split("=", 1) for word in words if "=" in word)
        self.report.compared += 1
        if self.begun and not self.pending and self.position is not None and self.position.kind == "command":
            self._send(Continue())
        for at, (one, fields) in enumerate(self.messages):
            if one == name and all(str(fields.get(key)) == value for key, value in wanted.items()):
                del self.messages[at]
                return
        shown = ", ".join(" ".join((n, *(f"{k}={v}" for k, v in f.items()))) for n, f in self.messages)
        raise _Failed(f"the message {text}", shown or "no message")

    def _said(self, step: Step) -> None:
        if step.verb == "stop":
            event = self._next("the end")
            while isinstance(event, NoOptions):
                event = self._next("the end")
            if not isinstance(event, DialogueEnded):
                raise _Failed("the end", _told(event))
            return
        if step.verb not in ("line", "command"):
            raise _Failed("a step of a plan", f"{step.verb}:")
        expected = f"the {step.verb} {step.text!r}" if step.text is not None else f"a {step.verb}"
        event = self._next(expected)
        while isinstance(event, NoOptions):
            event = self._next(expected)
        if not isinstance(event, Line if step.verb == "line" else Command):
            raise _Failed(expected, _told(event))
        assert isinstance(event, (Line, Command))
        self.report.compared += 1
        if step.text not in (None, _text(event)):
            raise _Failed(expected, _told(event))
        self._hashtags(step, event.tags, expected)

    def _select(self, step: Step, expected: list[Step]) -> None:
        event = self._next(f"{len(expected)} options" if expected else "options")
        if not isinstance(event, (Options, NoOptions)):
            raise _Failed("options", _told(event))
        if expected and len(event.options) != len(expected):
            raise _Failed(f"{len(expected)} options", f"{len(event.options)}: {_listed(event.options)}")
        for one, option in zip(expected, event.options, strict=False):
            self.report.compared += 1
            if one.text not in (None, option.text):
                raise _Failed(f"the option {one.text!r}", f"the option {option.text!r}")
            if one.disabled == option.available:
                state = "not available" if one.disabled else "available"
                reason = f": {option.reason}" if option.reason else ""
                raise _Failed(f"the option {option.text!r} {state}", f"it is {_state(option)}{reason}")
            self._hashtags(one, option.tags, f"the option {option.text!r}")
        wanted = step.text or "0"
        if wanted == "0":
            if isinstance(event, Options):
                raise _Failed("no option available", _listed(event.options))
            return
        try:
            self._send(choice(wanted))
        except DialogueError as error:
            raise _Failed(f"to select {wanted}", error.message or str(error)) from error

    def _hashtags(self, step: Step, tags: tuple[str, ...], expected: str) -> None:
        if not self.hashtags:
            return
        for tag in step.hashtags:
            if tag not in tags and not tag.startswith("line:"):
                raise _Failed(f"#{tag} on {expected}", " ".join(f"#{one}" for one in tags) or "no hashtag")


def _state(option: Option) -> str:
    return "available" if option.available else "not available"


def _assignment(text: str, verb: str) -> tuple[str, Value]:
    found = _SET.fullmatch(text)
    if found is None:
        raise _Failed(f"{verb}: $name = VALUE", text)
    word = found[2]
    if word in ("true", "false"):
        return found[1], word == "true"
    if word.startswith('"'):
        return found[1], re.sub(r"\\(.)", r"\1", word[1:-1])
    return found[1], f32(float(word))


def _text(event: Line | Command) -> str:
    if isinstance(event, Command) or event.speaker is None:
        return event.text
    return f"{event.speaker}: {event.text}".rstrip()


def _told(event: Event) -> str:
    if isinstance(event, (Line, Command)):
        return f"the {type(event).__name__.lower()} {_text(event)!r}"
    return f"options: {_listed(event.options)}" if isinstance(event, (Options, NoOptions)) else "the end"


def _listed(options: Sequence[Option]) -> str:
    return ", ".join(f"{option.text!r}" + ("" if option.available else " (not available)") for option in options)


__all__ = ["SUFFIX", "PlanFailure", "PlanReport", "play_plan", "program_beside", "script_beside"]
