"""What all tests share: the folder of real files, where a machine has it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

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
