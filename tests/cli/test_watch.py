"""`talewright play --watch`: what is edited arrives between two inputs (tags.md section 9.7)."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.at_a_terminal import Terminal

from talewright.cli.play import session
from talewright.cli.play.player import Player
from talewright.cli.play.watching import AtTheKeyboard, OnStage, Watch
from talewright.game import Game
from talewright.project import Project, Watcher
from talewright.savegame import MemoryStore
from talewright.stage import Stage
from talewright.views.plain import play

Folder = Callable[[dict[str, str]], Path]
Edit = Callable[[], object]

SMITH = """\
title: Forge
---
Smith: What do you need? #line:need
-> A sword. #choice:need #line:sword
    Smith: That is the last one. #line:last
    <<jump Street>>
===
title: Street
---
Smith: Good bye. #line:bye
===
"""
D_SMITH = "Dialogues/D_Smith.yarn"
SHOWN = "Smith: What do you need?\n1. A sword.\n"


@pytest.fixture
def village(folder: Folder) -> Path:
    return folder({D_SMITH: SMITH})


class Scene:
    """A folder that is played by a script whose lines are texts, and edits made just before the next line is read.

    The clock runs when somebody sleeps, so nothing waits.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.now = 0.0
        watcher = Watcher(folder, clock=lambda: self.now)
        self.game = Game(Project.open(folder), seed=0, saves=MemoryStore())
        self.player = Player(self.game)
        self.watch = Watch(self.player, watcher, clock=lambda: self.now, sleep=self.sleep)
        self.slept = 0

    def sleep(self, seconds: float) -> None:
        self.slept += 1
        self.now += seconds

    def play(self, *lines: str | Edit) -> int:
        return session.run_script(self.player, self._lines(lines), self.watch)

    def _lines(self, lines: tuple[str | Edit, ...]) -> Iterator[str]:
        for line in lines:
            if isinstance(line, str):
                yield line
            else:
                line()

    def rewrite(self, name: str, old: str, new: str) -> Edit:
        def edit() -> None:
            path = self.folder / name
            text = path.read_text(encoding="utf-8")
            assert old in text
            path.write_text(text.replace(old, new), encoding="utf-8")

        return edit

    def write(self, name: str, text: str) -> Edit:
        return lambda: (self.folder / name).write_text(text, encoding="utf-8")

    def delete(self, name: str) -> Edit:
        return lambda: (self.folder / name).unlink()


@pytest.fixture
def scene(village: Path) -> Scene:
    return Scene(village)


def test_nothing_is_printed_and_nobody_waits_while_nothing_changes(scene: Scene, capsys: Any) -> None:
    assert scene.play("/talk smith", "1", "", "") == 0
    assert "reloaded" not in capsys.readouterr().out
    assert scene.slept == 0


def test_a_changed_line_is_shown_again_and_the_place_is_kept(scene: Scene, capsys: Any) -> None:
    edit = scene.rewrite(D_SMITH, "What do you need?", "What now?")
    assert scene.play("/talk smith", edit, "1") == 0
    assert capsys.readouterr().out == (
        f"{SHOWN}-- reloaded: {D_SMITH} --\nSmith: What now?\n1. A sword.\nSmith: That is the last one.\n"
    )


def test_what_is_shown_is_not_shown_again_where_it_did_not_change(scene: Scene, capsys: Any) -> None:
    edit = scene.rewrite(D_SMITH, "That is the last one.", "That was the last one.")
    assert scene.play("/talk smith", edit, "1") == 0
    assert capsys.readouterr().out == f"{SHOWN}-- reloaded: {D_SMITH} --\nSmith: That was the last one.\n"


def test_a_reload_is_one_for_all_files_and_counts_the_tags(scene: Scene, capsys: Any) -> None:
    edits = (
        scene.rewrite(D_SMITH, "title: Street\n", "title: Alley\nformerly: Street\n"),
        scene.rewrite(D_SMITH, "<<jump Street>>", "<<jump Alley>>"),
        scene.write("Dialogues/D_Bard.yarn", "title: Stage\n---\nBard: La. #line:la\n===\n"),
    )
    assert scene.play("/talk smith", "1", "", "", *edits, "/talk bard") == 0
    out = capsys.readouterr().out.split("-- end of the conversation --\n")[1]
    assert out.splitlines() == [
        f"-- reloaded: {D_SMITH}, Dialogues/D_Bard.yarn (new) --",
        "-- tags: 2 added, 1 renamed --",
        "-- $Yarn.Internal.Visiting.Street is $Yarn.Internal.Visiting.Alley now --",
        "-- the counts of Libretto.Dialogues.Smith.Street are those of Libretto.Dialogues.Smith.Alley now --",
        "Bard: La.",
    ]
    assert scene.game.variables.gpvar("Smith.Alley").started == 1


