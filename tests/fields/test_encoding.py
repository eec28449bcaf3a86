"""From values to plain data: what is refused, and where."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import Any, Literal

import pytest

from talewright.errors import FieldError
from talewright.fields import Reference, References, encode, encode_any, encode_fields


class Mood(Enum):
    CALM = 1


class Kind(StrEnum):
    SWORD = "sword"


class TextEnum(str, Enum):  # noqa: UP042 - people write it, and it is not the same
    SWORD = "sword"


@dataclass
class Stats:
    health: int = 10
    marks: dict[str, list[int]] = field(default_factory=dict)


class Npc:
    stats: Stats
    name: str = "ann"
    mood: Mood = Mood.CALM


class Url:
    def __init__(self, text: str) -> None:
        self.text = text


REFERENCES = References({Url: Reference(lambda url: url.text, lambda cls, name: cls(name))}, {"Mood": Mood})


def test_plain_data_in_the_shape_of_a_save() -> None:
    assert encode(Stats(3, {"a": [1]}), Stats) == {"health": 3, "marks": {"a": [1]}}
    assert encode({"at": (1, 2.5)}) == {"at": {"$tuple": [1, 2.5]}}
    assert encode(Url("main:/smith"), Url, REFERENCES) == "main:/smith"
    assert encode(Url("main:/smith"), Any, REFERENCES) == {"$Url": "main:/smith"}
    assert encode([Mood.CALM], Any, REFERENCES) == [{"$Mood": "CALM"}]


def test_a_whole_float_is_written_without_a_point() -> None:
    assert encode(3.0, float) == 3
    assert type(encode(3.0, float)) is int
    assert type(encode(3.0, Any)) is float
    assert repr(encode(-0.0, float)) == "-0.0"
    assert repr(encode(1e300, float)) == "1e+300"


def test_enums_that_are_text_are_text_where_text_is_declared() -> None:
    assert encode(Kind.SWORD, str) == "sword"
    assert encode(TextEnum.SWORD, str) == "sword"
    assert type(encode(TextEnum.SWORD, str)) is str
    assert encode(Kind.SWORD, Kind) == "SWORD"


def test_true_is_a_number_where_a_number_is_declared() -> None:
    assert encode(True, int) == 1
    assert type(encode(True, int)) is int
    with pytest.raises(FieldError):
        encode(True, float)


def test_a_field_that_was_never_set_is_left_out() -> None:
    npc = Npc()
    assert encode_fields(npc) == {"name": "ann", "mood": "CALM"}
    npc.stats = Stats()
    assert encode_fields(npc)["stats"] == {"health": 10, "marks": {}}


@pytest.mark.parametrize(
    ("value", "hint", "path", "says"),
    [
        ("x", int, "", "holds 'x', but int is declared"),
        (1, str, "", "holds 1, but str is declared"),
        (2.5, int, "", "but int is declared"),
        (None, int, "", "holds None"),
        (1, None, "", "but None is declared"),
        (1, bool, "", "but bool is declared"),
        (float("nan"), float, "", "nan cannot be saved"),
        (float("inf"), Any, "", "inf cannot be saved"),
        (10**400, float, "", "too big for a float"),
        ([1, "x"], list[int], "[1]", "holds 'x'"),
        ({"a": {"b": 1.5}}, dict[str, dict[str, int]], "['a']['b']", "holds 1.5"),
        ({1: 2}, dict[str, int], "", "has the key 1, but keys of type str are declared"),
        ((1, 2), tuple[int, int, int], "", "has 2 elements, but 3 are declared"),
        ([1], tuple[int, ...], "", "holds [1]"),
        ("c", Literal["a", "b"], "", "holds 'c'"),
        (b"x", Any, "", "a value of type bytes cannot be saved"),
        ([{"a": object()}], Any, "[0]['a']", "a value of type object cannot be saved"),
        (Stats(), Any, "", "a value of type Stats cannot be saved"),
        (Stats(health="x"), Stats, "health", "holds 'x'"),  # type: ignore[arg-type]
        (Stats(marks={"a": [None]}), Stats, "marks['a'][0]", "holds None"),  # type: ignore[list-item]
        ("x", int | float, "", "holds 'x', but int or float is declared"),
        (1.5, int | str, "", "holds 1.5"),
        ("main:/smith", Url, "", "but Url is declared"),
        (Mood.CALM, Stats, "", "but Stats is declared"),
        (1, list[int], "", "holds 1"),
        (b"", bytes, "", "a value of type bytes cannot be saved"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_path(value: Any, hint: Any, path: str, says: str) -> None:
    with pytest.raises(FieldError) as caught:
        encode(value, hint, References({Url: REFERENCES.entries[Url]}))
    assert caught.value.path == path
    assert says in caught.value.reason


def test_a_path_begins_with_the_field_that_the_caller_names() -> None:
    with pytest.raises(FieldError, match=r"^hero\.stats\.health: holds 'x'"):
        encode(Stats("x"), Stats, path="hero.stats")  # type: ignore[arg-type]


def test_an_endless_value_is_shown_short() -> None:
    with pytest.raises(FieldError) as caught:
        encode("x" * 1000, int)
    assert len(str(caught.value)) < 120


def test_a_class_that_only_has_the_same_name_is_refused() -> None:
    other = type("Mood", (), {})()
    with pytest.raises(FieldError, match="Mood cannot be saved"):
        encode_any(other, REFERENCES)
