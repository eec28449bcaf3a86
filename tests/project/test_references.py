"""Who uses a tag, and giving it another name everywhere at once (tags.md, sections 9.1 and 9.5)."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from talewright.errors import AlreadyExists, InvalidName, MissingFolder, NotFound, ProjectError, TagError
from talewright.files import atomic
from talewright.project import Project, find_others, find_references
from talewright.project.edits.renaming import plan_rename

Write = Callable[[dict[str, str]], Path]

SMITH = """title: Forge
selectors: Greeting
---
Smith: Libretto.Dialogues.Smith is said aloud, {plays("Smith.Forge")}. #line:need
-> A sword. <<if selected("Smith.Choice_need.Reply_sword") == 0>> #choice:need #line:sword
    <<start Libretto.Dialogues.Cat.Roof>>
    <<quest "Quest.Rats">>
    // <<quest "Quest.Rats">>
-> No. #line:no
    <<jump Night>>
===
title: Night
---
<<if visited("Forge") and plays("Smiht") > 0>>
    <<detour Forge>>
<<endif>>
<<select Greeting>>
===
"""
CAT = "title: Roof\n---\n<<select Smith.Forge>>\n===\n"
TAGS = """[/Script/GameplayTags.GameplayTagsList]
GameplayTagList=(Tag="Quest.Rats",DevComment="Quest.Rats are in the cellar")
GameplayTagList=(Tag="Quest.Unused",DevComment="")
GameplayTagRedirects=(OldTagName="Quest.Mice",NewTagName="Quest.Rats")
"""
CODE = '''"""Quest.Rats in a docstring."""
from talewright import command

@command
def quest(game, name):
    """Quest.Rats."""
    é = "ä", "Quest.Rats"
    if game.variables.gpvar("Smith.Choice_need").selected or game.tags.tag("Quest.Mice"):
        return f"{name} Quest.Rats"
    return "AnyTagsMatch(Quest.Rats,Quest.Cats)"
'''


@pytest.fixture
def root(folder: Write) -> Path:
    return folder(
        {
            "Dialogues/D_Smith.yarn": SMITH,
            "Dialogues/D_Cat.yarn": CAT,
            "Config/Tags/Quests.ini": TAGS,
            "Config/DefaultGame.ini": "[rats Item]\n; Quest.Rats\nquest=Quest.Rats\nfile=Quest.txt\n",
            "scripts.py": CODE,
        }
    )


def places(root: Path, tag: str, *, subtree: bool = False) -> list[str]:
    return [f"{use.span} {use.kind} {use.text}" for use in find_references(root).of(tag, subtree=subtree)]


def test_uses_are_found_in_dialogues_ini_files_code_and_redirects(root: Path) -> None:
    assert places(root, "quest.rats") == [
        "Config/DefaultGame.ini:3:7 setting Quest.Rats",
        "Config/Tags/Quests.ini:4:35 redirect Quest.Mice",
        "Config/Tags/Quests.ini:4:59 redirect Quest.Rats",
        "Dialogues/D_Smith.yarn:7:14 text Quest.Rats",
        "scripts.py:7:15 code Quest.Rats",
        "scripts.py:8:77 code Quest.Mice",
        "scripts.py:9:25 code Quest.Rats",
        "scripts.py:10:26 code Quest.Rats",
    ]


def test_a_tag_of_a_dialogue_is_used_without_its_root_by_jumps_and_by_selectors(root: Path) -> None:
    assert places(root, "Libretto.Dialogues.Smith.Forge") == [
        "Dialogues/D_Cat.yarn:3:10 selector Smith.Forge",
        "Dialogues/D_Smith.yarn:4:56 function Smith.Forge",
        "Dialogues/D_Smith.yarn:14:15 jump Forge",
        "Dialogues/D_Smith.yarn:15:14 jump Forge",
    ]
    assert places(root, "Libretto.Dialogues.Cat", subtree=True) == [
        "Dialogues/D_Smith.yarn:6:13 text Libretto.Dialogues.Cat.Roof"
    ]
    assert places(root, "Libretto.Dialogues.Smith.SubdialogueSelectors.Greeting") == [
        "Dialogues/D_Smith.yarn:17:10 selector Greeting"
    ]
    assert places(root, "Libretto.Dialogues.Smith.Choice_need") == ["scripts.py:8:30 code Smith.Choice_need"]


def test_a_place_is_that_of_the_text_alone(root: Path) -> None:
    uses = find_references(root).uses
    assert len(uses) > 10
    for use in uses:
        row = (root / use.span.file).read_text(encoding="utf-8").split("\n")[use.span.line - 1]
        assert row[use.span.column - 1 : use.span.end_column - 1] == use.text


def test_findings_name_unknown_former_and_unused_tags(root: Path) -> None:
    report = find_references(root).report
    assert [(d.code, d.severity, str(d.span)) for d in report] == [
        ("TW-REF-03", "information", "Config/Tags/Quests.ini:3:1"),
        ("TW-REF-01", "error", "Dialogues/D_Smith.yarn:14:34"),
        ("TW-REF-02", "warning", "scripts.py:8:77"),
        ("TW-REF-01", "warning", "scripts.py:10:37"),
    ]


def test_saves_are_searched_on_request(root: Path, folder: Write) -> None:
    folder({"Saved/SaveGames/one.sav": "[SaveHeader]\nSchema=1\n\n[Libretto.Dialogues.Smith GPVar]\nstarted=2\n"})
    uses = find_references(root, saves=[root / "Saved"]).of("Libretto.Dialogues.Smith")
    assert [str(use) for use in uses] == ["Saved/SaveGames/one.sav:4:2: Libretto.Dialogues.Smith"]
    assert find_references(root).of("Libretto.Dialogues.Smith") == []


def test_a_tag_of_a_source_is_known_from_the_last_cook(root: Path, folder: Write) -> None:
    folder(
        {
            "scripts.py": SOURCE,
            "Dialogues/D_Smith.yarn": 'title: A\n---\n<<if plays("Item.Sword") > 0>>\n<<endif>>\n===\n',
        }
    )
    folder({"Dialogues/D_Cat.yarn": "title: Roof\n---\nMiau\n===\n"})
    assert [d.code for d in find_references(root).report.errors] == ["TW-REF-01"]
    Project.open(root).cook()
    assert find_references(root).report.errors == []


SOURCE = """
from talewright.project import tag_source

