"""Walks a program at random, as a player who does not read would."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from talewright.dialogue import (
    Choose,
    Command,
    Continue,
    Event,
    Host,
    Line,
    NoOptions,
    Options,
    Program,
    Start,
    State,
    advance,
)
from talewright.dialogue.program.program import Branch, Node, Use


def host_for(program: Program, seed: int = 0) -> Host:
    """Give a host that has every function a program calls; each gives a value of its type, texts out of the program."""
    texts = sorted({what for node in program.nodes.values() for what in texts_of(node)}) or ["a"]
    draw = Random(seed)
    functions = {use.name: answer(use, draw, texts) for use in program.functions}
    streams: dict[str, Random] = {}
    return Host(functions, lambda name: streams.setdefault(name, Random(f"{seed}{name}")))


def texts_of(node: Node) -> Iterator[str]:
    for step in node.code:
        if isinstance(step, Branch):
            yield from (what for _, what in step.condition.steps if isinstance(what, str) and what.isidentifier())


def answer(use: Use, draw: Random, texts: list[str]) -> Callable[..., Any]:
    def give(*arguments: object) -> object:
        if use.returns == "String":
            return draw.choice(texts)
        return float(draw.randrange(3)) if use.returns == "Number" else draw.random() < 0.5

    return give


def any_memory(program: Program, draw: Random) -> dict[str, Any]:
    """Give variables as a host might have set them: any truth value, any case of an enum, a small number."""
    found: dict[str, Any] = {}
    for name, variable in program.variables.items():
        if variable.smart is None and draw.random() < 0.5:
            if variable.cases:
                found[name] = draw.choice(list(variable.cases.values()))
            elif variable.type == "Bool":
                found[name] = draw.random() < 0.5
            elif variable.type == "Number":
                found[name] = float(draw.randrange(20))
    return found


def stops(
    program: Program,
    dialogue: str,
    host: Host,
    choices: Random,
    limit: int,
    entry: str = "",
    memory: Mapping[str, Any] | None = None,
) -> Iterator[tuple[tuple[Event, ...], State]]:
    """Give events and state at every stop of one walk."""
    events, state = advance(program, State(None, memory or {}), Start(dialogue, entry), host=host)
    for _ in range(limit):
        yield events, state
        if state.position is None:
            return
        events, state = advance(program, state, step_of(state, choices), host=host)


def step_of(state: State, choices: Random) -> Choose | Continue:
    """Give an input that fits the state."""
    assert state.position is not None
    if state.position.kind != "options":
        return Continue()
    return Choose(choices.choice([n for n, option in enumerate(state.position.options) if option.available]))


def told(events: tuple[Event, ...]) -> list[str]:
    """Write events down as a reader would see them."""
    found: list[str] = []
    for event in events:
        match event:
            case Line():
                found.append(f"{event.speaker}: {event.text}")
            case Options() | NoOptions():
                found.append(" | ".join(f"{option.text}{option.available}" for option in event.options))
            case Command():
                found.append(f"<<{event.text}>>")
            case _:
                found.append(type(event).__name__)
    return found
