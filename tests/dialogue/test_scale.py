"""Long scripts: nothing recurses with the length of a text, and the work grows with it in proportion."""

from __future__ import annotations

from tests.dialogue.telling import Telling, node

from talewright.dialogue import Choose, Continue, Options, Start, State, advance, compile


def test_a_node_of_fifty_thousand_lines_is_read_and_played() -> None:
    rows = "\n".join(f"Ann: line {n} #line:l{n}" for n in range(50_000))
    made = compile({"Test": node(rows)})
    assert not made.report
    _, state = advance(made, State(), Start("Test"))
    for _ in range(1000):
        _, state = advance(made, state, Continue())
    assert state.position is not None
    assert state.position.content == "line:l1000"
    assert len(state.position.earlier) == 8


def test_fifty_thousand_statements_run_in_one_step() -> None:
    made = compile({"Test": node("<<declare $n = 0>>\n" + "<<set $n += 1>>\n" * 50_000 + "{$n}")})
    assert Telling(made).start() == ["50000", "END"]


def test_hundreds_of_options_in_a_group() -> None:
    made = compile({"Test": node("\n".join(f"-> {n} #line:o{n}\n    chosen {n}" for n in range(400)))})
    assert not made.report.errors
    events, state = advance(made, State(), Start("Test"))
    offered = events[-1]
    assert isinstance(offered, Options)
    assert len(offered.options) == 400
    events, _ = advance(made, state, Choose("o399"))
    assert events[1].text == "chosen 399"  # type: ignore[union-attr]


def test_thousands_of_groups_in_a_node() -> None:
    body = "\n".join(f"-> go {n} #line:o{n}\n    Ann: {n}\n" for n in range(2000))
    made = compile({"Test": node(body)})
    _, state = advance(made, State(), Start("Test"))
    for number in range(1999):
        events, state = advance(made, state, Choose(f"o{number}"))
        assert [type(event).__name__ for event in events] == ["ReplySelected", "Line", "Options"]


def test_jumping_for_long_does_not_recurse() -> None:
    made = compile({"Test": node("Ann: tick\n<<jump Start>>")})
    _, state = advance(made, State(), Start("Test"))
    for _ in range(3000):
        _, state = advance(made, state, Continue())
    assert state.memory["$Yarn.Internal.Visiting.Start"] == 3000


def test_hints_are_given_for_the_first_of_very_many_unknown_names() -> None:
    text = "".join(f"title: Room{at}\n---\n<<jump Roon{at}>>\n===\n" for at in range(2000))
    found = [finding for finding in compile({"A": text}).report if finding.code == "YS0012"]
    hinted = [at for at, finding in enumerate(found) if "did you mean Room" in finding.hint]
    assert len(found) == 2000
    assert hinted == list(range(len(hinted)))
    assert 0 < len(hinted) < 100
