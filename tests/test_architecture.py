"""docs/architecture.md: the files and rooms that it names are there, and none of the house is missing on it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "src" / "talewright"
TEXT = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`(?:src/talewright/)?([a-z_0-9]+(?:/[a-z_0-9]+)*(?:\.py)?)`", TEXT)))
FILES = [name for name in NAMED if name.endswith(".py") and name != "codes.py"]
FOLDERS = [name for name in NAMED if "/" in name and not name.endswith(".py")]


def has_code(folder: Path) -> bool:
    return (folder / "__init__.py").is_file()


PACKAGES = sorted(folder.name for folder in SOURCES.iterdir() if has_code(folder))
ROOMS = sorted(folder.relative_to(SOURCES).as_posix() for folder in SOURCES.glob("*/*") if has_code(folder))


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_the_page_names_is_there(name: str) -> None:
    assert (SOURCES / name).is_file()


@pytest.mark.parametrize("name", FOLDERS)
def test_a_room_that_the_page_names_is_there(name: str) -> None:
    assert has_code(SOURCES / name)


@pytest.mark.parametrize("name", [*PACKAGES, *ROOMS])
def test_a_package_and_a_room_of_the_house_is_on_the_page(name: str) -> None:
    assert name in NAMED


def test_every_file_of_the_ground_floor_is_on_the_page() -> None:
    there = {path.name for path in SOURCES.glob("*.py")} - {"__init__.py"}
    assert there - set(FILES) == set()


def test_the_page_names_files_of_every_floor() -> None:
    """What is read from the page is not nothing: a change of its form must not empty the tests above."""
    assert {name.split("/")[0] for name in FILES if "/" in name} >= set(PACKAGES) - {"demo", "files"}
    assert set(FOLDERS) == set(ROOMS)
