"""Rename tables, differences, JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest

from talewright.errors import AlreadyExists, SaveError
from talewright.fields import Bare, Repeated, Sections
from talewright.savegame import (
    RenameTable,
    SaveDocument,
    SaveHeader,
    compare,
    compare_headers,
    from_json,
    migrate,
    migration,
    to_json,
)

SECTIONS: Sections = {
    ("main", "World"): {
        "pending": [{"id": "sell", "fields": {"what": {"$Smith": {"a": 1}}, "tag": {"$Tag": "Lib.Smith"}}}]
    },
    ("main:/smith#controller", "Smith"): {
        "anger": "CROSS",
        "moods": ["CROSS", "CALM"],
        "by": {"CROSS": "CROSS"},
        "n": 1,
    },
    ("swordx", "SapituInventory"): {"baseItem": "sword1"},
    ("breadx", "SapituInventory"): {"baseItem": "bread"},
    ("Lib.Smith", "GPVar"): {"started": 1},
    ("Lib.Smith.Choice_need", "GPVar"): {"selected": 2},
    ("Lib.Smithy", "GPVar"): {"started": 3},
}


def save(sections: Sections = SECTIONS) -> SaveDocument:
    document = SaveDocument(SaveHeader(title="At the smithy", revision="0f"), sections)
    return SaveDocument.parse(document.to_bytes())


def test_a_table_renames_every_kind_of_name() -> None:
    document = save()
    document.rename(
        RenameTable(
            classes={"smith": "Blacksmith"},
            fields={("Blacksmith", "anger"): "mood"},
            values={
                ("Blacksmith", "mood"): {"cross": "ANGRY"},
                ("Blacksmith", "moods"): {"CROSS": "ANGRY"},
                ("Blacksmith", "by"): {"CROSS": "ANGRY"},
            },
            items={"SWORD1": "shortsword"},
            tags={"Lib.Smith": "Lib.Blacksmith"},
        )
    )
    assert document.body_bytes().decode().split("\n\n") == [
        "[main World]\npending=((id=sell,fields=(what=($Blacksmith=(a=1)),tag=($Tag=Lib.Blacksmith))))",
        "[main:/smith#controller Blacksmith]\nmood=ANGRY\nmoods=(ANGRY,CALM)\nby=(ANGRY=ANGRY)\nn=1",
        "[swordx SapituInventory]\nbaseItem=shortsword",
        "[breadx SapituInventory]\nbaseItem=bread",
        "[Lib.Blacksmith GPVar]\nstarted=1",
        "[Lib.Blacksmith.Choice_need GPVar]\nselected=2",
        "[Lib.Smithy GPVar]\nstarted=3\n",
    ]
    assert SaveDocument.parse(document.to_bytes()) == document


def test_renames_of_one_table_follow_each_other_everywhere() -> None:
    """What waits in a message names a class as its section does."""
    document = save()
    document.rename(
        RenameTable(
            classes={"Smith": "Blacksmith", "Blacksmith": "Farrier"},
            tags={"Lib.Smith": "Lib.Other", "Lib.Smithy": "Lib.Smith", "Lib.Other": "Lib.Smithy"},
        )
    )
    text = document.body_bytes().decode()
    assert "what=($Farrier=(a=1)),tag=($Tag=Lib.Smithy)" in text
    assert "[main:/smith#controller Farrier]" in text
    assert "[Lib.Smithy GPVar]\nstarted=1\n" in text  # the two have changed their names
    assert "[Lib.Smith GPVar]\nstarted=3\n" in text


def test_a_table_without_rows_changes_nothing() -> None:
    document = save()
    before = document.body_bytes()
    document.rename(RenameTable())
    document.rename(RenameTable(classes={"Nobody": "Somebody"}, tags={"X": "Y"}, items={"x": "y"}))
    assert document.body_bytes() == before


@pytest.mark.parametrize(
    "table",
    [
        RenameTable(fields={("Smith", "anger"): "n"}),
        RenameTable(tags={"Lib.Smith": "Lib.Smithy"}),
    ],
)
def test_a_new_name_that_is_taken_is_an_error(table: RenameTable) -> None:
    with pytest.raises(AlreadyExists):
        save().rename(table)


def test_a_name_may_change_its_case() -> None:
    document = save()
    document.rename(RenameTable(fields={("Smith", "anger"): "ANGER"}, tags={"lib.smith": "LIB.Smith"}))
    assert next(iter(document.of_class("Smith")["main:/smith#controller"])) == "ANGER"
    assert ("LIB.Smith", "GPVar") in document.sections


def test_a_failed_rename_in_a_migration_leaves_the_save_as_it_was() -> None:
    @migration(to=2)
    def step(document: SaveDocument) -> None:
        document.rename(RenameTable(classes={"Smith": "Blacksmith"}, fields={("Blacksmith", "anger"): "n"}))

    document = save()
    before = document.body_bytes()
    with pytest.raises(SaveError, match="the migration step to version 2 failed: AlreadyExists"):
        migrate(document, [step])
    assert document.body_bytes() == before


def test_an_object_s_section_gets_another_name() -> None:
    document = save()
    document.rename_object("swordx", "SapituInventory", "bladex")
    document.rename_object("nothing", "SapituInventory", "anything")
    assert list(document.of_class("SapituInventory")) == ["bladex", "breadx"]
    document.remove_section("bladex", "sapituinventory")
    document.remove_section("bladex", "sapituinventory")
    document.add_section("new", "SapituInventory")["baseItem"] = "bread"
    assert list(document.of_class("SapituInventory")) == ["breadx", "new"]
    assert len(document) == len(SECTIONS)


def test_differences_are_field_by_field() -> None:
    one, two = save(), save()
    two.section("main:/smith#controller", "Smith").update(anger="CALM", gold=5)
    del two.section("main:/smith#controller", "Smith")["n"]
    two.remove_section("breadx", "SapituInventory")
    two.add_section("empty", "World")
    assert [str(change) for change in compare(one, two)] == [
        "~ [main:/smith#controller Smith].anger: CROSS -> CALM",
        "- [main:/smith#controller Smith].n = 1",
        "+ [main:/smith#controller Smith].gold = 5",
        "- [breadx SapituInventory].baseItem = bread",
        "+ [empty World]",
    ]
    assert [change.kind for change in compare(one, two)] == ["changed", "removed", "added", "removed", "added"]
    assert [c.kind for c in compare(two, one)] == ["changed", "removed", "added", "removed", "added"]
    assert compare(one, one) == []


def test_text_and_the_value_it_stands_for_do_not_differ() -> None:
    typed = SaveDocument(SaveHeader(), {("a", "B"): {"n": 5, "t": "50", "l": Repeated([1, 2]), "x": None}})
    assert compare(typed, SaveDocument.parse(typed.to_bytes())) == []
    other = SaveDocument(SaveHeader(), {("A", "b"): {"N": 5, "T": 50, "l": Repeated([1, 2]), "x": None}})
    assert [str(c) for c in compare(typed, other)] == ['~ [a B].t: "50" -> 50']


def test_headers_differ_too() -> None:
    one, two = SaveHeader(title="a", extras={"Thumbnail": "x"}), SaveHeader(title="b", play_time=1.0)
    assert {c.field: (c.before, c.after) for c in compare_headers(one, two)} == {
        "title": ("a", "b"),
        "play_time": ("0.0", "1.0"),
        "Thumbnail": ("x", None),
    }


def test_json_keeps_types_order_and_header() -> None:
    fields: dict[str, Any] = {"n": 5, "f": 0.5, "t": "50", "b": True, "none": None, "l": [1, "x", {"a": []}], "e": {}}
    document = SaveDocument(
        SaveHeader(title="Größe", schema=3, revision="0f", extras={"Thumbnail": "x.png"}),
        {("b", "B"): fields, ("a", "A"): {"r": Repeated([1, 2]), "none": Repeated()}},
    )
    for given in (document, SaveDocument.parse(document.to_bytes())):
        again = from_json(to_json(given))
        assert again == document
        assert again.header == document.header
        assert list(again.sections) == [("b", "B"), ("a", "A")]
    assert json.loads(to_json(document))["sections"][0]["fields"] == fields
    bare = SaveDocument(SaveHeader(), {("x", "Y"): {"a": Bare("1.50"), "b": Bare("007"), "c": Bare("True")}})
    assert json.loads(to_json(bare))["sections"][0]["fields"] == {"a": "1.50", "b": "007", "c": True}


@pytest.mark.parametrize(
    "text",
    [
        "{", "[]", "null", '{"header": {"schema": "x"}, "sections": []}', '{"header": {}, "sections": [1]}',
        '{"header": {}, "sections": [{"name": "a", "class": "B C", "fields": {}}]}',
        '{"header": {}, "sections": [{"name": "a", "class": "B", "fields": {}},'
        ' {"name": "A", "class": "b", "fields": {}}]}',
        "[" * 100_000,
    ],
)  # fmt: skip
def test_what_is_no_save_in_json_is_one_clear_error(text: str) -> None:
    with pytest.raises(SaveError):
        from_json(text, "save.json")


def test_json_with_numbers_that_no_save_can_hold_cannot_be_written() -> None:
    text = '{"header": {}, "sections": [{"name": "a", "class": "B", "fields": {"x": NaN, "y": 1e999}}]}'
    with pytest.raises(SaveError, match=r"\[a B\]\.x"):
        from_json(text).to_bytes()


def test_the_former_way_to_apply_a_table_renames_and_says_what_to_write() -> None:
    document, same = save(), save()
    table = RenameTable(classes={"smith": "Blacksmith"})
    with pytest.warns(DeprecationWarning, match=r"write save\.rename\(names\)"):
        table.apply(document)
    same.rename(table)
    assert document.sections == same.sections != save().sections
