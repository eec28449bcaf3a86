"""The contract of `advance`: values in, values out."""

from __future__ import annotations

import copy
import pickle
from types import MappingProxyType

import pytest
from tests.dialogue.telling import Telling, node, program, told

from talewright.dialogue import (
    BreakOff,
    Choose,
    Continue,
    DialogueEnded,
    DialogueStarted,
    Line,
    Memory,
    Options,
    ReplySelected,
    Start,
    State,
    SubdialogueEntered,
    SubdialogueLeft,
    advance,
    compile,
    show,
)
from talewright.errors import DialogueError

SMITH = """\
<<if visited("Start")>>
    Smith: You again. #line:again
<<else>>
    Smith: What do you need? #line:need
<<endif>>
-> A sword. #choice:need #line:sword
    <<give sword1>>
    Smith: That is the last one.
-> Your face is soot. #line:soot
    <<insulted>>
    Smith: Out!
"""


def test_the_events_of_a_conversation_tell_all_that_is_counted() -> None:
    made = program(SMITH)
    events, state = advance(made, State(), Start("Test"))
    assert [type(event) for event in events] == [DialogueStarted, SubdialogueEntered, Line, Options]
    offered = events[-1]
    assert isinstance(offered, Options)
    assert (offered.dialogue, offered.choice, [o.id for o in offered.options]) == ("Test", "need", ["sword", "soot"])
    events, state = advance(made, state, Choose("sword"))
    assert events[0] == ReplySelected("Test", "need", "sword")
    events, state = advance(made, state, Continue())
    assert events[0] == Line("line:auto-Start-1", "Smith", "That is the last one.")
    events, state = advance(made, state, Continue())
    assert events == (SubdialogueLeft("Test", "Start"), DialogueEnded("Test", completed=True))
    assert state.position is None


def test_a_line_and_the_options_behind_the_end_of_its_block_are_one_stop() -> None:
    play = Telling(program(SMITH))
    assert play.start()[0] == "Smith: What do you need?"
    line, options = show(play.program, play.state)
    assert line is not None
    assert (line.text, [o.text for o in options]) == ("What do you need?", ["A sword.", "Your face is soot."])


@pytest.mark.parametrize("between", ["<<wait 1>>", "<<set $x = 1>>", "<<if true>>\n<<endif>>", "<<call max(1, 1)>>"])
def test_what_is_worked_out_between_parts_a_line_from_its_options(between: str) -> None:
    made = program(f"Ann: a\n{between}\n-> B")
    events, _ = advance(made, State(), Start("Test"))
    assert isinstance(events[-1], Line)


def test_the_ends_of_once_and_option_bodies_part_nothing() -> None:
    made = program("<<once>>\nAnn: a #line:a\n<<endonce>>\n-> B\n    Ann: c\n\n-> D")
    events, state = advance(made, State(), Start("Test"))
    assert isinstance(events[-1], Options)
    events, state = advance(made, state, Choose(0))
    assert [type(event).__name__ for event in events] == ["ReplySelected", "Line", "Options"]


@pytest.mark.parametrize("option", ["sword", "line:sword", "A sword.", 0])
def test_choosing_by_id_by_text_or_by_index(option: str | int) -> None:
    made = program(SMITH)
    _, state = advance(made, State(), Start("Test"))
    events, _ = advance(made, state, Choose(option))
    assert events[0] == ReplySelected("Test", "need", "sword")


def test_an_id_goes_before_a_text() -> None:
    made = program("-> b #line:a\n-> a #line:b")
    _, state = advance(made, State(), Start("Test"))
    events, _ = advance(made, state, Choose("b"))
    assert events[0] == ReplySelected("Test", "a", "b")


def test_a_text_that_two_options_have_must_be_told_apart() -> None:
    made = program("-> Go #line:a\n-> Go #line:b\n-> Stay #line:c\n-> Stay <<if false>> #line:d")
    _, state = advance(made, State(), Start("Test"))
    with pytest.raises(DialogueError, match="several options say 'Go'") as caught:
        advance(made, state, Choose("Go"))
    assert caught.value.hint == "choose a, b, c"
    events, _ = advance(made, state, Choose("Stay"))
    assert events[0] == ReplySelected("Test", "a", "c")


@pytest.mark.parametrize("option", ["axe", 2, -1, "", True])
def test_an_option_that_does_not_exist_is_refused(option: str | int) -> None:
    made = program(SMITH)
    _, state = advance(made, State(), Start("Test"))
    with pytest.raises(DialogueError) as caught:
        advance(made, state, Choose(option))
    assert caught.value.hint == "choose sword, soot"


def test_inputs_that_do_not_fit_are_refused() -> None:
    made = program("Ann: Hi\nAnn: Ho\n-> Go")
    with pytest.raises(DialogueError, match="no dialogue is running"):
        advance(made, State(), Continue())
    _, state = advance(made, State(), Start("Test"))
    with pytest.raises(DialogueError, match="running already"):
        advance(made, state, Start("Test"))
    with pytest.raises(DialogueError, match="no options"):
        advance(made, state, Choose(0))
    _, state = advance(made, state, Continue())
    with pytest.raises(DialogueError, match="waits for a choice"):
        advance(made, state, Continue())


