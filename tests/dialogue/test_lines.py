"""Ids, speakers and commands as they reach the host (dialogue.md sections 6.11, 6.12 and 6.13)."""

from __future__ import annotations

import pytest
from tests.dialogue.telling import Telling, codes, node, program

from talewright.dialogue import Command, Continue, Line, Options, Start, State, advance, compile
from talewright.dialogue.syntax.words import split_command


def first_line(row: str) -> Line:
    events, _ = advance(program(row), State(None, {"$name": "a: b"}), Start("Test"))
    return next(event for event in events if isinstance(event, Line))


@pytest.mark.parametrize(
    ("row", "speaker", "text"),
    [
        ("Smith: What?", "Smith", "What?"),
        ("Smith:What?", "Smith", "What?"),
        ("The time is: now", "The time is", "now"),
        ("Smith: one: two", "Smith", "one: two"),
        (r"Smith\: What?", None, "Smith: What?"),
        (r"Old \: Smith: What?", "Old : Smith", "What?"),
        ("nobody says this", None, "nobody says this"),
        (": said", None, ": said"),
        ("Mae: :|", "Mae", ":|"),
        ("Mae:", "Mae", ""),
        ('{"Sm" + "ith"}: Hi', "Smith", "Hi"),
        ("{$name} is here", None, "a: b is here"),
        ("Ann: {$name}", "Ann", "a: b"),
        (r"a \\: b", "a \\", "b"),
    ],
)
def test_the_speaker_stands_before_the_first_colon_of_the_text(row: str, speaker: str | None, text: str) -> None:
    line = first_line('<<declare $name = "">>\n' + row)
    assert (line.speaker, line.text) == (speaker, text)


def test_ids_are_the_writers_or_count_the_contents_without_one() -> None:
    play = Telling(program("Ann: a\nAnn: b #line:b\n-> C\n    Ann: d\n-> E #line:e\nAnn: f"))
    play.start()
    play.choose("C")
    lines = {event.text: event.id for event in play.events if isinstance(event, Line)}
    assert lines == {"a": "line:auto-Start-1", "b": "line:b", "d": "line:auto-Start-3", "f": "line:auto-Start-4"}
    offered = next(event for event in play.events if isinstance(event, Options))
    assert [option.id for option in offered.options] == ["auto-Start-2", "e"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("a #line:x\nb #line:x", "YS0018"),
        ("-> a #line:x\n-> b #line:x", "YS0018"),
        ("a #line:x #line:y", "YS0062"),
        ("a #line:", "TW-YARN-16"),
    ],
)
def test_ids_that_are_wrong(body: str, code: str) -> None:
    assert code in codes(body)


def test_a_line_has_no_shadow_too() -> None:
    assert "YS0017" in codes("a #line:x #shadow:y")


def test_ids_are_unique_over_all_files() -> None:
    report = compile({"A": node("a #line:x", "A"), "B": node("b #line:x", "B")}).report
    assert [(f.code, f.span.file) for f in report] == [("YS0018", "B.yarn")]
    assert "A.yarn:3" in report[0].message


def test_titles_are_unique_over_all_files() -> None:
    report = compile({"A": node("a"), "B": node("b")}).report
    assert [(f.code, f.span.file) for f in report] == [("YS0011", "B.yarn")]
    assert "A.yarn:1" in report[0].message


def test_a_command_is_split_into_words() -> None:
    events, state = advance(program('<<give "long sword" {1+1} #3 >> #loud'), State(), Start("Test"))
    assert events[-1] == Command('give "long sword" 2 #3', "give", ("long sword", "2", "#3"), ("loud",))
    events, state = advance(program("<<wait 1>>"), state, Continue())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a  b\tc", ["a", "b", "c"]),
        ('a "b c" d', ["a", "b c", "d"]),
        ('a "" b', ["a", "", "b"]),
        (r'a "b \" c"', ["a", 'b " c']),
        ('a "open b', ["a", "open b"]),
        ("it's 5\"", ["it's", '5"']),
        ("", []),
    ],
)
def test_splitting(text: str, words: list[str]) -> None:
    assert split_command(text) == words
