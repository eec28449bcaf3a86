"""What a player does, and what is on show."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from talewright.game import Right
from talewright.stage import Choice, Mode, Shown, Stage

Make = Callable[..., Stage]


def text_of(stage: Stage) -> list[str]:
    return [row.text for row in stage.scene.rows()]


def mode_of(stage: Stage) -> Mode:
    return stage.scene.mode


def line_of(stage: Stage) -> Shown:
    assert stage.scene.line is not None
    return stage.scene.line


def test_a_line_is_written_finished_and_left(make: Make) -> None:
    stage = make()
    assert text_of(stage) == ["1. Talk to Smith"]
    assert stage.act("choose", 1)
    assert mode_of(stage) is Mode.TALK
    stage.tick(0.3)
    assert text_of(stage) == ["Smith: Goo"]
    assert stage.act("go")
    assert text_of(stage) == ["Smith: Good day, 2 of you."]
    assert [span.style.bold for span in line_of(stage).spans] == [True]
    assert stage.act("go")
    assert not stage.act("choose", 1), "a choice cannot be pressed before the line is complete"
    assert not stage.scene.choices
    assert stage.act("go")
    assert not stage.act("go"), "what is to be chosen is not gone over"
    choices: tuple[Choice, ...] = stage.scene.choices
    assert [(c.id, c.enabled, c.reason) for c in choices] == [
        ("sword", True, ""), ("shield", False, "sold out"), ("nothing", True, ""),
    ]  # fmt: skip
    stage.act("choose", 2)
    assert line_of(stage).id == "line:what"
    assert text_of(stage)[-1] == "sold out"
    stage.act("choose", 1)
    stage.act("go")
    stage.act("go")
    assert text_of(stage)[-1] == "You take the sword."
    assert stage.scene.place == "sword"
    stage.act("go")
    stage.act("go")
    assert mode_of(stage) is Mode.FREE
    assert [(row.kind, row.text) for row in stage.backlog.rows] == [
        ("line", "Good day, 2 of you."), ("line", "What do you need?"), ("toast", "sold out"), ("chosen", "A sword."),
        ("line", "Here."), ("toast", "You take the sword."), ("line", "Bye."),
    ]  # fmt: skip


def test_a_late_double_click_chooses_nothing(make: Make) -> None:
    again = "title: A\n---\nOne. #line:1\n-> This. #line:this\n    <<jump A>>\n-> That. #line:that\n===\n"
    stage = make(again, "TextSpeed=0\n")
    stage.act("choose", 1)
    assert stage.scene.choices
    assert stage.click("choice:1")
    assert not stage.click("choice:1")
    assert not stage.key("1")
    assert stage.scene.choices
    assert stage.key("1")


def test_nothing_that_breaks_ends_the_session(make: Make) -> None:
    stage, author = make(), make(right=Right.AUTHOR)
    for one in (stage, author):
        one.act("console", "break_")
        for name, given in (
            ("choose", ("x",)),
            ("choose", (1.5, 2)),
            ("nonsense", ()),
            ("save", (1,)),
            ("load", ("../x",)),
        ):
            assert not one.act(name, *given)
        assert not any(map(one.key, (None, "", "F13", "+", "\x00", "あ")))
        assert not any(map(one.click, ("", ":", "choice:", "choice:0", "choice:٣", "row:x", "go:1")))
    assert [t.text for t in stage.scene.toasts] == ["Nobody knows that word.", "This save cannot be read."]
    assert any("scripts.py:" in t.text and "broken" in t.text for t in author.scene.toasts)


def test_people_s4_an_idle_scene_is_the_identical_object(make: Make) -> None:
    stage = make()
    scene = stage.scene
    assert not any(stage.tick(1 / 60) for _ in range(120))
    assert stage.scene is scene
    stage.act("choose", 1)
    assert [stage.tick(0), stage.tick(0)] == [True, False]
    assert sum(stage.tick(1 / 60) for _ in range(240)) == len("Good day, 2 of you.")


def test_speakers_have_names_colours_and_files_of_the_project_alone(make: Make, tmp_path: Path) -> None:
    yarn = (
        "title: A\n---\nSmith: One. #face:angry #line:1\nSmith: Two. #face:../../x #line:2\nAnn: Three. #line:3\n===\n"
    )
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "smith_angry.png").write_bytes(b"")
    ini = (
        "[Smith Speaker]\nDisplayName=Old Smith\nColor=gold\nPortrait=art/smith_{face}.png\nVoice=v/{id}.ogg\n"
        "[Ann Speaker]\nPortrait=/etc/passwd\n"
    )
    stage = make(yarn, ini)
    stage.act("choose", 1)
    line = line_of(stage)
    assert (line.speaker, line.color, line.portrait, line.voice) == (
        "Old Smith", "#ffd43b", "art/smith_angry.png", "",
    )  # fmt: skip
    for _ in range(2):
        stage.act("go")
        stage.act("go")
        assert line_of(stage).portrait == ""
    stage.game.translate({"name:Smith": "親方"}, "ja")
    stage.tick(0.01)
    stage.act("go")
    stage.act("go")
    stage.act("choose", 1)
    assert line_of(stage).speaker == "親方"
