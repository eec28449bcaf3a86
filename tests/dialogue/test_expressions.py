"""Expressions and printing (dialogue.md section 6.4)."""

from __future__ import annotations

import pytest
from tests.dialogue.telling import codes, told

from talewright.dialogue.syntax.floats import f32, print_number


def value(expression: str) -> str:
    return told(f"{{{expression}}}", memory={"$t": True, "$f": False, "$n": 3})[0]


@pytest.mark.parametrize(
    ("expression", "result"),
    [
        ("1 + 2 * 3", "7"),
        ("(1 + 2) * 3", "9"),
        ("10 - 4 - 3", "3"),
        ("2 * 3 % 4", "2"),
        ("-2 + 1", "-1"),
        ("- -2", "2"),
        ("5 * 2 - 2 * -1", "12"),
        ("max(1,2)-1", "1"),
        ("1 < 2 == true", "True"),
        ("1 + 1 == 2", "True"),
        ("!true == false", "True"),
        ("not true == false", "True"),
        ("3 gt 2 and 2 lt 3", "True"),
        ("2 gte 2", "True"),
        ("2 lte 1", "False"),
        ("1 is 1", "True"),
        ('"a" eq "a"', "True"),
        ('"hi" neq "HI"', "True"),
        ("true xor true", "False"),
        ("true ^ false", "True"),
        ("true && false || true", "True"),
    ],
)
def test_precedence_and_words(expression: str, result: str) -> None:
    assert value(expression) == result


def test_and_or_xor_are_on_one_level_from_left_to_right() -> None:
    assert value("true or true and false") == "False"
    assert value("true || true && false") == "False"
    assert value("true or (true and false)") == "True"


def test_numbers_are_32_bit_floats() -> None:
    assert value("0.1 + 0.1 == 0.2") == "True"
    assert value("1.1 + 0.1 > 1.1") == "True"
    assert value("0.5 * 3 == 1.5") == "True"
    assert value("16777216 + 1") == "16777216"


@pytest.mark.parametrize(
    ("expression", "result"),
    [
        ("45.1", "45.1"),
        ("3.0", "3"),
        ("1 / 3", "0.33333334"),
        ("2 / 4", "0.5"),
        ("0 - 0.25", "-0.25"),
        ("1 / 0", "Infinity"),
        ("-1 / 0", "-Infinity"),
        ("0 / 0", "NaN"),
        ("123456789", "123456790"),
        ("true", "True"),
        ('"text"', "text"),
    ],
)
def test_printing_is_the_shortest_that_reads_back(expression: str, result: str) -> None:
    assert value(expression) == result


def test_printed_numbers_read_back_to_the_same_float() -> None:
    for number in (0.1, 1e-7, 3.4e38, 1e15, 123456.78, 5e-45, 0.00001, -7.25e-9):
        single = f32(number)
        assert f32(float(print_number(single))) == single


@pytest.mark.parametrize(
    ("expression", "result"),
    [("12 % 5", "2"), ("-7 % 3", "-1"), ("7 % -3", "1"), ("2.5 % 2", "0"), ("3.5 % 3", "1"), ("1 % 0", "NaN")],
)
def test_the_remainder_rounds_both_sides_half_to_even_and_keeps_the_sign(expression: str, result: str) -> None:
    assert value(expression) == result


def test_both_sides_of_and_and_or_are_evaluated() -> None:
    seen: list[str] = []

    def note(name: str) -> bool:
        seen.append(name)
        return False

    told('<<if note("a") and note("b")>>\nx\n<<endif>>\n<<if note("c") or note("d")>>\nx\n<<endif>>', note=note)
    assert seen == ["a", "b", "c", "d"]


def test_plus_joins_texts_or_adds_numbers_and_mixes_nothing() -> None:
    assert value('"a" + "b" + "c"') == "abc"
    assert codes('{"a" + 1}') == ["YS0050"]
    assert codes("{true + false}") == ["YS0050"]


def test_order_is_for_numbers_and_equality_for_equal_types() -> None:
    assert codes('{"a" < "b"}') == ["YS0050", "YS0050"]
    assert codes('{1 == "1"}') == ["YS0050"]


@pytest.mark.parametrize(
    "expression",
    ["1e5", ".5", "1 +", "(1", "1)", "max(1,", "max(1 2)", "null", '"a', r'"\n"', "$", "1 ! 2", "= 1", "a"],
)
def test_what_is_no_expression(expression: str) -> None:
    assert codes(f"<<if {expression} == 1>>\n<<endif>>")[0] in ("YS0005", "TW-YARN-01")


def test_strings_know_two_escapes() -> None:
    assert value(r'"say \"hi\" \\ there"') == r'say "hi" \ there'


def test_deep_expressions_are_a_clean_error() -> None:
    assert codes("{" + "(" * 500 + "1" + ")" * 500 + "}") == ["TW-YARN-02"]
    assert codes("{" + "-" * 500 + "1}") == ["TW-YARN-02"]
    assert codes("{" + "max(1, " * 500 + "1" + ")" * 500 + "}") == ["TW-YARN-02"]
    assert codes("{" + " + ".join("1" * 500) + "}") == ["TW-YARN-02"]
    assert told("{" + " + ".join("1" * 150) + "}") == ["150", "END"]
