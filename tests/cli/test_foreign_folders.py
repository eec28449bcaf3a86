"""What is searched for scripts enters no folder that is none of an author's (faults §6 A3)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from talewright.dialogue import read_sources
from talewright.project import Project, Watcher

SCRIPT = "title: {}\n---\nAnn: Hi.\n===\n"
FOREIGN = [
    "venv/lib", "env", ".venv/x", "build/lib", "dist", "lib/site-packages/y", "node_modules/z", ".hidden",
    "__pycache__", "Act/.trash", "Act/node_modules", "lib/dist-packages/y",
]  # fmt: skip


def write(path: Path, title: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(SCRIPT.format(title), newline="\n")
    return path


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a folder of scripts that is no project, with what tools leave in it."""
    write(tmp_path / "Act/D_Own.yarn", "Own")
    for number, name in enumerate(FOREIGN):
        write(tmp_path / name / "D_Foreign.yarn", f"Foreign{number}")
    for name in ("venv", "env"):
        (tmp_path / name / "pyvenv.cfg").write_text("home = /usr\n")
    (tmp_path / "Act/circle").symlink_to(tmp_path, target_is_directory=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_no_command_reads_or_writes_what_is_foreign(folder: Path, talewright: Any) -> None:
    assert [source.path for source in read_sources(folder)[0]] == [(folder / "Act/D_Own.yarn").as_posix()]
    found = json.loads(talewright("dialogue", "check", "--json").out)
    assert {one["file"] for one in found} <= {"Act/D_Own.yarn"}
    for words in (["graph"], ["explore"], ["strings", "export", "de.csv"], ["strings", "lint"]):
        result = talewright("dialogue", *words)
        assert "Foreign" not in result.out + result.err
    assert "Foreign" not in (folder / "de.csv").read_text()
    before = {path: path.read_bytes() for path in folder.rglob("D_Foreign.yarn")}
    talewright("dialogue", "tag")
    assert "#line:" in (folder / "Act/D_Own.yarn").read_text()
    assert {path: path.read_bytes() for path in before} == before
    named = read_sources(folder / "build")[0]  # who names a folder means it
    assert [Path(source.path).name for source in named] == ["D_Foreign.yarn"]


def test_in_a_project_the_folder_of_dialogues_alone(folder: Path, talewright: Any) -> None:
    write(folder / "Dialogues/build/D_Real.yarn", "Real")  # an author's, who may call a folder so
    write(folder / "Dialogues/.trash/D_Old.yarn", "Old")
    watcher = Watcher(folder, settled=0)
    assert [source.name for source in read_sources(folder)[0]] == ["Real"]
    assert list(Project.open(folder).dialogues) == ["Real"]
    talewright("dialogue", "tag")
    assert "#line:" in (folder / "Dialogues/build/D_Real.yarn").read_text()
    assert "#line:" not in (folder / "Act/D_Own.yarn").read_text()
    write(folder / "Dialogues/.trash/D_New.yarn", "New")
    changes = watcher.look()
    assert changes is not None
    assert changes.files == ("Dialogues/build/D_Real.yarn",)


def test_the_patterns_of_a_yarnproject_enter_what_they_name_alone(folder: Path, talewright: Any) -> None:
    """Faults §6 A3: `**` is no name of a folder."""
    plain = folder / "Game.yarnproject"
    plain.write_text('{"projectFileVersion": 3, "sourceFiles": ["**/*.yarn"], "baseLanguage": "en"}')
    assert [Path(one.path).name for one in read_sources(plain)[0]] == ["D_Own.yarn"]
    before = {path: path.read_bytes() for name in FOREIGN for path in (folder / name).glob("*.yarn")}
    assert talewright("dialogue", "tag", ".").code == 0
    assert {path: path.read_bytes() for path in before} == before
    plain.write_text(plain.read_text().replace("**/*", "build/**/*"))
    assert [Path(one.path).parent.name for one in read_sources(plain)[0]] == ["lib"]
