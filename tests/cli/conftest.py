"""Runs the command line inside this process, as a pipe would see it."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from talewright.cli.main import run


@dataclass(frozen=True)
class Result:
    code: int
    out: str
    err: str


Talewright = Callable[..., Result]


class _Keyboard(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def talewright(monkeypatch: pytest.MonkeyPatch) -> Talewright:
    """Give a function that runs `talewright WORDS...` and takes what is typed or piped."""

    def call(*words: object, piped: str | bytes = b"", typed: str | None = None) -> Result:
        data = piped.encode() if isinstance(piped, str) else piped
        stdin = io.TextIOWrapper(io.BytesIO(data), "utf-8") if typed is None else _Keyboard(io.BytesIO(typed.encode()))
        out, err = io.TextIOWrapper(io.BytesIO(), "utf-8", newline=""), io.TextIOWrapper(io.BytesIO(), "utf-8")
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", stdin)
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            code = run([str(word) for word in words])
            texts = []
            for stream in (out, err):
                stream.seek(0)
                texts.append(stream.read())
        assert "Traceback" not in texts[0] + texts[1]
        return Result(code, *texts)

    return call
