"""Texts in the player's language, and which files records come from (config-savegame.md section 4.4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest

from talewright.config import IniDocument, Languages, Records, localized
from talewright.errors import NotFound

Write = Callable[[dict[str, str]], Path]


@dataclass(frozen=True)
class Thing:
    name: str
    DisplayName: str = localized("?")
    level: int = 1


@dataclass(frozen=True)
class Own:
    config_file: ClassVar[str] = "Items"
    search_all_inis: ClassVar[bool] = False
    name: str
    level: int = 1


FILES = {
    "Config/A.ini": "[sword Thing]\nDisplayName=Sword\nlevel=2\n[axe Thing]\nDisplayName=Axe\n[bow Thing]\n",
    "Localization/INT/Game.int": "[sword Thing]\nDisplayName=Short sword\n[Thing]\nDisplayName=Thing\n",
    "Localization/DEU/Game.deu": '[sword Thing]\nDisplayName="Kurzschwert"\n',
}


class TestLanguages:
    @pytest.mark.parametrize(
        ("language", "names"),
        [
            ("deu", ["Kurzschwert", "Thing", "Thing"]),
            ("DEU", ["Kurzschwert", "Thing", "Thing"]),
            ("int", ["Short sword", "Thing", "Thing"]),
            ("fra", ["Short sword", "Thing", "Thing"]),
        ],
    )
    def test_the_language_then_english_then_the_record(self, folder: Write, language: str, names: list[str]) -> None:
        root = folder(FILES)
        languages = Languages.of_folder(root / "Localization", language=language)
        found = Records.of_folder(root, known=[Thing], languages=languages)[Thing]
        assert [thing.DisplayName for thing in found.values()] == names
        assert found["sword"].level == 2

    def test_without_language_files_the_record_has_the_word(self, folder: Write) -> None:
        root = folder({"Config/A.ini": FILES["Config/A.ini"]})
        found = Records.of_folder(root, known=[Thing], languages=Languages(language="deu"))[Thing]
        assert [thing.DisplayName for thing in found.values()] == ["Sword", "Axe", "?"]

    def test_a_package_is_one_file(self) -> None:
        files = [IniDocument.from_text(f"[A]\nk={n}\n", f"{n}.int") for n in ("One", "Two")]
        texts = Languages(files)
        assert texts.text("A", "k") == "Two"
        assert texts.text("A", "k", package="one") == "One"
        assert texts.text("A", "l") is None

    def test_real_files_in_three_languages(self, corpus: Callable[[str], Path]) -> None:
        folder = corpus("unreal-ini")
        texts = {}
        for language in ("int", "rus", "jpn", "kor"):
            languages = Languages([folder / f"lwotc_officer.{e}" for e in ("int", "rus", "jpn")], language=language)
            section = IniDocument.read(folder / "lwotc_officer.int").section_names()[0]
            key = IniDocument.read(folder / "lwotc_officer.int").entries(section)[0].key
            texts[language] = languages.text(section, key)
        assert texts["kor"] == texts["int"]
        assert len(set(texts.values())) == 3

    def test_a_damaged_file_is_a_finding(self, folder: Write) -> None:
        root = folder({"x.int": "\0\0\0\0"})
        assert [f.code for f in Languages.of_folder(root).report] == ["TW-INI-01"]


class TestProviders:
    FILES: ClassVar[dict[str, str]] = {
        "Config/DefaultItems.ini": "[a Own]\nlevel=1\n[b Own]\n[a Thing]\nlevel=1\n",
        "Config/Mods/Extra.ini": "[a Own]\nlevel=9\n[c Own]\n[a Thing]\nlevel=5\n",
        "Config/UDKItems.ini": "[a Own]\nlevel=3\n",
    }

    def test_all_files_or_the_class_s_own_alone(self, folder: Write) -> None:
        found = Records.of_folder(folder(self.FILES), known=[Own, Thing], prefix="UDK")
        assert {name: own.level for name, own in found[Own].items()} == {"a": 3, "b": 1}
        assert found[Thing]["a"].level == 5
        with pytest.raises(NotFound):
            found[Own]["c"]

    def test_the_origins_are_in_the_order_of_overriding(self, folder: Write) -> None:
        found = Records.of_folder(folder(self.FILES), known=[Own, Thing], prefix="UDK")
        assert list(map(str, found.origins(Thing, "A"))) == ["Config/DefaultItems.ini:4:1", "Config/Mods/Extra.ini:4:1"]
        assert list(map(str, found.origins(Own, "a"))) == ["Config/DefaultItems.ini:1:1", "Config/UDKItems.ini:1:1"]
        assert str(found.origin(Own, "a")) == "Config/DefaultItems.ini:1:1"
