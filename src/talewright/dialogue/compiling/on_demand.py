"""A program whose scripts are compiled one by one, each when something of it is first needed.

Decides what a player may know without a script (its outline) and what asks for it: a node, and the code of a smart
variable. To whoever plays it, it is a program like any other. Any number of threads may use it; a script is compiled
once.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TypeVar, overload

from talewright.diagnostics import Report
from talewright.dialogue.program import Outline, Program, Use, VariableInfo, elements_of

T = TypeVar("T")


def program_in_parts(outline: Outline, compile_one: Callable[[str], Program]) -> Program:
    """Return a program of scripts that are compiled when they are needed.

    Args:
        outline: of the whole program.
        compile_one: compiles the script of the dialogue with a name; called once for each, and again after it raised.

    Returns:
        A program. Its report is empty: its findings came out when it was compiled whole. Whoever iterates over its
        nodes, commands or functions has every script compiled.
    """
    parts = _Parts(outline, compile_one)
    nodes = {node: name for name, dialogue in outline.dialogues.items() for node in dialogue.nodes}
    paths = {dialogue.path: name for name, dialogue in outline.dialogues.items()}
    smart = {name: paths.get(outline.variables[name].span.file, "") for name in outline.smart}
    return Program(
        MappingProxyType(dict(outline.dialogues)),
        LateMapping(nodes, lambda name, dialogue: parts[dialogue].nodes[name]),
        MappingProxyType(dict(outline.groups)),
        _Variables(outline.variables, smart, lambda name, dialogue: parts[dialogue].variables[name]),
        MappingProxyType(dict(outline.enums)),
        MappingProxyType(dict(outline.aliases)),
        _Uses(parts, lambda program: program.commands),
        _Uses(parts, lambda program: program.functions),
        Report(),
        outline.digest,
        outline.fallback,
        elements_of,
    )


class _Parts:
    """The compiled scripts, by the name of the dialogue."""

    def __init__(self, outline: Outline, compile_one: Callable[[str], Program]) -> None:
        self.names = tuple(outline.dialogues)
        self._compile = compile_one
        self._compiled: dict[str, Program] = {}
        self._compiling = threading.Lock()

    def __getitem__(self, name: str) -> Program:
        found = self._compiled.get(name)
        if found is None:
            with self._compiling:
                found = self._compiled.get(name) or self._compile(name)
                self._compiled[name] = found
        return found


class LateMapping(Mapping[str, T]):
    """A mapping whose keys are known and whose values are made when they are first asked for.

    Args:
        places: what each value is made from, by key.
        make: makes the value of a key from its place; what it raises, whoever asked gets.
    """

    def __init__(self, places: Mapping[str, str], make: Callable[[str, str], T]) -> None:
        self._places = places
        self._make = make
        self._made: dict[str, T] = {}

    def __getitem__(self, name: str) -> T:
        found = self._made.get(name)
        if found is None:
            found = self._made[name] = self._make(name, self._places[name])
        return found

    def __contains__(self, name: object) -> bool:
        return name in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


class _Variables(LateMapping[VariableInfo]):
    """Variables: those that are stored are known, and only the code of smart ones is not."""

    def __init__(
        self,
        known: Mapping[str, VariableInfo],
        smart: Mapping[str, str],
        make: Callable[[str, str], VariableInfo],
    ) -> None:
        super().__init__({name: smart.get(name, "") for name in known}, make)
        self._made = {name: one for name, one in known.items() if name not in smart}


class _Uses(Sequence[Use]):
    """The uses of all scripts, which are compiled for it."""

    def __init__(self, parts: _Parts, uses: Callable[[Program], Sequence[Use]]) -> None:
        self._parts = parts
        self._uses = uses

    def _all(self) -> list[Use]:
        return [use for name in self._parts.names for use in self._uses(self._parts[name])]

    @overload
    def __getitem__(self, index: int) -> Use: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Use]: ...
    def __getitem__(self, index: int | slice) -> Use | Sequence[Use]:
        return self._all()[index]

    def __len__(self) -> int:
        return len(self._all())


__all__ = ["LateMapping", "program_in_parts"]
