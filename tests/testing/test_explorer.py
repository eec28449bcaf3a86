"""The explorer: planted faults of each kind are found, each with a way that plays again; a clean script has none."""

from __future__ import annotations

import pytest

from talewright.dialogue import Program, compile
from talewright.errors import DialogueError, Misuse
from talewright.testing import Domain, Explorer, Finding, explore

CLEAN = """\
title: Start
---
<<declare $gold = 3>>
<<if visited("Start")>>
    Ann: You again. #line:again
<<else>>
    Ann: What will it be? #line:what
<<endif>>
-> Stew. <<if $gold >= 2>> #line:stew
    <<set $gold -= 2>>
    <<give stew>>
    Ann: Eat. #line:eat
    <<jump Start>>
-> The noise? <<once>> #line:noise
    <<detour Noise>>
    <<jump Start>>
-> Bye. #line:bye
    => Ann: Farewell. #line:farewell
    => Ann: Mind the step. <<if $gold < 2>> #line:step
===
title: Noise
---
Ann: A rat. #line:rat
===
"""


def story(body: str, more: str = "") -> Program:
    text = f"title: Start\n---\n{body}\n===\n{more}"
    return compile({"Test": text}, strict_targets=False)


def node(title: str, body: str, head: str = "") -> str:
    return f"title: {title}\n{head}---\n{body}\n===\n"


def only(program: Program, **options: object) -> Finding:
    result = explore(program, **options)  # type: ignore[arg-type]
    assert result.notes == []
    (found,) = result.findings
    return found


def test_a_clean_script_has_no_findings() -> None:
    result = explore(compile({"Test": CLEAN}))
    assert result.findings == []
    assert result.notes == []
    assert result.seen.lines["line:again"] > 0
    assert result.seen.chosen["Test", "what", "stew"] or result.seen.chosen["Test", "stew", "stew"]


def test_a_line_behind_a_condition_that_never_holds_is_unreachable() -> None:
    found = only(story("Hi.\n<<if 1 > 2>>\nNever.\nNeither.\n<<endif>>"))
    assert (found.kind, found.span.line, found.way) == ("unreachable", 5, ())
    assert "2 in all" in found.message


def test_a_sub_dialogue_that_only_an_impossible_way_leads_to_is_unreachable() -> None:
    found = only(story("Hi.\n<<if false>>\n<<jump Far>>\n<<endif>>", node("Far", "Far.")))
    assert (found.kind, found.message) == ("unreachable", "the sub-dialogue Far is never entered")


def test_a_sub_dialogue_that_nothing_leads_to_is_one_only_where_the_game_starts_none() -> None:
    program = story("Hi.", node("Far", "Far."))
    assert explore(program).findings == []
    assert only(program, begin="first").kind == "unreachable"
    assert explore(program, begin="first", entries=["Far"]).findings == []


def test_a_reply_that_can_never_be_chosen() -> None:
    found = only(story("-> No. <<if false>> #line:no\n-> Yes.\n    Good."))
    assert (found.kind, found.span.line) == ("never-available", 3)


def test_a_jump_to_nowhere_has_the_way_that_takes_it() -> None:
    program = story("Hi.\n-> Go. #line:go\n    <<jump Nowhere>>\n-> Stay.\n    Good.")
    found = only(program)
    assert (found.kind, found.span.line) == ("nowhere", 5)
    assert [step.text for step in found.way] == ["start Test", "choose go"]
    with pytest.raises(DialogueError, match="Nowhere"):
        Explorer(program).play(found.way)


def test_a_jump_to_nowhere_that_no_way_takes_is_found_too() -> None:
    kinds = {one.kind for one in explore(story("Hi.\n<<if false>>\n<<jump Nowhere>>\n<<endif>>")).findings}
    assert kinds == {"nowhere"}


