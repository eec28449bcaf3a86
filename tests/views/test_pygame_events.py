"""How events are called: keys, mouse, wheel, pads (people.md section 6)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pygame = pytest.importorskip("pygame")
from talewright.views.pygame import name_of  # noqa: E402

LEFT = 0x50  # a scan code that is no digit's


@pytest.fixture(autouse=True)
def _window(window: Callable[[tuple[int, int]], Any]) -> None:
    window((320, 200))


def key(code: int, *, mod: int = 0, text: str = "", scan: int = LEFT) -> str | None:
    return name_of(pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode=text, scancode=scan))


@pytest.mark.parametrize(
    ("code", "mod", "text", "name"),
    [
        (pygame.K_SPACE, 0, " ", "Space"),
        (pygame.K_PAGEUP, 0, "", "PageUp"),
        (pygame.K_PAGEDOWN, 0, "", "PageDown"),
        (pygame.K_RETURN, 0, "\r", "Enter"),
        (pygame.K_KP_ENTER, 0, "\r", "Enter"),
        (pygame.K_ESCAPE, 0, "\x1b", "Escape"),
        (pygame.K_BACKSPACE, 0, "\b", "Backspace"),
        (pygame.K_TAB, 0, "\t", "Tab"),
        (pygame.K_TAB, pygame.KMOD_LSHIFT, "\t", "Shift+Tab"),
        (pygame.K_UP, 0, "", "Up"),
        (pygame.K_F5, 0, "", "F5"),
        (pygame.K_s, 0, "s", "S"),
        (pygame.K_s, pygame.KMOD_LCTRL, "\x13", "Ctrl+S"),
        (pygame.K_s, pygame.KMOD_RCTRL | pygame.KMOD_LSHIFT, "\x13", "Ctrl+Shift+S"),
        (pygame.K_F4, pygame.KMOD_LALT, "", "Alt+F4"),
        (pygame.K_1, 0, "1", "1"),
        (pygame.K_KP1, 0, "1", "1"),
        (pygame.K_SLASH, pygame.KMOD_LSHIFT, "?", "?"),
        (pygame.K_s, pygame.KMOD_NUM | pygame.KMOD_CAPS, "S", "S"),
    ],
)
def test_keys_are_called_by_what_is_on_them(code: int, mod: int, text: str, name: str) -> None:
    assert key(code, mod=mod, text=text) == name


def test_every_key_of_the_defaults_can_be_pressed() -> None:
    """What `Keys` of the stage names, some event is called."""
    from talewright.stage import Keys

    wanted = {name for field in vars(Keys()).values() for name in field if ":" not in name and "+" not in name}
    codes = [getattr(pygame, name) for name in dir(pygame) if name.startswith("K_")]
    assert wanted - {key(code) for code in codes} == set()


def test_the_row_of_digits_gives_digits_where_other_signs_are_on_it() -> None:
    """On a French keyboard "&" stands where others have "1"."""
    assert key(pygame.K_AMPERSAND, text="&", scan=pygame.KSCAN_1) == "1"
    assert key(ord("à"), text="à", scan=pygame.KSCAN_0) == "0"


@pytest.mark.parametrize("code", [pygame.K_LSHIFT, pygame.K_RCTRL, pygame.K_LALT, pygame.K_CAPSLOCK, pygame.K_UNKNOWN])
def test_a_key_that_only_changes_others_presses_nothing(code: int) -> None:
    assert key(code) is None


@pytest.mark.parametrize(
    ("kind", "fields", "name"),
    [
        ("MOUSEBUTTONDOWN", {"button": 1, "pos": (0, 0)}, "mouse:1"),
        ("MOUSEBUTTONDOWN", {"button": 3, "pos": (0, 0)}, "mouse:3"),
        ("MOUSEBUTTONDOWN", {"button": 4, "pos": (0, 0)}, None),  # the wheel, which is told as such, too
        ("MOUSEBUTTONDOWN", {"button": 5, "pos": (0, 0)}, None),
        ("MOUSEBUTTONDOWN", {"button": 6, "pos": (0, 0)}, "mouse:4"),
        ("MOUSEWHEEL", {"x": 0, "y": 1, "flipped": False}, "wheel:up"),
        ("MOUSEWHEEL", {"x": 0, "y": -2, "flipped": False}, "wheel:down"),
        ("MOUSEWHEEL", {"x": 0, "y": 1, "flipped": True}, "wheel:down"),
        ("MOUSEWHEEL", {"x": 1, "y": 0, "flipped": False}, None),
        ("KEYUP", {"key": 32, "mod": 0, "unicode": " "}, None),
        ("MOUSEMOTION", {"pos": (1, 1), "rel": (0, 0), "buttons": (0, 0, 0)}, None),
        ("MOUSEBUTTONUP", {"button": 1, "pos": (0, 0)}, None),
        ("QUIT", {}, None),
        ("CONTROLLERBUTTONDOWN", {"button": 0, "instance_id": 0}, "pad:a"),
        ("CONTROLLERBUTTONDOWN", {"button": 1, "instance_id": 0}, "pad:b"),
        ("CONTROLLERBUTTONDOWN", {"button": 6, "instance_id": 0}, "pad:start"),
        ("CONTROLLERBUTTONDOWN", {"button": 9, "instance_id": 0}, "pad:leftshoulder"),
        ("CONTROLLERBUTTONDOWN", {"button": 11, "instance_id": 0}, "pad:dpup"),
        ("CONTROLLERBUTTONDOWN", {"button": 99, "instance_id": 0}, None),
        ("CONTROLLERBUTTONUP", {"button": 0, "instance_id": 0}, None),
        ("CONTROLLERDEVICEREMOVED", {"instance_id": 77}, None),
        ("CONTROLLERDEVICEADDED", {"device_index": 0}, None),
    ],
)
def test_mouse_wheel_and_pads(kind: str, fields: dict[str, Any], name: str | None) -> None:
    assert name_of(pygame.event.Event(getattr(pygame, kind), **fields)) == name


def test_a_tilted_stick_is_the_cross_once_until_it_is_back() -> None:
    def tilt(value: int, axis: int = pygame.CONTROLLER_AXIS_LEFTY) -> str | None:
        return name_of(pygame.event.Event(pygame.CONTROLLERAXISMOTION, axis=axis, value=value, instance_id=5))

    values = [3000, 21000, 32767, 19000, 32767, 4000, -32768, -25000, 0, 32767, 0]
    assert [tilt(value) for value in values] == [
        *(None, "pad:dpdown", None, None, None, None, "pad:dpup", None, None, "pad:dpdown", None),
    ]
    assert tilt(30000, pygame.CONTROLLER_AXIS_LEFTX) == "pad:dpright"
    assert tilt(30000, pygame.CONTROLLER_AXIS_TRIGGERRIGHT) == "pad:righttrigger"
    assert tilt(30000, pygame.CONTROLLER_AXIS_RIGHTX) is None


def test_pads_are_looked_for_anew_when_pygame_was_ended() -> None:
    button = pygame.event.Event(pygame.CONTROLLERBUTTONDOWN, button=0, instance_id=0)
    assert name_of(button) == "pad:a"
    pygame.quit()
    assert name_of(button) == "pad:a"
