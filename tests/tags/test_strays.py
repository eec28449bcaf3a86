"""Nothing that looks like a row of tags vanishes without a finding (faults §3 A1)."""

from __future__ import annotations

from pathlib import Path

import pytest

from talewright.config import IniDocument
from talewright.tags import (
    LIST_SECTION,
    RESTRICTED_SECTION,
    SETTINGS_SECTION,
    TagRegistry,
    load_tag_files,
    load_tag_folder,
    read_tag_list,
    read_tag_table,
)

ROW = 'GameplayTagList=(Tag="A.B",DevComment="")'
LIST = f"[{LIST_SECTION}]\n"
SETTINGS = f"[{SETTINGS_SECTION}]\n"
RESTRICTED = f"[{RESTRICTED_SECTION}]\n"


def found_in(text: str) -> list[tuple[str, str, int]]:
    report = read_tag_list(IniDocument.from_text(text, "t.ini")).report
    assert all(finding.span.file == "t.ini" and finding.span.column > 0 for finding in report)
    assert all(finding.hint for finding in report)
    return [(finding.code, finding.severity, finding.span.line) for finding in report]


def test_the_entry_one_letter_off() -> None:
    """Faults §3 A1."""
    found = read_tag_list(IniDocument.from_text(LIST + 'GameplayTagsList=(Tag="Npc.Smith",DevComment="x")', "t.ini"))
    (finding,) = found.report
    assert (finding.code, finding.severity, str(finding.span)) == ("TW-TAG-35", "error", "t.ini:2:1")
    assert finding.hint == 'write GameplayTagList=(Tag="Npc.Smith",DevComment="x")'


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        (LIST + ROW.replace("List", "Lsit"), "TW-TAG-35", 2),
        (LIST + ROW.replace("TagList", " Tag List"), "TW-TAG-35", 2),
        (LIST + "++" + ROW, "TW-TAG-35", 2),
        (LIST + "+-" + ROW, "TW-TAG-35", 2),
        (LIST + "@" + ROW, "TW-TAG-35", 2),
        (LIST + "*" + ROW, "TW-TAG-35", 2),
        (LIST + "^" + ROW, "TW-TAG-35", 2),
        (LIST + 'GameplayTagList+=(Tag="A")', "TW-TAG-35", 2),
        (LIST + 'GameplayTagList:(Tag="A")', "TW-TAG-35", 2),
        (LIST + 'GameplayTagList(Tag="A")', "TW-TAG-35", 2),
        (LIST + "GameplayTagList A.B", "TW-TAG-35", 2),
        (LIST + 'GameplayTagList[0]=(Tag="A")', "TW-TAG-35", 2),
        (LIST + 'GameplayTagList\uff1d(Tag="A")', "TW-TAG-35", 2),
        (LIST + '\u200bGameplayTagList=(Tag="A")', "TW-TAG-35", 2),
        (LIST + 'Gameplay\u0422agList=(Tag="A")', "TW-TAG-35", 2),
        (LIST + '(Tag="A.B",DevComment="")', "TW-TAG-35", 2),
        (LIST + 'Tag="A.B"', "TW-TAG-36", 2),
        (LIST + 'Tags=(Tag="A.B")', "TW-TAG-35", 2),
        (LIST + "Restricted" + ROW, "TW-TAG-35", 2),
        (SETTINGS + "+Restricted" + ROW, "TW-TAG-35", 2),
        (RESTRICTED + ROW, "TW-TAG-35", 2),
        (LIST + 'GameplayTagRedirect=(OldTagName="A",NewTagName="B")', "TW-TAG-35", 2),
        (LIST + 'Redirects=(OldTagName="A",NewTagName="B")', "TW-TAG-35", 2),
        (f"[ {LIST_SECTION} ]\n{ROW}", "TW-TAG-35", 2),
        (f"[{LIST_SECTION.replace('sList', 'List')}]\n{ROW}", "TW-TAG-35", 2),
        (f"[GameplayTagsList]\n{ROW}", "TW-TAG-35", 2),
        ("[UserTag]\nGameplayTags=A.B", "TW-TAG-35", 2),
        ("[UserTags]\nGameplayTag=A.B", "TW-TAG-36", 2),
        (f"[/Script/Engine.Foreign]\n+{ROW}", "TW-TAG-35", 2),
        (f"[/Script/Engine.Engine]\n+{ROW}", "TW-TAG-35", 2),
        (f"{ROW}\n{LIST}", "TW-TAG-35", 1),
        (f"[{LIST_SECTION}\n{ROW}", "TW-TAG-35", 2),
        (f"{LIST}; a remark \\\\\n{ROW}", "TW-TAG-35", 3),
        (f"{LIST}# {ROW}", "TW-TAG-18", 2),
        (f"{LIST}; +{ROW}", "TW-TAG-37", 2),
        (f"{LIST}{ROW} {ROW}", "TW-TAG-11", 2),
        (f'{LIST}GameplayTagList=(Tag="A"),(Tag="B")', "TW-TAG-11", 2),
        (f'{LIST}GameplayTagList=(Tag="A",Tag="B")', "TW-TAG-13", 2),
        (f'{LIST}GameplayTagList=(TagName="A")', "TW-TAG-12", 2),
        (f'{LIST}GameplayTagList=(Tga="A")', "TW-TAG-12", 2),
        (f"{LIST}GameplayTagList=A.B", "TW-TAG-12", 2),
        (f"{LIST}GameplayTagList=(Tag='A.B')", "TW-TAG-01", 2),
        (f'{LIST}GameplayTagList=(Tag="A",DevComent="x")', "TW-TAG-13", 2),
        (f"{LIST}ImportTagsFromConfig=False", "TW-TAG-36", 2),
        (f"{SETTINGS}ImportTagsFromConfg=False", "TW-TAG-36", 2),
        (f"{SETTINGS}+{ROW}\n!GameplayTagList=ClearArray", "TW-TAG-39", 3),
    ],
)
def test_every_near_miss_is_a_finding(text: str, code: str, line: int) -> None:
    findings = found_in(text + "\n")
    assert (code, line) in [(found, at) for found, _, at in findings]


