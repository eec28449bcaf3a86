from __future__ import annotations

import pytest

from talewright.errors import Misuse, NewerSave, SaveError
from talewright.savegame import SaveDocument, SaveHeader, migrate, migration, migration_target, ordered, schema_of


@migration(to=2)
def smith_became_blacksmith(save: SaveDocument) -> None:
    save.rename_class("Smith", "Blacksmith")


@migration(to=3)
def anger_became_mood(save: SaveDocument) -> None:
    for smith in save.of_class("Blacksmith").values():
        smith["mood"] = "ANGRY" if int(smith.pop("anger", "0")) > 3 else "CALM"


@migration(to=4)
def broken(save: SaveDocument) -> None:
    save.rename_class("Blacksmith", "X")
    raise KeyError("oh")


STEPS = [anger_became_mood, smith_became_blacksmith]


def old(schema: int = 1) -> SaveDocument:
    return SaveDocument(SaveHeader(schema=schema, revision="1"), {("main:/smith#c", "Smith"): {"anger": 5}})


def test_the_mark_changes_nothing_else() -> None:
    assert migration_target(anger_became_mood) == 3
    assert migration_target(old) is None
    assert migration_target(3) is None


def test_steps_run_in_order_on_a_copy() -> None:
    save = old()
    result = migrate(save, STEPS)
    assert result.steps == ["smith_became_blacksmith", "anger_became_mood"]
    assert result.document.sections == {("main:/smith#c", "Blacksmith"): {"mood": "ANGRY"}}
    assert result.document.header.schema == 3
    assert save == old()
    assert save.header.schema == 1


def test_an_up_to_date_save_needs_no_step() -> None:
    assert migrate(old(schema=3), STEPS).steps == []
    assert migrate(old(), []).document == old()


def test_steps_in_the_middle_of_the_way() -> None:
    save = SaveDocument(SaveHeader(schema=2), {("s", "Blacksmith"): {"anger": 1}})
    assert migrate(save, STEPS).document.sections == {("s", "Blacksmith"): {"mood": "CALM"}}


def test_a_newer_save_is_refused_untouched() -> None:
    data = SaveDocument(SaveHeader(schema=9, revision="1"), {}).to_bytes()
    save = SaveDocument.parse(data, "slot1.ini")
    with pytest.raises(NewerSave) as error:
        migrate(save, STEPS)
    assert "slot1.ini:3:1: error TW-SAVE-03: the save is of version 9, this game reads up to version 3" in (
        str(error.value)
    )
    assert error.value.report[0].hint
    assert save.to_bytes() == data


def test_a_step_that_fails_is_named_and_leaves_the_save_as_it_was() -> None:
    save = old()
    with pytest.raises(SaveError, match="the migration broken to version 4 failed: KeyError"):
        migrate(save, [*STEPS, broken])
    assert save == old()


def test_a_save_that_is_too_old_is_refused() -> None:
    with pytest.raises(SaveError, match="no migration leads to version 2"):
        migrate(old(), [anger_became_mood])


def test_steps_must_follow_each_other() -> None:
    @migration(to=2)
    def twin(save: SaveDocument) -> None: ...

    with pytest.raises(Misuse, match="both lead to version 2"):
        ordered([smith_became_blacksmith, twin])
    with pytest.raises(Misuse, match="no migration leads to 3"):
        ordered([smith_became_blacksmith, broken])
    with pytest.raises(Misuse, match="is no migration"):
        ordered([lambda save: None])
    with pytest.raises(Misuse, match="leads to version 2"):
        migration(to=1)


def test_the_last_step_is_the_version_of_the_game() -> None:
    assert (schema_of([]), schema_of(STEPS)) == (1, 3)
    assert list(ordered(STEPS)) == [2, 3]


def test_a_hint_is_given_once() -> None:
    @migration(to=2)
    def clash(save: SaveDocument) -> None:
        save.rename_class("Smith", "Blacksmith")

    save = SaveDocument(SaveHeader(schema=1), {("a", "Smith"): {}, ("a", "Blacksmith"): {}})
    with pytest.raises(SaveError) as caught:
        migrate(save, [clash])
    assert str(caught.value).count("hint: merge the two first") == 1
    with pytest.raises(SaveError) as caught:
        SaveDocument(SaveHeader(), {("a", "Smith"): {"x": float("nan")}}).to_bytes()
    assert str(caught.value).count("hint:") == 1
