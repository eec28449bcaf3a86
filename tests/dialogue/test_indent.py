"""The indentation rule (dialogue.md section 6.3)."""

from __future__ import annotations

from tests.dialogue.telling import Telling, codes, node, program, told

from talewright.dialogue import compile
from talewright.dialogue.syntax.indent import blocks


def marks(text: str) -> str:
    rows = text.split("\n")
    short = {"row": ".", "open": "{", "close": "}", "break": "/", "lost": "?", "between": "!"}
    return "".join(short[entry.mark] for entry in blocks(rows, 0, len(rows)))


def test_only_the_row_behind_an_arrow_can_open_a_block() -> None:
    assert marks("-> A\n  a\n-> B\n  b") == ".{.}.{.}"
    assert marks("Ann: Hi\n    Bob: Ho\n        Cy: Hey") == "..."


def test_deeper_rows_elsewhere_mean_nothing() -> None:
    assert told("<<if true>>\n    A\n        B\n  C\n<<endif>>") == ["A", "B", "C", "END"]


def test_a_tab_is_eight_wide_and_mixing_is_a_warning() -> None:
    assert marks("-> A\n\ta\n        b\n-> B") == ".{..}."
    assert codes("-> A\n \tB\n\t C") == ["TW-YARN-04"]


def test_an_empty_row_closes_the_body_and_ends_the_group() -> None:
    made = Telling(program("-> A\n    a\n\n-> B"))
    assert made.start() == ["-> A"]
    assert made.choose("A") == ["a", "-> B"]


def test_an_empty_row_of_the_same_width_closes_nothing() -> None:
    made = Telling(program("-> A\n    a\n    \n    aa\n-> B"))
    assert made.start() == ["-> A | -> B"]
    assert made.choose("A") == ["a", "aa", "END"]


def test_rows_behind_an_empty_row_belong_to_the_enclosing_block_and_are_warned_of() -> None:
    text = "-> A\n    a\n\n    b"
    assert codes(text) == ["TW-YARN-05"]
    assert Telling(program(text)).start() == ["-> A"]
    assert codes("-> A\n\n    b") == ["TW-YARN-05"]
    assert codes("-> A\n    -> B\n        b\n\n    a") == ["TW-YARN-05"]


def test_text_after_the_group_is_not_warned_of() -> None:
    assert codes("-> A\n    a\n\nb\n\n    c") == []


def test_a_comment_counts_with_its_width() -> None:
    assert marks("-> A\n    a\n// c\n    b") == ".{.}!."
    assert marks("-> A\n    // c\n    a") == ".{.}"


def test_a_comment_ends_no_group() -> None:
    assert Telling(program("-> A\n    a\n// c\n-> B")).start() == ["-> A | -> B"]


def test_an_empty_row_inside_ends_the_inner_group_alone() -> None:
    made = Telling(program("-> A\n    -> AA\n        aa\n    \n    -> AB\n-> B"))
    assert made.start() == ["-> A | -> B"]
    assert made.choose("A") == ["-> AA"]
    assert made.choose("AA") == ["aa", "-> AB"]
    assert made.choose("AB") == ["END"]


def test_a_row_of_blanks_that_begins_an_empty_body_is_an_error() -> None:
    assert codes("-> A\n    \n-> B") == ["YS0005"]
    assert codes("-> A\n    // a comment is enough\n-> B") == []


def test_an_open_if_in_a_closed_body_is_one_finding() -> None:
    assert codes("-> A\n    <<if true>>\n    a\n\n    <<endif>>\n-> B") == ["YS0007", "TW-YARN-05"]


def test_everything_closes_at_the_end_of_the_node() -> None:
    text = node("-> A\n  -> B\n    -> C\n      c") + node("Hi", "Other")
    made = compile({"Test": text})
    assert not made.report.errors
    assert list(made.nodes) == ["Start", "Other"]


def test_an_arrow_that_is_indented_under_a_line_needs_a_deeper_body() -> None:
    made = Telling(program("Bill: Hi\n    -> A\n    -> B\n        b\nBill: Bye"))
    assert made.start() == ["Bill: Hi", "-> A | -> B"]
    assert made.choose("A") == ["Bill: Bye", "END"]


def test_nesting_is_bounded_with_a_clean_error() -> None:
    deep = "\n".join("  " * depth + f"-> {depth}" for depth in range(400))
    assert codes(deep) == ["TW-YARN-02"]
    assert codes("<<if true>>\n" * 400 + "Hi\n" + "<<endif>>\n" * 400) == ["TW-YARN-02"]
