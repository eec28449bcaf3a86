"""Which names are valid, and what an importer makes of the others."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from talewright.errors import InvalidName
from talewright.tags import (
    MAX_LENGTH,
    check,
    is_valid,
    leaf_name,
    oddities,
    parent_of,
    parents_of,
    repair,
    sort_key,
)

ODD = st.text(st.sampled_from("AaBb. -/'\",\t\n\0é_0") | st.characters(), max_size=12)


@pytest.mark.parametrize(
    "name", ["A", "A.B.C", "9m.1", "a-b/c", "Größe.日本", "A. .B", "Nothing", "none.x", "x" * MAX_LENGTH, "[x];=(y)"]
)
def test_valid_names(name: str) -> None:
    assert is_valid(name)
    assert check(name) == name
    assert repair(name) == name


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "is empty"),
        (".A", "begins with a dot"),
        ("A.", "ends in a dot"),
        (" A", "begins with a blank"),
        ("A\u00a0", "ends in a blank"),
        ("A,B", "holds ','"),
        ("A'B", 'holds "\'"'),
        ('A"B', "holds '\"'"),
        ("A\tB", r"holds '\t'"),
        ("A\nB", r"holds '\n'"),
        ("A\0B", r"holds '\x00'"),
        ("A..B", "has an empty segment"),
        ("NONE", "is the word that stands for no tag"),
        ("x" * (MAX_LENGTH + 1), "has 1024 characters; 1023 at the most"),
    ],
)
def test_invalid_names_and_why(name: str, why: str) -> None:
    assert not is_valid(name)
    with pytest.raises(InvalidName) as caught:
        check(name)
    assert why in caught.value.message
    assert len(caught.value.message) < 200


@pytest.mark.parametrize(("name", "repaired"), [(" A.B ", "A.B"), (".A", "A"), ("A,", "A_")])
def test_t51_names_are_repaired_on_import(name: str, repaired: str) -> None:
    assert repair(name) == repaired
    with pytest.raises(InvalidName) as caught:
        check(name)
    assert caught.value.hint == f"write {repaired}"


def test_t52_a_blank_inside_is_valid() -> None:
    assert is_valid("Ok.Inner Space")


def test_t53_none_is_no_name_and_odd_as_a_segment() -> None:
    assert not is_valid("None")
    assert repair("None") is None
    assert is_valid("None.Live")
    assert oddities("None.Live") == ["its first segment is None"]


@pytest.mark.parametrize("name", ["", "..", " . ", "none ", "x" * 2000])
def test_where_nothing_is_left_nothing_is_repaired(name: str) -> None:
    assert repair(name) is None


def test_edges_are_stripped_until_nothing_changes() -> None:
    assert repair(" .Mixed. ") == "Mixed"
    assert repair(". . A . ") == "A"


def test_oddities() -> None:
    assert oddities("Quest. Rats") == ["a blank stands next to a dot"]
    assert oddities("none .x") == ["a blank stands next to a dot"]
    assert oddities("Quest.Big Rats") == []


@given(ODD)
def test_what_is_repaired_is_valid_and_stays(name: str) -> None:
    repaired = repair(name)
    if repaired is not None:
        assert is_valid(repaired)
        assert repair(repaired) == repaired
    assert (repaired == name) == is_valid(name)


def test_parts_of_a_name() -> None:
    assert parents_of("A.B.C") == ["A.B", "A"]
    assert parents_of("A") == []
    assert (parent_of("A.B.C"), parent_of("A")) == ("A.B", "")
    assert (leaf_name("A.B"), leaf_name("A")) == ("B", "A")


def test_a_parent_directly_precedes_all_under_it() -> None:
    names = ["A-B", "A!", "a.x", "A", "A.X.Y", "A B", "B", "A.x-1"]
    assert sorted(names, key=sort_key) == ["A", "a.x", "A.X.Y", "A.x-1", "A B", "A!", "A-B", "B"]


@given(st.lists(ODD.filter(is_valid)))
def test_names_are_sorted_by_their_segments(names: list[str]) -> None:
    from talewright.names import fold

    assert sorted(names, key=sort_key) == sorted(names, key=lambda name: fold(name).split("."))
