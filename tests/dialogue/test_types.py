"""Declarations and the light type check (dialogue.md section 6.5)."""

from __future__ import annotations

import pytest
from tests.dialogue.telling import Telling, codes, node, program, told

from talewright.dialogue import Signature, compile
from talewright.errors import DialogueError


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("<<declare $x = 1>>\n<<set $x = 2>>", []),
        ("<<declare $x = -1 as number>>", []),
        ("<<declare $x = true>>\n<<set $x = 1>>", ["YS0050"]),
        ("<<declare $x = true as Number>>", ["YS0053"]),
        ("<<declare $x = true as Colour>>", ["YS0053"]),
        ("<<declare $x = 1>>\n<<declare $x = 2>>", ["YS0039"]),
        ("<<declare $x = 1>>\n<<if $x>>\n<<endif>>", ["YS0050"]),
        ('<<declare $x = "a">>\n<<set $x += 1>>', ["YS0050"]),
        ('<<declare $x = "a">>\n<<set $x += "b">>', []),
        ("<<declare $x = true>>\n<<set $x -= 1>>", ["YS0050", "YS0050"]),
        ("<<declare $x = 5>>\n<<jump {$x}>>", ["YS0050"]),
        ("-> A <<if 1>>", ["YS0050"]),
        ("Ann: Hi <<once if 1>> #line:a", ["YS0050"]),
        ("{visited(1)}", ["YS0050"]),
        ('{visited("Start", 1)}', ["YS0014"]),
        ("{min(1)}", ["YS0014"]),
        ("{!1}", ["YS0050"]),
        ("{-true}", ["YS0050"]),
    ],
)
def test_types_that_are_plain(body: str, found: list[str]) -> None:
    assert codes(body) == found


def test_an_undeclared_variable_is_warned_of_once_with_the_line_to_write() -> None:
    report = compile({"Test": node("<<set $gold = 3>>\n<<set $gold += 1>>\n{$gold}")}).report
    assert [(f.code, f.severity, f.span.line, f.hint) for f in report] == [
        ("YS0003", "warning", 3, "<<declare $gold = 0>>")
    ]


def test_a_misspelt_variable_gets_the_near_name() -> None:
    report = compile({"Test": node("<<declare $gold = 0>>\n<<set $glod = 3>>")}).report
    assert report[0].hint == "did you mean $gold?"


@pytest.mark.parametrize(
    ("use", "shown"),
    [
        ("<<if $x>>\nyes\n<<else>>\nno {$x}\n<<endif>>", "no False"),
        ("<<if $x > -1>>\nzero {$x}\n<<endif>>", "zero 0"),
        ('<<if $x == "">>\nempty{$x}\n<<endif>>', "empty"),
        ("<<if $y and $x>>\n<<endif>>\n{$x}", "False"),
        ("<<if $x == $y>>\n<<endif>>\n<<set $z = $y + 1>>\n{$x}", "0"),
    ],
)
def test_an_undeclared_variable_starts_at_the_default_of_its_type(use: str, shown: str) -> None:
    assert told(use)[0] == shown


def test_a_variable_with_no_type_is_an_error() -> None:
    assert codes("Using {$x}") == ["YS0029"]
    assert codes("<<set $a = somefunc()>>") == ["YS0028"]
    assert codes("<<declare $a = 1>>\n<<set $a = somefunc()>>") == []


def test_declarations_count_wherever_they_stand() -> None:
    other = node("<<declare $gold = 7>>", "Other")
    assert told("{$gold}\n<<set $gold += 1>>\n{$gold}", other) == ["7", "8", "END"]


def test_a_declare_does_nothing_when_it_is_reached() -> None:
    assert told("<<set $x = 5>>\n<<declare $x = 1>>\n{$x}") == ["5", "END"]


def test_the_program_knows_type_and_default_of_every_variable() -> None:
    made = program('<<declare $a = 2>>\n<<declare $b = "x">>\n<<set $c = true>>')
    known = {name: (v.type, v.default, v.declared) for name, v in made.variables.items()}
    assert known == {
        "$a": ("Number", 2.0, True),
        "$b": ("String", "x", True),
        "$c": ("Bool", False, False),
    }


def test_unknown_functions_must_be_called_alike() -> None:
    assert codes("<<declare $a = 1>>\n<<set $a = f(1)>>\n<<set $a = f(1, 2)>>") == ["YS0014"]


def test_given_functions_are_checked() -> None:
    def gold(of: str) -> float:
        return 3

    functions = {"gold": gold, "any": Signature()}
    assert codes('<<if gold("ann") > 2 and any(1, 2)>>\n<<endif>>', functions=functions) == []
    assert codes("<<if gold(1) > 2>>\n<<endif>>", functions=functions) == ["YS0050"]
    assert codes("<<if gold() > 2>>\n<<endif>>", functions=functions) == ["YS0014"]
    assert codes('<<if gold("ann")>>\n<<endif>>', functions=functions) == ["YS0050"]
    report = compile({"Test": node("<<if glod() > 2>>\n<<endif>>")}, functions=functions).report
    assert [(f.code, f.hint) for f in report] == [("YS0013", "did you mean gold?")]
    assert codes("<<if glod() > 2>>\n<<endif>>", functions=["gold"]) == ["YS0013"]


def test_given_commands_are_checked() -> None:
    report = compile({"Test": node("<<giv sword>>\n<<give sword>>")}, commands=["give"]).report
    assert [(f.code, f.severity, f.span.line) for f in report] == [("YS0060", "warning", 3)]


def test_the_program_lists_its_commands_and_functions() -> None:
    made = program('<<give "long sword" 2>>\n<<give {1}>>\n<<call add(1, mul(2, 3))>>\n{max(1, 2)}')
    assert [(use.name, use.arguments) for use in made.commands] == [("give", 2), ("give", 1)]
    assert [(use.name, use.arguments) for use in made.functions] == [("add", 2), ("mul", 2)]


def test_types_are_checked_again_while_playing() -> None:
    play = Telling(program("<<declare $x = 1>>\n{$x + 1}"), {"$x": "text"})
    with pytest.raises(DialogueError) as caught:
        play.start()
    assert "Test.yarn:4:2: error TW-YARN-30: + does not work on the String 'text'" in str(caught.value)
