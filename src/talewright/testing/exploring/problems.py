"""What an explorer finds, and the way there.

Decides the kinds of findings, how bad each is, and how a way is written down: every input with what the host was taken
to answer and what was shown. The way of a finding is the shortest that the explorer saw.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias

from talewright.diagnostics import Diagnostic, Severity, Span
from talewright.dialogue import (
    BreakOff,
    Choose,
    Input,
    Program,
    Start,
)
from talewright.dialogue.program import Offer
from talewright.dialogue.syntax import Value
from talewright.testing.exploring.domains import written

Kind: TypeAlias = Literal[
    "unreachable",
    "unseen",
    "unreached",
    "never-available",
    "nowhere",
    "dead-end",
    "loop",
    "soft-lock",
    "no-exit",
    "error",
    "call",
    "silent",
]

KINDS: Final[Mapping[Kind, str]] = MappingProxyType(
    {
        "unreachable": "a line, a reply or a sub-dialogue that no way leads to",
        "unseen": "the same, or a reply that could not be chosen, where something of the game was a stub",
        "unreached": "the same, where not every way was tried",
        "never-available": "a reply that is shown and can never be chosen",
        "nowhere": "a jump or detour to a node that does not exist",
        "dead-end": "a jump that leads on to nothing: no member of the group may run",
        "loop": "a circle that shows nothing and never ends",
        "soft-lock": "a choice with no reply left, and nothing behind it",
        "no-exit": "a place from which no way to an end was found",
        "error": "a mistake that shows only when the script runs",
        "call": "a command or a call that the code of the project does not take",
        "silent": "a conversation that begins, shows nothing and ends",
    }
)
"""The kinds of findings, and what each says."""
SEVERITIES: Final[Mapping[Kind, Severity]] = MappingProxyType(
    {
        "unreachable": "warning", "unseen": "warning", "unreached": "information", "never-available": "warning",
        "nowhere": "error", "dead-end": "warning", "loop": "error", "soft-lock": "error", "no-exit": "error",
        "error": "error", "call": "error", "silent": "information",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Step:
    """One input on a way.

    Attributes:
        given: the input.
        text: it, for people: "start Smith", "continue", "choose sword".
        assumed: what the host answered in it.
        answers: the tape with which it plays again.
        shown: the lines, options and commands that came.
    """

    given: Input
    text: str
    assumed: tuple[tuple[str, Value], ...] = ()
    answers: tuple[int, ...] = ()
    shown: tuple[str, ...] = ()

    def to_plain(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return {"input": self.text, "assumed": dict(self.assumed), "shown": list(self.shown)}


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding.

    Attributes:
        kind: what is wrong.
        message: what, in words.
        span: where.
        hint: what to do.
        way: the shortest way to it; empty where there is none.
        level: how bad it is, where its kind does not say it.
    """

    kind: Kind
    message: str
    span: Span
    hint: str = ""
    way: tuple[Step, ...] = ()
    level: Severity | None = None

    @property
    def severity(self) -> Severity:
        """How bad it is."""
        return self.level or SEVERITIES[self.kind]

    def diagnostic(self) -> Diagnostic:
        """Return it as any other finding about a file; the code is the kind."""
        return Diagnostic(self.kind, self.severity, self.message, self.hint, self.span)

    def transcript(self) -> str:
        """Return the way as text, an input a line and below it what was shown."""
        rows: list[str] = []
        for step in self.way:
            assumed = ", ".join(f"{name} = {written(value)}" for name, value in step.assumed)
            rows.append(f"> {step.text}" + (f"    (with {assumed})" if assumed else ""))
            rows += [f"    {one}" for one in step.shown]
        return "\n".join(rows)

    def to_plain(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return {
            "kind": self.kind,
            "severity": self.severity,
            "message": self.message,
            "hint": self.hint,
            "file": self.span.file,
            "line": self.span.line,
            "column": self.span.column,
            "way": [step.to_plain() for step in self.way],
        }

    def __str__(self) -> str:
        text = f"{self.span}: {self.severity} {self.kind}: {self.message}"
        if self.hint:
            text += f"\n  hint: {self.hint}"
        if self.way:
            text += "\n" + "\n".join(f"    {row}" for row in self.transcript().splitlines())
        return text


def said(given: Input, options: tuple[str, ...] = ()) -> str:
    """Write an input for people.

    >>> said(Start("Smith", "Forge")), said(Choose(0), ("sword",))
    ('start Smith.Forge', 'choose sword')
    """
    if isinstance(given, Start):
        return f"start {given.dialogue}" + (f".{given.entry}" if given.entry else "")
    if isinstance(given, Choose):
        index = given.option
        return f"choose {options[index] if isinstance(index, int) and index < len(options) else index}"
    return "break off" if isinstance(given, BreakOff) else "continue"


def option_ids(program: Program, node: str, choice: str) -> tuple[str, ...]:
    """Return the ids of the replies of a choice."""
    for step in program.nodes[node].code:
        if isinstance(step, Offer) and step.choice.id == choice:
            return tuple(option.reply for option in step.choice.options)
    return ()
