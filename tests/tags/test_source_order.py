"""Which files of a project declare tags, in which order, and what is found on the way."""

from __future__ import annotations

from pathlib import Path

import pytest

from talewright.config import IniDocument
from talewright.errors import RegistryClosed
from talewright.tags import LIST_SECTION, SETTINGS_SECTION, TagRegistry, load_tag_files, load_tag_folder, tag_files


def put(path: Path, *names: str, section: str = LIST_SECTION, more: str = "") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    plus = "+" if section == SETTINGS_SECTION else ""
    rows = "".join(f'{plus}GameplayTagList=(Tag="{name}",DevComment="{path.name}")\n' for name in names)
    path.write_text(f"[{section}]\n{more}{rows}", encoding="utf-8")


def test_the_default_file_comes_first_then_loose_files_by_path(tmp_path: Path) -> None:
    for name in ("Tags/b.ini", "Tags/A.ini", "Tags/Sub/Deep/c.INI", "Tags/notes.txt", "Other.ini", "DynamicTags/d.ini"):
        put(tmp_path / name, "X")
    put(tmp_path / "DefaultGameplayTags.ini", "X", section=SETTINGS_SECTION)
    (tmp_path / "Tags/folder.ini").mkdir()
    assert [path.relative_to(tmp_path).as_posix() for path in tag_files(tmp_path)] == [
        "DefaultGameplayTags.ini",
        "Tags/A.ini",
        "Tags/b.ini",
        "Tags/Sub/Deep/c.INI",
    ]


def test_a_folder_without_tags_declares_none(tmp_path: Path) -> None:
    registry = TagRegistry()
    assert tag_files(tmp_path / "nowhere") == []
    assert load_tag_folder(registry, tmp_path) == []
    assert len(registry) == 0


def test_the_first_declaration_counts_and_places_are_short(tmp_path: Path) -> None:
    put(tmp_path / "Tags/b.ini", "Npc.Smith")
    put(tmp_path / "Tags/a.ini", "Npc.Smith", "Npc.Rat")
    registry = TagRegistry()
    assert load_tag_folder(registry, tmp_path) == []
    assert registry.tag("Npc.Smith").comment == "a.ini"
    assert str(registry.tag("Npc.Smith").source) == "Config/Tags/a.ini:2:1"
    assert [(d.code, str(d.span)) for d in registry.report] == [("TW-TAG-03", "Config/Tags/b.ini:2:1")]


def test_loose_files_can_be_switched_off(tmp_path: Path) -> None:
    put(tmp_path / "Tags/a.ini", "A")
    put(tmp_path / "DefaultGameplayTags.ini", "B", section=SETTINGS_SECTION, more="ImportTagsFromConfig=False\n")
    registry = TagRegistry()
    report = load_tag_folder(registry, tmp_path)
    assert [(d.code, d.severity) for d in report] == [("TW-TAG-26", "information")]
    assert list(map(str, registry)) == ["B"]


def test_rows_in_the_wrong_section_are_read_and_told(tmp_path: Path) -> None:
    put(tmp_path / "Tags/a.ini", "A", section=SETTINGS_SECTION)
    put(tmp_path / "DefaultGameplayTags.ini", "B", section=LIST_SECTION)
    registry = TagRegistry()
    report = load_tag_folder(registry, tmp_path)
    assert [(d.code, d.severity, str(d.span)) for d in report] == [
        ("TW-TAG-14", "warning", "Config/DefaultGameplayTags.ini:1:1"),
        ("TW-TAG-14", "warning", "Config/Tags/a.ini:1:1"),
    ]
    assert list(map(str, registry)) == ["A", "B"]


def test_two_files_of_one_name_are_one_source(tmp_path: Path) -> None:
    put(tmp_path / "Tags/x/Npc.ini", "A")
    put(tmp_path / "Tags/y/npc.ini", "B")
    registry = TagRegistry()
    report = load_tag_folder(registry, tmp_path)
    assert [(d.code, d.severity, d.span.file) for d in report] == [("TW-TAG-19", "warning", "Config/Tags/y/npc.ini")]
    assert len(registry) == 2


def test_a_file_that_is_no_text_does_not_hide_the_others(tmp_path: Path) -> None:
    put(tmp_path / "Tags/a.ini", "A")
    (tmp_path / "Tags/b.ini").write_bytes(b"\0\0\0\0")
    put(tmp_path / "Tags/c.ini", "C")
    registry = TagRegistry()
    report = load_tag_folder(registry, tmp_path)
    assert [(d.severity, d.span.file) for d in report.errors] == [("error", "Config/Tags/b.ini")]
    assert list(map(str, registry)) == ["A", "C"]


def test_broken_rows_do_not_hide_the_others(tmp_path: Path) -> None:
    put(tmp_path / "Tags/a.ini", "A", "B,", "C")
    registry = TagRegistry()
    report = load_tag_folder(registry, tmp_path)
    assert [(d.code, str(d.span)) for d in report] == [("TW-TAG-01", "Config/Tags/a.ini:3:1")]
    assert list(map(str, registry)) == ["A", "C"]
    other = TagRegistry()
    load_tag_folder(other, tmp_path, names="fix")
    assert list(map(str, other)) == ["A", "B_", "C"]


def test_files_are_read_in_the_given_order(tmp_path: Path) -> None:
    put(tmp_path / "one.ini", "A")
    document = IniDocument.from_text(
        f'[{LIST_SECTION}]\nGameplayTagList=(Tag="A",DevComment="x")\nGameplayTagRedirects=(OldTagName="B",NewTagName="A")',
        "two.ini",
    )
    registry = TagRegistry()
    load_tag_files(registry, [document, tmp_path / "one.ini", str(tmp_path / "one.ini")])
    registry.close()
    assert registry.tag("A").comment == "x"
    assert registry.tag("B").name == "A"
    assert str(registry.redirects.rows[0].span) == "two.ini:3:1"


def test_a_named_file_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load_tag_files(TagRegistry(), [tmp_path / "nowhere.ini"])


def test_a_closed_registry_takes_no_files(tmp_path: Path) -> None:
    put(tmp_path / "Tags/a.ini", "A")
    registry = TagRegistry()
    registry.close()
    with pytest.raises(RegistryClosed):
        load_tag_folder(registry, tmp_path)


def test_a_broken_header_and_a_guessed_encoding_are_said(tmp_path: Path) -> None:
    text = f'[{LIST_SECTION}]\nGameplayTagList=(Tag="A.é")\n[broken\nGameplayTagList=(Tag="B",)\n'
    (tmp_path / "a.ini").write_bytes(text.encode("latin-1"))
    registry = TagRegistry()
    report = load_tag_files(registry, [tmp_path / "a.ini"])
    assert {finding.code for finding in report} == {"TW-INI-05", "TW-INI-12"}
    assert "A.é" in registry
    assert "B" in registry
