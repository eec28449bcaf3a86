"""Decorators of a project's code: they only mark; the project collects.

``@command`` makes a function a command of dialogues (``<<give sword1>>``) and of the console (``give sword1``);
``@function`` makes one a function of dialogue expressions (``<<if gold() >= 5>>``). Both get the game first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from talewright.calls import marked
from talewright.project.code import COMMAND, FUNCTION

F = TypeVar("F", bound=Callable[..., Any])


def command(function: F) -> F:
    """Mark a function as a command.

    Its first parameter is the game; the rest are read from the line as their annotations say (str, int, float, bool,
    `Item`, `Character`, an enum). What it returns is what the console prints.

    >>> @command
    ... def greet(game, who: str) -> str:
    ...     return f"Hello, {who}."
    """
    return cast(F, marked(function, COMMAND, None, "@command"))


def function(function: F) -> F:
    """Mark a function as a function of dialogue expressions.

    Its first parameter is the game; the rest are the call's values (float, str, bool). It returns a number, a text or a
    truth value, and changes nothing: conditions are asked more often than they are shown.

    >>> @function
    ... def gold(game) -> float:
    ...     return 5.0
    """
    return cast(F, marked(function, FUNCTION, None, "@function"))
