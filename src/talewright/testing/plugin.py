"""The pytest plug-in of talewright (entry point ``pytest11``): the fixture ``story``, plans, explorations, coverage.

Loaded by every pytest run on a machine where the package is installed, so it imports nothing of the package until a
test asks, and does nothing where nothing asks for it: a ``.testplan`` is a test wherever one lies beside a script;
exploring dialogues, coverage and new snapshots are asked for.

    --talewright-explore     one test a dialogue: it has nothing wrong (ini: talewright_explore = true)
    --talewright-coverage    count the lines and replies that were played; print a table, write .talewright-coverage
    --talewright-update      write the snapshots of transcripts instead of comparing them
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from talewright.dialogue import Event
    from talewright.project import Project
    from talewright.testing.pytest import Played, Story

_OPTION_COVERAGE, _OPTION_EXPLORE, _OPTION_UPDATE = (
    "talewright_coverage",
    "talewright_explore_flag",
    "talewright_update",
)
_PLANS, _SCRIPTS = ".testplan", ".yarn"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options; see the top of this file."""
    group = parser.getgroup("talewright")
    group.addoption(
        "--talewright-coverage",
        dest=_OPTION_COVERAGE,
        nargs="?",
        const=".talewright-coverage",
        metavar="FILE",
        help="count which lines and replies of dialogues were played, and write the counts into FILE",
    )
    group.addoption(
        "--talewright-explore",
        dest=_OPTION_EXPLORE,
        action="store_true",
        help="one test for each dialogue: a search of its ways finds nothing wrong",
    )
    group.addoption(
        "--talewright-update",
        dest=_OPTION_UPDATE,
        action="store_true",
        help="write the snapshots of transcripts instead of comparing them",
    )
    parser.addini("talewright_explore", "explore every dialogue, as --talewright-explore does", type="bool")


def pytest_configure(config: pytest.Config) -> None:
    """Refuse a coverage file that cannot be one before tests run for it."""
    file = config.getoption(_OPTION_COVERAGE)
    if file is not None and Path(config.rootpath, file).is_dir():
        raise pytest.UsageError(f"--talewright-coverage: {file} is a folder; name a file, and folders behind it")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect plans that lie beside a script, and scripts where they are to be explored."""
    if file_path.suffix == _PLANS and file_path.with_suffix(_SCRIPTS).is_file():
        from talewright.testing.pytest import PlanFile

        return PlanFile.from_parent(parent, path=file_path)
    if file_path.suffix == _SCRIPTS and _explores(parent.config):
        from talewright.testing.pytest import ScriptFile

        return ScriptFile.from_parent(parent, path=file_path)
    return None


def _explores(config: pytest.Config) -> bool:
    return bool(config.getoption(_OPTION_EXPLORE) or config.getini("talewright_explore"))


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Print what was played, and write the counts."""
    file = config.getoption(_OPTION_COVERAGE)
    if file is None:
        return
    from talewright.testing.pytest import played

    played(config).report(terminalreporter, Path(config.rootpath, file))


@pytest.fixture(scope="session")
def _talewright_projects(request: pytest.FixtureRequest) -> Played:
    """Projects already read in this run: a project is immutable, so tests share it."""
    from talewright.testing.pytest import played

    return played(request.config)


@pytest.fixture
def story(request: pytest.FixtureRequest, tmp_path: Path, _talewright_projects: Played) -> Story:
    """Play the project around this test: seed 0, saves in memory, nothing written into the project."""
    from talewright.testing.pytest import Snapshots, Story, find_project

    project: Project = _talewright_projects.project(find_project(request.path.parent))
    watcher: Callable[[Event], object] | None = None
    if request.config.getoption(_OPTION_COVERAGE) is not None:
        watcher = _talewright_projects.recorder(project, "pytest")
    update = bool(request.config.getoption(_OPTION_UPDATE))
    snapshots = Snapshots(request.path, request.node.name, update=update)
    return Story(project, saved=tmp_path / "Saved", watcher=watcher, check=snapshots.check)
