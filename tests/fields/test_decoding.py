"""From plain data to values: Unreal's leniency where text is read, and what does not fit."""

from __future__ import annotations

from dataclasses import InitVar, dataclass, field
from enum import Enum
from typing import Any, Literal

import pytest

from talewright.errors import FieldError, NotFound
from talewright.fields import (
    Bare,
    Reference,
    References,
    Repeated,
    decode,
    decode_any,
    decode_fields,
    spelled,
    unknown_fields,
)


class Mood(Enum):
    CALM = 1
    ANGRY = 2
    CROSS = 2  # noqa: PIE796 - another name of ANGRY


@dataclass(frozen=True)
class Range:
    min: int
    max: int = 10

    def __post_init__(self) -> None:
        if self.min > self.max:
            raise ValueError("min is above max")


@dataclass
class Late:
    base: int = 1
    total: int = field(default=0, init=False)


@dataclass
class Needy:
    base: int = 1
    scale: InitVar[int] = 2
    other: InitVar[int] = field(kw_only=True)


class Item:
    def __init__(self, name: str) -> None:
        self.name = name


class Weapon(Item):
    pass


def _find(cls: type, name: str) -> Any:
    if name == "sowrd":
        raise NotFound(f"no {cls.__name__} is called {name!r}", hint="did you mean sword?")
    return cls(name)


REFERENCES = References({Item: Reference(lambda item: item.name, _find)}, {"Mood": Mood, "Range": Range})


@pytest.mark.parametrize(
    ("text", "hint", "value"),
    [
        ("+5", int, 5),
        (" 5", int, 5),
        ("-0x1F", int, -31),
        ("20.0", int, 20),
        ("20.", int, 20),
        ("3.0f", float, 3.0),
        (".5", float, 0.5),
        ("1e3", float, 1000.0),
        ("TRUE", bool, True),
        ("yes", bool, True),
        ("On", bool, True),
        ("1", bool, True),
        ("off", bool, False),
        ("no", bool, False),
        ("angry", Mood, Mood.ANGRY),
        (" Cross ", Mood, Mood.ANGRY),
        ("HIGH", Literal["low", "high"], "high"),
        ("3", Literal[1, 3], 3),
        ("None", int | None, None),
        ("none", str | None, None),
        ("none", None, None),
        ("x", str, "x"),
        ("", list[int], []),
        ("", dict[str, int], {}),
        ("5", list[int], [5]),
        ("5", tuple[int, ...], (5,)),
        ("5", int | str, 5),
        ("x", int | str, "x"),
        ("5", bool | str, "5"),
        ("5", float | bool, 5.0),
        ("5", Any, 5),
    ],
)
def test_unquoted_text_is_read_as_the_type_says(text: str, hint: Any, value: Any) -> None:
    read = decode(Bare(text), hint)
    assert read == value
    assert type(read) is type(value)


def test_quoted_text_is_text_but_typed_fields_read_it_all_the_same() -> None:
    assert decode("5", Any) == "5"
    assert decode("5", int) == 5
    assert decode("None", str | None) == "None"
    assert decode("None", Any) == "None"


def test_text_never_stays_of_the_kind_that_marks_its_source() -> None:
    assert type(decode(Bare("x"), str)) is str
    assert type(decode(Bare("x"), Any)) is str
    assert type(decode(Bare("--5"), Any)) is str
    assert all(type(key) is str for key in decode({Bare("a"): Bare("b")}, dict[str, str]))


@pytest.mark.parametrize(
    "text", ["--5", "+5", "-0", "00", "1_000", "٣", "1e999", "nan", "inf", "true", "none", "0x1F", "", "9" * 5000]
)
def test_what_only_looks_like_a_value_is_text(text: str) -> None:
    assert spelled(text) == text
    assert type(spelled(text)) is str


def test_a_single_line_of_a_repeated_key_is_a_list_of_one() -> None:
    assert decode({"min": Bare("1")}, list[Range]) == [Range(1)]
    assert decode(Repeated([Bare("1"), Bare("2")]), list[int]) == [1, 2]


def test_names_of_fields_ignore_case_and_others_are_left_out() -> None:
    assert decode_fields(Range, {"MIN": Bare("1"), "colour": Bare("red")}) == {"min": 1}
    assert unknown_fields(Range, ["MIN", "colour"]) == ["colour"]


def test_missing_fields_take_their_defaults() -> None:
    assert decode({"min": 2}, Range) == Range(2, 10)
    with pytest.raises(FieldError, match=r"^level\.min: is missing, and Range has no default for it"):
        decode({"max": 2}, Range, path="level")


def test_a_field_that_is_set_late_comes_back_too() -> None:
    assert decode({"base": 2, "total": 7}, Late).total == 7


def test_what_a_dataclass_itself_refuses_is_a_finding_like_any_other() -> None:
    with pytest.raises(FieldError, match=r"^level: Range refuses its fields: min is above max"):
        decode({"min": 11}, Range, path="level")
    with pytest.raises(FieldError, match="refuses its fields"):
        decode({}, Needy)


