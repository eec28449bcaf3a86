"""Keys, the focus, one switch, and what is asked for in the middle of something."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from talewright.game import Game, Heard
from talewright.stage import Action, KeyMap, Keys, Mode, Stage

Make = Callable[..., Stage]


def test_what_is_set_for_an_action_takes_the_place_of_its_defaults(make: Make) -> None:
    stage = make(ini="[Keys]\n+Go=F1\n+Go=pad:x\n+Menu=F1\n")
    assert stage.keys.Go == ("F1", "pad:x")
    keys = KeyMap(stage.keys)
    assert (keys["f1"], keys["Space"], keys["PAD:X"]) == (Action.GO, None, Action.GO)
    assert [(key, had.value, wants.value) for key, had, wants in keys.conflicts] == [
        ("pad:x", "go", "skip"),
        ("F1", "go", "menu"),
    ]
    assert keys["Escape"] is Action.MENU, "the menu is never without a key"


@pytest.mark.parametrize("keys", [(), ("Space",), ("",)])
def test_the_menu_has_a_key_whatever_is_set(keys: tuple[str, ...]) -> None:
    assert KeyMap(Keys(Menu=keys))["Escape"] is Action.MENU


def test_the_focus_walks_by_itself_and_one_key_acts(make: Make) -> None:
    stage = make(ini="Scan=True\nTextSpeed=0\n")
    focus = []
    for _ in range(40):
        stage.tick(0.1)
        focus.append(stage.scene.focus)
    assert set(focus) == {0, 1}
    stage.key("pad:a")
    assert stage.scene.mode is Mode.TALK
    stage.key("pad:a")
    for _ in range(27):
        stage.tick(0.1)
    assert stage.scene.focus == 2
    stage.key("Enter")
    assert [toast.text for toast in stage.scene.toasts] == ["sold out"]
    stage.key("Up")
    stage.key("Enter")
    assert stage.backlog.rows[-2].text == "A sword."


def test_what_was_hidden_comes_back_first(make: Make) -> None:
    stage = make(ini="TextSpeed=0\n")
    stage.act("choose", 1)
    line = stage.scene.line
    stage.key("h")
    assert stage.scene.hidden
    stage.key("Space")
    assert (stage.scene.hidden, stage.scene.line) == (False, line)


def test_what_is_asked_for_in_the_middle_is_done_when_that_is_over(make: Make) -> None:
    code = """from talewright import Right, command

@command(right=Right.PLAYER)
def give(game, what: str):
    game.asked()
    return "Given."
"""
    stage = make(code=code)
    asked: list[bool] = []
    vars(stage.game)["asked"] = lambda: asked.append(stage.act("choose", 1))

    def hear(heard: Heard) -> None:
        stage.act("hide")

    stop = stage.game.listen(hear)
    assert stage.act("console", "give sword")
    stop()
    assert (asked, stage.scene.mode) == ([True], Mode.TALK)
    assert not stage.game.faults


def test_the_stages_own_texts_are_in_the_players_language(make: Make) -> None:
    stage = make(ini="Language=fr\n")
    assert stage.scene.choices[0].text == "Parler à Smith"
    game = Game(seed=1)
    game.locale = "ja"
    assert Stage(game).texts["Saved"] == "セーブしました。"
