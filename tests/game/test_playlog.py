"""Play logs: every input is written, and the same inputs make the same bytes; the first difference is named."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from talewright.cli.story.replay import replay_command
from talewright.demo import TAVERN
from talewright.errors import Misuse, TalewrightError
from talewright.game import Game
from talewright.game.playlog import LoggedRun, PlayLog, replay, state_digest
from talewright.project import Project
from talewright.savegame import MemoryStore

Write = Callable[[dict[str, str]], Path]


def game(seed: int = 7) -> Game:
    return Game(Project.open(TAVERN), seed=seed, saves=MemoryStore())


def recorded(seed: int = 7) -> str:
    rows: list[str] = []
    log = PlayLog(game(seed), rows.append)
    log.start()
    log.talk("/smith#talk")
    log.choose(1)
    log.advance()
    log.choose("Just looking.")
    log.step(1 / 60)
    log.post(
        "/smith", "no_such", text='a "b" (c, d)', n=1, half=0.5, yes=True, no=None, deep={"list": [1, "two words"]}
    )
    log.input("jump", pressed=True)
    log.run("createItem candle")
    with pytest.raises(TalewrightError):
        log.run("createItem nothing_like_it")
    log.step()
    return "".join(rows)


def test_a_run_is_text_and_plays_again_byte_for_byte() -> None:
    text = recorded()
    rows = text.splitlines()
    assert rows[:5] == ["talewright play log 1", "seed 7", "states true", "start", "talk /smith#talk"]
    assert "= Ferrick: What do you need? Be quick, the iron is hot and so am I." in rows
    assert "choose main:/smith#talk luck" in rows
    assert "input jump pressed=True" in rows
    assert [row for row in rows if row.startswith("= error: ")]
    assert recorded() == text
    assert replay(game(), LoggedRun.read(text)) is None


def test_another_seed_differs_in_its_state() -> None:
    found = replay(game(8), LoggedRun.read(recorded()))
    assert found is not None
    assert found.expected.startswith("= state ")
    assert found.given.startswith("step ")


@pytest.mark.parametrize(
    ("old", "new", "given", "expected", "got"),
    [
        ("= Ferrick: What do", "= Ferrick: Who do", "talk /smith#talk", "= Ferrick: Who", "= Ferrick: What"),
        ("step 0.01666", "= One more.\nstep 0.01666", "choose main:/smith#talk looking", "= One more.", ""),
    ],
)
def test_the_first_difference_is_named(old: str, new: str, given: str, expected: str, got: str) -> None:
    found = replay(game(), LoggedRun.read(recorded().replace(old, new, 1)))
    assert found is not None
    assert found.given == given
    assert found.expected.startswith(expected)
    assert found.got.startswith(got)
    assert str(found).startswith(f"line {found.row}: after {given!r}\n  expected {expected}")


def test_what_is_missing_at_the_end_is_a_difference() -> None:
    text = recorded()
    cut = text[: text.rindex("= state")]
    found = replay(game(), LoggedRun.read(cut))
    assert found is not None
    assert (found.expected, found.got[:8]) == ("", "= state ")
    assert "(nothing more)" in str(found)


def test_states_may_be_left_out() -> None:
    rows: list[str] = []
    log = PlayLog(game(), rows.append, states=False)
    log.start()
    log.step(0.5)
    assert rows[-1] == "step 0.5\n"
    assert replay(game(8), LoggedRun.read("".join(rows).replace("seed 7", "seed 8"))) is None


def test_the_digest_is_that_of_the_state_alone() -> None:
    one, other = game(), game()
    assert state_digest(one) == state_digest(other)
    one.start()
    assert state_digest(one) != state_digest(other)


HEAD = "talewright play log 1\n"


@pytest.mark.parametrize("text", ["", HEAD, HEAD + "seed x\nstates true\n", HEAD + "seed 1\nstates no\n"])
def test_what_is_no_log_is_misuse(text: str) -> None:
    with pytest.raises(Misuse, match="no play log"):
        LoggedRun.read(text)


@pytest.mark.parametrize("row", ["dance", "post /smith", "step x", "post /smith hit power", "advance"])
def test_what_is_no_input_is_misuse(row: str) -> None:
    with pytest.raises(Misuse, match="line 5 of the log"):
        replay(game(), LoggedRun.read(f"talewright play log 1\nseed 7\nstates false\nstart\n{row}\n"))


def test_a_log_begins_with_the_game() -> None:
    running = game()
    running.start()
    with pytest.raises(Misuse, match="begins with the game"):
        PlayLog(running, print)


def test_the_command(tmp_path: Path) -> None:
    log = tmp_path / "run.log"
    log.write_bytes(recorded().encode())
    coverage = tmp_path / "cov.json"
    result = CliRunner().invoke(
        replay_command, [str(log), str(TAVERN), "--coverage", str(coverage)], standalone_mode=False
    )
    assert (result.return_value, result.output) == (0, "the same: 11 inputs\n")
    assert "line:need" in coverage.read_text("utf-8")
    log.write_bytes(recorded().replace("What do you", "Who do you").encode())
    result = CliRunner().invoke(replay_command, [str(log), str(TAVERN)], standalone_mode=False)
    assert result.return_value == 1
    assert "after 'talk /smith#talk'" in result.output
    result = CliRunner().invoke(replay_command, [str(tmp_path / "none"), str(TAVERN)], standalone_mode=False)
    assert isinstance(result.exception, Misuse)


@pytest.mark.parametrize("seed", ["²", "--7", "7-", ""])
def test_a_seed_is_a_whole_number(seed: str) -> None:
    with pytest.raises(Misuse, match="no play log"):
        LoggedRun.read(f"talewright play log 1\nseed {seed}\nstates true\n")


def test_inputs_that_failed_are_played_again_too() -> None:
    rows: list[str] = []
    log = PlayLog(game(), rows.append)
    log.start()
    log.talk("/smith#talk")
    for wrong in ("no such reply", 'a "quoted" one', "#x", "(x", " ", "tab\there"):
        with pytest.raises(TalewrightError):
            log.choose(wrong)
    with pytest.raises(TalewrightError):
        log.post("a bad#address#at all", "hello")
    with pytest.raises(ValueError, match="0 or more seconds"):
        log.step(float("nan"))
    with pytest.raises(ValueError, match="0 or more seconds"):
        log.step(-1)
    log.advance()
    log.step()
    assert 'choose main:/smith#talk "no such reply"\n' in rows
    assert replay(game(), LoggedRun.read("".join(rows))) is None


def test_an_input_for_nobody_is_a_difference_that_says_so() -> None:
    text = recorded().replace("advance main:/smith#talk", "advance main:/nobody#talk")
    found = replay(game(), LoggedRun.read(text))
    assert found is not None
    assert found.given == "advance main:/nobody#talk"
    assert "error: Instance /nobody not found" in found.got


@pytest.mark.parametrize("name", ["a b", "c=d", "", "(", 'q"'])
def test_a_field_is_called_by_one_word(name: str) -> None:
    rows: list[str] = []
    log = PlayLog(game(), rows.append)
    log.start()
    with pytest.raises(Misuse, match="cannot hold the field"):
        log.post("/smith", "hello", **{name: 1})
    assert not any(row.startswith("post") for row in rows)
