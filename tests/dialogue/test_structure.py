"""What can have a tag, and under which id (dialogue.md section 4.2)."""

from __future__ import annotations

import pytest
from tests.dialogue.telling import node

from talewright.dialogue import Program, compile
from talewright.errors import DialogueError


def made(body: str, *others: str, name: str = "Test") -> Program:
    return compile({name: node(body) + "".join(others)})


def findings(program: Program, *codes: str) -> list[tuple[str, int]]:
    return [(f.code, f.span.line) for f in program.report if f.code in codes]


def test_elements_of_a_dialogue_in_the_order_of_the_text() -> None:
    body = "Ann: Well? #line:well\n-> Yes #choice:ask #line:yes\n    -> Sure? #choice:sure #line:sure\n-> No #line:no"
    text = node(body, headers="selectors: Intro Gossip\n") + node("Bob: Ho", "Other", "selectors: Intro\n")
    program = compile({"Ann": text})
    assert not program.report.errors
    assert [(e.kind, e.id, e.parent, e.node, e.text) for e in program.elements("Ann")] == [
        ("dialogue", "Ann", "", "", "Ann: Well?"),
        ("subdialogue", "Start", "Ann", "Start", "Ann: Well?"),
        ("selector", "Intro", "Ann", "Start", ""),
        ("selector", "Gossip", "Ann", "Start", ""),
        ("choice", "ask", "Ann", "Start", "Yes"),
        ("reply", "yes", "ask", "Start", "Yes"),
        ("reply", "no", "ask", "Start", "No"),
        ("choice", "sure", "Ann", "Start", "Sure?"),
        ("reply", "sure", "sure", "Start", "Sure?"),
        ("subdialogue", "Other", "Ann", "Other", "Bob: Ho"),
    ]
    assert all(element.span.file == "Ann.yarn" for element in program.elements("Ann"))


def test_elements_of_an_unknown_dialogue() -> None:
    with pytest.raises(DialogueError, match="no dialogue is called 'Tset'") as caught:
        made("Hi").elements("Tset")
    assert caught.value.hint == "did you mean Test?"


def choice_ids(program: Program) -> list[str]:
    return [element.id for element in program.elements("Test") if element.kind == "choice"]


def test_a_choice_without_an_id_takes_that_of_the_line_above_and_is_warned_of() -> None:
    program = made("Ann: a #line:ask\n-> Yes #line:yes")
    assert choice_ids(program) == ["ask"]
    assert findings(program, "TW-YARN-13") == [("TW-YARN-13", 4)]
    assert program.report[0].hint == "run `talewright dialogue tag Test.yarn`, which writes the ids that are missing"


@pytest.mark.parametrize("between", ["<<wait 1>>", "<<set $x = 1>>", "<<declare $x = 1>>", "Ann: b"])
def test_only_the_line_directly_above_counts(between: str) -> None:
    assert choice_ids(made(f"Ann: a #line:ask\n{between}\n-> Yes #line:yes")) == ["yes"]


def test_only_a_line_of_the_same_block_counts() -> None:
    assert choice_ids(made("<<if true>>\nAnn: a #line:ask\n<<endif>>\n-> Yes #line:yes")) == ["yes"]


def test_a_choice_with_nothing_takes_the_made_up_id_of_its_first_option() -> None:
    program = made("Ann: a\n-> Yes\n-> No")
    assert choice_ids(program) == ["auto-Start-2"]
    assert findings(program, "TW-YARN-13", "TW-YARN-14") == [("TW-YARN-13", 4), ("TW-YARN-14", 4), ("TW-YARN-14", 5)]


def test_a_choice_id_on_a_later_option_counts_and_is_warned_of() -> None:
    program = made("-> Yes #line:yes\n-> No #line:no #choice:ask")
    assert choice_ids(program) == ["ask"]
    assert findings(program, "TW-YARN-13") == [("TW-YARN-13", 4)]


def test_two_ids_in_one_group_are_an_error() -> None:
    program = made("-> Yes #line:yes #choice:a\n-> No #line:no #choice:b")
    assert findings(program, "TW-YARN-12") == [("TW-YARN-12", 4)]


def test_two_groups_with_one_id_are_an_error_that_names_both_places() -> None:
    program = made("-> Yes #line:yes #choice:a", node("-> No #line:no #choice:A", "Other"))
    errors = program.report.errors
    assert [(f.code, f.span.line) for f in errors] == [("TW-YARN-10", 7)]
    assert "Test.yarn:3" in errors[0].message
    assert "tags ignore case" in errors[0].message


def test_choices_of_two_dialogues_may_have_one_id() -> None:
    texts = {"A": node("-> Yes #line:a #choice:x", "A"), "B": node("-> Yes #line:b #choice:x", "B")}
    assert not compile(texts).report


def test_characters_that_a_tag_cannot_hold_become_underscores() -> None:
    program = made("-> Yes #line:Start.0100_Ann! #choice:a.b")
    assert [e.id for e in program.elements("Test")][2:] == ["a_b", "Start_0100_Ann_"]


def test_a_collision_after_cleaning_is_an_error() -> None:
    program = made("-> Yes #line:a.b #choice:x\n-> No #line:a_b")
    assert findings(program, "TW-YARN-10") == [("TW-YARN-10", 4)]
    assert findings(made("-> Yes #line:ab #choice:x\n-> No #line:AB"), "TW-YARN-10") == [("TW-YARN-10", 4)]


def test_an_empty_choice_id_is_an_error() -> None:
    assert findings(made("-> Yes #line:a #choice:"), "TW-YARN-16") == [("TW-YARN-16", 3)]


def test_nodes_whose_titles_differ_in_case_are_an_error() -> None:
    program = made("Hi", node("Ho", "START"))
    assert [(f.code, f.span.line) for f in program.report] == [("TW-YARN-10", 5)]


def test_two_dialogues_with_one_name_are_an_error() -> None:
    assert [f.code for f in compile({"a": node("Hi"), "A": node("Ho", "B")}).report] == ["TW-YARN-11"]


def test_the_made_up_id_of_a_choice_does_not_hide_a_writers_one() -> None:
    program = made("-> Yes #line:auto-Start-1 #choice:x\n-> No")
    assert findings(program, "TW-YARN-10") == [("TW-YARN-10", 4)]


def test_candidates_of_a_selector_in_the_order_of_the_text() -> None:
    program = made("a", node("b", "B", "selectors: Intro\n"), node("c", "C", "selectors: Gossip intro\n"))
    assert program.candidates("Test", "Intro") == ("B", "C")
    assert program.candidates("Test", "Nothing") == ()


def test_digests_change_with_the_content_alone() -> None:
    plain = made("Ann: a\n-> B\n    b")
    other = made("// note\n  Ann: a  \n-> B\n        b // no", node("x", "Other"))
    same = made("// note\n\n  Ann: a  \n-> B\n        b")
    assert plain.nodes["Start"].digest == same.nodes["Start"].digest
    assert plain.digest == same.digest
    assert plain.digest != other.digest
    assert made("Ann: a\n-> B\nb").nodes["Start"].digest != plain.nodes["Start"].digest
    headed = compile({"Test": node("Ann: a\n-> B\n    b", headers="position: 1,2\n")})
    assert headed.nodes["Start"].digest == plain.nodes["Start"].digest
