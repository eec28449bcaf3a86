"""What holds for every view: the same acts come to the same, nothing is left out, and the goal is reached."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from tests.views.hands import HANDS, ByActions, Plain, acts, opened

from talewright.demo import TAVERN
from talewright.project import Project
from talewright.savegame import MemoryStore
from talewright.stage import Scene, Stage
from talewright.views.plain import PlainView

FROZEN = Path(__file__).parents[1] / "frozen" / "tavern"
PLAYS = 50 if os.environ.get("TALEWRIGHT_SLOW") else 6


@pytest.fixture(scope="module", params=[TAVERN, FROZEN], ids=["demo", "frozen"])
def project(request: pytest.FixtureRequest) -> Project:
    return Project.open(request.param)


def saved(stage: Stage, folder: Path) -> str:
    """Save, and return what the file says below its header."""
    assert stage.act("save", "end")
    text = (folder / "SaveGames" / "end.ini").read_text("utf-8")
    header, below, rest = text.partition("\n[")
    assert "SaveHeader" in header
    return below + rest


def texts(scene: Scene) -> set[str]:
    """All that is to be read in a scene."""
    found = {toast.text for toast in scene.toasts} | {choice.text for choice in scene.choices}
    if scene.line is not None:
        found.add(scene.line.readable)
    return found


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", HANDS)
def test_people_s2_the_same_acts_come_to_the_same_transcript_and_save(
    name: str, seed: int, project: Project, tmp_path: Path
) -> None:
    plain = ByActions(opened(project, tmp_path / "a"))
    done = []
    for act in acts(plain.stage, seed, 60):
        plain.do(act)
        done.append((act, plain.stage.scene.mode, texts(plain.stage.scene)))
    hands = HANDS[name](opened(project, tmp_path / "b"))
    for act, mode, shown in done:
        hands.do(act)
        assert (act, hands.stage.scene.mode, texts(hands.stage.scene)) == (act, mode, shown)

    rows, expected = hands.stage.backlog.rows, plain.stage.backlog.rows
    assert [(row.kind, row.speaker, row.text) for row in rows] == [(r.kind, r.speaker, r.text) for r in expected]
    assert saved(hands.stage, tmp_path / "b") == saved(plain.stage, tmp_path / "a")
    assert hands.stage.game.faults == []


@pytest.mark.slow
def test_people_x2_the_plain_transcript_holds_every_text_that_a_scene_showed(project: Project, tmp_path: Path) -> None:
    for seed in range(PLAYS):
        shown = ByActions(opened(project, tmp_path / f"a{seed}"))
        plain = Plain(opened(project, tmp_path / f"b{seed}"))
        before, last = texts(shown.stage.scene), 0
        for act in acts(shown.stage, seed, 25):
            shown.do(act)
            plain.do(act)
            printed = "\n".join(plain.printed[-1])
            now = texts(shown.stage.scene)
            for text in now - before:
                assert text in printed, (seed, act)
            at = 0
            for row in shown.stage.backlog.rows:  # what passed by, in its order
                if row.number > last and row.kind != "chosen":
                    at = printed.index(row.text, at)
            last = max([last, *(row.number for row in shown.stage.backlog.rows)])
            before = now


@pytest.mark.slow
def test_people_s1_no_line_that_is_typed_raises_or_breaks_the_game(project: Project, tmp_path: Path) -> None:
    draw = random.Random(5)
    view = Plain(opened(project, tmp_path)).view
    words = ["", "", "", "1", "2", "3", "5", "9", "1+", "2-", "/menu", "/load", "/save", "/settings", "/log", "/bag",
             "/back", "/back 3", "/forward", "/auto", "/skip", "/help", "look", "go cellar", "take all", "/save x",
             "/load x", "/map", "/journal", "/keys", "F5", "Escape", "\x1b[5~", "\x00", "[b]", "{0}", "%s"]  # fmt: skip
    for _ in range(PLAYS * 50):
        line = draw.choice(words)
        view.feed(line)
        view.tick(0.05)
        view.complete(line + draw.choice(("", " ", "t", '"')))
        assert view.prompt()
        if view.stage.done:
            break
    assert view.stage.game.faults == []


def test_people_x4_the_goal_of_the_demo_is_reached_by_the_keyboard_alone() -> None:
    """By numbers and Enter, as they stand on the screen."""
    view = PlainView(Stage.open(TAVERN, seed=0, saves=MemoryStore()))
    screen = [piece.text for piece in view.begin()]
    assert any(text.startswith("Goal:") for text in screen)

    def press(line: str) -> None:
        screen.extend(piece.text for piece in view.feed(line))

    def choose(*wanted: str) -> None:
        for text in wanted:
            while view.stage.scene.line is not None and not view.stage.scene.choices:
                press("")
            rows = [row for row in reversed(screen) if row.partition(". ")[2].startswith(text)]
            assert rows, (text, screen[-12:])
            press(rows[0].partition(".")[0])

    choose("Talk to Landlady", "A bowl of stew", "What is that noise", "I will see to your rat")
    choose("Go to Cellar")
    choose("Talk to Rat", "I brought some")
    choose("Take Lute string", "Go to Taproom", "Go to Stage", "Talk to Bard", "I found your string")
    choose("Talk to Bard", "Sing about me")
    while "has moved away" not in screen[-1]:
        press("")
