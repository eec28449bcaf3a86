"""Files, nodes, headers and rows (dialogue.md sections 6.1 and 6.2)."""

from __future__ import annotations

import pytest
from tests.dialogue.telling import codes, node, program, told

from talewright.dialogue import Source, compile, file_tags
from talewright.dialogue.codes import CODES, NOTES, WARNINGS
from talewright.dialogue.program.program import Say
from talewright.errors import DialogueError


def test_hashtags_at_the_head_of_a_file() -> None:
    text = "\ufeff#class:Bark #dialogue:Guard // who\n\n#slow\n" + node("Hi")
    assert file_tags(text) == ("class:Bark", "dialogue:Guard", "slow")
    assert compile({"Guard": text}).dialogues["Guard"].tags == ("class:Bark", "dialogue:Guard", "slow")


def test_file_tags_reads_no_further_than_the_head() -> None:
    assert file_tags(node("Hi #happy")) == ()
    assert file_tags("") == ()


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_kind_of_line_end_and_a_byte_order_mark(end: str) -> None:
    text = "\ufeff" + node("Ann: Hi\nBob: Ho").replace("\n", end)
    made = compile({"Test": text})
    assert not made.report
    assert [i.line.source for i in made.nodes["Start"].code if isinstance(i, Say)] == ["Ann: Hi", "Bob: Ho"]


def test_unicode_line_separators_end_no_row() -> None:
    assert told("Ann: one\u2028two\x0bthree") == ["Ann: one\u2028two\x0bthree", "END"]


def test_bytes_that_are_no_utf8_are_an_error_with_a_place() -> None:
    with pytest.raises(DialogueError) as caught:
        Source.from_bytes("Smith", "D_Smith.yarn", b"title: A\n---\nCaf\xe9\n===")
    assert str(caught.value).startswith("D_Smith.yarn:3:4: error TW-YARN-03")


def test_headers_are_free_and_keys_ignore_case() -> None:
    made = program("Hi")
    text = "title: A\nMood: sad // why\nmood: glad\nempty:\nurl: a/b\n\n// note\nposition: 1,2\n---\nHi\n===\n"
    headers = compile({"Test": text}).nodes["A"].headers
    assert headers["mood"] == ("sad", "glad")
    assert headers["empty"] == ("",)
    assert headers["url"] == ("a/b",)
    assert "selectors" not in made.nodes["Start"].headers


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("title: a.b\n---\nHi\n===", "YS0027"),
        ("title: two words\n---\nHi\n===", "YS0027"),
        ("mood: sad\n---\nHi\n===", "YS0051"),
        ("Title: A\n---\nHi\n===", "YS0051"),
        ("title:\n---\nHi\n===", "YS0051"),
        ("title: A\ntitle: B\n---\nHi\n===", "YS0052"),
        ("title: A\n---\nHi", "YS0004"),
        ("title: A", "YS0004"),
        ("title: A\n===\n", "YS0004"),
        ("title: A\n---\n===\n", "YS0033"),
        ("title: A\n---\n// nothing\n\n===\n", "YS0033"),
        ("just text", "YS0005"),
        ("", "YS0033"),
        ("title: A\n---\nHi\n=== more\n", "YS0005"),
    ],
)
def test_nodes_that_are_wrong(text: str, code: str) -> None:
    assert [finding.code for finding in compile({"Test": text}).report] == [code]


def test_a_forgotten_end_is_found_at_the_next_title() -> None:
    made = compile({"Test": "title: A\n---\nAnn: Hi\ntitle: B\n---\nBob: Ho\n==="})
    assert [f.code for f in made.report] == ["YS0004"]
    assert made.report[0].span.line == 3
    assert list(made.nodes) == ["A", "B"]


def test_dashes_and_words_with_a_colon_are_text() -> None:
    assert told("Ann: wait\n---\nBob: yes") == ["Ann: wait", "---", "Bob: yes", "END"]


def test_titles_may_be_letters_of_any_script() -> None:
    made = compile({"Test": node("Hi", title="鍛冶屋") + node("<<jump 鍛冶屋>>")})
    assert not made.report.errors
    assert "鍛冶屋" in made.nodes


def test_comments_and_blank_rows_are_no_text() -> None:
    assert told("// a\nAnn: Hi // b\n\n   // c\nBob: Ho") == ["Ann: Hi", "Bob: Ho", "END"]


@pytest.mark.parametrize(
    "command",
    ["toggle", "settings", "iffy", "nulled", "orion", "note", "isActive", "returnToMainMenu", "oncee", "cased"],
)
def test_a_keyword_counts_only_before_a_blank_or_the_end(command: str) -> None:
    assert told(f"<<{command}>>") == [f"<<{command}>>", "END"]


def test_condition_then_hashtags_then_comment() -> None:
    made = program("Ann: Hi <<if true>> #line:hi #happy // comment")
    line = next(i.line for i in made.nodes["Start"].code if isinstance(i, Say))
    assert (line.id, line.tags, line.source) == ("line:hi", ("happy",), "Ann: Hi")


