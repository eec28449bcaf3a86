"""The one case rule, dictionaries that follow it, near names, and ids that may be created."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from talewright.errors import InvalidName
from talewright.names import FoldedDict, OldNames, check_id, closest, did_you_mean, fold

# -- fold


@pytest.mark.parametrize(
    ("one", "other"), [("Foo", "foo"), ("LIBRETTO.Dialogues", "libretto.dialogues"), ("ÄRGER", "ärger"), ("Ω", "ω")]
)
def test_names_that_differ_in_case_are_one(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Foo_1", "Foo_01"),
        ("STRASSE", "straße"),  # no full case folding
        ("é", "e\u0301"),  # no normalisation
        ("I", "ı"),  # no locale: the dotless i is another letter
        ("İ", "i"),  # its lower case is two characters, so it stays
        ("A.B", "A B"),
    ],
)
def test_names_that_differ_otherwise_are_two(one: str, other: str) -> None:
    assert fold(one) != fold(other)


@given(st.text())
def test_folding_keeps_the_length_and_is_done_once(name: str) -> None:
    folded = fold(name)
    assert len(folded) == len(name)
    assert fold(folded) == folded


@given(st.text(), st.text())
def test_folding_works_character_by_character(one: str, other: str) -> None:
    assert fold(one + other) == fold(one) + fold(other)


# -- FoldedDict


def test_the_first_spelling_stays_and_the_last_value_counts() -> None:
    settings = FoldedDict[int]({"Music": 1, "MUSIC": 2})
    settings["music"] = 3
    assert dict(settings) == {"Music": 3}
    assert settings.spelling("mUSIC") == "Music"
    assert settings.spelling("sound") is None


def test_order_is_that_of_arrival() -> None:
    settings = FoldedDict([("b", 1), ("a", 2), ("B", 3)])
    assert list(settings) == ["b", "a"]
    assert list(settings.values()) == [3, 2]


def test_removing_frees_the_spelling() -> None:
    settings = FoldedDict({"Music": 1})
    del settings["MUSIC"]
    assert len(settings) == 0
    settings["music"] = 2
    assert list(settings) == ["music"]


def test_a_missing_key_is_named_as_it_was_asked_for() -> None:
    settings = FoldedDict[int]()
    with pytest.raises(KeyError, match="Sound"):
        settings["Sound"]
    with pytest.raises(KeyError, match="Sound"):
        del settings["Sound"]


def test_only_text_can_be_a_key() -> None:
    assert 5 not in FoldedDict({"5": 1})  # type: ignore[comparison-overlap]
    assert repr(FoldedDict({"A": 1})) == "FoldedDict({'A': 1})"


@given(st.lists(st.tuples(st.text(max_size=3), st.integers())))
def test_it_is_a_dict_of_folded_keys(pairs: list[tuple[str, int]]) -> None:
    folded = FoldedDict(pairs)
    plain = {fold(key): value for key, value in pairs}
    assert len(folded) == len(plain)
    assert {fold(key): value for key, value in folded.items()} == plain
    assert all(key in folded and fold(key) in folded for key, _ in pairs)


# -- near names


def test_near_names_are_given_nearest_first_in_their_own_spelling() -> None:
    assert closest("FORGR", ["Cellar", "Forge", "Forger"]) == ["Forger", "Forge"]
    assert closest("zzz", ["Cellar", "Forge"]) == []
    assert len(closest("abcde1", [f"abcde{n}" for n in range(9)], limit=2)) == 2


def test_the_hint_names_them_all_or_is_empty() -> None:
    assert did_you_mean("forgr", ["Forge", "Forger"]) == "did you mean Forger or Forge?"
    assert did_you_mean("zzz", ["Forge"]) == ""


# -- ids


@pytest.mark.parametrize("name", ["a", "ann", "Ann", "sw0rd", "a1b", "A" * 63])
def test_ids_that_may_be_created(name: str) -> None:
    assert check_id(name) == name


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "is empty"),
        ("ann 2", "holds a blank"),
        ("ann\t", "holds a blank"),
        ("ann-lee", "holds '-'"),
        ("änn", "holds 'ä'"),
        ("ann\u0661", "holds"),
        ("1ann", "begins with a digit"),
        ("ann1", "ends in a digit"),
        ("a" * 64, "has 64 characters; 63 at the most"),
        ("a]b", "holds ']'"),
    ],
)
def test_ids_that_may_not(name: str, why: str) -> None:
    with pytest.raises(InvalidName, match=why):
        check_id(name)


def test_the_error_says_what_it_is_and_proposes_another() -> None:
    with pytest.raises(InvalidName) as caught:
        check_id("Ann of the Hill 2", what="character id")
    assert "the character id 'Ann of the Hill 2'" in str(caught.value)
    assert "'AnnoftheHill' could be the character id" in caught.value.hint


@given(st.text(max_size=70))
def test_what_is_proposed_may_be_created(name: str) -> None:
    try:
        check_id(name)
    except InvalidName as error:
        _, found, rest = error.hint.partition("; ")
        if found:
            proposed = rest.split("'")[1]
            assert check_id(proposed) == proposed


def test_one_table_of_old_names_serves_ini_files_and_saves() -> None:
    from talewright.config import Renames
    from talewright.savegame import RenameTable, SaveDocument, SaveHeader

    assert Renames is RenameTable is OldNames
    assert not OldNames()
    names = OldNames(
        {"Smith": "Blacksmith"},
        {("Blacksmith", "anger"): "mood"},
        enums={("Mood", "CROSS"): "ANGRY"},
        values={("Blacksmith", "mood"): {"CROSS": "ANGRY"}},
        tags={"Npc.Smith": "Npc.Blacksmith"},
    )
    assert names
    assert names.old_fields("blacksmith", "Mood") == ["anger"]
    assert (names.member("mood", " cross "), names.member("Mood", "calm")) == ("ANGRY", "calm")
    assert (names.tag("Npc.Smith.Angry"), names.tag("Npc.Smithy")) == ("Npc.Blacksmith.Angry", "Npc.Smithy")
    save = SaveDocument(SaveHeader(), {("main:/a#b", "Smith"): {"anger": "CROSS"}, ("Npc.Smith", "GPVar"): {}})
    save.rename(names)
    assert save.sections == {("main:/a#b", "Blacksmith"): {"mood": "ANGRY"}, ("Npc.Blacksmith", "GPVar"): {}}
    with pytest.raises(TypeError, match="positional"):
        OldNames({}, {}, {})  # type: ignore[call-arg]


def test_a_chain_of_old_names_ends_at_the_present_one_and_a_circle_nowhere() -> None:
    names = OldNames({"B": "C", "A": "B", "X": "Y", "Y": "X", "W": "X"}, ids={"ann": "anna", "anna": "Anne"})
    assert [names.section(f"ANN {cls}") for cls in "abc"] == ["Anne C", "Anne C", "Anne c"]
    assert [names.section(cls) for cls in "XYW"] == ["X", "Y", "W"]
    assert (names.old_classes("c"), names.old_ids("anne")) == (["B", "A"], ["anna", "ann"])


def test_a_long_chain_of_old_names_is_followed_in_one_go() -> None:
    names = OldNames(ids={f"n{n}": f"n{n + 1}" for n in reversed(range(20_000))})
    assert (names.id("n0"), names.id("N19999"), names.id("n20000")) == ("n20000", "n20000", "n20000")
