"""The reader of the text format: what it reads, what it finds wrong, and how it goes on."""

from __future__ import annotations

import pytest

from talewright.defold import Source, parse
from talewright.diagnostics import Report
from talewright.fields import Bare


def read(text: str) -> dict[str, object]:
    report = Report()
    found = parse(Source("a.go", text), report).plain
    assert not report, str(report)
    return found


def wrong(text: str) -> list[str]:
    report = Report()
    parse(Source("a.go", text), report)
    return [f"{d.span} {d.code}" for d in report]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('a: "b"', "b"),
        ("a: 'b\"c'", 'b"c'),
        ('a: "b" "c"\n  "d"', "bcd"),
        ('a: "b" # "x"\n "c"', "bc"),
        ("a: 1", 1),
        ("a: -1", -1),
        ("a: 0x1F", 31),
        ("a: 017", 15),
        ("a: 09", 9),
        ("a: 1.5", 1.5),
        ("a: 1.", 1.0),
        ("a: .5", 0.5),
        ("a: 1.5f", 1.5),
        ("a: 1e3", 1000.0),
        ("a: -1.5E-3", -0.0015),
        ("a: true", Bare("true")),
        ("a: -inf", Bare("-inf")),
        ("a: TYPE_BOX", Bare("TYPE_BOX")),
        ("a { }", {}),
        ("a: { b: 1 }", {"b": 1}),
        ("a < b: 1 >", {"b": 1}),
        ("a { b { c { d: 1 } } }", {"b": {"c": {"d": 1}}}),
        ("a: [1, 2, 3]", [1, 2, 3]),
        ("a: [{ b: 1 }, { b: 2 }]", [{"b": 1}, {"b": 2}]),
        ("a: 1 a: 2", [1, 2]),
        ("a: 1; # c", 1),
    ],
)
def test_values(text: str, value: object) -> None:
    assert read(text) == {"a": value}


def test_kinds_of_numbers_are_kept() -> None:
    found = read("a: 1 b: 1.0")
    assert type(found["a"]) is int
    assert type(found["b"]) is float


def test_an_empty_file_is_an_empty_message() -> None:
    assert read("") == read("  \n# nothing\n") == {}


def test_windows_line_ends() -> None:
    assert read('a: 1\r\nb: "x"\r\n') == {"a": 1, "b": "x"}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a {", ["a.go:1:3 TW-DEF-05"]),
        ("a: 1\n}", ["a.go:2:1 TW-DEF-05"]),
        ("a { b: 1 >", ["a.go:1:10 TW-DEF-05"]),
        ('a: "b\nc: 1', ["a.go:1:4 TW-DEF-02"]),
        ('a: "b\\', ["a.go:1:4 TW-DEF-02"]),
        ('a: "\\q"', ["a.go:1:5 TW-DEF-03"]),
        ('a: "\\377"', ["a.go:1:5 TW-DEF-03"]),
        ('a: "\\ud800"', ["a.go:1:5 TW-DEF-03"]),
        ("a", ["a.go:1:1 TW-DEF-04"]),
        ("a b: 1", ["a.go:1:1 TW-DEF-04"]),
        ("a: ", ["a.go:1:4 TW-DEF-04"]),
        ("a: }", ["a.go:1:4 TW-DEF-04", "a.go:1:4 TW-DEF-05"]),
        (": 1", ["a.go:1:1 TW-DEF-04"]),
        ("a: 1 $ b: 2", ["a.go:1:6 TW-DEF-01"]),
        ("a: 1.2.3", ["a.go:1:4 TW-DEF-01", "a.go:1:9 TW-DEF-04"]),
        ("a: [1, 2", ["a.go:1:4 TW-DEF-05"]),
        ("a: " + "9" * 500, ["a.go:1:4 TW-DEF-11"]),
    ],
)
def test_mistakes_have_a_place(text: str, found: list[str]) -> None:
    assert wrong(text) == found


def test_reading_goes_on_behind_a_mistake() -> None:
    report = Report()
    found = parse(Source("a.go", 'a: "x\nb b: 2\nc { d: 3 $\n e: 4 }\nf: 5'), report).plain
    assert found == {"a": "x", "b": 2, "c": {"d": 3, "e": 4}, "f": 5}
    assert len(report.errors) == 3


def test_a_bracket_of_the_other_kind_says_which_it_closes() -> None:
    report = Report()
    parse(Source("a.go", "a {\n b: 1\n>"), report)
    assert report[0].message == "'>' closes the '{' of 1:3"
    assert report[0].hint == "write '}'"


def test_depth_is_limited_and_what_follows_is_read() -> None:
    report = Report()
    deep = "a {" * 5000 + "}" * 5000 + " b: 1"
    found = parse(Source("a.go", deep), report).plain
    assert [d.code for d in report] == ["TW-DEF-06"]
    assert found["b"] == 1


def test_unclosed_depth_ends() -> None:
    assert wrong("a {" * 100)[0] == "a.go:1:195 TW-DEF-06"


def test_findings_are_limited() -> None:
    found = wrong("$ " * 10_000)
    assert len(found) == 51
    assert found[-1].endswith("TW-DEF-07")


def test_long_files_take_linear_time() -> None:
    big = 'a { b: "' + "\\n" * 200_000 + '" }\n' + "c: 1\n" * 50_000
    report = Report()
    parse(Source("a.go", big), report)
    parse(Source("a.go", '"' * 100_001), report)
    parse(Source("a.go", "{" * 100_000), report)
    assert report