def test_a_hashtag_swallows_a_comment_without_a_blank() -> None:
    made = program("Ann: Hi #happy//comment")
    line = next(i.line for i in made.nodes["Start"].code if isinstance(i, Say))
    assert line.tags == ("happy//comment",)


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ("Ann: Hi #tag <<if true>>", "YS0005"),
        ("Ann: Hi #tag and more", "YS0005"),
        ("Ann: Hi <<if true>> and more", "YS0005"),
        ("Ann: Hi <<if true>> <<if false>>", "YS0005"),
        ("Ann: Hi # tag", "YS0005"),
        ("Ann: Hi <<wave>>", "YS0020"),
        ("#alone", "YS0005"),
        ("-> #alone", "YS0005"),
        ("->", "YS0005"),
        (r"Ann: \n", "YS0005"),
        ("Ann: \\", "YS0005"),
        ("Ann: {1", "YS0005"),
        ("Ann: {}", "YS0005"),
        ("Ann: {1 2}", "YS0005"),
        ("Ann: {gold}", "YS0005"),
        ("<<>>", "YS0005"),
        ("<<a > b>>", "YS0005"),
        ("<<local x>>", "YS0005"),
        ("<<wait 1", "YS0006"),
        ("<<declare $x = 1", "YS0006"),
        ("<<if>>\n<<endif>>", "YS0005"),
        ("<<if 1 == 1 nonsense>>\n<<endif>>", "YS0005"),
        ("<<jump>>", "YS0005"),
        ("<<call 5>>", "YS0005"),
        ("<<declare $x>>", "YS0005"),
        ("<<declare x = 1>>", "YS0005"),
        ("<<set $x == 1>>", "YS0005"),
        ("<<else>>", "YS0005"),
        ("<<endif>>", "YS0005"),
        ("<<endonce>>", "YS0005"),
        ("<<if true>>\nHi", "YS0007"),
        ("<<once>>\nHi", "YS0007"),
        ("[[Go on|Other]]", "YS0063"),
        ("<<wait 1>> and then", "YS0019"),
        ("Ann: a >> b", "YS0021"),
        ("set $x to 1", "YS0022"),
        ("endif", "YS0022"),
        ("<endif>", "YS0048"),
        ("<<wait 1>>>", "YS0064"),
        ("<<<wait 1>>", "YS0064"),
    ],
)
def test_rows_that_are_wrong(row: str, code: str) -> None:
    assert codes(row) == [code]


def test_every_mistake_of_a_file_is_found_at_once() -> None:
    made = compile({"Test": node("Ann: {1\n<<set $x = >>\n-> A <<if>>\n   Bob: \\q\n<<if true>>\nOk\n<<endif>>")})
    assert [(f.span.line, f.span.column, f.code) for f in made.report.errors] == [
        (3, 6, "YS0005"),
        (4, 12, "YS0005"),
        (5, 10, "YS0005"),
        (6, 9, "YS0005"),
    ]
    assert all(f.message and f.span.file == "Test.yarn" for f in made.report)


def test_a_mistake_in_an_if_does_not_unbalance_its_block() -> None:
    assert codes("<<if 1 +>>\nA\n<<elseif >>\nB\n<<else>>\nC\n<<endif>>\nD") == ["YS0005", "YS0005"]


def test_escapes_yield_the_character() -> None:
    assert told(r"\<\<a\>\> \{b\} \#c \/\/d \\e") == [r"<<a>> {b} #c //d \e", "END"]
    assert told(r"-> \#a \\ \: \[b\]", "") == [r"-> #a \ : [b]"]


def test_single_angles_slashes_and_braces_are_text() -> None:
    assert told("a < b > c / d }") == ["a < b > c / d }", "END"]


def test_text_is_trimmed_and_expressions_take_their_place() -> None:
    assert told("   Ann:   {1 + 1} and {true}!   ") == ["Ann: 2 and True!", "END"]


def test_several_commands_on_one_row() -> None:
    assert told("<<set $x = 1>> <<set $x += 1>><<go {$x}>>", memory={}) == ["<<go 2>>", "END"]


def test_commands_keep_their_text_and_fill_their_holes() -> None:
    assert told('<<give "long sword" {1+1} #226677 http://x>> #tag') == [
        '<<give "long sword" 2 #226677 http://x>>',
        "END",
    ]


def test_results_in_commands_are_not_scanned_again() -> None:
    assert told('<<declare $r = "{0}">>\n<<{2} {$r}>>') == ["<<2 {0}>>", "END"]


def test_brackets_that_are_no_markup_are_text() -> None:
    assert told(r"Ann: [1] [ ] \[b\]") == ["Ann: [1] [ ] [b]", "END"]


def test_every_code_that_is_given_is_listed_in_one_line() -> None:
    assert set(CODES) > WARNINGS | NOTES
    assert all(line and "\n" not in line for line in CODES.values())
    made = compile({"Test": node("Ann: {1\n[[a|b]]\n-> b\n<<wait 1>>> x\n<<set $x = true>>")})
    assert {finding.code for finding in made.report} <= set(CODES)
