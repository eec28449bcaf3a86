"""What is known of the host's functions: how many parameters, of which types, and what comes back.

Decides how the annotations of a Python function read as Yarn types: ``bool`` is Bool, ``int`` and ``float`` are Number,
``str`` and what is named by a word (a literal, an id) are String, anything else is open; and which words a parameter of
a command takes. Nothing is called here.
"""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, Flag
from typing import Any, Final, TypeAlias

from talewright.dialogue.program.program import TypeName
from talewright.errors import FieldError
from talewright.fields import Bare, decode
from talewright.names import did_you_mean, fold

_NAMES: Final[dict[object, TypeName]] = {
    bool: "Bool", int: "Number", float: "Number", str: "String",
    "bool": "Bool", "int": "Number", "float": "Number", "str": "String", "Tag": "String",
}  # fmt: skip


_SCALARS: Final[dict[str, type]] = {"bool": bool, "int": int, "float": float}
_FEW: Final = 8

LITERAL: Final = "value"
"""The name of the kind of a parameter that lists its words itself."""

TAG: Final = "Tag"
"""The name of the kind of a parameter that takes a tag; which tags there are, the project knows."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of word that a parameter takes; a parameter of several kinds takes a word that any of them takes.

    Attributes:
        name: as people call it: ``int``, ``float``, ``bool``, ``str``, or the name of an enum or a class.
        values: the words that fit, whose case does not matter; None where they are not listed.
        record: the class whose records are meant, whose ids are the values once they are known.
        several: whether several of the values may stand in one word, with ``|`` between them.
    """

    name: str
    values: tuple[str, ...] | None = None
    record: str = ""
    several: bool = False

    @property
    def type(self) -> TypeName | None:
        """The type of the expressions that can give such a word; None where any can."""
        return "String" if self.record else _NAMES.get(self.name)

    def fits(self, type_name: TypeName) -> bool:
        """Whether the value of an expression can be such a word: a number, a truth or a text.

        >>> Kind("Item", ("crown",), record="Item").fits("Number"), Kind("int").fits("Number")
        (False, True)
        """
        if self.values is not None and type_name != "String":
            return any(_SAMPLES[type_name].takes(value) for value in self.values)
        return self.type in (None, type_name)

    def takes(self, word: str) -> bool:
        """Whether a word fits, as far as that can be known.

        >>> Kind("int").takes("five"), Kind("Mood", ("Angry", "Calm")).takes("calm")
        (False, True)
        """
        if self.values is not None:
            known = {fold(value) for value in self.values}
            parts = word.split("|") if self.several else [word]
            return all(fold(part.strip()) in known for part in parts) or (self.several and not word.strip())
        hint = _SCALARS.get(self.name)
        if hint is None:
            return True
        try:
            decode(Bare(word), hint)
        except FieldError:
            return False
        return True


_SAMPLES: Final = {"Number": Kind("float"), "Bool": Kind("bool")}


def misfit(word: str, kinds: Iterable[Kind]) -> tuple[str, str] | None:
    """Say why a word fits none of the kinds, and what to write; None where it fits one.

    >>> misfit("crwon", [Kind("Item", ("crown", "rope"), record="Item")])
    ("no Item is called 'crwon'", 'did you mean crown?')
    """
    found = list(kinds)
    if not found or any(kind.takes(word) for kind in found):
        return None
    values = [value for kind in found for value in kind.values or ()]
    what = " or ".join(dict.fromkeys(kind.name for kind in found))
    if all(kind.record for kind in found):
        message = f"no {what} is called {word!r}"
        none = f"declare it: [{word} {found[0].record}] in an ini below Config"
    elif all(kind.name == LITERAL for kind in found):
        message, none = f"{word!r} is none of what it takes", ""
    else:
        message, none = f"{word!r} is no {what}", ""
    listed = f"one of {', '.join(values)}" if 0 < len(values) <= _FEW else none
    return message, did_you_mean(word, values) or listed


