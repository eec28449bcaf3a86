"""Markup and plural classes (dialogue.md section 6.13)."""

from __future__ import annotations

import pytest
from tests.dialogue.telling import Telling, codes, node, program

from talewright.dialogue import (
    Attribute,
    Host,
    Line,
    Options,
    Start,
    State,
    TextFault,
    advance,
    compile,
    locale_of,
    parse_markup,
    show,
)
from talewright.dialogue.text.plurals import Locale, languages


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


@pytest.mark.parametrize(
    ("text", "shown", "problem"),
    [
        ('[plural value=5 one="x"/]', "5", "[plural] has no case 'other' for 5"),
        ('[plural value=1 other="% things"/]', "1 things", "[plural] has no case 'one' for 1"),
        ('[ordinal value=2 other="%th"/]', "2th", "[ordinal] has no case 'two' for 2"),
        ('[plural value=x other="y"/]', "x", "[plural] counts, and 'x' is no number"),
        ('[select value=c a="b" other="o"/]', "c", "[select] has no case 'c'"),
        ('[b]I am [select value=c a="b"/][/b]', "I am c", "[select] has no case 'c'"),
    ],
)
def test_a_case_that_is_missing_shows_the_value_and_says_so(text: str, shown: str, problem: str) -> None:
    """Faults §6 A2: no markup is shown to a player."""
    marked = parse_markup(text)
    assert (marked.text, marked.problems) == (shown, (problem,))


def test_a_replacement_without_a_value_is_broken_markup() -> None:
    marked = parse_markup('[select a="b"/]')
    assert (marked.text, marked.problems) == ('[select a="b"/]', ("[select] has no value",))


# What a check finds of cases (faults §6 A2) ---------------------------------------------------------------------------

ENUM = "<<enum Mood>>\n<<case Calm>>\n<<case Angry>>\n<<endenum>>\n<<declare $m = Mood.Calm>>\n"
NAMED = ENUM.replace("Calm>>\n<<case Angry", 'Calm = "Calm">>\n<<case Angry = "Angry"')


def lacking(body: str, *others: str, **given: object) -> list[str]:
    """Give the findings about cases, with their columns."""
    made = compile({"Test": node(body) + "".join(others)}, **given)  # type: ignore[arg-type]
    assert not made.report.errors, str(made.report)
    return [f"{one.span.column} {one.message}" for one in made.report if one.code == "TW-YARN-40"]


@pytest.mark.parametrize(
    ("body", "found"),
    [
        (ENUM + 'A [select value={$m} 0="x" 1="y"/]', []),
        (ENUM + 'A [select value={$m} 0="x"/]', ["3 [select] lacks the case 1 (Angry)"]),
        (ENUM + 'A [select={$m} 0="x" 1="y" 2="z"/]', ["3 the case 2 of [select] is no value of Mood"]),
        (
            ENUM + 'A [select value={$m} Calm="x" Angry="y"/]',
            ["3 [select] is given the value of a Mood, not the name of its case"],
        ),
        (NAMED + 'A [select value={$m} Calm="x" Angry="y"/]', []),
        (NAMED + '-> A [select value={$m} Angry="y"/]', ["6 [select] lacks the case Calm"]),
        (NAMED + 'Ann: [b]A [select value={$m} Calm="y"/][/b]', ["11 [select] lacks the case Angry"]),
        ('<<declare $b = true>>\n[select value={$b} True="x"/]', ["1 [select] lacks the case False"]),
        (
            '<<declare $b = true>>\n[select value={$b and true} true="x" false="y"/]',
            [
                "1 [select] lacks the cases True, False",
                "1 the case true of [select] is no truth value: they are True and False",
                "1 the case false of [select] is no truth value: they are True and False",
            ],
        ),
        ('<<declare $n = 1>>\n[select value={$n} one="x"/]', ["1 [select] is given a number, and one is none"]),
        ('<<declare $n = 1>>\n[select value={$n} 1="x" 2="y"/]', []),
        ('<<declare $n = 1>>\n<<set $n = 3>>\n[select value={$n} 1="x" 2="y"/]', ["1 [select] lacks the case 3"]),
        ('<<declare $w = "ann">>\n[select value={$w} bob="x"/]', ["1 [select] lacks the case ann"]),
        ('<<declare $w = "">>\n[select value={$w} bob="x"/]', []),
        ('<<declare $n = 1>>\n[plural value={$n} one="x" other="y"/]', []),
        ('<<declare $n = 1>>\n[plural value={$n} one="x"/]', ["1 [plural] lacks the case other"]),
        ('<<declare $n = 1>>\n[plural value={$n} other="x"/]', ["1 [plural] lacks the case one"]),
        (
            '<<declare $n = 1>>\n[ordinal value={$n} one="%st" other="%th"/]',
            ["1 [ordinal] lacks the cases two, few"],
        ),
        (
            '<<declare $n = 1>>\n[plural value={$n} 1="x" one="x" other="y"/]',
            ["1 the case 1 of [plural] is no class of numbers"],
        ),
        ('<<declare $w = "a">>\n[plural value={$w} one="x" other="y"/]', ["1 [plural] counts, and this is a String"]),
        ('[plural value=5 one="x"/]', ["1 [plural] lacks the case other"]),
        ('[select value=c a="x"/]', ["1 [select] lacks the case c"]),
        (
            "[plurl value=2 one=x other=y/]",
            ["1 [plurl] is no replacement, and chooses nothing"],
        ),
        ('<<declare $w = "">>\n[select value={$w} a="x" a="y"/]', ["1 [select] has the case a twice"]),
    ],
)
def test_a_check_finds_the_cases_that_a_replacement_lacks(body: str, found: list[str]) -> None:
    assert lacking(body) == found