def test_a_jump_to_a_group_none_of_which_may_run_is_a_dead_end() -> None:
    found = only(story("Hi.\n<<jump G>>", node("G", "Once.", "subtitle: a\nwhen: once\n")))
    assert found.kind == "dead-end"
    assert [step.text for step in found.way] == ["start Test", "continue", "continue", "start Test", "continue"]


def test_a_circle_without_output_is_a_loop() -> None:
    found = only(story("Hi.\n<<jump A>>", node("A", "<<jump B>>") + node("B", "<<jump A>>")))
    assert found.kind == "loop"
    assert found.way[-1].text == "continue"


def test_a_circle_of_commands_is_a_loop() -> None:
    found = only(story("Hi.\n<<jump A>>", node("A", "<<beep>>\n<<jump A>>")))
    assert (found.kind, found.span.line) == ("loop", 8)


def test_detours_without_end_are_a_loop() -> None:
    assert only(story("<<detour A>>", node("A", "<<detour A>>"))).kind == "loop"


def test_a_choice_with_no_reply_left_and_nothing_behind_it_is_a_soft_lock() -> None:
    found = only(
        story("Hi.\n-> One. <<once>> #line:one\n    <<jump Start>>\n-> Two. <<once>> #line:two\n    <<jump Start>>")
    )
    assert (found.kind, found.span.line) == ("soft-lock", 4)
    assert [step.text for step in found.way if step.text.startswith("choose")] == ["choose one", "choose two"]
    assert "already chosen" in found.transcript()


def test_replies_that_are_spent_with_a_line_for_ever_are_a_soft_lock() -> None:
    body = "Hi.\n-> One. <<once>> #line:one\n    <<jump Start>>\n<<jump Start>>"
    assert only(story(body)).kind == "soft-lock"


def test_what_stands_behind_spent_replies_is_no_soft_lock() -> None:
    assert explore(story("Hi.\n-> One. <<once>> #line:one\n    Good.\nThat was all.")).findings == []


def test_a_place_without_a_way_out_is_no_exit() -> None:
    found = only(
        story(
            "Hi.\n-> In. #line:in\n    <<jump Shop>>\n-> Out.\n    Bye.",
            node("Shop", "Buy!\n-> Buy. #line:b\n    <<jump Shop>>\n"),
        )
    )
    assert (found.kind, found.span.line) == ("no-exit", 12)


def test_mistakes_that_show_only_when_it_runs() -> None:
    found = only(
        story("<<declare $sides = 0>>\nHi.\n-> Roll. #line:roll\n    You roll {dice($sides)}.\n-> Leave.\n    Bye.")
    )
    assert (found.kind, found.span.line) == ("error", 6)
    assert found.way[-1].text == "choose roll"


def test_a_conversation_that_shows_nothing_is_told_as_information() -> None:
    result = explore(story("<<once>>\nHi. #line:hi\n<<endonce>>"))
    assert [(one.kind, one.severity) for one in result.findings] == [("silent", "information")]
    assert result.wrong == []


def test_each_fault_among_the_others() -> None:
    body = """\
<<declare $sides = 0>>
Hub. #line:hub
-> Locked. <<if $sides > 0>> #line:locked
-> Nowhere. #line:nowhere
    <<jump Nowhere>>
-> Loop. #line:loop
    <<jump Loop>>
-> Dice. #line:dice
    {dice($sides)}
-> Trap. #line:trap
    <<jump Trap>>
-> Once. #line:once
    <<jump Once>>
-> Group. #line:group
    <<jump G>>
-> Bye. #line:bye
    Bye. #line:byebye
    <<if $sides > 0>>
    Never. #line:never
    <<endif>>"""
    more = (
        node("Loop", "<<jump Loop>>") + node("Trap", "<<beep>>\nRound. #line:round\n<<jump Trap>>")
        + node("Once", "-> Only. <<once>> #line:only\n    Good. #line:good")
        + node("G", "Mine. #line:mine", "subtitle: m\nwhen: once\n")
    )  # fmt: skip
    result = explore(story(body, more))
    kinds = sorted(one.kind for one in result.findings)
    assert kinds == ["dead-end", "error", "loop", "no-exit", "nowhere", "soft-lock", "unseen", "unseen"]
    assert all(one.way for one in result.findings if one.kind != "unseen")


