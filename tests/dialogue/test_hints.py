"""Every hint, followed to the letter, leads to a script that compiles, or to a better finding (faults §6 B8, B4, B5).

Each case is a slip, the finding that it gives (code, line and column), and what its hint makes of it: texts to put in
the place of others. The mended script has no error, and the finding is gone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from tests.dialogue.telling import node

from talewright.diagnostics import Diagnostic, Report
from talewright.dialogue import compile

SIGNS = re.compile(r'[\w$"]+|[^\w\s]')
IDS = ("TW-YARN-13", "TW-YARN-14", "TW-YARN-15")
MOOD = "<<enum Mood>>\n<<case Calm>>\n<<case Angry>>\n<<endenum>>\n<<declare $m = Mood.Calm>>\n"
NUMBER = "<<declare $a = 0>>\n"
TRUTH = "<<declare $b = true>>\n"
TEXT = '<<declare $t = "">>\n'
BYE = "title: Bye\n---\nHi\n===\n"


@dataclass(frozen=True)
class Slip:
    """A script with a mistake, its body or the whole; what is found, where; and what it becomes."""

    text: str
    code: str
    place: str
    mended: tuple[tuple[str, str], ...]
    then: tuple[str, ...] = ()

    @property
    def whole(self) -> str:
        return self.text if self.text.lower().startswith(("title", "# by")) else node(self.text)


def slip(text: str, code: str, place: str, *mended: str, then: tuple[str, ...] = ()) -> Slip:
    """Write a case: ``mended`` is old and new in turns; ``then`` are the codes that may still be found."""
    return Slip(text, code, place, tuple(zip(mended[::2], mended[1::2], strict=True)), then)


def finding_of(case: Slip) -> Diagnostic:
    report = found(case.whole)
    (finding,) = [
        one for one in report if (one.code, f"{one.span.line}:{one.span.column}") == (case.code, case.place)
    ] or [pytest.fail(str(report))]
    return finding


def found(text: str) -> Report:
    report = compile({"T": text}).report
    return Report(one for one in report if one.code not in IDS)


IN_EXPRESSIONS = [
    slip(NUMBER + "<<if $a = 1>>\nHi\n<<endif>>", "YS0005", "4:9", "$a = 1", "$a == 1"),
    slip(NUMBER + "<<if $a =< 1>>\nHi\n<<endif>>", "YS0005", "4:9", "=<", "<="),
    slip(NUMBER + "<<if $a => 1>>\nHi\n<<endif>>", "YS0005", "4:9", "=>", ">="),
    slip(NUMBER + "<<if $a === 1>>\nHi\n<<endif>>", "YS0005", "4:9", "===", "=="),
    slip(NUMBER + "<<if $a !== 1>>\nHi\n<<endif>>", "YS0005", "4:9", "!==", "!="),
    slip(NUMBER + "<<if $a ! = 1>>\nHi\n<<endif>>", "YS0005", "4:9", "! =", "!="),
    slip(NUMBER + "<<if $a = = 1>>\nHi\n<<endif>>", "YS0005", "4:9", "= =", "=="),
    slip(NUMBER + "<<if $a > = 1>>\nHi\n<<endif>>", "YS0005", "4:9", "> =", ">="),
    slip(NUMBER + "<<if $a <> 1>>\nHi\n<<endif>>", "YS0005", "4:9", "<>", "!="),
    slip(NUMBER + "<<if $a ≥ 1>>\nHi\n<<endif>>", "YS0005", "4:9", "≥", ">="),
    slip(TRUTH + "<<if $b & $b>>\nHi\n<<endif>>", "YS0005", "4:9", "&", "and"),
    slip(TRUTH + "-> Go <<if $b | $b>>", "YS0005", "4:15", "|", "or"),
    slip("<<declare $t = “many”>>\n{$t}", "YS0005", "3:16", "“many”", '"many"'),
    slip(TEXT + "<<if $t == 'x'>>\nHi\n<<endif>>", "YS0005", "4:12", "'x'", '"x"'),
    slip("<<declare $a = .5>>\n{$a}", "YS0005", "3:16", ".5", "0.5"),
    slip("<<declare $a = 1,5>>\n{$a}", "YS0005", "3:17", "1,5", "1.5"),
    slip("<<declare $b = True>>\n<<if $b>>\nHi\n<<endif>>", "YS0005", "3:16", "True", "true"),
    slip("<<declare $a ＝ 1>>\n{$a}", "YS0005", "3:14", "<<declare $a ＝ 1>>", "<<declare $a = 1>>"),
    slip(NUMBER + "I have {$a coins.", "YS0005", "4:8", "{$a", "{$a}"),
    slip(NUMBER + "I have {$a coins}.", "YS0005", "4:12", "{$a coins}", "{$a}"),
    slip(NUMBER + "I have {$a:2}.", "YS0005", "4:11", "{$a:2}", "{$a}"),
    slip(TEXT + "Hello {t}!", "YS0005", "4:8", "{t}", "{$t}"),
    slip("<<if visited(Start)>>\nHi\n<<endif>>", "YS0005", "3:14", "(Start)", '("Start")'),
    slip(NUMBER + "<<if ($a == 1>>\nHi\n<<endif>>", "YS0005", "4:14", "1>>", "1)>>"),
    slip("<<if >>\nHi\n<<endif>>", "YS0005", "3:6", "if >>", "if true>>"),
    slip(MOOD + "<<set $m = Angry>>", "YS0005", "8:12", "= Angry", "= .Angry"),
    slip(MOOD + "<<set $m = Mood.Furious>>", "YS0038", "8:12", "Mood.Furious", "Mood.Calm"),
    slip(MOOD + "<<set $m = Moo.Angry>>", "YS0038", "8:12", "Moo.Angry", "Mood.Angry"),
    slip(MOOD + '<<if $m == "Angry">>\nHi\n<<endif>>', "YS0050", "8:12", '"Angry"', "Mood.Angry"),
    slip(NUMBER + '<<set $a = "5">>', "YS0050", "4:12", '"5"', "5"),
    slip(NUMBER + '<<set $a = "many">>', "YS0050", "4:12", '"many"', "1"),
    slip(TEXT + "<<set $t = 5>>", "YS0050", "4:12", "= 5", '= "5"'),
    slip(NUMBER + "<<if $a>>\nHi\n<<endif>>", "YS0050", "4:6", "if $a", "if $a != 0"),
    slip('<<if visted("Start")>>\nHi\n<<endif>>', "YS0013", "3:6", "visted", "visited"),
    slip(NUMBER + "{rond($a)}", "YS0013", "4:2", "rond", "round"),
    slip("{Random()}", "YS0013", "3:2", "Random", "random"),
    slip("{$a}", "YS0029", "3:2", "{$a}", "<<declare $a = 0>>\n{$a}"),
    slip("{number($a)}", "YS0028", "3:9", "{number", "<<declare $a = 0>>\n{number"),
]

IN_COMMANDS = [
    slip(TRUTH + "<<if $b>>\nHi\n<<elif $b>>\n<<endif>>", "TW-YARN-42", "6:3", "<<elif $b>>", "<<elseif $b>>"),
    slip(TRUTH + "<<if $b>>\nHi\n<<elif 2 > 1>>\n<<endif>>", "YS0005", "6:10", "<<elif 2 > 1>>", "<<elseif 2 > 1>>"),
    slip(TRUTH + "<<if $b>>\nHi\n<<else if $b>>\n<<endif>>", "YS0005", "6:8", "<<else if $b>>", "<<elseif $b>>"),
    slip("<<set x = 1>>" + "\n" + NUMBER.replace("$a", "$x"), "YS0005", "3:7", "<<set x = 1>>", "<<set $x = 1>>"),
    slip(NUMBER + "<<set $a == 1>>", "YS0005", "4:10", "<<set $a == 1>>", "<<set $a = 1>>"),
    slip(NUMBER + "<<set $a := 1>>", "YS0005", "4:10", "<<set $a := 1>>", "<<set $a = 1>>"),
    slip(NUMBER + "<<set $a + 1>>", "YS0005", "4:10", "<<set $a + 1>>", "<<set $a += 1>>"),
    slip(NUMBER + "<<set $a *2>>", "YS0005", "4:10", "<<set $a *2>>", "<<set $a *= 2>>"),
    slip(NUMBER + "<<set $a =+ 1>>", "YS0005", "4:10", "=+", "+="),
    slip(NUMBER + "<<set $a++>>", "YS0005", "4:9", "<<set $a++>>", "<<set $a += 1>>"),
    slip(NUMBER + "<<set $a to>>", "YS0005", "4:12", "to>>", "to 1>>"),
    slip(NUMBER + "<<set $a>>", "YS0005", "4:9", "<<set $a>>", "<<set $a = 0>>"),
    slip("<<declare $a>>\n{$a}", "YS0005", "3:13", "<<declare $a>>", "<<declare $a = 0>>"),
    slip("<<declare $a as String>>\n{$a}", "YS0005", "3:14", "<<declare $a as", '<<declare $a = "" as'),
    slip("<<declare a = 1>>\n{$a}", "YS0005", "3:11", "<<declare a = 1>>", "<<declare $a = 1>>"),
    slip("<<declare $a = 1 as int>>\n{$a}", "YS0053", "3:1", "as int", "as Number"),
    slip("<<declare $a = 1 as numbr>>\n{$a}", "YS0053", "3:1", "as numbr", "as Number"),
    slip(TRUTH + "<<if $b>>\nHi\n<<end if>>", "TW-YARN-42", "6:3", "<<end if>>", "<<endif>>"),
    slip(TRUTH + "<<if $b>>\nHi\n<<end>>", "TW-YARN-42", "6:3", "<<end>>", "<<endif>>"),
    slip(TRUTH + "<<if $b>>\nHi\n<<endif;>>", "TW-YARN-42", "6:3", "<<endif;>>", "<<endif>>"),
    slip(TRUTH + "<<if $b>>\nHi", "YS0007", "4:1", "Hi", "Hi\n<<endif>>"),
    slip(TRUTH + "<<if $b>>\nHi\n<<endif", "YS0006", "6:1", "<<endif", "<<endif>>"),
    slip(TRUTH + "<<if $b>>\nHi\n<<endif>", "YS0006", "6:8", "<<endif>", "<<endif>>"),
    slip(TRUTH + "<<if $b>\nHi\n<<endif>>", "YS0006", "4:8", "<<if $b>", "<<if $b>>"),
    slip(TRUTH + "<<IF $b>>\nHi\n<<endif>>", "TW-YARN-42", "4:3", "<<IF $b>>", "<<if $b>>"),
    slip("<<jmp Start>>", "TW-YARN-42", "3:3", "<<jmp Start>>", "<<jump Start>>"),
    slip("<<goto Start>>", "TW-YARN-42", "3:3", "<<goto Start>>", "<<jump Start>>"),
    slip(NUMBER + "<<$a = 1>>", "TW-YARN-42", "4:3", "<<$a = 1>>", "<<set $a = 1>>"),
    slip(NUMBER + "<<a += 1>>", "TW-YARN-42", "4:3", "<<a += 1>>", "<<set $a += 1>>"),
    slip("<<stop now>>", "TW-YARN-42", "3:3", "<<stop now>>", "<<stop>>"),
    slip("<<return Start>>", "YS0005", "3:10", "<<return Start>>", "<<return>>"),
    slip("<<jump Strat>>", "YS0012", "3:8", "Strat", "Start"),
    slip(
        "<<jump Start Two>>\n===\ntitle: Start_Two\n---\nHi",
        "YS0005",
        "3:8",
        "<<jump Start Two>>",
        "<<jump Start_Two>>",
    ),
    slip("<<jump A.B>>\n===\ntitle: A_B\n---\nHi", "YS0005", "3:8", "<<jump A.B>>", "<<jump A_B>>"),
    slip(
        "<<jump Start.Two>>\n===\ntitle: StartTwo\n---\nHi",
        "YS0005",
        "3:8",
        "<<jump Start.Two>>",
        "<<jump Start_Two>>",
        then=("YS0012",),
    ),
    slip('<<jump "Start">>', "YS0005", "3:8", '<<jump "Start">>', "<<jump Start>>"),
    slip('<<declare $t = "Start">>\n<<jump $t>>', "YS0005", "4:8", "<<jump $t>>", "<<jump {$t}>>"),
    slip("<<jump Start＞＞", "YS0006", "3:1", "<<jump Start＞＞", "<<jump Start>>"),
    slip("<<else>>\nHi\n<<endif>>", "YS0005", "3:1", "<<else>>", "<<if true>>\nHo\n<<else>>", then=()),
    slip('<<option "Go">>', "TW-YARN-42", "3:3", '<<option "Go">>', "-> Go"),
    slip("Hi <<jump Start>>", "YS0020", "3:4", "Hi <<", "Hi\n<<"),
    slip(r"one << two", "YS0020", "3:5", "<<", r"\<\<"),
]

IN_TEXT = [
    slip('set $a = "many"\n' + NUMBER, "YS0022", "3:1", 'set $a = "many"', '<<set $a = "many">>', then=("YS0050",)),
    slip("set $a = 3\n" + NUMBER, "YS0022", "3:1", "set $a = 3", "<<set $a = 3>>"),
    slip(TRUTH + "<if $b>\nHi\n<<endif>>", "YS0048", "4:1", "<if $b>", "<<if $b>>"),
    slip(TRUTH + "-> Go <if $b>", "YS0048", "4:7", "<if $b>", "<<if $b>>"),
    slip("<open door>", "YS0048", "3:1", "<open door>", "<<open door>>"),
    slip("<wait 3>", "YS0048", "3:1", "<wait 3>", "<<wait 3>>"),
    slip("＜＜jump Start＞＞", "TW-YARN-43", "3:1", "＜＜jump Start＞＞", "<<jump Start>>"),
    slip("«jump Start»", "TW-YARN-43", "3:1", "«jump Start»", "<<jump Start>>"),
    slip("- > Yes", "TW-YARN-43", "3:1", "- > Yes", "-> Yes"),
    slip("—> Yes", "TW-YARN-43", "3:1", "—> Yes", "-> Yes"),
    slip("--> Yes", "TW-YARN-43", "3:1", "--> Yes", "-> Yes"),
    slip("→ Yes", "TW-YARN-43", "3:1", "→ Yes", "-> Yes"),
    slip("= > Yes", "TW-YARN-43", "3:1", "= > Yes", "=> Yes"),
    slip("* Yes", "TW-YARN-43", "3:1", "* Yes", "-> Yes"),
    slip("=> ", "YS0005", "3:1", "=> ", "=> text"),
    slip("->", "YS0005", "3:1", "->", "-> text"),
    slip(TEXT + "Hello $t!", "TW-YARN-43", "4:7", "$t!", "{$t}!"),
    slip(TEXT + "-> Hello $t!", "TW-YARN-43", "4:10", "$t!", "{$t}!"),
    slip(NUMBER + "｛$a｝ coins", "TW-YARN-43", "4:1", "｛$a｝", "{$a}"),
    slip("Ann：Hi", "TW-YARN-43", "3:4", "Ann：Hi", "Ann: Hi"),
    slip("/* why */", "TW-YARN-43", "3:1", "/* why */", "// why"),
    slip("<!-- why -->", "TW-YARN-43", "3:1", "<!-- why -->", "// why"),
    slip("Hi\n---\nHo", "TW-YARN-43", "4:1", "Hi\n---\n", "Hi\n"),
    slip("See http://a.b/c now", "TW-YARN-46", "3:10", "http://a.b/c", r"http:\/\/a.b/c"),
    slip("Room #5", "TW-YARN-46", "3:6", "#5", r"\#5"),
    slip("We are #1 here", "YS0005", "3:11", "#1", r"\#1"),
    slip("We are # 1", "YS0005", "3:8", "#", r"\#"),
    slip("C:\\new", "YS0005", "3:3", "\\", "\\\\"),
    slip("[[Bye]]\n===\n" + BYE[:-5], "YS0063", "3:1", "[[Bye]]", "<<jump Bye>>"),
    slip("[[Go|Bye]]\n===\n" + BYE[:-5], "YS0063", "3:1", "[[Go|Bye]]", "-> Go", "-> Go", "-> Go\n    <<jump Bye>>"),
    slip("[[Go|Old.Bye]]", "YS0063", "3:1", "[[Go|Old.Bye]]", "<<jump Old_Bye>>", then=("YS0012",)),
    slip("Ann: [b]Hi", "YS0063", "3:6", "[b]", r"\[b]"),
    slip("-> Yes\nAnn: Good\n-> No\nAnn: Bad", "TW-YARN-45", "4:1", "Ann: Good", "    Ann: Good"),
    slip("-> Yes\n    Ann: Good\n  -> No\n-> Go", "TW-YARN-44", "5:3", "  -> No", "-> No"),
    slip("-> Yes\n    Ann: Good\n  Ann: Fine\n-> No", "TW-YARN-44", "5:3", "  Ann: Fine", "    Ann: Fine"),
    slip("-> Yes\n    Ann: Good\n// why\n    Ann: Fine\n-> No", "TW-YARN-44", "6:5", "// why", "    // why"),
    slip("Ann: So?\n    -> Yes\n-> No", "TW-YARN-44", "5:1", "-> No", "    -> No"),
    slip("-> Hi\n \tAnn: Hi", "TW-YARN-04", "4:1", " \t", "\t"),
]

IN_HEADERS = [
    slip("Title: Start\n---\nHi\n===", "YS0051", "1:1", "Title:", "title:"),
    slip("title： Start\n---\nHi\n===", "YS0005", "1:1", "title： Start", "title: Start"),
    slip("title Start\n---\nHi\n===\n" + BYE, "YS0005", "1:1", "title Start", "title: Start"),
    slip("title: My Start\n---\nHi\n===", "YS0027", "1:8", "My Start", "My_Start"),
    slip("title: A.B\n---\nHi\n===", "YS0027", "1:8", "A.B", "A_B"),
    slip("title: 1A\n---\nHi\n===", "YS0027", "1:8", "1A", "_1A"),
    slip("title: Start\nHi\n===\n" + BYE, "YS0005", "2:1", "Hi\n", "---\nHi\n"),
    slip("title: Start\nlink: http://a.b\n---\nHi\n===", "TW-YARN-46", "2:12", "link: http://a.b", "link: a.b"),
    slip("title: Start\n---\nHi\n" + BYE, "YS0004", "3:3", "Hi\ntitle", "Hi\n===\ntitle"),
    slip("title: Start\n---\nHi", "YS0004", "3:3", "Hi", "Hi\n==="),
    slip("title: Start\n---\nHi\n===\nHo\n", "YS0005", "5:1", "Hi\n===\n", "Hi\n", then=("YS0004",)),
    slip("# by a writer\ntitle: Start\n---\nHi\n===", "TW-YARN-46", "1:1", "# by", "// by"),
]

SLIPS = [*IN_EXPRESSIONS, *IN_COMMANDS, *IN_TEXT, *IN_HEADERS]


@pytest.mark.parametrize("case", SLIPS, ids=lambda case: case.text.replace("\n", "/"))
def test_a_hint_that_is_followed_mends_the_slip(case: Slip) -> None:
    at = [
        one for one in found(case.whole) if (one.code, f"{one.span.line}:{one.span.column}") == (case.code, case.place)
    ]
    assert len(at) == 1, str(found(case.whole))
    (finding,) = at
    assert finding.hint
    text = case.whole
    for old, new in case.mended:
        assert old in text
        text = text.replace(old, new, 1)
    after = found(text)
    assert [
        one for one in after if one.code == case.code and one.span == finding.span and one.message == finding.message
    ] == []
    assert [one.code for one in after.errors if one.code not in case.then] == [], f"{text}\n{after}"
    if case.then:
        assert set(case.then) <= {one.code for one in after}


def test_an_option_that_is_a_command_in_single_chevrons_is_told() -> None:
    """Faults §6 B4."""
    report = found(node("-> <open door>\n-> Stay"))
    assert [(one.code, one.hint) for one in report] == [("YS0048", "write <<open door>>")]


def test_a_variable_in_braces_that_hold_more_is_not_said_aloud() -> None:
    """Faults §6 B8: one mistake, one hint."""
    report = found(node(NUMBER + "You have {$a coins} and {$a}."))
    assert [(one.code, one.hint) for one in report] == [("YS0005", "only the expression stands in braces: {$a}")]


@pytest.mark.parametrize("case", SLIPS, ids=lambda case: case.text.replace("\n", "/"))
def test_what_the_hint_says_is_what_mends(case: Slip) -> None:
    """The new text stands in the hint, or what the hint names does: the sign to type."""
    hint = finding_of(case).hint
    typed: set[str] = set()
    for old, new in case.mended:
        typed |= {new, *new.split(), *(sign for sign in SIGNS.findall(new) if sign not in old or sign in ")>")}
    told = ("indent it", "indent that", "remove", "column", "row of its own", "write ===", "write ---", "use one of")
    assert any(sign in hint for sign in typed) or any(word in hint for word in told), hint


@pytest.mark.parametrize(
    "text",
    [
        "- Yes, said the old man.",
        "Yes - or > no?",
        "*sighs*",
        "It is 5 > 3.",
        "$5, or US$ 7?",
        "«Bonjour», dit-il.",
        "《红楼梦》",
        "A <b>bold</b> word",
        "Look: it is here",
        "-> Go on\n-> Stay\nAnn: Fine.",
        "-> Go on\n\nAnn: Fine.\n-> Stay",
        "-> Yes\n    Ann: A\n-> No\n    Ann: B\nAnn: C",
        r"\<open door\>",
        r"\[[Bye]]",
        r"http:\/\/a.b",
        "Ann: Hi // http://a.b",
        "Hi #5a",
        "<<card 2>>",
        "<<getup>>",
        "<<shop>>",
        "<<settings>>",
        "<<call_guard now>>",
        "{rep()}",
        "{nextRound()}",
        "<<if true>>\nHi\n-> Go\n<<endif>>",
        "<<if true>>\n  -> Go\n    Hi\n  <<endif>>",
    ],
)
def test_what_is_meant_as_it_stands_is_left_alone(text: str) -> None:
    codes = {
        "TW-YARN-42",
        "TW-YARN-43",
        "TW-YARN-44",
        "TW-YARN-45",
        "TW-YARN-46",
        "YS0013",
        "YS0022",
        "YS0048",
        "YS0063",
    }
    assert [str(one) for one in found(node(text)) if one.code in codes] == []


def test_a_command_of_the_game_may_look_like_a_keyword() -> None:
    commands = {"goto": None, "give": None}
    text = node("<<goto Start>>\n<<give 2>>\n<<jmp Start>>")
    report = compile({"T": text}, commands=commands).report
    assert [one.code for one in report] == ["TW-YARN-42"]  # and not YS0060 as well
    assert [one.code for one in compile({"T": node("{visted()}")}, functions={"visted": lambda: 1.0}).report] == []


def test_bodies_that_are_not_indented_are_a_note_and_a_warning_where_a_jump_hides_the_next_option() -> None:
    """Faults §6 B3."""
    text = "-> Yes\nAnn: Good\n-> No\nAnn: Bad\n-> Who?\nAnn: Me"
    assert [(one.severity, one.span.line) for one in found(node(text))] == [("information", 4)]  # a run is told once
    jumps = text.replace("Ann: Good", "<<jump Start>>")
    assert [(o.severity, o.code) for o in found(node(jumps)) if o.span.line == 4] == [("warning", "TW-YARN-45")]
    (behind,) = [one for one in found(node(jumps)) if one.code == "YS0008"]
    assert behind.hint == "indent the jump, if it belongs to the option above it; else remove it, or move it above"
    items = text.replace("->", "=>")
    assert [(one.code, one.span.line) for one in found(node(items))] == [("TW-YARN-45", 4)]


def test_a_row_that_fits_no_open_block_is_told_where_it_could_be() -> None:
    """Faults §6 B3."""
    text = "-> Yes\n        -> Deep\n            Ann: Hi\n      -> Astray\n-> No"
    (finding,) = [one for one in found(node(text)) if one.code == "TW-YARN-44"]
    assert (finding.span.line, finding.span.column) == (6, 7)
    assert "column 9" in finding.hint
    assert "column 1" in finding.hint
