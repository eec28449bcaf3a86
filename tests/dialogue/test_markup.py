"""Markup and plural classes (dialogue.md section 6.13)."""

from __future__ import annotations

import pytest
from tests.dialogue.telling import Telling, codes, node, program

from talewright.dialogue import Attribute, Host, Line, Options, Start, State, advance, compile, locale_of, parse_markup
from talewright.dialogue.plurals import Locale, languages


def parsed(text: str) -> tuple[str, list[tuple[str, int, int]]]:
    marked = parse_markup(text)
    return marked.text, [(one.name, one.position, one.length) for one in marked.attributes]


@pytest.mark.parametrize(
    ("text", "shown", "attributes"),
    [
        ("plain", "plain", []),
        ("[a]one[/a] two", "one two", [("a", 0, 3)]),
        ("x [a]one[/a]", "x one", [("a", 2, 3)]),
        ("[a][b]x[/b][/a]", "x", [("a", 0, 1), ("b", 0, 1)]),
        ("[a]one [b]two[/a] three[/b]", "one two three", [("a", 0, 7), ("b", 4, 9)]),
        ("[a]1[a]2[/a]3[/a]", "123", [("a", 0, 3), ("a", 1, 1)]),
        ("[a]one [b]two[/]", "one two", [("a", 0, 7), ("b", 4, 3)]),
        ("one [wave/] two", "one two", [("wave", 4, 0)]),
        ("one [wave trimwhitespace=false/] two", "one  two", [("wave", 4, 0)]),
        ("[wave/]x", "x", [("wave", 0, 0)]),
        ("[ a ]x[ / a ]", "x", [("a", 0, 1)]),
        (r"\[a\] x", "[a] x", []),
        ("[1] [ ] []", "[1] [ ] []", []),
        ("[nomarkup][a]x[/b][/nomarkup]", "[a]x[/b]", [("nomarkup", 0, 8)]),
        ("[a]漢字[/a]!", "漢字!", [("a", 0, 2)]),
        ("e\u0301[a]e\u0301[/a]", "éé", [("a", 1, 1)]),
    ],
)
def test_text_and_attributes(text: str, shown: str, attributes: list[tuple[str, int, int]]) -> None:
    assert parsed(text) == (shown, attributes)


@pytest.mark.parametrize(
    "text",
    [
        "[a]x",
        "x[/a]",
        "[a]x[/b]",
        "[a x=]y[/a]",
        "[a x]y[/a]",
        '[a x="1]y[/a]',
        "[a",
        "[nomarkup]x",
        "[select value=1]",
    ],
)
def test_an_error_gives_the_raw_text_without_attributes(text: str) -> None:
    assert parsed(text) == (text, [])


def test_properties_have_types() -> None:
    text = '[a=red i=1 f=-2.5 b=true s="two words" w=bare/x q="say \\"hi\\""]x[/a]'
    (attribute,) = parse_markup(text).attributes
    assert dict(attribute.properties) == {
        "a": "red", "i": 1, "f": -2.5, "b": True, "s": "two words", "w": "bare/x", "q": 'say "hi"',
    }  # fmt: skip
    assert attribute.get("i") == 1
    assert attribute.get("none") is None
    assert attribute.source == 0


@pytest.mark.parametrize(
    ("text", "name", "length"),
    [("Ann: Hi", "Ann", 5), ("The time is: now", "The time is", 13), ("[b]Ann[/b]:  Hi", "Ann", 6)],
)
def test_any_colon_makes_a_character(text: str, name: str, length: int) -> None:
    attribute = parse_markup(text).attributes[0]
    assert (attribute.name, attribute.position, attribute.length) == ("character", 0, length)
    assert attribute.get("name") == name


