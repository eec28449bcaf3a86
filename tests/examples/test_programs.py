"""The six programs of the API run as written (API, section 4); they are the files below ``examples/``."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"

QUIET = {"SDL_VIDEODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1", "PYTHONWARNINGS": "default"}


def run(folder: Path, *arguments: str, code: int = 0) -> str:
    """Run Python in a folder and give what it printed."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, **QUIET, "PYTHONIOENCODING": "utf-8"},
        stdin=subprocess.DEVNULL,
        timeout=120,
        check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def copied(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A copy of an example's folder, so that what it writes lands nowhere else."""
    return Path(shutil.copytree(EXAMPLES / request.param, tmp_path / request.param))


def test_the_smallest() -> None:
    """4.1: its own assertion is the test."""
    assert run(EXAMPLES, "smallest.py") == ""


PLAY = """
import pygame, scripts
presses = iter([pygame.K_e, pygame.K_1, pygame.K_F5, pygame.K_SPACE, pygame.K_F9, pygame.K_SPACE])
shown = []
def events():
    key = next(presses, None)
    if key is None:
        return [pygame.event.Event(pygame.QUIT)]
    return [pygame.event.Event(pygame.KEYDOWN, key=key, unicode=chr(key) if key < 128 else "")]
draw = scripts.draw
def note(screen, font, game):
    talk = game.conversation
    shown.append([talk.line.text if talk.line else "", *(o.text for o in talk.options)] if talk else [])
    draw(screen, font, game)
pygame.event.get, scripts.draw = events, note
import sys
sys.modules["__main__"].__file__ = "elsewhere.py"
import talewright
def opened(folder, code):
    return talewright.Game.open(folder, code=scripts, seed=1)
scripts.Game = type("Seeded", (), {"open": staticmethod(opened)})
scripts.main()
print(shown)
"""


@pytest.mark.parametrize("copied", ["smith"], indirect=True)
def test_a_person_to_talk_to_in_a_pygame_loop(copied: Path) -> None:
    """4.2: the keys E, 1, F5, space, F9, space; after F9 the line is shown again, and then the talk ends."""
    pytest.importorskip("pygame")
    what, last = ["What do you need?", "A sword.", "Your face is soot."], ["That is the last one."]
    assert run(copied, "-c", PLAY) == f"{[what, last, last, [], last, []]}\n"
    assert (copied / "Saved" / "SaveGames" / "quick.ini").is_file()


OLD = """
from talewright import Game, Script, World, collection

class Smith(Script):
    anger: int = 0

@collection("main")
def new_game(game: Game, world: World) -> None:
    world.spawn("smith", controller=Smith(anger=5))

game = Game.open(".", code=__name__)
game.start()
game.save("slot1", title="Before")
"""


@pytest.mark.parametrize("copied", ["migration"], indirect=True)
def test_saving_and_a_migration(copied: Path) -> None:
    """4.3: without a slot the game starts; a slot of version 1 is migrated, and keeps what it knew."""
    first = run(copied, "game.py")
    assert "slot1" in first
    (copied / "Saved" / "SaveGames" / "slot1.ini").unlink()
    (copied / "old.py").write_text(OLD, encoding="utf-8")
    run(copied, "old.py")
    assert run(copied, "game.py") == "anger_became_mood\n['slot1: Before, 0 s']\n"
    saved = (copied / "Saved" / "SaveGames" / "slot1.ini").read_text(encoding="utf-8")
    assert "[main:/smith#controller Blacksmith]\nmood=ANGRY\nsold=(sword1)\n" in saved
    assert run(copied, "game.py") == "\n['slot1: At the smithy, 0 s']\n"


@pytest.mark.parametrize("copied", ["inventory"], indirect=True)
def test_items_and_an_inventory(copied: Path) -> None:
    """4.4: and what it leaves on the disk: settings, a slot, the seed's file of characters."""
    printed = run(copied, "game.py").splitlines()
    assert len(printed) == 3
    assert re.fullmatch(r"swordx[a-z]+: Short sword, level \d+, \d+\.\d kg", printed[0])
    saved = copied / "Saved"
    assert "music=0.5" in (saved / "Config" / "Game.ini").read_text(encoding="utf-8").replace(
        "music=0.500000", "music=0.5"
    )
    shared = (saved / "Config" / "ItemsSapitu.ini").read_bytes()
    assert shared.startswith(b"[ann SapituCharacter]\r\nCharacterName=Ann of the Hill\r\n")
    assert (saved / "SaveGames" / "slot1.ini").is_file()


@pytest.mark.parametrize("copied", ["smith"], indirect=True)
def test_a_conversation_under_pytest(copied: Path) -> None:
    """4.5: the fixture comes with the package; the test runs in the project's own folder."""
    pytest.importorskip("pygame")
    out = run(copied, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_smith.py")
    assert "2 passed" in out


CHAT = """
import asyncio, sys
sys.path.insert(0, sys.argv[1])
from bot import Table
from talewright import FolderStore, Project
from pathlib import Path

async def main():
    saves = FolderStore(Path("tables"))
    project = Project.open(".")
    tables = [Table(project, saves, user) for user in range(3)]
    for table in tables:
        table.game.world.post("/smith", "interact")
        table.game.step()
    print(await asyncio.gather(*(table.answer(number) for table, number in zip(tables, [0, 1, 0]))))
    again = [Table(project, saves, user) for user in range(3)]
    print([table.game.conversation.line.text for table in again])

asyncio.run(main())
"""


@pytest.mark.parametrize("copied", ["smith"], indirect=True)
def test_a_chat_bot_with_many_players(copied: Path) -> None:
    """4.6: three players of one project; each comes back from its own slot at its own place."""
    pytest.importorskip("pygame")
    last, out = "That is the last one.", "Out!"
    assert run(copied, "-c", CHAT, str(EXAMPLES / "chatbot")) == f"{[last, out, last]}\n{[last, out, last]}\n"


@pytest.mark.parametrize("copied", ["migration"], indirect=True)
def test_the_old_save_beside_the_migration_is_migrated(copied: Path) -> None:
    """What examples/README.md says: run once, copy the old save over the slot, run again."""
    run(copied, "game.py")
    shutil.copy(copied / "version1.ini", copied / "Saved" / "SaveGames" / "slot1.ini")
    assert run(copied, "game.py") == "anger_became_mood\n['slot1: Before, 0 s']\n"


def test_the_chat_bot_can_be_played_at_one_keyboard(tmp_path: Path) -> None:
    pytest.importorskip("pygame")
    for name in ("chatbot", "smith"):
        shutil.copytree(EXAMPLES / name, tmp_path / name)
    done = subprocess.run(
        [sys.executable, "play.py"],
        cwd=tmp_path / "chatbot",
        input="0\n\n1\n\n",
        capture_output=True,
        text=True,
        env={**os.environ, **QUIET},
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("-- player") == 2
    assert "That is the last one." in done.stdout
    assert "Out!" in done.stdout


@pytest.mark.parametrize("copied", ["lighthouse"], indirect=True)
def test_people_p5_a_newcomers_game_is_sixty_lines_and_saves_by_itself(copied: Path) -> None:
    """Two rooms, a locked door, a key in a chest, a shop, a quest; no line of saving code."""
    code = (copied / "scripts.py").read_text("utf-8")
    assert len(code.splitlines()) <= 60
    assert not re.search(r"\bsave|\bload|snapshot|restore", code)
    assert run(copied, "-m", "talewright", "check", ".") == "0 errors, 0 warnings\n"
    assert "1 passed" in run(copied, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_lighthouse.py")
