"""Functions that are called and not waited for.

Whoever keeps a function to call it later calls it at once and through: nothing here awaits, and nothing asks a
generator for its values. An ``async def`` or a function with ``yield`` would hand back an object and never run, so it
is refused where it is handed over or declared, by the one rule of this module. A wrapper around one looks like a plain
function: what it hands back tells, and whoever calls says so (`ran`).
"""

from __future__ import annotations

import functools
import inspect
import os
from types import AsyncGeneratorType, CoroutineType, GeneratorType
from typing import Any, Generic, TypeVar, overload

from talewright.errors import Misuse

F = TypeVar("F")

_KINDS = (
    (inspect.isasyncgenfunction, "an async generator"),
    (inspect.iscoroutinefunction, "an async function"),
    (inspect.isgeneratorfunction, "a generator (it has a yield)"),
)

_REST = (CoroutineType, GeneratorType, AsyncGeneratorType)

REMEDY = "write it without async and yield; what takes time begins here and is told by a message, or by a timer"


def waits(function: object) -> str:
    """Say what kind of function it is, where calling it would run nothing; "" for all others.

    >>> async def later(): ...
    >>> waits(later), waits(len)
    ('an async function', '')
    """
    function = _within(function)
    mine = next((vars(cls)["__call__"] for cls in type(function).__mro__ if "__call__" in vars(cls)), None)
    for one in (function, mine):
        for kind, name in _KINDS:
            if kind(one):
                return name
    return ""


def runs(function: Any, what: str) -> Any:
    """Return a function that runs when it is called.

    Args:
        function: what is called later.
        what: what it is, for the message: "Smith.punched", "a listener".

    Raises:
        TypeError: it would never run; the message says where it stands.

    >>> runs(len, "a listener") is len
    True
    """
    kind = waits(function)
    if kind:
        raise TypeError(f"{what} is {kind}, which would never run{place(function)}: {REMEDY}")
    return function


def ran(result: object, what: str = "") -> None:
    """Look at what a function has given back: a coroutine or a generator is the rest of it, which nobody runs.

    Args:
        result: what it gave.
        what: what the function is called, for the message.

    Raises:
        Misuse: it is such a thing; it has been closed.

    >>> ran(5)
    >>> ran((n for n in "ab"), "count")
    Traceback (most recent call last):
    talewright.errors.Misuse: count gave back a generator, which nobody runs (<doctest talewright.calls.ran[1]>:1)
      hint: write it without async and yield; what takes time begins here and is told by a message, or by a timer
    """
    if not isinstance(result, _REST) and not hasattr(type(result), "__await__"):
        return
    kind = "async generator" if isinstance(result, AsyncGeneratorType) else type(result).__name__
    code = next((c for n in ("cr_code", "gi_code", "ag_code") if (c := getattr(result, n, None)) is not None), None)
    where = "" if code is None else f" ({os.path.basename(code.co_filename)}:{code.co_firstlineno})"
    if isinstance(result, (CoroutineType, GeneratorType)):
        result.close()
    raise Misuse(f"{what} gave back a {kind}, which nobody runs{where}".lstrip(), hint=REMEDY)


def marked(function: Any, mark: str, value: object, decorator: str) -> Any:
    """Return a function that carries a mark, as a decorator does.

    Args:
        function: what the decorator stands above.
        mark: the attribute that keeps the mark.
        value: the mark; None: the name of the function.
        decorator: as it is written, "@command".

    Raises:
        TypeError: it cannot carry one, or has no name where one is needed: a bound method, a partial, no function.

    >>> marked(5, "__mark__", True, "@tag_source")
    Traceback (most recent call last):
    TypeError: @tag_source stands above a function, not above an int: write def, and @tag_source above it
    """
    try:
        setattr(function, mark, function.__name__ if value is None else value)
    except AttributeError:
        what = type(function).__name__
        raise TypeError(
            f"{decorator} stands above a function, not above {'an' if what[0] in 'aeiou' else 'a'} {what}: "
            f"write def, and {decorator} above it"
        ) from None
    return function


class Hook(Generic[F]):
    """An attribute that holds a function to call, or None; one that would never run is refused where it is set.

    Args:
        what: what it is, for the message; left out, its name.

    >>> class Bell:
    ...     on_ring: Hook[object] = Hook()
    >>> bell = Bell()
    >>> bell.on_ring is None
    True
    >>> async def later(): ...
    >>> bell.on_ring = later
    Traceback (most recent call last):
    TypeError: on_ring is an async function, which would never run (<doctest talewright.calls.Hook[3]>:1): write ...
    """

    def __init__(self, what: str = "") -> None:
        self._what = what

    def __set_name__(self, owner: type, name: str) -> None:
        self._what, self._slot = self._what or name, f"_{name}_hook"

    @overload
    def __get__(self, instance: None, owner: type) -> Hook[F]: ...
    @overload
    def __get__(self, instance: object, owner: type) -> F | None: ...
    def __get__(self, instance: object | None, owner: type) -> F | Hook[F] | None:
        if instance is None:
            return self
        found: F | None = instance.__dict__.get(self._slot)
        return found

    def __set__(self, instance: object, function: F | None) -> None:
        instance.__dict__[self._slot] = runs(function, self._what)


def place(function: object) -> str:
    """Return where a function stands, as " (scripts.py:12)", or nothing; the file's name alone."""
    function = _within(function)
    code = getattr(inspect.unwrap(function) if callable(function) else function, "__code__", None)
    return "" if code is None else f" ({os.path.basename(code.co_filename)}:{code.co_firstlineno})"


def _within(function: object) -> object:
    """Return the function inside of what a class or a caller has put around it."""
    while True:
        if isinstance(function, (functools.partial, functools.partialmethod)):
            function = function.func
        elif isinstance(function, (staticmethod, classmethod)):
            function = function.__func__
        else:
            return function
