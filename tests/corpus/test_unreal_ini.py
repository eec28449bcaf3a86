"""Real config files come back byte for byte (config-savegame.md section 10)."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from talewright.config import ConfigMap, ConfigTree, IniDocument, LayerPlan
from talewright.config.layers.generated import read_stamps
from talewright.names import fold

FOLDERS = ("unreal-ini", "gameplay-tags")


@pytest.fixture(params=FOLDERS)
def files(request: pytest.FixtureRequest, corpus: Callable[[str], Path]) -> list[Path]:
    folder = corpus(request.param)
    found = sorted(path for path in folder.iterdir() if path.suffix != ".tsv")
    assert len(found) >= 20
    return found


def test_every_file_comes_back_byte_for_byte(files: list[Path]) -> None:
    for path in files:
        data = path.read_bytes()
        assert IniDocument.parse(data, path.name).to_bytes() == data, path.name


def test_a_file_that_was_looked_at_and_edited_back_comes_back_byte_for_byte(files: list[Path]) -> None:
    for path in files:
        data = path.read_bytes()
        document = IniDocument.parse(data, path.name)
        for section in document.section_names():
            document.entries(section)
        _ = document.report
        document.add_section("Talewright Probe")
        document.set_all("Talewright Probe", "Key", ["1", "2"])
        assert document.get_all("talewright probe", "KEY") == ["1", "2"]
        added = document.to_bytes()
        assert added.startswith(data.rstrip(b"\r\n\0")), path.name


def test_setting_every_key_to_what_it_is_changes_no_byte(files: list[Path]) -> None:
    for path in files:
        data = path.read_bytes()
        document = IniDocument.parse(data, path.name)
        # What it is, is what its kind of file makes of its lines: a program's file replaces by its first plain line.
        read = ConfigMap([(IniDocument.parse(data, path.name), document.kind)])
        for section in document.section_names():
            for key in {entry.key.lower(): entry.key for entry in document.entries(section)}.values():
                document.set_all(section, key, read.values(section, key))
        assert document.to_bytes() == data, path.name


def test_changing_one_value_changes_one_line(files: list[Path]) -> None:
    for path in files:
        document = IniDocument.read(path)
        before = document.to_text()
        for section in document.section_names():
            plain = [e for e in document.entries(section) if e.operator == ""]
            keys = [e.key.lower() for e in plain]
            once = [e for e in plain if keys.count(e.key.lower()) == 1]
            if not once or len(document.entries(section, once[0].key)) > 1:
                continue
            document.set_all(section, once[0].key, ["talewright"])
            old, new = before.split("\n"), document.to_text().split("\n")
            assert len(old) == len(new), path.name
            assert sum(a != b for a, b in zip(old, new, strict=True)) == 1, path.name
            break


def test_every_finding_about_a_real_file_has_a_line_and_a_code(files: list[Path]) -> None:
    for path in files:
        for finding in IniDocument.read(path, file=path.name).report:
            assert finding.code.startswith("TW-INI-")
            assert finding.span.file == path.name
            assert finding.span.line >= 1


class Triple:
    """Layers of a real game, and the file that the engine made of them: an oracle (sections 2.2 and 10).

    The files stand where the engine had them, with the times that it noted in ``[IniVersion]``.
    """

    def __init__(self, root: Path, corpus: Path, category: str, files: dict[str, str], generated: str) -> None:
        self.made = IniDocument.read(corpus / generated)
        stamps = read_stamps(self.made)
        assert len(stamps) == len(files)
        for (source, target), stamp in zip(files.items(), stamps, strict=True):
            path = root / target
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes((corpus / source).read_bytes())
            os.utime(path, (stamp, stamp))
        self.tree = ConfigTree.load(LayerPlan.ue3(root / "UDKGame"), category)
        self.ours = self.tree.generate(words={"GAME": "UDK"})

    def compare(self) -> tuple[int, int, dict[tuple[str, str], str]]:
        """Give how many keys are the same, of how many, and what the others are."""
        pairs: dict[tuple[str, str], tuple[str, str]] = {}
        for document in (self.ours, self.made):
            for section in document.section_names():
                if fold(section) != "configuration":
                    for key in document.raws(section):
                        pairs.setdefault((fold(section), fold(key)), (section, key))
        residue = {}
        for section, key in pairs.values():
            ours, theirs = self.ours.get_all(section, key), self.made.get_all(section, key)
            if list(map(number, ours)) != list(map(number, theirs)):
                residue[section, key] = "run time" if not ours else "different"
        return len(pairs) - len(residue), len(pairs), residue


def number(text: str) -> str:
    """Normalise the one thing that a class's own save writes otherwise: a number, with six decimals."""
    try:
        return f"{float(text):.6f}"
    except ValueError:
        return text


