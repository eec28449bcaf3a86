"""Documents under any text and any edit (config-savegame.md section 11, tests)."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import example, given, settings
from hypothesis import strategies as st

from talewright.config import IniDocument
from talewright.config.text.lines import physical_lines
from talewright.config.text.outline import Outline, _careful, find_section
from talewright.config.text.raw_sections import raws_by_lines
from talewright.config.values.dialects import UE3
from talewright.errors import CorruptFile
from talewright.names import fold

WORDS = st.sampled_from(["A", "a", "Key", "KEY", "k2", "x"])
PIECES = st.lists(
    st.sampled_from(
        ["[A]", "[a]", "[B C]", " [A]", "[", "]", "=", "Key=1", "+Key=1", "-Key=1", ".Key=2", "!Key", "key = 2 ", "; r",
         "\\\\", "\n", "\n", "\n", "\r\n", "\r", " ", "\t", '"', '"q" x', "é", "\x85", "(a=1)", "junk", "@K=a"]
    ),
    max_size=40,
)  # fmt: skip
TEXTS = st.one_of(PIECES.map("".join), st.text(max_size=60))
VALUES = st.lists(
    st.one_of(
        st.sampled_from(["1", "2", "", " x", '"', "\\\\", "a\\"]), st.text(st.characters(codec="utf-8"), max_size=8)
    ),
    max_size=4,
)


@given(TEXTS)
@example("\n[A]\n")
@example("[A]\\\\\n[B]\n")
def test_any_text_comes_back(text: str) -> None:
    document = IniDocument.from_text(text)
    for section in document.section_names():
        document.entries(section)
    assert document.report is document.report
    document._changing()
    assert document.to_text() == text


@given(st.binary(max_size=80))
def test_any_bytes_come_back_or_are_refused(data: bytes) -> None:
    try:
        document = IniDocument.parse(data)
    except CorruptFile as error:
        refused = error
        assert refused.report.errors
        return
    if not data.startswith(b"\xfe\xff") and document.encoding.codec != "utf-16-le":
        assert document.to_bytes() == data


@given(TEXTS)
def test_the_quick_outline_is_the_careful_one(text: str) -> None:
    outline = Outline(text)
    names, starts = _careful(text)
    pieces = [text[begin:end] for begin, end in pairwise(starts)]
    assert [outline.piece(n) for n in range(len(pieces))] == pieces
    assert outline.pieces() == pieces
    assert outline.names == names
    assert outline.line_counts()[:-1] == [len(physical_lines(p)) for p in pieces[:-1]]


def _line(raw: str) -> str:
    """Give the line of a raw value; one that ends in two backslashes can only stand before a joined line."""
    return f"k={raw}" + ("\\\\" if raw.endswith("\\\\") else "")


@given(TEXTS)
@example("[A]\nKey=1\\\\\\\\")
def test_the_quick_raws_are_the_entries(text: str) -> None:
    document = IniDocument.from_text(text)
    for section in document.section_names():
        found = document.raws(section)
        assert {fold(key) for key in found} <= {fold(entry.key) for entry in document.entries(section)}
        for key, raws in found.items():
            values = [IniDocument.from_text(f"[S]\n{_line(raw)}").get("S", "k") for raw in raws]
            assert values == document.get_all(section, key)


SAME = st.lists(
    st.tuples(
        st.sampled_from(["a", "b", "a", "c"]),
        st.lists(
            st.sampled_from(["x=1", "x=2", "X=3", "y=", "y= 1", "y=1 ", "z=a\\\\", "+x=1", ";", "", "!x", 'y="q" z']),
            max_size=4,
        ),
    ),
    max_size=12,
)  # fmt: skip


@given(SAME, st.sampled_from(["\n", "\r\n"]), st.sampled_from(["", "\n", "; top\n", " [a C]\n"]))
def test_all_sections_at_once_are_those_read_one_by_one(
    sections: list[tuple[str, list[str]]], newline: str, top: str
) -> None:
    text = top + "".join(f"[{name} C]\n" + "".join(f"{line}\n" for line in lines) for name, lines in sections)
    check_all_raws(text.replace("\n", newline))


@given(TEXTS)
def test_all_sections_of_any_text_are_those_read_one_by_one(text: str) -> None:
    check_all_raws(text)


def check_all_raws(text: str) -> None:
    document = IniDocument.from_text(text)
    found = document.all_raws()
    assert list(found) == document.section_names()
    for section, values in found.items():
        careful = raws_by_lines([document._text_of(n) for n in document._outlined().numbers(section)], document.style)
        assert list(values.items()) == list(careful.items())


@given(TEXTS, st.sampled_from(["A", "a", "B C", "[", ""]))
@example("\\\\\n[A]\nk=1", "a")
@example("[A]\n[B C] [A]\n", "A")
@example("[A] \nk=1\n", "A")
@example("[A]\\\\", "A")
@example("; é\n[a]\nk=é\n[\u212a]\n", "A")
@example("[\u212a]\nk=1\n[k]\n", "k")
def test_a_glimpse_of_a_section_is_the_section(text: str, name: str) -> None:
    found = find_section(text, name)
    if found is not None:
        outline = Outline(text)
        assert [part.text for part in found] == [outline.piece(n) for n in outline.numbers(name)]
    document, other = IniDocument.from_text(text), IniDocument.from_text(text)
    other.section_names()
    assert [(e.op, e.key, e.raw, e.span) for e in document.entries(name)] == [
        (e.op, e.key, e.raw, e.span) for e in other.entries(name)
    ]


EDITS = st.lists(
    st.tuples(st.sampled_from(["set", "set+", "remove", "drop", "add", "empty"]), WORDS, WORDS, VALUES), max_size=8
)


@given(TEXTS, EDITS)
@settings(deadline=None)
def test_edits_do_what_they_say_and_nothing_else(text: str, edits: list[tuple[str, str, str, list[str]]]) -> None:
    document = IniDocument.from_text(text)
    for what, section, key, values in edits:
        if what == "drop":
            document.remove_section(section)
            assert section not in document
        elif what == "add":
            document.add_section(section)
            assert section in document
        elif what == "remove":
            document.remove(section, key)
            assert document.entries(section, key) == []
        elif what == "empty":
            document.set_empty(section, key)
            assert document.raws(section)[key_spelled(document, section, key)] == []
        else:
            document.set_all(section, key, values, operator="+" if what == "set+" else "")
            assert document.get_all(section, key) == values
        again = IniDocument.from_text(document.to_text())
        assert contents(again) == contents(document)


def key_spelled(document: IniDocument, section: str, key: str) -> str:
    return next(k for k in document.raws(section) if fold(k) == fold(key))


def contents(document: IniDocument) -> dict[str, list[tuple[str, str, str]]]:
    return {name: [(e.operator, e.key, e.raw) for e in document.entries(name)] for name in document.section_names()}


@given(st.text(st.characters(codec="utf-8"), max_size=30))
def test_any_string_can_be_a_value(text: str) -> None:
    document = IniDocument()
    document.set_all("A", "Key", [text])
    assert IniDocument.parse(document.to_bytes()).get_all("A", "Key") == [text]


@given(st.text(st.characters(codec="utf-8", exclude_characters='"\r\n'), max_size=30))
def test_unreal_engine_3_holds_any_string_without_quotes_and_line_ends(text: str) -> None:
    document = IniDocument(style=UE3)
    document.set_all("A", "Key", [text])
    assert IniDocument.parse(document.to_bytes(), style=UE3).get_all("A", "Key") == [text]