@pytest.mark.parametrize("text", [r"Ann\: Hi", '[a x=":"/]Hi', '[character name="Ann"]Ann: [/character]Hi'])
def test_no_second_character(text: str) -> None:
    names = [one.name for one in parse_markup(text).attributes]
    assert names.count("character") == text.startswith("[character")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ('[select value=2 1="one" 2="two"/]', "two"),
        ("[select value=ann ann=her bob=him/]", "her"),
        ('[plural value=1 one="% thing" other="% things"/]', "1 thing"),
        ('[plural value=5 one="% thing" other="% things"/] ', "5 things "),
        ('[ordinal value=22 one="%st" two="%nd" few="%rd" other="%th"/]', "22nd"),
        ('[plural value=3 one="a" other="\\\\% and %"/]', "% and 3"),
        ('[select=b a="1" b="2"/] x', "2 x"),
    ],
)
def test_replacements(text: str, shown: str) -> None:
    assert parsed(text)[0] == shown


@pytest.mark.parametrize("text", ['[plural value=5 one="x"/]', '[plural value=x other="y"/]', '[select a="b"/]'])
def test_a_case_that_is_missing_gives_the_raw_text(text: str) -> None:
    assert parsed(text) == (text, [])


# In scripts -----------------------------------------------------------------------------------------------------------


def line(body: str, **memory: object) -> Line:
    declared = [
        f"<<declare ${k} = {v if isinstance(v, float) else chr(34) + str(v) + chr(34)}>>\n" for k, v in memory.items()
    ]
    events, _ = advance(program("".join(declared) + body), State(), Start("Test"))
    return next(event for event in events if isinstance(event, Line))


def test_a_line_comes_without_its_markup_and_with_its_attributes() -> None:
    found = line("Ann: I am [happy level={$n}]so[/happy] glad", n=2.0)
    assert (found.speaker, found.text) == ("Ann", "I am so glad")
    assert found.attributes == (Attribute("happy", 5, 2, (("level", 2),), 5),)


def test_a_value_never_becomes_markup() -> None:
    found = line("Ann: [b]{$x}[/b]", x="[i]no[/i]")
    assert found.text == "[i]no[/i]"
    assert [(a.name, a.length) for a in found.attributes] == [("b", 9)]


def test_values_decide_plurals_and_selections() -> None:
    body = 'Ann: [plural value={$n} one="one coin" other="% coins"/] for [select value={$who} ann="her" bob="him"/]'
    assert line(body, n=1.0, who="ann").text == "one coin for her"
    assert line(body, n=3.0, who="bob").text == "3 coins for him"
    assert line(body, n=3.0, who="eve").text.startswith("[plural")


def test_the_language_is_the_hosts() -> None:
    made = program('<<declare $n = 1>>\n[plural value={$n} one="%a" few="%b" many="%c" other="%d"/]')
    for number, shown in ((1.0, "1a"), (3.0, "3b"), (5.0, "5c")):
        events, state = advance(made, State(None, {"$n": number}), Start("Test"), host=Host(locale="pl"))
        assert next(event.text for event in events if isinstance(event, Line)) == shown
        assert state.position is not None


def test_speakers_around_markup() -> None:
    assert line("[wave]Ann[/wave]: Hi").speaker == "Ann"
    assert line("[b]Ann: Hi[/b]").speaker is None
    assert line('[character name="Ann"]Ann: [/character]Hi').speaker == "Ann"
    assert line('[character name="Ann"]Ann: [/character]Hi').text == "Hi"
    assert line('[a x=":"/]Hi').speaker is None


def test_options_have_markup_too() -> None:
    play = Telling(program("-> [b]Yes[/b] {1}"))
    assert play.start() == ["-> Yes 1"]
    offered = play.events[-1]
    assert isinstance(offered, Options)
    assert offered.options[0].attributes == (Attribute("b", 0, 3, (), 0),)


def test_broken_markup_is_warned_of_and_shown_as_it_stands() -> None:
    assert codes("Ann: [b]Hi") == ["YS0063"]
    assert codes("-> [/b]Hi") == ["YS0063"]
    report = compile({"Test": node("Ann: [b]Hi")}).report
    assert (report[0].severity, report[0].message) == ("warning", "[b] is not closed")
    assert Telling(program("Ann: [b]Hi")).start() == ["Ann: [b]Hi", "END"]


# Plural classes -------------------------------------------------------------------------------------------------------

