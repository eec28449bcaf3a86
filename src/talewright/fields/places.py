"""Where in a save something does not fit: the section and the field, as data of the error."""

from __future__ import annotations

from talewright.errors import FieldError, SaveError


class within:  # noqa: N801 - it is read as a word
    """Says of an error that is raised inside which section of a save it is about; the innermost has the last word.

    A `FieldError` becomes a `SaveError` of that section.

    Args:
        name: of the object.
        cls: of the section; empty where the name is enough.

    >>> with within("main:/smith#controller"):
    ...     raise FieldError("main:/smith#controller.bag[2]", "is no number")
    Traceback (most recent call last):
    talewright.errors.SaveError: main:/smith#controller.bag[2]: is no number
    """

    __slots__ = ("_cls", "_name")

    def __init__(self, name: str, cls: str = "") -> None:
        self._name, self._cls = name, cls

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, FieldError):
            made = SaveError(error.message, hint=error.hint, field=error.path)
            made.about(self._name, self._cls)
            raise made from error
        if isinstance(error, SaveError):
            error.about(self._name, self._cls)
