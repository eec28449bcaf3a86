"""Random scripts: printing and reading again gives the same tree, and tagging changes nothing but ids."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from talewright.diagnostics import Span
from talewright.dialogue import Source
from talewright.dialogue.syntax import nodes as syntax
from talewright.dialogue.syntax.parser import parse
from talewright.dialogue.syntax.printing import print_script
from talewright.dialogue.tools.tagging import tag_sources

TEXTS = [
    "Ann: Hi", "Hi {$n + 1 * 2}", "a \\# b", "x \\{ y", "[b]bold[/b]", "Bob: {string($n)}!", "é and 漢", "a / b",
    "it is {($n - 1) * -2}", "3 > 2",
]  # fmt: skip
TAILS = ["", " <<if $n > 1 and not $m>>", " <<once>>", " <<once if ($m or $m) xor $m>>"]
TAGS = ["", " #line:a", " #choice:c", " #tag", " #tag//no comment", " // why", "// why", "   ", " #x  // y"]


def row(depth: int) -> st.SearchStrategy[list[str]]:
    said = st.tuples(st.sampled_from(TEXTS), st.sampled_from(TAILS), st.sampled_from(TAGS)).map("".join)
    commands = st.sampled_from([
        "<<set $n += 2.5>>", "<<set $n to -3>>", "<<jump Start>>", "<<detour Start>>",
        "<<call f(1, \"a\\\\\", .Case)>>",
        "<<give {$n} x>> #tag", "<<stop>>", "<<return>>", "<<declare $d = (1)>>", "<<declare $e = \"x\" as String>>",
        "<<jump {\"a\" + \"b\"}>>", "// only a comment", "",
    ])  # fmt: skip
    simple = st.one_of(said, commands).map(lambda text: [text])
    if depth == 0:
        return simple
    inner = st.lists(row(depth - 1), min_size=1, max_size=3).map(lambda rows: [one for some in rows for one in some])
    arrow = st.sampled_from(["-> ", "=> "])
    return st.one_of(
        simple,
        st.tuples(arrow, said, inner).map(lambda parts: [parts[0] + parts[1], *("    " + one for one in parts[2])]),
        st.tuples(arrow, said).map(lambda parts: [parts[0] + parts[1]]),
        inner.map(lambda rows: ["<<if $m>>", *rows, "<<elseif $n == 1>>", *rows, "<<else>>", "no", "<<endif>>"]),
        inner.map(lambda rows: ["<<once>>", *rows, "<<else>>", *rows, "<<endonce>>"]),
        st.just(["<<enum E>>", "<<case Case>>", "  <<case Other>>", "<<endenum>>"]),
    )


bodies = st.lists(row(2), max_size=8).map(lambda rows: [one for some in rows for one in some])
heads = st.sampled_from(["", "uid: u1\n", "subtitle: S\nwhen: once if $m\nwhen: always // x\n", "tags: a b\nodd:\n"])
ends = st.sampled_from(["\n", "\r\n", "\r"])


def script(body: list[str], head: str, end: str) -> str:
    rows = ["// first", "title: Start", *head.splitlines(), "---", *body, "===", "", "title: B", "---", "Hi", "===  "]
    return end.join(rows)


def bare(tree: Any) -> Any:
    """Give a tree without places and spellings."""
    if isinstance(tree, tuple):
        return tuple(map(bare, tree))
    if isinstance(tree, Span):
        return None
    if isinstance(tree, syntax.Text):
        return ("Text", bare(tree.pieces))
    if isinstance(tree, syntax.Condition):
        return ("Condition", tree.once, bare(tree.expression))
    if isinstance(tree, syntax.Node):
        return ("Node", tree.title, tree.subtitle, bare(tree.when), bare(tree.headers), bare(tree.body))
    if is_dataclass(tree):
        return (type(tree).__name__, *(bare(getattr(tree, field.name)) for field in fields(tree)))
    return tree


@given(bodies, heads, ends)
@settings(max_examples=200, deadline=None)
def test_what_is_printed_reads_back_as_the_same_tree(body: list[str], head: str, end: str) -> None:
    tree, report = parse(Source("A", "A.yarn", script(body, head, end)))
    if report.errors:
        return
    printed = print_script(tree)
    again, found = parse(Source("A", "A.yarn", printed))
    assert not found.errors, f"{found}\n{printed}"
    assert bare(again) == bare(tree), printed
    assert print_script(again) == printed


@given(bodies, heads, ends, st.booleans(), st.integers(0, 99))
@settings(max_examples=200, deadline=None)
def test_tagging_is_idempotent_and_only_adds(body: list[str], head: str, end: str, bom: bool, seed: int) -> None:
    text = ("\ufeff" if bom else "") + script(body, head, end)
    (once,) = tag_sources([Source("A", "A.yarn", text)], Random(seed))
    assert "TW-YARN-26" not in {finding.code for finding in once.report}
    if once.report:
        assert once.text == text
        return
    (twice,) = tag_sources([Source("A", "A.yarn", once.text)], Random(seed + 1))
    assert (twice.text, twice.changes) == (once.text, ())
    new = [change.id for change in once.changes if not change.moved]
    assert len(set(new)) == len(new)
    rest = once.text
    for change in once.changes:
        assert change.id == change.id.lower()
        if change.moved:
            return
        mark = {"file": f"#uid:{change.id}{end}", "node": f"uid: {change.id}{end}"}.get(change.kind)
        mark = mark or f" #{change.kind}:{change.id}"
        assert rest.count(mark) == 1, (mark, rest)
        rest = rest.replace(f"{mark} //", "//") if f"{mark} //" in rest and f"{mark}  //" not in rest else rest
        rest = rest.replace(mark, "")
    assert rest.replace(" ", "") == text.replace(" ", "")


def test_numbers_and_nesting_keep_their_meaning() -> None:
    text = "title: A\n---\n{0.1} {-(1 + 2) * 3} {1 - (2 - 3)} {!(true and false)} {not not true} {-$x} {100000000}\n==="
    tree, _ = parse(Source("A", "A.yarn", text))
    assert bare(parse(Source("A", "A.yarn", print_script(tree)))[0]) == bare(tree)
