"""Whatever a dialogue's file or folder is called: what is checked is what is cooked and played (faults §6 A5)."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from talewright.dialogue import Line, Start, State, advance
from talewright.game import Conversation, Game
from talewright.project import Project

NAMES = [
    "a=b", "=a", "a=", "a==b", "a%3Db", "100%", "a;b", ";a", 'a"b', '"a"', "a,b", "+a", "-a", "!a", "a.b", "[a]",
    "[Cook]",
    "a]b", " a", "a ", "a b", "é", "日本", "a'b", "a\\b", "#a", "a#b", "(a)", "a:b", "$a", "a*b", "a?b", "{a}", "a|b",
    "a&b",
    "a\u00a0b", "a\u2028b", "@a", "a`b", "<a>", "~a", "%20a",
]  # fmt: skip


def check(root: Path, path: str) -> None:
    file = root / "Dialogues" / path
    file.parent.mkdir(parents=True)
    file.write_text("title: A\n---\nAnn: Hello. #line:a\n===\n", encoding="utf-8", newline="\n")
    assert Project.check(root).errors == []
    project = Project.open(root)
    project.cook()
    assert project.drift() == []
    again = Project.open(root, cooked=True)
    shown = [(name, one.path, one.layout.root) for name, one in again.dialogues.items()]
    assert shown == [(name, one.path, one.layout.root) for name, one in project.dialogues.items()]
    assert [one[1] for one in shown] == [f"Dialogues/{path}"]
    tags = [tag.name for tag in project.tags if tag.explicit]
    assert [tag.name for tag in again.tags if tag.explicit] == tags
    name = shown[0][0]
    events, _ = advance(again.program, State(), Start(name))
    assert [event.text for event in events if isinstance(event, Line)] == ["Hello."]
    game = Game(again)
    talk = Conversation(name)
    game.start()
    game.world.spawn("ann", talk=talk)
    talk.start()
    assert talk.line is not None
    assert talk.line.text == "Hello."
    file.write_text("title: A\n---\nAnn: Other. #line:a\n===\n", encoding="utf-8", newline="\n")
    assert {one.code for one in Project.open(root).drift()} == {"TW-COOK-04"}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("form", ["D_{}x.yarn", "{}/D_X.yarn"])
def test_what_is_checked_is_cooked_and_played(name: str, form: str, tmp_path: Path) -> None:
    check(tmp_path, form.format(name))


def test_random_names_are_too(tmp_path: Path) -> None:
    draw = random.Random(5)
    for number in range(25):
        name = "".join(draw.choice("=;\"%,+-!.[]# ab'\\é:()$") for _ in range(draw.randint(1, 6)))
        folder = "".join(draw.choice("=;\"%,+-![]# ab'\\é:()$") for _ in range(draw.randint(1, 4)))
        check(tmp_path / str(number), f"{folder}/D_x{name}.yarn")
