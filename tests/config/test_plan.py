"""Plans, chains of files, stamps and permissions (config-savegame.md sections 2.3 and 2.4)."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest

from talewright.config import ConfigTree, IniDocument, Layer, LayerPlan, PlainRule
from talewright.config.layers.generated import read_stamps
from talewright.errors import ConfigError, CorruptFile, InvalidName, Misuse

Write = Callable[[dict[str, str]], Path]


@dataclass
class Tavern:
    music: float = 0.8
    hard: bool = False


class TestPlan:
    def test_unreal_engine_4_has_its_layers_in_order(self, tmp_path: Path) -> None:
        plan = LayerPlan.ue4(
            tmp_path / "P", engine=tmp_path / "Engine", platforms=("IOS", "TVOS"), saved_platform="TVOS", custom="Demo",
            user=tmp_path / "u",
        )  # fmt: skip
        shown = [place.shown for place in plan.places("Game") if "Platforms/" not in place.shown]
        assert shown == [
            "Engine/Config/Base.ini",
            "Engine/Config/BaseGame.ini",
            "Engine/Config/IOS/BaseIOSGame.ini",
            "Engine/Config/TVOS/BaseTVOSGame.ini",
            "Plugins/Game/Config/DefaultGame.ini",
            "Config/DefaultGame.ini",
            "Config/GeneratedGame.ini",
            "Config/Custom/Demo/DefaultGame.ini",
            "Engine/Config/IOS/IOSGame.ini",
            "Engine/Config/TVOS/TVOSGame.ini",
            "Config/IOS/IOSGame.ini",
            "Config/TVOS/TVOSGame.ini",
            "Config/IOS/GeneratedIOSGame.ini",
            "Config/TVOS/GeneratedTVOSGame.ini",
            "Config/IOS/Custom/Demo/IOSGame.ini",
            "Config/TVOS/Custom/Demo/TVOSGame.ini",
            "user/Unreal Engine/Engine/Config/UserGame.ini",
            "Config/UserGame.ini",
            "Saved/Config/TVOS/Game.ini",
        ]
        assert plan.places("Game")[0].layer.kind is PlainRule.ROOT
        saved = plan.saved_place("Game")
        assert saved is not None
        assert saved.path == tmp_path / "P/Saved/Config/TVOS/Game.ini"

    def test_a_layer_whose_words_are_not_known_is_left_out(self) -> None:
        shown = [place.shown for place in LayerPlan.ue5("P").places("Input")]
        assert shown[0] == "Plugins/Input/Config/DefaultInput.ini"
        assert not any("{" in name or "Custom" in name for name in shown)

    def test_a_plan_is_data_of_one_s_own(self, folder: Write) -> None:
        root = folder({"a/Game.ini": "[A]\nk=1\nk=2\n", "mod/Game.ini": "[A]\nk=3\nk=4\n"})
        layers = (Layer("{root}/a/{category}.ini", PlainRule.ROOT), Layer("{root}/mod/{category}.ini", PlainRule.ROOT))
        plan = LayerPlan(layers, {"root": root}, labels={"root": ""})
        tree = ConfigTree.load(plan, "Game")
        assert tree.values("A", "k") == ["1", "2", "3", "4"]
        assert tree.files() == ["a/Game.ini", "mod/Game.ini"]

    def test_the_prefix_is_the_name_without_game(self) -> None:
        for name, file in {"UDKGame": "UDKGame.ini", "UTGame": "UTGame.ini", "Tavern": "TavernGame.ini"}.items():
            assert LayerPlan.ue3(name).places("Game")[-1].path.name == file

    def test_files_lie_over_each_other(self, folder: Write) -> None:
        root = folder({"a.ini": "[A]\nk=1\nk=2\n", "b.ini": "[A]\n+k=3\n"})
        assert ConfigTree.load(LayerPlan.files(root / "a.ini", root / "b.ini")).values("A", "k") == ["1", "2", "3"]
        with pytest.raises(ConfigError, match="missing") as caught:
            ConfigTree.load(LayerPlan.files(root / "c.ini"))
        assert caught.value.report[0].code == "TW-INI-50"

    def test_a_flat_folder_is_read_and_saved(self, folder: Write) -> None:
        root = folder({"GameUserSettings.ini": "[A]\nk=1\nk=2\n[Tavern]\nmusic=0.5\n"})
        tree = ConfigTree.load(LayerPlan.flat(root), "GameUserSettings")
        assert tree.values("a", "K") == ["1", "2"]

    def test_words_of_the_command_line_lie_below_saved_files_and_above_all_others(self, folder: Write) -> None:
        root = folder({"Config/DefaultGame.ini": "[A]\nk=1\nj=1\n", "Saved/Config/Windows/Game.ini": "[A]\nj=3\n"})
        words = ["-ini:Game:[A]:k=2", "-ini:Game:[A]:j=2", "-ini:Input:[A]:k=9"]
        tree = ConfigTree.load(LayerPlan.ue4(root, overrides=words))
        assert tree.values("A", "k") == ["2"]
        assert [step.file for step in tree.explain("A", "k")] == ["Config/DefaultGame.ini", "command line"]
        assert tree.values("A", "j") == ["3"]
        with pytest.raises(Misuse, match="changes no config"):
            ConfigTree.load(LayerPlan.ue4(root, overrides=["k=2"]))

    def test_what_is_no_plan_is_misuse(self) -> None:
        with pytest.raises(Misuse, match="no plan"):
            ConfigTree.load("Game")  # type: ignore[arg-type]
        with pytest.raises(InvalidName):
            ConfigTree.load(LayerPlan.ue3("G"), "../x")

    def test_an_empty_file_is_a_finding_of_its_layer_and_a_damaged_one_an_error(self, folder: Write) -> None:
        root = folder({"Config/DefaultGame.ini": ""})
        tree = ConfigTree(root)
        assert tree.read(Tavern) == Tavern()
        assert [f.code for f in tree.check(Tavern)] == ["TW-INI-04"]
        folder({"Config/DefaultGame.ini": "\0\0\0"})
        with pytest.raises(CorruptFile):
            ConfigTree.load(LayerPlan.project(root))


class TestCategories:
    def test_the_files_that_are_there_say_which_categories_there_are(self, folder: Write) -> None:
        root = folder(
            {
                "Config/DefaultGame.ini": "",
                "Config/DefaultInput.ini": "",
                "Saved/Config/Sound.ini": "",
                "Config/x.txt": "",
            }
        )
        assert LayerPlan.project(root).categories() == ["Game", "Input", "Sound"]

    def test_a_class_whose_file_is_misspelt_is_a_warning(self, folder: Write) -> None:
        """BlueprintScreenshotTool #2: settings that never load, since no file is called so."""

        @dataclass
        class Shots:
            config_file: ClassVar[str] = "Screenshot"
            size: int = 1

        tree = ConfigTree(folder({"Config/DefaultScreenshots.ini": "[Shots]\nsize=2\n"}))
        (finding,) = tree.check(Shots)
        assert (finding.code, finding.hint) == ("TW-INI-61", "did you mean Screenshots?")
        assert ConfigTree(folder({})).check(Tavern) == []


