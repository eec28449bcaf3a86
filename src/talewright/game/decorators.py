"""Decorators of a project's code: they only mark; the project collects.

``@command`` makes a function a command of dialogues (``<<give sword1>>``) and of the console (``give sword1``);
``@function`` makes one a function of dialogue expressions (``<<if gold() >= 5>>``). Both get the game first.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Any, TypeVar, cast, overload

from talewright.calls import marked
from talewright.errors import wrong_type
from talewright.project.code import COMMAND, FUNCTION

F = TypeVar("F", bound=Callable[..., Any])


_RIGHT = "__talewright_right__"
_OUTSIDE = "__talewright_outside__"
_UNSAID: Any = object()


class Right(IntEnum):
    """What somebody may run at the console: whatever those before may, and more.

    Dialogues ask for no right: who writes them is the author.
    """

    PLAYER = 1
    BUILDER = 2
    AUTHOR = 3


@overload
def command(function: F) -> F: ...
@overload
def command(*, right: Right = Right.AUTHOR, outside: bool = False) -> Callable[[F], F]: ...
def command(function: Any = _UNSAID, *, right: Right = Right.AUTHOR, outside: bool = False) -> Any:
    """Mark a function as a command.

    Its first parameter is the game; the rest are read from the line as their annotations say (str, int, float, bool,
    `Item`, `Character`, an enum). What it returns is what the console prints.

    Args:
        function: what the decorator stands above, where nothing is said in brackets.
        right: who may run it at the console: ``@command(right=Right.PLAYER)`` is a verb of the game; without it, a
            command is the author's.
        outside: whether it does something that no rollback takes back: writes a file, sends, buys. When it has run, be
            it in vain, nothing before it can be reached any more (`Marks.block`).

    Raises:
        Misuse: the right is no `Right`, or outside no truth value.
        TypeError: it stands above no function.

    >>> @command
    ... def greet(game, who: str) -> str:
    ...     return f"Hello, {who}."
    >>> @command(right=Right.PLAYER)
    ... def look(game) -> str:
    ...     return "A tavern."
    >>> right_of(greet).name, right_of(look).name
    ('AUTHOR', 'PLAYER')
    """
    if not isinstance(right, Right):
        raise wrong_type("the right of a command is a Right", right, "@command(right=Right.PLAYER)")
    if not isinstance(outside, bool):
        raise wrong_type("whether a command works outside is a truth value", outside, "@command(outside=True)")

    def mark(function: F) -> F:
        marked(function, COMMAND, None, "@command")
        marked(function, _OUTSIDE, outside, "@command")
        return cast(F, marked(function, _RIGHT, right, "@command"))

    return mark if function is _UNSAID else mark(function)


def right_of(function: Callable[..., Any]) -> Right:
    """Return who may run a command: the author, where nothing else is said."""
    return cast(Right, getattr(function, _RIGHT, Right.AUTHOR))


def is_outside(function: Callable[..., Any]) -> bool:
    """Return whether a command does what no rollback takes back."""
    return bool(getattr(function, _OUTSIDE, False))


def function(function: F) -> F:
    """Mark a function as a function of dialogue expressions.

    Its first parameter is the game; the rest are the call's values (float, str, bool). It returns a number, a text or a
    truth value, and changes nothing: conditions are asked more often than they are shown.

    >>> @function
    ... def gold(game) -> float:
    ...     return 5.0
    """
    return cast(F, marked(function, FUNCTION, None, "@function"))
