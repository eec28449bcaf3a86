"""What happens in which order (dialogue.md sections 6.6, 6.7, 6.8 and 6.10)."""

from __future__ import annotations

import pytest
from tests.dialogue.telling import Telling, codes, node, program, told

from talewright.dialogue import Continue, Line, NoOptions, Options, Start, State, advance, compile
from talewright.errors import DialogueError

# 6.6 ------------------------------------------------------------------------------------------------------------------


def test_the_first_true_clause_runs() -> None:
    body = "<<if $n == 1>>\none\n<<elseif $n == 2>>\ntwo\n<<elseif $n == 2>>\nagain\n<<else>>\nmany\n<<endif>>\nafter"
    assert told(body, memory={"$n": 1}) == ["one", "after", "END"]
    assert told(body, memory={"$n": 2}) == ["two", "after", "END"]
    assert told(body, memory={"$n": 3}) == ["many", "after", "END"]


def test_set_in_all_its_forms() -> None:
    body = "<<set $a to 7>>\n<<set $a += 3>>\n<<set $a -= 2>>\n<<set $a *= 3>>\n<<set $a /= 2>>\n<<set $a %= 5>>\n{$a}"
    assert told(body) == ["2", "END"]


def test_call_drops_the_result() -> None:
    seen: list[float] = []
    assert told("<<call note(1 + 1)>>\n<<call max(1, 2)>>", note=seen.append) == ["END"]
    assert seen == [2.0]


def test_jump_leaves_for_good() -> None:
    other = node("there", "There")
    assert told("here\n<<jump There>>", other) == ["here", "there", "END"]
    assert told('<<jump {"Th" + "ere"}>>', other) == ["there", "END"]


def test_a_computed_jump_to_nowhere_is_an_error_with_its_place() -> None:
    with pytest.raises(DialogueError) as caught:
        told('<<jump {"Ther"}>>', node("there", "There"))
    assert "Test.yarn:3:9: error TW-YARN-33: no node is called 'Ther'" in str(caught.value)
    assert "did you mean There?" in str(caught.value)


def test_an_unknown_target_is_an_error_or_a_warning() -> None:
    text = {"Test": node("<<jump Ther>>") + node("there", "There")}
    strict, loose = compile(text), compile(text, strict_targets=False)
    assert [(f.code, f.severity, f.span.column) for f in strict.report] == [("YS0012", "error", 8)]
    assert [(f.code, f.severity) for f in loose.report] == [("YS0012", "warning")]
    assert strict.report[0].hint == "did you mean There?"
    with pytest.raises(DialogueError, match="TW-YARN-33"):
        Telling(loose).start()


def test_stop_ends_at_once() -> None:
    assert told("a\n<<if true>>\n<<stop>>\n<<endif>>\nb") == ["a", "END"]


def test_code_behind_jump_and_stop_is_warned_of() -> None:
    assert codes("<<stop>>\nnever") == ["YS0008"]
    assert codes("<<jump Start>>\n<<set $x = 1>>\nnever") == ["YS0008", "YS0003"]


# 6.7 ------------------------------------------------------------------------------------------------------------------


def test_a_once_line_is_said_once() -> None:
    play = Telling(program("Ann: first <<once>> #line:a\nAnn: always"))
    assert play.start() == ["Ann: first", "Ann: always", "END"]
    assert play.start() == ["Ann: always", "END"]
    assert play.state.memory["$Yarn.Internal.Once.line:a"] is True


def test_once_if_needs_both_and_is_used_up_only_when_it_runs() -> None:
    made = program("<<declare $x = false>>\nAnn: now <<once if $x>> #line:a\n<<set $x = not $x>>")
    play = Telling(made)
    assert [play.start()[:-1] for _ in range(4)] == [[], ["Ann: now"], [], []]


def test_a_once_option_is_used_up_when_it_is_chosen_not_when_it_is_shown() -> None:
    play = Telling(program("-> A <<once>> #line:a\n-> B #line:b"))
    assert play.start() == ["-> A | -> B"]
    play.choose("b")
    assert play.start() == ["-> A | -> B"]
    play.choose("a")
    assert play.start() == ["-x A | -> B"]
    offered = play.events[-1]
    assert isinstance(offered, Options)
    assert offered.options[0].reason == "already chosen"


def test_a_once_block_runs_once_then_its_else() -> None:
    play = Telling(program("<<once>>\nfirst #line:a\n<<else>>\nlater\n<<endonce>>"))
    assert [play.start() for _ in range(3)] == [["first", "END"], ["later", "END"], ["later", "END"]]
    assert play.state.memory["$Yarn.Internal.Once.once:line:a"] is True


