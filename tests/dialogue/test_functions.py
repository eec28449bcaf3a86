"""Functions of the language and of the host (dialogue.md section 6.12)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.dialogue.telling import Telling, codes, node, program, told

from talewright.dialogue import Host, Locale, Start, State, advance
from talewright.errors import DialogueError


@pytest.mark.parametrize(
    ("expression", "result"),
    [
        ("string(1.5)", "1.5"),
        ("string(true)", "True"),
        ('number("2.5") + 1', "3.5"),
        ("number(true)", "1"),
        ('bool("true")', "True"),
        ("bool(0)", "False"),
        ("round(2.5)", "2"),
        ("round(3.5)", "4"),
        ("round_places(1.255, 1)", "1.3"),
        ("floor(-1.5)", "-2"),
        ("ceil(-1.5)", "-1"),
        ("inc(1)", "2"),
        ("inc(1.5)", "2"),
        ("dec(1)", "0"),
        ("dec(1.5)", "1"),
        ("int(-1.5)", "-1"),
        ("decimal(1.5)", "0.5"),
        ("min(1, 2)", "1"),
        ("max(1, 2)", "2"),
        ('format("{0}", 1.5)', "1.5"),
        ('format("{0:F2}", 1)', "1.00"),
        ('format("{0:F0}", 2.5)', "3"),
        ('format("{0:D3}", 7)', "007"),
        ('format("{0:N0} of {{x}}", 1234567)', "1,234,567 of {x}"),
        ("format_invariant(0.5)", "0.5"),
        ('has_any_content("Start")', "True"),
        ('has_any_content("Nowhere")', "False"),
    ],
)
def test_pure_functions(expression: str, result: str) -> None:
    assert told(f"{{{expression}}}")[0] == result


@pytest.mark.parametrize(
    "expression",
    [
        'number("one")',
        'bool("maybe")',
        'format("{0:X2}", 1)',
        'format("{1}", 1)',
        'format("{0:D2}", 1.5)',
        'format("{0:F2}", "x")',
        "dice(0)",
        "random_range(2, 1)",
        "random_range(0, 1 / 0)",
    ],
)
def test_bad_values_are_errors_with_a_place(expression: str) -> None:
    with pytest.raises(DialogueError, match=r"Test\.yarn:3:2: error TW-YARN-31"):
        told(f"{{{expression}}}")


def test_random_functions_stay_in_their_bounds() -> None:
    made = program("{random()} {random_range(1, 3)} {random_range_float(1, 2)} {dice(6)}")
    play = Telling(made)
    drawn = [[float(word) for word in play.start()[0].split()] for _ in range(200)]
    one, steps, real, sides = (set(column) for column in zip(*drawn, strict=True))
    assert all(0 <= number < 1 for number in one)
    assert steps == {1, 2, 3}
    assert all(1 <= number <= 2 for number in real)
    assert len(real) > 100
    assert sides == {1, 2, 3, 4, 5, 6}


def test_every_content_draws_from_a_stream_of_its_own() -> None:
    asked: list[str] = []

    def stream(name: str) -> Random:
        asked.append(name)
        return Random(1)

    body = (
        "<<set $x = dice(6)>>\nAnn: {dice(6)} #line:ann\n-> Go {dice(6)} <<if dice(6) > 0>> #line:go\n"
        "-> No #line:no\n<<call dice(6)>>"
    )
    advance(program(body), State(), Start("Test"), host=Host(random=stream))
    assert asked == ["Start", "line:ann", "line:go", "line:go"]


def test_a_draw_without_a_stream_is_an_error() -> None:
    with pytest.raises(DialogueError, match="TW-YARN-34"):
        advance(program("{dice(6)}"), State(), Start("Test"))


def test_host_functions_get_plain_values_and_give_them_back() -> None:
    got: list[object] = []

    def mix(*values: object) -> int:
        got.extend(values)
        return 3

    assert told('{mix(1, "a", true)}', mix=mix) == ["3", "END"]
    assert got == [1.0, "a", True]


def test_what_a_host_function_raises_is_an_error_with_its_place() -> None:
    def broken() -> bool:
        raise RuntimeError("no gold")

    with pytest.raises(DialogueError) as caught:
        told("Ann: Hi\n<<if broken()>>\n<<endif>>", broken=broken)
    assert "Test.yarn:4:6: error TW-YARN-31: the function broken failed: RuntimeError: no gold" in str(caught.value)
    assert isinstance(caught.value.__cause__, RuntimeError)


def test_a_function_with_no_value_may_be_called_and_not_used() -> None:
    assert told("<<call nothing()>>", nothing=lambda: None) == ["END"]
    with pytest.raises(DialogueError, match="gave no value"):
        told("<<if nothing()>>\n<<endif>>", nothing=lambda: None)


def test_an_unknown_function_gets_near_names() -> None:
    with pytest.raises(DialogueError) as caught:
        told("<<if visitd() > 1>>\n<<endif>>")
    assert "no function is called 'visitd'" in str(caught.value)
    assert "did you mean visited" in str(caught.value)


def test_has_any_content_of_another_node() -> None:
    assert told('{has_any_content("Other")}', node("x", "Other")) == ["True", "END"]


def test_format_needs_a_text_first() -> None:
    assert codes("{format(1, 2)}") == ["YS0050"]


@pytest.mark.parametrize(
    ("pattern", "shown"),
    [
        ("F2", "100000002004087734272.00"),
        ("N0", "100,000,002,004,087,734,272"),
        ("F50", "100000002004087734272." + 50 * "0"),
    ],
)
def test_format_has_room_for_large_numbers_and_many_places(pattern: str, shown: str) -> None:
    assert told(f'{{format("{{0:{pattern}}}", 100000000000000000000)}}') == [shown, "END"]


def test_questions_for_content_may_not_lie_in_each_other_without_end() -> None:
    chain = "".join(node("x", f"N{at}", f'when: has_any_content("N{at + 1}")\n') for at in range(600))
    made = program('{has_any_content("N570")}', chain, node("x", "N600", "when: always\n"))
    assert Telling(made).start() == ["True", "END"]
    with pytest.raises(DialogueError, match=r"TW-YARN-31: .* too many others"):
        Telling(program('{has_any_content("N0")}', chain, node("x", "N600", "when: always\n"))).start()


def test_smart_variables_that_double_the_work_end_with_an_error() -> None:
    lines = ["<<declare $v0 = 1>>", *(f"<<declare $v{at} = $v{at - 1} + $v{at - 1}>>" for at in range(1, 50))]
    with pytest.raises(DialogueError, match="TW-YARN-32: more than 200000 smart variables"):
        told("\n".join([*lines, "{$v49}"]))
    assert told("\n".join([*lines, "{$v10}"])) == ["1024", "END"]


def test_what_a_strategy_a_stream_or_a_plural_rule_raises_is_an_error_with_its_place() -> None:
    def broken(*given: object) -> Any:
        raise KeyError("no")

    def play(body: str, host: Host) -> str:
        with pytest.raises(DialogueError) as caught:
            advance(program(body), State(), Start("Test"), host=host)
        assert isinstance(caught.value.__cause__, KeyError)
        return str(caught.value)

    assert "Test.yarn:3:1: error TW-YARN-31: the strategy 'broken' failed: KeyError" in play(
        "=> a\n=> b", Host(saliency=broken)
    )
    assert "Test.yarn:3:1: error TW-YARN-31: the host has no random" in play("=> a\n=> b", Host(random=broken))
    assert "Test.yarn:3:2: error TW-YARN-31: the host has no random" in play("{random()}", Host(random=broken))
    rules = Host(locale=Locale("xx", broken, broken))
    assert "the plural rule of 'xx' failed for 1" in play("[plural value={1} one=a/]", rules)
