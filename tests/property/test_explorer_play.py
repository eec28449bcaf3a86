"""The explorer against exhaustive play of small random scripts: the same lines, replies and mistakes are reached."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from talewright.dialogue import (
    Choose,
    Continue,
    Host,
    Input,
    Line,
    Memory,
    NoOptions,
    Options,
    Program,
    ReplySelected,
    Start,
    State,
    advance,
    compile,
)
from talewright.dialogue.play import running
from talewright.errors import DialogueError
from talewright.game import shown
from talewright.testing import Explorer, explore
from talewright.testing.exploring import search
from talewright.testing.exploring.decisions import Tape, TapeRandom

LIMIT = 800
STEPS = 10_000
SLOW = bool(os.environ.get("TALEWRIGHT_SLOW"))
PHASES = (Phase.explicit, Phase.reuse, Phase.generate)
"""Scripts that loop are slow to make smaller."""


@pytest.fixture(autouse=True, scope="module")
def few_steps() -> Iterator[None]:
    """A circle without output counts as one sooner, or these tests would spend their time in circles."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(running, "MAX_STEPS", 600)
        patch.setattr(search, "VARIANTS", 250)  # a dice in a loop has thousands for each of its states
        yield


def flat(rows: list[list[str]]) -> list[str]:
    return [one for some in rows for one in some]


def rows(depth: int) -> st.SearchStrategy[list[str]]:
    values = st.integers(0, 3)
    simple = st.one_of(
        st.just(["Ann: said {$n}"]),
        st.just(["said once <<once>>"]),
        st.just(["<<beep>>"]),
        values.map(lambda n: [f"<<set $n = {n}>>"]),
        st.just(["<<set $m += 1>>"]),
        st.just(["<<set $k = $n>>"]),
        st.just(["<<set $n = dice(2)>>"]),
        values.map(lambda n: [f"<<if $m > {n}>>", "Ann: many", "<<endif>>"]),
        values.map(lambda n: [f"<<if $k == {n}>>", "Ann: key", "<<else>>", "<<set $n -= 1>>", "<<endif>>"]),
        values.map(lambda n: [f'<<if visited_count("Other") > {n}>>', "Ann: visited", "<<endif>>"]),
        st.just(["<<if host()>>", "Ann: host", "<<endif>>"]),
        st.just(["<<if $n > 1>>", "<<jump Other>>", "<<endif>>"]),
        st.just(["<<detour Other>>"]),
        st.just(["=> Ann: either <<if $n > 0>>", "=> Ann: or", ""]),
        st.just(["{number(string($k > 2))}"]),
    )
    if depth == 0:
        return simple
    inner = st.lists(rows(depth - 1), min_size=1, max_size=3).map(flat)
    return st.one_of(
        simple,
        inner.map(lambda body: ["<<if $n % 2 == 0>>", *body, "<<endif>>"]),
        inner.map(lambda body: ["<<once>>", *body, "<<endonce>>"]),
        st.tuples(inner, inner, st.booleans()).map(
            lambda parts: [
                "-> one <<once>>",
                *("    " + row for row in parts[0] if row),
                "-> two <<if $n > 1>>",
                *("    " + row for row in parts[1] if row),
                *(["-> leave"] if parts[2] else []),
            ]
        ),
    )


bodies = st.lists(rows(2), min_size=1, max_size=6).map(flat).map("\n".join)


def program_of(body: str, other: str) -> Program:
    head = "<<declare $n = 0>>\n<<declare $m = 0>>\n<<declare $k = 0>>"
    return compile({"Test": f"title: Start\n---\n{head}\n{body}\n===\ntitle: Other\n---\n{other}\n===\n"})


