"""`talewright dialogue check | tag | graph | ysls` and `talewright explain`."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from talewright.cli.dialogue.commands import dialogue_group
from talewright.cli.explain import explain_command
from talewright.cli.output.errors import OK, guarded
from talewright.dialogue import compile
from talewright.dialogue.codes import CODES
from talewright.testing.coverage.coverage import Recorder

Run = Callable[..., tuple[int, str, str]]

SMITH = """title: Forge
---
<<declare $gold = 0>>
Smith: Yes?
-> A sword. <<if $gold >= 5>>
    <<give sword>>
    <<jump Back>>
-> Nothing.
===
title: Back
---
Smith: More?
===
title: Attic
---
Smith: Dust.
===
"""


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Give a function that runs a command of dialogues as a pipe would see it."""

    def run(*words: object, piped: str = "") -> tuple[int, str, str]:
        out, err = io.TextIOWrapper(io.BytesIO(), "utf-8", newline=""), io.TextIOWrapper(io.BytesIO(), "utf-8")
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(piped.encode()), "utf-8"))
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            command = explain_command if words[0] == "explain" else dialogue_group
            given = [str(word) for word in (words[1:] if words[0] == "explain" else words)]
            code = guarded(lambda: command.main(given, prog_name="talewright", standalone_mode=False) or OK)
            texts = []
            for stream in (out, err):
                stream.flush()
                stream.seek(0)
                texts.append(stream.read())
        assert "Traceback" not in texts[0] + texts[1]
        return code, texts[0], texts[1]

    return run


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "D_Smith.yarn"
    path.write_text(SMITH, "utf-8")
    return path


def test_check_prints_findings_and_counts(tool: Run, script: Path) -> None:
    code, out, err = tool("check", script)
    assert (code, err) == (0, "")
    assert "information YS0009: no jump, detour or selector leads to Attic" in out
    assert "warning TW-YARN-13" in out
    assert out.endswith("0 errors, 3 warnings\n")


def test_check_exits_with_1_on_errors(tool: Run, script: Path) -> None:
    script.write_text(SMITH.replace("Back>>", "Bakc>>"), "utf-8")
    code, out, _ = tool("check", script.parent)
    assert code == 1
    assert "D_Smith.yarn:7:12: error YS0012: no node is called 'Bakc'\n  hint: did you mean Back?" in out


def test_check_as_json(tool: Run, script: Path) -> None:
    script.write_text(SMITH.replace("Back>>", "Bakc>>"), "utf-8")
    code, out, _ = tool("check", "--json", script)
    found = [one for one in json.loads(out) if one["severity"] == "error"]
    assert code == 1
    assert found == [
        {
            "code": "YS0012", "severity": "error", "message": "no node is called 'Bakc'", "hint": "did you mean Back?",
            "file": script.as_posix(), "line": 7, "column": 12, "endLine": 7, "endColumn": 16,
        }
    ]  # fmt: skip


def test_check_of_a_project_knows_its_code(tool: Run, script: Path) -> None:
    (script.parent / "scripts.py").write_text(
        'from talewright import command, on\n@command\ndef give(game, item: str): "Give it."\n', "utf-8"
    )
    assert "YS0060" not in tool("check", script.parent)[1]
    script.write_text(SMITH.replace("give sword", "giv sword").replace("give", "give a b"), "utf-8")
    assert "warning YS0060: no command is called 'giv'" in tool("check", script.parent)[1]
    script.write_text(SMITH.replace("give sword", "give long sword"), "utf-8")
    assert "warning YS0061" in tool("check", script.parent)[1]


def test_check_portable_strict_and_language(tool: Run, tmp_path: Path) -> None:
    path = tmp_path / "A.yarn"
    path.write_text("title: A\n---\n<<select B>>\n===\ntitle: B\nwhen: always\n---\nHi\n===\n", "utf-8")
    assert "TW-YARN-25" in tool("check", "--portable", path)[1]
    assert "TW-YARN-25" not in tool("check", path)[1]
    code, out, _ = tool("check", "--strict", path)
    assert (code, "error TW-YARN-17" in out) == (1, True)
    assert "YS0036" in tool("check", "--language", "2", path)[1]


def test_a_path_that_does_not_exist_is_misuse(tool: Run, tmp_path: Path) -> None:
    assert tool("check", tmp_path / "nowhere")[0] == 2


