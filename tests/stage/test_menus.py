"""Menus as models: rows, the focus, what Enter does, through `Stage` as views use it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

import talewright.stage
from talewright.game import Game
from talewright.savegame import FolderStore, MemoryStore, SaveDocument
from talewright.stage import Action, Menu, MenuRow, Stage

YARN = """title: Street
---
Smith: Good day. #line:day
What do you need? #line:what
-> A sword. #line:sword
    Smith: Here is your sword. #line:here
-> Nothing. #line:nothing
    Smith: Then go. #line:go
Smith: Bye. #line:bye
===
"""
CODE = """from talewright import command, Right

@command(right=Right.PLAYER)
def look(game):
    return "A street.\\nA smithy."

@command(right=Right.PLAYER)
def listen(game):
    return "Hammering."

@command
def cheat(game):
    return "gold"
"""
Make = Callable[..., Stage]


class Ticking:
    """A clock that is a minute on whenever somebody looks."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 2, 12, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(minutes=1)
        return self.now


@pytest.fixture
def make(tmp_path: Path) -> Make:
    def made(ini: str = "", *, saves: Any = None, **options: Any) -> Stage:
        for name, text in {
            "Dialogues/D_Smith.yarn": YARN,
            "Config/DefaultGame.ini": f"[Stage]\nTextSpeed=0\nResume=False\n{ini}",
            "scripts.py": CODE,
        }.items():
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_text(text, "utf-8")
        store = MemoryStore(clock=Ticking()) if saves is None else saves
        return Stage.open(tmp_path, saves=store, seed=1, **options)

    return made


def menu(stage: Stage) -> Menu:
    assert stage.scene.menu is not None
    return stage.scene.menu


def rows(stage: Stage) -> dict[str, MenuRow]:
    return {row.id: row for row in menu(stage).rows}


def focus(stage: Stage, row: str) -> None:
    at = [one.id for one in menu(stage).rows].index(row)
    for _ in range((at - menu(stage).focus) % len(menu(stage).rows)):
        stage.act("down")
    assert menu(stage).rows[menu(stage).focus].id == row


def notices(stage: Stage) -> list[str]:
    return [toast.text for toast in stage.scene.toasts]


# -- all of them


def test_every_action_that_names_a_menu_opens_it_and_cancel_closes_it(make: Make) -> None:
    stage = make()
    for action in ("menu", "save", "load", "log", "bag", "journal", "map", "settings", "console"):
        assert stage.act(action)
        assert menu(stage).name == action
        assert stage.act("cancel")
        assert stage.scene.menu is None


def test_there_is_one_focus_and_it_goes_round(make: Make) -> None:
    stage = make()
    stage.act("menu")
    count = len(menu(stage).rows)
    seen = []
    for _ in range(count):
        seen.append(menu(stage).focus)
        stage.act("down")
    assert seen == list(range(count))
    stage.act("up")
    assert menu(stage).focus == count - 1


def test_an_empty_menu_says_so(make: Make) -> None:
    stage = make()
    stage.act("bag")
    assert [(row.text, row.enabled) for row in menu(stage).rows] == [("There is nothing here.", False)]
    assert not stage.act("confirm")


def test_the_main_menu_leads_to_the_others(make: Make) -> None:
    stage = make()
    stage.act("menu")
    assert next(iter(rows(stage))) == "go_on"
    for name in ("save", "load", "log", "bag", "journal", "map", "settings", "keys", "console"):
        assert stage.click(f"row:{name}")
        assert menu(stage).name == name
        stage.act("menu")
        assert menu(stage).name == "menu"
    stage.click("row:go_on")
    assert stage.scene.menu is None
    stage.act("menu")
    stage.click("row:quit")
    assert stage.done


