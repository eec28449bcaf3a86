"""What docs/config.md shows is what happens: its files, commands and programs, in order."""

from __future__ import annotations

import io
import re
import shlex
import sys
from pathlib import Path

import pytest

from talewright.cli.ini.commands import ini_group
from talewright.cli.output.errors import OK, guarded

DOCS = Path(__file__).resolve().parents[2] / "docs" / "config.md"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def run(line: str, monkeypatch: pytest.MonkeyPatch) -> str:
    out = io.TextIOWrapper(io.BytesIO(), "utf-8", newline="")
    words = shlex.split(line)[2:]
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", out)
        guarded(lambda: ini_group.main(words, prog_name="talewright ini", standalone_mode=False) or OK)
        out.seek(0)
        return out.read()


def test_the_page_says_what_happens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    scope: dict[str, object] = {"__name__": "docs"}
    monkeypatch.setitem(sys.modules, "docs", type(sys)("docs"))
    blocks = BLOCK.findall(DOCS.read_text(encoding="utf-8"))
    assert {kind for kind, _ in blocks} == {"ini", "console", "python"}
    for kind, text in blocks:
        if kind == "ini":
            name = text.partition("\n")[0].removeprefix("; ")
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        elif kind == "python":
            exec(compile(text, str(DOCS), "exec", dont_inherit=True), scope)
        else:
            commands = re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]
            assert commands
            for command in commands:
                line, _, expected = command.partition("\n")
                assert line.startswith("talewright ini ")
                assert run(line, monkeypatch) == expected, line
