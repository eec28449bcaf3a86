"""Positions in saves, and scripts that changed in between (dialogue.md section 4.3)."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from tests.dialogue.telling import node

from talewright.dialogue import (
    Choose,
    Continue,
    Position,
    Program,
    Start,
    State,
    advance,
    compile,
    position_from_plain,
    position_to_plain,
    restore,
    show,
)
from talewright.errors import DialogueError

BODY = """\
Ann: one #line:one
Ann: two {1 + 1} #line:two
Ann: three
<<wait 1>>
Ann: four #line:four
-> Yes {3} #choice:ask #line:yes
    Ann: five #line:five
    Ann: six
-> No #line:no <<if false>>
""".replace("#line:no <<if false>>", "<<if false>> #line:no")


def made(body: str, *others: str) -> Program:
    program = compile({"Test": node(body) + "".join(others)})
    assert not program.report.errors, str(program.report)
    return program


def saved(steps: int, body: str = BODY, *others: str) -> dict[str, Any]:
    """Play some steps and give the position through the text of a save; a step at options chooses the first."""
    program = made(body, *others)
    _, state = advance(program, State(), Start("Test"))
    for _ in range(steps):
        assert state.position is not None
        given = Choose(0) if state.position.kind == "options" else Continue()
        _, state = advance(program, state, given)
    assert state.position is not None
    plain = json.loads(json.dumps(position_to_plain(state.position)))
    assert isinstance(plain, dict)
    return plain


def now(program: Program, plain: dict[str, Any]) -> tuple[str, tuple[str, ...]]:
    """Restore, run on where nothing is shown, and give the text and the notices."""
    position, notices = restore(program, plain)
    state = State(position)
    if position.kind in ("start", "command"):
        _, state = advance(program, state, Continue())
    line, options = show(program, state)
    texts = [line.text] if line else []
    return " | ".join(texts + [option.text for option in options]), notices


def test_a_position_is_plain_data_and_comes_back_the_same() -> None:
    program = made(BODY)
    state = State()
    given: Start | Continue | Choose = Start("Test")
    kinds = []
    for _ in range(8):
        _, state = advance(program, state, given)
        if state.position is None:
            break
        kinds.append(state.position.kind)
        plain = json.loads(json.dumps(position_to_plain(state.position)))
        assert position_from_plain(plain) == state.position
        assert restore(program, plain) == (state.position, ())
        given = Choose(0) if state.position.kind == "options" else Continue()
    assert kinds == ["line", "line", "line", "command", "options", "line", "line"]


def test_what_is_empty_is_left_out_of_the_plain_form() -> None:
    plain = saved(0)
    assert plain["content"] == "line:one"
    assert set(plain) == {"dialogue", "node", "kind", "content", "line", "node_digest", "program_digest", "near"}


def test_values_are_shown_again_and_not_worked_out_anew() -> None:
    body = "<<declare $n = 1>>\n<<set $n += 1>>\nAnn: {$n} #line:a\n-> {$n}? <<if $n == 2>> #line:b #choice:c"
    program = made(body)
    plain = saved(0, body)
    position, _ = restore(program, plain)
    line, options = show(program, State(position, {"$n": 99}))
    assert line is not None
    assert (line.text, options[0].text, options[0].available) == ("2", "2?", True)


def test_an_edit_elsewhere_in_the_node_moves_nothing() -> None:
    edited = BODY.replace("Ann: one", "Ann: ONE").replace("Ann: four", "Bob: zero\nAnn: four")
    for steps, shown in [(1, "two 2"), (4, "four | Yes 3 | No"), (5, "five")]:
        assert now(made(edited), saved(steps)) == (shown, ())


def test_the_new_text_of_a_line_is_shown() -> None:
    assert now(made(BODY.replace("Ann: five", "Ann: FIVE")), saved(5)) == ("FIVE", ())


def test_a_content_that_moved_to_another_node_is_found_there_with_a_notice() -> None:
    other = node("Ann: two {1 + 1} #line:two\nAnn: end", "Other")
    program = made("Ann: one #line:one\n<<jump Other>>", other)
    assert now(program, saved(1)) == ("two 2", ("Test: line:two is in Other now, not in Start",))


def test_a_renamed_node_is_found_by_its_contents() -> None:
    program = compile({"Test": node(BODY, "Renamed")})
    assert now(program, saved(4)) == ("four | Yes 3 | No", ("Test: ask is in Renamed now, not in Start",))


def test_a_renamed_dialogue_is_found_by_its_nodes() -> None:
    program = compile({"Renamed": node(BODY)})
    position, notices = restore(program, saved(4))
    assert (position.dialogue, notices) == ("Renamed", ("Test: the dialogue is called Renamed now",))


def test_a_content_without_an_id_is_known_by_its_text() -> None:
    assert now(made("Ann: zero\n" + BODY), saved(2)) == ("three", ())
    assert now(made("Ann: zero\n" + BODY), saved(3)) == ("four | Yes 3 | No", ())


def test_a_content_without_an_id_whose_text_changed_falls_back_to_the_id_before_it() -> None:
    program = made(BODY.replace("Ann: three", "Ann: THREE"))
    assert now(program, saved(2)) == (
        "two 2",
        ("Test: line:auto-Start-1 is no longer in Start; back to line:two in Start",),
    )


def test_a_content_that_is_gone_falls_back_to_the_nearest_before_it_that_is_left() -> None:
    program = made(BODY.replace("Ann: two {1 + 1} #line:two\n", "").replace("Ann: three\n", ""))
    shown, notices = now(program, saved(2))
    assert shown == "one"
    assert notices == ("Test: line:auto-Start-1 is no longer in Start; back to line:one in Start",)


def test_what_came_before_is_what_was_passed_not_what_stands_above() -> None:
    body = "Ann: a #line:a\n<<if false>>\nAnn: b #line:b\n<<endif>>\nAnn: c #line:c"
    assert now(made(body.replace("Ann: c #line:c", "Ann: d #line:d")), saved(1, body))[0] == "a"


def test_inside_an_option_the_way_back_is_its_body() -> None:
    program = made(BODY.replace("Ann: five #line:five", "Ann: new #line:new"))
    assert now(program, saved(5)) == ("new", ("Test: line:five is no longer in Start; back to line:yes in Start",))


def test_a_node_that_kept_nothing_begins_anew() -> None:
    program = made("Bob: other #line:other")
    assert now(program, saved(4)) == ("other", ("Test: ask is no longer in Start; the node begins anew",))


def test_a_place_of_which_nothing_is_left_is_a_clean_error() -> None:
    program = compile({"Test": node("Bob: other", "Elsewhere")})
    with pytest.raises(DialogueError, match="the node Start of the dialogue Test is gone"):
        restore(program, saved(4))


def test_options_that_changed_are_offered_anew_with_their_line() -> None:
    program = made(BODY.replace("-> No", "-> Maybe #line:maybe\n-> No"))
    assert now(program, saved(4)) == (
        "four | Yes 3 | Maybe | No",
        ("Test: ask has changed in Start; it is shown anew",),
    )


def test_options_without_ids_in_a_node_that_changed_are_offered_anew() -> None:
    body = "Ann: a #line:a\n-> B #choice:x\n-> C"
    program = made("Ann: zero\n" + body)
    assert now(program, saved(0, body)) == ("a | B | C", ("Test: x has changed in Start; it is shown anew",))


def test_a_choice_whose_id_only_stands_in_must_offer_the_same_replies() -> None:
    body = "Ann: a #line:a\n-> B #line:b\n-> C #line:c"
    assert now(made("Ann: a #line:a\n-> C #line:c\n-> B #line:b"), saved(0, body))[0] == "a | C | B"
    shown, notices = now(made("Ann: a #line:a\n-> X #line:x\n-> Y #line:y"), saved(0, body))
    assert (shown, len(notices)) == ("", 1) or shown == "a | X | Y"


def test_a_line_with_another_number_of_values_is_shown_anew() -> None:
    program = made(BODY.replace("{1 + 1}", "{1 + 1} and {2 + 2}"))
    assert now(program, saved(1)) == ("two 2 and 4", ("Test: line:two has changed in Start; it is shown anew",))


@pytest.mark.parametrize(
    "plain",
    [
        "nothing",
        {"node": "Start", "kind": "nowhere"},
        {"node": "Start", "kind": "line", "line": "x"},
        {"node": "Start", "kind": "options", "options": "x"},
        {"node": "Start", "kind": "options", "options": ["x"]},
        {"node": ["Start"], "kind": "line"},
        {"node": "Start", "kind": "line", "earlier": {"a": 1}},
    ],
)
def test_what_is_no_position_is_refused(plain: Any) -> None:
    with pytest.raises(DialogueError):
        position_from_plain(plain)


def test_a_position_whose_digest_lies_is_still_checked() -> None:
    program = made(BODY)
    position, _ = restore(program, saved(1))
    broken = replace(position, content="line:nowhere")
    assert restore(program, broken)[0].kind == "start"
    assert isinstance(broken, Position)


def test_truth_values_written_as_words_are_read() -> None:
    plain = {"node": "A", "kind": "options", "options": [{"id": "a", "available": "False"}, {"id": "b"}]}
    assert [one.available for one in position_from_plain(plain).options] == [False, True]
