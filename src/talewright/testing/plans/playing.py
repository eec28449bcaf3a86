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
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from talewright.dialogue import (
    Command,
    Continue,
    Event,
    Program,
    Source,
    State,
    value_of,
)
from talewright.dialogue.syntax import Value, f32
from talewright.dialogue.tools import NoStep, PlanRunner, Step, Unplanned, plan_program, read_plan
from talewright.errors import Misuse, NotFound
from talewright.testing.coverage import Coverage, Recorder
from talewright.testing.exploring import Givens, written
from talewright.testing.plans.players import Player

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


def script_beside(plan: Path) -> Path:
    """Return the script that a plan belongs to.

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
    return plan_program(source)


def play_plan(
    text: str, player: Player, *, file: str = "plan", dialogue: str = "", hashtags: bool = False
) -> PlanReport:
    """Play a plan.

    Args:
        text: of the plan.
        player: who plays it.
        file: how findings call the plan.
        dialogue: the one that is meant where the plan does not say.
        hashtags: whether hashtags are compared even if the plan does not ask for it.

    >>> from talewright.dialogue import compile
    >>> from talewright.testing.plans.players import CountingPlayer
    >>> program = compile({"Smith": "title: Start\\n---\\nAnn: Hi\\n-> Bye #line:bye\\n==="})
    >>> print(play_plan("line: `Ann: Ho`", CountingPlayer(program), file="Smith.testplan").failures[0])
    Smith.testplan:1: expected the line 'Ann: Ho'
                      got the line 'Ann: Hi'
    >>> play_plan("line: *\\noption: `Bye`\\nselect: bye\\nstop", CountingPlayer(program)).passed
    True
    """
    report = PlanReport(file, givens=player.givens)
    compares = hashtags or _HASHTAGS.search(text) is not None
    try:
        runs = read_plan(text, hashtags=compares)
    except NoStep as error:
        report.failures.append(PlanFailure(file, error.row, "a step", error.message))
        return report
    if compares:
        rows = text.splitlines()
        runs = [[_with_hashtags(step, rows[step.row - 1]) for step in steps] for steps in runs]
    runner = _Runner(player, dialogue, hashtags=compares)
    for row, failed in runner.run(runs):
        if isinstance(failed, Unplanned):
            expected, got = failed.expected, failed.got
        else:
            said = failed.message or (failed.report[0] if failed.report else failed)
            expected, got = "no error", f"an error: {said}"
        report.failures.append(PlanFailure(file, row or 1, expected, got))
    report.compared, report.runs, report.coverage = runner.compared, len(runs), runner.recorder.coverage
    return report


def _with_hashtags(step: Step, row: str) -> Step:
    """Return a step that takes any text with the hashtags behind it, which the official grammar takes for a comment."""
    found = _ANY.fullmatch(row)
    return replace(step, hashtags=tuple(tag[1:] for tag in found[1].split())) if found is not None else step


class _Runner(PlanRunner):
    """Plays the steps of our own grammar, too, counts what is shown, and keeps the messages to the game."""

    def __init__(self, player: Player, dialogue: str, *, hashtags: bool) -> None:
        super().__init__(player, dialogue, hashtags=hashtags, listed=False)
        self.recorder = Recorder(player.program, "plan")
        self._player = player
        self._messages: list[tuple[str, dict[str, object]]] = []
        self.verbs |= {
            "dialogue": self._name_dialogue,
            "hashtags": self._mind_hashtags,
            "expect": self._expect_value,
            "count": self._compare_count,
            "tags": self._look_for_tags,
            "message": self._look_for_message,
        }

    def begin_run(self) -> None:
        self._player.begin_run()
        self._messages.clear()

    def hear(self, event: Event) -> None:
        self.recorder(event)
        self._player.take(event)
        if isinstance(event, Command):
            self._messages += self._player.obey(event)

    def assignment(self, text: str, verb: str) -> tuple[str, Value]:
        found = _SET.fullmatch(text)
        if found is None:
            raise Unplanned(f"{verb}: $name = VALUE", text)
        word = found[2]
        if word in ("true", "false"):
            return found[1], word == "true"
        if word.startswith('"'):
            return found[1], re.sub(r"\\(.)", r"\1", word[1:-1])
        return found[1], f32(float(word))

    def expect(self, step: Step) -> None:
        if step.verb not in ("line", "command", "stop"):
            raise Unplanned("a step of a plan", f"{step.verb}:")
        super().expect(step)

    def _name_dialogue(self, text: str) -> None:
        if text not in self.program.dialogues:
            raise Unplanned(f"a dialogue {text!r}", f"only {', '.join(self.program.dialogues)}")
        self.dialogue = text
        self.rest(self.entry)

    def _mind_hashtags(self, text: str) -> None:
        if text not in ("compare", "ignore"):
            raise Unplanned("hashtags: compare or ignore", text)
        self.hashtags = text == "compare"

    def _expect_value(self, text: str) -> None:
        name, value = self.assignment(text, "expect")
        self.compared += 1
        state = State(self.position, self._player.memory)
        got = value_of(self.program, state, name, host=self._player.host())
        if type(got) is not type(value) or got != value:
            raise Unplanned(f"{name} = {written(value)}", f"{name} = {written(got)}")

    def _compare_count(self, text: str) -> None:
        found = _COUNT.fullmatch(text)
        if found is None:
            raise Unplanned("count: TAG started|completed|offered|selected = NUMBER", text)
        self.compared += 1
        got = self._player.count(found[1], found[2])
        if got != int(found[3]):
            raise Unplanned(f"{found[1]} {found[2]} = {found[3]}", f"{got}")

    def _look_for_tags(self, text: str) -> None:
        for tag in text.split():
            self.compared += 1
            touched = self._player.touched()
            if self._player.full_tag(tag) not in touched:
                raise Unplanned(f"the tag {tag} touched", ", ".join(touched) or "no tag touched")

    def _look_for_message(self, text: str) -> None:
        name, *words = text.split()
        wanted = dict(word.split("=", 1) for word in words if "=" in word)
        self.compared += 1
        if self.begun and not self.pending and self.position is not None and self.position.kind == "command":
            self.send(Continue())
        for at, (one, fields) in enumerate(self._messages):
            if one == name and all(str(fields.get(key)) == value for key, value in wanted.items()):
                del self._messages[at]
                return
        shown = ", ".join(" ".join((n, *(f"{k}={v}" for k, v in f.items()))) for n, f in self._messages)
        raise Unplanned(f"the message {text}", shown or "no message")


__all__ = ["SUFFIX", "PlanFailure", "PlanReport", "play_plan", "program_beside", "script_beside"]
