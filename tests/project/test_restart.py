"""Opening an unchanged project again: from what was remembered, without compiling; anything changed, the long way."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import talewright.dialogue
from talewright.diagnostics import Report
from talewright.dialogue import Program, Source, compile, compile_part, syntax
from talewright.dialogue.compiling import compiler
from talewright.errors import ProjectError
from talewright.project import Project
from talewright.project.cook.restart import FILE
from talewright.project.opening import loading
from talewright.project.scan import cache, elements, incremental

Write = Callable[[dict[str, str]], Path]

SMITH = """#uid:d1
title: Forge
selectors: Intro
---
Smith: What do you need? #line:need
-> A sword. #choice:need #line:sword
    <<give sword>>
-> No id.
===
"""
CAT = "title: Roof\n---\n<<jump Forge>>\n===\n"
DOG = "title: Kennel\n---\nDog: Wuff.\n-> A bone without an id.\n===\n"
CODE = """
from talewright import command

@command
def give(game, item): ...
"""


SOURCE = """
from talewright.project import tag_source

@tag_source
def more(records):
    return ["Quest.Rats"]
"""
LISTED = """[/Script/GameplayTags.GameplayTagsList]
GameplayTagList=(Tag="libretto.dialogues.smith.forge",DevComment="x")
"""


@pytest.fixture
def root(folder: Write) -> Path:
    made = folder({"Dialogues/D_Smith.yarn": SMITH, "Dialogues/D_Cat.yarn": CAT, "scripts.py": CODE})
    for path in made.rglob("*.yarn"):
        os.utime(path, ns=(10**18, 10**18))
    return made


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many sources each compilation got."""
    seen: list[int] = []
    compile = talewright.dialogue.compile

    def spy(sources: Any, **options: Any) -> Any:
        listed = list(sources)
        seen.append(len(listed))
        return compile(listed, **options)

    monkeypatch.setattr(loading, "compile", spy)
    return seen


