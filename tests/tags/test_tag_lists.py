"""Rows of tag files, as real files have them: the cases T54 and T55, sections, operators, remarks, broken rows."""

from __future__ import annotations

import pytest

from talewright.config import IniDocument
from talewright.tags import LIST_SECTION, SETTINGS_SECTION, TagList, TagRow, read_tag_list


def read(body: str, section: str = LIST_SECTION, **kinds: str) -> TagList:
    return read_tag_list(IniDocument.parse(f"[{section}]\n{body}\n".encode(), "t.ini"), **kinds)  # type: ignore[arg-type]


def pairs(found: TagList) -> list[tuple[str, str]]:
    return [(row.name, row.comment) for row in found.rows]


def codes(found: TagList) -> list[str]:
    return [finding.code for finding in found.report]


def test_t54_fields_in_any_order_and_escapes() -> None:
    found = read(r'GameplayTagList=(DevComment="it\'s, \"x\"",Tag="A.B")')
    assert pairs(found) == [("A.B", 'it\'s, "x"')]
    assert codes(found) == []
    assert str(found.rows[0].span) == "t.ini:2:1"


def test_t55_a_broken_quote_rejects_the_row_with_a_proposal() -> None:
    found = read('GameplayTagList=(Tag="A",DevComment="")\nGameplayTagList=(Tag="A.B, DevComment="")')
    assert pairs(found) == [("A", "")]
    (finding,) = found.report
    assert (finding.code, finding.severity, finding.span.line) == ("TW-TAG-10", "error", 3)
    assert finding.span.column > len("GameplayTagList=")
    assert finding.hint == 'did you mean GameplayTagList=(Tag="A.B", DevComment="")'


@pytest.mark.parametrize(("name", "repaired"), [(" A.B ", "A.B"), (".A", "A")])
def test_t51_invalid_names_are_rejected_or_repaired(name: str, repaired: str) -> None:
    row = f'GameplayTagList=(Tag="{name}",DevComment="x")'
    assert pairs(read(row)) == []
    assert [(d.code, d.severity, d.hint) for d in read(row).report] == [("TW-TAG-01", "error", f"write {repaired}")]
    fixed = read(row, names="fix")
    assert pairs(fixed) == [(repaired, "x")]
    assert [(d.code, d.severity) for d in fixed.report] == [("TW-TAG-02", "error")]
    assert fixed.report[0].message.endswith(f"it was read as {repaired}")


def test_what_cannot_be_repaired_is_rejected_all_the_same() -> None:
    found = read('GameplayTagList=(Tag="None",DevComment="")', names="fix")
    assert pairs(found) == []
    assert codes(found) == ["TW-TAG-01"]


@pytest.mark.parametrize(
    "row",
    [
        'GameplayTagList=(Tag="A.B",DevComment="c")',
        '+GameplayTagList=(Tag="A.B",DevComment="c")',
        '.GameplayTagList=(Tag="A.B",DevComment="c")',
        'gameplaytaglist = ( TAG = "A.B" , devcomment = "c" , )',
        '  GameplayTagList=(Tag=A.B,DevComment="c")',
        'GameplayTagList=(Tag="A.B",DevComment=c)',
    ],
)
def test_all_spellings_of_a_row(row: str) -> None:
    found = read(row)
    assert pairs(found) == [("A.B", "c")]
    assert codes(found) == []


def test_comments_hold_anything() -> None:
    comment = r"a, (b); // c = d Tag=\"X\" %(x)s [y] \\ z"
    found = read(f'GameplayTagList=(Tag="A",DevComment="{comment}")')
    assert pairs(found) == [("A", 'a, (b); // c = d Tag="X" %(x)s [y] \\ z')]
    assert codes(found) == []


def test_a_row_needs_no_comment() -> None:
    assert pairs(read('GameplayTagList=(Tag="A")')) == [("A", "")]


def test_remarks_and_commented_rows_do_not_load() -> None:
    found = read(
        ';METADATA=(Diff=true, UseCommands=true)\n; GameplayTagList=(Tag="No",DevComment="")\n'
        '// GameplayTagList=(Tag="No",DevComment="")\nGameplayTagList=(Tag="A",DevComment="")'
    )
    assert pairs(found) == [("A", "")]
    assert codes(found) == ["TW-TAG-37", "TW-TAG-18"]
    assert [d.severity for d in found.report] == ["information", "warning"]


def test_text_behind_a_row_is_ignored_with_a_warning() -> None:
    found = read('GameplayTagList=(Tag="A",DevComment="x") ;')
    assert pairs(found) == [("A", "x")]
    (finding,) = found.report
    assert (finding.code, finding.severity) == ("TW-TAG-11", "warning")
    assert (finding.span.line, finding.span.column) == (2, 42)


