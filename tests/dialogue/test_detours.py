"""Detours, returns, and the nodes that wait (dialogue.md section 6.6)."""

from __future__ import annotations

import json

import pytest
from tests.dialogue.telling import Telling, codes, node, program, told

from talewright.dialogue import (
    Continue,
    Start,
    State,
    SubdialogueEntered,
    SubdialogueLeft,
    advance,
    compile,
    position_from_plain,
    position_to_plain,
    restore,
)
from talewright.errors import DialogueError


def test_a_detour_comes_back_behind_itself() -> None:
    other = node("there", "There")
    assert told("a\n<<detour There>>\nb\n<<detour There>>", other) == ["a", "there", "b", "there", "END"]
    assert told('<<detour {"The" + "re"}>>\nback', other) == ["there", "back", "END"]


def test_return_comes_back_from_any_block() -> None:
    other = node("-> go\n    <<if true>>\n    <<return>>\n    <<endif>>\n    never\nnever", "There")
    play = Telling(program("<<detour There>>\nback", other))
    assert play.start() == ["-> go"]
    assert play.choose(0) == ["back", "END"]


def test_return_without_a_detour_ends_the_dialogue() -> None:
    assert told("a\n<<if true>>\n<<return>>\n<<endif>>\nb") == ["a", "END"]


def test_a_jump_inside_a_detour_never_comes_back_and_every_node_counts_as_left() -> None:
    made = program("<<detour B>>\nnever", node("<<jump C>>", "B"), node('{visited_count("Start")}', "C"))
    play = Telling(made)
    assert play.start() == ["1", "END"]
    left = [event.node for event in play.events if isinstance(event, SubdialogueLeft)]
    assert left == ["B", "Start", "C"]
    assert [event.node for event in play.events if isinstance(event, SubdialogueEntered)] == ["Start", "B", "C"]


def test_stop_leaves_every_node_that_waits() -> None:
    play = Telling(program("<<detour B>>\nnever", node("<<stop>>", "B")))
    assert play.start() == ["END"]
    assert play.state.memory == {"$Yarn.Internal.Visiting.B": 1, "$Yarn.Internal.Visiting.Start": 1}


def test_code_behind_return_is_warned_of() -> None:
    assert codes("<<return>>\nnever") == ["YS0008"]
    assert codes("<<detour Nowhere>>") == ["YS0012"]


def test_a_detour_into_itself_ends_in_a_clear_error() -> None:
    with pytest.raises(DialogueError, match="TW-YARN-35: more than 500 nodes wait"):
        told("<<detour Start>>")


def test_the_nodes_that_wait_are_part_of_a_save() -> None:
    made = program("<<detour B>>\nback", node("<<detour C>>\nin B", "B"), node("deep", "C"))
    _, state = advance(made, State(), Start("Test"))
    assert state.position is not None
    assert [frame.node for frame in state.position.stack] == ["B", "Start"]
    plain = json.loads(json.dumps(position_to_plain(state.position)))
    assert position_from_plain(plain) == state.position
    position, notices = restore(made, plain)
    assert (position, notices) == (state.position, ())
    events, state = advance(made, State(position, state.memory), Continue())
    assert events[-1].text == "in B"  # type: ignore[union-attr]
    events, state = advance(made, state, Continue())
    assert events[-1].text == "back"  # type: ignore[union-attr]


MAIN = "Ann: one #line:one\n<<detour B>>\nAnn: two #line:two"


def waiting() -> State:
    made = program(MAIN, node("deep #line:deep", "B"))
    _, state = advance(made, State(), Start("Test"))
    _, state = advance(made, state, Continue())
    return state


def after(edited: str, *others: str) -> tuple[list[str], tuple[str, ...]]:
    state = waiting()
    made = compile({"Test": edited + "".join(others)})
    assert not made.report.errors
    assert state.position is not None
    position, notices = restore(made, state.position)
    told: list[str] = []
    here = State(position, state.memory)
    while here.position is not None:
        events, here = advance(made, here, Continue())
        told += [event.text for event in events if hasattr(event, "text")]
    return told, notices


B = node("deep #line:deep", "B")


def test_a_detour_that_moved_in_its_node_is_found_again() -> None:
    assert after(node("Ann: zero\n" + MAIN + "\nAnn: three"), B) == (["two", "three"], ())


def test_a_detour_that_is_gone_comes_back_behind_what_was_before_it() -> None:
    told, notices = after(node("Ann: one #line:one\nAnn: two #line:two"), B)
    assert told == ["two"]
    assert notices == ("Test: the detour in Start is gone; it comes back behind line:one in Start",)


def test_without_anything_before_it_the_waiting_node_begins_anew() -> None:
    told, notices = after(node("Ann: new #line:new"), B)
    assert told == ["new"]
    assert notices == ("Test: the detour in Start is gone; the node begins anew when it comes back",)


def test_a_waiting_node_that_is_gone_drops_out() -> None:
    told, notices = after(node("other #line:other", "Other"), B)
    assert told == []
    assert notices == ("Test: the node Start, which waited for a detour, is gone; nothing comes back to it",)


def test_a_waiting_node_that_was_renamed_is_found_by_its_old_name() -> None:
    assert after(node(MAIN, "Begin", "formerly: Start\n"), B) == (["two"], ())
