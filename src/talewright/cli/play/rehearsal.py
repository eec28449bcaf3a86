"""A rehearsal: one dialogue played alone, without its game, as a reader would, with a way back.

One input a line: an empty line goes on, a number or a reply's id chooses, ``back`` or ``back 3`` goes back, ``vars``
shows the variables, ``quit`` leaves; ``#`` begins a comment. The functions of the game are not here: each gives 0, an
empty text or false, and that is said once. The same inputs and seed give the same output.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import click

from talewright.cli.output import FINDINGS, OK, Said, findings, inputs, plain, said
from talewright.dialogue import (
    Choose,
    Command,
    Continue,
    DialogueEnded,
    Event,
    History,
    Host,
    Input,
    Line,
    NoOptions,
    Options,
    Program,
    Rewound,
    Start,
    State,
    TextFault,
    advance,
    show,
    value_of,
)
from talewright.dialogue.syntax import f32
from talewright.errors import DialogueError, Misuse, TalewrightError
from talewright.names import did_you_mean
from talewright.project.opening import compiled

_ANSWERS = {"Number": 0.0, "String": "", "Bool": False}


def rehearse(
    path: Path, *, dialogue: str | None, entry: str, settings: tuple[str, ...], seed: int, saliency: str, locale: str,
    language: str | None, script: str | None,
) -> int:  # fmt: skip
    """Play one dialogue and return the exit code.

    Args:
        path: a script, a folder of scripts, or a ``.yarnproject``.
        dialogue: its name, where there are several; None: the first.
        entry: a node or a selector of it; "" is the first node.
        settings: variables to begin with, as ``$name=value``.
        seed: of the random numbers.
        saliency: how one of several nodes that fit is chosen.
        locale: the language of plurals.
        language: to play in it, its name or the path of its table.
        script: the file of inputs, or "-" for standard input; None: the keyboard, where there is one.

    Raises:
        Misuse: there is no dialogue, or no such one, node or variable.
    """
    plain.settle_output()
    program = compiled([path])
    findings.show(program.report.errors, err=True)
    if program.report.errors:
        return FINDINGS
    if not program.dialogues:
        raise Misuse(f"{path.as_posix()} holds no dialogue", hint="name a script")
    if language is not None:
        from talewright.dialogue.tools import program_in, table_of

        table = table_of(language, path, program)
        program, notes = program_in(table, program)
        locale = table.language or locale
        for note in notes:
            click.echo(note, err=True)
    rehearsal = Rehearsal(program, seed, saliency, locale)
    for setting in settings:
        rehearsal.set(setting)
    start = _start(program, dialogue, entry)
    keyboard = script is None and sys.stdin is not None and sys.stdin.isatty()
    lines = _typed(rehearsal) if keyboard else inputs.lines_of(script or inputs.STDIN)
    return _read(rehearsal, start, lines)


def _start(program: Program, dialogue: str | None, entry: str) -> Start:
    """Return where to begin.

    Raises:
        Misuse: no dialogue or nothing in it is called so.
    """
    name = dialogue or next(iter(program.dialogues))
    if name not in program.dialogues:
        raise Misuse(f"no dialogue is called {name!r}", hint=did_you_mean(name, program.dialogues))
    if program.entry(name, entry) is None:
        nodes = [program.nodes[one].subdialogue for one in program.dialogues[name].nodes]
        hint = did_you_mean(entry, nodes) or f"its nodes are {', '.join(nodes)}"
        raise Misuse(f"the dialogue {name} has neither a node nor a selector {entry!r}", hint=hint)
    return Start(name, entry)


def _typed(rehearsal: Rehearsal) -> Iterator[str]:
    while True:
        try:
            yield input(f"[{rehearsal.prompt()}] > ")
        except EOFError:
            return


def _read(rehearsal: Rehearsal, start: Start, lines: Iterable[str]) -> int:
    _print(rehearsal.feed(start))
    if not rehearsal.failed:
        for line in lines:
            if line.strip() == "quit":
                break
            _print(rehearsal.line(line))
            if rehearsal.over:
                break
    return FINDINGS if rehearsal.failed else OK


def _print(pieces: Iterable[Said]) -> None:
    for piece in pieces:
        click.echo(piece.text, err=piece.failed)


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 10


class Rehearsal:
    """One dialogue in play: where it stands, and the way back.

    Attributes:
        failed: an input could not be done, or the script failed.
        over: the dialogue has ended.
    """

    def __init__(self, program: Program, seed: int, saliency: str, locale: str) -> None:
        self.program = program
        self.state = State()
        self.history = History()
        self.failed = False
        self.over = False
        self._said: list[str] = []
        streams: dict[str, Random] = {}
        functions = {use.name: self._answer(use.name, use.returns) for use in program.functions}
        self.host = Host(functions, lambda n: streams.setdefault(n, Random(f"{seed} {n}")), saliency, locale)

    def set(self, setting: str) -> None:
        """Set a variable before the dialogue begins.

        Raises:
            Misuse: there is no such variable, or the value is none of its type.
        """
        name, equals, text = setting.partition("=")
        key = name.strip() if name.strip().startswith("$") else f"${name.strip()}"
        known = self.program.variables.get(key)
        if not equals or known is None or known.smart is not None:
            raise Misuse(f"--set {setting!r} sets no variable of the script", hint="--set '$gold=5'")
        value = text.strip()
        memory = dict(self.state.memory)
        if known.cases is not None and value in known.cases:
            memory[key] = known.cases[value]
        elif isinstance(known.default, bool):
            if value.lower() not in ("true", "false"):
                raise Misuse(f"{key} holds true or false, not {value!r}", hint=f"--set '{key}=true'")
            memory[key] = value.lower() == "true"
        elif isinstance(known.default, float):
            # Python's float takes more than a script does: 1_000, inf, digits of other scripts.
            if not re.fullmatch(r"[+-]?([0-9]{1,300}\.?[0-9]{0,300}|\.[0-9]{1,300})", value):
                raise Misuse(f"{key} holds a number, not {value!r}", hint="--set '$gold=5'")
            memory[key] = f32(float(value))
        else:
            memory[key] = value
        self.state = State(None, memory)

    def prompt(self) -> str:
        """Return what is possible now, in a few characters."""
        position = self.state.position
        if position is not None and position.kind == "options":
            free = [str(number) for number, one in enumerate(position.options, 1) if one.available]
            return f"choose {', '.join(free)}"
        return "Enter"

    def line(self, text: str) -> list[Said]:
        """Take one line of input and return what it prints."""
        words = text.split()
        if words and words[0].startswith("#"):
            return []
        if words and words[0] == "vars":
            return self._variables()
        if words and words[0] == "back":
            return self._guarded(lambda: self._back(words[1:]))
        if not words:
            return self.feed(Continue())
        position = self.state.position
        if position is None or position.kind != "options":
            return self._failed(Misuse(f"{text.strip()!r}: no options are shown", hint="an empty line goes on"))
        wanted = text.strip()
        if not _is_number(wanted):
            return self.feed(Choose(wanted))
        if not 1 <= int(wanted) <= len(position.options):
            hint = f"choose 1 to {len(position.options)}"
            return self._failed(DialogueError(f"there is no option {wanted}", hint=hint))
        return self.feed(Choose(int(wanted) - 1))

    def feed(self, given: Input) -> list[Said]:
        """Make a step and return what it prints."""
        return self._guarded(lambda: self._step(given))

    def _guarded(self, do: Callable[[], list[Said]]) -> list[Said]:
        self._said = []
        try:
            printed = do()
        except TalewrightError as error:
            printed = self._failed(error)
        return [*(Said("marker", f"-- {text} --") for text in self._said), *printed]

    def _failed(self, error: TalewrightError) -> list[Said]:
        self.failed = True
        return [Said("error", f"error: {error}")]

    def _step(self, given: Input) -> list[Said]:
        before = self.state
        events, self.state = advance(self.program, before, given, host=self.host)
        self.history = self.history.noted(before, self.state)
        return [piece for event in events for piece in self._told(event)]

    def _told(self, event: Event) -> Iterator[Said]:
        match event:
            case Line():
                yield said.line(event)
            case Options() | NoOptions():
                yield from (said.option(number, option) for number, option in enumerate(event.options, 1))
                if isinstance(event, NoOptions):
                    yield said.marker("nothing can be chosen")
            case Command():
                yield Said("console", f"<<{event.text}>>")
            case DialogueEnded():
                self.over = True
                yield said.marker("end")
            case TextFault(finding=finding):
                self.failed = True
                yield Said("error", str(finding))
            case Rewound():
                yield said.marker(f"{event.steps} back")
            case _:
                pass

    def _back(self, words: list[str]) -> list[Said]:
        if len(words) > 1 or (words and not _is_number(words[0])):
            raise Misuse(f"back takes a number, not {' '.join(words)!r}", hint="back 3")
        if not self.history:
            raise DialogueError("there is nothing to go back to", hint="go on first")
        events, self.state, self.history = self.history.rewind(self.program, self.state, int(words[0]) if words else 1)
        line, options = show(self.program, self.state, locale=self.host.locale)
        shown = [] if line is None else [said.line(line)]
        shown += [said.option(number, option) for number, option in enumerate(options, 1)]
        return [*(piece for event in events for piece in self._told(event)), *shown]

    def _variables(self) -> list[Said]:
        shown: list[Said] = []
        for name, variable in sorted(self.program.variables.items()):
            try:
                value = value_of(self.program, self.state, name, host=self.host)
            except DialogueError as error:  # a smart variable that cannot be worked out; the others can be shown
                shown += self._failed(error)
                continue
            case = next((case for case, raw in (variable.cases or {}).items() if raw == value), None)
            text = f"{value:g}" if isinstance(value, float) else str(value)
            shown.append(Said("console", f"{name} = {text if case is None else f'{variable.type}.{case}'}"))
        return shown

    def _answer(self, name: str, returns: str) -> Callable[..., Any]:
        enum = self.program.enums.get(returns)
        value = next(iter(enum.cases.values()), 0.0) if enum else _ANSWERS.get(returns, False)
        told: list[bool] = []

        def give(*arguments: object) -> Any:
            if not told:
                told.append(True)
                shown = f"{value:g}" if isinstance(value, float) else repr(value)
                self._said.append(f"{name}() is the game's; here it gives {shown}")
            return value

        return give
