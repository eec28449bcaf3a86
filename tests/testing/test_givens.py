"""What stood in the way of a verdict: stubs, limits and guesses are named, and nobody says "every way" or "never"."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from talewright.cli.story import plans
from talewright.cli.story.commands import explore_command
from talewright.dialogue import Program, compile
from talewright.testing import explore
from talewright.testing.coverage.coverage import Coverage, CoverageReport
from talewright.testing.coverage.formats import to_text
from talewright.testing.coverage.graph_colours import marks_of
from talewright.testing.exploring.domains import OTHER

CROWN = """\
title: Throne
---
King: Well? #line:well
<<give crown>>
<<if carries("crown")>>
    King: My crown! #line:mine
<<endif>>
===
"""
BAG = """\
from talewright import command, function

BAG = set()

@command
def give(game, item: str) -> None:
    BAG.add(item)

@function
def carries(game, item: str) -> bool:
    return item in BAG
"""
ABSOLUTE = re.compile(r"(?<!not )every way|\bnever\b|impossible|proved", re.IGNORECASE)


def story(body: str, *more: str) -> Program:
    return compile({"Test": f"title: Start\n---\n{body}\n===\n" + "\n".join(more)}, strict_targets=False)


def explored(folder: Path, *words: str) -> tuple[int, str]:
    result = CliRunner().invoke(explore_command, [str(folder), *words], standalone_mode=False)
    return result.return_value, result.output


def throne(tmp_path: Path) -> Path:
    (tmp_path / "Dialogues").mkdir()
    (tmp_path / "Config").mkdir()
    (tmp_path / "Dialogues/D_Throne.yarn").write_text(CROWN)
    (tmp_path / "scripts.py").write_text(BAG)
    return tmp_path


def test_faults_6_a7_no_line_is_called_unreachable_that_play_reaches(tmp_path: Path) -> None:
    """faults §6 A7: commands did nothing, and the verdict says so."""
    code, out = explored(throne(tmp_path), "--own-functions")
    assert code == 1
    assert "warning unseen: the line line:mine was not shown, given that give, carries were stubs: " in out
    assert "searched to the end, given that give, carries were stubs: " in out
    assert "--input 'carries in false,true'" in out
    assert not ABSOLUTE.search(out)


def test_faults_6_a7_a_clean_verdict_names_the_stubs_too(tmp_path: Path) -> None:
    code, out = explored(throne(tmp_path))
    assert code == 0
    assert out.startswith("searched to the end, given that give, carries were stubs: ")
    plain = json.loads(explored(tmp_path, "--json")[1])
    assert (plain["exhaustive"], plain["given"]["commands"]) == (False, ["give"])


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("Hi.\n<<open_door>>\n<<if false>>\nNo.\n<<endif>>", "open_door was a stub"),
        ("Hi.\n<<if a() and not a()>>\nNo.\n<<endif>>", "a was a stub"),
        ("<<declare $door = false>>\nHi.\n<<if $door>>\nNo.\n<<endif>>", "nothing set $door"),
        ("Hi.\n<<act>>\n-> Go. <<if false>>\n    Went.\n-> Stay.", "act was a stub"),
        ("Hi.\n<<beep>>\n<<jump Start>>", "beep was a stub"),
    ],
)
def test_no_stub_stands_behind_a_never(body: str, said: str) -> None:
    result = explore(story(body))
    told = "\n".join([result.summary, *(one.message for one in result.findings)])
    assert f"given that {said}" in told
    assert result.findings
    assert all(said in one.message for one in result.findings)
    assert not ABSOLUTE.search(told)
    assert not result.exhaustive


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("<<give crwon>>", "crwon"),
        ("<<giv crown>>", "no command is called 'giv'"),
        ("<<give>>", "give takes"),
        ('<<if carris("crown")>>\nNo.\n<<endif>>', "no function is called 'carris'"),
        ('<<if carries("crwon")>>\nNo.\n<<endif>>', "crwon"),
        ("<<if carries()>>\nNo.\n<<endif>>", "carries takes"),
    ],
)
def test_faults_6_a7_words_that_the_code_does_not_take_are_findings(tmp_path: Path, line: str, said: str) -> None:
    """faults §6 A7: with the typo `<<give crwon>>` a search found nothing."""
    root = throne(tmp_path)
    (root / "Config/DefaultGame.ini").write_text("[Crown Item]\nValue=5\n")
    (root / "scripts.py").write_text(
        "from talewright import Item, command, function\n\n@command\ndef give(game, item: Item) -> None: ...\n\n"
        "@function\ndef carries(game, item: Item) -> bool: ...\n"
    )
    (root / "Dialogues/D_Throne.yarn").write_text(f"title: Throne\n---\nWell?\n{line}\n===\n")
    code, out = explored(root)
    assert code == 1
    assert [row for row in out.splitlines() if "D_Throne.yarn:4:" in row and " call: " in row and said in row]


def test_without_a_stub_every_way_is_said() -> None:
    result = explore(story("Hi.\n<<if false>>\nNo.\n<<endif>>"))
    assert result.summary.startswith("every way: ")
    assert [one.message for one in result.findings] == ["this line is never shown: No."]


def test_what_no_way_leads_to_is_unreachable_whatever_stubs_do() -> None:
    result = explore(story("Hi.\n<<act>>", "title: Far\n---\nFar.\n==="), begin="first")
    assert [(one.kind, one.message) for one in result.findings] == [
        ("unreachable", "the sub-dialogue Far is never entered")
    ]


def test_what_was_declared_is_no_stub() -> None:
    program = story("Hi.\n<<if rich()>>\nRich.\n<<endif>>")
    assert explore(program, domains=["rich in true,false"]).exhaustive
    assert str(explore(program).givens) == "given that rich was a stub"


def test_a_wait_is_no_stub() -> None:
    assert explore(story("Hi.\n<<wait 1>>\nHo.")).exhaustive


def test_coverage_says_what_its_counts_come_from() -> None:
    program = story("Hi.\n<<act>>\nHo.")
    result = explore(program)
    coverage = Coverage.of_seen(program, result.seen, result.run)
    assert to_text(CoverageReport.of(program, coverage)).endswith("counted in explore, given that act was a stub\n")


def test_the_graph_calls_nothing_unreachable_that_a_stub_hides() -> None:
    program = story("Hi.\n<<act>>\n-> Go. <<if false>> #line:go #choice:way\n    Went.\n-> Stay.")
    result = explore(program)
    marks = marks_of(program, Coverage.of_seen(program, result.seen), result)
    assert marks["Test.Choice_way.go"] == "missed"


@pytest.mark.parametrize(
    "body",
    [
        '<<declare $where = "">>\nHi.\n<<if $where != "">>\n<<jump {$where}>>\n<<endif>>',
        "Hi.\n<<jump {place()}>>",
        'Hi.\n<<jump {"To" + place()}>>',
        '<<declare $next = "">>\nHi.\n<<set $next = place()>>\n<<jump {$next}>>',
    ],
)
def test_faults_6_c_what_the_explorer_made_up_is_no_mistake_of_the_story(body: str) -> None:
    """faults §6 C: `explore --guess` reports an invented jump target."""
    result = explore(story(body), guess=True)
    assert [one for one in result.findings if one.kind in ("nowhere", "error")] == []
    assert OTHER not in "".join(one.message for one in result.findings)
    assert any("not judged" in remark and "--input" in remark for remark in result.remarks)
    assert not result.exhaustive


def test_a_plan_without_a_game_says_which_commands_did_nothing(tmp_path: Path) -> None:
    (tmp_path / "A.yarn").write_text("title: Start\n---\nHi.\n<<open_door>>\n===\n")
    (tmp_path / "A.testplan").write_text("line: `Hi.`\ncommand: `open_door`\nstop\n")
    result = CliRunner().invoke(plans.test_command, [str(tmp_path)], standalone_mode=False)
    assert result.output.endswith("0 failed, given that open_door was a stub\n")
