"""The pytest plug-in of talewright (entry point ``pytest11``): the fixture ``story``.

Loaded by every pytest run on a machine where the package is installed, so it imports nothing until a test asks.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from talewright.project import Project
    from talewright.testing.story import Story


@pytest.fixture(scope="session")
def _talewright_projects() -> dict[Path, Project]:
    """Projects already read in this run: a project is immutable, so tests share it."""
    return {}


@pytest.fixture
def story(request: pytest.FixtureRequest, tmp_path: Path, _talewright_projects: dict[Path, Project]) -> Story:
    """Play the project around this test: seed 0, saves in memory, nothing written into the project."""
    from talewright.project import Project
    from talewright.testing.story import Story, find_project

    folder = find_project(request.path.parent)
    if folder not in _talewright_projects:
        _talewright_projects[folder] = Project.open(folder)
    return Story(_talewright_projects[folder], saved=tmp_path / "Saved")
