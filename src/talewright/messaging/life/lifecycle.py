"""The life of a world behind a collection proxy, as a table.

`MESSAGES` says for every message and state what is done and which state follows, or why it is refused; `UPDATE` says
what happens by itself when the proxy's turn comes in a frame. The proxy only reads it. Texts are Defold's.

Source: messaging, "collection proxies". Some things are ours: ``load`` while the old world is still ending waits for
its end, ``final`` of an enabled world also ends its updates, and ``async_load`` loads in one piece, at the next turn.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class ProxyState(Enum):
    """Where a proxy's world is in its life."""

    UNLOADED = "there is no world"
    LOADING = "will be loaded at the proxy's next turn in a frame"
    LOADED = "objects are made, not initialised"
    INITIALISED = "initialised, and standing still"
    ENABLING = "will run from the next frame on"
    ENABLED = "runs inside the frame of the proxy's world"
    DISABLING = "runs until the next frame"
    UNLOADING = "will be gone at the end of the frame"
    RELOADING = "the same, and loaded again after that"


class Step(NamedTuple):
    """What to do: actions in order, then the next state; or, with a text, nothing but an error."""

    actions: tuple[str, ...] = ()
    state: ProxyState | None = None
    refused: str = ""


_S = ProxyState
_LOADED = (_S.LOADED, _S.INITIALISED, _S.ENABLING, _S.ENABLED, _S.DISABLING)
_INITIALISED = _LOADED[1:]
_GOING = (_S.UNLOADING, _S.RELOADING)
_WITHOUT = (_S.UNLOADED, _S.LOADING, *_GOING)
_ALREADY_LOADING = "The collection {} could not be loaded since it is already being loaded."


def _row(refused: str, **steps: Step) -> dict[ProxyState, Step]:
    return {state: steps.get(state.name, Step(refused=refused)) for state in ProxyState}


MESSAGES: dict[str, dict[ProxyState, Step]] = {
    "load": _row(
        "The collection {} could not be loaded since it was already.",
        UNLOADED=Step(("build", "answer_loaded"), _S.LOADED),
        UNLOADING=Step(("remember_loader",), _S.RELOADING),
        LOADING=Step(refused=_ALREADY_LOADING),
    ),
    "async_load": _row(
        "The collection {} could not be loaded since it was already.",
        UNLOADED=Step(("remember_loader",), _S.LOADING),
        UNLOADING=Step(("remember_loader",), _S.RELOADING),
        LOADING=Step(refused=_ALREADY_LOADING),
    ),
    "init": {
        **_row("The collection {} could not be initialized since it has been already."),
        **dict.fromkeys(
            _WITHOUT,
            Step(refused="The collection {} could not be initialized since it has not been loaded."),
        ),
        _S.LOADED: Step(("init",), _S.INITIALISED),
    },
    "enable": {
        **_row("The collection {} could not be enabled since it is already."),
        **dict.fromkeys(_WITHOUT, Step(refused="The collection {} could not be enabled since it has not been loaded.")),
        _S.LOADED: Step(("init",), _S.ENABLING),
        _S.INITIALISED: Step((), _S.ENABLING),
        _S.DISABLING: Step((), _S.ENABLED),
    },
    "disable": _row(
        "The collection {} could not be disabled since it is not enabled.",
        ENABLED=Step((), _S.DISABLING),
    ),
    "final": {
        **_row("The collection {} could not be finalized since it was never initialized."),
        **dict.fromkeys(_INITIALISED, Step(("final",), _S.LOADED)),
    },
    "unload": {
        **_row("The collection {} could not be unloaded since it was never loaded."),
        **dict.fromkeys(_LOADED, Step(("end", "remember_unloader"), _S.UNLOADING)),
        _S.LOADING: Step(("forget_loader", "say_never_loaded"), _S.UNLOADED),
    },
}
"""What a message does in each state."""

UPDATE: dict[ProxyState, Step] = {
    _S.LOADING: Step(("load",), _S.UNLOADED),
    _S.ENABLING: Step((), _S.ENABLED),
    _S.DISABLING: Step((), _S.INITIALISED),
    _S.UNLOADING: Step(("answer_unloaded",), _S.UNLOADED),
    _S.RELOADING: Step(("answer_unloaded", "load"), _S.UNLOADED),
}
"""What the proxy's turn in a frame does in each state; nothing in the others."""

RUNNING = frozenset({_S.ENABLED, _S.DISABLING})
"""States in which the world has its part in the frame; in all others its messages wait."""

HAS_WORLD = frozenset(_LOADED)
"""States in which the world exists (while it is ending it may, until the end of the frame)."""

GOING = frozenset(_GOING)
"""States in which the world may still exist: it is gone at the end of the frame."""