@tag_source
def items(records):
    return ["Item.Sword"]
"""


def tree(root: Path) -> dict[str, bytes]:
    return {p.relative_to(root).as_posix(): p.read_bytes() for p in root.rglob("*") if p.is_file()}


def test_a_plan_changes_nothing_and_shows_everything(root: Path) -> None:
    before = tree(root)
    plan = plan_rename(root, "Quest.Rats", "Quest.Rodents")
    assert tree(root) == before
    assert [file.path for file in plan.files] == [
        "Config/Tags/Quests.ini",
        "Config/DefaultGame.ini",
        "Dialogues/D_Smith.yarn",
        "scripts.py",
    ]
    diff = plan.diff()
    assert '-    <<quest "Quest.Rats">>\n+    <<quest "Quest.Rodents">>\n' in diff
    assert '+    é = "ä", "Quest.Rodents"\n' in diff
    assert "+quest=Quest.Rodents\n" in diff
    assert [(d.code, str(d.span)) for d in plan.notes if d.code == "TW-REF-05"] == [("TW-REF-05", "scripts.py:8:77")]


def test_a_listed_tag_is_renamed_everywhere_with_a_redirect(root: Path) -> None:
    assert plan_rename(root, "Quest.Rats", "Quest.Rodents").write()
    found = find_references(root)
    assert found.tags.tag("Quest.Rats").name == found.tags.tag("Quest.Mice").name == "Quest.Rodents"
    assert [d for d in found.report if "Quest.Rats" in d.message] == []
    assert [use.text for use in found.of("Quest.Rodents")].count("Quest.Rodents") == 6


@pytest.mark.parametrize(
    ("old", "new", "changed"),
    [
        ("Smith.Forge", "Smith.Smithy", "title: Smithy\nformerly: Forge\n"),
        ("Smith.Choice_need", "Smith.Choice_wish", "#choice:wish #was:choice:need #line:sword"),
        ("Smith.Choice_need.Reply_sword", "Smith.Choice_need.Reply_blade", "#choice:need #line:blade #was:sword"),
        ("Libretto.Dialogues.Smith", "Libretto.Dialogues.Blacksmith", "#was:Smith\ntitle: Forge"),
        ("Smith.SubdialogueSelectors.Greeting", "Smith.SubdialogueSelectors.Hello", "selectors: Hello\n"),
    ],
)
def test_an_element_of_a_dialogue_is_renamed_and_its_counts_come_along(
    root: Path, folder: Write, old: str, new: str, changed: str
) -> None:
    folder({"Dialogues/D_Smith.yarn": SMITH.replace("Smiht", "Smith.Night")})
    project = Project.open(root)
    project.cook()
    full_old = project.full_tag(old)
    plan = plan_rename(root, old, new)
    plan.write()
    (path,) = [p for p in root.rglob("*.yarn") if changed in p.read_text(encoding="utf-8")]
    assert path.name == ("D_Blacksmith.yarn" if "Black" in new else "D_Smith.yarn")
    after = Project.open(root)
    assert find_references(root).report.errors == []
    full_new = after.full_tag(new)
    assert full_new in after.tags
    if "Selectors" not in old:
        assert after.tags.tag(full_old).name == full_new
        after.cook()
        assert full_old in (root / "Config/DynamicTags/DynamicTags.ini").read_text(encoding="utf-8")
    assert len(plan.uses) == len(find_references(root).of(full_new, subtree=True))


@pytest.mark.parametrize(
    ("old", "new", "error", "text"),
    [
        ("Quest.Nothing", "Quest.Some", NotFound, "no tag is called"),
        ("Quest.Rats", "Quest.Unused", AlreadyExists, "is a tag already"),
        ("Smith.Forge", "Smith.Night", AlreadyExists, "is a tag already"),
        ("Smith.Forge", "Cat.Forge", TagError, "last part alone"),
        ("Smith.Choice_need", "Smith.Wish", TagError, "ends with Choice_name"),
        ("Smith.Forge", "Smith.For'ge", InvalidName, "Smith"),
    ],
)
def test_what_cannot_be_renamed_says_why(root: Path, old: str, new: str, error: type[Exception], text: str) -> None:
    before = tree(root)
    with pytest.raises(error, match=text):
        plan_rename(root, old, new)
    assert tree(root) == before


def test_a_dialogue_is_not_renamed_over_another_file(root: Path, folder: Write) -> None:
    folder({"Dialogues/D_Dog.yarn": "#dialogue:Hound\ntitle: Roof\n---\nDog: Woof. #line:woof\n===\n"})
    with pytest.raises(AlreadyExists, match=r"^Dialogues/D_Dog\.yarn is a file already"):
        plan_rename(root, "Cat", "Dog")


def test_an_id_that_does_not_stand_in_the_script_cannot_be_renamed(root: Path, folder: Write) -> None:
    folder({"Dialogues/D_New.yarn": "title: N\n---\n-> Hi\n===\n"})
    with pytest.raises(TagError, match="does not stand in the script"):
        plan_rename(root, "New.Choice_auto-N-1", "New.Choice_x")


def test_nothing_is_written_over_a_file_that_changed_meanwhile(root: Path, folder: Write) -> None:
    plan = plan_rename(root, "Quest.Rats", "Quest.Rodents")
    folder({"scripts.py": CODE + "\n"})
    before = tree(root)
    with pytest.raises(TagError, match="changed since the plan was made"):
        plan.write()
    assert tree(root) == before


def test_all_files_are_written_or_none(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = plan_rename(root, "Libretto.Dialogues.Smith", "Libretto.Dialogues.Blacksmith")
    before = tree(root)
    write, calls = atomic.write_bytes, [0]

    def fails_later(path: Path, data: bytes, *, force: bool = False) -> None:
        calls[0] += 1
        if calls[0] == len(plan.files) - 1:
            raise OSError("the disk is full")
        write(path, data)

    monkeypatch.setattr(atomic, "write_bytes", fails_later)
    with pytest.raises(OSError, match="full"):
        plan.write()
    assert tree(root) == before


def test_a_file_that_cannot_be_written_is_named_and_those_before_are_put_back(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = plan_rename(root, "Quest.Rats", "Quest.Rodents")
    before = tree(root)
    write = atomic.write_bytes

    def locked(path: Path, data: bytes, *, force: bool = False) -> None:
        if path.name == "D_Smith.yarn":  # its folder gives no right to write, whatever is written
            raise PermissionError(13, "Permission denied", str(path))
        write(path, data)

    monkeypatch.setattr(atomic, "write_bytes", locked)
    with pytest.raises(PermissionError, match=r"D_Smith\.yarn"):
        plan.write()
    assert tree(root) == before


def test_a_file_that_is_read_only_stops_a_rename(root: Path) -> None:
    (root / "Dialogues/D_Smith.yarn").chmod(0o444)
    before = tree(root)
    for old, new in (("Smith.Forge", "Smith.Smithy"), ("Quest.Rats", "Quest.Rodents"), ("Smith", "Blacksmith")):
        with pytest.raises(TagError, match="read-only") as caught:
            plan_rename(root, old, new).write()
        assert [(d.code, d.span.file) for d in caught.value.report] == [("TW-TAG-61", "Dialogues/D_Smith.yarn")]
    assert tree(root) == before


def test_a_dialogue_keeps_its_rights_under_another_name(root: Path) -> None:
    (root / "Dialogues/D_Cat.yarn").chmod(0o640)
    plan_rename(root, "Cat", "Tom").write()
    assert (root / "Dialogues/D_Tom.yarn").stat().st_mode & 0o777 == (0o640 if os.name == "posix" else 0o666)


def test_a_check_names_tags_that_nothing_declares(folder: Write) -> None:
    """tags.md section 9.6: unresolved references are found before anybody plays."""
    root = folder(
        {
            "Dialogues/D_Smith.yarn": 'title: Forge\n---\n<<if plays("Smith.Frge") > 0>>\nAnn: Hi\n<<endif>>\n===\n',
            "scripts.py": 'def look(game):\n    return game.variables.gpvar("Smith.Forg")\n',
        }
    )
    found = [(d.code, d.severity, str(d.span)) for d in Project.check(root)]
    assert found == [
        ("TW-REF-01", "error", "Dialogues/D_Smith.yarn:3:13"),
        ("TW-REF-01", "warning", "scripts.py:2:34"),
    ]


def test_folders_are_paths_or_texts_and_must_be_there(root: Path) -> None:
    found = find_references(str(root))
    assert found.uses == find_references(root).uses
    saved = str(root / "Saved")
    assert find_references(root, saves=[saved], saved_dir=f"{saved}2").uses == found.uses
    assert find_others(str(root), found, ["Quest.Rats"]) == find_others(root, found, ["Quest.Rats"])
    assert plan_rename(str(root), "Quest.Rats", "Quest.Rodents").diff() == (
        plan_rename(root, "Quest.Rats", "Quest.Rodents").diff()
    )
    for look in (find_references, lambda folder: plan_rename(folder, "A", "B"), lambda f: find_others(f, found, ["A"])):
        with pytest.raises(MissingFolder, match="there is no folder"):
            look(root / "Nowhere")


def test_a_plan_with_a_file_that_was_not_searched_is_not_written(root: Path, folder: Write) -> None:
    folder({"scripts.py": "def ("})
    plan = plan_rename(root, "Quest.Rats", "Quest.Rodents")
    assert [d.code for d in plan.notes.errors] == ["TW-REF-06"]
    before = tree(root)
    with pytest.raises(TagError, match="nothing was written"):
        plan.write()
    assert tree(root) == before


def test_a_folder_that_cannot_be_looked_into_is_said(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (root / "lib").mkdir()
    listed = os.scandir

    def refuses(path: Any) -> Any:
        if str(path).endswith("lib"):
            raise PermissionError(13, "Permission denied", str(path))
        return listed(path)

    monkeypatch.setattr(os, "scandir", refuses)
    assert [(d.code, d.span.file) for d in find_references(root).report if "searched" in d.message] == [
        ("TW-REF-06", "lib")
    ]


def test_a_tag_of_a_script_that_cannot_be_read_is_not_unknown_without_a_word(root: Path, folder: Write) -> None:
    folder({"Dialogues/D_Smith.yarn": SMITH.replace("<<endif>>", "")})
    with pytest.raises(TagError, match=r"no tag is called Smith\.Forge in what could be read") as caught:
        plan_rename(root, "Smith.Forge", "Smith.Smithy")
    assert caught.value.report.errors[0].span.file == "Dialogues/D_Smith.yarn"


def test_a_file_that_stays_as_it_is_is_not_written(root: Path, folder: Write) -> None:
    folder({"Dialogues/D_Cat.yarn": "title: Roof\n---\n<<jump Forge>>\n===\n"})
    paths = plan_rename(root, "Smith", "Farrier").paths
    assert "Dialogues/D_Cat.yarn" not in paths
    assert "Dialogues/D_Farrier.yarn" in paths


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("Config/DefaultGame.ini", "TW-INI-08"),
        ("Config/DefaultGameplayTags.ini", "TW-INI-08"),
        ("Config/Tags/More.ini", "TW-INI-08"),
        ("Config/tags.lock", "TW-LOCK-01"),
        ("scripts.py", "TW-CODE-01"),
        ("Saved/Cache/project.cache", ""),
        ("Saved/Cache/dialogues.cache", ""),
    ],
)
def test_a_pipe_in_a_project_is_named_and_not_waited_for(root: Path, path: str, code: str) -> None:
    (root / path).unlink(missing_ok=True)
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(root / path)
    found = Project.check(root, saved_dir=root / "Saved")
    pipe = "a pipe, a socket or a device"
    assert [(d.code, d.span.file) for d in found.errors if pipe in d.message] == ([(code, path)] if code else [])
    with pytest.raises(ProjectError, match=pipe) if code else contextlib.nullcontext():
        Project.open(root, saved_dir=root / "Saved")
    find_references(root, saves=[root / "Saved"])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_what_other_files_cannot_be_searched_is_named(
    root: Path, folder: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder({"notes.txt": "Quest.Rats", "hidden/notes.txt": "Quest.Rats", "big.csv": "Quest.Rats" * 100})
    os.mkfifo(root / "pipe.txt")
    (root / "nowhere.txt").symlink_to("missing")
    monkeypatch.setattr("talewright.tags.editing.tag_search.BIGGEST", 500)
    scan = os.scandir

    def refuse(path: str) -> Any:
        if os.fspath(path).endswith("hidden"):
            raise PermissionError(13, "Permission denied", os.fspath(path))
        return scan(path)

    found = find_references(root)
    monkeypatch.setattr(os, "scandir", refuse)
    uses = find_others(root, found, ["Quest.Rats"])
    assert [use.span.file for use in uses] == ["notes.txt"]
    find_others(root, found, ["Quest.Rats"])  # once is enough
    said = [(d.span.file, d.message.partition(": ")[2]) for d in found.report if d.code == "TW-REF-06"]
    assert sorted(said) == [
        ("big.csv", "it has 1000 bytes"),
        ("hidden", "Permission denied"),
        ("pipe.txt", "it is a pipe, a socket or a device, and no plain file"),
    ]
    notes = plan_rename(root, "Quest.Rats", "Quest.Rodents").notes
    assert sorted((d.span.file, d.severity) for d in notes if d.code == "TW-REF-06") == [
        ("big.csv", "warning"),
        ("hidden", "error"),
        ("pipe.txt", "warning"),
    ]
