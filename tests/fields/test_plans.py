"""The short ways of declared types give what the whole road gives, or leave it to that."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from talewright.errors import FieldError
from talewright.fields import Bare, decode, encode
from talewright.fields.plans import Unusual, decoder, encoder

HINTS: list[Any] = [
    int, bool, float, str, None | int, str | None, float | None, list[int], list[str | None], list[list[float]],
    tuple[int, ...], tuple[float, float, float], tuple[str, int], tuple[()], dict[str, int], dict[str, list[float]],
    dict[str, tuple[bool, ...]], list[dict[str, str]], dict[str, Any], list[Any], set[int], dict[int, str], int | str,
]  # fmt: skip


class Mood(IntEnum):
    CALM = 1


class Name(str):
    __slots__ = ()


SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=3), st.text(max_size=3).map(Bare),
    st.sampled_from([0.0, -0.0, 1.0, 1e15, -1e15, 1e16, 2.0**53, 2**53, -(2**53), 10**400, Mood.CALM, Name("n"),
                     Bare("None"), Bare("7"), Bare("1.5"), Bare("True"), "7", "true"]),
)  # fmt: skip
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.lists(inner, max_size=3).map(tuple),
        st.dictionaries(st.one_of(st.text(max_size=2), st.just(Name("k")), st.integers(0, 2)), inner, max_size=3),
    ),
    max_leaves=5,
)


def whole(road: Any, value: Any, hint: Any) -> str:
    try:
        return repr(road(value, hint))
    except FieldError as error:
        return f"refused: {error.message}"


@pytest.mark.parametrize("hint", HINTS, ids=str)
@given(value=VALUES)
@settings(max_examples=40)
def test_a_short_way_gives_what_the_whole_road_gives(hint: Any, value: Any) -> None:
    for way, road in ((encoder(hint), encode), (decoder(hint), decode)):
        if way is None:
            continue
        try:
            found = repr(way(value))
        except Unusual:
            continue
        assert found == whole(road, value, hint)


@pytest.mark.parametrize(
    ("hint", "value", "plain"),
    [
        (int, 7, 7),
        (float, 2.5, 2.5),
        (float, 3.0, 3),
        (str | None, None, None),
        (list[str], ["a"], ["a"]),
        (tuple[float, float], (1.0, 2.5), [1, 2.5]),
        (dict[str, list[bool]], {"a": [True]}, {"a": [True]}),
    ],
)
def test_the_usual_case_goes_the_short_way(hint: Any, value: Any, plain: Any) -> None:
    there, back = encoder(hint), decoder(hint)
    assert there is not None
    assert back is not None
    assert repr(there(value)) == repr(plain)
    assert repr(back(plain)) == repr(value)