def test_a_new_game_is_asked_for_twice(make: Make) -> None:
    stage = make()
    before = stage.game
    stage.act("menu")
    stage.click("row:new_game")
    assert (menu(stage).name, menu(stage).title, menu(stage).focus) == ("confirm", "Begin a new game?", 0)
    stage.act("confirm")
    assert (menu(stage).name, stage.game is before) == ("menu", True)
    stage.click("row:new_game")
    stage.click("row:yes")
    assert stage.scene.menu is None
    assert stage.game is not before


# -- saves


def test_people_S6_a_second_start_shows_continue_and_the_slots(make: Make) -> None:
    store = MemoryStore(clock=Ticking())
    first = make(saves=store)
    first.act("choose", 1)
    first.act("save", "slot1")
    first.close()
    second = make(saves=store)
    second.act("menu")
    row = menu(second).rows[0]
    assert (row.id, row.text, bool(row.value)) == ("continue", "Continue", True)
    second.click("row:load")
    assert {"slot1"} < set(rows(second))
    second.act("cancel")
    second.click("row:continue")
    assert second.scene.menu is None
    assert second.game.loaded
    second.act("menu")  # nothing has happened since: that is still what is continued
    assert [row.id for row in menu(second).rows][:2] == ["continue", "save"]
    second.click("row:continue")
    assert second.scene.menu is None
    second.tick(1.0)
    second.act("menu")
    assert menu(second).rows[0].id == "go_on"


def test_a_new_save_gets_a_slot_of_its_own_and_the_newest_stands_first(make: Make) -> None:
    stage = make()
    stage.act("save")
    assert list(rows(stage)) == ["new"]
    for _ in range(3):
        stage.click("row:new")
    assert list(rows(stage)) == ["new", "slot3", "slot2", "slot1", "delete"]
    assert notices(stage) == ["Saved."] * 3
    assert menu(stage).name == "save"


def test_people_slots_a_row_has_title_place_time_date_preview_and_picture(make: Make) -> None:
    stage = make()
    game = stage.game
    game.place = "Forge"
    game.save("slot1", title="Before the quarrel", preview="What do you need?")
    revision = game.saves.slots()["slot1"].revision
    game.saves.attach("slot1", "thumb.png", b"\x89PNG", revision)  # type: ignore[attr-defined]
    made = game.saves.slots()["slot1"].created_at
    assert made is not None
    stage.act("load")
    row = rows(stage)["slot1"]
    assert row.text == "Before the quarrel"
    assert row.value == f"{made.astimezone():%Y-%m-%d %H:%M} · 0 min"
    assert row.detail == "Forge · What do you need?"
    assert row.picture == b"\x89PNG"


def test_a_slot_that_a_player_has_named_is_listed_by_its_name(make: Make) -> None:
    stage = make()
    stage.game.place = "Forge"
    stage.act("save", "attic")
    stage.act("save", "slot3")
    stage.act("load")
    found = rows(stage)
    assert found["attic"].text == "attic"
    assert found["attic"].detail.startswith("Forge")
    assert found["slot3"].text == "Forge"


def test_writing_over_a_save_is_asked_for_and_leaves_nothing_beside_it(make: Make) -> None:
    store = MemoryStore(clock=Ticking())
    make(saves=store).act("save", "slot1")  # another play's
    stage = make(saves=store)
    before = store.slots()["slot1"].revision
    stage.act("save")
    stage.click("row:slot1")
    assert menu(stage).title == "Save over “slot1”?"
    stage.act("confirm")  # no
    assert store.slots()["slot1"].revision == before
    stage.click("row:slot1")
    stage.click("row:yes")
    assert store.slots()["slot1"].revision != before
    assert [slot for slot in store.names() if slot.startswith("slot")] == ["slot1"]


def test_what_the_game_writes_by_itself_is_loaded_and_not_written_over(make: Make) -> None:
    stage = make()
    stage.act("quick_save")
    stage.game.save("auto-7")
    stage.act("save")
    assert not {"quick", "auto-7"} & set(rows(stage))
    stage.act("cancel")
    stage.act("load")
    assert {row.text for name, row in rows(stage).items() if name != "delete"} == {"Quick save", "Autosave"}


