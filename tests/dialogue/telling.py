"""Short ways to compile a script and to tell what happens in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from talewright.dialogue import (
    Choose,
    Command,
    Continue,
    DialogueEnded,
    Event,
    Host,
    Line,
    NoOptions,
    Options,
    Program,
    Start,
    State,
    advance,
    compile,
)


def node(body: str, title: str = "Start", headers: str = "") -> str:
    """Give the text of a node."""
    return f"title: {title}\n{headers}---\n{body}\n===\n"


def program(body: str, *others: str, **given: Any) -> Program:
    """Compile one node, and others as texts; errors fail the test."""
    made = compile({"Test": node(body) + "".join(others)}, **given)
    assert not made.report.errors, str(made.report)
    return made


def codes(body: str, *others: str, **given: Any) -> list[str]:
    """Give the codes of the findings of a node, without the lints about missing ids."""
    made = compile({"Test": node(body) + "".join(others)}, **given)
    return [finding.code for finding in made.report if finding.code not in ("TW-YARN-13", "TW-YARN-14", "TW-YARN-15")]


class Telling:
    """Plays a program and writes down what a reader would see."""

    def __init__(
        self,
        made: Program,
        memory: Mapping[str, Any] | None = None,
        functions: Mapping[str, Callable[..., Any]] | None = None,
        seed: int = 0,
    ) -> None:
        self.program = made
        self.state = State(None, memory or {})
        streams: dict[str, Random] = {}
        self.host = Host(functions or {}, lambda name: streams.setdefault(name, Random(f"{seed}{name}")))
        self.events: list[Event] = []

    def start(self, entry: str = "", dialogue: str = "Test") -> list[str]:
        """Start, and go on to the first choice or the end."""
        return self._on(Start(dialogue, entry))

    def choose(self, option: str | int) -> list[str]:
        """Choose, and go on to the next choice or the end."""
        return self._on(Choose(option))

    def _on(self, given: Start | Choose | Continue) -> list[str]:
        told: list[str] = []
        while True:
            events, self.state = advance(self.program, self.state, given, host=self.host)
            self.events += events
            told += [text for event in events if (text := tell(event))]
            if isinstance(events[-1], (Options, DialogueEnded)):
                return told
            given = Continue()


def tell(event: Event) -> str:
    """Write an event down."""
    match event:
        case Line():
            return event.text if event.speaker is None else f"{event.speaker}: {event.text}"
        case Options() | NoOptions():
            return " | ".join(f"-> {o.text}" if o.available else f"-x {o.text}" for o in event.options)
        case Command():
            return f"<<{event.text}>>"
        case DialogueEnded():
            return "END" if event.completed else "BROKEN OFF"
        case _:
            return ""


def told(
    body: str, *others: str, memory: Mapping[str, Any] | None = None, **functions: Callable[..., Any]
) -> list[str]:
    """Compile, play to the first choice or the end, and tell."""
    return Telling(program(body, *others), memory, functions).start()
