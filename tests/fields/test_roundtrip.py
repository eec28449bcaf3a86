"""Whatever fits its declared type comes back as it was."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import Enum, Flag, IntEnum
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from talewright.fields import Bare, Reference, References, decode, decode_any, encode, encode_any

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
ODD_TEXT = TEXT | st.sampled_from(
    ["", "None", "True", "1", "-0", "007", "1e5", "$tuple", "$", " x ", "(", '"', "a=b", ","]
)
FLOATS = st.floats(allow_nan=False, allow_infinity=False)
SCALARS = st.none() | st.booleans() | st.integers() | FLOATS | ODD_TEXT


class Mood(Enum):
    CALM = 1
    ANGRY = 2
    FURIOUS = 2  # noqa: PIE796 - another name of ANGRY


class Level(IntEnum):
    LOW = 1
    HIGH = 2


class Door(Flag):
    OPEN = 1
    LOCKED = 2
    BROKEN = 4


@dataclass(frozen=True)
class Point:
    x: float = 0.0
    y: float = 0.0


@dataclass
class Bag:
    name: str
    places: list[Point] = field(default_factory=list)
    moods: dict[Mood, int] = field(default_factory=dict)
    mark: Point | None = None
    inner: Bag | None = None
    anything: Any = None


class Url:
    known: dict[str, Url] = {}

    def __new__(cls, text: str) -> Url:
        return cls.known.setdefault(text, super().__new__(cls))

    def __init__(self, text: str) -> None:
        self.text = text


REFERENCES = References(
    {Url: Reference(lambda url: url.text, lambda cls, name: cls(name))}, {"Point": Point, "Mood": Mood, "Door": Door}
)
POINTS = st.builds(Point, FLOATS, FLOATS)
URLS = TEXT.map(Url)
HASHABLES = st.recursive(
    SCALARS | POINTS | URLS | st.sampled_from(Mood),
    lambda inner: st.tuples(inner, inner) | st.frozensets(inner, max_size=3),
    max_leaves=5,
)
ANYTHING = st.recursive(
    SCALARS | POINTS | URLS | st.sampled_from(Mood) | st.sampled_from(Door),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(ODD_TEXT, inner, max_size=3)
        | st.dictionaries(HASHABLES, inner, max_size=3)
        | st.tuples(inner, inner)
        | st.sets(HASHABLES, max_size=3)
        | st.frozensets(HASHABLES, max_size=3)
    ),
    max_leaves=8,
)
BAGS = st.recursive(
    st.builds(Bag, ODD_TEXT, st.lists(POINTS, max_size=2), anything=ANYTHING),
    lambda inner: st.builds(
        Bag, ODD_TEXT, moods=st.dictionaries(st.sampled_from(Mood), st.integers()), mark=st.none() | POINTS, inner=inner
    ),
    max_leaves=3,
)
TYPED: dict[Any, st.SearchStrategy[Any]] = {
    bool: st.booleans(),
    int: st.integers(),
    float: FLOATS,
    str: ODD_TEXT,
    None: st.none(),
    int | None: st.none() | st.integers(),
    str | None: st.none() | ODD_TEXT,
    int | str: st.integers() | ODD_TEXT,
    bool | float | None: st.none() | st.booleans() | FLOATS,
    Point | Mood | str: POINTS | st.sampled_from(Mood) | ODD_TEXT,
    Url | str: URLS | ODD_TEXT,
    list[int] | dict[str, str]: st.lists(st.integers()) | st.dictionaries(ODD_TEXT, ODD_TEXT),
    Literal["a", "b"] | int: st.sampled_from(["a", "b"]) | st.integers(),
    Literal["low", "high", 3]: st.sampled_from(["low", "high", 3]),
    Mood: st.sampled_from(Mood),
    Level: st.sampled_from(Level),
    Door: st.sets(st.sampled_from([Door.OPEN, Door.LOCKED, Door.BROKEN])).map(lambda s: Door(sum(d.value for d in s))),
    Url: URLS,
    list[str]: st.lists(ODD_TEXT, max_size=4),
    list[list[int]]: st.lists(st.lists(st.integers(), max_size=3), max_size=3),
    list: st.lists(ANYTHING, max_size=2),
    set[str]: st.sets(ODD_TEXT, max_size=4),
    frozenset[int]: st.frozensets(st.integers(), max_size=4),
    set[Mood]: st.sets(st.sampled_from(Mood)),
    set[Point]: st.sets(POINTS, max_size=3),
    tuple[int, str, float]: st.tuples(st.integers(), ODD_TEXT, FLOATS),
    tuple[float, ...]: st.lists(FLOATS, max_size=4).map(tuple),
    dict[str, int]: st.dictionaries(ODD_TEXT, st.integers(), max_size=4),
    dict[int, list[Mood]]: st.dictionaries(st.integers(), st.lists(st.sampled_from(Mood), max_size=2), max_size=3),
    dict[Mood, str]: st.dictionaries(st.sampled_from(Mood), ODD_TEXT),
    dict[tuple[int, int], Point]: st.dictionaries(st.tuples(st.integers(), st.integers()), POINTS, max_size=3),
    dict[Url, int]: st.dictionaries(URLS, st.integers(), max_size=3),
    dict: st.dictionaries(HASHABLES, ANYTHING, max_size=3),
    Point: POINTS,
    Bag: BAGS,
}


def same(one: Any, other: Any) -> bool:
    """Equal, of the same types, zeros of the same sign."""
    if type(one) is not type(other) or one != other:
        return False
    if isinstance(one, float):
        return math.copysign(1, one) == math.copysign(1, other)
    if isinstance(one, (list, tuple)):
        return all(same(a, b) for a, b in zip(one, other, strict=True))
    if isinstance(one, dict):
        return list(one) == list(other) and all(same(one[k], other[k]) for k in one)
    if isinstance(one, (Point, Bag)):
        return all(same(a, b) for a, b in zip(vars(one).values(), vars(other).values(), strict=True))
    return True


def is_plain(value: Any) -> bool:
    if type(value) is list:
        return all(map(is_plain, value))
    if type(value) is dict:
        return all(type(k) is str and is_plain(v) for k, v in value.items())
    return value is None or type(value) in (bool, int, float, str)


@pytest.mark.parametrize("hint", TYPED, ids=str)
@given(data=st.data())
def test_typed_values_come_back(hint: Any, data: st.DataObject) -> None:
    value = data.draw(TYPED[hint])
    plain = encode(value, hint, REFERENCES)
    assert is_plain(plain)
    assert same(decode(plain, hint, REFERENCES), value)


@given(ANYTHING)
def test_untyped_values_come_back(value: Any) -> None:
    plain = encode_any(value, REFERENCES)
    assert is_plain(plain)
    assert same(decode_any(plain, REFERENCES), value)


@given(ANYTHING)
def test_what_is_encoded_is_not_the_value_itself(value: Any) -> None:
    plain = encode_any(value, REFERENCES)
    if isinstance(value, (list, dict)):
        assert plain is not value


@given(st.lists(ODD_TEXT))
def test_a_set_is_written_in_one_order(values: list[str]) -> None:
    assert encode(set(values), set[str]) == sorted(set(values), key=repr)


@given(st.integers() | FLOATS)
def test_a_number_that_stood_unquoted_is_read_by_its_spelling(value: float) -> None:
    assert same(decode_any(Bare(repr(value))), value)


@given(st.integers())
def test_typed_numbers_are_read_from_their_text(value: int) -> None:
    assert decode(Bare(str(value)), int) == value
    assert decode(Bare(f"{value}.00"), int) == value
    assert decode(Bare(hex(abs(value))), int) == abs(value)


@given(FLOATS)
def test_typed_floats_are_read_from_their_text(value: float) -> None:
    assert same(decode(Bare(repr(value)), float), value)
    assert same(decode(Bare(f"{value!r}f"), float), value)
