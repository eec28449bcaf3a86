"""Actions that are held: they come in each frame until they are let go."""

from __future__ import annotations

import math
from typing import Any

import pytest

from talewright.errors import Misuse, SaveError
from talewright.messaging import Message, Script, Worlds


class Hero(Script):
    seen: list[dict[str, Any]] = []

    def init(self) -> None:
        self.post(".", "acquire_input_focus")

    def on_input(self, action_id: str | None, action: Message) -> bool | None:
        self.seen.append({"id": action_id, **action})
        return True


def made() -> tuple[Worlds, Hero]:
    worlds, hero = Worlds(), Hero()
    worlds.create("main").spawn("hero", c=hero)
    worlds.step()
    return worlds, hero


def short(hero: Hero) -> list[str]:
    found = [
        " ".join([str(one["id"]), f"{one['value']:g}", *(n for n in ("pressed", "repeated", "released") if one[n])])
        for one in hero.seen
    ]
    hero.seen.clear()
    return found


def test_an_action_comes_in_each_frame_until_it_is_released() -> None:
    """Faults §5 B6."""
    worlds, hero = made()
    worlds.press("left")
    worlds.step(0.1)
    worlds.press("jump", value=0.5, x=3)
    worlds.step(0.1)
    worlds.step(0.1)
    worlds.release("left")
    worlds.step(0.1)
    worlds.release("jump")
    worlds.step(0.1)
    worlds.step(0.1)
    assert [one.get("x") for one in hero.seen if one["id"] == "jump"] == [3, 3, 3, 3]
    assert short(hero) == [
        "left 1 pressed repeated",
        "left 1",
        "jump 0.5 pressed repeated",
        "left 1",
        "jump 0.5",
        "jump 0.5",
        "left 0 released",
        "jump 0 released",
    ]


def test_a_press_and_a_release_between_two_frames_both_arrive() -> None:
    worlds, hero = made()
    worlds.press("jump")
    worlds.release("jump")
    worlds.step(0.1)
    worlds.step(0.1)
    assert short(hero) == ["jump 1 pressed repeated", "jump 0 released"]


def test_it_repeats_after_the_delay_and_at_each_interval() -> None:
    worlds, hero = made()
    worlds.press("back")
    for _ in range(12):
        worlds.step(0.125)
    assert [n for n, text in enumerate(short(hero)) if "repeated" in text] == [0, 4, 6, 8, 9, 11]
    worlds.holding.delay, worlds.holding.interval = 0.25, 1.0
    worlds.release("back")
    worlds.press("back")
    worlds.step(5.0)
    worlds.step(5.0)
    worlds.step(0.0)
    assert short(hero) == ["back 0 released", "back 1 pressed repeated", "back 1 repeated", "back 1 repeated"]


def test_pressing_again_changes_the_fields_and_moves_hold_for_one_frame() -> None:
    worlds, hero = made()
    worlds.press("aim", value=0.25, x=1, dx=5)
    worlds.step(0.1)
    worlds.press("aim", x=4, dx=3)
    worlds.step(0.1)
    worlds.step(0.1)
    assert [(one["x"], one["dx"], one["value"]) for one in hero.seen] == [(1, 5, 0.25), (4, 3, 0.25), (4, 0, 0.25)]
    assert [text.split()[2:] for text in short(hero)] == [["pressed", "repeated"], [], []]


def test_what_is_not_pressed_cannot_be_released() -> None:
    worlds, _ = made()
    worlds.press("jump")
    with pytest.raises(Misuse, match="'jmp' is not pressed") as caught:
        worlds.release("jmp")
    assert "jump" in caught.value.hint
    worlds.release("jump")
    with pytest.raises(Misuse):
        worlds.release("jump")
    with pytest.raises(TypeError, match="named by text"):
        worlds.press(None)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        worlds.press("jump", call=print)


def test_a_save_holds_what_is_held() -> None:
    worlds, hero = made()
    worlds.press("old", x=1.5, touch=[{"id": 0}])
    worlds.step(0.4)
    worlds.press("new")
    saved = worlds.sections()
    fresh = Worlds()
    fresh.prepare(saved, {"Hero": Hero}).commit()
    assert fresh.sections() == saved
    other = fresh["main"].component("/hero#c", Hero)
    for both in (worlds, fresh):
        both.step(0.1)
        both.step(0.6)
        both.release("old")
        both.step(0.1)
    assert other.seen == hero.seen
    assert len(other.seen) > 6


@pytest.mark.parametrize(
    "held", [{"id": 3}, {"id": "a"}, {"id": "a", "left": math.nan}, "a", {"id": "a", "left": 1, "fields": 3}]
)
def test_a_held_action_that_is_none_is_refused(held: Any) -> None:
    worlds, _ = made()
    saved = worlds.sections()
    saved["talewright", "Worlds"] = {**saved["talewright", "Worlds"], "held": [held]}
    with pytest.raises(SaveError, match=r"talewright\.held\[0\]"):
        Worlds().prepare(saved, {"Hero": Hero})


def test_each_gamepad_holds_an_action_for_itself() -> None:
    """Faults §5 B6, its kind: two gamepads were one hold, and the release of one ended both."""
    worlds, hero = made()
    worlds.press("fire", gamepad=0)
    worlds.press("fire", gamepad=1, value=0.5)
    worlds.press("fire")
    worlds.step()
    hero.seen.clear()
    worlds.release("fire", gamepad=0)
    other = Worlds()
    other.prepare(worlds.sections(), {"Hero": Hero}).commit()
    worlds.step()
    going = [(one.get("gamepad"), one["value"], one["released"]) for one in hero.seen]
    assert going == [(1, 0.5, False), (None, 1.0, False), (0, 0.0, True)]
    assert set(other.holding.held) == {("fire", 1), ("fire", None)}
    with pytest.raises(
        Misuse, match="'fire' is not pressed on gamepad 0\n  hint: it is held with gamepad=1, no gamepad"
    ):
        worlds.release("fire", gamepad=0)


@pytest.mark.parametrize(
    "field", [{"value": "x"}, {"value": True}, {"value": math.nan}, {"gamepad": -1}, {"gamepad": 0.5}]
)
def test_what_is_no_value_and_no_gamepad_is_refused(field: dict[str, Any]) -> None:
    worlds, _ = made()
    with pytest.raises((TypeError, ValueError), match="number"):
        worlds.press("fire", **field)
    assert worlds.holding.held == {}


@pytest.mark.parametrize("name", ["delay", "interval"])
@pytest.mark.parametrize("seconds", [-1, math.inf, "x", None])
def test_the_time_of_a_repetition_is_one(name: str, seconds: Any) -> None:
    worlds, _ = made()
    with pytest.raises((TypeError, ValueError), match=rf"holding\.{name} takes"):
        setattr(worlds.holding, name, seconds)
