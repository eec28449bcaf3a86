"""`talewright dialogue explore` and `coverage`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from talewright.cli.story.commands import coverage_command, explore_command
from talewright.demo import TAVERN
from talewright.errors import Misuse, ProjectError

Write = Callable[[dict[str, str]], Path]

GOOD = "title: Forge\n---\nSmith: What? #line:what\n-> Nothing. #line:nothing\n    Smith: Bye. #line:bye\n===\n"
BAD = "title: Forge\n---\nHi.\n<<if $key>>\nOpen.\n<<jump Nowhere>>\n<<endif>>\n<<declare $key = false>>\n===\n"


def run(command: click.Command, *words: object) -> tuple[int, str]:
    result = CliRunner().invoke(command, list(map(str, words)), standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    return result.return_value, result.stdout


def test_a_good_story(folder: Write) -> None:
    root = folder({"Dialogues/D_Smith.yarn": GOOD})
    code, out = run(explore_command, root)
    assert (code, out) == (0, "every way: 3 states, 3 steps, 0 findings\n")


def test_a_bad_story_exits_with_1_and_says_how_to_get_there(folder: Write) -> None:
    root = folder({"Dialogues/D_Smith.yarn": BAD})
    code, out = run(explore_command, root, "--input", "$key in false,true")
    assert code == 1
    assert "D_Smith.yarn:6:8: error nowhere: no node is called 'Nowhere'" in out
    assert "    > start Smith" in out
    code, out = run(explore_command, root)
    assert "--input '$key in false,true'" in out
    assert code == 1


def test_the_project_declares_its_inputs_and_entries(folder: Write) -> None:
    far = "title: Far\n---\nFar. #line:far\n===\n"
    root = folder({
        "Dialogues/D_Smith.yarn": BAD.replace("<<jump Nowhere>>\n", "") + far,
        "Config/DefaultGame.ini": "[Explore]\n+Inputs=$key in false,true\nBegin=first\n",
        "scripts.py": "def f(talk):\n    talk.start('Libretto.Dialogues.Smith.Far')\n",
    })  # fmt: skip
    assert run(explore_command, root)[0] == 0
    folder({"scripts.py": ""})
    assert run(explore_command, root)[0] == 1


def test_data_for_programs(folder: Write) -> None:
    root = folder({"Dialogues/D_Smith.yarn": BAD})
    code, out = run(explore_command, root, "--guess", "--json")
    plain = json.loads(out)
    assert code == 1
    assert plain["exhaustive"] is False
    assert plain["given"]["guessed"] == ["$key"]
    assert plain["inputs"] == ["$key in false,true"]
    assert [one["kind"] for one in plain["findings"]] == ["nowhere"]


def test_own_functions(folder: Write) -> None:
    root = folder({
        "Dialogues/D_Smith.yarn": "title: Forge\n---\nHi. #line:hi\n<<if rich()>>\nRich. #line:rich\n<<endif>>\n===\n",
        "scripts.py": "from talewright import function\n@function\ndef rich(game) -> bool:\n    return False\n",
    })  # fmt: skip
    assert run(explore_command, root)[0] == 0
    assert run(explore_command, root, "--own-functions")[0] == 1


def test_own_functions_count_by_the_tags_of_the_project(folder: Write) -> None:
    text = (
        'title: Forge\n---\nHi. #line:hi\n<<if plays("Story.Smith.Forge") > 1>>\nAgain. #line:again\n<<endif>>\n===\n'
    )
    root = folder({
        "Dialogues/D_Smith.yarn": "#class:Own\n" + text,
        "Config/DefaultGame.ini": "[Own DialogueClass]\nTagRoot=Story\n",
    })  # fmt: skip
    assert run(explore_command, root, "--own-functions")[0] == 0


def test_the_tavern_has_nothing_wrong() -> None:
    code, out = run(explore_command, TAVERN, "--limit", "1500", "--walks", "60")
    assert code == 0, out


def test_a_search_may_end_early(folder: Write) -> None:
    root = folder({"Dialogues/D_Smith.yarn": GOOD})
    code, out = run(explore_command, root, "--seconds", "0.0000001")
    assert code == 0
    assert "not every way" in out


def test_misuse(folder: Write, tmp_path: Path) -> None:
    root = folder({"Dialogues/D_Smith.yarn": GOOD})
    with pytest.raises(Misuse):
        run(explore_command, tmp_path / "none")
    with pytest.raises(Misuse):
        run(explore_command, root, "--input", "gold")
    with pytest.raises(Misuse, match="no dialogue"):
        run(explore_command, folder({"empty/x.txt": ""}) / "empty")
    with pytest.raises(ProjectError):
        run(explore_command, folder({"broken/D_A.yarn": "title: A\n---\n<<if>>\n===\n"}) / "broken")


def test_coverage_in_every_form(folder: Write, tmp_path: Path) -> None:
    root = folder({"Dialogues/D_Smith.yarn": BAD})
    data = tmp_path / "data.json"
    run(explore_command, root, "--coverage", data)
    code, out = run(coverage_command, root, "--data", data)
    assert code == 0
    assert out.splitlines()[2].split() == ["Smith", "1/2", "0/0", "50%", "5"]
    page, lcov, merged = tmp_path / "page.html", tmp_path / "story.info", tmp_path / "all.json"
    more: list[Any] = ["--html", page, "--lcov", lcov, "--json", "-o", "-", "--merge", merged]
    code, out = run(coverage_command, root, "--data", data, "--data", data, *more)
    assert json.loads(out)["percent"] == 50.0
    assert json.loads(out)["runs"] == {"explore, given that nothing set $key": 2}
    assert "Open." in page.read_text("utf-8")
    assert "DA:5,0" in lcov.read_text("utf-8")
    assert json.loads(merged.read_text("utf-8"))["runs"] == {"explore, given that nothing set $key": 2}


def test_too_little_coverage_exits_with_1(folder: Write, tmp_path: Path) -> None:
    root = folder({"Dialogues/D_Smith.yarn": BAD})
    run(explore_command, root, "--coverage", tmp_path / "data.json")
    assert run(coverage_command, root, "--data", tmp_path / "data.json", "--fail-under", "50")[0] == 0
    assert run(coverage_command, root, "--data", tmp_path / "data.json", "--fail-under", "51")[0] == 1


@pytest.mark.parametrize(
    ("command", "words"),
    [(explore_command, ["--seconds", "nan"]), (coverage_command, ["--data", "x", "--fail-under", "nan"])],
)
def test_what_is_not_a_number_is_misuse(folder: Write, command: click.Command, words: list[str]) -> None:
    root = folder({"A.yarn": GOOD})
    with pytest.raises(click.BadParameter, match="not a number"):
        run(command, root, *words)
