"""``@on`` and the table from message ids to methods.

The decorator only marks; a class collects the marks of itself and its bases once, when it is made. A method that a
subclass overrides keeps the marks of the method it overrides, unless it is marked anew.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast

from talewright.calls import marked
from talewright.fields import class_name
from talewright.messaging.address.payload import number_hint
from talewright.messaging.address.url import Url

F = TypeVar("F", bound=Callable[..., Any])

ON_MARK = "__talewright_on__"
"""The attribute under which a method keeps what it handles."""


def on(message: str | type) -> Callable[[F], F]:
    """Mark a method as the handler of a message.

    Args:
        message: a message id, or the dataclass of a declared message. A handler of a dataclass always gets an
            instance: fields posted by the name of the class are built into one.

    >>> @on("punch")
    ... def punched(self, message, sender): ...
    >>> punched.__talewright_on__
    ('punch',)
    """
    if isinstance(message, type):
        if not dataclasses.is_dataclass(message):
            raise TypeError(f"@on takes a message id or a dataclass, and {message.__name__} is no dataclass")
    elif not isinstance(message, str) or not message:
        raise TypeError(f'write @on("message_id") or @on(MessageClass), not @on({message!r}){number_hint(message)}')

    def mark(function: F) -> F:
        return cast(F, marked(function, ON_MARK, (*getattr(function, ON_MARK, ()), message), f"@on({message!r})"))

    return mark


Handler = Callable[[Any, Any, Url], Any]


def collect(cls: type) -> tuple[dict[str, Handler], dict[str, type]]:
    """Return a class's handlers by message id, and the dataclasses among what they handle.

    Raises:
        TypeError: two methods of one class handle the same message.
    """
    marks: dict[str, tuple[str | type, ...]] = {}
    owners: dict[str, type] = {}
    for base in reversed(cls.__mro__):
        for name, value in base.__dict__.items():
            marked = getattr(value, ON_MARK, None)
            if marked is not None:
                marks[name], owners[name] = marked, base
    names: dict[str, str] = {}
    handlers: dict[str, Handler] = {}
    classes: dict[str, type] = {}
    # By depth of the marking class, so that a subclass's new handler goes before its base's.
    for name in sorted(marks, key=lambda n: -cls.__mro__.index(owners[n])):
        function = getattr(cls, name)
        if not callable(function):
            continue
        for message in marks[name]:
            message_id = message if isinstance(message, str) else class_name(message)
            other = names.get(message_id)
            if other is not None and other != name and owners[other] is owners[name]:
                raise TypeError(f"{owners[name].__name__}: {other} and {name} both handle {message_id!r}")
            names[message_id] = name
            if isinstance(message, str):
                handlers[message_id] = function
            else:
                handlers[message_id] = _declared(function, message)
                classes[message_id] = message
    return handlers, classes


def _declared(function: Handler, cls: type) -> Handler:
    """Wrap a handler so that it gets an instance, also where the message was posted by name."""

    @functools.wraps(function)
    def handle(self: Any, message: Any, sender: Url) -> object:
        if not isinstance(message, cls) and isinstance(message, Mapping):
            message = cls(**{**message, **self._tw_accepted(cls, message)})
        return function(self, message, sender)

    return handle
