"""The bar for opening large projects: who sees it, when it appears, and that it moves."""

from __future__ import annotations

import io
import sys
from itertools import pairwise
from typing import Any

import pytest

from talewright.cli.output import progress


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class _Bar:
    """Notes what a bar would show."""

    def __init__(self, **_: Any) -> None:
        self.seen: list[tuple[str, int, int]] = []
        self.tasks: list[str] = []
        bars.append(self)

    def __enter__(self) -> _Bar:
        return self

    def __exit__(self, *_: object) -> None: ...

    def add_task(self, what: str, *, total: int) -> int:
        self.tasks.append(what)
        return len(self.tasks) - 1

    def update(self, task: int, *, completed: int, total: int) -> None:
        self.seen.append((self.tasks[task], completed, total))


bars: list[_Bar] = []


@pytest.fixture(autouse=True)
def noted(monkeypatch: pytest.MonkeyPatch) -> None:
    bars.clear()
    monkeypatch.setattr("rich.progress.Progress", _Bar)


class _Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_short_opening_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", _Terminal())
    clock = _Clock()
    with progress.shown(clock) as tell:
        assert tell is not None
        for done in range(4):
            clock.now += 0.05
            tell("compile", done, 3)
    assert bars[0].seen == []


def test_a_long_one_shows_a_bar_that_moves_and_not_too_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", _Terminal())
    clock = _Clock()
    with progress.shown(clock) as tell:
        assert tell is not None
        for done in range(601):
            tell("compile", done, 600)
            clock.now += 0.005
        tell("tags", 0, 600)
        tell("tags", 600, 600)
    shares = [done for what, done, _ in bars[0].seen if what == "compile"]
    assert shares[0] < 100
    assert shares[-1] == 600
    assert 40 < len(shares) < 80
    assert max(later - one for one, later in pairwise(shares)) < 30
    assert bars[0].seen[-2:] == [("tags", 0, 600), ("tags", 600, 600)]


def test_who_has_no_terminal_gets_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    for stream in (io.StringIO(), None):
        monkeypatch.setattr(sys, "stderr", stream)
        with progress.shown() as tell:
            assert tell is None
    assert bars == []
