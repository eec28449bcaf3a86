"""`talewright trace`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from talewright.cli.trace import trace_command
from talewright.demo import TAVERN
from talewright.errors import Misuse

SCRIPT = "/talk smith\nstep 3\n"


@pytest.fixture
def trace(tmp_path: Path) -> Any:
    script = tmp_path / "script.txt"
    script.write_text(SCRIPT, encoding="utf-8")

    def run(*words: object) -> tuple[int, str]:
        arguments = [str(TAVERN), "--script", str(script), "--saved", str(tmp_path / "saved"), *map(str, words)]
        result = CliRunner().invoke(trace_command, arguments, standalone_mode=False)
        if result.exception is not None:
            raise result.exception
        return result.return_value, result.stdout

    return run


def test_it_prints_the_messages_of_a_run(trace: Any) -> None:
    _, output = trace()
    lines = output.splitlines()
    assert any(" post " in line for line in lines)
    assert any(" delivery " in line for line in lines)
    assert trace()[1] == output


def test_filters(trace: Any) -> None:
    _, everything = trace()
    _, deliveries = trace("--kind", "delivery")
    chosen = [line for line in everything.splitlines() if "  delivery  " in line]
    assert deliveries.splitlines() == chosen
    assert trace("--id", "no_such_id")[1] == ""
    assert trace("--address", "/no_such*")[1] == ""


def test_chrome_s_format_goes_to_a_file(trace: Any, tmp_path: Path) -> None:
    _, output = trace("--format", "chrome", "-o", tmp_path / "trace.json")
    assert output.startswith("wrote ")
    assert json.loads((tmp_path / "trace.json").read_text(encoding="utf-8"))["traceEvents"]


def test_a_script_that_is_not_there_is_misuse() -> None:
    result = CliRunner().invoke(trace_command, [str(TAVERN), "--script", "/nowhere"], standalone_mode=False)
    assert isinstance(result.exception, Misuse)
