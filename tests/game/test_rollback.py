"""Whole-state rollback: the ring of marks and what going back does (people.md, section 5)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from talewright.errors import DialogueError, Misuse, SaveError
from talewright.game import Conversation, Game, Heard, Loaded, Marks, RolledBack, Script, command
from talewright.project import Project
from talewright.savegame import MemoryStore


def talk_of(game: Game) -> Conversation:
    return game.world.component("/smith#talk", Conversation)


@pytest.fixture
def game(fresh: Callable[[], Game]) -> Game:
    """A game that has started and keeps marks."""
    made = fresh()
    made.start()
    made.marks = Marks()
    return made


def act(game: Game, place: str) -> None:
    """Do what a stage does: mark, then act."""
    assert game.marks is not None
    game.marks.add(note=game.place)
    game.place = place


def marks_of(game: Game) -> Marks:
    assert game.marks is not None
    return game.marks


# The ring


def test_a_game_keeps_no_marks_unless_it_is_told_to(fresh: Callable[[], Game]) -> None:
    game = fresh()
    assert game.marks is None
    for go in (game.rollback, game.roll_forward):
        with pytest.raises(Misuse, match="needs marks, and the game keeps none"):
            go()


def test_it_goes_back_and_forward_along_the_marks(game: Game) -> None:
    for place in "abc":
        act(game, place)
    marks = marks_of(game)
    assert (len(marks), marks.can_back, marks.can_forward, marks.notes) == (3, True, False, ("", "a", "b"))
    assert (game.rollback(2).steps, game.place, marks.can_back, marks.can_forward) == (2, "a", True, True)
    assert (game.rollback(9).steps, game.place) == (1, "")
    assert (game.rollback().steps, marks.can_back, marks.can_forward) == (0, False, True)
    assert (game.roll_forward().steps, game.place, marks.notes) == (1, "a", ("",))
    assert (game.roll_forward(9).steps, game.place, marks.can_forward) == (2, "c", False)
    assert game.roll_forward().steps == 0


def test_the_report_has_the_hosts_note_of_the_mark(game: Game) -> None:
    for place in "abc":
        act(game, place)
    assert [game.rollback().note, game.rollback().note, game.rollback().note] == ["b", "a", ""]
    assert game.roll_forward().note == "a"


def test_what_was_undone_is_kept_until_another_act_is_made(game: Game) -> None:
    for place in "abc":
        act(game, place)
    game.rollback(2)
    act(game, "elsewhere")
    assert (game.place, marks_of(game).can_forward) == ("elsewhere", False)
    assert game.roll_forward().steps == 0
    assert (game.rollback().steps, game.place) == (1, "a")
    assert (game.roll_forward().steps, game.place) == (1, "elsewhere")


def test_the_same_act_made_again_keeps_what_was_undone_behind_it(game: Game) -> None:
    for place in "abc":
        act(game, place)
    game.rollback(3)
    act(game, "a")
    assert (game.roll_forward(2).steps, game.place) == (2, "c")


def test_an_act_that_was_refused_leaves_no_mark(game: Game) -> None:
    talk = talk_of(game)
    act(game, "the forge")
    talk.start()
    marks_of(game).add()
    with pytest.raises(DialogueError):
        talk.choose("no such option")
    assert (game.rollback().steps, game.place, game.conversation) == (1, "", None)
    assert game.roll_forward().steps == 1
    assert game.conversation is not None


def test_an_act_that_was_refused_is_withdrawn_where_the_world_goes_on_by_itself(game: Game) -> None:
    act(game, "a")
    act(game, "b")
    game.rollback()
    marks_of(game).add()
    marks_of(game).withdraw()
    game.variables["ticks"] = 1  # nothing that the player did
    assert (marks_of(game).can_forward, game.roll_forward().steps, game.place) == (True, 1, "b")
    assert (game.rollback(2).steps, game.place) == (2, "")


def test_marks_between_which_only_time_has_passed_are_one(game: Game) -> None:
    marks = marks_of(game)
    for _ in range(5):
        marks.add()
        game.step(0.5)
    assert len(marks) == 1
    act(game, "a")
    assert (len(marks), game.time) == (1, 2.5)
    game.rollback()
    assert (game.place, game.time) == ("", 2.5)  # the newest of them, so that no time is lost for nothing


def test_values_of_another_type_or_order_are_not_the_same(game: Game) -> None:
    meta = game.variables.gpvar("Smith").meta
    game.variables.count("Smith", "started")
    for value in (1, True, 1.5, {"a": 1, "b": 2}, {"b": 2, "a": 1}):
        marks_of(game).add()
        meta["note"] = value
    marks_of(game).add()
    assert len(marks_of(game)) == 6
    shown = [repr(game.variables.gpvar("Smith").meta.get("note")) for _ in range(6) if game.rollback()]
    assert shown == ["{'a': 1, 'b': 2}", "1.5", "True", "1", "None", "None"]


def test_the_ring_keeps_as_many_as_it_is_deep(fresh: Callable[[], Game]) -> None:
    game = fresh()
    game.start()
    game.marks = Marks(3)
    for place in "abcdefg":
        act(game, place)
    assert (len(game.marks), game.rollback(100).steps, game.place) == (3, 3, "d")
    for wrong in (0, -1, 2.0, True, "9"):
        with pytest.raises(Misuse):
            Marks(wrong)  # type: ignore[arg-type]


def test_marks_belong_to_one_game(game: Game, fresh: Callable[[], Game]) -> None:
    with pytest.raises(Misuse, match="belong to a game already"):
        fresh().marks = game.marks
    with pytest.raises(Misuse, match="belong to no game"):
        Marks().add()


def test_steps_are_a_whole_number_above_0(game: Game) -> None:
    act(game, "a")
    for wrong in (0, -1):
        with pytest.raises(Misuse, match="nobody can go"):
            game.rollback(wrong)
    with pytest.raises(Misuse):
        game.roll_forward(True)
    with pytest.raises(Misuse, match="whole number"):
        game.rollback(1.0)  # type: ignore[arg-type]


def test_what_a_mark_costs_is_told(fresh: Callable[[], Game]) -> None:
    game = fresh()
    game.marks = Marks(clock=iter([1.0, 1.25]).__next__)
    game.marks.add()
    assert game.marks.cost == 0.25


def test_a_block_lets_nothing_before_it_be_reached(game: Game) -> None:
    for place in "abc":
        act(game, place)
    game.rollback()
    marks_of(game).block()
    assert (len(marks_of(game)), marks_of(game).can_back, marks_of(game).can_forward) == (0, False, False)
    assert (game.rollback().steps, game.roll_forward().steps, game.place) == (0, 0, "b")
    act(game, "d")
    assert (game.rollback(5).steps, game.place) == (1, "b")


def test_a_command_that_works_outside_blocks_what_is_behind_it(folder: Callable[[dict[str, str]], Path]) -> None:
    code = """
