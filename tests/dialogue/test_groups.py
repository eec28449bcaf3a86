"""Line groups, node groups and saliency (dialogue.md section 6.9)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import pytest
from tests.dialogue.telling import codes, node

from talewright.dialogue import (
    Candidate,
    Continue,
    Host,
    Line,
    Program,
    Selected,
    Start,
    State,
    SubdialogueEntered,
    advance,
    compile,
)
from talewright.dialogue.program.saliency import STRATEGIES, strategy_named
from talewright.errors import DialogueError


class Play:
    """Plays one dialogue again and again with one memory."""

    def __init__(self, text: str, host: Host, **memory: object) -> None:
        self.program: Program = compile({"Test": text})
        assert not self.program.report.errors, str(self.program.report)
        self.host = host
        self.state = State(None, {f"${name}": value for name, value in memory.items()})
        self.events: list[object] = []

    def lines(self, entry: str = "") -> list[str]:
        told: list[str] = []
        given: Start | Continue = Start("Test", entry)
        while True:
            events, self.state = advance(self.program, self.state, given, host=self.host)
            self.events += events
            told += [event.text for event in events if isinstance(event, Line)]
            if self.state.position is None:
                return told
            given = Continue()


BEST = Host(saliency="best_least_recently_viewed")
GROUP = "=> one\n=> two <<if $x>>\n=> three <<if $x and $y>>\n    more\nafter"


def test_of_a_line_group_one_item_runs_with_its_body() -> None:
    assert Play(node(GROUP), Host(saliency="first"), x=True, y=True).lines() == ["one", "after"]
    assert Play(node(GROUP), Host(saliency="best"), x=True, y=True).lines() == ["three", "more", "after"]
    assert Play(node("=> one <<if false>>\nafter"), BEST).lines() == ["after"]


def test_fewest_views_go_before_the_score() -> None:
    play = Play(node(GROUP), BEST, x=True, y=True)
    assert [play.lines()[0] for _ in range(4)] == ["three", "two", "one", "three"]


def test_views_are_counted_when_an_item_is_chosen() -> None:
    play = Play(node("=> one #line:a\n=> two #line:b"), BEST)
    play.lines()
    assert play.state.memory["$Yarn.Internal.Content.ViewCount.line:a"] == 1
    assert "$Yarn.Internal.Content.ViewCount.line:b" not in play.state.memory


def test_an_item_may_run_once() -> None:
    play = Play(node("=> one <<once>> #line:a\n=> two #line:b"), Host(saliency="best"))
    assert [play.lines() for _ in range(3)] == [["one"], ["two"], ["two"]]


def test_the_default_draws_among_the_best_from_a_stream_of_the_group() -> None:
    text = node("=> a #line:a\n=> b #line:b\n=> c #line:c")
    asked: list[str] = []

    def seeded(seed: int) -> Callable[[str], Random]:
        def stream(name: str) -> Random:
            asked.append(name)
            return Random(f"{seed}{name}")

        return stream

    drawn = {tuple(Play(text, Host(random=seeded(seed))).lines()) for seed in range(20)}
    assert drawn == {("a",), ("b",), ("c",)}
    assert set(asked) == {"group:line:a"}
    assert Play(text, Host()).lines() == ["a"]


def test_an_empty_row_parts_two_groups() -> None:
    assert Play(node("=> a\n\n=> b"), BEST).lines() == ["a", "b"]


@pytest.mark.parametrize(
    ("name", "chosen"),
    [
        ("first", "a"), ("best", "c"), ("best_least_recently_viewed", "b"), ("best_least_recently_seen", "b"),
        ("random_best_least_recently_viewed", "b"), ("least_played", "b"), ("best_match", "c"), ("shuffle", "b"),
        ("weighted", "a"), ("random", "a"),
    ],
)  # fmt: skip
def test_what_each_strategy_chooses_where_nothing_is_drawn(name: str, chosen: str) -> None:
    candidates = [
        Candidate("a", views=1, spent=True, weight=2),
        Candidate("b", score=1),
        Candidate("c", score=3, views=2),
    ]
    strategy = strategy_named(name)
    assert strategy is not None
    found = strategy(candidates, None)
    assert found is not None
    assert found.id == chosen


def test_a_weight_of_nothing_is_never_drawn() -> None:
    candidates = [Candidate("a", weight=0), Candidate("b", weight=1), Candidate("c", weight=3)]
    drawn = [STRATEGIES["weighted"](candidates, Random(seed)) for seed in range(200)]
    found = [one.id for one in drawn if one is not None]
    assert set(found) == {"b", "c"}
    assert found.count("c") > 2 * found.count("b")
    assert STRATEGIES["weighted"]([Candidate("a", weight=0)], Random(1)) is None


def test_a_strategy_of_ones_own() -> None:
    def last(candidates: Sequence[Candidate], draw: Random | None) -> Candidate:
        return candidates[-1]

    assert Play(node("=> a\n=> b"), Host(saliency=last)).lines() == ["b"]
    assert Play(node("=> a\n=> b\nc"), Host(saliency=lambda candidates, draw: None)).lines() == ["c"]
    with pytest.raises(DialogueError, match="TW-YARN-36"):
        Play(node("=> a"), Host(saliency=lambda candidates, draw: Candidate("z"))).lines()
    with pytest.raises(DialogueError, match="no strategy is called 'fist'") as caught:
        Play(node("=> a"), Host(saliency="fist")).lines()
    assert caught.value.hint == "did you mean first?"


# Node groups ----------------------------------------------------------------------------------------------------------

HUB = (
    node("<<jump G>>") + node("a {$x}", "G", "when: $x\nsubtitle: A\n") + node("b", "G", "when: always\nsubtitle: B\n")
)


def test_a_jump_to_a_group_enters_a_member_and_counts_member_and_hub() -> None:
    play = Play(HUB, BEST, x=True)
    assert play.lines() == ["a True"]
    assert play.lines() == ["b"]
    counted = {name.removeprefix("$Yarn.Internal.Visiting."): count for name, count in play.state.memory.items()}
    assert {name: counted[name] for name in ("G.A", "G.B", "G", "Start")} == {"G.A": 1, "G.B": 1, "G": 2, "Start": 2}
    entered = [(e.node, e.group) for e in play.events if isinstance(e, SubdialogueEntered)]
    assert entered[:2] == [("Start", ""), ("A", "G")]
    selected = next(event for event in play.events if isinstance(event, Selected))
    assert (selected.selector, selected.node) == ("G", "G.A")
    assert [(c.id, c.available, c.score) for c in selected.ranking] == [("G.A", True, 1), ("G.B", True, 0)]


def test_a_group_of_which_no_member_may_run_ends_silently() -> None:
    text = node("a\n<<detour G>>\nb\n<<jump G>>") + node("never", "G", "when: false\nsubtitle: A\n")
    play = Play(text, BEST)
    assert play.lines() == ["a", "b"]
    assert play.state.memory["$Yarn.Internal.Visiting.G"] == 2


def test_several_when_headers_are_and_ed_and_add_their_scores() -> None:
    text = node("a", "G", "when: $x\nwhen: once\nsubtitle: A\n") + node("b", "G", "when: $x or $y\nsubtitle: B\n")
    made = compile({"Test": text})
    assert [made.nodes[name].guard.score for name in ("G.A", "G.B")] == [2, 2]
    play = Play(text, Host(saliency="best"), x=True)
    assert [play.lines() for _ in range(3)] == [["a"], ["b"], ["b"]]
    assert play.state.memory["$Yarn.Internal.Once.G.A"] is True


def test_the_first_node_of_a_dialogue_may_be_a_member() -> None:
    text = node("a", "G", "when: false\nsubtitle: A\n") + node("b", "G", "when: always\nsubtitle: B\n")
    assert Play(text, BEST).lines() == ["b"]
    assert Play(text, BEST).lines("G") == ["b"]
    assert Play(text, BEST).lines("A") == []


def test_has_any_content_asks_without_choosing() -> None:
    body = '{has_any_content("G")} {has_any_content("Start")} {has_any_content("Nowhere")}'
    play = Play(node(body) + node("a", "G", "when: $x\nsubtitle: A\n"), BEST)
    assert play.lines() == ["False True False"]
    assert not [name for name in play.state.memory if "View" in name]


def test_a_group_that_asks_for_itself_is_an_error() -> None:
    text = node("<<jump G>>") + node("a", "G", 'when: has_any_content("G")\nsubtitle: A\n')
    with pytest.raises(DialogueError, match="the conditions of G ask whether G has content"):
        Play(text, BEST).lines()


def test_tracking_hides_a_hub_when_all_members_hide() -> None:
    body = '<<detour G>>\n{visited("G")}'
    hidden = node("a", "G", "when: always\ntracking: never\nsubtitle: A\n")
    shown = node("b", "G", "when: always\nsubtitle: B\n")
    assert Play(node(body) + hidden, BEST).lines()[-1] == "False"
    assert Play(node(body) + hidden + shown, BEST).lines()[-1] == "True"


def test_members_are_named_by_subtitle_by_uid_or_by_a_number_that_is_linted() -> None:
    text = "".join(node("x", "G", f"when: always\n{more}") for more in ("subtitle: A\n", "uid: 7ab\n", ""))
    made = compile({"Test": text})
    assert list(made.nodes) == ["G.A", "G.7ab", "G.G_auto-Test-1"]
    found = [(f.code, f.severity) for f in made.report]
    assert found == [("TW-YARN-17", "warning")]
    assert compile({"Test": text}, strict_ids=True).report[0].severity == "error"


def test_mistakes_of_groups() -> None:
    group = node("x", "G", "when: always\nsubtitle: A\n")
    assert codes("a", group, group) == ["YS0032"]
    assert codes("a", group, node("y", "G")) == ["YS0031"]
    assert codes("a", node("x", "G", "when: 1\nsubtitle: A\n")) == ["YS0050"]
    assert codes("a", node("x", "G", "when: always now\nsubtitle: A\n")) == ["YS0005"]
    assert codes("a", node("x", "G", "when:\nsubtitle: A\n")) == ["YS0005"]
    assert codes("a", node("x", "G", "when: always\nsubtitle: a.b\n")) == ["TW-YARN-17", "YS0027"]


@pytest.mark.parametrize("when", ["once", "always // why", 'once if $x == "a // b" // why', "not $y", '$x == "b"'])
def test_whens_are_read_with_their_comments(when: str) -> None:
    assert codes("a", node("x", "G", f"when: {when}\nsubtitle: A\n")) in ([], ["YS0003"])
