"""The quick way through a save's text agrees with the careful one; JSON, Unreal's dialect and any store keep a save."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from talewright.config import IniDocument
from talewright.config.values.grammar import dump
from talewright.diagnostics import Report
from talewright.errors import ConfigError, SaveError, TalewrightError
from talewright.fields import Bare, Plain, Repeated, decode_any
from talewright.names import fold
from talewright.savegame import MemoryStore, SaveDocument, SaveHeader, from_json, to_json
from talewright.savegame.header import header_bytes
from talewright.savegame.reading import read_carefully
from talewright.savegame.text import Writer, read, usual

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
_WORDS = 'None True 007 1e5 +1 - .5 nan (a a) " a\\\\ a\\ [x] ;c x=y a,b = $Url é main:/smith#talk 1_000 0x1f'
tricky = st.sampled_from([*_WORDS.split(" "), " x", "x ", "", "\t", "a\nb", "\x00", "\x7f", "x" * 70])
scalars: st.SearchStrategy[Any] = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts | tricky
)
keys = (texts | tricky).filter(lambda key: not key.startswith("$"))
plain: st.SearchStrategy[Any] = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3), max_leaves=8
)
names = st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="]"), min_size=1, max_size=8)
classes = st.from_regex(r"[A-Za-z][A-Za-z0-9]{0,5}", fullmatch=True)
fields = st.dictionaries(
    st.from_regex(r"[A-Za-z_$][A-Za-z0-9_.]{0,5}", fullmatch=True),
    plain | st.lists(plain, max_size=3).map(Repeated),
    max_size=5,
)
sections = st.dictionaries(st.tuples(names, classes), fields, max_size=4)


def folds_apart(found: dict[Any, Any]) -> bool:
    apart = len({(fold(n), fold(c)) for n, c in found}) == len(found)
    return apart and all(len({fold(k) for k in section}) == len(section) for section in found.values())


@given(plain)
@settings(max_examples=300, deadline=None)
def test_the_writer_writes_what_dump_writes(value: Plain) -> None:
    for given_value in (value, Bare(value) if isinstance(value, str) else value):
        try:
            expected = f"[a B]\nx={dump(given_value)}"
        except ConfigError:
            continue
        assert Writer().section("a", "B", [("x", given_value)]) == expected
        assert Writer().quickly("a", "B", {"x": given_value}) in (expected, None)


@given(st.lists(fields, max_size=6))
@settings(max_examples=100, deadline=None)
def test_the_quick_way_writes_what_the_slow_one_writes(sections: list[dict[str, Any]]) -> None:
    quick, slow = Writer(), Writer()
    for number, section in enumerate((*sections, *sections)):
        try:
            expected = slow.section(f"a%s{number}", "B%d", section.items())
        except SaveError:
            expected = None
        found = quick.quickly(f"a%s{number}", "B%d", section)
        assert found is None or found == expected


_LINES = st.lists(
    st.text(st.sampled_from('ab0.-+$/ \t"\\()=,;![]#:\x00\x7f\u2028é'), max_size=14)
    | st.builds(lambda k, v: f"{k}={v}", st.sampled_from(["a", "A", "b1", "_c", "!a", "+a"]), texts | tricky)
    | plain.map(lambda value: f"x={dump(value)}"),
    max_size=5,
)


@given(st.sampled_from(["a B", "a b C", "x", " a B", "a  B", "[a B", "a;B"]), _LINES)
@example("a B", ['x="a" b'])
@example("a B", ["x=(a=1,b)"])
@settings(max_examples=500, deadline=None)
def test_what_is_usual_is_read_as_the_careful_reader_reads_it(header: str, lines: list[str]) -> None:
    text = "\n".join([f"[{header}]", *(line.replace("\n", " ").replace("\r", " ") for line in lines)])
    found = usual(text)
    if found is None:
        return
    report = Report()
    ((name, class_name, careful),) = read_carefully(IniDocument.from_text(f"{text}\n"), report, 0)
    assert report == []
    assert found == (name, class_name)
    assert isinstance(careful, dict)
    quick: dict[str, Any] = {}
    for key, value in read(text).items():  # the careful reader knows keys that differ in case as one
        quick.setdefault(fold(key), []).extend(value if isinstance(value, Repeated) else [value])
    if len(quick) == len(read(text)):
        assert read(text) == careful
        assert [type(v) for v in read(text).values()] == [type(v) for v in careful.values()]


@given(sections)
@settings(max_examples=100, deadline=None)
def test_any_store_gives_back_what_it_was_given(found: dict[Any, Any]) -> None:
    if not folds_apart(found):
        return
    document = SaveDocument(SaveHeader(revision="1", run="r"), found)
    store = MemoryStore()
    try:
        store.write("s", document)
    except SaveError:  # a value that no text can hold, said when it was written
        return
    again = store.read("s")
    assert again == document
    assert list(again.sections) == list(found)
    assert from_json(to_json(again)) == again
    assert from_json(to_json(document)) == document
    read_back = {key: {k: decode_any(v) for k, v in section.items()} for key, section in again.sections.items()}
    # One line of a key is no list until a field with a list type reads it.
    assert read_back == {
        key: {k: v[0] if isinstance(v, Repeated) and len(v) == 1 else v for k, v in section.items()}
        for key, section in found.items()
    }


@given(st.binary(max_size=300) | st.text(max_size=200).map(lambda text: text.encode(errors="replace")))
@example(b"[a B]\n\n[a b]\n")
@example(b"[a B]\nx=1\nX=2\n")
@settings(max_examples=300, deadline=None)
def test_any_bytes_with_a_fitting_digest_are_a_save_or_one_of_our_errors(body: bytes) -> None:
    try:
        document = SaveDocument.parse(header_bytes(SaveHeader(revision="1"), body) + body)
        assert len(document.sections) == len(document)
    except TalewrightError:
        return
    assert SaveDocument.parse(document.to_bytes()) == document


@given(st.binary(max_size=600))
@settings(max_examples=200, deadline=None)
def test_any_bytes_at_all_are_an_error_of_ours(data: bytes) -> None:
    for start in (b"", b"[SaveHeader]\n", b"[SaveHeader]\nFormat=2\nSchema=1\n"):
        with pytest.raises(SaveError) as error:
            SaveDocument.parse(start + data)
        assert error.value.report
