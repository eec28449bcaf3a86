"""What all tests share: the folder of real files, where a machine has it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Time is measured in bench/, by ratios: on a busy machine an example may take as long as it takes.
settings.register_profile("talewright", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("talewright")

CORPUS = Path(__file__).resolve().parents[2] / "shared" / "corpus"


@pytest.fixture(scope="session")
def corpus() -> Callable[[str], Path]:
    """Give the folder of real files with this name; skip the test where it is absent."""

    def find(name: str) -> Path:
        folder = CORPUS / name
        if not folder.is_dir():
            pytest.skip(f"the corpus {name!r} is not on this machine")
        return folder

    return find


@pytest.fixture
def folder(tmp_path: Path) -> Callable[[dict[str, str]], Path]:
    """Write the files of a project below an own folder and give it; later calls add to the same folder."""
    root = tmp_path / "project"

    def write(files: dict[str, str]) -> Path:
        for name, text in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
        return root

    return write
