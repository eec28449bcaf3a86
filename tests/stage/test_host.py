"""What the host does to the game, and what makes no sense: the stage shows the one, and stands the other."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
from tests.stage.conftest import SMITH, Make

from talewright.game import Game, Right
from talewright.stage import Mode, Stage


def texts(stage: Stage) -> list[str]:
    return [row.text for row in stage.scene.rows()]


def at_the_choice(make: Make, **options: Any) -> Stage:
    stage = make(**options)
    for action in ("choose", "go", "go", "go"):
        stage.act(action, *([1] if action == "choose" else []))
    return stage


@pytest.mark.parametrize("back", [lambda game: game.load("m"), lambda game: game.rollback(1)])
def test_what_the_host_goes_back_to_is_on_show_at_once_and_can_be_played(
    make: Make, back: Callable[[Game], object]
) -> None:
    stage = at_the_choice(make)
    choice = texts(stage)
    stage.game.save("m")
    stage.act("choose", 1)
    assert texts(stage) != choice
    back(stage.game)
    assert stage.act("choose", 3), "what the game offers now, though nobody looked at the scene"
    back(stage.game)
    assert texts(stage) == choice
    assert stage.click("choice:1")


def test_a_late_click_on_what_a_load_took_away_does_nothing(make: Make) -> None:
    stage = make()
    stage.game.save("m")
    stage.act("choose", 1)
    stage.act("go")
    stage.act("go")
    stage.act("go")
    assert len(stage.scene.choices) == 3
    stage.game.load("m")
    assert not stage.click("choice:1")
    assert stage.game.conversation is None


def test_what_the_host_deletes_restores_or_edits_is_on_show_at_once(make: Make, tmp_path: Any) -> None:
    stage = at_the_choice(make)
    document, talk = stage.game.snapshot(), stage.game.conversation
    assert talk is not None
    talk.owner.delete()
    stage.game.step()
    assert (stage.scene.mode, stage.scene.line) == (Mode.FREE, None)
    stage.game.restore(document)
    assert (stage.scene.mode, len(stage.scene.choices)) == (Mode.TALK, 3)
    (tmp_path / "Dialogues/D_Smith.yarn").write_text(SMITH.replace("A sword.", "An axe."), "utf-8")
    stage.game.reload()
    assert stage.scene.choices[0].text == "An axe."


def test_a_tick_says_that_a_key_has_changed_the_scene(make: Make) -> None:
    stage = make()
    stage.tick(0)
    assert stage.scene.choices
    assert stage.key("1")
    assert [stage.tick(0), stage.tick(0)] == [True, False]


@pytest.mark.parametrize("where", [None, "talk", "menu", "console"])
def test_nothing_that_is_no_input_raises_or_does_anything(make: Make, where: str | None) -> None:
    stage = make()
    if where == "talk":
        stage.act("choose", 1)
    elif where:
        stage.act(where)
    scene = stage.scene
    given: tuple[Any, ...] = (None, object(), -1, 10**30, math.nan, b"x", [], {}, True, ("choose",))
    does: tuple[Callable[[Any], Any], ...] = (stage.key, stage.click, stage.type, stage.act)
    assert not any(do(one) for do in does for one in given)
    assert stage.scene is scene


@pytest.mark.parametrize("dt", [math.nan, math.inf, -1.0, None, "1", True, 10**400])
def test_what_is_no_time_passes_none_and_is_a_fault(make: Make, dt: Any) -> None:
    stage = make()
    stage.right = Right.AUTHOR
    stage.act("choose", 1)
    stage.toast("A notice.")
    time, line = stage.game.time, stage.scene.line
    stage.tick(dt)
    assert (stage.game.time, stage.scene.line) == (time, line)
    assert [toast.kind for toast in stage.scene.toasts] == ["told", "fault"]
    stage.tick(60)
    assert stage.scene.toasts == ()


def test_a_command_that_breaks_half_way_raises_nothing_and_what_it_did_is_saved(make: Make) -> None:
    code = """from talewright import command, Right

@command(right=Right.PLAYER)
def half(game):
    game.place = "the cellar"
    raise RuntimeError("broken")
"""
    stage = make(code=code)
    stage.close()  # saved as it began
    stage = make(code=code, saves=stage.game.saves)
    assert stage.run("half") == ""
    assert [toast.kind for toast in stage.scene.toasts] == ["fault"]
    stage.close()
    assert make(code=code, saves=stage.game.saves).scene.place == "the cellar"


def test_a_stage_that_is_closed_begins_nothing(make: Make) -> None:
    stage = make()
    stage.act("choose", 1)
    stage.close()
    time = stage.game.time
    stage.begin()
    assert (stage.tick(1), stage.game.time) == (False, time)


def test_rows_of_the_console_stay_themselves_when_the_oldest_go(make: Make) -> None:
    stage = make()
    stage.act("console")
    for number in range(100):
        stage.type(f"give {number}")
        stage.act("confirm")
    menu = stage.scene.menu
    assert menu is not None
    known = {row.id: row.text for row in menu.rows}
    stage.type("give more")
    stage.act("confirm")
    menu = stage.scene.menu
    assert menu is not None
    assert [row.text for row in menu.rows if known.get(row.id) != row.text] == ["> give more", "You take the more."]


def test_a_save_that_went_away_under_the_menu_leaves_it(make: Make) -> None:
    stage = make()
    for slot in ("one", "two"):
        stage.act("save", slot)
    stage.act("load")
    stage.game.saves.delete("one")
    assert stage.scene.menu is not None
    stage.click("row:one")
    menu = stage.scene.menu
    assert menu is not None
    assert [row.id for row in menu.rows] == ["two", "delete"]


@pytest.mark.parametrize("slot", ["before the door", "../up", "con", "slot1.bak1"])
def test_a_name_that_no_save_can_have_is_said_to_be_the_reason(make: Make, slot: str) -> None:
    stage = make()
    assert not stage.act("save", slot)
    assert [toast.text for toast in stage.scene.toasts] == ["A save is called by letters, digits, - and _ alone."]
    assert slot not in stage.game.saves.slots()
