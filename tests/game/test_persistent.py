"""What outlives saves and rollbacks: ``Saved/Persistent.ini`` (people.md, section 5, "Persistent")."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

import pytest

from talewright.errors import ConfigError, FieldError, Misuse
from talewright.game import Autosave, Conversation, Game, Marks
from talewright.project import Project
from talewright.savegame import LastRequest, MemoryStore


@dataclass
class Endings:
    reached: list[str] = field(default_factory=list)
    best: int = 0


@pytest.fixture
def play(project: Project, tmp_path: Path) -> Callable[[], Game]:
    """Start the game anew, in the same folder Saved."""

    def make() -> Game:
        game = Game(project, seed=0, saves=MemoryStore(), saved=tmp_path / "Saved")
        game.start()
        return game

    return make


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where it lies."""
    (tmp_path / "Saved").mkdir()
    return tmp_path / "Saved" / "Persistent.ini"


def talk_of(game: Game) -> Conversation:
    return game.world.component("/smith#talk", Conversation)


# Objects of a game's own


def test_what_was_kept_is_there_in_the_next_run(play: Callable[[], Game], file: Path) -> None:
    game = play()
    assert game.persistent.read(Endings) == Endings()
    game.persistent.save(Endings(["rat friend"], 3))
    assert game.persistent.read(Endings) == Endings(["rat friend"], 3)
    assert not file.exists()
    assert game.write_persistent()
    assert play().persistent.read(Endings) == Endings(["rat friend"], 3)
    assert file.read_text(encoding="utf-8") == "[Endings]\nreached=rat friend\nbest=3\n"


def test_nobody_else_holds_what_is_kept(play: Callable[[], Game]) -> None:
    game = play()
    endings = Endings()
    game.persistent.save(endings)
    endings.reached.append("never")
    game.persistent.read(Endings).reached.append("never")
    assert game.persistent.read(Endings).reached == []


def test_what_cannot_be_kept_is_refused_at_once(play: Callable[[], Game], file: Path) -> None:
    persistent = play().persistent
    with pytest.raises(FieldError, match="best"):
        persistent.save(Endings(best="many"))  # type: ignore[arg-type]
    with pytest.raises(Misuse):
        persistent.save("a text")

    @dataclass
    class Mine:
        class_name: ClassVar[str] = "SeenLines"
        mine: int = 0

    with pytest.raises(Misuse, match="the library's own"):
        persistent.save(Mine())
    assert (persistent.changed, persistent.write(), file.exists()) == (False, True, False)


def test_an_edited_value_that_does_not_fit_is_said_with_its_place(play: Callable[[], Game], file: Path) -> None:
    file.write_text("[Endings]\nbest=many\n", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"Persistent\.ini:2:6"):
        play().persistent.read(Endings)


def test_other_sections_and_remarks_stay(play: Callable[[], Game], file: Path) -> None:
    file.write_text("; mine\n[Other]\nkey=1\n\n[Endings]\nbest=1\nold=2\n", encoding="utf-8")
    game = play()
    game.persistent.save(Endings(best=2))
    game.write_persistent()
    assert file.read_text(encoding="utf-8") == "; mine\n[Other]\nkey=1\n\n[Endings]\nbest=2\nold=2\n"


def test_a_class_that_was_reloaded_gets_what_the_one_before_kept(play: Callable[[], Game]) -> None:
    @dataclass
    class Later:
        class_name: ClassVar[str] = "Endings"
        best: int = 0
        more: str = "new"

    persistent = play().persistent
    persistent.save(Endings(best=4))
    assert persistent.read(Later) == Later(4, "new")


def test_a_game_without_a_folder_keeps_it_as_long_as_it_runs() -> None:
    game = Game(seed=0)
    game.persistent.save(Endings(best=1))
    assert (game.persistent.read(Endings).best, game.write_persistent()) == (1, False)


# When it is written


