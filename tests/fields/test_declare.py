"""What a class declares: its fields, their types and defaults; and what no document can hold."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, ClassVar, Literal, TypeVar

import pytest

from talewright.errors import FieldError
from talewright.fields import MISSING, Field, Reference, References, check_savable, class_name, declared, own

T = TypeVar("T")


class Mood(Enum):
    CALM = 1
    ANGRY = 2


@dataclass
class Stats:
    health: int = 10
    tags: list[str] = field(default_factory=list)


@dataclass
class Named:
    name: str
    _cache: int = 0
    count: ClassVar[int] = 0


@dataclass
class Hero(Named):
    stats: Stats = field(default_factory=Stats)
    name: str = "nobody"


class Base:
    managed: int
    __declares__ = False


class Enemy(Base):
    health: int = 200
    mood: Mood = Mood.CALM
    sold: list[str] = []
    target: str
    _face: object = None
    speed: ClassVar[float] = 1.0
    other: typing.ClassVar[float] = 1.0
    not_annotated = 5


class Boss(Enemy):
    health = 900
    phase: int = 1
    mood: Literal["raging"] = "raging"  # type: ignore[assignment]


class Slotted:
    __slots__ = ("health",)
    health: int


@dataclass(slots=True)
class SlottedData:
    health: int = 3


class Renamed:
    class_name = "SapituItem"


class Heir(Renamed):
    pass


class Wrong:
    partner: Nobody  # type: ignore[name-defined]  # noqa: F821


class Itself:
    other: Itself | None = None


@dataclass
class Chain:
    next: Chain | None = None


# -- what is declared


def test_a_dataclass_declares_its_fields() -> None:
    fields = declared(Stats)
    assert list(fields) == ["health", "tags"]
    assert fields["health"] == Field("health", int, 10)
    assert fields["tags"].hint == list[str]
    assert fields["tags"].factory is list


def test_underscores_and_class_variables_are_left_out() -> None:
    assert list(declared(Named)) == ["name"]
    assert list(declared(Enemy)) == ["health", "mood", "sold", "target"]


def test_an_heir_declares_what_its_bases_do_and_more() -> None:
    assert list(declared(Hero)) == ["name", "stats"]
    assert declared(Hero)["name"].default == "nobody"
    assert declared(Named)["name"].default is MISSING
    assert list(declared(Boss)) == ["health", "mood", "sold", "target", "phase"]
    assert declared(Boss)["health"].default == 900
    assert declared(Enemy)["health"].default == 200
    assert declared(Boss)["mood"].hint == Literal["raging"]


def test_a_base_may_declare_nothing() -> None:
    assert declared(Base) == {}
    assert "managed" not in declared(Enemy)


def test_an_heir_of_a_base_that_declares_nothing_declares_again() -> None:
    class Below(Base):
        seen: int = 0

    assert list(declared(Below)) == ["seen"]


def test_a_slot_is_no_default() -> None:
    assert declared(Slotted)["health"].required
    assert declared(SlottedData)["health"].default == 3


def test_text_annotations_are_resolved_where_the_class_stands() -> None:
    assert declared(Itself)["other"].hint == Itself | None
    assert declared(Enemy)["mood"].hint is Mood


def test_what_cannot_be_resolved_is_named() -> None:
    with pytest.raises(FieldError, match=r"Wrong\.partner: the type 'Nobody' cannot be found") as caught:
        declared(Wrong)
    assert "import it at the top of the module" in caught.value.hint


def test_looking_twice_gives_the_same() -> None:
    assert declared(Stats) is declared(Stats)
    assert declared(Hero) is not declared(Named)


def test_a_class_without_annotations_declares_nothing() -> None:
    assert declared(object) == {}
    assert declared(int) == {}


def test_the_class_of_a_class_variable_may_have_any_prefix() -> None:
    class Local:
        one: typing.ClassVar[int] = 1
        two: ClassVar = 2
        three: int = 3

    assert list(declared(Local)) == ["three"]


# -- defaults


def test_every_object_gets_a_default_of_its_own() -> None:
    entry = declared(Enemy)["sold"]
    assert entry.make() == []
    assert entry.make() is not entry.make()
    assert declared(Stats)["tags"].make() is not declared(Stats)["tags"].make()


@pytest.mark.parametrize("value", [[1], {"a": [1]}, {1}, Stats(), ([1], 2)])
def test_what_can_change_is_copied_whole(value: Any) -> None:
    copy = own(value)
    assert copy == value
    assert copy is not value
    if isinstance(value, dict):
        assert copy["a"] is not value["a"]


@pytest.mark.parametrize("value", [1, "x", None, Mood.CALM, (1, 2), frozenset({1}), Stats])
def test_what_cannot_change_is_shared(value: Any) -> None:
    assert own(value) is value


def test_missing_is_no_value() -> None:
    assert declared(Enemy)["target"].required
    assert not declared(Chain)["next"].required
    assert declared(Chain)["next"].default is None
    assert repr(MISSING) == "MISSING"


# -- registered names


def test_a_class_is_registered_under_its_own_name_or_the_one_it_says() -> None:
    assert class_name(Enemy) == "Enemy"
    assert class_name(Renamed) == "SapituItem"
    assert class_name(Heir) == "Heir"  # the name is not inherited: two classes would have it


# -- what can be saved


class Fine:
    a: int = 0
    b: float | None = None
    c: dict[str, list[tuple[int, ...]]] = {}
    d: Mood | str = "x"
    e: Any = None
    f: Chain | None = None
    g: frozenset[Literal["x", "y"]] = frozenset()
    h: object = None
    i: None = None


class WithCallable:
    act: Callable[[], None] = print


class WithBytes:
    data: list[bytes] = []


class WithClass:
    stats: dict[str, Enemy] = {}


@dataclass
class Deep:
    inner: WithGeneric[int] | None = None


@dataclass
class WithGeneric(typing.Generic[T]):
    value: T | None = None


def test_what_a_document_can_hold_is_let_through() -> None:
    check_savable(Fine)
    check_savable(Chain)
    check_savable(Enemy)
    assert set(declared(Fine)) == set("abcdefghi")


@pytest.mark.parametrize(
    ("cls", "path"),
    [
        (WithCallable, "WithCallable.act"),
        (WithBytes, "WithBytes.data"),
        (WithClass, "WithClass.stats"),
        (Deep, "Deep.inner.value"),
    ],
)
def test_what_it_cannot_hold_is_refused_by_name(cls: type, path: str) -> None:
    with pytest.raises(FieldError) as caught:
        check_savable(cls)
    assert caught.value.path == path
    assert "underscore" in caught.value.hint


def test_a_type_that_is_saved_as_its_name_is_let_through() -> None:
    check_savable(WithClass, References({Base: Reference(str, lambda cls, name: cls())}))
    with pytest.raises(FieldError):
        check_savable(WithClass, References({Named: Reference(str, lambda cls, name: cls())}))


def test_fields_are_values() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        declared(Stats)["health"].default = 5  # type: ignore[misc]
