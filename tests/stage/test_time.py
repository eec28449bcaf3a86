"""Going back, skipping, lines that go on by themselves, saves that come by themselves."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from talewright.game import Game, Right
from talewright.savegame import MemoryStore
from talewright.stage import Mode, Stage

Make = Callable[..., Stage]

TALK = """title: A
---
One. #line:1
Two. #line:2
-> Left. #line:left
    Three. #line:3
-> Right. #line:right
Four. #line:4
===
"""


def to_choice(stage: Stage) -> None:
    stage.act("choose", 1)
    while not stage.scene.choices:
        stage.act("go")


def is_auto(stage: Stage) -> bool:
    return stage.scene.auto


def shown(stage: Stage) -> str:
    line = stage.scene.line
    return line.text[: line.upto] if line else ""


def test_back_shows_the_line_whole_and_cuts_the_backlog(make: Make) -> None:
    stage = make(TALK)
    assert not stage.scene.can_back
    to_choice(stage)
    stage.act("choose", 1)
    assert shown(stage) == ""
    assert stage.act("back")
    assert (shown(stage), len(stage.scene.choices)) == ("Two.", 2)
    assert [row.text for row in stage.backlog.rows] == ["One.", "Two."]
    assert stage.act("back")
    assert shown(stage) == "One."
    assert stage.act("back")
    assert (stage.scene.mode, stage.scene.can_back, stage.act("back")) == (Mode.FREE, False, False)
    assert all(stage.act("forward") for _ in range(3))
    assert not stage.act("forward")
    assert (shown(stage), [row.text for row in stage.backlog.rows]) == ("Three.", ["One.", "Two.", "Left.", "Three."])


def test_a_refused_act_leaves_no_mark(make: Make) -> None:
    stage = make(TALK.replace("Left. ", "Left. <<if false>> "))
    to_choice(stage)
    marks = stage.game.marks
    assert marks is not None
    before = len(marks.notes)
    for _ in range(3):
        stage.act("choose", 1)
        stage.act("choose", 7)
        stage.act("console", "nonsense")
        stage.act("go")
    assert len(marks.notes) == before
    assert stage.act("back")
    assert shown(stage) == "One."


def test_a_row_of_the_backlog_leads_back_to_its_line(make: Make) -> None:
    stage = make(TALK)
    to_choice(stage)
    stage.act("choose", 2)
    one, two, chosen, _ = stage.backlog.rows
    assert stage.ways_back()[one.number] > 0
    assert chosen.number not in stage.ways_back()
    assert stage.back_to(two)
    assert shown(stage) == "Two."
    assert stage.back_to(one)
    assert shown(stage) == "One."
    assert not stage.back_to(one)


def test_only_seen_lines_are_skipped_up_to_a_choice(make: Make) -> None:
    stage = make(TALK)
    stage.act("choose", 1)
    assert not stage.act("skip"), "the line was never shown before"
    stage.act("go")
    to_choice(stage)
    stage.act("choose", 2)
    stage.act("go")
    stage.act("go")
    assert stage.scene.mode is Mode.FREE
    stage.act("choose", 1)
    time = stage.game.time
    assert stage.act("skip")
    assert stage.scene.skipping
    stage.tick(5.0)
    assert (shown(stage), len(stage.scene.choices), stage.scene.skipping) == ("Two.", 2, False)
    assert stage.game.time == time, "skipping takes no time of the game"
    assert stage.act("back")
    assert shown(stage) == "One.", "what was skipped is one act"
    stage.act("skip")
    stage.tick(0.1)
    stage.act("choose", 1)
    stage.act("skip")
    stage.tick(0.1)
    assert shown(stage) != "Three.", "an unseen line stops it, and is written as any other"
    assert stage.scene.line
    assert (stage.scene.line.id, stage.scene.skipping) == ("line:3", False)


def test_a_long_way_is_skipped_in_turns_with_the_view(make: Make) -> None:
    lines = "\n".join(f"Line {n}. #line:{n}" for n in range(300))
    now = [0.0]

    def clock() -> float:
        now[0] += 0.001
        return now[0]

    stage = make(f"title: A\n---\n{lines}\n===\n", "SkipUnseen=True\n", clock=clock)
    stage.act("choose", 1)
    stage.act("skip")
    ticks = 0
    while stage.scene.mode is Mode.TALK:
        stage.tick(1 / 60)
        ticks += 1
    assert 30 < ticks < 60
    assert not stage.scene.skipping
    assert len(stage.backlog.rows) == 300


def test_lines_go_on_by_themselves_until_any_input(make: Make) -> None:
    stage = make(TALK, "AutoWait=1.0\nAutoPerLetter=0.25\n")
    stage.act("choose", 1)
    stage.act("auto")
    assert is_auto(stage)
    for _ in range(23):
        stage.tick(0.1)
    assert shown(stage) == "One."
    for _ in range(4):
        stage.tick(0.1)
    assert shown(stage) != "One."
    for _ in range(80):
        stage.tick(0.1)
    assert stage.scene.choices, "it waits at a choice"
    stage.key("F13")
    assert not is_auto(stage)
    stage.act("auto")
    stage.act("up")
    assert (is_auto(stage), stage.scene.focus) == (False, 2)


def test_a_spoken_line_waits_for_its_end(make: Make) -> None:
    stage = make(TALK)
    stage.plays_voices, said = True, list[str]()
    stage.voice_out = lambda text, kind: said.append(f"{kind} {text}")
    stage.act("choose", 1)
    stage.act("auto")
    for _ in range(100):
        stage.tick(0.1)
    assert shown(stage) == "One."
    stage.voice_ended("line:1")
    for _ in range(20):
        stage.tick(0.1)
    assert shown(stage) == "Two."
    stage.act("repeat")
    assert said == ["line One.", "line Two.", "choice 1. Left.", "choice 2. Right.", "line Two."]


def test_continue_stands_where_the_player_left(make: Make, tmp_path: Path) -> None:
    stage = make(TALK, saves=tmp_path / "slots")
    stage.close()
    assert not (tmp_path / "slots").exists(), "there was nothing to save"
    stage = make(TALK, saves=tmp_path / "slots")
    to_choice(stage)
    stage.act("choose", 1)
    stage.close()
    stage.close()
    assert not stage.act("go")
    again = make(TALK, saves=tmp_path / "slots")
    assert (shown(again), [row.text for row in again.backlog.rows]) == ("Three.", ["Three."])
    slots = dict(again.game.saves.slots())
    again.close()
    assert dict(again.game.saves.slots()) == slots, "nothing has changed"
    fresh = make(TALK, "Resume=False\n", saves=tmp_path / "slots")
    assert fresh.scene.mode is Mode.FREE


def test_a_damaged_save_is_said_and_kept(make: Make, tmp_path: Path) -> None:
    (tmp_path / "slots").mkdir()
    (tmp_path / "slots" / "auto-1.sav").write_bytes(b"nonsense")
    before = {path.name: path.read_bytes() for path in (tmp_path / "slots").iterdir()}
    stage = make(TALK, saves=tmp_path / "slots")
    stage.close()
    assert {path.name: path.read_bytes() for path in (tmp_path / "slots").iterdir()} == before


def test_a_load_clears_the_backlog_and_what_others_do_is_seen(make: Make) -> None:
    stage = make(TALK)
    to_choice(stage)
    assert stage.act("save", "mine")
    stage.act("choose", 1)
    assert stage.act("load", "mine")
    assert (shown(stage), len(stage.scene.choices)) == ("Two.", 2)
    assert [row.text for row in stage.backlog.rows if row.kind != "toast"] == ["Two."]
    assert not stage.scene.can_back
    stage.game.load("mine")
    talk = stage.game.conversation
    assert talk is not None
    talk.choose("right")
    assert stage.tick(0.0)
    stage.act("go")
    assert shown(stage) == "Four."
    stage.act("quick_save")
    stage.act("go")
    stage.act("quick_load")
    assert shown(stage) == "Four."
    stage.new_game()
    stage.tick(0.0)
    assert (stage.scene.mode, stage.backlog.rows) == (Mode.FREE, ())


def test_what_passes_by_is_not_missed(make: Make) -> None:
    code = """from talewright import Conversation, Script, collection

