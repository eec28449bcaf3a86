"""What a player pressed, by the names that ``[Keys]`` has: "Space", "Ctrl+S", "mouse:1", "wheel:up", "pad:a".

Decides how events of pygame are called, nothing else: what a name does is the stage's. Buttons of pads have the names
of SDL's layout, which are the same on every pad, as button numbers are not; a stick that is tilted counts as the cross.
Pads are opened when they are plugged in; a touch comes as the mouse (people.md section 6).
"""

from __future__ import annotations

from functools import lru_cache

import pygame
from pygame._sdl2 import controller

_SILENT = frozenset({
    pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL, pygame.K_LALT, pygame.K_RALT,
    pygame.K_LMETA, pygame.K_RMETA, pygame.K_MODE, pygame.K_CAPSLOCK, pygame.K_NUMLOCK, pygame.K_UNKNOWN,
})  # fmt: skip
_NUMBER_ROW = range(pygame.KSCAN_1, pygame.KSCAN_0 + 1)
_BUTTONS = {
    pygame.CONTROLLER_BUTTON_A: "a",
    pygame.CONTROLLER_BUTTON_B: "b",
    pygame.CONTROLLER_BUTTON_X: "x",
    pygame.CONTROLLER_BUTTON_Y: "y",
    pygame.CONTROLLER_BUTTON_BACK: "back",
    pygame.CONTROLLER_BUTTON_GUIDE: "guide",
    pygame.CONTROLLER_BUTTON_START: "start",
    pygame.CONTROLLER_BUTTON_LEFTSTICK: "leftstick",
    pygame.CONTROLLER_BUTTON_RIGHTSTICK: "rightstick",
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER: "leftshoulder",
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: "rightshoulder",
    pygame.CONTROLLER_BUTTON_DPAD_UP: "dpup",
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: "dpdown",
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: "dpleft",
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: "dpright",
}
_AXES = {
    pygame.CONTROLLER_AXIS_LEFTX: ("dpleft", "dpright"),
    pygame.CONTROLLER_AXIS_LEFTY: ("dpup", "dpdown"),
    pygame.CONTROLLER_AXIS_TRIGGERLEFT: ("", "lefttrigger"),
    pygame.CONTROLLER_AXIS_TRIGGERRIGHT: ("", "righttrigger"),
}
_TILTED, _BACK = 20_000, 12_000
"""Of 32,767: from where a stick counts as tilted, and below which it is back in the middle."""


def name_of(event: pygame.event.Event) -> str | None:
    """Return what was pressed, as ``[Keys]`` calls it; None for an event that presses nothing.

    Keys are named by what is on them (``PageUp``, ``F5``, ``S``), with ``Ctrl+``, ``Alt+`` and ``Shift+`` before; the
    row of digits gives digits on every layout. The first call makes pads known to pygame.

    >>> import pygame
    >>> name_of(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_PAGEUP, mod=0, unicode=""))
    'PageUp'
    >>> name_of(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_s, mod=pygame.KMOD_LCTRL, unicode=""))
    'Ctrl+S'
    >>> name_of(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1))
    'wheel:up'
    """
    if event.type == pygame.KEYDOWN:
        return _key(event)
    if event.type == pygame.MOUSEBUTTONDOWN:  # 4 and 5 are the wheel, which comes as an event of its own
        return None if event.button in (4, 5) else f"mouse:{event.button - 2 * (event.button > 5)}"
    if event.type == pygame.MOUSEWHEEL:
        vertical = event.y if not getattr(event, "flipped", False) else -event.y
        return "wheel:up" if vertical > 0 else "wheel:down" if vertical < 0 else None
    if not controller.get_init():  # pygame was ended since, and its pads with it
        _pads.cache_clear()
    return _pads().name_of(event)


def _key(event: pygame.event.Event) -> str | None:
    if event.key in _SILENT:
        return None
    text, mod = getattr(event, "unicode", ""), getattr(event, "mod", 0)
    name = "".join(word.capitalize() for word in pygame.key.name(event.key).strip("[]").split())
    name = {"Return": "Enter"}.get(name, name)
    shift = mod & pygame.KMOD_SHIFT and (len(name) > 1 or name.isalpha())
    if getattr(event, "scancode", 0) in _NUMBER_ROW:
        name = str((event.scancode - pygame.KSCAN_1 + 1) % 10)
    elif len(name) == 1 and not name.isalnum() and text.isprintable() and text:
        name = text  # what stands on the key with Shift held: "?" is one key to who presses it
    if not name:
        return None
    held = [("Ctrl+", mod & pygame.KMOD_CTRL), ("Alt+", mod & pygame.KMOD_LALT), ("Meta+", mod & pygame.KMOD_META)]
    return "".join(word for word, on in [*held, ("Shift+", shift)] if on) + name


class _Pads:
    """The pads of this machine: which are open, and where their sticks are."""

    def __init__(self) -> None:
        self._open: dict[int, controller.Controller] = {}
        self._tilts: dict[tuple[int, int], str] = {}
        if not controller.get_init():
            controller.init()
        for number in range(controller.get_count()):
            self._plug_in(number)

    def name_of(self, event: pygame.event.Event) -> str | None:
        if event.type == pygame.CONTROLLERBUTTONDOWN:
            name = _BUTTONS.get(event.button)
            return f"pad:{name}" if name else None
        if event.type == pygame.CONTROLLERAXISMOTION:
            return self._tilt(event)
        if event.type == pygame.CONTROLLERDEVICEADDED:
            self._plug_in(event.device_index)
        elif event.type == pygame.CONTROLLERDEVICEREMOVED and (gone := self._open.pop(event.instance_id, None)):
            gone.quit()
        return None

    def _plug_in(self, number: int) -> None:
        if controller.is_controller(number):
            pad = controller.Controller(number)
            self._open[pad.id] = pad

    def _tilt(self, event: pygame.event.Event) -> str | None:
        at = event.instance_id, event.axis
        before = self._tilts.get(at, "")
        low, high = _AXES.get(event.axis, ("", ""))
        if abs(event.value) < _BACK:
            self._tilts.pop(at, None)
            return None
        if abs(event.value) < _TILTED:
            return None
        self._tilts[at] = now = high if event.value > 0 else low
        return f"pad:{now}" if now and now != before else None


@lru_cache(maxsize=1)
def _pads() -> _Pads:
    return _Pads()  # one for the process, as pads are the machine's
