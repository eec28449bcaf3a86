"""What the worlds of a game know: script classes by name, types saved as names, fields that are read from text.

Text may be given for a field whose type is read from text, too: a tag. A script is looked at where it comes into a
world, a declared message where it is posted, and the fields of one that is posted by name where a handler gets an
instance. All other values stay what they are.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from typing import Any

from talewright.errors import AlreadyExists
from talewright.fields import References, accept_fields, class_name, fields_of_text
from talewright.messaging.objects.shape import check_class, place_of


class Known:
    """Classes and types that are known.

    Attributes:
        classes: script classes that were spawned or restored, by registered name.
        more: types that fields of scripts may have besides those that `talewright.fields` and the worlds know.

    Args:
        live: finds what is saved as a name among the living.
        more: see above.
    """

    def __init__(self, live: Callable[[], References], more: References) -> None:
        self.classes: dict[str, type] = {}
        self.more = more
        self._live = live
        self._merged: References | None = None
        self._checked: set[type] = set()
        self._texts: dict[type, dict[str, Any]] = {}

    def references(self) -> References:
        """Return all that is saved as a name, and which messages are declared."""
        if self._merged is None:
            self._merged = self._live().merged(self.more)
        return self._merged

    def _learn(self, cls: type) -> None:
        # From now on its components can be saved and found again.
        name = class_name(cls)
        known = self.classes.get(name)
        if known is not None and known is not cls:
            raise AlreadyExists(
                f"two script classes are called {name!r}: {place_of(known)} and {place_of(cls)}",
                hint='a save could not tell them apart: rename one, or write class_name = "..." in its body',
            )
        check_class(cls, self.references())
        self._merged = None
        self.classes[name] = cls
        self._checked.add(cls)

    def admit(self, holder: object, path: str) -> None:
        """Learn the class of what comes into a world, and read its fields that are given as text.

        Raises:
            AlreadyExists: another class has its name.
            FieldError: components of the class could not be saved, or a field does not fit.
        """
        cls = type(holder)
        if cls not in self._checked:
            self._learn(cls)
        if self._texts.get(cls) != {}:
            for name, value in self.accepted(cls, holder, path).items():
                setattr(holder, name, value)

    def restore(self, classes: Mapping[str, type]) -> None:
        """Take the classes of a save in, which have been checked."""
        self._merged = None
        self.classes.update(classes)
        self._checked = set(self.classes.values())

    def accepted(self, cls: type, holder: object, path: str) -> dict[str, Any]:
        """Return the fields that are given as text, read.

        Args:
            cls: what declares the fields.
            holder: an instance, or the fields by name.
            path: whose they are, for messages.

        Raises:
            FieldError: one does not fit.
        """
        hints = self._texts.get(cls)
        if hints is None:
            hints = self._texts[cls] = fields_of_text(cls, self.references())
        if not hints:
            return {}
        if isinstance(holder, Mapping):
            values: Mapping[str, Any] = holder
        else:
            values = {name: getattr(holder, name) for name in hints if hasattr(holder, name)}
        return accept_fields(hints, values, self.references(), path)

    def accepted_message(self, message: Any) -> Any:
        """Return a declared message whose fields are read; the same one where none was given as text.

        Raises:
            FieldError: one does not fit.
        """
        read = self.accepted(type(message), message, type(message).__name__)
        if read:
            message = copy.copy(message)
            for name, value in read.items():
                object.__setattr__(message, name, value)  # frozen ones, too
        return message
