"""What went wrong while the worlds ran: faults as data, and the lines they print.

A fault never stops the rest: the message is reported, the queue goes on. The texts are Defold's where it has one
(the manual's line for an unknown receiver among them). Knows nothing of who listens; `Worlds.report` keeps, logs and
hands over.
"""

from __future__ import annotations

import logging
import os
from dataclasses import dataclass
from types import TracebackType

from talewright.errors import TalewrightError

_LIBRARY = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..")) + os.sep

LOGGER = logging.getLogger("talewright.messaging")

CODES: dict[str, str] = {
    "TW-MSG-01": "a message to an object that is not there",
    "TW-MSG-02": "a message to a component that the object does not have",
    "TW-MSG-03": "a callback raised an exception",
    "TW-MSG-04": "a collection proxy cannot do this now",
    "TW-MSG-05": "a collection could not be loaded",
    "TW-MSG-06": "deletions go on making deletions",
    "TW-MSG-07": "messages go on making messages",
    "TW-MSG-08": "an on_input returned something else than True, False or nothing",
    "TW-MSG-09": "too many objects want the input focus",
    "TW-MSG-10": "an object cannot have this parent",
    "TW-MSG-11": "a message to a socket of the engine that it does not take",
    "TW-MSG-12": "an animation cannot go on",
    "TW-MSG-13": "a frame was too long for its fixed updates",
    "TW-MSG-14": "a world has ended before it heard what was posted to it",
    "TW-MSG-15": "a message that means nothing to whom it was sent, in strict worlds",
}
"""Every code of a fault, in one line each."""


@dataclass(frozen=True, slots=True, eq=False)
class Fault:
    """Something that went wrong at run time and stopped nothing else.

    Attributes:
        code: one of `CODES`, or the code of a finding about the text that is played.
        text: the one line that is logged.
        world: the name of the world.
        object: the id of the object, or "".
        component: the id of the component, or "".
        callback: "init", "update", "on_message", ...; "" when nothing was called.
        message_id: the message, or "".
        sender: the address of the sender, or "".
        error: the exception with its traceback, or None.
        hint: what to do, or "".
    """

    code: str
    text: str
    world: str = ""
    object: str = ""
    component: str = ""
    callback: str = ""
    message_id: str = ""
    sender: str = ""
    error: Exception | None = None
    hint: str = ""

    def __str__(self) -> str:
        return self.text


def raised(error: Exception, who: str, callback: str) -> str:
    """Return the one line for an exception in a callback.

    >>> raised(KeyError("power"), "main:/rat#controller Rat", "on_message('punch')")
    "ERROR:SCRIPT: main:/rat#controller Rat.on_message('punch'): KeyError: 'power'"
    """
    what, (own, place) = _said(error), _place(error.__traceback__)
    place = own or ("" if isinstance(error, TalewrightError) else place)
    return f"ERROR:SCRIPT: {who}.{callback}: {what}" + (f" ({place})" if place else "")


def described(error: Exception) -> str:
    """Return an exception as one line, with the place in the game's own code, if it is of that.

    >>> described(TalewrightError("pay: coins: holds 'x'"))
    "pay: coins: holds 'x'"
    """
    own, _ = _place(error.__traceback__)
    what = _said(error)
    if isinstance(error, TalewrightError):
        what = what.removeprefix(f"{type(error).__name__}: ")
    return f"{what} ({own})" if own else what


def _said(error: Exception) -> str:
    # A hint has a place of its own in the fault; a report of findings is part of what was said.
    try:
        parts = (error.message, *map(str, error.report)) if isinstance(error, TalewrightError) else (str(error),)
        said = " ".join(" ".join(parts).split())
    except Exception as second:  # an exception of the game's own, whose text fails
        said = f"(its text cannot be made: {type(second).__name__})"
    return f"{type(error).__name__}: {said}" if said else type(error).__name__


def _place(trace: TracebackType | None) -> tuple[str, str]:
    """Return file and line of the innermost frame of the game's own code, if there is one, and of the innermost.

    The file's name alone, so that output is equal on every machine.
    """
    place = own = ""
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        place = f"{os.path.basename(file)}:{trace.tb_lineno}"
        if not file.startswith(_LIBRARY) or os.path.basename(file) == "scripts.py":
            own = place
        trace = trace.tb_next
    return own, place
