"""Who uses a tag."""

from __future__ import annotations

from pathlib import Path

import pytest

from talewright.tags import find_uses


@pytest.fixture
def project(tmp_path: Path) -> Path:
    files = {
        "Config/Tags/a.ini": (
            "[/Script/GameplayTags.GameplayTagsList]\n; Npc.Smith\n"
            'GameplayTagList=(Tag="Npc.Smith",DevComment="Npc.Smith")\n'
            'GameplayTagRedirects=(OldTagName="Old",NewTagName="Npc.Smith")\n+CommonlyReplicatedTags=Npc.Smith\n'
        ),
        "Dialogues/D_A.yarn": 'title: A\n---\n<<if plays("npc.smith") > 0>>\nSmith: Npc.Smith.Bark. #line:a\n',
        "Source/x.cpp": 'auto T = Tag("Npc.Smith"); // Npc.Smithy, My.Npc.Smith, Npc.Smith.Bark, Npc.Smith.\n',
        "code.py": "ROOT = \"Npc\"\nNpc = 1\nOTHER = 'Npc.Smith'\n",
        ".git/x.py": '"Npc.Smith"',
        "Intermediate/x.py": '"Npc.Smith"',
        "picture.png": "Npc.Smith",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (tmp_path / "Content").mkdir()
    (tmp_path / "Content/D.uasset").write_bytes(b"\0\x0a\0\0\0Npc.Smith\0\x00Npc.Smith.Bark\0\xff\xfe")
    return tmp_path


def test_places_by_file_and_line(project: Path) -> None:
    uses = find_uses(project, "Npc.Smith")
    assert {use.span.file for use in uses} == {
        "code.py", "Config/Tags/a.ini", "Content/D.uasset", "Dialogues/D_A.yarn", "Source/x.cpp",
    }  # fmt: skip
    assert "code.py:3:10: OTHER = 'Npc.Smith'" in map(str, uses)
    assert "Content/D.uasset: Npc.Smith" in map(str, uses)
    kinds = {(use.span.file, use.kind) for use in uses}
    assert ("Config/Tags/a.ini", "redirect") in kinds
    assert ("Config/Tags/a.ini", "setting") in kinds
    assert ("Content/D.uasset", "asset") in kinds
    assert sum(use.span.file == "Source/x.cpp" for use in uses) == 2  # the sentence's end is no part of the name


def test_a_subtree(project: Path) -> None:
    names = {use.name for use in find_uses(project, "Npc.Smith", subtree=True)}
    assert {"Npc.Smith", "npc.smith", "Npc.Smith.Bark"} == names


def test_a_name_without_a_dot_only_between_quotes(project: Path) -> None:
    assert [str(use) for use in find_uses(project, "Npc")] == ['code.py:1:9: ROOT = "Npc"']


def test_files_can_be_left_out(project: Path) -> None:
    skip = [project / "Config/Tags/a.ini", project / "code.py"]
    assert not {"code.py", "Config/Tags/a.ini"} & {use.span.file for use in find_uses(project, "Npc.Smith", skip=skip)}
    assert find_uses(project, []) == []


def test_of_names_that_begin_alike_the_longest_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text('"A.B C.D", "A.B C", "A.B", "A.B.C", "A.Bc", "Solo"\n')
    names = ["A.B", "Solo", "A.B C", "A.B C.D"]
    assert [use.name for use in find_uses(tmp_path, names)] == ["A.B C.D", "A.B C", "A.B", "Solo"]
    assert [use.name for use in find_uses(tmp_path, "A.B", subtree=True)][2:] == ["A.B", "A.B.C"]