UDK = {
    "Engine/Config/BaseGame.ini": "[A]\nk=1\nk=2\nb=%GAME%\n",
    "UDKGame/Config/DefaultGameUDK.ini": "[Configuration]\nBasedOn=..\\Engine\\Config\\BaseGame.ini\n[A]\n+k=3\n",
    "UDKGame/Config/DefaultGame.ini": "[Configuration]\nBasedOn=..\\udkgame\\config\\defaultgameudk.ini\n\n[A]\n-k=1\n",
}


class TestBasedOn:
    def test_the_chain_is_followed_to_its_root_whatever_the_letter_case(self, folder: Write) -> None:
        tree = ConfigTree.load(LayerPlan.ue3(folder(UDK) / "UDKGame"), "Game")
        assert tree.values("A", "k") == ["2", "3"]
        assert [(step.file, step.line) for step in tree.explain("A", "k")] == [
            ("Engine/Config/BaseGame.ini", 2),
            ("Engine/Config/BaseGame.ini", 3),
            ("UDKGame/Config/DefaultGameUDK.ini", 4),
            ("UDKGame/Config/DefaultGame.ini", 5),
        ]

    def test_a_platform_lies_over_it_and_shares_its_root(self, folder: Write) -> None:
        root = folder(UDK)
        folder(
            {
                "UDKGame/Config/Mobile/MobileGame.ini": "[Configuration]\n"
                "BasedOn=..\\UDKGame\\Config\\DefaultGame.ini\n[A]\n!k=\n+k=9\n"
            }
        )
        tree = ConfigTree.load(LayerPlan.ue3(root / "UDKGame", platform="Mobile"))
        assert tree.values("A", "k") == ["9"]
        assert len(tree.files()) == 4

    def test_a_circle_is_an_error_that_names_the_line(self, folder: Write) -> None:
        root = folder(UDK)
        folder({"Engine/Config/BaseGame.ini": "[Configuration]\nBasedOn=..\\UDKGame\\Config\\DefaultGame.ini\n"})
        with pytest.raises(ConfigError) as caught:
            ConfigTree.load(LayerPlan.ue3(root / "UDKGame"))
        (finding,) = caught.value.report
        assert (finding.code, str(finding.span)) == ("TW-INI-51", "Engine/Config/BaseGame.ini:2:1")

    @pytest.mark.parametrize(
        "target", ["..\\Engine\\Config\\Other.ini", "..\\..\\..\\etc\\passwd", "C:\\x.ini", "..", ""]
    )
    def test_a_missing_parent_is_an_error_that_names_the_line(self, folder: Write, target: str) -> None:
        root = folder({"UDKGame/Config/DefaultGame.ini": f"[Configuration]\nBasedOn={target}\n"})
        with pytest.raises(ConfigError) as caught:
            ConfigTree.load(LayerPlan.ue3(root / "UDKGame"))
        (finding,) = caught.value.report
        assert (finding.code, finding.span.line) == ("TW-INI-52", 2)

    def test_without_a_default_file_there_is_nothing_to_follow(self, folder: Write) -> None:
        tree = ConfigTree.load(LayerPlan.ue3(folder(UDK) / "UDKGame"), "Sapitu")
        assert tree.files() == []


