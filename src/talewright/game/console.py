"""The console: one line is one command.

A line is split at blanks, double quotes group; the first word is a command of the project (``@command``), or one of
the Sapitu commands, or ``help``. Parameters are read as the function's annotations say. What a command returns is
its output; what goes wrong is one `TalewrightError` with what to write instead. The console knows no terminal.
"""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from talewright.errors import FieldError, Misuse
from talewright.fields import Bare, decode
from talewright.game.sapitu import SAPITU
from talewright.names import did_you_mean, fold

if TYPE_CHECKING:
    from talewright.game.game import Game


@dataclass(frozen=True)
class Command:
    """A command of the console.

    Attributes:
        name: as it is written.
        function: what it calls, with the game first.
        parameters: the parameters behind the game.
    """

    name: str
    function: Callable[..., Any]
    parameters: tuple[inspect.Parameter, ...]

    @classmethod
    def of(cls, name: str, function: Callable[..., Any]) -> Command:
        """Read a function's parameters."""
        return cls(name, function, tuple(inspect.signature(function).parameters.values())[1:])

    @property
    def usage(self) -> str:
        """How it is written: "createItem BASEITEM"."""
        words = [self.name]
        for p in self.parameters:
            word = p.name.upper()
            words.append(
                f"[{word}]" if p.default is not p.empty else f"{word}..." if p.kind is p.VAR_POSITIONAL else word
            )
        return " ".join(words)

    @property
    def summary(self) -> str:
        """The first line of its description."""
        return (inspect.getdoc(self.function) or "").partition("\n")[0]

    def call(self, game: Game, arguments: list[str]) -> Any:
        """Call it with the words behind its name.

        Raises:
            Misuse: too few or too many words, or one that does not fit.
        """
        hints = _hints(self.function)
        values: list[Any] = []
        rest = list(arguments)
        for p in self.parameters:
            if p.kind is p.VAR_POSITIONAL:
                values += [self._read(game, p.name, word, hints) for word in rest]
                rest = []
            elif rest:
                values.append(self._read(game, p.name, rest.pop(0), hints))
            elif p.default is p.empty:
                raise Misuse(f"{self.name} needs {p.name.upper()}", hint=f"write {self.usage}")
        if rest:
            hint = f"write {self.usage}" + ('; put "quotes" around a value with blanks' if self.parameters else "")
            raise Misuse(f"{self.name} does not take {rest[0]!r}", hint=hint)
        return self.function(game, *values)

    def _read(self, game: Game, name: str, word: str, hints: Mapping[str, Any]) -> Any:
        try:
            return decode(Bare(word), hints.get(name, str), game.references(), name)
        except FieldError as error:
            raise Misuse(f"{self.name}: {error.message}", hint=error.hint or f"write {self.usage}") from error


def _hints(function: Callable[..., Any]) -> dict[str, Any]:
    try:
        return typing.get_type_hints(function)
    except (NameError, TypeError):  # an annotation for type checkers alone: read the words as text
        return {}


def commands_of(game: Game) -> dict[str, Command]:
    """Give the commands of a game; a project's own come before the built-in ones of the same name."""
    found = {name: Command.of(name, function) for name, function in SAPITU.items()}
    found["help"] = Command.of("help", help_)
    found.update({name: Command.of(name, function) for name, function in game.project.code.commands.items()})
    return found


def run(game: Game, line: str) -> str:
    """Run a line; an empty one does nothing.

    Raises:
        Misuse: there is no such command, or its words do not fit.
        TalewrightError: what the command itself found wrong.
    """
    words = split(line)
    if not words:
        return ""
    command = find(game, words[0])
    result = command.call(game, words[1:])
    return "" if result is None else str(result)


def find(game: Game, name: str) -> Command:
    """Give the command of a name, which ignores case.

    Raises:
        Misuse: there is none.
    """
    commands = commands_of(game)
    if name in commands:
        return commands[name]
    for known, command in commands.items():
        if fold(known) == fold(name):
            return command
    raise Misuse(f"there is no command {name!r}", hint=did_you_mean(name, commands) or "write help")


def help_(game: Game, command: str = "") -> str:
    """Show the commands, or how one of them is written."""
    if command:
        found = find(game, command)
        return f"{found.usage}\n  {inspect.getdoc(found.function) or ''}".rstrip()
    commands = commands_of(game)
    width = max(len(c.usage) for c in commands.values())
    return "\n".join(f"{c.usage:<{width}}  {c.summary}".rstrip() for c in commands.values())


def split(line: str) -> list[str]:
    """Split a line into words: blanks separate, double quotes group, a backslash keeps the next quote.

    Raises:
        Misuse: a quote is not closed.

    >>> split('say "good day" now')
    ['say', 'good day', 'now']
    """
    words: list[str] = []
    word: list[str] | None = None
    quoted = False
    characters = iter(line)
    for c in characters:
        if c == "\\" and quoted:
            following = next(characters, "")
            word = [*(word or []), following if following in '"\\' else c + following]
        elif c == '"':
            quoted = not quoted
            word = word or []
        elif c.isspace() and not quoted:
            if word is not None:
                words.append("".join(word))
            word = None
        else:
            word = word or []
            word.append(c)
    if quoted:
        raise Misuse("a quote is not closed", hint='write "..." around a value with blanks')
    if word is not None:
        words.append("".join(word))
    return words
