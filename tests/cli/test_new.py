"""`talewright new`: a project of one's own (people.md section 3)."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from typing import Any

import pytest

from talewright.cli.new.making import KINDS, LANGUAGES, make
from talewright.cli.new.naming import Source, distribution_name, source_of
from talewright.project import Project

ROOT = Path(__file__).resolve().parents[2]
INDEX = Source()


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def everything(folder: Path) -> dict[str, bytes | None]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
    }


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_it_makes_a_project_that_check_likes(kind: str, language: str, talewright: Any, tmp_path: Path) -> None:
    """N1: `talewright check` prints no finding and exits 0."""
    made = talewright("new", "lamp", "--template", kind, "--lang", language)
    assert (made.code, made.err) == (0, "")
    checked = talewright("check", "lamp")
    assert (checked.code, checked.err) == (0, "")
    assert Project.open(tmp_path / "lamp").report == []
    assert not [path for path in (tmp_path / "lamp").rglob("*") if path.suffix == ".tmpl"]
    assert list(tmp_path.iterdir()) == [tmp_path / "lamp"]


def test_what_was_made_is_named(talewright: Any, tmp_path: Path) -> None:
    printed = talewright("new", "lamp").out.splitlines()
    files = [f"lamp/{name}" for name, data in everything(tmp_path / "lamp").items() if data is not None]
    assert printed[: len(files)] == files


def test_the_same_twice_is_the_same(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    for kind in KINDS.values():
        make(f"lamp-{kind.name}", kind, into=tmp_path / "a")
        make(f"lamp-{kind.name}", kind, into=tmp_path / "b")
    assert everything(tmp_path / "a") == everything(tmp_path / "b")


def test_files_have_one_line_end_and_no_mark(tmp_path: Path) -> None:
    for language in LANGUAGES:
        make(f"lamp-{language}", KINDS["pygame"], language=language)
    for name, data in everything(tmp_path).items():
        if data is not None and not name.endswith(".png"):
            assert b"\r" not in data, name
            assert not data.startswith(b"\xef\xbb\xbf"), name
            assert data.endswith(b"\n"), name


class TestPeopleN2:
    """Killed at random moments: either no folder or a whole one."""

    def test_people_n2_a_kill_leaves_no_half_folder(self, tmp_path: Path) -> None:
        make("whole", KINDS["pygame"], into=tmp_path, source=INDEX)
        whole = sorted(everything(tmp_path / "whole"))
        chance = random.Random(5)
        program = (
            "import sys; from talewright.cli.new.making import KINDS, make; print(flush=True)\n"
            "make(sys.argv[1], KINDS['pygame'])"
        )
        seen = set()
        for attempt in range(20):
            name = f"killed{attempt}"
            running = subprocess.Popen(
                [sys.executable, "-c", program, name], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
            assert running.stdout is not None
            running.stdout.readline()
            time.sleep(chance.random() * 0.04)
            running.send_signal(signal.SIGKILL)
            running.wait()
            running.stdout.close()
            there = (tmp_path / name).exists()
            seen.add(there)
            if there:
                assert sorted(everything(tmp_path / name)) == whole
        assert seen  # both come up on most machines; which one did is the machine's

    def test_what_fails_leaves_nothing(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def full(*_: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(Path, "write_bytes", full)
        with pytest.raises(OSError, match="No space"):
            make("lamp", KINDS["pygame"])
        assert list(tmp_path.iterdir()) == []


class TestPeopleN3:
    """What is there already stays byte for byte, and the exit code is 2."""

    def test_people_n3_a_folder_with_something_in_it(self, talewright: Any, tmp_path: Path) -> None:
        (tmp_path / "lamp").mkdir()
        (tmp_path / "lamp" / "notes.txt").write_bytes(b"mine\r\n")
        before = everything(tmp_path)
        done = talewright("new", "lamp")
        assert done.code == 2
        assert "the folder lamp is there already, and not empty" in done.err
        assert "hint:" in done.err
        assert everything(tmp_path) == before

    def test_people_n3_a_file(self, talewright: Any, tmp_path: Path) -> None:
        (tmp_path / "lamp").write_bytes(b"mine")
        assert talewright("new", "lamp").code == 2
        assert (tmp_path / "lamp").read_bytes() == b"mine"

    @pytest.mark.skipif(sys.platform == "win32", reason="links need a right there")
    def test_people_n3_a_link_that_leads_nowhere(self, talewright: Any, tmp_path: Path) -> None:
        (tmp_path / "lamp").symlink_to(tmp_path / "gone")
        assert talewright("new", "lamp").code == 2
        assert os.readlink(tmp_path / "lamp") == str(tmp_path / "gone")

    def test_an_empty_folder_is_filled(self, talewright: Any, tmp_path: Path) -> None:
        (tmp_path / "lamp").mkdir()
        assert talewright("new", "lamp").code == 0
        assert (tmp_path / "lamp" / "scripts.py").is_file()


class TestPeopleN4:
    """Names that are none somewhere are refused with a hint; others are made."""

    @pytest.mark.parametrize(
        ("name", "why"),
        [
            *(("con", "a device on Windows"), ("COM1.ini", "a device on Windows"), ("a/b", "a path")),
            *(("a\\b", "a path"), ("/tmp/x", "a path"), ("..", "a folder that is there"), (".", "a folder that is")),
            *(("日本", "a distribution's name"), ("naïve", "a distribution's name"), ("class", "a word of Python")),
            *(("Talewright", "is what the project needs"), ("pytest", "is what the project needs")),
            *(("pygame_ce", "is what the project needs"), ("", "it is empty"), ("  ", "it is empty")),
            *(("a:b", "no folder on Windows"), ("a?", "no folder on Windows"), ("a\nb", "no folder on Windows")),
            *(("a.", "a dot"), (" a", "a blank"), ("x" * 65, "has 65 letters"), ("a\x1bb", "no folder on Windows")),
            *(("_a", "a distribution's name"), ("-", "a hyphen")),
        ],
    )
    def test_people_n4_refused_with_a_hint(self, name: str, why: str, talewright: Any, tmp_path: Path) -> None:
        done = talewright("new", "--", name)
        assert done.code == 2
        assert why in done.err
        assert "hint:" in done.err
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.parametrize("name", ["1", "My Game", "a.b-c_d", "Lamp", "classy"])
    def test_people_n4_made(self, name: str, talewright: Any, tmp_path: Path) -> None:
        assert talewright("new", name).code == 0
        assert talewright("check", name).code == 0
        data = tomllib.loads((tmp_path / name / "pyproject.toml").read_text("utf-8"))
        assert data["project"]["name"] == distribution_name(name)

    def test_a_title_may_be_anything_that_is_a_line(self, talewright: Any, tmp_path: Path) -> None:
        title = '日本 "lamp" \\ $name; [x] = (a,b)'
        assert talewright("new", "lamp", "--title", title).code == 0
        assert Project.open(tmp_path / "lamp").settings.Title == title
        assert f"# {title}\n" in (tmp_path / "lamp" / "README.md").read_text("utf-8")
        assert talewright("new", "other", "--title", "two\nlines").code == 2
        assert not (tmp_path / "other").exists()

    def test_a_title_may_have_the_blanks_of_any_language(self, talewright: Any, tmp_path: Path) -> None:
        title = "O\u00f9 est\u202fla lampe\u00a0?\u3000\u5e83\u9593"
        assert talewright("new", "lamp", "--title", title).code == 0
        assert Project.open(tmp_path / "lamp").settings.Title == title

    def test_what_no_title_can_have_is_named(self, talewright: Any, tmp_path: Path) -> None:
        assert "'\\u202e'" in talewright("new", "lamp", "--title", "a\u202eb").err
        assert "begins or ends with a blank" in talewright("new", "lamp", "--title", " lamp").err
        assert not list(tmp_path.iterdir())


class TestWhereItComesFrom:
    """A package that no index has is named by its place."""

    def toml(self, tmp_path: Path, source: Source, kind: str = "terminal") -> dict[str, Any]:
        make("lamp", KINDS[kind], source=source)
        return tomllib.loads((tmp_path / "lamp" / "pyproject.toml").read_text("utf-8"))

    def test_a_folder(self, tmp_path: Path) -> None:
        data = self.toml(tmp_path, source_of({"url": "file:///home/a%20b/talewright", "dir_info": {"editable": True}}))
        assert data["tool"]["uv"]["sources"]["talewright"] == {"path": "/home/a b/talewright", "editable": True}
        readme = (tmp_path / "lamp" / "README.md").read_text("utf-8")
        assert 'pip install -e "/home/a b/talewright" "pytest>=8"' in readme

    def test_a_wheel(self, tmp_path: Path) -> None:
        source = source_of({"url": "file:///w/talewright-0.2.0-py3-none-any.whl", "archive_info": {}})
        data = self.toml(tmp_path, source, "pygame")
        assert data["tool"]["uv"]["sources"]["talewright"] == {"path": "/w/talewright-0.2.0-py3-none-any.whl"}
        readme = (tmp_path / "lamp" / "README.md").read_text("utf-8")
        assert 'pip install "/w/talewright-0.2.0-py3-none-any.whl[pygame]" "pytest>=8"' in readme

    def test_a_repository(self, tmp_path: Path) -> None:
        url = {"url": "https://example.org/t.git", "vcs_info": {"vcs": "git", "commit_id": "12ab"}}
        data = self.toml(tmp_path, source_of(url))
        assert data["tool"]["uv"]["sources"]["talewright"] == {"git": "https://example.org/t.git", "rev": "12ab"}
        readme = (tmp_path / "lamp" / "README.md").read_text("utf-8")
        assert 'pip install "talewright @ git+https://example.org/t.git@12ab" "pytest>=8"' in readme

    def test_an_index(self, tmp_path: Path) -> None:
        data = self.toml(tmp_path, source_of({}))
        assert "sources" not in data["tool"]["uv"]
        assert 'pip install "talewright" "pytest>=8"' in (tmp_path / "lamp" / "README.md").read_text("utf-8")

    @pytest.mark.parametrize("data", [{"url": 3}, {"url": ""}, {"dir_info": {}}])
    def test_what_nobody_understands_is_an_index(self, data: dict[str, Any]) -> None:
        assert source_of(data) == INDEX

    def test_this_installation(self) -> None:
        from importlib.metadata import distribution

        text = distribution("talewright").read_text("direct_url.json")
        assert text is not None
        assert source_of(json.loads(text)).editable


def test_the_list_makes_nothing(talewright: Any, tmp_path: Path) -> None:
    done = talewright("new", "--list")
    assert done.code == 0
    assert [line.split()[0] for line in done.out.splitlines()] == list(KINDS)
    assert list(tmp_path.iterdir()) == []


def test_a_name_is_needed(talewright: Any) -> None:
    assert talewright("new").code == 2