def test_it_is_written_with_every_save(play: Callable[[], Game], file: Path) -> None:
    game = play()
    game.save("slot")
    assert not file.exists()  # nobody asked for it
    game.persistent.save(Endings(best=1))
    game.save("slot")
    assert file.exists()
    assert b"Endings" not in game.snapshot().to_bytes()


def test_it_is_written_with_an_autosave_in_a_thread(play: Callable[[], Game], file: Path) -> None:
    game = play()
    game.persistent.save(Endings(best=1))
    with LastRequest(game.saves) as background:
        Autosave(game, background=background).now()
        assert file.exists()


def test_it_is_written_a_minute_after_a_change(play: Callable[[], Game], file: Path) -> None:
    persistent = play().persistent
    assert not persistent.tick(1000.0)
    persistent.save(Endings(best=1))
    assert [persistent.tick(now) for now in (1010.0, 1050.0, 1069.9)] == [False] * 3
    assert not file.exists()
    assert persistent.tick(1070.0)
    assert file.exists()
    assert not persistent.tick(2000.0)  # nothing changed since


def test_two_games_that_run_lose_nothing_of_each_other(play: Callable[[], Game]) -> None:
    one, other = play(), play()
    one.persistent.save(Endings(best=1))
    one.persistent.see("line:one")
    other.persistent.see("line:other")
    assert one.write_persistent()
    assert other.write_persistent()
    third = play()
    assert (third.persistent.read(Endings).best, third.seen("line:one"), third.seen("line:other")) == (1, True, True)


# What goes wrong


@pytest.mark.parametrize("data", [b"[Endings]\nbest=1\n\x00\x00\x00", b"", b"[Endings\nbest=1\n"])
def test_a_damaged_file_is_said_and_set_aside(play: Callable[[], Game], file: Path, data: bytes) -> None:
    file.write_bytes(data)
    game = play()
    assert game.persistent.read(Endings) == Endings()
    (fault,) = game.faults
    assert fault.code == "TW-GAME-04"
    assert fault.text.startswith("Saved/Persistent.ini is damaged: ")
    (aside,) = file.parent.glob("Persistent.damaged-*.ini")
    assert aside.name in fault.hint
    assert aside.read_bytes() == data
    game.persistent.save(Endings(best=2))
    assert game.write_persistent()
    assert aside.read_bytes() == data


def test_a_file_that_cannot_be_read_is_not_written_over(play: Callable[[], Game], file: Path) -> None:
    file.mkdir()
    game = play()
    game.persistent.save(Endings(best=2))
    assert not game.write_persistent()
    assert game.persistent.read(Endings).best == 2
    assert [fault.code for fault in game.faults] == ["TW-GAME-04"]  # said once, not at each try
    game.save("slot")  # a save goes on
    file.rmdir()
    assert game.write_persistent()
    assert play().persistent.read(Endings).best == 2


# Lines that were read


def test_a_line_is_seen_when_the_player_has_gone_on(play: Callable[[], Game]) -> None:
    game = play()
    assert not game.seen("line:need")
    talk = talk_of(game)
    talk.start()
    assert not game.seen("line:need")  # it is on show for the first time
    talk.choose("sword")
    assert (game.seen("line:need"), game.seen("line:last")) == (True, False)
    talk.stop()
    assert not game.seen("line:last")  # broken off
    game.write_persistent()
    assert play().seen("line:need")


def test_lines_are_kept_sorted(play: Callable[[], Game], file: Path) -> None:
    game = play()
    for line in ("line:b", "line:c", "line:a", "line:b"):
        game.persistent.see(line)
    game.write_persistent()
    assert file.read_text(encoding="utf-8") == "[SeenLines]\nLines=line:a line:b line:c\n"


def test_a_line_that_a_load_shows_is_seen_when_it_is_left(play: Callable[[], Game]) -> None:
    game = play()
    talk_of(game).start()
    document = game.snapshot()
    fresh = play()
    assert not fresh.seen("line:need")
    fresh.restore(document)
    assert not fresh.seen("line:need")
    talk_of(fresh).choose("sword")
    assert fresh.seen("line:need")


