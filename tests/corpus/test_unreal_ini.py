"""Real config files come back byte for byte (config-savegame.md section 10)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from talewright.config import IniDocument

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
        for section in document.section_names():
            for key in {entry.key.lower(): entry.key for entry in document.entries(section)}.values():
                document.set_all(section, key, document.get_all(section, key))
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