@pytest.mark.parametrize(
    "row", ['(DevComment="x")', '(Tag="",DevComment="")', "A.B", '"A.B"', "(A,B)", "()", "", "(Tag=(A))"]
)
def test_a_row_without_a_tag_is_left_out(row: str) -> None:
    found = read(f"GameplayTagList={row}")
    assert pairs(found) == []
    assert [(d.code, d.severity) for d in found.report] == [("TW-TAG-12", "error")]
    assert 'write GameplayTagList=(Tag="A.B",DevComment="")' in found.report[0].hint


@pytest.mark.parametrize(
    ("row", "column"),
    [('(Tag="A",junk,DevComment="x")', 26), ('(junk,Tag="A",DevComment="x")', 18), ('(Tag="A"s,DevComment="x")', 25),
     ('(Tag="A",=5,DevComment="x")', 26)],
)  # fmt: skip
def test_a_bad_item_costs_a_row_only_itself(row: str, column: int) -> None:
    """faults §2 B3, in tag rows."""
    found = read(f"GameplayTagList={row}")
    assert pairs(found) == [("A", "x")]
    assert [(d.code, d.severity, d.span.line, d.span.column) for d in found.report] == [
        ("TW-TAG-10", "warning", 2, column)
    ]


@pytest.mark.parametrize("row", ['(Tag="A"', '(Tag="A)', "(Tag=A))(", '(Tag="A" DevComment="")', "(=A)"])
def test_rows_that_do_not_parse_invent_no_tag(row: str) -> None:
    found = read(f"GameplayTagList={row}")
    assert [row.name for row in found.rows] in ([], ["A"])
    assert codes(found) in (["TW-TAG-10"], ["TW-TAG-11"])
    assert (found.report[0].severity == "warning" or codes(found) == ["TW-TAG-11"]) == (len(found.rows) == 1)


def test_unknown_fields_are_told() -> None:
    found = read('GameplayTagList=(Tag="A",DevComment="",Colour="red")')
    assert pairs(found) == [("A", "")]
    assert [(d.code, d.severity) for d in found.report] == [("TW-TAG-13", "information")]


# -- sections


def test_the_settings_hold_tags_redirects_and_tables() -> None:
    found = read(
        'ImportTagsFromConfig=False\nWarnOnInvalidTags=True\nInvalidTagCharacters="\\"\\\',"\n'
        '+GameplayTagTableList=/Game/Tags.Tags\n+GameplayTagList=(Tag="A",DevComment="")\n'
        '+GameplayTagRedirects=(OldTagName="B",NewTagName="A")\n+CommonlyReplicatedTags=A',
        SETTINGS_SECTION,
    )
    assert pairs(found) == [("A", "")]
    assert [(r.old, r.new, r.span.line) for r in found.redirects] == [("B", "A", 7)]
    assert found.tables == ["/Game/Tags.Tags"]
    assert not found.loose_files
    assert found.sections == [SETTINGS_SECTION]
    assert codes(found) == []


def test_a_row_without_plus_in_the_settings_is_read_and_told() -> None:
    found = read('GameplayTagList=(Tag="A",DevComment="")', SETTINGS_SECTION)
    assert pairs(found) == [("A", "")]
    assert [(d.code, d.severity) for d in found.report] == [("TW-TAG-27", "warning")]


def test_a_switch_that_is_no_truth_value() -> None:
    found = read("ImportTagsFromConfig=Perhaps", SETTINGS_SECTION)
    assert found.loose_files
    assert codes(found) == ["TW-TAG-10"]


def test_restricted_tags_are_declared_too() -> None:
    found = read(
        'RestrictedGameplayTagList=(bAllowNonRestrictedChildren=True,Tag="A",DevComment="top")',
        "/Script/GameplayTags.RestrictedGameplayTagsList",
    )
    assert pairs(found) == [("A", "top")]
    assert codes(found) == []


@pytest.mark.parametrize(
    ("section", "row"),
    [
        ("UserTags", "GameplayTags=A.B"),
        ("GameplayTags", "+GameplayTags=A.B"),
        ("GameplayTags", '+GameplayTagList=(Tag="A.B",DevComment="")'),
    ],
)
def test_deprecated_sections_are_read_with_a_warning(section: str, row: str) -> None:
    found = read(row, section)
    assert pairs(found) == [("A.B", "")]
    assert [(d.code, d.severity, d.span.line) for d in found.report] == [("TW-TAG-15", "warning", 1)]


