"""What is known of the host's functions: how many parameters, of which types, and what comes back.

Decides how the annotations of a Python function read as Yarn types: ``bool`` is Bool, ``int`` and ``float`` are Number,
``str`` is String, anything else is open. Nothing is called here.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from talewright.dialogue.program import TypeName

_NAMES: Final[dict[object, TypeName]] = {
    bool: "Bool", int: "Number", float: "Number", str: "String",
    "bool": "Bool", "int": "Number", "float": "Number", "str": "String",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Signature:
    """A function of the host.

    Attributes:
        parameters: their types, None where any will do; None for the whole where nothing is known of them.
        required: how many must be given.
        variadic: whether more may follow, of any type.
        returns: the type of the result, or None where it is not known.
    """

    parameters: tuple[TypeName | None, ...] | None = None
    required: int = 0
    variadic: bool = False
    returns: TypeName | None = None


Functions: TypeAlias = Iterable[str] | Mapping[str, Signature | Callable[..., Any]]


def signature(function: Callable[..., Any]) -> Signature:
    """Read the signature of a Python function.

    >>> def gold(of: str, extra: int = 0) -> float: ...
    >>> signature(gold)
    Signature(parameters=('String', 'Number'), required=1, variadic=False, returns='Number')
    """
    try:
        found = inspect.signature(function)
    except (TypeError, ValueError):
        return Signature()
    parameters: list[TypeName | None] = []
    required = 0
    variadic = False
    for parameter in found.parameters.values():
        if parameter.kind is parameter.VAR_POSITIONAL:
            variadic = True
        elif parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD):
            parameters.append(_type(parameter.annotation))
            required += parameter.default is parameter.empty
    return Signature(tuple(parameters), required, variadic, _type(found.return_annotation))


def _type(annotation: object) -> TypeName | None:
    return _NAMES.get(annotation) if isinstance(annotation, (type, str)) else None


def signatures_of(functions: Functions | None) -> dict[str, Signature] | None:
    """Give the signatures of what was handed to ``compile``; None stays None: nothing is known."""
    if functions is None:
        return None
    if not isinstance(functions, Mapping):
        return {name: Signature() for name in functions}
    return {name: one if isinstance(one, Signature) else signature(one) for name, one in functions.items()}
