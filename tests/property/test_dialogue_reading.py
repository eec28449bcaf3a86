"""Whatever the text: reading never raises, and every finding has a place in it."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from talewright.dialogue import compile
from talewright.dialogue.syntax.source import split_rows

PIECES = [
    "title: ", "Start", "a.b", "---", "===", "\n", "\n", "\r", "-> ", "=> ", "<<", ">>", "if ", "else", "elseif ",
    "endif", "once", "endonce", "set ", "declare ", "jump ", "call ", "stop", "detour ", "$x", "$", "{", "}", '"', "\\",
    "#", "line:a", "#line:b ", "#choice:c ", "//", "(", ")", ",", "+", "-", "==", ">", "<", "and ", "not ", "true",
    "1.5", "    ", "\t", "Ann: hi", "[b]", "visited", "when: ", "to ", "=", "%", "as ", "é",
    "\u00a0", "\ufeff", "\u2028",
]  # fmt: skip

scripts = st.one_of(
    st.text(max_size=200),
    st.lists(st.sampled_from(PIECES), max_size=60).map("".join),
    st.lists(st.sampled_from(PIECES), max_size=60).map(lambda p: "title: Start\n---\n" + "".join(p) + "\n===\n"),
)


@given(scripts)
@settings(max_examples=300, deadline=None)
def test_reading_never_raises_and_findings_have_a_place(text: str) -> None:
    rows = split_rows(text)
    program = compile({"Any": text})
    for finding in program.report:
        span = finding.span
        assert span.file == "Any.yarn"
        assert 1 <= span.line <= span.end_line <= max(len(rows), 1)
        assert 1 <= span.column <= len(rows[span.line - 1]) + 1
        assert (span.end_line, span.end_column) >= (span.line, span.column)
        assert span.end_column <= len(rows[span.end_line - 1]) + 1
        assert finding.message


@given(scripts)
@settings(max_examples=100, deadline=None)
def test_reading_twice_gives_the_same(text: str) -> None:
    one, other = compile({"Any": text}), compile({"Any": text})
    assert one.report == other.report
    assert one.digest == other.digest
    assert list(one.nodes) == list(other.nodes)
