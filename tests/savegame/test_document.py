from __future__ import annotations

import pytest

from talewright.errors import AlreadyExists, InvalidName, NotFound, SaveError
from talewright.fields import Bare, Repeated, Sections
from talewright.savegame import SaveDocument, SaveHeader
from talewright.savegame.header import check_of, header_bytes

HEADER = SaveHeader(title="At the smithy", place="Forge", play_time=61.5, schema=2, revision="0f", parent="", run="r1")

SECTIONS: Sections = {
    ("ann", "SapituCharacter"): {
        "CharacterName": "Ann of the Hill",
        "inventoryRecords": Repeated(["swordx", "breadx"]),
    },
    ("main:/smith#controller", "Smith"): {"anger": 4, "name": "50", "at": [3, 4.5, 0], "stats": {"health": 1}},
    ("Libretto.Dialogues.The old Smith", "GPVar"): {"started": 2, "nothing": None, "empty": "", "none": []},
    ("loot", "RandomStream"): {"state": 11400714819323198485, "list": Repeated(), "one": Repeated(["x"])},
    ("bare", "World"): {},
}


def document() -> SaveDocument:
    return SaveDocument(HEADER, SECTIONS)


def test_the_text_is_one_ini_with_a_header_and_sections() -> None:
    save = SaveDocument(HEADER, {("ann", "SapituCharacter"): {"CharacterName": "Ann", "Health": 100}})
    assert save.to_bytes().decode() == (
        "[SaveHeader]\nFormat=2\nSchema=2\nRevision=0f\nParent=\nRun=r1\nCreated=\nPlayTime=61.5\n"
        "Title=At the smithy\nPlace=Forge\n"
        f"Digest={save.digest}\n"
        f"Check={check_of(save.to_bytes().partition(b'Check=')[0])}\n"
        "\n"
        "[ann SapituCharacter]\nCharacterName=Ann\nHealth=100\n"
    )


def test_the_body_is_deterministic_and_readable() -> None:
    assert document().body_bytes().decode() == (
        "[ann SapituCharacter]\nCharacterName=Ann of the Hill\ninventoryRecords=swordx\ninventoryRecords=breadx\n"
        "\n"
        '[main:/smith#controller Smith]\nanger=4\nname="50"\nat=(3,4.5,0)\nstats=(health=1)\n'
        "\n"
        '[Libretto.Dialogues.The old Smith GPVar]\nstarted=2\nnothing=None\nempty=""\nnone=()\n'
        "\n"
        "[loot RandomStream]\nstate=11400714819323198485\n!list=()\none=x\n"
        "\n"
        "[bare World]\n"
    )


def test_text_and_back_gives_the_same_text() -> None:
    data = document().to_bytes()
    again = SaveDocument.parse(data, "slot1.ini")
    assert again.to_bytes() == data
    assert again == document()
    assert again.header == HEADER
    assert list(again.sections) == list(SECTIONS)
    assert again.sections["loot", "RandomStream"]["list"] == Repeated()


def test_the_class_stands_behind_the_last_blank() -> None:
    again = SaveDocument.parse(document().to_bytes())
    assert ("Libretto.Dialogues.The old Smith", "GPVar") in again.sections


def test_text_that_stood_unquoted_is_bare_and_quoted_text_is_not() -> None:
    smith = SaveDocument.parse(document().to_bytes()).section("main:/smith#controller", "smith")
    assert isinstance(smith["anger"], Bare)
    assert type(smith["NAME"]) is str


def test_the_migration_of_the_design_works_on_a_parsed_document() -> None:
    save = SaveDocument.parse(document().to_bytes())
    save.rename_class("Smith", "Blacksmith")
    for smith in save.of_class("Blacksmith").values():
        smith["mood"] = "ANGRY" if int(smith.pop("anger", "0")) > 3 else "CALM"
    assert b'[main:/smith#controller Blacksmith]\nname="50"\nat=(3,4.5,0)\nstats=(health=1)\nmood=ANGRY\n' in (
        save.to_bytes()
    )
    assert save.of_class("Smith") == {}