def test_a_once_block_with_a_condition() -> None:
    play = Telling(program("<<declare $x = false>>\n<<once if $x>>\nfirst #line:a\n<<endonce>>\n<<set $x = true>>"))
    assert [play.start() for _ in range(3)] == [["END"], ["first", "END"], ["END"]]


def test_nested_once_blocks_have_flags_of_their_own() -> None:
    play = Telling(
        program("<<once>>\n<<once>>\nin #line:a\n<<endonce>>\n<<endonce>>\n<<once>>\nsecond #line:b\n<<endonce>>")
    )
    assert play.start() == ["in", "second", "END"]
    assert play.start() == ["END"]
    assert len([name for name in play.state.memory if "Once" in name]) == 3


def test_once_without_an_id_is_linted() -> None:
    report = compile({"Test": node("Ann: a <<once>>\n-> B <<once>>\n<<once>>\nc\n<<endonce>>")}).report
    assert [f.span.line for f in report if f.code == "TW-YARN-15"] == [3, 4, 5]


# 6.8 ------------------------------------------------------------------------------------------------------------------


def test_consecutive_options_are_one_group_and_unavailable_ones_are_delivered_too() -> None:
    play = Telling(program("-> A <<if false>>\n-> B\n    b\n-> C {1 + 1}\nafter"))
    assert play.start() == ["-x A | -> B | -> C 2"]
    assert play.choose(1) == ["b", "after", "END"]


def test_the_reason_is_the_text_of_the_condition() -> None:
    play = Telling(program("<<declare $gold = 0>>\n-> Buy <<if $gold >= 5>>\n-> Go"))
    play.start()
    offered = play.events[-1]
    assert isinstance(offered, Options)
    assert [(o.available, o.reason) for o in offered.options] == [(False, "$gold >= 5"), (True, "")]


def test_an_unavailable_option_is_refused_and_the_state_is_still_good() -> None:
    play = Telling(program("-> A <<if false>> #line:a\n-> B #line:b"))
    play.start()
    before = play.state
    with pytest.raises(DialogueError, match="'A' is not available: false"):
        play.choose("a")
    assert play.state is before
    assert play.choose("b") == ["END"]


def test_where_no_option_is_available_it_goes_on_behind_the_group() -> None:
    play = Telling(program("-> A <<if false>>\n    a\n-> B <<if false>>\nafter"))
    assert play.start() == ["-x A | -x B", "after", "END"]
    assert [type(event) for event in play.events if "Options" in type(event).__name__] == [NoOptions]


def test_a_line_before_a_group_that_offers_nothing_is_a_stop_of_its_own() -> None:
    made = program("Ann: so?\n-> A <<if false>>\nafter")
    events, state = advance(made, State(), Start("Test"))
    assert isinstance(events[-1], Line)
    events, state = advance(made, state, Continue())
    assert [type(event).__name__ for event in events] == ["NoOptions", "Line"]


def test_the_line_before_a_group_is_tagged_lastline() -> None:
    made = program("Ann: a\nAnn: b\n-> C\n    Ann: d #sad\n    -> E\n\nAnn: f\n<<set $x = 1>>\n-> G")
    play = Telling(made)
    play.start()
    play.choose(0)
    play.choose(0)
    tags = {event.text: event.tags for event in play.events if isinstance(event, Line)}
    assert tags == {"a": (), "b": ("lastline",), "d": ("sad", "lastline"), "f": ()}


# 6.10 -----------------------------------------------------------------------------------------------------------------


def test_visits_count_exits() -> None:
    play = Telling(program('{visited("Start")} {visited_count("Start")} {visited("Nowhere")}'))
    assert [play.start()[0] for _ in range(3)] == ["False 0 False", "True 1 False", "True 2 False"]
    assert play.state.memory["$Yarn.Internal.Visiting.Start"] == 3


def test_a_jump_and_a_stop_count_as_exits() -> None:
    play = Telling(program("<<jump Other>>", node('{visited_count("Start")}\n<<stop>>', "Other")))
    assert play.start() == ["1", "END"]
    assert play.state.memory["$Yarn.Internal.Visiting.Other"] == 1


def test_tracking_never_hides_the_visits() -> None:
    play = Telling(program("<<jump Hidden>>", node('{visited("Hidden")}', "Hidden", "tracking: never\n")))
    assert [play.start(), play.start()] == [["False", "END"]] * 2
