"""The plain view at a real terminal: `talewright play` and `demo` as a person has them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.at_a_terminal import Terminal

from talewright.savegame import FolderStore

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs a terminal of its own")
pytest.importorskip("readline")

Folder = Callable[[dict[str, str]], Path]

HALL = """\
title: Hall
---
Ann: Good day. #line:day
Ann: Tea? #line:tea
-> Yes. #choice:tea #line:yes
    Ann: Here. #line:here
    Ann: Mind the cup. #line:cup
-> No. #line:no
===
"""


@pytest.fixture
def hall(folder: Folder) -> Path:
    goal = "[Project]\nTitle=The Hall\nGoal=Drink tea.\n"
    return folder({"Dialogues/D_Hall.yarn": HALL, "Config/DefaultGame.ini": goal})


def begun(hall: Path, *words: object, term: str = "xterm") -> Terminal:
    here = Terminal("play", hall, *words, term=term)
    assert "Goal: Drink tea." in here.until("Talk to Hall")
    here.until("[choose 1] > " if term == "xterm" and "--plain" not in words else "> ")
    return here


def test_the_demo_begins_with_its_goal_and_verbs(tmp_path: Path) -> None:
    here = Terminal("demo", "--saved", tmp_path)
    first = here.until("[choose")
    assert "Goal:" in first
    assert "Try " in first
    assert here.leave("\x04") == 0


def test_tab_completes_what_can_be_done(hall: Path) -> None:
    here = begun(hall)
    here.type("talk H\t")
    here.until("talk Hall")
    here.type("\n")
    here.until("Good day.")
    here.until("[Enter] > ")
    here.type("/hel\t")
    here.until("/help")
    here.type("\n")
    here.until("/quit")
    assert here.leave("\x04") == 0


def test_people_B8_back_and_page_up(hall: Path) -> None:
    here = begun(hall)
    here.type("1\n")
    here.until("Good day.")
    here.until("[Enter] > ")
    here.type("\n")
    here.until("Tea?")
    here.until("[choose 1-2] > ")
    here.type("/back\n")
    here.until("Good day.")
    here.until("[Enter] > ")
    here.type("\x1b[6~")  # PageDown
    here.until("Tea?")
    here.until("[choose 1-2] > ")
    here.type("ye\x1b[5~")  # PageUp takes the place of what was typed
    here.until("Good day.")
    assert here.leave("\x04") == 0


WAYS: dict[str, str | signal.Signals | None] = {
    "Ctrl+C": "\x03",
    "EOF": "\x04",
    "SIGTERM": signal.SIGTERM,
    "window": None,
    "word": "/quit\n",
}


@pytest.mark.parametrize("how", WAYS)
def test_people_S6_every_way_out_saves_and_a_second_start_continues(how: str, hall: Path) -> None:
    words = ["--plain"] if how == "EOF" else []
    here = begun(hall, *words)
    here.type("1\n")
    here.until("Good day.")
    here.until("> ")
    here.type("\n")
    here.until("No.")
    here.until("> ")
    way = WAYS[how]
    if way is None:
        assert here.hang_up() == 0
    else:
        flags = here.first_flags
        assert here.leave(way) == 0
        assert here.flags() == flags
        assert "Traceback" not in here.seen
    assert any(slot.startswith("auto") for slot in FolderStore(hall / "Saved" / "SaveGames").slots())

    again = Terminal("play", hall, *words)
    again.until("Continue")
    again.until("> ")
    again.type("\n")
    again.until("Tea?")
    again.until("Yes.")
    assert again.leave("\x04") == 0


def test_a_signal_in_the_middle_of_a_step_leaves_when_it_is_done(folder: Folder) -> None:
    code = (
        "import os, pathlib, signal, time\n"
        "from talewright import Right, command\n"
        "@command(right=Right.PLAYER)\n"
        "def work(game) -> str:\n"
        "    game.place = 'half'\n"
        "    os.kill(os.getpid(), signal.SIGTERM)\n"
        "    time.sleep(0.2)\n"
        "    game.place = 'done'\n"
        "    return 'worked'\n"
    )
    root = folder({"Dialogues/D_Hall.yarn": HALL, "scripts.py": code})
    here = Terminal("play", root)
    here.until("> ")
    assert here.leave("work\n") == 0
    assert "worked" in here.seen
    assert {header.place for header in FolderStore(root / "Saved" / "SaveGames").slots().values()} == {"done"}


@pytest.mark.parametrize("how", ["--plain", "dumb", "NO_COLOR"])
def test_plain_mode_has_no_colour_and_draws_nothing_twice(
    how: str, hall: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = Terminal(
        "play",
        hall,
        *(["--plain"] if how == "--plain" else []),
        term="dumb" if how == "dumb" else "xterm",
        environment={"NO_COLOR": "1"} if how == "NO_COLOR" else {},
    )
    said = here.until("> ")
    here.type("1\n")
    said += here.until("> ")
    here.type("\n")
    said += here.until("> ")
    assert "\x1b[3" not in said
    assert "\x1b[1" not in said
    assert "Choice 1 of 2: Yes." in said
    assert said.count("Good day.") == 1
    assert here.leave("\x04") == 0


def test_time_passes_while_nobody_types(folder: Folder) -> None:
    code = (
        "from talewright import Conversation, Script, collection\n"
        "class Clock(Script):\n"
        "    gone: float = 0.0\n"
        "    def update(self, dt):\n"
        "        self.gone += dt\n"
        "        if self.gone > 1:\n"
        "            self.gone = -1000.0\n"
        "            self.post('#talk', 'start')\n"
        "@collection('main')\n"
        "def build(game, world): world.spawn('clock', hand=Clock(), talk=Conversation('Hall'))\n"
    )
    root = folder({"Dialogues/D_Hall.yarn": HALL, "scripts.py": code})
    here = Terminal("play", root)
    here.until("> ")
    here.type("ta")  # what was typed so far stays
    here.until("ta")
    here.type("lk\x15\n")
    here.until("Good day.")
    assert here.leave("\x04") == 0


def test_a_program_of_ones_own_is_one_line(hall: Path) -> None:
    program = hall / "main.py"
    program.write_text(
        "import sys\nfrom pathlib import Path\nfrom talewright.views.plain import run\n"
        "sys.exit(run(Path(__file__).parent, seed=1))\n",
        "utf-8",
    )
    here = Terminal(program=program)
    here.until("[choose 1] > ")
    assert here.leave("/quit\n") == 0


def test_piped_lines_print_no_prompts(hall: Path) -> None:
    code = f"from talewright.views.plain import run; run({str(hall)!r})"
    done = subprocess.run([sys.executable, "-c", code], input=b"1\n\n", capture_output=True, timeout=60, check=True)
    assert done.stdout.decode().splitlines()[-5:] == [
        "Ann: Good day.",
        "Ann: Tea?",
        "Choice 1 of 2: Yes.",
        "Choice 2 of 2: No.",
        "",
    ]


def test_a_project_that_cannot_be_opened_is_one_message(tmp_path: Path) -> None:
    program = tmp_path / "main.py"
    program.write_text("import sys\nfrom talewright.views.plain import run\nsys.exit(run('nowhere'))\n", "utf-8")
    here = Terminal(program=program)
    here.until("nowhere")
    assert here.leave("") == 1
    assert "Traceback" not in here.seen


@pytest.mark.parametrize(
    ("streams", "code", "said"),
    [
        ("<&-", 0, ""),
        (">&-", 0, ""),
        (">/dev/full", 1, "No space left on device\n"),
        ("", 0, ""),
    ],
)
def test_streams_that_are_closed_full_or_no_text_are_no_traceback(
    streams: str, code: int, said: str, hall: Path
) -> None:
    if "full" in streams and not Path("/dev/full").exists():
        pytest.skip("no device that is always full")
    program = f"import sys; from talewright.views.plain import run; sys.exit(run({str(hall)!r}))"
    done = subprocess.run(
        ["sh", "-c", f'"$0" -c "$1" {streams}', sys.executable, program],
        input=b"1\n\xff\xfe\n\n",
        capture_output=True,
        env={**os.environ, "PYTHONUTF8": "0", "PYTHONIOENCODING": "utf-8:strict"},
        check=False,
    )
    assert (done.returncode, done.stderr.decode()) == (code, said)
    if not streams:
        assert "That was no text." in done.stdout.decode()
        assert "Ann: Tea?" in done.stdout.decode(), "and what was typed behind it counts"