def test_deleting_is_a_choice_of_its_own_and_asked_for(make: Make) -> None:
    stage = make()
    stage.game.save("slot1", title="Old")
    stage.game.save("slot2")
    stage.act("load")
    stage.click("row:delete")
    assert menu(stage).title == "Delete which save?"
    assert "delete" not in rows(stage)
    stage.click("row:slot1")
    assert menu(stage).title == "Delete “Old” for good?"
    stage.click("row:no")
    assert set(stage.game.saves.slots()) == {"slot1", "slot2"}
    stage.click("row:slot1")
    stage.click("row:yes")
    assert set(stage.game.saves.slots()) == {"slot2"}
    assert "Deleted." in notices(stage)
    stage.act("cancel")
    assert menu(stage).title == "Load"
    stage.act("cancel")
    assert stage.scene.menu is None


def test_a_damaged_save_offers_its_backup(make: Make, tmp_path: Path) -> None:
    store = FolderStore(tmp_path / "slots", clock=Ticking())
    stage = make(saves=store)
    stage.act("choose", 1)
    stage.game.save("slot1", title="Good")
    stage.game.save("slot1", title="Bad")
    stage.game.save("alone")
    for name in ("slot1", "alone"):
        (store.folder / f"{name}.ini").write_bytes(b"rubbish")
    stage.act("load")
    found = rows(stage)
    assert (found["slot1"].enabled, found["slot1"].detail) == (True, "damaged")
    assert (found["alone"].enabled, found["alone"].reason) == (False, "This save is damaged and has no backup.")
    stage.click("row:alone")
    assert notices(stage)[-1] == "This save is damaged and has no backup."
    stage.click("row:slot1")
    assert menu(stage).title.startswith("This save is damaged. Load its backup of 2026-01-0")
    stage.click("row:yes")
    assert stage.scene.menu is None
    assert stage.game.loaded == store.slots().get("slot1", store.backups("slot1")["slot1.bak1"]).revision


def test_a_newer_save_is_shown_and_left_alone_and_one_set_aside_is_marked(make: Make) -> None:
    stage = make()
    document = stage.game.snapshot(title="Tomorrow's")
    document.header = replace(document.header, schema=99)
    stage.game.saves.write("slot9", document)
    other = SaveDocument(replace(stage.game.snapshot().header, run="x", parent=""), {})
    stage.game.saves.write("slot9.conflict-0f", other)
    stage.act("load")
    row = rows(stage)["slot9"]
    assert (row.enabled, row.reason) == (False, "This save is of a newer version of the game.")
    assert "of a newer version" in row.detail
    assert "set aside" in rows(stage)["slot9.conflict-0f"].detail
    stage.act("cancel")
    stage.act("save")
    assert "slot9.conflict-0f" not in rows(stage)


def test_a_game_without_a_place_for_saves_says_so() -> None:
    stage = Stage(Game(seed=0))
    stage.begin()
    stage.act("save")
    assert [row.text for row in menu(stage).rows] == ["This game has nowhere to save."]
    assert not stage.act("confirm")
    stage.act("cancel")
    stage.act("menu")
    assert menu(stage).rows[0].id == "go_on"


def test_saves_that_cannot_be_read_are_not_taken_for_none(make: Make, tmp_path: Path) -> None:
    (tmp_path / "slots").write_bytes(b"a file, no folder")
    stage = make("Autosave=False\n", saves=FolderStore(tmp_path / "slots"))
    stage.act("load")
    assert [(row.text, row.enabled) for row in menu(stage).rows] == [("The saves cannot be read.", False)]


