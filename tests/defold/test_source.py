"""Places in texts, and in texts inside strings of texts."""

from __future__ import annotations

from talewright.defold import Scalar, Source, parse
from talewright.defold.strings import escape, unescape
from talewright.diagnostics import Report


def first(source: Source) -> Scalar:
    value = parse(source, Report()).fields[0].value
    assert isinstance(value, Scalar)
    return value


def test_lines_and_columns() -> None:
    source = Source("a.go", "ab\n\ncd")
    assert [source.locate(at) for at in range(7)] == [(1, 1), (1, 2), (1, 3), (2, 1), (3, 1), (3, 2), (3, 3)]


def test_spans_are_exclusive_and_the_end_of_the_file_is_empty() -> None:
    source = Source("a.go", "abc")
    assert (source.span(0, 2).end_line, source.span(0, 2).end_column) == (1, 3)
    assert (source.span(3, 3).column, source.span(3, 3).end_column) == (4, 4)


def test_a_nested_place_is_a_place_of_the_outer_text() -> None:
    inner = 'components {\n  id: "x"\n  data: "deep: \\"y\\"\\n"\n}\n'
    outer = 'name: "n"\n'
    text = outer + "data: " + escape(inner)
    value = parse(Source("a.collection", text), Report()).all("data")[0]
    assert isinstance(value, Scalar)
    nested = value.nested()
    assert nested.text == inner
    for at, char in enumerate(inner):
        line, column = nested.locate(at)
        shown = text.split("\n")[line - 1][column - 1]
        assert shown == ("\\" if char in '\n"\\' else char)


def test_twice_nested() -> None:
    deep = "one: 1\ntwo: 2\n"
    middle = "data: " + escape(deep)
    text = "\n\ndata: " + escape(middle)
    innermost = first(first(Source("a", text)).nested()).nested()
    assert innermost.text == deep
    line, column = innermost.locate(deep.index("two"))
    assert line == 3
    assert text.split("\n")[2][column - 1 :].startswith("two")


def test_strings_side_by_side_keep_their_lines() -> None:
    text = 'data: "a: 1\\n"\n  "b: 2\\n"\n  "c: $\\n"\n  ""'
    nested = first(Source("a", text)).nested()
    report = Report()
    parse(nested, report)
    assert [str(d.span) for d in report] == ["a:3:7", "a:4:4"]


def test_escapes() -> None:
    text = r"\a\b\f\n\r\t\v\\\'\"\?\101\x41\u00e9\U0001F600\303\251"
    assert unescape(text, [(0, len(text))]).text == "\a\b\f\n\r\t\v\\'\"?AAé😀é"


def test_bytes_that_meet_across_strings() -> None:
    text = r'data: "\303" "\251"'
    assert first(Source("a", text)).value == "é"


def test_an_empty_string() -> None:
    found = unescape('""', [(1, 1)])
    assert (found.text, found.breaks, found.origins) == ("", [0], [1])
