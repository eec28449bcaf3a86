"""Commands and functions as tools see them: names, types, descriptions.

Decides how typed Python becomes definitions, without running it, and how definitions are written for editors: the
``.ysls.json`` files of Yarn's editor extensions, whose shape is that of the official sample (dialogue.md section 4.6).
The first parameter of a command or function is the game, and no part of what a script writes.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from talewright.diagnostics import Span
from talewright.dialogue.codes import failure
from talewright.dialogue.program import Kind, Signature, TypeName, type_of_kinds

_EDITORS: Final[Mapping[TypeName | None, str]] = {"Bool": "bool", "Number": "number", "String": "string"}
_WORDS: Final = {"bool": (Kind("bool"),), "number": (Kind("float"),), "string": (Kind("str"),), "int": (Kind("int"),)}
_YARN: Final[Mapping[str, TypeName]] = {"bool": "Bool", "number": "Number", "string": "String", "int": "Number"}


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a command or function.

    Attributes:
        name: of it.
        type: bool, number, string or any.
        default: its text; None where one must be given.
        variadic: whether it takes all that follow.
        kinds: the words that it takes; none listed: any.
    """

    name: str
    type: str = "any"
    default: str | None = None
    variadic: bool = False
    kinds: tuple[Kind, ...] = ()


@dataclass(frozen=True, slots=True)
class Definition:
    """A command or function of the host; ``returns`` is empty for a command."""

    name: str
    parameters: tuple[Parameter, ...] = ()
    returns: str = ""
    documentation: str = ""
    file: str = ""

    @property
    def signature(self) -> Signature:
        """What a check needs to know of it."""
        fixed = [one for one in self.parameters if not one.variadic]
        types = tuple(_YARN.get(one.type.lower()) for one in fixed)
        required = sum(1 for one in fixed if one.default is None)
        rest = next((one for one in self.parameters if one.variadic), None)
        return Signature(
            types,
            required,
            rest is not None,
            _YARN.get(self.returns.lower()),
            tuple(one.kinds for one in fixed),
            None if rest is None else _YARN.get(rest.type.lower()),
            () if rest is None else rest.kinds,
        )


@dataclass(frozen=True, slots=True)
class Definitions:
    """All commands and functions of a host, by name."""

    commands: Mapping[str, Definition] = field(default_factory=dict)
    functions: Mapping[str, Definition] = field(default_factory=dict)

    def merged(self, other: Definitions) -> Definitions:
        """Return both; the other's go before these."""
        return Definitions({**self.commands, **other.commands}, {**self.functions, **other.functions})


def define(
    node: ast.FunctionDef | ast.AsyncFunctionDef,
    file: str,
    *,
    function: bool,
    kinds: Callable[[ast.expr | None], tuple[Kind, ...]],
) -> Definition:
    """Describe a command or a function from its syntax tree.

    Args:
        node: its definition.
        file: where that stands.
        function: whether it is a function, and gives something.
        kinds: says which words an annotation stands for.
    """
    parameters = tuple(_parameters(node.args, kinds))
    returns = (_type(kinds(node.returns)) if function else "") or ("any" if function else "")
    return Definition(node.name, parameters, returns, ast.get_docstring(node) or "", file)


def _parameters(arguments: ast.arguments, kinds: Callable[[ast.expr | None], tuple[Kind, ...]]) -> Iterator[Parameter]:
    listed = [*arguments.posonlyargs, *arguments.args]
    bare: list[ast.expr | None] = [None] * (len(listed) - len(arguments.defaults))
    defaults: list[ast.expr | None] = [*bare, *arguments.defaults]
    for argument, default in list(zip(listed, defaults, strict=True))[1:]:
        written = None if default is None else _literal(default)
        own = kinds(argument.annotation)
        yield Parameter(argument.arg, _type(own), written, kinds=own)
    if arguments.vararg is not None:
        own = kinds(arguments.vararg.annotation)
        yield Parameter(arguments.vararg.arg, _type(own), None, True, own)


def _literal(expression: ast.expr) -> str:
    return str(expression.value) if isinstance(expression, ast.Constant) else ast.unparse(expression)


def _type(kinds: tuple[Kind, ...]) -> str:
    return _EDITORS.get(type_of_kinds(kinds), "any")


# Files for editors ----------------------------------------------------------------------------------------------------


def to_ysls(definitions: Definitions) -> dict[str, Any]:
    """Return definitions in the shape of a ``.ysls.json`` file, in the order of their names.

    >>> to_ysls(Definitions(functions={"gold": Definition("gold", returns="number")}))["functions"][0]["return"]
    {'type': 'number'}
    """
    return {
        "version": 1,
        "commands": [_to_plain(definitions.commands[name]) for name in sorted(definitions.commands)],
        "functions": [_to_plain(definitions.functions[name]) for name in sorted(definitions.functions)],
    }


def _to_plain(one: Definition) -> dict[str, Any]:
    plain: dict[str, Any] = {"yarnName": one.name, "definitionName": one.name, "language": "python"}
    if one.file:
        plain["fileName"] = one.file
    if one.documentation:
        plain["documentation"] = one.documentation
    plain["parameters"] = [_parameter_to_plain(parameter) for parameter in one.parameters]
    if one.returns:
        plain["return"] = {"type": one.returns}
    return plain


def _parameter_to_plain(one: Parameter) -> dict[str, Any]:
    plain: dict[str, Any] = {"name": one.name, "type": one.type}
    if one.default is not None:
        plain["defaultValue"] = one.default
    if one.variadic:
        plain["isParamsArray"] = True
    return plain


def from_ysls(text: str, file: str) -> Definitions:
    """Read a ``.ysls.json`` file; keys may begin with an upper-case letter, as some tools write them.

    Raises:
        DialogueError: it is no such file.
    """
    try:
        plain = _lowered(json.loads(text))
    except ValueError as error:
        place = Span(file, getattr(error, "lineno", 1), getattr(error, "colno", 1))
        raise failure("TW-YARN-07", f"the file is no JSON: {error}", place) from None
    except RecursionError:
        raise failure("TW-YARN-07", "the file is nested too deep", Span(file)) from None
    if not isinstance(plain, dict):
        raise failure("TW-YARN-07", "the file has no commands and no functions", Span(file))
    found = [
        {one.name: one for one in (_from_plain(each, file, function=key == "functions") for each in _list(plain, key))}
        for key in ("commands", "functions")
    ]
    return Definitions(found[0], found[1])


def _lowered(plain: Any) -> Any:
    if isinstance(plain, dict):
        return {str(key)[:1].lower() + str(key)[1:]: _lowered(value) for key, value in plain.items()}
    return [_lowered(value) for value in plain] if isinstance(plain, list) else plain


def _list(plain: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    value = plain.get(key)
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _from_plain(plain: dict[str, Any], file: str, *, function: bool) -> Definition:
    parameters = tuple(
        Parameter(
            str(one.get("name", "")),
            str(one.get("type", "any")),
            None if one.get("defaultValue") is None else str(one["defaultValue"]),
            one.get("isParamsArray") is True,
            _WORDS.get(str(one.get("type", "any")).lower(), ()),
        )
        for one in _list(plain, "parameters")
    )
    given = plain.get("return")
    returns = given.get("type", "any") if isinstance(given, dict) else plain.get("returnType", "any")
    return Definition(
        str(plain.get("yarnName", "")),
        parameters,
        str(returns) if function else "",
        str(plain.get("documentation") or ""),
        file,
    )
