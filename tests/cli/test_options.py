"""The words of the command line: help everywhere, and misuse that says what to write."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.mark.parametrize(
    "words", [["--help"], ["-h"], ["demo", "--help"], ["play", "-h"], ["cook", "--help"], ["check", "--help"]], ids=str
)
def test_help_is_everywhere(words: list[str], talewright: Any) -> None:
    result = talewright(*words)

    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("Usage: talewright")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["dance"], "there is no command 'dance'"),
        (["demo", "--seed", "many"], "'many' is not a valid integer"),
        (["demo", "--saved", __file__], "is a file"),
        (["cook", "--loudly"], "No such option '--loudly'"),
        (["check", "one", "two"], "unexpected extra argument"),
        (["demo", "--script"], "requires an argument"),
    ],
    ids=str,
)
def test_misuse_exits_with_2(words: list[str], said: str, talewright: Any) -> None:
    result = talewright(*words)

    assert (result.code, result.out) == (2, "")
    assert said in result.err
    assert "Try " in result.err or "Option " in result.err