def test_a_line_that_moved_is_told(scene: Scene, capsys: Any) -> None:
    edit = scene.rewrite(D_SMITH, "title: Street\n---\n", "title: Street\n---\n===\ntitle: Alley\n---\n")
    assert scene.play("/talk smith", "1", "", edit, "# look") == 0
    assert "-- main:/Smith#talk: Smith: line:bye is in Alley now, not in Street --\n" in capsys.readouterr().out


def test_a_failed_reload_is_told_once_and_tried_again_with_the_next_change(scene: Scene, capsys: Any) -> None:
    code = scene.play(
        "/talk smith",
        scene.rewrite(D_SMITH, "<<jump Street>>", "<<jump Stret>>"),
        "# first",
        "# second",
        "1",
        scene.write("Config.txt", "nothing of the project"),
        "# third",
        scene.rewrite(D_SMITH, "<<jump Stret>>", "<<jump Street>>"),
        "",
    )
    assert code == 1
    out = capsys.readouterr().out
    assert out.startswith(
        f"{SHOWN}-- not reloaded: {D_SMITH}; the game goes on as it was --\n{D_SMITH}:6:12: error YS0012: "
    )
    assert out.count("not reloaded") == 1
    assert "\n  hint: did you mean Street?\nSmith: That is the last one.\n" in out
    assert out.endswith(f"-- reloaded: {D_SMITH} --\nSmith: Good bye.\n")


def test_a_reload_names_the_files_of_those_that_failed_before(scene: Scene, capsys: Any) -> None:
    scene.play(
        scene.rewrite(D_SMITH, "<<jump Street>>", "<<jump Stage>>"),
        "# fails",
        scene.write("Dialogues/D_Bard.yarn", "title: Stage\n---\nBard: La. #line:la\n===\n"),
        "# succeeds",
        scene.rewrite(D_SMITH, "<<jump Stage>>", "<<jump Street>>"),
        "# alone",
    )
    markers = [line for line in capsys.readouterr().out.splitlines() if "reloaded" in line]
    assert markers == [
        f"-- not reloaded: {D_SMITH}; the game goes on as it was --",
        f"-- reloaded: {D_SMITH}, Dialogues/D_Bard.yarn (new) --",
        f"-- reloaded: {D_SMITH} --",
    ]


def test_a_dialogue_that_is_deleted_in_play_is_an_error_until_it_is_back(scene: Scene, capsys: Any) -> None:
    deleted, back = scene.delete(D_SMITH), scene.write(D_SMITH, SMITH)
    assert scene.play("/talk smith", deleted, "1", back, "", "") == 1
    out = capsys.readouterr().out
    assert f"{SHOWN}-- not reloaded: {D_SMITH} (gone); the game goes on as it was --\n{D_SMITH}:1:8: error" in out
    assert "hint: bring the file back" in out
    assert out.endswith(
        f"Smith: That is the last one.\n-- reloaded: {D_SMITH} --\nSmith: Good bye.\n-- end of the conversation --\n"
    )


def test_saves_counts_and_variables_survive(village: Path, capsys: Any) -> None:
    text = SMITH.replace("Smith: That", "    <<set $sold = $sold + 1>>\n    Smith: That")
    (village / D_SMITH).write_text(text.replace("---\nSmith: What", "---\n<<declare $sold = 0>>\nSmith: What"))
    scene = Scene(village)
    edit = scene.rewrite(D_SMITH, "Good bye.", "Good bye, {$sold}.")
    assert scene.play("/talk smith", "/save one", "1", edit, "", "/load one", "1", "") == 0
    assert "Smith: Good bye, 1.\nloaded one\n" in capsys.readouterr().out
    assert scene.game.variables["sold"] == 1


CODE = """\
from talewright import Conversation, Game, Script, World, collection, command, on
class Lamp(Script):
    burning: bool = False
    @on('light')
    def light(self, message, sender): self.burning = True
@collection('main')
def build(game: Game, world: World) -> None: world.spawn('lamp', flame=Lamp())
@command
def look(game: Game) -> str:
    flame = game.world['/lamp']['flame']
    return f'burning={flame.burning} oil={getattr(flame, "oil", None)}'
@command
def light(game: Game) -> None: game.world.post('/lamp', 'light')
"""