from talewright.game import Right, command

@command(outside=True, right=Right.PLAYER)
def buy(game, what: str = "") -> str:
    game.place = "the shop"
    if what == "nothing":
        raise RuntimeError("no network")
    return "bought"
"""
    game = Game(Project.open(folder({"Config/DefaultGame.ini": "", "scripts.py": code})), seed=0)
    game.start()
    game.marks = Marks()
    for line in ("buy", "buy nothing"):
        act(game, "a")
        act(game, "b")
        try:
            game.run(line)
        except RuntimeError:
            pass
        assert (game.rollback().steps, game.place) == (0, "the shop")
    act(game, "a")
    with pytest.raises(Misuse):
        game.run("buy two things")  # refused before anything was done
    assert (game.rollback().steps, game.place) == (1, "the shop")
    with pytest.raises(Misuse, match="truth value"):
        command(outside=1)  # type: ignore[call-overload]


def test_what_writes_the_file_of_stored_characters_works_outside(game: Game, tmp_path: Path) -> None:
    act(game, "a")
    assert game.run("saveChar").startswith("saved ann")
    assert (game.rollback().steps, game.place) == (0, "a")


def test_after_a_load_the_ring_has_the_loaded_state_alone(game: Game) -> None:
    act(game, "a")
    game.save("slot")
    act(game, "b")
    game.load("slot")
    assert (len(marks_of(game)), marks_of(game).can_back, marks_of(game).can_forward) == (1, False, False)
    game.step(1)
    act(game, "c")
    assert (len(marks_of(game)), game.rollback(9).steps, game.place) == (1, 1, "a")


def test_a_load_that_fails_leaves_the_ring(game: Game) -> None:
    act(game, "a")
    document = game.snapshot()
    document.section("talewright", "Game")["time"] = "yesterday"
    with pytest.raises(SaveError):
        game.restore(document)
    assert (game.rollback().steps, game.place) == (1, "")


def test_a_save_knows_nothing_of_the_ring(game: Game, fresh: Callable[[], Game]) -> None:
    other = fresh()
    other.start()
    for place in "ab":
        act(game, place)
    game.rollback()
    other.place = "a"
    assert game.snapshot().to_bytes().count(b"\n") == other.snapshot().to_bytes().count(b"\n")
    assert game.snapshot() == other.snapshot()
    assert game.snapshot().header.parent == ""


# What is told


def test_listeners_hear_that_it_went_back(game: Game) -> None:
    heard: list[Heard] = []
    act(game, "a")
    game.listen(heard.append)
    game.rollback()
    game.roll_forward()
    assert heard == [Heard(None, RolledBack(1)), Heard(None, RolledBack(-1))]
    game.rollback()
    heard.clear()
    game.rollback()  # there was none to go to
    assert heard == []
    game.restore(game.snapshot())
    assert heard == [Heard(None, Loaded())]


def test_scripts_are_as_after_a_load_and_on_reload_runs(game: Game) -> None:
    act(game, "a")
    assert game.world.component("/smith#controller")._face is None  # type: ignore[attr-defined]
    game.rollback()
    assert game.world.component("/smith#controller")._face == "made again"  # type: ignore[attr-defined]


def test_people_B7_a_rollback_inside_a_callback_is_refused(game: Game) -> None:
    refused: list[str] = []

    class Eager(Script):
        def on_message(self, message_id: str, message: object, sender: object) -> None:
            for go in (self.game.rollback, self.game.roll_forward, marks_of(self.game).add):
                with pytest.raises(Misuse):
                    go()
                refused.append(message_id)

    act(game, "a")
    game.world.spawn("eager", script=Eager())
    game.world.post("/eager#script", "now")
    game.step()
    assert refused == ["now"] * 3
    game.listen(lambda heard: game.rollback())
    talk_of(game).start()
    assert any("rollback() was called by a listener" in fault.text for fault in game.faults)
    assert game.place == "a"


def test_a_function_of_a_dialogue_cannot_go_back(game: Game) -> None:
    act(game, "a")
    with game.evaluating(), pytest.raises(Misuse, match="called by a function of a dialogue"):
        game.rollback()
    assert game.place == "a"


# A hot reload


def test_marks_stay_usable_after_a_hot_reload(game: Game, smith: Path) -> None:
    act(game, "a")
    talk_of(game).start()
    code = smith / "scripts.py"
    code.write_text(
        code.read_text("utf-8").replace("    ended: int = 0", "    ended: int = 0\n    new: int = 7"), "utf-8"
    )
    assert game.reload().errors == []
    act(game, "b")
    assert (game.rollback(2).steps, game.place, game.conversation) == (2, "", None)
    assert game.world.component("/smith#controller").new == 7  # type: ignore[attr-defined]
    assert (game.roll_forward(2).steps, game.place) == (2, "b")


def test_a_mark_that_does_not_fit_is_dropped_with_a_notice(game: Game, smith: Path) -> None:
    act(game, "a")
    talk_of(game).start("Street")
    act(game, "b")  # in the middle of what goes
    talk_of(game).stop()
    act(game, "c")
    script = smith / "Dialogues" / "D_Smith.yarn"
    text = script.read_text(encoding="utf-8")
    gone = text[text.index("title: Street") :]
    script.write_text(text.replace(gone, "").replace("    <<jump Street>>\n", ""), encoding="utf-8")
    assert game.reload().errors == []
    report = game.rollback(2)
    assert (report.steps, game.place) == (3, "")
    assert [notice.partition(",")[0] for notice in report.notices] == ["a mark was dropped"]
    assert (game.roll_forward().steps, game.place) == (1, "b")


# Dice


def rolls(game: Game) -> list[int]:
    return [game.random(name).randint(1, 10**9) for name in ("old", "new")]


def test_the_same_act_rolls_the_same_number(game: Game) -> None:
    game.random("old")
    act(game, "a")
    first = rolls(game)
    game.rollback()
    assert rolls(game) == first


def test_fresh_dice_roll_another_number_each_time(fresh: Callable[[], Game]) -> None:
    game = fresh()
    game.start()
    game.marks = Marks(fresh=True)
    game.random("old")
    seen = []
    for _ in range(4):
        act(game, "a")
        seen.append(rolls(game))
        game.rollback()
    assert len({roll for pair in seen for roll in pair}) == 8
    act(game, "b")
    drawn = game.snapshot()
    ahead = rolls(game)
    game.rollback()
    game.roll_forward()
    assert rolls(game) != seen[0]
    game.restore(drawn)
    assert rolls(game) == ahead  # a save goes on as the game did


@pytest.mark.parametrize(
    ("text", "expected"),
    [("", (100, False)), ("[Rollback]\nDepth=7\nDice=fresh\n", (7, True)), ("[Rollback]\nOn=False\n", None)],
)
def test_marks_are_as_the_settings_say(
    folder: Callable[[dict[str, str]], Path], text: str, expected: tuple[int, bool] | None
) -> None:
    game = Game(Project.open(folder({"Config/DefaultGame.ini": text})), saves=MemoryStore())
    made = Marks.of(game.config)
    assert (made and (made.depth, made.fresh)) == expected


@pytest.mark.parametrize(
    ("line", "code"),
    [("Dept=3", "TW-INI-22"), ("Dice=loaded", "TW-INI-21"), ("Depth=0", "TW-PROJ-13"), ("Depth=x", "TW-INI-21")],
)
def test_a_setting_that_cannot_be_used_is_a_finding(
    folder: Callable[[dict[str, str]], Path], line: str, code: str
) -> None:
    found = Project.check(folder({"Config/DefaultGame.ini": f"[Rollback]\n{line}\n"}))
    assert [(one.code, one.span.line) for one in found] == [(code, 2)]


@pytest.mark.parametrize("wrong", [3, "on", Marks])
def test_what_are_no_marks_is_said(wrong: object) -> None:
    game = Game()
    with pytest.raises(Misuse, match="what a game keeps is Marks"):
        game.marks = wrong  # type: ignore[assignment]
    assert game.marks is None
