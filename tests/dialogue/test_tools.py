"""The tagger, the portable lint, pictures and plans."""

from __future__ import annotations

from random import Random

import pytest
from tests.dialogue.telling import node

from talewright.dialogue import Source, compile, run_plan, tag_sources
from talewright.dialogue.tools.graph import graph_of, to_dot, to_mermaid
from talewright.dialogue.tools.plan_steps import read_plan
from talewright.dialogue.tools.portable import check_portable, stripped
from talewright.dialogue.tools.tagging import Kind
from talewright.errors import DialogueError


def tagged(body: str, *kinds: Kind, seed: int = 0) -> tuple[str, list[tuple[str, str, bool]]]:
    (one,) = tag_sources([Source("A", "A.yarn", node(body))], Random(seed), kinds=kinds or ("line", "choice", "reply"))
    assert not one.report, str(one.report)
    return one.text.split("---\n")[1].removesuffix("\n===\n"), [(c.kind, c.id, c.moved) for c in one.changes]


# The tagger -----------------------------------------------------------------------------------------------------------


def test_where_ids_go() -> None:
    text, changes = tagged("a\nb <<if true>> // c\nd#x//y\ne// f\n=> g\n-> h #shadow:a\n<<cmd>>\n")
    ids = [one[1] for one in changes]
    assert text == (
        f"a #line:{ids[0]}\nb <<if true>> #line:{ids[1]} // c\nd#x//y #line:{ids[2]}\ne #line:{ids[3]} // f\n"
        f"=> g #line:{ids[4]}\n-> h #shadow:a #choice:{ids[5]} #reply:{ids[6]}\n<<cmd>>\n"
    )
    assert [one[0] for one in changes] == ["line", "line", "line", "line", "line", "choice", "reply"]


def test_a_choice_id_moves_to_the_first_option_and_the_tagger_says_so() -> None:
    text, changes = tagged("-> new #line:n\n-> old #choice:way #line:o // x")
    assert text == "-> new #line:n #choice:way\n-> old #line:o // x"
    assert changes == [("choice", "way", True)]


def test_ids_are_drawn_against_all_ids_of_the_project_and_each_other() -> None:
    taken = f"{Random(0).getrandbits(28):07x}"
    other = Source("B", "B.yarn", node(f"x #line:{taken.upper()}", "B"))
    (one,) = tag_sources([Source("A", "A.yarn", node("a"))], Random(0), kinds=["line"], others=[other])
    assert taken not in one.text
    _, changes = tagged("\n".join(f"line {n}" for n in range(300)))
    assert len({one[1] for one in changes}) == 300


def test_a_group_with_two_choice_ids_is_left_alone() -> None:
    assert tagged("-> a #line:a\n-> b #choice:x #line:b\n-> c #choice:y #line:c", "choice")[1] == []


def test_the_tagger_keeps_mistakes_as_they_are() -> None:
    source = Source("A", "A.yarn", node("a {1"))
    (one,) = tag_sources([source], Random(0))
    assert (one.text, [f.code for f in one.report]) == (source.text, ["YS0005"])


# Portable -------------------------------------------------------------------------------------------------------------


def test_what_is_ours_comes_off_and_the_script_stays() -> None:
    text = "#uid:1 #mood:sad\ntitle: A\nuid: 2\nselectors: X\n---\nuid: said\n-> a #choice:b #line:c // x\n===\n"
    assert stripped(text) == " #mood:sad\ntitle: A\n\n\n---\nuid: said\n-> a #line:c // x\n===\n"
    assert check_portable(Source("A", "A.yarn", text)) == []


def test_what_others_do_not_have() -> None:
    found = check_portable(Source("A", "A.yarn", node('<<select Start>>\n<<if plays("A") > 1>>\n<<endif>>')))
    assert [(f.code, f.span.line) for f in found] == [("TW-YARN-25", 3), ("TW-YARN-25", 4)]


# Pictures -------------------------------------------------------------------------------------------------------------


def test_a_picture_has_every_way() -> None:
    text = (
        node('a\n-> "go" #line:go #choice:way\n    <<jump B>>\n-> stay #line:stay\n    <<detour G>>\n<<select S>>')
        + node('<<jump {"x"}>>\n<<jump Nowhere>>', "B")
        + node("g", "G", "when: always\nsubtitle: One\n")
        + node("s", "Told", "selectors: S\n")
        + node("lost", "Lost")
    )
    graph = graph_of(compile({"D": text}, strict_targets=False))
    assert graph.unreachable == ["Lost"]
    assert {(e.source.rpartition(".")[2], e.target, e.kind) for e in graph.edges if e.kind != "has"} == {
        ("go", "D/B", "jump"),
        ("stay", "D/G.One", "detour"),
        ("D/Start", "D/Told", "select"),
        ("D/B", "computed:", "jump"),
        ("D/B", "unknown:Nowhere", "jump"),
    }
    mermaid, dot = to_mermaid(graph), to_dot(graph)
    assert "&quot;go&quot;" in mermaid
    assert mermaid == to_mermaid(graph)
    assert '\\"go\\"' in dot
    assert dot.count("{") == dot.count("}")