def test_the_engine_section_holds_redirects_only() -> None:
    found = read(
        '+GameplayTagRedirects=(OldTagName="B",NewTagName="A")\n+GameplayTagList=(Tag="No",DevComment="")',
        "/Script/Engine.Engine",
    )
    assert len(found.redirects) == 1
    assert pairs(found) == []
    assert codes(found) == ["TW-TAG-15", "TW-TAG-35"]


def test_other_sections_are_nobody_s_business_but_for_rows_that_stray_there() -> None:
    found = read('GameplayTagList=(Tag="A",DevComment="")', "SomethingElse")
    assert pairs(found) == []
    assert codes(found) == ["TW-TAG-35"]
    assert read('Start=(TagName="A")\nGameplayTags=(GameplayTags=((TagName="A")))', "Quest") == TagList("t.ini")
    assert read("NetIndexFirstBitSegment=16", "/Script/Engine.Engine") == TagList("t.ini")


def test_a_section_may_come_back_and_in_any_case() -> None:
    text = (
        f'[{LIST_SECTION}]\nGameplayTagList=(Tag="A")\n[Other]\n[{LIST_SECTION.upper()}]\nGameplayTagList=(Tag="B")\n'
    )
    found = read_tag_list(IniDocument.from_text(text))
    assert [(row.name, row.span.line) for row in found.rows] == [("A", 2), ("B", 5)]


# -- operators


def test_a_row_is_removed_by_its_whole_text_only() -> None:
    found = read(
        '+GameplayTagList=(Tag="A",DevComment="x")\n+GameplayTagList=(Tag="B",DevComment="x")\n'
        '-GameplayTagList=(Tag="A",DevComment="")\n-GameplayTagList=(Tag="B",DevComment="x")'
    )
    assert pairs(found) == [("A", "x")]
    assert [(d.code, d.span.line) for d in found.report] == [("TW-TAG-16", 4)]


def test_an_exclamation_mark_empties_the_list() -> None:
    found = read('+GameplayTagList=(Tag="A")\n!GameplayTagList=ClearArray\n+GameplayTagList=(Tag="B")')
    assert pairs(found) == [("B", "")]


# -- redirects


def test_redirects_in_a_loose_file() -> None:
    found = read('GameplayTagRedirects=(NewTagName="New.Tag", OldTagName="Old,Tag")')
    assert [(r.old, r.new) for r in found.redirects] == [("Old,Tag", "New.Tag")]


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ('(OldTagName="A")', "names no NewTagName"),
        ('(NewTagName="A",OldTagName="")', "names no OldTagName"),
        ("(A,B)", "names no OldTagName and no NewTagName"),
    ],
)
def test_a_redirect_names_both(row: str, says: str) -> None:
    found = read(f"GameplayTagRedirects={row}")
    assert found.redirects == []
    assert codes(found) == ["TW-TAG-12"]
    assert says in found.report[0].message


# -- whole files


@pytest.mark.parametrize("mark", ["<<<<<<< HEAD", ">>>>>>> branch", "||||||| base", "<<<<<<<"])
def test_merge_marks_refuse_the_whole_file(mark: str) -> None:
    found = read(f'GameplayTagList=(Tag="A")\n{mark}\nGameplayTagList=(Tag="B")')
    assert pairs(found) == []
    (finding,) = found.report
    assert (finding.code, finding.severity, finding.span.line) == ("TW-TAG-17", "error", 3)


def test_marks_inside_a_line_are_text() -> None:
    found = read('; <<<<<<< HEAD\nGameplayTagList=(Tag="A",DevComment="<<<<<<< HEAD")\n<<<<<<<<<< not a mark')
    assert pairs(found) == [("A", "<<<<<<< HEAD")]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_encodings_and_line_ends(encoding: str, newline: str) -> None:
    text = newline.join([f"[{LIST_SECTION}]", 'GameplayTagList=(Tag="Größe",DevComment="日本")'])
    marks = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}
    document = IniDocument.parse(marks.get(encoding, b"") + text.encode(encoding))
    assert pairs(read_tag_list(document)) == [("Größe", "日本")]
    assert read_tag_list(document).rows[0].span.line == 2


@pytest.mark.parametrize("data", [b"", b"\xef\xbb\xbf", f"\ufeff[{LIST_SECTION}]".encode(), b"[", b"GameplayTagList"])
def test_files_that_declare_nothing(data: bytes) -> None:
    found = read_tag_list(IniDocument.parse(data))
    assert found.rows == []
    assert found.report == []


def test_rows_are_values() -> None:
    assert TagRow("A") == TagRow("A", "")
    assert str(TagRow("A").span) == "<code>:1:1"