# What the host decides


def test_a_declared_variable_takes_every_value() -> None:
    program = story("<<declare $key = false>>\nHi.\n<<if $key>>\nOpen.\n<<endif>>")
    found = only(program)
    assert "$key in false,true" in found.hint
    assert explore(program, domains=["$key in true,false"]).findings == []
    assert explore(program, guess=True).findings == []


def test_what_the_host_answers_holds_until_a_command() -> None:
    both = (
        "<<declare $r = false>>\n<<set $r = false>>\n<<if rich()>>\n<<set $r = true>>\n<<endif>>\n"
        "{cmd}<<if $r and not rich()>>\nLost. #line:lost\n<<endif>>"
    )
    assert only(story("Hi.\n" + both.replace("{cmd}", ""))).kind == "unseen"
    assert explore(story("Hi.\n" + both.replace("{cmd}", "<<pay>>\n"))).findings == []


def test_functions_may_answer_for_themselves() -> None:
    program = story("Hi.\n<<if rich()>>\nRich.\n<<endif>>")
    assert explore(program).findings == []
    assert only(program, functions={"rich": lambda: False}).kind == "unseen"


def test_a_finding_says_what_the_host_answered() -> None:
    program = story("Hi.\n<<if level() > 3>>\n<<jump Nowhere>>\n<<endif>>")
    found = only(program, domains=["level in 1,5"])
    assert found.way[-1].assumed == (("level()", 5.0),)
    assert "(with level() = 5)" in found.transcript()


def test_draws_take_every_outcome() -> None:
    program = story(
        "<<declare $n = 0>>\n<<set $n = dice(6)>>\n<<if $n == 6>>\nSix.\n<<else>>\nNo.\n<<endif>>\n"
        "<<if $n > 6>>\nNever.\n<<endif>>"
    )
    assert only(program).span.line == 11


def test_draws_with_many_outcomes_make_it_no_proof() -> None:
    result = explore(story("<<if random() > 2>>\nNever.\n<<endif>>\nHi."))
    assert not result.exhaustive
    assert [one.kind for one in result.findings] == ["unreached"]


def test_counts_of_the_game_are_played() -> None:
    text = (
        'Hi.\n<<if selected("Test.Choice_ask.Reply_one") > 1>>\nTwice.\n<<endif>>\n'
        '<<if plays("Test") > 2>>\nOften.\n<<endif>>\n'
    )
    program = story(text + "-> One. #choice:ask #line:one\n    Good.\n-> Two. #line:two\n    Well.")
    assert explore(program).findings == []


# How it searches


def test_a_large_story_is_walked_at_random_and_says_so() -> None:
    hub = (
        "<<declare $n = 0>>\nHub.\n-> Up.\n    <<set $n += 2>>\n    <<jump Start>>\n-> Down.\n"
        "    <<set $n -= 1>>\n    <<jump Start>>\n-> Out. <<if $n > 11>>\n    Out."
    )
    result = explore(story(hub), limit=20)
    assert not result.exhaustive
    assert result.walks > 0
    assert "walked at random" in result.notes[0]
    assert result.findings == []
    again = explore(story(hub), limit=20)
    assert (again.steps, again.states, again.seen) == (result.steps, result.states, result.seen)


def test_a_counter_that_only_grows_is_bounded_exactly() -> None:
    hub = (
        "<<declare $n = 0>>\nHub.\n-> More.\n    <<set $n += 1>>\n    <<jump Start>>\n"
        "-> Out. <<if $n == 7>>\n    Out.\n-> Late. <<if $n > 8>>\n    Late."
    )
    result = explore(story(hub))
    assert result.exhaustive
    assert result.findings == []
    assert result.states < 60