def test_tag_writes_ids_once_and_check_says_what_is_missing(tool: Run, script: Path) -> None:
    code, out, _ = tool("tag", "--check", "--all", script)
    assert code == 1
    assert out.count("TW-YARN-24") == 10
    row = "the id of this file is missing (the first of 10 in this file; --all shows each)"
    assert row in tool("tag", "--check", script)[1]
    assert script.read_text("utf-8") == SMITH
    code, out, err = tool("tag", "--seed", "1", script)
    assert (code, err) == (0, "")
    assert out == f"{script.as_posix()}: 5 lines, 1 choice, 3 nodes, 1 file\n"
    assert tool("tag", "--check", script) == (0, "nothing is missing\n", "")
    assert tool("tag", script)[1] == "nothing is missing\n"
    assert "TW-YARN-1" not in tool("check", script)[1]


def test_tag_only_some(tool: Run, script: Path) -> None:
    tool("tag", "--only", "choice", script)
    text = script.read_text("utf-8")
    assert (text.count("#choice:"), text.count("#line:"), text.count("uid")) == (1, 0, 0)


def test_tag_keeps_every_other_byte(tool: Run, tmp_path: Path) -> None:
    path = tmp_path / "B.yarn"
    data = "\ufefftitle: B\r\n---\r\n\tHi  // why \r\n\r\n-> A\t\r\n===  \r\n".encode()
    path.write_bytes(data)
    tool("tag", "--only", "line", path)
    new = path.read_bytes()
    assert new.startswith(b"\xef\xbb\xbftitle: B\r\n---\r\n\tHi #line:")
    assert new.count(b"\r\n") == data.count(b"\r\n")
    assert new.endswith(b"===  \r\n")


def test_tag_leaves_a_script_with_mistakes_alone(tool: Run, script: Path) -> None:
    script.write_text(SMITH.replace("Smith: Yes?", "Smith: {1"), "utf-8")
    before = script.read_bytes()
    code, out, _ = tool("tag", script)
    assert (code, script.read_bytes()) == (1, before)
    assert "error YS0005" in out


def test_graph_marks_what_nothing_leads_to(tool: Run, script: Path, tmp_path: Path) -> None:
    code, out, _ = tool("graph", script)
    assert code == 0
    assert out.startswith("flowchart TD\n")
    assert 'subgraph "Smith"' in out
    assert '(["A sword."])' in out
    assert "unreachable" in out
    target = tmp_path / "graph.dot"
    code, out, _ = tool("graph", "--format", "dot", "-o", target, script)
    assert out == f"wrote {target.as_posix()}\n"
    text = target.read_text("utf-8")
    assert text.startswith("digraph dialogues {")
    assert '"Smith/Attic" [label="Attic", shape=box, style=dashed, color=gray];' in text
    assert '-> "Smith/Back";' in text


def test_graph_is_coloured_by_what_was_played(tool: Run, tmp_path: Path) -> None:
    script = tmp_path / "A.yarn"
    script.write_text("title: Door\n---\n-> In. #choice:d #line:in\n    <<jump Hall>>\n-> Out. #line:out\n===\n"
                      "title: Hall\n---\nHello. #line:hello\n===\n", "utf-8")  # fmt: skip
    program = compile({"A": script.read_text("utf-8")})
    count = Recorder(program, "by hand")
    count.offer("A", "d", ["in", "out"])
    count.chosen("A", "d", "in")
    data = tmp_path / "hits.json"
    count.coverage.write(data)
    code, out, _ = tool("graph", "--format", "dot", "--data", data, script)
    assert code == 0
    marked = dict(re.findall(r'"([^"]+)" \[style=filled, .*tooltip="(\w+)"', out))
    assert marked == {"A/Door": "visited", "A.Choice_d": "visited", "A.Choice_d.in": "visited",
                      "A.Choice_d.out": "missed", "A/Hall": "missed"}  # fmt: skip
    code, out, _ = tool("graph", "--explore", script)
    assert code == 0
    assert "classDef visited" in out
    assert "classDef missed" not in out
    code, out, err = tool("graph", "--data", tmp_path / "gone.json", script)
    assert (code, out) == (2, "")
    assert "gone.json cannot be read" in err


