"""The console: one line is one command.

A line is split at blanks, double quotes group; the first word is a command of the project (``@command``), a verb of a
component (`Deeds`), one of the Sapitu commands, or ``help``. Parameters are read as the function's annotations say.
What a command returns is its output; what goes wrong is one `TalewrightError` with what to write instead. The console
knows no terminal.
"""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from talewright.calls import ran
from talewright.errors import FieldError, Misuse, wrong_type
from talewright.fields import NO_REFERENCES, Bare, decode
from talewright.game.core import GameCore
from talewright.game.decorators import Right, is_outside, right_of
from talewright.game.deeds import verbs_of
from talewright.game.sapitu import SAPITU
from talewright.names import did_you_mean, fold, spelled
from talewright.rpg import Character, InventoryItem, Item


@dataclass(frozen=True)
class Command:
    """A command of the console.

    Attributes:
        name: as it is written.
        function: what it calls, with the game first.
        parameters: the parameters behind the game.
        right: who may run it; of `help`, whose commands it shows.
        outside: whether it does what no rollback takes back.
    """

    name: str
    function: Callable[..., Any]
    parameters: tuple[inspect.Parameter, ...]
    right: Right = Right.AUTHOR
    outside: bool = False

    @classmethod
    def of(cls, name: str, function: Callable[..., Any]) -> Command:
        """Read a function's parameters."""
        parameters = tuple(inspect.signature(function).parameters.values())[1:]
        return cls(name, function, parameters, right_of(function), is_outside(function))

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

    def call(self, game: GameCore, arguments: list[str]) -> Any:
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
        asked = {"right": self.right} if self.function is help_ else {}
        try:
            result = self.function(game, *values, **asked)
        finally:  # what was sent before it failed was sent
            if self.outside:
                game.block_marks()
        ran(result, self.name)  # of a wrapper that looked like a plain function
        return result

    def candidates(self, game: GameCore, number: int) -> list[str]:
        """Return what the parameter of a number, counted from 0, may be; nothing where that cannot be known."""
        if not self.parameters:
            return []
        parameter = self.parameters[min(number, len(self.parameters) - 1)]
        if number >= len(self.parameters) and parameter.kind is not parameter.VAR_POSITIONAL:
            return []
        if self.function is help_:
            return list(commands_of(game, self.right))
        of_its_own: Callable[[GameCore], list[str]] | None = getattr(self.function, "candidates", None)
        if of_its_own is not None:  # the verb of a component
            return of_its_own(game)
        named = _BY_NAME.get(f"{self.name} {parameter.name}", _BY_NAME.get(parameter.name))
        named = named if self.function in _OWN else None
        if named is not None:
            return named(game)
        hint = _hints(self.function).get(parameter.name, str)
        kinds = [kind for kind in (hint, *typing.get_args(hint)) if isinstance(kind, type)]
        found = [str(choice) for choice in typing.get_args(hint) if not isinstance(choice, type) and choice is not None]
        for kind in kinds:
            found += next((names(game, kind) for base, names in _BY_TYPE.items() if issubclass(kind, base)), [])
        return found

    def _read(self, game: GameCore, name: str, word: str, hints: Mapping[str, Any]) -> Any:
        hint = hints.get(name, str)
        try:
            return decode(Bare(word), hint, NO_REFERENCES if hint is str else game.references(), name)
        except FieldError as error:
            raise Misuse(f"{self.name}: {error.message}", hint=error.hint or f"write {self.usage}") from error


def _item_types(game: GameCore, kind: type = Item) -> list[str]:
    return [name for name, item in game.records[Item].items() if isinstance(item, kind)]


def _loose(game: GameCore) -> list[str]:
    return [item.id for item in game.characters.loose]


def _carried(game: GameCore) -> list[str]:
    current = game.characters.current
    return [] if current is None else [item.id for item in current.inventory]


def _known(game: GameCore) -> list[str]:
    return [item.id for item in game.characters.items]


def _stored(game: GameCore) -> list[str]:
    return game.characters.stored()


def _characters(game: GameCore, kind: type) -> list[str]:
    return [character.id for character in game.characters]


def _items(game: GameCore, kind: type) -> list[str]:
    return [item.id for item in game.characters.items]


def _members(game: GameCore, kind: type) -> list[str]:
    return list(kind.__members__) if issubclass(kind, Enum) else ["False", "True"]


_BY_NAME: Mapping[str, Callable[[GameCore], list[str]]] = {
    "baseItem": _item_types,
    "itemId": _loose,
    "dropItem itemId": _carried,
    "destroyItem itemId": _known,
    "charId": _stored,
}
_BY_TYPE: Mapping[type, Callable[[GameCore, type], list[str]]] = {
    Item: _item_types,
    Character: _characters,
    InventoryItem: _items,
    Enum: _members,
    bool: _members,
}


LONGEST: Final = 4096
"""The characters of a line that a player types: whoever pastes a book into a console waits for no answer."""


def _hints(function: Callable[..., Any]) -> dict[str, Any]:
    try:
        return typing.get_type_hints(function)
    except (NameError, TypeError):  # an annotation for type checkers alone: read the words as text
        return {}


