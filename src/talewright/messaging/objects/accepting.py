"""Text that a program gives for a field whose type is read from text, too: a tag.

A script is looked at where it comes into a world, a declared message where it is posted, and the fields of one that is
posted by name where a handler gets an instance. All other values stay what they are.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from talewright.fields import accept_fields, fields_of_text

if TYPE_CHECKING:
    from talewright.messaging.worlds.worlds import Worlds


def accepted(worlds: Worlds, cls: type, holder: object, path: str) -> dict[str, Any]:
    """Give the fields that are given as text, read.

    Args:
        worlds: what knows the types.
        cls: what declares the fields.
        holder: an instance, or the fields by name.
        path: whose they are, for messages.

    Raises:
        FieldError: one does not fit.
    """
    hints = worlds._texts.get(cls)
    if hints is None:
        hints = worlds._texts[cls] = fields_of_text(cls, worlds.known_references())
    if not hints:
        return {}
    if isinstance(holder, Mapping):
        values: Mapping[str, Any] = holder
    else:
        values = {name: getattr(holder, name) for name in hints if hasattr(holder, name)}
    return accept_fields(hints, values, worlds.known_references(), path)


def accepted_message(worlds: Worlds, message: Any) -> Any:
    """Give a declared message whose fields are read; the same one where none was given as text.

    Raises:
        FieldError: one does not fit.
    """
    read = accepted(worlds, type(message), message, type(message).__name__)
    if read:
        message = copy.copy(message)
        for name, value in read.items():
            object.__setattr__(message, name, value)  # frozen ones, too
    return message
