"""Plans: the official grammar and ours, on the bare player and in a game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from talewright.dialogue import compile
from talewright.dialogue.tools.plans import run_plan
from talewright.errors import NotFound
from talewright.project import Project
from talewright.testing.plans.players import CountingPlayer, GamePlayer
from talewright.testing.plans.playing import PlanFailure, PlanReport, play_plan, program_beside

Write = Callable[[dict[str, str]], Path]

SMITH = """\
title: Forge
---
<<declare $coins = 3>>
<<declare $rich = $coins > 2>>
Smith: What? #line:what #mood:grim
-> A sword. #choice:need #line:sword #icon:blade
    <<hit power=3>>
    <<set $coins = 1.5>>
    Smith: Ow. #line:ow
-> Gold. <<if false>> #line:gold
===
"""


def play(text: str, **options: object) -> PlanReport:
    return play_plan(text, CountingPlayer(compile({"Smith": SMITH})), dialogue="Smith", **options)  # type: ignore[arg-type]


GOOD = """\
hashtags: compare
line: `Smith: What?` #mood:grim
expect: $rich = true
option: `A sword.` #icon:blade
option: `Gold.` [disabled]
select: sword
count: Smith.Choice_need.Reply_sword selected = 1
count: Libretto.Dialogues.Smith.Choice_need offered = 1
tags: Smith Smith.Forge Smith.Choice_need
command: `hit power=3`
message: hit power=3
line: *
expect: $coins = 1.5
stop
---
set: $coins = 2
expect: $rich = false
"""


def test_a_variable_that_no_script_has_is_not_set_in_silence() -> None:
    (failure,) = play("set: $coin = 2\n").failures
    assert (failure.expected, failure.got) == ("a variable of the scripts", "$coin; $coins is near")


def test_a_plan_of_ours() -> None:
    report = play(GOOD)
    assert report.failures == []
    assert (report.runs, report.compared) == (2, 14)
    assert report.coverage.hits["Smith", "line:ow"] == 1


@pytest.mark.parametrize(
    ("row", "other", "expected", "got"),
    [
        (2, "line: `Smith: No.`", "the line 'Smith: No.'", "the line 'Smith: What?'"),
        (2, "line: * #mood:glad", "#mood:glad on a line", "#mood:grim"),
        (3, "expect: $rich = false", "$rich = false", "$rich = true"),
        (4, "option: `A pie.`", "the option 'A pie.'", "the option 'A sword.'"),
        (5, "option: `Gold.`", "the option 'Gold.' available", "it is not available: false"),
        (6, "select: pie", "to select pie", "no option is 'pie'"),
        (6, "select: gold", "to select gold", "the option 'Gold.' is not available: false"),
        (7, "count: Smith.Forge started = 2", "Smith.Forge started = 2", "1"),
        (9, "tags: Smith.Choice_other", "the tag Smith.Choice_other touched", "smith, smith.forge"),
        (11, "message: hit power=4", "the message hit power=4", "hit power=3"),
        (12, "stop", "the end", "the line 'Smith: Ow.'"),
        (13, "wait: 3", "a step of a plan", "wait:"),
    ],
)
def test_a_step_that_fails_says_what_was_expected_what_came_and_where(
    row: int, other: str, expected: str, got: str
) -> None:
    rows = GOOD.splitlines()
    where = row if row not in (4, 5) else 6  # options are compared when one is selected
    rows[row - 1] = other
    (failure,) = play("\n".join(rows), file="Smith.testplan").failures
    assert (failure.file, failure.row) == ("Smith.testplan", where)
    assert failure.expected.startswith(expected)
    assert failure.got.startswith(got)


def test_the_next_run_goes_on_after_a_failure() -> None:
    report = play("line: `No.`\n---\nline: `Smith: What?`\n---\nline: `Never.`")
    assert [one.row for one in report.failures] == [1, 5]


def test_hashtags_are_comments_unless_the_plan_compares_them() -> None:
    assert play("line: `Smith: What?` #other").passed
    assert not play("line: `Smith: What?` #other", hashtags=True).passed


def test_an_error_of_the_script_is_a_failure() -> None:
    report = play_plan("line: *", CountingPlayer(compile({"A": "title: Start\n---\n{nobody()}\n==="})))
    got = "an error: A.yarn:3:2: error TW-YARN-31: no function is called 'nobody'"
    assert report.failures == [PlanFailure("plan", 1, "no error", got)]


def test_a_row_that_is_no_step() -> None:
    (failure,) = play("line: `a`\nnonsense").failures
    assert (failure.row, failure.expected) == (2, "a step")


def test_official_plans_go_as_with_the_official_grammar(corpus: Callable[[str], Path]) -> None:
    plans = sorted((corpus("yarn") / "TestCases").glob("*.testplan"))
    assert len(plans) > 20
    for plan in plans:
        official = run_plan(plan.with_suffix(".yarn"), plan)
        ours = play_plan(plan.read_text("utf-8-sig"), CountingPlayer(program_beside(plan)), file=plan.name)
        assert (ours.passed, ours.compared) == (official.passed, official.compared), ours.failures


def test_a_plan_in_a_game(folder: Write, tmp_path: Path) -> None:
    root = folder({
        "Dialogues/D_Smith.yarn": SMITH.replace(
            "    Smith: Ow. #line:ow\n",
            "    <<take 2>>\n    <<if hits() == 1>>\n    Smith: Ow. #line:ow\n    <<endif>>\n",
        ),
        "scripts.py": "from talewright import Conversation, Game, Script, World, collection, command, function, on\n"
        "class Smith(Script):\n    hits: int = 0\n    @on('hit')\n    def hit(self, message, sender):\n"
        "        self.hits += 1\n"
        "@function\ndef hits(game) -> float:\n    return game.world.component('/smith#controller').hits\n"
        "@command\ndef take(game: Game, coins: int) -> None:\n    game.variables['coins'] = float(coins)\n"
        "@collection('main')\ndef new_game(game: Game, world: World) -> None:\n"
        "    world.spawn('smith', controller=Smith(), talk=Conversation('Smith'))\n",
    })  # fmt: skip
    plan = (
        "line: *\nselect: sword\ncommand: `hit power=3`\nmessage: hit\ncommand: `take 2`\nline: `Smith: Ow.`\n"
        "expect: $coins = 2\ncount: Smith.Choice_need.Reply_sword selected = 1\ntags: Smith.Choice_need\nstop\n"
    )
    stage = GamePlayer(Project.open(root), saved=tmp_path / "Saved")
    report = play_plan(plan, stage, dialogue="Smith")
    assert report.failures == []
    assert stage.game.variables.gpvar("Smith").completed == 1


def test_a_plan_without_a_script(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match=r"no script A\.yarn"):
        program_beside(tmp_path / "A.testplan")
