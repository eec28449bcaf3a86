"""A command that fails is told once, at its place in the script (faults §6 B9)."""

from __future__ import annotations

from pathlib import Path

import pytest

from talewright.cli.main import run
from talewright.game import CommandRan, Conversation, Game

CODE = """from talewright import command

@command
def pay(game, coins: int): ...

@command
def burn(game):
    raise ValueError("too hot")
"""
SCRIPT = 'title: A\n---\nSmith: Hi. #line:a\n<<declare $x = "many">>\n{}\nSmith: Bye. #line:b\n===\n'


def project(root: Path, text: str) -> Path:
    (root / "Dialogues").mkdir(parents=True)
    (root / "Dialogues/D_A.yarn").write_text(SCRIPT.format(text))
    (root / "scripts.py").write_text(CODE)
    return root


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ("<<burn>>", "5:1", "ValueError: too hot (scripts.py:8)"),
        ("    <<pay {$x}>>", "5:5", "pay: coins"),
        ("<<if true>>\n    <<burn>>\n<<endif>>", "6:5", "ValueError: too hot (scripts.py:8)"),
        ('<<pay {"many"}>>', "5:1", "pay: coins"),
    ],
)
def test_a_fault_of_a_command_has_the_place_in_the_script(
    text: str, place: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = project(tmp_path / "game", text)
    game = Game.open(root)
    game.start()
    talk = Conversation("A")
    game.world.spawn("smith", talk=talk)
    talk.start()
    events = talk.advance()
    (fault,) = game.faults
    assert fault.code == "TW-YARN-63"
    assert str(fault).startswith(f"Dialogues/D_A.yarn:{place}: <<")
    assert said in str(fault)
    assert "console.py" not in str(fault)
    assert [event.text for event in events if isinstance(event, CommandRan)] == [""]
    assert talk.line is not None
    assert talk.line.text == "Bye."

    inputs = tmp_path / "inputs"
    inputs.write_text("/talk A\n\n\n")
    run(["play", root.as_posix(), "--script", inputs.as_posix()])
    out, err = capsys.readouterr()
    assert (out + err).count(said) == 1
    assert f"D_A.yarn:{place}: <<" in out + err


HANDLERS = """from talewright import Message, Script, Url, on

class Smith(Script):
    @on("insulted")
    def insulted(self, message: Message, sender: Url) -> None:
        raise ValueError("too loud")
"""


@pytest.mark.parametrize(
    ("text", "place"),
    [("<<insulted>>", "5:1"), ("<<if true>>\n    <<insulted>>\n<<endif>>", "6:5"), ('<<{"insulted"} now>>', "5:1")],
)
def test_a_handler_that_fails_behind_a_command_names_the_script_too(text: str, place: str, tmp_path: Path) -> None:
    root = project(tmp_path / "game", text)
    (root / "scripts.py").write_text(HANDLERS)
    game = Game.open(root)
    game.start()
    talk = Conversation("A")
    smith = game.project.code.scripts["Smith"]()
    game.world.spawn("smith", controller=smith, talk=talk)
    talk.start()
    talk.advance()
    game.step()
    (fault,) = game.faults
    where = "main:/smith#controller Smith.on_message('insulted')"
    said = f"ERROR:SCRIPT: {where}: ValueError: too loud (scripts.py:6), sent by Dialogues/D_A.yarn:{place}"
    assert str(fault) == said
    assert talk.line is not None
    assert talk.line.text == "Bye."

    game.world.post("/smith", "insulted")
    game.step()
    assert "sent by" not in str(game.faults[-1])
