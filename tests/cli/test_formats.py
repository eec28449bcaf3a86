"""Findings as other programs read them, and many of one kind as one row (faults §6 B6)."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from talewright.cli.output.findings import MANY, written
from talewright.diagnostics import Diagnostic, Span

ODD = '100% sure:\r\na, b <tag> & "quotes" ]]> \x07\ufffe'
FOUND = [
    Diagnostic("TW-YARN-14", "warning", "no id", "write one", Span("Dialogues/D_A.yarn", 3, 5, 3, 9)),
    Diagnostic("YS0012", "error", ODD, "", Span("Act 1, b/D_Ä#%.yarn", 2, 1, 4, 1)),
    Diagnostic("TW-X", "information", "note", "", Span("Config/a\udcff.ini")),
]
STORY = "title: A\n---\n" + "".join(f"Ann: {n}\n-> Yes {n}\n    Ann: More {n}\n" for n in range(MANY + 2)) + "===\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "my game"
    for name, text in {"Dialogues/D_A.yarn": STORY, "Config/DefaultGame.ini": "[Project]\nName=A\nname\n"}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return root


def unescaped(text: str) -> str:
    for escape, character in (("%2C", ","), ("%3A", ":"), ("%0A", "\n"), ("%0D", "\r"), ("%25", "%")):
        text = text.replace(escape, character)
    return text


def github_rows(text: str) -> list[tuple[str, dict[str, str], str]]:
    found = []
    for row in text.splitlines():
        match = re.fullmatch(r"::(error|warning|notice) ([^:]*)::(.*)", row)
        assert match is not None, row
        pairs = (pair.split("=", 1) for pair in match[2].split(","))
        found.append((match[1], {key: unescaped(value) for key, value in pairs}, unescaped(match[3])))
    return found


def test_annotations_escape_what_would_end_them() -> None:
    found = github_rows(written(FOUND, "github"))
    assert [kind for kind, _, _ in found] == ["warning", "error", "notice"]
    assert found[0][1]["file"] == "Dialogues/D_A.yarn"
    assert (found[0][1]["line"], found[0][1]["col"], found[0][2]) == ("3", "5", "no id\nhint: write one")
    assert found[1][1]["file"] == "Act 1, b/D_Ä#%.yarn"
    assert found[1][2] == ODD


def schema_errors(log: dict[str, Any]) -> list[str]:
    """Check what SARIF 2.1.0 demands of the parts that are used."""
    wrong = []
    if log["version"] != "2.1.0" or not log["$schema"].endswith("sarif-2.1.0.json"):
        wrong.append("version")
    for run in log["runs"]:
        rules = run["tool"]["driver"]["rules"]
        for result in run["results"]:
            if rules[result["ruleIndex"]]["id"] != result["ruleId"]:
                wrong.append("ruleIndex")
            if result["level"] not in ("none", "note", "warning", "error") or not result["message"]["text"]:
                wrong.append("level or message")
            for location in result["locations"]:
                place = location["physicalLocation"]
                region = place["region"]
                if re.search(r"[^A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%]", place["artifactLocation"]["uri"]):
                    wrong.append("uri")
                if min(region["startLine"], region["startColumn"], region["endLine"], region["endColumn"]) < 1:
                    wrong.append("region")
                if region["endLine"] == region["startLine"] and region["endColumn"] < region["startColumn"]:
                    wrong.append("end")
        wrong += ["rule" for rule in rules if not rule["shortDescription"]["text"] or not rule["help"]["text"]]
    return wrong


def test_sarif_has_relative_places_and_rules_with_explanations() -> None:
    log = json.loads(written(FOUND, "sarif"))
    assert schema_errors(log) == []
    uris = [r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for r in log["runs"][0]["results"]]
    assert [unquote(uri, errors="surrogateescape") for uri in uris] == [one.span.file for one in FOUND]
    assert not any(uri.startswith("/") or "#" in uri for uri in uris)
    rules = {rule["id"]: rule for rule in log["runs"][0]["tool"]["driver"]["rules"]}
    assert "## Example" in rules["YS0012"]["help"]["markdown"]


def test_junit_fails_for_errors_alone() -> None:
    suites = ET.fromstring(written(FOUND, "junit").encode())
    suite = suites[0]
    assert (suites.tag, suite.tag) == ("testsuites", "testsuite")
    assert (suite.get("tests"), suite.get("failures")) == ("3", "1")
    cases = list(suite)
    assert [[child.tag for child in case] for case in cases] == [["system-out"], ["failure"], ["system-out"]]
    failure = cases[1][0]
    assert failure.get("type") == "YS0012"
    assert failure.get("message") == ODD.replace("\x07", "\ufffd").replace("\ufffe", "\ufffd")
    assert cases[1].get("file") == "Act 1, b/D_Ä#%.yarn"
    assert len(list(ET.fromstring(written([], "junit"))[0])) == 1


@pytest.mark.parametrize(
    "words", [["check"], ["dialogue", "check"], ["dialogue", "explore"], ["tags", "lint"], ["ini", "lint"]]
)
def test_every_check_prints_every_format(words: list[str], talewright: Any, project: Path) -> None:
    log = json.loads(talewright(*words, "my game", "--format", "sarif").out)
    assert schema_errors(log) == []
    junit = ET.fromstring(talewright(*words, "my game", "--format", "junit").out)
    found = github_rows(talewright(*words, "my game", "--format", "github").out)
    assert len(found) == len(log["runs"][0]["results"]) == max(len(junit[0]) * bool(found), 0)
    for _, places, _ in found:
        assert Path(places["file"]).is_file(), places
    if words not in (["tags", "lint"], ["dialogue", "explore"]):
        assert found


def test_many_of_one_kind_are_one_row_that_names_the_command(talewright: Any, project: Path) -> None:
    for words in (["check", "my game"], ["dialogue", "check", "my game"]):
        rows = [row for row in talewright(*words).out.splitlines() if "TW-YARN-14" in row]
        assert len(rows) == 1
        assert f"(the first of {MANY + 2} in this file; --all shows each)" in rows[0]
        whole = [row for row in talewright(*words, "--all").out.splitlines() if "TW-YARN-14" in row]
        assert len(whole) == MANY + 2
    played = talewright("play", "my game", piped="/quit\n").err
    assert sum("TW-YARN-14" in row for row in played.splitlines()) == 1
    out = talewright("check", "my game").out
    assert "run `talewright dialogue tag Dialogues/D_A.yarn`" in out
    assert len(json.loads(talewright("dialogue", "check", "my game", "--json").out)) > 2 * MANY


def test_an_error_with_many_findings_is_as_short(talewright: Any, project: Path) -> None:
    jumps = "".join(f"<<if {n} > 1>>\n<<jump N{n}>>\n<<endif>>\n" for n in range(MANY + 1))
    (project / "Dialogues/D_B.yarn").write_text(f"title: B\n---\n{jumps}===\n", encoding="utf-8")
    result = talewright("cook", "my game")
    assert result.code == 1
    assert sum("YS0012" in row for row in result.err.splitlines()) == 1
    assert sum("YS0012" in row for row in talewright("cook", "my game", "--all").err.splitlines()) == MANY + 1
