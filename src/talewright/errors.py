"""The one family of errors.

    TalewrightError
    ├── Misuse                  a call that can never be right (the command line exits with 2)
    │   └── MissingFolder
    ├── NotFound                no such character, record, object, slot, option
    ├── NotEnough               fewer of something than is wanted
    ├── AlreadyExists
    ├── InvalidName
    ├── FieldError              a value does not fit the declared type of its field
    ├── ConfigError
    │   ├── CorruptFile         NULs, an empty file, a pointer instead of content, bytes of no encoding
    │   └── ValueFormatError    text of a value that does not parse
    ├── MessageError
    │   ├── BadAddress
    │   └── UnknownWorld
    ├── TagError
    │   ├── RegistryClosed
    │   └── UnknownTag
    ├── DialogueError
    ├── Refused                 what a player wanted to do is not to be done now; the message is for players
    ├── SaveError
    │   ├── DamagedSave
    │   ├── NewerSave
    │   └── UnknownClass
    └── ProjectError            opening a project found errors: its report has them all

Every message says what, where, why and what to do. An error about files carries every finding in ``report``, not the
first alone. Raising is the caller's decision: readers collect findings and go on.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from talewright.diagnostics import Diagnostic, Report


class TalewrightError(Exception):
    """What this library raises.

    Attributes:
        message: what went wrong, in a sentence.
        hint: what to do, or an empty text.
        report: the findings behind it, for errors about files.
    """

    def __init__(self, message: str = "", *, hint: str = "", report: Iterable[Diagnostic] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.report = Report(report)

    def __str__(self) -> str:
        lines = [self.message] if self.message else []
        lines += map(str, self.report)
        if self.hint:
            lines.append(f"  hint: {self.hint}")
        return "\n".join(lines) or type(self).__name__


class Misuse(TalewrightError):
    """A call that can never be right, whatever the project holds."""


class MissingFolder(Misuse):
    """The folder is not there, or is no project."""


class NotFound(TalewrightError, LookupError):
    """Nothing has this name."""


class NotEnough(TalewrightError):
    """Somebody has less of something than is wanted.

    Attributes:
        have: how many there are.
        wanted: how many should be.
    """

    def __init__(self, message: str, *, have: int, wanted: int, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.have = have
        self.wanted = wanted


class AlreadyExists(TalewrightError):
    """Something has this name already."""


class InvalidName(TalewrightError, ValueError):
    """A name breaks the rule for its kind."""


class FieldError(TalewrightError):
    """A value does not fit the declared type of its field.

    Attributes:
        path: the field, with what holds it: "stats.health", "inventory[2]".
    """

    def __init__(self, path: str, message: str, *, hint: str = "") -> None:
        super().__init__(f"{path}: {message}" if path else message, hint=hint)
        self.path = path
        self.reason = message


class ConfigError(TalewrightError):
    """Config text or a config file is wrong."""


class CorruptFile(ConfigError):
    """A file holds no text: NULs, nothing at all, a pointer instead of content."""


class ValueFormatError(ConfigError):
    """The text of a value does not parse.

    Attributes:
        offset: where in the text, counted from 0.
    """

    def __init__(self, message: str, offset: int = 0, *, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.offset = offset


class MessageError(TalewrightError):
    """A message cannot be posted."""


class BadAddress(MessageError, ValueError):
    """Text is no address: [socket:][path][#fragment]."""


class UnknownWorld(MessageError):
    """No world has the name in front of the colon; raised at the sender, in the call."""


class TagError(TalewrightError):
    """A tag is wrong, or not to be had."""


class RegistryClosed(TagError):
    """The registration window has closed."""


class UnknownTag(TagError, LookupError):
    """No source declares this tag."""


class DialogueError(TalewrightError):
    """A dialogue cannot go on, or was asked for what it does not offer."""


class Refused(TalewrightError):
    """What a player wanted to do is not to be done now; the message is for players, in their language."""


class SaveError(TalewrightError):
    """A save cannot be written or read.

    Attributes:
        section: of the save, where it is about one: the object's name and the class, which may be left out.
        field: of that section, where it is about one; a path with what holds it, as long as the section is unknown.
    """

    def __init__(
        self,
        message: str = "",
        *,
        hint: str = "",
        report: Iterable[Diagnostic] = (),
        section: tuple[str, str] | None = None,
        field: str = "",
    ) -> None:
        super().__init__(message, hint=hint, report=report)
        self.section = section
        self.field = field

    def about(self, name: str, cls: str = "") -> None:
        """Say which section it is about, where that is not known yet; the class may be left out."""
        if self.section is None:
            self.section, self.field = (name, cls), top_field(self.field, name, cls)


class DamagedSave(SaveError):
    """The bytes are not those that were written."""


class NewerSave(SaveError):
    """The save was written by a later version of the game; it is left untouched."""


class UnknownClass(SaveError):
    """The save names a script class that the game does not know."""


class ProjectError(TalewrightError):
    """Opening a project found errors; the report has every one."""


def top_field(path: str, name: str, cls: str = "") -> str:
    """Return the field of an object that a path leads into, as `FieldError.path` spells paths.

    >>> top_field("main:/smith#controller.bag[2].level", "main:/smith#controller")
    'bag'
    """
    inside = path.removeprefix(f"[{name} {cls}]").removeprefix(name).removeprefix(".")
    return inside.partition(".")[0].partition("[")[0]


def wrong_type(wanted: str, given: object, hint: str = "") -> Misuse:
    """Make the error for a value of a type that is not taken.

    Args:
        wanted: what is: "a name is text".
        given: the value.
        hint: what to write instead.

    >>> raise wrong_type("a name is text", 7)
    Traceback (most recent call last):
    talewright.errors.Misuse: a name is text, not 7 (int)
    """
    shown = repr(given) if isinstance(given, (str, bytes, int, float, type(None))) else ""
    kind = type(given).__name__
    return Misuse(f"{wanted}, not {f'{shown[:60]} ({kind})' if shown else f'a {kind}'}", hint=hint)


def path_of(given: object, what: str, hint: str = "") -> Path:
    """Return the path that somebody gave, as text or as a path.

    Raises:
        Misuse: it is neither.
    """
    if not isinstance(given, (str, os.PathLike)):
        raise wrong_type(f"{what} is a path, or its text", given, hint)
    return Path(given)
