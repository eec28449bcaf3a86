"""Any plain data comes back from its text (config-savegame.md section 3)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from talewright.config import UE3, IniDocument
from talewright.config.values import grammar as values
from talewright.errors import ConfigError, ValueFormatError
from talewright.fields import Bare, decode, encode

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(st.characters(codec="utf-8"), max_size=12),
    st.sampled_from(
        ["1", "-1.5", "True", "None", "1e5", "", " ", "(", '"', "\\", "\\\\", "a,b", "x=1", ")", "\r\n", "\0"]
    ),
)
KEYS = st.one_of(st.sampled_from(["a", "min", "F[0]", "a b", "", "=", '"', "é"]), st.text(max_size=5)).filter(
    lambda key: not key.startswith("$") and key.isprintable()
)
PLAIN: st.SearchStrategy[Any] = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=4)),
    max_leaves=12,
)


def same(a: Any, b: Any) -> bool:
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return list(a) == list(b) and all(same(a[k], b[k]) for k in a)
    return type(a) is type(b) and bool(a == b) and repr(a) == repr(b)


@given(PLAIN)
@example({})
@example([[]])
@example([{}])
@example([""])
@example({"": ""})
@example(-0.0)
def test_plain_data_comes_back(plain: Any) -> None:
    assert same(decode(values.parse(values.dump(plain)), Any), plain)


@given(PLAIN)
def test_plain_data_comes_back_as_if_nested(plain: Any) -> None:
    assert same(decode(values.parse(values.dump(plain, nested=True)), Any), plain)


@given(PLAIN)
def test_plain_data_comes_back_out_of_a_file(plain: Any) -> None:
    document = IniDocument()
    document.set_raw("A", "Key", [values.dump(plain)])
    (entry,) = IniDocument.parse(document.to_bytes()).entries("A")
    assert same(decode(values.parse(entry.raw), Any), plain)


@given(st.recursive(SCALARS, lambda inner: st.dictionaries(st.text(max_size=4), inner, max_size=3), max_leaves=6))
def test_encoded_data_with_any_keys_comes_back(data: Any) -> None:
    assert same(decode(values.parse(values.dump(encode(data))), Any), data)


@given(st.text(max_size=40))
def test_any_text_parses_or_raises_with_an_offset_inside(text: str) -> None:
    try:
        found, end = values.parse_prefix(text)
    except ValueFormatError as error:
        offset = error.offset
        assert 0 <= offset <= len(text)
        return
    assert isinstance(found, (str, list, dict))
    assert 0 <= end <= len(text)


@given(st.text("(),=\"\\ab1[] \t'", max_size=30))
def test_any_struct_like_text_parses_or_raises_with_an_offset_inside(text: str) -> None:
    test_any_text_parses_or_raises_with_an_offset_inside.hypothesis.inner_test("(" + text)  # type: ignore[attr-defined]
    test_any_text_parses_or_raises_with_an_offset_inside.hypothesis.inner_test("(" + text + ")")  # type: ignore[attr-defined]


@given(st.one_of(st.text("(),=\"\\ab1[] \t'", max_size=30), PLAIN.map(values.dump)))
@example('(a=,b=x y,c=NSLOCTEXT("a","b, c"))')
@example("50")
def test_what_nobody_decoded_is_written_as_it_was_read(text: str) -> None:
    for raw in (text, f"({text})", f"(a={text})"):
        try:
            found = values.parse(raw)
        except ValueFormatError:
            continue
        again = values.parse(values.dump(found))
        assert same(decode(again, Any), decode(found, Any))


@given(st.dictionaries(st.sampled_from("abc"), st.text("ab ,()=\\;'", max_size=8), max_size=3))
def test_unreal_engine_3_text_comes_back_as_text(fields: dict[str, str]) -> None:
    again = values.parse(values.dump(fields, style=UE3), style=UE3)
    assert (again or {}) == fields


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -float("inf")])
def test_no_number_that_is_none(number: float) -> None:
    with pytest.raises(ConfigError, match="cannot be written"):
        values.dump({"x": number})


def test_bare_text_is_bare() -> None:
    found = values.parse("(a=1)")
    assert type(found["a"]) is Bare
