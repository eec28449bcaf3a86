"""Restricted lists, tables and search paths."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from talewright.config import IniDocument
from talewright.errors import MissingFolder, RegistryClosed
from talewright.tags import (
    LIST_SECTION,
    RESTRICTED_SECTION,
    SETTINGS_SECTION,
    TagRegistry,
    TagRow,
    add_search_path,
    load_tag_files,
    load_tag_folder,
    read_tag_list,
    read_tag_table,
    render_tag_table,
)

TOP = (
    f"[{RESTRICTED_SECTION}]\n"
    'RestrictedGameplayTagList=(bAllowNonRestrictedChildren=True,Tag="Open",DevComment="ours")\n'
    'RestrictedGameplayTagList=(Tag="Shut",DevComment="",bAllowNonRestrictedChildren=false)\n'
    'RestrictedGameplayTagList=(Tag="Shut.Open",bAllowNonRestrictedChildren=1)\n'
    'RestrictedGameplayTagList=(Tag="Quiet")\n'
)
OWNED = '+RestrictedConfigFiles=(RestrictedConfigName="Top.ini",Owners=("ann","bob"))\n'


def list_of(*names: str, section: str = LIST_SECTION) -> str:
    return f"[{section}]\n" + "".join(f'GameplayTagList=(Tag="{name}",DevComment="")\n' for name in names)


def put(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


# -- restricted


def test_restricted_rows_are_read() -> None:
    found = read_tag_list(IniDocument.from_text(TOP, "Top.ini"))
    assert [(row.name, row.restricted, row.allows_plain) for row in found.rows] == [
        ("Open", True, True),
        ("Shut", True, False),
        ("Shut.Open", True, True),
        ("Quiet", True, False),
    ]
    assert found.report == []


@pytest.mark.parametrize(
    ("text", "owners"),
    [
        ('("ann","bob")', ("ann", "bob")),
        ('"ann"', ("ann",)),
        ("ann", ("ann",)),
        ("", ()),
        ("()", ()),
        ('(("ann","bob"))', ("ann", "bob")),
        ('("ann"),Other=1', ("ann",)),
    ],
)
def test_owners_as_real_settings_have_them(text: str, owners: tuple[str, ...]) -> None:
    row = f'[{SETTINGS_SECTION}]\n+RestrictedConfigFiles=(RestrictedConfigName="Top.ini",Owners={text})\n'
    assert read_tag_list(IniDocument.from_text(row)).restricted_files == {"Top.ini": owners}


def test_a_broken_setting_is_a_finding() -> None:
    text = f"[{SETTINGS_SECTION}]\n+RestrictedConfigFiles=(Owners=(a))\n+RestrictedConfigFiles=(x\n"
    found = read_tag_list(IniDocument.from_text(text))
    assert [d.code for d in found.report] == ["TW-TAG-12", "TW-TAG-10"]


def test_only_open_restricted_tags_take_others(tmp_path: Path) -> None:
    names = ["Open.X", "Shut.X", "Shut.Open.X", "Shut.Open.X.Y", "Quiet.Deep.X", "Free.X"]
    put(tmp_path, {"Tags/Top.ini": TOP, "Tags/a.ini": list_of(*names)})
    put(tmp_path, {"DefaultGameplayTags.ini": f"[{SETTINGS_SECTION}]\n{OWNED}"})
    registry = TagRegistry()
    assert load_tag_folder(registry, tmp_path) == []
    registry.close()
    assert [(d.code, d.severity, str(d.span)) for d in registry.report] == [
        ("TW-TAG-30", "warning", "Config/Tags/a.ini:3:1"),
        ("TW-TAG-30", "warning", "Config/Tags/a.ini:6:1"),
    ]
    assert "Shut.X stands under Shut" in registry.report[0].message
    assert registry.tag("Shut.X").known  # an agreement of authors, nothing at run time
    assert [row.name for row in registry.restricted] == ["Open", "Shut", "Shut.Open", "Quiet"]


def test_restricted_lists_enter_first(tmp_path: Path) -> None:
    put(
        tmp_path,
        {
            "Tags/Top.ini": TOP,
            "Tags/a.ini": list_of("open"),
            "DefaultGameplayTags.ini": f"[{SETTINGS_SECTION}]\n{OWNED}",
        },
    )
    registry = TagRegistry()
    load_tag_folder(registry, tmp_path)
    registry.close()
    assert registry.tag("Open").name == "Open"
    assert registry.tag("Open").comment == "ours"
    assert [d.code for d in registry.report] == ["TW-TAG-04", "TW-TAG-31"]


def test_a_list_that_nobody_owns_is_told(tmp_path: Path) -> None:
    put(tmp_path, {"Tags/Top.ini": TOP})
    report = load_tag_folder(TagRegistry(), tmp_path)
    assert [(d.code, str(d.span)) for d in report] == [("TW-TAG-32", "Config/Tags/Top.ini:2:1")]


def test_a_program_cannot_restrict() -> None:
    registry = TagRegistry()
    registry.register_rows([TagRow("A", restricted=True)])
    registry.close()
    assert [d.code for d in registry.report] == ["TW-TAG-33"]


# -- tables


def test_csv_as_unreal_has_it() -> None:
    data = '---,CategoryText,Tag,DevComment\r\n1,x,Npc.Smith,"He said ""no"",\nloudly"\r\nrow,,Npc.Rat,\r\n,,,\r\n'
    found = read_tag_table(data.encode("utf-16"), "DT.csv")
    assert [(row.name, row.comment, str(row.span)) for row in found.rows] == [
        ("Npc.Smith", 'He said "no",\nloudly', "DT.csv:2:1"),
        ("Npc.Rat", "", "DT.csv:4:1"),
    ]
    assert found.report == []


@pytest.mark.parametrize("kind", ["csv", "json"])
def test_tables_come_back(kind: str) -> None:
    rows = [TagRow("B", 'two, "three"\n日本'), TagRow("A.x"), TagRow("A-B")]
    data = render_tag_table(rows, kind)  # type: ignore[arg-type]
    found = read_tag_table(data)
    assert [(row.name, row.comment) for row in found.rows] == [("A.x", ""), ("A-B", ""), ("B", 'two, "three"\n日本')]
    assert render_tag_table(reversed(rows), kind) == data  # type: ignore[arg-type]


def test_json_tables_in_several_shapes() -> None:
    for plain in ([{"Name": "r", "Tag": "A.B", "DevComment": "x"}], {"A.B": "x"}, [{"tag": "A.B", "devcomment": "x"}]):
        assert [(row.name, row.comment) for row in read_tag_table(json.dumps(plain).encode()).rows] == [("A.B", "x")]
    assert [row.name for row in read_tag_table(b'["A", "B"]').rows] == ["A", "B"]


@pytest.mark.parametrize(
    ("data", "codes", "names"),
    [
        (b"Name,Comment\n1,2\n", ["TW-TAG-34"], []),
        (b'---,Tag\n1,"A\n', ["TW-TAG-34"], []),
        (b'---,Tag,Odd\n1,A,x\n2,B$,y\n3,"C,",z\n', ["TW-TAG-13", "TW-TAG-01"], ["A", "B$"]),
        (b'[1, {"Tag": "A"}, {"Tag": 5}]', ["TW-TAG-34", "TW-TAG-34"], ["A"]),
        (b"[{]", ["TW-TAG-34"], []),
        (b"", ["TW-TAG-34"], []),
        (b"\0\0\0", ["TW-INI-01"], []),
    ],
)
def test_tables_that_do_not_read(data: bytes, codes: list[str], names: list[str]) -> None:
    found = read_tag_table(data, "t.csv")
    if codes != ["TW-INI-01"] and data:
        assert [d.code for d in found.report] == codes
    assert [row.name for row in found.rows] == names


def test_tables_are_loaded_like_files(tmp_path: Path) -> None:
    put(tmp_path, {"t.csv": "---,Tag,DevComment\n0,A.B,x\n", "t2.json": '["A.B", "C"]'})
    registry = TagRegistry()
    report = load_tag_files(registry, [tmp_path / "t.csv", tmp_path / "t2.json"])
    registry.close()
    assert report == []
    assert [(tag.name, tag.comment) for tag in registry] == [("A.B", "x"), ("C", "")]
    assert [d.code for d in registry.report] == ["TW-TAG-03"]


# -- search paths


def test_a_search_path_is_read_at_any_depth_in_order(tmp_path: Path) -> None:
    put(tmp_path, {"b.ini": list_of("X"), "a/deep/c.ini": list_of("X", "Y"), "notes.txt": "no"})
    registry = TagRegistry()
    assert registry.add_search_path(tmp_path, shown="Plugins/Loot") == []
    assert str(registry.source("X")) == "Plugins/Loot/a/deep/c.ini:2:1"
    assert [str(d.span) for d in registry.report] == ["Plugins/Loot/b.ini:2:1"]


def test_a_search_path_must_be_there_and_in_time(tmp_path: Path) -> None:
    registry = TagRegistry()
    with pytest.raises(MissingFolder, match="no folder"):
        registry.add_search_path(tmp_path / "nowhere")
    put(tmp_path, {"b.ini": list_of("X")})
    registry.close()
    with pytest.raises(RegistryClosed):
        add_search_path(registry, tmp_path)
    registry.reload(lambda fresh: fresh.add_search_path(tmp_path))
    assert "X" in registry