def test_starting_what_does_not_exist() -> None:
    made = program("Hi", node("Ho", "Other", "selectors: Intro\n"))
    with pytest.raises(DialogueError) as caught:
        advance(made, State(), Start("Tset"))
    assert caught.value.hint == "did you mean Test?"
    with pytest.raises(DialogueError) as caught:
        advance(made, State(), Start("Test", "Itnro"))
    assert caught.value.hint == "did you mean Intro?"
    with pytest.raises(DialogueError, match="no node"):
        advance(compile({"Test": ""}), State(), Start("Test"))


def test_starting_at_a_node_or_at_a_selector() -> None:
    play = Telling(program("a", node("b", "B", "selectors: Intro\n"), node("c", "C", "selectors: Intro\n")))
    assert play.start() == ["a", "END"]
    assert play.start("C") == ["c", "END"]
    assert play.start("Intro") == ["b", "END"]
    assert play.start("intro") == ["b", "END"]
    assert play.start("c") == ["c", "END"]


def test_a_jump_into_another_dialogue_names_its_own() -> None:
    made = compile({"A": node("<<jump Over>>", "Here"), "B": node("-> Go #choice:x #line:go", "Over")})
    events, state = advance(made, State(), Start("A"))
    assert SubdialogueEntered("B", "Over") in events
    assert isinstance(events[-1], Options)
    assert events[-1].dialogue == "B"
    assert state.position is not None
    assert state.position.dialogue == "A"
    events, _ = advance(made, state, Choose("go"))
    assert events[0] == ReplySelected("B", "x", "go")
    assert events[-1] == DialogueEnded("A", completed=True)


def test_breaking_off_counts_nothing() -> None:
    made = program("Ann: Hi")
    _, state = advance(made, State(), Start("Test"))
    events, state = advance(made, state, BreakOff())
    assert events == (DialogueEnded("Test", completed=False),)
    assert state.position is None
    assert not state.memory


def test_states_are_values_and_two_conversations_share_a_program() -> None:
    made = program(
        "<<declare $n = 0>>\n<<set $n += 1>>\nAnn: {$n}\n-> Go #line:go\n    <<set $n += 10>>\n    Ann: {$n}"
    )
    _, first = advance(made, State(), Start("Test"))
    kept = copy.deepcopy(first)
    _, after = advance(made, first, Choose("go"))
    assert first == kept
    assert advance(made, first, Choose("go"))[1] == after
    _, second = advance(made, State(None, after.memory), Start("Test"))
    assert after.memory["$n"] == 11
    assert second.memory["$n"] == 12
    assert pickle.loads(pickle.dumps(after)) == after


def test_memory_may_be_any_mapping_and_is_never_changed() -> None:
    made = program("<<set $n = $n + 1>>\nAnn: {$n}")
    for memory in ({"$n": 1}, MappingProxyType({"$n": 1}), Memory({"$n": 1})):
        _, state = advance(made, State(None, memory), Start("Test"))
        assert state.memory["$n"] == 2.0
        assert memory["$n"] == 1


def test_a_step_that_changes_nothing_keeps_the_memory_itself() -> None:
    memory = Memory({"$n": 1})
    _, state = advance(program("Ann: a\nAnn: b"), State(None, memory), Start("Test"))
    assert state.memory is memory


def test_a_failing_step_leaves_the_state_good() -> None:
    made = program("Ann: a\n<<set $n = 1>>\n<<if broken()>>\n<<endif>>")
    _, state = advance(made, State(), Start("Test"))
    for _ in range(2):
        with pytest.raises(DialogueError):
            advance(made, state, Continue())
    assert show(made, state)[0] == Line("line:auto-Start-1", "Ann", "a")


def test_a_loop_that_shows_nothing_ends_in_an_error_that_names_it() -> None:
    with pytest.raises(DialogueError) as caught:
        told("<<jump Ping>>", node("<<jump Pong>>", "Ping"), node("<<set $n = 1>>\n<<jump Ping>>", "Pong"))
    assert "TW-YARN-32" in str(caught.value)
    assert "Pong -> Ping -> Pong" in str(caught.value) or "Ping -> Pong -> Ping" in str(caught.value)


def test_a_long_loop_that_ends_is_fine() -> None:
    body = '<<if visited_count("Start") < 5000>>\n<<jump Start>>\n<<endif>>\ndone'
    assert told(body) == ["done", "END"]


def test_nothing_is_shown_before_and_after() -> None:
    assert show(program("Hi"), State()) == (None, ())


def test_a_position_of_another_program_is_refused() -> None:
    _, state = advance(program("Ann: a {1} #line:a"), State(), Start("Test"))
    other = program("Ann: b")
    with pytest.raises(DialogueError, match="of another program"):
        show(other, state)
    with pytest.raises(DialogueError, match="of another program"):
        advance(other, state, Continue())
