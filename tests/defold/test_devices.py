"""Keys, pointer, fingers, sticks and text of a project: held until they are let go."""

from __future__ import annotations

from typing import Any

import pytest

from talewright.defold import RunningProject, load_project
from talewright.errors import Misuse, NotFound
from talewright.messaging import Message, Script

FILES = {
    "/game.project": "[bootstrap]\nmain_collection = /main.collectionc\n"
    "[input]\nrepeat_delay = 0.25\nrepeat_interval = 0.1\n[display]\nupdate_frequency = 8\n",
    "/input/game.input_binding": """
key_trigger { input: KEY_A action: "left" }
key_trigger { input: KEY_LEFT action: "left" }
key_trigger { input: KEY_SPACE action: "jump" }
mouse_trigger { input: MOUSE_BUTTON_LEFT action: "touch" }
gamepad_trigger { input: GAMEPAD_LSTICK_LEFT action: "stick" }
touch_trigger { input: TOUCH_MULTI action: "fingers" }
text_trigger { input: TEXT action: "text" }
""",
    "/hero.script": "",
    "/main.collection": 'name: "main" embedded_instances { id: "hero" '
    r'data: "components { id: \"c\" component: \"/hero.script\" }" }',
}
POINTER = ("x", "y", "dx", "dy", "screen_x", "screen_y", "screen_dx", "screen_dy")


class Hero(Script):
    seen: list[dict[str, Any]] = []

    def init(self) -> None:
        self.post(".", "acquire_input_focus")

    def on_input(self, action_id: str | None, action: Message) -> bool | None:
        self.seen.append({"id": action_id, **action})
        return None


def started() -> tuple[RunningProject, Hero]:
    running = load_project(FILES, {"/hero.script": Hero})
    running.step()
    return running, running.world.component("/hero#c", Hero)


def states(hero: Hero) -> list[str]:
    found = [
        " ".join([str(one["id"]), *(name for name in ("pressed", "repeated", "released") if one[name])])
        for one in hero.seen
    ]
    hero.seen.clear()
    return found


def test_a_held_key_comes_in_each_frame() -> None:
    """Faults §5 B6."""
    running, hero = started()
    running.press("KEY_SPACE")
    for _ in range(5):
        running.step()
    running.release("KEY_SPACE")
    running.step()
    running.step()
    assert all(set(POINTER) < set(one) for one in hero.seen)
    assert [one["value"] for one in hero.seen] == [1, 1, 1, 1, 1, 0]
    assert states(hero) == [
        "jump pressed repeated",
        "jump",
        "jump repeated",
        "jump repeated",
        "jump repeated",
        "jump released",
    ]


def test_two_keys_of_one_action_are_one() -> None:
    running, hero = started()
    running.press("KEY_A")
    running.step()
    running.press("KEY_LEFT")
    running.step(0.01)
    running.release("KEY_A")
    running.step(0.01)
    running.release("KEY_LEFT")
    running.step(0.01)
    assert states(hero) == ["left pressed repeated", "left", "left", "left released"]


def test_a_button_says_where_the_pointer_is() -> None:
    running, hero = started()
    running.press("MOUSE_BUTTON_LEFT", x=10, y=20)
    running.step(0.01)
    running.move(13, 16)
    running.step(0.01)
    running.step(0.01)
    running.release("MOUSE_BUTTON_LEFT", 14, 16)
    running.step(0.01)
    seen = [(one["id"], *(one[name] for name in POINTER[:4])) for one in hero.seen]
    assert seen == [
        ("touch", 10, 20, 10, 20),
        ("touch", 13, 16, 3, -4),
        (None, 13, 16, 3, -4),
        ("touch", 13, 16, 0, 0),
        ("touch", 14, 16, 1, 0),
    ]
    assert all(one[f"screen_{name}"] == one[name] for one in hero.seen for name in POINTER[:4])
    running.press("KEY_SPACE")
    hero.seen.clear()
    running.step(0.01)
    assert (hero.seen[0]["x"], hero.seen[0]["dx"]) == (14, 0)


def test_a_finger_is_in_the_list_of_touches() -> None:
    running, hero = started()
    running.tap("TOUCH_MULTI", 5, 6)
    running.hold("TOUCH_MULTI", 0.25)
    fingers = [one["touch"][0] for one in hero.seen]
    flags = [(one["id"], one["pressed"], one["released"], one["x"], one["y"]) for one in fingers]
    assert flags == [
        (0, True, False, 5, 6),
        (0, False, True, 5, 6),
        (0, True, False, 5, 6),
        (0, False, False, 5, 6),
        (0, False, True, 5, 6),
    ]