@pytest.mark.parametrize(
    "text",
    [
        LIST + "+" + ROW,
        LIST + "  " + ROW,
        LIST.upper() + ROW,
        f"[{SETTINGS_SECTION}]\nSomeFutureKey=1\nNetIndexFirstBitSegment=16\n+{ROW}",
        LIST + ";METADATA=(Diff=true, UseCommands=true)\n; GameplayTagList holds the tags\n" + ROW,
        LIST + 'GameplayTagList=(Tag="A",DevComment="GameplayTagsList=(Tag=\\"B\\")")',
    ],
)
def test_what_is_well_written_is_no_finding(text: str) -> None:
    found = read_tag_list(IniDocument.from_text(text + "\n", "t.ini"))
    assert [finding for finding in found.report if finding.severity != "information"] == []
    assert len(found.rows) == 1


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-16", "utf-8-sig"])
def test_a_list_without_a_mark_is_read_in_any_encoding(encoding: str) -> None:
    found = read_tag_list(IniDocument.parse((LIST + ROW + "\n").encode(encoding), "t.ini"))
    assert [row.name for row in found.rows] == ["A.B"]


def put(root: Path, **files: str) -> Path:
    for name, text in files.items():
        path = root / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def test_rows_in_files_that_nothing_reads_are_said(tmp_path: Path) -> None:
    put(
        tmp_path,
        **{
            "DefaultGame.ini": f"[Other]\nx=1\n{SETTINGS}+{ROW}\n",
            "Tags/Npc.ini": f'{LIST}GameplayTagList=(Tag="C")\n',
            "Tags/Npc.ini.txt": LIST + ROW,
            "Tags/table.csv": "---,Tag,DevComment\n0,X.Y,\n",
            "Tags/notes.txt": "GameplayTagList is explained in the handbook",
            "Windows/WindowsGameplayTags.ini": f"{SETTINGS}+{ROW}\n",
        },
    )
    registry = TagRegistry()
    report = load_tag_folder(registry, tmp_path)
    assert [str(tag) for tag in registry] == ["C"]
    assert sorted((d.code, str(d.span)) for d in report) == [
        ("TW-TAG-38", "Config/DefaultGame.ini:4:1"),
        ("TW-TAG-38", "Config/Tags/Npc.ini.txt:1:1"),
        ("TW-TAG-38", "Config/Tags/table.csv:1:1"),
        ("TW-TAG-38", "Config/Windows/WindowsGameplayTags.ini:2:1"),
    ]