def commands_of(game: GameCore, right: Right = Right.AUTHOR) -> dict[str, Command]:
    """Return the commands that somebody may run.

    A project's own come before those of the same name that components offer, and these before the built-in ones.

    >>> from talewright.game import Game
    >>> list(commands_of(Game(), Right.PLAYER))
    ['help']
    """
    if not isinstance(right, Right):
        raise wrong_type("who runs a command has a Right", right, "game.run(line, right=Right.PLAYER)")
    found = {name: Command.of(name, function) for name, function in SAPITU.items()}
    found["help"] = Command("help", help_, (inspect.signature(help_).parameters["command"],), right)
    for known in (verbs_of(game.worlds), game.project.code.commands):
        found |= {name: Command.of(name, function) for name, function in known.items()}
    return {name: one for name, one in found.items() if one.right <= right}


def run(game: GameCore, line: str, right: Right = Right.AUTHOR) -> str:
    """Run a line; an empty one does nothing.

    Raises:
        Misuse: there is no such command, or none that may be run, or its words do not fit.
        TalewrightError: what the command itself found wrong.
    """
    words = split(line, None if right is Right.AUTHOR else LONGEST)
    if not words:
        return ""
    result = find(game, words[0], right).call(game, words[1:])
    return "" if result is None else str(result)


def command_named(game: GameCore, name: str, right: Right = Right.AUTHOR) -> Command | None:
    """Return the command that somebody may run under a name, as they typed it, or None.

    >>> from talewright.game import Game
    >>> command_named(Game(), "\uff28elp", Right.PLAYER).name, command_named(Game(), "addItem", Right.PLAYER)
    ('help', None)
    """
    commands = commands_of(game, right)
    if name in commands:
        return commands[name]
    return next((command for known, command in commands.items() if spelled(known) == spelled(name)), None)


def find(game: GameCore, name: str, right: Right = Right.AUTHOR) -> Command:
    """Return the command of a name, which ignores case.

    Raises:
        Misuse: there is none; nor does anybody hear of one that they may not run.
    """
    found = command_named(game, name, right)
    if found is None:
        hint = did_you_mean(name, commands_of(game, right)) or "write help"
        raise Misuse(f"there is no command {name!r}", hint=hint)
    return found


def call_command(game: GameCore, name: str, words: Sequence[str]) -> Any:
    """Call a command with words, as a dialogue does, and return what the function gives back.

    Raises:
        Misuse: there is no such command, or its words do not fit.
        TalewrightError: what the command itself found wrong.
    """
    return find(game, name).call(game, list(words))


def help_(game: GameCore, command: str = "", *, right: Right = Right.AUTHOR) -> str:
    """Show the commands, or how one of them is written."""
    if command:
        found = find(game, command, right)
        return f"{found.usage}\n  {inspect.getdoc(found.function) or ''}".rstrip()
    commands = commands_of(game, right)
    width = max(len(c.usage) for c in commands.values())
    return "\n".join(f"{c.usage:<{width}}  {c.summary}".rstrip() for c in commands.values())


def complete(game: GameCore, text: str, right: Right = Right.AUTHOR) -> list[str]:
    """Return what the last word of an unfinished line may become, whole words, sorted; case is ignored.

    The first word is a command. What stands behind it is known by the name that the Sapitu commands give a parameter
    (``charId``, ``baseItem``, ``itemId``), by the type that a project's command declares (an item type, a character, an
    item, an enum, a truth), and for ``help`` it is a command again.

    Args:
        game: as it is now.
        text: the line up to the cursor.
        right: of who writes it: nothing is offered that may not be run.

    >>> from talewright.game import Game
    >>> complete(Game(), "create")
    ['createChar', 'createItem', 'createRandomItem']
    """
    begun = text.rpartition('"')[2] if text.count('"') % 2 else text.split(" ")[-1].lstrip()
    before = text[: len(text) - len(begun)].removesuffix('"') if begun else text.removesuffix('"')
    try:
        words = split(before)
    except Misuse:
        return []
    if not words:
        candidates = list(commands_of(game, right))
    else:
        try:
            command = find(game, words[0], right)
        except Misuse:
            return []
        candidates = command.candidates(game, len(words) - 1)
    fitting = {c for c in candidates if fold(c).startswith(fold(begun))}
    return sorted((f'"{c}"' if " " in c else c for c in fitting), key=fold)


def split(line: str, longest: int | None = None) -> list[str]:
    """Split a line into words: blanks separate, double quotes group, a backslash keeps the next quote.

    Args:
        line: as it was typed.
        longest: how many characters it may have; None: any number.

    Raises:
        Misuse: a quote is not closed, or the line is too long.

    >>> split('say "good day" now')
    ['say', 'good day', 'now']
    """
    if not isinstance(line, str):
        raise wrong_type("a console line is text", line, 'game.run("createItem sword1")')
    if longest is not None and len(line) > longest:
        raise Misuse(f"the line has {len(line):,} characters; {longest:,} at the most", hint="write less at once")
    words: list[str] = []
    word: list[str] | None = None
    quoted = False
    characters = iter(line)
    for c in characters:
        if c == "\\" and quoted:
            following = next(characters, "")
            word = word or []
            word.append(following if following in '"\\' else c + following)
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


_OWN = frozenset(SAPITU.values())
"""Commands whose parameters are known by name; a project's own may call anything so."""
