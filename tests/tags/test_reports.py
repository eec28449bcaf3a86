"""Reports from the field (tags.md section 12) that concern registry and files; the number stands in each name."""

from __future__ import annotations

from pathlib import Path

import pytest

from talewright.config import IniDocument
from talewright.errors import UnknownTag
from talewright.tags import (
    LIST_SECTION,
    TagFile,
    TagFolder,
    TagRegistry,
    find_uses,
    load_tag_files,
    load_tag_folder,
)


def list_of(*names: str) -> str:
    return f"[{LIST_SECTION}]\n" + "".join(f'GameplayTagList=(Tag="{name}",DevComment="")\n' for name in names)


def closed(*names: str) -> TagRegistry:
    registry = TagRegistry()
    for name in names:
        registry.register(name)
    registry.close()
    return registry


def test_1_tags_of_a_module_that_is_not_loaded_are_kept_as_they_are() -> None:
    registry = closed("Ability.Jump")
    container = registry.container("Ability.Jump", "Module.Tag")
    assert str(container) == "Ability.Jump, Module.Tag"
    assert not container.has("Module.Tag")
    assert not container.has("Module")
    again = registry.container(*map(str, container))
    assert again == container


def test_2_a_missing_tag_says_how_many_are_known_and_what_is_near() -> None:
    with pytest.raises(
        UnknownTag, match=r"no source declares the tag 'GripType\.Large' \(2 tags are known\)"
    ) as caught:
        closed("GripType.Larger", "Hand").require("GripType.Large")
    assert caught.value.hint == "did you mean GripType.Larger?"


def test_4_references_without_declarations_are_found_by_looking_them_up(tmp_path: Path) -> None:
    (tmp_path / "x.py").write_text('A = "Order.Attack"\nB = "Order.Move"\n')
    registry = closed("Order.Move")
    uses = find_uses(tmp_path, ["Order"], subtree=True)
    assert [use.name for use in uses if registry.find(use.name) is None] == ["Order.Attack"]


def test_6_a_tag_that_was_added_to_a_file_is_known_after_a_reload(tmp_path: Path) -> None:
    (tmp_path / "Tags").mkdir()
    path = tmp_path / "Tags" / "a.ini"
    path.write_text(list_of("A"))
    registry = TagRegistry()
    load_tag_folder(registry, tmp_path)
    registry.close()
    file = TagFile.read(path)
    file.add("B")
    file.write()
    changes = registry.reload(lambda fresh: load_tag_folder(fresh, tmp_path))
    assert str(changes) == "1 added, 0 removed, 0 renamed"
    assert registry.require("B").known


def test_7_a_rename_is_one_step(tmp_path: Path) -> None:
    (tmp_path / "Tags").mkdir()
    (tmp_path / "Tags" / "a.ini").write_text(list_of("A.B", "A.B.C"))
    folder = TagFolder(tmp_path)
    folder.rename("A.B", "A.X", subtree=True)
    folder.write()
    registry = TagRegistry()
    load_tag_folder(registry, tmp_path)
    registry.close()
    assert registry.report == []
    assert (registry.tag("A.B").name, registry.tag("A.B.C").name) == ("A.X", "A.X.C")


def test_9_a_rename_is_kept_though_another_row_is_broken(tmp_path: Path) -> None:
    (tmp_path / "Tags").mkdir()
    path = tmp_path / "Tags" / "a.ini"
    broken = 'GameplayTagList=(Tag="Broken, DevComment="")\n'
    path.write_text(list_of("A.B") + broken)
    folder = TagFolder(tmp_path)
    folder.rename("A.B", "A.C")
    folder.write()
    text = path.read_text()
    assert broken in text
    assert 'OldTagName="A.B",NewTagName="A.C"' in text


def test_11_an_unknown_member_does_not_stop_a_filter() -> None:
    registry = closed("Known.A")
    container = registry.container("Known.A", "Gone.A")
    assert str(container.filter(registry.container("Known", "Gone"))) == "Known.A"
    assert [tag.name for tag in container] == ["Known.A", "Gone.A"]
    assert container.parents().has_exact("Known")


def test_13_union_children_and_any_of_a_port() -> None:
    registry = closed("A.B", "A.C", "A.D", "Tile.Walk.Start", "Tile.Obst", "Tile.Neg.X")
    assert not registry.container("A.B").has_any_exact(registry.container("A.C", "A.D"))
    owner = registry.container("Tile.Walk", "Tile.Neg.X")
    assert owner.has_any(registry.container("Tile.Walk.Start", "Tile.Obst", "Tile.Neg"))
    union = registry.container("A")
    union.append(registry.container())
    assert str(union) == "A"


def test_20_adding_a_tag_is_a_diff_of_one_line(tmp_path: Path) -> None:
    text = f"; by hand\n[{LIST_SECTION}]\n;; one\n" + 'GameplayTagList=(DevComment="b",  Tag="Z.B")\n\n; two\n'
    text += 'GameplayTagList=(Tag="A.A",DevComment="")\n'
    file = TagFile(IniDocument.from_text(text, "a.ini"))
    file.add("A.B", "new")
    changed = [line for line in file.diff().splitlines() if line[0] in "+-" and line[:3] not in ("---", "+++")]
    assert changed == ['+GameplayTagList=(Tag="A.B",DevComment="new")']


def test_21_an_unknown_tag_is_an_error_to_whoever_requires_it() -> None:
    registry = closed("Quest.Done")
    with pytest.raises(UnknownTag, match="no source declares"):
        registry.require("Quest.Finished.Twice")


def test_22_eight_rows_without_a_closing_quote_are_eight_findings() -> None:
    rows = "".join(f'GameplayTagList=(Tag="A.N{n}, DevComment="")\n' for n in range(8))
    registry = TagRegistry()
    report = load_tag_files(registry, [IniDocument.from_text(f"[{LIST_SECTION}]\n{rows}", "a.ini")])
    assert [d.code for d in report] == ["TW-TAG-10"] * 8
    assert report[0].hint == 'did you mean GameplayTagList=(Tag="A.N0", DevComment="")'
    assert len(registry) == 0


def test_23_the_order_of_sources_is_no_identity() -> None:
    one, other = closed("A", "B.C"), closed("B.C", "A")
    assert list(one) == list(other)
    assert one.dictionary_hash() == other.dictionary_hash()