def test_a_new_property_arrives_in_a_script_that_lives(folder: Folder, capsys: Any) -> None:
    scene = Scene(folder({"Config/DefaultGame.ini": "[Project]\nName=Lamp\n", "scripts.py": CODE}))
    edit = scene.rewrite("scripts.py", "burning: bool = False", "burning: bool = False\n    oil: int = 3")
    assert scene.play("/light", edit, "/look") == 0
    out = capsys.readouterr().out
    assert out == "-- reloaded: scripts.py --\nburning=True oil=3\n"


def test_a_fault_in_what_runs_after_a_reload_is_a_fault(folder: Folder, capsys: Any) -> None:
    scene = Scene(folder({"Config/DefaultGame.ini": "[Project]\nName=Lamp\n", "scripts.py": CODE}))
    edit = scene.rewrite("scripts.py", "@collection", "    def on_reload(self): self.nowhere.burn()\n@collection")
    assert scene.play(edit, "/look") == 1
    assert "fault: ERROR:SCRIPT: main:/lamp#flame Lamp.on_reload" in capsys.readouterr().out


def test_a_script_may_end_the_session_when_it_is_reloaded(folder: Folder, capsys: Any) -> None:
    scene = Scene(folder({"Config/DefaultGame.ini": "[Project]\nName=Lamp\n", "scripts.py": CODE}))
    leave = "    def on_reload(self): self.post('@system:', 'exit')\n@collection"
    assert scene.play(scene.rewrite("scripts.py", "@collection", leave), "/look", "/look") == 0
    assert capsys.readouterr().out == "-- reloaded: scripts.py --\n"


def test_code_that_does_not_import_is_an_error_with_its_place(folder: Folder, capsys: Any) -> None:
    scene = Scene(folder({"Config/DefaultGame.ini": "[Project]\nName=Lamp\n", "scripts.py": CODE}))
    assert scene.play(scene.rewrite("scripts.py", "class Lamp(Script):", "class Lamp(Script:"), "/look") == 1
    out = capsys.readouterr().out
    assert out.startswith("-- not reloaded: scripts.py; the game goes on as it was --\nscripts.py:2:")
    assert out.endswith("burning=False oil=None\n")


def test_changed_records_and_settings_arrive(folder: Folder, capsys: Any) -> None:
    items = "[bread SapituItem]\nDisplayName={}\n"
    scene = Scene(folder({"Config/SapituItemDB.ini": items.format("Bread")}))
    edit = scene.write("Config/SapituItemDB.ini", items.format("Stale bread"))
    assert scene.play("/createItem bread", edit, "/createItem bread") == 0
    before, marker, after = capsys.readouterr().out.splitlines()
    assert before.split("  ")[1] == "Bread"
    assert marker == "-- reloaded: Config/SapituItemDB.ini --"
    assert after.split("  ")[1] == "Stale bread"


def test_a_warning_is_told_once_beside_the_transcript(scene: Scene, capsys: Any) -> None:
    scene.play(
        scene.rewrite(D_SMITH, " #choice:need #line:sword", ""),
        "# look",
        scene.rewrite(D_SMITH, "Good bye.", "Good bye!"),
        "# look",
    )
    captured = capsys.readouterr()
    assert captured.out.count(f"-- reloaded: {D_SMITH} --\n") == 2
    assert "warning" not in captured.out
    told = [line for line in captured.err.splitlines() if "warning" in line]
    assert told
    assert len(set(told)) == len(told)


def test_a_folder_that_vanishes_ends_nothing(scene: Scene, capsys: Any) -> None:
    aside = scene.folder.with_name("aside")
    away: Edit = lambda: scene.folder.rename(aside)  # noqa: E731
    back: Edit = lambda: aside.rename(scene.folder)  # noqa: E731
    edit = scene.rewrite(D_SMITH, "Good bye.", "Farewell.")
    assert scene.play("/talk smith", away, "1", "# still", back, edit, "") == 0
    assert capsys.readouterr().out == (
        f"{SHOWN}-- cannot be read: the folder: No such file or directory --\nSmith: That is the last one.\n"
        f"-- reloaded: {D_SMITH} --\nSmith: Farewell.\n"
    )


def test_a_folder_that_never_is_quiet_is_not_waited_for_for_ever(scene: Scene, capsys: Any) -> None:
    numbers = iter(range(10_000))
    real = scene.sleep

    def sleep(seconds: float) -> None:
        real(seconds)
        (scene.folder / "Dialogues" / "D_Busy.yarn").write_text("x" * next(numbers), encoding="utf-8")

    scene.watch._sleep = sleep
    assert scene.play(scene.write("Dialogues/D_Busy.yarn", ""), "/talk smith") == 0
    assert capsys.readouterr().out == SHOWN


