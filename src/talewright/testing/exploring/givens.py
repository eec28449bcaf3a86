"""What stands in the way of a verdict about a story that is played without its game.

Decides what is a stub: a command of the game, which does nothing; a function of the game whose answers are guessed, or
asked of a game in which no command has done anything; a variable that no script sets and that keeps its value. A
verdict names them (``given that give, carries were stubs``), and then says neither "every way" nor "never". What a
person declared (``--input``) is no stub: the verdict is about the game that was declared.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from talewright.dialogue import Program
from talewright.project.opening import HOST_COMMANDS, HOST_FUNCTIONS
from talewright.testing.exploring.domains import host_variables

_MANY = 6


@dataclass(frozen=True, slots=True)
class Givens:
    """What was a stub.

    Attributes:
        commands: commands of the game, which did nothing.
        functions: functions of the game, which knew nothing of it.
        variables: variables that only the game could set, and did not.
        guessed: such variables whose values were guessed.
    """

    commands: tuple[str, ...] = ()
    functions: tuple[str, ...] = ()
    variables: tuple[str, ...] = ()
    guessed: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.commands or self.functions or self.variables or self.guessed)

    def __str__(self) -> str:
        """Say it as the end of a sentence; nothing where there was no stub.

        >>> str(Givens(("give",), ("carries",)))
        'given that give, carries were stubs'
        >>> str(Givens((), (), ("$door",)))
        'given that nothing set $door'
        """
        parts = []
        if stubs := tuple(dict.fromkeys((*self.commands, *self.functions))):
            parts.append(f"{_listed(stubs)} {'was a stub' if len(stubs) == 1 else 'were stubs'}")
        if self.variables:
            parts.append(f"nothing set {_listed(self.variables)}")
        if self.guessed:
            parts.append(f"{_listed(self.guessed)} {'was' if len(self.guessed) == 1 else 'were'} guessed")
        return f"given that {' and '.join(parts)}" if parts else ""

    def to_plain(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return {
            "commands": list(self.commands),
            "functions": list(self.functions),
            "variables": list(self.variables),
            "guessed": list(self.guessed),
        }


def _listed(names: Collection[str]) -> str:
    shown = list(names)[:_MANY]
    return ", ".join(shown) + (f" and {len(names) - _MANY} more" if len(names) > _MANY else "")


def givens_of(program: Program, declared: Iterable[str] = ()) -> Givens:
    """Return what is a stub where a program is played without its game.

    Args:
        program: the story.
        declared: functions and variables whose answers a person declared.

    >>> from talewright.dialogue import compile
    >>> text = 'title: A\\n---\\n<<give "crown">>\\n<<if carries("crown")>>\\nMy king!\\n<<endif>>\\n==='
    >>> str(givens_of(compile({"A": text})))
    'given that give, carries were stubs'
    >>> str(givens_of(compile({"A": text}), ["carries"]))
    'given that give was a stub'
    """
    known = {*declared, *HOST_FUNCTIONS}
    return Givens(
        tuple(sorted({use.name for use in program.commands} - HOST_COMMANDS)),
        tuple(sorted({use.name for use in program.functions} - known)),
        tuple(name for name in host_variables(program) if name not in known),
    )