def test_a_stick_has_a_value_and_a_number() -> None:
    running, hero = started()
    running.press("GAMEPAD_LSTICK_LEFT", value=0.25)
    running.step()
    running.press("GAMEPAD_LSTICK_LEFT", value=0.75, gamepad=1)
    running.step()
    running.release("GAMEPAD_LSTICK_LEFT")
    running.step()
    seen = [(one["value"], one["gamepad"], one["pressed"], one["released"]) for one in hero.seen]
    first, second = (0.25, 0, True, False), (0.75, 1, True, False)
    assert seen == [first, (0.25, 0, False, False), second, (0.75, 1, False, False), (0, 0, False, True)]
    hero.seen.clear()
    with pytest.raises(Misuse, match="LSTICK_LEFT is not pressed on gamepad 0\n  hint: it is pressed with gamepad=1"):
        running.release("GAMEPAD_LSTICK_LEFT")
    running.release("GAMEPAD_LSTICK_LEFT", gamepad=1)
    running.step()
    assert [(one["gamepad"], one["released"]) for one in hero.seen] == [(1, True)]
    with pytest.raises(TypeError, match=r"gamepads are numbered 0, 1, 2, \.\.\., not 'x'"):
        running.press("GAMEPAD_LSTICK_LEFT", gamepad="x")
    with pytest.raises(TypeError, match="the value of 'KEY_A' is a number, not None"):
        running.press("KEY_A", value=None)
    running.hold("GAMEPAD_LSTICK_LEFT", 0.0, gamepad=2)
    assert running.worlds.holding.held == {}


def test_after_a_load_the_hands_hold_what_the_save_holds_and_nothing_else() -> None:
    running, hero = started()
    running.press("KEY_A", 3, 4)
    running.press("GAMEPAD_LSTICK_LEFT", value=0.5, gamepad=1)
    running.step()
    sections = running.sections()
    fresh, _ = started()
    fresh.press("KEY_SPACE")
    fresh.restore(sections)
    hero = fresh.world.component("/hero#c", Hero)
    hero.seen.clear()
    with pytest.raises(Misuse, match="KEY_SPACE is not pressed"):
        fresh.release("KEY_SPACE")
    fresh.release("KEY_A")
    fresh.release("GAMEPAD_LSTICK_LEFT", gamepad=1)
    fresh.step()
    assert [(one["id"], one["released"], one["x"], one["y"]) for one in hero.seen] == [
        ("left", True, 3, 4),
        ("stick", True, 3, 4),
    ]


def test_text_comes_character_by_character() -> None:
    running, hero = started()
    running.type("añ")
    running.step()
    assert [(one["id"], one["text"], one["x"]) for one in hero.seen] == [("text", "a", 0), ("text", "ñ", 0)]


def test_what_is_tapped_or_held_is_let_go() -> None:
    running, hero = started()
    running.tap("KEY_SPACE")
    assert states(hero) == ["jump pressed repeated", "jump released"]
    running.hold("KEY_SPACE", 0.5)
    assert len(states(hero)) == 5
    for wrong in (-1, float("nan")):
        with pytest.raises(ValueError, match="a press"):
            running.hold("KEY_SPACE", wrong)
    assert running.worlds.holding.held == {}


def test_what_cannot_be_pressed_is_named() -> None:
    running, _ = started()
    with pytest.raises(NotFound, match="KEY_SPAC"):
        running.press("KEY_SPAC")
    with pytest.raises(Misuse, match="KEY_SPACE is not pressed"):
        running.release("KEY_SPACE")
    for wrong in (float("inf"), float("nan")):
        with pytest.raises(ValueError, match="finite"):
            running.press("MOUSE_BUTTON_LEFT", wrong, 0)
    with pytest.raises(TypeError):
        running.move("1", 2)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        running.type(3)  # type: ignore[arg-type]


def test_a_key_that_a_save_holds_can_be_released() -> None:
    running, _ = started()
    running.press("KEY_SPACE")
    running.step()
    other, hero = started()
    other.restore(running.sections())
    hero = other.world.component("/hero#c", Hero)
    hero.seen.clear()
    other.step(0.01)
    other.release("KEY_SPACE")
    other.step(0.01)
    assert states(hero) == ["jump", "jump released"]
