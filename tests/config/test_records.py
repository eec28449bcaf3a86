"""Records (config-savegame.md section 4.4)."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest

from talewright.config import IniDocument, Records, Renames
from talewright.errors import Misuse, NotFound


@dataclass(frozen=True)
class Range:
    min: int = 1
    max: int = 1

    def __post_init__(self) -> None:
        if self.min > self.max:
            raise ValueError("min is above max")


@dataclass(frozen=True)
class Item:
    class_name: ClassVar[str] = "SapituItem"
    name: str
    DisplayName: str = ""
    level: Range = Range(1, 5)
    tags: tuple[str, ...] = ()


@dataclass(frozen=True)
class Weapon(Item):
    damage: int = 1


@dataclass(frozen=True)
class Armour(Item):
    weight: float = 1.0


@dataclass(frozen=True)
class Recipe:
    result: str


def records(*texts: str, known: tuple[type, ...] = (Weapon, Armour)) -> Records:
    return Records(
        [IniDocument.from_text(text, f"Config/{number}.ini") for number, text in enumerate(texts)], known=known
    )


SWORD = "[sword1 SapituItem]\nDisplayName=Short sword\nlevel=(min=1,max=10)\n"


def test_a_section_is_a_record() -> None:
    found = records(SWORD)[Item]
    assert found["sword1"] == Item("sword1", "Short sword", Range(1, 10))
    assert list(found) == ["sword1"]


def test_ids_and_class_names_ignore_case() -> None:
    found = records("[Sword1 sapituITEM]\n")[Item]
    assert found["SWORD1"].name == "Sword1"
    assert "sworD1" in found
    assert found.get("x") is None


def test_subclasses_are_among_their_base_each_as_its_own_class_in_file_order() -> None:
    found = records("[b Weapon]\ndamage=3\n[c Armour]\n[a SapituItem]\n", "[d weapon]\n")
    assert list(found[Item]) == ["b", "c", "a", "d"]
    assert [type(record) for record in found[Item].values()] == [Weapon, Armour, Item, Weapon]
    assert list(found[Weapon]) == ["b", "d"]


def test_the_last_blank_parts_name_and_class() -> None:
    assert list(records("[two words Weapon]\n")[Item]) == ["two words"]


def test_a_later_file_overrides_field_by_field() -> None:
    found = records(SWORD + "tags=a\ntags=b\n", "[SWORD1 SapituItem]\nDisplayName=Sword\n+tags=c\n")
    assert found[Item]["sword1"] == Item("sword1", "Sword", Range(1, 10), ("a", "b", "c"))
    assert len(found[Item]) == 1
    assert not found.report


def test_a_partial_struct_keeps_the_default() -> None:
    assert records("[a Weapon]\nlevel=(max=9)\n")[Item]["a"].level == Range(1, 9)


def test_records_are_read_only() -> None:
    found = records(SWORD)[Item]
    with pytest.raises(dataclasses.FrozenInstanceError):
        found["sword1"].DisplayName = "x"  # type: ignore[misc]
    assert not hasattr(found, "__setitem__")


@pytest.mark.parametrize(
    ("text", "code", "place", "words"),
    [
        ('[a Weapon]\nlevel=(min=1,max="\n', "TW-INI-20", "2:18", "never closed"),
        ("[a Weapon]\ndamage=many\n", "TW-INI-21", "2:8", "'many' is no whole number"),
        ("[a Weapon]\nlevel=(min=1,max=x)\n", "TW-INI-21", "2:18", "level.max"),
        ("[a Weapon]\nlevel=(min=9,max=1)\n", "TW-INI-21", "2:7", "min is above max"),
    ],
)
def test_a_bad_value_is_an_error_with_its_place_and_costs_only_itself(
    text: str, code: str, place: str, words: str
) -> None:
    found = records(text + "DisplayName=x\n[b Weapon]\ndamage=2\n")
    (finding,) = found.report
    assert (finding.code, finding.severity, str(finding.span)) == (code, "error", f"Config/0.ini:{place}")
    assert words in finding.message
    assert found[Item]["a"] == Weapon("a", "x")
    assert found[Weapon]["b"].damage == 2


def test_an_unknown_field_is_a_warning_with_a_near_name() -> None:
    found = records("[a Weapon]\ndamge=3\nlevel=(mxa=2)\n")
    assert [(f.code, f.severity, str(f.span), f.hint) for f in found.report.sorted()] == [
        ("TW-INI-22", "warning", "Config/0.ini:2:1", "did you mean damage or name?"),
        ("TW-INI-22", "warning", "Config/0.ini:3:12", "did you mean max?"),
    ]


def test_the_name_does_not_come_from_a_line() -> None:
    found = records("[a Weapon]\nname=b\n")
    assert found[Item]["a"].name == "a"
    assert [finding.code for finding in found.report] == ["TW-INI-22"]


def test_a_field_without_default_must_be_given() -> None:
    found = records("[a Recipe]\n[b Recipe]\nresult=x\n", known=(Recipe,))
    (finding,) = found.report
    assert str(finding).startswith("Config/0.ini:1:1: error TW-INI-23: [a Recipe] has no result")
    assert list(found[Recipe]) == ["b"]


def test_one_id_under_two_classes_of_a_family_is_an_error_that_names_both_places() -> None:
    found = records("[a Weapon]\n", "\n[A Armour]\n")
    (finding,) = found.report
    assert (finding.code, str(finding.span)) == ("TW-INI-40", "Config/1.ini:2:1")
    assert "[A Armour] has the id of [a Weapon] at Config/0.ini:1:1" in finding.message


def test_one_id_in_two_families_is_fine() -> None:
    found = records("[a Weapon]\n[a Recipe]\nresult=a\n", known=(Weapon, Recipe))
    assert not found.report
    assert found[Recipe]["a"].result == found[Weapon]["a"].name == "a"


def test_sections_of_unknown_classes_are_left_alone() -> None:
    found = records("[a Strange]\nx=(\n[free]\ny=1\n" + SWORD)
    assert not found.report
    assert list(found[Item]) == ["sword1"]


def test_a_class_can_be_made_known_later_and_brings_its_bases() -> None:
    found = records("[a Weapon]\n", known=())
    with pytest.raises(NotFound, match="Weapon is not known"):
        found[Weapon]
    found.add_class(Weapon)
    found.add_class(Weapon)
    assert list(found[Item]) == ["a"]
    assert found.classes == (Item, Weapon)
    assert Armour not in found


def test_a_record_that_is_not_there_is_named_with_near_ones() -> None:
    with pytest.raises(NotFound, match="no SapituItem called 'sowrd1'") as caught:
        records(SWORD)[Item]["sowrd1"]
    assert caught.value.hint == "did you mean sword1?"


def test_the_origin_of_a_record() -> None:
    found = records("", "; x\n" + SWORD)
    assert str(found.origin(Item, "SWORD1")) == "Config/1.ini:2:1"
    with pytest.raises(NotFound):
        found.origin(Item, "x")


def test_a_class_that_can_be_changed_is_refused() -> None:
    @dataclass
    class Loose:
        x: int = 1

    with pytest.raises(Misuse, match="read-only"):
        records(known=(Loose,))
    with pytest.raises(Misuse, match="no dataclass"):
        records(known=(int,))


def test_two_classes_of_one_name_are_refused() -> None:
    @dataclass(frozen=True)
    class Blade:
        class_name: ClassVar[str] = "weapon"

    with pytest.raises(Misuse, match="called weapon"):
        records(known=(Weapon, Blade))


def test_every_ini_of_a_project_is_searched_in_folder_order(tmp_path: Path) -> None:
    texts = {
        "Config/Mods/A.ini": "[sword1 SapituItem]\nDisplayName=Mod\n[z Weapon]\n",
        "Config/SapituItemDB.ini": SWORD,
        "Config/DefaultGame.ini": "[b Weapon]\n",
        "Elsewhere.ini": "[no Weapon]\n",
        "Config/notes.txt": "[no Weapon]\n",
    }
    for name, text in texts.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    found = Records.of_folder(tmp_path, known=(Weapon,))
    assert list(found[Item]) == ["b", "sword1", "z"]
    assert found[Item]["sword1"].DisplayName == "Mod"
    assert str(found.origin(Item, "sword1")) == "Config/SapituItemDB.ini:1:1"


def test_a_file_that_cannot_be_read_is_a_finding_and_costs_no_other(tmp_path: Path) -> None:
    good, bad = tmp_path / "a.ini", tmp_path / "b.ini"
    good.write_text(SWORD)
    bad.write_bytes(b"\0" * 64)
    found = Records([bad, good, tmp_path / "none.ini"], known=(Item,), root=tmp_path)
    assert [(f.code, f.span.file) for f in found.report] == [("TW-INI-01", "b.ini"), ("TW-INI-08", "none.ini")]
    assert list(found[Item]) == ["sword1"]


def test_the_findings_of_reading_are_among_the_findings() -> None:
    assert [finding.code for finding in records("[a Weapon\ndamage=1\n").report] == ["TW-INI-12", "TW-INI-10"]


def test_old_names_of_classes_fields_and_ids_are_understood() -> None:
    @dataclass(frozen=True)
    class Blade:
        name: str
        damage: int = 1

    text = "[sword1 Sword]\nharm=3\nown=1\n[Sabre Blade]\ndamage=4\n"
    renames = Renames(classes={"Sword": "Blade"}, fields={("Blade", "harm"): "damage"}, ids={"sword1": "sword"})
    found = Records([IniDocument.from_text(text, "x.ini")], known=[Blade], renames=renames)
    assert {name: blade.damage for name, blade in found[Blade].items()} == {"sword": 3, "Sabre": 4}
    assert [f.code for f in found.report] == ["TW-INI-22"]
    assert str(found.origin(Blade, "sword")) == "x.ini:1:1"


@dataclass(frozen=True)
class Lamp:
    light: int = 0
    oil: int = 0


@pytest.mark.parametrize("one_file", [True, False])
def test_blanks_in_front_of_a_name_are_no_part_of_it_however_many_sections_there_are(one_file: bool) -> None:
    text = "".join(f"[ lamp{n} Lamp]\nlight={n}\n" for n in range(20))
    other = "[lamp3 Lamp]\noil=7\n"
    found = records(*([text + other] if one_file else [text, other]), known=(Lamp,))[Lamp]
    assert (found["lamp3"], found["lamp4"], len(found)) == (Lamp(3, 7), Lamp(4), 20)