def test_ysls_describes_commands_and_functions(tool: Run, tmp_path: Path) -> None:
    code = tmp_path / "scripts.py"
    code.write_text(
        "from talewright import command, function\n"
        "@command\ndef give(game, item: str, count: int = 1, *more: str) -> str:\n    'Give an item.'\n"
        "@function\ndef gold(game, of: 'str') -> float: ...\n"
        "def other(game): ...\n",
        "utf-8",
    )
    exit_code, out, _ = tool("ysls", tmp_path)
    assert exit_code == 0
    assert json.loads(out) == {
        "version": 1,
        "commands": [
            {
                "yarnName": "give", "definitionName": "give", "language": "python", "fileName": "scripts.py",
                "documentation": "Give an item.",
                "parameters": [
                    {"name": "item", "type": "string"},
                    {"name": "count", "type": "number", "defaultValue": "1"},
                    {"name": "more", "type": "string", "isParamsArray": True},
                ],
            }
        ],
        "functions": [
            {
                "yarnName": "gold", "definitionName": "gold", "language": "python", "fileName": "scripts.py",
                "parameters": [{"name": "of", "type": "string"}], "return": {"type": "number"},
            }
        ],
    }  # fmt: skip
    assert tool("ysls", tmp_path / "sub")[0] == 2
    (tmp_path / "empty").mkdir()
    assert tool("ysls", tmp_path / "empty")[0] == 1


def test_explain_prints_the_text_of_a_code(tool: Run) -> None:
    code, out, _ = tool("explain", "ys0012")
    assert code == 0
    assert out.startswith(f"# YS0012: {CODES['YS0012']}\n")
    code, _, err = tool("explain", "YS9999")
    assert code == 1
    assert "no finding has the code 'YS9999'" in err


@pytest.mark.parametrize("code", [b"\xff\xfe", b"def (:\n", b"x = 1\x00", b"(" * 5000, b"# coding: nonsense\n"])
def test_code_that_cannot_be_read_is_one_error_among_those_of_the_scripts(
    tool: Run, tmp_path: Path, code: bytes
) -> None:
    (tmp_path / "scripts.py").write_bytes(code)
    (tmp_path / "A.yarn").write_text("title: A\n---\n{1 +}\n===\n", "utf-8")
    exit_code, out, _ = tool("check", "--json", tmp_path)
    assert exit_code == 1
    found = json.loads(out)
    assert [(one["code"], one["severity"]) for one in found] == [("TW-CODE-01", "error"), ("YS0005", "error")]
    assert found[0]["file"] == (tmp_path / "scripts.py").as_posix()
    exit_code, out, err = tool("ysls", tmp_path)
    assert (exit_code, out) == (1, "")
    assert err.startswith(f"{(tmp_path / 'scripts.py').as_posix()}:1:")
    assert "fault" not in err


def test_code_is_read_in_the_encoding_that_it_declares(tool: Run, tmp_path: Path) -> None:
    text = "# coding: latin-1\n@command\ndef give(game):\n    'Gib: Stück.'\n"
    (tmp_path / "scripts.py").write_bytes(text.encode("latin-1"))
    code, out, _ = tool("ysls", tmp_path)
    assert code == 0
    assert json.loads(out)["commands"][0]["documentation"] == "Gib: Stück."


def test_tag_writes_nothing_where_one_file_is_read_only(tool: Run, tmp_path: Path) -> None:
    text = "title: {}\n---\nAnn: Hi\n===\n"
    free, locked = tmp_path / "A.yarn", tmp_path / "B.yarn"
    free.write_text(text.format("A"), "utf-8")
    locked.write_text(text.format("B"), "utf-8")
    locked.chmod(0o444)
    code, out, err = tool("tag", tmp_path)
    assert (code, out) == (1, "")
    assert "B.yarn: the file is read-only" in err
    assert [free.read_text("utf-8"), locked.read_text("utf-8")] == [text.format("A"), text.format("B")]
    locked.chmod(0o644)
    assert tool("tag", tmp_path)[0] == 0


def test_tag_follows_a_link_and_writes_a_script_once(tool: Run, tmp_path: Path) -> None:
    script, link = tmp_path / "A.yarn", tmp_path / "L.yarn"
    script.write_text("title: A\n---\nAnn: Hi\n===\n", "utf-8")
    link.symlink_to(script)
    code, out, _ = tool("tag", tmp_path, script, link)
    assert (code, out.count("1 line")) == (0, 1)
    assert link.is_symlink()
    assert script.read_text("utf-8").count("#line:") == 1
    assert tool("tag", "--check", link)[0] == 0