# Plans ----------------------------------------------------------------------------------------------------------------


def failures(body: str, plan: str, *, hashtags: bool = False) -> tuple[str, ...]:
    return run_plan(node(body), plan, hashtags=hashtags).failures


@pytest.mark.parametrize(
    ("body", "plan", "failure"),
    [
        ("a", "line: `b`", "row 1: the line 'b' is expected, not 'a'"),
        ("<<c>>", "line: `b`", "row 1: a line is expected, not the command 'c'"),
        ("a", "line: *\nline: *", "row 2: a line is expected, not the end"),
        ("a", "stop", "row 1: the end is expected, not the line 'a'"),
        ("-> a", "option: `b`\nselect: 1", "row 2: the option 'b' is expected, not 'a'"),
        ("-> a <<if false>>\n-> b", "option: `a`\noption: `b`\nselect: 2", "row 3: the option 'a' is not available"),
        ("-> a", "select: 1", "row 1: 0 options are expected, not ['a']"),
        ("-> a", "option: `a`\nselect: 0", "row 2: no option is to be selected, and some are available"),
        ("-> a", "option: `a`", "row 1: options are expected, and nothing is selected"),
        ("a", "set: $x = 1.5", "row 1: set: needs $name = true, false or a whole number, not '$x = 1.5'"),
        ("a", "saliency: wild", "row 1: no strategy is called 'wild'"),
        ("a", "node: Nowhere", "row 1: no node is called 'Nowhere'"),
        ("a", "dance: now", "row 1: a plan has no step 'dance'"),
        ("<<call assert(false)>>", "stop", "row 1: "),
    ],
)
def test_what_does_not_go_as_planned(body: str, plan: str, failure: str) -> None:
    found = failures(body, plan)
    assert len(found) == 1
    assert found[0].startswith(failure)


def test_runs_go_on_after_a_failure_and_share_their_memory() -> None:
    result = run_plan(
        node("first <<once>> #line:a\nalways"), "line: `x`\n---\nline: `always`\nstop\n---\nline: `first`"
    )
    assert [row.partition(":")[0] for row in result.failures] == ["row 1", "row 6"]
    assert not result.passed


def test_selecting_by_id_and_comparing_hashtags() -> None:
    body = "a #loud\n-> b #line:b #quiet\n    c"
    assert failures(body, "line: `a` #soft\noption: `b` #quiet\nselect: b\nline: `c`") == ()
    assert failures(body, "line: `a` #loud\noption: `b` #quiet\nselect: 1\nline: `c`", hashtags=True) == ()
    found = failures(body, "line: `a` #soft", hashtags=True)
    assert found == ("row 1: the hashtag #soft is expected, and the line has loud lastline",)


def test_a_script_with_mistakes_and_a_plan_with_mistakes_fail() -> None:
    assert not run_plan("title: A\n---\n{1\n===", "stop").passed
    assert run_plan(node("a"), "nonsense").failures[0].startswith("row 1 of the plan is no step")
    with pytest.raises(DialogueError, match="has no text"):
        read_plan("line: a")


@pytest.mark.parametrize("blank", ["\u00a0", "\u3000", "\x0c", "\u2028"])
def test_ids_stand_behind_blanks_of_other_kinds(blank: str) -> None:
    body = f"Ann: Hi{blank}// why\nAnn: Ho{blank} \nAnn: Ha #x{blank} #y{blank}\n-> a <<once>>{blank}"
    text = node(body)
    (tagged,) = tag_sources([Source("A", "A.yarn", text)], Random(0), kinds=["line"])
    assert not tagged.report
    rows = tagged.text.split("\n")[2:6]
    for row, start in zip(
        rows,
        (
            f"Ann: Hi{blank} #line:",
            f"Ann: Ho{blank} #line:",
            f"Ann: Ha #x{blank} #y{blank} #line:",
            "-> a <<once>> #line:",
        ),
        strict=True,
    ):
        assert row.startswith(start)
    again = tag_sources([Source("A", "A.yarn", tagged.text)], Random(1), kinds=["line"])
    assert again[0].text == tagged.text
