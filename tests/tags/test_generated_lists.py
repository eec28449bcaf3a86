"""Generated tag lists: what Unreal reads, the same bytes for the same rows, and nothing lost on the way."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from talewright.config import IniDocument
from talewright.errors import InvalidName, TagError
from talewright.names import fold
from talewright.tags import RedirectRow, TagRegistry, TagRow, is_valid, read_tag_list, render_tag_list


def test_the_layout_of_a_list() -> None:
    rows = [TagRow("Npc.Smith", 'He\'s "rude".'), TagRow("Npc-x"), TagRow("Npc", "people")]
    data = render_tag_list(rows, header_lines=["generated", "do not edit"], redirects=[RedirectRow("Old", "Npc")])
    assert data.decode() == (
        "; generated\n; do not edit\n[/Script/GameplayTags.GameplayTagsList]\n"
        'GameplayTagList=(Tag="Npc",DevComment="people")\n'
        'GameplayTagList=(Tag="Npc.Smith",DevComment="He\\\'s \\"rude\\".")\n'
        'GameplayTagList=(Tag="Npc-x",DevComment="")\n'
        'GameplayTagRedirects=(OldTagName="Old",NewTagName="Npc")\n'
    )


def test_no_rows_are_a_list_all_the_same() -> None:
    assert render_tag_list([]) == b"[/Script/GameplayTags.GameplayTagsList]\n"


def test_it_is_utf_8_without_a_mark_and_ends_lines_in_lf() -> None:
    data = render_tag_list([TagRow("Größe", "日本\nzwei")])
    assert data.startswith(b"[")
    assert b"\r" not in data
    assert 'Tag="Größe",DevComment="日本\\nzwei"'.encode() in data


def test_tags_of_a_registry_are_rows_too() -> None:
    registry = TagRegistry()
    registry.register("B", "second")
    registry.register("A.C")
    registry.close()
    data = render_tag_list(registry)
    assert [(row.name, row.comment) for row in read_tag_list(IniDocument.parse(data)).rows] == [
        ("A.C", ""),
        ("B", "second"),
    ]


def test_header_lines_never_leak_into_the_list() -> None:
    data = render_tag_list([TagRow("A")], header_lines=["one\n[Other]\rtwo", "", "joins \\\\", "x" * 300])
    lines = data.decode().splitlines()
    assert lines[:5] == ["; one", "; [Other]", "; two", ";", "; joins"]
    assert len(read_tag_list(IniDocument.parse(data)).rows) == 1


def test_the_same_tag_twice_is_refused() -> None:
    with pytest.raises(TagError, match=r"the tag 'A\.b' is declared twice"):
        render_tag_list([TagRow("A.b"), TagRow("C"), TagRow("a.B")])
    with pytest.raises(TagError, match="the tag 'A' is redirected twice"):
        render_tag_list([], redirects=[RedirectRow("A", "B"), RedirectRow("A", "C")])


def test_invalid_names_are_refused() -> None:
    with pytest.raises(InvalidName):
        render_tag_list([TagRow("A,")])
    with pytest.raises(InvalidName):
        render_tag_list([], redirects=[RedirectRow("A", "")])


NAMES = st.text(st.sampled_from("ABab. -/é日0_[];=()%\\"), min_size=1, max_size=10).filter(is_valid)
COMMENTS = st.text(max_size=20) | st.sampled_from(['\\"', "\\\\", "\\n", "a\\", "'", '(Tag="X")', "// ;", "\r\n\t"])
ROWS = st.lists(st.builds(TagRow, NAMES, COMMENTS), unique_by=lambda row: fold(row.name), max_size=8)


@given(ROWS, st.randoms())
def test_the_order_of_rows_is_no_matter(rows: list[TagRow], random: object) -> None:
    shuffled = list(rows)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert render_tag_list(rows) == render_tag_list(shuffled)


@given(ROWS, st.lists(st.builds(RedirectRow, NAMES, NAMES), unique_by=lambda row: fold(row.old), max_size=4))
def test_what_is_written_is_read(rows: list[TagRow], redirects: list[RedirectRow]) -> None:
    data = render_tag_list(rows, redirects=redirects)
    document = IniDocument.parse(data)
    found = read_tag_list(document)
    assert found.report == []
    assert document.report == []
    assert {row.name for row in found.rows} == {row.name for row in rows}
    assert {(row.old, row.new) for row in found.redirects} == {(row.old, row.new) for row in redirects}
    comments = {row.name: row.comment for row in rows}
    for row in found.rows:
        written = comments[row.name]
        assert len(row.comment) == len(written)
        assert all(a == b or (a == " " and not b.isprintable()) for a, b in zip(row.comment, written, strict=True))
    assert render_tag_list(found.rows, redirects=found.redirects) == data


@given(ROWS, st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=8), max_size=3))
def test_the_quick_way_of_reading_gives_what_the_long_one_gives(rows: list[TagRow], header: list[str]) -> None:
    text = render_tag_list(rows, header_lines=header).decode()
    quick = read_tag_list(IniDocument.from_text(text, "t.ini"))
    # A blank line at the end is not as generated lists are written, so it takes the long way.
    assert quick == read_tag_list(IniDocument.from_text(text + "\n", "t.ini"))
    assert len(quick.rows) == len(rows)


@pytest.mark.parametrize(
    "text",
    [
        '; joins \\\\\n[/Script/GameplayTags.GameplayTagsList]\nGameplayTagList=(Tag="A",DevComment="")\n',
        '[/Script/GameplayTags.GameplayTagsList]\nGameplayTagList=(Tag="A,",DevComment="")\n',
        '[/Script/GameplayTags.GameplayTagsList]\nGameplayTagList=(Tag="A",DevComment="")\n[Other]\n',
        '[Other]\n[/Script/GameplayTags.GameplayTagsList]\nGameplayTagList=(Tag="A",DevComment="")\n',
    ],
)
def test_what_only_resembles_a_generated_list_is_read_as_any_other(text: str) -> None:
    found = read_tag_list(IniDocument.from_text(text))
    again = read_tag_list(IniDocument.from_text(text + "\n"))
    assert found == again
    assert (len(found.rows), len(found.report)) in ((0, 0), (0, 1), (1, 0))
