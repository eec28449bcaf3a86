"""The picture for the README: drawn from the running demo, the same bytes every time."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any


def test_the_picture_is_the_same_every_time(talewright: Any, tmp_path: Path) -> None:
    one, two = tmp_path / "one.svg", tmp_path / "two.svg"

    assert talewright("demo", "--picture", one).code == 0
    assert talewright("demo", "--picture", two).code == 0

    assert one.read_bytes() == two.read_bytes()


def test_the_picture_shows_a_game_in_which_nothing_fails(talewright: Any, tmp_path: Path) -> None:
    talewright("demo", "--picture", tmp_path / "demo.svg")

    root = ET.parse(tmp_path / "demo.svg").getroot()
    shown = "".join(root.itertext()).replace("\xa0", " ")
    assert root.tag.endswith("svg")
    assert "Ferrick:" in shown
    assert "Saved." in shown
    assert "error:" not in shown
    assert "fault:" not in shown


def test_the_picture_needs_nothing_from_the_network(talewright: Any, tmp_path: Path) -> None:
    talewright("demo", "--picture", tmp_path / "demo.svg")

    text = (tmp_path / "demo.svg").read_text(encoding="utf-8")
    assert "url(http" not in text
    assert "@font-face" not in text


def test_a_picture_plays_no_other_script(talewright: Any, tmp_path: Path) -> None:
    result = talewright("demo", "--picture", tmp_path / "demo.svg", "--script", "-")

    assert result.code == 2
    assert "leave --script out" in result.err