@pytest.fixture
def parts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Which dialogues were compiled alone."""
    seen: list[str] = []

    def spy(source: Source, *args: Any, **options: Any) -> Program:
        seen.append(source.name)
        return compile_part(source, *args, **options)

    monkeypatch.setattr(loading, "compile_part", spy)
    return seen


def open_(root: Path) -> Project:
    return Project.open(root, saved_dir=root / "Saved")


def facts(project: Project) -> dict[str, object]:
    return {
        "tags": [(t.name, t.comment, t.source) for t in project.tags],
        "keys": dict(project.keys),
        "redirects": project.tags.redirects.rows,
        "report": project.report,
        "path": project.dialogue_path("Libretto.Dialogues.Smith.Forge"),
        "full": project.full_tag("Smith.Forge"),
    }


def test_an_unchanged_project_compiles_a_dialogue_when_it_is_asked_for(
    root: Path, compiled: list[int], parts: list[str]
) -> None:
    first = open_(root)
    assert compiled == [2]
    second = open_(root)
    assert compiled == [2]
    assert facts(second) == facts(first)
    assert facts(second) == facts(Project.open(root))
    compiled.clear()
    assert second.program.nodes.keys() == first.program.nodes.keys()
    assert second.program.digest == first.program.digest
    assert second.layout("Cat") == first.layout("Cat")
    assert parts == []
    assert second.program.nodes["Forge"].digest == first.program.nodes["Forge"].digest
    assert (compiled, parts) == ([], ["Smith"])
    assert second.tag_of_key("uid:d1") == "Libretto.Dialogues.Smith"
    assert second.generated_tags() == first.generated_tags()
    assert not second.cooked


def test_without_a_saved_folder_nothing_is_remembered(root: Path, compiled: list[int]) -> None:
    before = sorted(root.rglob("*"))
    Project.open(root)
    Project.open(root)
    assert compiled == [2, 2]
    assert sorted(root.rglob("*")) == before


def test_findings_are_found_again(root: Path, compiled: list[int]) -> None:
    assert open_(root).report == open_(root).report != Report()
    assert compiled == [2]


@pytest.mark.parametrize(
    "change",
    [
        {"Dialogues/D_Smith.yarn": SMITH.replace("need?", "want?")},
        {"Dialogues/D_New.yarn": "title: New\n---\nHi\n===\n"},
        {"Dialogues/D_Smith.txt": ""},
        {"Config/DefaultGame.ini": "[Any DialogueClass]\nTagRoot=Barks\nFolder=Dialogues\n"},
        {"scripts.py": CODE + "\n\n@command\ndef take(game, item): ...\n"},
        {"Config/tags.lock": '{"tag":"Libretto.Dialogues.Smith","key":"uid:d1","kind":"dialogue","id":"Smith"}\n'},
    ],
)
def test_any_change_leads_the_long_way(root: Path, folder: Write, compiled: list[int], change: dict[str, str]) -> None:
    open_(root)
    folder(change)
    assert facts(open_(root)) == facts(Project.open(root))
    assert len(compiled) == 3
    compiled.clear()
    assert facts(open_(root)) == facts(Project.open(root))
    assert len(compiled) == 1


def test_a_dialogue_that_was_deleted_leads_the_long_way(root: Path, compiled: list[int]) -> None:
    open_(root)
    (root / "Dialogues/D_Cat.yarn").unlink()
    assert set(open_(root).dialogues) == {"Smith"}
    assert compiled == [2, 1]


def test_a_changed_project_with_errors_has_every_finding_and_spoils_nothing(
    root: Path, folder: Write, compiled: list[int]
) -> None:
    open_(root)
    folder({"Dialogues/D_Smith.yarn": SMITH + "title:\n", "Dialogues/D_Cat.yarn": CAT.replace("Forge", "Forgr")})
    with pytest.raises(ProjectError) as error:
        open_(root)
    assert {d.span.file for d in error.value.report.errors} == {"Dialogues/D_Smith.yarn", "Dialogues/D_Cat.yarn"}
    folder({"Dialogues/D_Smith.yarn": SMITH, "Dialogues/D_Cat.yarn": CAT})
    compiled.clear()
    open_(root)
    assert compiled == []  # what was remembered is right again, by its digests


def test_new_stamps_on_the_same_bytes_are_no_change(root: Path, compiled: list[int]) -> None:
    open_(root)
    os.utime(root / "Dialogues/D_Smith.yarn", ns=(1, 2 * 10**18))
    assert facts(open_(root)) == facts(Project.open(root))
    assert len(compiled) == 2


def test_a_swap_of_files_with_one_size_and_time_is_a_change(root: Path, folder: Write) -> None:
    folder({"Dialogues/D_A.yarn": "title: A\n---\nOne\n===\n", "Dialogues/D_B.yarn": "title: B\n---\nTwo\n===\n"})
    for name in "AB":
        os.utime(root / f"Dialogues/D_{name}.yarn", ns=(10**18, 10**18))
    open_(root)
    (root / "Dialogues/D_A.yarn").rename(root / "aside")
    (root / "Dialogues/D_B.yarn").rename(root / "Dialogues/D_A.yarn")
    (root / "aside").rename(root / "Dialogues/D_B.yarn")
    assert "Libretto.Dialogues.A.B" in open_(root).tags


def test_other_words_are_read_late_other_tags_are_an_error(root: Path, folder: Write) -> None:
    open_(root)
    project = open_(root)
    folder({"Dialogues/D_Smith.yarn": SMITH.replace("need?", "want?")})
    line = next(iter(project.program.nodes["Forge"].code))
    assert "want?" in str(line)
    open_(root)
    project = open_(root)
    folder({"Dialogues/D_Smith.yarn": SMITH.replace("#line:sword", "#line:blade")})
    with pytest.raises(
        ProjectError, match=r"nobody registered the tag Libretto\.Dialogues\.Smith\.Choice_need\.Reply_b"
    ):
        project.program.nodes["Forge"]
    assert "Libretto.Dialogues.Smith.Choice_need.Reply_blade" in project.reopened().tags


def test_a_line_more_above_a_declaration_is_other_words(root: Path, folder: Write) -> None:
    declared = "<<enum Mood>>\n<<case Sad>>\n<<endenum>>\n<<declare $mood = Mood.Sad>>\nSmith: What"
    folder({"Dialogues/D_Smith.yarn": SMITH.replace("Smith: What", declared)})
    open_(root)
    project = open_(root)
    folder({"Dialogues/D_Smith.yarn": SMITH.replace("Smith: What", f"Smith: More. #line:more\n{declared}")})
    assert project.program.nodes["Forge"].dialogue == "Smith"


@pytest.mark.parametrize(
    "change",
    [
        ("title: Forge\n", "title: Foundry\n"),
        ("===\n", "===\ntitle: More\n---\n===\n"),
        ("    <<give sword>>\n", "    <<declare $more = 1>>\n"),
        ("#uid:d1\n", "#uid:d1\n#selector:Intro=shuffle\n"),
        ("    <<give sword>>\n", "    <<enum Mood>>\n    <<case Sad>>\n    <<endenum>>\n"),
        ("title: Forge\n", "title: Forge\nformerly: Fire\n"),
        ("#uid:d1\n", "#uid:d1\n#dialogue:Smithy\n"),
        ("<<give sword>>", "<<give>> <<"),
        ("#uid:d1\n", "#uid:d2\n"),
    ],
)
def test_what_the_others_would_have_to_know_is_no_late_edit(root: Path, folder: Write, change: tuple[str, str]) -> None:
    open_(root)
    project = open_(root)
    folder({"Dialogues/D_Smith.yarn": SMITH.replace(*change)})
    with pytest.raises(ProjectError):
        project.program.nodes["Forge"]


@pytest.mark.parametrize("lost", ["<<declare $more = 1>>\n", "<<enum Mood>>\n<<case Sad>>\n<<endenum>>\n"])
def test_what_a_file_declared_no_more_is_no_late_edit(root: Path, folder: Write, lost: str) -> None:
    folder({"Dialogues/D_Smith.yarn": SMITH.replace("Smith: What", f"{lost}Smith: What")})
    open_(root)
    project = open_(root)
    folder({"Dialogues/D_Smith.yarn": SMITH})
    with pytest.raises(ProjectError, match="its nodes and variables are others now"):
        project.program.nodes["Forge"]


def test_tag_sources_run_at_every_start(root: Path, folder: Write, compiled: list[int]) -> None:
    folder({"scripts.py": SOURCE})
    open_(root)
    assert "Quest.Rats" in open_(root).tags
    folder(
        {
            "scripts.py": (root / "scripts.py")
            .read_text(encoding="utf-8")
            .replace("Quest.Rats", "Libretto.Dialogues.Smith")
        }
    )
    with pytest.raises(ProjectError, match=r"is also generated at Dialogues/D_Smith\.yarn:1:1"):
        open_(root)
    assert compiled == [2, 2]  # other own tags lead the long way: the lock has a word on them


def test_a_hand_written_tag_under_the_same_name_is_reported_as_ever(root: Path, folder: Write) -> None:
    folder({"Config/Tags/More.ini": LISTED})
    first = open_(root)
    assert facts(open_(root)) == facts(first)
    assert "TW-TAG-03" in {d.code for d in first.report}


@pytest.mark.parametrize("damage", [b"", b"{}\n", b"[]\nx"])
def test_a_damaged_memory_is_as_good_as_none(root: Path, compiled: list[int], damage: bytes) -> None:
    first = open_(root)
    path = root / "Saved" / "Cache" / FILE
    data = path.read_bytes()
    for changed in (damage, data[:-3], data.replace(b"Forge", b"Forgo")):
        path.write_bytes(changed)
        assert facts(open_(root)) == facts(first)
    assert len(compiled) == 4


def test_a_fresh_file_is_compared_by_its_digest(root: Path, folder: Write, compiled: list[int]) -> None:
    folder({"Dialogues/D_Smith.yarn": SMITH})
    open_(root)
    open_(root)
    assert compiled == [2]
    stat = (root / "Dialogues/D_Smith.yarn").stat()
    folder({"Dialogues/D_Smith.yarn": SMITH.replace("need?", "want?")})
    os.utime(root / "Dialogues/D_Smith.yarn", ns=(stat.st_atime_ns, stat.st_mtime_ns))
    open_(root)
    assert compiled == [2, 2]


def test_check_says_that_a_broken_dialogue_keeps_its_tags(root: Path, folder: Write) -> None:
    open_(root)
    folder({"Dialogues/D_Cat.yarn": CAT.replace("<<jump Forge>>", "<<jump>>")})
    report = Project.check(root, saved_dir=root / "Saved")
    assert [(d.code, d.span.file) for d in report.errors] == [
        ("TW-PROJ-16", "Dialogues/D_Cat.yarn"),
        ("YS0005", "Dialogues/D_Cat.yarn"),
    ]
    kept = next(d for d in report if d.code == "TW-PROJ-16")
    assert "keeps the 2 elements" in kept.message
    assert "last good state" in kept.hint
    scan = Project.scan(root, saved_dir=root / "Saved")
    assert scan.stale == ["Dialogues/D_Cat.yarn"]
    assert {tag.name for tag in scan.tags()} >= {"Libretto.Dialogues.Cat.Roof", "Libretto.Dialogues.Smith.Forge"}


def test_check_writes_nothing_and_tells_nothing_of_a_state_that_it_does_not_know(root: Path, folder: Write) -> None:
    def state() -> dict[Path, tuple[int, bytes]]:
        return {p: (p.stat().st_mtime_ns, p.read_bytes()) for p in (root / "Saved").rglob("*") if p.is_file()}

    open_(root)
    folder(
        {
            "Dialogues/D_Cat.yarn": CAT.replace("<<jump Forge>>", "<<jump>>"),
            "Dialogues/D_Dog.yarn": "title: A\n---\n<<if>>",
        }
    )
    before = state()
    report = Project.check(root, saved_dir=root / "Saved")
    assert state() == before
    assert [d.span.file for d in report if d.code == "TW-PROJ-16"] == ["Dialogues/D_Cat.yarn"]
    for path in before:
        path.unlink()
    assert "TW-PROJ-16" not in {d.code for d in Project.check(root, saved_dir=root / "Saved")}
    assert state() == {}
    hints = {d.hint for d in Project.scan(root).report if d.code == "TW-PROJ-16"}
    assert hints == {"mend it: nothing is remembered of it, so it has no tags until then"}


def test_progress_goes_over_everything_that_takes_long(root: Path) -> None:
    news: list[tuple[str, int, int]] = []
    Project.open(root, progress=lambda *step: news.append(step))
    every = [(what, done, 2) for what in ("read", "parse", "compile", "tags", "elements") for done in range(3)]
    assert [step for step in news if step[0] not in ("check", "renames")] == every
    assert list(dict.fromkeys(what for what, _, _ in news)) == [
        "read", "parse", "compile", "check", "tags", "elements", "renames"
    ]  # fmt: skip
    assert [step for step in news if step[2] == 1] == [(w, d, 1) for w in ("check", "renames") for d in (0, 1)]
    news.clear()
    Project.open(root, saved_dir=root / "Saved", progress=lambda *step: news.append(step))
    assert news[-3:] == [("remember", 0, 2), ("remember", 1, 2), ("remember", 2, 2)]
    news.clear()
    Project.open(root, saved_dir=root / "Saved", progress=lambda *step: news.append(step))
    assert news == []


def test_progress_of_compiling_is_told_for_every_script_whatever_is_in_it() -> None:
    news: list[tuple[str, int, int]] = []
    node = "title: {}\n---\nHi\n===\n"
    scripts = {"Empty": "", "One": node.format("A") + node.format("B"), "Two": node.format("A")}
    plain = compile(scripts)
    told = compile(scripts, progress=lambda *step: news.append(step))
    assert told.report == plain.report
    assert [step for step in news if step[0] == "parse"] == [("parse", n, 3) for n in range(4)]
    counts = [done for what, done, total in news if what == "compile" and total == 3]
    assert counts == sorted(counts)
    assert (counts[0], counts[-1]) == (0, 3)


def test_the_clock_may_go_back(root: Path, folder: Write, monkeypatch: pytest.MonkeyPatch, compiled: list[int]) -> None:
    open_(root)
    past = time.time_ns() - 10**15
    monkeypatch.setattr(time, "time_ns", lambda: past)
    folder({"Dialogues/D_Smith.yarn": SMITH.replace("sword", "blade")})
    assert "Libretto.Dialogues.Smith.Choice_need.Reply_blade" in open_(root).tags
    folder({"Dialogues/D_Smith.yarn": SMITH.replace("sword", "blood")})
    assert "Libretto.Dialogues.Smith.Choice_need.Reply_blood" in open_(root).tags


def test_a_file_called_like_a_dialogue_without_a_node_is_named(root: Path, folder: Write) -> None:
    folder({"Dialogues/D_Notes.yarn": "\n", "Dialogues/D_Plan.txt": "to do"})
    for report in (open_(root).report, open_(root).report, Project.check(root)):
        assert {(d.code, d.span.file) for d in report} >= {
            ("YS0033", "Dialogues/D_Notes.yarn"),
            ("TW-PROJ-15", "Dialogues/D_Plan.txt"),
        }


def test_a_cook_changes_the_lock_and_leads_the_long_way_once(root: Path, compiled: list[int]) -> None:
    open_(root).cook()
    compiled.clear()
    for _ in range(3):
        assert facts(open_(root)) == facts(Project.open(root))
    assert len(compiled) == 4
    lock = root / "Config" / "tags.lock"
    os.utime(lock, ns=(10**18, 10**18))
    assert facts(open_(root)) == facts(Project.open(root))
    assert len(compiled) == 5
    lock.unlink()
    open_(root)
    assert len(compiled) == 6


def test_the_first_opening_reads_and_parses_each_script_once(
    root: Path, folder: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder({"Dialogues/D_Dog.yarn": DOG})
    parsed: list[str] = []
    read: list[str] = []

    def parse(source: Source) -> Any:
        parsed.append(source.name)
        return syntax.parse(source)

    def read_bytes(path: Path) -> bytes:
        read.append(path.name)
        with path.open("rb") as file:
            return file.read()

    def opened(path: Any, *args: Any, **options: Any) -> Any:
        read.append(Path(path).name)
        return open(path, *args, **options)

    monkeypatch.setattr(compiler, "parse", parse)
    monkeypatch.setattr(elements, "parse", parse)
    monkeypatch.setattr(Path, "read_bytes", read_bytes)
    monkeypatch.setattr(incremental, "open", opened, raising=False)
    open_(root)
    assert sorted(parsed) == ["Cat", "Dog", "Smith"]
    scripts = [name for name in read if name.endswith(".yarn")]
    assert sorted(scripts) == ["D_Cat.yarn", "D_Dog.yarn", "D_Smith.yarn"]


def test_the_cache_of_an_opening_is_that_of_a_scan(root: Path, folder: Write, tmp_path: Path) -> None:
    folder({"Dialogues/D_Dog.yarn": DOG})
    open_(root)
    Project.scan(root, saved_dir=tmp_path / "Other")
    opened, scanned = cache.read_cache(root / "Saved"), cache.read_cache(tmp_path / "Other")
    assert len(opened) == 3
    assert opened == scanned
    folder({"Dialogues/D_Dog.yarn": DOG.replace("Kennel", "House")})
    open_(root)
    Project.scan(root, saved_dir=tmp_path / "Other")
    assert opened != cache.read_cache(root / "Saved")
    assert {path: file.rows for path, file in cache.read_cache(root / "Saved").items()} == {
        path: file.rows for path, file in cache.read_cache(tmp_path / "Other").items()
    }