def test_the_classes_that_a_count_needs_are_those_of_the_language() -> None:
    body = '<<declare $n = 1>>\n[plural value={$n} one="x" other="y"/]'
    assert lacking(body, locale="pl") == ["1 [plural] lacks the cases few, many"]
    assert lacking(body, locale="fr") == lacking(body, locale="xx") == []


def test_a_text_that_lacks_a_case_is_told_and_shows_no_markup() -> None:
    """Faults §6 A2: in lines, options and options that cannot be chosen."""
    body = (
        '<<declare $w = "">>\nAnn: Ask [select value={$w} a="x"/]! #line:l\n'
        '-> [b]Go[/b] [plural value={$w} other="%"/] #line:o\n-> Stay <<if false>>'
    )
    events, state = advance(program(body), State(None, {"$w": "c"}), Start("Test"))
    faults = [event for event in events if isinstance(event, TextFault)]
    assert [(fault.id, fault.finding.code, fault.finding.span.line) for fault in faults] == [
        ("line:l", "TW-YARN-41", 4),
        ("line:o", "TW-YARN-41", 5),
    ]
    assert Telling(program(body), {"$w": "c"}).start() == ["Ann: Ask c!", "-> Go c | -x Stay"]
    line, options = show(program(body), state)
    assert (line is not None and line.text, options[0].text) == ("Ask c!", "Go c")


def test_a_name_that_a_value_chooses_is_told_with_the_text() -> None:
    found = line('Old [select value={$w} a="Ann"/]: Hi', w="a")
    assert (found.speaker, found.text) == (None, "Old Ann: Hi")


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
    assert line(body, n=3.0, who="eve").text == "3 coins for eve"


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
    ("text", "code"),
    [
        ('[plural one="a"/]', "YS0063"),
        ("[plural value=many one=a/]", "TW-YARN-40"),
        ("[ordinal value=x other=a/]", "TW-YARN-40"),
        ("[select value=b a=1/]", "TW-YARN-40"),
        ("[select a=1/]", "YS0063"),
    ],
)
def test_what_is_wrong_with_a_replacement_whatever_its_value_is_found_before_playing(text: str, code: str) -> None:
    assert codes(f"Ann: x {text}") == [code]


def test_replacements_of_texts_that_only_the_game_knows_are_left_alone() -> None:
    assert codes('Ann: [select value={$who} b=b/]\n<<if $who == "c">>\nHi\n<<endif>>\n<<declare $who = "">>') == []


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("Ann: Hi {1 + 1} [b]there[/b] [/zzz] end", "[/zzz]"),
        ("-> [b]one[/b] [i]two", "[i]"),
        ("[b bad", "[b bad"),
        (r"Ann: \[ no [b] [select /] \[", "[select /]"),
    ],
)
def test_the_range_of_broken_markup_is_its_marker(text: str, marked: str) -> None:
    report = compile({"A": f"title: A\n---\n{text}\n==="}).report
    (span,) = [f.span for f in report if f.code == "YS0063"]
    assert text[span.column - 1 : span.end_column - 1] == marked