def test_the_keyboard_looks_when_a_line_was_typed(village: Path, capsys: Any) -> None:
    now = 0.0

    def sleep(seconds: float) -> None:
        nonlocal now
        now += seconds

    watcher = Watcher(village, clock=lambda: now)
    stage = Stage(Game(Project.open(village), seed=0, saves=MemoryStore()))
    meanwhile = AtTheKeyboard(Watch(OnStage(stage), watcher, clock=lambda: now, sleep=sleep))
    edits = [("What do you need?", "What now?"), ("A sword.", "An axe.")]
    lines = iter(["talk smith", "", "1"])

    def ask(prompt: str) -> str:
        for line in lines:
            if line != "talk smith":
                file = village / D_SMITH
                file.write_text(file.read_text(encoding="utf-8").replace(*edits.pop(0)), encoding="utf-8")
            return line
        raise EOFError

    assert play(stage, plain=True, meanwhile=meanwhile, ask=ask) == 0
    shown = capsys.readouterr().out
    assert f"-- reloaded: {D_SMITH} --\nSmith: What now?\nChoice 1 of 1: A sword.\n" in shown
    assert f"-- reloaded: {D_SMITH} --\nChoice 1 of 1: An axe.\nSmith: That is the last one" in shown


# -- the command itself


def test_the_command_watches_what_a_command_of_the_game_edits(talewright: Any, folder: Folder) -> None:
    code = (
        "from pathlib import Path\n"
        "from talewright import Game, command\n"
        "@command\n"
        "def edit(game: Game, old: str, new: str) -> None:\n"
        f"    path = game.project.folder / '{D_SMITH}'\n"
        "    path.write_text(path.read_text().replace(old, new))\n"
    )
    root = folder({D_SMITH: SMITH, "scripts.py": code})
    words = "/talk smith\n/edit sword axe\n/edit title: titel:\n1\n"

    watched = talewright("play", root, "--watch", piped=words)
    (root / D_SMITH).write_text(SMITH, encoding="utf-8")
    unwatched = talewright("play", root, piped=words)

    assert watched.code == 1
    assert f"-- reloaded: {D_SMITH} --\n-- tags: 1 added, 1 removed --" in watched.out
    assert f"-- reloaded: {D_SMITH} --" not in unwatched.out
    assert unwatched.code == 0


def test_a_script_that_changes_nothing_prints_the_same_with_and_without(talewright: Any, village: Path) -> None:
    words = "/talk smith\n1\n\n\n"
    assert talewright("play", village, "--watch", piped=words) == talewright("play", village, piped=words)


def test_watching_what_is_cooked_is_misuse(talewright: Any, village: Path) -> None:
    result = talewright("play", village, "--watch", "--cooked", piped="/talk smith\n")

    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("error: --watch looks at what authors write")
    assert result.err.count("\n") == 2
    assert "hint: leave --cooked out" in result.err


def test_watching_no_project_is_the_message_of_play(talewright: Any, tmp_path: Path) -> None:
    result = talewright("play", tmp_path / "nowhere", "--watch", piped="")

    assert result.code == 2
    assert "there is no folder" in result.err


@pytest.mark.skipif(os.name != "posix", reason="needs a terminal of its own")
def test_at_a_terminal_an_edit_arrives_while_nobody_types(village: Path) -> None:
    pytest.importorskip("readline")
    here = Terminal("play", village, "--watch", "--dev")
    here.until("[choose 1] > ")
    here.type("talk smith\n")
    here.until("A sword.")
    here.until("[choose 1] > ")
    for number in (1, 2):
        (village / D_SMITH).write_text(SMITH.replace("A sword.", f"Sword {number}."), encoding="utf-8")
        here.until(f"-- reloaded: {D_SMITH} --")
        here.until(f"Sword {number}.")
        here.until("[choose 1] > ")
    here.type("1\n\n")  # more than one line at once
    here.until("That is the last one.")
    here.until("Good bye.")
    here.until("[Enter] > ")
    here.type("/he")  # half a line, and then the folder changes
    here.until("/he")
    (village / D_SMITH).write_text(SMITH, encoding="utf-8")
    here.type("lp\n")
    here.until(f"-- reloaded: {D_SMITH} --")
    here.until("/quit")
    assert here.leave("\x04") == 0