def test_redirects_of_old_engines_are_read_with_a_warning(tmp_path: Path) -> None:
    """Faults §3 B1."""
    put(
        tmp_path,
        **{
            "DefaultEngine.ini": '[/Script/Engine.Engine]\n+GameplayTagRedirects=(OldTagName="Old",NewTagName="A.B")\n',
            "DefaultGameplayTags.ini": f"{SETTINGS}+{ROW}\n",
        },
    )
    registry = TagRegistry()
    report = load_tag_folder(registry, tmp_path)
    registry.close()
    assert registry.tag("Old") == registry.tag("A.B")
    assert [(d.code, d.severity, str(d.span)) for d in report] == [
        ("TW-TAG-15", "warning", "Config/DefaultEngine.ini:1:1")
    ]


def test_a_line_that_removes_a_row_of_another_file_is_told_so(tmp_path: Path) -> None:
    """Faults §3 B5: the hint was to copy the row, which is the wrong cure."""
    put(tmp_path, **{"Tags/A.ini": f"{LIST}-{ROW}\n", "Tags/B.ini": LIST + ROW + "\n"})
    (finding,) = load_tag_folder(TagRegistry(), tmp_path)
    assert (finding.code, str(finding.span)) == ("TW-TAG-16", "Config/Tags/A.ini:2:1")
    assert "Config/Tags/B.ini:2:1 declares A.B" in finding.message
    assert "tags tidy" in finding.hint


# -- names that a project forbids


def test_invalid_tag_characters_are_respected(tmp_path: Path) -> None:
    """Faults §3 B2."""
    put(
        tmp_path,
        **{
            "DefaultGameplayTags.ini": SETTINGS + 'InvalidTagCharacters="\\"\\\',/ "\n+GameplayTagList=(Tag="A/B")\n',
            "Tags/Npc.ini": LIST + 'GameplayTagList=(Tag="Two Words")\nGameplayTagList=(Tag="Fine")\n',
        },
    )
    registry = TagRegistry()
    report = load_tag_folder(registry, tmp_path)
    assert [str(tag) for tag in registry] == ["Fine"]
    assert [(d.code, d.span.line, d.hint) for d in report] == [
        ("TW-TAG-01", 3, "write A_B"),
        ("TW-TAG-01", 2, "write Two_Words"),
    ]
    fixed = TagRegistry()
    load_tag_folder(fixed, tmp_path, names="fix")
    assert [str(tag) for tag in fixed] == ["A_B", "Fine", "Two_Words"]


def test_a_generated_list_is_held_to_it_too() -> None:
    settings = IniDocument.from_text(SETTINGS + 'InvalidTagCharacters="-"\n', "DefaultGameplayTags.ini")
    generated = IniDocument.from_text(LIST + 'GameplayTagList=(Tag="A-B",DevComment="")\n', "Other.ini")
    registry = TagRegistry()
    report = load_tag_files(registry, [settings, generated])
    assert [d.code for d in report] == ["TW-TAG-09", "TW-TAG-01"]
    assert len(registry) == 0


# -- tables


@pytest.mark.parametrize(
    ("table", "place", "hint"),
    [
        (b"---,Tags,DevComment\na,X.Y,\n", "t:1:1", "did you mean Tag for tags?"),
        (b"---;Tag;DevComment\na;X.Y;\n", "t:1:1", "separated by commas"),
        (b"---,Tag,Tag\na,X,Y\n", "t:1:1", "head it"),
        (b"---,Tag,DevComment\na,X.Y,rude, loud\n", "t:2:1", "quotes"),
        (b'[\n {"Tag":"A"},\n {"Tag":"B","Tag":"C"}]', "t:3:19", "an object of its own"),
        (b'[\n {"TagName":"A"}]', "t:1:1", "did you mean Tag for tagname?"),
        (b'{"Rows":[{"Tga":"A"}]}', "t:1:1", "Tag"),
    ],
)
def test_tables_lose_nothing_in_silence(table: bytes, place: str, hint: str) -> None:
    findings = [(str(d.span), d.hint) for d in read_tag_table(table, "t").report if d.code == "TW-TAG-34"]
    assert any(at == place and hint in said for at, said in findings), findings


def test_one_object_is_one_row_and_rows_may_have_a_head() -> None:
    assert [row.name for row in read_tag_table(b'{"Tag":"A","DevComment":"x"}').rows] == ["A"]
    assert [row.name for row in read_tag_table(b'{"Rows":[{"Tag":"A"}]}').rows] == ["A"]
