"""Random scripts, random walks: a position that went through plain data plays on exactly as the one that did not."""

from __future__ import annotations

import json
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from talewright.dialogue import (
    Choose,
    Continue,
    DialogueEnded,
    Host,
    Input,
    Options,
    Program,
    Start,
    State,
    advance,
    compile,
    position_to_plain,
    restore,
    show,
)


def flat(rows: list[list[str]]) -> list[str]:
    return [one for some in rows for one in some]


def row(texts: st.SearchStrategy[str], depth: int) -> st.SearchStrategy[list[str]]:
    simple = st.one_of(
        texts.map(lambda t: [f"Ann: {t} {{$n}}"]),
        texts.map(lambda t: [f"{t} <<once>>"]),
        texts.map(lambda t: [f"<<cmd {t} {{$n}}>>"]),
        st.just(["<<set $n += dice(3)>>"]),
        st.just(["<<if $n > 12>>", "Ann: off", "<<jump Other>>", "<<endif>>"]),
        st.just(["<<set $n += 1>>", "<<if $n < 9>>", "<<detour Other>>", "<<endif>>"]),
        st.just(["<<set $n += 2>>", "<<if $n < 14>>", "<<detour Group>>", "<<endif>>"]),
        st.just(["<<if $n > 20>>", "<<return>>", "<<endif>>"]),
        texts.map(lambda t: [f"=> {t} {{$n}}", "=> other <<once if $n > 2>>", "    deeper", "=> third"]),
        texts.map(lambda t: [f'[b]{t}[/b] [plural value={{$n}} one="a" other="%"/]']),
        st.just([""]),
    )
    if depth == 0:
        return simple
    inner = st.lists(row(texts, depth - 1), min_size=1, max_size=3).map(lambda rows: flat(rows))
    return st.one_of(
        simple,
        inner.map(lambda rows: ["<<if $n % 2 == 0>>", *rows, "<<else>>", "Ann: odd", "<<endif>>"]),
        inner.map(lambda rows: ["<<once>>", *rows, "<<endonce>>"]),
        st.tuples(inner, inner, texts).map(
            lambda parts: [
                f"-> {parts[2]} {{$n}}",
                *("    " + r for r in parts[0] if r),
                "-> twice <<once if $n > 1>>",
                *("    " + r for r in parts[1] if r),
                "-> leave",
            ]
        ),
    )


words = st.sampled_from(["one", "two", "three", "a: b", "x y"])
bodies = st.lists(row(words, 2), min_size=1, max_size=8).map(lambda rows: "\n".join(flat(rows)))


def program_of(body: str, other: str) -> Program:
    text = (
        f"title: Start\n---\n<<declare $n = 0>>\nAnn: begin\n{body}\n===\ntitle: Other\n---\n{other}\nAnn: end\n===\n"
        "title: Group\nsubtitle: A\nwhen: $n % 2 == 0\n---\nAnn: even\n===\n"
        "title: Group\nsubtitle: B\nwhen: once\n---\nAnn: once\n===\n"
    )
    return compile({"Test": text})


def host(seed: int) -> Host:
    return Host(random=lambda stream: Random(f"{seed}{stream}"))


@given(bodies, bodies, st.integers(0, 1000))
@settings(max_examples=80, deadline=None)
def test_a_restored_position_plays_on_as_the_original(body: str, other: str, seed: int) -> None:
    made = program_of(body, other)
    assert not made.report.errors
    walk = Random(seed)
    events, state = advance(made, State(), Start("Test"), host=host(seed))
    for _ in range(25):
        if state.position is None:
            assert isinstance(events[-1], DialogueEnded)
            return
        plain = json.loads(json.dumps(position_to_plain(state.position)))
        position, notices = restore(made, plain)
        again = State(position, dict(state.memory))
        assert (position, notices) == (state.position, ())
        assert show(made, again) == show(made, state)
        chosen: Input = Continue()
        if isinstance(events[-1], Options):
            open_ones = [index for index, option in enumerate(events[-1].options) if option.available]
            chosen = Choose(walk.choice(open_ones))
            assert show(made, state)[1] == events[-1].options
        events, after = advance(made, state, chosen, host=host(seed))
        assert advance(made, again, chosen, host=host(seed)) == (events, after)
        state = after


@given(bodies, bodies, st.integers(0, 1000))
@settings(max_examples=60, deadline=None)
def test_a_position_lands_somewhere_in_a_script_that_lost_rows(body: str, other: str, seed: int) -> None:
    made = program_of(body, other)
    cut = Random(seed)
    fewer = "\n".join(r for r in body.split("\n") if r.startswith("<<") or cut.random() > 0.3)
    edited = program_of(fewer, other)
    assert not made.report.errors
    if edited.report.errors:  # a body may have lost all of its rows but blank ones
        return
    _, state = advance(made, State(), Start("Test"), host=host(seed))
    for _ in range(10):
        if state.position is None:
            return
        position, _ = restore(edited, position_to_plain(state.position))
        there = State(position, state.memory)
        show(edited, there)
        given: Input = Continue()
        if position.kind == "options":
            given = Choose(next(i for i, option in enumerate(position.options) if option.available))
        advance(edited, there, given, host=host(seed))
        step: Input = Continue()
        if state.position.kind == "options":
            step = Choose(next(i for i, option in enumerate(state.position.options) if option.available))
        _, state = advance(made, state, step, host=host(seed))