def test_dialogues_that_have_nothing_to_do_with_each_other_are_searched_apart() -> None:
    hub = (
        "title: {0}\n---\nHi.\n"
        + "".join(f"-> {n} <<once>> #line:{{0}}{n}\n    <<jump {{0}}>>\n" for n in range(5))
        + "-> Bye.\n    Bye.\n==="
    )
    one = explore(compile({"A": hub.format("A")})).states
    assert explore(compile({"A": hub.format("A"), "B": hub.format("B"), "C": hub.format("C")})).states == 3 * one


def test_the_way_is_a_shortest_one() -> None:
    program = story(
        "Hi.\n-> Long. #line:long\n    One.\n    Two.\n    <<jump Bad>>\n-> Short. #line:short\n    <<jump Bad>>",
        node("Bad", "<<jump Nowhere>>"),
    )
    found = only(program)
    assert [step.text for step in found.way] == ["start Test", "choose short"]


def test_progress_is_told_and_may_end_it() -> None:
    told: list[tuple[int, int]] = []

    def tell(seen: int, waiting: int) -> bool:
        told.append((seen, waiting))
        return False

    result = explore(compile({"Test": CLEAN}), progress=tell)
    assert told
    assert not result.exhaustive


def test_findings_as_data() -> None:
    plain = only(story("Hi.\n<<jump Nowhere>>")).to_plain()
    assert (plain["kind"], plain["severity"], plain["line"]) == ("nowhere", "error", 4)
    assert [step["input"] for step in plain["way"]] == ["start Test", "continue"]


@pytest.mark.parametrize("text", ["gold", "$gold in", "$gold in 1,,2", "$gold in 1,true", "in 1"])
def test_a_domain_that_is_none_is_misuse(text: str) -> None:
    with pytest.raises(Misuse):
        Domain.parse(text)


def test_names_that_nothing_has_are_misuse() -> None:
    program = compile({"Test": CLEAN})
    with pytest.raises(Misuse, match=r"\$gald"):
        explore(program, domains=["$gald in 1"])
    with pytest.raises(Misuse, match="Nose"):
        explore(program, entries=["Nose"])


def test_a_counter_that_grows_from_talk_to_talk_is_bounded_exactly() -> None:
    grows = "<<declare $n = 0>>\n<<set $n += 1>>\nHi.\n<<if $n > 3>>\nMany.\n<<endif>>"
    shrinks = "<<declare $n = 0>>\n<<set $n -= 2>>\nHi.\n<<if $n < -5>>\nFew.\n<<endif>>"
    for body in (grows, shrinks):
        result = explore(story(body))
        assert result.exhaustive
        assert result.findings == []
        assert result.states < 20


def test_a_domain_fits_its_variable() -> None:
    body = "<<enum Day>>\n<<case Monday>>\n<<case Friday>>\n<<endenum>>\n<<declare $day = Day.Monday>>\n"
    body += '<<declare $who = "a">>\n<<declare $rich = $who == "b">>\nHi.\n'
    body += "<<if $day == Day.Friday>>\nAt last.\n<<endif>>\n<<if $rich>>\nRich.\n<<endif>>"
    program = story(body)
    assert explore(program, domains=["$day in Monday,Friday", "$who in a,b"]).findings == []
    with pytest.raises(Misuse, match="cannot be true"):
        explore(program, domains=["$day in true"])
    with pytest.raises(Misuse, match="worked out"):
        explore(program, domains=["$rich in true"])


@pytest.mark.parametrize(
    ("domain", "message"),
    [("hsa_key in true", "no script calls the function hsa_key"), ("dice in 1,2", "dice belongs to the language")],
)
def test_an_answer_that_nobody_asks_for_is_misuse(domain: str, message: str) -> None:
    program = compile(
        {"A": "title: A\n---\n<<if has_key() and dice(2) == 1>>\nHi.\n<<endif>>\nBye.\n==="}, strict_functions=False
    )
    with pytest.raises(Misuse, match=message) as caught:
        explore(program, domains=[domain])
    assert caught.value.hint
