"""The figures of the house (`bench/house.py`) that do not rise again: circles, leaks, full folders, long files."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "bench"))
house: Any = importlib.import_module("house")
HOUSE = house.read(ROOT / "src")


def test_no_files_import_each_other() -> None:
    assert HOUSE.circles() == []


def test_a_circle_is_found(tmp_path: Path) -> None:
    room = tmp_path / "talewright" / "room"
    room.mkdir(parents=True)
    for name in ("__init__", "room/__init__"):
        (tmp_path / "talewright" / f"{name}.py").write_text("", "utf-8")
    (room / "a.py").write_text("def late():\n    from talewright.room import b\n    return b._x\n", "utf-8")
    (room / "b.py").write_text("if False:\n    from talewright.room.a import late\n", "utf-8")
    made = house.read(tmp_path)
    assert made.circles() == [["talewright.room.a", "talewright.room.b"]]
    assert made.modules["talewright.room.a"].foreign == [(3, "_x")]


def test_packages_import_each_others_faces_alone() -> None:
    assert HOUSE.past_faces() == []


def test_few_reaches_into_the_privates_of_other_files() -> None:
    assert sum(len(module.foreign) for module in HOUSE.modules.values()) < 60


def test_no_folder_is_too_full_and_no_file_too_long() -> None:
    folders = [module.path.parent for module in HOUSE.modules.values()]
    assert {folder.name: folders.count(folder) for folder in folders if folders.count(folder) > 26} == {}
    assert [module.name for module in HOUSE.modules.values() if module.lines > house.LONG] == []