def base_of(category: str, *middle: str, name: str) -> dict[str, str]:
    low = {f"{name}_base_{category.lower()}.ini": f"Engine/Config/Base{category}.ini"}
    for part in middle:
        low[f"{name}_default_{category.lower()}_{part.lower()}.ini"] = f"UDKGame/Config/Default{category}{part}.ini"
    return {**low, f"{name}_default_{category.lower()}.ini": f"UDKGame/Config/Default{category}.ini"}


@pytest.mark.parametrize(
    ("category", "files", "generated", "same", "of"),
    [
        ("SystemSettings", base_of("SystemSettings", name="udk"), "udk_generated_systemsettings.ini", 838, 838),
        ("Input", base_of("Input", name="udk"), "udk_generated_input.ini", 76, 76),
        ("Editor", base_of("Editor", "UDK", name="concepta"), "concepta_generated_editor.ini", 213, 215),
        ("Game", base_of("Game", "UDK", name="udk"), "udk_generated_game.ini", 682, 712),
    ],
)
def test_layers_of_a_real_game_give_what_the_engine_made_of_them(
    category: str,
    files: dict[str, str],
    generated: str,
    same: int,
    of: int,
    corpus: Callable[[str], Path],
    tmp_path: Path,
) -> None:
    triple = Triple(tmp_path, corpus("unreal-ini"), category, files, generated)
    found, keys, residue = triple.compare()
    assert (found, keys) == (same, of)
    assert set(residue) == set(RESIDUE.get(category, ()))


@pytest.mark.parametrize("category", ["SystemSettings", "Input"])
def test_the_whole_file_is_the_engine_s_but_for_line_ends(
    category: str, corpus: Callable[[str], Path], tmp_path: Path
) -> None:
    files, generated = base_of(category, name="udk"), f"udk_generated_{category.lower()}.ini"
    triple = Triple(tmp_path, corpus("unreal-ini"), category, files, generated)
    assert triple.ours.to_text().replace("\r\n", "\n") == triple.made.to_text().replace("\r\n", "\n")


def test_three_plain_lines_over_a_list_leave_the_third(corpus: Callable[[str], Path], tmp_path: Path) -> None:
    """The key that tells the models apart (section 2.2)."""
    files = base_of("Game", "UDK", name="udk")
    triple = Triple(tmp_path, corpus("unreal-ini"), "Game", files, "udk_generated_game.ini")
    entries = triple.tree.map("Game").documents[-2].entries("UTGame.UTGame", "GameSpecificMapCycles")
    assert len([entry for entry in entries if entry.op == ""]) == 3
    assert triple.ours.get_all("UTGame.UTGame", "GameSpecificMapCycles") == [entries[-1].value]
    assert triple.made.get_all("UTGame.UTGame", "GameSpecificMapCycles") == [entries[-1].value]


OWN = """
    bWarmupRound bForceMidGameMenuAtStart bLogGameplayEvents NetWait ClientProcessingTimeout WarmupTime
    LateEntryLives ResetTimeDelay GameplayEventsWriterClassName RequiredMobileInputConfigs
    bIsStandbyCheckingEnabled GoalScore MaxLives TimeLimit StandbyRxCheatTime StandbyTxCheatTime
    BadPingThreshold PercentMissingForRxStandby PercentMissingForTxStandby PercentForBadPing
    JoinInProgressStandbyWaitTime DefaultGameType DefaultMapPrefixes AnimTreePoolSize
"""

# What the engine wrote otherwise, and why; every other key is the same.
RESIDUE: dict[str, set[tuple[str, str]]] = {
    # A struct array exported again by the editor, with a default filled in; a key that is written at run time.
    "Editor": {("UnrealEd.BrowserManager", "BrowserPanes"), ("GameAssetDatabase", "BranchName")},
    # One class saved by SaveConfig, which writes every property, also those that no file mentions: the properties that
    # it inherits as globalconfig in the sections of its parents, its own in its own section behind [IniVersion].
    "Game": {
        *(("Engine.GameInfo", key) for key in ("bKickLiveIdlers", "ArbitrationHandshakeTimeout", "GoreLevel")),
        *(("UTGame.UTGame", key) for key in ("bForceRespawn", "ServerSkillLevel", "MapCycleIndex")),
        *(("utgame.UTDeathmatch", key) for key in OWN.split()),
    },
}
