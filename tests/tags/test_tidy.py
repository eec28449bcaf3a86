"""Tidying what an editor leaves behind, and redirects where the project's engine reads them."""

from __future__ import annotations

from pathlib import Path

import pytest

from talewright.project import Project
from talewright.tags import (
    LIST_SECTION,
    SETTINGS_SECTION,
    RedirectMap,
    RedirectRow,
    TagFile,
    TagFolder,
    TagRegistry,
    load_tag_folder,
)
from talewright.tags.files import engine_version

LIST = f"[{LIST_SECTION}]\n"
A = 'GameplayTagList=(Tag="A",DevComment="")\n'
B = 'GameplayTagList=(Tag="B",DevComment="x")\n'


def put(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


@pytest.fixture
def noisy(tmp_path: Path) -> Path:
    return put(
        tmp_path,
        {
            "Config/Tags/A.ini": f'{LIST}; keep me\n-{B}{A}-GameplayTagList=(Tag="A",DevComment="other")\n',
            "Config/Tags/B.ini": f'{LIST}-{B}{B}-GameplayTagList=(Tag="Gone",DevComment="")\n',
        },
    )


def test_lines_that_remove_nothing_go(noisy: Path) -> None:
    """Faults §3 B5."""
    folder = TagFolder(noisy / "Config")
    assert sorted(map(str, folder.tidy())) == [
        "Config/Tags/A.ini:3:1",
        "Config/Tags/B.ini:2:1",
        "Config/Tags/B.ini:4:1",
    ]
    folder.write()
    assert (noisy / "Config/Tags/A.ini").read_text() == (
        f'{LIST}; keep me\n{A}-GameplayTagList=(Tag="A",DevComment="other")\n'
    )
    assert (noisy / "Config/Tags/B.ini").read_text() == LIST + B
    registry = TagRegistry()
    (left,) = load_tag_folder(registry, noisy / "Config")
    assert (left.code, str(left.span)) == ("TW-TAG-16", "Config/Tags/A.ini:4:1")
    assert [str(tag) for tag in registry] == ["A", "B"]


def test_remove_all_says_what_went(noisy: Path) -> None:
    file = TagFile.read(noisy / "Config/Tags/B.ini")
    assert file.remove_all(["b", "Not.There"]) == ["B"]


# -- engines


@pytest.mark.parametrize(("text", "version"), [("5.4", (5, 4)), ("4.27", (4, 27)), ("5.6.1", (5, 6)), ("new", None)])
def test_versions(text: str, version: tuple[int, int] | None) -> None:
    assert engine_version(text) == version


SMITH = "title: Forge\n---\nSmith: Hm. #line:0a1\n===\n"


def test_a_cook_for_an_old_engine_writes_its_redirects_among_the_settings(tmp_path: Path) -> None:
    theirs = f'[{SETTINGS_SECTION}]\n; ours\n+GameplayTagList=(Tag="Mine",DevComment="")\n'
    put(
        tmp_path,
        {
            "Config/DefaultGame.ini": "[Project]\nEngine=5.4\n",
            "Config/DefaultGameplayTags.ini": theirs,
            "Dialogues/D_Smith.yarn": SMITH,
        },
    )
    Project.open(tmp_path).cook()
    assert (tmp_path / "Config/DefaultGameplayTags.ini").read_text() == theirs
    (tmp_path / "Dialogues/D_Smith.yarn").rename(tmp_path / "Dialogues/D_Farrier.yarn")
    text = (tmp_path / "Dialogues/D_Farrier.yarn").read_text()
    (tmp_path / "Dialogues/D_Farrier.yarn").write_text(text)
    project = Project.open(tmp_path)
    project.cook()
    written = (tmp_path / "Config/DefaultGameplayTags.ini").read_text()
    assert written.startswith(theirs)
    old = [row.old for row in project.tags.redirects.rows]
    assert old
    assert all(f'OldTagName="{name}"' in written for name in old)
    assert Project.open(tmp_path).drift() == []
    (tmp_path / "Config/DefaultGameplayTags.ini").write_text(theirs)
    assert {d.span.file for d in Project.open(tmp_path).drift()} == {"Config/DefaultGameplayTags.ini"}
    # A second rename: the rows of the first, which people may have got without remarks, lead on.
    (tmp_path / "Config/DefaultGameplayTags.ini").write_text(written)
    (tmp_path / "Dialogues/D_Farrier.yarn").rename(tmp_path / "Dialogues/D_Cutler.yarn")
    again = Project.open(tmp_path)
    again.cook()
    last = Project.open(tmp_path)
    assert last.drift() == []
    assert last.tags.status(old[0]) == "redirected"


def test_an_older_row_that_leads_on_is_no_contradiction() -> None:
    rows = [RedirectRow("A", "B"), RedirectRow("A", "C"), RedirectRow("B", "C")]
    redirects = RedirectMap(rows, {"c"}.__contains__)
    assert dict(redirects.targets) == {"a": "c", "b": "c"}
    assert redirects.report == []
    assert RedirectMap(rows[:2], {"b", "c"}.__contains__).report[0].code == "TW-TAG-22"


def test_a_wrong_engine_is_a_finding(tmp_path: Path) -> None:
    put(tmp_path, {"Config/DefaultGame.ini": "[Project]\nEngine=new\n", "Dialogues/D_Smith.yarn": SMITH})
    assert [(d.code, str(d.span)) for d in Project.check(tmp_path)] == [("TW-PROJ-13", "Config/DefaultGame.ini:2:1")]
