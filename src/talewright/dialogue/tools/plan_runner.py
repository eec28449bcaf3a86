"""Test plans played: what a dialogue says, compared with the steps of a plan.

Decides what the steps of the official grammar do (dialogue.md section 6.16): a run begins at ``Start``, while
variables, once flags, views and the strategy live on over the runs of a plan. What did not go as planned ends its run.
The kit for tests builds on it, with more verbs and with what happens beside; it hands in who plays.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol

from talewright.dialogue.play import (
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
    Position,
    Start,
    State,
    advance,
)
from talewright.dialogue.program import Program, strategy_named
from talewright.dialogue.syntax import Value
from talewright.dialogue.tools.plan_steps import Step
from talewright.errors import DialogueError, TalewrightError
from talewright.names import closest

_NODE: Final = "Start"
_SET: Final = re.compile(r"(\$\w+)\s*=\s*(true|false|-?[0-9]+)")


class PlanPlayer(Protocol):
    """Who plays a plan; a plan sets ``memory`` and ``saliency``."""

    memory: Mapping[str, Any]
    saliency: str

    @property
    def program(self) -> Program:
        """What is played."""

    def host(self) -> Host:
        """Return who answers."""


class Unplanned(Exception):
    """A step that did not go as planned.

    Attributes:
        expected: what it asks for.
        got: what came.
        sentence: both, as `run_plan` says it.
    """

    def __init__(self, expected: str, got: str, sentence: str = "") -> None:
        super().__init__(expected, got, sentence)
        self.expected = expected
        self.got = got
        self.sentence = sentence


class PlanRunner:
    """Plays the runs of a plan.

    Args:
        player: who plays.
        dialogue: the one that is meant; empty: the first that has the node.
        hashtags: whether hashtags behind a step must stand on the line, option or command.
        listed: whether all options must be listed before one is selected.

    Attributes:
        entry: the node at which it begins; empty: ``Start``.
        position: where the dialogue stands; None where none runs.
        begun: whether it began since the last `rest`.
        pending: what happened and no step looked at yet.
        compared: how many things were compared.
        verbs: what the steps do that compare nothing that is said, by their verbs.
    """

    def __init__(self, player: PlanPlayer, dialogue: str = "", *, hashtags: bool, listed: bool = True) -> None:
        self.player = player
        self.program = player.program
        self.dialogue = dialogue
        self.hashtags = hashtags
        self.position: Position | None = None
        self.begun = False
        self.pending: list[Event] = []
        self.compared = 0
        self.verbs: dict[str, Callable[[str], object]] = {
            "set": self._set,
            "node": self.rest,
            "saliency": self._choose_strategy,
        }
        self.entry = ""
        self._listed = listed

    def run(self, runs: Sequence[Sequence[Step]]) -> list[tuple[int, Unplanned | TalewrightError]]:
        """Play all runs; return what did not go as planned with the row of its step (0 in an empty run)."""
        failures: list[tuple[int, Unplanned | TalewrightError]] = []
        for steps in runs:
            self.rest()
            self.begin_run()
            row = steps[-1].row if steps else 0
            options: list[Step] = []
            try:
                for step in steps:
                    row = step.row
                    options = self._step(step, options)
                if not self.begun:
                    self._begin()
                if options:
                    sentence = "options are expected, and nothing is selected"
                    raise Unplanned("a select behind the options", "the end of the run", sentence)
            except (Unplanned, TalewrightError) as failed:
                failures.append((row, failed))
        return failures

    # What others add

    def begin_run(self) -> None:
        """Forget what is of one run alone."""

    def hear(self, event: Event) -> None:
        """Take an event, as it happens."""

    def assignment(self, text: str, verb: str) -> tuple[str, Value]:
        """Read ``$name = VALUE``.

        Raises:
            Unplanned: it is none.
        """
        found = _SET.fullmatch(text)
        if found is None:
            sentence = f"{verb}: needs $name = true, false or a whole number, not {text!r}"
            raise Unplanned(f"{verb}: $name = VALUE", text, sentence)
        return found[1], found[2] == "true" if found[2] in ("true", "false") else float(found[2])

    # Beginning and going on

    def rest(self, entry: str = "") -> None:
        """Leave the dialogue: the next step begins it anew, at a node."""
        self.entry, self.begun, self.pending, self.position = entry, False, [], None

    def _begin(self) -> None:
        self.begun = True
        entry = self.entry or _NODE
        names = [self.dialogue] if self.dialogue else list(self.program.dialogues)
        found = next((name for name in names if self.program.entry(name, entry) is not None), None)
        if found is None and not self.entry and self.dialogue in self.program.dialogues:
            found, entry = self.dialogue, ""
        if found is None:
            raise Unplanned(f"a node {entry!r}", "no such node", f"no node is called {entry!r}")
        self.send(Start(found, entry))

    def send(self, given: Start | Continue | Choose) -> None:
        """Play to the next stop."""
        state = State(self.position, self.player.memory)
        events, after = advance(self.program, state, given, host=self.player.host())
        self.position, self.player.memory = after.position, after.memory
        for event in events:
            self.hear(event)
            if isinstance(event, (Line, Options, NoOptions, Command, DialogueEnded)):
                self.pending.append(event)

    def _next(self, expected: str) -> Event:
        if not self.begun:
            self._begin()
        if not self.pending:
            if self.position is None:
                ended = "the dialogue has ended already"
                raise Unplanned(expected, f"nothing: {ended}", ended)
            if self.position.kind == "options":
                raise Unplanned(expected, "options", "the dialogue waits for a choice")
            self.send(Continue())
        return self.pending.pop(0)

    # Steps

    def _step(self, step: Step, options: list[Step]) -> list[Step]:
        if step.verb == "option":
            return [*options, step]
        if step.verb == "select":
            self._select(step, options)
            return []
        if (does := self.verbs.get(step.verb)) is not None:
            does(step.text or "")
            return options
        if options:
            sentence = "options are expected before it, and nothing is selected"
            raise Unplanned("a select behind the options", step.verb, sentence)
        self.expect(step)
        return options

    def _set(self, text: str) -> None:
        name, value = self.assignment(text, "set")
        if name not in self.program.variables:
            near = closest(name, self.program.variables)
            got = f"{name}; {near[0]} is near" if near else name
            raise Unplanned("a variable of the scripts", got, f"set: no script has the variable {name}")
        self.player.memory = {**self.player.memory, name: value}

    def _choose_strategy(self, text: str) -> None:
        if strategy_named(text) is None:
            raise Unplanned("the name of a strategy", repr(text), f"no strategy is called {text!r}")
        self.player.saliency = text

    def expect(self, step: Step) -> None:
        """Compare what comes next with a step that says what comes."""
        asked = f"the {step.verb} {step.text!r}" if step.text is not None else f"a {step.verb}"
        expected = "the end" if step.verb == "stop" else asked
        event = self._next(expected)
        while isinstance(event, NoOptions):
            event = self._next(expected)
        if step.verb == "stop":
            if not isinstance(event, DialogueEnded):
                raise Unplanned(expected, _told(event), f"the end is expected, not {_named(event)}")
            return
        if step.verb not in ("line", "command"):
            raise Unplanned("a step of a plan", f"{step.verb}:", f"a plan has no step {step.verb!r}")
        wanted: type[Line] | type[Command] = Line if step.verb == "line" else Command
        if not isinstance(event, wanted):
            raise Unplanned(expected, _told(event), f"a {step.verb} is expected, not {_named(event)}")
        self.compared += 1
        said = _said(event)
        if step.text not in (None, said):
            raise Unplanned(expected, _told(event), f"{expected} is expected, not {said!r}")
        self._compare_hashtags(step, event.tags, expected)

    def _select(self, step: Step, expected: Sequence[Step]) -> None:
        event = self._next(f"{len(expected)} options" if expected else "options")
        if not isinstance(event, (Options, NoOptions)):
            raise Unplanned("options", _told(event), f"options are expected, not {_named(event)}")
        shown: tuple[Option, ...] = event.options
        if (expected or self._listed) and len(shown) != len(expected):
            sentence = f"{len(expected)} options are expected, not {[option.text for option in shown]}"
            raise Unplanned(f"{len(expected)} options", f"{len(shown)}: {_listed(shown)}", sentence)
        for one, option in zip(expected, shown, strict=False):
            self._compare_option(one, option)
        wanted = step.text or "0"
        if wanted == "0":
            if isinstance(event, Options):
                sentence = "no option is to be selected, and some are available"
                raise Unplanned("no option available", _listed(shown), sentence)
            return
        try:
            self.send(_choice(wanted))
        except DialogueError as error:
            raise Unplanned(f"to select {wanted}", error.message or str(error), str(error)) from error

    def _compare_option(self, one: Step, option: Option) -> None:
        self.compared += 1
        named = f"the option {option.text!r}"
        if one.text not in (None, option.text):
            asked = f"the option {one.text!r}"
            raise Unplanned(asked, named, f"{asked} is expected, not {option.text!r}")
        if one.disabled == option.available:
            is_so = "available" if option.available else "not available"
            reason = f": {option.reason}" if option.reason else ""
            asked = f"{named} {'not available' if one.disabled else 'available'}"
            raise Unplanned(asked, f"it is {is_so}{reason}", f"{named} is {is_so}")
        self._compare_hashtags(one, option.tags, named)

    def _compare_hashtags(self, step: Step, tags: tuple[str, ...], expected: str) -> None:
        for tag in step.hashtags if self.hashtags else ():
            if tag not in tags and not tag.startswith("line:"):
                got = " ".join(f"#{one}" for one in tags) or "no hashtag"
                sentence = f"the hashtag #{tag} is expected, and the line has {' '.join(tags) or 'none'}"
                raise Unplanned(f"#{tag} on {expected}", got, sentence)


def _choice(wanted: str) -> Choose:
    """Return the choice of a ``select:`` step: by number, counted from 1, or by id.

    >>> _choice("2"), _choice("sword")
    (Choose(option=1), Choose(option='sword'))
    """
    return Choose(int(wanted) - 1 if wanted.isascii() and wanted.isdigit() and len(wanted) < 10 else wanted)


def _said(event: Line | Command) -> str:
    if isinstance(event, Command) or event.speaker is None:
        return event.text
    return f"{event.speaker}: {event.text}".rstrip()


def _named(event: Event) -> str:
    if isinstance(event, (Line, Command)):
        return f"the {type(event).__name__.lower()} {_said(event)!r}"
    return "the end" if isinstance(event, DialogueEnded) else "options"


def _told(event: Event) -> str:
    return f"options: {_listed(event.options)}" if isinstance(event, (Options, NoOptions)) else _named(event)


def _listed(options: Sequence[Option]) -> str:
    return ", ".join(f"{option.text!r}" + ("" if option.available else " (not available)") for option in options)
