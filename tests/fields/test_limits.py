"""What no document could give back is refused by name, not by a crash: depth, cycles, subclasses, odd errors."""

from __future__ import annotations

import collections
from dataclasses import dataclass, field
from typing import Any

import pytest

from talewright.errors import FieldError
from talewright.fields import MAX_DEPTH, decode, encode, encode_fields


@dataclass
class Bag:
    things: list[Any] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth - 1):
        value = [value]
    return value


def test_a_value_that_holds_itself_is_refused() -> None:
    bag = Bag()
    bag.things.append(bag.things)
    with pytest.raises(FieldError, match=r"things: is nested deeper than 60 levels, or holds itself"):
        encode_fields(bag)
    bag.things[:] = [{}]
    bag.things[0]["me"] = bag.things
    with pytest.raises(FieldError, match="holds itself"):
        encode_fields(bag)


@pytest.mark.parametrize("depth", [MAX_DEPTH + 1, 3000])
def test_what_is_too_deep_to_be_read_back_is_refused(depth: int) -> None:
    with pytest.raises(FieldError, match="nested deeper"):
        encode_fields(Bag(nested(depth)))


def test_what_is_as_deep_as_allowed_is_not() -> None:
    assert encode_fields(Bag(nested(MAX_DEPTH)))["things"] == nested(MAX_DEPTH)


@pytest.mark.parametrize(
    "value",
    [collections.defaultdict(int), collections.OrderedDict(), collections.Counter("a")],
    ids=lambda v: type(v).__name__,
)
def test_a_dict_of_another_class_is_refused_where_it_would_come_back_as_a_dict(value: dict[str, int]) -> None:
    with pytest.raises(FieldError, match="would come back as a dict"):
        encode_fields(Bag(counts=value))
    with pytest.raises(FieldError, match="cannot be saved"):
        encode(value, Any, path="x")


def test_whatever_a_dataclass_raises_is_a_finding_with_its_path() -> None:
    @dataclass
    class Odd:
        a: int = 0

        def __post_init__(self) -> None:
            if self.a:
                raise ZeroDivisionError("a is not 0")

    with pytest.raises(FieldError, match=r"^m: Odd refuses its fields: ZeroDivisionError: a is not 0"):
        decode({"a": 9}, Odd, path="m")


def test_a_value_that_cannot_be_shown_is_still_named() -> None:
    with pytest.raises(FieldError, match="holds a int, but str is declared"):
        encode(10**5000, str, path="x")