def test_a_reference_is_found_for_the_class_that_is_declared() -> None:
    weapon = decode(Bare("sword"), Weapon, REFERENCES)
    assert type(weapon) is Weapon
    assert weapon.name == "sword"
    item = decode({"$Item": "sword"}, Any, REFERENCES)
    assert type(item) is Item
    with pytest.raises(FieldError, match=r"^base: no Item is called 'sowrd'") as caught:
        decode("sowrd", Item, REFERENCES, "base")
    assert caught.value.hint == "did you mean sword?"


@pytest.mark.parametrize(
    ("plain", "hint", "path", "says"),
    [
        (Bare("x"), int, "", "'x' is no whole number"),
        (Bare("1.5"), int, "", "'1.5' is no whole number"),
        (1.5, int, "", "holds 1.5"),
        (Bare(""), float, "", "'' is no number"),
        (10**400, float, "", "too big for a float"),
        (Bare("1e999"), float, "", "is no number"),
        (Bare("maybe"), bool, "", "'maybe' is no truth value"),
        (2, bool, "", "holds 2"),
        (None, str, "", "holds None"),
        ([1], str, "", "holds [1]"),
        (Bare("x"), None, "", "holds 'x'"),
        (Bare("angri"), Mood, "", "'angri' is no Mood"),
        (5, Mood, "", "5 is no Mood"),
        (Bare("mid"), Literal["low", "high"], "", "holds 'mid'"),
        (Bare("x"), int | float, "", "holds 'x', but int or float is declared"),
        ([1, Bare("x")], list[int], "[1]", "is no whole number"),
        ({"a": [Bare("x")]}, dict[str, list[int]], "['a'][0]", "is no whole number"),
        ([1, 2], tuple[int, int, int], "", "has 2 elements, but 3 are declared"),
        (Bare("5"), Range, "", "holds '5', but Range is declared"),
        ({"min": {}}, Range, "min", "holds {}"),
        ([[1, 2, 3]], dict[int, int], "", "but dict is declared"),
        (5, dict[str, int], "", "holds 5"),
        (1, Item, "", "but Item is declared"),
        ({"$Nobody": {}}, Any, "", "names the class 'Nobody', which the game does not know"),
        ({"$Rnge": {}}, Any, "", "names the class"),
        ({"$tuple": 5}, Any, "", "holds 5, but $tuple is declared"),
        ({"$map": [1]}, Any, "", "but dict is declared"),
        ({"$set": [[1]]}, Any, "", "holds [1], which cannot be in a set"),
        ({"$set": [{"$tuple": [[1]]}]}, Any, "", "which cannot be in a set"),
        ({"$map": [[[1], 2]]}, Any, "", "holds [1], which cannot be a key"),
        ({"$Item": 5}, Any, "", "holds 5"),
        ({"$Range": 5}, Any, "", "but Range is declared"),
        (object(), Any, "", "but plain data is declared"),
        (b"", bytes, "", "nothing can be read into the type bytes"),
        ([1], "int", "", "nothing can be read into the type int"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_path(plain: Any, hint: Any, path: str, says: str) -> None:
    with pytest.raises(FieldError) as caught:
        decode(plain, hint, REFERENCES)
    assert caught.value.path == path
    assert says in caught.value.reason


def test_hints_help() -> None:
    with pytest.raises(FieldError) as caught:
        decode(Bare("angri"), Mood)
    assert caught.value.hint == "did you mean ANGRY?"
    with pytest.raises(FieldError) as caught:
        decode(Bare("zzz"), Mood)
    assert caught.value.hint == "one of CALM, ANGRY, CROSS"
    with pytest.raises(FieldError) as caught:
        decode(Bare("5"), Range)
    assert caught.value.hint == "write (min=...,max=...)"
    with pytest.raises(FieldError) as caught:
        decode_any({"$Rang": {}}, REFERENCES)
    assert caught.value.hint == "did you mean Range?"


def test_data_names_no_class_that_was_not_handed_in() -> None:
    with pytest.raises(FieldError):
        decode_any({"$Range": {"min": 1}})
    assert decode_any({"$Range": {"min": 1}}, REFERENCES) == Range(1)
    assert decode_any({"$Mood": "CALM"}, REFERENCES) is Mood.CALM


def test_references_are_put_together_and_the_other_ones_win() -> None:
    mine = References({Item: Reference(str, lambda cls, name: "mine")}, {"A": int})
    other = References({Item: Reference(str, lambda cls, name: "other")}, {"B": str})
    both = mine.merged(other)
    assert decode("x", Item, both) == "other"
    assert set(both.classes) == {"A", "B"}
    assert mine.find(Weapon) == (Item, mine.entries[Item])
    assert mine.find(int) is None


@pytest.mark.parametrize("blank", [" ", "\t"])
def test_blanks_before_a_number_are_none_of_it(blank: str) -> None:
    assert decode(Bare(f"{blank}.5"), float) == 0.5
    assert decode(Bare(f"{blank}5"), int) == 5


@pytest.mark.parametrize("blank", ["\x1c", "\x1f", "\u2003", "\xa0"])
@pytest.mark.parametrize("kind", [int, float, bool])
def test_what_only_python_takes_for_a_blank_is_none(blank: str, kind: type) -> None:
    with pytest.raises(FieldError):
        decode(Bare(f"{blank}1"), kind, notes=[])