CARDINALS = {
    "en": "one:1 other:0,2,1.0,5", "fr": "one:0,1,1.5 many:1000000 other:2,17", "de": "one:1 other:0,2,1.5",
    "ru": "one:1,21,101 few:2,24 many:0,5,11,12,111 other:1.5", "pl": "one:1 few:2,23 many:0,5,12,21 other:1.5",
    "cs": "one:1 few:2,4 many:1.5 other:0,5", "ar": "zero:0 one:1 two:2 few:3,103 many:11,99 other:100,1.5",
    "ja": "other:0,1,2", "pt": "one:0,1 other:2", "pt-PT": "one:1 other:0,2", "he": "one:1 two:2 other:0,3,10",
    "lt": "one:1,21 few:2,9 many:1.5 other:0,11", "lv": "zero:0,10,11 one:1,21 other:2", "nl": "one:1",
    "ro": "one:1 few:0,2,19 other:20",
    "sl": "one:1,101 two:2 few:3,4 other:5,0", "ga": "one:1 two:2 few:3,6 many:7,10 other:0,11",
    "cy": "zero:0 one:1 two:2 few:3 many:6 other:4", "da": "one:1,0.5 other:0,2", "hi": "one:0,1 other:2",
    "sr": "one:1,21 few:2,24 other:5,11", "is": "one:1,21 other:11,2", "tr": "one:1 other:0,2", "it": "one:1 other:0,2",
}  # fmt: skip
ORDINALS = {
    "en": "one:1,21 two:2,22 few:3,33 other:4,11,12,13,111", "fr": "one:1 other:2", "de": "other:1,2",
    "sv": "one:1,2,21 other:3,11,12", "it": "many:8,11,80,800 other:1,2", "hu": "one:1,5 other:2",
    "uk": "few:3,23 other:1,13", "ca": "one:1,3 two:2 few:4 other:5", "hi": "one:1 two:2,3 few:4 many:6 other:5",
}  # fmt: skip


@pytest.mark.parametrize("language", CARDINALS)
def test_cardinals(language: str) -> None:
    assert_classes(locale_of(language).cardinal, CARDINALS[language])


@pytest.mark.parametrize("language", ORDINALS)
def test_ordinals(language: str) -> None:
    assert_classes(locale_of(language).ordinal, ORDINALS[language])


def assert_classes(rule: object, table: str) -> None:
    assert callable(rule)
    for row in table.split():
        name, _, numbers = row.partition(":")
        assert {number: rule(number) for number in numbers.split(",")} == dict.fromkeys(numbers.split(","), name)


def test_regions_unknown_languages_and_ones_own() -> None:
    assert locale_of("de-AT").cardinal("1") == "one"
    assert locale_of("xx").cardinal("2") == "other"
    assert len(languages()) > 40
    own = Locale("toki", lambda number: "many", lambda number: "few")
    assert parse_markup('[plural value=1 many="mute"/]', own).text == "mute"


@pytest.mark.parametrize(
    "text",
    [
        '[plural one="a"/]',
        "[plural value=many one=a/]",
        "[ordinal value=x other=a/]",
        "[select value=b a=1/]",
        "[select a=1/]",
    ],
)
def test_what_is_wrong_with_a_replacement_whatever_its_value_is_found_before_playing(text: str) -> None:
    assert codes(f"Ann: x {text}") == ["YS0063"]


def test_replacements_whose_value_is_not_known_yet_are_left_alone() -> None:
    assert codes("Ann: [select value={1} 2=b/] [plural value={1} one=a/] [plural value=3 one=a/]") == []


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("Ann: Hi {1 + 1} [b]there[/b] [/zzz] end", "[/zzz]"),
        ("-> [b]one[/b] [i]two", "[i]"),
        ("[b bad", "[b bad"),
        (r"Ann: \[ no [b] [select value=1 /] \[", "[select value=1 /]"),
    ],
)
def test_the_range_of_broken_markup_is_its_marker(text: str, marked: str) -> None:
    report = compile({"A": f"title: A\n---\n{text}\n==="}).report
    (span,) = [f.span for f in report if f.code == "YS0063"]
    assert text[span.column - 1 : span.end_column - 1] == marked