def test_of_class_gives_live_sections_and_ignores_case() -> None:
    save = document()
    (name, smith), *_ = save.of_class("SMITH").items()
    smith["Anger"] = 5
    assert name == "main:/smith#controller"
    assert save.sections["main:/smith#controller", "Smith"]["anger"] == 5


def test_a_document_shares_nothing_with_its_maker() -> None:
    pending = [{"id": "punch"}]
    sections: Sections = {("main", "World"): {"pending": pending}}
    save = SaveDocument(HEADER, sections)
    pending.append({"id": "kick"})
    taken = save.sections
    taken["main", "World"]["pending"].append(1)
    copy = save.copy()
    copy.section("main", "World")["pending"] = []
    assert save.sections == {("main", "World"): {"pending": [{"id": "punch"}]}}


def test_equality_is_of_the_body() -> None:
    assert SaveDocument(SaveHeader(title="x"), SECTIONS) == document()
    assert SaveDocument(HEADER, {}) != document()
    assert document() != 1


def test_renaming_onto_what_is_there_changes_nothing() -> None:
    save = SaveDocument(HEADER, {("a", "Smith"): {"n": 1}, ("a", "Blacksmith"): {"n": 2}, ("b", "Smith"): {}})
    before = save.body_bytes()
    with pytest.raises(AlreadyExists, match=r"\[a Smith\]"):
        save.rename_class("Smith", "Blacksmith")
    with pytest.raises(InvalidName):
        save.rename_class("Smith", "Black Smith")
    assert save.body_bytes() == before
    save.rename_class("smith", "SMITH")
    assert list(save.sections) == [("a", "SMITH"), ("a", "Blacksmith"), ("b", "SMITH")]


def test_a_section_that_is_not_there_is_guessed() -> None:
    with pytest.raises(NotFound) as error:
        document().section("ann", "SapituCharakter")
    assert error.value.hint == "did you mean ann SapituCharacter?"


def test_names_that_differ_only_in_case_are_refused() -> None:
    with pytest.raises(SaveError, match="are one section"):
        SaveDocument(HEADER, {("a", "World"): {}, ("A", "WORLD"): {}})
    with pytest.raises(SaveError, match="fields x and X"):
        SaveDocument(HEADER, {("a", "World"): {"x": 1, "X": 2}})


@pytest.mark.parametrize(("name", "cls"), [("", "World"), ("a", ""), ("a", "Wor ld")])
def test_a_section_has_a_name_and_a_class(name: str, cls: str) -> None:
    with pytest.raises(SaveError, match="a section cannot be named"):
        SaveDocument(HEADER, {(name, cls): {}})


@pytest.mark.parametrize(
    ("section", "fields", "says"),
    [
        ("a]b", {}, "holds"),
        ("a\nb", {}, "holds"),
        ("a", {"x=y": 1}, r"\[a World\]\.x=y"),
        ("a", {"+x": 1}, r"\[a World\]\.\+x"),
        ("a", {"x": float("inf")}, r"\[a World\]\.x cannot be saved"),
        ("a", {"x": object()}, r"\[a World\]\.x cannot be saved"),
        ("a", {"x": {1: 2}}, r"\[a World\]\.x cannot be saved"),
        ("a", {"x": "\ud800"}, "half a character"),
    ],
)
def test_what_cannot_be_written_is_named(section: str, fields: dict[str, object], says: str) -> None:
    with pytest.raises(SaveError, match=says):
        SaveDocument(HEADER, {(section, "World"): fields}).to_bytes()


def test_bare_text_stays_bare() -> None:
    body = b'[x Later]\na=1.50\nb=007\nc=\nd=(min=1,max=x)\ne=True\nf=Say "x"\n'
    save = SaveDocument(HEADER, {("x", "Later"): {"a": Bare("1.50"), "b": Bare("007"), "c": Bare("")}})
    assert save.body_bytes() == b"[x Later]\na=1.50\nb=007\nc=\n"
    whole = header_bytes(HEADER, body) + body
    save = SaveDocument.parse(whole)
    assert save.body_bytes() == body
    save.section("x", "Later")["g"] = 1
    assert save.body_bytes() == body + b"g=1\n"