@dataclass(frozen=True, slots=True)
class Signature:
    """A function of the host.

    Attributes:
        parameters: their types, None where any will do; None for the whole where nothing is known of them.
        required: how many must be given.
        variadic: whether more may follow.
        returns: the type of the result, or None where it is not known.
        kinds: the words that each parameter takes; none listed: any.
        rest: the type of what may follow, None where any will do.
        rest_kinds: the words that may follow; none listed: any.
    """

    parameters: tuple[TypeName | None, ...] | None = None
    required: int = 0
    variadic: bool = False
    returns: TypeName | None = None
    kinds: tuple[tuple[Kind, ...], ...] = ()
    rest: TypeName | None = None
    rest_kinds: tuple[Kind, ...] = ()

    def type_at(self, index: int) -> TypeName | None:
        """Return the type of an argument, counted from 0."""
        listed = self.parameters or ()
        return listed[index] if index < len(listed) else self.rest

    def kinds_at(self, index: int) -> tuple[Kind, ...]:
        """Return the kinds of an argument, counted from 0."""
        if index < len(self.parameters or ()):
            return self.kinds[index] if index < len(self.kinds) else ()
        return self.rest_kinds

    def takes(self) -> str:
        """Say how many arguments there may be.

        >>> Signature(("String", "Number"), 1).takes()
        '1 to 2'
        """
        most = len(self.parameters or ())
        if self.variadic:
            return f"{self.required} or more"
        return str(self.required) if self.required == most else f"{self.required} to {most}"


Functions: TypeAlias = Iterable[str] | Mapping[str, Signature | Callable[..., Any]]


def signature(function: Callable[..., Any]) -> Signature:
    """Read the signature of a Python function.

    >>> def gold(of: str, extra: int = 0) -> float: ...
    >>> found = signature(gold)
    >>> found.parameters, found.required, found.returns
    (('String', 'Number'), 1, 'Number')
    """
    try:
        found = inspect.signature(function)
    except (TypeError, ValueError):
        return Signature()
    try:
        hints = typing.get_type_hints(function)
    except (NameError, TypeError, AttributeError):  # an annotation for type checkers alone
        hints = getattr(function, "__annotations__", {})
    kinds: list[tuple[Kind, ...]] = []
    rest: tuple[Kind, ...] = ()
    required = 0
    variadic = False
    for parameter in found.parameters.values():
        own = kinds_of(hints.get(parameter.name))
        if parameter.kind is parameter.VAR_POSITIONAL:
            variadic, rest = True, own
        elif parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD):
            kinds.append(own)
            required += parameter.default is parameter.empty
    returns = type_of_kinds(kinds_of(hints.get("return")))
    types_ = tuple(map(type_of_kinds, kinds))
    return Signature(types_, required, variadic, returns, tuple(kinds), type_of_kinds(rest), rest)


def kinds_of(annotation: object) -> tuple[Kind, ...]:
    """Return the kinds of words that an annotation stands for; none where any will do."""
    origin = typing.get_origin(annotation)
    if origin in (typing.Union, types.UnionType):
        parts = [kinds_of(one) for one in typing.get_args(annotation) if one is not type(None)]
        return () if not all(parts) else tuple(kind for part in parts for kind in part)
    if origin is typing.Literal:
        return (Kind(LITERAL, tuple(map(str, typing.get_args(annotation)))),)
    if isinstance(annotation, str) and annotation in _NAMES:
        return (Kind(annotation),)
    if isinstance(annotation, type) and annotation in _NAMES:
        return (Kind(annotation.__name__),)
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return (Kind(annotation.__name__, tuple(annotation.__members__), several=issubclass(annotation, Flag)),)
    return ()


def type_of_kinds(kinds: Iterable[Kind]) -> TypeName | None:
    """Return the type of the expressions that fit; None where any may."""
    found = {kind.type for kind in kinds}
    return found.pop() if len(found) == 1 else None


def signatures_of(functions: Functions | None) -> dict[str, Signature] | None:
    """Return the signatures of what was handed to ``compile``; None stays None: nothing is known."""
    if functions is None:
        return None
    if not isinstance(functions, Mapping):
        return {name: Signature() for name in functions}
    return {name: one if isinstance(one, Signature) else signature(one) for name, one in functions.items()}