def test_a_game_that_never_asks_has_no_file_and_no_listener(play: Callable[[], Game], file: Path) -> None:
    game = play()
    talk_of(game).start()
    assert game.write_persistent()
    assert not game.listeners
    assert not file.exists()


def test_people_B5_what_was_seen_and_reached_outlives_rollbacks_and_loads(play: Callable[[], Game]) -> None:
    game = play()
    game.marks = Marks()
    assert not game.seen("line:need")
    saved = game.snapshot()
    talk = talk_of(game)
    game.marks.add()
    talk.start()
    game.marks.add()
    talk.choose("sword")
    game.persistent.save(Endings(["armed"]))
    assert game.rollback(2).steps == 2
    assert game.conversation is None
    assert game.seen("line:need")
    assert game.persistent.read(Endings).reached == ["armed"]
    game.restore(saved)
    assert game.seen("line:need")
    assert game.persistent.read(Endings).reached == ["armed"]
    game.write_persistent()
    assert (play().seen("line:need"), play().persistent.read(Endings).reached) == (True, ["armed"])


def test_fresh_dice_are_fresh_in_the_next_run_too(play: Callable[[], Game]) -> None:
    seen = set()
    for _ in range(3):
        game = play()
        game.marks = Marks(fresh=True)
        game.marks.add()
        game.place = "elsewhere"
        game.rollback()
        seen.add(game.random("dice").random())
        game.save("slot")
    assert len(seen) == 3


WRITES_LINES = """
import sys
from pathlib import Path
from talewright.game import Game
game = Game(saved=Path(sys.argv[1]))
for number in range(40):
    game.persistent.see(f"line:{sys.argv[2]}{number}")
    assert game.write_persistent(), game.faults
"""


def test_two_processes_that_write_at_once_lose_no_line(tmp_path: Path) -> None:
    others = [subprocess.Popen([sys.executable, "-c", WRITES_LINES, str(tmp_path), who]) for who in "ab"]
    assert [other.wait() for other in others] == [0, 0]
    game = Game(saved=tmp_path)
    assert [who + str(n) for who in "ab" for n in range(40) if not game.seen(f"line:{who}{n}")] == []


def test_half_a_character_is_refused_before_it_stops_every_later_write(play: Callable[[], Game], file: Path) -> None:
    game = play()
    with pytest.raises(FieldError, match=r"Endings.reached: holds half a character"):
        game.persistent.save(Endings(["rat \ud83d"]))
    game.persistent.save(Endings(["rat"]))
    assert game.write_persistent()
    assert play().persistent.read(Endings) == Endings(["rat"])


@pytest.mark.parametrize("id", ["two words", "a\nb", "x\ud800", 3])
def test_what_is_no_id_of_a_line_is_refused(play: Callable[[], Game], id: object) -> None:
    game = play()
    with pytest.raises(Misuse, match="id"):
        game.persistent.see(id)  # type: ignore[arg-type]
    assert not game.persistent.changed


@pytest.mark.parametrize("count", ["x", "", "1.5"])
def test_a_count_of_rollbacks_that_is_none_stops_no_rollback(play: Callable[[], Game], file: Path, count: str) -> None:
    file.write_text(f"[Rollbacks]\nCount={count}\n", "utf-8")
    game = play()
    game.marks = Marks(fresh=True)
    game.marks.add()
    game.place = "the cellar"
    report = game.rollback()
    assert (report.steps, report.notices, game.place) == (1, (), "")
    assert [fault.code for fault in game.faults] == ["TW-GAME-04"]
    assert game.roll_forward().steps == 1
    assert game.place == "the cellar"
    assert game.write_persistent()
    assert file.read_text(encoding="utf-8").startswith("[Rollbacks]\nCount=1\n")


@pytest.mark.parametrize("now", [None, "soon", True])
def test_a_time_that_is_no_number_is_refused_whether_anything_changed_or_not(now: Any) -> None:
    game = Game()
    for _ in range(2):
        with pytest.raises(Misuse, match="real time is a number of seconds"):
            game.persistent.tick(now)
        game.persistent.see("line:a")