class Plain:
    """Plays everything, with no idea of what matters: every state counts whole."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.lines: set[str] = set()
        self.offered: set[str] = set()
        self.available: set[str] = set()
        self.chosen: set[str] = set()
        self.errors: set[tuple[str, int]] = set()
        self.whole = True

    def run(self) -> None:
        first: tuple[State, Any] = (State(None, Memory()), None)
        known = {self.key(*first)}
        waiting = deque([first])
        steps = 0
        while waiting:
            state, answer = waiting.popleft()
            for chosen in self.inputs(state):
                following: tuple[int, ...] | None = ()
                while following is not None:
                    steps += 1
                    if steps > STEPS:  # few states, and endlessly many draws between them
                        self.whole = False
                        return
                    tape = Tape(following)
                    after = self.step(state, answer, chosen, tape)
                    following = tape.following()
                    if after is not None and self.key(*after) not in known:
                        if len(known) >= LIMIT:
                            self.whole = False
                            return
                        known.add(self.key(*after))
                        waiting.append(after)

    def key(self, state: State, answer: Any) -> Any:
        return repr(state.position), repr(sorted(state.memory.items())), answer

    def inputs(self, state: State) -> list[Input]:
        if state.position is None:
            return [Start("Test")]
        if state.position.kind != "options":
            return [Continue()]
        return [Choose(n) for n, one in enumerate(state.position.options) if one.available]

    def step(self, state: State, answer: Any, chosen: Input, tape: Tape) -> tuple[State, Any] | None:
        now = [answer]

        def host() -> bool:
            if now[0] is None:
                now[0] = tape.choose((False, True))
            return bool(now[0])

        try:
            events, after = advance(
                self.program, state, chosen, host=Host({"host": host}, lambda name: TapeRandom(tape))
            )
        except DialogueError as error:
            self.errors.add((error.report[0].code, error.report[0].span.line))
            return None
        for event in events:
            if isinstance(event, Line):
                self.lines.add(event.id)
            elif isinstance(event, (Options, NoOptions)):
                self.offered |= {one.id for one in event.options}
                self.available |= {one.id for one in event.options if one.available}
            elif isinstance(event, ReplySelected):
                self.chosen.add(event.reply)
        ends = type(events[-1]).__name__ in ("Command", "DialogueEnded")
        return after, None if ends else now[0]


@given(bodies, bodies)
@settings(max_examples=80 if SLOW else 40, deadline=None, phases=PHASES)
def test_the_explorer_reaches_what_exhaustive_play_reaches(body: str, other: str) -> None:
    program = program_of(body, other)
    assert not program.report.errors, program.report
    plain = Plain(program)
    plain.run()
    found = explore(program, begin="first", limit=LIMIT, walks=5)
    seen = found.seen
    available = {reply for _, _, reply in +seen.available}
    kinds = {"error", "loop", "nowhere"}
    errors = {
        one.span.line for one in found.findings if one.kind in kinds and one.way[-1].shown[0].startswith("(failed")
    }
    if not found.notes:
        assert plain.available <= available
        assert plain.chosen <= {reply for _, _, reply in seen.chosen}
        assert plain.lines <= set(seen.lines)
        assert {line for _, line in plain.errors} <= errors
    if plain.whole and not found.remarks:
        assert not found.notes
        assert errors == {line for _, line in plain.errors}
    if plain.whole and not plain.errors:  # what a step shows before it fails, only the explorer sees
        assert set(seen.lines) == plain.lines
        assert {reply for _, _, reply in seen.offered} == plain.offered
        assert available == plain.available
        assert {reply for _, _, reply in seen.chosen} == plain.chosen


@given(bodies, bodies)
@settings(max_examples=25 if SLOW else 15, deadline=None, phases=PHASES)
def test_every_way_plays_again_to_what_it_shows(body: str, other: str) -> None:
    explorer = Explorer(program_of(body, other))
    for one in explorer.run(limit=300, walks=3).findings:
        if not one.way:
            continue
        rows = [row for step in one.way for row in step.shown]
        try:
            events, _ = explorer.play(one.way)
        except DialogueError:
            assert rows[-1].startswith("(failed")
        else:
            assert list(shown(events)) == rows
