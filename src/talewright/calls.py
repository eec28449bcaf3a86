"""Functions that are called and not waited for.

Whoever keeps a function to call it later calls it at once and through: nothing here awaits, and nothing asks a
generator for its values. An ``async def`` or a function with ``yield`` would hand back an object and never run, so it
is refused where it is handed over or declared, by the one rule of this module. What a plain function returns is not
looked at: a coroutine that a wrapper hands back is what Python itself warns of ("was never awaited").
"""

from __future__ import annotations

import functools
import inspect
import os
from typing import Any, Generic, TypeVar, overload

F = TypeVar("F")

_KINDS = (
    (inspect.isasyncgenfunction, "an async generator"),
    (inspect.iscoroutinefunction, "an async function"),
    (inspect.isgeneratorfunction, "a generator (it has a yield)"),
)

REMEDY = "write it without async and yield; what takes time begins here and is told by a message, or by a timer"


def waits(function: object) -> str:
    """Say what kind of function it is, where calling it would run nothing; "" for all others.

    >>> async def later(): ...
    >>> waits(later), waits(len)
    ('an async function', '')
    """
    while isinstance(function, functools.partial):
        function = function.func
    mine = next((vars(cls)["__call__"] for cls in type(function).__mro__ if "__call__" in vars(cls)), None)
    for one in (function, mine):
        for kind, name in _KINDS:
            if kind(one):
                return name
    return ""


def runs(function: Any, what: str) -> Any:
    """Give a function back that runs when it is called.

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


class Hook(Generic[F]):
    """An attribute that holds a function to call, or None; one that would never run is refused where it is set.

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

    def __set_name__(self, owner: type, name: str) -> None:
        self._name, self._slot = name, f"_{name}"

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
        instance.__dict__[self._slot] = runs(function, self._name)


def place(function: object) -> str:
    """Give where a function stands, as " (scripts.py:12)", or nothing; the file's name alone."""
    while isinstance(function, functools.partial):
        function = function.func
    code = getattr(inspect.unwrap(function) if callable(function) else function, "__code__", None)
    return "" if code is None else f" ({os.path.basename(code.co_filename)}:{code.co_firstlineno})"