def test_the_disk_is_not_read_at_every_key(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    stage = make()
    stage.game.save("slot1")
    stage.act("load")
    calls = []
    monkeypatch.setattr(MemoryStore, "slots", lambda self: calls.append(1))
    for _ in range(5):
        stage.act("down")
    assert calls == []


# -- settings and keys


def test_settings_are_changed_by_left_right_and_enter(make: Make) -> None:
    stage = make("TextScale=1.1\n")
    stage.act("settings")
    assert (rows(stage)["TextSpeed"].value, rows(stage)["TextScale"].value) == ("at once", "110%")
    focus(stage, "TextSpeed")
    stage.act("left")
    assert stage.settings.TextSpeed == 0
    stage.act("right")
    stage.act("right")
    assert (stage.settings.TextSpeed, rows(stage)["TextSpeed"].value) == (30, "30")
    focus(stage, "HighContrast")
    values: list[object] = []
    for _ in range(2):
        stage.act("confirm")
        values.append(stage.settings.HighContrast)
    assert values == [True, False]
    focus(stage, "ReducedMotion")
    values = []
    for _ in range(3):
        values.append(rows(stage)["ReducedMotion"].value)
        stage.act("confirm")
    assert values == ["as the system", "on", "off"]
    assert stage.settings.ReducedMotion == "system"


def test_every_setting_has_a_row_and_a_name_and_every_step_can_be_read(make: Make) -> None:
    stage = make()
    stage.act("settings")
    for name, row in rows(stage).items():
        assert row.text
        if name in ("keys", "defaults"):
            continue
        focus(stage, name)
        for _ in range(10):
            stage.act("confirm")
            assert rows(stage)[name].value
    assert not [toast for toast in stage.scene.toasts if toast.kind == "fault"]


def test_a_language_holds_at_once(make: Make) -> None:
    stage = make()
    stage.act("settings")
    focus(stage, "Language")
    for _ in range(2):
        stage.act("right")
    assert menu(stage).title == "Réglages"
    assert rows(stage)["Language"].value == "Français"


def test_what_is_set_is_kept_and_taken_back(make: Make) -> None:
    stage = make()
    stage.act("settings")
    focus(stage, "Autosave")
    stage.act("left")
    stage.act("menu")
    stage.close()
    again = make()
    assert not again.settings.Autosave
    again.act("settings")
    again.click("row:defaults")
    assert again.settings.Autosave


def test_another_key_is_taken_from_the_action_that_had_it(make: Make) -> None:
    stage = make()
    stage.act("settings")
    stage.click("row:keys")
    stage.click("row:go")
    assert rows(stage)["go"].value == "press a key; Escape: as it was"
    assert stage.key("L")
    assert stage.keys.Go == ("L", "mouse:1")
    assert stage.keys.Log == ()
    assert notices(stage)[-1] == "L was for “What was said”."
    stage.click("row:go")
    stage.key("Escape")
    assert stage.keys.Go == ("L", "mouse:1")
    stage.act("menu")
    stage.act("menu")
    stage.close()
    assert make().keys.Go == ("L", "mouse:1")


def test_people_keys_the_menu_is_never_left_without_a_key(make: Make) -> None:
    stage = make()
    stage.act("settings")
    stage.click("row:keys")
    for key in ("F1", "mouse:9", "pad:guide"):  # a key of each device in place of the usual one
        stage.click("row:menu")
        stage.key(key)
    assert set(stage.keys.Menu) == {"F1", "mouse:9", "pad:guide"}
    for key in ("F1", "mouse:9", "pad:guide"):
        stage.click("row:hide")
        stage.key(key)
    assert stage.keys.Menu
    assert notices(stage)[-1] == "The menu must keep a key."
    stage.click("row:defaults")
    assert stage.keys.Menu == ("Escape", "mouse:3", "pad:start")
    for _ in range(9):
        stage.act("cancel")
    assert stage.key("Escape")
    assert menu(stage).name == "menu"


def test_digits_and_lone_modifiers_are_no_keys(make: Make) -> None:
    stage = make()
    stage.act("settings")
    stage.click("row:keys")
    stage.click("row:skip")
    assert stage.key("Shift")
    assert rows(stage)["skip"].value.startswith("press a key")
    stage.key("3")
    assert "3" not in stage.keys.Skip
    assert notices(stage)[-1] == "Digits are for choices."


def test_left_takes_back_the_usual_keys(make: Make) -> None:
    stage = make()
    stage.act("settings")
    stage.click("row:keys")
    stage.click("row:log")
    stage.key("Space")
    assert rows(stage)["go"].value == "mouse:1"
    focus(stage, "go")
    stage.act("left")
    assert (stage.keys.Go, stage.keys.Log) == (("Space", "mouse:1"), ())


def test_every_action_has_a_name_in_the_menu_of_keys(make: Make) -> None:
    stage = make()
    stage.act("settings")
    stage.click("row:keys")
    assert set(rows(stage)) == {*(action.value for action in Action), "defaults"} - {"choose"}
    assert all(row.text for row in menu(stage).rows)


# -- what was said, carried, typed


def test_the_backlog_is_said_again_and_gone_back_to(make: Make) -> None:
    stage = make()
    stage.act("choose", 1)
    stage.act("go")
    stage.act("choose", 1)
    said: list[str] = []
    stage.voice_out = lambda text, kind: said.append(text)
    stage.act("log")
    texts = [row.text for row in menu(stage).rows]
    assert texts == [
        "Smith: Good day.",
        "What do you need?",
        "You: A sword.",
        "Smith: Here is your sword.",
    ]
    assert menu(stage).focus == len(texts) - 1
    stage.act("confirm")
    assert said[-1] == "Smith: Here is your sword."


def test_the_console_runs_what_the_player_may_run(make: Make) -> None:
    stage = make()
    stage.act("console")
    assert menu(stage).typing
    stage.type("lok")
    stage.key("Backspace")
    stage.type("ok")
    assert menu(stage).typed == "look"
    stage.key("Enter")
    assert [row.text for row in menu(stage).rows] == ["> look", "A street.", "A smithy."]
    assert menu(stage).typed == ""
    stage.type("cheat")
    stage.key("Enter")
    assert menu(stage).rows[-1].text == "Nobody knows that word."
    stage.click("row:0")
    assert menu(stage).typed == "look"


def test_tab_completes_what_the_player_may_run(make: Make) -> None:
    stage = make()
    stage.act("console")
    stage.type("loo")
    stage.key("Tab")
    assert menu(stage).typed == "look "
    stage.act("cancel")
    assert menu(stage).typed == ""
    stage.type("l")
    stage.key("Tab")
    assert menu(stage).rows[-1].text == "listen look"
    stage.act("cancel")
    stage.type("che")
    stage.key("Tab")
    assert menu(stage).typed == "che"


def test_a_backspace_takes_a_whole_letter(make: Make) -> None:
    stage = make()
    stage.act("console")
    stage.type("a\U0001f1ef\U0001f1f5")
    stage.type("\b")
    assert menu(stage).typed == "a"


# -- texts


@pytest.mark.parametrize("language", ["fr", "ja"])
def test_a_machines_drafts_say_so(language: str) -> None:
    text = (resources.files(talewright.stage) / "texts" / f"{language}.ini").read_text("utf-8")
    assert text.startswith("; A machine's draft")


def test_the_first_save_of_the_menu_is_the_one_that_continue_takes(make: Make) -> None:
    moment = datetime(2026, 1, 2, tzinfo=UTC)
    stage = make(saves=MemoryStore(clock=lambda: moment))
    for slot in ("slot9", "slot10"):
        stage.game.saves.write(slot, stage.game.snapshot())
    stage.act("load")
    assert [row for row in rows(stage) if row.startswith("slot")] == ["slot10", "slot9"]
    assert stage.game.resume().source == "slot10"
