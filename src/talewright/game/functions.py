"""Functions of a code module as dialogues call them: the game in front, tags for the parameters declared as such.

A dialogue hands over numbers, texts and truths. A function that declares a `Tag` or a `TagContainer` gets the one that
the text names, in any of Unreal's forms, as a command does.
"""

from __future__ import annotations

import functools
import inspect
import typing
from collections.abc import Callable
from typing import Any

from talewright.errors import FieldError, Misuse
from talewright.fields import References, decode
from talewright.tags import Tag, TagContainer


def bound(function: Callable[..., Any], game: object, references: Callable[[], References]) -> Callable[..., Any]:
    """Return a function without its first parameter, which gets the game.

    Args:
        function: as the code module has it.
        game: what it gets.
        references: gives what names of tags lead to.
    """
    with_game = functools.partial(function, game)
    try:
        hints = typing.get_type_hints(function)
    except (NameError, TypeError):  # an annotation for type checkers alone
        return with_game
    tagged = {name: hint for name, hint in hints.items() if {hint, *typing.get_args(hint)} & {Tag, TagContainer}}
    if not tagged.keys() - {"return"}:
        return with_game
    signature = inspect.signature(with_game)

    @functools.wraps(function)
    def call(*arguments: Any) -> Any:
        given = signature.bind(*arguments)
        known = references()
        for name in tagged.keys() & given.arguments.keys():
            try:
                given.arguments[name] = decode(given.arguments[name], tagged[name], known, name)
            except FieldError as error:
                raise Misuse(f"{function.__name__}: {error.message}", hint=error.hint) from error
        return with_game(*given.args, **given.kwargs)

    call.__signature__ = signature  # type: ignore[attr-defined]  # a dialogue asks how many values it takes
    return call
