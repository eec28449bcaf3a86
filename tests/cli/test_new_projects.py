"""What `talewright new` makes is used as its README says: its tests, the checkers, a fresh environment (N1, N5, N6)."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from talewright.cli.new.making import KINDS, LANGUAGES, make

ROOT = Path(__file__).resolve().parents[2]
KIND = {name: kind for name, kind in KINDS.items() if not kind.extra or importlib.util.find_spec(kind.extra)}
SLOW = os.environ.get("TALEWRIGHT_SLOW") == "1"
FRESH = SLOW or os.environ.get("TALEWRIGHT_FRESH") == "1"
ENVIRONMENT = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYTHONDONTWRITEBYTECODE": "1"}


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        words, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, check=False, timeout=600,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip


def run_pytest(folder: Path) -> subprocess.CompletedProcess[str]:
    return run(folder, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "error")


MADE = [(kind, language) for kind in KIND for language in LANGUAGES]


@pytest.mark.parametrize(("kind", "language"), MADE if SLOW else MADE[:1] + MADE[-2:])
def test_people_n1_its_tests_are_green(kind: str, language: str, tmp_path: Path) -> None:
    make("lamp", KIND[kind], into=tmp_path, language=language)
    before = sorted(path for path in (tmp_path / "lamp").rglob("*"))
    done = run_pytest(tmp_path / "lamp")
    assert done.returncode == 0, done.stdout
    assert int(re.findall(r"(\d+) passed", done.stdout)[0]) >= 4  # three of the story, one of the plan
    assert sorted(path for path in (tmp_path / "lamp").rglob("*")) == before  # tests write nothing into the project


@pytest.mark.parametrize("kind", KIND)
def test_people_n1_checkers_find_nothing(kind: str, tmp_path: Path) -> None:
    make("lamp", KIND[kind], into=tmp_path)
    folder = tmp_path / "lamp"
    ruff = run(folder, sys.executable, "-m", "ruff", "check", "--no-cache", ".")
    assert ruff.returncode == 0, ruff.stdout
    layout = run(folder, sys.executable, "-m", "ruff", "format", "--no-cache", "--check", ".")
    assert layout.returncode == 0, layout.stdout
    types = run(
        folder,
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--cache-dir",
        str(tmp_path / "cache"),
        "scripts.py",
        "main.py",
    )
    assert types.returncode == 0, types.stdout
    assert len((folder / "scripts.py").read_text("utf-8").splitlines()) < 60
    assert len((folder / "main.py").read_text("utf-8").splitlines()) < 15


def content_lines() -> list[int]:
    make_here = (
        ROOT / "src" / "talewright" / "cli" / "new" / "templates" / "base-en" / "Dialogues" / "D_Keeper.yarn.tmpl"
    )
    rows = make_here.read_text("utf-8").splitlines()
    return [number for number, row in enumerate(rows) if "#line:" in row or "<<give" in row]


@pytest.mark.parametrize("number", content_lines() if SLOW else content_lines()[::4])
def test_people_n6_a_line_that_is_deleted_makes_a_test_red(number: int, tmp_path: Path) -> None:
    make("lamp", KINDS["terminal"], into=tmp_path)
    script = tmp_path / "lamp" / "Dialogues" / "D_Keeper.yarn"
    rows = script.read_text("utf-8").splitlines(keepends=True)
    del rows[number]
    script.write_text("".join(rows), "utf-8")
    assert run_pytest(tmp_path / "lamp").returncode == 1


def test_people_n6_the_goal_is_named(tmp_path: Path) -> None:
    from talewright.project import Project

    for language in LANGUAGES:
        make(f"lamp-{language}", KINDS["terminal"], into=tmp_path, language=language)
        settings = Project.open(tmp_path / f"lamp-{language}").settings
        assert settings.Goal
        assert settings.Premise
        assert settings.Title == f"lamp-{language}"


@pytest.mark.parametrize("kind", KIND)
def test_a_mistake_in_a_dialogue_is_said_without_a_traceback(kind: str, tmp_path: Path) -> None:
    make("lamp", KINDS[kind], into=tmp_path)
    script = tmp_path / "lamp" / "Dialogues" / "D_Keeper.yarn"
    script.write_text(script.read_text("utf-8").replace("-> That", "-> {prise(1)} That"), "utf-8")
    done = run(tmp_path / "lamp", sys.executable, "main.py")
    assert done.returncode == 1
    assert "no function is called 'prise'" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_is_talked_to_has_the_name_that_stands_above_the_lines(language: str, tmp_path: Path) -> None:
    from talewright.savegame import MemoryStore
    from talewright.stage import Stage

    make("lamp", KINDS["terminal"], into=tmp_path, language=language)
    stage = Stage.open(tmp_path / "lamp", saves=MemoryStore())
    (talk,) = [choice for choice in stage.scene.choices if choice.id.startswith("talk:")]
    stage.act("choose", talk.number)
    assert stage.scene.line is not None
    assert stage.scene.line.speaker in talk.text
    stage.close()


@pytest.mark.slow
@pytest.mark.skipif(not FRESH, reason="makes an environment: TALEWRIGHT_FRESH=1, as .ci/run says")
@pytest.mark.parametrize("kind", KINDS)
def test_people_n1_a_fresh_environment_by_the_readme(kind: str, tmp_path: Path) -> None:
    """The commands of the README for pip, as they stand there; main.py shows the first choice (N5)."""
    make("lamp", KINDS[kind], into=tmp_path)
    folder = tmp_path / "lamp"
    readme = (folder / "README.md").read_text("utf-8")
    part = readme[readme.index("With pip") : readme.index("On Windows")]
    commands = re.findall(r"^    (\S.*)$", part, re.MULTILINE)
    assert len(commands) == 4
    for command in commands:
        if "main.py" in command:
            if kind == "terminal":
                done = run(folder, "sh", "-c", f"echo /quit | {command}")
                assert "Choice 1 of" in done.stdout, done.stdout + done.stderr
                assert done.returncode == 0
            continue
        done = run(folder, "sh", "-c", command.replace("python3 ", f"{sys.executable} "))
        assert done.returncode == 0, command + "\n" + done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.skipif(not FRESH, reason="makes an environment: TALEWRIGHT_FRESH=1, as .ci/run says")
def test_people_n1_a_fresh_environment_by_uv(tmp_path: Path) -> None:
    """The commands of the README for uv; the project itself says where its Talewright comes from."""
    pytest.importorskip("uv")
    make("lamp", KINDS["terminal"], into=tmp_path)
    readme = (tmp_path / "lamp" / "README.md").read_text("utf-8")
    commands = re.findall(r"^    uv (\S.*)$", readme[: readme.index("With pip")], re.MULTILINE)
    assert commands == ["sync", "run python main.py", "run pytest"]
    done = run(tmp_path / "lamp", sys.executable, "-m", "uv", "run", "--python", sys.executable, "pytest", "-q")
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"\d passed", done.stdout)