class Driver(Script):
    def update(self, dt):
        talk = self.owner["talk"]
        if talk.playing and not talk.options:
            self.post("#talk", "advance")

@collection("main")
def main(game, world):
    world.spawn("bird", talk=Conversation("Smith"), driver=Driver())
"""
    stage = make("title: A\n---\nOne. #line:1\nTwo. #line:2\nThree. #line:3\n===\n", code=code)
    stage.act("choose", 1)
    for _ in range(5):
        stage.tick(0.1)
    assert [row.text for row in stage.backlog.rows] == ["One.", "Two.", "Three."]


def test_a_host_may_hand_in_a_game_that_runs(make: Make) -> None:
    game = Game(saves=MemoryStore(), seed=1)
    game.start()
    faults = list[object]()
    game.worlds.on_fault = faults.append
    stage = Stage(game)
    stage.begin()
    stage.voice_out = lambda text, kind: 1 / 0
    stage.toast("Hark.")
    assert vars(stage)["voice_out"] is None
    assert len(faults) == 1
    stage.close()
    assert game.worlds.on_fault == faults.append


def test_slow_marks_become_fewer_and_that_is_said_once(make: Make) -> None:
    now = [0.0]

    def clock() -> float:
        now[0] += 0.02
        return now[0]

    lines = "\n".join(f"Line {n}. #line:{n}" for n in range(9))
    stage = make(
        f"title: A\n---\n{lines}\n-> Choice. #line:choice\nEnd. #line:end\n===\n", clock=clock, right=Right.AUTHOR
    )
    to_choice(stage)
    assert [toast.text for toast in stage.scene.toasts] == ["a mark takes 20 ms: there are fewer of them from now on"]
    marks = stage.game.marks
    assert marks is not None
    assert len(marks.notes) == 3, "the deed and two lines"
    stage.act("choose", 1)
    stage.act("back")
    assert shown(stage) == "Line 8."


def test_the_last_line_is_written_when_the_game_is_over(make: Make) -> None:
    code = """from talewright import command

@command
def end(game):
    game.world.post("@system:", "exit", code=0)
"""
    stage = make("title: A\n---\nOne. #line:1\n<<end>>\nTwo. #line:2\nThree. #line:3\n===\n", code=code)
    stage.act("choose", 1)
    stage.act("go")
    stage.act("go")
    assert stage.scene.mode is Mode.OVER
    stage.tick(0.2)
    assert shown(stage) == "Tw"
    assert stage.act("go")
    assert not stage.act("go")
    assert shown(stage) == "Two."
    assert stage.act("back")
    assert shown(stage) == "One."