class TestStamps:
    def generated(self, root: Path) -> Path:
        path = root / "UDKGame/Config/UDKGame.ini"
        tree = ConfigTree.load(LayerPlan.ue3(root / "UDKGame"), "Game")
        tree.generate(words={"GAME": "UDK"}).write(path)
        return path

    def test_a_generated_file_has_all_values_and_one_stamp_a_file(self, folder: Write) -> None:
        root = folder(UDK)
        for number, name in enumerate(UDK):
            os.utime(root / name, (1_000_000_000 + number,) * 2)
        path = self.generated(root)
        assert path.read_bytes() == (
            b"[A]\r\nk=2\r\nk=3\r\nb=UDK\r\n\r\n[Configuration]\r\n\r\n[IniVersion]\r\n"
            b"0=1000000000.000000\r\n1=1000000001.000000\r\n2=1000000002.000000\r\n\r\n"
        )
        assert read_stamps(IniDocument.read(path)) == [1_000_000_000.0, 1_000_000_001.0, 1_000_000_002.0]

    def test_nothing_changed_is_no_finding(self, folder: Write) -> None:
        root = folder(UDK)
        self.generated(root)
        tree = ConfigTree.load(LayerPlan.ue3(root / "UDKGame"))
        assert [f for f in tree.report() if f.code == "TW-INI-53"] == []
        assert tree.values("A", "k") == ["2", "3"]

    def test_a_file_that_changed_since_is_named(self, folder: Write) -> None:
        root = folder(UDK)
        self.generated(root)
        os.utime(root / "Engine/Config/BaseGame.ini", (1.0, 1.0))
        (finding,) = [f for f in ConfigTree.load(LayerPlan.ue3(root / "UDKGame")).report() if f.code == "TW-INI-53"]
        assert "Engine/Config/BaseGame.ini has changed" in finding.message
        assert str(finding.span) == "UDKGame/Config/UDKGame.ini:9:1"

    @pytest.mark.parametrize("text", ["[A]\nk=1\n", "[IniVersion]\n0=1\n", "[IniVersion]\n0=x\n"])
    def test_stamps_that_do_not_fit_are_said(self, folder: Write, text: str) -> None:
        root = folder(UDK)
        folder({"UDKGame/Config/UDKGame.ini": text})
        found = [f for f in ConfigTree.load(LayerPlan.ue3(root / "UDKGame")).report() if f.code == "TW-INI-53"]
        assert len(found) == 1


class TestPermission:
    """Report 4 of section 9: what a game of Unreal Engine 5.5 saves is dropped in silence."""

    def test_4_a_section_that_may_not_be_saved_is_skipped_with_the_lines_to_add(self, folder: Write) -> None:
        root = folder({"Config/DefaultGame.ini": "[Tavern]\nmusic=0.5\n"})
        tree = ConfigTree.load(LayerPlan.ue5(root))
        report = tree.save_config(Tavern(music=0.1))
        assert report.written == []
        (reason,) = report.skipped.values()
        assert "[SectionsToSave]" in reason
        assert "+Section=Tavern" in reason
        assert not (root / "Saved").exists()

    @pytest.mark.parametrize("line", ["+Section=tavern", "bCanSaveAllSections=true"])
    def test_4_and_is_saved_with_them(self, folder: Write, line: str) -> None:
        root = folder({"Config/DefaultGame.ini": f"[SectionsToSave]\n{line}\n"})
        tree = ConfigTree.load(LayerPlan.ue5(root))
        assert tree.save(Tavern(music=0.1)).written == ["Tavern"]
        saved = (root / "Saved/Config/WindowsEditor/Game.ini").read_bytes()
        assert saved == b"[Tavern]\r\nmusic=0.100000\r\n"

    def test_unreal_engine_4_asks_nobody(self, folder: Write) -> None:
        tree = ConfigTree.load(LayerPlan.ue4(folder({})))
        assert tree.save(Tavern(hard=True)).written == ["Tavern"]
