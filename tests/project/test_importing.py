"""A project's code is imported from today's text, its neighbours too; two projects share nothing."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from talewright.errors import ProjectError
from talewright.project import Project

Folder = Callable[[dict[str, str]], Path]

SCRIPTS = "from talewright import command\nfrom {module} import price\n@command\ndef cost(game): return price()\n"
PRICE = "def price(): return {}\n"


@pytest.fixture(autouse=True)
def _compiled_files_are_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)


def cost(project: Project) -> Any:
    return project.code.commands["cost"](None)


def place(error: pytest.ExceptionInfo[ProjectError]) -> list[str]:
    return [str(d.span) for d in error.value.report.errors]


def test_an_edit_that_keeps_size_and_second_is_seen(folder: Folder) -> None:
    root = folder({"Config/DefaultGame.ini": "", "scripts.py": SCRIPTS.format(module="prices1")})
    for number in (1, 2, 3):
        folder({"prices1.py": PRICE.format(number)})
        folder({"scripts.py": SCRIPTS.format(module="prices1").replace("price()", f"price() + {number}")})
        for name in ("prices1.py", "scripts.py"):
            os.utime(root / name, (1_600_000_000, 1_600_000_000))
        assert cost(Project.open(root)) == 2 * number
    assert list(root.rglob("*.pyc")) == []


def test_a_package_beside_it_is_imported_anew_with_its_modules(folder: Folder) -> None:
    scripts = SCRIPTS.format(module="rules1.prices")
    root = folder({"Config/DefaultGame.ini": "", "scripts.py": scripts, "rules1/__init__.py": ""})
    folder({"rules1/prices.py": "from rules1.base import BASE\n" + PRICE.format("BASE"), "rules1/base.py": "BASE = 1"})
    first = Project.open(root)
    folder({"rules1/base.py": "BASE = 2"})
    assert (cost(first), cost(Project.open(root)), cost(first)) == (1, 2, 1)


def test_a_neighbour_that_fails_has_a_place_and_the_old_one_stays(folder: Folder) -> None:
    root = folder({"Config/DefaultGame.ini": "", "scripts.py": SCRIPTS.format(module="prices2")})
    folder({"prices2.py": PRICE.format(1)})
    project = Project.open(root)
    old = sys.modules["prices2"]
    for text, where in (
        ("x = 1\ndef price(:\n", "prices2.py:2:11"),
        ("x = 1\nx = 1 / 0\n", "prices2.py:2:5"),
        ("raise SystemExit(3)\n", "prices2.py:1:1"),
    ):
        folder({"prices2.py": text})
        with pytest.raises(ProjectError) as error:
            Project.open(root)
        assert place(error) == [where]
        assert sys.modules["prices2"] is old
    assert cost(project) == 1


def test_neighbours_of_one_name_belong_each_to_its_project(tmp_path: Path) -> None:
    made = []
    for number in (1, 2):
        root = tmp_path / f"project{number}"
        (root / "Config").mkdir(parents=True)
        (root / "scripts.py").write_text(SCRIPTS.format(module="prices3"), encoding="utf-8")
        (root / "prices3.py").write_text(PRICE.format(number), encoding="utf-8")
        made.append(Project.open(root))
    assert [cost(project) for project in made] == [1, 2]


def test_what_the_host_imported_itself_stays_one_module(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    root = folder({"Config/DefaultGame.ini": "", "scripts.py": SCRIPTS.format(module="prices4")})
    folder({"prices4.py": PRICE.format(1)})
    monkeypatch.syspath_prepend(root)
    own = __import__("prices4")
    project = Project.open(root)
    assert sys.modules["prices4"] is own
    assert project.code.commands["cost"].__globals__["price"] is own.price


def test_the_ways_of_importing_are_as_before(folder: Folder) -> None:
    before = list(sys.path), list(sys.meta_path)
    Project.open(folder({"Config/DefaultGame.ini": "", "scripts.py": "import json\n"}))
    assert (sys.path, sys.meta_path) == before
