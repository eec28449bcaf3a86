"""Selectors of sub-dialogues: strategies, `<<select Name>>`, entries, explanations (tags.md section 1.3)."""

from __future__ import annotations

from random import Random

import pytest
from tests.dialogue.telling import Telling, codes, node

from talewright.dialogue import Host, Program, Selected, Start, State, advance, compile, explain
from talewright.errors import DialogueError


def made(strategy: str = "", *nodes: str, names: str = "Gossip") -> Program:
    head = f"#selector:{names}={strategy}\n" if strategy else ""
    given = nodes or tuple(node(f"say {name}", name, "selectors: Gossip Other\n") for name in ("A", "B", "C"))
    program = compile({"Test": head + node("<<select Gossip>>\nback") + "".join(given)})
    assert not program.report.errors, str(program.report)
    return program


def said(play: Telling, entry: str = "") -> str:
    return play.start(entry)[0]


def test_select_enters_a_sub_dialogue_and_comes_back() -> None:
    play = Telling(made())
    assert play.start() == ["say A", "back", "END"]
    assert play.program.commands == ()
    selected = next(event for event in play.events if isinstance(event, Selected))
    assert (selected.dialogue, selected.selector, selected.node) == ("Test", "Gossip", "A")


def test_a_start_may_name_a_selector() -> None:
    play = Telling(made())
    assert play.start("Gossip") == ["say A", "END"]
    assert play.start("gossip") == ["say A", "END"]


@pytest.mark.parametrize(
    ("strategy", "expected"),
    [
        ("first", "AAAA"),
        ("least_played", "ABCA"),
        ("best_match", "AAAA"),
        ("best_least_recently_viewed", "ABCA"),
    ],
)
def test_strategies_that_draw_nothing(strategy: str, expected: str) -> None:
    play = Telling(made(strategy))
    assert "".join(said(play)[-1] for _ in expected) == expected


def test_a_shuffle_repeats_nothing_until_all_were_chosen() -> None:
    for seed in range(10):
        play = Telling(made("shuffle"), seed=seed)
        rounds = ["".join(said(play)[-1] for _ in range(3)) for _ in range(3)]
        assert all(sorted(one) == ["A", "B", "C"] for one in rounds)
        assert len(str(play.state.memory["$Yarn.Internal.Shuffle.Test.Gossip"]).split()) == 3


def test_draws_are_seeded_and_come_from_the_stream_of_the_selector() -> None:
    def run(seed: int) -> str:
        play = Telling(made("random"), seed=seed)
        return "".join(said(play)[-1] for _ in range(12))

    assert run(1) == run(1)
    assert {run(seed) for seed in range(5)} != {run(1)}
    assert set(run(1) + run(2)) == {"A", "B", "C"}


def test_weights() -> None:
    heavy = made(
        "weighted",
        node("say A", "A", "selectors: Gossip\nweight: 0\n"),
        node("say B", "B", "selectors: Gossip\nweight: 9\n"),
        node("say C", "C", "selectors: Gossip\n"),
    )
    play = Telling(heavy)
    drawn = [said(play)[-1] for _ in range(60)]
    assert set(drawn) == {"B", "C"}
    assert drawn.count("B") > drawn.count("C") * 3
    report = compile({"Test": node("x", "A", "weight: much\n")}).report
    assert [f.code for f in report.errors] == ["TW-YARN-21"]


def test_the_condition_of_a_unique_selector_blocks_it_and_nothing_falls_back() -> None:
    blocked = made("", node("say A", "G", "when: false\nsubtitle: A\n"), node("b", "B", "selectors: Gossip\n"))
    play = Telling(blocked)
    assert play.start("A") == ["BROKEN OFF"]
    selected = next(event for event in play.events if isinstance(event, Selected))
    assert selected.node == ""
    assert [(one.available, one.reason) for one in selected.ranking] == [(False, "false")]


def test_select_with_nothing_to_select_goes_on() -> None:
    assert Telling(made("", node("x", "A", "selectors: Gossip\nwhen: false\nsubtitle: A\n"))).start() == ["back", "END"]


def test_a_node_group_is_a_selector_and_its_hub_is_counted() -> None:
    program = made(
        "",
        node("say A", "Gossip", "when: always\nsubtitle: A\n"),
        node("say B", "Gossip", "when: always\nsubtitle: B\n"),
    )
    play = Telling(program)
    assert {said(play) for _ in range(2)} == {"say A", "say B"}
    assert play.state.memory["$Yarn.Internal.Visiting.Gossip"] == 2
    assert program.candidates("Test", "Gossip") == ("Gossip.A", "Gossip.B")


def test_selectors_of_another_dialogue() -> None:
    texts = {"One": node("<<select Two.Gossip>>\nback"), "Two": node("there", "There", "selectors: Gossip\n")}
    program = compile(texts)
    assert not program.report.errors
    assert Telling(program).start(dialogue="One") == ["there", "back", "END"]


def test_explain_shows_the_ranking_and_draws_nothing() -> None:
    streams = {"selector:Test.Gossip": Random(3)}
    host = Host(random=streams.__getitem__)
    program = made("random")
    before = streams["selector:Test.Gossip"].getstate()
    found = explain(program, State(), "Test", "Gossip", host=host)
    assert explain(program, State(), "Test", "Gossip", host=host) == found
    assert streams["selector:Test.Gossip"].getstate() == before
    assert found.strategy == "random"
    assert [one.id for one in found.ranking] == ["A", "B", "C"]
    events, _ = advance(program, State(), Start("Test", "Gossip"), host=host)
    assert next(event for event in events if isinstance(event, Selected)).node == found.node
    with pytest.raises(DialogueError, match="neither a node nor a selector 'Gosip'") as caught:
        explain(program, State(), "Test", "Gosip")
    assert caught.value.hint == "did you mean Gossip?"


def test_mistakes_of_selectors() -> None:
    assert codes("<<select Nowhere>>") == ["TW-YARN-20"]
    assert codes("<<select Start>>") == []
    text = node("x", "A", "selectors: Gossip\n")
    for head in ("#selector:Gossip=shufle", "#selector:Gossip", "#selector:Gosip=shuffle"):
        assert [f.code for f in compile({"Test": f"{head}\n{text}"}).report] == ["TW-YARN-21"]
    assert compile({"Test": f"#selector:Gossip=shufle\n{text}"}).report[0].hint == "did you mean shuffle?"


def test_a_select_of_the_host_stays_the_hosts() -> None:
    program = compile({"Test": node("<<select sword>>")}, commands=["select"])
    assert not program.report
    assert [use.name for use in program.commands] == ["select"]
    assert codes("<<select {1}>>\n<<select a b>>", commands=["wait"]) == ["YS0060", "YS0060"]
